import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from needs import LONG

from benchreport.errors import DataError
from benchreport.numerics.predictions.out_of_bag import (
    leave_one_out_bootstrap,
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


def draw_rounds(rng, n, rounds):
    """Bootstrap the nearest of two centroids."""
    y = np.arange(n) % 2 == 0
    x = rng.normal(size=n) + y
    drawn, wrong = np.zeros((2, rounds, n))
    for place in range(rounds):
        train = rng.integers(n, size=n)
        low, high = x[train][~y[train]].mean(), x[train][y[train]].mean()
        wrong[place] = (abs(x - high) < abs(x - low)) != y
        drawn[place] = np.bincount(train, minlength=n)
    return drawn, wrong


def test_the_error_out_of_bag_averages_by_example_first():
    drawn, wrong = draw_rounds(np.random.default_rng(0), 30, 25)
    by_example = [wrong[drawn[:, place] == 0, place].mean() for place in range(30)]
    assert leave_one_out_bootstrap(drawn, wrong)[0] == pytest.approx(np.mean(by_example))


@LONG
def test_its_standard_error_is_the_spread_over_samples():
    """The root mean square over 300 samples is near the standard deviation of the estimates."""
    rng = np.random.default_rng(1)
    found = np.array([leave_one_out_bootstrap(*draw_rounds(rng, 40, 100)) for _ in range(300)])
    estimated = np.sqrt(np.square(found[:, 1]).mean())
    assert estimated == pytest.approx(found[:, 0].std(ddof=1), rel=0.15)


def test_its_standard_error_barely_depends_on_the_number_of_rounds():
    drawn, wrong = draw_rounds(np.random.default_rng(2), 40, 4000)
    spreads = [
        leave_one_out_bootstrap(drawn[start : start + 100], wrong[start : start + 100])[1]
        for start in range(0, 4000, 100)
    ]
    assert np.sqrt(np.square(spreads).mean()) == pytest.approx(
        leave_one_out_bootstrap(drawn, wrong)[1], rel=0.1
    )


def test_an_example_that_all_rounds_drew_counts_in_nothing():
    drawn, wrong = draw_rounds(np.random.default_rng(3), 20, 30)
    always = np.column_stack([drawn, np.ones(30)])
    error, spread = leave_one_out_bootstrap(always, np.column_stack([wrong, np.ones(30)]))
    assert (error, spread) == pytest.approx(leave_one_out_bootstrap(drawn, wrong))
