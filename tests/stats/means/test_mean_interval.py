import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats.means.mean_interval import mean_interval

ORACLE = "R 4.2.2 t.test, in the test"

FOLDS = [0.82, 0.79, 0.85, 0.80, 0.84, 0.81, 0.83, 0.78, 0.86, 0.80]


def table(columns, **roles):
    rows = len(next(iter(columns.values())))
    frame = pd.DataFrame({"fold": range(rows), **columns})
    return Scores.from_frame(frame, Roles(score="accuracy", **roles))


@pytest.mark.parametrize(
    ("sample", "alpha", "low", "high"),
    [
        (FOLDS, 0.05, 0.798983522353932, 0.837016477646068),
        ([12.5, 13, 11.75, 14.25], 0.1, 11.6385506750218, 14.1114493249782),
    ],
)
def test_against_r(sample, alpha, low, high):
    """R 4.2.2 t.test(x, conf.level = 1 - alpha)$conf.int."""
    scores = table({"a": sample, "b": np.zeros(len(sample))})
    row = mean_interval(scores, alpha=alpha).rows[0]
    assert row.interval == pytest.approx((low, high, 1 - alpha), rel=1e-12)
    assert row.estimate == pytest.approx(np.mean(sample))
    assert row.how == "t"


def test_corrected_for_shared_training_data():
    scores = table({"a": FOLDS, "b": FOLDS[::-1]})
    plain = mean_interval(scores)
    row = mean_interval(scores, variant="corrected_t").rows[0]
    error = np.std(FOLDS, ddof=1) * np.sqrt(1 / 10 + 1 / 9)
    ends = stats.t(9, np.mean(FOLDS), error).interval(0.95)
    assert row.interval[:2] == pytest.approx(ends, rel=1e-12)
    assert plain.assumptions[0].outcome == "doubtful"
    assert mean_interval(scores, variant="corrected_t").assumptions[0].outcome == "not checked"
    shares = mean_interval(scores, variant="corrected_t", test_fraction=0.1)
    assert shares.rows[0].interval == pytest.approx(row.interval)


def test_without_spread_and_over_datasets():
    frame = pd.DataFrame({"dataset": list("xyz"), "a": [0.5] * 3, "b": [0.1, 0.2, 0.3]})
    result = mean_interval(Scores.from_frame(frame, Roles(score="error")))
    assert result.rows[0].interval[:2] == (0.5, 0.5)
    assert result.rows[0].definition == "mean over 3 datasets"
    assert not result.rows[0].higher_is_better
    assert result.best("error").algorithm == "b"
    assert "baseline" not in result.table


def test_independent_runs_of_different_numbers():
    frame = pd.DataFrame({"algorithm": list("aaab"), "accuracy": [1.0, 2.0, 3.0, 5.0]})
    result = mean_interval(Scores.from_frame(frame))
    assert result.rows[0].interval.low == pytest.approx(2 - 4.302653 / np.sqrt(3), rel=1e-6)
    assert result.rows[1].interval is None
    assert np.isnan(result.table.loc[1, "low"])


def test_wrong_options():
    scores = table({"a": FOLDS, "b": FOLDS})
    with pytest.raises(OptionError, match="variant must be one of"):
        mean_interval(scores, variant="z")
    with pytest.raises(OptionError, match="alpha must lie strictly"):
        mean_interval(scores, alpha=0)
    datasets = Scores.from_frame(pd.DataFrame({"a": FOLDS, "b": FOLDS}), Roles(score="accuracy"))
    with pytest.raises(DesignError, match="compares algorithms on one dataset"):
        mean_interval(datasets, variant="corrected_t", test_fraction=0.1)
    gaps = table({"a": [0.5, None, 0.7], "b": [0.1, 0.2, 0.3]})
    with pytest.raises(DesignError, match="mean_interval needs every"):
        mean_interval(gaps)


def test_folds_of_one_dataset_warn_with_the_measured_coverage():
    """The numbers are those of tests/benchmarks/coverage.md."""
    columns = {"a": FOLDS, "b": FOLDS[::-1]}
    (once,) = mean_interval(table(columns)).warnings
    assert "nearest neighbour, which single examples change, in about 86 %" in once
    assert not mean_interval(table(columns), variant="corrected_t").warnings
    repeated_folds = pd.concat(
        [pd.DataFrame({"fold": range(10), "repeat": r, **columns}) for r in (1, 2)]
    )
    roles = Roles(score="accuracy", repeat=("repeat", "fold"))
    assert mean_interval(Scores.from_frame(repeated_folds, roles)).variant == "corrected_t"
    (repeated,) = mean_interval(Scores.from_frame(repeated_folds, roles), variant="t").warnings
    assert "10 folds repeated 10 times" in repeated
    assert "about 35 %" in repeated
    for other in ("dataset", "seed"):
        frame = pd.DataFrame({other: range(10), **columns})
        assert not mean_interval(Scores.from_frame(frame, Roles(score="accuracy"))).warnings


def test_the_numbers_are_those_of_the_coverage_study():
    study = (Path(__file__).parents[2] / "benchmarks" / "coverage.md").read_text(encoding="utf-8")
    once, repeated = (
        study.partition(f"## Mean of 10 folds{more}\n")[2].partition("## ")[0]
        for more in ("", ", 10 times")
    )
    # rows are sizes; columns are centroid with t, corrected, neighbour with t, corrected
    coverages = [
        np.array(
            [
                re.findall(r"(1\.000|\.\d{3})\*{0,2} \(", line)
                for line in part.splitlines()
                if line.startswith("| n")
            ],
            dtype=float,
        )
        for part in (once, repeated)
    ]
    assert coverages[0].shape == (4, 4)
    assert coverages[0][:, 2].mean() == pytest.approx(0.86, abs=0.01)
    assert (coverages[0][:, 0].min(), coverages[0][:, 0].max()) == pytest.approx(
        (0.92, 0.96), abs=0.005
    )
    assert coverages[0][:, [1, 3]].min() == pytest.approx(0.94, abs=0.005)
    assert coverages[1].mean(axis=0) == pytest.approx([0.45, 0.95, 0.35, 0.88], abs=0.01)
