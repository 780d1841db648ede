"""Rows that are refused: without a name, there twice, at odds with each other, or missing."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.cells.cell_values import has_gaps, refuse_collections
from benchreport.errors import DataError, examples, format_count
from benchreport.hints import bench, code


def unique_names(column: Iterable[Hashable], noun: str) -> dict[Hashable, str]:
    """Return each different name as text; raise `DataError` if two read the same, or one is empty."""
    if not isinstance(column, pd.Series):
        column = pd.Series([*column], dtype=object)
    different = column.drop_duplicates().tolist()
    if any(pd.isna(name) for name in different):
        raise DataError(
            f"rows without a {noun}: its column has empty cells.",
            hint=code("df.dropna(subset=['column'])"),
        )
    written_as: dict[str, Hashable] = {}
    for name in different:
        other = written_as.setdefault(str(name), name)
        if other is not name:
            raise DataError(
                f"two {noun}s are both written {name}: {other!r} and {name!r}.",
                hint="rename one of them",
            )
    return {name: text for text, name in written_as.items()}


def refuse_duplicates(frame: pd.DataFrame, keys: Sequence[Hashable]) -> None:
    """Raise `DataError` that names the rows that occur more than once."""
    twice = frame[frame.duplicated(list(keys))]
    if len(twice):
        raise DataError(
            f"{format_count(len(twice), 'repeated prediction')}: {_list_rows(twice, keys)}.",
            hint=code("df.drop_duplicates()")
            + ", or name what tells them apart: "
            + bench(dataset=...)
            + ", "
            + bench(repeat=...)
            + "; several answers to one question are numbered by "
            + code(f"df.assign(sample=df.groupby({list(keys)!r}).cumcount())"),
        )


def _list_rows(frame: pd.DataFrame, keys: Sequence[Hashable]) -> str:
    rows = frame[list(keys)].drop_duplicates().head(6).map(str).agg(", ".join, axis=1)
    return examples([f"({row})" for row in rows] if len(keys) > 1 else rows.tolist())


def refuse_conflicts(
    frame: pd.DataFrame, keys: Sequence[Hashable], column: Hashable, noun: str
) -> None:
    """Raise `DataError` that names examples whose rows differ in a column that all models share."""
    refuse_collections(frame[column], noun)
    pairs = frame.drop_duplicates([*keys, column])
    twofold = pairs[pairs.duplicated(list(keys))]
    if len(twofold):
        many = format_count(len(twofold[list(keys)].drop_duplicates()), "example")
        raise DataError(
            f"{many} with more than one {noun}: {_list_rows(twofold, keys)}.",
            hint="check how the predictions were joined",
        )


def refuse_missing(columns: Mapping[str, "pd.Series[Any]"], names: Sequence[str]) -> None:
    """Raise `DataError` that names the examples without a prediction."""
    empty = {name: column.isna().to_numpy() for name, column in columns.items() if has_gaps(column)}
    total = sum(int(mask.sum()) for mask in empty.values())
    if not total:
        return
    cells = [
        f"{name} for example {names[row]}"
        for name, mask in empty.items()
        for row in np.flatnonzero(mask)[:5]
    ]
    raise DataError(
        f"{format_count(total, 'prediction')} missing: {examples(cells)}.",
        hint="leave those examples out for all models; a label may be one of its own, such as 'none', with "
        + bench(classes=[...]),
    )
