"""Permutation tests of two samples, paired and not: exact where all can be counted, else seeded.

No p-value depends on the order of the scores, on which sample is the first, or on whether scores or
their negatives are compared: all are put into one order before anything is drawn.

Ours because scipy's ``permutation_test`` lists arrangements where sums can be counted, and takes 170 times
as long for pairs that share their draws.
"""

import functools
import itertools
import math
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from benchreport.errors import check_choice
from benchreport.numerics.nulls.exact_sums import (
    choice_tail,
    choices_are_countable,
    most_sums,
    sign_tail,
    signs_are_countable,
)
from benchreport.numerics.seeded_parts import Bits, Draw, draw_bits, seeded_parts
from benchreport.numerics.tails import ALTERNATIVES, OPPOSITE, Alternative, is_as_far
from benchreport.numerics.ties import snap_differences
from benchreport.wording.shell import progress as steps

Array = NDArray[np.float64]
Splits = NDArray[np.bool_]
Seed = int | np.random.Generator
T = TypeVar("T")
Statistic = Literal["mean", "median", "trimmed_mean", "t"]
STATISTICS: tuple[Statistic, ...] = ("mean", "median", "trimmed_mean", "t")

LISTED = 65_536
"""The most arrangements that are listed where sums of halves cannot count them."""
TRIMMED = 0.2
CHUNK = 1 << 21
# signs as numbers, few enough to stay in the cache of a processor
FEW_SIGNS = 1 << 15
# arrangements whose statistics differ by less than this share are the same but for rounding
NOISE = 1e-10


class PermutationTest(NamedTuple):
    """Observed statistics with their p-values, which are ``"exact"`` or ``"resampled"``."""

    statistic: Array
    p_value: Array
    how: str


def flip_signs(
    differences: Array,
    *,
    statistic: Statistic = "mean",
    alternative: Alternative = "two-sided",
    n_resamples: int = 10_000,
    rng: Seed = 0,
) -> PermutationTest:
    """Change the signs of paired differences at random: under H0 all signs are equally likely.

    Parameters
    ----------
    differences
        Array (m, n) of m pairs.
    statistic
        The statistic of the differences. ``"t"`` orders the arrangements as the mean does, since the sum of
        squares stays.
    alternative
        The side of H1.
    n_resamples
        Random arrangements where n is above 40 (with more than 64 pairs earlier: above 30 with 2,048), or
        above 16 for the median and the trimmed mean; the p-value is then (b + 1)/(B + 1).
    rng
        Seed or generator; all pairs share the arrangements.

    Notes
    -----
    Statistics that differ by less than 1e-10 of the mean size of the differences count as equal.

    Examples
    --------
    >>> flip_signs(np.array([[1.0, 2.0, 3.0, 4.0]])).p_value.tolist()
    [0.125]
    """
    _check(statistic, alternative)
    n, two_sided = differences.shape[1], alternative == "two-sided"
    of = LOCATIONS[statistic]
    # H0 fixes the sizes, and "less" is "greater" for the negated differences
    sizes, observed = np.sort(np.abs(differences), axis=1), of(differences)
    towards = np.abs(observed) if two_sided else -observed if alternative == "less" else observed
    least = towards - NOISE * sizes.mean(axis=1)
    if of is _means and signs_are_countable(n, most_sums(len(sizes))):
        tail = np.array([sign_tail(*row) for row in zip(sizes, (n * least).tolist(), strict=True)])
        p_value = np.where(least > 0, 2 * tail, 1.0) if two_sided else tail
        return PermutationTest(observed, p_value, "exact")

    def each(bits: Bits) -> NDArray[np.int64]:
        return _count_far(of, bits, sizes, least, two_sided=two_sided)

    how, counts = _signs(n, n_resamples, rng, each)
    many = n_resamples if how == "resampled" else 2**n
    return PermutationTest(observed, _share(np.sum(list(counts), axis=0), many, how), how)


