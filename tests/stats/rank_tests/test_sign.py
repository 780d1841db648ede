import pytest
from looped import loop_over
from published import by_pair, cases

from benchreport.stats import sign

SIDES = {"two-sided": "two_sided", "less": "less", "greater": "greater"}


@loop_over(("scores", "answer"), cases("sign"))
@loop_over("side", SIDES)
def test_against_r(scores, answer, side):
    """R 4.2.2 binom.test; ties left out, and split as Demšar (2006) does."""
    dropped = by_pair(sign(scores, alternative=side))
    split = by_pair(sign(scores, alternative=side, ties="split"))
    for pair in answer["pairs"]:
        key = pair["first"], pair["second"]
        assert dropped[key].statistic == pair["wins"]
        assert dropped[key].p_value == pytest.approx(pair["p_dropped"][SIDES[side]], rel=1e-9)
        assert split[key].statistic == pair["wins_split"]
        assert split[key].p_value == pytest.approx(pair["p_split"][SIDES[side]], rel=1e-9)


def test_the_median_is_the_tests_own_estimate(demsar):
    row = sign(demsar).comparisons[0]
    shifted = demsar.values[:, 0] - demsar.values[:, 1]
    assert row.difference == pytest.approx(sorted(shifted)[6:8][0] / 2 + sorted(shifted)[7] / 2)
    assert row.interval.confidence == pytest.approx(1 - 2 * 106 / 2**14, rel=1e-9)
