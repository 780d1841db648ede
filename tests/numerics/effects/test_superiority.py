import numpy as np
import pytest

from benchreport.numerics.effects.superiority import probability_of_superiority


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
