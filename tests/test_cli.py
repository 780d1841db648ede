import functools
import inspect
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pypdf
import pytest
from click.testing import CliRunner
from contract import layout_of, required_options
from curves_tables import frame_of
from looped import loop_over
from needs import one_in

import benchreport
from benchreport.cli import main
from benchreport.data.readers import sha256_of
from benchreport.errors import DependencyError, RenderError
from benchreport.stats import CATALOGUE, PROCEDURES

pytestmark = pytest.mark.usefixtures("blank_pictures")

LONG = """method,dataset,accuracy
svm,iris,0.95
knn,iris,0.93
tree,iris,0.91
svm,wine,0.97
knn,wine,0.88
tree,wine,0.9
svm,glass,0.71
knn,glass,0.7
tree,glass,0.69
svm,vowel,0.99
knn,vowel,0.97
tree,vowel,0.81
"""
GAP = LONG.replace("knn,wine,0.88", "knn,wine,")


@pytest.fixture(autouse=True)
def workdir(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("results.csv").write_text(LONG)
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, list(arguments), prog_name="benchreport")


def refusal(*arguments, code=2):
    done = run(*arguments)
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.output
    return done.stderr


def table(text):
    Path("table.csv").write_text(text)
    return "table.csv"


def shell(*arguments, encoding="utf-8"):
    return subprocess.run(
        [sys.executable, "-m", "benchreport", *arguments],
        capture_output=True,
        check=False,
        encoding=encoding,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )


def test_version():
    assert run("--version").stdout == f"benchreport {benchreport.__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["report", "-h"], ["check", "--help"]])
