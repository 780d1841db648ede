"""The answer on predictions in plain sentences."""

from collections.abc import Sequence

from benchreport.analysis.leader import describe_leader
from benchreport.analysis.predictions_over_datasets import LEAST_DATASETS, OverDatasets
from benchreport.analysis.verdict import claim_difference, share_reservation
from benchreport.analysis.view_agreement import describe_contradictions
from benchreport.data.predictions import Predictions
from benchreport.errors import counted
from benchreport.results import Measured, MetricsResult, OmnibusResult, PairwiseResult
from benchreport.results import number_format as fmt

__all__ = ["write_prediction_verdict"]


def write_prediction_verdict(
    predictions: Predictions,
    metrics: MetricsResult,
    omnibus: OmnibusResult | None,
    pairs: Sequence[PairwiseResult],
    over: OverDatasets | None,
) -> tuple[str, ...]:
    """Say what was found, the most important first, without claiming more.

    Parameters
    ----------
    predictions
        The table.
    metrics
        With their intervals, which the majority baseline is held against.
    omnibus
        Of all models at once, where that was tested.
    pairs
        Tests of pairs, the one that decides first.
    over
        What was found dataset by dataset.
    """
    told = [describe_contradictions(pairs, "They measure different things.")]
    if omnibus is not None and not (pairs and share_reservation(omnibus, pairs[0])):
        told.append(claim_difference(omnibus, f"the {len(predictions.algorithms)} models"))
    # a second test of the same numbers, made for its intervals, says nothing new
    firsts = {each.centre_name: each for each in reversed(pairs)}
    told += [describe_leader(each) for each in pairs if firsts[each.centre_name] is each]
    if not pairs:
        told.append(f"{metrics.summary}.")
    told.append(_compare_with_baseline(metrics))
    told.append(_describe_datasets(over))
    if predictions.repeated:
        told.append(
            f"Each of {predictions.n_units} examples was tried up to {len(predictions.repeats)} times; "
            "these repeats were averaged within the example first."
        )
    told.append(
        "This is about the models as trained, on examples like these: other training data may rank "
        "them otherwise."
        if len(predictions.algorithms) > 1
        else "This is about the model as trained, on examples like these."
    )
    return tuple(line for line in told if line)


def _compare_with_baseline(metrics: MetricsResult) -> str:
    """Hold accuracies against always saying the most frequent class, by their intervals."""
    rows = metrics.of("accuracy")
    if not rows or not metrics.majority:
        return ""
    share = fmt.number(100 * rows[0].baseline, 3)
    shown = [row.algorithm for row in rows if _is_beyond(row) and not metrics.doubts]
    here = [
        row.algorithm for row in rows if row.estimate > row.baseline and row.algorithm not in shown
    ]
    not_even = [row.algorithm for row in rows if row.estimate <= row.baseline]
    level = fmt.number(100 * (1 - metrics.alpha))
    parts = (
        (
            shown,
            f"is shown to do better (its {level} % interval excludes it)",
            f"are shown to do better (their {level} % intervals exclude it)",
        ),
        (
            here,
            "does better in the sample, which is not shown to hold beyond it",
            "do better in the sample, which is not shown to hold beyond it",
        ),
        (not_even, "does no better", "do no better"),
    )
    kept = [_say_of(who, len(rows), one, many) for who, one, many in parts if who]
    return (
        f"Always saying {metrics.majority} would be right in {share} % of cases: {'; '.join(kept)}."
    )


def _is_beyond(row: Measured) -> bool:
    return row.interval is not None and row.interval.low > row.baseline


def _say_of(who: list[str], n: int, one: str, many: str) -> str:
    if len(who) == n > 1:
        return f"all models {many}"
    return f"{fmt.join(who, most=6)} {one if len(who) == 1 else many}"


def _describe_datasets(over: OverDatasets | None) -> str:
    if over is None:
        return ""
    many = counted(len(over.datasets), "dataset")
    if over.pairs is not None:
        return f"Over the {many}, each taken as one score: {describe_leader(over.pairs)}"
    few = f", and fewer than {LEAST_DATASETS} to compare over them" * (
        len(over.datasets) < LEAST_DATASETS
    )
    return f"The examples are of {many}{few}: those of one are alike, so that intervals are too narrow."
