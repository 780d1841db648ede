import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchreport.cli import main

LONG = "approach,dataset,quality\nsvm,iris,0.9\nknn,iris,0.8\nsvm,wine,0.7\nknn,wine,0.6\n"


@pytest.fixture(autouse=True)
def workdir(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*arguments):
    return CliRunner().invoke(main, list(arguments), prog_name="benchreport")


def next_commands(output):
    return re.findall(r"^(?:Next|  or): benchreport (.*)$", output, re.MULTILINE)


@pytest.mark.needs("time")
@pytest.mark.parametrize("name", ["results.csv", "my results.csv", "-results.csv", "$(x).csv"])
def test_the_commands_lead_to_a_report(name):
    Path(name).write_text(LONG)
    done = run("check", f"./{name}" if name.startswith("-") else name)
    for _ in range(3):
        assert "Traceback" not in done.output
        first = shlex.split(next_commands(done.output)[0])
        if first[0] != "check":
            break
        done = run(*first)
    assert done.exit_code == 0
    file = f"./{name}" if name.startswith("-") else name
    assert first == ["report", file, "--higher-is-better"]
    assert run(*first, "-o", "report.md").exit_code == 0
    second = shlex.split(next_commands(done.output)[1])
    assert second[0] == "advise"
    assert run(*second).exit_code == 0


def test_what_is_wrong_goes_to_standard_error_after_what_was_read():
    Path("results.csv").write_text(LONG)
    done = run("check", "results.csv", "--algorithm", "approach", "--size-limit", "9999")
    assert done.exit_code == 2
    assert done.stdout.startswith("results.csv: 4 rows, 3 columns")
    assert next_commands(done.stderr) == [
        "check results.csv --size-limit 9999 --algorithm approach --higher-is-better",
        "check results.csv --size-limit 9999 --algorithm approach --lower-is-better",
    ]


def test_a_hint_that_cannot_be_typed_is_no_command():
    Path("results.csv").write_text("approach,dataset,quality\nsvm,iris,high\nknn,iris,low\n")
    done = run("check", "results.csv", "--algorithm", "approach", "--score", "quality")
    assert done.exit_code == 2
    assert all(name in ("approach", "dataset", "quality")
               for command in next_commands(done.stderr)
               for name in re.findall(r"--(?:algorithm|dataset|score) (\w+)", command))  # fmt: skip


def test_gaps_that_a_report_allows_are_no_error():
    rows = [f"{name},d{at},0.{at}{len(name)}" for at in range(1, 7) for name in ("svm", "tree")]
    Path("results.csv").write_text("\n".join(["model,dataset,accuracy", *rows[:-1]]) + "\n")
    done = run("check", "results.csv")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "The table has gaps, which a report allows.\nHint: leave out" in done.stdout
    assert next_commands(done.stdout)[0] == "report results.csv"
