"""A SQLite history survives crashes, refuses damaged files and keeps copies."""

import dataclasses
import importlib.util
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

import numpy as np
import pytest
from history_records import FINDING, NOW, facts_of, night_of, read, reread
from needs import LONG

from benchreport.errors import HistoryError
from benchreport.nightly.history import History, sqlite
from benchreport.nightly.history.sqlite import SQLite


@pytest.fixture(scope="module")
def sample_history(tmp_path_factory):
    """Return the bytes of a history and its contents."""
    file = tmp_path_factory.mktemp("filled") / "history.db"
    with History(str(file), create=True) as history:
        for day in range(10, 20):
            name = f"2026-11-{day}"
            history.record(night_of(name, seed=day, size=9), recorded=NOW)
            history.conclude(facts_of(name), [dataclasses.replace(FINDING, number=day)], [])
            history.change(FINDING, {"at": name, "why": "x" * day})
        history.thin(lambda record: record.night > "2026-11-11")
    return file.read_bytes(), reread(str(file))


def is_refused(file, content, expected):
    """Return True if a file is refused and left unchanged; otherwise check that its contents are right."""
    file.write_bytes(content)
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)
    try:
        contents = reread(str(file))
    except HistoryError as error:
        refusal = error
    else:
        assert contents == expected
        return False
    assert refusal.hint, refusal
    assert file.read_bytes() == content
    return True


def test_every_commit_is_flushed_to_the_disk(tmp_path):
    """The module is loaded afresh, as tests leave it to the system when to write to disks."""
    spec = importlib.util.find_spec(sqlite.__name__)
    package = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    database = package.SQLite(tmp_path / "history.db", create=True)
    assert database.run("PRAGMA synchronous") == [(2,)], "FULL"
    database.close()


def test_a_truncated_file_is_refused_and_left_unchanged(sample_history, tmp_path):
    content, expected = sample_history
    places = [0, 1, 15, 16, 99, 100, 4095, 4096, len(content) - 4096, len(content) - 1]
    places += np.random.default_rng(5).integers(len(content), size=10).tolist()
    for place in places:
        assert is_refused(tmp_path / "history.db", content[:place], expected), place


@LONG
def test_flipped_bytes_are_refused_or_do_not_matter(sample_history, tmp_path):
    content, expected = sample_history
    rng = np.random.default_rng(7)
    places = rng.integers(len(content), size=200).tolist()
    n_refused = 0
    for place, mask in zip(places, rng.integers(1, 256, size=200).tolist(), strict=True):
        damaged = bytearray(content)
        damaged[place] ^= mask
        n_refused += is_refused(tmp_path / "history.db", bytes(damaged), expected)
    # some bytes are unused
    assert n_refused > 40


def test_a_damaged_definition_of_a_table_is_refused(sample_history, tmp_path):
    content, expected = sample_history
    # a column of another type would read texts as numbers
    for old, new in ((b"key TEXT", b"key TEXU"), (b"doc TEXT NOT NULL", b"doc TEXT NOT NUMB")):
        assert content.count(old) > 3
        damaged = content.replace(old, new, 1)
        assert is_refused(tmp_path / "history.db", damaged, expected)


