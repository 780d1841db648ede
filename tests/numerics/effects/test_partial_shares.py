import numpy as np
import pytest

from benchreport.numerics.effects.partial_shares import FSpread, block_spread, partial_shares


def test_blocks_that_vary_alike_have_the_dof_of_f():
    contrasts = np.random.default_rng(19).normal(size=(20_000, 4)) + np.array([0.2, 0, 0, 0])
    assert block_spread(contrasts, 4, 0.05) == pytest.approx((4, 4 * 19_999), rel=0.05)


def test_two_algorithms_have_one_direction():
    """The dof are those of F but for squares that differ between blocks more than normal ones do."""
    contrasts = np.random.default_rng(8).normal(size=(12, 1)) + 1
    dof, dof_error = block_spread(contrasts, 1, 0.05)
    assert dof == pytest.approx(1)
    assert dof_error <= 11


def test_rotated_contrasts_are_the_same():
    rng = np.random.default_rng(5)
    contrasts = rng.normal(size=(9, 3)) * np.array([3, 1, 1]) + np.array([1, 0, 2])
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    assert block_spread(contrasts @ turn, 3, 0.1) == pytest.approx(block_spread(contrasts, 3, 0.1))


@pytest.mark.parametrize("scale", [1, 5])
def test_the_variance_in_the_direction_of_the_effect_counts(scale):
    """An effect of a contrast that varies much is less sure, and of one that varies little surer."""
    rng = np.random.default_rng(3)
    contrasts = rng.normal(size=(400, 3)) * np.array([scale, 1, 1]) + np.array([1, 0, 0])
    dof, dof_error = block_spread(contrasts, 3, 0.05)
    mean = (scale**2 + 2) / 3
    assert dof == pytest.approx(3 * mean / scale**2, rel=0.15)
    # Welch and Satterthwaite
    expected = 399 * (scale**2 + 2) ** 2 / (scale**4 + 2)
    assert dof_error == pytest.approx(expected, rel=0.2)


def test_without_an_error_there_is_none():
    assert block_spread(np.ones((4, 2)), 2, 0.05) is None


def test_the_dof_of_f_are_the_default():
    plain = partial_shares(5.0, 2, 20, 33, 0.9)
    assert partial_shares(5.0, 2, 20, 33, 0.9, FSpread(2, 20)) == plain
    wider = partial_shares(5.0, 2, 20, 33, 0.9, FSpread(1.5, 12))
    for share, other in zip(plain, wider, strict=True):
        assert other.estimate == share.estimate
        assert other.low < share.low < share.high < other.high
