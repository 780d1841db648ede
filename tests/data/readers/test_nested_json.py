"""JSON as scripts write it: results within what is said of them, and lists of repeats."""

import json

import pandas as pd
import pytest

from benchreport.data import Roles, Scores
from benchreport.data.readers import read
from benchreport.data.readers.json_text import read_json
from benchreport.errors import DesignError, ReadError, RoleError

RECORDS = [
    {"model": model, "dataset": data, "accuracy": 0.5 + 0.1 * place + 0.01 * number}
    for place, model in enumerate(("svm", "knn"))
    for number, data in enumerate(("iris", "wine", "glass"))
]


@pytest.fixture
def write(tmp_path):
    def to(data):
        path = tmp_path / "results.json"
        path.write_text(json.dumps(data))
        return path

    return to


@pytest.mark.parametrize(
    "around",
    [
        {"date": "2026-01-01"},
        {"config": {"seed": 1, "lr": 0.1}, "tags": ["a", "b"]},
        {"errors": []},
    ],
)
def test_the_records_within_an_object_are_the_table(write, around):
    frame = read(write({**around, "runs of today": RECORDS}))
    assert frame.columns.tolist() == ["model", "dataset", "accuracy"]
    assert len(frame) == 6


def test_results_by_name_may_be_nested(write):
    nested = {"svm": {"iris": {"acc": 0.5, "f1": 0.4}}, "knn": {"iris": {"acc": 0.6, "f1": 0.5}}}
    frame = read(write({"meta": {"seed": 1}, "results": nested}))
    assert {*frame.columns} == {"dataset", "algorithm", "metric", "value"}


def test_an_object_of_algorithms_is_no_wrapper(write):
    frame = read(write({"svm": {"iris": 0.5, "wine": 0.6}, "knn": {"iris": 0.7, "wine": 0.8}}))
    assert frame.columns.tolist() == ["svm", "knn"]


def test_lists_of_numbers_are_repeats(write):
    data = {
        "svm": {"iris": [0.5, 0.7], "wine": [0.6, 0.8]},
        "knn": {"iris": [0.3, 0.4], "wine": [0.1, 0.2]},
    }
    scores = read(write(data)).bench(higher_is_better=True).scores
    assert (scores.blocks, scores.algorithms) == (("iris", "wine"), ("svm", "knn"))
    assert scores.values.tolist() == [
        [pytest.approx(0.6), 0.35],
        [pytest.approx(0.7), pytest.approx(0.15)],
    ]


def test_a_log_of_answers_with_an_identifier_and_the_answer_is_one_of_correctness(write):
    rows = [
        {"id": number, "model": model, "question": f"q{number}", "prediction": "a", "answer": "b"}
        | {"correct": (number + place) % 3 == 0}
        for place, model in enumerate(("x", "y"))
        for number in range(6)
    ]
    predictions = read(write(rows)).bench.predictions
    assert (predictions.task, len(predictions.examples)) == ("correctness", 6)


def test_results_that_each_record_lists_have_a_row_each(tmp_path):
    lines = [
        {
            "model": {"name": model, "params": 7},
            "results": [
                {"dataset": {"id": data, "kind": "law"}, "score": 0.5 + place / 10 + gain}
                for place, data in enumerate(("bar", "scalr", "echr"))
            ],
        }
        for model, gain in (("kanon", 0.1), ("voyage", 0.05), ("jina", 0.01))
    ]
    path = tmp_path / "results.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    frame = read(path)
    assert frame.columns.tolist() == [
        "model.name",
        "model.params",
        "dataset.id",
        "dataset.kind",
        "score",
    ]
    scores = frame.bench(higher_is_better=True).scores
    assert (scores.algorithms, scores.blocks) == (
        ("kanon", "voyage", "jina"),
        ("bar", "scalr", "echr"),
    )


def test_lists_that_are_no_results_stay_in_their_cells(tmp_path):
    path = tmp_path / "log.jsonl"
    messages = [{"role": "user"}, {"role": "assistant"}]
    path.write_text("\n".join(json.dumps({"id": i, "messages": messages}) for i in range(3)))
    assert read(path).shape == (3, 2)


