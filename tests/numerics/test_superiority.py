import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from benchreport.numerics.superiority import probability_of_superiority, wilson


@pytest.mark.parametrize(
    ("n", "low", "high"),
    [(20, 0.584, 0.919), (50, 0.670, 0.888), (100, 0.711, 0.867), (1000, 0.774, 0.824)],
)
def test_wilson_of_accuracy_08(n, low, high):
    """A lecture's table of Wilson 95 % intervals for accuracy .8."""
    found = wilson(np.array([0.8 * n]), n, 0.95)
    assert (float(found[0][0]), float(found[1][0])) == pytest.approx((low, high), abs=5.1e-4)


def test_wilson_against_statsmodels():
    counts = np.arange(13.0)
    expected = proportion_confint(counts, 12, 0.1, method="wilson")
    assert np.array(wilson(counts, 12, 0.9)) == pytest.approx(np.array(expected), abs=1e-12)


def test_superiority_by_counting():
    values = np.random.default_rng(0).integers(0, 4, size=(30, 5)).astype(float)
    first, second = np.triu_indices(5, 1)
    better, _, _ = probability_of_superiority(
        values, first, second, higher_is_better=True, confidence=0.95
    )
    for pair, (i, j) in enumerate(zip(first, second, strict=True)):
        a, b = values[:, i], values[:, j]
        assert better[pair] == pytest.approx((a > b).mean() + (a == b).mean() / 2)
    worse, _, _ = probability_of_superiority(
        values, first, second, higher_is_better=False, confidence=0.95
    )
    assert better + worse == pytest.approx(np.ones(10))
