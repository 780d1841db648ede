import numpy as np
import pytest
from needs import longer
from scipy import stats

from benchreport.numerics.resampling import run_statistics as module
from benchreport.numerics.resampling.bootstrap import percentile_interval
from benchreport.numerics.resampling.run_statistics import (
    Sample,
    improvements,
    interquartile_mean,
    mean,
    median,
    resample_statistics,
)

ORACLE = "scipy's trim_mean and mannwhitneyu on resamples that are written out"


def tasks(shape, seed=0, scale=1.0):
    """Runs of some tasks, (tasks, runs)."""
    values = scale * np.random.default_rng(seed).normal(size=shape)
    return values, Sample(
        values.ravel(), np.repeat(np.arange(shape[0]), shape[1]), np.ones(values.size)
    )


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (1, 7), (3, 5), (26, 10)])
def test_a_resample_is_the_sample_written_out(shape):
    values, sample = tasks(shape)
    rng = np.random.default_rng(1)
    drawn = np.stack(
        [
            rng.multinomial(shape[1], np.full(shape[1], 1 / shape[1]), size=shape[0]).ravel()
            for _ in range(20)
        ]
    ).astype(float)
    for row, iqm, average, middle in zip(
        drawn,
        interquartile_mean(sample, drawn),
        mean(sample, drawn),
        median(sample, drawn),
        strict=True,
    ):
        written = np.repeat(values.ravel(), row.astype(int))
        assert iqm == pytest.approx(stats.trim_mean(written, 0.25))
        assert average == pytest.approx(written.mean())
        if shape[0] == 1:
            assert middle == pytest.approx(np.median(written))
        else:
            codes = np.repeat(sample.strata, row.astype(int))
            assert middle == pytest.approx(
                np.median([written[codes == code].mean() for code in range(shape[0])])
            )


def test_tasks_count_alike_however_many_runs_they_have():
    values = np.array([1.0, 1.0, 1.0, 1.0, 3.0, 3.0])
    strata = np.array([0, 0, 0, 0, 1, 1])
    sample = Sample(values, strata, np.array([1.0, 1, 1, 1, 2, 2]))
    assert mean(sample, np.ones((1, 6))).tolist() == [2.0]
    # one of six runs is left out at each end: 3 of 8 weights of either task are kept
    assert interquartile_mean(sample, np.ones((1, 6)))[0] == pytest.approx(2.0)


@pytest.mark.parametrize("scale", [1e307, 1e-300])
def test_huge_and_tiny_scores(scale):
    _, sample = tasks((4, 5), scale=scale)
    _, small = tasks((4, 5))
    ones = np.ones((1, 20))
    for statistic in (interquartile_mean, mean, median):
        assert statistic(sample, ones)[0] / scale == pytest.approx(statistic(small, ones)[0])


def test_equal_scores_have_an_interval_without_width():
    sample = Sample(np.full(12, 0.1), np.repeat(np.arange(3), 4), np.ones(12))
    values = resample_statistics([sample], [interquartile_mean, mean], n_resamples=100)
    assert np.ptp(values.resampled) < 1e-15
    assert values.estimate[0] == pytest.approx([0.1, 0.1])


def test_resamples_keep_the_runs_of_a_task_within_it():
    # without spread inside the tasks, resamples within tasks do not differ
    values = np.repeat([0.0, 5.0, 9.0], 4)
    sample = Sample(values, np.repeat(np.arange(3), 4), np.ones(12))
    resampled = resample_statistics([sample], [mean, median], n_resamples=50).resampled
    assert (resampled == resampled[0]).all()
    single = sample._replace(strata=np.zeros(12, dtype=int))
    assert np.ptp(resample_statistics([single], [mean], n_resamples=50).resampled) > 1


def test_the_interval_of_a_mean_is_that_of_the_normal_distribution():
    _, sample = tasks((1, 400))
    low, high = percentile_interval(resample_statistics([sample], [mean], n_resamples=20_000))
    error = sample.values.std() / 20
    expected = sample.values.mean() + np.array([-1.96, 1.96]) * error
    assert [low[0, 0], high[0, 0]] == pytest.approx(expected, abs=0.05 * error)


@pytest.mark.parametrize(("runs", "least", "most"), [(3, 0.80, 0.93), longer(10, 0.89, 0.98)])
def test_coverage_is_that_which_the_assumption_names(runs, least, most):
    """The evidence of the assumption says 88 % for 3 runs a dataset, and 93 % for 10."""
    rng = np.random.default_rng(1)
    levels, spreads = rng.normal(size=(26, 1)), rng.uniform(0.1, 0.6, size=(26, 1))

    def table(count):
        values = levels + spreads * rng.gamma(2, 1, (26, count))
        return Sample(values.ravel(), np.repeat(np.arange(26), count), np.ones(values.size))

    truth = interquartile_mean(table(20_000), np.ones((1, 520_000)))[0]
    inside = []
    for seed in range(200):
        values = resample_statistics([table(runs)], [interquartile_mean], n_resamples=300, rng=seed)
        low, high = percentile_interval(values)
        inside.append(low[0, 0] <= truth <= high[0, 0])
    assert least <= np.mean(inside) <= most


def test_improvement_is_the_mean_of_mann_whitney_u():
    samples = [Sample(np.round(tasks((6, 7), seed)[0].ravel(), 1), np.repeat(np.arange(6), 7), np.ones(42))
               for seed in range(3)]  # fmt: skip
    first, second = np.array([0, 0, 1]), np.array([1, 2, 2])
    (found,) = improvements(samples, first, second, n_resamples=100)
    for estimate, one, other in zip(found.estimate, first, second, strict=True):
        u = [
            stats.mannwhitneyu(
                samples[one].values[samples[one].strata == task],
                samples[other].values[samples[other].strata == task],
            ).statistic / 49
            for task in range(6)
        ]  # fmt: skip
        assert estimate == pytest.approx(np.mean(u))
    assert found.resampled.mean(axis=0) == pytest.approx(found.estimate, abs=0.02)
    # the error of U by Mann and Whitney under H0, a little more than what is left with an effect
    error = np.sqrt((7 + 7 + 1) / (12 * 49) / 6)
    assert found.resampled.std(axis=0) == pytest.approx(np.full(3, error), rel=0.25)


def test_many_runs_are_compared_as_few_are():
    rng = np.random.default_rng(4)
    one, other = (np.sort(rng.integers(40, size=n).astype(float)) for n in (150, 90))
    drawn, others = (module._draw_runs(len(runs), 60, (1, 2)) for runs in (one, other))
    by_matrix = module._compare(one, other, drawn, others)
    assert module._compare_long(one, other, drawn, others) == pytest.approx(by_matrix, rel=1e-13)


def test_thousands_of_runs_form_no_matrix_of_their_pairs(monkeypatch):
    monkeypatch.setattr(module, "_compare", lambda *_: pytest.fail("a matrix"))
    runs = [
        Sample(np.arange(500.0) + shift, np.zeros(500, dtype=int), np.ones(500)) for shift in (0, 9)
    ]
    (found,) = improvements(runs, np.array([0]), np.array([1]), n_resamples=20)
    assert found.estimate[0] == pytest.approx(491 * 490 / 2 / 500**2 + 491 / 2 / 500**2)
