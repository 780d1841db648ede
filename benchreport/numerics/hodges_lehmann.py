"""The shift between paired samples, with its distribution-free interval."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.numerics.signed_rank import untied_null

__all__ = ["Shift", "hodges_lehmann", "rank_biserial"]

Array = NDArray[np.float64]

# beyond this the normal approximation of an order statistic's place is off by less than one place
LARGEST_EXACT = 500
CHUNK = 1 << 22


class Shift(NamedTuple):
    """Estimates and interval ends, one per sample; ``confidence`` is what the interval achieves."""

    estimate: Array
    low: Array
    high: Array
    confidence: float


def hodges_lehmann(differences: Array, confidence: float) -> Shift:
    """Estimate the centre of symmetry of each row of differences.

    Parameters
    ----------
    differences
        Array (m, n): m samples of n paired differences each, zeros kept.
    confidence
        Wanted for the interval; it achieves at least that, or where n is too small, the most that
        the full range of Walsh averages gives.

    Returns
    -------
    Shift
        The median of the n(n+1)/2 Walsh averages (d_i + d_j)/2, i ≤ j, and the two of them that the
        null distribution of the signed-rank sum picks. With ties the confidence is a lower bound
        only approximately.

    References
    ----------
    Hodges & Lehmann (1963), Ann. Math. Stat. 34: 598-611; R's ``wilcox.test(conf.int = TRUE)``.

    Examples
    --------
    >>> shift = hodges_lehmann(np.array([[1.0, 2.0, 3.0, 4.0, 5.0]]), 0.9)
    >>> float(shift.estimate[0]), float(shift.low[0]), float(shift.high[0]), shift.confidence
    (3.0, 1.5, 4.5, 0.875)
    """
    m, n = differences.shape
    first, second = np.triu_indices(n)
    count = len(first)
    place, achieved = _place(n, count, confidence)
    wanted = sorted({place, (count - 1) // 2, count // 2, count - 1 - place})
    out = np.empty((m, len(wanted)))
    step = max(1, CHUNK // count)
    for start in range(0, m, step):
        rows = differences[start : start + step]
        averages = (rows[:, first] + rows[:, second]) / 2
        averages.partition(wanted, axis=1)
        out[start : start + step] = averages[:, wanted]
    column = {index: number for number, index in enumerate(wanted)}
    middle = (out[:, column[(count - 1) // 2]] + out[:, column[count // 2]]) / 2
    return Shift(middle, out[:, column[place]], out[:, column[count - 1 - place]], achieved)


def _place(n: int, count: int, confidence: float) -> tuple[int, float]:
    """Find the place (from 0) of the lower end among the Walsh averages, and what it achieves."""
    tail = (1 - confidence) / 2
    if n > LARGEST_EXACT:
        sd = np.sqrt(n * (n + 1) * (2 * n + 1) / 24)
        place = max(0, int(np.floor(count / 2 + special.ndtri(tail) * sd)) - 1)
        return place, confidence
    null = untied_null(n)
    place = max(1, int(np.searchsorted(null, tail, side="left"))) - 1
    return place, 1 - 2 * float(null[place])


def rank_biserial(
    positive: Array, negative: Array, n: Array, confidence: float
) -> tuple[Array, Array, Array]:
    """Matched-pairs rank-biserial correlation, (R⁺ − R⁻)/(R⁺ + R⁻).

    Parameters
    ----------
    positive, negative
        Sums of the ranks of positive and negative differences.
    n
        How many differences were ranked.
    confidence
        Of the interval: Fisher's z with the standard deviation that the statistic has under H0,
        √(n(n+1)(2n+1)/6) / (n(n+1)/2); approximate, and of no width at ±1.

    Returns
    -------
    estimate, low, high
        Between −1 and 1; 0 with the interval −1 to 1 where nothing was ranked.

    References
    ----------
    Kerby (2014), Comprehensive Psychology 3: 11.IT.3.1; the interval as in R's
    ``effectsize::rank_biserial``.

    Examples
    --------
    >>> estimate, low, high = rank_biserial(np.array([93.0]), np.array([12.0]), np.array([14]), 0.95)
    >>> np.round([estimate[0], low[0], high[0]], 3).tolist()
    [0.771, 0.41, 0.923]
    """
    total = positive + negative
    ranked = total > 0
    estimate = np.where(ranked, (positive - negative) / np.where(ranked, total, 1.0), 0.0)
    trials = np.maximum(n, 1)
    spread = np.sqrt(trials * (trials + 1) * (2 * trials + 1) / 6) / (trials * (trials + 1) / 2)
    half = float(special.ndtri((1 + confidence) / 2)) * spread
    with np.errstate(divide="ignore"):
        z = np.arctanh(estimate)
    low = np.where(ranked, np.tanh(z - half), -1.0)
    high = np.where(ranked, np.tanh(z + half), 1.0)
    return estimate, low, high
