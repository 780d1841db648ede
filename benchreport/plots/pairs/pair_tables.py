"""The tables of pairs behind figures: the rows that are drawn, with the better algorithm first."""

import dataclasses
import itertools
from collections.abc import Collection, Iterable

import pandas as pd

from benchreport.results import Comparison, Effect, PairwiseResult, Posterior, Speedup
from benchreport.results.pairs.multi_comparison import MultiComparisonResult, WinTieLoss


def select_rows(
    table: pd.DataFrame, rows: Iterable[Comparison | Effect | Posterior | Speedup]
) -> pd.DataFrame:
    """Return the rows of a result's table that are of the same pairs as these rows."""
    pairs = {(row.first, row.second) for row in rows}
    mask = [pair in pairs for pair in zip(table["first"], table["second"], strict=True)]
    return table[mask].reset_index(drop=True)


def orient_pairs(result: PairwiseResult, names: Collection[str]) -> PairwiseResult:
    """Return the pairs whose algorithms are both among the names, the better first, with its advantages."""
    both = [row.first in names and row.second in names for row in result.comparisons]
    shown = tuple(itertools.compress(result.comparisons, both))
    rows = result.oriented(rows=shown)
    if not isinstance(result, MultiComparisonResult):
        return dataclasses.replace(result, comparisons=rows)
    counts = tuple(
        count if row.first == old.first else WinTieLoss(*count[::-1])
        for row, old, count in zip(
            rows, shown, itertools.compress(result.counts, both), strict=True
        )
    )
    return dataclasses.replace(result, comparisons=rows, counts=counts)
