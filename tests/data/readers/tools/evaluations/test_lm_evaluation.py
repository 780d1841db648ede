"""Results and samples of lm-evaluation-harness, old and new, and results of lighteval."""

import json
import shutil
from pathlib import Path

import pytest

from benchreport.data import Predictions, Roles, Scores, Several
from benchreport.data.readers import read
from benchreport.errors import ReadError

FILES = Path(__file__).parents[3] / "tool_files" / "lm_evaluation"
MODELS = [FILES / "org__small", FILES / "org__large"]


def results_of(folder):
    (path,) = folder.glob("results_*.json")
    return path


def edited(tmp_path, change, name="results_2026-11-22T00-00-00.json"):
    """Return a copy of a file of results that a function changed."""
    data = json.loads(results_of(MODELS[0]).read_text())
    change(data)
    path = tmp_path / name
    path.write_text(json.dumps(data))
    return path


def test_every_score_of_a_file():
    rows = read(results_of(MODELS[1])).set_index(["dataset", "metric"])
    assert set(rows["algorithm"]) == {"org/large"}
    assert rows["value"].round(4).to_dict() == {
        ("tiny_colours", "acc"): 0.5,
        ("tiny_colours", "acc_norm"): 0.5,
        ("tiny_shades", "acc"): 0.75,
        ("tiny_shades", "acc_norm"): 0.75,
        ("tiny_words", "exact_match,strict-match"): 0.5,
        ("tiny_words", "exact_match,flexible-extract"): 0.5,
        ("tiny_text", "word_perplexity"): 1.4966,
        ("tiny_text", "bits_per_byte"): 0.1662,
    }
    assert rows["stderr"]["tiny_shades", "acc"] == 0.25
    assert rows["stderr"].isna().sum() == 2


def test_averages_over_tasks_are_left_out_and_named():
    frame = read(MODELS[0])
    assert "tiny" not in set(frame["dataset"])
    assert frame.attrs["notes"][0] == "Averages over other tasks are left out: tiny."


def test_samples_beside_the_results_are_told():
    _, note = read(MODELS).attrs["notes"]
    assert note.startswith("The files samples_*.jsonl hold the answers by example")
    assert len(read(results_of(MODELS[0])).attrs["notes"]) == 1


def test_directions_are_those_that_the_file_states(tmp_path):
    def turn(data):
        data["higher_is_better"]["tiny_words"] = {"exact_match": False}
        data["higher_is_better"]["tiny_shades"] = {"acc": False}

    known = read(results_of(MODELS[0])).attrs["higher_is_better"]
    assert known == {
        "acc": True,
        "acc_norm": True,
        "exact_match,strict-match": True,
        "exact_match,flexible-extract": True,
        "word_perplexity": False,
        "bits_per_byte": False,
    }
    turned = read(edited(tmp_path, turn)).attrs["higher_is_better"]
    assert turned == {
        metric: better and "exact" not in metric
        for metric, better in known.items()
        if metric != "acc"
    }
    # files that contradict each other say nothing
    both = read([results_of(MODELS[1]), edited(tmp_path, turn)]).attrs["higher_is_better"]
    assert set(both) == {"acc", "acc_norm", "word_perplexity", "bits_per_byte"}


def test_a_group_without_its_tasks_is_kept(tmp_path):
    def only_the_group(data):
        data["results"] = {"tiny": data["results"]["tiny"]}

    frame = read(edited(tmp_path, only_the_group))
    assert frame[["dataset", "metric", "value"]].values.tolist() == [["tiny", "acc", 0.5]]


def test_groups_of_groups_are_left_out(tmp_path):
    def add_groups(data):
        data["results"]["all_tiny"] = {"alias": "all", " ": " ", "acc,none": 0.4}
        data["group_subtasks"] = {"all_tiny": ["tiny"], "tiny": ["tiny_colours"], "tiny_text": []}
        del data["groups"]

    datasets = set(read(edited(tmp_path, add_groups))["dataset"])
    assert datasets == {"tiny_colours", "tiny_shades", "tiny_words", "tiny_text"}


@pytest.mark.parametrize("how", ["folder of folders", "folders", "files", "pattern"])
def test_files_of_models_are_one_table(how, tmp_path):
    for model in MODELS:
        shutil.copytree(model, tmp_path / model.name)
    source = {
        "folder of folders": tmp_path,
        "folders": [tmp_path / model.name for model in MODELS],
        "files": [results_of(model) for model in MODELS],
        "pattern": str(tmp_path / "*" / "results_*.json"),
    }[how]
    frame = read(source)
    assert list(frame.columns) == ["algorithm", "dataset", "metric", "value", "stderr"]
    scores = Scores.from_frame(frame, Roles(metric="acc"))
    assert sorted(scores.algorithms) == ["org/large", "org/small"]
    assert scores.blocks == ("tiny_colours", "tiny_shades")
    assert scores.higher_is_better
    assert len(Several.from_frame(frame).metrics) == 6


def test_the_layout_of_older_files():
    frame = read(FILES / "old" / "results.json")
    assert frame.drop(columns="stderr").values.tolist() == [
        ["org/old", "lambada_openai", "ppl", 5.12],
        ["org/old", "lambada_openai", "acc", 0.63],
        ["org/old", "piqa", "acc", 0.74],
        ["org/old", "piqa", "acc_norm", 0.75],
    ]
    assert frame["stderr"].tolist() == [0.15, 0.0067, 0.01, 0.01]