def split_scores(
    first: Array,
    second: Array,
    *,
    statistic: Statistic = "mean",
    alternative: Alternative = "two-sided",
    n_resamples: int = 10_000,
    rng: Seed = 0,
    n_pairs: int = 1,
) -> PermutationTest:
    """Split the scores of two samples at random: under H0 all splits are equally likely.

    Parameters
    ----------
    first, second
        (n1,) and (n2,).
    statistic
        Its difference, first − second; ``"t"`` is Welch's, which keeps its level where variances
        differ (Janssen, 1997).
    alternative
        The side of H1.
    n_resamples
        Random arrangements where there are more than 65,536; for the mean, and for t of samples of
        one size, where there are more than 20 + 20 scores (or 3 + 350, or the like).
    rng
        Seed or generator.
    n_pairs
        How many pairs of samples are tested: beyond 64 the exact p-value is limited to fewer
        scores.

    Examples
    --------
    >>> split_scores(np.array([4.0, 5.0, 6.0]), np.array([1.0, 2.0, 3.0])).p_value.tolist()
    [0.1]
    """
    _check(statistic, alternative)
    size, pool = len(first), np.sort(np.concatenate([first, second]))
    mirrored = (-pool[::-1]).tolist() > pool.tolist()
    if mirrored or size > len(second) or (size == len(second) and alternative == "less"):
        swapped = split_scores(
            *((-first, -second) if mirrored else (second, first)),
            statistic=statistic,
            alternative=OPPOSITE[alternative],
            n_resamples=n_resamples,
            rng=rng,
            n_pairs=n_pairs,
        )
        return swapped._replace(statistic=0.0 - swapped.statistic)
    # subtracting the level removes its rounding: all statistics are differences
    x, y = (snap_differences(np.sort(sample), pool[0]) for sample in (first, second))
    together, of = np.concatenate([x, y]), _DIFFERENCES[statistic]
    observed = of(together, np.arange(len(pool))[None, :] < size)
    # t of samples of one size grows with the difference of means, as the sum of squares is fixed
    by_means = statistic == "mean" or (statistic == "t" and size == len(y))
    if by_means and choices_are_countable(len(pool), size, most_sums(n_pairs)):
        return PermutationTest(observed, np.array([_p_of_sums(x, y, alternative)]), "exact")
    together.sort()
    how, parts = _splits(len(pool), size, n_resamples, rng, functools.partial(of, together))
    null = np.concatenate(list(parts))
    scale = 1.0 if statistic == "t" else float(np.abs(together - np.median(together)).mean())
    noise = NOISE * max(scale, abs(float(observed[0])))
    far = is_as_far(null, observed[0], noise, alternative)
    return PermutationTest(observed, _share(np.array([far.sum()]), len(null), how), how)


def _check(statistic: str, alternative: str) -> None:
    check_choice("statistic", statistic, STATISTICS)
    check_choice("alternative", alternative, ALTERNATIVES)


def _share(count: NDArray[np.int64], many: int, how: str) -> Array:
    """Return p by counts of arrangements as far out; add the observed one to random ones."""
    shares: Array = count / many if how == "exact" else (count + 1) / (many + 1)
    return shares


