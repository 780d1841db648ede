"""Means of the cells of a table from a long list of scores: exact, so that the order of rows changes no bit.

Ours because sums of pandas and numpy depend on the order, and ``math.fsum`` is a loop in Python.
"""

import functools
import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.intp]
Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

ROWS = 1 << 15
"""How many rows are worked on at a time: a few arrays of them fit into a cache."""
_SMALL = 20_000  # cells of tables whose codes are kept, as many tables of one shape are read
_STRETCH = 8  # rows of one cell after each other that are worth adding first
_MANTISSA = 53  # bits of a double
_TOP = 1023  # doubles end below 2^1024


@functools.lru_cache(maxsize=16)
def constant(value: int, shape: tuple[int, ...]) -> Counts:
    """Return one number at all places of a read-only array.

    >>> constant(1, (2, 2)).tolist()
    [[1, 1], [1, 1]]
    """
    return np.broadcast_to(np.int64(value), shape)


def one_by_one(rows: int, columns: int) -> tuple[Codes, Codes]:
    """Return the row and the column of each cell, one row after the other, read-only.

    >>> [codes.tolist() for codes in one_by_one(2, 3)]
    [[0, 0, 0, 1, 1, 1], [0, 1, 2, 0, 1, 2]]
    """
    return (_kept if rows * columns <= _SMALL else _in_rows)(rows, columns)


def _in_rows(rows: int, columns: int) -> tuple[Codes, Codes]:
    codes = np.repeat(np.arange(rows), columns), np.tile(np.arange(columns), rows)
    for each in codes:
        each.setflags(write=False)
    return codes


_kept = functools.lru_cache(maxsize=16)(_in_rows)


class Cells:
    """The scores of the cells of a table, counted at once and averaged where that is asked for.

    Sums are exact before they are rounded, and do not overflow: each score is split into parts on a grid
    so coarse that no sum of as many parts needs more digits than a double has.

    Parameters
    ----------
    rows, columns
        The place of each score in the table.
    scores
        Finite numbers and NaN, which counts as no score.
    shape
        How many rows and columns the table has.

    Examples
    --------
    >>> first, last = np.array([0, 0, 0, 0]), np.array([0, 0, 0, 1])
    >>> cells = Cells(first, last, np.array([1e100, 1.0, -1e100, 2.0]), (1, 3))
    >>> cells.counts, cells.average()[0] * 3
    (array([[3, 1, 0]]), array([[ 1.,  6., nan]]))
    """

    def __init__(self, rows: Codes, columns: Codes, scores: Floats, shape: tuple[int, int]) -> None:
        self.rows: Codes = rows
        self.columns: Codes = columns
        self.scores: Floats = scores
        self.shape: tuple[int, int] = shape

    @functools.cached_property
    def counts(self) -> Counts:
        """How many scores each cell has."""
        if self._are_one_by_one:
            empty = np.isnan(self.scores)
            if not empty.any():
                # one for all cells: memory that is touched for the first time takes as long as a sort
                return constant(1, self.shape)
            return (~empty).reshape(self.shape).astype(np.int64)
        counts = np.zeros(math.prod(self.shape), dtype=np.int64)
        for cell, score in self._chunks():
            empty = np.isnan(score)
            counts += np.bincount(cell[~empty] if empty.any() else cell, minlength=len(counts))
        return counts.reshape(self.shape)

    def average(self) -> tuple[Floats, Floats]:
        """Return the mean of each cell, NaN without a score, and the largest magnitude of its scores."""
        most = int(self.counts.max(initial=0))
        if most > 1:
            means, largest = self._add(most)
        else:
            means = self._single_scores()
            largest = np.abs(means)
            np.fmax(largest, 0.0, out=largest)
        return means.reshape(self.shape), largest.reshape(self.shape)

    def _single_scores(self) -> Floats:
        if self._are_one_by_one:
            return self.scores
        means = np.full(self.counts.size, np.nan)
        for cell, score in self._chunks():
            there = ~np.isnan(score)
            means[cell[there]] = score[there]
        return means

    def _add(self, most: int) -> tuple[Floats, Floats]:
        top = max(np.fmax.reduce(self.scores), -np.fmin.reduce(self.scores))
        size = self.counts.size
        sums = _Sums(size, exponent=math.frexp(top)[1], bits=max(2, most.bit_length()))
        means, largest = np.full(size, np.nan), np.zeros(size)
        for cell, score in self._chunks():
            places, firsts = _stretches(cell)
            summand = np.where(np.isnan(score), 0.0, score)
            np.maximum.at(largest, places, _join(np.maximum, np.abs(summand), firsts))
            sums.add(places, summand, firsts)
        counts = self.counts.ravel()
        np.divide(sums.total, counts, out=means, where=counts > 0)
        means *= sums.unit
        return means, largest

    @functools.cached_property
    def _are_one_by_one(self) -> bool:
        """Whether the scores are those of a wide table, one row after the other."""
        n, k = self.shape
        if len(self.scores) != n * k:
            return False
        known = one_by_one(n, k) if n * k <= _SMALL else (None, None)
        if self.rows is known[0] and self.columns is known[1]:
            return True
        rows, columns = self.rows.reshape(n, k), self.columns.reshape(n, k)
        return bool((rows == np.arange(n)[:, None]).all() and (columns == np.arange(k)).all())

    def _chunks(self) -> Iterator[tuple[Codes, Floats]]:
        """Yield the cells and the scores of some rows at a time."""
        n, k = self.shape
        step = max(ROWS, 2 * n * k)
        for start in range(0, len(self.scores), step):
            part = slice(start, start + step)
            yield self.rows[part] * k + self.columns[part], self.scores[part]


