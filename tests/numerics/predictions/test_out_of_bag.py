import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.errors import DataError
from benchreport.numerics.predictions.out_of_bag import (
    no_information_rate,
    point_632,
    point_632_plus,
)

errors = st.floats(0, 1)


def test_nearest_neighbour_on_noise():
    """Efron & Tibshirani (1997): with error 0 inside and .5 outside, .632 gives .316 but the truth is .5."""
    assert point_632(0.0, 0.5) == pytest.approx(0.316, rel=1e-15)
    error = point_632_plus(0.0, 0.5, 0.5)
    assert (error.estimate, error.weight, error.overfitting) == (0.5, 1.0, 1.0)


def test_against_ipred():
    """R 4.2.2, ipred 0.9-13: bootest(…, bc632plus = TRUE) of a full rpart tree on iris.

    Three in ten labels were drawn anew, set.seed(1), 25 resamples; the tree's confusion matrix on
    its own training set is below.
    """
    table = np.array([[49, 0, 0], [0, 53, 1], [0, 0, 47]])
    truth, predicted = (np.repeat(codes.ravel(), table.ravel()) for codes in np.indices((3, 3)))
    inside, outside = np.mean(truth != predicted), 0.388696303696304
    assert inside == pytest.approx(0.00666666666666667)
    none = no_information_rate(truth, predicted)
    error = point_632_plus(inside, outside, none)
    assert error.estimate == pytest.approx(0.313565893013478, rel=1e-12)


def test_no_information_rate_is_the_mean_over_all_pairs():
    """The rate is the mean loss of each prediction against each truth."""
    rng = np.random.default_rng(0)
    truth, predicted = rng.integers(0, 4, size=(2, 70))
    expected = (truth[:, None] != predicted).mean()
    assert no_information_rate(truth, predicted) == pytest.approx(expected, rel=1e-13)
    weights = rng.integers(0, 3, size=(3, 70))
    rates = no_information_rate(truth, predicted, weights)
    for row, value in zip(weights, rates, strict=True):
        copies = np.repeat(np.arange(70), row)
        apart = (truth[copies][:, None] != predicted[copies]).mean()
        assert value == pytest.approx(apart, rel=1e-13)


@given(errors, errors, errors)
def test_properties(inside, outside, none):
    error = point_632_plus(inside, outside, none)
    assert 0 <= error.overfitting <= 1
    assert 0.632 <= error.weight <= 1 + 1e-15
    plain = float(point_632(inside, outside))
    assert min(inside, outside) - 1e-15 <= plain <= max(inside, outside) + 1e-15
    assert error.estimate >= plain - 1e-12
    if outside <= inside or none <= inside:
        assert error.overfitting == 0
        assert error.estimate == plain
    if inside < outside < none:
        expected = (1 - error.weight) * inside + error.weight * outside
        assert error.estimate == pytest.approx(expected, abs=1e-12)


def test_worse_than_no_information():
    """With .7 out of bag and γ .5, R stops at 1 as in the paper; ipred's would be 1.4."""
    error = point_632_plus(0.0, 0.7, 0.5)
    assert error.overfitting == 1.0
    assert error.estimate == pytest.approx(0.632 * 0.7 + 0.368 * 0.5)


def test_raschkas_denominator_is_another():
    """Raschka (2018), section 2.4, prints γ − oob in place of γ − err: R would be 3 here, not .75."""
    error = point_632_plus(0.1, 0.4, 0.5)
    assert error.overfitting == pytest.approx(0.75)


def test_tables_of_models():
    inside, outside = np.array([[0.0], [0.2]]), np.array([0.3, 0.4, 0.5])
    errors = point_632_plus(inside, outside, 0.5)
    assert errors.estimate.shape == (2, 3)
    assert errors.estimate[1, 2] == pytest.approx(0.5)


def test_errors():
    with pytest.raises(DataError, match=r"found -0.1"):
        point_632([0.2, -0.1], 0.3)
    with pytest.raises(DataError, match="found nan"):
        point_632_plus(0.1, np.nan, 0.5)
