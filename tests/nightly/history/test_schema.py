"""Migrations of the tables, and changes that other programs made to them."""

from pathlib import Path

import pytest
from history_records import FINDING, NOW, facts_of, night_of, read, reread, verify

from benchreport.errors import HistoryError
from benchreport.nightly.history import History, schema
from benchreport.nightly.history.postgres import Postgres
from benchreport.nightly.history.sqlite import SQLite


def add_notes(database):
    database.run("CREATE TABLE notes (key TEXT PRIMARY KEY)")
    ((doc, digest),) = database.run("SELECT doc, digest FROM events")
    database.run("INSERT INTO events VALUES ('000000002', :doc, :digest)", doc=doc, digest=digest)


def open_database(url):
    return Postgres(url) if url.startswith("postgresql") else SQLite(Path(url))


def test_a_migration_changes_all_or_nothing_and_keeps_a_copy(history, url):
    history.record(night_of(), recorded=NOW)
    history.change(FINDING, {"why": "x"})
    before = read(history)
    database = open_database(url)

    def breaks(database):
        add_notes(database)
        raise RuntimeError("cut off")

    with pytest.raises(RuntimeError):
        schema.prepare(database, migrations=(*schema.MIGRATIONS, breaks))
    assert schema.version_of(database) == 1
    assert read(history) == before
    schema.prepare(database, migrations=(*schema.MIGRATIONS, add_notes))
    assert schema.version_of(database) == 2
    assert database.has_table("notes")
    schema.check(database)
    database.close()
    if not url.startswith("postgresql"):
        copy = f"{url}.version-1"
        assert reread(copy) == before


def test_a_changed_history_is_not_migrated(url, history):
    history.change(FINDING, {"why": "x"})
    database = open_database(url)
    database.run("DELETE FROM findings")
    with pytest.raises(HistoryError, match="cannot be trusted"):
        schema.prepare(database, migrations=(*schema.MIGRATIONS, add_notes))
    assert schema.version_of(database) == 1
    database.close()


@pytest.mark.usefixtures("history")
def test_a_newer_version_is_refused(url):
    database = open_database(url)
    database.run("UPDATE meta SET value = '7' WHERE name = 'version'")
    database.close()
    with pytest.raises(HistoryError, match="version 7; this benchreport knows versions up to 1"):
        History(url)


@pytest.mark.usefixtures("history")
@pytest.mark.parametrize("value", ["0", "x", "-1", ""])
def test_an_invalid_version_is_refused(url, value):
    database = open_database(url)
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
def test_changes_by_other_programs_are_noticed(url, history, change):
    history.record(night_of(), recorded=NOW)
    history.conclude(facts_of(), [FINDING], [])
    history.change(FINDING, {"why": "x"})
    database = open_database(url)
    database.run(change)
    database.close()
    with pytest.raises(HistoryError, match="cannot be trusted") as caught:
        verify(url)
    assert "nightly import" in caught.value.hint


def test_scores_that_were_swapped_are_noticed(url, history):
    history.record(night_of(), recorded=NOW)
    database = open_database(url)
    database.run("UPDATE contents SET content = :other WHERE name = 'scores f1'", other=b"other")
    database.close()
    with History(url) as reopened, pytest.raises(HistoryError, match="scores f1 of 2026-11-20"):
        reopened.scores("2026-11-20", "", "f1")
