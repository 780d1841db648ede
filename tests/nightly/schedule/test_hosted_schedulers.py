"""Workflows of GitHub and GitLab: their schemas accept them, and the steps are run for real."""

import os
import re
import subprocess
import zipfile
from pathlib import Path

import pytest
from needs import LONG, program
from nights_schedules import HOSTILE, write_config

from benchreport.errors import OptionError
from benchreport.nightly.schedule.schedulers import PINS, github_actions, gitlab

yaml = pytest.importorskip("yaml", reason="pip install pyyaml")


@pytest.fixture
def in_repository(tmp_path):
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    return write_config(tmp_path / "repo" / "bench")


def check_schema(schema: str, path: Path) -> None:
    done = subprocess.run(
        [program("check-jsonschema"), "--builtin-schema", schema, str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def step(workflow: str, name: str) -> dict:
    steps = yaml.safe_load(workflow)["jobs"]["night"]["steps"]
    return next(step for step in steps if step.get("name") == name)


@LONG
@pytest.mark.parametrize("before", ["", "make bench\nmake more"])
def test_github_accepts_the_workflow(in_repository, tmp_path, before):
    place = tmp_path / "nights.yml"
    place.write_text(github_actions(in_repository, before=before), encoding="utf-8")
    check_schema("vendor.github-workflows", place)


def test_an_auditor_of_workflows_finds_nothing(in_repository, tmp_path):
    place = tmp_path / ".github" / "workflows" / "nights.yml"
    place.parent.mkdir(parents=True)
    place.write_text(github_actions(in_repository, before="make"), encoding="utf-8")
    done = subprocess.run(
        [program("zizmor"), "--offline", "--no-progress", "--persona=pedantic", str(place)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_permissions_are_minimal(in_repository):
    workflow = yaml.safe_load(github_actions(in_repository))
    assert workflow["permissions"] == {}
    assert list(workflow["jobs"]) == ["night"]
    assert workflow["jobs"]["night"]["permissions"] == {"contents": "read", "actions": "read"}


def test_actions_are_pinned_by_commit(in_repository):
    workflow = github_actions(in_repository)
    actions = re.findall(r"uses: (.+)", workflow)
    assert sorted(actions) == sorted(PINS.values())
    for action in actions:
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)


@pytest.mark.parametrize(
    ("zone", "at", "expected", "moment"),
    [
        ("Europe/Berlin", "03:30", "30 2 * * *", "03:30 or 04:30"),
        # a quarter to twelve must not become tomorrow
        ("Europe/Berlin", "23:45", "45 21 * * *", "22:45 or 23:45"),
        ("UTC", "03:00", "7 3 * * *", "03:07"),
        ("Asia/Kolkata", "05:30", "7 0 * * *", "05:37"),
        ("America/New_York", "03:30", "30 8 * * *", "03:30 or 04:30"),
        ("Asia/Tokyo", "03:30", "30 18 * * *", "03:30"),
    ],
)
def test_github_counts_in_utc(in_repository, zone, at, expected, moment):
    text = in_repository.read_text(encoding="utf-8").replace("Europe/Berlin", zone)
    in_repository.write_text(text, encoding="utf-8")
    workflow = github_actions(in_repository, at=at)
    # YAML 1.1 reads the key "on" as true
    assert yaml.safe_load(workflow)[True]["schedule"] == [{"cron": expected}]
    assert f"# {moment} in {zone}" in workflow


def test_a_name_cannot_be_an_expression(tmp_path):
    (tmp_path / ".git").mkdir()
    workflow = github_actions(write_config(tmp_path, name=HOSTILE))
    name = yaml.safe_load(workflow)["name"]
    assert name.startswith('Nights of 100 % "x" $ {{ secrets.TOKEN }} $HOME `id` #: ')
    assert "${{ secrets.TOKEN" not in workflow


def test_secrets_reach_the_run_and_no_other_step(in_repository):
    workflow = github_actions(in_repository, before="make")
    secrets = {"HOOK": "${{ secrets.HOOK }}", "MAIL_PASSWORD": "${{ secrets.MAIL_PASSWORD }}"}
    assert step(workflow, "Run the night")["env"] == secrets
    assert workflow.count("secrets.HOOK") == 1


def test_requirements_are_installed_and_pinned(in_repository):
    script = step(github_actions(in_repository), "Install")["run"]
    assert re.search(r"pip install 'benchreport\[parquet\]==\d+\.\d+\.\d+'", script)
    assert "libpango" in script
    in_repository.write_text(in_repository.read_text() + "[report]\npdf = false\n")
    assert "libpango" not in github_actions(in_repository)


@pytest.mark.parametrize(
    "more", ['[history]\nurl = "/var/history.db"\n', '[history]\nurl = "../../history.db"\n']
)
def test_a_hosted_run_needs_history_and_pages_beside_its_configuration(in_repository, more):
    in_repository.write_text(in_repository.read_text() + more)
    for schedule in (github_actions, gitlab):
        with pytest.raises(OptionError, match="a hosted run keeps"):
            schedule(in_repository)


@pytest.mark.parametrize("folder", ["a b", "$(id)", "a;b", "-rf", "a*"])
def test_paths_that_yaml_and_shells_read_otherwise_are_refused(tmp_path, folder):
    (tmp_path / ".git").mkdir()
    for schedule in (github_actions, gitlab):
        with pytest.raises(OptionError, match="letters, digits"):
            schedule(write_config(tmp_path / folder))


class Runner:
    """Runs steps of the workflow as GitHub's runner would, with a stand-in for its ``gh``."""

    def __init__(self, workflow: str, folder: Path) -> None:
        self.workflow = workflow
        self.checkout, self.temp = folder / "checkout", folder / "temp"
        for path in (self.checkout, self.temp, folder / "bin"):
            path.mkdir(exist_ok=True, parents=True)
        gh = folder / "bin" / "gh"
        gh.write_text(
            '#!/bin/sh\ncase "$*" in */zip) cat "$KEPT_ZIP";; *) printf "%s" "$KEPT_ID";; esac\n'
        )
        gh.chmod(0o755)
        self.path = f"{gh.parent}:{os.environ['PATH']}"

    def run(self, name: str, **env: str) -> subprocess.CompletedProcess[str]:
        # GitHub documents that `shell: bash` means this
        return subprocess.run(
            [
                "bash",
                "--noprofile",
                "--norc",
                "-eo",
                "pipefail",
                "-c",
                step(self.workflow, name)["run"],
            ],
            cwd=self.checkout,
            env={
                "PATH": self.path,
                "RUNNER_TEMP": str(self.temp),
                "GITHUB_REPOSITORY": "o/r",
                **env,
            },
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def workflow(tmp_path):
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    return github_actions(write_config(tmp_path / "repo"))


@pytest.mark.needs("unzip")
def test_the_history_comes_back_the_next_night(workflow, tmp_path):
    first = Runner(workflow, tmp_path / "first")
    (first.checkout / "nights" / "2026-01-31").mkdir(parents=True)
    (first.checkout / "nights" / "index.html").write_text("page")
    for name in ("history.db", "history.db-wal", "history.db.lock"):
        (first.checkout / name).write_text(name)
    done = first.run("Pack the history")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(tmp_path / "kept.zip", "w") as artifact:
        artifact.write(first.temp / "kept.tar.gz", "kept.tar.gz")
    second = Runner(workflow, tmp_path / "second")
    done = second.run(
        "Fetch the history", KEPT_ID="7", KEPT_ZIP=str(tmp_path / "kept.zip"), FIRST="true"
    )
    assert done.returncode == 0, done.stderr
    paths = sorted(str(path.relative_to(second.checkout)) for path in second.checkout.rglob("*"))
    assert paths == [
        "history.db",
        "history.db-wal",
        "nights",
        "nights/2026-01-31",
        "nights/index.html",
    ]


def test_no_history_is_begun_without_consent(workflow, tmp_path):
    runner = Runner(workflow, tmp_path / "run")
    done = runner.run("Fetch the history", KEPT_ID="", FIRST="")
    assert done.returncode == 4
    assert "::error title=No history::" in done.stdout
    assert runner.run("Fetch the history", KEPT_ID="", FIRST="true").returncode == 0


@pytest.mark.needs("unzip")
def test_a_failed_fetch_does_not_begin_an_empty_history(workflow, tmp_path):
    runner = Runner(workflow, tmp_path / "run")
    (tmp_path / "half.zip").write_bytes(b"PK\x03\x04half")
    done = runner.run(
        "Fetch the history", KEPT_ID="7", KEPT_ZIP=str(tmp_path / "half.zip"), FIRST="true"
    )
    assert done.returncode not in (0, 4)
    (tmp_path / "run" / "bin" / "gh").write_text("#!/bin/sh\nexit 1\n")
    assert runner.run("Fetch the history", FIRST="true").returncode == 1
    # a history that could not be fetched is not overwritten
    for name in ("Pack the history", "Keep the history"):
        assert step(workflow, name)["if"].startswith("always() && steps.")
    assert "steps.fetch.outcome == 'success'" in step(workflow, "Pack the history")["if"]


def test_nothing_to_keep_is_an_error(workflow, tmp_path):
    assert Runner(workflow, tmp_path / "run").run("Pack the history").returncode != 0


@LONG
@pytest.mark.parametrize("before", ["", "make bench\nmake more"])
def test_gitlab_accepts_the_job(in_repository, tmp_path, before):
    place = tmp_path / ".gitlab-ci.yml"
    place.write_text(gitlab(in_repository, before=before), encoding="utf-8")
    check_schema("vendor.gitlab-ci", place)


def test_gitlab_keeps_the_history_and_reads_the_tests(in_repository):
    job = yaml.safe_load(gitlab(in_repository))["nights"]
    assert job["cache"]["paths"] == ["bench/history.db*", "bench/nights"]
    assert job["cache"]["when"] == job["artifacts"]["when"] == "always"
    assert job["artifacts"]["reports"] == {"junit": "bench/nights/junit.xml"}
    assert job["resource_group"] == "nights"
    assert job["rules"][0] == {"if": '$CI_PIPELINE_SOURCE == "schedule"'}


@pytest.mark.parametrize(
    ("exists", "first", "expected"), [(True, "", 0), (False, "", 4), (False, "yes", 0)]
)
def test_gitlab_begins_no_history_without_consent(in_repository, exists, first, expected):
    lines = yaml.safe_load(gitlab(in_repository))["nights"]["script"]
    if exists:
        (in_repository.parent / "history.db").write_text("")
    script = "\n".join(["set -e", *lines[:2]])
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=in_repository.parents[1],
        env={"FIRST_NIGHT": first, "PATH": os.environ["PATH"]},
        check=False,
        capture_output=True,
    )
    assert done.returncode == expected
