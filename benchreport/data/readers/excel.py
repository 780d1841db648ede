"""Excel workbooks, read by openpyxl."""

import io
import warnings
from typing import Any

import pandas as pd

from benchreport.data.readers.delimited import EMPTY_WORDS
from benchreport.errors import DependencyError, ReadError, examples

__all__ = ["read_excel"]


def read_excel(content: bytes) -> pd.DataFrame:
    """Read the one sheet of a workbook that holds anything.

    Raises
    ------
    ReadError
        No sheet holds anything, or several do.
    DependencyError
        openpyxl is not installed.
    """
    try:
        with warnings.catch_warnings():
            # styles and validations that openpyxl leaves out do not matter here
            warnings.filterwarnings("ignore", module="openpyxl")
            sheets = pd.read_excel(
                io.BytesIO(content),
                sheet_name=None,
                engine="openpyxl",
                keep_default_na=False,
                na_values=[""],
            )
    except ImportError as error:
        raise DependencyError(
            "Excel files need openpyxl, which is not installed.",
            hint="pip install 'benchreport[excel]'",
        ) from error
    filled = {name: frame for name, frame in sheets.items() if not frame.empty}
    if not filled:
        raise ReadError("no sheet of the workbook holds a table")
    if len(filled) > 1:
        raise ReadError(
            f"{len(filled)} sheets hold something, {examples(filled)}; one is expected",
            hint="save the sheet with the results as a file of its own",
        )
    return next(iter(filled.values())).apply(_empty_words)


def _empty_words(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Read NA and its like as empty cells, where all other cells are numbers."""
    told = column.where(~column.isin(EMPTY_WORDS))
    is_number = told.dropna().map(lambda value: isinstance(value, int | float))
    return pd.to_numeric(told) if len(is_number) and bool(is_number.all()) else column
