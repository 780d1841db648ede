import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from needs import LONG
from published import cases, oracle
from scipy import stats

from benchreport.errors import DesignError, OptionError
from benchreport.numerics.effects.gamma import akinshin_gamma, harrell_davis_weights

scores = arrays(np.float64, st.integers(2, 9), elements=st.integers(0, 9).map(lambda n: n / 10))


@pytest.mark.parametrize(("table", "expected"), cases("effects_numerics"))
def test_against_hmisc(table, expected):
    """Akinshin's own R code with hdquantile of Hmisc 4.8-0, with all digits of 1.4826."""
    rows = expected["pairs"]
    first, second = [row["first"] for row in rows], [row["second"] for row in rows]
    estimate, _, _ = akinshin_gamma(table.values.T, first, second, n_resamples=50)
    assert estimate == pytest.approx([row["akinshin_gamma"] for row in rows], rel=1e-11)


def test_samples_of_unequal_sizes():
    row = oracle("effects_numerics")["mtcars"]
    estimate, low, high = akinshin_gamma([row["first"], row["second"]], [0], [1])
    assert estimate[0] == pytest.approx(row["akinshin_gamma"], rel=1e-12)
    assert low[0] < estimate[0] < high[0] < 0


@pytest.mark.parametrize("n", [2, 7, 40])
def test_weights_are_a_binomial_tail(n):
    """The weights of the estimate agree with scipy's own Harrell–Davis quantile."""
    sample = np.random.default_rng(n).normal(size=n)
    expected = stats.mstats.hdmedian(sample)
    assert np.sort(sample) @ harrell_davis_weights(n) == pytest.approx(expected)


@LONG
def test_estimates_cohens_d_of_normal_scores():
    first, second = np.random.default_rng(1).normal([[0.8], [0.0]], size=(2, 20_000))
    estimate, low, high = akinshin_gamma([first, second], [0], [1], n_resamples=200)
    assert estimate[0] == pytest.approx(0.8, abs=0.04)
    assert high[0] - low[0] < 0.1


@LONG
def test_interval_against_a_bootstrap_written_out():
    """Resamples drawn one by one have the same quantiles, up to sampling error."""
    rng = np.random.default_rng(5)
    first, second = rng.normal(size=(2, 25)) * [[1.0], [2.0]] + [[1.0], [0.0]]

    def statistic(x, y):
        center = [stats.mstats.hdmedian(sample).item() for sample in (x, y)]
        mads = [
            1.482602218505602 * stats.mstats.hdmedian(np.abs(sample - middle)).item()
            for sample, middle in zip((x, y), center, strict=True)
        ]
        return (center[0] - center[1]) / np.sqrt((mads[0] ** 2 + mads[1] ** 2) / 2)

    resampled = [statistic(rng.choice(first, 25), rng.choice(second, 25)) for _ in range(1500)]
    _, low, high = akinshin_gamma([first, second], [0], [1], 0.8, n_resamples=8000)
    assert (low[0], high[0]) == pytest.approx(tuple(np.quantile(resampled, [0.1, 0.9])), abs=0.06)


@settings(deadline=None)
@given(scores, scores)
def test_first_and_second_change_sides(first, second):
    forth, back = np.array(akinshin_gamma([first, second], [0, 1], [1, 0], n_resamples=60)).T
    assert np.array_equal(forth, -back[[0, 2, 1]])
    assert forth[1] <= forth[0] <= forth[2]


@settings(deadline=None)
@given(scores, scores, st.sampled_from([2.0**-20, 4.0]))
def test_units_do_not_matter(first, second, unit):
    plain = akinshin_gamma([first, second], [0], [1], n_resamples=60)
    scaled = akinshin_gamma([first * unit, second * unit], [0], [1], n_resamples=60)
    assert np.array(scaled) == pytest.approx(np.array(plain))


def test_no_spread():
    samples = [[0.3] * 4, [0.1 + 0.2] * 6, [0.2] * 3]
    estimate, low, high = akinshin_gamma(samples, [0, 0, 2], [1, 2, 0])
    assert estimate.tolist() == low.tolist() == high.tolist() == [0, np.inf, -np.inf]


def test_the_seed_decides():
    samples = np.random.default_rng(2).normal(size=(3, 12))
    seeded = akinshin_gamma(samples, [0, 1], [1, 2], rng=7)
    assert np.array_equal(seeded, akinshin_gamma(samples, [0, 1], [1, 2], rng=7))
    assert np.array_equal(
        seeded, akinshin_gamma(samples, [0, 1], [1, 2], rng=np.random.default_rng(7))
    )
    assert not np.array_equal(seeded, akinshin_gamma(samples, [0, 1], [1, 2], rng=8))
    assert akinshin_gamma(samples, [], [])[0].shape == (0,)


def test_invalid_arguments_are_refused():
    samples = [[1.0, 2.0], [3.0, 4.0]]
    with pytest.raises(OptionError, match="confidence"):
        akinshin_gamma(samples, [0], [1], 95)
    with pytest.raises(OptionError, match="needs 199 resamples; got 100") as error:
        akinshin_gamma(samples, [0], [1], 0.99, n_resamples=100)
    assert error.value.hint == "n_resamples=199"
    akinshin_gamma(samples, [0], [1], 0.99, n_resamples=199)
    with pytest.raises(DesignError, match="at least 2 scores; got 1"):
        akinshin_gamma([[1.0], [3.0, 4.0]], [0], [1])
