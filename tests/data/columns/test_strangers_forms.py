"""Forms in which results are published: headings above tasks, decimal commas, tables within cells."""

import json

import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.content.units import read_units
from benchreport.data.readers.json_text import read_json
from benchreport.data.readers.markdown import read_markdown
from benchreport.errors import DataError, DesignError

TASKS = """#### {}

|    Tasks    |Version|Metric  |   |Value |   |Stderr|
|-------------|------:|--------|---|-----:|---|-----:|
|arc_challenge|      1|acc     |↑  |0.{}58|±  |0.0143|
|             |       |acc_norm|↑  |0.{}93|±  |0.0139|
|boolq        |      2|acc     |↑  |0.{}21|±  |0.0069|
|             |       |acc_norm|↑  |0.{}62|±  |0.0070|

"""


def test_headings_above_metrics_of_tasks_are_models():
    text = "".join(
        TASKS.format(name, *digits) for name, digits in (("LLaMA", "6687"), ("Qwen", "5576"))
    )
    frame = read_markdown(text.encode())
    scores = frame.bench(metric="acc").scores
    assert (scores.algorithms, scores.blocks) == (("LLaMA", "Qwen"), ("arc_challenge", "boolq"))
    assert scores.runs.read.tolist() == [0.658, 0.821, 0.558, 0.721]


def test_a_row_of_dashes_parts_a_table():
    text = "| task | a | b |\n|---|---|---|\n| x | 0.5 | 0.6 |\n| ---- | ---- | ---- |\n| y | 0.7 | 0.8 |\n"
    assert read_markdown(text.encode())["a"].tolist() == [0.5, 0.7]


def seconds(**columns):
    frame = pd.DataFrame({"query": list("abc"), **columns})
    return read_units(Evidence(frame))[0].frame


def test_times_with_decimal_commas_are_read_where_some_separate_no_thousands():
    read = seconds(render=["0,4345 s", "1,5 s", "—"], railway=["1,250 s", "0,31 s", "12 s"])
    assert read["render"].tolist()[:2] == [0.4345, 1.5]
    assert read["railway"].tolist() == [1.25, 0.31, 12.0]
    thousands = seconds(
        render=["1,250 ms", "800 ms", "95 ms"], railway=["2,000 ms", "1 ms", "1.5 ms"]
    )
    assert thousands["render"].tolist() == [1250.0, 800.0, 95.0]
    # a comma and a point in one table are not both decimal marks
    assert seconds(a=["1,5 s", "2,5 s", "1 s"], b=["1.5 s", "2 s", "3 s"])["a"].tolist() == [
        "1,5 s",
        "2,5 s",
        "1 s",
    ]


@pytest.mark.parametrize("name", ["Métrica", "Métrique", "Kennzahl", "指标"])
def test_rows_of_metrics_are_known_in_other_languages(name):
    with pytest.raises(DesignError, match="the rows are metrics"):
        _ = table(f"{name},Render,Railway\nMean,.47,.3\nMax,.67,.42\n").bench.scores


def test_records_within_records_are_left_out_with_a_note():
    scaling = [{"threads": 1, "seconds": 2.0}, {"threads": 2, "seconds": 1.1}]
    rows = [
        {"model": model, "data": data, "f1": 0.5 + place / 9, "error": 0.0, "scaling": scaling}
        for place, (model, data) in enumerate(pd.MultiIndex.from_product([["a", "b"], ["x", "y"]]))
    ]
    frame = read_json(json.dumps(rows).encode())
    assert list(frame) == ["model", "data", "f1", "error"]
    note = "Columns with a list of records in each cell are left out: scaling."
    assert frame.attrs["notes"] == (note,)
    # lists of names are rankings
    listed = read_json(b'[{"query": "a", "bm25": ["x", "y"]}, {"query": "b", "bm25": ["y", "x"]}]')
    assert list(listed) == ["query", "bm25"]


