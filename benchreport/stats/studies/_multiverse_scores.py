"""The choices that a table of scores leaves for a multiverse."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, cast

import numpy as np

from benchreport.data.scores import Scores
from benchreport.numerics.ranks import block_ranks
from benchreport.results.checks.multiverse import Plan
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._corrections import Correction, adjust_p
from benchreport.stats.checks._variations import treat_gaps
from benchreport.stats.means.paired_t import paired_t
from benchreport.stats.means.permutation import permutation
from benchreport.stats.means.tukey import tukey
from benchreport.stats.rank_tests.nemenyi import nemenyi
from benchreport.stats.rank_tests.sign import sign
from benchreport.stats.rank_tests.wilcoxon import wilcoxon
from benchreport.stats.studies._multiverse import Axes, LeftOut
from benchreport.stats.studies._rank_rows import Named, influence

Aggregation = Literal["mean_rank", "win_rate", "mean", "median", "iqm"]
Test = Literal["wilcoxon", "paired_t", "sign", "permutation", "nemenyi", "tukey"]
# procedures with the options that change no p-value, and the correction where it is their own
TESTS: dict[str, tuple[Any, dict[str, str], str]] = {
    "wilcoxon": (wilcoxon, {"shift": "median"}, ""),
    "paired_t": (paired_t, {}, ""),
    "sign": (sign, {"shift": "median"}, ""),
    "permutation": (permutation, {}, ""),
    "nemenyi": (nemenyi, {}, "studentized_range"),
    "tukey": (tukey, {}, "studentized_range"),
}
FEWEST = 3
"""With fewer blocks, none can be left out."""


class ScoreChoices:
    """Scores with the levels of each axis; each test of a table runs once for all its corrections.

    Parameters
    ----------
    scores
        The table.
    chosen
        The levels of aggregation, test and correction.
    alpha
        The level of decisions.
    """

    noun = "algorithm"

    def __init__(self, scores: Scores, chosen: Sequence[Sequence[str]], alpha: float) -> None:
        self.tables = _tables(scores)
        self.axes: Axes = ("",), *chosen, ("",), tuple(self.tables)
        self.alpha = alpha
        self.tested: dict[tuple[str, str, LeftOut], PairwiseResult] = {}

    def settle(self, plan: Plan) -> Plan:
        """Return a plan whose correction is that of the studentized range for its tests."""
        return plan._replace(correction=TESTS[plan.test][2] or plan.correction)

    def test(self, plan: Plan, left_out: LeftOut) -> tuple[PairwiseResult, list[float]]:
        """Test all pairs; return adjusted p-values beside the result."""
        procedure, options, own = TESTS[plan.test]
        key = (plan.gaps, plan.test, left_out)
        if key not in self.tested:
            unadjusted = {} if own else {"correction": "none"}
            table = self._table(plan, left_out)
            self.tested[key] = procedure(table, alpha=self.alpha, **options, **unadjusted)
        result = self.tested[key]
        if own:
            return result, [row.p_adjusted for row in result.comparisons]
        raw = np.array([row.p_value for row in result.comparisons])
        return result, adjust_p(raw, cast("Correction", plan.correction), None).tolist()

    def value(self, plan: Plan, left_out: LeftOut) -> tuple[tuple[str, ...], Array, int]:
        """Return the names, what ranks them (higher is better), and how many blocks it is from."""
        table = self._table(plan, left_out)
        up = plan.aggregation == "win_rate" or (
            table.higher_is_better and plan.aggregation != "mean_rank"
        )
        values = _estimates(table, plan.aggregation)
        return table.algorithms, values if up else -values, len(table.blocks)

    def list_blocks(self, leader: str, rival: str) -> list[LeftOut]:
        """List the blocks that can be left out, first those that favour the leader most."""
        scores = self.tables[self.axes[-1][0]]
        if len(scores.blocks) < FEWEST:
            return []
        return [LeftOut(scores.block_kind, name) for name in _favouring(scores, leader, rival)]

    def _table(self, plan: Plan, left_out: LeftOut) -> Scores:
        table = self.tables[plan.gaps]
        if left_out.kind == self.noun:
            return leave_algorithm_out(table, left_out.name)
        return leave_block_out(table, left_out.name) if left_out.kind else table


def _tables(scores: Scores) -> dict[str, Scores]:
    """Return the complete tables that treatments of gaps make; one where there are none."""
    scores.require_matched("multiverse")
    if scores.complete:
        return {"complete" if scores.missing == "error" else scores.missing: scores}
    tables = treat_gaps(scores)
    if not tables:
        scores.require_complete("multiverse")
    return {str(name): table for name, table in tables.items()}


def _estimates(scores: Scores, aggregation: str) -> Array:
    """Return the value of each algorithm, as it is shown by procedures that describe it."""
    if aggregation == "median":
        return np.median(scores.values, axis=0)
    by = cast("Named", aggregation)
    return influence(scores.values, by, higher_is_better=scores.higher_is_better)[1]


def leave_block_out(scores: Scores, name: str) -> Scores:
    """Return the table without a block."""
    kept = [place for place, block in enumerate(scores.blocks) if block != name]
    return replace(
        scores,
        values=scores.values[kept],
        counts=scores.counts[kept],
        blocks=tuple(scores.blocks[place] for place in kept),
    )


def leave_algorithm_out(scores: Scores, name: str) -> Scores:
    """Return the table without an algorithm."""
    kept = [place for place, algorithm in enumerate(scores.algorithms) if algorithm != name]
    return replace(
        scores,
        values=scores.values[:, kept],
        counts=scores.counts[:, kept],
        algorithms=tuple(scores.algorithms[place] for place in kept),
    )


def _favouring(scores: Scores, leader: str, rival: str) -> Iterator[str]:
    """Yield the blocks, those on which the leader is ahead of its rival by most ranks first."""
    one, other = scores.algorithms.index(leader), scores.algorithms.index(rival)
    ranks = block_ranks(scores.values, higher_is_better=scores.higher_is_better)
    by_rank = ranks[:, other] - ranks[:, one]
    by_score = scores.values[:, one] - scores.values[:, other]
    by_score = by_score if scores.higher_is_better else -by_score
    for place in np.lexsort((-by_score, -by_rank)).tolist():
        yield scores.blocks[place]
