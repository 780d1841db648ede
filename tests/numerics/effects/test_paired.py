import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from published import cases

from benchreport.errors import DesignError, OptionError
from benchreport.numerics.effects.paired import d_av, d_z, hedges_g_z, paired_superiority
from benchreport.numerics.effects.superiority import probability_of_superiority
from benchreport.numerics.nulls.noncentral_t import chi_quantiles
from benchreport.numerics.ties import snap_differences

ENDS = ("", "_low", "_high")
OF_DIFFERENCES = [d_z, hedges_g_z, paired_superiority]
# these are tenths with ties, so that all kinds of constant, equal and shifted samples occur
tables = st.tuples(st.integers(1, 3), st.integers(3, 9)).flatmap(
    lambda shape: arrays(np.float64, (2, *shape), elements=st.integers(0, 9).map(lambda n: n / 10))
)


def _columns(scores, rows):
    """Return both columns of all pairs, each (m, n)."""
    values = np.asarray(scores.values).T
    return values[[row["first"] for row in rows]], values[[row["second"] for row in rows]]


def _agree(effects, rows, name, tolerance=1e-9):
    """Compare (estimate, low, high) with R's values, where R has them."""
    for end, values in zip(ENDS, effects, strict=True):
        for value, row in zip(values, rows, strict=True):
            if row[name + end] is not None:
                assert value == pytest.approx(row[name + end], rel=tolerance, abs=1e-12), name + end


@pytest.mark.parametrize(("scores", "expected"), cases("effects_numerics"))
class TestAgainstR:
    """effectsize 0.8.3, pt inverted by uniroot, and Hmisc::binconf: see oracles/effects_numerics.R."""

    def test_d_z(self, scores, expected):
        rows = expected["pairs"]
        effects = d_z(snap_differences(*_columns(scores, rows)))
        _agree(effects, rows, "d_z")
        # cohens_d(x, y, paired = TRUE) by R's optim, where its pt is not the normal approximation
        near = [i for i, row in enumerate(rows) if row["d_z_low"] is not None]
        _agree([end[near] for end in effects], [rows[i] for i in near], "d_z_effectsize", 5e-3)

    def test_hedges_g_z(self, scores, expected):
        """hedges_g(x, y, paired = TRUE)."""
        rows = expected["pairs"]
        effects = hedges_g_z(snap_differences(*_columns(scores, rows)))
        for estimate, row in zip(effects[0], rows, strict=True):
            assert estimate == pytest.approx(row["hedges_g_z_effectsize"], rel=1e-9)
        near = [i for i, row in enumerate(rows) if row["d_z_low"] is not None]
        _agree(
            [end[near] for end in effects], [rows[i] for i in near], "hedges_g_z_effectsize", 5e-3
        )

    def test_d_av(self, scores, expected):
        _agree(d_av(*_columns(scores, expected["pairs"])), expected["pairs"], "d_av")

    def test_paired_superiority(self, scores, expected):
        differences = snap_differences(*_columns(scores, expected["pairs"]))
        _agree(paired_superiority(differences), expected["pairs"], "paired_superiority")


def test_superiority_is_that_of_whole_tables(hitrate):
    values, pairs = np.asarray(hitrate.values), np.triu_indices(6, 1)
    expected = probability_of_superiority(values, *pairs, higher_is_better=True, confidence=0.9)
    effect = paired_superiority(values.T[pairs[0]] - values.T[pairs[1]], 0.9)
    assert np.array(effect) == pytest.approx(np.array(expected), abs=1e-15)


@settings(deadline=None)
@given(tables)
def test_first_and_second_change_sides(table):
    first, second = table
    for function in OF_DIFFERENCES:
        estimate, low, high = function(first - second)
        turned = np.array(function(second - first))
        about = 1.0 if function is paired_superiority else 0.0
        assert turned == pytest.approx(np.array([about - estimate, about - high, about - low]))
    estimate, low, high = d_av(first, second)
    assert np.array_equal(d_av(second, first), [-estimate, -high, -low])


@settings(deadline=None)
@given(tables, st.sampled_from([0.5, 0.95, 0.999]))
def test_intervals_hold_the_estimate_and_grow_with_confidence(table, confidence):
    first, second = table
    differences = snap_differences(first, second)
    for function, data in [*((f, (differences,)) for f in OF_DIFFERENCES), (d_av, (first, second))]:
        estimate, low, high = function(*data, confidence)
        assert (low <= estimate).all()
        assert (estimate <= high).all()
        _, lower, higher = function(*data, (1 + confidence) / 2)
        assert (lower <= low).all()
        assert (high <= higher).all()


@settings(deadline=None)
@given(tables, st.sampled_from([2.0**-20, 3.7, 1e6]), st.integers(-50, 50))
def test_units_do_not_matter(table, unit, shift):
    first, second = table
    differences = snap_differences(first, second)
    for function in OF_DIFFERENCES:
        assert np.array(function(differences * unit)) == pytest.approx(
            np.array(function(differences))
        )
    moved = d_av(first * unit + shift * unit, second * unit + shift * unit)
    assert np.array(moved) == pytest.approx(np.array(d_av(first, second)), rel=1e-6)


def test_no_spread():
    same = np.full((3, 5), [[0.0], [0.1], [-0.1]])
    for function in (d_z, hedges_g_z):
        estimate, low, high = function(same)
        assert estimate.tolist() == [0, np.inf, -np.inf]
        assert low.tolist() == [-np.inf, np.inf, -np.inf]
        assert high.tolist() == [np.inf, np.inf, -np.inf]
    constants = np.full((3, 5), [[0.1 + 0.2], [0.4], [0.2]])
    assert np.array_equal(d_av(constants, np.full((3, 5), 0.3)), d_z(same))


def test_parallel_scores_have_the_limit_of_the_interval():
    """One is ahead by 0.1 on every block: d_av is finite, and the interval is that of the spread."""
    first = np.array([[0.5, 0.6, 0.8, 0.7], [0.1, 0.4, 0.2, 0.5]])
    estimate, low, high = d_av(first, first - [[0.1], [0.0]])
    assert estimate == pytest.approx([0.1 / np.std(first[0], ddof=1), 0.0])
    share = chi_quantiles(3, [0.025, 0.975])
    assert (low[0], high[0]) == pytest.approx(estimate[0] * share)
    assert low[1] == high[1] == 0
    wobbly = first[0] - 0.1 + np.array([1, -1, 1, -1]) * 1e-9
    assert np.array(d_av(first[0], wobbly)) == pytest.approx(
        [estimate[0], low[0], high[0]], rel=1e-6
    )


def test_two_blocks():
    estimate, low, high = d_z([1.0, 3.0])
    assert estimate == pytest.approx(math.sqrt(2))
    assert low < 0 < high
    assert np.isnan(hedges_g_z([1.0, 3.0])).all()
    assert paired_superiority([1.0, 0.0])[0] == 0.75


def test_one_sample_and_many_are_the_same():
    differences = np.random.default_rng(0).normal(size=(1500, 6))
    for function in OF_DIFFERENCES:
        together = np.array(function(differences))
        assert together.shape == (3, 1500)
        assert np.allclose(together[:, 1234], function(differences[1234]), rtol=1e-13, atol=0)


@pytest.mark.parametrize("function", OF_DIFFERENCES)
def test_invalid_arguments_are_refused(function):
    with pytest.raises(OptionError, match="confidence"):
        function([1.0, 2.0, 3.0], 95)
    with pytest.raises(DesignError, match="at least 2 blocks; got 1"):
        function([1.0])
