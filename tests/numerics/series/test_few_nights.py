import numpy as np
import pytest
from numpy.testing import assert_allclose
from published import oracle

from benchreport.numerics.series.few_nights import STATED_DOF, moderate, run_deviations

VARIANCES = oracle("nights")["variances"]


def moderate_all(case):
    variance, dof = np.array(case["variance"]), np.array(case["dof"], dtype=float)
    both = (variance * dof, dof)
    return moderate(both, both, np.ones(len(dof))), dof


@pytest.mark.parametrize("name", ["spread", "unequal"])
def test_the_prior_and_the_moderated_variances_equal_limma(name):
    case = VARIANCES[name]
    moderated, dof = moderate_all(case)
    assert_allclose(moderated.variance, case["drawn"], rtol=1e-6)
    assert_allclose(moderated.dof, dof + case["prior_dof"], rtol=1e-6)


def test_variances_that_chance_alone_spreads_are_drawn_as_far_as_all_of_them_tell():
    case = VARIANCES["alike"]
    moderated, dof = moderate_all(case)
    # limma's prior has infinite degrees of freedom; here it has those of all series
    weight = dof / (dof + dof.sum())
    by_hand = weight * np.array(case["variance"]) + (1 - weight) * case["prior"]
    assert case["prior_dof"] is None or np.isinf(float(case["prior_dof"]))
    assert_allclose(moderated.variance, by_hand, rtol=1e-9)


def test_few_series_are_drawn_to_what_is_stated():
    squares, dof = np.array([8.0, 0.0]), np.array([2.0, 0.0])
    moderated = moderate((squares, dof), (squares, dof), np.array([1.0, 3.0]))
    assert moderated.variance.tolist() == [(8 + STATED_DOF) / (2 + STATED_DOF), 3.0]
    assert moderated.dof.tolist() == [6.0, 4.0]


def test_constant_series_have_a_variance_of_zero_only_if_their_runs_have():
    zeros, dof = np.zeros(10), np.full(10, 3.0)
    moderated = moderate((zeros, dof), (zeros, dof), np.array([0.0] + [1.0] * 9))
    assert moderated.variance[0] == 0
    assert (moderated.variance[1:] > 0).all()


def test_the_deviation_of_runs_equals_a_two_way_anova():
    rng = np.random.default_rng(3)
    cells = (
        rng.normal(size=(4, 2, 6)) + 5 * rng.normal(size=(4, 2, 1)) + 9 * rng.normal(size=(2, 6))
    )
    deviation, runs = run_deviations(cells)
    for series in range(2):
        night, cell = np.mgrid[:4, :6].reshape(2, -1)
        design = np.column_stack([np.eye(4)[night], np.eye(6)[cell]])
        rank = np.linalg.matrix_rank(design)
        residual = cells[:, series].ravel() - design @ _lstsq(design, cells[:, series].ravel())
        assert deviation[series] == pytest.approx(np.sqrt(residual @ residual / (24 - rank)))
    assert runs.tolist() == [6, 6]


def test_gaps_leave_the_deviation_of_runs_nearly_that_of_least_squares():
    rng = np.random.default_rng(4)
    cells = (
        rng.normal(size=(8, 1, 6)) + 5 * rng.normal(size=(8, 1, 1)) + 9 * rng.normal(size=(1, 6))
    )
    cells[rng.random(cells.shape) < 0.15] = np.nan
    cells[-1, 0] = np.where(np.isnan(cells[-1, 0]), 0.0, cells[-1, 0])
    deviation, _ = run_deviations(cells)
    flat = cells[:, 0].ravel()
    night, cell = np.mgrid[:8, :6].reshape(2, -1)
    design = np.column_stack([np.eye(8)[night], np.eye(6)[cell]])[~np.isnan(flat)]
    flat = flat[~np.isnan(flat)]
    residual = flat - design @ _lstsq(design, flat)
    rank = np.linalg.matrix_rank(design)
    assert deviation[0] == pytest.approx(
        np.sqrt(residual @ residual / (len(flat) - rank)), rel=0.05
    )


def test_one_night_and_one_run_tell_nothing():
    assert np.isnan(run_deviations(np.ones((1, 2, 5)))[0]).all()
    assert np.isnan(run_deviations(np.ones((5, 2, 1)))[0]).all()


def _lstsq(design, values):
    return np.linalg.lstsq(design, values, rcond=None)[0]
