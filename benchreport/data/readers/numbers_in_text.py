"""Columns of text whose cells are all numbers, or words for empty cells."""

from typing import Any

import pandas as pd

from benchreport.data.cells.cell_text import is_empty_word

# doubles hold all whole numbers up to here
LARGEST = 2**53
# rows by which most columns of names are known
FIRST_ROWS = 100
# a name such as 007, which is no number
LEADING_ZERO = r"[+-]?0\d+"


def numbers_in_text(frame: pd.DataFrame, decimal: str = ".") -> pd.DataFrame:
    """Turn columns of text into numbers where every cell is a number or a word for an empty cell.

    Names that begin with a zero, such as 007, stay text, and so do numbers too long for a double.
    """
    for name, kind in frame.dtypes.items():
        if pd.api.types.is_object_dtype(kind) or pd.api.types.is_string_dtype(kind):
            frame[name] = _numbers_if_all_are(frame[name], decimal)
    return frame


def _numbers_if_all_are(column: "pd.Series[Any]", decimal: str) -> "pd.Series[Any]":
    texts, numbers = _texts_and_numbers(column.head(FIRST_ROWS), decimal)
    if not (numbers.notna() == texts.notna()).all():
        return column
    texts, numbers = _texts_and_numbers(column, decimal)
    same = bool((numbers.notna() == texts.notna()).all()) and bool(numbers.notna().any())
    return numbers if same and not _are_names(texts, numbers) else column


def _texts_and_numbers(
    column: "pd.Series[Any]", decimal: str
) -> "tuple[pd.Series[Any], pd.Series[Any]]":
    """Return the cells that are not empty, and the numbers that they are."""
    cells = column.dropna().unique()
    words = [cell for cell in cells if isinstance(cell, str) and is_empty_word(cell)]
    texts = column.mask(column.isin(words))
    # the points of 1.234,5 separate thousands, which the reading of scores settles
    commas = decimal == "," and not texts.astype(str).str.contains(".", regex=False).any()
    plain = texts.astype(str).str.replace(",", ".").mask(texts.isna()) if commas else texts
    return texts, pd.to_numeric(plain, errors="coerce")


def _are_names(texts: "pd.Series[Any]", numbers: "pd.Series[Any]") -> bool:
    written = texts[texts.notna()].astype(str)
    return bool(written.str.fullmatch(LEADING_ZERO).any()) or _is_long(texts, numbers)


def _is_long(texts: "pd.Series[Any]", numbers: "pd.Series[Any]") -> bool:
    """Tell whether whole numbers have more digits than a double, which would make different names equal."""
    large = numbers.abs() >= LARGEST
    return bool(large.any()) and bool(texts[large].astype(str).str.fullmatch(r"[+-]?\d+").any())
