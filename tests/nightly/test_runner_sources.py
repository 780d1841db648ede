"""The files of tools that run benchmarks are sources of nights, from `init` to a found slowdown."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from needs import LONG, one_in

from benchreport.nightly.config.load import load
from benchreport.nightly.init_config import write_config
from benchreport.nightly.run import backfill, run

pytestmark = pytest.mark.usefixtures("plain_figures")

TOOLS = Path(__file__).parents[1] / "data/tool_files"

FILES = {
    "asv": "results",
    "criterion": "raw.csv",
    "github_action_benchmark": "data.js",
    "google_benchmark": "repetitions.json",
    "hyperfine": "commands.json",
    "pyperf": "plain.json",
    "pytest_benchmark": "sorters.json",
}


@pytest.mark.parametrize("tool", one_in(3, FILES))
def test_the_files_of_a_runner_are_read_without_a_word(tool, tmp_path):
    source = TOOLS / tool / FILES[tool]
    place = tmp_path / source.name
    (shutil.copytree if source.is_dir() else shutil.copy)(source, place)
    write_config(place, tmp_path / "nightly.toml")
    config = load(tmp_path / "nightly.toml")
    times = [metric for metric in config.metric if "time" in metric.name]
    assert times
    assert all((each.compare, each.higher_is_better) == ("ratio", False) for each in times)
    outcome = run(tmp_path / "nightly.toml")
    assert outcome.exit_code in (0, 3)
    assert outcome.facts.n_scores > 0
    assert (tmp_path / "nights" / "index.html").exists()


def hyperfine_file(rng, slower):
    results = []
    for name, mean in (("sort a", 0.2), ("sort b", 0.3), ("sort c", 0.5)):
        factor = 1.2 if slower and name == "sort b" else 1.0
        times = rng.normal(mean * factor * rng.normal(1, 0.01), 0.01 * mean, size=10)
        results.append({
            "command": name, "mean": times.mean(), "stddev": times.std(), "median": np.median(times),
            "user": 0.1, "system": 0.0, "min": times.min(), "max": times.max(),
            "times": times.tolist(), "exit_codes": [0] * 10,
        })  # fmt: skip
    return {"results": results}


@LONG
def test_a_slowdown_in_files_of_hyperfine_is_found_on_its_second_night(tmp_path):
    rng = np.random.default_rng(1)
    nights = [f"2026-10-{day:02d}" for day in range(1, 15)]
    for number, night in enumerate(nights):
        text = json.dumps(hyperfine_file(rng, slower=number >= 12))
        (tmp_path / f"{night}.json").write_text(text)
    write_config(tmp_path / f"{nights[0]}.json", tmp_path / "nightly.toml")
    assert load(tmp_path / "nightly.toml").source.files == ("{night}.json",)
    facts = backfill(tmp_path / "nightly.toml", nights=nights)
    assert not any(night.findings for night in facts[:-1])
    (finding,) = facts[-1].findings
    assert (finding.key.algorithm, finding.since) == ("sort b", nights[12])
    assert finding.change == pytest.approx(0.2, abs=0.05)
    assert "provisional" in next(row.reason for row in facts[-1].series if row.key == finding.key)


@LONG
def test_a_command_that_crashes_is_a_failed_run_of_the_night(tmp_path):
    """It ends at once, which is no improvement."""
    rng = np.random.default_rng(1)
    nights = [f"2026-10-{day:02d}" for day in range(1, 15)]
    for number, night in enumerate(nights):
        data = hyperfine_file(rng, slower=False)
        if number >= 12:
            data["results"][1] |= {"times": [0.001] * 10, "exit_codes": [1] * 10}
        (tmp_path / f"{night}.json").write_text(json.dumps(data))
    write_config(tmp_path / f"{nights[0]}.json", tmp_path / "nightly.toml")
    backfill(tmp_path / "nightly.toml", nights=nights[:13])
    outcome = run(tmp_path / "nightly.toml", night=nights[13])
    assert (outcome.exit_code, outcome.facts.findings) == (3, ())
    states = {row.key.algorithm: row.state for row in outcome.facts.series}
    assert states["sort b"] == "failed"
    assert states["sort a"] == "ok"


WRITE_RUNS = """
import datetime as dt, os, random, sys
os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"
from mlflow.tracking import MlflowClient

client = MlflowClient(sys.argv[1])
experiment = client.create_experiment("nightly")
noise = random.Random(1)
for night in range(14):
    began = dt.datetime(2026, 9, 1 + night, 23, 50, tzinfo=dt.timezone.utc)
    for minute, (model, seed) in enumerate((m, s) for s in range(3) for m in ("tree", "forest", "svm")):
        start = int((began + dt.timedelta(minutes=5 * minute)).timestamp() * 1000)
        commit = {"mlflow.source.git.commit": f"{night:07x}"}
        run = client.create_run(experiment, start_time=start, tags=commit).info.run_id
        client.log_param(run, "model", model)
        client.log_param(run, "seed", seed)
        lost = 0.1 if model == "forest" and night >= 12 else 0.0
        client.log_metric(run, "accuracy", 0.8 - lost + noise.gauss(0, 0.01))
        client.set_terminated(run)
"""


@pytest.mark.needs("mlflow")
@pytest.mark.parametrize("store", ["mlflow.db", "mlruns"])
def test_runs_of_mlflow_are_nights_that_begin_before_midnight(store, tmp_path):
    scheme = "sqlite:///" if store.endswith("db") else "file://"
    (tmp_path / "write.py").write_text(WRITE_RUNS)
    command = [sys.executable, "write.py", f"{scheme}{tmp_path / store}"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    place = tmp_path / "nightly.toml"
    write_config(tmp_path / store, place)
    place.write_text(place.read_text().replace('# day_starts = "00:00"', 'day_starts = "12:00"'))
    columns = load(place).columns
    assert (columns.repeat, columns.night, columns.code) == (("seed",), "date", "commit")
    facts = backfill(place)
    assert [night.night for night in facts] == [f"2026-09-{day:02d}" for day in range(1, 15)]
    assert not any(night.findings for night in facts[:-1])
    (finding,) = facts[-1].findings
    assert (finding.key.algorithm, finding.since) == ("forest", "2026-09-13")
