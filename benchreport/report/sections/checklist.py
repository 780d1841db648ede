"""The checklist of good practice."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchreport import stats
from benchreport.analysis import Analysis, CurveAnalysis, PredictionAnalysis
from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.report.document import Check, Checks, Section, Text
from benchreport.results import number_format as fmt

PASSED, DOUBTFUL, NOT_APPLICABLE = "passed", "doubtful", "not applicable"
UNCERTAINTY = "Is uncertainty shown?"
METRICS = "Is more than one metric looked at?"
FEW_DATASETS = 10
TWO = 2


class Practice(NamedTuple):
    """One question with its answer and the evidence for it."""

    question: str
    outcome: str
    evidence: str


def checklist_section(analysis: Analysis | CurveAnalysis | PredictionAnalysis) -> Section:
    """Answer the questions that a reviewer asks, from the data alone."""
    if isinstance(analysis, Analysis):
        practices = list(_check_scores(analysis))
    elif isinstance(analysis, CurveAnalysis):
        practices = list(_check_curves(analysis))
    else:
        practices = list(_check_predictions(analysis))
    introduction = (
        "Filled in from the data. What they cannot show, such as how those compared were tuned, is for "
        "the authors to say."
    )
    items = tuple(
        Check(
            procedure=practice.question,
            name="",
            outcome=practice.outcome,
            evidence=practice.evidence,
        )
        for practice in practices
    )
    return Section(
        key="checklist", title="Good practice", blocks=(Text((introduction,)), Checks(items))
    )


def _check_scores(analysis: Analysis) -> Iterator[Practice]:
    scores = analysis.scores
    yield _check_repeats(scores)
    yield _check_datasets(scores)
    yield _check_splits(scores)
    yield _check_gaps(scores)
    yield _check_uncertainty(analysis)
    yield _check_correction(analysis)
    yield _check_effect_sizes(analysis)
    yield Practice(
        METRICS,
        DOUBTFUL,
        f"{scores.score} only; another may rank differently.",
    )
    yield _check_outliers(analysis)


def _check_uncertainty(analysis: Analysis) -> Practice:
    """Look for intervals of differences; the spread of scores is always shown."""
    spread = "standard deviations and quartiles of scores"
    if analysis.advice.setting == "splits" and not analysis.pairs:
        evidence = f"{spread}; intervals take splits as independent, which they may not be."
        return Practice(UNCERTAINTY, DOUBTFUL, evidence)
    rows = [row for result in analysis.pairs for row in result.comparisons]
    ends = [row.interval for row in rows]
    ends += [row.interval for row in analysis.effects.rows] if analysis.effects else []
    if any(interval is not None and not math.isnan(interval.low) for interval in ends):
        return Practice(UNCERTAINTY, PASSED, f"{spread}, intervals of differences.")
    return Practice(UNCERTAINTY, DOUBTFUL, f"{spread}; differences have no intervals.")


def _check_repeats(scores: Scores) -> Practice:
    question = "Are runs repeated?"
    if scores.block_kind == "run":
        sizes = [len(sample) for sample in scores.samples]
        enough = PASSED if min(sizes) >= TWO else DOUBTFUL
        return Practice(question, enough, f"{_format_range(sizes)} independent runs each.")
    if scores.block_kind == "repeat":
        return Practice(question, PASSED, f"{len(scores.blocks)} repeats.")
    most, least = int(scores.counts.max()), int(scores.counts[scores.counts > 0].min())
    if most == 1:
        return Practice(
            question, DOUBTFUL, "one score in each cell: how much chance decides is not to be seen."
        )
    if least == 1:
        evidence = f"1 to {most} in each cell: where there is one, chance is not to be seen."
        return Practice(question, DOUBTFUL, evidence)
    return Practice(question, PASSED, f"{_format_range([least, most])} in each cell, averaged.")


def _format_range(counts: Sequence[int]) -> str:
    least, most = min(counts), max(counts)
    return f"{least}" if least == most else f"{least} to {most}"


def _check_datasets(scores: Scores) -> Practice:
    question = "Are there enough datasets?"
    if scores.block_kind != "dataset":
        return Practice(question, DOUBTFUL, "one only: nothing follows for others.")
    return _check_number(len(scores.blocks))


def _check_number(n: int) -> Practice:
    question = "Are there enough datasets?"
    if n == 1:
        return Practice(question, DOUBTFUL, "one only: nothing follows for others.")
    if n < FEW_DATASETS:
        return Practice(question, DOUBTFUL, f"{n}: tests over so few find large differences only.")
    return Practice(question, PASSED, f"{n}.")


def _check_splits(scores: Scores) -> Practice:
    question = "Did all algorithms see the same splits?"
    if not scores.runs.repeat_columns or scores.block_kind == "run":
        return Practice(question, NOT_APPLICABLE, "the table names no splits.")
    if not scores.missing_runs.crossed:
        noun = scores.missing_runs.noun
        return Practice(question, DOUBTFUL, f"algorithms differ in their {noun}s.")
    missing = stats.synchronized_splits(scores)
    if missing.rows:
        lacking = format_count(len(missing.rows), "run")
        return Practice(question, DOUBTFUL, f"{lacking} that others have and an algorithm lacks.")
    return Practice(question, PASSED, "every run of one algorithm has its like in all others.")


def _check_gaps(scores: Scores) -> Practice:
    question = "Is every algorithm scored everywhere?"
    gaps = gaps_in_words(scores)
    if gaps:
        return Practice(question, DOUBTFUL, f"{gaps}.")
    if scores.block_kind == "run":
        return Practice(question, NOT_APPLICABLE, "runs are independent.")
    return Practice(question, PASSED, f"{scores.values.size} cells, none empty.")


def _check_correction(analysis: Analysis) -> Practice:
    question = "Are comparisons corrected for their number?"
    decisive = analysis.decisive
    if decisive is None:
        return Practice(question, NOT_APPLICABLE, "no pairs are tested.")
    n = len(decisive.comparisons)
    if n == 1:
        return Practice(question, NOT_APPLICABLE, "there is one.")
    if decisive.correction == "none":
        return Practice(question, DOUBTFUL, f"{n} comparisons, not corrected.")
    how = decisive.correction.replace("_", " ")
    return Practice(
        question, PASSED, f"{n} comparisons, {how}, alpha {fmt.number(analysis.alpha)}."
    )


def _check_effect_sizes(analysis: Analysis) -> Practice:
    question = "Is it said how much, not only whether?"
    if analysis.effects is None:
        return Practice(question, DOUBTFUL, "there are no effect sizes.")
    names = fmt.join(name for name, _ in analysis.effects.definitions)
    return Practice(question, PASSED, f"effect sizes: {names}.")


def _check_outliers(analysis: Analysis) -> Practice:
    question = "Are outlying scores explained?"
    rows = analysis.outliers.rows
    if not rows:
        return Practice(question, PASSED, "there are none.")
    evidence = f"{format_count(len(rows), 'score')} to look at; none was removed."
    return Practice(question, DOUBTFUL, evidence)


def _check_curves(analysis: CurveAnalysis) -> Iterator[Practice]:
    curves = analysis.curves
    counts = [
        len(curves.of(algorithm=a, dataset=d)) for d in curves.datasets for a in curves.algorithms
    ]
    yield Practice(
        "Are runs repeated?",
        PASSED if min(counts) >= TWO else DOUBTFUL,
        f"{_format_range(counts)} of each algorithm on each dataset.",
    )
    yield _check_number(len(curves.datasets))
    yield Practice(
        UNCERTAINTY,
        PASSED if min(counts) >= TWO else DOUBTFUL,
        f"bands: {analysis.summary.band}."
        if min(counts) >= TWO
        else "where there is one run, no band of runs can be drawn.",
    )
    yield Practice(
        "Is it compared at more than one budget?",
        PASSED if curves.span[0] < curves.span[1] else DOUBTFUL,
        f"{curves.step} {fmt.number(curves.span[0])} to {fmt.number(curves.span[1])}.",
    )
    yield Practice(METRICS, DOUBTFUL, f"{curves.score} only; another may rank differently.")
    ends = {float(run.step[-1]) for run in curves.runs}
    yield Practice(
        "Did all runs get the same budget?",
        PASSED if len(ends) == 1 else DOUBTFUL,
        f"all end at {curves.step} {fmt.number(max(ends))}."
        if len(ends) == 1
        else f"runs end at {curves.step} {fmt.number(min(ends))} to {fmt.number(max(ends))}.",
    )
    if analysis.area is not None:
        yield _check_correction(analysis.area)
        yield _check_effect_sizes(analysis.area)


def _check_predictions(analysis: PredictionAnalysis) -> Iterator[Practice]:
    predictions = analysis.predictions
    has_interval = [row.interval is not None for row in analysis.metrics.rows]
    how_many = "all" if all(has_interval) else f"{sum(has_interval)} of"
    yield Practice(
        UNCERTAINTY,
        PASSED if any(has_interval) else DOUBTFUL,
        f"{how_many} {format_count(len(has_interval), 'number')} have intervals.",
    )
    metrics = {row.metric for row in analysis.metrics.rows}
    yield Practice(
        METRICS,
        PASSED if len(metrics) > 1 else DOUBTFUL,
        f"{format_count(len(metrics), 'metric')}.",
    )
    yield _check_number(len(predictions.datasets))
    yield Practice(
        "Are runs repeated?",
        PASSED if len(predictions.repeats) > 1 else DOUBTFUL,
        f"{len(predictions.repeats)} repeats."
        if len(predictions.repeats) > 1
        else "models were fitted once, or the table does not say: chance in fitting is not to be seen.",
    )
    if analysis.pairs:
        decisive = analysis.pairs[0]
        several = len(decisive.comparisons) > 1
        corrected = decisive.correction != "none"
        yield Practice(
            "Are comparisons corrected for their number?",
            (PASSED if corrected else DOUBTFUL) if several else NOT_APPLICABLE,
            f"{len(decisive.comparisons)} comparisons, {decisive.correction.replace('_', ' ')}."
            if several
            else "there is one.",
        )
    if predictions.task == "classification":
        yield Practice(
            "Is it compared with a trivial rule?",
            PASSED if analysis.metrics.majority else DOUBTFUL,
            f"always {analysis.metrics.majority} is in the table."
            if analysis.metrics.majority
            else "there is none.",
        )