def test_overwritten_pages_are_refused_or_do_not_matter(sample_history, tmp_path):
    content, expected = sample_history
    for page in range(len(content) // 4096):
        for filling in (bytes(4096), content[4096:8192]):
            damaged = content[: page * 4096] + filling + content[(page + 1) * 4096 :]
            is_refused(tmp_path / "history.db", damaged, expected)


def test_the_copy_is_named_where_there_is_one(sample_history, tmp_path):
    content, expected = sample_history
    file = tmp_path / "my history.db"
    file.write_bytes(content)
    with History(str(file)) as history:
        copy = history.backup()
    file.write_bytes(content[:5000])
    with pytest.raises(HistoryError, match="is damaged") as caught:
        History(str(file))
    command = caught.value.hint.partition("; then ")[2]
    file.unlink()
    subprocess.run(command, shell=True, check=True)  # noqa: S602 - the hint is to be runnable
    assert reread(str(file)) == expected
    assert copy == f"{file}.backup"


def test_an_emptied_file_is_not_taken_for_a_new_one(tmp_path):
    file = tmp_path / "history.db"
    file.touch()
    for create in (True, False):
        with pytest.raises(HistoryError, match="is damaged"):
            History(str(file), create=create)
    assert file.read_bytes() == b""


def test_a_database_of_another_program_is_left_unchanged(tmp_path):
    file = tmp_path / "history.db"
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("CREATE TABLE x (y)")
    other.execute("INSERT INTO x VALUES (1)")
    # after a crash everything is still in the write-ahead file
    shutil.copytree(tmp_path, tmp_path / "crashed")
    other.close()
    file = tmp_path / "crashed" / "history.db"
    before, ahead = file.read_bytes(), Path(f"{file}-wal").read_bytes()
    assert ahead
    with pytest.raises(HistoryError, match="something else"):
        History(str(file), create=True)
    assert file.read_bytes() == before
    assert Path(f"{file}-wal").read_bytes() == ahead


def test_a_damaged_file_with_a_write_ahead_log_is_left_unchanged(sample_history, tmp_path):
    content, _ = sample_history
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


def test_nights_in_the_write_ahead_log_survive_a_crash(sample_history, tmp_path):
    content, expected = sample_history
    (tmp_path / "history.db").write_bytes(content)
    with History(str(tmp_path / "history.db")) as history:
        history.record(night_of("2026-12-01"), recorded=NOW)
        shutil.copytree(tmp_path, tmp_path / "crashed")
        assert len(read(history)) > len(expected)
        assert reread(str(tmp_path / "crashed" / "history.db")) == read(history)


def test_a_new_history_ignores_the_write_ahead_log_of_another(tmp_path):
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


def test_a_missing_history_is_made_only_on_request(tmp_path):
    with pytest.raises(HistoryError, match="there is no history"):
        History("history.db", tmp_path)
    with pytest.raises(HistoryError, match=r"cannot be opened for writing"):
        History("no/history.db", tmp_path, create=True)
    assert list(tmp_path.iterdir()) == []
    with History("history.db", tmp_path, create=True):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["history.db"]


def test_a_folder_is_not_a_history(tmp_path):
    with pytest.raises(HistoryError, match="is not a file") as caught:
        History("", tmp_path, create=True)
    assert caught.value.hint


def test_a_history_that_another_just_made_is_not_replaced(tmp_path, monkeypatch):
    file = tmp_path / "history.db"
    with History(str(file), create=True) as first:
        first.record(night_of(), recorded=NOW)
        before = read(first)
        # pretend that the file was not there a moment ago
        monkeypatch.setattr(sqlite.SQLite, "_check_file", lambda _: None)
        SQLite._make(first._store.database, create=True)
        assert read(first) == before
    monkeypatch.undo()
    assert reread(str(file)) == before


def test_file_systems_without_links_work(tmp_path, monkeypatch):
    def no_links(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    with History("history.db", tmp_path, create=True) as history:
        history.record(night_of(), recorded=NOW)
    assert [path.name for path in tmp_path.iterdir()] == ["history.db"]
    assert len(reread(str(tmp_path / "history.db"))) == 3


def test_a_half_made_history_is_completed(tmp_path):
    SQLite(tmp_path / "history.db", create=True).close()
    with History("history.db", tmp_path) as history:
        assert history.nights() == []


def test_a_copy_that_cannot_be_made_names_the_way_out(tmp_path):
    with History("history.db", tmp_path, create=True) as history:
        (tmp_path / "history.db.backup").mkdir()
        with pytest.raises(HistoryError, match="could not be made") as caught:
            history.backup()
        assert "backup = false" in caught.value.hint
        assert sorted(path.name for path in tmp_path.glob("*.part")) == []


def forbid_writing(monkeypatch):
    """Make files look as on a read-only mount, also for root."""
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and access(path, mode))


def test_a_history_on_a_read_only_mount_is_read(sample_history, tmp_path, monkeypatch):
    forbid_writing(monkeypatch)
    content, expected = sample_history
    file = tmp_path / "history.db"
    file.write_bytes(content)
    assert reread(str(file)) == expected
    with (
        History(str(file)) as history,
        pytest.raises(HistoryError, match="cannot be opened for writing") as caught,
    ):
        history.change(FINDING, {"at": "now", "why": "x"})
    assert "read-only mount" in caught.value.hint
    assert [place.name for place in tmp_path.iterdir()] == ["history.db"]
    assert file.read_bytes() == content


def test_nights_in_the_log_are_read_on_a_read_only_mount(tmp_path, monkeypatch):
    file = tmp_path / "history.db"
    with History(str(file), create=True) as history:
        history.record(night_of("2026-11-20"), recorded=NOW)
        assert file.with_name("history.db-wal").stat().st_size > 0
        forbid_writing(monkeypatch)
        with History(str(file)) as other:
            assert [record.night for record in other.nights()] == ["2026-11-20"]


def test_an_error_says_what_was_stored_before_it(sample_history, tmp_path):
    """That nothing was changed is true of the first step of a run only."""
    content, _ = sample_history
    file = tmp_path / "history.db"
    for stored in (False, True):
        file.write_bytes(content)
        with History(str(file)) as history:
            if stored:
                history.record(night_of("2026-12-01"), recorded=NOW)
            database = history._store.database
            (pages,) = database.run("PRAGMA page_count")[0]
            database.run(f"PRAGMA max_page_count = {pages}")
            with pytest.raises(HistoryError, match="cannot be written") as full:
                history.record(night_of("2026-12-02", size=500), recorded=NOW)
            damaged = database._translate(sqlite3.DatabaseError("malformed"))
        for error, nothing in ((full.value, "Nothing was changed."), (damaged, "left as it is.")):
            assert (nothing in str(error)) is not stored
            assert ("The steps before this one are stored." in str(error)) is stored
        assert ("2026-12-01" in str(reread(str(file)))) is stored
