"""What a failed run took is no score, whichever column says that it failed."""

import numpy as np
import pandas as pd
import pytest
from looped import loop_over

import benchreport
from benchreport.data import Roles, Scores
from benchreport.errors import DesignError

RNG = np.random.default_rng(0)
SOLVERS = ("kissat", "cadical", "glucose")
RUNS = pd.MultiIndex.from_product([SOLVERS, range(8)], names=["solver", "instance"]).to_frame(
    index=False
)
# glucose gives up on two instances, sooner than anyone solves them
FAILED = ((RUNS["solver"] == "glucose") & RUNS["instance"].isin([2, 5])).to_numpy()
RUNS["cputime"] = np.where(FAILED, 0.5, RNG.uniform(10, 20, len(RUNS)))


def ending(failed, solved="SAT"):
    return np.where(FAILED, np.array(failed, dtype=object), solved)


STATES = {
    "status": (ending("MEMOUT"), "2 runs failed: MEMOUT"),
    "result": (ending("unknown", "unsat"), "2 runs failed: unknown"),
    "termination_reason": (ending("time_limit", "optimal"), "2 runs failed: time limit"),
    "exit code": (np.where(FAILED, 137, 0), "2 runs failed: exit code 137"),
    "converged": (~FAILED, "2 runs failed: not converged"),
    "solved": ((~FAILED).astype(int), "2 runs failed: not solved"),
    "timed_out": (FAILED, "2 runs failed: timed out"),
    "failed": (FAILED, "2 runs failed"),
}
KEPT = {
    "note": ending("timeout"),
    "state": ending("MO", "TX"),
    "status": ending("local", "cluster"),
    "error": FAILED.astype(int),
    "State": pd.Series(None, index=RUNS.index, dtype=object),
    "timeout": 5000,
}


def test_a_run_that_did_not_end_well_is_not_the_fastest():
    # a planner that found no path took no time
    states = np.where(FAILED, np.where(RUNS["instance"] == 2, "empty", "timeout"), "ok")
    frame = RUNS.assign(status=states, cputime=np.where(states == "empty", 0.0, RUNS["cputime"]))
    scores = Scores.from_frame(frame, Roles(score="cputime", missing="worst"))
    assert scores.runs.failed == "2 runs failed: 1 empty, 1 timeout"
    assert scores.filled == (("glucose", "2"), ("glucose", "5"))


@pytest.mark.parametrize("name", STATES)
def test_a_failed_run_has_no_score(name):
    cells, words = STATES[name]
    frame = RUNS.assign(**{name: cells})
    roles = Roles(score="cputime", missing="worst")
    scores = Scores.from_frame(frame, roles)
    assert scores.runs.failed == words
    assert scores.filled == (("glucose", "2"), ("glucose", "5"))
    assert "which runs failed\n" in str(frame.bench(score="cputime").check())
    with pytest.raises(
        DesignError, match="2 of 24 cells have no score: glucose on 2, glucose on 5"
    ):
        frame.bench(score="cputime").friedman()


@loop_over("name", KEPT)
def test_other_columns_say_nothing_of_failures(name):
    frame = RUNS.assign(**{name: KEPT[name]})
    scores = Scores.from_frame(frame, Roles(score="cputime"))
    assert scores.runs.failed == ""
    assert not np.isnan(scores.values).any()


def test_a_quality_stands_however_the_run_ended():
    frame = RUNS.rename(columns={"cputime": "objective"}).assign(status=STATES["status"][0])
    scores = Scores.from_frame(frame, Roles(score="objective", higher_is_better=False))
    assert not np.isnan(scores.values).any()


def test_the_number_of_an_exit_is_no_score():
    frame = RUNS.rename(columns={"cputime": "time"}).assign(exit_code=STATES["exit code"][0])
    assert Scores.from_frame(frame, Roles(missing="drop")).score == "time"


@pytest.mark.parametrize("engine", ["polars", "duckdb"])
@pytest.mark.parametrize("name", ["status", "exit code", "converged"])
def test_an_engine_leaves_out_the_same_runs(engine, name):
    library = pytest.importorskip(engine)
    states = pd.Series(STATES[name][0]).astype(object if name == "status" else None)
    if name == "status":
        # a run without a state did not fail
        states[0] = None
    frame = RUNS.assign(**{name: states})
    table = (
        library.from_pandas(frame).lazy()
        if engine == "polars"
        else library.sql("SELECT * FROM frame")
    )
    lazy = benchreport.bench(table, score="cputime", missing="drop")
    assert (
        lazy.friedman().p_value == frame.bench(score="cputime", missing="drop").friedman().p_value
    )
    assert lazy.friedman().design.n_blocks == 6
    assert STATES[name][1] in str(lazy.check())


@pytest.mark.parametrize("engine", ["pandas", "polars"])
def test_several_columns_may_say_it(engine):
    crashed = (RUNS.index == 0).astype(int)
    frame = RUNS.assign(status=STATES["status"][0], exit_code=np.where(FAILED, 9, crashed))
    table = frame if engine == "pandas" else pytest.importorskip(engine).from_pandas(frame).lazy()
    lazy = benchreport.bench(table, score="cputime", missing="drop")
    assert lazy.friedman().design.n_blocks == 5
    assert "2 runs failed: MEMOUT; 1 run failed: exit code 1" in str(lazy.check())


def test_a_column_that_says_which_runs_failed_was_read():
    frame = RUNS.assign(status=STATES["status"][0], worker="w1")
    assert Scores.from_frame(frame, Roles(score="cputime")).runs.unread == ("worker",)
