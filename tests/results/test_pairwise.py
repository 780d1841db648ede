import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.stats import nemenyi, wilcoxon


def table(seed, n_blocks, k):
    values = np.random.default_rng(seed).normal(size=(n_blocks, k)) + np.arange(k) * 0.3
    names = [f"a{place}" for place in range(k)]
    return Scores.from_frame(pd.DataFrame(values, columns=names), Roles(score="accuracy"))


@given(st.integers(0, 10_000), st.integers(4, 25), st.integers(2, 9))
def test_groups_hold_exactly_the_open_pairs(seed, n_blocks, k):
    for result in (nemenyi(table(seed, n_blocks, k)), wilcoxon(table(seed, n_blocks, k))):
        open_pairs = {
            frozenset((row.first, row.second))
            for row in result.comparisons
            if row.p_adjusted > result.alpha
        }
        inside = {
            frozenset((one, other))
            for group in result.groups()
            for one in group
            for other in group
            if one != other
        }
        assert inside == open_pairs
        assert {name for group in result.groups() for name in group} == set(
            result.design.algorithms
        )
        for name in result.design.algorithms:
            for better in result.better_than(name):
                assert name not in result.better_than(better)


def test_one_sided_results_have_no_groups(demsar):
    result = wilcoxon(demsar, alternative="greater")
    assert any("looks only for higher accuracy" in line for line in result.interpretation)
    for question in (result.groups, result.letters):
        with pytest.raises(OptionError, match="need both directions of every pair"):
            question()
    assert result.better_than("C4.5") == ()
