"""Shifts with distribution-free intervals: they hold the shifts that the matching test does not reject.

Ours because scipy and statsmodels have no Hodges–Lehmann estimates, and scipy's ``quantile_test`` takes one
sample at a time, 114 times as long.
"""

import functools
import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.errors import check_fraction
from benchreport.numerics.nulls.rank_sum import is_exact, untied_u_tail
from benchreport.numerics.nulls.signed_rank import untied_null
from benchreport.numerics.selection_of_averages import select_averages
from benchreport.numerics.selection_of_sums import select_sums

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

_EXACT_INTERVAL = 200
# intervals whose ends lie so many averages apart, or such a share of all, are looked for at once
_ALIKE = 128
_ALIKE_SHARE = 1 / 64
# averages of more values, and more differences, are not formed: it would take longer
LONG = 600
_MANY = 1 << 16


class Shift(NamedTuple):
    """Shifts with intervals; all but ``confidence`` have one value per sample."""

    estimate: Floats
    low: Floats
    high: Floats
    confidence: float
    """The interval's own confidence: at least that asked for, unless n is too small for it."""


class Shifts(NamedTuple):
    """Shifts with intervals of different confidence, (m,) each."""

    estimate: Floats
    low: Floats
    high: Floats
    confidence: Floats
    """Of each interval: at least that asked for, unless n is too small for it."""


def hodges_lehmann(differences: npt.ArrayLike, confidence: float = 0.95) -> Shift:
    """Estimate the shift by the median of Walsh averages, with a distribution-free interval.

    The interval holds the shifts that the two-sided signed-rank test does not reject. Its ends are
    order statistics of the n(n+1)/2 averages (d_i + d_j)/2, i ≤ j, chosen by the exact untied null
    for n ≤ 200 and by its normal approximation (with continuity correction) beyond.

    Parameters
    ----------
    differences
        (n,) or (pairs, n), n ≥ 1, in score units. Zeros are kept: they are evidence of no shift.
    confidence
        The least confidence that the interval must have, between 0 and 1.

    Returns
    -------
    Shift
        The interval is the narrowest with at least the confidence asked for. Below n = 6 none
        reaches 95 %; then it spans all averages and ``confidence`` is the 1 − 2^(1−n) it has. With
        ties the true confidence is higher than stated.

    References
    ----------
    Hodges & Lehmann (1963), Estimates of location based on rank tests, Ann. Math. Statist. 34.
    Hollander, Wolfe & Chicken (2014), Nonparametric statistical methods, sections 3.2 and 3.3.

    Examples
    --------
    Depression scale factors, Hollander, Wolfe & Chicken, example 3.3:

    >>> shift = hodges_lehmann([-.952, .147, -1.022, -.43, -.62, -.59, -.49, .08, -.01], 0.96)
    >>> round(float(shift.estimate), 3), round(float(shift.low), 3), round(float(shift.high), 3)
    (-0.46, -0.786, -0.01)
    >>> round(shift.confidence, 3)
    0.961
    """
    check_fraction("confidence", confidence)
    values = np.asarray(differences, dtype=np.float64)
    samples = np.atleast_2d(values)
    outside, achieved = _averages_outside(samples.shape[1], confidence)
    places = np.full(len(samples), outside)
    estimate, low, high = (
        column.reshape(values.shape[:-1]) for column in _select_averages(samples, places)
    )
    return Shift(estimate, low, high, achieved)


def hodges_lehmann_each(differences: Floats, confidence: Floats) -> Shifts:
    """Estimate shifts as `hodges_lehmann` does, each with an interval of its own confidence.

    Parameters
    ----------
    differences
        (m, n), in score units.
    confidence
        (m,), each between 0 and 1.

    Examples
    --------
    >>> sample = [[1.0, 2, 3, 4, 5, 6, 7, 8]] * 2
    >>> hodges_lehmann_each(np.array(sample), np.array([0.95, 0.99])).low.tolist()
    [2.0, 1.0]
    """
    n = differences.shape[1]
    if n <= _EXACT_INTERVAL:
        outside, achieved = _all_outside(untied_null(n), confidence)
    else:
        outside, achieved = _all_normal_outside(*_signed_rank_moments(n), confidence)
    if outside.min() == outside.max():
        return Shifts(*_select_averages(differences, outside), achieved)
    alike = max(_ALIKE, int(_ALIKE_SHARE * n * (n + 1) / 2))
    order = np.argsort(outside)
    ends = np.searchsorted(outside[order], np.arange(outside.min(), outside.max() + alike, alike))
    selected = np.empty((3, len(differences)))
    for rows in filter(len, np.split(order, ends[1:])):
        selected[:, rows] = _select_averages(differences[rows], outside[rows])
    estimate, low, high = selected
    return Shifts(estimate, low, high, achieved)


