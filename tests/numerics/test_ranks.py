from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from benchreport.numerics.ranks import aligned_ranks, block_ranks, quade_scores, tie_sums

SCORES = [[0.9, 0.7, 0.9, 0.1], [0.5, 0.5, 0.5, 0.5], [-1.0, 2.0, 0.0, 3.0]]
BEST_HIGH = [[1.5, 3.0, 1.5, 4.0], [2.5, 2.5, 2.5, 2.5], [4.0, 2.0, 3.0, 1.0]]


def test_the_best_score_has_rank_one_in_both_directions() -> None:
    np.testing.assert_array_equal(block_ranks(SCORES, higher_is_better=True), BEST_HIGH)
    np.testing.assert_array_equal(block_ranks(-np.array(SCORES), higher_is_better=False), BEST_HIGH)


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8, np.int64, np.float32])
def test_every_numeric_type_ranks_alike(dtype: type) -> None:
    scores = np.array([[0, 1, 1], [1, 0, 0]], dtype=dtype)
    np.testing.assert_array_equal(
        block_ranks(scores, higher_is_better=True), [[3.0, 1.5, 1.5], [1.0, 2.5, 2.5]]
    )


def test_large_integers_are_not_rounded_together() -> None:
    scores = np.array([[2**60, 2**60 + 1]])
    np.testing.assert_array_equal(block_ranks(scores, higher_is_better=True), [[2.0, 1.0]])


def test_infinite_scores_rank_at_the_ends() -> None:
    ranks = block_ranks([[np.inf, 0.0, -np.inf]], higher_is_better=True)
    np.testing.assert_array_equal(ranks, [[1.0, 2.0, 3.0]])


def test_tie_sums_equal_their_definition() -> None:
    values = np.random.default_rng(1).integers(0, 5, size=(50, 9))
    expected = [sum(t**3 - t for t in np.unique(row, return_counts=True)[1]) for row in values]
    np.testing.assert_array_equal(tie_sums(block_ranks(values, higher_is_better=True)), expected)


def test_tie_sums_are_exact_for_many_algorithms() -> None:
    scores = np.ones((2, 1000))
    scores[1] = np.arange(1000)
    ranks = block_ranks(scores, higher_is_better=False)
    np.testing.assert_array_equal(tie_sums(ranks), [1000**3 - 1000, 0])


tables = st.tuples(st.integers(1, 7), st.integers(2, 5)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(0, 60))
)

# the blocks differ only in their level, so that distances from their means tie
levels = st.lists(st.sampled_from([0, 7, 10, 91]), min_size=7, max_size=7)


@settings(deadline=None)
@given(tables, st.sampled_from([1, 10, 1000]))
def test_quade_scores_are_their_definition(table, scale):
    """Decimals give the same scores as whole numbers, in which equal ranges are equal."""
    weights = stats.rankdata(np.ptp(table, axis=1))
    centred = stats.rankdata(table, axis=1) - (table.shape[1] + 1) / 2
    scores = quade_scores(table / scale, higher_is_better=False)
    assert np.array_equal(scores, weights[:, None] * centred)
    assert np.array_equal(quade_scores(table / scale, higher_is_better=True), -scores)
    assert scores.sum(axis=1) == pytest.approx(np.zeros(len(table)))


def test_quade_of_published_example():
    """Conover (1999), section 5.8: hand lotions; the sums of scores of its table."""
    lotions = [
        [5, 4, 7, 10, 12],
        [1, 3, 1, 0, 2],
        [16, 12, 22, 22, 35],
        [5, 4, 3, 5, 4],
        [10, 9, 7, 13, 10],
        [19, 18, 28, 37, 58],
        [10, 7, 6, 8, 7],
    ]
    scores = quade_scores(lotions, higher_is_better=False)
    sums = scores.sum(axis=0)
    total, between = (scores**2).sum(), (sums**2).sum() / 7
    assert 6 * between / (total - between) == pytest.approx(3.8293, abs=5e-5)


@settings(deadline=None)
@given(tables, levels, st.sampled_from([1, 10, 1000]))
def test_aligned_ranks_are_their_definition(table, levels, scale):
    """Fractions give the expected ranks: in them equal distances from a mean are equal."""
    table = table % 3 + np.array(levels[: len(table)])[:, None]
    aligned = [[int(x) - Fraction(int(row.sum()), len(row)) for x in row] for row in table]
    places = {value: i for i, value in enumerate(sorted({x for row in aligned for x in row}))}
    expected = stats.rankdata([[places[x] for x in row] for row in aligned]).reshape(table.shape)
    ranks = aligned_ranks(table / scale, higher_is_better=False)
    assert np.array_equal(ranks, expected)
    other = aligned_ranks(table / scale, higher_is_better=True)
    assert np.array_equal(other, table.size + 1 - expected)


@pytest.mark.parametrize("offset", [0, 1, 50])
def test_blocks_of_any_level_tie(offset):
    """The mean of 0.1, 0.2, 0.2 has no finite decimal; its rounding breaks no tie."""
    row = np.array([0.1, 0.2, 0.2])
    ranks = aligned_ranks([row, row + offset], higher_is_better=True)
    assert ranks.tolist() == [[5.5, 2.5, 2.5]] * 2


def test_a_constant_added_to_a_block_changes_nothing():
    table = np.random.default_rng(1).integers(0, 100, (6, 4)) / 100
    moved = table + np.array([[0], [1], [2], [3], [0.5], [7]])
    for function in (quade_scores, aligned_ranks):
        plain, shifted = (function(values, higher_is_better=True) for values in (table, moved))
        assert np.array_equal(plain, shifted)


def test_ties_only():
    table = [[0.1] * 3, [0.7] * 3, [0.3] * 3]
    assert aligned_ranks(table, higher_is_better=True).tolist() == [[5] * 3] * 3
    assert not quade_scores(table, higher_is_better=True).any()


def test_two_cells():
    assert quade_scores([[0.2, 0.1]], higher_is_better=True).tolist() == [[-0.5, 0.5]]
    assert aligned_ranks([[0.2, 0.1]], higher_is_better=True).tolist() == [[1, 2]]


def test_ranks_of_a_long_table_are_those_of_its_rows() -> None:
    table = np.random.default_rng(3).integers(0, 9, size=(50_000, 6)).astype(float)
    ranks = block_ranks(table, higher_is_better=False)
    np.testing.assert_array_equal(ranks[::499], stats.rankdata(table[::499], axis=1))
