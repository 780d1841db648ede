import itertools
import math

import numpy as np
import pandas as pd
import pytest
from needs import LONG
from scipy import stats as scipy_stats
from score_intervals import score_interval

from benchreport.data import Predictions, Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.numerics.predictions.score_margins import Discordant
from benchreport.stats import accuracy_differences, friedman, mcnemar, wilcoxon
from benchreport.stats.studies.power import power

ORACLE = "power.t.test of R 4.2.2, sums over all 2×2 tables, and studies made in the test"


def normal_pair(n=4_000):
    """Return scores whose differences have normal quantiles, with mean 0 and deviation 1."""
    quantiles = scipy_stats.norm.ppf((np.arange(n) + 0.5) / n)
    frame = pd.DataFrame({"a": quantiles / quantiles.std(ddof=1), "b": np.zeros(n)})
    return Scores.from_frame(frame, Roles(score="accuracy"))


@pytest.mark.parametrize(
    ("n", "difference", "expected"),
    [
        # power.t.test(n = , delta = , sd = 1, type = "paired", strict = TRUE)$power
        (10, 0.8, 0.6162327635),
        (25, 0.5, 0.6697077042),
        (25, 0.8, 0.969631051),
        (60, 0.4, 0.8616174305),
    ],
)
def test_paired_t_against_r(n, difference, expected):
    result = power(normal_pair(), n=n, test="paired_t", difference=difference, n_simulations=8_000)
    assert abs(result.power - expected) < 4 * math.sqrt(expected * (1 - expected) / 8_000)
    assert result.rows[0].error == pytest.approx(
        math.sqrt(result.power * (1 - result.power) / 8_000)
    )


