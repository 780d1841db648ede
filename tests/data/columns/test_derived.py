"""Columns and rows that follow from others are no datasets, algorithms or scores."""

import io

import numpy as np
import pandas as pd
import pytest

from benchreport.data.columns.content.derived import derived_columns, derived_rows
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.roles import Roles
from benchreport.data.readers import read
from benchreport.data.reading_overview import columns_in_words
from benchreport.errors import DataError, RoleError


def markdown(tmp_path, text):
    path = tmp_path / "results.md"
    path.write_text(text, encoding="utf-8")
    return read(path)


@pytest.mark.parametrize(
    ("averages", "gains"),
    [
        ("37.2 46.4 47.4 54.1", "- +9.2 +10.2 +16.9"),
        # without a sign, only more digits make it certain
        ("37.234 46.441 47.482 54.135", "- 9.207 10.248 16.901"),
        ("37.234 46.441 47.482 54.135", "0 9.207 10.248 16.901"),
    ],
)
def test_gains_over_a_baseline_are_no_dataset(tmp_path, averages, gains):
    scores = ("34.9 | 33.8", "45.0 | 44.2", "47.4 | 44.6", "54.9 | 49.8")
    rows = zip("abcd", scores, averages.split(), gains.split(), strict=True)
    lines = ["| 方法 | Citys | BDD | Avg | 変化 |", "|--|--|--|--|--|", *map(" | ".join, rows)]
    frame = markdown(tmp_path, "\n".join(lines))
    with pytest.raises(RoleError) as question:
        _ = frame.bench.scores
    roles = question.value.way_out.calls[0].roles
    assert frame.bench(**roles).scores.blocks == ("Citys", "BDD")


def test_a_row_of_gains_is_no_algorithm(tmp_path):
    frame = markdown(
        tmp_path,
        "| Method | Cora | Citeseer | PubMed | WikiCS |\n|--|--|--|--|--|\n"
        "| Judge | 77.89 | 73.59 | 87.12 | 74.80 |\n| Ours | 85.75 | 77.12 | 91.32 | 74.80 |\n"
        "| 提升 | +7.86 | +3.53 | +4.20 | +0.00 |\n",
    )
    scores = frame.bench(columns="dataset", higher_is_better=True).scores
    assert scores.algorithms == ("Judge", "Ours")
    assert "提升 is left out as a summary of the other algorithms." in scores.runs.notes
    other = pd.DataFrame(
        {"model": list("abc"), "x": [7.5, 9.25, 1.5], "y": [3.5, 6.5, 3.25], "z": [1.25, 8.75, 7]}
    )
    assert len(other.bench(columns="dataset", higher_is_better=True).scores.algorithms) == 3


def test_an_average_is_no_score_beside_what_it_averages():
    text = "Dataset,Method,R1@3,R1@5,AVG\n" + "".join(
        f"{data},{method},{1.5 * place + 0.25 * row},{2.5 * place + row},{9 - place + row}\n"
        for row, data in enumerate(("NLQ", "MAD", "Goal"))
        for place, method in enumerate(("SnAG", "RGNet"))
    )
    frame = pd.read_csv(io.StringIO(text))
    with pytest.raises(RoleError, match="2 columns could be the score: R1@3, R1@5"):
        _ = frame.bench.scores
    # the mean of runs stands beside their spread
    runs = frame.rename(columns={"R1@5": "std"})
    with pytest.raises(RoleError, match="2 columns could be the score: AVG, R1@3"):
        _ = runs.bench.scores


