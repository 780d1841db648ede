import dataclasses
import datetime as dt
import json
import threading

import numpy as np
import pandas as pd
import pytest
from needs import LONG, longer
from nights_tables import HEAD

from benchreport.errors import BusyError, ConfigError, InputError, RenderError
from benchreport.nightly import evaluate_nights
from benchreport.nightly.config.load import load
from benchreport.nightly.findings.triage import triage
from benchreport.nightly.history.export_records import history_lines
from benchreport.nightly.history.open_history import lock_history, open_history
from benchreport.nightly.intake import intake
from benchreport.nightly.intake.intake import MissingResultsError
from benchreport.nightly.intake.sources import fetch_results
from benchreport.nightly.pages import publication
from benchreport.nightly.run import backfill, run

pytestmark = pytest.mark.usefixtures("plain_figures")

CONFIG = (
    HEAD
    + """[notify]
link = "https://example.org/nights"
[notify.mail]
to = ["team@example.org"]
sender = "nights@example.org"
folder = "letters"
"""
)
NIGHTS = [str(day.date()) for day in pd.date_range("2026-09-01", periods=20)]
DROPPED = 14


def scores(place, night, *, drop=0.0, algorithms=("svm", "knn", "tree")):
    draw = np.random.default_rng(int(night.replace("-", "")))
    frame = pd.DataFrame(
        [
            (algorithm, dataset, 0.8 + draw.normal(0, 0.01) - drop * (algorithm == "svm"))
            for algorithm in algorithms
            for dataset in ("iris", "wine", "digits")
        ],
        columns=["algorithm", "dataset", "accuracy"],
    )
    (place / "results").mkdir(exist_ok=True)
    frame.to_csv(place / "results" / f"{night}.csv", index=False)


@pytest.fixture
def place(tmp_path):
    for number, night in enumerate(NIGHTS):
        scores(tmp_path, night, drop=0.1 if number >= DROPPED else 0.0)
    (tmp_path / "nightly.toml").write_text(CONFIG)
    return tmp_path


def take_in(place, *nights, **options):
    return [run(place / "nightly.toml", night=night, **options) for night in nights]


def fill_history(place, nights):
    return backfill(place / "nightly.toml", nights=list(nights))


def read_lines(place):
    with open_history(load(place / "nightly.toml")) as history:
        history.verify()
        return [(line.kind, line.doc) for line in history_lines(history)]


def test_messages_link_to_the_page_of_the_night(place):
    fill_history(place, NIGHTS[: DROPPED + 1])
    (outcome,) = take_in(place, NIGHTS[DROPPED + 1])
    assert outcome.exit_code == 1
    (letter,) = (place / "letters").glob("*.eml")
    page = f"{NIGHTS[DROPPED + 1]}/index.html"
    assert page in letter.read_text().replace("=\n", "").replace("=3D", "=")
    assert (place / "nights" / page).exists()


def test_a_late_night_is_reported_and_later_pages_are_rewritten(place):
    late = NIGHTS[5]
    fill_history(place, [night for night in NIGHTS[:10] if night != late])
    later = place / "nights" / NIGHTS[9]
    (later / "night.pdf").write_bytes(b"of the first run")
    before = (later / "index.html").read_bytes()
    (outcome,) = take_in(place, late)
    assert (outcome.facts.night, outcome.new) == (late, True)
    assert (place / "nights" / late / "index.html").exists()
    assert (later / "index.html").read_bytes() != before
    # a PDF that contradicts its page is deleted, and so is the link to it
    assert not (later / "night.pdf").exists()
    index = (place / "nights" / "index.html").read_text()
    assert "night.pdf" not in index
    assert NIGHTS[9] in index


