import numpy as np
import pytest
from scipy import stats

from benchreport.numerics.series.weekdays import weekday_effects

DAYS = np.arange(84) % 7


def noise(seed, n_nights=84, n_series=3):
    return np.random.default_rng(seed).normal(size=(n_nights, n_series))


def test_an_effect_is_the_mean_of_its_day_drawn_to_0_by_the_analysis_of_variance():
    values = noise(1)
    values[DAYS == 5, 0] -= 3
    values -= values.mean(axis=0)
    f, p = stats.f_oneway(*[values[day == DAYS, 0] for day in range(7)])
    assert p < 1e-4
    means = np.array([values[day == DAYS, 0].mean() for day in range(7)])
    found = weekday_effects(values, DAYS)
    # no value is so far out that it is drawn in
    assert found.effects[:, 0] == pytest.approx(means * (1 - 1 / f), abs=1e-12)
    assert found.widths[:, 0] == pytest.approx(np.sqrt((1 + 1 / 12) * 83 / 77))
    assert (found.effects[:, 1:] == 0).all()
    assert (found.widths[:, 1:] == 1).all()


def test_plain_noise_has_no_pattern():
    found = weekday_effects(noise(2, n_series=20_000), DAYS)
    assert 0 <= (found.effects != 0).any(axis=0).sum() <= 10


def test_one_bad_night_is_no_pattern():
    values = 0.1 * noise(3)
    values[40] -= 50
    assert (weekday_effects(values, DAYS).effects == 0).all()


def test_a_weekday_of_few_nights_is_left_out():
    values = noise(4)
    values[DAYS >= 5] += 4
    values[(DAYS == 6) & (np.arange(84) > 28)] = np.nan
    found = weekday_effects(values, DAYS)
    assert (found.effects[5] > 2).all()
    assert (found.effects[6] == 0).all()
    assert (found.widths[6] == 1).all()


def test_a_pattern_without_noise_is_a_pattern():
    values = np.where(DAYS >= 5, 1.0, 0.0)[:, None]
    found = weekday_effects(values - values.mean(), DAYS)
    assert np.ptp(found.effects) == pytest.approx(1)


@pytest.mark.parametrize("n_nights", [0, 1, 6, 20])
def test_few_nights_have_no_pattern(n_nights):
    values = noise(5, n_nights)
    values[DAYS[:n_nights] >= 5] += 9
    assert (weekday_effects(values, DAYS[:n_nights]).effects == 0).all()
