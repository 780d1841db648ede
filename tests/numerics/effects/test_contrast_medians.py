import itertools
import statistics

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from published import cases

from benchreport.errors import DesignError
from benchreport.numerics.effects import contrast_medians as module
from benchreport.numerics.effects.contrast_medians import contrast_medians, resampled_effects

tables = st.tuples(st.integers(1, 8), st.integers(1, 6)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.integers(-9, 9).map(float))
)


@pytest.mark.parametrize(("scores", "expected"), cases("effects_numerics"))
def test_against_r(scores, expected):
    """García et al. (2010), section 3.3, written out in R with stats::median."""
    assert contrast_medians(scores.values) == pytest.approx(
        np.array(expected["contrast_medians"]), abs=1e-12
    )


@settings(deadline=None)
@given(tables)
def test_against_its_formulas(values):
    """m_u = Σ_v Z_uv / k with Z_uu = 0, one pair at a time."""
    n, k = values.shape
    z = [
        [statistics.median(values[i, u] - values[i, v] for i in range(n)) for v in range(k)]
        for u in range(k)
    ]
    contrasts = contrast_medians(values)
    for u, v in itertools.product(range(k), repeat=2):
        assert contrasts[u, v] == pytest.approx(sum(z[u]) / k - sum(z[v]) / k, abs=1e-12)


@settings(deadline=None)
@given(tables)
def test_estimates_add_up(values):
    contrasts = contrast_medians(values)
    assert np.array_equal(contrasts, -contrasts.T)
    assert contrasts[:, :1] + contrasts[:1] == pytest.approx(contrasts, abs=1e-12)


@settings(deadline=None)
@given(tables, st.sampled_from([0.25, 8.0]))
def test_units_and_blocks_do_not_matter(values, unit):
    moved = values * unit + np.arange(len(values))[:, None]
    assert contrast_medians(moved) == pytest.approx(contrast_medians(values) * unit, abs=1e-9)


def test_two_algorithms_have_the_median_of_their_differences():
    values = np.random.default_rng(0).normal(size=(11, 2))
    median = np.median(values[:, 0] - values[:, 1])
    assert contrast_medians(values) == pytest.approx(np.array([[0, median], [-median, 0]]))


def test_an_outlier_does_not_count():
    values = np.tile([3.0, 2.0, 0.0], (9, 1))
    expected = contrast_medians(values)
    values[4] = [-1000, 5, 700]
    assert np.array_equal(contrast_medians(values), expected)


@pytest.mark.parametrize("values", [[1.0, 2.0], np.zeros((0, 3)), 3.0])
def test_scores_come_as_a_table(values):
    with pytest.raises(DesignError, match="blocks × algorithms; got shape"):
        contrast_medians(values)


@pytest.mark.parametrize("n", [40, 41])
def test_counting_what_is_drawn_changes_no_median(monkeypatch, n):
    values = np.random.default_rng(n).normal(size=(n, 4)).round(1)
    sorted_each_time = resampled_effects(values, n_resamples=70, rng=1)
    monkeypatch.setattr(module, "_MANY", 2)
    monkeypatch.setattr(module, "_COUNTS", 30 * n)
    assert np.array_equal(resampled_effects(values, n_resamples=70, rng=1), sorted_each_time)
