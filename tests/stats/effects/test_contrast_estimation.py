import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from needs import LONG
from published import cases
from scipy import stats

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats import contrast_estimation
from benchreport.wording.verdicts.notes import FEW_FOR_A_MEDIAN


def by_pair(result):
    return {(row.first, row.second): row.estimate for row in result.rows}


@loop_over(("scores", "answer"), cases("effect_sizes"))
def test_against_r(scores, answer):
    """García et al. (2010), section 3.3, written out in R with stats::median."""
    estimates = by_pair(contrast_estimation(scores))
    answers = answer["contrast_medians"]
    assert len(estimates) == len(answers["pairs"])
    for pair in answers["pairs"]:
        key = pair["first"], pair["second"]
        assert estimates[key] == pytest.approx(pair["estimate"], rel=1e-8, abs=1e-10)
    effects = dict(zip(scores.algorithms, answers["m"], strict=True))
    for (first, second), estimate in estimates.items():
        assert estimate == pytest.approx(effects[first] - effects[second], abs=1e-10)


def test_against_a_control(garcia):
    every = by_pair(contrast_estimation(garcia))
    result = contrast_estimation(garcia, control="C4.5")
    assert result.control == "C4.5"
    for row in result.rows:
        assert row.second == "C4.5"
        assert row.interval.low <= row.estimate <= row.interval.high
        assert row.estimate == pytest.approx(-every["C4.5", row.first])


def test_raw_scores_are_subtracted_whatever_is_better():
    frame = pd.DataFrame({"a": [3.0, 4, 6], "b": [1.0, 1, 1]})
    for metric in ("accuracy", "error"):
        rows = contrast_estimation(Scores.from_frame(frame, Roles(score=metric))).rows
        assert [row.estimate for row in rows] == [3.0]


def test_ties_and_outliers():
    frame = pd.DataFrame({"a": [1.0, 1, 1, 1, 1000], "b": [1.0] * 5, "c": [0.5] * 5})
    result = contrast_estimation(Scores.from_frame(frame, Roles(score="accuracy")))
    assert by_pair(result) == {("a", "b"): 0.0, ("a", "c"): 0.5, ("b", "c"): 0.5}
    # three draws or more of five are the outlier in 5.8 % of the resamples
    assert result.rows[0].interval.high > 100


def test_the_interval_of_two_algorithms_is_that_of_their_median():
    """The resampled median is one of the differences, the i-th with Efron's (1982, ch. 10) probability."""
    differences = np.arange(1.0, 8)
    frame = pd.DataFrame({"a": differences, "b": np.zeros(7)})
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    (row,) = contrast_estimation(scores, n_resamples=20_000).rows
    # the median of 7 draws is at most the i-th value where 4 draws or more are
    below = stats.binom.sf(3, 7, np.arange(1, 8) / 7)
    assert (row.interval.low, row.interval.high) == (
        differences[np.searchsorted(below, 0.025)],
        differences[np.searchsorted(below, 0.975)],
    )
    assert row.interval.confidence == 0.95


def test_few_blocks_have_no_interval():
    for n, has_interval in ((4, False), (5, True)):
        frame = pd.DataFrame({"a": np.arange(n) / 2 + 1, "b": [0.5] * n})
        result = contrast_estimation(Scores.from_frame(frame, Roles(score="accuracy")))
        assert (result.rows[0].interval is not None) == has_interval
        assert (FEW_FOR_A_MEDIAN in result.warnings) != has_interval


def test_constant_columns_have_a_point():
    frame = pd.DataFrame({"a": [1.0] * 5, "b": [0.5] * 5})
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    (row,) = contrast_estimation(scores).rows
    assert row.interval[:2] == (0.5, 0.5)


@LONG
def test_intervals_cover():
    """Of errors with heavy tails; 4 standard errors about 95 %."""
    rng = np.random.default_rng(19)
    covered = 0
    for seed in range(400):
        frame = pd.DataFrame(rng.standard_t(3, (10, 4)) + np.arange(4) / 2, columns=list("abcd"))
        scores = Scores.from_frame(frame, Roles(score="accuracy"))
        row = contrast_estimation(scores, n_resamples=400, rng=seed).rows[2]
        assert (row.first, row.second) == ("a", "d")
        covered += row.interval.low <= -1.5 <= row.interval.high
    assert 0.91 <= covered / 400 <= 0.99


def test_the_seed_and_alpha_decide(demsar):
    one, same = contrast_estimation(demsar), contrast_estimation(demsar)
    assert one == same
    assert one != contrast_estimation(demsar, rng=1)
    wide = contrast_estimation(demsar, alpha=0.01)
    for row, wider in zip(one.rows, wide.rows, strict=True):
        assert wider.interval.low <= row.interval.low <= row.interval.high <= wider.interval.high
    with pytest.raises(OptionError, match="needs 2000 resamples; got 1000"):
        contrast_estimation(demsar, alpha=0.001)


def test_invalid_arguments_are_refused(demsar):
    with pytest.raises(DesignError, match="control='svm' is not among"):
        contrast_estimation(demsar, control="svm")
    holes = pd.DataFrame({"a": [1.0, 2, 3], "b": [1.0, np.nan, 4]})
    with pytest.raises(DesignError, match="contrast_estimation"):
        contrast_estimation(Scores.from_frame(holes, Roles(score="accuracy")))
