"""The release gate: new versions against an old one, with a margin."""

import math
from collections.abc import Sequence
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.errors import DesignError, format_count
from benchreport.hints import option
from benchreport.numerics.moments import common_unit
from benchreport.numerics.predictions.margin_pool import pool_mean
from benchreport.numerics.predictions.margin_tests import Changes, Tails, measure_changes
from benchreport.numerics.upper_tails import chi2_upper_tail
from benchreport.results.base import Assumption, Design, Interval, Outcome
from benchreport.results.predictions.degradation import (
    DegradationResult,
    PoolName,
    TaskChange,
    Verdict,
)
from benchreport.results.writing import number_format as fmt
from benchreport.stats._arrays import Array
from benchreport.stats._corrections import adjust_confidence, adjust_p
from benchreport.stats._predictions.margin import read_margin
from benchreport.stats._predictions.versions import Versions, flips_of
from benchreport.wording.results import degradation as texts
from benchreport.wording.verdicts import assumptions as wording

MOST_FLIPS = 500
# with fewer, no test of clusters can tell much
ENOUGH_CLUSTERS = 6
MANY_CLUSTERS = 30
POWER = 0.8


class Gate(NamedTuple):
    """What a gate asks: the margin, how tasks are pooled, the level of each side, and a seed."""

    margin: str | float
    pool: PoolName
    alpha: float
    seed: int


class _Decision(NamedTuple):
    """Tests of m rows, (m,) each: p-values, levels of their intervals and verdicts."""

    p: tuple[Array, Array]
    adjusted: tuple[Array, Array]
    levels: tuple[Array, Array]
    verdicts: tuple[Verdict, ...]


def judge_versions(
    versions: Versions, old: int, gate: Gate, *, warnings: Sequence[str]
) -> DegradationResult:
    """Test every other column of the scores against an old one.

    Raises
    ------
    DesignError
        Tasks that share clusters are to be combined by Fisher's method.
    OptionError
        The margin does not fit the scores.
    """
    _refuse_shared_clusters(versions, gate.pool)
    margin = read_margin(gate.margin, shares=versions.are_shares, score=versions.score)
    new = [column for column in range(len(versions.algorithms)) if column != old]
    scale = _Scale.of(versions)
    names = versions.algorithms
    changes = {
        names[column]: measure_changes(
            scale.turn(versions.values[:, old]),
            scale.turn(versions.values[:, column]),
            versions.task,
            shares=versions.are_shares,
            block=versions.block,
            weights=versions.weights,
            seed=gate.seed,
        )
        for column in new
    }
    limit = margin.value / scale.unit
    rows = _task_rows(versions, changes, scale, limit, gate.alpha)
    several = len(versions.tasks) > 1
    pooled = _pooled_rows(versions, changes, scale, limit, gate) if several else rows
    flips = {column: flips_of(versions, column, old, most=MOST_FLIPS) for column in new}
    every = tuple(changes.values())
    return DegradationResult(
        procedure="degradation",
        method="Release gate",
        variant=gate.pool if several else "",
        correction="holm" if len(rows) > 1 else "none",
        alpha=gate.alpha,
        design=_design(versions),
        assumptions=_assumptions(versions, every),
        warnings=tuple(warnings),
        references=_references(versions, every, gate, len(rows)),
        seed=gate.seed if versions.cluster_column else None,
        rows=rows,
        pooled=pooled,
        flips=tuple(flip for column in new for flip in flips[column]),
        flips_of=tuple(names[column] for column in new for _ in flips[column]),
        baseline=names[old],
        margin=margin.value,
        in_points=margin.in_points,
        pool=gate.pool,
        right_or_wrong=bool(((versions.values == 0) | (versions.values == 1)).all()),
        cluster_column=versions.cluster_column,
    )


def _refuse_shared_clusters(versions: Versions, pool: PoolName) -> None:
    """Refuse to multiply p-values of tasks with the same clusters, which are not independent."""
    if pool != "fisher" or versions.block is None:
        return
    clusters = np.unique(np.stack([versions.block, versions.task]), axis=1)[0]
    shared = int((np.unique(clusters, return_counts=True)[1] > 1).sum())
    if shared:
        raise DesignError(
            f"pool='fisher' needs independent tasks; {format_count(shared, 'cluster')} by "
            f"{versions.cluster_column} {fmt.are(shared)} in several of them.",
            hint=option(pool="max") | option(pool="mean"),
        )


