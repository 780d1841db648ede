"""Means are those of exact fractions, rounded, and the same bits in any order of rows."""

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from looped import loop_over

from benchreport.numerics.cell_means import ROWS, Cells

SHAPE = (2, 3)
FINITE = st.floats(-1e305, 1e305) | st.sampled_from([0.0, -0.0, 5e-324, -1e305, 1.0, 1e-16])
SCORES = st.floats(0.5, 1) | FINITE | st.just(float("nan"))
LISTS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2), SCORES), min_size=1, max_size=60)


class Found(NamedTuple):
    counts: np.ndarray
    means: np.ndarray
    largest: np.ndarray


def cell_means(*arguments):
    cells = Cells(*arguments)
    return Found(cells.counts, *cells.average())


def means_of(rows):
    places, columns, scores = (np.array(column) for column in zip(*rows, strict=True))
    return cell_means(places, columns, scores.astype(float), SHAPE)


def exact(scores):
    return float(sum(map(Fraction, scores)) / len(scores)) if scores else np.nan


@given(LISTS)
def test_means_are_the_exact_ones_rounded(rows):
    found = means_of(rows)
    for cell in np.ndindex(SHAPE):
        scores = [score for *place, score in rows if tuple(place) == cell and not math.isnan(score)]
        assert found.counts[cell] == len(scores)
        assert found.largest[cell] == max(map(abs, scores), default=0)
        mean = exact(scores)
        # the sum is rounded and then divided; parts below the smallest double are lost beside huge scores
        np.testing.assert_allclose(found.means[cell], mean, rtol=4e-16, atol=1e-307)


@given(LISTS, st.randoms(use_true_random=False))
def test_no_order_of_rows_changes_a_bit(rows, random):
    shuffled = random.sample(rows, len(rows))
    for one, other in zip(means_of(rows), means_of(shuffled), strict=True):
        assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("sort", [True, False], ids=["in stretches", "mixed"])
def test_many_rows_are_added_in_chunks(sort):
    n = 3 * ROWS + 17
    rng = np.random.default_rng(0)
    rows, columns = rng.integers(0, 2, n), rng.integers(0, 3, n)
    if sort:
        order = np.lexsort((columns, rows))
        rows, columns = rows[order], columns[order]
    scores = rng.normal(size=n) * 10.0 ** rng.integers(-12, 3, n)
    found = cell_means(rows, columns, scores, SHAPE)
    for cell in np.ndindex(SHAPE):
        of_cell = scores[(rows == cell[0]) & (columns == cell[1])].tolist()
        assert found.counts[cell] == len(of_cell)
        assert found.means[cell] == math.fsum(of_cell) / len(of_cell)
        assert found.largest[cell] == max(map(abs, of_cell))


@loop_over("n", [2, 3, 7, 8, 4095, 4096])
def test_sums_of_full_cells_are_exact(n):
    # all bits of the scores are in use, and the number of scores fills its bits or just does not
    scores = np.random.default_rng(n).uniform(0.9, 1, n)
    found = cell_means(np.zeros(n, dtype=int), np.zeros(n, dtype=int), scores, SHAPE)
    assert found.means[0, 0] == math.fsum(scores) / n


def test_sums_of_many_huge_scores_do_not_overflow():
    n = 5000
    scores = np.repeat([1e305, -1e305, 3.0], n)
    found = cell_means(np.zeros(3 * n, dtype=int), np.repeat([0, 1, 2], n), scores, SHAPE)
    assert found.means[0].tolist() == [1e305, -1e305, 3.0]
    assert np.isnan(found.means[1]).all()
    assert found.largest.tolist() == [[1e305, 1e305, 3.0], [0, 0, 0]]


def test_single_scores_keep_every_bit():
    scores = np.array([1 - 0.07, -0.0, 5e-324, np.nan])
    found = cell_means(np.array([0, 0, 1, 1]), np.array([0, 2, 1, 0]), scores, SHAPE)
    assert found.counts.tolist() == [[1, 0, 1], [0, 1, 0]]
    assert found.means[found.counts == 1].tobytes() == scores[:3].tobytes()


def test_without_scores_all_cells_are_empty():
    found = cell_means(*np.zeros((2, 0), dtype=int), np.zeros(0), SHAPE)
    assert np.isnan(found.means).all()
    assert not found.counts.any()
