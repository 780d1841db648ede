"""Text with one row a line: CSV and its kin."""

import csv
import io
from collections import Counter
from typing import Any

import pandas as pd

from benchreport.errors import ReadError, examples

__all__ = ["read_delimited"]

SEPARATORS = ",;\t"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
# what pandas takes for an empty cell; an algorithm may be called None or NA all the same
EMPTY_WORDS = frozenset(
    """#N/A #NA <NA> N/A n/a NA NULL null None NaN nan -NaN -nan
    1.#IND -1.#IND 1.#QNAN -1.#QNAN""".split()
)


def read_delimited(content: bytes, separators: str = SEPARATORS) -> pd.DataFrame:
    r"""Read delimited text; the separator is the one that splits the header most.

    Parameters
    ----------
    content
        UTF-8 (or UTF-16 with its mark), with a header line.
    separators
        Those that may be meant. A semicolon goes with a decimal comma, as spreadsheets write it.

    Raises
    ------
    ReadError
        No separator in the header, or a name there twice.

    Examples
    --------
    >>> read_delimited(b"method;accuracy\nNA;0,5\n").to_dict("records")
    [{'method': 'NA', 'accuracy': 0.5}]
    """
    text = content.decode("utf-16" if content[:2] in UTF16_MARKS else "utf-8-sig")
    header = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(separators, key=lambda each: len(_fields(header, each)))
    names = _fields(header, separator)
    if len(names) < 2:  # noqa: PLR2004 - one column has no algorithm and score
        raise ReadError(
            f"its first line, {header[:60]!r}, is not a header of names with a separator between",
            hint="the first line should look like: algorithm,dataset,accuracy",
        )
    twice = [name for name, count in Counter(names).items() if count > 1 and name]
    if twice:
        raise ReadError(f"the header has names more than once: {examples(twice)}")
    frame = pd.read_csv(
        io.StringIO(text),
        sep=separator,
        decimal="," if separator == ";" else ".",
        keep_default_na=False,
        na_values=[""],
        low_memory=False,
        skipinitialspace=True,
    )
    return frame.apply(_numbers_if_all_are)


def _fields(line: str, separator: str) -> list[str]:
    fields = next(csv.reader([line], delimiter=separator, skipinitialspace=True))
    return [field.strip() for field in fields]


def _numbers_if_all_are(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Turn text into numbers where every cell is a number or a word for an empty cell."""
    if not (pd.api.types.is_object_dtype(column) or pd.api.types.is_string_dtype(column)):
        return column
    told = column.where(~column.isin(EMPTY_WORDS))
    numbers = pd.to_numeric(told, errors="coerce")
    same = bool((numbers.notna() == told.notna()).all()) and bool(numbers.notna().any())
    return numbers if same else column