class _Scale(NamedTuple):
    """How scores are turned so that higher is better, and squares neither overflow nor vanish."""

    unit: float
    sign: float
    shift: float

    @classmethod
    def of(cls, versions: Versions) -> "_Scale":
        sign = 1.0 if versions.higher_is_better else -1.0
        if versions.are_shares:
            # what is left of 1 is a share, too
            return cls(1.0, sign, 1.0 if sign < 0 else 0.0)
        return cls(common_unit(versions.values), sign, 0.0)

    def turn(self, values: Array) -> Array:
        if self == (1.0, 1.0, 0.0):
            return values
        return values * (self.sign / self.unit) + self.shift

    def score(self, turned: float) -> float:
        return self.sign * (turned - self.shift) * self.unit

    def interval(self, low: float, high: float, confidence: float) -> Interval:
        ends = sorted((self.sign * low * self.unit, self.sign * high * self.unit))
        return Interval(ends[0], ends[1], confidence)


def _decide(p: tuple[Array, Array], alpha: float, *, few: NDArray[np.bool_]) -> _Decision:
    """Correct both kinds of p-values by Holm's method; where clusters are too few, nothing is decided."""
    adjusted = adjust_p(p[0], "holm", None), adjust_p(p[1], "holm", None)
    shares = [
        (1 - adjust_confidence(raw, corrected, alpha))
        for raw, corrected in zip(p, adjusted, strict=True)
    ]
    verdicts: list[Verdict] = ["undecided"] * len(p[0])
    for place in np.flatnonzero(~few).tolist():
        if adjusted[0][place] <= alpha:
            verdicts[place] = "worse"
        elif adjusted[1][place] <= alpha:
            verdicts[place] = "not worse"
    return _Decision(p, adjusted, (shares[0], shares[1]), tuple(verdicts))


class _Numbers(NamedTuple):
    """What is measured of m rows, the higher the better, with ends of intervals, (m,) each."""

    n: Array
    clusters: Array
    old: Array
    new: Array
    difference: Array
    better: Array
    worse: Array
    low: Array
    high: Array
    more: Array


def _rows(
    names: Sequence[tuple[str, str]],
    numbers: _Numbers,
    decision: _Decision,
    scale: _Scale,
    alpha: float,
) -> tuple[TaskChange, ...]:
    p = np.array([*decision.p, *decision.adjusted])
    return tuple(
        TaskChange(
            version=version,
            task=task,
            n=int(row.n),
            clusters=int(row.clusters),
            old=scale.score(float(row.old)),
            new=scale.score(float(row.new)),
            difference=float(scale.sign * row.difference * scale.unit),
            interval=scale.interval(float(row.low), float(row.high), 1 - 2 * alpha),
            better=int(row.better),
            worse=int(row.worse),
            p_worse=float(p[0, place]),
            p_not_worse=float(p[1, place]),
            p_worse_adjusted=float(p[2, place]),
            p_not_worse_adjusted=float(p[3, place]),
            verdict=verdict,
            more=float(row.more) if verdict == "undecided" else math.nan,
        )
        for place, ((version, task), verdict, row) in enumerate(
            zip(
                names,
                decision.verdicts,
                map(_Numbers._make, zip(*numbers, strict=True)),
                strict=True,
            )
        )
    )


def _task_rows(
    versions: Versions, changes: dict[str, Changes], scale: _Scale, margin: float, alpha: float
) -> tuple[TaskChange, ...]:
    """Return the rows of all tasks of each new version, corrected together."""
    every = changes.values()
    tails = [change.tails_at(-margin) for change in every]
    p = np.concatenate([each[0] for each in tails]), np.concatenate([each[1] for each in tails])
    clusters = np.concatenate([change.clusters for change in every])
    few = (clusters < ENOUGH_CLUSTERS) & bool(versions.cluster_column)
    decision = _decide(p, alpha, few=few)
    parts = []
    n_tasks = len(versions.tasks)
    for place, change in enumerate(every):
        above, below = (side[place * n_tasks :][:n_tasks] for side in decision.levels)
        level = np.where(change.difference < -margin, above, below)
        more = _more(change.difference + margin, change.errors_at(-margin), level, change.n)
        means = change.old, change.new, change.difference, change.better, change.worse
        parts.append((change.n, change.clusters, *means, *change.ends(below, above), more))
    numbers = _Numbers(*map(np.concatenate, zip(*parts, strict=True)))
    names = [(version, task) for version in changes for task in versions.tasks]
    return _rows(names, numbers, decision, scale, alpha)


