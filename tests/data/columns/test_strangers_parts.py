"""Tables of strangers: parts of datasets, in rows that have names of their own and in columns."""

import numpy as np
import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.data import Roles
from benchreport.data.reading_overview import columns_in_words
from benchreport.errors import DesignError, InputError

GAMES = "agent,env,difficulty,run,return\n" + "".join(
    f"{agent},{env},{level},k{place}{agent},{3 + place + at}\n"
    for at, agent in enumerate("ab")
    for place, (env, level) in enumerate(
        [("hopper", "easy"), ("hopper", "hard"), ("walker", "easy"), ("walker", "hard")]
    )
)


def ways(error):
    return [call.roles for call in error.way_out.calls]


def test_names_of_runs_number_no_repeats_beside_parts_of_datasets():
    for text in (GAMES, GAMES.replace("run", "run_id")):
        error = asked(table(text))
        assert "'difficulty' splits the table into 2 tables (easy, hard)" in error.message
        assert ways(error)[0] == {"dataset": ["env", "difficulty"]}
    # parts of which each dataset has its own
    subsets = [
        ("read", "clean"),
        ("read", "other"),
        ("phone", "d1"),
        ("phone", "d2"),
        ("phone", "all"),
    ]
    rows = [
        (model, *subset, f"2026{at}{place}T", 0.2 + 0.1 * at + 0.01 * place)
        for at, model in enumerate("xyz")
        for place, subset in enumerate(subsets)
    ]
    frame = pd.DataFrame(rows, columns=["Model", "Dataset", "Subset", "Run", "WER"])
    first = ways(asked(frame))[0]
    assert first == {"dataset": ["Dataset", "Subset"]}
    scores = frame.bench(**first).scores
    assert scores.blocks == ("read/clean", "read/other", "phone/d1", "phone/d2")
    assert "phone/all is left out as a summary" in scores.runs.notes[0]


def test_random_seeds_of_each_run_are_repeats_where_nothing_else_tells_them_apart():
    rows = [
        (model, data, 100 * at + 7 * place + run, 0.5 + 0.01 * run + 0.1 * at)
        for at, model in enumerate("xyz")
        for place, data in enumerate(["iris", "wine", "glass"])
        for run in range(2)
    ]
    frame = pd.DataFrame(rows, columns=["model", "dataset", "seed", "accuracy"])
    assert frame.bench.scores.counts.tolist() == [[2] * 3] * 3
    one = frame[::2].assign(accuracy=lambda rows: rows["accuracy"].where(rows.index > 0))
    assert one.bench.scores.missing_runs.in_words() == "1 of 9 cells has no score (x on iris)"


def parts(*columns):
    numbers = np.random.default_rng(1)
    rows = [
        [data, model, *numbers.uniform(0.4, 0.9, len(columns)).round(3)]
        for data in ("etth", "weather", "traffic")
        for model in ("linear", "patch", "mamba")
    ]
    return pd.DataFrame(rows, columns=["Dataset", "Model", *columns])


@pytest.mark.parametrize(
    "columns", [["H=96", "H=192", "H=336"], ["96", "192", "336", "720"], ["10%", "20%", "50%"]]
)
def test_columns_called_by_numbers_are_datasets_with_the_names_of_rows(columns):
    frame = parts(*columns)
    first, *_, last = ways(asked(frame))
    sides = {"columns": "dataset", "dataset": "Dataset", "algorithm": "Model"}
    assert first == {**sides, "higher_is_better": True}
    assert last == {"score": columns[0], "higher_is_better": False}
    scores = frame.bench(**first).scores
    assert (len(scores.blocks), scores.blocks[0]) == (3 * len(columns), f"etth/{columns[0]}")


@pytest.mark.parametrize("columns", [["clean", "foggy", "night"], ["dry", "wet", "icy"]])
def test_columns_with_other_names_may_be_measures_or_parts_of_datasets(columns):
    error = asked(parts(*columns))
    assert "Are they different measures, or one under different conditions" in error.message
    assert ways(error)[0] == {"score": columns[0], "higher_is_better": True}
    assert any(
        way.get("columns") == "dataset" and way["dataset"] == "Dataset" for way in ways(error)
    )


@pytest.mark.parametrize(
    "columns", [["NDCG@5", "NDCG@10", "NDCG@20"], ["accuracy", "f1", "clean"], ["clean", "foggy"]]
)
def test_measures_and_two_columns_are_no_parts_of_datasets(columns):
    assert not any("columns" in way for way in ways(asked(parts(*columns))))


