"""Engines round the scores of large tables and count equal ones: areas, and how far they may be off."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from other_frames import WARNINGS, every_library, of_large_tables

import benchreport
from benchreport.data import Predictions, Roles
from benchreport.engines import prediction_patterns, score_grids
from benchreport.engines.any_frame import read_frame
from benchreport.errors import DataError, DesignError

pytestmark = WARNINGS
N, MODELS = 400, ("knn", "rf", "svm")


def draw():
    """Draw probabilities of three models, some of which are 0, 1 and one half."""
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({"y_true": rng.integers(0, 2, N)})
    for place, name in enumerate(MODELS):
        score = rng.normal((1 + 0.3 * place) * frame["y_true"], 1)
        frame[f"{name}_probability"] = 1 / (1 + np.exp(0.6 - score))
    frame.iloc[:6, 1:] = [[0.0] * 3, [1.0] * 3, [0.5] * 3] * 2
    return frame.assign(example=np.arange(N))


WIDE = draw()
PLAIN = WIDE.rename(columns=lambda name: name.removesuffix("_probability"))
LONG = PLAIN.melt(["y_true", "example"], var_name="model", value_name="probability")
ROLES = {"positive": 1}


def read(frame, convert=pl.from_pandas, **roles):
    return Predictions.from_frame(*read_frame(convert(frame), Roles(**ROLES, **roles)))


def on_grid(grid):
    """Round as the engines do: one half goes up, and so does the middle between two points."""
    rounded = WIDE.drop(columns="example")
    names = [name for name in rounded if name != "y_true"]
    return rounded.assign(**{name: np.floor(rounded[name] * grid + 0.5) / grid for name in names})


@every_library
@of_large_tables
@pytest.mark.parametrize("frame", [WIDE, PLAIN, LONG], ids=["wide", "plain names", "long"])
def test_every_library_counts_rounded_scores(convert, frame, monkeypatch):
    monkeypatch.setattr(score_grids, "FINEST", 19)
    table = read(frame, convert)
    assert (table.n, table.algorithms, table.rounded) == (N, MODELS, 1 / 19)
    expected = on_grid(19).groupby(list(on_grid(19)), as_index=False).size()
    counted = Predictions.from_frame(expected, Roles(**ROLES, count="size"))
    assert table.sha256 == counted.sha256


@of_large_tables
def test_results_are_those_of_the_rounded_scores():
    bench, rounded = benchreport.bench(pl.from_pandas(LONG), **ROLES), on_grid(311).bench(**ROLES)
    assert bench.roc().table.equals(rounded.roc().table)
    assert bench.precision_recall().curves == rounded.precision_recall().curves
    pd.testing.assert_frame_equal(bench.delong().table, rounded.delong().table, rtol=1e-11)
    pd.testing.assert_frame_equal(
        bench.reliability().table, rounded.reliability().table, rtol=1e-11
    )
    # each score keeps its side of one half
    assert bench.mcnemar().table.equals(WIDE.drop(columns="example").bench(**ROLES).mcnemar().table)


@pytest.mark.parametrize("grid", [9, 19, 99])
@of_large_tables
def test_areas_are_no_further_off_than_is_told(monkeypatch, grid):
    monkeypatch.setattr(score_grids, "FINEST", grid)
    found, exact = benchreport.bench(pl.from_pandas(WIDE), **ROLES).roc(), WIDE.bench(**ROLES).roc()
    note = next(note for note in found.warnings if note.startswith("Scores are rounded"))
    most = float(note.partition("by up to ")[2].partition(". ")[0])
    off = [abs(row.auc - other.auc) for row, other in zip(found.rows, exact.rows, strict=True)]
    assert 0 < max(off) <= most
    # what is told is half the pairs that are tied
    ties = [
        np.equal.outer(
            *(column[on_grid(grid)["y_true"] == label].to_numpy() for label in (0, 1))
        ).mean()
        for _, column in on_grid(grid).drop(columns="y_true").items()
    ]
    assert most == pytest.approx(max(ties) / 2, rel=5e-3)


@of_large_tables
def test_a_coarser_grid_is_taken_where_there_are_too_many_patterns(monkeypatch):
    monkeypatch.setattr(prediction_patterns, "MOST_CELLS", 300)
    monkeypatch.setattr(score_grids, "COARSEST", 3)
    grids = [score_grids.find_grids]
    monkeypatch.setattr(
        prediction_patterns, "find_grids", lambda *given: grids.append(grids[0](*given)) or grids[1]
    )
    table = read(WIDE)
    # 2 classes × 4³ values are certain to fit
    assert grids[1] == [15, 7, 3]
    assert (1 / table.rounded) in (7, 3)
    assert len(table.truth) <= 300


@of_large_tables
def test_scores_that_cannot_be_counted_are_refused(monkeypatch):
    gap = WIDE.assign(knn_probability=[np.nan, *WIDE["knn_probability"][1:]])
    with pytest.raises(DataError, match="no prediction of knn for 1 of 400 examples"):
        read(gap)
    monkeypatch.setattr(prediction_patterns, "MOST_CELLS", 300)
    with pytest.raises(DesignError, match=r"scores of 3 models have more than 300 patterns"):
        read(WIDE)
    clustered = WIDE.assign(passage=np.arange(N) % 40)
    with pytest.raises(DesignError, match="scores of 3 models within passage have more than"):
        read(clustered)


@of_large_tables
def test_other_scores_are_read_whole():
    margins = WIDE.assign(
        **{f"{name}_score": WIDE[f"{name}_probability"] * 4 - 2 for name in MODELS}
    )
    margins = margins[["y_true", *(f"{name}_score" for name in MODELS)]]
    assert read(margins).rounded == 0
    assert read(margins).n_rows == N
