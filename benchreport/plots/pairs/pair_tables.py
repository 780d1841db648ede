"""The tables of pairs behind figures: the rows that are drawn, with the better algorithm first."""

import dataclasses
from collections.abc import Iterable, Sequence

import pandas as pd

from benchreport.results import Comparison, Effect, PairwiseResult, Posterior
from benchreport.results.multi_comparison import MultiComparisonResult, WinTieLoss


def select_pairs(table: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Return the rows of pairs whose algorithms are both among the names."""
    both = table["first"].isin(names) & table["second"].isin(names)
    return table[both].reset_index(drop=True)


def select_rows(
    table: pd.DataFrame, rows: Iterable[Comparison | Effect | Posterior]
) -> pd.DataFrame:
    """Return the rows of a result's table that are of the same pairs as these rows."""
    pairs = {(row.first, row.second) for row in rows}
    mask = [pair in pairs for pair in zip(table["first"], table["second"], strict=True)]
    return table[mask].reset_index(drop=True)


def orient_result(result: PairwiseResult) -> PairwiseResult:
    """Return the result with the better algorithm of each pair first, and differences as its advantage."""
    rows = result.oriented()
    if not isinstance(result, MultiComparisonResult):
        return dataclasses.replace(result, comparisons=rows)
    counts = tuple(
        count if row.first == old.first else WinTieLoss(*count[::-1])
        for row, old, count in zip(rows, result.comparisons, result.counts, strict=True)
    )
    return dataclasses.replace(result, comparisons=rows, counts=counts)
