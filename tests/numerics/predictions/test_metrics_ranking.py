"""Metrics of ranked lists against a lecture and scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from benchreport.errors import DataError, DesignError, OptionError
from benchreport.numerics.predictions.metrics_ranking import (
    average_precision,
    dcg,
    hit,
    ndcg,
    perplexity,
    precision_at,
)

# a lecture's two users, who bought what is at ranks 1, 2, 10 and 2, 3, 5
USERS = np.zeros((2, 10))
USERS[0, [0, 1, 9]] = 1
USERS[1, [1, 2, 4]] = 1
GRADED = np.array([[3, 2, 3, 0, 0, 1, 2, 2, 3, 0]])


@pytest.mark.parametrize(("at", "rate"), [(1, 0.5), (2, 1.0), (3, 1.0), (None, 1.0)])
def test_lecture_hit_rate(at, rate):
    assert hit(USERS, at).mean() == rate


def test_lecture_dcg():
    assert dcg(GRADED, discount="log2(i)")[0] == pytest.approx(9.605, abs=5e-4)
    assert dcg(USERS, 10, "log2(i)")[0] == pytest.approx(2.3010, abs=5e-5)
    # the ideal list has all three first
    assert dcg(-np.sort(-USERS), 10, "log2(i)")[0] == pytest.approx(2.6309, abs=5e-5)


@pytest.mark.parametrize(("at", "value"), [(10, 0.8746), (5, 0.7602)])
def test_lecture_ndcg(at, value):
    assert ndcg(USERS, USERS, at, "log2(i)")[0] == pytest.approx(value, abs=5e-5)


def test_lecture_average_precision():
    """The lecture prints MAP .647, a slip: the mean of its own .76667 and .58889 is .67778."""
    precisions = average_precision(USERS, USERS)
    assert precisions == pytest.approx(
        [(1 + 1 + 3 / 10) / 3, (1 / 2 + 2 / 3 + 3 / 5) / 3], rel=1e-15
    )
    assert precisions == pytest.approx([0.76667, 0.58889], abs=5e-6)
    assert precisions.mean() == pytest.approx(0.67778, abs=5e-6)


def test_lecture_perplexity():
    assert perplexity([0.4, 0.15, 0.03, 0.3, 0.1, 0.01]) == pytest.approx(11.0816, abs=5e-5)


def test_dcg_against_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(0)
    gains = rng.integers(0, 4, size=(30, 12)).astype(float)
    gains[:, 0] += 1
    order = np.arange(12, 0, -1.0) * np.ones((30, 1))  # these scores give the ranks above
    for at in (1, 5, 12, None):
        assert dcg(gains, at).mean() == pytest.approx(
            metrics.dcg_score(gains, order, k=at), rel=1e-12
        )
        assert ndcg(gains, gains, at).mean() == pytest.approx(
            metrics.ndcg_score(gains, order, k=at), rel=1e-12
        )


def test_average_precision_against_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(1)
    gains = (rng.random((30, 12)) < 0.3).astype(float)
    gains[:, 3] = 1
    order = np.arange(12, 0, -1.0)
    expected = [metrics.average_precision_score(row, order) for row in gains]
    assert average_precision(gains, gains) == pytest.approx(np.array(expected), rel=1e-12)


def test_items_that_were_not_retrieved_count_against_the_list():
    """Two of four relevant items are at ranks 1 and 3."""
    gains, relevant = [[2, 0, 1, 0]], [[1, 2, 3, 1]]
    assert average_precision(gains, relevant)[0] == pytest.approx((1 + 2 / 3) / 4)
    best = 3 + 2 / np.log2(3) + 1 / 2 + 1 / np.log2(5)
    assert ndcg(gains, relevant)[0] == pytest.approx((2 + 1 / 2) / best)
    assert ndcg([[0, 0]], relevant)[0] == average_precision([[0, 0]], relevant)[0] == 0.0


def test_precision_of_short_lists():
    assert precision_at([[1, 0, 1], [0, 0, 0]], 3).tolist() == [2 / 3, 0]
    assert precision_at([[1, 0, 1]], 10).tolist() == [0.2]


def test_the_two_discounts_differ_at_rank_2():
    second = [[0, 1]]
    assert dcg(second, discount="log2(i)")[0] == 1
    assert dcg(second)[0] == pytest.approx(1 / np.log2(3))
    first = [[1, 0]]
    assert dcg(first, discount="log2(i)")[0] == dcg(first)[0] == 1


@given(
    arrays(np.float64, st.tuples(st.integers(1, 4), st.integers(1, 8)), elements=st.integers(0, 3)),
    st.integers(1, 10),
    st.sampled_from(["log2(i)", "log2(i+1)"]),
)
def test_properties(gains, at, discount):
    gains[:, -1] += 1
    best = -np.sort(-gains, axis=1)
    value = ndcg(gains, gains, at, discount)
    assert ((value >= 0) & (value <= 1 + 1e-15)).all()
    assert ndcg(best, gains, at, discount).tolist() == [1.0] * len(gains)
    # lists filled up with 0 are the same lists, and gains may have any unit
    filled = np.pad(gains, ((0, 0), (0, 3)))
    assert ndcg(filled, gains, at, discount) == pytest.approx(value, rel=1e-14)
    assert ndcg(gains, filled, at, discount) == pytest.approx(value, rel=1e-14)
    assert ndcg(8 * gains, 8 * gains, at, discount) == pytest.approx(value, rel=1e-14)
    precision = average_precision(gains, gains)
    assert ((precision > 0) & (precision <= 1)).all()
    assert average_precision(best, gains) == pytest.approx(np.ones(len(gains)))
    assert (hit(gains, at) >= precision_at(gains, at)).all()


def test_perplexity_of_certainty_and_impossibility():
    assert perplexity([1.0, 1.0]) == 1.0
    assert perplexity([0.5, 0.0], [[1, 1], [1, 0]]).tolist() == [np.inf, 2.0]
    with pytest.raises(DataError, match="places 1") as caught:
        perplexity([0.5, -0.7])
    assert "exp" in caught.value.hint


def test_errors():
    with pytest.raises(DataError, match="queries 1"):
        average_precision([[1, 0], [0, 0]], [[1, 0], [0, 0]])
    with pytest.raises(DataError, match="more than relevant holds, in queries 0"):
        average_precision([[1, 1]], [[1, 0]])
    with pytest.raises(DataError, match="more than relevant holds"):
        ndcg([[2, 1]], [[1, 1, 1]])
    with pytest.raises(DataError, match="more than relevant holds"):
        ndcg([[1, 1, 1]], [[1, 1]])
    with pytest.raises(DataError, match="0 or more and finite; see queries 0, 1"):
        dcg([[1, -1], [np.nan, 0], [1, 1]])
    with pytest.raises(DesignError, match=r"row for each of 2 queries; got 1"):
        ndcg([[1], [1]], [[1]])
    with pytest.raises(DesignError, match=r"got shape \(2,\)"):
        hit([1, 0])
    with pytest.raises(OptionError, match="at must be a rank"):
        hit([[1, 0]], 0)
    with pytest.raises(OptionError, match="discount must be one of"):
        dcg([[1, 0]], discount="log2")
