"""``benchreport nightly`` on a terminal: hostile names, Ctrl-C, readers that go away."""

import json
import subprocess
import sys

import pandas as pd
import pytest
from click.testing import CliRunner
from needs import LONG

from benchreport.cli import main

STEERING = "\x1b]0;owned\x07\x9b31m\u202e"
CONFIG = r"""
[nightly]
name = "\u001b[31mdemo\u0007"
[source]
files = ["{night}.csv"]
[columns]
version = ["version"]
[report]
pdf = false
comparison = false
"""
NIGHTS = ("2026-09-01", "2026-09-02")


@pytest.fixture
def place(tmp_path):
    for night in NIGHTS:
        rows = [
            (name, data, f"{STEERING}{night}", 0.5 + 0.1 * place)
            for place, name in enumerate((f"svm{STEERING}", "knn\r\n- All is well.", "tree"))
            for data in (f"iris{STEERING}", "wine")
        ]
        columns = ["algorithm", "dataset", "version", "accuracy"]
        pd.DataFrame(rows, columns=columns).to_csv(tmp_path / f"{night}.csv", index=False)
    (tmp_path / "nightly.toml").write_text(CONFIG)
    return tmp_path


def nightly(place, *arguments):
    options = [argument.replace("CONFIG", str(place / "nightly.toml")) for argument in arguments]
    return CliRunner().invoke(main, ["nightly", *options])


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "CONFIG", "--night", NIGHTS[0]],
        ["run", "CONFIG", "--night", NIGHTS[1]],
        ["run", "CONFIG", "--night", NIGHTS[1], "--replace", "--label", STEERING],
        ["show", NIGHTS[1], "CONFIG"],
        ["show", NIGHTS[1], "CONFIG", "--format", "json"],
        ["show", NIGHTS[0], "CONFIG", "--label", STEERING],
        ["ack", STEERING, "CONFIG", "--why", "x"],
        ["history", "CONFIG"],
        ["status", "CONFIG"],
        ["run", f"{STEERING}.toml"],
    ],
)
def test_names_cannot_steer_the_terminal(place, arguments):
    for night in NIGHTS:
        assert nightly(place, "run", "CONFIG", "--night", night).exit_code in (0, 3)
    done = nightly(place, *arguments)
    assert done.exit_code in (0, 2, 3)
    assert set(done.output).isdisjoint("\x1b\x07\x9b\u202e\r")
    # no name looks like a line of our output
    assert "\n- All is well." not in done.output
    if "json" in arguments:
        algorithms = {row["key"]["algorithm"] for row in json.loads(done.output)["series"]}
        assert f"svm{STEERING}" in algorithms


def test_an_interrupted_run_is_not_a_regression(place, monkeypatch):
    def stopped(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("benchreport.nightly.run.run", stopped)
    done = nightly(place, "run", "CONFIG", "--night", NIGHTS[0])
    assert done.exit_code == 130
    assert "Interrupted" in done.stderr


@LONG
def test_a_closed_pipe_is_not_a_fault(place):
    command = [sys.executable, "-m", "benchreport", "nightly", "check", "nightly.toml", "--night"]
    done = subprocess.Popen(
        [*command, NIGHTS[0]], cwd=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    done.stdout.close()
    stderr = done.stderr.read().decode()
    done.stderr.close()
    assert (done.wait(60), stderr) == (141, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["history", "CONFIG", "--last", "-3"], "x>=1"),
        (["replay", "CONFIG", "--shuffles", "0"], "x>=2"),
        (["backfill", "CONFIG", "--from", "2026-09-02", "--to", "2026-09-01"],
         "Hint: --from 2026-09-01 --to 2026-09-02"),
        (["schedule", "CONFIG", "--cron", "--at", "25:00"], "Hint: --at 03:30"),
        (["run", "CONFIG", "--if-due", "3"], "Hint: --if-due 03:30"),
    ],
)  # fmt: skip
def test_wrong_options_get_a_suggestion(place, arguments, message):
    done = nightly(place, *arguments)
    assert done.exit_code == 2
    assert message in done.stderr
