"""Intervals of metrics: by counts, by DeLong, or by resampling what is resampled alike at once."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.data.predictions import Predictions
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
from benchreport.stats.predictions._metric_values import NOISE, Measure, Rows, rows_of
from benchreport.stats.predictions._prediction_pairs import average_repeats

__all__ = [
    "BOOTSTRAPS",
    "BOOTSTRAP_WORDS",
    "Bootstrap",
    "Ends",
    "Method",
    "Options",
    "ends_of",
    "influence_of",
    "intervals_of",
    "sources",
]

Array = NDArray[np.float64]
Accelerated = Callable[[NDArray[np.bool_]], Array]
"""Which of the resampled values are to get intervals, to their accelerations."""
Bootstrap = Literal["percentile", "t", "bca"]
Method = Literal["auto", ProportionMethod, Bootstrap]
BOOTSTRAPS: tuple[Bootstrap, ...] = ("percentile", "t", "bca")
TWO = 2


class Ends(NamedTuple):
    """Ends of the intervals of one metric, (k,), NaN where there is none, and what they are by."""

    low: Array
    high: Array
    how: tuple[str, ...]
    """Of each model."""
    estimates: Array | None = None
    """The metric itself, where counting the examples has found it."""


class Options(NamedTuple):
    interval: Method
    confidence: float
    n_resamples: int
    rng: int


def intervals_of(
    predictions: Predictions, measures: list[Measure], options: Options
) -> dict[str, Ends]:
    """Find the intervals of every metric; what is resampled alike is resampled together."""
    ends: dict[str, Ends] = {}
    for each in measures:
        direct = _direct(predictions, each, options)
        if direct is not None:
            ends[each.name] = direct
    left = [each for each in measures if each.name not in ends]
    labels = [each for each in left if each.metric.needs == "label"]
    ranked = [each for each in left if each.metric.needs == "score"]
    others = [each for each in left if each.metric.needs not in ("label", "score")]
    # the labels of one model fall into few kinds of examples, those of all into many
    models = range(len(predictions.algorithms))
    parts = [_bootstrapped(predictions, labels, [model], options) for model in models]
    for name in parts[0] if labels else ():
        low = np.concatenate([part[name].low for part in parts])
        high = np.concatenate([part[name].high for part in parts])
        how = tuple(each for part in parts for each in part[name].how)
        ends[name] = Ends(low, high, how)
    for group in (ranked, others):
        ends |= _bootstrapped(predictions, group, list(models), options)
    return ends


def _direct(predictions: Predictions, each: Measure, options: Options) -> Ends | None:
    """Return the ends that need no resampling, ``None`` where they do."""
    if predictions.weighted or options.interval in BOOTSTRAPS:
        return None
    counts = _counts(predictions, each)
    if predictions.repeated:
        counts = None if counts is None else _effective(predictions, each, counts[1], options)
    if counts is not None:
        method: ProportionMethod = "wilson"
        if options.interval in PROPORTION_METHODS:
            method = options.interval
        low, high = proportion_interval(*counts, options.confidence, method)
        # as everywhere, what has no denominator is 0
        known = counts[0] / np.maximum(counts[1], 1.0)
        return Ends(low, high, (WORDS[method],) * len(low), known)
    if each.name != "auc" or predictions.repeated or not _two_of_each(each.truth):
        return None
    aucs = delong_aucs(predictions.is_positive, np.asarray(each.predicted, float))
    low, high = auc_intervals(aucs, confidence=options.confidence)
    still = (np.diag(aucs.covariance) == 0).tolist()
    return Ends(low, high, tuple("Newcombe" if each else "logit DeLong" for each in still))


def _two_of_each(truth: NDArray[np.int64] | Array) -> bool:
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


def _counts(predictions: Predictions, each: Measure) -> tuple[Array, Array] | None:
    """Return how many of how many, where the metric is a share of examples."""
    n = np.full(len(predictions.algorithms), float(predictions.n))
    if each.name in ("accuracy", "error", "precision_micro", "recall_micro", "f1_micro"):
        right = np.count_nonzero(predictions.correct, axis=0).astype(np.float64)
        return (n - right if each.name == "error" else right), n
    if each.name.partition("@")[0] == "hit_rate" and each.metric.per_example is not None:
        hits = [
            each.metric.per_example(each.truth, one) for one in np.moveaxis(each.predicted, 1, 0)
        ]
        return np.sum(hits, axis=1), n
    if each.name not in ("precision", "recall"):
        return None
    true, said = each.truth[:, None] == 1, each.predicted == 1
    hits = (true & said).sum(axis=0).astype(np.float64)
    of = said.sum(axis=0) if each.name == "precision" else np.full(len(n), true.sum())
    return hits, of.astype(np.float64)


def _effective(
    predictions: Predictions, each: Measure, of: Array, options: Options
) -> tuple[Array, Array] | None:
    """Count as many independent examples as have the variance of these, repeats being alike.

    Their number is p (1 − p) by the variance of the mean of examples' means, at most that of the rows,
    and less for the t distribution that this variance asks for (Dean & Pagano, 2015).
    """
    value = each.metric.per_example
    if value is None:
        return None
    rows = np.column_stack([value(each.truth, one) for one in np.moveaxis(each.predicted, 1, 0)])
    means = average_repeats(predictions, rows)
    n = len(means)
    # examples may have different numbers of repeats: the mean is that of examples
    share = means.mean(axis=0)
    variance = means.var(axis=0, ddof=1) / n
    level = (1 + options.confidence) / 2
    less = (special.ndtri(level) / special.stdtrit(n - 1, level)) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        size = np.where(variance > 0, share * (1 - share) / variance, n)
    size = np.minimum(size, of) * less
    return share * size, size


def _bootstrapped(
    predictions: Predictions, measures: list[Measure], models: list[int], options: Options
) -> dict[str, Ends]:
    """Resample some metrics of some models together."""
    if not measures:
        return {}
    rows = rows_of(predictions, measures[0].metric.needs, models)
    some = len(models) < len(predictions.algorithms)
    chosen = [each.only(models[0]) if some else each for each in measures]
    parts = [rows.drawn(each.statistic(rows.places)) for each in chosen]

    def statistic(weights: Array) -> Array:
        return np.concatenate([part(weights) for part in parts], axis=-1)

    strata = rows.strata(measures[0])
    found = boot.bootstrap(
        statistic,
        rows.multiplicity,
        strata=strata,
        n_resamples=options.n_resamples,
        rng=options.rng,
    )
    of_metrics = [_accelerated(each, part, rows) for each, part in zip(chosen, parts, strict=True)]

    def accelerated(known: NDArray[np.bool_]) -> Array:
        asked = np.split(known, len(of_metrics))
        return np.concatenate(
            [of(some) for of, some in zip(of_metrics, asked, strict=True) if some.any()]
        )

    how: Bootstrap = options.interval if options.interval in BOOTSTRAPS else "bca"
    low, high, moved = ends_of(
        found, accelerated, how=how, dof=predictions.n_units - 1, confidence=options.confidence
    )
    # that no resample differs is no reason to be certain
    still = high - low <= NOISE * np.abs(found.estimate)
    by = np.where(moved, BOOTSTRAP_WORDS[how], BOOTSTRAP_WORDS["percentile"])
    columns = (np.where(still, np.nan, low), np.where(still, np.nan, high), by)
    low, high, by = (column.reshape(len(measures), -1) for column in columns)
    return {
        each.name: Ends(low[place], high[place], tuple(by[place].tolist()))
        for place, each in enumerate(measures)
    }


def _accelerated(each: Measure, statistic: Statistic, rows: Rows) -> Accelerated:
    """Return what finds the accelerations of one metric of several models."""

    def of(known: NDArray[np.bool_]) -> Array:
        strata = rows.strata(each)
        influence = influence_of(each, rows)
        if influence is not None:
            return acceleration_by_influence(influence[:, known], rows.multiplicity, strata=strata)
        return acceleration(
            lambda weights: np.asarray(statistic(weights))[:, known],
            rows.multiplicity,
            strata=strata,
        )

    return of


def influence_of(each: Measure, rows: Rows) -> Array | None:
    """Return how examples move a metric of each model, (rows, k), where a formula tells.

    ``None`` sends callers to the jackknife, which computes the metric hundreds of times.
    """
    of = each.metric.per_example
    if of is not None:
        models = np.moveaxis(each.predicted[rows.places], 1, 0)
        values = np.column_stack([of(each.truth[rows.places], model) for model in models])
        if not np.isfinite(values).all():
            return None
        own = 1.0 if each.weights is None else each.weights[rows.places]
        counts = rows.multiplicity if rows.unit is None else np.ones(len(values))
        return rows.summed(mean_influence(values, counts, own))
    if each.name != "auc" or each.weights is not None or not _two_of_each(each.truth):
        return None
    truth = np.asarray(each.truth, bool)
    influence = auc_influence(delong_aucs(truth, np.asarray(each.predicted, float)), truth)
    return rows.summed(influence[rows.places])


def ends_of(
    found: boot.BootstrapValues,
    accelerated: Accelerated,
    *,
    how: Bootstrap,
    dof: int,
    confidence: float,
) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Return the ends of bootstrap intervals, and which of them are by the method asked for.

    Ends are NaN where a value is undefined or infinite. They hold the estimate: where BCa's would
    not, as nearly all resamples are on one side of it, they are percentiles.
    """
    known = np.isfinite(found.resampled).all(axis=0) & np.isfinite(found.estimate)
    low, high = np.full((TWO, len(known)), np.nan)
    moved = np.ones(len(known), dtype=bool)
    kept = boot.BootstrapValues(found.estimate[known], found.resampled[:, known])
    if not known.any():
        return low, high, moved
    if how == "t":
        ends = boot.t_interval(kept, dof, confidence)
    else:
        ends = boot.percentile_interval(kept, confidence)
    if how == "bca":
        by_bca = boot.bca_interval(kept, accelerated(known), confidence)
        fits = (by_bca[0] <= kept.estimate) & (kept.estimate <= by_bca[1])
        ends = np.where(fits, by_bca[0], ends[0]), np.where(fits, by_bca[1], ends[1])
        moved[known] = fits
    low[known], high[known] = (
        np.minimum(ends[0], kept.estimate),
        np.maximum(ends[1], kept.estimate),
    )
    return low, high, moved


def sources(ends: dict[str, Ends]) -> tuple[str, ...]:
    """Return what the intervals are cited by."""
    used = {how for each in ends.values() for how in each.how}
    keys = [key for how, key in SOURCES.items() if how in used]
    if used & set(WORDS.values()):
        keys.append("brown2001")
    if used & set(BOOTSTRAP_WORDS.values()):
        keys.append("efron1993")
    return tuple(keys)