def answers(n=200, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    columns = {
        f"m{at}": np.where(rng.random(n) < 0.7 + 0.1 * at, truth, 1 - truth) for at in range(2)
    }
    return Predictions.from_frame(pd.DataFrame({"y_true": truth, **columns}), Roles())


def enumerate_tables(n, shares, find):
    """Add up the probabilities of all 2×2 tables in which it is found."""
    tables = np.array(
        [
            (a, b, c, n - a - b - c)
            for a, b, c in itertools.product(range(n + 1), repeat=3)
            if a + b + c <= n
        ]
    )
    chances = scipy_stats.multinomial.pmf(tables, n, shares)
    return float(chances[find(tables)].sum())


def shares_of(predictions, difference):
    right = predictions.correct
    apart = (right[:, 0] != right[:, 1]).mean()
    both = (right[:, 0] & right[:, 1]).mean()
    return both, (apart + difference) / 2, (apart - difference) / 2, 1 - both - apart


def test_mcnemar_against_all_tables():
    predictions, n, difference = answers(), 30, 0.25
    exact = {
        (b, c): scipy_stats.binomtest(b, b + c).pvalue if b + c else 1.0
        for b, c in itertools.product(range(n + 1), repeat=2)
        if b + c <= n
    }

    def find(tables):
        return np.array([exact[b, c] <= 0.05 and b + c < 25 for _, b, c, _ in tables])

    result = power(predictions, n=n, difference=difference, pair=("m0", "m1"), n_simulations=20_000)
    # with 25 and more that differ the test is mid-p; they are rare here
    expected = enumerate_tables(n, shares_of(predictions, difference), find)
    assert abs(result.power - expected) < 4 * math.sqrt(expected * (1 - expected) / 20_000) + 1e-3


def test_the_gate_against_all_tables():
    predictions, n = answers(), 30

    def find(tables):
        counts = Discordant(tables[:, 1], tables[:, 2], np.full(len(tables), n))
        return score_interval(counts, 0.9)[0] > -0.2

    result = power(
        predictions, n=n, test="gate", margin=0.2, difference=0.0, pair=("m1", "m0"),
        n_simulations=20_000,
    )  # fmt: skip
    expected = enumerate_tables(n, shares_of(predictions, 0.0), find)
    assert abs(result.power - expected) < 4 * math.sqrt(expected * (1 - expected) / 20_000)


def test_the_gate_keeps_its_level_where_no_example_gets_better():
    """At a true loss of exactly the margin it passes at most alpha; Newcombe's interval passed 12 %."""
    right = np.arange(40) >= 4
    frame = pd.DataFrame({"new": right, "old": True}).astype(int)
    predictions = Predictions.from_frame(frame, Roles(task="correctness"))
    result = power(
        predictions, n=20, test="gate", margin=0.1, pair=("new", "old"), n_simulations=20_000
    )
    assert result.difference == pytest.approx(-0.1)
    assert result.power < 0.05


def table(n=40, k=3, seed=0, step=0.3):
    values = np.random.default_rng(seed).normal(size=(n, k)) + step * np.arange(k)
    frame = pd.DataFrame(values, columns=[f"a{at}" for at in range(k)])
    return frame, Scores.from_frame(frame, Roles(score="accuracy"))


@LONG
def test_friedman_against_the_test_itself():
    frame, scores = table()
    rng, found = np.random.default_rng(9), []
    for _ in range(300):
        drawn = frame.iloc[rng.integers(0, 40, 15)].reset_index(drop=True)
        result = friedman(Scores.from_frame(drawn, Roles(score="accuracy")))
        found.append(next(t.p_value for t in result.tests if t.variant == "iman_davenport") <= 0.05)
    expected = np.mean(found)
    simulated = power(scores, n=15, test="friedman")
    error = math.sqrt(expected * (1 - expected) * (1 / 300 + 1 / 2_000))
    assert abs(simulated.power - expected) < 4 * error


@LONG
def test_wilcoxon_against_the_test_itself():
    scores = normal_pair()
    rng, found = np.random.default_rng(9), []
    for _ in range(300):
        drawn = pd.DataFrame({"a": rng.normal(0.6, 1, 18), "b": np.zeros(18)})
        result = wilcoxon(Scores.from_frame(drawn, Roles(score="accuracy")))
        found.append(result.comparisons[0].p_value <= 0.05)
    expected = np.mean(found)
    simulated = power(scores, n=18, difference=0.6)
    error = math.sqrt(expected * (1 - expected) * (1 / 300 + 1 / 2_000))
    assert abs(simulated.power - expected) < 4 * error


def test_without_a_difference_it_is_the_level():
    for test in ("wilcoxon", "paired_t"):
        result = power(normal_pair(), n=30, test=test, difference=0.0, n_simulations=8_000)
        assert abs(result.power - 0.05) < 0.012
    result = power(answers(), difference=0.0, n_simulations=8_000)
    assert result.power < 0.06


def test_the_pair_and_the_difference_as_observed():
    frame, scores = table()
    means = frame.mean().sort_values(ascending=False)
    result = power(scores)
    assert f"{means.index[0]} against {means.index[1]}" in result.test
    assert result.difference == pytest.approx(means.iloc[0] - means.iloc[1])
    assert result.n == 40
    assert "taken as observed" in result.interpretation[1]
    down = Scores.from_frame(-frame, Roles(score="loss", higher_is_better=False))
    assert power(down).power == pytest.approx(result.power, abs=0.05)
    assert power(down).difference == pytest.approx(-result.difference)
    predictions = answers()
    observed = power(predictions, test="gate", margin=0.05, pair=("m0", "m1")).difference
    assert observed == pytest.approx(accuracy_differences(predictions).comparisons[0].difference)
    assert mcnemar(predictions).comparisons[0].difference == pytest.approx(observed)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"test": "gate"}, "test must be one of"),
        ({"margin": 0.1}, "needs the margin"),
        ({"pair": ("a0", "a0")}, "pair must name two of"),
        ({"pair": ("a0", "z")}, "pair must name two of"),
        ({"pair": "a0"}, "pair must name two of"),
        ({"test": "friedman", "difference": 1}, "no pair and no difference"),
        ({"n": 1}, "n must be"),
        ({"n": 10**9}, "n must be"),
        ({"difference": np.nan}, "difference must be"),
        ({"n_simulations": 0}, "n_simulations must be"),
    ],
)
def test_options(options, words):
    with pytest.raises(OptionError, match=words):
        power(table()[1], **options)


def test_options_of_predictions():
    with pytest.raises(OptionError, match="bounds the difference"):
        power(answers(), difference=0.9)
    with pytest.raises(OptionError, match="needs the margin"):
        power(answers(), test="gate")
    log = pd.DataFrame(
        [(m, q, s, (m + q + s) % 2) for m in range(2) for q in range(6) for s in range(3)],
        columns=["model", "question", "sample", "correct"],
    )
    with pytest.raises(DesignError, match="draws examples one by one") as caught:
        power(Predictions.from_frame(log, Roles()))
    assert "plan" in caught.value.hint
