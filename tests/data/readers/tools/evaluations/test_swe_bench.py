"""What SWE-bench's harness and its submissions say of each instance."""

import json
from pathlib import Path

import pytest

from benchreport.data import Predictions
from benchreport.data.readers import read

FILES = Path(__file__).parents[3] / "tool_files" / "swe_bench"
FIVE = [f"astropy__astropy-{n}" for n in (12907, 13033, 13236, 13398, 13453)]


@pytest.mark.parametrize(
    ("source", "systems", "instances"),
    [
        ("reports", ("org/agent-a", "org/agent-b"), FIVE),
        ("logs", ("org/agent-a", "org/agent-b"), FIVE[:4]),
        ("logs/run_evaluation/run1", ("org/agent-a", "org/agent-b"), FIVE[:4]),
        ("bash_only", ("20250101_agent-a", "20250102_agent-b"), FIVE),
        # no submission says anything about the fourth
        ("verified", ("20250101_agent-a", "20250102_agent-b"), [*FIVE[:3], FIVE[4]]),
    ],
)
def test_a_folder_of_systems(source, systems, instances):
    predictions = Predictions.from_frame(read(FILES / source))
    assert predictions.task == "correctness"
    assert predictions.algorithms == systems
    assert list(predictions.examples) == instances
    assert predictions.predicted.T.tolist() == [
        [name in FIVE[:3] for name in instances],
        [name in FIVE[1:2] for name in instances],
    ]


@pytest.mark.parametrize("how", ["files", "folders", "pattern"])
def test_submissions_read_one_by_one_know_of_each_other(how):
    source = {
        "files": list(FILES.glob("verified/*/results/results.json")),
        "folders": list(FILES.glob("verified/*")),
        "pattern": str(FILES / "verified" / "*" / "results" / "results.json"),
    }[how]
    rows = read(source).pivot_table(index="example", columns="algorithm", values="correct")
    assert rows.notna().all(axis=None)
    assert rows.sum().tolist() == [3, 1]


def test_instances_that_no_system_resolved_are_told():
    assert "no system resolved" in read(FILES / "verified").attrs["notes"][0]
    assert not read(FILES / "bash_only").attrs["notes"]


@pytest.mark.parametrize(
    ("path", "system"),
    [
        ("reports/org__agent-b.run1.json", "org/agent-b"),
        ("verified/20250102_agent-b/results/results.json", "20250102_agent-b"),
        ("verified/20250102_agent-b", "20250102_agent-b"),
        ("bash_only/20250102_agent-b/per_instance_details.json", "20250102_agent-b"),
        ("logs/run_evaluation/run1/org__agent-b/astropy__astropy-13033/report.json", "org/agent-b"),
    ],
)
def test_the_name_of_the_system(path, system):
    frame = read(FILES / path)
    assert set(frame["algorithm"]) == {system}
    assert frame.loc[frame["correct"], "example"].tolist() == FIVE[1:2]


def test_a_model_with_dots_in_its_name(tmp_path):
    report = {"resolved_ids": ["a-1"], "unresolved_ids": ["a-2"], "submitted_ids": ["a-1", "a-2"]}
    (tmp_path / "gpt-4.1.run1.json").write_text(json.dumps(report))
    assert set(read(tmp_path / "gpt-4.1.run1.json")["algorithm"]) == {"gpt-4.1"}


def test_instances_without_a_prediction_were_not_tried(tmp_path):
    report = {
        "resolved_ids": ["a-1"],
        "unresolved_ids": ["a-2"],
        "error_ids": ["a-3"],
        "empty_patch_ids": ["a-4"],
        "incomplete_ids": ["a-5"],
    }
    (tmp_path / "m.r.json").write_text(json.dumps(report))
    rows = read(tmp_path / "m.r.json").set_index("example")["correct"].to_dict()
    assert rows == {"a-1": True, "a-2": False, "a-3": False, "a-4": False}


def test_older_results_list_the_generated_instances(tmp_path):
    results = {"no_generation": [], "generated": ["a-1", "a-2"], "resolved": ["a-2"]}
    (tmp_path / "results.json").write_text(json.dumps(results))
    assert read(tmp_path / "results.json")["correct"].tolist() == [False, True]
