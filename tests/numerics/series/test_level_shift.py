import numpy as np
import pytest
from looped import loop_over
from needs import longer
from scipy import stats

from benchreport.numerics.series.autocorrelation import effective_size
from benchreport.numerics.series.clipped_sums import HASTE
from benchreport.numerics.series.level_shift import choose_clip, measure_spread, shift, winsorize

WINDOWS = (2, 3)
LONG = (2, 3, 4, 8)


def shift_of(recent, nights, clip=2.5, rho=None, windows=WINDOWS):
    """Test recent nights against the mean of some nights."""
    rho = np.zeros(nights.shape[1]) if rho is None else rho
    centre = nights.mean(axis=0)
    spread = measure_spread(nights - centre, rho)
    n = effective_size(np.full(nights.shape[1], float(len(nights))), rho)
    return shift(recent, centre, n, spread, windows=windows, clip=clip)


@pytest.mark.parametrize("confirm", [2, 3])
def test_as_many_nights_at_the_limit_as_must_agree_are_not_quite_enough(confirm):
    for n in (50, 100, 1000):
        tail = stats.norm.sf(choose_clip(n, 0.15, confirm))
        assert HASTE * tail**confirm == pytest.approx(0.23 * 0.15 / n)
    assert choose_clip(0, 0.9, 2) == choose_clip(1, 0.9, confirm) == 1.4
    assert choose_clip(1_000_000, 0.05, 2) == 3.0


def test_spread_against_numpy():
    values = np.random.default_rng(0).normal(size=(60, 4)) * [1, 2, 3, 4]
    values[values > 6] = 0
    spread = measure_spread(values - values.mean(axis=0), np.zeros(4))
    assert spread.deviation == pytest.approx(winsorize(values).std(axis=0, ddof=1), rel=0.02)
    assert spread.dof.tolist() == [59.0] * 4


def test_winsorized_by_hand():
    values = np.array([[-2.0, -1.0, 0.0, 1.0, 2.0, 50.0, np.nan]]).T
    # median .5, MAD 1.5 → 2.22; quartiles −.75 and 1.75 → 1.85
    robust = 1.5 / stats.norm.ppf(0.75)
    assert winsorize(values)[5, 0] == pytest.approx(0.5 + 3 * robust)
    assert winsorize(values)[:5].tolist() == values[:5].tolist()
    same = np.array([[1.0] * 9 + [7.0]]).T
    assert winsorize(same).tolist() == same.tolist()


@pytest.mark.parametrize("rho", [0.3, 0.6])
def test_deviation_has_no_bias_under_autocorrelation(rho):
    rng = np.random.default_rng(1)
    values = rng.normal(size=(60, 3000))
    for night in range(1, 60):
        values[night] = rho * values[night - 1] + np.sqrt(1 - rho**2) * values[night]
    spread = measure_spread(values - values.mean(axis=0), np.full(3000, rho))
    assert np.mean(spread.deviation**2) == pytest.approx(1, abs=0.04)


@pytest.mark.parametrize(
    "kind",
    [
        "normal",
        "autocorrelated",
        "skewed",
        *(longer(kind) for kind in ("rounded", "heavy")),
    ],
)
def test_rejects_no_more_than_announced(kind):
    rng = np.random.default_rng(2)
    rho = np.full(10_000, 0.5 if kind == "autocorrelated" else 0.0)
    values = rng.normal(size=(98, 10_000))
    if kind == "autocorrelated":
        for night in range(1, 98):
            values[night] = 0.5 * values[night - 1] + np.sqrt(0.75) * values[night]
    if kind == "rounded":
        values = np.round(values)
    elif kind == "heavy":
        values = stats.t.ppf(stats.norm.cdf(values), 3)
    elif kind == "skewed":
        values = -np.exp(values)
    windows = LONG if kind in ("normal", "autocorrelated") else WINDOWS
    p_values = shift_of(values[90:], values[:90], rho=rho, windows=windows).p_values
    for level in (0.001, 0.01, 0.05):
        error = np.sqrt(level / 10_000)
        assert np.mean(p_values <= level) <= 1.25 * level + 3 * error


def test_p_values_are_nearly_uniform_without_change():
    rng = np.random.default_rng(3)
    values = rng.normal(size=(203, 4000))
    p_values = shift_of(values[200:], values[:200]).p_values
    # a rank bounds each night from above, so that p-values are too large rather than too small
    assert stats.kstest(p_values, "uniform", alternative="greater").pvalue > 0.01
    assert stats.kstest(p_values, "uniform").statistic < 0.08