def _stretches(cell: Codes) -> tuple[Codes, Codes | None]:
    """Return the cell and the first place of each stretch of one cell; every place where they are short."""
    new = np.concatenate([[True], cell[1:] != cell[:-1]])[: len(cell)]
    if _STRETCH * np.count_nonzero(new) > len(cell):
        return cell, None
    firsts = np.flatnonzero(new)
    return cell[firsts], firsts


def _join(ufunc: np.ufunc, values: Floats, firsts: Codes | None) -> Floats:
    """Reduce the values of each stretch to one."""
    return values if firsts is None else ufunc.reduceat(values, firsts)


class _Sums:
    """Sums of cells, in parts that are multiples of ever finer grids.

    Parameters
    ----------
    size
        How many cells there are.
    exponent
        All scores are smaller than 2^exponent.
    bits
        Cells have at most 2^bits scores.
    """

    def __init__(self, size: int, *, exponent: int, bits: int) -> None:
        # where sums would overflow, the scores are made smaller
        shift = max(0, exponent + bits - _TOP)
        self.size, self.exponent, self.bits = size, exponent - shift, bits
        self.unit = math.ldexp(1.0, shift)
        self.parts: list[Floats] = []

    def add(self, places: Codes, scores: Floats, firsts: Codes | None) -> None:
        for depth, part in enumerate(self._split(scores * (1 / self.unit))):
            if depth == len(self.parts):
                self.parts.append(np.zeros(self.size))
            sums = _join(np.add, part, firsts)
            self.parts[depth] += np.bincount(places, sums, minlength=self.size)

    def _split(self, rest: Floats) -> Iterator[Floats]:
        """Yield parts that add up to the scores; any 2^bits of a part have an exact sum."""
        exponent = self.exponent
        while True:
            # a number so large that all digits below the grid are rounded off
            rounder = math.ldexp(1.5, exponent + self.bits - 1)
            part = rest + rounder
            part -= rounder
            rest -= part
            yield part
            if not rest.any():
                return
            exponent += self.bits - _MANTISSA - 1

    @property
    def total(self) -> Floats:
        # the finest first, so that only the last sum is rounded if there are two
        return np.asarray(sum(reversed(self.parts), start=np.zeros(self.size)))