def test_objects_of_different_depth_have_a_row_for_each_of_their_paths(write):
    def scores(plus):
        return {"mrr_10": 0.2 + plus, "ndcg_10": 0.3 + plus}

    evaluation = {
        "dataset": "msmarco",
        "dense": {"dim_96": scores(0), "dim_768": scores(0.1)},
        "sparse": {"dim_96": scores(0.02), "dim_768": scores(0.03)},
    }
    frame = read(
        write(
            {
                "msmarco": evaluation,
                "toy": evaluation | {"bm25": scores(0.05)},
                "environment": {"cuda": True, "python": "3.12"},
                "training": {"batch_size": 16, "seed": 1},
            }
        )
    )
    assert frame.columns.tolist() == ["name", "mrr_10", "ndcg_10"]
    assert frame["name"].tolist()[::4] == ["msmarco/dense/dim_96", "toy/dense/dim_96", "toy/bm25"]


def test_numbers_beside_objects_of_metrics_are_left_out(write):
    nested = {
        "iris": {"n": 150, "svm": {"acc": 0.5, "f1": 0.4}, "knn": {"acc": 0.6, "f1": 0.5}},
        "wine": {"size": 178, "svm": {"acc": 0.7, "f1": 0.6}, "knn": {"acc": 0.8, "f1": 0.7}},
    }
    frame = read(write(nested))
    assert (*frame.columns[2:], len(frame)) == ("metric", "value", 8)


def test_models_with_settings_and_metrics_are_a_record_each(write):
    models = {
        name: {"run": name[:2], "params": {setting: 5}, "metrics": {"f1": 0.5 + len(name) / 99}}
        for name, setting in (("tree", "depth"), ("forest", "trees"))
    }
    frame = read(write({"champion_model": "tree", "features": ["age"], "models": models}))
    assert frame["name"].tolist() == ["tree", "forest"]
    assert {"run", "params.depth", "params.trees", "metrics.f1"} <= {*frame.columns}


def test_sizes_beside_metrics_of_models_are_no_algorithms(write):
    def measures(plus):
        return {"size": 640, "map": 39.5 + plus, "cpu": 56.1, "params": 2.6 + plus, "flops": 6.5}

    sizes = {name: {size: measures(at) for at, size in enumerate("nsm")} for name in ("v10", "v11")}
    frame = read(write(sizes))
    assert {*frame["metric"]} == {"size", "map", "cpu", "params", "flops"}
    with pytest.raises(RoleError, match="holds 5 metrics") as refused:
        _ = frame.bench.scores
    assert refused.value.way_out.calls[0].roles == {"metric": "map"}


def test_an_array_of_rows_below_names_is_a_table(tmp_path):
    path = tmp_path / "sheet.json"
    path.write_text('[["model", "iris", "wine"], ["svm", 0.5, 0.6], ["knn", 0.7, 0.8]]')
    assert read(path).to_dict("list") == {
        "model": ["svm", "knn"],
        "iris": [0.5, 0.7],
        "wine": [0.6, 0.8],
    }


def test_lists_of_records_by_key_are_one_table():
    rows = [{"op": "add", "svm": 1.5, "knn": 2.5}, {"op": "sub", "svm": 1.0, "knn": 3.5}]
    frame = read_json(json.dumps({"1000": rows, "2000": rows, "4000": rows}).encode())
    assert frame.columns.tolist() == ["group", "op", "svm", "knn"]
    assert frame["group"].tolist() == ["1000"] * 2 + ["2000"] * 2 + ["4000"] * 2
    grouped = read_json(
        json.dumps({"a": [{"group": 1}, {"group": 2}], "b": [{"group": 3}, {"group": 4}]}).encode()
    )
    assert grouped.columns.tolist() == ["key", "group"]


def test_several_tables_are_named_and_valid_json_is_not_called_invalid():
    rows = [{"tool": "zip", "ms": 5}, {"tool": "xz", "ms": 9}]
    with pytest.raises(ReadError, match=r"several tables \(one, two\)") as refused:
        read_json(json.dumps({"env": {"os": "linux"}, "one": rows, "two": rows * 2}).encode())
    assert "{path}#one, {path}#two" in str(refused.value.way_out)
    with pytest.raises(ReadError, match="not equally long"):
        read_json(b'{"a": [1, 2], "b": [1, 2, 3]}')


