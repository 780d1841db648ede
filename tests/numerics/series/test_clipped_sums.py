import numpy as np
import pytest
from needs import longer
from scipy import signal, stats

from benchreport.numerics.series.clipped_sums import HASTE, ClippedSums

LEVELS = np.array([0.0004, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3])
DRAWS = 1_000_000


@pytest.fixture(scope="module")
def draws():
    return np.random.default_rng(0).normal(size=(8, DRAWS))


def sums_of(draws, window, clip):
    return np.clip(draws[-window:], -clip, clip).sum(axis=0)


@pytest.mark.parametrize("clip", [1.8, 2.55, 9.0])
@pytest.mark.parametrize("window", [1, 2, 3])
def test_sums_against_monte_carlo(draws, clip, window):
    null = ClippedSums.of(0.0 if clip == 9.0 else clip, (1, 2, 3))
    places = np.linspace(-window * clip, window * clip, 31)[1:-1] / (2.0 if clip == 9.0 else 1.0)
    sums = np.sort(sums_of(draws, window, clip))
    expected = 1 - np.searchsorted(sums, places) / DRAWS
    error = 4 * np.sqrt(expected * (1 - expected) / DRAWS)
    # a lattice of steps of clip/400 rounds upwards
    assert (np.abs(null.survival(window, places) - expected) <= error + 0.006 * clip * 0.4).all()
    assert null.survival(window, places) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("window", [1, 2, 3, 5])
def test_unclipped_sums_are_normal(window):
    null = ClippedSums.of(0.0, (1, 2, 3, 5))
    places = np.linspace(-3, 5, 20) * np.sqrt(window)
    expected = stats.norm.sf(places / np.sqrt(window))
    assert null.survival(window, places) == pytest.approx(expected, rel=0.08, abs=1e-12)


def test_sums_against_a_finer_convolution():
    clip, cells = 2.0, 20_000
    edges = np.linspace(-clip, clip, cells + 1)
    halves = np.concatenate([[-np.inf], (edges[1:] + edges[:-1]) / 2, [np.inf]])
    mass = np.diff(stats.norm.cdf(halves))
    three = signal.fftconvolve(signal.fftconvolve(mass, mass), mass)
    places = np.linspace(-3 * clip, 3 * clip, len(three))
    at = np.linspace(0.5, 5.9, 12)
    expected = np.interp(at, places, np.cumsum(three[::-1])[::-1])
    assert ClippedSums.of(2.0, (2, 3)).survival(3, at) == pytest.approx(expected, rel=0.03)


@pytest.mark.parametrize(
    "windows",
    [longer((2,)), longer((1, 2)), longer((2, 4)), (2, 3, 4, 8)],
)
@pytest.mark.parametrize("clip", [0.0, longer(1.8), 2.55])
def test_smallest_against_monte_carlo(draws, windows, clip):
    null = ClippedSums.of(clip, windows)
    p_values = [
        null.survival(window, sums_of(draws, window, clip or 9.0)) * weight
        for window, weight in zip(windows, null.weights, strict=True)
    ]
    smallest = np.min(p_values, axis=0)
    expected = np.array([np.mean(smallest <= level) for level in LEVELS])
    levels = null.of_smallest(LEVELS)
    error = 4 * np.sqrt(levels * (1 - levels) / DRAWS)
    # sums have atoms at the ends, so that some levels are not reached: the rate is never above its level
    assert (expected <= levels * 1.01 + error).all()
    assert (np.abs(levels - expected) <= 0.05 * levels + error)[LEVELS >= 0.003].all()


@pytest.mark.parametrize("windows", [(2, 3), (2, 3, 4, 8)])
def test_levels_out_of_reach_of_the_short_windows(windows):
    null = ClippedSums.of(2.0, windows)
    least = stats.norm.sf(2.0) ** (windows[-1] - 1)
    # only as many nights at the bound as the longest window has reach so low a p-value
    expected = pytest.approx(least / 2 / null.weights[-1], rel=0.05)
    assert null.of_smallest(np.array([least / 2]))[0] == expected


def test_the_shortest_window_is_handicapped_where_nights_are_clipped_and_long_ones_always():
    assert ClippedSums.of(2.0, (2, 3)).weights == (HASTE, 1.0)
    assert ClippedSums.of(2.0, (2, 3, 4, 8)).weights == (HASTE, 1.0, 4 / 3, 8 / 3)
    assert ClippedSums.of(0.0, (1, 2, 4)).weights == (1.0, 1.0, 2.0)


def test_monotone_and_bounded():
    null = ClippedSums.of(2.2, (2, 3, 4, 8))
    levels = null.of_smallest(np.linspace(1e-6, 1, 300))
    assert (np.diff(levels) >= -1e-12).all()
    assert levels.min() > 0
    assert null.of_smallest(np.array([max(null.weights)])) == pytest.approx(1)
    assert np.isnan(null.survival(2, np.array([np.nan]))).all()
