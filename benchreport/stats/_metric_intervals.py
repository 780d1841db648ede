"""Intervals of metrics: by counts, by DeLong, or by resampling what is resampled alike at once."""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.data.predictions import Predictions
from benchreport.numerics import bootstrap as boot
from benchreport.numerics.delong import auc_intervals, delong_aucs
from benchreport.numerics.jackknife import acceleration
from benchreport.numerics.proportion import (
    PROPORTION_METHODS,
    ProportionMethod,
    proportion_interval,
)
from benchreport.numerics.resampling import Statistic
from benchreport.stats._metrics import Measure, Rows, rows_of

__all__ = [
    "BOOTSTRAPS",
    "BOOTSTRAP_WORDS",
    "Bootstrap",
    "Ends",
    "Method",
    "Options",
    "ends_of",
    "intervals_of",
    "sources",
]

Array = NDArray[np.float64]
Bootstrap = Literal["percentile", "t", "bca"]
Method = Literal["auto", ProportionMethod, Bootstrap]
BOOTSTRAPS: tuple[Bootstrap, ...] = ("percentile", "t", "bca")
TWO = 2


class Ends(NamedTuple):
    """Ends of the intervals of one metric, (k,), NaN where there is none, and what they are by."""

    low: Array
    high: Array
    how: str
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
        ends[name] = Ends(low, high, parts[0][name].how)
    for group in (ranked, others):
        ends |= _bootstrapped(predictions, group, list(models), options)
    return ends


def _direct(predictions: Predictions, each: Measure, options: Options) -> Ends | None:
    """Return the ends that need no resampling, ``None`` where they do."""
    if predictions.weighted or options.interval in BOOTSTRAPS:
        return None
    counts = _counts(predictions, each)
    if counts is not None:
        method: ProportionMethod = "wilson"
        if options.interval in PROPORTION_METHODS:
            method = options.interval
        low, high = proportion_interval(*counts, options.confidence, method)
        # as everywhere, what has no denominator is 0
        return Ends(low, high, WORDS[method], counts[0] / np.maximum(counts[1], 1.0))
    if each.name != "auc" or min(np.bincount(np.asarray(each.truth, int), minlength=TWO)) < TWO:
        return None
    aucs = delong_aucs(predictions.is_positive, np.asarray(each.predicted, float))
    low, high = auc_intervals(aucs, confidence=options.confidence)
    # without variance the ends say more than the examples do
    known = np.diag(aucs.covariance) > 0
    return Ends(np.where(known, low, np.nan), np.where(known, high, np.nan), "DeLong")


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
    "DeLong": "delong1988",
    "BCa bootstrap": "efron1987",
}


def _counts(predictions: Predictions, each: Measure) -> tuple[Array, Array] | None:
    """Return how many of how many, where the metric is a share of examples."""
    n = np.full(len(predictions.algorithms), float(predictions.n))
    if each.name in ("accuracy", "error", "precision_micro", "recall_micro", "f1_micro"):
        right = np.count_nonzero(predictions.correct, axis=0).astype(np.float64)
        return (n - right if each.name == "error" else right), n
    if each.name not in ("precision", "recall"):
        return None
    true, said = each.truth[:, None] == 1, each.predicted == 1
    hits = (true & said).sum(axis=0).astype(np.float64)
    of = said.sum(axis=0) if each.name == "precision" else np.full(len(n), true.sum())
    return hits, of.astype(np.float64)


def _bootstrapped(
    predictions: Predictions, measures: list[Measure], models: list[int], options: Options
) -> dict[str, Ends]:
    """Resample some metrics of some models together."""
    if not measures:
        return {}
    rows = rows_of(predictions, measures[0].metric.needs, models)
    some = len(models) < len(predictions.algorithms)
    chosen = [each.only(models[0]) if some else each for each in measures]
    parts = [each.statistic(rows.places) for each in chosen]

    def statistic(weights: Array) -> Array:
        return np.concatenate([part(weights) for part in parts], axis=-1)

    strata = measures[0].strata(rows.places)
    found = boot.bootstrap(
        statistic,
        rows.multiplicity,
        strata=strata,
        n_resamples=options.n_resamples,
        rng=options.rng,
    )
    how: Bootstrap = "percentile"
    if options.interval in BOOTSTRAPS:
        how = options.interval
    ends = ends_of(
        found, statistic, rows, strata=strata, how=how, dof=predictions.n - 1, options=options
    )
    low, high = (each.reshape(len(measures), len(models)) for each in ends)
    return {
        each.name: Ends(low[place], high[place], BOOTSTRAP_WORDS[how])
        for place, each in enumerate(measures)
    }


def ends_of(
    found: boot.Bootstrapped,
    statistic: Statistic,
    rows: Rows,
    *,
    strata: NDArray[np.int64] | None,
    how: Bootstrap,
    dof: int,
    options: Options,
) -> tuple[Array, Array]:
    """Return the ends of bootstrap intervals, NaN where a value is undefined or infinite."""
    known = np.isfinite(found.resampled).all(axis=0) & np.isfinite(found.estimate)
    low, high = np.full((TWO, len(known)), np.nan)
    kept = boot.Bootstrapped(found.estimate[known], found.resampled[:, known])
    if not known.any():
        return low, high
    if how == "bca":
        skewed = acceleration(
            lambda weights: np.asarray(statistic(weights))[:, known],
            rows.multiplicity,
            strata=strata,
        )
        low[known], high[known] = boot.bca_interval(kept, skewed, options.confidence)
    elif how == "t":
        low[known], high[known] = boot.t_interval(kept, dof, options.confidence)
    else:
        low[known], high[known] = boot.percentile_interval(kept, options.confidence)
    return low, high


def sources(ends: dict[str, Ends]) -> tuple[str, ...]:
    """Return what the intervals are cited by."""
    used = {each.how for each in ends.values()}
    keys = [key for how, key in SOURCES.items() if how in used]
    if used & set(WORDS.values()):
        keys.append("brown2001")
    if used & set(BOOTSTRAP_WORDS.values()):
        keys.append("efron1993")
    return tuple(keys)
