"""Rank sums of two independent samples: exact null with ties, and the shift between them."""

import functools
import math
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special, stats

from benchreport.errors import OptionError, check_choice
from benchreport.numerics.hodges_lehmann import Shift
from benchreport.numerics.tails import ALTERNATIVES, Alternative, p_of_z

__all__ = ["EXACT_LARGEST", "RankSum", "rank_sum", "two_sample_shift"]

Array = NDArray[np.float64]
Variant = Literal["auto", "exact", "normal"]

EXACT_LARGEST = 60
"""Up to how many scores in both samples together the automatic p-value is exact."""
MOST_EXACT = 200


class RankSum(NamedTuple):
    """Mann and Whitney's U of the first sample, how often it exceeds the second, with its p-value."""

    u: float
    p_value: float
    how: str


def rank_sum(
    first: ArrayLike,
    second: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    variant: Variant = "auto",
) -> RankSum:
    """Compare two independent samples by the ranks of their values.

    Parameters
    ----------
    first, second
        (n1,) and (n2,), no NaN.
    alternative
        ``"greater"``: the first tends to be larger.
    variant
        ``"exact"`` is the permutation distribution of the rank sum given the ties, up to 200 values
        together; ``"normal"`` is corrected for ties, not for continuity; ``"auto"`` is exact up to
        60.

    Raises
    ------
    OptionError
        No such option, or too many values for an exact p-value.

    References
    ----------
    Mann & Whitney (1947); Hollander, Wolfe & Chicken (2014), section 4.1.

    Examples
    --------
    >>> rank_sum([4.0, 5.0, 6.0], [1.0, 2.0, 3.0])
    RankSum(u=9.0, p_value=0.1, how='exact')
    """
    check_choice("alternative", alternative, ALTERNATIVES)
    check_choice("variant", variant, ("auto", "exact", "normal"))
    x, y = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    total = len(x) + len(y)
    if variant == "exact" and total > MOST_EXACT:
        raise OptionError(
            f"an exact rank-sum test of {total} scores is out of reach; {MOST_EXACT} are not.",
            hint="variant='normal', which is accurate at this size",
        )
    ranks = np.asarray(stats.rankdata(np.concatenate([x, y])))
    u = float(ranks[: len(x)].sum()) - len(x) * (len(x) + 1) / 2
    if variant == "exact" or (variant == "auto" and total <= EXACT_LARGEST):
        doubled = tuple(sorted((2 * ranks).astype(int).tolist()))
        return RankSum(u, _exact(doubled, len(x), ranks[: len(x)].sum(), alternative), "exact")
    centred = ranks - (total + 1) / 2
    variance = len(x) * len(y) / (total * (total - 1)) * float(centred @ centred)
    if variance == 0:
        return RankSum(u, 1.0, "normal")
    z = (u - len(x) * len(y) / 2) / math.sqrt(variance)
    return RankSum(u, float(p_of_z(z, alternative)), "normal")


def _exact(doubled: tuple[int, ...], n_first: int, rank_total: float, alternative: str) -> float:
    at_most, at_least = _null(doubled, n_first)
    place = round(2 * rank_total)
    if alternative == "less":
        return float(at_most[place])
    if alternative == "greater":
        return float(at_least[place])
    # the null is symmetric only without ties: both tails at the observed distance from the mean
    mean = n_first * (len(doubled) + 1)
    away = abs(place - mean)
    low = float(at_most[mean - away]) if mean - away >= 0 else 0.0
    high = float(at_least[mean + away]) if mean + away < len(at_least) else 0.0
    return min(1.0, low + high)


@functools.lru_cache(maxsize=256)
def _null(doubled: tuple[int, ...], n_first: int) -> tuple[Array, Array]:
    """Both tails of twice the rank sum of ``n_first`` of the ranks, by dynamic programming."""
    most = sum(doubled[-n_first:])
    # shares of all choices instead of counts, which would overflow
    chances = np.zeros((n_first + 1, most + 1))
    chances[0, 0] = 1.0
    for seen, rank in enumerate(doubled):
        taken = np.zeros_like(chances)
        taken[1:, rank:] = chances[:-1, : most + 1 - rank]
        # item number seen + 1 is chosen with probability (chosen after it)/(seen + 1)
        share = np.arange(n_first + 1)[:, None] / (seen + 1)
        chances = chances * np.maximum(1 - share, 0.0) + taken * np.minimum(share, 1.0)
    null = chances[n_first]
    at_least = np.cumsum(null[::-1])[::-1]
    return np.minimum(np.cumsum(null), 1.0), np.minimum(at_least, 1.0)


def two_sample_shift(first: ArrayLike, second: ArrayLike, confidence: float = 0.95) -> Shift:
    """Estimate the shift between two samples by the median of all differences.

    Parameters
    ----------
    first, second
        (n1,) and (n2,).
    confidence
        Least confidence wanted; the ends are order statistics of the n1·n2 differences, by the
        exact untied null of the rank sum up to 60 values and by its normal approximation beyond.

    References
    ----------
    Hodges & Lehmann (1963); Hollander, Wolfe & Chicken (2014), sections 4.2 and 4.3.

    Examples
    --------
    >>> shift = two_sample_shift([4.0, 5.0, 6.0, 7.0], [1.0, 2.0, 3.0, 4.0])
    >>> float(shift.estimate), float(shift.low), float(shift.high), round(shift.confidence, 3)
    (3.0, 0.0, 6.0, 0.971)
    """
    x, y = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    differences = np.sort((x[:, None] - y).ravel())
    count = len(differences)
    beyond, achieved = _outside(len(x), len(y), confidence)
    middle = (differences[(count - 1) // 2] + differences[count // 2]) / 2
    return Shift(middle, differences[beyond], differences[count - 1 - beyond], achieved)


@functools.lru_cache(maxsize=256)
def _outside(n_first: int, n_second: int, confidence: float) -> tuple[int, float]:
    total, error = n_first + n_second, (1 - confidence) / 2
    if total <= EXACT_LARGEST:
        at_most, _ = _null(tuple(range(2, 2 * total + 1, 2)), n_first)
        # U = 0, 1, 2, … in the untied null
        tail = at_most[n_first * (n_first + 1) :: 2]
        allowed = int(np.searchsorted(tail, error * (1 + 1e-12), side="right")) - 1
        return max(allowed, 0), 1 - 2 * float(tail[max(allowed, 0)])
    mean = n_first * n_second / 2
    deviation = math.sqrt(n_first * n_second * (total + 1) / 12)
    allowed = max(math.floor(mean + float(special.ndtri(error)) * deviation - 0.5), 0)
    return allowed, 1 - 2 * float(special.ndtr((allowed + 0.5 - mean) / deviation))