def test_sizes_written_as_floats_are_named_by_whole_numbers():
    rows = [
        (name, size, place + size / 7)
        for size in (1000.0, 10000.0)
        for place, name in enumerate("ab")
    ]
    frame = pd.DataFrame(rows, columns=["model", "dataset", "f1"])
    assert frame.bench.scores.blocks == ("1000", "10000")
    halves = frame.assign(dataset=frame["dataset"] / 16)
    assert halves.bench.scores.blocks == ("62.5", "625.0")


def test_of_two_columns_that_cross_the_one_with_a_baseline_names_the_algorithms():
    rows = [
        (program, way, 1.0 + at + len(program))
        for program in ("branch", "loop", "dot")
        for at, way in enumerate(("baseline", "agent_min", "agent_full", "llm_only"))
    ]
    frame = pd.DataFrame(rows, columns=["程序", "配置", "time (ms)"])
    assert asked(frame).way_out.calls[0].roles == {"algorithm": "配置", "dataset": "程序"}


def test_merged_cells_at_the_left_are_filled_and_make_datasets_with_what_is_beside_them():
    text = """,,zero,four
boot,max,.2,.85
,mean,.15,.7
idle,mean,.1,.6
video,max,.23,.86
,mean,.16,.78
"""
    question = asked_of_cells(table(text))
    assert question.roles == {"dataset": ["Unnamed: 0", "Unnamed: 1"]}
    scores = table(text).bench(**question.roles, higher_is_better=False).scores
    assert scores.blocks[:3] == ("boot/max", "boot/mean", "idle/mean")


def asked_of_cells(frame, **roles):
    with pytest.raises(DataError, match="more than one score") as refused:
        _ = frame.bench(**roles).scores
    return refused.value.way_out.calls[0]


def test_sizes_within_cells_make_datasets_before_they_are_repeats():
    rows = [
        (size, problem, name, size * (1 + at) / 9 + problem)
        for size, problems in ((10, 4), (50, 2), (100, 1))
        for problem in range(problems)
        for at, name in enumerate(("manhattan", "nn"))
    ]
    frame = pd.DataFrame(rows, columns=["size", "problem_id", "heuristic", "wall_time"])
    assert asked_of_cells(frame).roles == {"dataset": ["problem_id", "size"]}


def test_the_metric_that_has_all_its_values_is_proposed_first():
    rows = [
        (model, task, metric, None if metric == "f1" and task == "b" else 0.5 + len(model) / 9)
        for model in ("svm", "tree")
        for task in "abc"
        for metric in ("f1", "accuracy")
    ]
    frame = pd.DataFrame(rows, columns=["model", "task", "metric", "value"])
    assert asked(frame).way_out.calls[0].roles == {"metric": "accuracy"}


def test_a_column_of_winners_names_no_algorithms():
    rows = [(10 * n, n / 9, "ga" if n % 2 else "ils", 4.5 * n, 1.5 / n) for n in range(1, 7)]
    frame = pd.DataFrame(rows, columns=["n", "alpha", "best_solver", "best_cost", "time"])
    with pytest.raises(DesignError, match="names only the best algorithm of each row"):
        _ = frame.bench.scores


def test_whole_numbers_and_shares_are_no_two_algorithms():
    text = "bins,optimal_parts,breaking\nA,11,.013\nB,8,.048\nC,3,.11\nD,5,.043\n"
    with pytest.raises(DesignError, match="measure different things"):
        _ = table(text).bench.scores
    # scores of one scale may be whole by chance
    near = table("data,svm,knn\nA,3,.9\nB,1,.8\nC,2,1.5\nD,4,.7\n")
    assert near.bench(higher_is_better=True).scores.algorithms == ("svm", "knn")


