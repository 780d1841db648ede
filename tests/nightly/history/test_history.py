import dataclasses
import datetime as dt
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchreport.errors import ConfigError, HistoryError, InputError
from benchreport.nightly.history import History, NightRecord, schema, sqlite
from benchreport.nightly.history.night_scores import Night, NightScores, pack
from benchreport.nightly.history.postgres import Postgres
from benchreport.nightly.history.record_lines import history_lines
from benchreport.nightly.history.sqlite import SQLite
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight
from benchreport.nightly.notify.message import Message

NOW = dt.datetime(2026, 11, 20, 4, tzinfo=dt.UTC)
KEY = Key("f1", "svm", "iris")
FOUND = Finding(number=1, key=KEY, kind="regression", opened="2026-11-20", since="2026-11-19")


def night_of(name="2026-11-20", *, label="", seed=0, metrics=("f1", "seconds"), size=6):
    value = np.random.default_rng(seed).normal(size=size)
    value[1] = np.nan
    scores = tuple(
        NightScores(
            metric=metric,
            higher_is_better=metric == "f1",
            algorithm=np.arange(size) // 3,
            dataset=np.arange(size) % 3,
            repeat=np.zeros(size, dtype=np.intp),
            version=np.zeros(size, dtype=np.intp),
            value=value + place,
            algorithms=("knn", "svm", "決定木 \ud800\x00")[: -(-size // 3)],
            datasets=("adult", "iris", "größe"),
            repeats=("",),
            versions=("",),
        )
        for place, metric in enumerate(metrics)
    )
    return Night(night=name, label=label, metrics=scores, code="abc", context={"host": "büro"})


def facts_of(name="2026-11-20", *, label="", **changes):
    series = SeriesNight(key=KEY, state="regressed", value=0.5, p_value=1 / 3)
    return NightFacts(
        name="tabular", night=name, label=label, series=(series,), findings=(FOUND,), **changes
    )


def read(history):
    """Return everything that a history tells, in plain form."""
    found = [
        (each.kind, each.doc if each.scores is None else pack(each.scores))
        for each in history_lines(history)
    ]
    return [*found, *map(dataclasses.asdict, history.outbox())]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs("postgresql"))])
def url(request, tmp_path):
    if request.param == "postgres":
        return request.getfixturevalue("postgres")
    return str(tmp_path / "history.db")


@pytest.fixture
def history(url):
    with History(url, create=True) as made:
        yield made


def verified(url):
    with History(url) as history:
        return history.verify()


def reread(url):
    with History(url) as history:
        return read(history)


def test_a_night_is_kept_as_it_was(history, url):
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
    with History(url) as again:
        assert again.night("2026-11-20") == expected
        assert again.nights() == [expected]
        for each in night.metrics:
            assert pack(again.scores("2026-11-20", "", each.metric)) == pack(each)
        assert again.scores("2026-11-20", "", "auc") is None
        assert again.night("2026-11-21") is None
        assert again.verify() == 2


def test_the_same_night_twice_is_one(history):
    assert history.record(night_of(), recorded=NOW)
    before = read(history)
    assert not history.record(night_of(), recorded=NOW + dt.timedelta(days=1))
    assert read(history) == before


def test_other_scores_of_a_night_are_refused_and_nothing_changes(history):
    history.record(night_of(), recorded=NOW)
    before = read(history)
    with pytest.raises(InputError, match=r"other scores \(12 of sha256") as caught:
        history.record(night_of(seed=1), recorded=NOW)
    assert "--replace" in caught.value.hint
    assert read(history) == before


def test_replaced_scores_are_remembered_by_their_sha256(history):
    history.record(night_of(), recorded=NOW)
    history.conclude(facts_of(), [FOUND], [])
    assert history.record(night_of(seed=1, metrics=("f1",)), recorded=NOW, replace=True)
    record = history.night("2026-11-20")
    assert record.replaced == (night_of().sha256,)
    assert record.sha256 == night_of(seed=1, metrics=("f1",)).sha256
    assert history.scores("2026-11-20", "", "seconds") is None
    # what was found of other scores is not of these
    assert history.result("2026-11-20") is None


def test_nights_come_in_order_and_by_label(history):
    for name, label in (("2026-11-21", ""), ("2026-11-20", "dev"), ("2026-11-20", "")):
        history.record(night_of(name, label=label), recorded=NOW)
    names = [(each.night, each.label) for each in history.nights()]
    assert names == [("2026-11-20", ""), ("2026-11-20", "dev"), ("2026-11-21", "")]
    assert [each.night for each in history.nights("")] == ["2026-11-20", "2026-11-21"]
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


