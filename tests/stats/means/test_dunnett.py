import numpy as np
import pandas as pd
import pytest
from published import cases

from benchreport.data import Scores
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


@pytest.mark.parametrize(("scores", "answer"), cases("run_means"))
@pytest.mark.parametrize("side", ["two-sided", "greater"])
def test_unequal_runs_against_r(scores, answer, side):
    """Double integrals in R 4.2.2, which agree with multcomp's."""
    result = dunnett(scores, control=answer["control"], alternative=side, blocks=False)
    rows = result.comparisons
    assert [row.statistic for row in rows] == pytest.approx(answer["t"], rel=1e-9)
    expected = answer["p" if side == "two-sided" else "p_greater"]
    assert [row.p_adjusted for row in rows] == pytest.approx(expected, rel=1e-7, abs=1e-11)


def test_intervals_of_unequal_runs_end_where_p_is_alpha():
    rng = np.random.default_rng(2)
    sizes = [9, 4, 17, 6]
    runs = pd.DataFrame({"algorithm": np.repeat(list("abcd"), sizes), "auc": rng.normal(size=36)})
    scores = Scores.from_frame(runs)
    for row in dunnett(scores, control="b", blocks=False).comparisons:
        shifted = runs.assign(auc=runs.auc - (runs.algorithm == row.first) * row.interval.low)
        again = dunnett(Scores.from_frame(shifted), control="b", blocks=False)
        (moved,) = (each for each in again.comparisons if each.first == row.first)
        assert moved.p_adjusted == pytest.approx(0.05, rel=1e-6)


def test_two_algorithms_are_one_t_test():
    from published import published

    scores = published("two_algorithms")
    row = dunnett(scores, control=scores.algorithms[1]).comparisons[0]
    assert row.p_adjusted == pytest.approx(row.p_value, rel=1e-9)
    assert np.isfinite(row.statistic)
