"""What a comparison depends on: choices and datasets."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple, cast, get_args

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_choice, check_fraction, check_number
from benchreport.hints import option
from benchreport.numerics.ranks import block_ranks
from benchreport.progress import watch
from benchreport.results.base import Design
from benchreport.results.checks.multiverse import AXES, Analysis, Claim, MultiverseResult
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._corrections import Correction, adjust_p
from benchreport.stats.checks._variations import treat_gaps
from benchreport.stats.means.paired_t import paired_t
from benchreport.stats.means.permutation import permutation
from benchreport.stats.means.tukey import tukey
from benchreport.stats.rank_tests.nemenyi import nemenyi
from benchreport.stats.rank_tests.sign import sign
from benchreport.stats.rank_tests.wilcoxon import wilcoxon
from benchreport.stats.studies._rank_rows import Named, influence
from benchreport.wording.results import multiverse as wording
from benchreport.wording.shell import progress as steps

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
NOISE = 1e-12
FEWEST = 3
"""With fewer blocks, none can be left out."""


def multiverse(
    scores: Scores,
    *,
    aggregations: Sequence[Aggregation] = ("mean_rank", "win_rate", "mean", "median", "iqm"),
    tests: Sequence[Test] = ("wilcoxon", "paired_t", "sign"),
    corrections: Sequence[Correction] = ("holm", "none"),
    leave_out: bool = True,
    rival: str | None = None,
    alpha: float = 0.05,
    most: int = 64,
) -> MultiverseResult:
    """Repeat the comparison under all choices that a careful analyst could have made.

    There is no H0 and no H1 of its own: each analysis has those of its test of pairs. It shows which
    claims hold whatever is chosen and which choices reverse a claim; it is no search for a small p-value.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks, with or without gaps.
    aggregations
        What ranks the algorithms over blocks.
    tests
        The tests of all pairs. Those by the studentized range have their own correction.
    corrections
        How p-values are adjusted over all pairs; ``"none"`` shows what depends on it.
    leave_out
        Whether single datasets and algorithms are left out, too.
    rival
        The algorithm that the leader's p-values and figure are about; by default the second of the first
        analysis.
    alpha
        The level of decisions.
    most
        How many analyses there are at most.

    Returns
    -------
    MultiverseResult
        All analyses, and for each claim about the leader of the first one in how many it holds, and which
        choices alone reverse it. The first analysis has the first of each choice.

    Raises
    ------
    DesignError
        Runs are independent, or gaps leave no complete table.
    OptionError
        A choice is unknown, or named twice; or the rival is the leader.

    Notes
    -----
    All combinations of aggregations, tests, corrections and treatments of gaps are there, as far as
    ``most`` allows: choices are crossed in this order, and those for which there is no room differ one at
    a time from the first analysis. Gaps are dropped, filled with the worst score, or averaged over, as by
    `gap_sensitivity`. Then single datasets and algorithms are left out of the first analysis, as by
    `stability`; where there are too many, those that favour the leader over its rival most, so that what is
    not shown changes less. P-values of pairs are the test's: what ranks the algorithms changes who leads, not
    them.

    References
    ----------
    Steegen, Tuerlinckx, Gelman & Vanpaemel (2016), Perspectives on Psychological Science 11: 702-712;
    Simonsohn, Simmons & Nelson (2020), Nature Human Behaviour 4: 1208-1214; Benavoli et al. (2016),
    JMLR 17(5).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7, 8, 9], "b": [7, 9, 8, 5, 7, 8], "c": [5, 4, 4, 2, 4, 1]})
    >>> result = frame.bench(score="accuracy").multiverse()
    >>> len(result.rows), result.leader, result.claims[0].holds, result.claims[0].of
    (37, 'a', 37, 37)
    """
    check_fraction("alpha", alpha)
    check_number("most", most, above=0, whole=True, hint=option(most=64))
    _check("aggregations", aggregations, get_args(Aggregation))
    _check("tests", tests, get_args(Test))
    _check("corrections", corrections, get_args(Correction))
    tables = _tables(scores)
    axes = (tuple(aggregations), tuple(tests), tuple(corrections), tuple(tables))
    crossed, plans = _plan(axes, most)
    runner = _Runner(tables, alpha, _order(tables[axes[3][0]], axes[0][0]))
    leader, rival = runner.name_pair(scores, rival)
    rows = [runner.analyse(plan, leader, rival) for plan in watch(plans, steps.ANALYSES)]
    others = [name for name in runner.order if name not in (leader, rival)]
    left, not_tried = _leave_out(tables[axes[3][0]], (leader, rival), others, most - len(rows))
    if leave_out:
        rows += [
            runner.analyse(plans[0], leader, rival, *which) for which in watch(left, steps.ANALYSES)
        ]
    design = Design.of(scores)
    return MultiverseResult(
        procedure="multiverse",
        method="Multiverse analysis",
        variant="crossed" if len(crossed) == len(AXES) else f"crossed: {', '.join(crossed)}",
        alpha=alpha,
        design=design,
        assumptions=(independent_blocks(scores),),
        warnings=notes(scores),
        references=("steegen2016", "simonsohn2020", "benavoli2016"),
        rows=tuple(rows),
        leader=leader,
        rival=rival,
        claims=_claims(rows, leader, scores.algorithms),
        crossed=crossed,
        not_tried=not_tried if leave_out else 0,
    )


class _Plan(NamedTuple):
    aggregation: str
    test: str
    correction: str
    gaps: str


def _check(name: str, chosen: Sequence[str], known: Sequence[str]) -> None:
    if isinstance(chosen, str) or not chosen or len({*chosen}) < len(chosen):
        raise OptionError(
            f"{name} must list different choices; got {chosen!r}.",
            hint=option(**{name: tuple(known[:2])}),
        )
    for each in chosen:
        check_choice(name, each, known)


def _tables(scores: Scores) -> dict[str, Scores]:
    """Return the complete tables that treatments of gaps make; one where there are none."""
    scores.require_matched("multiverse")
    if scores.complete:
        return {"complete" if scores.missing == "error" else scores.missing: scores}
    tables = treat_gaps(scores)
    if not tables:
        scores.require_complete("multiverse")
    return {str(name): table for name, table in tables.items()}


def _plan(axes: tuple[tuple[str, ...], ...], most: int) -> tuple[tuple[str, ...], list[_Plan]]:
    """Cross as many choices as there is room for; the rest differs one at a time from the first."""
    room, n_crossed = most, 0
    for levels in axes:
        if len(levels) > room:
            break
        room //= len(levels)
        n_crossed += 1
    full = itertools.product(*axes[:n_crossed])
    first = tuple(levels[0] for levels in axes)
    plans = [_Plan._make((*plan, *first[n_crossed:])) for plan in full]
    for place in range(n_crossed, len(axes)):
        plans += [
            _Plan._make((*first[:place], level, *first[place + 1 :])) for level in axes[place][1:]
        ]
    plans = [plan._replace(correction=TESTS[plan.test][2] or plan.correction) for plan in plans]
    crossed = tuple(
        name for name, levels in zip(AXES[:n_crossed], axes, strict=False) if len(levels) > 1
    )
    return crossed, list(dict.fromkeys(plans))[:most]


def _estimates(scores: Scores, aggregation: str) -> Array:
    """Return the value of each algorithm, as it is shown by procedures that describe it."""
    if aggregation == "median":
        return np.median(scores.values, axis=0)
    by = cast("Named", aggregation)
    return influence(scores.values, by, higher_is_better=scores.higher_is_better)[1]


def _turned(scores: Scores, aggregation: str) -> Array:
    """Return the values, higher is better."""
    up = aggregation == "win_rate" or (scores.higher_is_better and aggregation != "mean_rank")
    values = _estimates(scores, aggregation)
    return values if up else -values


def _order(scores: Scores, aggregation: str) -> list[str]:
    order = np.argsort(-_turned(scores, aggregation), kind="stable")
    return [scores.algorithms[place] for place in order.tolist()]


class _Runner:
    """Run analyses, each test of a table once for all its corrections and aggregations."""

    def __init__(self, tables: dict[str, Scores], alpha: float, order: list[str]) -> None:
        self.tables, self.alpha, self.order = tables, alpha, order
        self.tested: dict[tuple[str, str, str, str], PairwiseResult] = {}

    def name_pair(self, scores: Scores, rival: str | None) -> tuple[str, str]:
        """Return the leader of the first analysis and its rival."""
        leader = self.order[0]
        if rival is None:
            return leader, self.order[1]
        name = scores.algorithms[scores.index_of(rival, role="rival")]
        if name == leader:
            raise OptionError(
                f"the rival must be another algorithm than the leader, {leader!r}.",
                hint=option(rival=self.order[1]),
            )
        return leader, name

    def analyse(
        self, plan: _Plan, leader: str, rival: str, kind: str = "", name: str = ""
    ) -> Analysis:
        """Analyse a table under one set of choices, whole or without a block or an algorithm."""
        table = self.tables[plan.gaps]
        if kind == "algorithm":
            table = leave_algorithm_out(table, name)
        elif kind:
            table = leave_block_out(table, name)
        result = self._test(plan, table, kind, name)
        adjusted = self._adjust(plan, result)
        ahead: list[str] = []
        behind: list[str] = []
        p_value = p_adjusted = np.nan
        for row, p in zip(result.comparisons, adjusted, strict=True):
            if leader not in (row.first, row.second):
                continue
            other = row.second if row.first == leader else row.first
            if other == rival:
                p_value, p_adjusted = row.p_value, p
            if p <= self.alpha and row.favours:
                (ahead if row.favours == leader else behind).append(other)
        values = dict(zip(table.algorithms, _turned(table, plan.aggregation).tolist(), strict=True))
        top = max(values.values())
        noise = NOISE * max(map(abs, values.values()))
        both = leader in values and rival in values
        return Analysis(
            **plan._asdict(),
            left_out=kind,
            name=name,
            n_blocks=len(table.blocks),
            best=tuple(each for each, value in values.items() if value >= top - noise),
            lead=values[leader] - values[rival] if both else np.nan,
            p_value=p_value,
            p_adjusted=p_adjusted,
            ahead=tuple(ahead),
            behind=tuple(behind),
        )

    def _test(self, plan: _Plan, table: Scores, kind: str, name: str) -> PairwiseResult:
        key = (plan.gaps, plan.test, kind, name)
        if key not in self.tested:
            procedure, options, own = TESTS[plan.test]
            unadjusted = {} if own else {"correction": "none"}
            self.tested[key] = procedure(table, alpha=self.alpha, **options, **unadjusted)
        return self.tested[key]

    def _adjust(self, plan: _Plan, result: PairwiseResult) -> list[float]:
        if TESTS[plan.test][2]:
            return [row.p_adjusted for row in result.comparisons]
        raw = np.array([row.p_value for row in result.comparisons])
        adjusted: list[float] = adjust_p(raw, plan.correction, None).tolist()
        return adjusted


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


def _leave_out(
    scores: Scores, pair: tuple[str, str], others: Sequence[str], room: int
) -> tuple[list[tuple[str, str]], int]:
    """List what is left out: those blocks that favour the leader most, and the best other algorithms."""
    blocks = [(scores.block_kind, name) for name in _favouring(scores, *pair)]
    algorithms = [("algorithm", name) for name in others]
    if len(scores.blocks) < FEWEST:
        blocks = []
    n_algorithms = max(min(len(algorithms), max(room // 2, room - len(blocks))), 0)
    chosen = [*blocks[: max(room - n_algorithms, 0)], *algorithms[:n_algorithms]]
    return chosen, len(blocks) + len(algorithms) - len(chosen)


def _favouring(scores: Scores, leader: str, rival: str) -> Iterator[str]:
    """Yield the blocks, those on which the leader is ahead of its rival by most ranks first."""
    one, other = scores.algorithms.index(leader), scores.algorithms.index(rival)
    ranks = block_ranks(scores.values, higher_is_better=scores.higher_is_better)
    by_rank = ranks[:, other] - ranks[:, one]
    by_score = scores.values[:, one] - scores.values[:, other]
    by_score = by_score if scores.higher_is_better else -by_score
    for place in np.lexsort((-by_score, -by_rank)).tolist():
        yield scores.blocks[place]


def _claims(rows: Sequence[Analysis], leader: str, algorithms: Sequence[str]) -> tuple[Claim, ...]:
    first = rows[0]
    claims = [_claim("best", "", rows, [leader in row.best for row in rows])]
    for other in algorithms:
        if other == leader:
            continue
        there = [row for row in rows if (row.left_out, row.name) != ("algorithm", other)]
        if other in first.ahead:
            claims.append(_claim("ahead", other, there, [other in row.ahead for row in there]))
        else:
            holds = [other not in (*row.ahead, *row.behind) for row in there]
            if other not in first.behind:
                claims.append(_claim("open", other, there, holds))
    return tuple(claims)


def _claim(kind: str, other: str, rows: Sequence[Analysis], holds: Sequence[bool]) -> Claim:
    flips = [
        _name_change(rows[0], row)
        for row, held in zip(rows, holds, strict=True)
        if not held and _differs_once(rows[0], row)
    ]
    return Claim(kind, other, sum(holds), len(rows), tuple(flips))


def _changes(first: Analysis, row: Analysis) -> list[str]:
    changed = [axis for axis in AXES if getattr(row, axis) != getattr(first, axis)]
    # a test by the studentized range brings its correction
    if "test" in changed and TESTS[row.test][2]:
        changed = [axis for axis in changed if axis != "correction"]
    return changed + [row.left_out] * bool(row.left_out)


def _differs_once(first: Analysis, row: Analysis) -> bool:
    return len(_changes(first, row)) == 1


def _name_change(first: Analysis, row: Analysis) -> str:
    axis = _changes(first, row)[0]
    if row.left_out:
        return wording.WITHOUT.format(kind=row.left_out, name=row.name)
    level: str = getattr(row, axis)
    return wording.WITH.format(level=wording.LEVELS.get(level, level))
