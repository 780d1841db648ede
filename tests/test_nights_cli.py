"""``benchreport nightly`` as a new user types it: output and exit codes."""

import datetime as dt
import json
import sqlite3
import time
import tomllib
from contextlib import closing

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from needs import LONG
from nights_tables import HEAD

from benchreport.cli import main

NIGHTS = 34
CONFIG = HEAD.replace("min_nights = 8\ndrift = 0", "min_nights = 10")


def names(count=NIGHTS):
    return [str(day.date()) for day in pd.date_range("2026-09-01", periods=count)]


def results(night, *, drop=0.0):
    draw = np.random.default_rng(int(night.replace("-", "")))
    return pd.DataFrame(
        [
            (algorithm, dataset, 0.8 + draw.normal(0, 0.01) - drop * (algorithm == "svm"))
            for algorithm in ("svm", "knn", "tree")
            for dataset in ("iris", "wine", "digits")
        ],
        columns=["algorithm", "dataset", "accuracy"],
    )


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    """Return a folder of thirty-four nights; one algorithm is much worse on the last three."""
    place = tmp_path_factory.mktemp("nights")
    (place / "results").mkdir()
    for night in names():
        frame = results(night, drop=0.1 if night >= names()[-3] else 0.0)
        frame.to_csv(place / "results" / f"{night}.csv", index=False)
    (place / "nightly.toml").write_text(CONFIG)
    done = nightly(place, "backfill", "--from", names()[0], "--to", names()[-2])
    assert done.exit_code == 0, done.output
    return place


@pytest.fixture
def place(history, tmp_path):
    """Return a copy of the history without the results of the last night."""
    import shutil

    shutil.copytree(history, tmp_path / "nights", dirs_exist_ok=True)
    return tmp_path / "nights"


def nightly(place, *arguments):
    runner = CliRunner()
    config = str(place / "nightly.toml")
    before = [arguments[0]]
    rest = list(arguments[1:])
    # the arguments come first, then the configuration
    first = (
        rest[:1]
        if arguments[0] in ("show", "ack", "accept", "fixed", "flaky", "export", "import")
        else []
    )
    return runner.invoke(main, ["nightly", *before, *first, config, *rest[len(first) :]])


def test_a_regression_exits_with_one_until_somebody_acknowledges_it(place):
    done = nightly(place, "run", "--night", names()[-1])
    assert done.exit_code == 1
    assert "svm by accuracy" in done.output
    assert f"since {names()[-3]}" in done.output
    assert (place / "nights" / "index.html").exists()
    repeated = nightly(place, "run", "--night", names()[-1])
    assert (repeated.exit_code, "were stored before" in repeated.output) == (1, True)
    answer = nightly(place, "ack", "accuracy/svm", "--why", "a colleague looks at it")
    assert answer.exit_code == 0
    assert "acknowledged" in answer.output
    # the page of the night says so as the index does, before another run
    for page in ("index.html", f"{names()[-1]}/index.html"):
        assert "acknowledged" in (place / "nights" / page).read_text()
    assert nightly(place, "run", "--night", names()[-1]).exit_code == 0
    page = (place / "nights" / "index.html").read_text()
    assert "acknowledged" in page


def test_nights_are_listed_and_shown(place):
    listed = nightly(place, "history", "--last", "2")
    assert listed.output.splitlines()[0].startswith(names()[-3])
    assert len(listed.output.splitlines()) == 2
    answer = nightly(place, "show", names()[-2], "--format", "json")
    facts = json.loads(answer.output)
    assert (facts["night"], facts["name"]) == (names()[-2], "demo")
    text = nightly(place, "show", names()[-2])
    assert "accuracy/knn" in text.output


@pytest.mark.parametrize(
    ("arguments", "code", "message", "hint"),
    [
        (("run", "--night", "2027-01-01"), 3, "no results of 2027-01-01", "run the benchmark"),
        (("run", "--night", "yesterday"), 2, "a night should be a date", "--night 2026-11-20"),
        (("ack", "accuracy/smv", "--why", "x"), 2, "has no open finding", "accuracy/svm"),
        (("ack", "accuracy/svm", "--why", " "), 2, "a reason is needed", "--why"),
        (("show", "2020-01-01"), 2, "was not compared; the newest night is", "nightly history"),
        (("schedule",), 2, "one scheduler is needed", "--cron"),
        (
            ("schedule", "--systemd", "--cron"),
            2,
            "got --systemd and --cron.",
            "--systemd",
        ),
        (("schedule", "--gitlab", "--install"), 2, "only cron and systemd", "--gitlab"),
        (("backfill", "--from", "2026-09-01"), 2, "belong together", "--to"),
        (("status", "--max-age", "soon"), 2, "30h", ""),
        (("export", "history.xls"), 2, ".jsonl", ""),
    ],
)
def test_wrong_input_is_named_with_a_hint(place, arguments, code, message, hint):
    if arguments[1:2] == ("accuracy/smv",) or arguments[1:2] == ("accuracy/svm",):
        assert nightly(place, "run", "--night", names()[-1]).exit_code == 1
    done = nightly(place, *arguments)
    assert done.exit_code == code, done.output
    assert message in done.output
    assert hint in done.output
    assert "Traceback" not in done.output


