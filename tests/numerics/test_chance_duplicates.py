import numpy as np
import pytest

from benchreport.numerics import chance_duplicates
from benchreport.numerics.chance_duplicates import TAIL, _any_equal, equal_rows, equal_tables


def folds(seed, k=3, sizes=(15,), repetitions=10):
    """Draw accuracies of k classifiers in repeated ten-fold cross-validation of an easy dataset."""
    rng = np.random.default_rng(seed)
    tested = [sizes[place % len(sizes)] for place in range(10)]
    right = np.where(rng.random(sum(tested)) < 0.08, 0.45, 0.995)
    rows = []
    for _ in range(repetitions):
        for part in np.split(rng.permutation(len(right)), np.cumsum(tested)[:-1]):
            easy = 0.4 * rng.random(len(part))
            noise = 0.6 * rng.random((k, len(part)))
            rows.append((noise + easy < right[part]).mean(axis=1))
    return np.array(rows)


@pytest.mark.parametrize(("k", "sizes"), [(2, (15,)), (2, (15, 14)), (3, (15,)), (5, (15, 16, 14))])
def test_genuine_folds_of_a_small_dataset_tie_by_chance(k, sizes):
    for seed in range(8):
        answer = equal_rows(folds(seed, k, sizes))
        assert answer is None or answer.p_value > TAIL


def test_the_step_is_that_of_the_test_sets():
    answer = equal_rows(folds(0))
    assert answer.step == pytest.approx(1 / 15, rel=0.05)
    assert sum(len(group) for group in answer.groups) > 10


def test_a_copy_among_fine_scores_is_no_chance():
    values = np.random.default_rng(0).normal(0.8, 0.1, (14, 4)).round(3)
    assert equal_rows(values) is None
    values[9] = values[2]
    answer = equal_rows(values)
    assert answer.groups == ((2, 9),)
    assert answer.p_value < TAIL
    assert answer.expected < 0.01


@pytest.mark.parametrize(
    ("step", "n", "k"), [(1.0, 100, 5), (1.0, 50, 9), (0.5, 200, 3), (0.25, 8, 3)]
)
def test_different_rows_of_round_numbers_are_no_copies(step, n, k):
    for seed in range(100):
        values = step * np.random.default_rng(seed).integers(1, 100, (n, k))
        different = np.unique(values, axis=0)
        assert equal_rows(different) is None
        assert not _any_equal(different)
        assert equal_rows(np.vstack([different, different[:1]])).groups


def test_rows_whose_sums_of_bits_agree_are_no_copies(monkeypatch):
    monkeypatch.setattr(chance_duplicates, "_any_equal", lambda _: True)
    assert equal_rows(np.arange(24.0).reshape(8, 3)) is None


def test_a_whole_repetition_is_copied():
    tables = folds(1).reshape(10, 10, 3)
    assert equal_tables(tables)[0] == (-1, -1)
    tables[7] = tables[3]
    places, p = equal_tables(tables)
    assert places == (3, 7)
    assert p < TAIL


def test_rows_with_gaps_and_rows_that_do_not_vary_are_left_out():
    values = np.array([[1.0, 1.0], [1.0, 1.0], [0.5, np.nan], [0.5, np.nan], [0.3, 0.4]])
    assert equal_rows(values) is None