def test_labels_and_metrics_of_any_text_are_told_apart(history, url):
    for seed, label in enumerate(LABELS):
        night = night_of(label=label, seed=seed, metrics=(f"m{label}", "f1"))
        history.record(night, recorded=NOW)
        history.conclude(facts_of(label=label), [], [])
    with History(url) as again:
        assert len(again.nights()) == len(LABELS)
        for seed, label in enumerate(LABELS):
            night = night_of(label=label, seed=seed, metrics=(f"m{label}", "f1"))
            assert again.night("2026-11-20", label).sha256 == night.sha256
            stored = again.scores("2026-11-20", label, f"m{label}")
            assert pack(stored) == pack(night.metrics[0])
            assert again.result("2026-11-20", label).label == label
        assert again.verify() == 3 * len(LABELS)


def test_thinned_nights_keep_what_was_found(history):
    for day in (18, 19, 20):
        history.record(night_of(f"2026-11-{day}", seed=day), recorded=NOW)
        history.conclude(facts_of(f"2026-11-{day}"), [], [])
    assert history.thin(lambda record: record.night == "2026-11-20") == 2
    assert history.thin(lambda record: record.night == "2026-11-20") == 0
    assert [each.thinned for each in history.nights()] == [True, True, False]
    assert history.scores("2026-11-18", "", "f1") is None
    assert history.scores("2026-11-20", "", "f1") is not None
    assert [each.night for each in history.results(history.nights())] == [
        "2026-11-18",
        "2026-11-19",
        "2026-11-20",
    ]
    assert history.verify() == 5
    # the same scores may come again
    assert history.record(night_of("2026-11-18", seed=18), recorded=NOW)
    assert history.scores("2026-11-18", "", "f1") is not None


def test_what_was_found_comes_back_equal(history, url):
    facts = facts_of(verdict=("a", "größe \ud800"), new=(1,), exit_code=1)
    message = Message("slack", "2026-11-20", {"text": "x", "parts": [1, 2.5, None, {"a": True}]})
    history.record(night_of(), recorded=NOW)
    history.conclude(facts, [FOUND], [message, message])
    with History(url) as again:
        assert again.result("2026-11-20") == facts
        assert again.findings() == [FOUND]
        assert [each.message for each in again.outbox()] == [message, message]
        assert again.result("2026-11-19") is None


def test_findings_change_with_who_and_why(history, url):
    history.conclude(facts_of(), [FOUND, dataclasses.replace(FOUND, number=2)], [])
    later = dataclasses.replace(FOUND, status="acknowledged", why="known")
    for number in range(12):
        history.change(later, {"at": f"{number}", "who": "me", "why": "known"})
    with History(url) as again:
        assert again.findings() == [later, dataclasses.replace(FOUND, number=2)]
        assert [each["at"] for each in again.events()] == [str(number) for number in range(12)]
        again.forget_findings([2, 7])
        assert again.findings() == [later]


def test_messages_wait_until_they_are_sent(history, url):
    messages = [Message("mail", f"2026-11-{day}", {"day": day}) for day in range(10, 22)]
    history.conclude(facts_of(), [], messages[:6])
    history.conclude(facts_of(), [], messages[6:])
    first, second, *_ = history.outbox()
    history.note_failure(first, "no such host")
    history.note_failure(history.outbox()[0], "refused")
    history.remove_message(second)
    with History(url) as again:
        waiting = again.outbox()
        assert [each.message for each in waiting] == [messages[0], *messages[2:]]
        assert (waiting[0].attempts, waiting[0].error) == (2, "refused")


def broken_messages():
    yield Message("slack", "2026-11-20", {})
    raise RuntimeError("cut off")


def test_a_night_is_concluded_whole_or_not_at_all(history, url):
    history.record(night_of(), recorded=NOW)
    history.conclude(facts_of(), [FOUND], [])
    before = read(history)
    with pytest.raises(RuntimeError, match="cut off"):
        history.conclude(
            facts_of(verdict=("new",)), [dataclasses.replace(FOUND, number=2)], broken_messages()
        )
    assert read(history) == before == reread(url)
    # and the next one is kept
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