def _select_averages(samples: Floats, outside: Places) -> tuple[Floats, Floats, Floats]:
    """Return the median of each sample's averages, and those with so many beyond them at either end.

    ``outside``, (m,), should be nearly the same for all samples: averages are formed for the least.
    """
    n = samples.shape[1]
    count = n * (n + 1) // 2
    if n > LONG:
        rows = zip(np.sort(samples, axis=1), outside.tolist(), strict=True)
        sums = [select_sums(row, row, _places(count, each), halved=True) for row, each in rows]
        return _estimate_and_ends(np.array(sums) / 2.0)
    places = np.empty((len(samples), 3, 2), dtype=np.intp)
    places[:, 0], places[:, 2] = outside[:, None], count - 1 - outside[:, None]
    places[:, 1] = (count - 1) // 2, count // 2
    low, centre, high = select_averages(samples, places).transpose(1, 0, 2)
    return centre.mean(axis=1), low[:, 0], high[:, 0]


def median_shift(values: npt.ArrayLike, confidence: float = 0.95) -> Shift:
    """Estimate the median, with the interval between two order statistics.

    Parameters
    ----------
    values
        (n,) or (samples, n), n ≥ 1.
    confidence
        The least confidence that the interval must have, between 0 and 1.

    Returns
    -------
    Shift
        The ends are the (r+1)th smallest and largest, r the largest with 2·P(B ≤ r) ≤ 1 −
        confidence for B ~ binomial(n, ½): the values that the two-sided sign test keeps.
        ``confidence`` is what they have; below n = 6 none reaches 95 %.

    References
    ----------
    Hollander, Wolfe & Chicken (2014), Nonparametric statistical methods, section 3.6.

    Examples
    --------
    >>> shift = median_shift(range(1, 11), 0.95)
    >>> float(shift.estimate), float(shift.low), float(shift.high), round(shift.confidence, 4)
    (5.5, 2.0, 9.0, 0.9785)
    """
    check_fraction("confidence", confidence)
    ordered = np.sort(np.asarray(values, dtype=float), axis=-1)
    n = ordered.shape[-1]
    outside, achieved = _outside(_sign_tail(n), confidence)
    return Shift(*_estimate_and_ends(ordered[..., _places(n, outside)]), achieved)


def middle_values(values: Floats, confidence: float) -> Floats:
    """Sort values, and return those in the middle that hold intervals of up to this confidence.

    Parameters
    ----------
    values
        (m, n).
    confidence
        Between 0 and 1.

    Examples
    --------
    >>> middle_values(np.arange(10.0)[None], 0.9).tolist()
    [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]]
    """
    n = values.shape[1]
    outside, _ = _outside(_sign_tail(n), confidence)
    middle: Floats = np.sort(values, axis=1)[:, outside : n - outside]
    return middle


