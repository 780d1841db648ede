"""Tables as CSV that spreadsheets may open."""

import pandas as pd

__all__ = ["csv_of"]

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_of(frame: pd.DataFrame, *, digits: int | None = None) -> bytes:
    """Write a table for a spreadsheet, in which no text of the data is taken for a formula.

    Parameters
    ----------
    frame
        Its index is not written.
    digits
        Significant ones of numbers; ``None`` writes them as they are.
    """
    safe = frame.map(_plain)
    safe.columns = pd.Index([_plain(str(name)) for name in frame.columns])
    form = None if digits is None else f"%.{digits}g"
    return safe.to_csv(index=False, lineterminator="\n", float_format=form).encode()


def _plain(cell: object) -> object:
    """Put an apostrophe before what a spreadsheet would run; numbers stay numbers."""
    if not isinstance(cell, str) or not cell.startswith(FORMULA):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell
