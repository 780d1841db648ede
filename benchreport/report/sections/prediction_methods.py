"""The methods paragraph of a report on predictions, complete enough to repeat the analysis."""

import importlib.metadata
from collections.abc import Sequence

from benchreport.analysis.prediction_analysis import PAIR_RESAMPLES, RESAMPLES, PredictionAnalysis
from benchreport.data.predictions import Predictions
from benchreport.errors import format_count
from benchreport.report.sections.methods import cite, method_sentence
from benchreport.results import MetricsResult, OmnibusResult, PairwiseResult, Result
from benchreport.results import number_format as fmt
from benchreport.results.metrics import format_metric
from benchreport.results.pairwise import CORRECTIONS

WHAT = {
    "classification": "predicted labels",
    "regression": "predicted values",
    "ranking": "ranked lists",
    "language": "probabilities of what came",
    "correctness": "right and wrong answers",
}
# the methods of metrics' intervals, their names in a paper, and their references
INTERVALS = {
    "Wilson": ("Wilson's score intervals", ("wilson1927",)),
    "DeLong": ("DeLong's intervals", ("delong1988",)),
    "logit DeLong": ("DeLong's intervals on the logit scale", ("delong1988",)),
    "Newcombe": ("Newcombe's intervals", ("newcombe2006",)),
    "BCa bootstrap": ("bias-corrected and accelerated bootstrap intervals", ("efron1987",)),
    "percentile bootstrap": ("percentile bootstrap intervals", ("efron1993",)),
}
VARIANTS = {
    "exact": "exact",
    "mid_p": "mid-p",
    "exact, mid_p where many differ": (
        "exact below 25 examples on which the two differ and mid-p from there on"
    ),
    "uncorrected": "with the χ² statistic, without continuity correction",
    "corrected": "with Edwards' continuity correction",
}


def prediction_methods(analysis: PredictionAnalysis, include: Sequence[Result]) -> str:
    """Write what was done, ready to paste, with the results that were included."""
    steps = [
        _step_sentence(result)
        for result in (analysis.omnibus, *analysis.pairs)
        if result is not None
    ]
    tested = bool(steps or (analysis.over and analysis.over.pairs))
    parts = [
        _data_sentence(analysis.predictions),
        _metrics_sentence(analysis.metrics),
        *steps,
        _datasets_sentence(analysis),
        _figures_sentence(analysis),
        *(method_sentence(result) for result in include),
        (
            f"All tests are two-sided unless said otherwise, at alpha = {fmt.number(analysis.alpha)}."
            if tested
            else ""
        ),
        f"The analysis was run with benchreport {importlib.metadata.version('benchreport')}.",
    ]
    return " ".join(part for part in parts if part)


def _data_sentence(predictions: Predictions) -> str:
    k, n = len(predictions.algorithms), format_count(predictions.n, "example")
    outputs = WHAT[predictions.task]
    if predictions.task == "classification":
        if not predictions.has_labels:
            outputs = "scores"
        elif predictions.scores is not None or predictions.probabilities is not None:
            outputs += " and scores"
        outputs += f" ({len(predictions.classes)} classes)"
    weighed = f", which count {predictions.weighting}" * predictions.weighted
    if k == 1:
        return f"We measured one model by its {outputs} for {n}{weighed}."
    return f"We compared {k} models by their {outputs} for the same {n}{weighed}."


def _metrics_sentence(metrics: MetricsResult) -> str:
    by: dict[str, list[str]] = {}
    for row in metrics.rows:
        if row.how:
            names = by.setdefault(row.how, [])
            name = format_metric(row.metric)
            names += [name] * (name not in names)
    level = fmt.number(100 * (1 - metrics.alpha))
    parts = [
        f"{fmt.join(names)} with {level} % {words} {cite(*sources)}"
        for how, names in by.items()
        for words, sources in [INTERVALS.get(how, (f"intervals ({how})", metrics.references[:1]))]
    ]
    draws = ""
    if any(how.endswith("bootstrap") for how in by):
        draws = (
            f" Bootstrap intervals of metrics are from {RESAMPLES} resamples of the examples (seed "
            f"{metrics.seed})."
        )
    left = [
        format_metric(name) for name in metrics.names if not any(r.how for r in metrics.of(name))
    ]
    bare = f", {fmt.join(left)} without" if left and parts else ""
    if not parts:
        return f"We report {fmt.join(left)}."
    return f"We report {'; '.join(parts)}{bare}.{draws}"


