import math

import numpy as np
import pandas as pd
import pytest
from needs import LONG, longer
from published import by_pair, cases

from benchreport.data import Scores
from benchreport.numerics.effects.unpaired import hedges_g
from benchreport.numerics.nulls import studentized_range
from benchreport.numerics.nulls.welch import welch
from benchreport.stats import games_howell, welch_t


@pytest.mark.parametrize(("scores", "answer"), cases("oneway"))
def test_against_r(scores, answer):
    """ptukey and qtukey of R 4.2.2, at Welch's t and dof, are good to about 1e-8."""
    rows = by_pair(games_howell(scores))
    for pair in answer["pairs"]:
        row = rows[pair["first"], pair["second"]]
        assert row.p_adjusted == pytest.approx(pair["games_howell_p"], rel=1e-6, abs=2e-7)
        interval = row.interval[:2]
        expected = pair["games_howell_low"], pair["games_howell_high"]
        assert interval == pytest.approx(expected, rel=1e-5, abs=1e-6)


def runs(k, sizes, seed=0):
    """Draw normal runs of k algorithms, with the given sizes in turn and different spreads."""
    rng = np.random.default_rng(seed)
    rows = [
        (f"a{place:02}", value)
        for place in range(k)
        for value in rng.normal(place / 5, 0.5 + place % 3, sizes[place % len(sizes)])
    ]
    return Scores.from_frame(pd.DataFrame(rows, columns=["algorithm", "accuracy"]))


@LONG
@pytest.mark.parametrize("sizes", [(2, 5, 11), longer((6,))])
def test_many_pairs_are_one_pair_at_a_time(sizes):
    """Each pair has its own dof; 780 pairs share interpolants, a single one has none."""
    scores = runs(40, sizes)
    samples = dict(zip(scores.algorithms, scores.samples, strict=True))
    rows = games_howell(scores, alpha=0.1).comparisons
    for row in rows[::9]:
        first, second = samples[row.first], samples[row.second]
        difference, error, dof, t = welch(first, second)
        q = math.sqrt(2) * abs(t)
        half = float(studentized_range.isf(0.1, 40, dof)) / math.sqrt(2) * error
        assert (row.difference, row.statistic) == (difference, q)
        assert row.p_adjusted == pytest.approx(float(studentized_range.sf(q, 40, dof)), rel=1e-9)
        expected = difference - half, difference + half
        assert row.interval[:2] == pytest.approx(expected, rel=1e-9, abs=1e-9 * half)
        effect = row.effect_size, *row.effect_interval[:2]
        assert effect == pytest.approx(hedges_g(first, second, 0.9), rel=1e-12, abs=1e-12)


def test_two_algorithms_are_welchs_t_test():
    scores = runs(2, (6, 4))
    ours, theirs = games_howell(scores).comparisons[0], welch_t(scores).comparisons[0]
    assert ours.p_adjusted == pytest.approx(theirs.p_value, rel=1e-13)
    assert ours.interval == pytest.approx(theirs.interval, rel=1e-10)
