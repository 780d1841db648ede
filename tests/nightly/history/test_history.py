import dataclasses
import datetime as dt
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import history_records
import pytest
from history_records import FINDING, NOW, facts_of, night_of, read, reread
from needs import LONG

from benchreport.errors import ConfigError, InputError
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.history.night_scores import pack
from benchreport.nightly.notify.message import Message


def test_a_night_is_read_as_it_was_recorded(history, url):
    night = night_of()
    assert history.record(night, recorded=NOW)
    expected = NightRecord(
        night="2026-11-20",
        label="",
        recorded="2026-11-20T04:00:00+00:00",
        sha256=night.sha256,
        n_scores=12,
        code="abc",
        context={"host": "büro"},
        metrics=("f1", "seconds"),
    )
    with History(url) as reopened:
        assert reopened.night("2026-11-20") == expected
        assert reopened.nights() == [expected]
        for scores in night.metrics:
            assert pack(reopened.scores("2026-11-20", "", scores.metric)) == pack(scores)
        assert reopened.scores("2026-11-20", "", "auc") is None
        assert reopened.night("2026-11-21") is None
        assert reopened.verify() == 2


def test_the_same_night_twice_is_one(history):
    assert history.record(night_of(), recorded=NOW)
    before = read(history)
    assert not history.record(night_of(), recorded=NOW + dt.timedelta(days=1))
    assert read(history) == before


def test_other_scores_of_a_night_are_refused_and_nothing_changes(history):
    history.record(night_of(), recorded=NOW)
    before = read(history)
    with pytest.raises(InputError, match=r"other scores of 2026-11-20: 12") as caught:
        history.record(night_of(seed=1), recorded=NOW)
    assert "--replace" in caught.value.hint
    assert read(history) == before


def test_replaced_scores_are_remembered_by_their_sha256(history):
    history.record(night_of(), recorded=NOW)
    history.conclude(facts_of(), [FINDING], [])
    assert history.record(night_of(seed=1, metrics=("f1",)), recorded=NOW, replace=True)
    record = history.night("2026-11-20")
    assert record.replaced == (night_of().sha256,)
    assert record.sha256 == night_of(seed=1, metrics=("f1",)).sha256
    assert history.scores("2026-11-20", "", "seconds") is None
    # facts that were computed from other scores do not hold for these
    assert history.result("2026-11-20") is None


def test_nights_come_in_order_and_by_label(history):
    for name, label in (("2026-11-21", ""), ("2026-11-20", "dev"), ("2026-11-20", "")):
        history.record(night_of(name, label=label), recorded=NOW)
    names = [(record.night, record.label) for record in history.nights()]
    assert names == [("2026-11-20", ""), ("2026-11-20", "dev"), ("2026-11-21", "")]
    assert [record.night for record in history.nights("")] == ["2026-11-20", "2026-11-21"]
    assert history.night("2026-11-21", "dev") is None


LABELS = [
    "",
    " ",
    "x",
    "x ",
    "größe",
    "決定木",
    "\ud800",
    "a\x00b",
    "a\\x00b",
    "'; DROP TABLE nights --",
    "%s :name",
]


def test_labels_and_metrics_of_any_text_are_distinguished(history, url):
    for seed, label in enumerate(LABELS):
        night = night_of(label=label, seed=seed, metrics=(f"m{label}", "f1"))
        history.record(night, recorded=NOW)
        history.conclude(facts_of(label=label), [], [])
    with History(url) as reopened:
        assert len(reopened.nights()) == len(LABELS)
        for seed, label in enumerate(LABELS):
            night = night_of(label=label, seed=seed, metrics=(f"m{label}", "f1"))
            assert reopened.night("2026-11-20", label).sha256 == night.sha256
            stored = reopened.scores("2026-11-20", label, f"m{label}")
            assert pack(stored) == pack(night.metrics[0])
            assert reopened.result("2026-11-20", label).label == label
        assert reopened.verify() == 3 * len(LABELS)


def test_thinned_nights_keep_their_facts(history):
    for day in (18, 19, 20):
        history.record(night_of(f"2026-11-{day}", seed=day), recorded=NOW)
        history.conclude(facts_of(f"2026-11-{day}"), [], [])
    assert history.thin(lambda record: record.night == "2026-11-20") == 2
    assert history.thin(lambda record: record.night == "2026-11-20") == 0
    assert [record.thinned for record in history.nights()] == [True, True, False]
    assert history.scores("2026-11-18", "", "f1") is None
    assert history.scores("2026-11-20", "", "f1") is not None
    assert [facts.night for facts in history.results(history.nights())] == [
        "2026-11-18",
        "2026-11-19",
        "2026-11-20",
    ]
    assert history.verify() == 5
    # the same scores may be recorded again
    assert history.record(night_of("2026-11-18", seed=18), recorded=NOW)
    assert history.scores("2026-11-18", "", "f1") is not None


def test_facts_and_findings_come_back_equal(history, url):
    facts = facts_of(verdict=("a", "größe \ud800"), new=(1,), exit_code=1)
    message = Message("slack", "2026-11-20", {"text": "x", "parts": [1, 2.5, None, {"a": True}]})
    history.record(night_of(), recorded=NOW)
    history.conclude(facts, [FINDING], [message, message])
    with History(url) as reopened:
        assert reopened.result("2026-11-20") == facts
        assert reopened.findings() == [FINDING]
        assert [entry.message for entry in reopened.outbox()] == [message, message]
        assert reopened.result("2026-11-19") is None


