import numpy as np
import pandas as pd
import pytest
from published import oracle

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.stats import z_test

ANSWER = oracle("t_tests")["z_test"]
SIDES = {"two-sided": "two_sided", "less": "less", "greater": "greater"}


@pytest.fixture
def table():
    values = ANSWER["values"]
    frame = pd.DataFrame({"a": values, "b": np.full(len(values), 100.0)})
    return Scores.from_frame(frame, Roles(score="accuracy"))


@pytest.mark.parametrize("side", SIDES)
def test_against_r(table, side):
    """R 4.2.2 pnorm and qnorm, nine scores with μ0 = 100 and σ = 15: mean 112.8."""
    row = z_test(table, mu=100, sigma=15, alternative=side).rows[0]
    assert row.estimate == pytest.approx(ANSWER["mean"], rel=1e-12)
    assert row.statistic == pytest.approx(ANSWER["z"], rel=1e-10)
    assert row.p_value == pytest.approx(ANSWER["p"][SIDES[side]], rel=1e-10)
    bounds = {
        "two-sided": (ANSWER["low"], ANSWER["high"]),
        "greater": (ANSWER["low_greater"], np.inf),
        "less": (-np.inf, ANSWER["high_less"]),
    }[side]
    assert row.interval[:2] == pytest.approx(bounds, rel=1e-10)


def test_the_value_itself(table):
    same = z_test(table, mu=100, sigma=15).rows[1]
    assert (same.statistic, same.p_value, same.effect_size) == (0, 1, 0)


def test_wrong_options(table):
    with pytest.raises(OptionError, match="sigma must be a number above 0; got 0"):
        z_test(table, mu=100, sigma=0)
