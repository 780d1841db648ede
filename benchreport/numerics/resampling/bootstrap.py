"""The bootstrap of any metric, and the intervals that it gives.

Ours because scipy's ``bootstrap`` draws examples one by one: accuracy of 1,000 takes it 1,000 times as long
as equal rows that are drawn by their counts; and it has no strata.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.errors import OptionError, check_fraction
from benchreport.hints import option
from benchreport.numerics.moments import moments
from benchreport.numerics.resampling.resample_weights import (
    Statistic,
    check_counts,
    resamples,
    resampling_p,
)

Floats = npt.NDArray[np.float64]
Ends = tuple[Floats, Floats]
# 2/(1 − .95) is a little more than 40 in binary
_SLACK = 1e-12


class BootstrapValues(NamedTuple):
    """A metric, with its values in resamples."""

    estimate: Floats
    """The metric of the examples themselves, (…)."""
    resampled: Floats
    """(n_resamples, …)."""


def bootstrap(
    statistic: Statistic,
    multiplicity: npt.ArrayLike,
    *,
    strata: npt.ArrayLike | None = None,
    n_resamples: int = 10_000,
    rng: int | np.random.Generator = 0,
) -> BootstrapValues:
    """Resample examples with replacement, and compute a metric each time.

    Parameters
    ----------
    statistic
        Weights (b, rows) to values (b, …). For examples that carry weights of their own multiply
        the two inside.
    multiplicity
        How many examples each row stands for, (rows,): ones, unless rows come from `collapse`.
    strata
        A code for each row, (rows,): resample within strata, which keep their sizes, such as
        datasets, classes, or both.
    n_resamples
        B.
    rng
        A seed or generator; the same seed gives the same bytes.


    References
    ----------
    Efron & Tibshirani (1993), An introduction to the bootstrap, chapters 6 and 8.

    Examples
    --------
    >>> right = np.array([1.0] * 16 + [0.0] * 4)
    >>> found = bootstrap(lambda weights: weights @ right / 20, np.ones(20))
    >>> float(found.estimate), round(float(found.resampled.std()), 2)
    (0.8, 0.09)
    """
    counts = check_counts(multiplicity)
    estimate = np.asarray(statistic(counts[None, :].astype(np.float64)))[0]

    def each(weights: Floats) -> Floats:
        return np.asarray(statistic(weights))

    values = resamples(counts, strata=strata, n_resamples=n_resamples, rng=rng, each=each)
    return BootstrapValues(estimate, np.concatenate(list(values)))


def percentile_interval(values: BootstrapValues, confidence: float = 0.95) -> Ends:
    """Take the middle of the resampled values as the interval.

    Parameters
    ----------
    values
        From `bootstrap`.
    confidence
        Between 0 and 1.

    Returns
    -------
    low, high
        Each (…). NaN where the metric was undefined in a resample, as recall is without examples
        of the class; strata keep classes in.

    Raises
    ------
    OptionError
        ``confidence`` is not between 0 and 1, or the resamples are too few to have such tails.

    References
    ----------
    Efron & Tibshirani (1993), An introduction to the bootstrap, chapter 13.
    """
    _check_tails(confidence, len(values.resampled))
    tails = [(1.0 - confidence) / 2.0, (1.0 + confidence) / 2.0]
    low, high = np.quantile(values.resampled, tails, axis=0)
    return np.asarray(low), np.asarray(high)


def t_interval(values: BootstrapValues, dof: float, confidence: float = 0.95) -> Ends:
    """Mean of the resampled values ± t standard errors, the error being their standard deviation.

    Symmetric, so that it may reach beyond 0 or 1.

    Parameters
    ----------
    values
        From `bootstrap`.
    dof
        Degrees of freedom of Student's t: n − 1 for n examples, however many resamples there are.
    confidence
        Between 0 and 1.

    Returns
    -------
    low, high
        Each (…).

    Raises
    ------
    OptionError
        ``confidence`` is not between 0 and 1, or there is one resample.

    References
    ----------
    Raschka (2018), Model evaluation, model selection, and algorithm selection in machine learning,
    section 2.4. Efron & Tibshirani (1993), An introduction to the bootstrap, chapter 12.
    """
    check_fraction("confidence", confidence)
    if len(values.resampled) < 2:  # noqa: PLR2004 - one has no standard deviation
        raise OptionError(
            f"A standard error needs 2 resamples; got {len(values.resampled)}.",
            hint=option(n_resamples=10_000),
        )
    mean, error = moments(np.moveaxis(values.resampled, 0, -1))
    half = -float(special.stdtrit(dof, (1.0 - confidence) / 2.0)) * error
    return mean - half, mean + half


def bca_interval(
    values: BootstrapValues, acceleration: npt.ArrayLike, confidence: float = 0.95
) -> Ends:
    """Percentile interval, its tails moved for the metric's bias and changing standard error.

    Parameters
    ----------
    values
        From `bootstrap`.
    acceleration
        (…), from `jackknife.acceleration`.
    confidence
        Between 0 and 1.

    Returns
    -------
    low, high
        Each (…). The estimate itself where all resamples agree with it; NaN where all are on one
        side of it, so that the bias cannot be estimated.

    Raises
    ------
    OptionError
        ``confidence`` is not between 0 and 1, or the resamples are too few to have such tails.

    Notes
    -----
    Resamples equal to the estimate count half below it, as in scipy: a metric of few values has
    many of them.

    References
    ----------
    Efron (1987), Better bootstrap confidence intervals, JASA 82: 171-185. Efron & Tibshirani
    (1993), An introduction to the bootstrap, section 14.3.
    """
    _check_tails(confidence, len(values.resampled))
    columns = values.resampled.reshape(len(values.resampled), -1)
    estimates = np.ravel(values.estimate)
    below = ((columns < estimates).mean(axis=0) + (columns <= estimates).mean(axis=0)) / 2.0
    undefined = np.isnan(columns).any(axis=0)
    bias = np.where(undefined, np.nan, special.ndtri(below))
    skewed = np.broadcast_to(np.asarray(acceleration, dtype=np.float64), values.estimate.shape)
    ends = np.empty((2, len(estimates)))
    for end, z in zip(
        ends, special.ndtri([(1 - confidence) / 2, (1 + confidence) / 2]), strict=True
    ):
        with np.errstate(invalid="ignore", divide="ignore"):  # a bias of ±∞
            shifted = bias + (bias + z) / (1.0 - skewed.ravel() * (bias + z))
        for i, level in enumerate(special.ndtr(shifted)):
            defined = np.isfinite(bias[i]) and np.isfinite(level)
            end[i] = np.quantile(columns[:, i], level) if defined else np.nan
    low, high = ends.reshape(2, *values.estimate.shape)
    return low, high


def bootstrap_p(values: BootstrapValues) -> Floats:
    """Test H0: the metric, such as a difference of two models, is 0. H1: it is not.

    The resampled values are moved so that H0 is true of them; p counts those as far from 0 as the estimate.

    Parameters
    ----------
    values
        From `bootstrap`.

    Returns
    -------
    ndarray
        (b + 1)/(B + 1) for each metric, (…). 1 where resampling and the estimate say 0.

    References
    ----------
    Efron & Tibshirani (1993), An introduction to the bootstrap, section 16.4. Davison & Hinkley
    (1997), Bootstrap methods and their application, section 4.4.
    """
    return resampling_p(
        values.resampled - values.estimate,
        values.estimate,
        np.abs(values.estimate),
        "two-sided",
    )


def _check_tails(confidence: float, n_resamples: int) -> None:
    check_fraction("confidence", confidence)
    least = math.ceil(2.0 / (1.0 - confidence) * (1.0 - _SLACK))
    if n_resamples < least:
        raise OptionError(
            f"An interval of {confidence:g} needs {least} resamples; got {n_resamples}.",
            hint=option(n_resamples=least),
        )
