import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import draws

from benchreport.errors import DataError, OptionError
from benchreport.numerics.series.performance_profiles import (
    Sample,
    even_thresholds,
    performance_ratios,
    profile_bands,
    profile_rows,
    reaches,
)


def sample(values, strata=None, weights=None):
    values = np.asarray(values, dtype=float)
    codes = np.zeros(len(values), dtype=np.int64) if strata is None else np.asarray(strata)
    return Sample(values, codes, np.ones(len(values)) if weights is None else np.asarray(weights))


def test_ratios_by_hand():
    costs = [[2.0, 1.0, np.nan], [3.0, 3.0, 6.0], [np.nan, np.nan, np.nan]]
    inf = np.inf
    assert performance_ratios(costs).tolist() == [[2, 1, inf], [1, 1, 2], [inf, inf, inf]]
    scores = [[0.5, 1.0, np.nan], [0.2, 0.2, 0.1]]
    assert performance_ratios(scores, higher_is_better=True).tolist() == [[2, 1, inf], [1, 1, 2]]


def test_ratios_that_are_one_but_for_rounding():
    assert performance_ratios([[0.1 + 0.2, 0.3]]).tolist() == [[1.0, 1.0]]
    # a ratio that overflows still belongs to a run that did not fail
    assert np.isfinite(performance_ratios([[1e-300, 1e300]])).all()


@pytest.mark.parametrize("bad", [0.0, -1.0])
def test_ratios_need_positive_scores(bad):
    with pytest.raises(DataError, match="scores above 0") as caught:
        performance_ratios([[1.0, bad]])
    assert "kind='score'" in caught.value.hint


def test_better_is_strict_for_scores_and_not_for_ratios():
    at, values = np.array([1.0, 2.0, 3.0]), np.array([2.0, np.nan])
    assert reaches(values, at, "higher").tolist() == [[1, 0, 0], [0, 0, 0]]
    assert reaches(values, at, "lower").tolist() == [[0, 0, 1], [0, 0, 0]]
    assert reaches(values, at, "ratio").tolist() == [[0, 1, 1], [0, 0, 0]]


def test_thresholds():
    assert even_thresholds([3.0, 1.5, np.inf], "ratio").tolist() == [1.0, 1.5, 3.0]
    assert even_thresholds([1.0, np.inf], "ratio").tolist() == [1.0, 2.0]
    many = even_thresholds(1 + np.random.default_rng(0).random(500), "ratio")
    assert len(many) == 101
    assert many[0] == 1.0
    spread = even_thresholds([0.25, 0.75, np.nan], "higher")
    assert len(spread) == 101
    assert (spread[0], spread[-1]) == (0.25, 0.75)
    assert np.ptp(even_thresholds([5.0, 5.0], "higher")) == 5.0


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30),
    st.sampled_from(["higher", "lower"]),
)
@settings(max_examples=draws(20), deadline=None)
def test_the_area_is_the_integral_of_the_profile(values, kind):
    runs = sample(values)
    low, high = -1e6 - 1.0, 1e6 + 1.0
    at = np.array([low, *np.unique(values), high])
    rows = profile_rows(runs, at, kind)
    # a profile of scores changes only at the scores
    inside = reaches(np.array(values), (at[1:] + at[:-1]) / 2, kind).mean(axis=0)
    integral = float(np.sum(inside * np.diff(at)) / (high - low))
    assert rows[:, -2].mean() == pytest.approx(integral, abs=1e-9)


def test_the_area_of_ratios_is_on_a_log_axis():
    rows = profile_rows(sample([1.0, 2.0, 4.0, np.inf]), np.array([1.0, 2.0, 4.0]), "ratio")
    assert rows[:, -2].tolist() == pytest.approx([1.0, 0.5, 0.0, 0.0])
    assert rows[:, -1].tolist() == [1, 0, 0, 0]


