"""Counts of how often scores of one sample exceed those of another, with intervals, for many pairs.

Ours because scipy and statsmodels have no Cliff's δ, and counting by sorting takes a seventeenth of the
time of comparing 1,000 with 1,000 scores one by one.
"""

import functools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.errors import check_fraction
from benchreport.numerics.chunks import by_rows
from benchreport.numerics.moments import samples
from benchreport.numerics.roots import find_root

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.intp]
Estimates = tuple[Floats, Floats, Floats]


def cliff_delta(first: npt.ArrayLike, second: npt.ArrayLike, confidence: float = 0.95) -> Estimates:
    """Cliff's δ: how much more often a score of the first exceeds one of the second than not.

    Parameters
    ----------
    first, second
        (n₁,) and (n₂,), or (m, n₁) and (m, n₂), of at least two scores each. Takes the time of
        sorting them; the n₁·n₂ comparisons are counted, not made.
    confidence
        Confidence of Cliff's asymmetric interval with the consistent variance and Student's t at n₁ + n₂ − 2
        degrees of freedom. Asymptotic: at 95 % it held δ in 94 to 98 % of simulated samples of 10
        to 40 normal scores, and in more below that.

    Returns
    -------
    estimate, low, high
        () or (m,), within −1 and 1; ties count for neither side. Samples that do not overlap have no
        variance to estimate: there the end towards 0 is the δ with which such samples have the
        probability (1 − confidence)/2, if one distribution is a power of the other. It lies beyond
        0 just where the exact rank-sum test is significant. If all scores are equal, ends are
        ±t²/(n + t²), n the smaller of n₁ and n₂, from the largest variance possible, (1 − δ²)/n.

    References
    ----------
    Cliff (1996), Ordinal methods for behavioral data analysis, chapter 5.
    Feng & Cliff (2004), Monte Carlo evaluation of ordinal d with improved confidence interval,
    Journal of Modern Applied Statistical Methods 3: 322-332, equation 6.
    Lehmann (1953), The power of rank tests, Annals of Mathematical Statistics 24: 23-43, for samples
    that do not overlap.

    Examples
    --------
    Samples that do not overlap, of which an exact rank-sum test has p = .004:

    >>> [round(float(each), 3) for each in cliff_delta([6, 7, 8, 9, 10, 11], [1, 2, 3, 4, 5])]
    [1.0, 0.369, 1.0]

    From the tests of R's effsize: δ = −0.25.

    >>> treatment = [10, 10, 20, 20, 20, 30, 30, 30, 40, 50]
    >>> [round(float(each), 3) for each in cliff_delta(treatment, [10, 20, 30, 40, 40, 50])]
    [-0.25, -0.737, 0.408]
    """
    check_fraction("confidence", confidence)
    x, y = samples(first, "scores"), samples(second, "scores")
    flat_x, flat_y = np.atleast_2d(x), np.atleast_2d(y)
    n_x, n_y = x.shape[-1], y.shape[-1]
    estimate, variance = by_rows(
        lambda *rows: _delta(_dominance(*rows)), flat_x, flat_y, width=n_x + n_y
    )
    quantile = float(special.stdtrit(n_x + n_y - 2, (1.0 + confidence) / 2.0))
    low, high = _asymmetric(estimate, variance, quantile, min(n_x, n_y))
    apart = np.abs(estimate) == 1
    if apart.any():
        least = _least_apart(n_x, n_y, (1.0 - confidence) / 2.0)
        low[apart], high[apart] = np.sort(np.outer([least, 1.0], estimate[apart]), axis=0)
    shape = x.shape[:-1]
    return estimate.reshape(shape), low.reshape(shape), high.reshape(shape)


def vargha_delaney(
    first: npt.ArrayLike, second: npt.ArrayLike, confidence: float = 0.95
) -> Estimates:
    """Vargha and Delaney's A: P(first > second) + P(first = second)/2, which is (δ + 1)/2.

    Returns
    -------
    estimate, low, high
        () or (m,), within 0 and 1; one half is stochastic equality.

    References
    ----------
    Vargha & Delaney (2000), A critique and improvement of the CL common language effect size
    statistics of McGraw and Wong, Journal of Educational and Behavioral Statistics 25: 101-132.

    Examples
    --------
    >>> treatment = [10, 10, 20, 20, 20, 30, 30, 30, 40, 50]
    >>> [round(float(each), 3) for each in vargha_delaney(treatment, [10, 20, 30, 40, 40, 50])]
    [0.375, 0.131, 0.704]
    """
    estimate, low, high = ((end + 1.0) / 2.0 for end in cliff_delta(first, second, confidence))
    return estimate, low, high


class _Dominance(NamedTuple):
    """Counts of how the two samples of each row of scores dominate each other."""

    n_one: int
    n_other: int
    total: Floats
    """Sum of the signs of all n₁·n₂ differences."""
    untied: Floats
    """Number of differences that are not 0."""
    squares_one: Floats
    """Sum over the first's scores of the squared sum of their signs."""
    squares_other: Floats
    """The same over the second's scores."""


