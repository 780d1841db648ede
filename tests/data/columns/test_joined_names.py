"""Names that join an algorithm and a dataset: which part is which is asked, and tuples are taken apart."""

import pandas as pd
import pytest

from benchreport.analysis.check import check
from benchreport.data.columns.joined_names import split_names
from benchreport.data.columns.roles import Roles
from benchreport.errors import BenchreportError, DesignError, RoleError

MODELS, DATA = ("svm", "knn", "tree"), ("iris", "wine", "glass", "yeast")


def joined(template):
    rows = [
        (template.format(model=model, data=data), 0.5 + place / 100 + number / 10)
        for number, model in enumerate(MODELS)
        for place, data in enumerate(DATA)
    ]
    return pd.DataFrame(rows, columns=["experiment", "accuracy"])


@pytest.mark.parametrize(
    "template",
    ["{model}-{data}", "runs/{data}/seed 0/{model}.json", "{model} on {data}", "{data}__{model}"],
)
def test_parts_of_joined_names_are_asked_about_and_the_answer_works(template):
    frame = joined(template)
    with pytest.raises(RoleError, match="join 2 parts that cross") as refused:
        _ = frame.bench.scores
    asked = refused.value.way_out.calls[0].roles
    scores = frame.bench(**asked).scores
    parts = [scores.algorithms, scores.blocks]
    models, data = parts if len(parts[0]) == len(MODELS) else reversed(parts)
    assert [model in name for model, name in zip(MODELS, models, strict=True)] == [True] * 3
    assert [place in name for place, name in zip(DATA, data, strict=True)] == [True] * 4


def test_a_part_that_is_called_like_algorithms_is_proposed_first():
    with pytest.raises(RoleError) as refused:
        _ = joined("{data}-{model}").bench.scores
    first, second = (way.roles for way in refused.value.way_out.calls)
    assert first == {"algorithm": "experiment (2)", "dataset": "experiment (1)"}
    assert second == {"algorithm": "experiment (1)", "dataset": "experiment (2)"}
    scores = joined("{data}-{model}").bench(**first).scores
    assert (scores.algorithms, scores.blocks) == (MODELS, DATA)


def test_check_shows_the_answers_as_commands():
    shown = str(check(joined("{model}-{data}"), Roles()))
    assert "df.bench(algorithm='experiment (1)', dataset='experiment (2)').check()" in shown


def test_what_tells_rows_of_a_joined_name_apart_belongs_to_the_dataset():
    tables = [joined("b.{model}.{data}").assign(size=size) for size in (10, 100)]
    frame = pd.concat(tables).rename(columns={"experiment": "benchmark"})
    with pytest.raises(RoleError) as refused:
        _ = frame.bench.scores
    asked = refused.value.way_out.calls[0].roles
    assert asked["dataset"] == ["benchmark (2)", "size"]
    assert len(frame.bench(**asked).scores.blocks) == 8


@pytest.mark.parametrize(
    "names",
    [
        ["svm-rbf", "svm-linear", "knn"],
        ["a-1", "a-2", "b-1"],
        ["a", "b"],
        ["x-1", "y-1", "z-1", "u-1"],
    ],
)
def test_names_whose_parts_do_not_cross_are_whole(names):
    assert split_names(names) is None


def test_names_that_do_not_cross_leave_nothing_to_test():
    frame = pd.DataFrame({"model": ["svm", "knn", "tree"], "accuracy": [0.5, 0.6, 0.7]})
    with pytest.raises(DesignError, match="nothing to test"):
        _ = frame.bench.scores


def test_tuples_as_labels_are_datasets_and_repeats():
    labels = [
        f"('{data}', {rate}, {seed})" for data in DATA for rate in (0.0, 0.5) for seed in (0, 1)
    ]
    frame = pd.DataFrame({"Unnamed: 0": labels, "svm": range(16), "knn": range(16, 32)})
    frame.loc[frame["Unnamed: 0"].str.contains("glass', 0.5"), ["svm", "knn"]] = float("nan")
    scores = frame.bench(higher_is_better=True).scores
    assert scores.blocks[:2] == ("iris/0.0", "iris/0.5")
    assert len(scores.blocks) == 7
    assert scores.values[0].tolist() == [0.5, 16.5]
    assert scores.algorithms == ("svm", "knn")


def test_complex_numbers_in_brackets_are_no_tuples():
    frame = pd.DataFrame({"model": [*"abab"], "fold": [1, 1, 2, 2], "auc": ["(1+0j)"] * 4})
    with pytest.raises(BenchreportError):
        _ = frame.bench(score="auc").scores


def test_parts_of_several_words_cross_too():
    acts = ["Add.add", "Get.get", "Insert.insertInBegin", "Insert.insertInEnd"]
    names = [f"org.b.Bench{kind}{act}" for kind in ("ArrayList", "Deque") for act in acts]
    frame = pd.DataFrame({"Benchmark": names * 2, "size": [10] * 8 + [50] * 8, "Score": range(16)})
    with pytest.raises(
        RoleError, match=r"join 2 parts that cross \(1: ArrayList, Deque; 2: "
    ) as refused:
        _ = frame.bench.scores
    scores = frame.bench(**refused.value.way_out.calls[0].roles, higher_is_better=False).scores
    assert scores.algorithms == ("ArrayList", "Deque")
    assert len(scores.blocks) == 8


def test_two_measures_of_joined_names_are_no_reason_to_stop():
    names = [f"{act}_{kind}" for act in ("get_item", "get", "copy") for kind in ("dict", "c")]
    frame = pd.DataFrame({"name": names, "mean_us_per_op": range(6), "median_us_per_op": range(6)})
    with pytest.raises(RoleError, match=r"2: dict, c\)") as refused:
        _ = frame.bench.scores
    assert refused.value.way_out.calls[0].roles == {"algorithm": "name (2)", "dataset": "name (1)"}