def _step_sentence(result: Result) -> str:
    if isinstance(result, OmnibusResult):
        test, effect = (cite(*result.references[place : place + 1]) for place in (0, 1))
        return (
            f"All models at once were compared by {result.method} {test} in its χ² approximation, with "
            f"{result.effect_name} {effect} as effect size."
        )
    if not isinstance(result, PairwiseResult):
        return method_sentence(result)
    return f"{STEPS.get(result.procedure, _other)(result)}{_correction_words(result)}."


def _versus(result: PairwiseResult) -> str:
    return "" if result.control is None else f" with the control {result.control}"


def _mcnemar(result: PairwiseResult) -> str:
    how = VARIANTS.get(result.variant, result.variant)
    midp = f" {cite('fagerland2013')}" if "mid" in how else ""
    ends = ""
    if any(row.interval for row in result.comparisons):
        ends = (
            f", with Newcombe's paired intervals of the differences {cite('newcombe1998')} and exact "
            "intervals of the odds ratios"
        )
    test = f"McNemar's test {cite('mcnemar1947')}"
    return f"Accuracies were compared{_versus(result)} by {test}, {how}{midp}{ends}"


def _delong(result: PairwiseResult) -> str:
    test = f"DeLong's test {cite('delong1988', 'sun2014')}"
    return f"Areas under ROC curves were compared{_versus(result)} by {test}"


def _losses(result: PairwiseResult) -> str:
    n = result.design.n_blocks
    return (
        f"Means of {result.centre_name} over the examples were compared{_versus(result)} by the paired "
        f"t test ({n - 1} degrees of freedom; {cite('student1908')[1:-1]})"
    )


def _bootstrap(result: PairwiseResult) -> str:
    return (
        f"The models' {result.centre_name} was compared{_versus(result)} by the paired bootstrap "
        f"({PAIR_RESAMPLES} resamples of the examples, seed {result.seed}, "
        f"{result.variant.removesuffix(' bootstrap')} intervals; {cite(*result.references[:2])[1:-1]})"
    )


def _other(result: PairwiseResult) -> str:
    return f"Pairs were compared{_versus(result)} by the {result.method} {cite(*result.references[:2])}"


STEPS = {
    "mcnemar": _mcnemar,
    "delong": _delong,
    "loss_t": _losses,
    "metric_bootstrap": _bootstrap,
}


def _correction_words(result: PairwiseResult) -> str:
    correction = CORRECTIONS[result.correction]
    if len(result.comparisons) < 2 or not correction.reference:  # noqa: PLR2004 - one p-value
        return ""
    return (
        f"; p-values of its {len(result.comparisons)} comparisons are adjusted by {correction.words} "
        f"{cite(correction.reference)}"
    )


def _datasets_sentence(analysis: PredictionAnalysis) -> str:
    over = analysis.over
    if over is None or over.pairs is None:
        return ""
    metric = format_metric(over.metric)
    friedman = f"Friedman's test {cite('friedman1937')} and " if over.omnibus is not None else ""
    return (
        f"Over the {len(over.datasets)} datasets, one {metric} each, models were compared by {friedman}"
        f"Wilcoxon signed-rank tests {cite('wilcoxon1945')}{_correction_words(over.pairs)}."
    )


def _figures_sentence(analysis: PredictionAnalysis) -> str:
    sentences = []
    if analysis.roc is not None:
        sentences.append(
            f"ROC curves are shown with their convex hull {cite('provost2001')}."
            if analysis.predictions.weighted
            else "ROC curves are shown with their convex hull and DeLong's intervals of the areas "
            f"{cite('provost2001', 'delong1988')}."
        )
    if analysis.reliability is not None:
        sentences.append(
            "Reliability diagrams have ten bins of about as many examples each, with Wilson's intervals "
            f"{cite('brocker2007', 'wilson1927')}."
        )
    return " ".join(sentences)
