import inspect
import os
import re
import subprocess
import sys

import pytest
from click.shell_completion import get_completion_class
from click.testing import CliRunner
from looped import loop_over
from needs import LONG

from benchreport.cli import main
from benchreport.cli.procedure_roles import roles_for
from benchreport.cli.table_options import ROLES, SELECTION
from benchreport.stats import PROCEDURES

FLAGS = {option.opts[0]: option.name for option in (*ROLES, *SELECTION)}


def run(*arguments, **settings):
    return CliRunner().invoke(main, arguments, prog_name="benchreport", **settings)


def group_lines(page):
    """Return the lines under each heading of a help page."""
    parts = re.split(r"^(\S.*):\n", page, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@loop_over("name", PROCEDURES)
def test_a_procedure_lists_the_options_that_it_takes(name):
    page = run("test", name, "--help").output
    assert "`" not in page
    assert "benchreport." not in page
    assert not re.search(r"\b(None|True|False)\b", page)
    # choices that are too many for their line are in the text
    assert max(map(len, page.splitlines())) <= 80
    columns = re.findall(r"^  (--[\w-]+)", group_lines(page)["Columns"], re.MULTILINE)
    # a procedure's own option replaces a role of its name
    own = {"metric"} & inspect.signature(PROCEDURES[name]).parameters.keys()
    assert {FLAGS[flag] for flag in columns} == roles_for(PROCEDURES[name]) - own
    assert all(f"--{option}" in group_lines(page)["Test"] for option in own)
    assert "--format" in group_lines(page)["Output"]
    assert "--help" in group_lines(page)["Other"]
    assert "--format" not in group_lines(page).get("Test", "")


def test_pages_use_the_width_of_the_terminal():
    page = run("test", "wilcoxon", "--help", terminal_width=120).output
    assert 100 < max(map(len, page.splitlines())) <= 120


WRITES = ("report", "table", "numbers")


@loop_over("command", [*WRITES, "check", "advise", "check-paper"])
def test_commands_on_any_table_group_their_options(command):
    groups = group_lines(run(command, "--help").output)
    assert all(flag in groups["Columns"] for flag in FLAGS)
    # what a newcomer looks for is not below the ninety lines on columns
    assert [*groups].index("Columns") == len(groups) - 2
    assert ("--output" in groups.get("Output", "")) == (command in WRITES)


def test_procedures_are_listed_by_family_a_line_each():
    groups = group_lines(run("test", "--help").output)
    assert "friedman" in groups["Tests of ranks"]
    assert "mcnemar" in groups["Procedures on predictions"]
    rows = [line for name, lines in groups.items() if name not in ("Usage", "Options")
            for line in lines.strip().splitlines()]  # fmt: skip
    rows = [row.split()[0] for row in rows if row.strip()]
    assert sorted(rows) == sorted(name.replace("_", "-") for name in PROCEDURES)


def test_options_of_other_tables_are_refused_with_the_reason():
    done = run("test", "friedman", "results.csv", "--truth", "y")
    assert done.exit_code == 2
    assert "friedman does not use --truth, which is for other kinds of tables" in done.stderr
    assert "Did you mean '--dataset'" in run("test", "friedman", "x.csv", "--datset", "y").stderr


def ask_completion(shell, *words):
    """Return the variables with which a shell asks for the last word."""
    places = {"COMP_WORDS": " ".join(["benchreport", *words]), "COMP_CWORD": str(len(words))}
    if shell == "fish":
        places["COMP_CWORD"] = words[-1]
    return {**places, "_BENCHREPORT_COMPLETE": f"{shell}_complete"}


def complete(shell, *words):
    """Return what the shell is offered for the last word."""
    done = CliRunner(env=ask_completion(shell, *words)).invoke(main, prog_name="benchreport")
    assert done.exit_code == 0
    return done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_procedures_and_options(shell):
    assert "report" in complete(shell, "re")
    assert "metric-bootstrap" in complete(shell, "test", "metric-b")
    offered = complete(shell, "test", "friedman", "--")
    assert "--score" in offered
    assert "--truth" not in offered


@LONG
def test_a_shell_that_starts_a_process_is_offered_the_same():
    asked = {**os.environ, **ask_completion("bash", "test", "friedman", "--")}
    command = [sys.executable, "-m", "benchreport"]
    done = subprocess.run(command, env=asked, capture_output=True, text=True, check=True)
    assert done.stdout == complete("bash", "test", "friedman", "--")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_names_the_command(shell):
    script = get_completion_class(shell)(main, {}, "benchreport", "_BENCHREPORT_COMPLETE").source()
    assert "_BENCHREPORT_COMPLETE" in script
    assert f"{shell}_complete" in script
