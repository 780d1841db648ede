import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import by_pair, cases

from benchreport.data import Roles, Scores
from benchreport.stats import paired_t

SIDES = {"two-sided": "two_sided", "less": "less", "greater": "greater"}


@loop_over(("scores", "answer"), cases("t_tests"))
def test_against_r(scores, answer):
    """R 4.2.2 t.test(paired = TRUE), all alternatives with their intervals."""
    sided = {side: by_pair(paired_t(scores, alternative=side, correction="none")) for side in SIDES}
    for pair in answer["pairs"]:
        key = pair["first"], pair["second"]
        row = sided["two-sided"][key]
        assert row.statistic == pytest.approx(pair["t"], rel=1e-8, abs=1e-12)
        assert row.interval[:2] == pytest.approx((pair["low"], pair["high"]), rel=1e-8, abs=1e-12)
        for side, name in SIDES.items():
            assert sided[side][key].p_value == pytest.approx(pair["p"][name], rel=1e-7)
        assert sided["greater"][key].interval.low == pytest.approx(
            pair["low_greater"], rel=1e-8, abs=1e-12
        )
        assert sided["greater"][key].interval.high == np.inf
        assert sided["less"][key].interval.high == pytest.approx(
            pair["high_less"], rel=1e-8, abs=1e-12
        )


@loop_over(("scores", "answer"), cases("effect_sizes"))
def test_d_z_against_r(scores, answer):
    """R's effectsize cohens_d(paired = TRUE), with its bounds solved anew."""
    rows = by_pair(paired_t(scores))
    for pair in answer["pairs"]:
        row, d = rows[pair["first"], pair["second"]], pair["d_z"]
        assert row.effect_size == pytest.approx(d["estimate"], rel=1e-8, abs=1e-12)
        assert row.effect_interval[:2] == pytest.approx((d["low"], d["high"]), rel=1e-6, abs=1e-9)


def test_no_spread():
    frame = pd.DataFrame({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.6], "c": [0.9, 0.8, 0.7]})
    certain, same, other = paired_t(Scores.from_frame(frame, Roles(score="accuracy"))).comparisons
    # this is the p of the sign test, 2 · ½³
    assert (certain.statistic, certain.p_value) == (np.inf, 0.25)
    assert (same.statistic, same.p_value, same.effect_size) == (0, 1, 0)
    assert other.statistic == -np.inf


def test_one_pair_has_no_adjusted_check():
    frame = pd.DataFrame({"a": [0.9, 0.8, 0.85, 0.7], "b": [0.7, 0.75, 0.6, 0.65]})
    (checked,) = (
        each.evidence
        for each in frame.bench(score="accuracy").paired_t().assumptions
        if "Shapiro" in each.evidence
    )
    assert checked.startswith("Shapiro–Wilk test: p = ")
    three = frame.assign(c=[0.1, 0.5, 0.3, 0.25]).bench(score="accuracy").paired_t()
    assert any("of 3 pairs: smallest adjusted p" in each.evidence for each in three.assumptions)
