"""Means of nights that lack cells agree with a two-way additive fit."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import draws

from benchreport.nightly.detection.unbalanced import least_squares_means


def two_way(cells):
    """Fit night + cell by least squares, with cells averaging to 0, independently of the tested code."""
    present = ~np.isnan(cells)
    night, cell = np.nonzero(present)
    design = np.zeros((present.sum() + 1, sum(cells.shape)))
    design[np.arange(len(night)), night] = 1
    design[np.arange(len(night)), cells.shape[0] + cell] = 1
    design[-1, cells.shape[0] :] = 1
    solution = np.linalg.lstsq(design, np.append(cells[present], 0.0), rcond=None)[0]
    return solution[: cells.shape[0]]


@settings(max_examples=draws(60), deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 12), st.integers(2, 7))
def test_nights_with_gaps_are_a_two_way_additive_fit(seed, nights, cells):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(nights, cells)) + 5 * rng.normal(size=cells)
    values[:-1][rng.random((nights - 1, cells)) < 0.3] = np.nan
    values[:-1][(~np.isnan(values[:-1])).sum(axis=1) * 2 < cells] = np.nan
    present = ~np.isnan(values).all(axis=1)
    expected = np.full(nights, np.nan)
    expected[present] = two_way(values[present])
    np.testing.assert_allclose(least_squares_means(values), expected, rtol=1e-9, atol=1e-9)


def test_series_are_fitted_independently():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(30, 4, 5, 3))
    values[rng.random(values.shape) < 0.15] = np.nan
    values[-1, 0, 0] = np.nan
    together = least_squares_means(values)
    for place in np.ndindex(4, 5):
        alone = least_squares_means(values[(slice(None), *place)][:, None])[:, 0]
        np.testing.assert_allclose(together[(slice(None), *place)], alone, rtol=1e-10)
