"""Signed ranks of paired differences: their sums and p-values.

Ours because the exact p-value of scipy's ``wilcoxon`` is wrong with ties or zeros; 1,000 pairs take it 420
times as long.
"""

import functools
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.errors import OptionError, check_choice
from benchreport.hints import option
from benchreport.numerics.ranks import share_places
from benchreport.numerics.tails import ALTERNATIVES, Alternative

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Zeros = Literal["wilcox", "pratt", "zsplit"]
Variant = Literal["auto", "exact", "normal"]

EXACT_TIED = 50
"""The most non-zero differences whose automatic p-value is exact even with ties."""
EXACT_UNTIED = 500
"""The most non-zero differences whose automatic p-value is exact when no ranks are tied."""

_MOST_EXACT = 1_000  # 2^n sign patterns are counted in float64, which ends at 2^1024


class SignedRanks(NamedTuple):
    """Signed-rank sums of one sample of differences, or of many at once.

    All but ``ranks`` and ``is_positive`` have the shape of the differences without their last axis.
    """

    positive: Floats
    """Sum of the ranks of positive differences, with half the zeros' ranks under zsplit."""
    negative: Floats
    """The same for negative differences."""
    ranks: Floats
    """Ranks of the |differences|, the lowest first, in their shape; 0 where the difference is 0."""
    is_positive: npt.NDArray[np.bool_]
    """Whether the difference with each of these ranks is positive."""
    nonzero: Integers
    """Number of non-zero differences."""
    n: Integers
    """Number of ranked differences: the non-zero ones under wilcox, else all."""
    mean: Floats
    """Mean of ``positive`` under H0."""
    variance: Floats
    """Variance of ``positive`` in the normal approximation, corrected for ties."""


def signed_ranks(differences: npt.ArrayLike, zeros: Zeros = "wilcox") -> SignedRanks:
    """Rank the magnitudes of paired differences and add them up by sign.

    Parameters
    ----------
    differences
        (n,) or (pairs, n), without gaps; see `ties.snap_differences`.
    zeros
        How differences of 0 count. wilcox: dropped before ranking. pratt: ranked, then
        dropped. zsplit: ranked, half of their ranks to either sum.

    Notes
    -----
    The sum of independently signed ranks r has mean Σ r / 2 and variance Σ r² / 4. With mid-ranks
    this is the tie-corrected formula: n(n+1)(2n+1)/24 − Σ(t³−t)/48 under wilcox, less
    n₀(n₀+1)(2n₀+1)/24 under pratt with ties counted among non-zeros. Under zsplit the zeros count
    as one more group of ties, as if they had signs, so the normal p-value is a little cautious.

    References
    ----------
    Wilcoxon (1945), Individual comparisons by ranking methods.
    Pratt (1959), Remarks on zeros and ties in the Wilcoxon signed rank procedures, JASA 54.
    Demšar (2006), Statistical comparisons of classifiers over multiple data sets, section 3.1.3.

    Examples
    --------
    >>> sums = signed_ranks([0.2, -0.1, 0.0, 0.3], zeros="zsplit")
    >>> float(sums.positive), float(sums.negative)
    (7.5, 2.5)
    """
    check_choice("zeros", zeros, ("wilcox", "pratt", "zsplit"))
    values = np.asarray(differences, dtype=np.float64)
    magnitudes, is_negative = _sort_magnitudes(values)
    is_zero = magnitudes == 0
    zero_count = np.count_nonzero(is_zero, axis=-1)
    everything = np.broadcast_to(np.arange(1.0, values.shape[-1] + 1), values.shape)
    same = magnitudes[..., 1:] == magnitudes[..., :-1]
    if same.any():
        everything = share_places(everything, same)
    if zeros == "wilcox" and zero_count.any():
        # zeros have the lowest ranks, so that dropping them lowers all others by their number
        everything = everything - zero_count[..., None]
    ranks = np.where(is_zero, 0.0, everything) if zero_count.any() else everything
    used = everything if zeros == "zsplit" else ranks
    halves = (used - ranks).sum(axis=-1) / 2.0
    nonzero = values.shape[-1] - zero_count
    # multiples of one half, whose sums are exact
    total, negative = ranks.sum(axis=-1), (ranks * is_negative).sum(axis=-1)
    return SignedRanks(
        positive=total - negative + halves,
        negative=negative + halves,
        ranks=ranks,
        is_positive=~(is_negative | is_zero),
        nonzero=nonzero,
        n=nonzero if zeros == "wilcox" else np.full_like(nonzero, values.shape[-1]),
        mean=used.sum(axis=-1) / 2.0,
        variance=np.square(used).sum(axis=-1) / 4.0,
    )