@LONG
@pytest.mark.parametrize("command", [backfill, longer(run)])
def test_a_late_night_that_is_cut_off_changes_nothing(place, monkeypatch, command):
    late = NIGHTS[3]
    fill_history(place, [night for night in NIGHTS if night != late])
    config = load(place / "nightly.toml")
    with open_history(config) as history:
        triage(history, "accuracy/svm", "accept", why="another compiler")
    before = read_lines(place)
    calls = []
    compare = evaluate_nights.compare_night

    def interrupt(history, config, record):
        calls.append(record.night)
        if record.night == NIGHTS[17]:
            raise KeyboardInterrupt
        return compare(history, config, record)

    monkeypatch.setattr(evaluate_nights, "compare_night", interrupt)
    options = {"nights": [late]} if command is backfill else {"night": late}
    with pytest.raises(KeyboardInterrupt):
        command(place / "nightly.toml", **options)
    assert len(calls) > 2
    assert read_lines(place) == before
    monkeypatch.undo()
    # the night is recorded once more, and accepted findings stay accepted
    command(place / "nightly.toml", **options)
    with open_history(config) as history:
        assert [record.night for record in history.nights()] == NIGHTS
        (finding,) = history.findings()
    assert (finding.status, finding.why) == ("accepted", "another compiler")


@LONG
def test_triage_stays_when_a_finding_moves_to_a_later_night(place):
    fill_history(place, NIGHTS)
    config = load(place / "nightly.toml")
    with open_history(config) as history:
        (finding,) = triage(history, "accuracy/svm", "ack", why="being looked at")
    # new scores show that the confirming night was a good one
    scores(place, finding.opened)
    take_in(place, finding.opened, replace=True)
    with open_history(config) as history:
        open_findings = [finding for finding in history.findings() if not finding.closed]
    assert [
        (other.opened > finding.opened, other.status, other.why) for other in open_findings
    ] == [(True, "acknowledged", "being looked at")]


def test_replaced_results_of_tonight_are_reported(place):
    night = NIGHTS[DROPPED + 1]
    fill_history(place, NIGHTS[: DROPPED + 1])
    scores(place, night)
    (first,) = take_in(place, night)
    assert first.exit_code == 0
    assert not list((place / "letters").glob("*.eml"))
    scores(place, night, drop=0.1)
    with pytest.raises(InputError, match="other scores"):
        take_in(place, night)
    (replaced,) = take_in(place, night, replace=True)
    assert (replaced.exit_code, replaced.n_sent) == (1, 1)
    assert len(list((place / "letters").glob("*.eml"))) == 1


@LONG
def test_a_night_that_was_cut_off_is_finished_by_the_next(place, monkeypatch):
    fill_history(place, NIGHTS[: DROPPED + 1])
    with monkeypatch.context() as patched:
        patched.setattr(
            evaluate_nights, "compare_night", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt)
        )
        with pytest.raises(KeyboardInterrupt):
            take_in(place, NIGHTS[DROPPED + 1])
    (outcome,) = take_in(place, NIGHTS[DROPPED + 2])
    assert outcome.facts.night == NIGHTS[DROPPED + 2]
    # the night that was cut off opened the regression; people are notified of it
    with open_history(load(place / "nightly.toml")) as history:
        assert [finding.opened for finding in history.findings()] == [NIGHTS[DROPPED + 1]]
    assert outcome.n_sent == 1
    assert (place / "nights" / NIGHTS[DROPPED + 1] / "index.html").exists()


def test_empty_results_count_as_missing(place):
    (place / "results" / f"{NIGHTS[0]}.csv").write_text("algorithm,dataset,accuracy\n")
    with pytest.raises(MissingResultsError, match="it has no rows"):
        take_in(place, NIGHTS[0])
    with pytest.raises(MissingResultsError, match="no results"):
        fill_history(place, NIGHTS[:1])