def test_replacing_scores_needs_an_option(place):
    night = names()[-2]
    results(night, drop=0.2).to_csv(place / "results" / f"{night}.csv", index=False)
    refused = nightly(place, "run", "--night", night)
    assert refused.exit_code == 2
    assert "--replace" in refused.output
    assert nightly(place, "run", "--night", night, "--replace").exit_code in (0, 1)
    facts = json.loads(nightly(place, "show", night, "--format", "json").output)
    svm = next(row for row in facts["series"] if row["key"]["algorithm"] == "svm")
    assert svm["value"] == pytest.approx(0.6, abs=0.02)


def test_stopped_nights_have_an_exit_code(place):
    time.sleep(1.1)  # so that the newest night is older than a second
    old = nightly(place, "status", "--max-age", "1s")
    assert old.exit_code == 3
    assert "nights have stopped" in old.output
    assert nightly(place, "status", "--max-age", "300d").exit_code == 0


def test_an_unusable_history_exits_with_four(place):
    (place / "history.db").write_bytes(b"")
    done = nightly(place, "run", "--night", names()[-1])
    assert done.exit_code == 4
    assert "left as it is" in done.output
    assert (place / "history.db").read_bytes() == b""
    (place / "history.db").unlink()
    gone = nightly(place, "run", "--night", names()[-1])
    assert gone.exit_code == 4
    assert "is missing" in gone.output
    with closing(sqlite3.connect(place / "history.db")) as connection, connection:
        connection.execute("CREATE TABLE other (x)")
    other = nightly(place, "history")
    assert other.exit_code == 4


