"""Tables as solvers' competitions and libraries of optimizers write them."""

import itertools

import numpy as np
import pandas as pd
import pytest

from benchreport.data import Roles, Scores
from benchreport.data.several import Several
from benchreport.errors import InputError


def test_texts_beside_named_rows_and_columns_of_solvers_describe_the_rows():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {
            "hash": [f"{place:08x}" for place in range(12)],
            "family": ["crypto", "planning", "bmc"] * 4,
            "answer": ["yes", "no"] * 6,
            **{name: rng.uniform(1, 5000, 12) for name in ("kissat", "cadical", "minisat")},
        }
    )
    scores = Scores.from_frame(frame, Roles(score="seconds"))
    assert scores.algorithms == ("kissat", "cadical", "minisat")
    assert scores.blocks == tuple(frame["hash"])
    # measures are no algorithms, so that one of the texts is
    measured = frame.rename(columns={"kissat": "time", "cadical": "accuracy", "minisat": "f1"})
    with pytest.raises(InputError, match="cross; which of them"):
        Scores.from_frame(measured)


def test_values_are_of_the_indicator_that_their_column_is_called_after():
    cells = itertools.product(
        ("NSGAII", "MOEAD"), ("ZDT1", "ZDT2", "ZDT3"), ("EP", "IGD", "HV"), range(3)
    )
    frame = pd.DataFrame([*cells], columns=["Algorithm", "Problem", "IndicatorName", "ExecutionId"])
    frame["IndicatorValue"] = np.random.default_rng(0).random(len(frame))
    tables = Several.from_frame(frame).by_scores()
    # nothing says whether a high EP is good
    assert [*tables] == ["IGD", "HV"]
    assert [table.higher_is_better for table in tables.values()] == [False, True]
    assert tables["HV"].blocks == ("ZDT1", "ZDT2", "ZDT3")
    assert tables["HV"].counts.tolist() == [[3, 3]] * 3


@pytest.mark.parametrize("columns", [["GWO", "PSO"], ["value"]])
def test_of_summaries_of_runs_the_mean_is_proposed(columns):
    keys = itertools.product(("F1", "F2", "F3"), ("Best", "Worst", "Mean", "Std"), ("GWO", "PSO"))
    frame = pd.DataFrame([*keys], columns=["Function", "Metric", "Optimizer"])
    frame["value"] = np.random.default_rng(0).random(len(frame))
    if len(columns) > 1:
        frame = frame.pivot_table("value", ["Function", "Metric"], "Optimizer")
        frame = frame.reset_index()
    with pytest.raises(InputError, match=r"holds [34] metrics: ") as error:
        Scores.from_frame(frame)
    assert "Mean" in str(error.value.way_out)
    assert "Best" not in str(error.value.way_out)


@pytest.mark.parametrize(
    ("score", "column", "kind"),
    [
        ("time_s", "run #", "run"),
        ("peak_memory", "rep", "run"),
        ("time_s", "seed", "seed"),
        ("accuracy", "run", "repeat"),
    ],
)
def test_numbered_measurements_of_what_programs_take_are_independent(score, column, kind):
    cells = itertools.product(("gcc", "clang"), range(6))
    frame = pd.DataFrame([*cells], columns=["compiler", column])
    frame[score] = np.random.default_rng(0).random(len(frame))
    scores = Scores.from_frame(frame, Roles(algorithm="compiler"))
    assert scores.block_kind == kind
    assert (
        scores.runs.sha256
        == Scores.from_frame(frame[::-1], Roles(algorithm="compiler")).runs.sha256
    )
    # on several datasets each has a mean
    twice = pd.concat([frame.assign(dataset=name) for name in "xy"])
    assert Scores.from_frame(twice, Roles(algorithm="compiler")).block_kind == "dataset"