def test_results_of_another_benchmark_are_refused(place):
    fill_history(place, NIGHTS[:3])
    before = read_lines(place)
    frame = pd.DataFrame({"algorithm": ["x", "y"], "dataset": ["a", "a"], "accuracy": [0.5, 0.6]})
    frame.to_csv(place / "results" / "2026-10-01.csv", index=False)
    with pytest.raises(ConfigError, match="no algorithm and no dataset") as refusal:
        take_in(place, "2026-10-01")
    assert "another.db" in refusal.value.hint
    with pytest.raises(ConfigError, match="no algorithm and no dataset"):
        fill_history(place, ["2026-10-01"])
    assert read_lines(place) == before
    # another label is the way out; a wrong first night can be replaced
    (other,) = take_in(place, "2026-10-01", label="other")
    assert other.exit_code == 0
    scores(place, "2026-10-01")
    (replaced,) = take_in(place, "2026-10-01", label="other", replace=True)
    assert replaced.new


@LONG
def test_a_late_night_among_thinned_ones_leaves_their_findings_alone(place):
    late = NIGHTS[2]
    fill_history(place, [night for night in NIGHTS if night != late])
    config = load(place / "nightly.toml")
    with open_history(config) as history:
        history.thin(lambda record: record.night > NIGHTS[DROPPED + 2])
        before = history.findings()
    assert [finding.opened for finding in before] == [NIGHTS[DROPPED + 1]]
    (outcome,) = take_in(place, late)
    assert outcome.facts.night == late
    assert not outcome.facts.new
    with open_history(config) as history:
        assert history.findings() == before
        assert history.result(late) is not None


def test_pages_that_cannot_be_written_lose_nothing(place, monkeypatch):
    def refuse(*_):
        raise RenderError("no room.")

    monkeypatch.setattr(publication, "write_files", refuse)
    (outcome,) = take_in(place, NIGHTS[0])
    assert (outcome.exit_code, outcome.unpublished) == (5, "no room.")
    monkeypatch.undo()
    (outcome,) = take_in(place, NIGHTS[1])
    assert outcome.exit_code == 0
    assert (place / "nights" / NIGHTS[0] / "index.html").exists()


def config_of_other_machine(place, url):
    """Return the configuration of a second machine: another folder, the same database."""
    config = load(place / "nightly.toml")
    return dataclasses.replace(
        config, place=place / "b", history=dataclasses.replace(config.history, url=url)
    )


@LONG
def test_two_machines_take_turns_on_one_database(place, postgres):
    (place / "nightly.toml").write_text(CONFIG + f'[history]\nurl = "{postgres}"\n')
    (place / "b").mkdir()
    fill_history(place, NIGHTS[: DROPPED + 1])
    with (
        lock_history(config_of_other_machine(place, postgres)),
        pytest.raises(BusyError, match="another machine") as refusal,
    ):
        take_in(place, NIGHTS[DROPPED + 1])
    assert "pg_locks" in refusal.value.hint
    # nothing was recorded, and the run that ended holds no lock
    assert [kind for kind, _ in read_lines(place)].count("night") == DROPPED + 1
    (outcome,) = take_in(place, NIGHTS[DROPPED + 1])
    assert (outcome.exit_code, outcome.n_sent) == (1, 1)


def test_a_run_that_waits_for_the_database_is_next(place, postgres):
    (place / "b").mkdir()
    config = config_of_other_machine(place, postgres)
    order = []
    inside = threading.Event()

    def wait_for_lock():
        with lock_history(config, create=True, wait=20):
            inside.set()
            order.append("waited")

    waiting = threading.Thread(target=wait_for_lock)
    with lock_history(dataclasses.replace(config, place=place), create=True):
        waiting.start()
        assert not inside.wait(0.5)
        order.append("held")
    waiting.join(30)
    assert order == ["held", "waited"]


