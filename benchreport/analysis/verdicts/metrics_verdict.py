"""The answer over several metrics: the first in full, and where the others rank otherwise."""

from collections.abc import Mapping
from typing import cast

import numpy as np

from benchreport import stats
from benchreport.analysis.analysis import Analysis
from benchreport.analysis.verdicts.advantage import (
    Advantage,
    choose_sizes,
    measure_advantages,
    size_writer,
)
from benchreport.analysis.verdicts.caution import MOST_SENTENCES, Answer
from benchreport.analysis.verdicts.headline import add_measure, choose_short, continue_clause
from benchreport.analysis.verdicts.standing import agree
from benchreport.data.scores import Scores
from benchreport.errors import DesignError, OptionError
from benchreport.results import Comparison, OmnibusResult, PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.verdicts import headline as headlines
from benchreport.wording.verdicts import verdict as wording

MOST_METRICS = 4
# two findings need more room than one
LONGEST = 115


def answer_metrics(
    analysis: Analysis,
    tests: Mapping[str, OmnibusResult],
    tables: Mapping[str, Scores],
    pairs: Mapping[str, PairwiseResult | None],
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
    pairs
        The test of pairs by each metric, as `compare_by_metrics` returns them.
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
        _compare_leaders(leaders, others, tables, pairs),
    )
    return Answer(
        choose_short(
            *_head_others(headline, others, leaders), headline, analysis.headline, longest=LONGEST
        ),
        sentences,
        analysis.cautions,
    )