def _pooled_rows(
    versions: Versions, changes: dict[str, Changes], scale: _Scale, margin: float, gate: Gate
) -> tuple[TaskChange, ...]:
    """Return the row of each new version over all its tasks, corrected together."""
    pools = [pool_mean(change) for change in changes.values()]
    pooled_p = [
        _pool_p(pool.tails_at(-margin), pool.changes.tails_at(-margin), gate.pool) for pool in pools
    ]
    p = np.array([each[0] for each in pooled_p]), np.array([each[1] for each in pooled_p])
    n_clusters = _count_clusters(versions)
    few = np.full(len(pools), bool(versions.cluster_column) and n_clusters < ENOUGH_CLUSTERS)
    decision = _decide(p, gate.alpha, few=few)
    parts = []
    for pool, above, below in zip(pools, *decision.levels, strict=True):
        change, apart = pool.changes, pool.difference + margin
        level, n = (above if apart < 0 else below), float(change.n.sum())
        sizes = np.array([apart]), np.array([pool.error_at(-margin)]), np.array([level])
        # with the others no number of examples follows from a mean
        more = float(_more(*sizes, np.array([n]))[0]) if gate.pool == "mean" else math.nan
        means = float(change.old.mean()), float(change.new.mean()), pool.difference
        flips = float(change.better.sum()), float(change.worse.sum())
        parts.append((n, n_clusters, *means, *flips, *pool.ends(below, above), more))
    names = [(version, "") for version in changes]
    return _rows(names, _Numbers(*np.array(parts, dtype=np.float64).T), decision, scale, gate.alpha)


def _pool_p(mean: Tails, tasks: Tails, pool: PoolName) -> tuple[float, float]:
    """Return p-values of the pooled H0s: a smaller difference than the margin, and a larger one.

    Not worse is each task, whose largest p-value is that of all (Berger, 1982).
    """
    if pool == "mean":
        return float(mean[0][0]), float(mean[1][0])
    worse = tasks[0]
    least = min(1.0, float(worse.min()) * len(worse))
    if pool == "fisher":
        with np.errstate(divide="ignore"):
            statistic = -2 * float(np.log(worse).sum())
        least = chi2_upper_tail(2 * len(worse), statistic)
    return least, float(tasks[1].max())


def _count_clusters(versions: Versions) -> int:
    block = versions.block
    return len(versions.values) if block is None else len(np.unique(block))


def _more(apart: Array, error: Array, level: Array, n: Array) -> Array:
    """Return how many more examples would decide with a power of .8, were the true change the observed."""
    z = -special.ndtri(level) + special.ndtri(POWER)
    with np.errstate(divide="ignore", invalid="ignore"):
        times = np.where(apart != 0, (z * error / apart) ** 2, np.inf)
    needed = np.where(np.isnan(times), np.inf, np.ceil(n * times))
    return np.asarray(np.maximum(needed - n, 1.0))


def _design(versions: Versions) -> Design:
    return Design(
        algorithms=versions.algorithms,
        n_blocks=len(versions.values),
        block_kind="example",
        score=versions.score,
        higher_is_better=versions.higher_is_better,
    )


def _assumptions(versions: Versions, changes: Sequence[Changes]) -> tuple[Assumption, ...]:
    if not versions.cluster_column:
        enough = texts.CHANGES if changes[0].by_counts.all() else wording.ENOUGH_LOSSES
        return (Assumption.of(wording.INDEPENDENT_EXAMPLES), Assumption.of(enough))
    n_clusters = _count_clusters(versions)
    dof = min(float(change.dof.min()) for change in changes)
    words, outcome = wording.ENOUGH_CLUSTERS, "held"
    if n_clusters < ENOUGH_CLUSTERS:
        words, outcome = wording.TOO_FEW_CLUSTERS, "doubtful"
    elif dof < MANY_CLUSTERS:
        words, outcome = wording.FEW_CLUSTERS, "not checked"
    slots = {"column": versions.cluster_column, "dof": fmt.fixed(dof, 1)}
    return (Assumption.of(words, cast("Outcome", outcome), n=n_clusters, **slots),)


def _references(
    versions: Versions, changes: Sequence[Changes], gate: Gate, n_rows: int
) -> tuple[str, ...]:
    counted = changes[0].by_counts.all() or any(change.bounded.any() for change in changes)
    found = ["tango1998"] * bool(counted)
    if not changes[0].by_counts.all():
        clustered = bool(versions.cluster_column)
        found += ["bell2002", "pustejovsky2018"] if clustered else ["student1908"]
        found += ["hall1992"]
    found += ["holm1979", "serlin1993"] if n_rows > 1 else []
    return (*found, *(["berger1982"] if gate.pool != "mean" else []))
