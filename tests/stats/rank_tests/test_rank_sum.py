import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import by_pair, cases

from benchreport.data import Scores
from benchreport.errors import OptionError
from benchreport.numerics.effects.dominance import cliff_delta
from benchreport.numerics.nulls import rank_sum as numerics
from benchreport.stats import rank_sum

SIDES = {"two-sided": "two_sided", "less": "less", "greater": "greater"}


@pytest.mark.parametrize(("scores", "answer"), cases("rank_sum"))
@pytest.mark.parametrize("side", SIDES)
def test_against_r(scores, answer, side):
    """exactRankTests wilcox.exact with ties; wilcox.test for the normal p."""
    exact = by_pair(rank_sum(scores, variant="exact", alternative=side))
    normal = by_pair(rank_sum(scores, variant="normal", alternative=side))
    for pair in answer["pairs"]:
        key = pair["first"], pair["second"]
        assert exact[key].statistic == pair["w"]
        assert exact[key].p_value == pytest.approx(pair["p_exact"][SIDES[side]], rel=1e-8)
        assert normal[key].p_value == pytest.approx(pair["p_normal"][SIDES[side]], rel=1e-8)


@loop_over(("scores", "answer"), cases("rank_sum"))
def test_shift_against_r(scores, answer):
    rows = by_pair(rank_sum(scores, correction="none"))
    for pair in answer["pairs"]:
        if pair["shift"] is None:
            continue
        row, shift = rows[pair["first"], pair["second"]], pair["shift"]
        estimate = (row.difference, *row.interval[:2])
        expected = shift["estimate"], shift["low"], shift["high"]
        assert estimate == pytest.approx(expected, rel=1e-8, abs=1e-12)


def test_too_many_for_exact():
    many = np.arange(150.0)
    with pytest.raises(OptionError, match="150 against 150 scores is out of reach"):
        numerics.rank_sum(many, many, variant="exact")
    assert numerics.rank_sum(many, many).p_value == 1


def test_every_pair_has_its_own_effect_size():
    """Samples have different sizes; pairs of equal sizes are computed together."""
    rng = np.random.default_rng(0)
    samples = {
        name: rng.integers(0, 9, size) / 8
        for name, size in zip("abcde", (5, 3, 5, 8, 3), strict=True)
    }
    rows = [(name, value) for name, sample in samples.items() for value in sample]
    scores = Scores.from_frame(pd.DataFrame(rows, columns=["algorithm", "accuracy"]))
    for row in rank_sum(scores, alpha=0.1).comparisons:
        effect = row.effect_size, *row.effect_interval[:2]
        assert effect == cliff_delta(samples[row.first], samples[row.second], 0.9)


def test_intervals_of_the_normal_variant_leave_out_no_difference_where_it_is_rejected():
    """With the continuity correction two of these 450 held 0 though p was below the level."""
    rng = np.random.default_rng(0)
    for _ in range(30):
        values = rng.normal(size=(40, 6)) + rng.normal(scale=0.2, size=6)
        frame = pd.DataFrame(values, columns=list("abcdef")).melt(value_name="auc")
        scores = Scores.from_frame(frame.rename(columns={"variable": "algorithm"}))
        for row in rank_sum(scores, correction="none").comparisons:
            without = not row.interval.low <= 0 <= row.interval.high
            assert without == (row.p_value < 0.05)
            assert 0.95 <= row.interval.confidence < 0.955
