import pytest

from benchreport.numerics.effects.f_spreads import FSpread
from benchreport.numerics.effects.partial_shares import LARGEST, noncentrality, partial_shares


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


@pytest.mark.parametrize(("dof", "dof_error"), [(2, 995.0), (1, 20.0), (3.5, 7.25)])
def test_the_ends_of_a_huge_f_continue_those_of_a_smaller_one(dof, dof_error):
    """Beyond LARGEST only the denominator varies; ends in units of F hardly change across it."""
    below, above = (
        [noncentrality(f, dof, dof_error, share) / f for share in (0.975, 0.025)]
        for f in (0.98 * LARGEST / dof, 1.02 * LARGEST / dof)
    )
    assert below == pytest.approx(above, rel=1e-3)
    assert above[0] < dof < above[1]
    eta, omega = partial_shares(1e9, dof, dof_error, 1000, 0.95)
    assert eta.low < eta.estimate < eta.high
    assert omega.low < omega.high


def test_published_intervals():
    """Two programs that are not ours, and share no code: R's relevance and Smithson's SPSS script."""
    # Stahel, relevance 2.1, confintF(5, 3, 200): 2.107 and 31.95
    ends = [noncentrality(5, 3, 200, share) for share in (0.975, 0.025)]
    assert ends[0] == pytest.approx(2.107, abs=1e-3)
    assert ends[1] == pytest.approx(31.95, abs=1e-2)
    # Wuensch, grades of 88 students, t(86) = 3.267: .027 and .218, as λ / (λ + n)
    share = partial_shares(3.267**2, 1, 86, 88, 0.90)[1]
    assert (share.low, share.high) == pytest.approx((0.027, 0.218), abs=5e-4)
