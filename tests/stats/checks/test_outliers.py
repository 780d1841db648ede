import numpy as np
import pandas as pd
import pytest
from needs import longer
from scipy import special

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.stats import outliers

ORACLE = "Iglewicz and Hoaglin's (1993) modified z scores, by hand"


def table(values, **roles):
    frame = pd.DataFrame(values, columns=[f"a{place}" for place in range(np.shape(values)[1])])
    return Scores.from_frame(frame, Roles(score="accuracy", **roles))


def test_a_planted_outlier_is_the_only_finding():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(20, 1)) + rng.normal(scale=0.1, size=(20, 5))
    values[7, 2] += 2
    result = outliers(table(values))
    assert [(row.algorithm, row.dataset) for row in result.rows] == [("a2", "8")]
    assert 0 < result.rows[0].p_adjusted < 0.05
    assert result.rows[0].expected == pytest.approx(values[7, 2] - 2, abs=0.3)
    assert result.rows[0].distance > 8
    assert result.looked_at == 100


def test_what_is_shown_of_an_outlier():
    values = np.tile([[0.5, 0.6, 0.7]], (12, 1)) + np.linspace(0, 0.01, 36).reshape(12, 3)
    values[4, 1] = 0.1
    result = outliers(table(values))
    (shown,) = result.display.to_dict("records")
    # no column of repeats or notes, which would be empty
    assert list(shown) == ["algorithm", "dataset", "score", "expected", "distance", "adjusted p"]
    assert (shown["algorithm"], shown["dataset"], shown["score"]) == ("a1", "5", "0.100")
    assert "1 outlying score among 36 scores" in result.summary
    assert "a1" in result.interpretation[0]


def test_additive_tables_have_none():
    values = np.arange(5.0)[:, None] + np.array([0.0, 10, 20])
    none = outliers(table(values))
    assert none.rows == ()
    assert len(none.interpretation) == 1
    assert outliers(table(np.ones((4, 3)))).rows == ()


def test_distances_are_modified_z_scores():
    """Iglewicz & Hoaglin (1993): (x − median) / (1.4826 MAD), of residuals from the mean here."""
    runs = [1.0, 2, 3, 4, 5, 6, 60]
    frame = pd.DataFrame({"algorithm": ["a"] * 7 + ["b"] * 7, "auc": runs + runs})
    rows = outliers(Scores.from_frame(frame), alpha=0.5).rows
    assert [row.score for row in rows] == [60, 60]
    residuals = (np.array(runs) - np.mean(runs)) / np.sqrt(6 / 7)
    distance = 56 / (1.4826 * np.median(np.abs(residuals)))
    assert rows[0].distance == pytest.approx(distance)
    # Holm's correction is over 14 scores; the first two are alike
    assert rows[0].p_adjusted == pytest.approx(14 * 2 * special.stdtr(5, -distance))


DRAWS = {
    "normal": lambda rng, size: rng.normal(size=size),
    "t": lambda rng, size: rng.standard_t(5, size=size),
    "spreads": lambda rng, size: rng.normal(size=size) * np.exp(rng.normal(0, 0.8, (size[0], 1))),
}


@pytest.mark.parametrize("kind", DRAWS)
@pytest.mark.parametrize("size", [(5, 3), longer((14, 4)), longer((30, 10))])
def test_tables_without_outliers_rarely_have_any(kind, size):
    """0 to 5 % of 300 tables have an outlier; of these 60 at most 8 may (p < .01 at 5 %)."""
    rng = np.random.default_rng(1)
    listed = [
        bool(outliers(table(rng.normal(0, 3, (size[0], 1)) + DRAWS[kind](rng, size))).rows)
        for _ in range(60)
    ]
    assert sum(listed) <= 8


def test_published_tables_have_no_outlier_and_a_slip_is_detected(demsar, garcia):
    assert outliers(demsar).rows == outliers(garcia).rows == ()
    frame = demsar.frame.copy()
    frame.iloc[3, 2] /= 10
    rows = outliers(Scores.from_frame(frame, Roles(score="auc"))).rows
    assert [(row.algorithm, row.score) for row in rows] == [
        (demsar.algorithms[2], frame.iloc[3, 2])
    ]


def test_fold_scores_in_coarse_steps_are_no_outliers():
    """10 × 10 folds of 15 examples come from datasets of different noise."""
    rng = np.random.default_rng(3)
    chance = rng.uniform(0.6, 0.99, (20, 1, 1)) + 0.01 * np.arange(3)[:, None]
    scores = rng.binomial(15, np.minimum(chance, 1), (20, 3, 100)) / 15
    keys = pd.MultiIndex.from_product(
        [range(20), list("abc"), range(100)], names=["dataset", "algorithm", "seed"]
    )
    frame = pd.DataFrame({"accuracy": scores.ravel()}, index=keys).reset_index()
    assert len(outliers(Scores.from_frame(frame)).rows) <= 1


def test_runs_are_measured_within_their_cell():
    rng = np.random.default_rng(3)
    rows = [(a, d, s, 0.5 + 0.01 * rng.normal()) for a in "xy" for d in "pqr" for s in range(8)]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "auc"])
    frame.loc[5, "auc"] = 0.9
    outlying = outliers(Scores.from_frame(frame)).rows
    assert ("x", "p", "5") in [(row.algorithm, row.dataset, row.repeat) for row in outlying]


def test_wrong_alpha(demsar):
    with pytest.raises(OptionError, match="alpha must lie strictly between 0 and 1"):
        outliers(demsar, alpha=-1)


def test_runs_that_no_column_numbers_have_no_number():
    times = [9.0, 1.0, 1.2, 1.1, 1.3, 1.15, 1.25, 1.05, 1.12, 1.22]
    frame = pd.DataFrame(
        {"algorithm": ["fd"] * 10 + ["rg"] * 10, "time_s": times + times[1:] + [1.1]}
    )
    (row,) = frame.bench.outliers().rows
    assert (row.algorithm, row.repeat, row.score) == ("fd", "", 9.0)
    several = pd.concat([frame.assign(dataset=name) for name in "abc"])
    averaged = several.bench.outliers()
    assert {row.repeat for row in averaged.rows} == {""}
    assert "An outlier among repeats shifts the mean of its cell" in averaged.interpretation[-1]
    assert "hardly affect rank-based tests" in frame.bench.outliers().interpretation[-1]
    numbered = several.assign(run=[*range(10)] * 6)
    assert {row.repeat for row in numbered.bench.outliers().rows} == {"0"}


@pytest.mark.parametrize("runs", [1, 10])
def test_scores_that_are_large_on_a_linear_scale_only_are_no_outliers(runs):
    """Runtimes are about log-normal: their tail is no failed run, and a time of a thousand hours is one."""
    rng = np.random.default_rng(0)
    size = rng.normal(0, 2, 60)
    rows = [
        (name, f"d{place}", run, float(np.exp(size[place] + rng.normal(0, 0.8))))
        for name in "abcde"
        for place in range(60)
        for run in range(runs)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "run", "time"])
    assert outliers(Scores.from_frame(frame)).rows == ()
    frame.loc[7, "time"] = 3.6e6
    assert {row.algorithm for row in outliers(Scores.from_frame(frame)).rows} == {"a"}
