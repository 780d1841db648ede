import itertools

import numpy as np
import pytest
from looped import loop_over
from published import oracle
from scipy import stats

from benchreport.numerics.predictions.clustered_means import (
    all_signs,
    draw_signs,
    sign_flip_p,
    spread_of,
    sum_clusters,
)

RNG = np.random.default_rng(21)
SIZES = [3, 9, 1, 14, 5, 2, 6]
CLUSTER = np.repeat(np.arange(7), SIZES)
VALUES = RNG.normal(size=(40, 4)) + RNG.normal(size=(7, 4))[CLUSTER]
FIRST, SECOND = np.triu_indices(4, 1)
CASES = oracle("paired_difference")["cases"]


@loop_over("name", CASES)
def test_against_clubsandwich(name):
    case = CASES[name]
    values = np.column_stack([case["first"], case["second"]]).astype(float)
    code = np.unique(case["cluster"], return_inverse=True)[1]
    clusters = sum_clusters(values, code)
    error = clusters.errors_of(np.array([0]), np.array([1]))[0]
    assert error**2 * clusters.unit**2 == pytest.approx(case["variance"], rel=1e-8)
    assert clusters.dof == pytest.approx(case["dof"], rel=1e-8)


def by_definition(difference, cluster, weights):
    """Compute the variance and its degrees of freedom with matrices of all examples (Pustejovsky & Tipton).

    The adjustment is that of the weighted sum of each cluster's residuals, to which a mean comes down.
    """
    n = len(difference)
    working = np.diag(1 / weights)
    hat = np.outer(np.ones(n), weights) / weights.sum()
    residual = np.eye(n) - hat
    forms = []
    for code in np.unique(cluster):
        picks = np.where(cluster == code, weights, 0.0)
        form = picks @ residual
        forms.append(form * np.sqrt((picks @ working @ picks) / (form @ working @ form)))
    forms = np.array(forms) / weights.sum()
    products = forms @ working @ forms.T
    return np.sum((forms @ difference) ** 2), np.trace(products) ** 2 / np.sum(products**2)


@pytest.mark.parametrize("weights", [None, RNG.uniform(0.5, 3, 40)])
def test_against_the_definition_with_matrices(weights):
    clusters = sum_clusters(VALUES, CLUSTER, weights)
    plain = np.ones(40) if weights is None else weights
    for first, second, error in zip(
        FIRST, SECOND, clusters.errors_of(FIRST, SECOND) * clusters.unit, strict=True
    ):
        variance, dof = by_definition(VALUES[:, first] - VALUES[:, second], CLUSTER, plain)
        assert error**2 == pytest.approx(variance, rel=1e-10)
        assert clusters.dof == pytest.approx(dof, rel=1e-10)
    np.testing.assert_allclose(
        clusters.mean * clusters.unit, np.average(VALUES, axis=0, weights=weights)
    )


def test_the_variance_is_unbiased():
    draws = RNG.normal(size=(40, 20_000))
    clusters = sum_clusters(draws, CLUSTER)
    assert (clusters.errors**2 * clusters.unit**2).mean() == pytest.approx(1 / 40, rel=0.02)


def test_single_examples_are_the_t_test():
    clusters = sum_clusters(VALUES, np.arange(40))
    peer = stats.ttest_rel(VALUES[:, 0], VALUES[:, 1])
    t = (clusters.mean[0] - clusters.mean[1]) / clusters.errors_of(FIRST[:1], SECOND[:1])[0]
    assert t == pytest.approx(peer.statistic, rel=1e-10)
    assert clusters.dof == pytest.approx(39, rel=1e-10)


def test_near_columns_keep_their_digits():
    near = VALUES.copy()
    near[:, 1] = near[:, 0] + 1e-6 * near[:, 2]
    error = sum_clusters(near, CLUSTER).errors_of(FIRST[:1], SECOND[:1])[0]
    apart = sum_clusters(VALUES[:, [2]], CLUSTER).errors[0]
    assert error == pytest.approx(1e-6 * apart, rel=1e-8)
    same = sum_clusters(np.column_stack([VALUES[:, 0], VALUES[:, 0]]), CLUSTER)
    assert same.errors_of(np.array([0]), np.array([1]))[0] == 0


def test_sign_flips_by_enumeration():
    sums = RNG.normal(size=(6, 3)) + 0.5
    flips = np.array(list(itertools.product([1, -1], repeat=6))) @ sums
    expected = (np.abs(flips) >= np.abs(sums.sum(axis=0)) - 1e-12).mean(axis=0)
    np.testing.assert_allclose(sign_flip_p(sums, all_signs(6)), expected, atol=1e-15)


def test_drawn_signs_are_near_all():
    sums = RNG.normal(size=(9, 3)) + 0.3
    drawn = sign_flip_p(sums, draw_signs(9, 40_000, 0))
    np.testing.assert_allclose(drawn, sign_flip_p(sums, all_signs(9)), atol=0.01)
    assert (draw_signs(9, 50, 3) == draw_signs(9, 50, 3)).all()


def test_intracluster_correlation_of_analysis_of_variance():
    clusters = sum_clusters(VALUES, CLUSTER)
    spread = spread_of(VALUES, clusters, (FIRST, SECOND))
    difference = VALUES[:, 0] - VALUES[:, 1]
    groups = [difference[code == CLUSTER] for code in range(7)]
    grand = difference.mean()
    between = sum(len(group) * (group.mean() - grand) ** 2 for group in groups) / 6
    within = sum(((group - group.mean()) ** 2).sum() for group in groups) / 33
    size = (40 - np.sum(np.square(SIZES)) / 40) / 6
    expected = (between - within) / (between + (size - 1) * within)
    assert spread.correlation[0] == pytest.approx(expected, rel=1e-10)
    naive = difference.std(ddof=1) / np.sqrt(40)
    assert spread.naive[0] * clusters.unit == pytest.approx(naive, rel=1e-10)
