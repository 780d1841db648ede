"""Tables as CSV that spreadsheets may open; no other module writes CSV."""

import re
from typing import Any

import numpy as np
import pandas as pd

# characters that end a row or, where the separator is no comma, a cell in some spreadsheet: the same
# file is split differently in Berlin and in Boston, and quotes within a line are not seen then
ENDS = r"\r\n\v\f\x1c-\x1e\x85\u2028\u2029;\t"
# invisible characters that may precede a formula, and quotes, which spreadsheets remove
UNSEEN = r"\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\"'"
FORMULA = rf"[{UNSEEN}]*[=+\-@＝＋－＠]"
WITHIN, FIRST = re.compile(rf"([{ENDS}])(?={FORMULA})"), re.compile(rf"^(?={FORMULA}|[\t\r\n])")
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
QUOTED = re.compile(rf"[\",{ENDS}]|^\s|\s$")


def csv_bytes(frame: pd.DataFrame, *, digits: int | None = None) -> bytes:
    r"""Write a table as CSV, so that a spreadsheet takes no text of the data for a formula.

    An apostrophe stands before text that a spreadsheet would run as a formula, also after
    characters that may end a cell. Texts with line ends are quoted. Numbers stay numbers.

    Parameters
    ----------
    frame
        The table; its index is not written.
    digits
        The significant digits of numbers; ``None`` writes them unrounded.

    Examples
    --------
    >>> print(csv_bytes(pd.DataFrame({"name": ["=1+1", "a;b"], "change": [-0.5, None]})).decode())
    name,change
    '=1+1,-0.5
    "a;b",
    <BLANKLINE>
    """
    columns = [
        [_text_cell(str(name)), *_column(frame.iloc[:, place], digits)]
        for place, name in enumerate(frame.columns)
    ]
    # an empty line would not be read as a row
    rows = (",".join(row) or '""' * bool(columns) for row in zip(*columns, strict=True))
    # a label may hold half a surrogate pair, as names of files do
    return "".join(f"{row}\n" for row in rows).encode(errors="backslashreplace")


def _column(values: "pd.Series[Any]", digits: int | None) -> list[str]:
    if values.dtype != np.float64:
        return [_cell(value, digits) for value in values.tolist()]
    write = float.__repr__ if digits is None else f"{{:.{digits}g}}".format
    return [write(value) if value == value else "" for value in values.tolist()]  # noqa: PLR0124 - not NaN


def _cell(value: object, digits: int | None) -> str:
    if isinstance(value, str):
        return _text_cell(value)
    if pd.api.types.is_scalar(value) and pd.isna(value):  # type: ignore[call-overload]
        return ""
    if isinstance(value, bool | int | float):
        return f"{value:.{digits}g}" if digits and isinstance(value, float) else str(value)
    return _text_cell(str(value))


def _text_cell(text: str) -> str:
    safe = text if NUMBER.fullmatch(text) else FIRST.sub("'", WITHIN.sub(r"\1'", text))
    if not QUOTED.search(safe):
        return safe
    doubled = safe.replace('"', '""')
    return f'"{doubled}"'
