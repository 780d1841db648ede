import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import draws
from scipy.stats import pearsonr, spearmanr, ttest_1samp

from benchreport.data.several import Several
from benchreport.errors import OptionError
from benchreport.stats.description.train_test import train_test

ORACLE = "scipy.stats pearsonr, spearmanr and ttest_1samp"


def frame_of(train, test, score="accuracy"):
    n, k = np.shape(test)
    rows = {
        "algorithm": np.tile([f"a{place}" for place in range(k)], n),
        "dataset": np.repeat([f"d{place}" for place in range(n)], k),
        "train": np.ravel(train),
        score: np.ravel(test),
    }
    return Several.from_frame(pd.DataFrame(rows))


def scores(n, k, seed=0, decimals=8):
    rng = np.random.default_rng(seed)
    easy = rng.normal(0, 0.2, n)[:, None]
    test = (0.7 + easy + rng.normal(0, 0.05, (n, k))).round(decimals)
    return (test + np.abs(rng.normal(0, 0.05, (n, k)))).round(decimals), test


@pytest.mark.parametrize("decimals", [8, 1])
def test_correlations_are_scipys(decimals):
    train, test = scores(9, 6, decimals=decimals)
    correlation = train_test(frame_of(train, test), alpha=0.1).correlation
    assert correlation.pearson == pytest.approx(pearsonr(train.ravel(), test.ravel())[0])
    assert correlation.spearman == pytest.approx(spearmanr(train.ravel(), test.ravel())[0])
    vary = [row for row in range(9) if np.ptp(train[row]) and np.ptp(test[row])]
    within = [spearmanr(train[row], test[row])[0] for row in vary]
    assert correlation.within_spearman == pytest.approx(np.mean(within))
    assert correlation.within_pearson == pytest.approx(
        np.mean([pearsonr(train[row], test[row])[0] for row in vary])
    )
    assert correlation.blocks == len(vary)
    low, high = ttest_1samp(within, 0).confidence_interval(0.9)
    assert correlation.within_interval == pytest.approx((max(-1, low), min(1, high), 0.9))


def test_easy_and_hard_datasets_are_no_agreement():
    # on each dataset the order in training is the opposite of that on test data
    easy = np.linspace(0, 1, 8)[:, None]
    order = np.linspace(0, 0.01, 4)[None, :]
    correlation = train_test(frame_of(easy + order, easy - order)).correlation
    assert correlation.spearman > 0.9
    assert correlation.within_spearman == pytest.approx(-1)
    assert correlation.within_interval[:2] == pytest.approx((-1, -1))


@pytest.mark.parametrize(("score", "sign"), [("accuracy", 1), ("error", -1)])
def test_gaps_are_the_losses_from_training_to_test(score, sign):
    train, test = scores(5, 3)
    result = train_test(frame_of(train, test, score))
    gap = sign * (train - test)
    assert result.gaps == pytest.approx(gap.mean(axis=0))
    worst = result.overfitting(3)
    positive = np.sort(gap[gap > 0])[::-1]
    assert [cell.gap for cell in worst] == pytest.approx(positive[:3].tolist())
    assert result.table["gap"].tolist() == pytest.approx(gap.T.ravel().tolist())
    best = np.argsort(-sign * test.mean(axis=0), kind="stable")
    assert list(result.order) == best.tolist()


def test_no_correlation_where_nothing_varies():
    result = train_test(frame_of(np.full((4, 3), 0.9), np.full((4, 3), 0.8)))
    assert math.isnan(result.correlation.pearson)
    assert result.correlation.blocks == 0
    assert result.correlation.within_interval is None
    assert "no dataset has them" in result.interpretation[1]
    two = train_test(frame_of(*scores(6, 2)))
    assert two.correlation.blocks == 0
    assert math.isfinite(two.correlation.pearson)


def test_alpha_and_left_out_runs_are_reported():
    with pytest.raises(OptionError, match="alpha"):
        train_test(frame_of(*scores(4, 3)), alpha=0)
    train, test = scores(4, 3)
    train[0, 0] = np.nan
    result = train_test(frame_of(train, test))
    assert result.left_out == 1
    assert "are left out (1 run)" in result.warnings[0]
    assert len(result.cells) == 11


def test_results_are_written():
    result = train_test(frame_of(*scores(4, 3)))
    assert "Pearson" in result.summary
    assert result.to_dict()["cells"][0]["algorithm"] == "a0"
    assert "a0" in str(result)
    assert "a0" in result.to_latex()


@settings(max_examples=draws(30), deadline=None)
@given(
    st.integers(2, 6),
    st.integers(2, 5),
    st.integers(0, 99),
    st.sampled_from([1e-200, 1e-9, 1, 1e200]),
)
def test_correlations_do_not_depend_on_the_scale(n, k, seed, scale):
    train, test = scores(n, k, seed)
    plain = train_test(frame_of(train, test)).correlation
    scaled = train_test(frame_of(train * scale, test * scale)).correlation
    assert scaled.pearson == pytest.approx(plain.pearson, abs=1e-9)
    assert -1 <= scaled.pearson <= 1
