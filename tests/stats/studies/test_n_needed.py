import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.stats import power
from benchreport.stats.studies.n_needed import n_needed

ORACLE = "power.t.test of R 4.2.2"


def normal_pair(n=4_000):
    quantiles = scipy_stats.norm.ppf((np.arange(n) + 0.5) / n)
    frame = pd.DataFrame({"a": quantiles / quantiles.std(ddof=1), "b": np.zeros(n)})
    return Scores.from_frame(frame, Roles(score="accuracy"))


@pytest.mark.parametrize(
    # power.t.test(delta = , sd = 1, power = , type = "paired")$n
    ("difference", "target", "n"),
    [(0.5, 0.8, 33.36713), (0.3, 0.9, 118.6865)],
)
def test_paired_t_against_r(difference, target, n):
    result = n_needed(
        normal_pair(), power=target, test="paired_t", difference=difference, n_simulations=8_000
    )
    # the slope of the power, about its normal approximation's, turns its error into one of n
    slope = scipy_stats.norm.pdf(scipy_stats.norm.ppf(target)) * difference / (2 * math.sqrt(n))
    error = math.sqrt(target * (1 - target) / 8_000) / slope
    assert abs(result.n - n) < 4 * error + 0.02 * n
    assert result.reached
    assert result.power >= target


def test_the_search_is_shown_and_ends_close():
    scores = normal_pair()
    result = n_needed(scores, difference=0.4)
    tried = {row.n: row for row in result.rows}
    assert result.rows[-1].n == result.n
    below = max(n for n in tried if n < result.n)
    assert tried[below].power < 0.8 <= result.power
    assert result.n - below <= max(1, 0.01 * result.n)
    # the same numbers as power() itself
    assert power(scores, n=result.n, difference=0.4).power == result.power
    assert str(result.n) in result.summary


def test_what_is_not_reached_is_said():
    result = n_needed(normal_pair(), test="paired_t", difference=1e-5, n_simulations=200)
    assert not result.reached
    assert result.n == 2_000
    assert "needs more than 2,000" in result.interpretation[0]


def test_options():
    with pytest.raises(OptionError, match="power must lie"):
        n_needed(normal_pair(), power=1.0)
