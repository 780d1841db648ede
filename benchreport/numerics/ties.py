"""One rule for the whole package: which floats are the same score.

Ours because libraries rank differences of the 16th digit: 0.9 − 0.8 against 0.8 − 0.7.
"""

import functools
import math

import numpy as np
import numpy.typing as npt

from benchreport.numerics.chunks import by_rows

Floats = npt.NDArray[np.float64]

SAME = 5e-12
"""Scores that differ by this share of their size or less are the same: they share 12 digits."""
_NOISE = 1e-13  # the rounding error of a few operations, as a share of the scores' size
_DIGITS = 12
_WIDTH = 8  # how many arrays `_decimal` makes on its way
# read from text, as a power function may err in the last place
_MOST = 300
_POWERS_OF_TEN = np.array([float(f"1e{exponent}") for exponent in range(_MOST + 1)])
# the decade of a number follows from its binary exponent and a comparison, faster than by logarithms
_MANTISSA = 52  # bits behind those of the exponent
_DECADES = np.floor(np.log10(np.ldexp(1.0, np.arange(-1023, 1024)))).astype(np.int64)
"""The decade of the least number with each exponent."""
_BEHIND = np.append(np.minimum(_DIGITS - 1 - _DECADES, _MOST), _MOST)
"""How many digits it has behind the point; the last is of NaN."""
_NEXT = np.array([float(f"1e{decade + 1}") * (1 - _NOISE) for decade in [*_DECADES.tolist(), 308]])
"""Where the next decade begins: what is noise below it counts as its first number."""
_NEXT[:-1][_DIGITS - 1 - _DECADES > _MOST] = np.inf


def snap(values: npt.ArrayLike, scale: npt.ArrayLike | None = None) -> Floats:
    """Give one value to scores along the last axis that differ by rounding only.

    1 − 0.07 and 0.93 are the same score and differ in the last bit. Ranks, wins and equal means
    would see a difference.

    Parameters
    ----------
    values
        Scores; NaN stays NaN.
    scale
        The size of the numbers that they come from, where that is not their own: of the runs of an
        average, say. 0 where nothing is to be snapped.

    Returns
    -------
    ndarray
        Decimals of up to 12 digits that rounding has moved are those decimals; other scores of a row that
        lie within 5e-12 of their scale of each other become the least of them. Multiplied by a
        power of two, the same scores are the same.

    Examples
    --------
    >>> snap([1 - 0.07, 0.93, 2 / 3, 1 - 1 / 3])
    array([0.93      , 0.93      , 0.66666667, 0.66666667])
    >>> len(set(snap([1 - 0.07, 0.93, 2 / 3, 1 - 1 / 3]).tolist()))
    2
    """
    scores = np.asarray(values, dtype=np.float64)
    sizes = np.abs(scores) if scale is None else np.asarray(scale, dtype=np.float64)
    sizes = sizes if sizes.shape == scores.shape else np.broadcast_to(sizes, scores.shape)
    if scores.ndim > 1:
        width = _WIDTH * math.prod(scores.shape[1:])
        snapped: Floats = by_rows(_snap_rows, scores, sizes, width=width)
        return snapped
    decimals = by_rows(_decimal, scores.ravel(), sizes.ravel(), width=_WIDTH)
    return _merge_neighbours(decimals.reshape(scores.shape), sizes)


def snap_differences(a: npt.ArrayLike, b: npt.ArrayLike) -> Floats:
    """Subtract, so that differences that differ by rounding only are one value.

    In binary 0.9 − 0.8 = 0.09999999999999998 and 0.8 − 0.7 = 0.10000000000000009. Ranking
    those would break a tie that is there in the scores, by the noise of their 16th digit; 0.3 − 0.3
    computed two ways would not be 0.

    Parameters
    ----------
    a, b
        Paired scores, of shapes that broadcast.

    Returns
    -------
    ndarray
        a − b. Equal scores have the difference 0; magnitudes that differ by less than the 12th
        digit of their scores are one magnitude along the last axis, as in `snap`.

    Examples
    --------
    >>> snap_differences([0.9, 0.8, 1.0], [0.8, 0.7, 0.9])
    array([0.1, 0.1, 0.1])
    """
    first, second = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    scale, raw = np.maximum(np.abs(first), np.abs(second)), first - second
    sizes = np.abs(raw)
    sizes = np.where(sizes <= SAME * scale, 0.0, sizes)
    # what is added turns −0 into 0
    return np.copysign(snap(sizes, scale), raw) + 0.0


