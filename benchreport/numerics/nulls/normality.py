"""The Shapiro–Wilk test of many samples.

Ours because scipy's ``shapiro`` takes one sample, warns of constant and of long ones, and loads
``scipy.stats``, which costs a report more than its statistics.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

Floats = NDArray[np.float64]

# Royston's polynomials, the highest power first: corrections of the outermost weights in 1/√n; mean and
# logarithm of the standard deviation of the normalized statistic, in n up to 11 and in log n above
OUTER = (
    (-2.706056, 4.434685, -2.071190, -0.147981, 0.221157, 0.0),
    (-3.582633, 5.682633, -1.752461, -0.293762, 0.042981, 0.0),
)
SMALL = 11
SMALL_MEAN = (-6.714e-4, 0.025054, -0.39978, 0.544)
SMALL_SD = (-0.0020322, 0.062767, -0.77857, 1.3822)
MEAN = (0.0038915, -0.083751, -0.31082, -1.5861)
SD = (0.0030302, -0.082676, -0.4803)

LARGEST = 5000
"""The most values for which Royston's approximation holds."""


def shapiro_w(samples: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return W and p of each sample; NaN below 3 values, above 5,000, or where none differ.

    Parameters
    ----------
    samples
        Array (m, n).

    References
    ----------
    Shapiro & Wilk (1965); Royston (1995), algorithm AS R94, Applied Statistics 44.

    Examples
    --------
    >>> w, p = shapiro_w([[1.0, 2.0, 3.0, 4.0, 10.0], [1.0, 1.0, 1.0, 1.0, 1.0]])
    >>> w.round(3).tolist(), p.round(3).tolist()
    ([0.836, nan], [0.154, nan])
    """
    table = np.atleast_2d(np.asarray(samples, dtype=float))
    w, p = np.full(len(table), np.nan), np.full(len(table), np.nan)
    if not 3 <= table.shape[1] <= LARGEST:  # noqa: PLR2004 - two values are always in line
        return w, p
    spread = np.ptp(table, axis=1) > 0
    centred = table[spread] - np.median(table[spread], axis=1, keepdims=True)
    centred = np.sort(centred / np.abs(centred).max(axis=1, keepdims=True), axis=1)
    centred -= centred.mean(axis=1, keepdims=True)
    weights = _weights(table.shape[1])
    length = np.sqrt(np.square(weights).sum() * np.square(centred).sum(axis=1))
    along = centred @ weights
    # 1 − W, without subtracting numbers that are nearly equal
    lack = (length - along) * (length + along) / length**2
    w[spread], p[spread] = 1.0 - lack, _p_values(lack, table.shape[1])
    return w, p


def _weights(n: int) -> Floats:
    """Return the weights of the order statistics: their expected values, the outer ones corrected."""
    expected = special.ndtri((np.arange(1, n + 1) - 0.375) / (n + 0.25))
    if n == 3:  # noqa: PLR2004 - exact
        return np.array([-np.sqrt(0.5), 0.0, np.sqrt(0.5)])
    total, small = np.square(expected).sum(), 1.0 / np.sqrt(n)
    outer = [np.polyval(each, small) for each in OUTER] + expected[[-1, -2]] / np.sqrt(total)
    corrected = 1 if n <= 5 else 2  # noqa: PLR2004 - as published
    ends = expected[::-1][:corrected]
    rest = (total - 2.0 * np.square(ends).sum()) / (1.0 - 2.0 * np.square(outer[:corrected]).sum())
    weights: Floats = expected / np.sqrt(rest)
    weights[:corrected] = -outer[:corrected]
    weights[::-1][:corrected] = outer[:corrected]
    return weights


def _p_values(lack: Floats, n: int) -> Floats:
    """Return the p-values of 1 − W for samples of n values."""
    if n == 3:  # noqa: PLR2004 - exact
        angle: Floats = np.arcsin(np.sqrt(1.0 - lack)) - np.arcsin(np.sqrt(0.75))
        return np.clip(6.0 / np.pi * angle, 0.0, 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        score = np.log(lack)
        if n <= SMALL:
            # beyond this bound W is impossible
            bound = 0.459 * n - 2.273
            score = np.where(score < bound, -np.log(bound - score), np.inf)
            mean, log_sd = np.polyval(SMALL_MEAN, n), np.polyval(SMALL_SD, n)
        else:
            mean, log_sd = (np.polyval(each, np.log(n)) for each in (MEAN, SD))
        tails: Floats = special.ndtr(-(score - mean) / np.exp(log_sd))
    return tails


def shapiro_p(samples: ArrayLike) -> NDArray[np.float64]:
    """Return only the p-values of `shapiro_w`."""
    return shapiro_w(samples)[1]
