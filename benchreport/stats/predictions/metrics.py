"""Metrics of every model, with intervals."""

import math
from collections.abc import Sequence
from typing import get_args

import numpy as np

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
from benchreport.numerics.predictions.proportion_interval import PROPORTION_METHODS
from benchreport.results import number_format as fmt
from benchreport.results.base import Design, Interval
from benchreport.results.metrics import Measured, MetricsResult, format_metric
from benchreport.stats.predictions._metric_intervals import (
    Ends,
    Method,
    Options,
    intervals_of,
    sources,
)
from benchreport.stats.predictions._metric_values import Measure, measure, of_first_ranks
from benchreport.stats.predictions._prediction_pairs import (
    ONE_SPLIT,
    examples_apart,
    note_averages,
    notes_of,
)

__all__ = ["metrics"]

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

    There is no H0 and no H1: `mcnemar`, `delong` or `metric_bootstrap` compare models, which
    intervals of single models do not.

    Parameters
    ----------
    predictions
        Of k models for n examples, weighted or not.
    names
        Metrics of `benchreport.numerics.predictions.metrics.METRICS` that the table allows. None takes, of
        labels, accuracy, balanced_accuracy, mcc, and precision, recall and f1 (of the positive
        class of two, else f1_macro); of scores auc too; of probabilities log_loss and brier too;
        of values rmse, mae and r2; of ranked lists ndcg, precision, recall and hit rate of the
        first 10, mean_average_precision and reciprocal_rank; of language perplexity and log_loss;
        of right and wrong answers accuracy.
    interval
        ``"normal"``, ``"wilson"``, ``"agresti_coull"``, ``"clopper_pearson"`` or ``"jeffreys"``: so
        for proportions of examples (accuracy, error, precision and recall of one class), as
        ``"auto"`` for the rest. ``"percentile"``, ``"t"`` or ``"bca"``: so bootstrapped for all.
        ``"auto"``: Wilson's for proportions; for AUC DeLong's on the logit scale, as in `roc`, and
        Newcombe's for models that separate the classes; BCa for the rest, and for all where
        examples are weighted.
    alpha
        Intervals have confidence 1 − alpha, each for itself.
    n_resamples
        Of the bootstrap.
    rng
        Its seed; the same seed gives the same bytes.

    Returns
    -------
    MetricsResult
        Metric by metric, each model's estimate, interval, and what always predicting the most
        frequent class would get.

    Raises
    ------
    DesignError
        A metric needs labels, probabilities, scores or values that are not there; intervals of
        counts are asked for weighted examples.
    OptionError
        There is no such metric or interval; precision, recall or f1 without a positive class; too few
        resamples.

    Notes
    -----
    Examples are resampled with replacement, for AUC and average precision within their class.
    Where a metric is undefined or infinite, in the table or in a resample, it has no interval, and
    neither has one that is the same in every resample, such as the F1 of a model without errors.

    References
    ----------
    Wilson (1927); Brown, Cai & DasGupta (2001), Statistical Science 16, for intervals of
    proportions; Efron & Tibshirani (1993), chapters 12 to 14, for the bootstrap; DeLong et al. (1988).

    Examples
    --------
    A lecture's 80 true positives, 20 false negatives, 5 false positives, 195 true negatives:

    >>> import pandas as pd
    >>> truth, said = [1] * 100 + [0] * 200, [1] * 80 + [0] * 20 + [1] * 5 + [0] * 195
    >>> result = metrics(Predictions.from_frame(pd.DataFrame({"y_true": truth, "m": said})))
    >>> print(result.summary)
    Metrics: accuracy of m (0.917, 95 % interval [0.880, 0.943], always saying 0 0.667)
    """
    check_fraction("alpha", alpha)
    check_choice("interval", interval, get_args(Method))
    check_number("n_resamples", n_resamples, above=0, whole=True, hint=option(n_resamples=2000))
    check_seed(rng)
    _check_weights(predictions, interval)
    asked = _asked(predictions, names)
    measures = [measure(predictions, name) for name in asked]
    options = Options(interval, 1 - alpha, int(n_resamples), rng)
    ends = intervals_of(predictions, measures, options)
    rows, majority = _rows(predictions, measures, ends, 1 - alpha)
    bootstrapped = any(how.endswith("bootstrap") for name in asked for how in ends[name].how)
    return MetricsResult(
        procedure="metrics",
        method="Metrics",
        variant=interval,
        alpha=alpha,
        design=Design.of_predictions(
            predictions,
            fmt.join(asked, most=3),
            higher_is_better=measures[0].metric.higher_is_better,
            averaged=True,
        ),
        assumptions=(examples_apart(predictions, averaged=True), ONE_SPLIT),
        warnings=(*notes_of(predictions), *note_averages(predictions), *_without(rows)),
        references=sources(ends),
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


def _asked(predictions: Predictions, names: Sequence[str] | str | None) -> tuple[str, ...]:
    if names is None:
        return _usual(predictions)
    given = (names,) if isinstance(names, str) else tuple(dict.fromkeys(names))
    if given:
        return given
    raise OptionError(
        "names must list at least one metric; got none.", hint=option(names=["accuracy"])
    )


USUAL = {
    "regression": ("rmse", "mae", "r2"),
    "language": ("perplexity", "log_loss"),
    "correctness": ("accuracy",),
}


def _usual(predictions: Predictions) -> tuple[str, ...]:
    if predictions.task == "ranking":
        names = ("ndcg", "precision", "recall", "hit_rate")
        of_first = tuple(of_first_ranks(name, predictions) for name in names)
        return (of_first[0], "mean_average_precision", *of_first[1:], "reciprocal_rank")
    if predictions.task in USUAL:
        return USUAL[predictions.task]
    if not predictions.has_labels:
        return ("auc", "average_precision")
    return _of_labels(predictions)


def _of_labels(predictions: Predictions) -> tuple[str, ...]:
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


def _rows(
    predictions: Predictions, measures: list[Measure], ends: dict[str, Ends], confidence: float
) -> tuple[tuple[Measured, ...], str]:
    """Put estimates, intervals and the baseline together."""
    common = -1
    if predictions.classes and any(each.metric.needs == "label" for each in measures):
        totals = np.bincount(predictions.truth.astype(int), predictions.weights)
        common = int(totals.argmax())
    found = []
    for each in measures:
        baseline = _baseline(predictions, each, common)
        low, high, how, counted = ends[each.name]
        estimates = each.estimates if counted is None else counted
        numbers = zip(
            predictions.algorithms,
            estimates.tolist(),
            low.tolist(),
            high.tolist(),
            how,
            strict=True,
        )
        for name, estimate, bottom, top, by in numbers:
            none = bool(np.isnan([bottom, top]).any())
            found.append(
                Measured(
                    algorithm=name,
                    metric=each.name,
                    estimate=estimate,
                    interval=None if none else Interval(bottom, top, confidence),
                    higher_is_better=each.metric.higher_is_better,
                    definition=each.metric.definition,
                    how="" if none else by,
                    baseline=baseline,
                )
            )
    return tuple(found), predictions.classes[common] if common >= 0 else ""


def _baseline(predictions: Predictions, each: Measure, common: int) -> float:
    if each.metric.needs != "label" or common < 0:
        # one object, so that equal results compare equal
        return math.nan
    said = np.full(predictions.n, common)
    if each.name == "precision" and predictions.classes[common] != predictions.positive:
        # nothing is called positive: 0 of 0
        return math.nan
    if each.name in ("precision", "recall", "f1"):
        positive = predictions.classes.index(predictions.positive)
        said = np.full(predictions.n, int(common == positive))
    return float(each.metric.function(each.truth, said, each.weights))


def _without(rows: tuple[Measured, ...]) -> tuple[str, ...]:
    names = dict.fromkeys(
        f"{format_metric(row.metric)} of {row.algorithm}" for row in rows if not row.interval
    )
    if not names:
        return ()
    listed = fmt.join(names, most=6)
    return (f"no interval for {listed}: undefined, infinite or without variation in the sample.",)


def _claims(rows: tuple[Measured, ...], majority: str) -> tuple[str, ...]:
    alone = (
        "Each interval is about one number: whether intervals of two models overlap is no test of "
        "their difference, which tests of pairs on the same examples are."
    )
    accuracy = [row for row in rows if row.metric == "accuracy"]
    no_better = [
        row.algorithm for row in accuracy if row.interval and row.interval.low <= row.baseline
    ]
    if not accuracy or not majority:
        return (alone,)
    if not no_better:
        return (f"All accuracies are beyond that of always saying {majority}.", alone)
    listed = fmt.join(no_better, most=6)
    verb = "is" if len(no_better) == 1 else "are"
    return (f"{listed} {verb} not shown to be more accurate than always saying {majority}.", alone)
