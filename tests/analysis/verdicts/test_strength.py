"""What page one says where no check weakens the verdict."""

import re

import numpy as np
import pandas as pd
import pytest

from benchreport.analysis import analyze
from benchreport.analysis.verdicts.cautions import describe_strength
from benchreport.data import Roles, Scores


def strength_of(means, seed):
    values = np.random.default_rng(seed).normal(means, 0.02, (20, len(means))).round(4)
    frame = pd.DataFrame(values, columns=list("abc"))
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    checks = (analysis.independence, analysis.outliers, analysis.sensitivity)
    return analysis, describe_strength(analysis.pairs, checks)


def test_an_open_lead_is_bounded_by_its_interval():
    analysis, said = strength_of([0.8, 0.801, 0.802], seed=0)
    leader, rival, _ = analysis.decisive.ranking
    (row,) = (
        row for row in analysis.decisive.comparisons if {row.first, row.second} == {leader, rival}
    )
    assert row.p_adjusted > 0.05
    ends = (
        sorted(row.interval[:2])
        if row.first == leader
        else sorted(-end for end in row.interval[:2])
    )
    found = re.match(
        r"The interval of their difference leaves open that (\w) is better than (\w) by ([.\d]+), and",
        said,
    )
    assert found.groups()[:2] == (leader, rival)
    assert float(found[3]) == pytest.approx(ends[1], abs=0.0006)
    assert float(re.search(r"is better by ([.\d]+)\.", said)[1]) == pytest.approx(
        -ends[0], abs=0.0006
    )
    assert "Nothing else was found: the tests agree on all pairs" in said


def test_a_significant_lead_needs_no_bound():
    _, said = strength_of([0.7, 0.75, 0.9], seed=1)
    assert said.startswith("Nothing was found: ")
