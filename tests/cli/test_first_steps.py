"""The commands of the first day: demo, doctor, completion, and the help page that names them."""

import importlib
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from needs import LONG

from benchreport.cli import main

# the package has the commands themselves under the names of their modules
demo, doctor = (importlib.import_module(f"benchreport.cli.{name}") for name in ("demo", "doctor"))
ROOT = demo.PACKAGE.parent


def run(*words, **settings):
    return CliRunner().invoke(
        main, [str(word) for word in words], prog_name="benchreport", **settings
    )


@pytest.fixture(scope="module")
def tried(tmp_path_factory):
    """Return the folder of a demo and what it says."""
    folder = tmp_path_factory.mktemp("demo") / "try it"
    return folder, run("demo", folder, "--no-open")


@LONG
def test_the_demo_writes_a_table_and_its_report(tried):
    folder, done = tried
    assert done.exit_code == 0, done.output
    typed, *_ = done.output.splitlines()
    assert (
        typed
        == f"$ benchreport report {shlex.quote(f'{folder}/results.csv')} --score accuracy -o "
        + (shlex.quote(f"{folder}/report.html"))
    )
    assert "C4.5 has the best mean rank" in done.output
    assert (folder / "report.html").read_text().startswith("<!DOCTYPE html>")
    assert (folder / "results.csv").read_bytes() == demo.TABLES[-1].read_bytes()


@LONG
def test_what_the_demo_names_next_can_be_typed(tried, tmp_path):
    _, done = tried
    following = re.findall(r"^(?:Next|  or): (benchreport .*)", done.output, re.MULTILINE)
    assert following[-1] == "benchreport check FILE"
    for line in following[:-1]:
        words = shlex.split(line.replace("table.tex", str(tmp_path / "table.tex")))
        assert run(*words[1:]).exit_code == 0


def test_the_demo_replaces_nothing(tmp_path):
    (tmp_path / "results.csv").write_text("mine")
    done = run("demo", tmp_path, "--no-open")
    assert done.exit_code == 2
    assert f"Hint: benchreport demo {tmp_path}-2" in done.output
    assert (tmp_path / "results.csv").read_text() == "mine"
    assert not (tmp_path / "report.html").exists()


def test_the_wheel_holds_the_table_of_the_demo():
    text = (ROOT / "pyproject.toml").read_text()
    assert '"examples/garcia_herrera2008/garcia_herrera2008.csv" = "benchreport/demo.csv"' in text
    assert demo.TABLES[0] == demo.PACKAGE / "demo.csv"


def test_a_demo_without_its_table_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setattr(demo, "TABLES", (tmp_path / "gone.csv",))
    done = run("demo", tmp_path / "demo", "--no-open")
    assert done.exit_code
    assert "the table of the demo is not in" in done.stderr
    assert "pip install benchreport" in done.stderr


def test_the_doctor_says_what_works():
    lines = run("doctor").output.splitlines()
    assert re.fullmatch(r"benchreport \d.* on \w+ \w+", lines[0])
    assert f"Python {sys.version.split()[0]}, pandas " in lines[1]
    [excel] = [line for line in lines if line.startswith("Excel ")]
    assert re.search(r"works \(openpyxl [\d.]+\)$", excel)
    assert len(lines) == 3 + len(doctor.PARTS)


def test_the_doctor_names_the_line_that_installs_what_is_missing(monkeypatch):
    parts = [doctor.Part("magic", ("no_such_module",), "pip install magic")]
    parts.append(doctor.Part("PDF", (), "apt-get install libpango-1.0-0", lambda: False))
    monkeypatch.setattr(doctor, "PARTS", parts)
    assert run("doctor").output.splitlines()[3:] == [
        "magic  missing: pip install magic",
        "PDF    missing: apt-get install libpango-1.0-0",
    ]


def test_the_doctor_knows_every_extra_of_users():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    installs = " ".join(part.install for part in doctor.PARTS)
    of_developers = {"browser", "docs", "examples", "test"}
    assert {*re.findall(r"benchreport\[(\w+)\]", installs)} == (
        project["optional-dependencies"].keys() - of_developers
    )