def loop_over_runs(values, strata, at, n_resamples, seed, tails):
    """Resample runs within each task one by one, and count those above each threshold."""
    rng = np.random.default_rng(seed)
    tasks = [values[strata == task] for task in np.unique(strata)]
    shares = np.empty((n_resamples, len(at)))
    for b in range(n_resamples):
        runs = [rng.choice(task, len(task)) for task in tasks]
        shares[b] = np.mean([(task[:, None] > at).mean(axis=0) for task in runs], axis=0)
    return np.quantile(shares, tails, axis=0)


def test_profile_and_bands_against_loops_over_runs_and_tasks():
    """rliable defines them as the share of runs strictly above, resampled within tasks."""
    rng = np.random.default_rng(7)
    strata = np.repeat(np.arange(6), 5)
    values = rng.normal(size=30).round(1) + strata * 0.3
    at = np.linspace(-1, 2, 7).round(1)
    estimate, low, high = profile_bands(
        [sample(values, strata)], at, "higher", n_resamples=4_000, rng=3
    )
    assert estimate[0, :7].tolist() == pytest.approx(
        [sum(value > tau for value in values) / 30 for tau in at]
    )
    expected = loop_over_runs(values, strata, at, 4_000, 11, [0.025, 0.975])
    # percentiles of shares in steps of 1/30 may be one step off
    assert np.abs(np.stack([low[0, :7], high[0, :7]]) - expected).max() <= 1 / 30 + 1e-9


def test_bands_of_one_task_are_binomial():
    values = np.arange(40.0)
    at = np.array([4.5, 19.5, 35.5])
    _, low, high = profile_bands([sample(values)], at, "higher", rng=1)
    # draws may put a percentile one step off
    draws = np.random.default_rng(4).integers(0, 40, size=(20_000, 40))
    shares = (values[draws][:, :, None] > at).mean(axis=1)
    expected = np.quantile(shares, [0.025, 0.975], axis=0)
    assert np.abs(np.stack([low[0, :3], high[0, :3]]) - expected).max() <= 1 / 40 + 1e-9


def test_percentiles_are_numpys():
    strata = np.repeat([0, 1], [11, 12])
    values = np.random.default_rng(0).normal(size=23)
    runs = sample(np.concatenate([np.sort(values[:11]), np.sort(values[11:])]), strata)
    at = np.linspace(-1, 1, 9)
    options = {"confidence": 0.9, "n_resamples": 333, "rng": 5}
    _, low, high = profile_bands([runs], at, "higher", **options)
    from benchreport.numerics.resampling.resample_weights import resamples

    weights = np.concatenate(list(resamples(np.ones(23), strata=strata, n_resamples=333, rng=5)))
    resampled = weights @ profile_rows(runs, at, "higher") / 23
    expected = np.quantile(resampled, [0.05, 0.95], axis=0)
    assert np.stack([low[0], high[0]]) == pytest.approx(expected, abs=1e-12)
    # the order of the rows does not matter
    order = np.random.default_rng(1).permutation(23)
    shuffled = sample(runs.values[order], strata[order])
    assert profile_bands([shuffled], at, "higher", **options)[1] == pytest.approx(low, abs=1e-12)


def test_each_stratum_counts_by_its_weights():
    runs = sample([1.0, 1.0, 0.0], [0, 0, 1], [0.5, 0.5, 1.0])
    estimate, _, _ = profile_bands([runs], np.array([0.5, 2.0]), "higher")
    assert estimate[0, 0] == 0.5


def test_samples_of_different_strata_and_many_algorithms_agree_with_one_by_one():
    rng = np.random.default_rng(2)
    several = [sample(rng.normal(size=n)) for n in (5, 8, 5, 8, 5)]
    at = np.linspace(-1, 1, 5)
    together = profile_bands(several, at, "higher", n_resamples=100)
    for place, runs in enumerate(several):
        alone = profile_bands([runs], at, "higher", n_resamples=100)
        for values, single in zip(together, alone, strict=True):
            assert values[place] == pytest.approx(single[0], abs=1e-12)


def test_too_few_resamples_are_refused():
    with pytest.raises(OptionError, match="needs 40 resamples"):
        profile_bands([sample([1.0, 2.0])], np.array([1.0, 2.0]), "ratio", n_resamples=39)
