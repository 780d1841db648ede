import numpy as np
import pytest

from benchreport.errors import DesignError
from benchreport.numerics.predictions.weighted_means import class_totals, weighted_mean

VALUES = np.random.default_rng(0).normal(size=(50, 3))
WEIGHTS = np.random.default_rng(1).integers(0, 4, size=(7, 50))


def test_against_numpy():
    assert weighted_mean(VALUES[:, 0]) == pytest.approx(VALUES[:, 0].mean(), rel=1e-14)
    assert weighted_mean(VALUES).shape == (3,)
    means = weighted_mean(VALUES, WEIGHTS)
    expected = [np.average(VALUES, axis=0, weights=row) for row in WEIGHTS]
    assert means == pytest.approx(np.array(expected), rel=1e-12)
    assert weighted_mean(VALUES[:, 1], WEIGHTS) == pytest.approx(means[:, 1], rel=1e-14)


def test_weights_are_copies():
    """An example of weight 3 counts as three copies."""
    copies = np.repeat(VALUES, WEIGHTS[0], axis=0)
    assert weighted_mean(VALUES, WEIGHTS[0]) == pytest.approx(copies.mean(axis=0), rel=1e-13)


def test_infinite_and_unknown_values_count_where_they_have_weight():
    values = [1.0, np.inf, -np.inf, np.nan, 3.0]
    weights = [[1, 0, 0, 0, 1], [1, 1, 0, 0, 0], [0, 0, 2, 0, 1], [1, 1, 1, 0, 0], [1, 0, 0, 1, 0]]
    expected = [2.0, np.inf, -np.inf, np.nan, np.nan]
    assert weighted_mean(values, weights) == pytest.approx(np.array(expected), nan_ok=True)
    table = np.column_stack([values, [0.0, 1, 2, 3, 4]])
    assert weighted_mean(table, weights)[:, 0] == pytest.approx(np.array(expected), nan_ok=True)


def test_without_weight():
    assert np.isnan(weighted_mean([1.0, 2.0], [[0, 0], [1, 1]])).tolist() == [True, False]
    assert class_totals(np.array([0, 1]), 2, [0, 0]).tolist() == [0.0, 0.0]


def test_class_totals():
    codes = np.random.default_rng(2).integers(0, 4, size=50)
    totals = class_totals(codes, 5, WEIGHTS)
    assert totals.shape == (7, 5)
    assert totals == pytest.approx(WEIGHTS @ (codes[:, None] == np.arange(5)))
    assert class_totals(codes, 5).sum() == 50


def test_numbers_of_examples_must_agree():
    with pytest.raises(DesignError, match=r"2 examples .* shape \(3,\)"):
        weighted_mean([1.0, 2.0], [1, 1, 1])
    with pytest.raises(DesignError, match="2 examples"):
        class_totals(np.array([0, 1]), 2, 1.0)
