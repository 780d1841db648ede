"""``benchreport report`` speaks the command line, not Python."""

import re
from pathlib import Path

import lxml.html
import pytest
from click.testing import CliRunner

from benchreport.cli import main

pytestmark = pytest.mark.usefixtures("blank_pictures")

TABLE = """dataset,svm,knn,tree
iris,0.95,0.93,0.91
wine,0.97,0.88,0.9
glass,0.71,0.7,0.69
vowel,0.99,0.97,0.81
"""


@pytest.fixture(autouse=True)
def workdir(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("results.csv").write_text(TABLE, encoding="utf-8")


def run(*arguments, file="results.csv"):
    arguments = ["report", file, "--score", "accuracy", *arguments]
    return CliRunner().invoke(main, arguments, prog_name="benchreport")


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["--section", "verdcit"], "did you mean verdict?", "--section verdict --section ..."),
        (["--section", "xyz"], "there are verdict, compared", "--section verdict --section ..."),
        (["--section", "pairs"] * 2, "twice: pairs", "name each once"),
        (["--include", "firedman"], "the most similar are friedman, ", "--include friedman"),
        (["--include", "quade-pots"], "the most similar are quade_post, ", "--include quade-post"),
        (
            ["--include", "bonferroni-dunn"],
            "needs control",
            "--control svm for the whole report, or beside it benchreport test bonferroni-dunn",
        ),
        (
            ["--include", "z_test"],
            "needs mu and sigma",
            "beside it benchreport test z-test --mu MU",
        ),
    ],
)
def test_hints_are_options(arguments, message, hint):
    done = run(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    actual_hint = done.stderr.partition("Hint: ")[2]
    assert actual_hint.startswith(hint)
    assert not re.search(r"result = |include=|sections=|df\\.", done.stderr)


def test_hints_on_sections_can_be_typed():
    arguments = run("--section", "metods").stderr.partition("Hint: ")[2].partition(",")[0]
    done = run(*arguments.split())
    assert done.exit_code == 0, done.output
    page = lxml.html.parse("report.html")
    keys = page.xpath("//section/@id")
    assert keys[:2] == ["methods", "verdict"]


def test_a_seed_is_not_negative():
    done = run("--seed", "-1")
    assert done.exit_code == 2
    assert "'--seed'" in done.stderr


def test_a_missing_folder_is_an_error_before_any_work(monkeypatch):
    def never(*_, **__):
        raise AssertionError

    monkeypatch.setattr("benchreport.report.make_report._analyze", never)
    done = run("-o", "nowhere/a.html")
    assert done.exit_code == 1
    assert "cannot write 'nowhere/a.html': there is no folder 'nowhere'" in done.stderr


def test_a_procedure_twice_has_an_anchor_each():
    done = run(*["--include", "nemenyi"] * 3)
    assert done.exit_code == 0, done.output
    page = lxml.html.parse("report.html")
    ids = page.xpath("//@id")
    assert len(set(ids)) == len(ids)
    links = [address[1:] for address in page.xpath("//a/@href") if address.startswith("#")]
    assert set(links) <= set(ids)
    assert "included-nemenyi-no-3" in links


LONG = """solver,problem,accuracy,runtime,odd
a,x,0.9,3,1
b,x,0.8,2,4
c,x,0.7,1,3
a,y,0.8,3,5
b,y,0.7,2,1
c,y,0.6,1,2
a,z,0.9,4,6
b,z,0.8,2,3
c,z,0.5,1,4
"""


def metrics(*arguments):
    Path("long.csv").write_text(LONG, encoding="utf-8")
    return CliRunner().invoke(main, ["report", "long.csv", *arguments], prog_name="benchreport")


def test_several_metrics_in_one_report():
    done = metrics("--metric", "accuracy", "--metric", "runtime", "-o", "a.html")
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("long.csv: 3 algorithms × 3 datasets, 1 score each; accuracy, ")
    page = lxml.html.parse("a.html")
    assert page.xpath("//section/@id")[:2] == ["verdict", "metrics"]
    # --score names the metric that the report treats in full
    assert metrics("--metric", "accuracy", "--score", "runtime").exit_code == 0
    page = lxml.html.parse("report.html")
    assert "by runtime" in page.xpath("string(//h1)")
    call = "benchreport report long.csv --score runtime --metric accuracy"
    assert call in page.xpath("string(//section[@id='appendix'])")


def test_one_metric_is_a_score():
    assert metrics("--metric", "accuracy").exit_code == 0
    page = lxml.html.parse("report.html")
    assert "metrics" not in page.xpath("//section/@id")


def test_directions_of_metrics_are_asked_for():
    done = metrics("--metric", "accuracy", "--metric", "odd")
    assert done.exit_code == 2
    assert "the name 'odd' does not tell" in done.stderr
    assert "Hint: --metric accuracy to compare by those whose names say it" in done.stderr
    assert metrics("--metric", "accuracy", "--metric", "odd", "--higher-is-better").exit_code == 0
