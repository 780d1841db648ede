import numpy as np
import pytest
from published import cases

from benchreport.stats import dunnett

SIDES = {"two-sided": "two_sided", "less": "less", "greater": "greater"}


@pytest.mark.parametrize(("scores", "answer"), cases("dunnett"))
@pytest.mark.parametrize("side", SIDES)
def test_against_r(scores, answer, side):
    """multcomp's glht on aov(score ~ algorithm + block), p by a double sum."""
    for control, expected in answer["controls"].items():
        result = dunnett(scores, control=control, alternative=side)
        assert [row.first for row in result.comparisons] == expected["others"]
        numbers = expected[SIDES[side]]
        p_values = [row.p_adjusted for row in result.comparisons]
        assert p_values == pytest.approx(numbers["p_exact"], rel=1e-7, abs=1e-14)
        # multcomp's own integration is good to 2e-4
        assert p_values == pytest.approx(numbers["p"], abs=5e-4)
        for place, row in enumerate(result.comparisons):
            assert row.statistic == pytest.approx(expected["t"][place], rel=1e-6, abs=1e-9)
            low = -np.inf if side == "less" else numbers["low"][place]
            high = np.inf if side == "greater" else numbers["high"][place]
            assert row.interval[:2] == pytest.approx((low, high), rel=1e-6, abs=1e-7)


def test_two_algorithms_are_one_t_test():
    from published import published

    scores = published("two_algorithms")
    row = dunnett(scores, control=scores.algorithms[1]).comparisons[0]
    assert row.p_adjusted == pytest.approx(row.p_value, rel=1e-9)
    assert np.isfinite(row.statistic)
