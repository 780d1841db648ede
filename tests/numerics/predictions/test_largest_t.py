import itertools

import numpy as np
import pytest
from scipy import stats

from benchreport.numerics.predictions.clustered_means import sum_clusters
from benchreport.numerics.predictions.largest_t import draw_largest_t, flip_largest_t

SIZES = [3, 9, 1, 14, 5, 2, 6]
RNG = np.random.default_rng(21)
CLUSTER = np.repeat(np.arange(7), SIZES)
VALUES = RNG.normal(size=(40, 4)) + RNG.normal(size=(7, 4))[CLUSTER]
FIRST, SECOND = np.triu_indices(4, 1)


def flipped_by_definition(values, cluster, signs, pairs):
    """Return |t| of each pair (CR2) where the differences of each cluster have other signs."""
    found = []
    counts = np.bincount(cluster)
    w = counts / counts.sum()
    for one, other in pairs:
        sums = np.bincount(cluster, values[:, one] - values[:, other]) / len(values) * signs
        deviation = sums - w * sums.sum()
        found.append(abs(sums.sum()) / np.sqrt((deviation**2 / (1 - w)).sum()))
    return found


def test_flipped_t_by_enumeration():
    clusters = sum_clusters(VALUES, CLUSTER)
    error = clusters.errors_of(FIRST, SECOND)
    flipped = flip_largest_t(clusters, FIRST, SECOND, error, n_draws=64, rng=0)
    pairs = [*zip(FIRST, SECOND, strict=True)]
    every = itertools.product([1, -1], repeat=7)
    by_definition = [flipped_by_definition(VALUES, CLUSTER, signs, pairs) for signs in every]
    largest = np.sort(np.max(by_definition, axis=1))
    assert flipped.all_signs
    # a common sign changes nothing
    np.testing.assert_allclose(flipped.draws, largest[::2], rtol=1e-9)
    observed = np.array(flipped_by_definition(VALUES, CLUSTER, np.ones(7), pairs))
    expected = [(largest >= t * (1 - 1e-9)).mean() for t in observed]
    np.testing.assert_allclose(flipped.p_of(observed), expected, atol=1e-15)
    # what is beyond the quantile is significant, and no less
    limit = flipped.quantile(0.9)
    assert (flipped.p_of(np.array([limit])) > 0.1).all()
    assert (flipped.p_of(np.array([limit * (1 + 1e-6)])) <= 0.1).all()
    assert flipped.quantile(0.99) == np.inf


def test_drawn_flips_are_near_all_and_do_not_depend_on_order():
    values = np.random.default_rng(4).normal(size=(90, 4)) + 0.2 * np.arange(4)
    cluster = np.repeat(np.arange(15), 6)
    turned, other = np.array([2, 0, 3, 1]), np.random.default_rng(5).permutation(90)
    every, drawn, moved = (
        flip_largest_t(each, FIRST, SECOND, each.errors_of(FIRST, SECOND), n_draws=n, rng=1)
        for each, n in (
            (sum_clusters(values, cluster), 2**14),
            (sum_clusters(values, cluster), 8_000),
            (sum_clusters(values[other][:, turned], 14 - cluster[other]), 8_000),
        )
    )
    assert every.all_signs
    assert not drawn.all_signs
    assert drawn.quantile(0.95) == pytest.approx(every.quantile(0.95), rel=0.03)
    np.testing.assert_allclose(drawn.draws, moved.draws, rtol=1e-9)


def test_equal_models_leave_nothing_to_flip():
    same = sum_clusters(np.ones((12, 3)), np.arange(12))
    flipped = flip_largest_t(same, FIRST[:3], SECOND[:3], np.zeros(3), n_draws=99, rng=0)
    assert (flipped.draws == 0).all()


def test_models_that_differ_by_rounding_alone_change_nothing_for_others():
    """Beside other models, their differences are lost, and 0/0 would be the largest t of all signs."""
    tiny = 1e-20 * np.random.default_rng(0).random((40, 2))
    clusters = sum_clusters(np.column_stack([tiny, VALUES[:, 2]]), CLUSTER)
    pairs = np.triu_indices(3, 1)
    error = clusters.errors_of(*pairs)
    assert error[0] > 0
    flipped = flip_largest_t(clusters, *pairs, error, n_draws=64, rng=0)
    alone = flip_largest_t(clusters, pairs[0][1:], pairs[1][1:], error[1:], n_draws=64, rng=0)
    np.testing.assert_allclose(flipped.draws, alone.draws, rtol=1e-9)


def test_the_largest_t_of_one_and_of_independent_pairs():
    clusters = sum_clusters(VALUES, CLUSTER)
    error = clusters.errors_of(FIRST, SECOND)
    one = draw_largest_t(clusters, FIRST[:1], SECOND[:1], error[:1], n_draws=40_000, rng=0)
    half = stats.t.isf(0.025, clusters.dof)
    # bounds of one pair leave nothing to draw
    assert one.quantile(0.95) == pytest.approx(half)
    assert one.p_of(np.array([half]))[0] == pytest.approx(0.05)
    assert np.quantile(one.draws, 0.95) == pytest.approx(half, rel=0.03)
    every = draw_largest_t(clusters, FIRST, SECOND, error, n_draws=40_000, rng=0)
    assert half < every.quantile(0.95) < stats.t.isf(0.025 / 6, clusters.dof)
    # nearly normal: the studentized range
    many = RNG.normal(size=(20_000, 4))
    clusters = sum_clusters(many, np.arange(20_000))
    error = clusters.errors_of(FIRST, SECOND)
    drawn = draw_largest_t(clusters, FIRST, SECOND, error, n_draws=40_000, rng=1).quantile(0.95)
    assert drawn == pytest.approx(stats.studentized_range.isf(0.05, 4, 1e6) / 2**0.5, rel=0.02)


def test_the_draws_do_not_depend_on_the_order_of_models():
    order = np.array([2, 0, 3, 1])
    one, other = (
        draw_largest_t(each, FIRST, SECOND, each.errors_of(FIRST, SECOND), n_draws=2000, rng=0)
        for each in (sum_clusters(VALUES, CLUSTER), sum_clusters(VALUES[:, order], CLUSTER))
    )
    np.testing.assert_allclose(one.draws, other.draws, rtol=1e-9)
