"""The checklist of good practice."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from benchreport import stats
from benchreport.analysis import Analysis
from benchreport.data.columns.words.measures import is_cost
from benchreport.data.columns.words.names import kind_of_repeat
from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.data.scores import Scores
from benchreport.errors import format_count, name_steps
from benchreport.report.document import Check, Checks, Section, Text
from benchreport.report.reproduction import AnyAnalysis
from benchreport.results import PairwiseResult
from benchreport.results.pairs.pairwise import CORRECTIONS
from benchreport.results.writing import number_format as fmt
from benchreport.wording.papers import checklist as wording
from benchreport.wording.papers.sections import CHECKLIST

if TYPE_CHECKING:
    from benchreport.analysis import CurveAnalysis, PredictionAnalysis

PASSED, DOUBTFUL, NOT_APPLICABLE = "passed", "doubtful", "not applicable"
FEW_DATASETS = 10
TWO = 2


class Practice(NamedTuple):
    """One question with its answer and the evidence for it."""

    question: str
    outcome: str
    evidence: str


def checklist_section(analysis: AnyAnalysis) -> Section:
    """Answer the questions that a reviewer asks, from the data alone."""
    items = tuple(
        Check(
            procedure=practice.question,
            name="",
            outcome=practice.outcome,
            evidence=practice.evidence,
        )
        for practice in _check(analysis)
    )
    return Section(
        key="checklist",
        title=CHECKLIST,
        blocks=(Text((wording.INTRODUCTION,)), Checks(items)),
    )


def _check(analysis: AnyAnalysis) -> Iterator[Practice]:
    if isinstance(analysis, Analysis):
        return _check_scores(analysis)
    # not loaded for a report on scores
    from benchreport.analysis import CurveAnalysis

    if isinstance(analysis, CurveAnalysis):
        return _check_curves(analysis)
    return _check_predictions(analysis)


def _check_scores(analysis: Analysis) -> Iterator[Practice]:
    scores = analysis.scores
    yield _check_repeats(scores)
    yield _check_datasets(scores, analysis.decisive)
    yield _check_splits(scores)
    yield _check_gaps(scores)
    yield _check_uncertainty(analysis)
    yield _check_correction(analysis)
    yield _check_effect_sizes(analysis)
    yield Practice(wording.METRICS, DOUBTFUL, wording.ONE_METRIC.format(score=scores.score))
    yield _check_outliers(analysis)


def _check_uncertainty(analysis: Analysis) -> Practice:
    """Look for intervals of differences; the spread of scores is always shown."""
    spread, question = wording.SPREAD, wording.UNCERTAINTY
    if analysis.advice.setting == "splits" and not analysis.pairs:
        return Practice(question, DOUBTFUL, wording.SPREAD_DEPENDENT.format(spread=spread))
    rows = [row for result in analysis.pairs for row in result.comparisons]
    ends = [row.interval for row in rows]
    ends += [row.interval for row in analysis.effects.rows] if analysis.effects else []
    if any(interval is not None and not math.isnan(interval.low) for interval in ends):
        return Practice(question, PASSED, wording.SPREAD_AND_INTERVALS.format(spread=spread))
    return Practice(question, DOUBTFUL, wording.SPREAD_ONLY.format(spread=spread))


def _check_repeats(scores: Scores) -> Practice:
    question = wording.REPEATS
    if scores.block_kind == "run":
        sizes = [len(sample) for sample in scores.samples]
        enough = PASSED if min(sizes) >= TWO else DOUBTFUL
        return Practice(question, enough, wording.INDEPENDENT_RUNS.format(n=_format_range(sizes)))
    if scores.overlapping:
        return _check_named_repeats(len(scores.blocks), scores.block_kind)
    most, least = int(scores.counts.max()), int(scores.counts[scores.counts > 0].min())
    if most == 1:
        return Practice(question, DOUBTFUL, wording.ONE_RUN)
    if least == 1:
        return Practice(question, DOUBTFUL, wording.SOMETIMES_ONE_RUN.format(most=most))
    number = _format_range([least, most])
    return Practice(question, PASSED, wording.AVERAGED_RUNS.format(n=number))


def _check_named_repeats(number: int, kind: str = "repeat") -> Practice:
    repeats = format_count(number, kind)
    return Practice(wording.REPEATS, PASSED, wording.COUNTED_REPEATS.format(repeats=repeats))


def _format_range(counts: Sequence[int]) -> str:
    least, most = min(counts), max(counts)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _count_runs(counts: Sequence[int]) -> str:
    return f"{_format_range(counts)} run{'' if max(counts) == 1 else 's'}"


def _check_datasets(scores: Scores, decides: PairwiseResult | None) -> Practice:
    if scores.block_kind != "dataset":
        return _check_number(1)
    n, complete = len(scores.blocks), int(scores.counts.all(axis=1).sum())
    if decides is not None and decides.design.n_blocks < complete:
        # of some cells there are fewer runs than of the others
        complete = decides.design.n_blocks
    if complete < n:
        enough = PASSED if complete >= FEW_DATASETS else DOUBTFUL
        evidence = wording.FEW_COMPLETE.format(n=n, complete=fmt.or_none(complete))
        return Practice(wording.DATASETS, enough, evidence)
    return _check_number(n)


def _check_number(n: int) -> Practice:
    if n == 1:
        return Practice(wording.DATASETS, DOUBTFUL, wording.ONE_DATASET)
    if n < FEW_DATASETS:
        return Practice(wording.DATASETS, DOUBTFUL, wording.FEW_DATASETS.format(n=n))
    return Practice(wording.DATASETS, PASSED, wording.COUNTED_DATASETS.format(n=n))


def _have_splits(scores: Scores) -> bool:
    """Tell whether columns name repeats that algorithms may share: numbered measurements are none."""
    kinds = {*map(kind_of_repeat, scores.runs.repeat_columns)}
    measured = is_cost(scores.runs.metric) and not kinds & {"fold", "seed"}
    return bool(kinds) and not measured and scores.block_kind != "run"


def _check_splits(scores: Scores) -> Practice:
    question = wording.SPLITS
    if not _have_splits(scores):
        return Practice(question, NOT_APPLICABLE, wording.NO_SPLITS)
    if not scores.missing_runs.crossed:
        noun = scores.missing_runs.noun
        return Practice(question, DOUBTFUL, wording.UNCROSSED.format(noun=noun))
    missing = stats.synchronized_splits(scores)
    if missing.rows:
        lacking = format_count(len(missing.rows), "run")
        return Practice(
            question,
            DOUBTFUL,
            wording.LACKING.format(runs=lacking, are="is" if len(missing.rows) == 1 else "are"),
        )
    return Practice(question, PASSED, wording.SAME_SPLITS)


def _check_gaps(scores: Scores) -> Practice:
    question = wording.GAPS
    if gaps_in_words(scores):
        # which these are is said of the data
        counted = scores.missing_runs.counted if scores.missing_runs else gaps_in_words(scores)
        return Practice(question, DOUBTFUL, wording.GAPS_FOUND.format(gaps=counted))
    if scores.block_kind == "run":
        return Practice(question, NOT_APPLICABLE, wording.INDEPENDENT)
    return Practice(question, PASSED, wording.NO_GAPS.format(cells=scores.values.size))


def _check_correction(analysis: Analysis) -> Practice:
    if analysis.decisive is None:
        return Practice(wording.CORRECTION, NOT_APPLICABLE, wording.NO_PAIRS)
    return _check_adjustment(analysis.decisive)


def _check_adjustment(result: PairwiseResult) -> Practice:
    question, n = wording.CORRECTION, len(result.comparisons)
    if n == 1:
        return Practice(question, NOT_APPLICABLE, wording.ONE_COMPARISON)
    if result.correction == "none":
        return Practice(question, DOUBTFUL, wording.NOT_CORRECTED.format(n=n))
    how, level = CORRECTIONS[result.correction].words, fmt.level(result.alpha)
    return Practice(question, PASSED, wording.CORRECTED.format(n=n, correction=how, level=level))


def _check_effect_sizes(analysis: Analysis) -> Practice:
    question = wording.EFFECT_SIZES
    decisive = analysis.decisive
    if analysis.effects is not None:
        names = fmt.join(name for name, _ in analysis.effects.definitions)
    elif decisive is not None and decisive.effect_name != decisive.difference_name:
        names = decisive.effect_name
    else:
        return Practice(question, DOUBTFUL, wording.NO_EFFECT_SIZES)
    return Practice(question, PASSED, wording.EFFECTS.format(names=names))


def _check_outliers(analysis: Analysis) -> Practice:
    n = len(analysis.outliers.rows)
    if n == 0:
        return Practice(wording.OUTLIERS, PASSED, wording.NO_OUTLIERS)
    evidence = wording.ONE_OUTLIER if n == 1 else wording.OUTLYING.format(scores=f"{n} scores")
    return Practice(wording.OUTLIERS, DOUBTFUL, evidence)


def _check_curves(analysis: "CurveAnalysis") -> Iterator[Practice]:
    curves = analysis.curves
    counts = [
        len(curves.of(algorithm=a, dataset=d)) for d in curves.datasets for a in curves.algorithms
    ]
    yield Practice(
        wording.REPEATS,
        PASSED if min(counts) >= TWO else DOUBTFUL,
        wording.RUNS_EVERYWHERE.format(runs=_count_runs(counts)),
    )
    yield _check_number(len(curves.datasets))
    yield Practice(
        wording.UNCERTAINTY,
        PASSED if min(counts) >= TWO else DOUBTFUL,
        wording.BANDS.format(band=analysis.summary.band)
        if min(counts) >= TWO
        else wording.NO_BANDS,
    )
    yield Practice(
        wording.BUDGETS,
        PASSED if curves.span[0] < curves.span[1] else DOUBTFUL,
        wording.BUDGET_RANGE.format(steps=name_steps(curves.step, *map(fmt.number, curves.span))),
    )
    yield Practice(wording.METRICS, DOUBTFUL, wording.ONE_METRIC.format(score=curves.score))
    ends = {float(run.step[-1]) for run in curves.runs}
    yield Practice(
        wording.SAME_BUDGET,
        PASSED if len(ends) == 1 else DOUBTFUL,
        (wording.SAME_END if len(ends) == 1 else wording.DIFFERENT_ENDS).format(
            steps=name_steps(curves.step, *map(fmt.number, sorted({min(ends), max(ends)})))
        ),
    )
    if analysis.area is not None:
        yield _check_correction(analysis.area)
        yield _check_effect_sizes(analysis.area)


def _check_predictions(analysis: "PredictionAnalysis") -> Iterator[Practice]:
    predictions = analysis.predictions
    has_interval = [row.interval is not None for row in analysis.metrics.rows]
    intervals = wording.ALL_INTERVALS if all(has_interval) else wording.INTERVALS
    yield Practice(
        wording.UNCERTAINTY,
        PASSED if any(has_interval) else DOUBTFUL,
        intervals.format(all=sum(has_interval), n=len(has_interval)),
    )
    metrics = {row.metric for row in analysis.metrics.rows}
    yield Practice(
        wording.METRICS,
        PASSED if len(metrics) > 1 else DOUBTFUL,
        wording.COUNTED_METRICS.format(metrics=format_count(len(metrics), "metric")),
    )
    yield _check_number(len(predictions.datasets))
    if len(predictions.repeats) > 1:
        yield _check_named_repeats(len(predictions.repeats))
    else:
        yield Practice(wording.REPEATS, DOUBTFUL, wording.FITTED_ONCE)
    if analysis.pairs:
        yield _check_adjustment(analysis.pairs[0])
    if predictions.task == "classification":
        yield Practice(
            wording.BASELINE,
            PASSED if analysis.metrics.majority else DOUBTFUL,
            wording.MAJORITY.format(majority=analysis.metrics.majority)
            if analysis.metrics.majority
            else wording.NO_BASELINE,
        )
