"""Values at some places of the order of all averages of two members of a sample, for many samples at once.

Ours because numpy's ``partition`` of all averages takes four times as long or more, and takes the same places
for all rows.
"""

import functools
import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.numerics.chunks import by_rows

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
Truths = npt.NDArray[np.bool_]
Units = npt.NDArray[np.uint16]
Sums = npt.NDArray[Any]
"""Exact sums as floats, or in whole units."""

# averages of so few values, and so few of all samples, are put in order in no more time
_SHORT = 512
_FEW = 1 << 13
# so few rows are added by numbers of their columns; more of them span by span, in a third of the time
_FEW_ROWS = 8
_ROUNDED = 16
# so many sums of a sample tell about where the others are
_SAMPLE = 512
_LEAST_STEP = 8
# sums of two values in units are whole numbers of 16 bits, with room for the error
_UNITS = 32_000
_ERROR = 3
_LARGEST = np.iinfo(np.uint16).max
# units do not tell the values of a sample apart whose middle half is narrower, beside outliers or with ties
_LEAST_HALF = 64
# where more of the sums are near a place than this share, most of them are tied
_MOST_NEAR = 1 / 4


def select_averages(samples: Floats, places: Places) -> Floats:
    """Return what the averages (x_i + x_j)/2, i ≤ j, of each sample have at some places of their order.

    Only pairs that may be at a place are added: an average is no less than those of all pairs whose members
    are no larger. They are added in whole units of a range of 64,000, in a fraction of the time; of those
    within an error of the place, the exact averages decide. Tied averages are counted instead.

    Parameters
    ----------
    samples
        (m, n), n ≥ 1, without NaN.
    places
        (m, p, 2): p pairs of places in the order of each sample's n(n+1)/2 averages, from 0, rising and
        close to each other; a pair should be nearly the same for all samples.

    Returns
    -------
    ndarray
        (m, p, 2): exactly what the averages in order have at these places.

    Examples
    --------
    >>> sample = np.random.default_rng(1).permutation(np.arange(100.0))
    >>> select_averages(sample[None], np.array([[[9, 9], [2524, 2525]]])).tolist()
    [[[2.5, 2.5], [49.5, 49.5]]]
    """
    n = samples.shape[1]
    ordered = np.sort(samples, axis=1)
    count = n * (n + 1) // 2
    values = np.empty(places.shape)
    if count <= _SHORT or len(samples) * count <= _FEW:
        sums = functools.partial(_sort, pairs=_pairs_between(n, places))
        values = by_rows(sums, ordered, places, width=count)
        return np.asarray(values / 2.0)
    for at in range(places.shape[1]):
        pairs = _pairs_between(n, places[:, at])
        sums = functools.partial(_select, pairs=pairs)
        # of a quarter of the bytes that floats take
        values[:, at] = by_rows(sums, ordered, places[:, at], width=len(pairs.i) // 2)
    return values / 2.0


class _Pairs(NamedTuple):
    """The pairs i ≤ j of sorted values whose averages may be at some places."""

    i: Places
    j: Places
    spans: tuple[tuple[int, int, int, int], ...]
    """Of each i: i, the first j of consecutive ones, and the places of their sums from start to stop."""
    n_below: int
    """How many averages that are surely below these places are left out."""

    def add(self, ordered: Sums) -> Sums:
        """Add the pairs of sorted rows, (m, n): these sums are a third of the work."""
        if len(ordered) < _FEW_ROWS:
            few: Sums = ordered.take(self.i, axis=1) + ordered.take(self.j, axis=1)
            return few
        sums = np.empty((len(ordered), len(self.i)), ordered.dtype)
        for i, j, start, stop in self.spans:
            np.add(ordered[:, j : j + stop - start], ordered[:, i, None], out=sums[:, start:stop])
        return sums


def _pairs_between(n: int, places: Places) -> _Pairs:
    # rounded, so that samples with other places share them
    first, last = int(places.min()) // _ROUNDED, -int(-places.max() // _ROUNDED)
    return _choose_pairs(n, first * _ROUNDED, last * _ROUNDED)


@functools.lru_cache(maxsize=64)
def _choose_pairs(n: int, first: int, last: int) -> _Pairs:
    """Choose the pairs whose averages may be at the places from first to last, and count those below."""
    i, j = np.triu_indices(n)
    # by symmetry as many averages are no smaller as are no larger in the order from the other end
    no_smaller = _averages_at_most(n - 1 - j, n - 1 - i)
    below = no_smaller > n * (n + 1) // 2 - first
    kept = ~(below | (_averages_at_most(i, j) - 1 > last))
    i, j = i[kept], j[kept]
    firsts = np.flatnonzero(np.diff(i, prepend=-1))
    columns = (i[firsts], j[firsts], firsts, np.append(firsts[1:], len(i)))
    spans = zip(*(column.tolist() for column in columns), strict=True)
    return _Pairs(i, j, tuple(spans), int(np.count_nonzero(below)))


def _averages_at_most(i: Places, j: Places) -> Places:
    """Count the pairs a ≤ b with a ≤ i and b ≤ j."""
    return (i + 1) * (j + 1) - i * (i + 1) // 2


def _sort(ordered: Floats, places: Places, *, pairs: _Pairs) -> Floats:
    """Return the sums at places, (m, p, 2), of all in order."""
    flat = places.reshape(len(places), -1) - pairs.n_below
    return _at(pairs.add(ordered), flat).reshape(places.shape)


def _select(ordered: Floats, places: Places, *, pairs: _Pairs) -> Floats:
    """Return the sums at a pair of places, (m, 2): by whole units, or else as they are."""
    places = places - pairs.n_below
    margin = math.ceil(ordered.shape[1] ** 0.5)
    values = np.empty(places.shape)
    units, known = _in_units(ordered)
    if known.any():
        tell = np.flatnonzero(known)
        values[tell], known[tell] = _select_by_units(
            ordered[tell], units[tell], places[tell], pairs, margin
        )
    if not known.all():
        rest = np.flatnonzero(~known)
        values[rest] = _select_floats(pairs.add(ordered[rest]), places[rest], margin)
    return values


def _in_units(ordered: Floats) -> tuple[Units, Truths]:
    """Write sorted values as whole units above the least of their row; tell where these tell them apart."""
    n = ordered.shape[1]
    least, largest = ordered[:, :1], ordered[:, -1:]
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        width = largest - least
        scale = _UNITS / width
        finite = np.isfinite(width) & np.isfinite(scale)
        units = np.where(finite, (ordered - least) * scale, 0.0)
    whole = units.astype(np.uint16)
    return whole, whole[:, 3 * n // 4] - whole[:, n // 4] >= _LEAST_HALF


def _select_by_units(
    ordered: Floats, units: Units, places: Places, pairs: _Pairs, margin: int
) -> tuple[Floats, Truths]:
    """Return the sums at a pair of places, (m, 2), and in which rows they are surely these."""
    sums = pairs.add(units)
    low, high = _bound(sums, places, margin, (0, _LARGEST))
    low, high = np.maximum(low, _ERROR) - _ERROR, np.minimum(high, _LARGEST - _ERROR) + _ERROR
    found = _look_between(sums, low, high, places, np.ones(len(sums), np.bool_))
    there = _at(found.sums, found.behind)
    # units near a bound might have their like beyond it
    within = (there[:, 0] >= low[:, 0] + _ERROR) | (low[:, 0] == 0)
    within &= (there[:, 1] <= high[:, 0] - _ERROR) | (high[:, 0] == _LARGEST)
    return _add_exactly(ordered, pairs, found, there), found.held & found.rows & within


def _add_exactly(ordered: Floats, pairs: _Pairs, found: "_Found", there: Places) -> Floats:
    """Return the exact sums at a pair of places, among those whose units are within an error of theirs."""
    least = np.maximum(there[:, :1], _ERROR) - _ERROR
    largest = np.minimum(there[:, 1:], _LARGEST - _ERROR) + _ERROR
    before = found.sums < least
    near = found.filled & ~before & (found.sums <= largest)
    n_near = near.sum(axis=1)
    rows = np.repeat(np.arange(len(ordered)), n_near)
    chosen = found.pairs[near[found.filled]] - rows * len(pairs.i)
    exact = ordered[rows, pairs.i[chosen]] + ordered[rows, pairs.j[chosen]]
    n_before = (found.filled & before).sum(axis=1)
    return _at(_fill(exact, n_near, np.inf)[0], found.behind - n_before[:, None])


def _select_floats(sums: Floats, places: Places, margin: int) -> Floats:
    """Return the sums at a pair of places, (m, 2): tied ones are counted, others looked at between bounds."""
    low, high = _bound(sums, places, margin, (-np.inf, np.inf))
    tied = (low == high)[:, 0]
    found = _look_between(sums, low, high, places, ~tied)
    values = _at(found.sums, found.behind)
    values[tied] = low[tied]
    missed = ~(found.held & (found.rows | tied))
    if missed.any():
        values[missed] = _at(sums[missed], places[missed])
    return values


def _bound(sums: Sums, places: Places, margin: int, ends: tuple[float, float]) -> tuple[Sums, Sums]:
    """Return bounds, (m, 1) each, between which the sums at the places should lie, by a sample in order."""
    step = max(_LEAST_STEP, sums.shape[1] // _SAMPLE)
    sample = np.sort(sums[:, ::step], axis=1)
    rows, last = np.arange(len(sums)), sample.shape[1] - 1

    def bound(at: Places, end: float) -> Sums:
        within = np.clip(at, 0, last)
        return np.where(at == within, sample[rows, within], end).astype(sums.dtype)[:, None]

    low, high = ends
    return bound(places[:, 0] // step - margin, low), bound(places[:, 1] // step + margin, high)


class _Found(NamedTuple):
    """The sums between two bounds in each row that was looked at."""

    sums: Sums
    """(m, w), filled up with the largest."""
    filled: Truths
    pairs: Places
    """Where those that are filled in are in the table of all sums."""
    behind: Places
    """(m, 2): which of the sums between the bounds are at the places."""
    held: Truths
    """Whether these are between the bounds."""
    rows: Truths
    """Which rows were looked at."""


def _look_between(sums: Sums, low: Sums, high: Sums, places: Places, rows: Truths) -> _Found:
    """Take the sums between two bounds out of some rows, but for those with too many of them."""
    below = sums < low
    inside = sums <= high
    inside ^= below
    n_inside = _count(inside)
    behind = places - _count(below)[:, None]
    held = (behind[:, 0] >= 0) & (behind[:, 1] < n_inside)
    rows = rows & (n_inside <= _MOST_NEAR * sums.shape[1])
    inside[~rows] = False
    n_inside[~rows] = 0
    pairs = np.flatnonzero(inside)
    end = _LARGEST if sums.dtype == np.uint16 else np.inf
    return _Found(*_fill(sums.take(pairs), n_inside, end), pairs, behind, held, rows)


def _fill(numbers: Sums, counts: Places, beyond: float) -> tuple[Sums, Truths]:
    """Write so many numbers into each row of a table, and tell which cells have one."""
    filled = np.arange(max(1, counts.max())) < counts[:, None]
    table = np.full(filled.shape, beyond, numbers.dtype)
    table[filled] = numbers
    return table, filled


def _at(table: Sums, places: Places) -> Sums:
    """Return what the rows of a table have at places of their order, or at its ends."""
    return np.take_along_axis(
        np.sort(table, axis=1), np.clip(places, 0, table.shape[1] - 1), axis=1
    )


def _count(truths: Truths) -> Places:
    """Count the true values of each row: added as bytes they take a third of the time."""
    kind = np.uint16 if truths.shape[1] < 1 << 16 else np.uint32
    counts: Places = truths.view(np.uint8).sum(axis=1, dtype=kind).astype(np.intp)
    return counts