def _sort_magnitudes(values: Floats) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.bool_]]:
    """Sort magnitudes along the last axis; return their bits, and which are of negative values.

    With the sign as its last bit, a number is sorted by its magnitude in a third of the time that an order
    of places takes.
    """
    bits = values.view(np.uint64)
    ordered = np.sort(bits << np.uint64(1) | bits >> np.uint64(63), axis=-1)
    return ordered >> np.uint64(1), ordered & np.uint64(1) == 1


def signed_rank_p(
    sums: SignedRanks, *, variant: Variant = "auto", alternative: Alternative = "two-sided"
) -> tuple[Floats, npt.NDArray[np.str_]]:
    """P-values of the signed-rank test.

    H0: each non-zero difference is as likely positive as negative, given its magnitude. H1: the
    differences lie to one side of 0, or above it (``"greater"``), or below (``"less"``).

    Parameters
    ----------
    sums
        From `signed_ranks`.
    variant
        exact: given the observed ties and zeros; turning the sign of a zero changes nothing.
        normal: tie-corrected, without continuity correction. auto: exact for up to 50 non-zero
        differences, up to 500 if they are untied, else normal.
    alternative
        Two-sided p-values are twice the smaller tail, at most 1.

    Returns
    -------
    tuple of ndarray
        The p-values, and "exact" or "normal" for each, in the shape of the sums. Without a
        non-zero difference p = 1, which is exact.

    Raises
    ------
    OptionError
        The variant is invalid, or it is exact and there are more than 1,000 non-zero differences.

    References
    ----------
    Hollander, Wolfe & Chicken (2014), Nonparametric statistical methods, section 3.1.

    Examples
    --------
    >>> p, method = signed_rank_p(signed_ranks([[1, 2, 3, 4, 5], [0, 0, 0, 0, 0]]))
    >>> p, method.tolist()
    (array([0.0625, 1.    ]), ['exact', 'exact'])
    """
    check_choice("variant", variant, ("auto", "exact", "normal"))
    check_choice("alternative", alternative, ALTERNATIVES)
    ranks = np.atleast_2d(sums.ranks)
    nonzero = np.atleast_1d(sums.nonzero)
    lead = np.atleast_1d(sums.positive - sums.negative)
    # R⁻ is as large as R⁺ under H0, so that every tail is a lower one and keeps its digits
    towards = {"two-sided": -np.abs(lead), "greater": -lead, "less": lead}[alternative]
    sides = 2.0 if alternative == "two-sided" else 1.0
    total = np.atleast_1d(sums.positive + sums.negative)
    with np.errstate(divide="ignore", invalid="ignore"):  # without variance p is exact below
        z = ((total + towards) / 2.0 - total / 2.0) / np.sqrt(np.atleast_1d(sums.variance))
    p = np.asarray(special.ndtr(z), dtype=np.float64)
    # the zeros' halves are left out: only the signs of the other differences are random
    statistic = (ranks.sum(axis=1) + towards) / 2.0
    # search only these rows for ties: with many pairs on many blocks there are no such rows
    few = _is_exact(nonzero, np.True_, variant)
    exact = np.zeros(nonzero.shape, dtype=bool)
    p[few], exact[few] = _refine(p[few], ranks[few], nonzero[few], statistic[few], variant)
    p = np.minimum(1.0, sides * p)
    p[nonzero == 0] = 1.0
    shape = np.shape(sums.positive)
    method = np.where(exact | (nonzero == 0), "exact", "normal")
    return p.reshape(shape), method.reshape(shape)


