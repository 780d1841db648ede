"""Means, standard deviations and ratios to them that are exact where samples are constant or extreme.

Ours because numpy leaves a standard deviation of rounding noise in constant samples, and its squares
overflow beyond 1e154.
"""

import numpy as np
import numpy.typing as npt

from benchreport.errors import DesignError

Floats = npt.NDArray[np.float64]

NOISE = 1e-12
"""A spread up to this share of its scores' magnitude is rounding noise and counts as 0."""
_SQUARED = 200
"""Numbers of 2 to the power of ±200 can be squared twice and added up."""


def samples(values: npt.ArrayLike, name: str) -> Floats:
    """Read samples along the last axis as floats, and check that each has at least two scores.

    Parameters
    ----------
    values
        (n,) or (m, n).
    name
        What the values are, for the error message.
    """
    scores = np.asarray(values, dtype=np.float64)
    if scores.ndim == 0 or scores.shape[-1] < 2:  # noqa: PLR2004 - one score has no spread
        n_scores = scores.shape[-1] if scores.ndim else 1
        raise DesignError(f"an effect size needs at least 2 {name}; got {n_scores}.")
    return scores


def moments(values: Floats, scale: npt.ArrayLike = 0.0) -> tuple[Floats, Floats]:
    """Mean and standard deviation (n − 1) of samples along the last axis.

    Constant samples have a standard deviation of exactly 0 and exactly their value as mean, which
    adding them up and dividing does not give; so do samples that vary only in their 13th digit.

    Parameters
    ----------
    values
        (n,) or (m, n), n ≥ 2.
    scale
        Magnitude of the numbers subtracted, where the values are differences.

    Returns
    -------
    mean, deviation
        () or (m,).

    Examples
    --------
    >>> mean, deviation = moments(np.full(3, 0.1))
    >>> float(mean), float(deviation), float(np.full(3, 0.1).mean())
    (0.1, 0.0, 0.10000000000000002)
    """
    largest = np.maximum(values.max(axis=-1), -values.min(axis=-1))
    unit = unit_to_square(largest)
    if (unit != 1.0).any():
        values = values / unit[..., None]
    size = np.maximum(largest, scale)
    origin = values[..., :1]
    shifted = values - origin
    middle = shifted.mean(axis=-1, keepdims=True)
    squares = np.square(shifted - middle).sum(axis=-1)
    deviation = np.sqrt(squares / (values.shape[-1] - 1)) * unit
    mean = without_noise((origin + middle)[..., 0] * unit, size)
    return mean, np.where(deviation <= NOISE * size, 0.0, deviation)


def without_noise(differences: Floats, scale: npt.ArrayLike) -> Floats:
    """Return differences of means, exactly 0 where they are only rounding noise.

    >>> float(without_noise(np.array(1.4e-17), 0.9))
    0.0
    """
    return np.where(np.abs(differences) <= NOISE * np.asarray(scale), 0.0, differences)


def common_unit(*samples: Floats) -> float:
    """Return one unit to divide all samples by; see `unit_to_square`. NaN does not count.

    >>> common_unit(np.array([0.3, np.nan]), np.array([2.0])), common_unit(np.array([1e200])) > 1e199
    (1.0, True)
    """
    largest = [np.fmax.reduce(np.abs(sample), axis=None, initial=0.0) for sample in samples]
    return float(unit_to_square(max(largest)))


def unit_to_square(largest: npt.ArrayLike) -> Floats:
    """Return powers of two to divide by, so that squares of squares neither overflow nor vanish.

    Dividing by them rounds nothing. They are 1 unless the largest magnitude is extreme. Whatever
    squares scores divides by them first: a p-value does not depend on the unit of the scores.

    >>> float(unit_to_square(0.3)), bool(unit_to_square(1e200) > 1e199)
    (1.0, True)
    """
    _, exponent = np.frexp(largest)
    beyond = (np.abs(exponent) > _SQUARED) & np.isfinite(largest)
    unit: Floats = np.ldexp(1.0, np.where(beyond, exponent - 1, 0))
    return unit


def ratio(difference: Floats, spread: Floats | float, scale: npt.ArrayLike = 0.0) -> Floats:
    """Divide differences by a spread; over a spread of 0 they are 0 or infinite.

    Parameters
    ----------
    difference, spread
        Arrays whose shapes broadcast; the spread is not negative.
    scale
        Magnitude of the numbers subtracted: over a spread of 0, a difference in their 13th digit is 0.

    Examples
    --------
    >>> ratio(np.array([1.0, 0.0, -1.0]), np.array([2.0, 0.0, 0.0]))
    array([ 0.5,  0. , -inf])
    """
    flat = spread == 0
    limit = np.where(np.abs(difference) <= NOISE * np.abs(scale), 0.0, np.inf)
    signed = np.where(limit > 0, np.copysign(limit, difference), 0.0)
    with np.errstate(over="ignore"):  # a ratio beyond the largest number is infinite
        return np.where(flat, signed, difference / np.where(flat, 1.0, spread))


def least_extreme_t(t: Floats, skewness: Floats) -> Floats:
    """Return t, or Hall's t that allows for skewed samples (1992), whichever is nearer to 0.

    A mean of skewed samples is too often far from the truth on one side: where few rare large values were
    drawn, the mean is too low, and so is the standard error.

    Parameters
    ----------
    t
        (m,), infinite where the standard error is 0.
    skewness
        The third moment of the mean over its cubed standard error, (m,), which is the skewness of the values
        over the root of their number.

    Examples
    --------
    >>> least_extreme_t(np.array([2.0, 2.0, -2.0]), np.array([0.0, -0.3, -0.3])).round(3).tolist()
    [2.0, 1.577, -2.0]
    """
    finite = np.where(np.isfinite(t), t, 0.0)
    part = skewness * finite / 3
    # the cubic rises with t everywhere
    turned = finite * (1 + part * (1 + part / 3)) + skewness / 6
    nearer = np.where(finite > 0, np.clip(turned, 0.0, finite), np.clip(turned, finite, 0.0))
    return np.where(np.isfinite(t), nearer, t)


def spans_decades(values: Floats, decades: float = 2.0) -> bool:
    """Tell whether values are positive and span more than ``decades`` powers of ten.

    >>> spans_decades(np.array([0.1, 20.0, np.nan])), spans_decades(np.array([0.0, 500.0]))
    (True, False)
    """
    known = values[~np.isnan(values)]
    if not known.size or known.min() <= 0:
        return False
    # a difference of logarithms: the ratio itself may overflow
    return bool(np.log10(known.max()) - np.log10(known.min()) > decades)