def test_help(arguments):
    done = run(*arguments)
    assert done.exit_code == 0
    assert "Usage: benchreport" in done.stdout


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["report", "--help"]])
def test_light_commands_load_nothing_heavy(arguments):
    script = (
        "import sys\nfrom benchreport.cli import main\n"
        f"main({arguments!r}, standalone_mode=False)\nprint(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    heavy = ("scipy", "statsmodels", "matplotlib", "weasyprint", "jinja2")
    loaded = done.stdout.split()
    assert not [name for name in loaded if name.split(".")[0] in heavy]
    # the commands themselves, and what they all share
    assert len({name for name in loaded if name.split(".")[0] == "benchreport"}) <= 43


def test_a_command_in_a_process_of_its_own_rarely_looks_for_garbage():
    script = (
        "import atexit, gc, sys\nfrom benchreport.__main__ import run\n"
        "sys.argv = ['benchreport', '--version']\n"
        "atexit.register(lambda: print(gc.get_threshold()[0], gc.get_freeze_count()))\nrun()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    threshold, frozen = map(int, done.stdout.splitlines()[-1].split())
    assert threshold > 10_000 < frozen


def test_report_writes_html_and_pdf_and_names_them():
    done = run("report", "results.csv", "-o", "a.html", "-o", "a.pdf", "--title", "Mine <b>")
    assert done.exit_code == 0, done.output
    assert "3 algorithms × 4 datasets, 1 score each; accuracy, higher is better" in done.stdout
    assert "Friedman" in done.stdout
    assert done.stdout.endswith("Wrote a.html, a.pdf\n")
    assert Path("a.pdf").read_bytes().startswith(b"%PDF")
    page = Path("a.html").read_text(encoding="utf-8")
    assert "Mine &lt;b&gt;" in page


def test_report_has_a_default_name():
    assert run("report", "results.csv").stdout.endswith("Wrote report.html\n")
    assert Path("report.html").exists()


def test_report_names_its_source():
    arguments = ["results.csv", "--alpha", "0.1", "--control", "svm", "--seed", "7"]
    assert run("report", *arguments, "--higher-is-better").exit_code == 0
    page = re.sub(r"<wbr\s*/?>|&#8203;", "", Path("report.html").read_text(encoding="utf-8"))
    assert sha256_of(["results.csv"]) in page
    call = "benchreport report results.csv --alpha 0.1 --control svm --seed 7 --higher-is-better"
    assert call in page


def test_same_input_same_bytes_under_any_file_name():
    for name in ("a.html", "b.html"):
        assert run("report", "results.csv", "-o", name).exit_code == 0
    assert Path("a.html").read_bytes() == Path("b.html").read_bytes()


def test_several_files_are_one_table():
    lines = LONG.splitlines(keepends=True)
    Path("a.csv").write_text("".join(lines[:7]))
    Path("b.csv").write_text(lines[0] + "".join(lines[7:]))
    assert "3 algorithms × 4 datasets" in run("check", "a.csv", "b.csv").stdout
    Path("b.csv").write_text("who,what,how\n1,2,3\n")
    assert "b.csv lacks method, dataset, accuracy" in refusal("check", "a.csv", "b.csv")


def test_roles():
    renamed = LONG.replace("method,dataset,accuracy", "who,on,quality")
    options = ["--algorithm", "who", "--dataset", "on", "--score", "quality", "--lower-is-better"]
    done = run("check", table(renamed), *options)
    assert done.exit_code == 0
    assert "quality, lower is better" in done.stdout


def test_several_repeat_columns():
    repeated = pd.concat(
        [pd.read_csv("results.csv").assign(a=a, b=b) for a, b in [(1, 1), (1, 2), (2, 1), (2, 2)]]
    )
    repeated.to_csv("table.csv", index=False)
    arguments = ["table.csv", "--score", "accuracy", "--repeat", "a"]
    assert "--repeat a --repeat b" in refusal("check", *arguments)
    assert "4 scores each" in run("check", *arguments, "--repeat", "b").stdout


def test_check():
    done = run("check", "results.csv")
    assert done.exit_code == 0
    assert done.stdout == (
        "results.csv: 12 rows, 3 columns; long: one row per score\n"
        "  method    text, 3 values                        algorithm: by its name\n"
        "  dataset   text, 4 values                        dataset: by its name\n"
        "  accuracy  numbers, 11 values from 0.69 to 0.99  score: the only column left\n"
        "3 algorithms × 4 datasets, 1 score each; accuracy, higher is better\n"
        "algorithms: svm, knn, tree\n"
        "datasets: iris, wine, glass, vowel\n"
        "The table has no problems.\n"
        "Next: benchreport report results.csv\n  or: benchreport advise results.csv\n"
    )


def test_check_of_a_wide_table():
    done = run("check", table("file,a,b\nx,1,2\ny,2,3\n"), "--score", "rmse")
    assert "wide: one column per algorithm" in done.stdout
    assert re.search(r"a +whole numbers, 2 values from 1 to 2 +an algorithm's scores", done.stdout)


def test_check_shows_the_columns_of_an_unreadable_table():
    done = run("check", table("who,where,accuracy\na,x,1\nb,x,2\na,y,3\nb,y,4\n"))
    assert done.exit_code == 2
    assert re.search(r"who +text, 2 values", done.stdout)
    assert (
        "Hint: --algorithm who --dataset where, or --algorithm where --dataset who" in done.stderr
    )


def test_check_lists_gaps_and_their_treatment():
    done = run("check", table(GAP))
    assert done.exit_code == 0
    assert "1 of 12 cells has no score (knn on wine)" in done.stdout
    assert "--missing drop" in done.stdout
    assert "--missing worst" in done.stdout
    dropped = run("check", "table.csv", "--missing", "drop")
    assert dropped.exit_code == 0
    assert "1 incomplete dataset is left out (wine)" in dropped.stdout
    assert (
        "1 of 12 cells has no score (knn on wine); it is given the worst score of its dataset"
        in run("check", "table.csv", "--missing", "worst").stdout
    )


def test_an_algorithm_that_failed_everywhere_is_left_out_as_the_hint_says():
    rows = "method,dataset,acc\na,x,1\na,y,2\nb,x,2\nb,y,4\nc,x,\nc,y,\n"
    stderr = refusal("check", table(rows))
    assert "1 algorithm without any score: c." in stderr
    assert "--where method=a --where method=b" in stderr
    done = run("check", "table.csv", "--where", "method=a", "--where", "method=b")
    assert "algorithms: a, b\n" in done.stdout
    assert done.exit_code == 0


def test_gaps_are_refused_with_a_way_out():
    stderr = refusal("test", "friedman", table(GAP))
    assert "1 of 12 cells has no score: knn on wine." in stderr
    assert "--missing drop" in stderr
    assert "benchreport test skillings-mack allows gaps" in stderr
    assert run("test", "friedman", "table.csv", "--missing", "worst").exit_code == 0


def test_a_report_on_gaps_names_them_and_takes_the_path_for_gaps():
    done = run("report", table(GAP))
    assert done.exit_code == 0
    assert "1 of 12 cells has no score (knn on wine)" in done.stdout
    assert "Skillings–Mack" in done.stdout


def test_advice_names_the_design():
    assert run("advise", "results.csv").stdout.startswith("Advice for 3 algorithms on 4 datasets:")
    output = run("advise", "results.csv", "--control", "svm").stdout
    assert "Do: benchreport test bonferroni-dunn results.csv --control svm\n" in output
    assert "Or: benchreport test quade results.csv\n" in output
    assert "Not: benchreport test rank-sum\n" in output


def test_more_procedures_in_a_report():
    done = run("report", "results.csv", "--include", "quade", "--include", "quade-post")
    assert done.exit_code == 0, done.output
    page = Path("report.html").read_text()
    assert 'id="included-quade"' in page
    assert 'id="included-quade-post"' in page
    assert "Hint: -o report.html" in refusal("report", "results.csv", "-o", "-")
    similar = refusal("report", "results.csv", "--include", "quad")
    assert "none is called 'quad'; the most similar are quade" in similar
    assert "Hint: --include quade; benchreport test --help lists all" in similar
    unknown = refusal("report", "results.csv", "--include", "xyzzy")
    assert "none is called 'xyzzy'." in unknown
    assert "similar" not in unknown
    assert "page needs order" in refusal("report", "results.csv", "--include", "page")


@functools.cache
def help_on_tests():
    return run("test", "--help").stdout


@pytest.mark.parametrize("name", one_in(3, sorted(CATALOGUE)))
def test_every_procedure_is_a_command(name):
    file, roles = "results.csv", []
    if layout_of(name) == "factors":
        roles = ["--factors", "method"]
    elif layout_of(name) != "datasets":
        file, roles = "folds.csv", ["--repeat", "repetition", "--repeat", "fold"]
        results = pd.read_csv("results.csv")
        frame = results.pivot_table("accuracy", index="dataset", columns="method")
        rows = [frame.iloc[place % 4] + place % 3 / 100 for place in range(10)]
        splits = {"repetition": [place // 2 for place in range(10)], "fold": [1, 2] * 5}
        pd.DataFrame(rows).reset_index(drop=True).assign(**splits).to_csv(file, index=False)
    order = ["svm", "knn", "tree"]
    values = {"control": "svm", "margin": 0.1, "mu": 0.9, "sigma": 0.1}
    values |= {"order": order, "complexity": order}
    options = required_options(name, values)
    typed = [
        text
        for option, value in options.items()
        for choice in (value if isinstance(value, list) else [value])
        for text in (f"--{option.replace('_', '-')}", str(choice))
    ]
    bench = pd.read_csv(file).bench
    if file == "results.csv" and roles:
        bench = bench(factors="method")
    elif roles:
        bench = bench(repeat=["repetition", "fold"], score="accuracy")
        roles += ["--score", "accuracy"]
    result = getattr(bench, name)(**options)
    done = run("test", name.replace("_", "-"), file, *typed, *roles)
    assert done.exit_code == 0, done.output
    assert done.stdout == f"{result}\n"
    assert name.replace("_", "-") in help_on_tests()


def test_options_come_from_the_signature():
    help_text = run("test", "wilcoxon", "--help").stdout
    for option in ("--alpha", "--correction", "--control", "--zeros", "--variant"):
        assert option in help_text
    assert "[wilcox|pratt|zsplit]" in help_text
    assert "[default: holm]" in " ".join(help_text.split())
    done = run("test", "wilcoxon", "results.csv", "--zeros", "pratt", "--format", "json")
    expected = pd.read_csv("results.csv").bench.wilcoxon(zeros="pratt").to_dict()
    assert json.loads(done.stdout) == json.loads(json.dumps(expected))


def test_formats():
    result = pd.read_csv("results.csv").bench.tukey()
    outputs = {
        name: run("test", "tukey", "results.csv", "--format", name).stdout
        for name in ("json", "csv", "latex", "markdown")
    }
    assert json.loads(outputs["json"])["procedure"] == "tukey"
    Path("shown.csv").write_text(outputs["csv"])
    pd.testing.assert_frame_equal(pd.read_csv("shown.csv"), result.table, rtol=1e-14)
    assert outputs["latex"].rstrip() == result.to_latex().rstrip()
    assert outputs["markdown"].rstrip() == result.to_markdown().rstrip()


def test_output_of_a_test_goes_to_a_file():
    done = run("test", "ranks", "results.csv", "--format", "csv", "-o", "ranks.csv")
    assert done.exit_code == 0
    assert done.stdout == ""
    assert "mean" in Path("ranks.csv").read_text()


def test_a_failed_test_leaves_the_older_file():
    Path("old.txt").write_text("old")
    refusal("test", "friedman", table(GAP), "-o", "old.txt")
    assert Path("old.txt").read_text() == "old"


def test_several_scores_can_be_compared_by_each():
    lines = [f"{line},{place % 5}" for place, line in enumerate(LONG.splitlines()[1:])]
    name = table("\n".join(["method,dataset,accuracy,f1", *lines]))
    each = "--metric accuracy --metric f1"
    assert f"Hint: --score accuracy, or {each} to compare by each" in refusal("report", name)
    other = refusal("test", "friedman", name)
    assert f"Hint: --score accuracy, or benchreport report {each} to compare by each" in other
    assert run("report", name, *each.split(), "-o", "a.md").exit_code == 0


@loop_over(
    ("arguments", "message"),
    [
        ([], "Usage"),
        (["reprot", "results.csv"], "No such command"),
        (["report"], "Missing argument"),
        (
            ["report", "nowhere.csv"],
            "there is no file nowhere.csv.\nHint: the folder has results.csv",
        ),
        (
            ["report", "results.csv", "--factors", "kernel", "a b", "C"],
            "for several columns: --factors kernel --factors 'a b' --factors C",
        ),
        (["check", "results.csv", "--repeat", "seed", "no.csv"], "there is no file no.csv."),
        (["check", "nowhere/*.csv"], "no file matches 'nowhere/*.csv'"),
        (["report", "results.csv", "--score", "acc"], "Hint: --score accuracy"),
        (["report", "results.csv", "--dataset", "file"], "dataset='file' is not a column"),
        (["report", "results.csv", "--control", "forest"], "not among the algorithms: svm, knn"),
        (["report", "results.csv", "--alpha", "5"], "Hint: --alpha 0.05"),
        (["report", "results.csv", "--alpha", "nan"], "strictly between 0 and 1"),
        (["report", "results.csv", "--test-fraction", "3"], "strictly between 0 and 1; got 3.0"),
        (["report", "results.csv", "--alpha", "five"], "not a valid float"),
        (["report", "results.csv", "--missing", "ignore"], "'ignore' is not one of"),
        (["report", "results.csv", "-o", "a.odt"], "Hint: -o a.html"),
        (["report", "results.csv", "-o", "."], "saved to a file"),
        (["report", "results.csv", "-o", ""], "the name of the output is empty"),
        (["report", "results.csv", "-o", " "], "Hint: -o report.html"),
        (["report", "results.csv", "-o", "a.md", "-o", "./a.md"], "are one file"),
        (["test", "ranks", "results.csv", "-o", ""], "Hint: -o result.txt"),
        (["test", "ranks", "results.csv", "-o", "results.csv"], "Hint: -o results-result.csv"),
        (["nightly", "init", "results.csv", "-o", ""], "Hint: -o nightly.toml"),
        (["nightly", "init", "results.csv", "-o", "results.csv"], "not be overwritten"),
        (["nightly", "export", ""], "Hint: benchreport nightly export"),
        (["test"], "Usage"),
        (["test", "friedmann", "results.csv"], "no procedure 'friedmann'; did you mean friedman?"),
        (["test", "results.csv", "friedman"], "A procedure comes before the file"),
        (["test", "xyz", "results.csv"], "benchreport test lists all"),
        (["test", "tukey", "results.csv", "--alpha", "0"], "Hint: --alpha 0.05"),
        (["test", "friedman", "results.csv", "--variant", "z"], "'z' is not one of"),
        (["test", "bonferroni_dunn", "results.csv"], "Missing option '--control'"),
        (["test", "friedman", "results.csv", "--format", "xml"], "'xml' is not one of"),
    ],
)
def test_wrong_calls(arguments, message):
    assert message in refusal(*arguments)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            LONG.replace("accuracy", "quality"),
            "--higher-is-better, or --lower-is-better for errors",
        ),
        (LONG.replace("0.95", "sick"), "has text: 'sick'"),
        (LONG.replace("0.95", "sick"), "make every cell of column 'accuracy' a number or empty"),
        (LONG.replace("0.95", "inf"), "1 infinite score: svm on iris"),
        (LONG + "svm,iris,0.5\n", "1 cell has more than one score: svm on iris"),
        (LONG + ",iris,0.5\n", "1 row without algorithm"),
        ("method,dataset,accuracy\n", "the table is empty: 0 rows, 3 columns"),
        ("method,dataset,accuracy\nsvm,x,1\nsvm,y,2\n", "at least 2 algorithms; found svm only"),
        ("method,dataset,accuracy\nsvm,x,1\nknn,x,2\n", "at least 2 datasets"),
        ("", "table.csv is empty."),
        ("just some text", "is not a header"),
    ],
)
@pytest.mark.parametrize("command", [["report"], ["check"], ["test", "describe"]])
def test_wrong_input(command, text, message):
    assert message in refusal(*command, table(text))
    assert not Path("report.html").exists()


def test_a_picture_is_no_text():
    Path("table.csv").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    assert "table.csv is a binary file, not text.\nHint: save its table as CSV" in refusal(
        "check", "table.csv"
    )


@pytest.mark.parametrize("name", ["data.json", "../here/data.json", "soft.xlsx", "hard.md"])
@pytest.mark.parametrize("command", [["report"], ["test", "ranks"]])
def test_results_are_never_written_over(workdir, monkeypatch, command, name):
    folder = workdir / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    content = pd.read_csv(workdir / "results.csv").to_json(orient="records")
    Path("data.json").write_text(content)
    Path("soft.xlsx").symlink_to("data.json")
    Path("hard.md").hardlink_to("data.json")
    stderr = refusal(*command, "data.json", "-o", name)
    assert f"{name!r} would replace the input 'data.json'" in stderr
    assert Path("data.json").read_text() == content
    assert len(list(folder.iterdir())) == 3


@pytest.mark.parametrize("output", ["a folder", "pipe.html"])
def test_output_goes_to_regular_files_only(output):
    Path("a folder").mkdir()
    os.mkfifo("pipe.html")
    refusal("test", "ranks", "results.csv", "-o", output, code=1)
    refusal("report", "results.csv", "-o", output, code=1 if "." in output else 2)


def test_a_dash_prints():
    assert (
        run("test", "ranks", "results.csv", "-o", "-").output
        == run("test", "ranks", "results.csv").output
    )
    assert not Path("-").exists()


@pytest.mark.parametrize("output", ["nowhere/a.html", "/proc/a.html"])
def test_unwritable_reports_fail(output):
    stderr = refusal("report", "results.csv", "-o", output, code=1)
    assert f"cannot write {output!r}" in stderr


def test_unwritable_results_fail():
    stderr = refusal("test", "ranks", "results.csv", "-o", "nowhere/a.txt", code=1)
    assert "nowhere/a.txt" in stderr


@pytest.mark.parametrize("kind", [RenderError, DependencyError])
def test_failures_are_printed_without_a_traceback(monkeypatch, kind):
    def fail(*_, **__):
        raise kind("it broke.", hint="mend it")

    monkeypatch.setattr("benchreport.report.report", fail)
    assert refusal("report", "results.csv", code=1) == "Error: it broke.\nHint: mend it\n"


def test_hints_can_be_typed():
    path = table(LONG.replace("method", "who").replace("dataset", "where"))
    hint = re.search(r"Hint: (.*)\n", refusal("check", path))[1]
    assert run("check", path, *hint.partition(", or")[0].split()).exit_code == 0


def test_as_a_module():
    done = shell("check", "results.csv")
    assert done.returncode == 0
    assert done.stderr == ""
    wrong = shell("check", "nowhere.csv")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("Error: there is no file nowhere.csv.")
    assert wrong.stdout == ""


@pytest.mark.needs("time")
def test_a_closed_pipe_is_quiet():
    command = f"{sys.executable} -m benchreport test friedman results.csv --format json"
    done = subprocess.run(
        ["/bin/sh", "-c", f"{command} | true"], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""


@pytest.mark.needs("time")
def test_a_terminal_without_greek_shows_the_rest():
    done = shell("test", "friedman", "results.csv", encoding="latin-1")
    assert done.returncode == 0
    assert "Friedman test: ?²(2)" in done.stdout


@pytest.mark.needs("time")
def test_stages_show_on_a_terminal_and_go_away():
    reader, writer = pty.openpty()
    with os.fdopen(writer, "wb") as terminal:
        done = subprocess.run(
            [sys.executable, "-m", "benchreport", "report", "results.csv"],
            stderr=terminal,
            stdout=subprocess.PIPE,
            check=True,
        )
    progress = os.read(reader, 10_000).decode()
    os.close(reader)
    assert "… reading" in progress
    assert "… comparing pairs" in progress
    assert progress.endswith("\r\x1b[K")
    assert b"\x1b" not in done.stdout


def test_curves_are_read_checked_reported_and_tested(tmp_path):
    path = tmp_path / "curves.csv"
    frame_of(k=2, datasets=2, runs=2).to_csv(path, index=False)
    checked = run("check", str(path))
    assert checked.exit_code == 0
    assert "evaluations  numbers" in checked.output
    assert "step" in checked.output
    assert "2 algorithms on 2 datasets, 8 runs" in checked.output
    tested = run("test", "rank-over-time", str(path), "--band", "quartiles")
    assert tested.exit_code == 0
    assert tested.output.startswith("Mean rank at 1,000 evaluations:")
    out = tmp_path / "report.html"
    reported = run("report", str(path), "-o", str(out))
    assert reported.exit_code == 0
    assert "area under the curves" in reported.output
    assert out.read_text().startswith("<!DOCTYPE html>")


def test_options_that_name_columns_are_roles_once(recwarn):
    for name, procedure in PROCEDURES.items():
        help_text = run("test", name, "--help").output
        assert help_text.count("--dataset COLUMN") == 1
        first = inspect.getdoc(procedure).split(".")[0][:20]
        assert first in help_text.replace("\n", " ").replace("  ", "")
    assert not recwarn.list


def test_training_scores_by_their_role(tmp_path):
    frame = frame_of(k=3, datasets=4, runs=2, points=1)
    frame["fit"] = frame["loss"] / 2
    path = tmp_path / "fits.csv"
    frame = frame.drop(columns="evaluations").drop_duplicates(["algorithm", "dataset", "seed"])
    frame.to_csv(path, index=False)
    done = run("test", "train-test", str(path), "--score", "loss", "--train", "fit")
    assert done.exit_code == 0, done.output
    changed = run(
        "test",
        "rank-changes",
        str(path),
        "--scores",
        "loss",
        "--scores",
        "fit",
        "--lower-is-better",
    )
    assert changed.exit_code == 0, changed.output


def test_hints_on_curves_can_be_followed(tmp_path):
    path = tmp_path / "curves.csv"
    frame_of(k=3, datasets=3, runs=2).to_csv(path, index=False)
    message = refusal("test", "friedman", str(path))
    assert "benchreport report" in message
    assert "test scores-at" not in message
    over = run("test", "rank_changes", str(path), "--over", "seed", "--repeat", "evaluations")
    assert over.exit_code == 0, over.output


@pytest.mark.needs("time")
def test_paper_and_sections(tmp_path):
    out = tmp_path / "letter.pdf"
    done = run(
        "report", "results.csv", "-o", str(out), "--paper", "letter", "--text-columns", "2",
        "--section", "verdict", "--section", "appendix",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    page = pypdf.PdfReader(out).pages[0]
    assert tuple(page.mediabox[2:]) == (612, 792)
    assert "unknown" in refusal("report", "results.csv", "--section", "unknown").lower()


def test_the_size_of_files_is_limited_and_an_option_raises_it(workdir):
    (workdir / "large.csv").write_text(LONG.replace("iris", "iris" * 500))
    for command in (["check"], ["advise"], ["test", "friedman"], ["report", "-o", "a.md"]):
        small = run(*command, "large.csv", "--size-limit", "1000")
        assert small.exit_code == 2
        assert "and 1,000 bytes are allowed" in small.output
        match = re.search(r"Hint: if you trust the file: --size-limit (\d+)", small.output)
        assert run(*command, "large.csv", "--size-limit", match[1]).exit_code == 0


def test_a_procedure_for_predictions_or_scores_takes_no_curves(tmp_path):
    path = tmp_path / "curves.csv"
    path.write_text("algorithm,dataset,step,loss\na,1,1,.5\na,1,2,.4\nb,1,1,.6\nb,1,2,.3\n")
    result = CliRunner().invoke(main, ["test", "point-632", str(path)])
    assert result.exit_code == 2
    assert "Hint: " in result.output


def test_a_folder_and_a_pattern_are_one_table():
    for name, shift in (("svm", 0.1), ("knn", 0.2)):
        folder = Path("runs")
        folder.mkdir(exist_ok=True)
        rows = "".join(f"d{place},{0.5 + shift + place / 100}\n" for place in range(4))
        (folder / f"{name}.csv").write_text(f"dataset,accuracy\n{rows}")
    for source in ("runs", "runs/*.csv"):
        done = run("report", source, "-o", "a.html")
        assert "2 algorithms × 4 datasets" in done.stdout, done.output
        assert sha256_of([Path("runs/knn.csv"), Path("runs/svm.csv")]) in re.sub(
            r"<wbr\s*/?>|&#8203;", "", Path("a.html").read_text(encoding="utf-8")
        )
    assert "would replace the input" in refusal("test", "ranks", "runs", "-o", "runs/knn.csv")
    pd.read_csv("runs/knn.csv").to_json("runs/knn.json", orient="records")
    assert "runs/knn.json" in refusal("report", "runs/*.json", "-o", "runs/knn.json")


def test_check_finds_nothing_wrong_with_independent_runs():
    Path("runs.csv").write_text("algorithm,time_s\nsvm,1\nsvm,2\nknn,3\nknn,4\nknn,5\n")
    done = run("check", "runs.csv")
    assert "2 algorithms, 2 to 3 independent runs each; time_s, lower is better" in done.stdout
    assert done.exit_code == 0


@pytest.mark.parametrize("suffix", [".png", ".SVG", ".pdf"])
def test_a_result_is_not_written_as_text_under_a_name_of_a_picture(suffix):
    name = f"my figure{suffix}"
    told = refusal("test", "friedman", "results.csv", "-o", name)
    assert "writes a result as text, not as a picture" in told
    assert "-o 'my figure.txt'; benchreport report writes figures with --figures FOLDER" in told
    assert "savefig" not in told
    assert f"df.bench.nemenyi(...).plot().figure.savefig({name!r}) in Python" in refusal(
        "test", "nemenyi", "results.csv", "-o", name
    )
    assert not Path(name).exists()
    assert run("test", "nemenyi", "results.csv", "-o", "my figure.txt").exit_code == 0


def test_a_report_named_as_a_picture_is_told_of_its_figures():
    told = refusal("report", "results.csv", "-o", "r.png")
    assert told.endswith("Hint: -o r.html; --figures FOLDER writes its figures\n")
    assert "--figures" not in refusal("report", "results.csv", "-o", "r.foo")
