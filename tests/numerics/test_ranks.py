import numpy as np
import pytest

from benchreport.numerics.ranks import block_ranks, tie_sums

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
