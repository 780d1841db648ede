"""Differences of two accuracies: Newcombe's paired interval, and the pooled z test.

Ours because statsmodels has no paired interval, and gives NaN for two accuracies of 0 or 1.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.errors import DataError, DesignError, check_fraction, examples
from benchreport.numerics.predictions.proportion_interval import (
    check_confidence,
    proportion_interval,
)
from benchreport.numerics.tails import p_of_z

Floats = npt.NDArray[np.float64]
Estimates = tuple[Floats, Floats, Floats]


class ProportionsZ(NamedTuple):
    """Z tests of two proportions, with intervals of their differences."""

    statistic: Floats
    p_value: Floats
    """Two-sided."""
    difference: Floats
    """First − second."""
    low: Floats
    high: Floats


def newcombe_paired(tables: npt.ArrayLike, confidence: float | Floats = 0.95) -> Estimates:
    """Difference of two models' accuracies on the same examples, with Newcombe's interval.

    Method 10 of Newcombe (1998b): Wilson's intervals of the two accuracies, squared and added
    with the correlation φ between them. A positive φ is corrected for continuity: (ad − bc − n/2) /
    √(product of margins), not below 0; with an empty margin φ = 0.

    Parameters
    ----------
    tables
        (…, 2, 2), [[both right, first only], [second only, neither]], as from `pair_tables`;
        counts, not weights.
    confidence
        Between 0 and 1, of all tables or of each.

    Returns
    -------
    estimate, low, high
        First − second, in the leading shape, within −1 and 1. Models that never differ have 0
        within an interval, not a point.

    References
    ----------
    Newcombe (1998b), Improved confidence intervals for the difference between binomial proportions
    based on paired data, Statistics in Medicine 17: 2635-2650.
    Fagerland, Lydersen & Laake (2017), Statistical analysis of contingency tables, chapter 8.

    Examples
    --------
    >>> [round(float(each), 4) for each in newcombe_paired([[36, 12], [2, 0]])]
    [0.2, 0.0569, 0.3404]
    """
    check_confidence(confidence)
    cells = np.asarray(tables, dtype=np.float64)
    if cells.shape[-2:] != (2, 2) or not (np.isfinite(cells) & (cells >= 0)).all():
        raise DesignError(f"Expected 2 × 2 tables of counts; got shape {cells.shape}.")
    n = cells.sum(axis=(-2, -1))
    if (n == 0).any():
        raise DesignError("Expected tables of at least one example; got an empty one.")
    a, b, c, d = cells[..., 0, 0], cells[..., 0, 1], cells[..., 1, 0], cells[..., 1, 1]
    # two roots, as the product of four margins of a million examples is no longer exact
    margins = np.sqrt((a + b) * (c + d)) * np.sqrt((a + c) * (b + d))
    excess = a * d - b * c
    corrected = np.where(excess > 0, np.maximum(excess - n / 2.0, 0.0), excess)
    phi = np.where(margins > 0, corrected / np.where(margins > 0, margins, 1.0), 0.0)
    p, q = (a + b) / n, (a + c) / n
    p_low, p_high = proportion_interval(a + b, n, confidence)
    q_low, q_high = proportion_interval(a + c, n, confidence)
    estimate = np.asarray(p - q)
    low = estimate - _third_side(p - p_low, q_high - q, phi)
    high = estimate + _third_side(p_high - p, q - q_low, phi)
    return estimate, np.maximum(low, -1.0), np.minimum(high, 1.0)


def proportions_z(
    first: npt.ArrayLike,
    n_first: npt.ArrayLike,
    second: npt.ArrayLike,
    n_second: npt.ArrayLike,
    confidence: float = 0.95,
) -> ProportionsZ:
    """Pooled z test of two proportions from different examples.

    H0: the proportions are equal. H1: they differ. Models tested on the same examples are not
    independent, and the test does not keep its level for them: if they err on the same examples it
    overlooks differences that `mcnemar` finds (Dietterich 1998).

    Returns
    -------
    ProportionsZ
        z = (p₁ − p₂) / √(p(1 − p)(1/n₁ + 1/n₂)) with p that of both together, and Wald's interval
        with unpooled variance, cut at −1 and 1: R's ``prop.test(correct = FALSE)``, whose χ² is z².
        Both 0 or both 1: z = 0 and p = 1. Then, and for 0 against 1, the interval is a point.

    References
    ----------
    Dietterich (1998), Approximate statistical tests for comparing supervised classification
    learning algorithms, Neural Computation 10, section 3.2.

    Examples
    --------
    >>> test = proportions_z(56, 70, 48, 80)
    >>> round(float(test.statistic), 3), round(float(test.p_value), 4)
    (2.65, 0.008)
    """
    check_fraction("confidence", confidence)
    (hits_first, n), (hits_second, m) = (
        _check_counts(first, n_first),
        _check_counts(second, n_second),
    )
    p, q = hits_first / n, hits_second / m
    pooled = (hits_first + hits_second) / (n + m)
    variance = pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)
    difference, varied = np.asarray(p - q), variance > 0
    z = np.where(varied, difference / np.sqrt(np.where(varied, variance, 1.0)), 0.0)
    quantile = -float(special.ndtri((1.0 - confidence) / 2.0))
    half = quantile * np.sqrt(p * (1.0 - p) / n + q * (1.0 - q) / m)
    low, high = np.maximum(difference - half, -1.0), np.minimum(difference + half, 1.0)
    return ProportionsZ(z, p_of_z(z), difference, low, high)


def _third_side(a: Floats, b: Floats, phi: Floats) -> Floats:
    # the law of cosines, as a sum of squares that rounding cannot make negative
    side: Floats = np.sqrt(np.square(a - b) + 2.0 * (1.0 - phi) * a * b)
    return side


def _check_counts(successes: npt.ArrayLike, n: npt.ArrayLike) -> tuple[Floats, Floats]:
    counts, trials = np.asarray(successes, dtype=np.float64), np.asarray(n, dtype=np.float64)
    usable = (trials > 0) & (counts >= 0) & (counts <= trials)
    if not usable.all():
        pairs = np.stack(np.broadcast_arrays(counts, trials), axis=-1)[~usable].tolist()
        raise DataError(
            "Expected counts from 0 to the number of examples, which is at least 1; got "
            f"{examples(f'{count:g} of {number:g}' for count, number in pairs)}."
        )
    return counts, trials
