"""The Action definition for GitHub: its schema accepts it, auditors find nothing, and its steps are run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from needs import LONG, program

from benchreport.nightly.schedule.schedulers import PINS

yaml = pytest.importorskip("yaml", reason="pip install pyyaml")

ACTION = Path(__file__).parents[3] / "action.yml"
STEPS = yaml.safe_load(ACTION.read_text(encoding="utf-8"))["runs"]["steps"]
HOSTILE = "a b; echo $(id) 'x' .toml"


def run_step(name, place, **env):
    """Run a step as GitHub's runner does, with a Python that prints what it is given."""
    place.mkdir(exist_ok=True)
    fake = place / "python"
    fake.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\nexit "${CODE_OF_RUN:-0}"\n')
    fake.chmod(0o755)
    script = next(each["run"] for each in STEPS if each.get("name") == name)
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        env={"PATH": f"{place}:{os.environ['PATH']}", **env},
        capture_output=True,
        text=True,
        check=False,
    )


@LONG
def test_github_accepts_it():
    done = subprocess.run(
        [program("check-jsonschema"), "--builtin-schema", "vendor.github-actions", str(ACTION)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_auditor_finds_nothing():
    done = subprocess.run(
        [program("zizmor"), "--offline", "--no-progress", "--persona=pedantic", str(ACTION)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_inputs_are_no_part_of_a_script_and_actions_are_pinned():
    assert not any("${{" in each.get("run", "") for each in STEPS)
    (used,) = [each["uses"] for each in STEPS if "uses" in each]
    assert PINS["python"].startswith(used)


@pytest.mark.parametrize("code", ["0", "1", "3"])
def test_a_night_is_run_and_its_exit_code_is_that_of_the_step(tmp_path, code):
    output = tmp_path / "output"
    done = run_step(
        "Run the night",
        tmp_path / "bin",
        CONFIG=HOSTILE,
        NIGHT="2026-11-20",
        LABEL="",
        CODE="abc",
        CODE_OF_RUN=code,
        GITHUB_OUTPUT=str(output),
    )
    assert done.returncode == int(code)
    assert output.read_text() == f"exit-code={code}\n"
    assert done.stdout.splitlines() == [
        *"-m benchreport nightly run --night 2026-11-20 --code abc --".split(),
        HOSTILE,
    ]


@pytest.mark.parametrize(("extras", "wanted"), [("", "/src"), ("parquet", "/src[parquet]")])
def test_it_installs_itself_with_the_parts_that_are_asked_for(tmp_path, extras, wanted):
    done = run_step("Install", tmp_path / "bin", SOURCE="/src", EXTRAS=extras)
    assert done.stdout.split() == ["-m", "pip", "install", wanted]


def test_the_command_has_the_options_that_it_gives():
    done = subprocess.run(
        [sys.executable, "-m", "benchreport", "nightly", "run", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    script = next(each["run"] for each in STEPS if each.get("id") == "night")
    options = set(re.findall(r"(--[a-z]+)", script))
    assert options == {"--night", "--label", "--code"}
    assert options <= set(re.findall(r"(--[a-z]+)", done.stdout))