# waits until it is loaded; the writers are its forks
WRITERS = """
import os, sys, traceback
sys.path.insert(0, sys.argv[2])
from test_history import NOW, History, Message, facts_of, night_of

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


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_others_write_meanwhile(history, url):
    command = [sys.executable, "-c", WRITERS, url, str(Path(__file__).parent), "6"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    mine = 0
    with subprocess.Popen(command, text=True, **pipes) as others:
        others.stdout.readline()
        others.stdin.write("go\n")
        others.stdin.flush()
        while others.poll() is None:
            history.record(night_of(f"2026-10-01T{mine // 60:02d}:{mine % 60:02d}"), recorded=NOW)
            mine += 1
            # a reader must not take what is just being written for damage
            with History(url) as reader:
                reader.verify()
        assert others.stderr.read() == ""
    assert mine
    counts = [len(history.nights(label)) for label in ("a", "b", "")]
    assert counts == [6, 6, mine]
    assert len({each.key for each in history.outbox()}) == 12
    assert history.verify() == 2 * (12 + mine) + 12


def second(database):
    database.run("CREATE TABLE notes (key TEXT PRIMARY KEY)")
    ((doc, digest),) = database.run("SELECT doc, digest FROM events")
    database.run("INSERT INTO events VALUES ('000000002', :doc, :digest)", doc=doc, digest=digest)


def opened(url):
    return Postgres(url) if url.startswith("postgresql") else SQLite(Path(url))


def test_a_migration_changes_all_or_nothing_and_keeps_a_copy(history, url):
    history.record(night_of(), recorded=NOW)
    history.change(FOUND, {"why": "x"})
    before = read(history)
    database = opened(url)

    def breaks(database):
        second(database)
        raise RuntimeError("cut off")

    with pytest.raises(RuntimeError):
        schema.prepare(database, migrations=(*schema.MIGRATIONS, breaks))
    assert schema.version_of(database) == 1
    assert read(history) == before
    schema.prepare(database, migrations=(*schema.MIGRATIONS, second))
    assert schema.version_of(database) == 2
    assert database.has_table("notes")
    schema.check(database)
    database.close()
    if not url.startswith("postgresql"):
        copy = f"{url}.version-1"
        assert reread(copy) == before


def test_a_changed_history_is_not_migrated(url, history):
    history.change(FOUND, {"why": "x"})
    database = opened(url)
    database.run("DELETE FROM findings")
    with pytest.raises(HistoryError, match="cannot be trusted"):
        schema.prepare(database, migrations=(*schema.MIGRATIONS, second))
    assert schema.version_of(database) == 1
    database.close()


@pytest.mark.usefixtures("history")
def test_a_newer_version_is_refused(url):
    database = opened(url)
    database.run("UPDATE meta SET value = '7' WHERE name = 'version'")
    database.close()
    with pytest.raises(HistoryError, match="version 7; this benchreport knows versions up to 1"):
        History(url)


@pytest.mark.usefixtures("history")
@pytest.mark.parametrize("value", ["0", "x", "-1", ""])
def test_a_version_that_is_none_is_refused(url, value):
    database = opened(url)
    database.run("UPDATE meta SET value = :value WHERE name = 'version'", value=value)
    database.close()
    with pytest.raises(HistoryError, match="does not say its version") as caught:
        History(url)
    assert caught.value.hint


CHANGES = [
    "DELETE FROM nights WHERE key = '2026-11-20'",
    "DELETE FROM contents WHERE name = 'scores f1'",
    "DELETE FROM contents",
    "UPDATE contents SET label = 'dev' WHERE name = 'scores f1'",
    "UPDATE findings SET doc = replace(doc, 'open', 'flaky')",
    "UPDATE events SET key = '000000009'",
    "DELETE FROM meta WHERE name = 'head'",
    "INSERT INTO outbox VALUES ('000000001', '{}', 'x')",
]


@pytest.mark.parametrize("change", CHANGES)
def test_what_was_changed_from_outside_is_noticed(url, history, change):
    history.record(night_of(), recorded=NOW)
    history.conclude(facts_of(), [FOUND], [])
    history.change(FOUND, {"why": "x"})
    database = opened(url)
    database.run(change)
    database.close()
    with pytest.raises(HistoryError, match="cannot be trusted") as caught:
        verified(url)
    assert "nightly import" in caught.value.hint


def test_scores_that_were_swapped_are_noticed(url, history):
    history.record(night_of(), recorded=NOW)
    database = opened(url)
    database.run("UPDATE contents SET content = :other WHERE name = 'scores f1'", other=b"other")
    database.close()
    with History(url) as again, pytest.raises(HistoryError, match="scores f1 of 2026-11-20"):
        again.scores("2026-11-20", "", "f1")


def test_tables_of_something_else_are_left_alone(postgres):
    database = Postgres(postgres)
    database.run("CREATE TABLE events (id INT)")
    with pytest.raises(HistoryError, match="tables events that do not belong to a history"):
        History(postgres)
    assert not database.has_table("meta")
    database.close()


def test_a_server_that_does_not_answer_is_named_without_the_password(tmp_path):
    pytest.importorskip("psycopg")
    with pytest.raises(HistoryError, match="does not answer") as caught:
        History(f"postgresql://me:geheim@/x?host={tmp_path}")
    assert "geheim" not in str(caught.value)


def test_other_databases_are_refused_without_the_password(tmp_path):
    with pytest.raises(ConfigError, match="mysql://") as caught:
        History("mysql://me:geheim@host/x", tmp_path, create=True)
    assert "geheim" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


# a file -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """Return the bytes of a history, and what it says."""
    file = tmp_path_factory.mktemp("filled") / "history.db"
    with History(str(file), create=True) as history:
        for day in range(10, 20):
            name = f"2026-11-{day}"
            history.record(night_of(name, seed=day, size=9), recorded=NOW)
            history.conclude(facts_of(name), [dataclasses.replace(FOUND, number=day)], [])
            history.change(FOUND, {"at": name, "why": "x" * day})
        history.thin(lambda record: record.night > "2026-11-11")
    return file.read_bytes(), reread(str(file))


def refused_or_right(file, content, expected):
    """Tell whether a file is refused, and left as it is; else it says what was written."""
    file.write_bytes(content)
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)
    try:
        found = reread(str(file))
    except HistoryError as error:
        refused = error
    else:
        assert found == expected
        return False
    assert refused.hint, refused
    assert file.read_bytes() == content
    return True


def test_a_truncated_file_is_refused_as_it_is(filled, tmp_path):
    content, expected = filled
    places = [0, 1, 15, 16, 99, 100, 4095, 4096, len(content) - 4096, len(content) - 1]
    places += np.random.default_rng(5).integers(len(content), size=10).tolist()
    for place in places:
        assert refused_or_right(tmp_path / "history.db", content[:place], expected), place


def test_flipped_bytes_are_refused_or_do_not_matter(filled, tmp_path):
    content, expected = filled
    rng = np.random.default_rng(7)
    places = rng.integers(len(content), size=200).tolist()
    refused = 0
    for place, mask in zip(places, rng.integers(1, 256, size=200).tolist(), strict=True):
        damaged = bytearray(content)
        damaged[place] ^= mask
        refused += refused_or_right(tmp_path / "history.db", bytes(damaged), expected)
    # some bytes are free room
    assert refused > 40


def test_a_damaged_definition_of_a_table_is_refused(filled, tmp_path):
    content, expected = filled
    # a column of another type would take texts for numbers
    for old, new in ((b"key TEXT", b"key TEXU"), (b"doc TEXT NOT NULL", b"doc TEXT NOT NUMB")):
        assert content.count(old) > 3
        damaged = content.replace(old, new, 1)
        assert refused_or_right(tmp_path / "history.db", damaged, expected)


def test_overwritten_pages_are_refused_or_do_not_matter(filled, tmp_path):
    content, expected = filled
    for page in range(len(content) // 4096):
        for filling in (bytes(4096), content[4096:8192]):
            damaged = content[: page * 4096] + filling + content[(page + 1) * 4096 :]
            refused_or_right(tmp_path / "history.db", damaged, expected)


def test_the_copy_is_named_where_there_is_one(filled, tmp_path):
    content, expected = filled
    file = tmp_path / "my history.db"
    file.write_bytes(content)
    with History(str(file)) as history:
        copy = history.backup()
    file.write_bytes(content[:5000])
    with pytest.raises(HistoryError, match="is damaged") as caught:
        History(str(file))
    way = caught.value.hint.partition("; then ")[2]
    file.unlink()
    subprocess.run(way, shell=True, check=True)  # noqa: S602 - the hint is to be runnable
    assert reread(str(file)) == expected
    assert copy == f"{file}.backup"


def test_an_emptied_file_is_not_taken_for_a_new_one(tmp_path):
    file = tmp_path / "history.db"
    file.touch()
    for create in (True, False):
        with pytest.raises(HistoryError, match="is damaged"):
            History(str(file), create=create)
    assert file.read_bytes() == b""


def test_a_database_of_something_else_is_left_as_it_is(tmp_path):
    file = tmp_path / "history.db"
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("CREATE TABLE x (y)")
    other.execute("INSERT INTO x VALUES (1)")
    # as after a crash: all is still in the file that is written ahead
    shutil.copytree(tmp_path, tmp_path / "crashed")
    other.close()
    file = tmp_path / "crashed" / "history.db"
    before, ahead = file.read_bytes(), Path(f"{file}-wal").read_bytes()
    assert ahead
    with pytest.raises(HistoryError, match="something else"):
        History(str(file), create=True)
    assert file.read_bytes() == before
    assert Path(f"{file}-wal").read_bytes() == ahead


def test_a_damaged_file_with_nights_written_ahead_is_left_as_it_is(filled, tmp_path):
    content, _ = filled
    (tmp_path / "history.db").write_bytes(content)
    with History(str(tmp_path / "history.db")) as history:
        history.record(night_of("2026-12-01"), recorded=NOW)
        shutil.copytree(tmp_path, tmp_path / "crashed")
    file = tmp_path / "crashed" / "history.db"
    damaged = file.read_bytes().replace(b'"acknow', b'"Acknow').replace(b"2026-11-1", b"2026-11-4")
    file.write_bytes(damaged)
    ahead = Path(f"{file}-wal").read_bytes()
    with pytest.raises(HistoryError):
        History(str(file))
    assert file.read_bytes() == damaged
    assert Path(f"{file}-wal").read_bytes() == ahead


def test_nights_written_ahead_survive_a_crash(filled, tmp_path):
    content, expected = filled
    (tmp_path / "history.db").write_bytes(content)
    with History(str(tmp_path / "history.db")) as history:
        history.record(night_of("2026-12-01"), recorded=NOW)
        shutil.copytree(tmp_path, tmp_path / "crashed")
        assert len(read(history)) > len(expected)
        assert reread(str(tmp_path / "crashed" / "history.db")) == read(history)


def test_a_new_history_does_not_take_in_the_rest_of_another(tmp_path):
    file = tmp_path / "history.db"
    with History(str(file), create=True) as history:
        history.record(night_of(), recorded=NOW)
        shutil.copytree(tmp_path, tmp_path / "crashed")
    file = tmp_path / "crashed" / "history.db"
    file.unlink()
    with pytest.raises(HistoryError, match="last nights of one") as caught:
        History(str(file), create=True)
    assert "put history.db back" in caught.value.hint
    assert not file.exists()


def test_there_must_be_one_unless_it_is_to_be_made(tmp_path):
    with pytest.raises(HistoryError, match="there is no history"):
        History("history.db", tmp_path)
    with pytest.raises(HistoryError, match=r"cannot be opened for writing"):
        History("no/history.db", tmp_path, create=True)
    assert list(tmp_path.iterdir()) == []
    with History("history.db", tmp_path, create=True):
        pass
    assert [each.name for each in tmp_path.iterdir()] == ["history.db"]


def test_a_folder_is_no_history(tmp_path):
    with pytest.raises(HistoryError, match="is not a file") as caught:
        History("", tmp_path, create=True)
    assert caught.value.hint


def test_a_history_that_another_just_made_is_not_replaced(tmp_path, monkeypatch):
    file = tmp_path / "history.db"
    with History(str(file), create=True) as first:
        first.record(night_of(), recorded=NOW)
        before = read(first)
        # as if it had not been there a moment ago
        monkeypatch.setattr(sqlite.SQLite, "_check_file", lambda _: None)
        SQLite._make(first._store._database, create=True)
        assert read(first) == before
    monkeypatch.undo()
    assert reread(str(file)) == before


def test_file_systems_without_links_do(tmp_path, monkeypatch):
    def no_links(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    with History("history.db", tmp_path, create=True) as history:
        history.record(night_of(), recorded=NOW)
    assert [each.name for each in tmp_path.iterdir()] == ["history.db"]
    assert len(reread(str(tmp_path / "history.db"))) == 3


def test_a_history_that_nobody_finished_making_is_finished(tmp_path):
    SQLite(tmp_path / "history.db", create=True).close()
    with History("history.db", tmp_path) as history:
        assert history.nights() == []


def test_a_copy_that_cannot_be_made_names_the_way_out(tmp_path):
    with History("history.db", tmp_path, create=True) as history:
        (tmp_path / "history.db.backup").mkdir()
        with pytest.raises(HistoryError, match="could not be made") as caught:
            history.backup()
        assert "backup = false" in caught.value.hint
        assert sorted(each.name for each in tmp_path.glob("*.part")) == []


def test_documents_are_readable_json(tmp_path):
    with History("history.db", tmp_path, create=True) as history:
        history.change(FOUND, {"why": "größe"})
    with sqlite3.connect(tmp_path / "history.db") as plain:
        ((doc,),) = plain.execute("SELECT doc FROM events").fetchall()
    plain.close()
    assert json.loads(doc) == {"why": "größe"}