@LONG
def test_postgresql_and_sqlite_give_the_same_facts(place, postgres, tmp_path_factory):
    twin = tmp_path_factory.mktemp("twin")
    for number, night in enumerate(NIGHTS):
        scores(twin, night, drop=0.1 if number >= DROPPED else 0.0)
    (twin / "nightly.toml").write_text(CONFIG)
    (place / "nightly.toml").write_text(CONFIG + f'[history]\nurl = "{postgres}"\n')
    now = dt.datetime(2026, 11, 20, 4, tzinfo=dt.UTC)
    facts = []
    for folder in (place, twin):
        backfill(folder / "nightly.toml", nights=NIGHTS[: DROPPED + 1], now=now)
        outcomes = take_in(folder, *NIGHTS[DROPPED + 1 :], now=now)
        repeated = take_in(folder, NIGHTS[-1], now=now)[0]
        assert not repeated.new
        facts.append([json.dumps(outcome.facts.to_dict()) for outcome in (*outcomes, repeated)])
    assert facts[0] == facts[1]
    assert json.dumps(read_lines(place), default=str) == json.dumps(read_lines(twin), default=str)


def one_table(place, *columns):
    """Write all results into one table, with the night of each row only if it is among the columns."""
    frames = [
        pd.read_csv(place / "results" / f"{night}.csv").assign(night=night) for night in NIGHTS
    ]
    frame = pd.concat(frames)[["algorithm", "dataset", *columns, "accuracy"]]
    frame.drop_duplicates(["algorithm", "dataset", *columns]).to_csv(place / "all.csv", index=False)
    head = HEAD.replace('"results/{night}.csv"', '"all.csv"')
    assert head != HEAD
    (place / "nightly.toml").write_text(head)


def test_a_table_of_all_nights_is_read_once(place, monkeypatch):
    one_table(place, "night")
    reads = []
    monkeypatch.setattr(
        intake, "fetch_results", lambda *asked: reads.append(asked) or fetch_results(*asked)
    )
    assert [night.night for night in fill_history(place, NIGHTS[3:6])] == NIGHTS[3:6]
    assert len(reads) == 1


def test_one_table_without_nights_is_not_stored_as_several(place):
    one_table(place)
    with pytest.raises(ConfigError, match="say nothing of their night") as caught:
        fill_history(place, NIGHTS[:3])
    assert f"--night {NIGHTS[2]}" in caught.value.hint
    # the same night twice is one
    (facts,) = fill_history(place, [NIGHTS[2], NIGHTS[2]])
    assert facts.night == NIGHTS[2]


FUNCTION = """import pandas as pd
def results(night):
    frame = pd.read_csv(f"{__file__.rpartition('/')[0]}/results/2026-09-01.csv")
    return FRAME
"""


@pytest.mark.parametrize(
    ("returned", "stored"),
    [
        ("frame", 0),
        ("frame.assign(night=night)", 3),
        ("frame.assign(accuracy=frame['accuracy'] - int(night[-2:]) / 1e4)", 3),
    ],
)
def test_a_function_that_ignores_its_night_is_not_stored_as_several(place, returned, stored):
    module = f"of_{len(returned)}_letters"
    (place / f"{module}.py").write_text(FUNCTION.replace("FRAME", returned))
    config = place / "nightly.toml"
    config.write_text(
        HEAD.replace('files = ["results/{night}.csv"]', f'python = "{module}:results"')
    )
    if stored:
        assert len(fill_history(place, NIGHTS[:3])) == stored
        return
    with pytest.raises(
        ConfigError, match="returned the same 9 scores for each of 3 nights"
    ) as caught:
        fill_history(place, NIGHTS[:3])
    assert "frame.assign(night=night)" in caught.value.hint
    assert len(fill_history(place, NIGHTS[2:3])) == 1


def test_scores_without_noise_that_all_fall_are_told_once(tmp_path):
    rows = [
        (night, f"algorithm{place}", "iris", 0.7 + place / 50 - 0.05 * (number >= 17))
        for number, night in enumerate(NIGHTS)
        for place in range(8)
    ]
    frame = pd.DataFrame(rows, columns=["night", "algorithm", "dataset", "accuracy"])
    frame.to_csv(tmp_path / "all.csv", index=False)
    (tmp_path / "nightly.toml").write_text(HEAD.replace('"results/{night}.csv"', '"all.csv"'))
    facts = backfill(tmp_path / "nightly.toml")
    assert [len(night.new) for night in facts[-3:]] == [0, 8, 0]