def _snap_rows(values: Floats, scale: Floats) -> Floats:
    decimals = _decimal(values.ravel(), scale.ravel()).reshape(values.shape)
    return _merge_neighbours(decimals, scale)


def _decimal(values: Floats, scale: Floats) -> Floats:
    """Return the decimals of 12 digits of their scale that values are, up to noise."""
    ends = np.array([np.fmin.reduce(scale, initial=np.inf), np.fmax.reduce(scale, initial=0.0)])
    # larger scales have fewer digits, so that all have the same if these two have
    digits = _digits_behind(ends)
    digits = digits[0] if digits[0] == digits[1] else _digits_behind(scale)
    # whole numbers below 2^53 times or over an exact power of ten: correctly rounded, so that
    # the same decimal gives the same float whatever its number of digits
    if digits.min(initial=0) < 0:
        up, down = (_POWERS_OF_TEN[np.maximum(each, 0)] for each in (digits, -digits))
        decimal = np.rint(values * up / down) * down / up
    else:
        up = _POWERS_OF_TEN[digits]
        # in place: new arrays take longer than what is computed
        decimal = values * up
        np.rint(decimal, out=decimal)
        decimal /= up
    noise = decimal - values
    np.abs(noise, out=noise)
    return np.where(noise <= _NOISE * scale, decimal, values)


def _digits_behind(scale: Floats) -> npt.NDArray[np.int64]:
    """Count the digits behind the point of decimals of 12 digits."""
    exponents = scale.view(np.int64) >> _MANTISSA
    digits: npt.NDArray[np.int64] = _BEHIND[exponents] - (scale >= _NEXT[exponents])
    return digits


def _merge_neighbours(values: Floats, scale: Floats) -> Floats:
    """Give neighbours within `SAME` of the smaller of their scales the least of their values."""
    if values.ndim == 0:
        return values
    which = _may_merge(values, scale)
    if not which.any():
        return values
    merged = values.copy()
    merged[which] = _least_of_neighbours(values[which], scale[which])
    return merged


def _may_merge(values: Floats, scale: Floats) -> npt.NDArray[np.bool_]:
    """Tell which values, or rows of them, might have a neighbour: few, and sorting is fast."""
    ordered = np.sort(values, axis=-1)
    low, high = ordered[..., :-1], ordered[..., 1:]
    most = SAME * np.fmax.reduce(scale, axis=-1, keepdims=True, initial=0.0)
    # types of a function inside would be made in each call
    are_near = functools.partial(_are_near, most)
    near = are_near(low, high) if values.ndim > 1 else by_rows(are_near, low, high, width=_WIDTH)
    if values.ndim > 1 or not near.any():
        return np.asarray(near.any(axis=-1))
    near = np.concatenate([near, [False]]) | np.concatenate([[False], near])
    return np.isin(values, ordered[near])


def _are_near(most: Floats, low: Floats, high: Floats) -> npt.NDArray[np.bool_]:
    near: npt.NDArray[np.bool_] = (low < high) & (high - low <= most)
    return near


def _least_of_neighbours(values: Floats, scale: Floats) -> Floats:
    order = np.argsort(values, axis=-1)
    ordered, sizes = (np.take_along_axis(array, order, axis=-1) for array in (values, scale))
    near = np.diff(ordered, axis=-1) <= SAME * np.minimum(sizes[..., 1:], sizes[..., :-1])
    firsts = np.broadcast_to(np.arange(values.shape[-1]), values.shape).copy()
    firsts[..., 1:][near] = 0
    np.maximum.accumulate(firsts, axis=-1, out=firsts)
    least = np.empty_like(values)
    np.put_along_axis(least, order, np.take_along_axis(ordered, firsts, axis=-1), axis=-1)
    return least
