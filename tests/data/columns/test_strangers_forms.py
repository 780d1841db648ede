"""Forms in which results are published: headings above tasks, decimal commas, tables within cells."""

import json

import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.data.columns.evidence import Evidence
from benchreport.data.columns.units import read_units
from benchreport.data.readers.json_records import read_json
from benchreport.data.readers.markdown import read_markdown
from benchreport.errors import DesignError

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
