"""What a release is made of: one version everywhere, a workflow that GitHub takes, scripts that refuse."""

import re
import runpy
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from needs import program

import benchreport
from benchreport.nightly.schedule.schedulers import PINS

yaml = pytest.importorskip("yaml", reason="pip install pyyaml")

ROOT = Path(__file__).parents[1]
WORKFLOW = ROOT / ".ci/github/checks.yml"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_every_place_has_the_same_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {PROJECT["version"], benchreport.__version__, citation["version"]} == {"0.1.0"}
    assert f"\n## {PROJECT['version']} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_citation_says_what_the_project_says():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["license"] == PROJECT["license"]
    assert citation["cff-version"] == "1.2.0"
    assert set(citation["keywords"]) <= set(PROJECT["keywords"])
    assert [author["name"].removeprefix("The ") for author in PROJECT["authors"]] == [
        author["name"] for author in citation["authors"]
    ]


def test_the_long_description_names_files_where_readme_shows_them():
    pytest.importorskip("hatchling", reason="pip install hatchling")
    stand_alone = runpy.run_path(str(ROOT / ".ci/metadata.py"))["stand_alone"]
    text = (
        "# a\n\n<picture>\n<img src='b.png'>\n</picture>\n\n<!-- main -->\n"
        "[Start](c/d.md): five [words](https://example.org)\n"
    )
    assert stand_alone(text) == "# a\n\nStart (`c/d.md`): five [words](https://example.org)\n"
    readme = stand_alone((ROOT / "README.md").read_text(encoding="utf-8"))
    named = re.findall(r"\(`([^`]+)`\)", readme)
    assert len(named) == 4
    assert all((ROOT / name).is_file() for name in named)
    assert "](" not in readme
    assert "<!--" not in readme


@pytest.mark.parametrize(
    "remote",
    [
        "https://example.org/team/benchreport.git",
        "https://example.org/team/benchreport/",
        "https://user:secret@example.org/team/benchreport",
        "git@example.org:team/benchreport.git",
        "ssh://git@example.org:2222/team/benchreport.git",
    ],
)
def test_a_distribution_has_the_addresses_of_where_it_was_cloned_from(remote):
    pytest.importorskip("hatchling", reason="pip install hatchling")
    addresses = runpy.run_path(str(ROOT / ".ci/metadata.py"))["addresses"](remote + "\n")
    assert addresses == {
        "Source": "https://example.org/team/benchreport",
        "Documentation": "https://example.org/team/benchreport/blob/HEAD/examples/guide/index.md",
        "Changelog": "https://example.org/team/benchreport/blob/HEAD/CHANGELOG.md",
        "Issues": "https://example.org/team/benchreport/issues",
    }
    files = {address.partition("/HEAD/")[2] for address in addresses.values()} - {""}
    assert all((ROOT / file).is_file() for file in files)


def test_the_port_of_a_host_is_kept():
    pytest.importorskip("hatchling", reason="pip install hatchling")
    addresses = runpy.run_path(str(ROOT / ".ci/metadata.py"))["addresses"]
    (source, *_) = addresses("https://git.example.org:8443/team/benchreport.git").values()
    assert source == "https://git.example.org:8443/team/benchreport"


@pytest.mark.parametrize(
    "remote", ["", "/srv/git/benchreport", "../benchreport.git", "file:///srv/x", "C:/x.y/z"]
)
def test_a_folder_is_no_address(remote):
    pytest.importorskip("hatchling", reason="pip install hatchling")
    assert runpy.run_path(str(ROOT / ".ci/metadata.py"))["addresses"](remote) == {}


def test_github_accepts_the_workflow():
    checker = program("check-jsonschema")
    done = subprocess.run(
        [checker, "--builtin-schema", "vendor.github-workflows", str(WORKFLOW)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_an_auditor_of_workflows_finds_nothing(tmp_path):
    place = tmp_path / ".github/workflows/checks.yml"
    place.parent.mkdir(parents=True)
    shutil.copy(WORKFLOW, place)
    done = subprocess.run(
        [program("zizmor"), "--offline", "--no-progress", "--persona=pedantic", str(place)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_workflow_tries_every_python_and_pins_actions_as_the_nights_do():
    text = WORKFLOW.read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    classified = {each.rpartition(" ")[2] for each in PROJECT["classifiers"] if " :: 3." in each}
    assert set(jobs["installed"]["strategy"]["matrix"]["python"]) == classified
    used = set(re.findall(r"uses: (actions/.+)", text))
    assert used == {PINS["checkout"], PINS["python"]}
    assert all(re.search(r"@[0-9a-f]{40} # v", each) for each in re.findall("uses: .+", text))
    for command in re.findall(r"run: (\.ci/\w+)", text):
        assert (ROOT / command).stat().st_mode & 0o100


@pytest.fixture
def repository(tmp_path):
    """Make a repository with the release script and the places that it looks into."""
    for name in (
        ".ci/release",
        "pyproject.toml",
        "CITATION.cff",
        "CHANGELOG.md",
        "benchreport/version.py",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    script = '#!/bin/sh\necho "$0 $*"\n'
    for name in ("run", "distribution"):
        (tmp_path / ".ci" / name).write_text(script, encoding="utf-8")
        (tmp_path / ".ci" / name).chmod(0o755)
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def git(place, *arguments):
    who = ["-c", "user.name=me", "-c", "user.email=me@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", "-C", str(place), *who, *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout


def commit(place):
    git(place, "add", "-A")
    git(place, "commit", "-q", "-m", "all")


def release(place, version):
    command = ["bash", str(place / ".ci/release"), version]
    who = {
        "GIT_COMMITTER_NAME": "me",
        "GIT_COMMITTER_EMAIL": "me@example.org",
        "PATH": "/usr/bin:/bin",
    }
    return subprocess.run(command, capture_output=True, text=True, check=False, env=who)


def test_a_release_needs_its_version_and_its_day_everywhere(repository):
    other = release(repository, "9.9.9")
    assert (other.returncode, other.stderr) == (1, "pyproject.toml has another version\n")
    undated = release(repository, "0.1.0")
    assert undated.returncode == 1
    assert undated.stderr.startswith("CHANGELOG.md needs the line '## 0.1.0 (20")
    assert git(repository, "tag") == ""


def test_a_release_runs_everything_and_tags(repository):
    place = repository / "CHANGELOG.md"
    text = place.read_text(encoding="utf-8")
    place.write_text(text.replace("0.1.0 (unreleased)", "0.1.0 (2026-12-01)"), encoding="utf-8")
    dirty = release(repository, "0.1.0")
    assert (dirty.returncode, dirty.stderr) == (1, "commit or remove what is not committed\n")
    commit(repository)
    done = release(repository, "0.1.0")
    assert done.returncode == 0, done.stderr
    assert ".ci/run" in done.stdout
    assert ".ci/distribution dist/0.1.0" in done.stdout
    assert git(repository, "tag") == "v0.1.0\n"
    again = release(repository, "0.1.0")
    assert (again.returncode, again.stderr) == (1, "v0.1.0 is there already\n")
