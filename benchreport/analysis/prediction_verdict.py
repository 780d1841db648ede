"""The verdict on predictions, in plain sentences."""

from collections.abc import Sequence

from benchreport.analysis.leader import describe_leader
from benchreport.analysis.predictions_over_datasets import LEAST_DATASETS, OverDatasets
from benchreport.analysis.verdict import claim_difference, share_reservation
from benchreport.analysis.view_agreement import describe_contradictions
from benchreport.data.predictions import Predictions
from benchreport.errors import format_count
from benchreport.results import Measured, MetricsResult, OmnibusResult, PairwiseResult
from benchreport.results import number_format as fmt


def write_prediction_verdict(
    predictions: Predictions,
    metrics: MetricsResult,
    omnibus: OmnibusResult | None,
    pairs: Sequence[PairwiseResult],
    over: OverDatasets | None,
) -> tuple[str, ...]:
    """Write the answer in sentences, the most important first; no sentence claims more than the tests show.

    Parameters
    ----------
    predictions
        The table.
    metrics
        The metrics with their intervals, and the majority baseline.
    omnibus
        The test of all models at once, if there is one.
    pairs
        The tests of pairs; the first decides.
    over
        The comparison over datasets, if there are several.
    """
    sentences = [describe_contradictions(pairs, "They measure different things.")]
    if omnibus is not None and not (pairs and share_reservation(omnibus, pairs[0])):
        sentences.append(claim_difference(omnibus, f"the {len(predictions.algorithms)} models"))
    # a second test of the same numbers only adds intervals, and needs no second sentence
    firsts = {test.centre_name: test for test in reversed(pairs)}
    sentences += [describe_leader(test) for test in pairs if firsts[test.centre_name] is test]
    if not pairs:
        sentences.append(f"{metrics.summary}.")
    sentences.append(_compare_with_baseline(metrics))
    sentences.append(_describe_datasets(over))
    if predictions.repeated:
        sentences.append(
            f"Each of {predictions.n_units} examples was tried up to {len(predictions.repeats)} times; "
            "these repeats were averaged within the example first."
        )
    sentences.append(
        "This is about the models as trained, on examples like these: other training data may rank "
        "them otherwise."
        if len(predictions.algorithms) > 1
        else "This is about the model as trained, on examples like these."
    )
    return tuple(sentence for sentence in sentences if sentence)


def _compare_with_baseline(metrics: MetricsResult) -> str:
    """Compare accuracies, by their intervals, with the share of the most frequent class."""
    rows = metrics.of("accuracy")
    if not rows or not metrics.majority:
        return ""
    share = fmt.number(100 * rows[0].baseline, 3)
    better = [row.algorithm for row in rows if _is_beyond(row) and not metrics.doubts]
    in_sample = [
        row.algorithm for row in rows if row.estimate > row.baseline and row.algorithm not in better
    ]
    no_better = [row.algorithm for row in rows if row.estimate <= row.baseline]
    level = fmt.number(100 * (1 - metrics.alpha))
    parts = (
        (
            better,
            f"is shown to do better (its {level} % interval excludes it)",
            f"are shown to do better (their {level} % intervals exclude it)",
        ),
        (
            in_sample,
            "does better in the sample, which is not shown to hold beyond it",
            "do better in the sample, which is not shown to hold beyond it",
        ),
        (no_better, "does no better", "do no better"),
    )
    clauses = [
        _say_of(names, len(rows), singular, plural) for names, singular, plural in parts if names
    ]
    return f"Always saying {metrics.majority} would be right in {share} % of cases: {'; '.join(clauses)}."


def _is_beyond(row: Measured) -> bool:
    return row.interval is not None and row.interval.low > row.baseline


def _say_of(names: list[str], n: int, singular: str, plural: str) -> str:
    if len(names) == n > 1:
        return f"all models {plural}"
    return f"{fmt.join(names, most=6)} {singular if len(names) == 1 else plural}"


def _describe_datasets(over: OverDatasets | None) -> str:
    if over is None:
        return ""
    many = format_count(len(over.datasets), "dataset")
    if over.pairs is not None:
        return f"Over the {many}, each taken as one score: {describe_leader(over.pairs)}"
    few = f", and fewer than {LEAST_DATASETS} to compare over them" * (
        len(over.datasets) < LEAST_DATASETS
    )
    return f"The examples are of {many}{few}: those of one are alike, so that intervals are too narrow."