def test_changes_with_a_sign_are_no_scores(tmp_path):
    path = tmp_path / "results.csv"
    rows = [
        (package, task, time * (1 + place), f"{change:+}%")
        for place, task in enumerate(("fields", "context", "static"))
        for package, time, change in (("zap", 732, 0), ("zerolog", 440, -40), ("go", 2930, 300))
    ]
    lines = ["Package,task,Time,Time % to zap", *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert read(path).bench.scores.score == "Time"


def test_what_a_leaderboard_leaves_out_is_said():
    frame = pd.DataFrame(
        {
            "Engine": ["a", "b", "c"],
            "SF1, 1 thread": [2.5, 1, 1.25],
            "SF1, 16 threads": [1.5, 1, 1.75],
            "Peak RSS (MB)": [1234, 1659, 2242],
        }
    )
    roles = {"columns": "dataset", "higher_is_better": False}
    scores = frame.bench(**roles).scores
    assert scores.blocks == ("SF1, 1 thread", "SF1, 16 threads")
    assert "2 columns of datasets (not read: Peak RSS (MB))" in columns_in_words(
        frame, Roles(**roles)
    )
    assert scores.runs.unread == ("Peak RSS (MB)",)


@pytest.mark.parametrize("long", [False, True])
def test_a_last_row_of_means_is_no_dataset_whatever_it_is_called(long):
    frame = pd.DataFrame(
        {
            "dataset": ["iris", "wine", "glass", "suite"],
            "svm": [81.25, 70.5, 91.5, 81.08],
            "knn": [80.5, 61.25, 90.25, 77.33],
            "tree": [75.75, 65.5, 85, 75.42],
        }
    )
    roles = {"higher_is_better": True}
    other = frame.copy()
    other.loc[3, "svm"] = 81.12
    if long:
        names = {"id_vars": "dataset", "var_name": "algorithm", "value_name": "score"}
        frame, other = frame.melt(**names), other.melt(**names)
    runs = frame.bench(**roles).scores.runs
    assert "suite is left out as a summary of the other datasets." in runs.notes
    assert frame.bench(**roles).scores.blocks == ("iris", "wine", "glass")
    assert other.bench(**roles).scores.blocks == ("iris", "wine", "glass", "suite")


def test_metrics_over_all_tasks_below_these_are_no_tasks():
    frame = pd.DataFrame(
        {"task": ["a", "b", "micro accuracy", "macro accuracy"], "svm": 0.5, "knn": 0.6}
    )
    assert frame.bench(higher_is_better=True).scores.blocks == ("a", "b")


@pytest.mark.parametrize("name", ["Parameter Reduction", "Size reduction"])
def test_rows_of_percentages_below_methods_are_none(tmp_path, name):
    text = (
        "| Method | SST | CoLA | RTE |\n|--|--|--|--|\n| Full | .95 | .63 | .64 |\n"
        f"| Pruned | .91 | .47 | .57 |\n| {name} | 18.9% | 22.6% | 17.1% |\n"
    )
    frame = markdown(tmp_path, text)
    runs = frame.bench(columns="dataset", higher_is_better=True).scores.runs
    assert runs.algorithms == ("Full", "Pruned")
    assert (
        f"{name} is left out: its scores are percentages, and those of the others are none."
        in runs.notes
    )
    other = markdown(tmp_path, text.replace(name, "Distilled"))
    with pytest.raises(DataError, match="percent sign"):
        _ = other.bench(columns="dataset", higher_is_better=True).scores


def test_columns_near_the_largest_number_follow_from_none():
    columns = {"x": [0.5, 0.6, 0.7, 0.9], "y": [3, -1.7e308, 9, 1], "z": [1.0, 2.0, 4.0, 3.0]}
    frame = pd.DataFrame(columns)
    assert derived_columns([*frame], Evidence(frame.assign(name=[*"abcd"]))) == []


@pytest.mark.parametrize(
    "names", [["k=2", "k=8", "k=5"], ["low", "high", "medium"], ["p1", "p2", "p3", "p4"]]
)
def test_a_dataset_between_others_is_one(names):
    places = np.array([0, 2, 1] if len(names) == 3 else [0, 1, 2, 1])
    frame = pd.DataFrame(
        {"svm": 10.25 + 15 * places, "knn": 9.5 + 12 * places, "mlp": 8 + 13.5 * places}
    )
    frame.insert(0, "dataset", names)
    assert frame.bench(higher_is_better=True).scores.blocks == tuple(names)


def test_benchmarks_called_micro_and_macro_are_some():
    names = ["startup", "gc", "micro throughput", "macro throughput"]
    frame = pd.DataFrame({"benchmark": names, "svm": [1.5, 2, 3, 4], "knn": [2, 3, 4.5, 5]})
    assert frame.bench(higher_is_better=False).scores.blocks == tuple(names)


def test_gains_on_hundreds_of_datasets_are_no_algorithm():
    rng = np.random.default_rng(0)
    base, ours = rng.uniform(50, 90, (2, 250)).round(2)
    wide = pd.DataFrame({"base": base, "ours": ours, "gain": (ours - base).round(2)})
    long = wide.assign(dataset=[f"d{n}" for n in range(250)]).melt("dataset", var_name="algorithm")
    assert long.bench(score="value", higher_is_better=True).scores.algorithms == ("base", "ours")


def test_differences_beyond_the_largest_double_are_none():
    scores = np.array([[1.7e308, 0.5, 3.0], [-1.7e308, 0.25, 1.0], [1.0, 0.3, 2.0]])
    assert derived_rows(scores) == []


def test_infinite_numbers_are_the_mean_of_nothing():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(rng.uniform(0.1, 0.9, (8, 4)), columns=["Best", "Mean", "Worst", "RMSE"])
    # a run that diverged
    frame.iloc[6] = np.inf
    frame.insert(0, "function", ["ackley"] * 4 + ["rastrigin"] * 4)
    assert derived_columns([*frame.columns[1:]], Evidence(frame)) == []