@pytest.mark.parametrize(
    ("names", "known"),
    [
        (("duckdb", "sqlite"), {"higher_is_better": False}),
        (("duckdb", "sqlite"), {"score": "time"}),
        (("duckdb", "sqlite"), {"dataset": "query", "higher_is_better": True}),
        (("duckdb (s)", "sqlite (s)"), {}),
        (("duckdb", "sqlite"), {"columns": "algorithm", "higher_is_better": True}),
    ],
)
def test_short_times_and_whole_seconds_are_of_two_algorithms(names, known):
    short, long = [0.12, 0.5, 0.33, 0.7, 0.9], [15, 20, 31, 42, 17]
    frame = pd.DataFrame({"query": list("abcde"), names[0]: short, names[1]: long})
    assert frame.bench(**known).scores.algorithms == ("duckdb", "sqlite")
    plain = frame.set_axis(["query", "duckdb", "sqlite"], axis=1)
    with pytest.raises(DesignError, match="name the columns that are algorithms"):
        _ = plain.bench(higher_is_better=True).scores


def test_rates_of_detectors_and_times_of_builds_are_measures():
    with pytest.raises(DesignError, match="one row for each 'Model'"):
        _ = table("Model,HDA,FAR,MDR\nRF,.97,.035,.02\nKNN,.9,.05,.07\nMLP,.6,.2,.7\n").bench.scores
    text = (
        "m,k,recall,build_time_sec,eval_time_sec\n3,18,.9,1.9,.02\n2,27,.8,.5,.01\n4,9,.7,2.5,.04\n"
    )
    with pytest.raises(DesignError, match="build_time_sec, eval_time_sec are measures"):
        _ = table(text).bench.scores


def test_a_version_that_merged_cells_leave_empty_is_no_setting():
    text = (
        "task,version,metric,value\narc,0,acc,.6\n,,acc_norm,.64\neasy,1,acc,.87\n,,acc_norm,.86\n"
    )
    refused = asked(table(text), metric="acc")
    assert "--factors" not in str(refused.way_out)


def test_operations_below_each_heading_are_what_it_does():
    text = "".join(
        f"### {name}\n\n| Operation | Median | 95% CI |\n|---|---:|---|\n"
        f"| `keygen` | {time} µs | {time} µs – {time} µs |\n| `seal` | {time + 1} µs | 0 – 99 µs |\n\n"
        for name, time in (("kem-512", 29.6), ("kem-768", 51.7))
    )
    frame = read_markdown(text.encode())
    scores = frame.bench(dataset="Operation").scores
    assert (scores.algorithms, scores.blocks) == (("kem-512", "kem-768"), ("keygen", "seal"))


def test_letters_for_thousands_are_numbers_where_more_is_better_and_medals_are_ranks():
    row = "| {} | **[{}](https://x.org)** | {} | {}ms | {} |\n"
    text = "".join(
        f"### {name}\n\n| Rank | Library | Ops/sec | p99 | Samples |\n|:-:|---|---|---|---|\n"
        + row.format("🥇", "zen", first, 0.19, "3.38M")
        + row.format("🥈", "wouter", second, 0.88, "783.03K")
        + row.format("🥉", "react", "32.06K ops/sec", 51.7, "16.03K")
        for name, first, second in (("Static", "6.75M", "1.57M"), ("Simple", "5.82M", "924.73K"))
    )
    frame = read_markdown(text.encode())
    scores = frame.bench(score="Ops/sec").scores
    assert (scores.algorithms, scores.blocks) == (("zen", "wouter", "react"), ("Static", "Simple"))
    assert scores.values[0].tolist() == [6.75e6, 1.57e6, 32060.0]
    # a size that is written so names a row
    sizes = pd.DataFrame(
        {"size": ["1M", "5M"], "a time (s)": [1.5, 2.5], "b time (s)": [0.5, 0.75]}
    )
    assert sizes.bench.scores.blocks == ("1M", "5M")


def test_ranks_as_words_are_no_algorithms():
    rows = [
        (data, place, name, score + at / 7)
        for at, data in enumerate(("iris", "wine"))
        for place, name, score in (("1st", "svm", 0.8), ("2nd", "knn", 0.7), ("3rd", "rf", 0.6))
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "Rank", "library", "f1"])
    assert frame.bench.scores.algorithms == ("svm", "knn", "rf")