def _dominance(x: Floats, y: Floats) -> _Dominance:
    """Count how many of the other sample lie below and above each score, by sorting both together."""
    n_one, n_other = x.shape[1], y.shape[1]
    scores = np.concatenate([x, y], axis=1)
    order = np.argsort(scores, axis=1)
    values = np.take_along_axis(scores, order, axis=1)
    is_one = order < n_one
    start, stop = _tie_groups(values)
    below = np.zeros((len(scores), n_one + n_other + 1), dtype=np.intp)
    np.cumsum(is_one, axis=1, out=below[:, 1:])
    lower, upto = (np.take_along_axis(below, at, axis=1) for at in (start, stop))
    # a score of the second sample is compared with the first sample, and the other way round
    against_one = (n_one - upto) - lower
    against_other = (start - lower) - (n_other - (stop - upto))
    ties = (upto - lower) * ~is_one
    return _Dominance(
        n_one,
        n_other,
        total=(against_other * is_one).sum(axis=1).astype(np.float64),
        untied=(n_one * n_other - ties.sum(axis=1)).astype(np.float64),
        squares_one=(np.square(against_other, dtype=np.float64) * is_one).sum(axis=1),
        squares_other=(np.square(against_one, dtype=np.float64) * ~is_one).sum(axis=1),
    )


def _tie_groups(values: Floats) -> tuple[Integers, Integers]:
    """Find where the group of values equal to each sorted value starts, and where it stops."""
    width = values.shape[1]
    positions = np.arange(width)
    new = np.ones(values.shape, dtype=bool)
    new[:, 1:] = values[:, 1:] != values[:, :-1]
    last = np.ones(values.shape, dtype=bool)
    last[:, :-1] = new[:, 1:]
    start = np.maximum.accumulate(np.where(new, positions, 0), axis=1)
    stops = np.where(last, positions + 1, width)
    stop = np.minimum.accumulate(stops[:, ::-1], axis=1)[:, ::-1]
    return start, stop


def _delta(counts: _Dominance) -> tuple[Floats, Floats]:
    """δ and the consistent estimate of its variance (Cliff 1996)."""
    n_one, n_other = counts.n_one, counts.n_other
    pairs = float(n_one) * n_other
    delta = counts.total / pairs
    # Σ (d_i − d)² over the mean signs d_i of each sample, and Σ (d_ij − d)² over all pairs
    between_one = counts.squares_one / n_other**2 - n_one * np.square(delta)
    between_other = counts.squares_other / n_one**2 - n_other * np.square(delta)
    within = counts.untied - pairs * np.square(delta)
    variance = (
        (n_other - 1.0) / (n_one - 1.0) * between_one
        + (n_one - 1.0) / (n_other - 1.0) * between_other
        + within / ((n_one - 1.0) * (n_other - 1.0))
    ) / pairs
    return delta, np.maximum(variance, 0.0)


def _least_apart(n_one: int, n_other: int, error: float) -> float:
    """Find the δ with which samples of such sizes are apart with probability ``error``.

    If the hazard of one is r times the other's, all of its n values lie beyond the other's m with
    probability Π i/(i + nr), i = 1 … m, and δ = (1 − r)/(1 + r); the larger r of both orders.
    """

    def lacking(log_ratio: float, sizes: tuple[int, int]) -> float:
        m, n = sizes
        steps = np.log1p(n * np.exp(log_ratio) / np.arange(1.0, m + 1.0))
        return float(steps.sum() + np.log(error))

    orders = ((n_one, n_other), (n_other, n_one))
    largest = max(
        find_root(functools.partial(lacking, sizes=sizes), -100.0, 700.0) for sizes in orders
    )
    return float(-np.tanh(largest / 2.0))


def _asymmetric(
    delta: Floats, variance: Floats, quantile: float, n_smaller: int
) -> tuple[Floats, Floats]:
    spread = quantile**2 * variance
    unanimous = (np.abs(delta) == 1) | (spread == 0)
    low, high = asymmetric_ends(delta, spread, unanimous)
    # where no sign differs from the others, one in n could have gone unseen: δ may be so far off
    unseen = quantile**2 / (n_smaller + quantile**2) * (1.0 + np.abs(delta))
    low, high = np.where(unanimous, delta - unseen, low), np.where(unanimous, delta + unseen, high)
    return np.clip(low, -1.0, delta), np.clip(high, delta, 1.0)


def asymmetric_ends(
    estimate: Floats, spread: Floats, unanimous: npt.NDArray[np.bool_]
) -> tuple[Floats, Floats]:
    """Return the ends of Cliff's interval, which stays within −1 and 1.

    Parameters
    ----------
    estimate, spread
        (m,): δ or r, and its variance times the squared quantile.
    unanimous
        (m,), where there is no variance: there the ends mean nothing.
    """
    room = 1.0 - np.square(estimate)
    divisor = np.where(unanimous, 1.0, room + spread)
    centre = estimate * room / divisor
    half = np.sqrt(spread * (np.square(room) + spread)) / divisor
    return centre - half, centre + half
