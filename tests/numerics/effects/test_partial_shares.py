import pytest

from benchreport.numerics.effects.f_spreads import FSpread
from benchreport.numerics.effects.partial_shares import partial_shares


def test_the_dof_of_f_are_the_default():
    plain = partial_shares(5.0, 2, 20, 33, 0.9)
    assert partial_shares(5.0, 2, 20, 33, 0.9, FSpread(2, 20)) == plain
    wider = partial_shares(5.0, 2, 20, 33, 0.9, FSpread(1.5, 12))
    for share, other in zip(plain, wider, strict=True):
        assert other.estimate == share.estimate
        assert other.low < share.low < share.high < other.high


def test_the_lower_end_is_cautious():
    plain, careful = (
        partial_shares(5.0, 2, 20, 33, 0.9, FSpread(2, 20, cautious)) for cautious in (20, 8)
    )
    for share, other in zip(plain, careful, strict=True):
        assert other.low < share.low
        assert other.high == share.high


def test_the_noncentrality_is_in_units_of_the_error():
    """An F that is twice as large without an effect has the intervals of half that F, in twice its units."""
    doubled = partial_shares(10.0, 2, 20, 33, 0.9, FSpread(2, 20, ratio=2.0))[0]
    plain = partial_shares(5.0, 2, 20, 33, 0.9)[0]
    assert doubled.low / (1 - doubled.low) == pytest.approx(2 * plain.low / (1 - plain.low))
