import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from looped import loop_over
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from benchreport.errors import DataError, OptionError
from benchreport.numerics.predictions.proportion_interval import (
    PROPORTION_METHODS,
    proportion_interval,
)

COUNTS = [0, 1, 5, 16, 20]
# R 4.2.2: binom.test(x, 20, conf.level = )$conf.int
CLOPPER_PEARSON = {
    0.95: [
        (0.0, 0.168433470983085),
        (0.00126508949794981, 0.24873276277202772),
        (0.0865714691014346, 0.4910458717079575),
        (0.563385997003332, 0.942666002949967),
        (0.831566529016915, 1.0),
    ],
    0.99: [
        (0.0, 0.232729500989075),
        (0.000250595686831447, 0.317141734757095395),
        (0.0583339360589518, 0.5597609077584391),
        (0.493391150990696, 0.964243831651283),
        (0.767270499010925, 1.0),
    ],
}
# R 4.2.2: prop.test(x, 20, correct = FALSE)$conf.int, and Hmisc 4.8-0 binconf for 16 of 20
WILSON = [
    (0.0, 0.161125158052819),
    (0.00888144880079538, 0.23613119344674197),
    (0.111861701407666, 0.468700877618744),
    (0.583982567748107, 0.919342337420202),
    (0.838874841947181, 1.0),
]
# R 4.2.2: qbeta(c(.025, .975), x + .5, 20 - x + .5)
JEFFREYS = [
    (0.0, 1.16638982904875e-01),
    (0.0054490325814266, 0.2108186362492651),
    (0.102398485683045, 0.464194629240868),
    (0.591774237483074, 0.928479947521269),
    (0.883361017095125, 1.0),
]
STATSMODELS = {
    "normal": "normal",
    "wilson": "wilson",
    "agresti_coull": "agresti_coull",
    "clopper_pearson": "beta",
    "jeffreys": "jeffreys",
}


def _ends(successes, n, confidence=0.95, method="wilson"):
    return np.array(proportion_interval(successes, n, confidence, method)).T


@loop_over(
    ("n", "low", "high"),
    [
        (20, 0.584, 0.919),
        (50, 0.670, 0.888),
        (100, 0.711, 0.867),
        (500, 0.763, 0.833),
        (1000, 0.774, 0.824),
        (5000, 0.789, 0.811),
    ],
)
def test_wilson_of_accuracy_08(n, low, high):
    """A lecture's table of Wilson 95 % intervals for accuracy .8."""
    assert _ends(0.8 * n, n) == pytest.approx([low, high], abs=5.1e-4)


@pytest.mark.parametrize("confidence", [0.95, 0.99])
def test_clopper_pearson_against_r(confidence):
    ends = _ends(COUNTS, 20, confidence, "clopper_pearson")
    assert ends == pytest.approx(np.array(CLOPPER_PEARSON[confidence]), rel=1e-12)


def test_clopper_pearson_of_many_against_r():
    """binom.test(999990, 1e6) and binom.test(0, 1e5)."""
    ends = _ends([999_990, 0], [1_000_000, 100_000], method="clopper_pearson")
    expected = [(0.999981609721109, 0.999995204601222), (0.0, 3.68881141579242e-05)]
    assert ends == pytest.approx(np.array(expected), rel=1e-12)


@pytest.mark.parametrize(("method", "expected"), [("wilson", WILSON), ("jeffreys", JEFFREYS)])
def test_against_r(method, expected):
    assert _ends(COUNTS, 20, method=method) == pytest.approx(np.array(expected), rel=1e-12)


@loop_over("method", PROPORTION_METHODS)
@loop_over("confidence", [0.5, 0.9, 0.999])
def test_against_statsmodels(method, confidence):
    counts = np.arange(1.0, 30.0)
    expected = proportion_confint(counts, 30, 1 - confidence, method=STATSMODELS[method])
    interval = proportion_interval(counts, 30, confidence, method)
    assert np.array(interval) == pytest.approx(np.clip(np.array(expected), 0, 1), abs=1e-12)


@pytest.mark.parametrize("method", PROPORTION_METHODS)
def test_ends_are_exactly_0_and_1(method):
    low, high = proportion_interval([0, 17], 17, 0.95, method)
    assert (low[0], high[1]) == (0.0, 1.0)
    if method == "normal":
        assert (high[0], low[1]) == (0.0, 1.0)
    else:
        assert 0.1 < high[0] < 0.25
        assert 0.75 < low[1] < 0.9


@pytest.mark.parametrize("method", PROPORTION_METHODS)
def test_without_trials_nothing_is_known(method):
    low, high = proportion_interval([0, 3], [0, 4], 0.95, method)
    assert (low[0], high[0]) == (0.0, 1.0)
    assert low[1] > 0.1


@given(
    st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    st.floats(0.01, 0.999),
    st.sampled_from(PROPORTION_METHODS),
)
def test_properties(counts, confidence, method):
    successes, n = counts
    low, high = (float(end) for end in proportion_interval(successes, n, confidence, method))
    assert 0 <= low <= high <= 1
    if method in ("normal", "wilson", "clopper_pearson"):
        assert low <= successes / n + 1e-15
        assert high >= successes / n - 1e-15
    mirrored = proportion_interval(n - successes, n, confidence, method)
    assert (1 - float(mirrored[1]), 1 - float(mirrored[0])) == pytest.approx((low, high), abs=1e-12)
    wider = proportion_interval(successes, n, (1 + confidence) / 2, method)
    assert wider[0] <= low
    assert wider[1] >= high


def test_coverage():
    """Clopper–Pearson never covers less than announced; Wald does by far."""
    n, truths = 20, np.linspace(0.02, 0.98, 97)
    counts = np.arange(n + 1)
    chances = stats.binom.pmf(counts, n, truths[:, None])
    least = {}
    for method in PROPORTION_METHODS:
        low, high = proportion_interval(counts, n, 0.95, method)
        covered = (low <= truths[:, None]) & (truths[:, None] <= high)
        least[method] = (chances * covered).sum(axis=1).min()
    assert least["clopper_pearson"] >= 0.95
    assert least["wilson"] > 0.83
    assert least["agresti_coull"] > 0.93
    assert least["normal"] < 0.5


def test_ties_count_half_and_shapes_broadcast():
    low, high = proportion_interval([[1.5], [2.0]], [3, 4, 5])
    assert low.shape == high.shape == (2, 3)
    assert low[0, 0] == pytest.approx(1 - high[0, 0])


def test_errors():
    with pytest.raises(DataError, match=r"got 5 of 4, -1 of 4"):
        proportion_interval([5, 2, -1], 4)
    with pytest.raises(DataError, match="nan of 4"):
        proportion_interval(np.nan, 4)
    with pytest.raises(OptionError, match="'wilson'"):
        proportion_interval(1, 4, method="wilsons")
    with pytest.raises(OptionError, match="confidence"):
        proportion_interval(1, 4, confidence=95)
