import importlib

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import cases

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats import wilcoxon


def by_pair(result):
    return {(row.first, row.second): row for row in result.comparisons}


@loop_over(("scores", "answer"), cases("wilcoxon"))
def test_against_r(scores, answer):
    exact, normal = (by_pair(wilcoxon(scores, variant=variant)) for variant in ("exact", "normal"))
    for pair, holm in zip(answer["pairs"], answer["holm"], strict=True):
        row = exact[pair["first"], pair["second"]]
        assert row.statistic == pair["plus"]
        assert row.p_value == pytest.approx(pair["p_exact"], rel=1e-8)
        assert row.p_adjusted == pytest.approx(holm, rel=1e-8)
        assert normal[pair["first"], pair["second"]].p_value == pytest.approx(
            pair["p_normal"], rel=1e-8
        )


@loop_over(("scores", "answer"), cases("wilcoxon"))
@loop_over("zeros", ["pratt", "zsplit"])
def test_zeros_against_r(scores, answer, zeros):
    normal = by_pair(wilcoxon(scores, variant="normal", zeros=zeros))
    exact = by_pair(wilcoxon(scores, variant="exact", zeros=zeros))
    for pair in answer["pairs"]:
        key = pair["first"], pair["second"]
        assert normal[key].statistic == pytest.approx(pair[zeros]["plus"], rel=1e-12)
        assert normal[key].p_value == pytest.approx(pair[zeros]["p"], rel=1e-8)
        if pair["pratt_exact"] is not None:
            # the sign of a zero does not matter: both zero rules share one exact null
            assert exact[key].p_value == pytest.approx(pair["pratt_exact"], rel=1e-8)


@loop_over(("scores", "answer"), cases("wilcoxon"))
def test_shift_and_effect_against_r(scores, answer):
    rows = by_pair(wilcoxon(scores, correction="none"))
    for pair in answer["pairs"]:
        row = rows[pair["first"], pair["second"]]
        if pair["shift"] is not None:
            shift = (row.difference, *row.interval[:2])
            expected = (pair["shift"]["estimate"], pair["shift"]["low"], pair["shift"]["high"])
            assert shift == pytest.approx(expected, rel=1e-8, abs=1e-12)
        if pair["rank_biserial_nonzero"] is not None:
            r = pair["rank_biserial_nonzero"]
            # effectsize has another interval: it takes the variance under H0
            assert row.effect_size == pytest.approx(r["estimate"], rel=1e-8)


def test_demsar_2006_as_printed(demsar):
    """Demšar (2006), section 3.1.3: C4.5 against C4.5+m, R⁺ 93 and R⁻ 12 with one zero split."""
    row = by_pair(wilcoxon(demsar, zeros="zsplit", variant="normal"))["C4.5", "C4.5+m"]
    assert row.statistic == 12
    assert 14 * 15 / 2 - row.statistic == 93
    assert row.p_value == pytest.approx(0.01097, abs=5e-6)
    assert row.favours == "C4.5+m"


def test_against_a_control(demsar):
    result = wilcoxon(demsar, control="C4.5")
    assert [row.second for row in result.comparisons] == ["C4.5"] * 3
    assert result.control == "C4.5"
    with pytest.raises(DesignError, match="control='svm'"):
        wilcoxon(demsar, control="svm")


def test_equal_decimal_differences_tie():
    frame = pd.DataFrame({"a": [0.9, 0.8, 0.3], "b": [0.8, 0.7, 0.1]})
    row = wilcoxon(Scores.from_frame(frame, Roles(score="accuracy"))).comparisons[0]
    assert row.statistic == 6
    assert row.p_value == 0.25


def test_equal_scores_are_reported():
    frame = pd.DataFrame({"a": [1.0, 2, 3], "b": [1.0, 2, 3], "c": [1.0, 1, 1]})
    result = wilcoxon(Scores.from_frame(frame, Roles(score="accuracy")))
    assert result.comparisons[0].p_value == 1
    assert result.comparisons[0].favours == ""
    assert "Where all scores of a pair are equal, p = 1 (1 pair)." in result.warnings


def test_holm_needs_its_family(demsar):
    adjusted = [row.p_adjusted for row in wilcoxon(demsar, correction="bonferroni").comparisons]
    raw = [row.p_value for row in wilcoxon(demsar, correction="none").comparisons]
    assert adjusted == pytest.approx(np.minimum(1, 6 * np.array(raw)))
    with pytest.raises(OptionError, match="correction must be one of"):
        wilcoxon(demsar, correction="bonf")


def test_one_sided(demsar):
    two, greater, less = (
        by_pair(wilcoxon(demsar, alternative=side))["C4.5", "C4.5+m"].p_value
        for side in ("two-sided", "greater", "less")
    )
    assert less == pytest.approx(two / 2)
    assert greater > 1 - less


def test_few_pairs_of_many_blocks_have_hodges_lehmann_shifts():
    """They cost no more than those of some hundred pairs on few blocks."""
    frame = pd.DataFrame(np.random.default_rng(4).normal(size=(30_000, 3)).round(3))
    result = wilcoxon(Scores.from_frame(frame, Roles(score="accuracy")))
    assert result.difference_name == "Hodges–Lehmann shift of accuracy"


def test_many_pairs_have_medians_and_say_so(monkeypatch):
    # the accessor's name "wilcoxon" hides the module's
    module = importlib.import_module("benchreport.stats.rank_tests.wilcoxon")
    monkeypatch.setattr(module, "MOST_AVERAGES", 10_000_000)
    frame = pd.DataFrame(np.random.default_rng(4).normal(size=(70, 102)))
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    result = wilcoxon(scores)
    assert result.difference_name == "median difference of accuracy"
    differences = scores.values[:, 0] - scores.values[:, 1]
    assert result.comparisons[0].difference == pytest.approx(np.median(differences))
    chosen = wilcoxon(scores, shift="hodges_lehmann", control="0")
    assert chosen.difference_name == "Hodges–Lehmann shift of accuracy"