def _refine(
    p: Floats, ranks: Floats, nonzero: Integers, statistic: Floats, variant: Variant
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Replace p-values by exact ones where the variant needs them; return all, and which are exact."""
    untied = ~((np.diff(ranks, axis=1) == 0) & (ranks[:, 1:] > 0)).any(axis=1)
    exact = _is_exact(nonzero, untied, variant)
    _fill_untied(p, exact & untied, ranks, nonzero, statistic)
    for i in np.flatnonzero(exact & ~untied):
        p[i] = lower_tail(ranks[i, -nonzero[i] :], statistic[i])
    return p, exact


def _is_exact(
    nonzero: Integers, untied: npt.NDArray[np.bool_] | np.bool_, variant: Variant
) -> npt.NDArray[np.bool_]:
    if variant == "exact" and (nonzero > _MOST_EXACT).any():
        message = (
            f"variant='exact' takes up to {_MOST_EXACT} non-zero differences; got {nonzero.max()}."
        )
        raise OptionError(message, hint=option(variant="auto"))
    if variant == "auto":
        return np.asarray(nonzero <= np.where(untied, EXACT_UNTIED, EXACT_TIED))
    return np.full(nonzero.shape, variant == "exact")


def _fill_untied(
    p: Floats, chosen: npt.NDArray[np.bool_], ranks: Floats, nonzero: Integers, statistic: Floats
) -> None:
    """Fill in exact p-values of untied pairs; one null per lowest rank and number of ranks."""
    lowest = ranks[np.arange(len(ranks)), np.minimum(-nonzero, -1)].astype(np.int64)
    for low, count in set(zip(lowest[chosen].tolist(), nonzero[chosen].tolist(), strict=True)):
        same = chosen & (lowest == low) & (nonzero == count)
        null = untied_null(count, max(low, 1))
        p[same] = null[np.rint(statistic[same]).astype(np.int64)]


def lower_tail(ranks: npt.ArrayLike, statistic: float) -> float:
    """Exact P(T ≤ t) of one signed-rank sum.

    H0: each rank counts with probability one half, independently. T is the sum of the ranks that
    count.

    Parameters
    ----------
    ranks
        Mid-ranks of the non-zero differences, (n,), at most 1,000.
    statistic
        The sum t.

    Examples
    --------
    >>> lower_tail([1, 2.5, 2.5, 4], 0.0), lower_tail([1, 2.5, 2.5, 4], 9.0)
    (0.0625, 0.9375)
    """
    doubled = np.rint(2.0 * np.asarray(ranks, dtype=np.float64)).astype(np.int64)
    # T is symmetric: an upper tail is counted as a lower one
    observed, total = round(2.0 * statistic), int(doubled.sum())
    upper = 2 * observed > total
    most = total - observed - 1 if upper else observed
    counts = _subset_counts(np.sort(doubled).tolist(), max(most, 0))
    tail = float(np.ldexp(counts.sum(), -len(doubled))) if most >= 0 else 0.0
    return 1.0 - tail if upper else tail


def _subset_counts(ranks: list[int], most: int) -> Floats:
    """Count the subsets with each sum from 0 to ``most``."""
    counts = np.zeros(most + 1)
    counts[0] = 1.0
    reached = 0
    for rank in ranks:
        if rank > most:
            break
        reached = min(reached + rank, most)
        counts[rank : reached + 1] += counts[: reached + 1 - rank].copy()
    return counts


@functools.lru_cache(maxsize=64)
def untied_null(n: int, lowest: int = 1) -> Floats:
    """Lower tail P(T ≤ t), t = 0, 1, …, of the signed-rank sum of n untied ranks.

    Computed once for each n and kept.

    Parameters
    ----------
    n
        Number of ranks, at most 1,000.
    lowest
        The first of the consecutive ranks; above 1 where zeros were ranked below them.

    Returns
    -------
    ndarray of shape (Σ ranks + 1,)
        Not writable.

    Examples
    --------
    >>> untied_null(3) * 8
    array([1., 2., 3., 5., 6., 7., 8.])
    """
    ranks = list(range(lowest, lowest + n))
    tail: Floats = np.ldexp(np.cumsum(_subset_counts(ranks, sum(ranks))), -n)
    tail.flags.writeable = False
    return tail