def test_a_fault_is_not_a_regression(place, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr("benchreport.nightly.run.load", broken)
    assert nightly(place, "run").exit_code == 70


@LONG
@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz", ".parquet"])
def test_an_export_can_be_imported(place, tmp_path, suffix):
    target = tmp_path / f"kept{suffix}"
    assert nightly(place, "export", str(target)).exit_code == 0
    (place / "history.db").unlink()
    for path in place.glob("history.db-*"):
        path.unlink()
    done = nightly(place, "import", str(target))
    assert done.exit_code == 0, done.output
    assert len(nightly(place, "history", "--last", "99").output.splitlines()) == NIGHTS - 1
    assert nightly(place, "run", "--night", names()[-1]).exit_code == 1


def test_an_export_replaces_no_results(place):
    results = place / "results" / f"{names()[0]}.csv"
    (place / "link.jsonl").symlink_to(results)
    before = results.read_bytes()
    done = nightly(place, "export", str(place / "link.jsonl"))
    assert (done.exit_code, "would be replaced" in done.output) == (2, True)
    assert results.read_bytes() == before


@pytest.mark.parametrize("scheduler", ["--cron", "--systemd", "--github-actions", "--gitlab"])
def test_schedules_are_printed(place, scheduler):
    done = nightly(place, "schedule", scheduler, "--at", "03:30")
    assert done.exit_code == 0, done.output
    assert "nightly run" in done.output


@LONG
def test_replay_tries_the_rules_on_past_nights(place):
    done = nightly(place, "replay", "--shuffles", "2", "--format", "json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.output)["nights"] == NIGHTS - 1


def test_a_configuration_is_written_and_understood(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results("2026-09-01").assign(seconds=1.0).to_csv("results.csv", index=False)
    runner = CliRunner()
    done = runner.invoke(main, ["nightly", "init", "results.csv", "--name", 'a "name"'])
    assert done.exit_code == 0, done.output
    config = tomllib.loads((tmp_path / "nightly.toml").read_text())
    assert config["nightly"]["name"] == 'a "name"'
    assert [metric["name"] for metric in config["metric"]] == ["accuracy", "seconds"]
    checked = runner.invoke(main, ["nightly", "check"])
    assert checked.exit_code == 0, checked.output
    assert "The configuration has no problems." in checked.output
    twice = runner.invoke(main, ["nightly", "init", "results.csv"])
    assert twice.exit_code == 2
    assert "not be overwritten" in twice.output
    (tmp_path / "nightly.toml").write_text("[nightly]\nnmae = 'x'\n")
    wrong = runner.invoke(main, ["nightly", "check"])
    assert wrong.exit_code == 2
    assert "did you mean name?" in wrong.output


def test_init_without_results_begins_nothing(tmp_path):
    (tmp_path / "nightly.toml").write_text(CONFIG)
    (tmp_path / "results").mkdir()
    assert nightly(tmp_path, "run").exit_code == 3
    assert not (tmp_path / "nights").exists()


@LONG
def test_init_takes_columns_whose_names_do_not_tell(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    frame = results("2026-09-01").set_axis(["who", "what", "accuracy"], axis=1)
    frame.assign(night="2026-09-01", seconds=1.0).to_csv("2026-09-01.csv", index=False)
    runner = CliRunner()
    call = ["nightly", "init", "2026-09-01.csv"]
    call += ["--algorithm", "who", "--dataset", "what", "--score"]
    wrong = runner.invoke(main, [*call, "f1"])
    assert "no metric 'f1'; it has accuracy, seconds.\nHint: --metric accuracy" in wrong.output
    done = runner.invoke(main, [*call, "accuracy"])
    assert done.exit_code == 0, done.output
    # the file that has a date in its name is one of many, and the command for its night is named
    config = tomllib.loads((tmp_path / "nightly.toml").read_text())
    assert config["source"]["files"] == ["{night}.csv"]
    assert config["columns"] == {"algorithm": "who", "dataset": "what", "night": "night"}
    assert [metric["name"] for metric in config["metric"]] == ["accuracy"]
    assert "3 algorithms, 3 datasets, 9 scores on 2026-09-01" in done.output
    assert "benchreport nightly run nightly.toml --night 2026-09-01" in done.output
    ran = runner.invoke(main, ["nightly", "run", "nightly.toml", "--night", "2026-09-01"])
    assert ran.exit_code == 0, ran.output


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("history", "--label", "dev"), 0, "no nights with the label 'dev'; it has nights without"),
        (("status", "--label", "dev"), 3, "no nights with the label 'dev'; it has nights without"),
        (
            ("show", "2026-11-20", "--label", "dev"),
            2,
            "was not compared. The history has no nights",
        ),
        (("ack", "svm", "--why", "x", "--label", "dev"), 2, "no finding is open. The history has"),
        (("flaky", "smv", "--why", "x"), 2, "'smv' is no series; there are accuracy/"),
        (("flaky", "acc", "--why", "x"), 2, "'acc' is part of several series: accuracy/"),
        (("ack", "svm", "--why", "x", "--until", "soon"), 2, "Hint: --until 2026-11-20"),
        (("show", "yesterday"), 2, "Hint: benchreport nightly show 2026-11-20"),
        (("run", "--if-due", "99:99"), 2, "--if-due should be a time of day"),
        (("replay", "--seed", "-1"), 2, "Invalid value for '--seed'"),
    ],
)
def test_what_was_typed_is_named_as_it_is(place, arguments, code, message):
    """An error about a label, an option or a series claims nothing that is not so."""
    done = nightly(place, *arguments)
    assert done.exit_code == code, done.output
    assert message in " ".join(done.output.split())


def test_a_backfill_names_nights_without_results(place):
    first, last = names()[0], names()[1]
    before = dt.date.fromisoformat(first) - dt.timedelta(days=1)
    stored = nightly(place, "backfill", "--from", str(before), "--to", last)
    assert f"There are no results of {before}." in stored.output
    assert "The other nights are stored already." in stored.output
    assert (
        nightly(place, "backfill", "--night", first).output == "These nights are stored already.\n"
    )


def test_a_night_after_today_is_told(place):
    """It cannot be taken out again, and until then no message is sent."""
    newest = max(dt.datetime.now(dt.UTC).date(), dt.date.fromisoformat(names()[-1]))
    late = str(newest + dt.timedelta(days=40))
    results(names()[-1]).to_csv(place / "results" / f"{late}.csv", index=False)
    for command in (("run", "--night", late), ("status",)):
        assert f"{late} is after today" in nightly(place, *command).output
