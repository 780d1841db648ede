"""Results of each design beside the tests of pairs: analysis of variance, ranking, description."""

import numpy as np
import pandas as pd
import pytest

from benchreport.analysis import analyze
from benchreport.data import Roles, Scores
from benchreport.stats import anova, ranks, stability

ACCURACY = Roles(score="accuracy")
RNG = np.random.default_rng(8)
WIDE = pd.DataFrame(RNG.normal(0.8, 0.02, (10, 3)).round(4), columns=["a", "b", "c"])
COLUMNS = {
    "datasets": {},
    "seeds": {"seed": range(10)},
    "folds": {"fold": range(10)},
    "splits": {"split": range(10)},
    "5x2": {"repeat": [place // 2 for place in range(10)], "fold": [1, 2] * 5},
}
# analysis of variance · ranking · stability · which results are description only
BESIDE = {
    "datasets": (True, True, True, ()),
    "seeds": (True, True, False, ()),
    "folds": (True, True, False, ("friedman", "wilcoxon", "nemenyi", "tukey", "anova")),
    "splits": (False, True, False, ()),
    "5x2": (False, True, False, ("cv5x2_f",)),
    "runs": (True, False, False, ()),
    "gaps": (False, False, False, ()),
}


def table(design):
    if design == "runs":
        return Scores.from_frame(WIDE.melt(var_name="algorithm", value_name="auc"))
    if design == "gaps":
        return Scores.from_frame(WIDE.assign(b=WIDE["b"].where(WIDE.index != 3)), ACCURACY)
    repeat = {"repeat": ("repeat", "fold")} if design == "5x2" else {}
    return Scores.from_frame(WIDE.assign(**COLUMNS[design]), Roles(score="accuracy", **repeat))


@pytest.mark.parametrize("design", BESIDE)
def test_results_beside_the_tests_of_pairs(design):
    scores = table(design)
    analysis = analyze(scores)
    blocked, ranked, stable, descriptive = BESIDE[design]
    assert analysis.advice.setting == design
    assert (analysis.variance is not None) == blocked
    assert (analysis.ranking is not None) == ranked
    assert (analysis.sensitivity is not None) == (stable or design == "gaps")
    assert tuple(result.procedure for result in analysis.descriptive) == descriptive
    if blocked:
        # some of their numbers are undefined, and NaN is not NaN
        assert repr(analysis.variance) == repr(anova(scores, blocks=design != "runs"))
    if ranked:
        assert analysis.ranking == ranks(scores)
    if stable:
        # its variations judge pairs by Nemenyi's test, which does not decide
        assert analysis.decisive.procedure != "nemenyi"
        assert repr(analysis.sensitivity) == repr(stability(scores).without_pairs())


@pytest.mark.parametrize("design", ["datasets", "seeds", "folds"])
def test_the_level_is_that_of_all_tests(design):
    analysis = analyze(table(design), alpha=0.01)
    tests = [analysis.omnibus, *analysis.pairs, analysis.variance, analysis.effects]
    assert {result.alpha for result in tests} == {0.01}


def test_two_algorithms_have_no_omnibus_test_and_no_variance():
    two = table("seeds").frame[["a", "b"]]
    two = two.assign(seed=range(10)).reset_index(drop=True)
    analysis = analyze(Scores.from_frame(two, ACCURACY))
    assert analysis.variance is None
    assert analysis.omnibus is None
    assert [result.procedure for result in analysis.pairs] == ["wilcoxon", "paired_t"]
