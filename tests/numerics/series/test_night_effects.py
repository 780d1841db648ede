import numpy as np
import pytest

from benchreport.numerics.series.night_effects import night_effects


def effects_of(nights, *, latest=3, equal=False):
    return night_effects(nights - np.nanmean(nights, axis=0), latest=latest, equal=equal)


def noise(n_nights=60, n_series=40, seed=0):
    return np.random.default_rng(seed).normal(size=(n_nights, n_series))


def mean_correlation(values):
    matrix = np.corrcoef(values.T)
    return matrix[np.triu_indices(len(matrix), 1)].mean()


def test_a_night_that_is_bad_for_all_is_found():
    nights = noise()
    nights[30] -= 5
    effects = effects_of(nights)
    assert effects.means[30] == pytest.approx(-5, abs=0.7)
    assert effects.common[30].mean() == pytest.approx(-5, abs=0.7)
    assert np.abs(np.delete(effects.common, 30, axis=0)).max() < 0.5


def test_little_is_taken_from_independent_series():
    taken = effects_of(noise(n_series=100)).common
    assert taken.std() < 0.07


def test_what_chance_makes_of_independent_scores_is_not_taken():
    # scores that are moved by less than their steps would no longer tie with those of other nights
    taken = np.array([effects_of(noise(100, 100, seed)).common for seed in range(20)])
    assert (taken == 0).mean() > 0.8


def test_a_large_shift_of_few_series_is_not_taken_several_times():
    """A deviation that the shift itself widened made it 13 times as large of single series."""
    taken = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        residuals = rng.normal(size=(63, 8)) * np.exp(rng.normal(0, 0.25, 8))
        residuals[60:] -= 30
        taken.append(effects_of(residuals - residuals[:60].mean(axis=0)).common[60:])
    assert np.median(taken) == pytest.approx(-30, abs=5)
    assert np.min(taken) > -120


def test_the_skew_of_scores_is_no_shift():
    """Most are above their mean, which was taken for a shift of all nights that grew round by round."""
    taken = []
    for seed in range(20):
        scores = -np.exp(np.random.default_rng(seed).normal(size=(80, 100)))
        taken.append(effects_of(scores - scores.mean(axis=0)).common)
    assert np.abs(taken).max() < 0.3


@pytest.mark.parametrize("correlation", [0.3, 0.7])
def test_what_series_share_is_taken(correlation):
    shared = np.random.default_rng(1).normal(size=(60, 1))
    nights = np.sqrt(correlation) * shared + np.sqrt(1 - correlation) * noise()
    assert mean_correlation(nights) == pytest.approx(correlation, abs=0.15)
    assert abs(mean_correlation(nights - effects_of(nights).common)) < 0.05


def test_a_tenth_of_the_series_does_not_move_the_night():
    nights = noise(n_series=100)
    nights[40:, :10] -= 4
    assert np.abs(effects_of(nights).means[40:]).max() < 0.5


def test_a_night_that_shifts_half_of_the_series_shifts_none():
    nights = noise(n_series=100)
    nights[-1, :60] -= 6
    assert not effects_of(nights).common[-1].any()


def test_series_that_do_not_follow_are_left_alone():
    nights = noise(n_nights=90)
    shared = 2 * np.random.default_rng(3).normal(size=90)
    nights[:, 10:] += shared[:, None]
    common = effects_of(nights).common
    assert (np.abs(common[:, :10]) < 0.3 * np.abs(shared[:, None]) + 0.05).mean() > 0.95
    assert np.corrcoef(common[:, 10:].mean(axis=1), shared)[0, 1] > 0.98


def test_equal_shifts_are_equal_whatever_the_noise():
    nights = noise() * np.geomspace(0.01, 1, 40)
    nights[30] -= 3
    # the noise of the others is too large to tell
    assert effects_of(nights, equal=True).common[30, :20] == pytest.approx(np.full(20, -3), abs=0.2)