def test_eight_nights_show_what_three_do_not():
    nights = np.random.default_rng(8).normal(size=(90, 2))
    recent = nights.mean(axis=0) - 1.2 * np.ones((8, 2))
    independent = shift_of(recent, nights, windows=LONG).p_values
    assert (independent < shift_of(recent, nights).p_values / 3).all()
    # where nights resemble those before them, eight that are alike are no more evidence than three
    rho = np.array([0.0, 0.4])
    alike = shift_of(recent, nights, rho=rho, windows=LONG).p_values
    assert alike[0] == independent[0]
    assert alike[1] == shift_of(recent, nights, rho=rho).p_values[1]


def test_windows_that_lack_nights_do_not_count():
    nights = np.random.default_rng(9).normal(size=(90, 1))
    recent = np.full((8, 1), np.nan)
    recent[-3:] = -2.0
    p_value = shift_of(recent, nights, windows=LONG).p_values
    assert p_value == shift_of(recent, nights).p_values
    recent[-4:] = -2.0
    assert shift_of(recent, nights, windows=LONG).p_values < p_value


def test_a_spike_is_no_evidence_but_a_step_is():
    nights = np.random.default_rng(4).normal(size=(90, 1))
    for recent in ([0.0, 0.0, -8.0], [0.0, -8.0, -0.2], [-8.0, -0.2, -0.3], [0, -np.inf, 0]):
        assert shift_of(np.array(recent)[:, None], nights).p_values[0] > 0.02
    # a lone regression of any size is found on the second night, in any family
    assert shift_of(np.array([[0.0], [-12.0], [-9.0]]), nights).p_values[0] < 1e-7
    for recent in ([0.0, -4.0, -4.5], [-2.0, -2.5, -2.2], [0.0, -40.0, -30.0], [0, -1e9, -1e9]):
        assert shift_of(np.array(recent)[:, None], nights).p_values[0] < 0.002


def test_tonight_alone():
    nights = np.random.default_rng(5).normal(size=(90, 1))
    test = shift_of(np.array([[0.0], [0.0], [-5.0]]), nights)
    centre, deviation = nights.mean(), winsorize(nights).std(ddof=1)
    t = (centre + 5) / (deviation * np.sqrt(1 + 1 / 90))
    assert test.t[-1, 0] == pytest.approx(t, rel=0.01)
    assert test.tonight[0] == pytest.approx(stats.t.sf(t, 89), rel=0.1)


def test_usual_values_are_no_evidence():
    nights = np.zeros((60, 2))
    nights[::10, 0] = -1.0
    recent = np.array([[-1.0, -1.0]] * 3)
    test = shift_of(recent, nights)
    # six of sixty nights of the first are as low, and none of the second
    assert test.t[-1, 0] == pytest.approx(stats.t.isf(7 / 61, 59))
    assert np.isinf(test.t[-1, 1])


def test_a_missing_night_does_not_raise_the_bound():
    nights = np.zeros((60, 1))
    nights[::10] = -1.0
    test = shift_of(np.array([[np.nan], [-1.0], [-1.0]]), nights)
    assert test.t[-1, 0] == pytest.approx(stats.t.isf(7 / 61, 59))
    assert np.isnan(test.t[0, 0])


@loop_over("scale", [1e-300, 1e-12, 1e12, 1e300])
@loop_over("place", [0.0, 5.0])
def test_scale_and_place_do_not_matter(scale, place):
    rng = np.random.default_rng(6)
    values = rng.normal(size=(63, 20)) / 100
    values[60:, 0] -= 0.03
    plain = shift_of(values[60:], values[:60])
    moved = shift_of((values[60:] + place) * scale, (values[:60] + place) * scale)
    assert moved.p_values == pytest.approx(plain.p_values, rel=1e-6)
    assert moved.tonight == pytest.approx(plain.tonight, rel=1e-6)


def test_constant_series():
    nights = np.full((40, 3), 0.1 + 0.2)
    recent = np.array([[0.1 + 0.2, 0.3, 0.29]] * 3)
    test = shift_of(recent, nights)
    # a difference in the last bits is no change
    assert (test.t[:, :2] <= 0).all()
    assert (test.p_values[:2] > 0.3).all()
    assert test.p_values[2] < 1e-3


def test_too_few_nights_say_nothing():
    nights = np.random.default_rng(7).normal(size=(30, 3))
    recent = np.full((3, 3), np.nan)
    recent[2, 1:] = -4.0
    recent[1, 2] = -4.0
    test = shift_of(recent, nights)
    assert np.isnan(test.p_values).tolist() == [True, True, False]
    assert np.isnan(test.tonight).tolist() == [True, False, False]


def test_no_baseline_at_all():
    spread = measure_spread(np.full((1, 2), np.nan), np.zeros(2))
    centre = np.array([np.nan, 0.0])
    test = shift(np.zeros((3, 2)), centre, np.ones(2), spread, windows=WINDOWS, clip=2.0)
    assert np.isnan(test.p_values[0])