def test_findings_change_with_who_and_why(history, url):
    history.conclude(facts_of(), [FINDING, dataclasses.replace(FINDING, number=2)], [])
    later = dataclasses.replace(FINDING, status="acknowledged", why="known")
    for number in range(12):
        history.change(later, {"at": f"{number}", "who": "me", "why": "known"})
    with History(url) as reopened:
        assert reopened.findings() == [later, dataclasses.replace(FINDING, number=2)]
        assert [event["at"] for event in reopened.events()] == [str(number) for number in range(12)]
        reopened.forget_findings([2, 7])
        assert reopened.findings() == [later]


def test_messages_wait_until_they_are_sent(history, url):
    messages = [Message("mail", f"2026-11-{day}", {"day": day}) for day in range(10, 22)]
    history.conclude(facts_of(), [], messages[:6])
    history.conclude(facts_of(), [], messages[6:])
    first, second, *_ = history.outbox()
    history.note_failure(first, "no such host")
    history.note_failure(history.outbox()[0], "refused")
    history.remove_message(second)
    with History(url) as reopened:
        waiting = reopened.outbox()
        assert [entry.message for entry in waiting] == [messages[0], *messages[2:]]
        assert (waiting[0].attempts, waiting[0].error) == (2, "refused")


def broken_messages():
    yield Message("slack", "2026-11-20", {})
    raise RuntimeError("cut off")


def test_a_night_is_concluded_whole_or_not_at_all(history, url):
    history.record(night_of(), recorded=NOW)
    history.conclude(facts_of(), [FINDING], [])
    before = read(history)
    with pytest.raises(RuntimeError, match="cut off"):
        history.conclude(
            facts_of(verdict=("new",)), [dataclasses.replace(FINDING, number=2)], broken_messages()
        )
    assert read(history) == before == reread(url)
    # the next night is recorded as usual
    history.conclude(facts_of(verdict=("new",)), [], [])
    assert history.result("2026-11-20").verdict == ("new",)


def test_a_night_that_cannot_be_packed_leaves_nothing(history, monkeypatch):
    before = read(history)
    calls = iter([b"x"])
    monkeypatch.setattr(
        "benchreport.nightly.history.history.pack", lambda _: next(calls, None) or 1 / 0
    )
    with pytest.raises(ZeroDivisionError):
        history.record(night_of(), recorded=NOW)
    assert read(history) == before == []


# the parent waits until it has loaded everything; the writers are its forks
WRITERS = """
import os, sys, traceback
sys.path.insert(0, sys.argv[2])
from history_records import NOW, History, facts_of, night_of
from benchreport.nightly.notify.message import Message

def write(label):
    with History(sys.argv[1]) as history:
        for number in range(int(sys.argv[3])):
            name = f"2026-11-20T{number:02d}:00"
            history.record(night_of(name, label=label, seed=number), recorded=NOW)
            history.conclude(facts_of(name, label=label), [], [Message("slack", name, {})])

print("ready", flush=True)
sys.stdin.readline()
children = []
for label in ("a", "b"):
    children.append(os.fork())
    if not children[-1]:
        try:
            write(label)
        except BaseException:
            traceback.print_exc()
        sys.stderr.flush()
        os._exit(0)
for child in children:
    os.waitpid(child, 0)
"""


@LONG
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_several_processes_write_at_the_same_time(history, url):
    # Python 3.12 warns of forks where numpy has threads, which the writers do not use
    quiet = ("-W", "ignore::DeprecationWarning")
    command = [
        sys.executable,
        *quiet,
        "-c",
        WRITERS,
        url,
        str(Path(history_records.__file__).parent),
        "6",
    ]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    n_recorded = 0
    with subprocess.Popen(command, text=True, **pipes) as process:
        process.stdout.readline()
        process.stdin.write("go\n")
        process.stdin.flush()
        while process.poll() is None:
            history.record(
                night_of(f"2026-10-01T{n_recorded // 60:02d}:{n_recorded % 60:02d}"), recorded=NOW
            )
            n_recorded += 1
            # a reader must not mistake a write in progress for damage
            with History(url) as reader:
                reader.verify()
        assert process.stderr.read() == ""
    assert n_recorded
    counts = [len(history.nights(label)) for label in ("a", "b", "")]
    assert counts == [6, 6, n_recorded]
    assert len({entry.key for entry in history.outbox()}) == 12
    assert history.verify() == 2 * (12 + n_recorded) + 12


def test_other_databases_are_refused_without_the_password(tmp_path):
    with pytest.raises(ConfigError, match="mysql://") as caught:
        History("mysql://me:geheim@host/x", tmp_path, create=True)
    assert "geheim" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_documents_are_readable_json(tmp_path):
    with History("history.db", tmp_path, create=True) as history:
        history.change(FINDING, {"why": "größe"})
    with sqlite3.connect(tmp_path / "history.db") as plain:
        ((doc,),) = plain.execute("SELECT doc FROM events").fetchall()
    plain.close()
    assert json.loads(doc) == {"why": "größe"}