def test_results_of_lighteval():
    frame = read(FILES / "lighteval")
    assert frame.drop(columns="stderr").values.tolist() == [
        ["org/light", "mmlu:anatomy", "acc", 0.5],
        ["org/light", "mmlu:virology", "acc", 0.25],
        ["org/light", "gsm8k", "extractive_match", 0.75],
    ]
    assert frame.attrs["notes"] == (
        "Averages over other tasks are left out: all, mmlu:_average|5.",
    )


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ("pretrained=org/a,dtype=float", "org/a"),
        ("dtype=float,engine=davinci", "davinci"),
        ({"model": "gpt-4o", "temperature": 0}, "gpt-4o"),
        ("", "dummy"),
        (None, "dummy"),
    ],
)
def test_the_model_among_the_arguments(arguments, name, tmp_path):
    def without_name(data):
        del data["model_name"]
        data["config"]["model_args"] = arguments

    assert set(read(edited(tmp_path, without_name))["algorithm"]) == {name}


def test_files_without_a_model_are_told_apart_by_their_names(tmp_path):
    def nameless(data):
        for key in set(data) - {"results", "configs"}:
            del data[key]

    paths = [edited(tmp_path, nameless, f"{name}.json") for name in ("gpt", "llama")]
    assert "algorithm" not in read(paths[0])
    assert read(paths)["algorithm"].unique().tolist() == ["gpt", "llama"]
    (tmp_path / "org__a").mkdir()
    edited(tmp_path / "org__a", nameless)
    assert set(read(tmp_path / "org__a")["algorithm"]) == {"org/a"}


def test_results_in_memory():
    data = json.loads(results_of(MODELS[0]).read_text())
    assert read(data).equals(read(results_of(MODELS[0])))


def test_numbers_of_examples_in_the_prompt_are_told_apart(tmp_path):
    def few_shots(data):
        data["n-shot"] = dict.fromkeys(data["n-shot"], 5)

    shutil.copy(results_of(MODELS[0]), tmp_path)
    edited(tmp_path, few_shots)
    datasets = set(read(tmp_path)["dataset"])
    assert {"tiny_colours, 0-shot", "tiny_colours, 5-shot"} < datasets
    assert len(datasets) == 8


def test_the_same_evaluation_again_is_a_run(tmp_path):
    shutil.copy(results_of(MODELS[0]), tmp_path)
    edited(tmp_path, lambda _: None)
    frame = read(tmp_path)
    assert sorted(frame["run"]) == [1] * 8 + [2] * 8


def test_answers_of_two_models():
    frame = read([path for model in MODELS for path in model.glob("samples_tiny_colours_*")])
    assert list(frame.columns) == ["algorithm", "dataset", "example", "metric", "correct"]
    predictions = Predictions.from_frame(frame, Roles(metric="acc"))
    assert predictions.algorithms == ("org/small", "org/large")
    assert predictions.predicted.T.tolist() == [[1, 0, 0, 0], [1, 1, 0, 0]]


def test_answers_agree_with_the_results():
    answers = read(str(FILES / "org__*" / "samples_tiny_[cw]*"))
    means = answers.groupby(["algorithm", "dataset", "metric"])["correct"].mean()
    results = read(MODELS).set_index(["algorithm", "dataset", "metric"])["value"]
    assert len(means) == 8
    assert means.to_dict() == {key: results[key] for key in means.index}


def test_the_model_of_samples_without_results(tmp_path):
    """The name comes from the folder; where that says nothing, the file's name tells models apart."""
    (path,) = MODELS[0].glob("samples_tiny_shades_*")
    for folder in ("org__small", "downloads"):
        (tmp_path / folder).mkdir()
        shutil.copy(path, tmp_path / folder)
    assert set(read(tmp_path / "org__small" / path.name)["algorithm"]) == {"org/small"}
    assert "algorithm" not in read(tmp_path / "downloads" / path.name)


def test_samples_of_older_versions_name_no_metrics(tmp_path):
    record = {"doc_id": 3, "doc": {}, "target": 1, "filtered_resps": [], "acc": True, "f1": [1, 2]}
    path = tmp_path / "pretrained__a_boolq.jsonl"
    path.write_text(json.dumps(record) + "\n\n")
    (row,) = read(path).to_dict("records")
    assert row == {"dataset": "pretrained__a_boolq", "example": 3, "metric": "acc", "correct": True}


def test_graded_answers_are_values(tmp_path):
    record = {"doc_id": 1, "doc": {}, "filtered_resps": [], "filter": "none", "metrics": ["f1"]}
    lines = [json.dumps({**record, "doc_id": n, "f1": n / 4}) for n in range(4)]
    path = tmp_path / "samples_squad_2026-11-22T00-00-00.jsonl"
    path.write_text("\n".join(lines))
    assert read(path)["value"].tolist() == [0, 0.25, 0.5, 0.75]


def test_samples_without_a_score_of_their_own():
    (path,) = MODELS[0].glob("samples_tiny_text_*")
    with pytest.raises(ReadError, match=r"lm-evaluation-harness: it holds no score\."):
        read(path)
