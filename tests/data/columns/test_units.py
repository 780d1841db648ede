"""Cells with a unit, such as 12 ms and 1.5 s, are numbers of one unit; less is better."""

import io

import numpy as np
import pandas as pd
import pytest

from benchreport.errors import BenchreportError, DataError

QUERIES = {"query": ["q1", "q2", "q3"]}


def scores_of(**columns):
    return pd.DataFrame({**QUERIES, **columns}).bench.scores


def test_times_in_one_unit_keep_it():
    scores = scores_of(db1=["2.0 ms", "**13 ms**", "1,206 ms"], db2=["3 ms", "4.5 ms ⭐", "2 ms"])
    assert (scores.score, scores.higher_is_better) == ("time (ms)", False)
    assert scores.values[:, 0].tolist() == [2, 13, 1206]


def test_times_in_several_units_are_seconds():
    scores = scores_of(db1=["2 ms", "18.5 s", "1h 2min"], db2=["500µs", "1m30.5s", "2 min"])
    assert scores.score == "time (seconds)"
    assert scores.values.tolist() == [[0.002, 0.0005], [18.5, 90.5], [3720, 120]]


def test_sizes_are_bytes_and_gaps_stay_gaps():
    frame = pd.DataFrame({**QUERIES, "a": ["1 KB", "2 MiB", "—"], "b": ["3 kB", "OOM", "5 bytes"]})
    scores = frame.bench(missing="available").scores
    assert scores.score == "bytes"
    assert scores.values[0].tolist() == [1000, 3000]


def test_a_spread_may_have_the_unit_too():
    scores = scores_of(db1=["2.0 ms ± 0.1 ms", "3 ± 1 ms", "4 ms"], db2=["5 ms", "6 ms", "7 ms"])
    assert scores.values[:, 0].tolist() == [2, 3, 4]


def test_one_column_of_times_beside_names_is_the_score():
    rows = [(system, query) for system in ("x", "y") for query in ("q1", "q2", "q3")]
    frame = pd.DataFrame(rows, columns=["system", "query"])
    frame["cost of a run"] = ["1 s", "20 ms", "3 s", "2 s", "50 ms", "4 s"]
    scores = frame.bench.scores
    assert (scores.score, scores.higher_is_better) == ("cost of a run", False)
    assert scores.values.tolist() == [[1, 2], [0.02, 0.05], [3, 4]]


@pytest.mark.parametrize(
    "cells",
    [["2 ms", "3 MB", "1 s"], ["2 ms", "3", "1 s"], ["1,5 s", "2.25 s", "3 s"], ["2m", "3m", "4m"]],
)
def test_cells_that_mix_units_or_may_mean_something_else_are_refused(cells):
    with pytest.raises(BenchreportError):
        scores_of(db1=cells, db2=cells)


def test_budgets_that_repeat_are_names():
    rows = [(m, budget) for m in ("svm", "knn") for budget in ("10 s", "60 s", "1 h") for _ in "ab"]
    frame = pd.DataFrame(rows, columns=["model", "budget"]).assign(seed=[0, 1] * 6)
    frame["accuracy"] = [number / 20 for number in range(12)]
    assert frame.bench(dataset="budget").scores.blocks == ("10 s", "60 s", "1 h")


def test_times_out_with_the_time_that_was_spent():
    frame = pd.DataFrame(
        {
            "query": ["q1", "q2", "q3"],
            "ours": ["1,650ms", "TIMEOUT (30,275ms)", "2,400ms"],
            "theirs": ["250ms", "40ms", "110ms"],
        }
    )
    scores = frame.bench(missing="drop").scores
    assert (scores.blocks, scores.higher_is_better) == (("q1", "q3"), False)
    assert scores.values[:, 0].tolist() == [1650.0, 2400.0]


def test_lists_beside_units_are_refused_by_name():
    column = pd.Series(["12 ms", [1, 2], "13 ms"], dtype=object)
    with pytest.raises(BenchreportError):
        scores_of(svm=column, knn=["1 ms", "2 ms", "3 ms"])


def test_sizes_name_the_rows_beside_times_with_limits():
    text = "variables,enumeration,rip,Gurobi\n60,54.7s,0.10s,0.15s\n64,>120s,0.20s,0.24s\n500,—,>400s,82s\n"
    scores = pd.read_csv(io.StringIO(text)).bench.scores
    assert scores.algorithms == ("enumeration", "rip", "Gurobi")
    assert not scores.higher_is_better
    assert np.isnan(scores.values).sum() == 3


def test_ranges_and_ratios_in_brackets_behind_a_time_are_left_out():
    scores = scores_of(
        ntt=["`1.18 ms` (✅ **1.00x**)", "2.30 ms (2.1-2.5)", "3.54 ms (2.2)"],
        brute=["`48.62 us` (🚀 **24.21x faster**)", "`199 us` (11.59x slower)", "0.6 ms (0.5–0.7)"],
    )
    assert scores.values[:, 0].tolist() == pytest.approx([1.18e-3, 2.3e-3, 3.54e-3])
    assert scores.values[:, 1].tolist() == pytest.approx([48.62e-6, 199e-6, 0.6e-3])


def test_cells_that_begin_with_numbers_are_named():
    # a column called target would else hold true labels
    text = ["10.2 s (9.9–10.4)", "12.6 s", "362 MB", "454 MB"]
    frame = pd.DataFrame({"target": ["a", "b", "c", "d"], "tree": text, "disk": text[::-1]})
    with pytest.raises(DataError) as error:
        _ = frame.bench.scores
    assert error.value.message == (
        "the cells of tree, disk begin with numbers, but are none: 10.2 s (9.9–10.4), 454 MB."
    )
