"""Gains by rank: what every reader of ranked lists makes."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchreport.errors import DataError, examples
from benchreport.hints import code

Floats = NDArray[np.float64]


def pad_rows(rows: Sequence[Sequence[float]]) -> Floats:
    """Pad rows of different length with 0, (n, longest)."""
    table = np.zeros((len(rows), max(1, *map(len, rows))))
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return table


def stack_models(tables: Sequence[Floats]) -> Floats:
    """Stack the lists of all models, (n, k, depth)."""
    depth = max(table.shape[1] for table in tables)
    return np.stack(
        [np.pad(table, ((0, 0), (0, depth - table.shape[1]))) for table in tables], axis=1
    )


def check_gains(relevant: Floats, names: Sequence[str]) -> Floats:
    """Return the gains of useful items, or raise where they are negative, infinite, or all 0 for a query."""
    wrong = np.flatnonzero(~((relevant >= 0) & (relevant < np.inf)).all(axis=1))
    if len(wrong):
        raise DataError(
            "gains must be 0 or more and finite, which they are not for "
            f"{examples([names[place] for place in wrong.tolist()])}.",
            hint=code("df['relevance'].clip(lower=0)"),
        )
    nothing = np.flatnonzero(~(relevant > 0).any(axis=1))
    if len(nothing):
        have = "has" if len(nothing) == 1 else "have"
        raise DataError(
            f"{len(nothing)} of {len(names)} queries {have} no relevant item and cannot be judged: "
            f"{examples([names[place] for place in nothing.tolist()])}.",
            hint="leave those queries out",
        )
    return relevant
