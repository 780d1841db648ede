"""The answer over several metrics: the first in full, and where the others rank otherwise."""

from collections.abc import Mapping, Sequence

from benchreport.analysis.advantage import write_advantage
from benchreport.analysis.analysis import Analysis
from benchreport.analysis.caution import MOST_SENTENCES, Answer
from benchreport.analysis.headline import add_measure, choose_short, continue_clause
from benchreport.analysis.standing import agree
from benchreport.results import OmnibusResult, PairwiseResult
from benchreport.results import number_format as fmt
from benchreport.wording import headline as headlines
from benchreport.wording import verdict as wording

MOST_METRICS = 4


def answer_metrics(
    analysis: Analysis,
    tests: Mapping[str, OmnibusResult],
    views: Mapping[str, Sequence[PairwiseResult]] | None = None,
) -> Answer:
    """Name the metric of the headline and the verdict, and say which metrics have another leader.

    Parameters
    ----------
    analysis
        The analysis by the first metric.
    tests
        The test of all algorithms by each metric, the first included; their mean ranks give the order.
    views
        The tests of pairs by other metrics, the one that decides first, for the size of a lead.
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
        _compare_leaders(leaders, others, views or {}),
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
    views: Mapping[str, Sequence[PairwiseResult]],
) -> str:
    if not others:
        best = next(iter(leaders.values()))
        return wording.SAME_BY_METRICS.format(
            names=fmt.join(best, most=3), verb=agree(best, "has", "share"), n=len(leaders)
        )
    clauses = [
        wording.LEADER_BY_METRIC.format(
            metric=metric,
            names=fmt.join(best, most=3),
            verb=agree(best, "has", "share"),
            lead=_describe_lead(views.get(metric, ()), best),
        )
        for metric, best in list(others.items())[:MOST_METRICS]
    ]
    more = len(others) - len(clauses)
    tail = (wording.ONE_MORE_METRIC if more == 1 else wording.MORE_METRICS).format(n=more)
    return wording.METRICS_DIFFER.format(clauses="; ".join(clauses), more=tail if more else "")


def _describe_lead(views: Sequence[PairwiseResult], best: Sequence[str]) -> str:
    """Say how far a single leader is ahead of the next one, and whether that is significant."""
    if len(best) > 1 or not views or views[0].ranking[0] != best[0]:
        return ""
    decides, (leader, rival) = views[0], views[0].ranking[:2]
    row = next(row for row in decides.comparisons if {row.first, row.second} == {leader, rival})
    sure = decides.judge(row).significant and not decides.doubts
    return wording.LEAD_BY_METRIC.format(
        sure=wording.SURE if sure else wording.NOT_SURE,
        rival=rival,
        size=write_advantage(views, leader, rival),
    )