def median_shift_each(middle: Floats, confidence: Floats, *, n: int) -> Shifts:
    """Estimate medians as `median_shift` does, each with an interval of its own confidence.

    Parameters
    ----------
    middle
        (m, w): what `middle_values` returns of (m, n) values for the highest confidence or a higher one.
    confidence
        (m,), each between 0 and 1.
    n
        How many values each row had.

    Examples
    --------
    >>> sample = np.arange(1.0, 11)[None].repeat(2, axis=0)
    >>> median_shift_each(middle_values(sample, 0.99), np.array([0.9, 0.99]), n=10).low.tolist()
    [2.0, 1.0]
    """
    outside, achieved = _all_outside(_sign_tail(n), confidence)
    width = middle.shape[1]
    rows, places = np.arange(len(middle)), outside - (n - width) // 2
    estimate: Floats = (middle[:, (width - 1) // 2] + middle[:, width // 2]) / 2
    return Shifts(estimate, middle[rows, places], middle[rows, width - 1 - places], achieved)


def _sign_tail(n: int) -> Floats:
    """Return P(B ≤ r) for r below the median of B ~ binomial(n, ½)."""
    return np.asarray(special.bdtr(np.arange((n + 1) // 2), n, 0.5), dtype=np.float64)


def two_sample_shift(
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    confidence: float = 0.95,
    critical: float = math.nan,
) -> Shift:
    """Estimate the shift between two samples by the median of all differences.

    Parameters
    ----------
    first, second
        (n1,) and (n2,).
    confidence
        The least confidence that the interval must have; its ends are order statistics of the n1·n2
        differences, by the exact untied null of the rank sum where `rank_sum` takes it, else by its
        normal approximation.
    critical
        The absolute z from which on `rank_sum_z` rejects, if the interval should hold the shifts that it does
        not; ``confidence`` is then what this is by the normal approximation.

    References
    ----------
    Hodges & Lehmann (1963); Hollander, Wolfe & Chicken (2014), sections 4.2 and 4.3.

    Examples
    --------
    >>> shift = two_sample_shift([4.0, 5.0, 6.0, 7.0], [1.0, 2.0, 3.0, 4.0])
    >>> float(shift.estimate), float(shift.low), float(shift.high), round(shift.confidence, 3)
    (3.0, 0.0, 6.0, 0.971)
    """
    check_fraction("confidence", confidence)
    x, y = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    outside, achieved = _differences_outside(len(x), len(y), confidence)
    if not math.isnan(critical):
        mean, deviation = _rank_sum_moments(len(x), len(y))
        outside = math.floor(mean - critical * deviation)
        if outside >= 0:
            achieved = 1 - 2 * float(special.ndtr((outside - mean) / deviation))
        outside = max(outside, 0)
    places = _places(len(x) * len(y), outside)
    if len(x) * len(y) > _MANY:
        values = select_sums(np.sort(x), np.sort(-y), places)
    else:
        values = np.partition((x[:, None] - y).ravel(), places)[[*places]]
    return Shift(*_estimate_and_ends(values), achieved)


def _places(count: int, outside: int) -> tuple[int, int, int, int]:
    """Return places in order that have so many beyond them at the lower end, the middle, and the upper."""
    return outside, (count - 1) // 2, count // 2, count - 1 - outside


def _estimate_and_ends(values: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the median and the ends of the interval, of values at these places, (…, 4)."""
    low, below, above, high = np.moveaxis(values, -1, 0)
    return (below + above) / 2, low, high


@functools.lru_cache(maxsize=64)
def _averages_outside(n: int, confidence: float) -> tuple[int, float]:
    if n <= _EXACT_INTERVAL:
        return _outside(untied_null(n), confidence)
    return _normal_outside(*_signed_rank_moments(n), confidence)


def _signed_rank_moments(n: int) -> tuple[float, float]:
    return n * (n + 1) / 4, (n * (n + 1) * (2 * n + 1) / 24) ** 0.5


@functools.lru_cache(maxsize=256)
def _differences_outside(n_first: int, n_second: int, confidence: float) -> tuple[int, float]:
    if is_exact(n_first, n_second):
        return _outside(untied_u_tail(n_first, n_second), confidence)
    return _normal_outside(*_rank_sum_moments(n_first, n_second), confidence)


def _rank_sum_moments(n_first: int, n_second: int) -> tuple[float, float]:
    return n_first * n_second / 2, math.sqrt(n_first * n_second * (n_first + n_second + 1) / 12)


def _outside(tail: Floats, confidence: float) -> tuple[int, float]:
    """Count the order statistics beyond either end of the interval; give its confidence.

    ``tail`` is the lower tail of the test's statistic at 0, 1, 2, ….
    """
    outside, achieved = _all_outside(tail, np.array([confidence]))
    return int(outside[0]), float(achieved[0])


def _all_outside(tail: Floats, confidence: Floats) -> tuple[Places, Floats]:
    """Do the same for several levels of confidence, (m,)."""
    # 1 − 0.95 is not 0.05 in binary: a tail that equals the error exactly is no larger
    error = (1 - confidence) / 2 * (1 + 1e-12)
    outside = np.maximum(np.searchsorted(tail, error, side="right") - 1, 0)
    return outside, 1 - 2 * tail[outside]


def _normal_outside(mean: float, deviation: float, confidence: float) -> tuple[int, float]:
    """Do the same by the normal approximation, with continuity correction."""
    outside, achieved = _all_normal_outside(mean, deviation, np.array([confidence]))
    return int(outside[0]), float(achieved[0])


def _all_normal_outside(mean: float, deviation: float, confidence: Floats) -> tuple[Places, Floats]:
    """Do the same for several levels of confidence, (m,)."""
    quantile = special.ndtri((1 - confidence) / 2)
    places = np.maximum(np.floor(mean + quantile * deviation - 0.5), 0)
    achieved: Floats = 1 - 2 * special.ndtr((places + 0.5 - mean) / deviation)
    return places.astype(np.intp), achieved
