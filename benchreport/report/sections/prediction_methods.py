"""The methods paragraph of a report on predictions, complete enough to repeat the analysis."""

from collections.abc import Sequence

from benchreport.analysis.predictions.prediction_analysis import (
    PAIR_RESAMPLES,
    RESAMPLES,
    PredictionAnalysis,
)
from benchreport.data.predictions import Predictions
from benchreport.errors import format_count
from benchreport.report.sections.methods import (
    cite,
    correction_words,
    method_sentence,
    software_sentence,
)
from benchreport.results import MetricsResult, OmnibusResult, PairwiseResult, Result
from benchreport.results.predictions.metrics import format_metric
from benchreport.results.writing import number_format as fmt
from benchreport.wording.papers import methods
from benchreport.wording.papers import prediction_methods as wording

# the methods of metrics' intervals, and their references
SOURCES = {
    "Wilson": ("wilson1927",),
    "DeLong": ("delong1988",),
    "logit DeLong": ("delong1988",),
    "Newcombe": ("newcombe2006",),
    "BCa bootstrap": ("efron1987",),
    "percentile bootstrap": ("efron1993",),
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
        _metrics_sentence(analysis.metrics, analysis.predictions),
        *steps,
        _datasets_sentence(analysis),
        _evaluation_sentence(analysis),
        _figures_sentence(analysis),
        *(method_sentence(result) for result in include),
        methods.TWO_SIDED.format(level=fmt.level(analysis.alpha)) if tested else "",
        software_sentence(),
    ]
    return " ".join(part for part in parts if part)


def _data_sentence(predictions: Predictions) -> str:
    models = len(predictions.algorithms)
    weights = ""
    if predictions.weighted:
        weights = wording.WEIGHTS.format(weighting=predictions.weighting)
    template = wording.ONE_MODEL if models == 1 else wording.MODELS
    return template.format(
        models=format_count(models, "model"),
        outputs=_name_outputs(predictions),
        examples=format_count(predictions.n_units, "example")
        + wording.ANSWERS.format(n=predictions.n) * predictions.repeated,
        weights=weights,
    )


def _name_outputs(predictions: Predictions) -> str:
    outputs = wording.OUTPUTS[predictions.task]
    if predictions.task != "classification":
        return outputs
    if not predictions.has_labels:
        outputs = wording.SCORES
    elif predictions.scores is not None or predictions.probabilities is not None:
        outputs += wording.AND_SCORES
    return outputs + wording.CLASSES.format(classes=len(predictions.classes))


def _metrics_sentence(metrics: MetricsResult, predictions: Predictions) -> str:
    by: dict[str, list[str]] = {}
    for row in metrics.rows:
        if row.how:
            names = by.setdefault(row.how, [])
            name = format_metric(row.metric)
            names += [name] * (name not in names)
    parts = "; ".join(_interval_words(metrics, how, names) for how, names in by.items())
    bare = fmt.join(
        format_metric(name) for name in metrics.names if not any(r.how for r in metrics.of(name))
    )
    if not parts:
        return wording.REPORT.format(metrics=bare)
    template = wording.REPORT_WITHOUT if bare else wording.REPORT
    sentences = [template.format(metrics=parts, bare=bare)]
    if "Wilson" in by and (predictions.clustered or predictions.repeated):
        sentences.append(wording.EFFECTIVE.format(what=wording.DEPENDENT[predictions.clustered]))
    if any(how.endswith("bootstrap") for how in by):
        sentences.append(wording.RESAMPLES.format(n=RESAMPLES, seed=metrics.seed))
    return " ".join(sentences)


def _interval_words(metrics: MetricsResult, how: str, names: Sequence[str]) -> str:
    """Name metrics with the method of their intervals."""
    return wording.WITH_INTERVALS.format(
        metrics=fmt.join(names),
        level=fmt.number(100 * (1 - metrics.alpha)),
        intervals=wording.INTERVALS.get(how, wording.OTHER_INTERVALS.format(how=how)),
        citation=cite(*SOURCES.get(how, metrics.references[:1])),
    )


def _step_sentence(result: Result) -> str:
    if isinstance(result, OmnibusResult):
        test, effect = (cite(*result.references[place : place + 1]) for place in (0, 1))
        return wording.OMNIBUS.format(
            method=result.method, citation=test, effect_name=result.effect_name, effect=effect
        )
    if not isinstance(result, PairwiseResult):
        return method_sentence(result)
    return f"{STEPS.get(result.procedure, _other)(result)}{correction_words(result)}."


