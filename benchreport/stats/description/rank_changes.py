"""Changes of ranks over nights, metrics or budgets."""

import math
from collections.abc import Hashable, Mapping, Sequence

import numpy as np

from benchreport.data.columns.words.direction import Directions
from benchreport.data.scores import Scores
from benchreport.data.several import Several, errors_of
from benchreport.numerics.ranks import block_ranks, mid_ranks
from benchreport.results.base import Design
from benchreport.results.ranks.rank_changes import RankChangesResult
from benchreport.stats._arrays import Array
from benchreport.stats._omnibus import kendall_w


def rank_changes(
    several: Several,
    *,
    scores: Sequence[str] | None = None,
    over: Hashable | None = None,
    higher_is_better: Directions = None,
) -> RankChangesResult:
    """Rank the algorithms in each of several tables, by their mean rank over the table's blocks.

    Parameters
    ----------
    several
        Complete tables of algorithms on blocks; both may differ between tables.
    scores
        The metrics, one table each; by default, all whose direction is known.
    over
        A column whose values, such as nights or budgets, define the tables.
    higher_is_better
        The direction of each metric whose name does not show it.

    Returns
    -------
    RankChangesResult
        Ranks from 1, ties share their mean; NaN for an algorithm that is not in the table.

    Raises
    ------
    DesignError
        There is one table only, or runs are missing.
    RoleError, DirectionError
        There is no such column, or the direction of a metric is not known.

    Notes
    -----
    Kendall's W counts the algorithms that are in all tables, ranked among themselves and corrected
    for ties. It has no p-value: tables of the same runs are not independent.

    References
    ----------
    Demšar (2006), JMLR 7, section 3.2.2; Kendall & Babington Smith (1939), The problem of m rankings,
    Annals of Mathematical Statistics 10.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "algorithm": ["a", "b"] * 4, "dataset": [1, 1, 2, 2] * 2, "night": [1] * 4 + [2] * 4,
    ...     "accuracy": [0.9, 0.8, 0.7, 0.6, 0.7, 0.8, 0.5, 0.6],
    ... })
    >>> print(frame.bench.rank_changes(over="night").summary)
    Changes of ranks: a and b are each first in 1 of 2 nights; the lead changes once. Kendall's W =
    .00 over 2 nights (1 means the same order, 0 the reverse).
    """
    tables = several.tables(scores=scores, over=over, higher_is_better=higher_is_better)
    return compare_rankings(tables, over)


def compare_rankings(
    tables: Mapping[str, Scores], over: Hashable | None = None
) -> RankChangesResult:
    """Compare the rankings of complete tables by their names, those of metrics or of what a column says."""
    mean_ranks = _mean_ranks(tables)
    return RankChangesResult(
        procedure="rank_changes",
        method="Changes of ranks",
        design=design_of_tables(tables),
        references=("demsar2006", "kendall1939"),
        over="metric" if over is None else str(over),
        tables=tuple(tables),
        blocks=tuple(len(table.blocks) for table in tables.values()),
        mean_ranks=tuple(map(tuple, mean_ranks.tolist())),
        ranks=tuple(tuple(_rank(row).tolist()) for row in mean_ranks),
        kendall_w=_agreement(mean_ranks),
    )


def design_of_tables(tables: Mapping[str, Scores]) -> Design:
    """Return the design of several tables: all algorithms, and the fewest blocks."""
    first = next(iter(tables.values()))
    names = dict.fromkeys(name for table in tables.values() for name in table.algorithms)
    return Design(
        algorithms=tuple(names),
        n_blocks=min(len(table.blocks) for table in tables.values()),
        block_kind=first.block_kind,
        score=", ".join(dict.fromkeys(table.score for table in tables.values())),
        higher_is_better=first.higher_is_better,
    )


def _mean_ranks(tables: Mapping[str, Scores]) -> Array:
    """Return mean ranks (tables, algorithms), NaN where a table lacks an algorithm."""
    names = design_of_tables(tables).algorithms
    place = {name: number for number, name in enumerate(names)}
    mean_ranks = np.full((len(tables), len(names)), np.nan)
    for row, (title, table) in enumerate(tables.items()):
        with errors_of(title):
            mean_ranks[row, [place[name] for name in table.algorithms]] = block_ranks(
                table.require_complete("rank_changes"), higher_is_better=table.higher_is_better
            ).mean(axis=0)
    return mean_ranks


def _rank(mean_ranks: Array) -> Array:
    ranks: Array = mid_ranks(mean_ranks)
    return ranks


def _agreement(mean_ranks: Array) -> float:
    always = mean_ranks[:, ~np.isnan(mean_ranks).any(axis=0)]
    if always.shape[1] < 2 or not np.ptp(always, axis=1).any():  # noqa: PLR2004 - no order
        return math.nan
    return kendall_w(block_ranks(always, higher_is_better=False))
