import numpy as np
import pandas as pd
import pytest

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.stats import outliers


def table(values, **roles):
    frame = pd.DataFrame(values, columns=[f"a{place}" for place in range(np.shape(values)[1])])
    return Scores.from_frame(frame, Roles(score="accuracy", **roles))


def test_a_planted_score_is_found_and_nothing_else():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(20, 1)) + rng.normal(scale=0.1, size=(20, 5))
    values[7, 2] += 2
    result = outliers(table(values))
    # medians fit some residuals away, so that one in a hundred others may pass the threshold
    assert (result.rows[0].algorithm, result.rows[0].dataset) == ("a2", "8")
    assert len(result.rows) <= 3
    assert result.rows[0].expected == pytest.approx(values[7, 2] - 2, abs=0.3)
    assert result.rows[0].distance > 10
    assert result.looked_at == 100


def test_additive_tables_have_none():
    values = np.arange(5.0)[:, None] + np.array([0.0, 10, 20])
    assert outliers(table(values)).rows == ()
    assert outliers(table(np.ones((4, 3)))).rows == ()


def test_distances_are_modified_z_scores():
    """Iglewicz & Hoaglin (1993): (x − median) / (1.4826 MAD), of residuals from the mean here."""
    runs = [1.0, 2, 3, 4, 5, 6, 30]
    frame = pd.DataFrame({"algorithm": ["a"] * 7 + ["b"] * 7, "auc": runs + runs})
    rows = outliers(Scores.from_frame(frame)).rows
    assert [row.score for row in rows] == [30, 30]
    residuals = (np.array(runs) - np.mean(runs)) / np.sqrt(6 / 7)
    assert rows[0].distance == pytest.approx(26 / (1.4826 * np.median(np.abs(residuals))))


def test_noise_is_rarely_listed():
    rng = np.random.default_rng(1)
    listed = sum(bool(outliers(table(rng.normal(size=(12, 4)))).rows) for _ in range(200))
    assert listed / 200 < 0.2


def test_runs_are_measured_within_their_cell():
    rng = np.random.default_rng(3)
    rows = [(a, d, s, 0.5 + 0.01 * rng.normal()) for a in "xy" for d in "pqr" for s in range(8)]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "auc"])
    frame.loc[5, "auc"] = 0.9
    found = outliers(Scores.from_frame(frame)).rows
    assert ("x", "p", "5") in [(row.algorithm, row.dataset, row.repeat) for row in found]


def test_wrong_threshold(demsar):
    with pytest.raises(OptionError, match="threshold must be a number above 0"):
        outliers(demsar, threshold=-1)