def test_shifts_that_grow_with_the_noise_are_recognised():
    widths = np.geomspace(0.1, 1, 40)
    nights = noise() * widths
    nights[30] -= 5 * widths
    common = effects_of(nights).common[30]
    # a series may have noise of nearly three times its deviation that night
    assert common / widths == pytest.approx(np.full(40, -5), rel=0.6)
    assert np.corrcoef(common, widths)[0, 1] < -0.85


def test_wide_nights_are_recognised():
    nights = noise(n_series=100)
    nights[30] *= 3
    spreads = effects_of(nights).spreads
    assert np.median(spreads[30]) == pytest.approx(3, abs=0.8)
    assert np.median(spreads) == 1


def test_unit_and_place_do_not_matter():
    nights = noise()
    nights[30] -= 5
    plain, moved = effects_of(nights), effects_of(1e-6 * nights + 7)
    assert moved.means == pytest.approx(1e-6 * plain.means, rel=1e-6, abs=1e-12)
    assert moved.common == pytest.approx(1e-6 * plain.common, rel=1e-6, abs=1e-12)


def test_gaps_and_constant_series_are_no_evidence():
    nights = noise(n_series=20)
    nights[np.random.default_rng(2).random(nights.shape) < 0.2] = np.nan
    nights[10, 3:] = np.nan
    nights[30] -= 5
    nights[:, :3] = 1.0
    effects = effects_of(nights)
    assert effects.common[30, 3:].mean() == pytest.approx(-5, abs=1.2)
    assert not effects.common[10].any()
    assert not effects.common[:, :3].any()
    assert np.isfinite(effects.common).all()


@pytest.mark.parametrize("n_series", [0, 1, 5])
def test_few_series_have_nothing_in_common(n_series):
    effects = effects_of(noise(n_series=n_series) - 5 * (np.arange(60) == 30)[:, None])
    assert not effects.common.any()
    assert (effects.spreads == 1).all()


@pytest.mark.parametrize("lacking", [1, 2, 3])
def test_series_that_lack_the_nights_after_a_shift_of_all_follow_it(lacking):
    """Their residuals are around the level of the nights that they have, those of the others around both."""
    nights = noise(68, 12) + 3 * noise(68, 1, seed=1)
    nights[42:] -= 18
    nights[29:, :lacking] = np.nan
    common = effects_of(nights, equal=True).common
    steps = common[42:].mean(axis=0) - common[:42].mean(axis=0)
    assert steps[:lacking] == pytest.approx(steps[lacking:].mean(), rel=0.05)


def test_scores_without_noise_are_judged_by_themselves():
    nights = np.zeros((20, 10))
    nights[-3:] = -1
    effects = effects_of(nights)
    assert not effects.common.any()
    assert (effects.spreads == 1).all()


def test_series_without_noise_beside_others_make_no_night_wide():
    nights = noise(40, 12)
    nights[:, :6] = 0
    nights[-1] -= 3
    assert effects_of(nights).spreads[:, 6:].max() < 50


def test_small_shifts_do_not_tell_how_series_follow_a_far_larger_one():
    nights = noise(40, 8)
    nights[-3:] -= 30
    effects = effects_of(nights, equal=True)
    assert effects.common[-1] == pytest.approx(np.full(8, effects.common[-1].mean()), rel=0.01)
    assert effects.spreads[-1].min() > 10


def test_series_that_follow_a_lasting_shift_more_or_less_are_known_to_after_a_few_nights():
    share = np.array([0.8, 0.9, 1, 1, 1, 1, 1.1, 1.2])
    nights = noise(60, 8)
    nights[30:] -= 30 * share
    effects = effects_of(nights, equal=True)
    left = nights - effects.common
    assert left[-20:].mean(axis=0) - left[:30].mean(axis=0) == pytest.approx(np.zeros(8), abs=0.7)
    assert effects.spreads[-1].max() < 1.5


def test_series_known_to_be_off_do_not_hide_what_the_others_share():
    nights = noise(60, 6)
    nights[30:] -= 20
    nights[40:, :2] = np.nan
    effects = effects_of(nights, equal=True)
    steps = effects.common[40:].mean(axis=0) - effects.common[:30].mean(axis=0)
    assert steps == pytest.approx(np.full(6, -20), abs=1.5)
