"""Records as columns of a table: what the results' ``table`` and ``display`` have in common."""

import math
from collections.abc import Iterable, Sequence

import pandas as pd

Columns = dict[str, list[object]]


def columns(records: Sequence[object], *fields: str) -> Columns:
    """Return fields of records, a list each, by their names.

    >>> columns([1 + 2j, 3 + 4j], "real", "imag")
    {'real': [1.0, 3.0], 'imag': [2.0, 4.0]}
    """
    return {field: [getattr(record, field) for record in records] for field in fields}


def interval_columns(
    records: Iterable[object], field: str = "interval", prefix: str = ""
) -> Columns:
    """Return both ends of the records' intervals as ``low`` and ``high``; NaN for one that is ``None``."""
    intervals = [getattr(record, field) for record in records]
    return {
        f"{prefix}{end}": [
            getattr(interval, end) if interval else math.nan for interval in intervals
        ]
        for end in ("low", "high")
    }


def drop_empty_columns(texts: pd.DataFrame) -> pd.DataFrame:
    """Leave out the columns of a table of texts in which all rows are empty or a dash.

    >>> drop_empty_columns(pd.DataFrame({"a": ["x", ""], "b": ["–", ""]})).columns.tolist()
    ['a']
    """
    empty = [name for name in texts.columns if len(texts) and set(texts[name]) <= {"", "–"}]
    return texts.drop(columns=empty)