def test_a_list_within_nested_results_is_named_by_its_keys(write):
    path = write(
        {
            "seed": 1,
            "semantic": {"model": "mini"},
            "eval": {"comparison": RECORDS, "tasks": [{"n": 3}]},
        }
    )
    with pytest.raises(DesignError, match="The file holds one record") as error:
        _ = read(path).bench.scores
    assert error.value.hint == f"name one: {path}#eval.comparison, {path}#eval.tasks"
    for part in ("eval.comparison", "1"):
        assert read(f"{path}#{part}").bench.scores.algorithms == ("svm", "knn")
    with pytest.raises(ReadError, match=r"'eval\.other' names none of them"):
        read(f"{path}#eval.other")


def test_lists_of_other_records_are_several_tables(write):
    path = write(
        {"light": RECORDS, "heavy": [{"cut": 5, "solver": "a"}, {"cut": 7, "solver": "b"}]}
    )
    with pytest.raises(ReadError, match=r"several tables \(light, heavy\)") as error:
        read(path)
    assert error.value.hint == f"name one: {path}#light, {path}#heavy"


def test_numbers_as_keys_name_rows_and_algorithms_stand_beside_settings(write):
    errors = {
        str(bits): {
            "block_error": 0.4 + bits / 20,
            "static_error": 0.7 + bits / 30,
            "gain_pct": 39.5 - bits,
        }
        for bits in (2, 4, 8)
    }
    scores = read(write(errors)).bench.scores
    assert (scores.algorithms, scores.blocks) == (("block", "static"), ("2", "4", "8"))
    summary = {
        name: {
            str(budget): {"win_rate": 0.1 * place + budget / 99, "time": 1.5}
            for budget in (10, 15, 25)
        }
        for place, name in enumerate(("aware", "random"))
    }
    nested = {"budgets": [10, 15, 25], "baseline": 0.68, "summary": summary}
    scores = read(write(nested)).bench(metric="win_rate").scores
    assert (scores.algorithms, scores.blocks) == (("aware", "random"), ("10", "15", "25"))


def test_objects_within_records_are_a_row_each_beside_lists_that_are_left_out():
    cells = {"svm": {"acc": 0.5, "time_s": 3, "status": "ok"}, "knn": {"acc": 0.6, "time_s": 2}}
    rows = [{"case": case, "cells": cells} for case in ("iris", "wine")]
    groups = [
        {"metric": "acc", "rows": rows, "members": [{"id": "svm"}, {"id": "knn"}]},
        {"metric": "f1", "rows": rows, "members": [{"id": "svm"}, {"id": "knn"}]},
    ]
    frame = read_json(json.dumps({"seed": 1, "groups": groups}).encode())
    assert [*frame] == ["metric", "case", "cells", "acc", "time_s", "status"]
    assert frame["cells"].tolist() == ["svm", "knn"] * 4
    assert frame["case"].tolist() == ["iris", "iris", "wine", "wine"] * 2
    assert frame.attrs["notes"] == (
        "Columns with a list of records in each cell are left out: members.",
    )


def test_objects_two_deep_are_a_row_for_each_of_both_keys():
    inner = {"lua": {"real": 5, "gc": 0, "version": "5.4"}, "racket": {"real": 9, "gc": 1}}
    records = [{"commit": c, "results": {"nbody": inner, "fib": inner}} for c in ("a", "b")]
    frame = read_json(json.dumps(records).encode())
    assert len(frame) == 8
    assert frame[["results", "results (2)"]].drop_duplicates().to_numpy().tolist() == [
        ["nbody", "lua"],
        ["nbody", "racket"],
        ["fib", "lua"],
        ["fib", "racket"],
    ]


def test_objects_of_the_parts_of_data_stay_columns():
    records = [{"model": m, "split": {"train": {"acc": 1}, "test": {"acc": 0.5}}} for m in "ab"]
    assert [*read_json(json.dumps(records).encode())] == [
        "model",
        "split.train.acc",
        "split.test.acc",
    ]


@pytest.mark.parametrize("summary", [5.5, 5.4999])
def test_runs_beside_their_median_have_its_name(summary):
    records = [{"tool": t, "time_ms": summary, "times": [9, 5, 5.5]} for t in "ab"]
    frame = read_json(json.dumps(records).encode())
    assert frame["time_ms"].tolist() == [9, 5, 5.5] * 2
    assert [*frame] == ["tool", "time_ms", "repeat"]
    other = [record | {"time_ms": 7} for record in records]
    assert [*read_json(json.dumps(other).encode())] == ["tool", "time_ms", "times", "repeat"]


