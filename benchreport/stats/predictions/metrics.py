"""Metrics of every model, with intervals."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import numpy as np
from scipy import special

from benchreport.data.predictions import Predictions
from benchreport.errors import (
    DesignError,
    OptionError,
    check_choice,
    check_fraction,
    check_number,
    check_seed,
)
from benchreport.hints import option
from benchreport.numerics.predictions.metrics_samples import SampleMetric, find_sample_metric
from benchreport.numerics.predictions.proportion_interval import PROPORTION_METHODS
from benchreport.results.base import Design, Interval
from benchreport.results.later import later
from benchreport.results.predictions.metrics import Measured, MetricsResult, format_metric
from benchreport.results.writing import number_format as fmt
from benchreport.stats._predictions.example_values import example_values
from benchreport.stats._predictions.metric_intervals import (
    Ends,
    Method,
    Options,
    interval_references,
    intervals_of,
)
from benchreport.stats._predictions.metric_values import Measure, measure, of_first_ranks
from benchreport.stats._predictions.prediction_pairs import (
    ONE_SPLIT,
    clusters_enough_for_resampling,
    examples_apart,
    note_averages,
    notes_of,
)
from benchreport.wording.verdicts import notes as texts

TWO = 2


def metrics(
    predictions: Predictions,
    names: Sequence[str] | str | None = None,
    *,
    interval: Method = "auto",
    alpha: float = 0.05,
    n_resamples: int = 2000,
    rng: int = 0,
) -> MetricsResult:
    """Measure every model, with an interval for each number and the majority-class baseline.

    There is no H0 and no H1: intervals of single models do not compare models; `mcnemar`, `delong` and
    `metric_bootstrap` do.

    Parameters
    ----------
    predictions
        Predictions of k models for n examples, weighted or not.
    names
        The metrics, all that the table allows; by default the usual ones of the task. These are, for
        labels, accuracy, balanced_accuracy, mcc, and precision, recall and f1 (of the positive
        class of two, else f1_macro); for scores auc too; for probabilities log_loss and brier too;
        for values rmse, mae and r2; for ranked lists ndcg, precision, recall and hit rate of the
        first 10, mean_average_precision and reciprocal_rank; for language perplexity and log_loss;
        for right and wrong answers accuracy. Where examples have several samples, ``"pass@5"`` (at least
        one of 5 is right), ``"pass^5"`` (all are), ``"majority@5"``, and ``"best@5"`` and ``"worst@5"`` of
        the usual loss of the task: averages over all sets of 5 of the samples that there are.
    interval
        ``"normal"``, ``"wilson"``, ``"agresti_coull"``, ``"clopper_pearson"`` and ``"jeffreys"`` are
        for proportions of examples (accuracy, error, precision and recall of one class); other
        metrics take ``"auto"``. ``"percentile"``, ``"t"`` and ``"bca"`` bootstrap all metrics.
        ``"auto"`` is Wilson's for proportions; for AUC DeLong's on the logit scale, as in `roc`, and
        Newcombe's for models that separate the classes; BCa for the rest, and for all where
        examples are weighted.
    alpha
        Intervals have confidence 1 − alpha, each alone.
    n_resamples
        The number of bootstrap resamples.
    rng
        The seed of the bootstrap; the same seed gives the same bytes.

    Returns
    -------
    MetricsResult
        For each metric each model's estimate and interval, and the value of always predicting the most
        frequent class.

    Raises
    ------
    DesignError
        The table lacks the labels, probabilities, scores or values of a metric; or examples are weighted
        and the intervals are of counts.
    OptionError
        The metric or interval is invalid; precision, recall or f1 without a positive class; too few
        resamples.

    Notes
    -----
    Examples are resampled with replacement, for AUC and average precision within their class; clusters of
    examples as a whole. Where examples have repeats or come in clusters, Wilson's interval is that of as many
    independent examples as would vary like these, by CR2 as in `paired_difference`. Whether a model is more
    accurate than always predicting the most frequent class is judged by the t interval of the difference on
    the same examples, by CR2 too.
    Bootstraps of few examples, or of few of a class, are too narrow. Intervals of 95 % held log loss in 85 to
    91 %, average precision in 86 to 91 % and the Brier score in 74 to 94 % of tables of 30 to 60 examples.
    With nine positives of 60 they held balanced accuracy in 82 %, as resamples show no errors where all nine
    are right.
    A metric has no interval where it is undefined or infinite, in the table or in a resample, or where it
    is the same in every resample, such as the F1 of a model without errors.

    References
    ----------
    Wilson (1927); Brown, Cai & DasGupta (2001), Statistical Science 16, for intervals of
    proportions; Efron & Tibshirani (1993), chapters 12 to 14, for the bootstrap; DeLong et al. (1988).

    Examples
    --------
    A lecture's 80 true positives, 20 false negatives, 5 false positives, 195 true negatives:

    >>> import pandas as pd
    >>> import benchreport
    >>> truth, labels = [1] * 100 + [0] * 200, [1] * 80 + [0] * 20 + [1] * 5 + [0] * 195
    >>> result = pd.DataFrame({"y_true": truth, "m": labels}).bench.metrics()
    >>> print(result.summary)
    The accuracy of m is 0.917 (95 % interval [0.880, 0.943]; always predicting 0: 0.667)
    """
    check_fraction("alpha", alpha)
    check_choice("interval", interval, get_args(Method))
    check_number("n_resamples", n_resamples, above=0, whole=True, hint=option(n_resamples=2000))
    check_seed(rng)
    _check_weights(predictions, interval)
    chosen = _choose_metrics(predictions, names)
    of_samples = [found for name in chosen if (found := find_sample_metric(name)) is not None]
    chosen = tuple(name for name in chosen if find_sample_metric(name) is None)
    measures = [measure(predictions, name) for name in chosen]
    options = Options(interval, 1 - alpha, int(n_resamples), rng)
    ends = intervals_of(predictions, measures, options)
    common = _most_frequent(predictions, measures)
    rows = _rows(predictions, measures, ends, common, 1 - alpha)
    majority = predictions.classes[common] if common >= 0 else ""
    rows += tuple(
        row for metric in of_samples for row in _rows_of_samples(predictions, metric, 1 - alpha)
    )
    bootstrapped = any(how.endswith("bootstrap") for name in chosen for how in ends[name].how)
    return MetricsResult(
        procedure="metrics",
        method="Metrics",
        variant=interval,
        alpha=alpha,
        design=Design.of_predictions(
            predictions,
            fmt.join(dict.fromkeys(row.metric for row in rows), most=3),
            higher_is_better=rows[0].higher_is_better,
            averaged=True,
        ),
        assumptions=later(
            lambda: (
                examples_apart(predictions, averaged=True),
                *(clusters_enough_for_resampling(predictions) if bootstrapped else ()),
                ONE_SPLIT,
            )
        ),
        warnings=later(
            lambda: (
                *notes_of(predictions),
                *note_averages(predictions),
                *_note_missing_intervals(rows),
            )
        ),
        references=(*interval_references(ends), *(("chen2021", "bell2002") if of_samples else ())),
        seed=rng if bootstrapped else None,
        rows=rows,
        claims=_claims(rows, majority),
        majority=majority,
    )


def _check_weights(predictions: Predictions, interval: Method) -> None:
    if predictions.weighted and interval in PROPORTION_METHODS:
        raise DesignError(
            f"interval={interval!r} counts examples; these are weighted.",
            hint=option(interval="percentile") + ", or 'auto'",
        )


def _choose_metrics(predictions: Predictions, names: Sequence[str] | str | None) -> tuple[str, ...]:
    if names is None:
        return usual_metrics(predictions)
    chosen = (names,) if isinstance(names, str) else tuple(dict.fromkeys(names))
    if chosen:
        return chosen
    raise OptionError(
        "names must list at least one metric; got none.", hint=option(names=["accuracy"])
    )


USUAL: dict[str, tuple[str, ...]] = {
    "regression": ("rmse", "mae", "r2"),
    "language": ("perplexity", "log_loss"),
    "correctness": ("accuracy",),
}


def usual_metrics(predictions: Predictions) -> tuple[str, ...]:
    """Return the metrics that a task usually has, the first the one that is compared."""
    if predictions.task == "ranking":
        names = ("ndcg", "precision", "recall", "hit_rate")
        of_first = tuple(of_first_ranks(name, predictions) for name in names)
        return (of_first[0], "mean_average_precision", *of_first[1:], "reciprocal_rank")
    if predictions.task in USUAL:
        return USUAL[predictions.task]
    if not predictions.has_labels:
        return ("auc", "average_precision")
    return _usual_metrics_of_labels(predictions)


def _usual_metrics_of_labels(predictions: Predictions) -> tuple[str, ...]:
    binary = len(predictions.classes) == TWO
    of_class = ("precision", "recall", "f1") if binary and predictions.positive else ("f1_macro",)
    chosen = ("accuracy", "balanced_accuracy", *of_class, "mcc")
    scores = predictions.scores
    if binary and scores is not None:
        chosen += ("auc",)
        if ((scores >= 0) & (scores <= 1)).all():
            return (*chosen, "log_loss", "brier")
        return chosen
    if predictions.probabilities is None:
        return chosen
    return (*chosen, "log_loss", "brier" if binary else "brier_multiclass")


def _most_frequent(predictions: Predictions, measures: list[Measure]) -> int:
    """Return the code of the most frequent class, −1 where no metric is of labels."""
    if not predictions.classes or all(measured.metric.needs != "label" for measured in measures):
        return -1
    totals = np.bincount(predictions.truth.astype(int), predictions.weights)
    return int(totals.argmax())


def _rows(
    predictions: Predictions,
    measures: list[Measure],
    ends: dict[str, Ends],
    common: int,
    confidence: float,
) -> tuple[Measured, ...]:
    rows = []
    for measured in measures:
        baseline = _baseline(predictions, measured, common)
        beats = [False] * len(predictions.algorithms)
        if measured.name == "accuracy" and common >= 0:
            beats = _beat_baseline(predictions, common, confidence)
        low, high, how, estimates = ends[measured.name]
        if estimates is None:
            estimates = measured.estimates
        numbers = zip(
            predictions.algorithms,
            estimates.tolist(),
            low.tolist(),
            high.tolist(),
            how,
            beats,
            strict=True,
        )
        for name, estimate, bottom, top, method, beating in numbers:
            none = bool(np.isnan([bottom, top]).any())
            rows.append(
                Measured(
                    algorithm=name,
                    metric=measured.name,
                    estimate=estimate,
                    interval=None if none else Interval(bottom, top, confidence),
                    higher_is_better=measured.metric.higher_is_better,
                    definition=measured.metric.definition,
                    how="" if none else method,
                    baseline=baseline,
                    beats_baseline=beating,
                )
            )
    return tuple(rows)


def _beat_baseline(predictions: Predictions, common: int, confidence: float) -> list[bool]:
    """Tell which models are right more often than the answer ``common``: the interval of the difference.

    The share of that answer varies with the examples as accuracies do. An interval of the accuracy alone
    would exclude it for 8 % of models that are no better, in place of 2.5 %.
    """
    k, answered = len(predictions.algorithms), predictions.answered
    beside = replace(
        predictions,
        algorithms=(*predictions.algorithms, ""),
        predicted=np.column_stack(
            [predictions.predicted, np.full(predictions.n_rows, float(common))]
        ),
        scores=None,
        probabilities=None,
        answered=None if answered is None else np.column_stack([answered, answered.any(axis=1)]),
    )
    try:
        clusters = example_values(beside, "accuracy").sum_blocks()
    except DesignError:
        # with all weight on one example, nothing shows how much accuracies vary
        return [False] * k
    columns = np.arange(k), np.full(k, k)
    half = -special.stdtrit(clusters.dof, (1 - confidence) / 2) * clusters.errors_of(*columns)
    beats: list[bool] = (clusters.differences_of(*columns) > half).tolist()
    return beats


def _rows_of_samples(
    predictions: Predictions, metric: SampleMetric, confidence: float
) -> list[Measured]:
    """Measure every model by a metric of samples; intervals are of means over examples, or over clusters."""
    scored = example_values(predictions, metric.name)
    clusters = scored.sum_blocks()
    half = -special.stdtrit(clusters.dof, (1 - confidence) / 2) * clusters.errors
    rows = []
    for place, name in enumerate(predictions.algorithms):
        ends = (clusters.mean[place] + np.array([-1, 1]) * half[place]) * clusters.unit
        varies = clusters.errors[place] > 0
        rows.append(
            Measured(
                algorithm=name,
                metric=scored.name,
                estimate=float(clusters.mean[place] * clusters.unit),
                interval=Interval(float(ends[0]), float(ends[1]), confidence) if varies else None,
                higher_is_better=scored.higher_is_better,
                definition=metric.definition,
                how=("CR2" if predictions.clustered else "t") * bool(varies),
                baseline=math.nan,
            )
        )
    return rows


def _baseline(predictions: Predictions, measured: Measure, common: int) -> float:
    if measured.metric.needs != "label" or common < 0:
        # math.nan is one object, so that equal results compare equal
        return math.nan
    labels = np.full(predictions.n_rows, common)
    if measured.name == "precision" and predictions.classes[common] != predictions.positive:
        # no example is predicted as positive: 0 of 0
        return math.nan
    if measured.name in ("precision", "recall", "f1"):
        positive = predictions.classes.index(predictions.positive)
        labels = np.full(predictions.n_rows, int(common == positive))
    return float(measured.metric.function(measured.truth, labels, measured.importance))


def _note_missing_intervals(rows: tuple[Measured, ...]) -> tuple[str, ...]:
    names = dict.fromkeys(
        f"{format_metric(row.metric)} of {row.algorithm}" for row in rows if not row.interval
    )
    if not names:
        return ()
    return (texts.NO_INTERVAL.format(metrics=fmt.join(names, most=5)),)


def _claims(rows: tuple[Measured, ...], majority: str) -> tuple[str, ...]:
    models = list(dict.fromkeys(row.algorithm for row in rows))
    several = len(models) > 1
    note = texts.INTERVAL_IS_NO_TEST.format(value="number", names="models", blocks="examples")
    alone = (note,) * several
    accuracy = [row for row in rows if row.metric == "accuracy"]
    no_better = [row.algorithm for row in accuracy if not row.beats_baseline]
    if not accuracy or not majority:
        return alone
    if not no_better:
        who = texts.ALL_MODELS if several else texts.ONE_MODEL.format(model=models[0])
        return (texts.BEAT_MAJORITY.format(models=who, majority=majority), *alone)
    below = texts.NOT_BEYOND_MAJORITY.format(
        models=fmt.join(no_better, most=5),
        are="is" if len(no_better) == 1 else "are",
        majority=majority,
    )
    return (below, *alone)