def _signs(
    n: int, n_resamples: int, rng: Seed, each: Callable[[Bits], T]
) -> tuple[str, Iterator[T]]:
    """Compute of all signs of n numbers, or of random ones where there are too many, some at a time."""
    if 2**n <= LISTED:
        return "exact", iter(
            [each((np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(np.uint8))]
        )

    def draw(generator: np.random.Generator, rows: int) -> T:
        return each(draw_bits(generator, rows, n))

    return "resampled", _in_parts(draw, n_resamples, n, rng)


def _as_signs(bits: Bits) -> Array:
    signs = bits.astype(np.float64)
    signs *= 2.0
    signs -= 1.0
    return signs


def _splits(
    total: int, size: int, n_resamples: int, rng: Seed, each: Callable[[Splits], T]
) -> tuple[str, Iterator[T]]:
    """Compute of all ways to choose the first sample, or of random ones if there are too many."""
    if math.comb(total, size) <= LISTED:
        chosen = np.array(list(itertools.combinations(range(total), size)))
        in_first = np.zeros((len(chosen), total), dtype=bool)
        np.put_along_axis(in_first, chosen, values=True, axis=1)
        parts = np.array_split(in_first, math.ceil(in_first.size / CHUNK))
        return "exact", map(each, parts)
    first = np.arange(total) < size

    def draw(generator: np.random.Generator, rows: int) -> T:
        return each(generator.permuted(np.broadcast_to(first, (rows, total)), axis=1))

    return "resampled", _in_parts(draw, n_resamples, total, rng)


def _in_parts(draw: Draw[T], n_resamples: int, width: int, rng: Seed) -> Iterator[T]:
    step = max(1, CHUNK // width)
    return seeded_parts(draw, n_resamples, step=step, rng=rng, computation=steps.PERMUTATION)


def _at_a_time(rows: int, width: int) -> list[int]:
    """Split a number of rows into parts of about `CHUNK` numbers."""
    step = max(1, CHUNK // width)
    return [min(step, rows - start) for start in range(0, rows, step)]


def _count_far(
    of: Callable[[Array], Array], bits: Bits, sizes: Array, least: Array, *, two_sided: bool
) -> NDArray[np.int64]:
    """Count for each pair the signs that carry its sizes as far out as was observed."""
    counts, start = [], 0
    for many in _at_a_time(len(sizes), len(bits)):
        rows = slice(start, start + many)
        null = _null(of, bits, sizes[rows])
        counts.append(((np.abs(null) if two_sided else null) >= least[rows]).sum(axis=0))
        start += many
    return np.concatenate(counts)


def _null(of: Callable[[Array], Array], bits: Bits, sizes: Array) -> Array:
    n = sizes.shape[1]
    if of is _means:
        null = np.empty((len(bits), len(sizes)))
        step = max(1, FEW_SIGNS // n)
        for start in range(0, len(bits), step):
            rows = slice(start, start + step)
            null[rows] = _as_signs(bits[rows]) @ sizes.T
        null /= n
        return null
    signs = _as_signs(bits)
    return np.column_stack([of(signs * row) for row in sizes])


def _p_of_sums(x: Array, y: Array, alternative: Alternative) -> float:
    """Count all ways to choose one sample by their sums, about the sum that is expected."""
    pool = np.sort(np.concatenate([x, y]))
    values = pool - pool.mean()
    lead = float(len(y) * x.sum() - len(x) * y.sum()) / len(pool)
    noise = NOISE * float(np.abs(values).sum())
    if alternative == "two-sided" and abs(lead) <= noise:
        return 1.0
    sides = {"greater": (1,), "less": (-1,), "two-sided": (1, -1)}[alternative]
    towards = abs(lead) if alternative == "two-sided" else sides[0] * lead
    return sum(choice_tail(side * values, len(x), towards - noise) for side in sides)


def _medians(values: Array) -> Array:
    medians: Array = np.median(values, axis=1)
    return medians


def _trimmed_means(values: Array) -> Array:
    from scipy.stats import trim_mean  # slow to load, and of use here only

    return np.asarray(trim_mean(values, TRIMMED, axis=1), dtype=float)


def _means(values: Array) -> Array:
    means: Array = values.mean(axis=1)
    return means


LOCATIONS: dict[Statistic, Callable[[Array], Array]] = {
    "mean": _means,
    "t": _means,
    "median": _medians,
    "trimmed_mean": _trimmed_means,
}
"""For each statistic, the location of samples, (m, n) to (m,), whose difference it is."""


def _mean_difference(values: Array, in_first: NDArray[np.bool_]) -> Array:
    sums = in_first @ values
    size, total = int(in_first[0].sum()), len(values)
    difference: Array = sums / size - (values.sum() - sums) / (total - size)
    return difference


def _welch(values: Array, in_first: NDArray[np.bool_]) -> Array:
    size = int(in_first[0].sum())
    # squares of very large scores would overflow, and a power of two leaves t as it is
    values = np.ldexp(values, -np.frexp(np.abs(values).max())[1])
    rows = np.broadcast_to(values, in_first.shape)
    x, y = rows[in_first].reshape(-1, size), rows[~in_first].reshape(len(in_first), -1)
    spread = x.var(axis=1, ddof=1) / size + y.var(axis=1, ddof=1) / y.shape[1]
    difference = x.mean(axis=1) - y.mean(axis=1)
    floor = 1e-24 * float(values.var())
    t: Array = difference / np.sqrt(np.maximum(spread, floor)) if floor > 0 else 0 * difference
    return t


def _split(of: Callable[[Array], Array]) -> Callable[[Array, NDArray[np.bool_]], Array]:
    def difference(values: Array, in_first: NDArray[np.bool_]) -> Array:
        size = int(in_first[0].sum())
        rows = np.broadcast_to(values, in_first.shape)
        return of(rows[in_first].reshape(-1, size)) - of(rows[~in_first].reshape(len(in_first), -1))

    return difference


_DIFFERENCES: dict[str, Callable[[Array, NDArray[np.bool_]], Array]] = {
    "mean": _mean_difference,
    "median": _split(_medians),
    "trimmed_mean": _split(_trimmed_means),
    "t": _welch,
}