def _head_others(
    headline: str, others: Mapping[str, tuple[str, ...]], leaders: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """Add to a headline that other metrics have other leaders; name these alone where both are too long."""
    if not others:
        return ()
    first, *_ = leaders.items()
    alone = fmt.join(
        headlines.LEADER_BY.format(
            names=fmt.join(best, most=2), verb=agree(best, "leads", "lead"), metric=metric
        )
        for metric, best in (first, *others.items())
    )
    if len(others) > 1:
        return headlines.OTHER_LEADERS.format(headline=headline), alone
    ((metric, best),) = others.items()
    other = headlines.OTHER_LEADER.format(
        headline=headline,
        names=fmt.join(best, most=2),
        verb=agree(best, "leads", "lead"),
        metric=metric,
    )
    return other, alone


def find_leaders(test: OmnibusResult) -> tuple[str, ...]:
    """Return the algorithms with the best mean rank."""
    best = min(test.mean_ranks)
    names = zip(test.design.algorithms, test.mean_ranks, strict=True)
    return tuple(name for name, rank in names if rank == best)


def _compare_leaders(
    leaders: Mapping[str, tuple[str, ...]],
    others: Mapping[str, tuple[str, ...]],
    tables: Mapping[str, Scores],
    pairs: Mapping[str, PairwiseResult | None],
) -> str:
    """Say who ranks first by the other metrics, and how far ahead of the first one's leader."""
    if not others:
        best = next(iter(leaders.values()))
        sentence = wording.SAME_BY_BOTH if len(leaders) == 2 else wording.SAME_BY_METRICS  # noqa: PLR2004
        return sentence.format(
            names=fmt.join(best, most=3), verb=agree(best, "has", "share"), n=len(leaders)
        )
    first = next(iter(leaders.values()))
    named = dict(list(others.items())[:MOST_METRICS])
    new = {metric: best for metric, best in named.items() if best[0] not in first}
    unsure = {m: best[0] for m, best in new.items() if _lacks_lead(pairs[m], best, first[0])}
    # one of them has room for its size
    together = unsure if len(unsure) > 1 else {}
    clauses = [_name_unsure(together, first[0], pairs)] if together else []
    clauses += [
        _name_leader(tables[metric], pairs[metric], best, first)
        for metric, best in named.items()
        if metric not in together
    ]
    more = len(others) - len(named)
    if more:
        clauses.append(
            (wording.ONE_MORE_METRIC if more == 1 else wording.MORE_METRICS).format(n=more)
        )
    _, *same = (metric for metric in leaders if metric not in others)
    if same:
        names, metrics = fmt.join(first, most=3), fmt.join(same, most=MOST_METRICS)
        clauses.append(wording.SAME_BY_METRIC.format(metrics=metrics, names=names))
    return wording.METRICS_DIFFER.format(clauses="; ".join(clauses))


def _lacks_lead(pairs: PairwiseResult | None, best: tuple[str, ...], first: str) -> bool:
    """Tell whether one leads by a metric without a significant difference from the first metric's leader."""
    row = None if pairs is None or len(best) > 1 else find_pair(pairs, best[0], first)
    return pairs is not None and row is not None and not pairs.judge(row).significant


def _name_unsure(
    unsure: Mapping[str, str], first: str, pairs: Mapping[str, PairwiseResult | None]
) -> str:
    """Name in one clause all who are not significantly ahead of the first metric's leader."""
    compared = [(pairs[metric], best) for metric, best in unsure.items()]
    found = [(find_pair(each, best, first), each.alpha) for each, best in compared if each]
    p, alpha = min((row.p_adjusted, alpha) for row, alpha in found if row)
    return wording.OPEN_BY_METRICS.format(
        leaders=fmt.join(wording.LEADER_OF.format(metric=m, name=n) for m, n in unsure.items()),
        rival=first,
        p=fmt.p_equals(p, alpha).replace("=", "≥"),
    )


def _name_leader(
    scores: Scores, pairs: PairwiseResult | None, best: tuple[str, ...], first: tuple[str, ...]
) -> str:
    """Say in a clause who ranks first by a metric, and how far ahead of the leader by the first metric."""
    lead = ""
    # one of several that lead by the first metric may lead here; one may have no score by this one
    rivals = [name for name in first if name not in best and name in scores.algorithms]
    if len(best) == 1 and rivals:
        lead = _describe_lead(scores, pairs, best[0], rivals[0]) or _compare_means(
            scores, best[0], rivals[0]
        )
    return wording.LEADER_BY_METRIC.format(
        metric=scores.score,
        names=fmt.join(best, most=3),
        verb=agree(best, *wording.LEADS_BY_METRIC),
        lead=lead,
    )


def _compare_means(scores: Scores, best: str, first: str) -> str:
    """Write the means of the best by this metric and of the leader by the first one."""
    # both means are over the blocks that all algorithms have
    complete = scores.values[~np.isnan(scores.values).any(axis=1)]
    if not len(complete):
        return ""
    means = dict(zip(scores.algorithms, complete.mean(axis=0).tolist(), strict=True))
    # those of others decide on the decimals, unless the two would look the same
    write = fmt.writer(means.values())
    if write(means[best]) == write(means[first]):
        write = fmt.writer([means[best], means[first]])
    contrary = means[best] < means[first] if scores.higher_is_better else means[best] > means[first]
    template = wording.NOT_BY_MEAN if contrary else wording.MEANS_BY_METRIC
    return template.format(
        metric=fmt.mean_of(scores.score),
        own=write(means[best]),
        other=write(means[first]),
        rival=first,
    )


def _describe_lead(scores: Scores, pairs: PairwiseResult | None, best: str, first: str) -> str:
    """Say how far ahead of the first metric's leader the best is, by the test of pairs that decides."""
    row = None if pairs is None else find_pair(pairs, best, first)
    if pairs is None or row is None or pairs.in_doubt or choose_sizes([pairs]) is None:
        return ""
    (lead,) = measure_advantages(pairs, best, [first])
    if lead.size <= 0:
        return ""
    template = wording.AHEAD_BY_METRIC if pairs.judge(row).significant else wording.OPEN_BY_METRIC
    return template.format(
        rival=first,
        size=(wording.TYPICALLY * pairs.by_ranks + " " + write_lead(pairs, best, lead)).lstrip(),
        how="higher" if scores.higher_is_better else "lower",
        p=fmt.p_equals(row.p_adjusted, pairs.alpha),
    )


def compare_by_metrics(
    analysis: Analysis, tables: Mapping[str, Scores]
) -> dict[str, PairwiseResult | None]:
    """Compare all pairs by each metric with the test that decides by the first; None where it cannot.

    Parameters
    ----------
    analysis
        The analysis by the first metric, whose test is taken as it is.
    tables
        The scores by each metric.
    """
    decides = analysis.decisive
    return {
        name: decides
        if decides is None or name == analysis.scores.score
        else _compare_as(decides, table)
        for name, table in tables.items()
    }


def _compare_as(decides: PairwiseResult, scores: Scores) -> PairwiseResult | None:
    compare = getattr(stats, decides.procedure)
    control = {} if decides.control is None else {"control": decides.control}
    complete = scores.without_gaps() if scores.gaps else scores
    try:
        return cast("PairwiseResult", compare(complete, alpha=decides.alpha, **control))
    except (DesignError, OptionError):
        return None


def find_pair(pairs: PairwiseResult, one: str, other: str) -> Comparison | None:
    """Return the comparison of two algorithms; None if they were not compared."""
    return next((row for row in pairs.comparisons if {row.first, row.second} == {one, other}), None)


def write_lead(pairs: PairwiseResult, leader: str, lead: Advantage) -> str:
    """Write an advantage with its interval, if it has one."""
    write = size_writer(pairs, leader)
    ends = "" if lead.interval is None else f" {fmt.interval(lead.interval[:2], write)}"
    return f"{write(lead.size)}{ends}"
