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


@pytest.mark.parametrize("n_blocks", [1, 127, 128, 300])
def test_more_blocks_than_a_byte_counts(n_blocks: int) -> None:
    draw = np.random.default_rng(n_blocks).integers(0, 3, (n_blocks, 4)).astype(float)
    first, second = np.triu_indices(4, 1)
    share, _, _ = probability_of_superiority(
        draw, first, second, higher_is_better=True, confidence=0.95
    )
    a, b = draw[:, first], draw[:, second]
    assert share.tolist() == ((a > b) + 0.5 * (a == b)).mean(axis=0).tolist()