def _versus(result: PairwiseResult) -> str:
    return "" if result.control is None else methods.WITH_CONTROL.format(control=result.control)


def _mcnemar(result: PairwiseResult) -> str:
    how = wording.MCNEMAR_VARIANTS.get(result.variant, result.variant)
    ends = ""
    if result.intervals:
        ends = wording.MCNEMAR_INTERVALS.format(citation=cite("newcombe1998"))
    return wording.MCNEMAR.format(
        versus=_versus(result),
        citation=cite("mcnemar1947"),
        how=how,
        source=f" {cite('fagerland2013')}" if "mid" in how else "",
        ends=ends,
    )


def _delong(result: PairwiseResult) -> str:
    return wording.DELONG.format(versus=_versus(result), citation=cite("delong1988", "sun2014"))


def _losses(result: PairwiseResult) -> str:
    return wording.PAIRED_T.format(
        measure=result.centre_name,
        versus=_versus(result),
        dof=result.design.n_blocks - 1,
        citation=cite("student1908")[1:-1],
    )


def _difference(result: PairwiseResult) -> str:
    words = wording.PAIRED_DIFFERENCE if result.variant == "t" else wording.CLUSTERED_DIFFERENCE
    return words.format(
        measure=result.centre_name,
        versus=_versus(result),
        dof=fmt.fixed(getattr(result, "dof", 0.0), 1),
        n=getattr(result, "n_clusters", 0),
        citation=cite(*[key for key in result.references if key in SOURCES_OF_MEANS])[1:-1],
    )


# of the standard errors, and of the correction by the largest t
SOURCES_OF_MEANS = ("student1908", "bell2002", "pustejovsky2018", "hothorn2008", "cameron2008")


def _bootstrap(result: PairwiseResult) -> str:
    return wording.BOOTSTRAP.format(
        measure=result.centre_name,
        versus=_versus(result),
        n=PAIR_RESAMPLES,
        seed=result.seed,
        intervals=result.variant.removesuffix(" bootstrap"),
        citation=cite(*result.references[:2])[1:-1],
    )


def _other(result: PairwiseResult) -> str:
    return wording.OTHER.format(
        versus=_versus(result),
        method=fmt.lower(result.method),
        citation=cite(*result.references[:2]),
    )


STEPS = {
    "mcnemar": _mcnemar,
    "delong": _delong,
    "loss_t": _losses,
    "paired_difference": _difference,
    "metric_bootstrap": _bootstrap,
}


def _datasets_sentence(analysis: PredictionAnalysis) -> str:
    over = analysis.over
    if over is None or over.pairs is None:
        return ""
    friedman = ""
    if over.omnibus is not None:
        friedman = f"{wording.FRIEDMAN_AND.format(citation=cite('friedman1937'))} "
    return wording.OVER_DATASETS.format(
        datasets=format_count(len(over.datasets), "dataset"),
        metric=format_metric(over.metric),
        friedman=friedman,
        citation=cite("wilcoxon1945"),
        correction=correction_words(over.pairs),
    )


def _evaluation_sentence(analysis: PredictionAnalysis) -> str:
    differences, noise = analysis.evaluation.differences, analysis.evaluation.noise
    sentences = []
    if differences is not None:
        sentences.append(wording.BY_DATASET.format(score=differences.design.score))
    if noise is not None:
        key = "henderson1953" if noise.variant.startswith("Henderson") else "searle1992"
        sentences.append(wording.NOISE.format(variant=noise.variant, citation=cite(key)))
    return " ".join(sentences)


def _figures_sentence(analysis: PredictionAnalysis) -> str:
    sentences = []
    if analysis.roc is not None and analysis.predictions.weighted:
        sentences.append(wording.HULL.format(citation=cite("provost2001")))
    elif analysis.roc is not None:
        sentences.append(wording.HULL_AND_AREAS.format(citation=cite("provost2001", "delong1988")))
    if analysis.reliability is not None:
        sentences.append(wording.RELIABILITY.format(citation=cite("brocker2007", "wilson1927")))
    return " ".join(sentences)
