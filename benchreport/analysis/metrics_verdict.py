"""The answer over several metrics: the first in full, and where the others rank otherwise."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from benchreport.analysis.analysis import Analysis
from benchreport.analysis.caution import MOST_SENTENCES, Answer
from benchreport.analysis.headline import add_measure, choose_short, continue_clause
from benchreport.analysis.standing import agree
from benchreport.data.scores import Scores
from benchreport.numerics.effects.shifts import hodges_lehmann
from benchreport.results import OmnibusResult
from benchreport.results import number_format as fmt
from benchreport.wording import headline as headlines
from benchreport.wording import verdict as wording

Array = NDArray[np.float64]

MOST_METRICS = 4
CONFIDENCE = 0.95


def answer_metrics(
    analysis: Analysis, tests: Mapping[str, OmnibusResult], tables: Mapping[str, Scores]
) -> Answer:
    """Name the metric of the headline and the verdict, and say which metrics have another leader.

    Parameters
    ----------
    analysis
        The analysis by the first metric.
    tests
        The test of all algorithms by each metric, the first included; their mean ranks give the order.
    tables
        The scores by each metric.
    """
    metric = analysis.scores.score
    leaders = {name: find_leaders(test) for name, test in tests.items()}
    others = {name: best for name, best in leaders.items() if best != leaders.get(metric)}
    headline = add_measure(analysis.headline, metric)
    first, *rest = analysis.verdict
    # whether the algorithms differ by each metric has a section of its own
    kept = rest[: MOST_SENTENCES - 2]
    sentences = (
        wording.BY_METRIC.format(metric=metric, sentence=continue_clause(first)),
        *kept,
        _compare_leaders(leaders, others, tests, tables),
    )
    return Answer(
        choose_short(*_head_others(headline, others), headline, analysis.headline),
        sentences,
        analysis.cautions,
    )


def _head_others(headline: str, others: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Add to a headline that other metrics have other leaders."""
    if len(others) > 1:
        return (headlines.OTHER_LEADERS.format(headline=headline),)
    return tuple(
        headlines.OTHER_LEADER.format(
            headline=headline,
            names=fmt.join(best, most=2),
            verb=agree(best, "leads", "lead"),
            metric=metric,
        )
        for metric, best in others.items()
    )


def find_leaders(test: OmnibusResult) -> tuple[str, ...]:
    """Return the algorithms with the best mean rank."""
    best = min(test.mean_ranks)
    names = zip(test.design.algorithms, test.mean_ranks, strict=True)
    return tuple(name for name, rank in names if rank == best)


def _compare_leaders(
    leaders: Mapping[str, tuple[str, ...]],
    others: Mapping[str, tuple[str, ...]],
    tests: Mapping[str, OmnibusResult],
    tables: Mapping[str, Scores],
) -> str:
    if not others:
        best = next(iter(leaders.values()))
        return wording.SAME_BY_METRICS.format(
            names=fmt.join(best, most=3), verb=agree(best, "has", "share"), n=len(leaders)
        )
    first = leaders[next(iter(tests))]
    clauses = [
        wording.LEADER_BY_METRIC.format(
            metric=metric,
            names=fmt.join(best, most=3),
            verb=agree(best, "has", "share"),
            rank=fmt.fixed(min(tests[metric].mean_ranks)),
            means=_compare_means(tables[metric], best[0], first[0]) if len(best) == 1 else "",
        )
        for metric, best in list(others.items())[:MOST_METRICS]
    ]
    more = len(others) - len(clauses)
    tail = (wording.ONE_MORE_METRIC if more == 1 else wording.MORE_METRICS).format(n=more)
    return wording.METRICS_DIFFER.format(clauses="; ".join(clauses), more=tail if more else "")


def _compare_means(scores: Scores, best: str, first: str) -> str:
    """Write the mean of the best by this metric, that of the leader by the first one, and how far apart."""
    # the leader by the first metric may have no score by this one
    if best == first or first not in scores.algorithms:
        return ""
    # both means are over the blocks that all algorithms have
    complete = scores.values[~np.isnan(scores.values).any(axis=1)]
    if not len(complete):
        return ""
    columns = dict(zip(scores.algorithms, complete.T, strict=True))
    means = {name: float(columns[name].mean()) for name in (best, first)}
    write = fmt.writer(means.values())
    return wording.MEANS_BY_METRIC.format(
        metric=scores.score,
        own=write(means[best]),
        other=write(means[first]),
        rival=first,
        size=_write_size(columns[best], columns[first]),
    )


def _write_size(better: Array, worse: Array) -> str:
    """Write the typical size of the difference with its interval, where there are enough scores for one."""
    lower = better.mean() < worse.mean()
    shift = hodges_lehmann(worse - better if lower else better - worse, CONFIDENCE)
    if shift.confidence < CONFIDENCE:
        return ""
    ends = float(shift.low), float(shift.high)
    write = fmt.writer(ends, least=0, digits=3)
    return wording.SIZE_BY_METRIC.format(
        size=write(float(shift.estimate)),
        how="lower" if lower else "higher",
        ends=fmt.interval(ends, write),
        level=fmt.number(100 * CONFIDENCE),
    )
