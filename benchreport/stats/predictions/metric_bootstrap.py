"""The paired bootstrap of any metric, for pairs of models."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchreport.data.predictions import Predictions
from benchreport.errors import (
    DesignError,
    check_choice,
    check_fraction,
    check_number,
    check_seed,
    format_count,
)
from benchreport.hints import call, option
from benchreport.numerics.effects.standardization import moments, ratio
from benchreport.numerics.resampling import bootstrap as boot
from benchreport.numerics.resampling.jackknife import acceleration, acceleration_by_influence
from benchreport.numerics.resampling.resample_weights import Statistic
from benchreport.results.metrics import format_metric
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction, adjust_p
from benchreport.stats._pairs import Pairs, pairs
from benchreport.stats.predictions._metric_intervals import (
    BOOTSTRAP_WORDS,
    BOOTSTRAPS,
    Bootstrap,
    ends_of,
    influence_of,
)
from benchreport.stats.predictions._metric_values import (
    Measure,
    Rows,
    defined,
    difference,
    measure,
    rows_of,
)
from benchreport.stats.predictions._prediction_pairs import compare_predictions, p_at_least_of_signs

__all__ = ["metric_bootstrap"]

Array = NDArray[np.float64]


def metric_bootstrap(
    predictions: Predictions,
    *,
    metric: str,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    interval: Bootstrap = "bca",
    n_resamples: int = 10_000,
    rng: int = 0,
) -> PairwiseResult:
    """Test H0 for each pair: both have the same metric on examples like these.

    H1: they differ (two-sided). The same examples are drawn again for all models, so that what is
    hard for both stays so.

    Parameters
    ----------
    predictions
        Of k models for n examples, weighted or not.
    metric
        One of `benchreport.numerics.predictions.metrics.METRICS` that the table allows: accuracy, f1_macro,
        auc, rmse, …
    alpha
        The level of decisions; intervals have confidence 1 − alpha, for each pair alone.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this model; None compares all pairs.
    interval
        ``"bca"``, percentiles corrected for bias and skewness; ``"percentile"``; or ``"t"``, with
        the bootstrap's standard error.
    n_resamples
        How many; p = (b + 1)/(n_resamples + 1), never 0.
    rng
        The seed; the same seed gives the same bytes.

    Returns
    -------
    PairwiseResult
        Differences of the metric, first − second, with intervals; as statistic the difference over
        its bootstrap standard error; the effect size is the difference itself.

    Raises
    ------
    DesignError
        The table lacks what the metric needs; it is undefined or infinite for a model, or in a
        resample.
    OptionError
        There is no such metric, interval or correction; too few resamples for the interval.

    Notes
    -----
    p asks how many resampled differences are as far from the observed one as that is from 0. It need
    not agree with the interval at the level's edge. Examples are drawn within their class for AUC
    and average precision. Models with the same metric in every resample: p = 1. BCa's acceleration
    is exact for means over examples and AUC, else by the jackknife; where nearly all resamples are
    on one side of the difference, BCa has no use and the interval is of percentiles. All intervals
    hold the difference. Repeats of an example, such as samples, are drawn together.

    References
    ----------
    Efron & Tibshirani (1993), An introduction to the bootstrap, chapters 12 to 16; Efron (1987), JASA
    82: 171-185, for BCa; Davison & Hinkley (1997), section 4.4, for p.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = [(1, 1, 1)] * 80 + [(1, 1, 0)] * 11 + [(1, 0, 1)] + [(0, 1, 1)] * 8
    >>> frame = pd.DataFrame(rows, columns=["y_true", "a", "b"])
    >>> pair = metric_bootstrap(Predictions.from_frame(frame), metric="accuracy").comparisons[0]
    >>> round(pair.difference, 2), pair.p_value < 0.01, pair.favours
    (0.1, True, 'a')
    """
    check_fraction("alpha", alpha)
    check_choice("interval", interval, BOOTSTRAPS)
    check_number("n_resamples", n_resamples, above=0, whole=True, hint=option(n_resamples=10_000))
    check_seed(rng)
    of = measure(predictions, metric)
    centres = defined(predictions, of)
    one, other = columns = pairs(predictions, control)
    rows = rows_of(predictions, of.metric.needs, list(range(len(predictions.algorithms))))
    every = rows.drawn(of.statistic(rows.places))

    def statistic(weights: Array) -> Array:
        values = np.asarray(every(weights))
        return difference(values[..., one], values[..., other])

    strata = rows.strata(of)
    found = boot.bootstrap(
        statistic, rows.multiplicity, strata=strata, n_resamples=int(n_resamples), rng=rng
    )
    _check_defined(found, metric)
    low, high, _ = ends_of(
        found,
        _accelerated(of, statistic, rows, columns),
        how=interval,
        dof=predictions.n_units - 1,
        confidence=1 - alpha,
    )
    still = (np.ptp(found.resampled, axis=0) == 0) & (found.estimate != 0)
    p_value = p_at_least_of_signs(predictions, still, boot.bootstrap_p(found), sides=2)
    error = moments(found.resampled.T)[1] if n_resamples > 1 else np.zeros(len(one))
    return compare_predictions(
        predictions,
        columns,
        (
            found.estimate,
            ratio(found.estimate, error),
            p_value,
            adjust_p(p_value, correction, control),
        ),
        interval=(low, high),
        effect=(found.estimate, low, high),
        warnings=_without_spread(found),
        score=format_metric(metric),
        higher_is_better=of.metric.higher_is_better,
        centres=centres,
        control=control,
        alpha=alpha,
        correction=correction,
        procedure="metric_bootstrap",
        method=f"Paired bootstrap of {format_metric(metric)}",
        variant=BOOTSTRAP_WORDS[interval],
        seed=rng,
        statistic_name="difference / SE",
        effect_name=f"difference of {format_metric(metric)}",
        references=("efron1993", *(("efron1987",) if interval == "bca" else ())),
    )


def _check_defined(found: boot.BootstrapValues, metric: str) -> None:
    lost = int((~np.isfinite(found.resampled)).any(axis=1).sum())
    if lost:
        raise DesignError(
            f"{metric} is undefined in {lost} of {len(found.resampled)} resamples, which lack what "
            "it needs, such as a second class.",
            hint=call("metric_permutation", metric=metric) + ", which keeps all examples",
        )


def _accelerated(
    of: Measure, statistic: Statistic, rows: Rows, columns: Pairs
) -> Callable[[NDArray[np.bool_]], Array]:
    """Return what finds the accelerations of differences."""
    one, other = columns
    strata = rows.strata(of)

    def accelerated(known: NDArray[np.bool_]) -> Array:
        influence = influence_of(of, rows)
        if influence is None:
            return acceleration(statistic, rows.multiplicity, strata=strata)[known]
        # pair by pair: the differences of all pairs may be too many to hold
        parts = [
            acceleration_by_influence(
                influence[:, [i]] - influence[:, [j]], rows.multiplicity, strata=strata
            )
            for i, j in zip(one[known], other[known], strict=True)
        ]
        return np.concatenate(parts)

    return accelerated


def _without_spread(found: boot.BootstrapValues) -> tuple[str, ...]:
    still = (np.ptp(found.resampled, axis=0) == 0) & (found.estimate != 0)
    if not still.any():
        return ()
    return (
        (
            f"the difference of {format_count(int(still.sum()), 'pair')} is the same in every resample: the "
            "interval has no width, which claims more than is known."
        ),
    )
