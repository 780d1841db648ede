"""The answer over several metrics: the first in full, and where the others rank otherwise."""

from collections.abc import Mapping

from benchreport.analysis.analysis import Analysis
from benchreport.analysis.caution import MOST_SENTENCES, Answer
from benchreport.analysis.headline import add_measure, choose_short, continue_clause
from benchreport.results import OmnibusResult
from benchreport.results import number_format as fmt

MOST_METRICS = 4


def answer_metrics(analysis: Analysis, tests: Mapping[str, OmnibusResult]) -> Answer:
    """Name the metric of the headline and the verdict, and say which metrics have another leader.

    Parameters
    ----------
    analysis
        The analysis by the first metric.
    tests
        The test of all algorithms by each metric, the first included; their mean ranks give the order.
    """
    metric = analysis.scores.score
    leaders = {name: find_leaders(test) for name, test in tests.items()}
    others = {name: best for name, best in leaders.items() if best != leaders.get(metric)}
    headline = add_measure(analysis.headline, metric)
    first, *rest = analysis.verdict
    # whether the algorithms differ by each metric has a section of its own
    kept = rest[: MOST_SENTENCES - 2]
    sentences = (
        f"By {metric}, {continue_clause(first)}",
        *kept,
        _compare_leaders(leaders, others),
    )
    return Answer(
        choose_short(
            *(f"{headline}; {clause}" for clause in _head_others(others)),
            headline,
            analysis.headline,
        ),
        sentences,
        analysis.cautions,
    )


def _head_others(others: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Say in a clause that other metrics have other leaders, the most exact first."""
    if not others:
        return ()
    if len(others) > 1:
        return ("other metrics have other leaders",)
    [(metric, best)] = others.items()
    named = f"{fmt.join(best, most=2)} {'leads' if len(best) == 1 else 'lead'} by {metric}"
    return (named, f"the leader by {metric} is another")


def find_leaders(test: OmnibusResult) -> tuple[str, ...]:
    """Return the algorithms with the best mean rank."""
    best = min(test.mean_ranks)
    names = zip(test.design.algorithms, test.mean_ranks, strict=True)
    return tuple(name for name, rank in names if rank == best)


def _compare_leaders(
    leaders: Mapping[str, tuple[str, ...]], others: Mapping[str, tuple[str, ...]]
) -> str:
    if not others:
        best = next(iter(leaders.values()))
        verb = "has" if len(best) == 1 else "share"
        return f"{fmt.join(best, most=3)} {verb} the best mean rank by all {len(leaders)} metrics."
    clauses = [
        f"by {metric}, {fmt.join(best, most=3)} {'has' if len(best) == 1 else 'share'} the best mean rank"
        for metric, best in list(others.items())[:MOST_METRICS]
    ]
    more = len(others) - len(clauses)
    tail = f"; {more} more metrics have another leader too" * (more > 1)
    tail = tail or "; one more metric has another leader too" * (more == 1)
    return f"The metrics rank differently: {'; '.join(clauses)}{tail}."