def test_of_two_columns_it_is_first_said_that_measures_test_nothing():
    text = "Method,Price Query,With Greeks\ntree,0.5,0.9\ncheb,0.2,0.4\nfdm,0.8,1.5\n"
    hint = asked(table(text)).hint
    assert hint.startswith("if they are measures or parts of one problem, there is nothing to test")
    three = asked(table(text.replace("\n", ",0.3\n").replace("Greeks,0.3", "Greeks,Vega"))).hint
    assert three.startswith("df.bench(columns='dataset'")
    assert "if they are measures" in three
    known = asked(table(text.replace("Price Query,With Greeks", "CIFAR-10,CIFAR-100"))).hint
    assert "measures" not in known


def coded(name, size, measure):
    rows = [(code, n, 2.5 * n + 31 * code) for n in (64, 128, 256, 512) for code in range(2)]
    with pytest.raises(DesignError, match="nothing to test") as refused:
        _ = pd.DataFrame(rows, columns=[name, size, measure]).bench.scores
    return ways(refused.value)


def test_numbers_that_cross_sizes_may_stand_for_algorithms():
    assert coded("QueueType", "NumberOfThreads", "AverageDuration") == [{"algorithm": "QueueType"}]
    assert coded("sort", "n", "time_ms") == [{"algorithm": "sort"}]
    # sizes and settings of one program
    for name in ("threads", "k", "size"):
        assert coded(name, "n", "time_ms") == []


def test_runs_that_failed_without_a_score_are_counted_by_any_score():
    text = "instance,solver,makespan,gap,runtime,status\n" + "".join(
        f"i{at},{solver},{30 + at},{at / 9},{3 + at},ok\n" for at in range(4) for solver in "ab"
    )
    frame = table(text + "i4,a,,,300,external-timeout\ni4,b,35,0.5,300,time limit\n")
    notes = {
        name: frame.bench(score=name, higher_is_better=False).scores.runs.notes
        for name in ("makespan", "gap", "runtime")
    }
    assert notes["makespan"] == notes["gap"] == ("1 run failed: external-timeout.",)
    assert notes["runtime"] == ("2 runs failed: 1 external-timeout, 1 time limit.",)
    # where runs that went well lack a score, too, no word says why
    lacking = frame.assign(gap=frame["gap"].mask(frame.index == 2))
    assert not lacking.bench(score="gap", higher_is_better=False).scores.runs.notes
    solved = frame[frame["makespan"].notna()]
    assert not solved.bench(score="makespan").scores.runs.notes


def test_a_cell_that_says_it_failed_is_counted_once():
    rows = [
        ("a", "p", "3.5", "ok"),
        ("b", "p", "OOM", "oom"),
        ("a", "q", "4", "ok"),
        ("b", "q", "5", "ok"),
    ]
    frame = pd.DataFrame(rows, columns=["solver", "instance", "time", "status"])
    try:
        notes = frame.bench.scores.runs.notes
    except InputError as error:
        notes = (error.message,)
    assert notes == ("1 run failed: OOM.",)


def test_a_count_that_differs_between_algorithms_is_not_said_to_describe_rows():
    rows = [
        (name, f"g{at}", 12 * at + place, 0.5 + at)
        for at in range(4)
        for place, name in enumerate("ab")
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "graph", "operations_count", "time_ms"])
    assert "not used: by its name a count, a size or a setting" in columns_in_words(frame, Roles())


def test_totals_are_proposed_before_the_parts_of_a_run():
    frame = parts("read_seconds", "solve_seconds", "total_seconds", "memory_mb")
    assert ways(asked(frame))[0] == {"score": "total_seconds"}


def test_columns_called_by_numbers_on_rows_called_datasets_are_compared_or_of_one_algorithm():
    text = "Dataset,H=96,H=192,H=336\netth,0.375,0.398,0.419\nwind,0.16,0.21,0.25\necl,0.14,0.15,0.17\n"
    error = asked(table(text))
    assert "are the columns H=96, H=192, H=336 settings, compared on each Dataset?" in error.message
    assert "if all are of one algorithm, nothing is compared" in error.hint
    assert [way.get("columns") for way in ways(error)] == [None]
    # rows called otherwise may be algorithms
    other = ways(asked(table(text.replace("Dataset", "Name"))))
    assert "dataset" in {way.get("columns") for way in other}
