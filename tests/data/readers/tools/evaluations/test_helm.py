"""Runs of HELM, their instances, and tables of its leaderboards."""

import json
import shutil
from pathlib import Path

import pytest

from benchreport.data import Predictions, Roles
from benchreport.data.readers import read
from benchreport.errors import ReadError

FILES = Path(__file__).parents[3] / "tool_files" / "helm"
(SYMBOLS,) = FILES.glob("runs/*variable_substitution*")
(WORDS,) = FILES.glob("runs/*natural*")


@pytest.fixture
def run(tmp_path):
    """Return a function that copies a run, and changes its files."""

    def copy(name, model="org/other", **changes):
        folder = tmp_path / name
        shutil.copytree(SYMBOLS, folder)
        spec = json.loads((folder / "run_spec.json").read_text())
        spec["adapter_spec"]["model"] = model
        (folder / "run_spec.json").write_text(json.dumps(spec))
        for file, change in changes.items():
            path = folder / f"{file}.json"
            data = json.loads(path.read_text())
            path.write_text(json.dumps(change(data)))
        return folder

    return copy


@pytest.mark.parametrize("source", [WORDS, WORDS / "stats.json"])
def test_scores_of_a_run(source):
    frame = read(source)
    assert frame.values.tolist() == [
        ["simple/model1", "synthetic_reasoning_natural:difficulty=easy", metric, 0.0]
        for metric in ("f1_set_match", "iou_set_match", "exact_set_match")
    ]
    assert "perturbed instances" in frame.attrs["notes"][0]


def test_a_suite_of_runs_is_one_table():
    datasets = {
        "synthetic_reasoning:mode=variable_substitution",
        "synthetic_reasoning_natural:difficulty=easy",
    }
    for folder in (FILES, FILES / "runs"):
        assert set(read(folder)["dataset"]) == datasets


def test_runs_of_two_models(run):
    frame = read([run("a", "org/a"), run("b", "org/b")])
    assert frame.groupby("algorithm")["metric"].nunique().to_dict() == {"org/a": 4, "org/b": 4}


def test_the_split_for_testing_is_read(run):
    def rise(stats):
        for stat in stats:
            stat["mean"] = 0.25 if stat["name"]["split"] == "test" else 0.75
        return stats

    def only_valid(stats):
        return [stat for stat in rise(stats) if stat["name"]["split"] == "valid"]

    assert set(read(run("both", stats=rise))["value"]) == {0.25}
    assert set(read(run("valid", stats=only_valid))["value"]) == {0.75}


def test_statistics_on_perturbed_instances_are_left_out(run):
    def perturbed(stats):
        return [{**stat, "mean": 9.0 if "perturbation" in stat["name"] else 0.5} for stat in stats]

    assert set(read(run("a", stats=perturbed))["value"]) == {0.5}


@pytest.mark.parametrize(("method", "expected"), [("generation", 0), ("language_modeling", 2)])
def test_probabilities_are_scores_of_language_models(run, method, expected):
    folder = run(
        "a", run_spec=lambda s: {**s, "adapter_spec": {**s["adapter_spec"], "method": method}}
    )
    metrics = read(folder)["metric"]
    assert metrics.isin(["perplexity", "bits_per_byte"]).sum() == expected


def test_instances_are_answers(run):
    def answered(right):
        def change(instances):
            rows = [{**instances[0], "instance_id": f"id{number}"} for number in range(3)]
            text = json.dumps(rows[1]).replace('"mean": 0.0', f'"mean": {right}.0')
            return [rows[0], json.loads(text), {**rows[2], "perturbation": {"name": "typos"}}]

        return change

    folders = [run(name, name, per_instance_stats=answered(n)) for n, name in enumerate("ab")]
    frame = read([folder / "per_instance_stats.json" for folder in folders])
    predictions = Predictions.from_frame(frame, Roles(metric="exact_match"))
    assert predictions.examples == ("id0", "id1")
    assert predictions.predicted.T.tolist() == [[0, 0], [0, 1]]


def test_trials_are_repeats(run):
    def trials(instances):
        return [{**instances[0], "train_trial_index": number} for number in range(3)]

    frame = read(run("a", per_instance_stats=trials) / "per_instance_stats.json")
    assert sorted(set(frame["repeat"])) == [0, 1, 2]


def test_a_table_of_the_leaderboard(tmp_path):
    tables = json.loads((FILES / "groups" / "synthetic_reasoning.json").read_text())
    header = tables[0]["header"]
    assert next(head["value"] for head in header if "lower_is_better" in head) == "F1"
    tables[0]["rows"] = [
        [{"value": model}, *({"value": value} for _ in header[1:])]
        for model, value in (("a", 0.5), ("b", None))
    ]
    path = tmp_path / "table.json"
    for data in (tables, tables[0], [tables[0], tables[0]]):
        path.write_text(json.dumps(data))
        rows = read(path)
        assert set(rows["algorithm"]) == {"a"}
        assert rows["metric"].tolist() == ["F1", "Denoised inference time (s)"]
        assert rows.attrs["higher_is_better"] == {"F1": True, "Denoised inference time (s)": False}
        assert set(rows["dataset"]) == {"Synthetic reasoning (natural language)"}


def test_a_run_without_its_specification(tmp_path):
    shutil.copy(SYMBOLS / "stats.json", tmp_path)
    with pytest.raises(
        ReadError, match=r"there is no run_spec\.json beside stats\.json, which names"
    ):
        read(tmp_path / "stats.json")


def test_a_specification_without_a_model(run):
    folder = run("a", run_spec=lambda spec: {**spec, "adapter_spec": {}})
    with pytest.raises(ReadError, match=r"results of HELM: it lacks the key 'adapter_spec\.model'"):
        read(folder)
