"""Results of MTEB, new and old, by task, model and folder."""

import json
import shutil
from pathlib import Path

import pytest

from benchreport.data import Scores
from benchreport.data.readers import read
from benchreport.errors import ReadError

FILES = Path(__file__).parents[3] / "tool_files" / "mteb"
SMALL = FILES / "results" / "org__small" / "1"
TASK = SMALL / "MockSTSTask.json"
MANY = SMALL / "MockMultilingualClassificationTask.json"


def edited(path, target, change):
    data = json.loads(path.read_text())
    change(data)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(data))
    return target


def test_models_and_tasks_of_a_folder():
    scores = Scores.from_frame(read(FILES / "results"))
    assert scores.algorithms == ("org/large", "org/small")
    assert scores.blocks == (
        "MockClassificationTask",
        "MockMultilingualClassificationTask (eng)",
        "MockMultilingualClassificationTask (fra)",
        "MockSTSTask",
    )
    assert (scores.score, scores.higher_is_better) == ("main_score", True)


def test_scores_are_the_main_scores(tmp_path):
    def change(data):
        for number, scores in enumerate(data["scores"]["test"]):
            scores["main_score"] = number / 10

    frame = read(edited(MANY, tmp_path / "a.json", change))
    assert frame["main_score"].tolist() == [0.0, 0.1]


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("org__a/main", "org/a"),
        ("org__a/5d0ca3a", "org/a"),
        ("org__a/no_revision_available", "org/a"),
        ("org__a", "org/a"),
    ],
)
def test_the_model_without_its_card(folder, name, tmp_path):
    path = tmp_path / folder / TASK.name
    path.parent.mkdir(parents=True)
    shutil.copy(TASK, path)
    assert set(read(path)["algorithm"]) == {name}


def test_revisions_of_a_model_are_algorithms(tmp_path):
    for revision in ("1234567abc", "7654321abc"):
        edited(TASK, tmp_path / "org__a" / revision / TASK.name, lambda _: None)
    assert read(tmp_path)["algorithm"].tolist() == ["org/a@1234567a", "org/a@7654321a"]


def test_of_several_splits_the_one_for_testing_is_read(tmp_path):
    def change(data):
        (scores,) = data["scores"]["test"]
        data["scores"] = {
            "dev": [{**scores, "main_score": 0.9}],
            "test": [{**scores, "main_score": 0.5}],
        }

    frame = read(edited(TASK, tmp_path / "a.json", change))
    assert frame["main_score"].tolist() == [0.5]
    assert frame.attrs["notes"] == ("One of several splits is read: MockSTSTask.",)


def test_a_task_without_a_split_for_testing(tmp_path):
    def change(data):
        data["scores"] = {"dev": data["scores"]["test"]}

    assert len(read(edited(TASK, tmp_path / "a.json", change))) == 1


def test_results_of_several_models_in_one_file(tmp_path):
    task = json.loads(MANY.read_text())
    models = [
        {"model_name": name, "model_revision": "1", "task_results": [task]} for name in ("a", "b")
    ]
    path = tmp_path / "results.json"
    path.write_text(json.dumps({"model_results": models}))
    assert read(path)["algorithm"].tolist() == ["a", "a", "b", "b"]
    path.write_text(json.dumps(models[1]))
    assert read(path)["algorithm"].tolist() == ["b", "b"]


def test_the_layout_before_1_11(tmp_path):
    assert read(FILES / "old").values.tolist() == [["org/old", "Banking77Classification", 0.801]]
    old = FILES / "old" / "org__old" / "Banking77Classification.json"

    def languages(data):
        data["test"] = {"de": {"main_score": 0.4}, "fr": {"main_score": 0.6}, "evaluation_time": 3}

    frame = read(edited(old, tmp_path / "org__x" / "a.json", languages))
    assert frame.values.tolist() == [
        ["org/x", "Banking77Classification (de)", 0.4],
        ["org/x", "Banking77Classification (fr)", 0.6],
    ]


@pytest.mark.parametrize(
    ("scores", "main"),
    [
        ({"map": 0.69, "mrr": 0.8}, 0.69),
        ({"ndcg_at_1": 0.2, "ndcg_at_10": 0.3, "map_at_10": 0.1}, 0.3),
        ({"cos_sim": {"pearson": 0.7, "spearman": 0.8}, "evaluation_time": 3}, 0.8),
        ({"cos_sim": {"accuracy_threshold": 1, "ap": 0.9}}, 0.9),
        ({"v_measure": 0.4, "v_measure_std": 0.1}, 0.4),
    ],
)
def test_main_scores_that_files_before_1_11_do_not_name(scores, main, tmp_path):
    old = FILES / "old" / "org__old" / "Banking77Classification.json"
    frame = read(edited(old, tmp_path / "a.json", lambda data: data.update(test=scores)))
    assert frame["main_score"].tolist() == [main]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda data: data.update(scores={}), "task MockSTSTask has no split with scores"),
        (lambda data: data["scores"]["test"][0].pop("main_score"), "has no main_score; it has"),
        (lambda data: data.update(task_name=3), "its key 'task_name' holds 3"),
    ],
)
def test_damaged_tasks(change, problem, tmp_path):
    with pytest.raises(ReadError, match=f"results of MTEB: .*{problem}"):
        read(edited(TASK, tmp_path / "a.json", change))


def test_a_file_of_another_kind_in_the_folder_is_named(tmp_path):
    shutil.copy(TASK, tmp_path)
    (tmp_path / "notes.json").write_text("{}")
    with pytest.raises(ReadError, match=r"notes\.json lacks task_name, scores or mteb_version"):
        read(tmp_path)
