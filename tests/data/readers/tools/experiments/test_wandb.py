"""Exports of Weights & Biases: tables of runs and lines of charts."""

import math
from pathlib import Path

import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.data.readers.tools import Source, tool_for
from benchreport.errors import ReadError

FILES = Path(__file__).parents[3] / "tool_files" / "wandb"
RUNS = FILES / "wandb_export_runs.csv"


def edited(tmp_path, edit):
    path = tmp_path / "runs.csv"
    edit(pd.read_csv(RUNS)).to_csv(path, index=False)
    return path


def test_settings_are_roles_and_metrics_are_rows():
    frame = read(RUNS)
    assert frame.columns.tolist() == ["algorithm", "dataset", "seed", "metric", "value"]
    assert set(frame["algorithm"]) == {"resnet18", "vit_tiny", "mlp"}
    assert frame.groupby("metric").size().to_dict() == {"val_accuracy": 18, "val_loss": 18}
    written = pd.read_csv(RUNS).query("model == 'vit_tiny' and dataset == 'svhn' and seed == 1")
    cells = frame.set_index(["algorithm", "dataset", "seed", "metric"])["value"]
    assert cells["vit_tiny", "svhn", 1, "val_loss"] == written["val_loss"].item()


def test_a_run_that_crashed_is_an_empty_cell():
    frame = read(RUNS)
    failed = frame[frame["value"].isna()]
    assert failed[["algorithm", "dataset", "seed"]].to_numpy().tolist() == [["mlp", "svhn", 2]] * 2
    assert "1 run of 18 is missing" in repr(frame.bench(metric="val_accuracy"))


def test_settings_that_are_numbers_are_no_metrics(tmp_path):
    path = edited(tmp_path, lambda runs: runs.assign(lr=[0.1, 0.2] * 9, _runtime=range(18)))
    assert set(read(path)["metric"]) == {"val_accuracy", "val_loss"}


def test_metrics_without_a_known_name_are_all_numbers_that_differ(tmp_path):
    path = edited(
        tmp_path,
        lambda runs: runs.drop(columns="val_loss").rename(columns={"val_accuracy": "quality"}),
    )
    assert read(path).columns.tolist() == ["algorithm", "dataset", "seed", "quality"]


def test_a_group_is_the_algorithm_where_no_setting_is(tmp_path):
    frame = read(edited(tmp_path, lambda runs: runs.rename(columns={"model": "Group"})))
    assert set(frame["algorithm"]) == {"resnet18", "vit_tiny", "mlp"}
    alone = read(edited(tmp_path, lambda runs: runs.drop(columns="model")))
    assert alone["algorithm"].nunique() == 18


def test_runs_without_metrics_are_refused(tmp_path):
    path = edited(tmp_path, lambda runs: runs.drop(columns=["val_loss", "val_accuracy"]))
    with pytest.raises(ReadError, match="no column holds a metric; the columns are batch_size"):
        read(path)


def test_states_of_other_things_are_no_runs(tmp_path):
    path = edited(tmp_path, lambda runs: runs.assign(State="Texas"))
    assert tool_for(Source(path)) is None
    assert tool_for(Source(data=pd.read_csv(path))) is None
    assert tool_for(Source(data=pd.read_csv(RUNS))) is not None


def test_runs_of_the_api_have_dicts_in_cells():
    frame = read(FILES / "project.csv")
    assert frame.columns.tolist() == ["algorithm", "seed", "val_accuracy"]
    cells = frame.set_index(["algorithm", "seed"])["val_accuracy"]
    assert cells["vit_tiny", 1] == 0.78
    assert cells[cells.isna()].index.tolist() == [("mlp", 2)]


def test_a_frame_of_the_api_has_dicts_in_cells():
    runs = {"a": {"acc": 0.5, "ok": True, "loss": math.inf}, "b": {"acc": 1, "loss": 0.1}}
    frame = pd.DataFrame({"summary": runs.values(), "config": [{}, {"lr": 1}], "name": runs.keys()})
    rows = read(frame)
    assert rows["metric"].unique().tolist() == ["acc", "loss"]
    assert rows["algorithm"].unique().tolist() == ["a", "b"]
    assert rows["value"].isna().tolist() == [False, False, True, False]
    frame.loc[1, "summary"] = "{'acc': "
    with pytest.raises(ReadError, match="column 'summary' should hold dicts; rows 1 do not"):
        read(frame)
    with pytest.raises(ReadError, match="no summary of a run holds a number"):
        read(frame.assign(summary=[{"_step": 3}, {"best": "a.pt"}]))


def test_lines_of_a_chart_are_curves():
    frame = read(FILES / "wandb_export_chart.csv")
    assert frame.columns.tolist() == ["algorithm", "run", "step", "val_accuracy"]
    written = pd.read_csv(FILES / "wandb_export_chart.csv")
    cells = frame.set_index(["algorithm", "run", "step"])["val_accuracy"]
    assert cells["mlp", 1, 40] == written.loc[2, "mlp-seed1 - val_accuracy"]
    assert repr(frame.bench).startswith("2 algorithms, 4 runs of 5 points over step 0 to 80")


def test_lines_of_groups_over_the_epoch():
    frame = read(FILES / "wandb_export_groups.csv")
    assert frame.columns.tolist() == ["algorithm", "epoch", "train/loss"]
    assert frame.groupby("algorithm").size().to_dict() == {"mlp": 3, "resnet18": 4}


def test_lines_whose_names_hold_colons_keep_them(tmp_path):
    path = tmp_path / "chart.csv"
    names = [f"{run} - loss{edge}" for run in ("a: x", "b: x") for edge in ("", "__MIN", "__MAX")]
    pd.DataFrame([[0, *[1.0] * 6]], columns=["Step", *names]).to_csv(path, index=False)
    assert read(path)["algorithm"].tolist() == ["a: x", "b: x"]


def test_several_metrics_of_a_chart_are_columns(tmp_path):
    path = tmp_path / "chart.csv"
    header = ["Relative Time (Process)"]
    header += [
        f"{run} - {m}{edge}"
        for run in ("a - b", "c")
        for m in ("loss", "acc")
        for edge in ("", "__MIN", "__MAX")
    ]
    rows = [
        [0, *[1, 1, 1, 0.5, 0.5, 0.5] * 2],
        [9, *[0.5, 0.5, 0.5, "", "", ""], *[0.6] * 3, *[0.7] * 3],
    ]
    pd.DataFrame(rows, columns=header).to_csv(path, index=False)
    frame = read(path)
    assert frame.columns.tolist() == ["algorithm", "step", "loss", "acc"]
    assert frame["algorithm"].tolist() == ["a - b", "a - b", "c", "c"]
    assert frame["acc"].isna().tolist() == [False, True, False, False]
