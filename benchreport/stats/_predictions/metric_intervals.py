"""Intervals of metrics: from counts, by DeLong, or by the bootstrap."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.data.predictions import Predictions
from benchreport.numerics.predictions.clustered_means import sum_clusters
from benchreport.numerics.predictions.delong import auc_influence, auc_intervals, delong_aucs
from benchreport.numerics.predictions.proportion_interval import (
    PROPORTION_METHODS,
    ProportionMethod,
    proportion_interval,
)
from benchreport.numerics.resampling import bootstrap as boot
from benchreport.numerics.resampling.jackknife import (
    acceleration,
    acceleration_by_influence,
    mean_influence,
)
from benchreport.numerics.resampling.resample_weights import Statistic
from benchreport.stats._arrays import Array, Booleans
from benchreport.stats._predictions.example_values import block_of
from benchreport.stats._predictions.metric_values import NOISE, Measure, Rows, rows_of
from benchreport.stats._predictions.prediction_pairs import average_repeats

Accelerations = Callable[[Booleans], Array]
"""A function from a mask of the resampled values to the accelerations of those chosen."""
Bootstrap = Literal["percentile", "t", "bca"]
Method = Literal["auto", ProportionMethod, Bootstrap]
BOOTSTRAPS: tuple[Bootstrap, ...] = ("percentile", "t", "bca")
TWO = 2


class Ends(NamedTuple):
    """Ends of the intervals of one metric, (k,), NaN where there is none, and their methods."""

    low: Array
    high: Array
    how: tuple[str, ...]
    """The method for each model."""
    estimates: Array | None = None
    """The metric itself, where it comes from the same counts."""


class Options(NamedTuple):
    """The options of intervals."""

    interval: Method
    confidence: float
    n_resamples: int
    rng: int


def intervals_of(
    predictions: Predictions, measures: list[Measure], options: Options
) -> dict[str, Ends]:
    """Compute the intervals of every metric; metrics with the same rows are resampled together."""
    ends: dict[str, Ends] = {}
    for measured in measures:
        direct = _direct_intervals(predictions, measured, options)
        if direct is not None:
            ends[measured.name] = direct
    remaining = [measured for measured in measures if measured.name not in ends]
    labels = [measured for measured in remaining if measured.metric.needs == "label"]
    ranked = [measured for measured in remaining if measured.metric.needs == "score"]
    others = [measured for measured in remaining if measured.metric.needs not in ("label", "score")]
    # one model at a time: one model's labels make few distinct examples, all models' labels many
    models = range(len(predictions.algorithms))
    parts = [_bootstrap_intervals(predictions, labels, [model], options) for model in models]
    for name in parts[0] if labels else ():
        low = np.concatenate([part[name].low for part in parts])
        high = np.concatenate([part[name].high for part in parts])
        how = tuple(word for part in parts for word in part[name].how)
        ends[name] = Ends(low, high, how)
    for group in (ranked, others):
        ends |= _bootstrap_intervals(predictions, group, list(models), options)
    return ends


def _direct_intervals(predictions: Predictions, measured: Measure, options: Options) -> Ends | None:
    """Return the ends of intervals without resampling, ``None`` where they need it."""
    if predictions.weighted or options.interval in BOOTSTRAPS:
        return None
    counts = _counts(predictions, measured)
    if predictions.grouped:
        counts = (
            None if counts is None else _effective_counts(predictions, measured, counts[1], options)
        )
    if counts is not None:
        method: ProportionMethod = "wilson"
        if options.interval in PROPORTION_METHODS:
            method = options.interval
        low, high = proportion_interval(*counts, options.confidence, method)
        # as in every metric, 0 of 0 is 0
        estimates = counts[0] / np.maximum(counts[1], 1.0)
        return Ends(low, high, (WORDS[method],) * len(low), estimates)
    if measured.name != "auc" or predictions.grouped or not _has_two_per_class(measured.truth):
        return None
    scores = np.asarray(measured.predicted, float)
    aucs = delong_aucs(predictions.is_positive, scores, predictions.counts)
    low, high = auc_intervals(aucs, confidence=options.confidence)
    constant = (np.diag(aucs.covariance) == 0).tolist()
    return Ends(low, high, tuple("Newcombe" if none else "logit DeLong" for none in constant))


def _has_two_per_class(truth: NDArray[np.int64] | Array) -> bool:
    return bool(np.bincount(np.asarray(truth, int), minlength=TWO).min() >= TWO)


WORDS = {
    "normal": "normal",
    "wilson": "Wilson",
    "agresti_coull": "Agresti–Coull",
    "clopper_pearson": "Clopper–Pearson",
    "jeffreys": "Jeffreys",
}
BOOTSTRAP_WORDS = {
    "percentile": "percentile bootstrap",
    "t": "t bootstrap",
    "bca": "BCa bootstrap",
}
SOURCES = {
    "Wilson": "wilson1927",
    "Agresti–Coull": "agresti1998",
    "Clopper–Pearson": "clopper1934",
    "logit DeLong": "delong1988",
    "Newcombe": "newcombe2006",
    "BCa bootstrap": "efron1987",
}


def _counts(predictions: Predictions, measured: Measure) -> tuple[Array, Array] | None:
    """Return numerators and denominators (k,), where the metric is a share of examples."""
    n = np.full(len(predictions.algorithms), float(predictions.n))
    if measured.name in ("accuracy", "error", "precision_micro", "recall_micro", "f1_micro"):
        right = _count(predictions, predictions.correct)
        return (n - right if measured.name == "error" else right), n
    if measured.name.partition("@")[0] == "hit_rate" and measured.metric.per_example is not None:
        found = [
            measured.metric.per_example(measured.truth, lists)
            for lists in np.moveaxis(measured.predicted, 1, 0)
        ]
        return np.sum(found, axis=1), n
    if measured.name not in ("precision", "recall"):
        return None
    true, predicted = measured.truth[:, None] == 1, measured.predicted == 1
    hits = _count(predictions, true & predicted)
    of_truth = measured.name == "recall"
    total = _count(predictions, np.broadcast_to(true, predicted.shape) if of_truth else predicted)
    return hits, total


def _count(predictions: Predictions, which: Booleans) -> Array:
    """Count the examples for which a column is true, (k,)."""
    if predictions.counts is None:
        return np.asarray(np.count_nonzero(which, axis=0), dtype=np.float64)
    counted: Array = predictions.counts @ which
    return counted


def _effective_counts(
    predictions: Predictions, measured: Measure, total: Array, options: Options
) -> tuple[Array, Array] | None:
    """Return the counts of independent examples that would vary as these with repeats or clusters do.

    Their number is p (1 − p) over the variance of the mean of examples' means. It is at most the number
    of rows, and reduced by the t distribution that an estimated variance needs (Dean & Pagano, 2015).
    """
    value = measured.metric.per_example
    if value is None:
        return None
    rows = np.column_stack(
        [value(measured.truth, model) for model in np.moveaxis(measured.predicted, 1, 0)]
    )
    means = average_repeats(predictions, rows)
    # every example counts once, however many repeats it has
    clusters = sum_clusters(means, block_of(predictions), predictions.counts)
    share = np.average(means, axis=0, weights=predictions.counts)
    variance = (clusters.errors * clusters.unit) ** 2
    level = (1 + options.confidence) / 2
    reduction = (special.ndtri(level) / special.stdtrit(clusters.dof, level)) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        size = np.where(variance > 0, share * (1 - share) / variance, len(clusters.share))
    size = np.minimum(size, total) * reduction
    return share * size, size


def _bootstrap_intervals(
    predictions: Predictions, measures: list[Measure], models: list[int], options: Options
) -> dict[str, Ends]:
    """Resample some metrics of some models together."""
    if not measures:
        return {}
    rows = rows_of(predictions, measures[0].metric.needs, models)
    if len(models) < len(predictions.algorithms):
        measures = [measured.only(models[0]) for measured in measures]
    parts = [rows.per_unit(measured.statistic(rows.places)) for measured in measures]

    def statistic(weights: Array) -> Array:
        return np.concatenate([part(weights) for part in parts], axis=-1)

    strata = rows.strata(measures[0])
    resamples = boot.bootstrap(
        statistic,
        rows.multiplicity,
        strata=strata,
        n_resamples=options.n_resamples,
        rng=options.rng,
    )
    by_metric = [
        _accelerations_of(measured, part, rows)
        for measured, part in zip(measures, parts, strict=True)
    ]

    def accelerations(mask: Booleans) -> Array:
        masks = np.split(mask, len(by_metric))
        return np.concatenate(
            [function(part) for function, part in zip(by_metric, masks, strict=True) if part.any()]
        )

    how: Bootstrap = options.interval if options.interval in BOOTSTRAPS else "bca"
    low, high, by_method = ends_of(
        resamples,
        accelerations,
        how=how,
        dof=predictions.n_drawn - 1,
        confidence=options.confidence,
    )
    # equal resamples do not prove that the metric is certain
    constant = high - low <= NOISE * np.abs(resamples.estimate)
    words = np.where(by_method, BOOTSTRAP_WORDS[how], BOOTSTRAP_WORDS["percentile"])
    columns = (np.where(constant, np.nan, low), np.where(constant, np.nan, high), words)
    low, high, words = (column.reshape(len(measures), -1) for column in columns)
    return {
        measured.name: Ends(low[place], high[place], tuple(words[place].tolist()))
        for place, measured in enumerate(measures)
    }


def _accelerations_of(measured: Measure, statistic: Statistic, rows: Rows) -> Accelerations:
    """Return a function that computes the accelerations of one metric of several models."""

    def accelerations(mask: Booleans) -> Array:
        strata = rows.strata(measured)
        influence = influence_of(measured, rows)
        if influence is not None:
            return acceleration_by_influence(influence[:, mask], rows.multiplicity, strata=strata)
        return acceleration(
            lambda weights: np.asarray(statistic(weights))[:, mask],
            rows.multiplicity,
            strata=strata,
        )

    return accelerations


def influence_of(measured: Measure, rows: Rows) -> Array | None:
    """Return the influence of examples on a metric of each model, (rows, k), where there is a formula.

    ``None`` sends callers to the jackknife, which computes the metric hundreds of times.
    """
    value = measured.metric.per_example
    if value is not None:
        models = np.moveaxis(measured.predicted[rows.places], 1, 0)
        values = np.column_stack([value(measured.truth[rows.places], model) for model in models])
        if not np.isfinite(values).all():
            return None
        weights = 1.0 if measured.weights is None else measured.weights[rows.places]
        counts = rows.multiplicity if rows.unit is None else rows.counts
        return rows.sum_by_unit(mean_influence(values, counts, weights))
    if (
        measured.name != "auc"
        or measured.weights is not None
        or not _has_two_per_class(measured.truth)
    ):
        return None
    truth = np.asarray(measured.truth, bool)
    influence = auc_influence(delong_aucs(truth, np.asarray(measured.predicted, float)), truth)
    return rows.sum_by_unit(influence[rows.places])


def ends_of(
    resamples: boot.BootstrapValues,
    accelerations: Accelerations,
    *,
    how: Bootstrap,
    dof: int,
    confidence: float,
) -> tuple[Array, Array, Booleans]:
    """Return the ends of bootstrap intervals, and which of them come from the requested method.

    Ends are NaN where a value is undefined or infinite. An interval includes the estimate: where
    nearly all resamples are on one side of it, BCa fails, and the ends are percentiles.
    """
    finite = np.isfinite(resamples.resampled).all(axis=0) & np.isfinite(resamples.estimate)
    low, high = np.full((TWO, len(finite)), np.nan)
    by_method = np.ones(len(finite), dtype=bool)
    usable = boot.BootstrapValues(resamples.estimate[finite], resamples.resampled[:, finite])
    if not finite.any():
        return low, high, by_method
    if how == "t":
        ends = boot.t_interval(usable, dof, confidence)
    else:
        ends = boot.percentile_interval(usable, confidence)
    if how == "bca":
        by_bca = boot.bca_interval(usable, accelerations(finite), confidence)
        fits = (by_bca[0] <= usable.estimate) & (usable.estimate <= by_bca[1])
        ends = np.where(fits, by_bca[0], ends[0]), np.where(fits, by_bca[1], ends[1])
        by_method[finite] = fits
    low[finite] = np.minimum(ends[0], usable.estimate)
    high[finite] = np.maximum(ends[1], usable.estimate)
    return low, high, by_method


def interval_references(ends: dict[str, Ends]) -> tuple[str, ...]:
    """Return the keys of the papers that proposed the intervals."""
    used = {how for of_metric in ends.values() for how in of_metric.how}
    keys = [key for how, key in SOURCES.items() if how in used]
    if used & set(WORDS.values()):
        keys.append("brown2001")
    if used & set(BOOTSTRAP_WORDS.values()):
        keys.append("efron1993")
    return tuple(keys)