@pytest.mark.parametrize(
    "value",
    [
        {"config": {"optimizer": {"name": "x", "lr": 1}, "scheduler": {"name": "y", "lr": 2}}},
        {"best": {"fold_1": {"C": 1, "gamma": 0.1}, "fold_2": {"C": 2, "gamma": 0.1}}},
        {"tokens": {"input": {"count": 5}, "output": {"count": 6}}},
        {"results": {"mean": {"acc": 0.5, "f1": 0.4}, "std": {"acc": 0.1, "f1": 0.1}}},
        {"models": {"a": {"f1": 0.5}, "b": {"f1": 0.6}}},
        {"data": [{"file": "a", "rows": 5}], "log": [{"t": 1}]},
    ],
)
def test_what_is_said_of_a_score_makes_no_rows(value):
    records = [{"model": name, "dataset": "iris", "auc": 0.9, **value} for name in ("svm", "knn")]
    frame = read_json(json.dumps(records).encode())
    assert frame["model"].tolist() == ["svm", "knn"]


@pytest.mark.parametrize(
    ("record", "name"),
    [
        ({"k": 5, "errors": [5, 5, 4]}, "errors"),
        ({"solved": True, "scores": [1, 1, 1]}, "scores"),
        ({"failed": 0, "errors": [0, 0, 4]}, "errors"),
        ({"runs": 5, "scores": [5, 5, 4]}, "scores"),
        ({"mean": 5, "rewards": [5, 6, 4]}, "rewards"),
    ],
)
def test_runs_keep_a_name_that_says_what_they_are(record, name):
    frame = read_json(json.dumps([record | {"model": m} for m in "ab"]).encode())
    assert sorted(frame[name].tolist()) == sorted(2 * record[name])
    assert len(frame.columns) == 4


def test_scores_of_all_datasets_beside_those_of_each_are_left_out(tmp_path):
    entries = [
        {
            "method": method,
            "tracking_rate": 0.9 - place / 10,
            "beat_mean": 0.3 + place / 10,
            "n_pieces": 60,
            "datasets": {
                data: {"n_pieces": 20, "tracking_rate": 0.9 - place / 10 - number / 100}
                for number, data in enumerate(("asap", "batik", "vienna"))
            },
        }
        for place, method in enumerate(("hmm", "oltw", "dtw"))
    ]
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"metrics": {"tracking_rate": "share"}, "entries": entries}))
    scores = read(path).bench(higher_is_better=True).scores
    assert (scores.algorithms, scores.blocks) == (
        ("hmm", "oltw", "dtw"),
        ("asap", "batik", "vienna"),
    )
    assert scores.score == "tracking_rate"


def test_other_parts_with_numbers_are_named_where_one_list_is_read():
    data = {
        "time": [{"input_size": n, "svm": n / 9, "knn": n / 8} for n in (1, 2, 3)],
        "config": {"seed": 5, "epochs": 3},
        "memory": {"total_bytes": 5, "peak_time_ms": 9, "fit_time_ms": 8},
    }
    frame = read_json(json.dumps(data).encode())
    assert frame.attrs["notes"] == ("memory of the file, with numbers of its own, is not read.",)
    del data["memory"]
    assert "notes" not in read_json(json.dumps(data).encode()).attrs


def test_lists_of_known_algorithms_on_datasets_are_a_column_each():
    runs = {"svm": [0.9, 0.8], "rf": [0.7, 0.6]}
    frame = read_json(json.dumps(dict.fromkeys(("iris", "wine", "zoo"), runs)).encode())
    scores = Scores.from_frame(frame, Roles(higher_is_better=True))
    assert (scores.algorithms, scores.blocks) == (("svm", "rf"), ("iris", "wine", "zoo"))


def test_how_samples_of_programs_ended_is_no_metric():
    rows = [
        {"task_id": f"t{task}", "model": model, "sample": sample, "passed": sample < task}
        for task in range(4)
        for model in ("codegen", "starcoder")
        for sample in range(3)
    ]
    results = ["passed" if row["passed"] else "failed: AssertionError" for row in rows]
    frame = pd.DataFrame(rows).assign(result=results)
    predictions = frame.bench.predictions
    assert predictions.algorithms == ("codegen", "starcoder")
    assert predictions.task == "correctness"