def test_the_doctor_finds_no_pango_where_weasyprint_cannot_load_it(monkeypatch, tmp_path):
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "weasyprint", raising=False)
    [line] = [line for line in run("doctor").output.splitlines() if line.startswith("PDF  ")]
    assert line.endswith(f"missing: {doctor.install_pango()}")


def test_a_package_without_metadata_works_in_an_unknown_version(monkeypatch, tmp_path):
    (tmp_path / "no_metadata.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(doctor, "PARTS", [doctor.Part("magic", ("no_metadata",), "pip install it")])
    unknown = doctor.texts.UNKNOWN_VERSION
    assert run("doctor").output.splitlines()[-1] == f"magic  works (no_metadata {unknown})"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions_are_written_where_the_shell_looks(tmp_path, shell):
    done = run("completion", env={"HOME": str(tmp_path), "SHELL": f"/bin/{shell}"})
    assert done.exit_code == 0, done.output
    [place] = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert done.output.startswith(f"Wrote {place}\n")
    assert "_BENCHREPORT_COMPLETE" in place.read_text()
    assert run("completion", shell, "--show").output == place.read_text() + "\n"


# what each shell does at a tab after ``benchreport report --bri``
AT_A_TAB = {
    "bash": "COMP_WORDS=(benchreport report --bri) COMP_CWORD=2 && _benchreport_completion benchreport"
    ' && echo "${COMPREPLY[@]}"',
    "fish": 'complete --do-complete "benchreport report --bri"',
}


def ask_shell(shell, question, folder):
    """Return what a shell prints that has read the script which the command writes for it."""
    assert not run("completion", shell, env={"HOME": str(folder)}).exit_code
    [script] = [path for path in folder.rglob("*") if path.is_file()]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [shell, "-c", f"source {shlex.quote(str(script))}\n{question}"],
        env={**os.environ, "PATH": path, "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("shell", ["bash", pytest.param("fish", marks=pytest.mark.needs("fish"))])
def test_shells_complete_options(tmp_path, shell):
    assert ask_shell(shell, AT_A_TAB[shell], tmp_path).split()[:1] == ["--brief"]


@pytest.mark.needs("fish")
def test_fish_shows_descriptions_to_their_end(tmp_path):
    [output] = [each for each in main.get_command(None, "report").params if each.name == "outputs"]
    assert "," in output.help
    shown = ask_shell("fish", 'complete --do-complete "benchreport report --out"', tmp_path)
    assert shown.split("\t") == ["--output", f"{output.help}\n"]


def test_a_shell_without_completions_is_told():
    done = run("completion", env={"SHELL": "/bin/tcsh"})
    assert done.exit_code == 2
    assert "$SHELL names tcsh" in done.output


def test_every_command_is_in_one_section_of_the_help_page():
    listed = [command.name for commands in main.sections.values() for command in commands]
    assert sorted(listed) == sorted(main.commands)
    page = run("--help").output
    assert [
        line for line in page.splitlines() if line in {f"{title}:" for title in main.sections}
    ] == [f"{title}:" for title in main.sections]
    assert max(map(len, page.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "way_out"),
    [
        (["demo", "gone/file/demo", "--no-open"], "Hint: benchreport demo "),
        (["completion", "zsh"], "Hint: benchreport completion zsh --show"),
    ],
)
def test_what_cannot_be_written_is_named_with_a_way_out(words, way_out, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("gone").write_text("a file where a folder would be")
    monkeypatch.setattr(Path, "home", lambda: Path("gone"))
    done = run(*words)
    assert done.exit_code == 1
    assert re.search(
        r"^Error: cannot write 'gone/.*': Not a directory\.$", done.stderr, re.MULTILINE
    )
    assert way_out in done.stderr


def test_a_file_in_the_place_of_a_command_gets_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my results.csv").write_text("a,b\n")
    done = run("my results.csv")
    assert done.exit_code == 2
    assert "A command comes before the file: benchreport report 'my results.csv'." in done.stderr
    done = run("test", "my results.csv", "friedman")
    assert done.exit_code == 2
    assert "as in benchreport test friedman 'my results.csv';" in done.stderr
    assert "No such command 'other.csv'." in run("other.csv").stderr
