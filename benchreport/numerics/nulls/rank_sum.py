"""Rank sums of two independent samples, with their exact null given the ties.

Ours because the exact ``mannwhitneyu`` of scipy ignores ties and takes 20 times as long.
"""

import functools
import math
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchreport.errors import DesignError, OptionError, check_choice
from benchreport.hints import option
from benchreport.numerics.tails import ALTERNATIVES, OPPOSITE, Alternative, p_of_z

Array = NDArray[np.float64]
Variant = Literal["auto", "exact", "normal"]

EXACT_WORK = 8_000_000
"""The most steps that an automatic p-value takes to be exact: 30 scores against 30, or 2 against 1,000."""
MOST_WORK = 100 * EXACT_WORK


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
        ``"exact"`` is the permutation distribution of the rank sum given the ties, up to about 100
        values in each; ``"normal"`` is corrected for ties, not for continuity; ``"auto"`` is exact
        up to about 30 in each, or more in one and fewer in the other.

    Raises
    ------
    OptionError
        An option is invalid, or there are too many values for an exact p-value.

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
    if not (len(x) and len(y)):
        raise DesignError(f"a rank sum needs two samples; got {len(x)} and {len(y)} scores.")
    work = _work(len(x), len(y))
    if variant == "exact" and work > MOST_WORK:
        raise OptionError(
            f"an exact rank-sum test of {len(x)} against {len(y)} scores is out of reach.",
            hint=option(variant="normal") + ", which is accurate at this size",
        )
    ranks = _midranks(np.concatenate([x, y]))
    u = float(ranks[: len(x)].sum()) - len(x) * (len(x) + 1) / 2
    if variant == "exact" or (variant == "auto" and is_exact(len(x), len(y))):
        return RankSum(u, _exact(ranks, len(x), alternative), "exact")
    if ranks[0] == ranks.min() == ranks.max():
        return RankSum(u, 1.0, "normal")
    return RankSum(u, float(p_of_z(_standardize(u, ranks, len(x)), alternative)), "normal")


def rank_sum_z(first: ArrayLike, second: ArrayLike) -> float:
    """Return U less its mean in units of its standard deviation given the ties; 0 if all are tied.

    >>> round(rank_sum_z([4.0, 5.0, 6.0], [1.0, 2.0, 3.0]), 3)
    1.964
    """
    x = np.asarray(first, dtype=float)
    ranks = _midranks(np.concatenate([x, np.asarray(second, dtype=float)]))
    u = float(ranks[: len(x)].sum()) - len(x) * (len(x) + 1) / 2
    return _standardize(u, ranks, len(x))


def _standardize(u: float, ranks: Array, n_first: int) -> float:
    """Subtract the mean of U and divide by its standard deviation; without a spread of ranks it is 0."""
    total, n_second = len(ranks), len(ranks) - n_first
    centred = ranks - (total + 1) / 2
    variance = n_first * n_second / (total * (total - 1)) * float(centred @ centred)
    return (u - n_first * n_second / 2) / math.sqrt(variance) if variance > 0 else 0.0


def _midranks(values: Array) -> Array:
    """Rank values, ties sharing their mean rank; scipy's takes most of the time of a small pair."""
    ordered = np.sort(values)
    at_most = np.searchsorted(ordered, values, side="right")
    return (np.searchsorted(ordered, values, side="left") + 1 + at_most) / 2


def _work(n_first: int, n_second: int) -> int:
    """Count the steps of the null's dynamic programming, by the smaller sample."""
    return 2 * min(n_first, n_second) ** 2 * (n_first + n_second) ** 2


def _exact(ranks: Array, n_first: int, alternative: Alternative) -> float:
    doubled = tuple(sorted(np.rint(2 * ranks).astype(int).tolist()))
    place, size, side = round(2 * float(ranks[:n_first].sum())), n_first, alternative
    if 2 * n_first > len(ranks):
        # the smaller sample's sum has the same null, mirrored
        place, size = sum(doubled) - place, len(ranks) - n_first
        side = OPPOSITE[alternative]
    at_most, at_least = _null(doubled, size)
    if side == "less":
        return float(at_most[place])
    if side == "greater":
        return float(at_least[place])
    # the null is symmetric only without ties: both tails at the observed distance from the mean
    mean = size * (len(doubled) + 1)
    away = abs(place - mean)
    low = float(at_most[mean - away]) if mean - away >= 0 else 0.0
    high = float(at_least[mean + away]) if mean + away < len(at_least) else 0.0
    return min(1.0, low + high)


@functools.lru_cache(maxsize=256)
def _null(doubled: tuple[int, ...], n_first: int) -> tuple[Array, Array]:
    """Both tails of twice the rank sum of ``n_first`` of the ranks, by dynamic programming."""
    # shares of all choices instead of counts, which would overflow
    chances = np.zeros((n_first + 1, sum(doubled[-n_first:]) + 1))
    chances[0, 0] = 1.0
    for n_seen, rank in enumerate(doubled, start=1):
        most = min(n_seen, n_first)
        within = (
            sum(doubled[n_seen - most : n_seen]) + 1
        )  # the ranks ascend: so far no sum is larger
        # this item is chosen with probability (chosen after it)/(seen)
        share = np.arange(1, most + 1)[:, None] / n_seen
        now = chances[1 : most + 1, :within] * (1 - share)
        now[:, rank:] += chances[:most, : within - rank] * share
        chances[1 : most + 1, :within] = now
    null = chances[n_first]
    at_least = np.cumsum(null[::-1])[::-1]
    return np.minimum(np.cumsum(null), 1.0), np.minimum(at_least, 1.0)


def untied_u_tail(n_first: int, n_second: int) -> Array:
    """Return the lower tail of U = 0, 1, 2, … without ties, where `is_exact` says so."""
    fewer = min(n_first, n_second)
    at_most, _ = _null(tuple(range(2, 2 * (n_first + n_second) + 1, 2)), fewer)
    return at_most[fewer * (fewer + 1) :: 2]


def is_exact(n_first: int, n_second: int) -> bool:
    """Tell whether the automatic p-value is exact for samples of these sizes.

    >>> is_exact(30, 30), is_exact(2, 900), is_exact(40, 40)
    (True, True, False)
    """
    return _work(n_first, n_second) <= EXACT_WORK
