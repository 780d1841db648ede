"""The history in one SQLite file, written so that no power cut loses a night."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchreport.errors import BusyError, HistoryError
from benchreport.nightly.history.database import Row

__all__ = ["SQLite"]

APPLICATION = 0x62656E63
"""``benc``: tells our files from others'."""

PATIENCE = 60.0
"""Seconds to wait for another writer."""


class SQLite:
    """A file in write-ahead mode, every commit flushed to disk.

    Parameters
    ----------
    path
        Of the file.
    create
        Make it where there is none.

    Raises
    ------
    HistoryError
        There is no file, it is no history, or it is damaged. It is left as it is.
    """

    blob = "BLOB"

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        exists = path.exists()
        if not exists and not create:
            raise HistoryError(
                f"there is no history {path}.", hint="benchreport nightly run makes the first night"
            )
        if exists and not _is_database(path):
            raise self._damaged("it does not begin as an SQLite database does")
        try:
            self._connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            self._prepare(exists=exists)
        except sqlite3.Error as error:
            raise self._translated(error) from error

    def _prepare(self, *, exists: bool) -> None:
        run = self._connection.execute
        if not exists:
            run("PRAGMA auto_vacuum = INCREMENTAL")
            run(f"PRAGMA application_id = {APPLICATION}")
        (found,) = run("PRAGMA application_id").fetchone()
        tables = run("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if found != APPLICATION and tables:
            raise HistoryError(
                f"{self.path} is a database of something else.",
                hint='url = "history.db" under [history], a file of its own',
            )
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        run("PRAGMA cell_size_check = ON")
        answer = run("PRAGMA quick_check(1)").fetchone()[0]
        if answer != "ok":
            raise self._damaged(str(answer))

    def run(self, sql: str, **values: object) -> list[Row]:
        """Run one statement, and return its rows."""
        return list(self.rows(sql, **values))

    def rows(self, sql: str, **values: object) -> Iterator[Row]:
        """Return rows one after the other."""
        try:
            yield from self._connection.execute(sql, values)
        except sqlite3.Error as error:
            raise self._translated(error) from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make what is run inside happen whole or not at all."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            # a full disk has rolled back by itself
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def has_table(self, name: str) -> bool:
        """Tell whether there is such a table."""
        sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = :name"
        return bool(self.run(sql, name=name))

    def backup(self, note: str) -> str:
        """Copy the file beside itself; an older copy of that note is replaced when it is whole."""
        target = self.path.with_name(f"{self.path.name}.{note}")
        part = target.with_name(f"{target.name}.part")
        part.unlink(missing_ok=True)
        try:
            with sqlite3.connect(part) as copy:
                self._connection.backup(copy)
            copy.close()
            with part.open("rb") as written:
                os.fsync(written.fileno())
            part.replace(target)
        except (sqlite3.Error, OSError) as error:
            part.unlink(missing_ok=True)
            raise HistoryError(
                f"the copy {target} of the history could not be made: {error}.",
                hint="make room on the disk, or backup = false under [history]",
            ) from error
        return str(target)

    def shrink(self) -> None:
        """Give free pages back to the disk."""
        self.run("PRAGMA incremental_vacuum")

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    def _translated(self, error: sqlite3.Error) -> HistoryError | BusyError:
        told = str(error)
        if "locked" in told or "busy" in told:
            return BusyError(
                f"another process has been writing to {self.path} for {PATIENCE:g} seconds.",
                hint="wait for it; benchreport nightly status tells which run is at work",
            )
        if "full" in told or "disk I/O" in told:
            return HistoryError(
                f"{self.path} cannot be written: {told}. Nothing was changed.",
                hint="make room on the disk and run again",
            )
        if "readonly" in told or "unable to open" in told:
            return HistoryError(
                f"{self.path} cannot be opened for writing: {told}.",
                hint=f"check who owns {self.path.parent}, and that it exists",
            )
        return self._damaged(told)

    def _damaged(self, why: str) -> HistoryError:
        copies = sorted(self.path.parent.glob(f"{self.path.name}.*"))
        kept = [each for each in copies if each.suffix == ".backup"]
        way = f"cp {kept[0]} {self.path}" if kept else "benchreport nightly import an export of it"
        return HistoryError(
            f"the history {self.path} is damaged ({why}). It is left as it is, and nothing was "
            "written.",
            hint=f"move it away, together with the files {self.path.name}-wal and -shm; then {way}",
        )


def _is_database(path: Path) -> bool:
    """Tell a database by its first bytes: SQLite would take an emptied file for a new one."""
    try:
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\x00"
    except OSError as error:
        raise HistoryError(f"{path} cannot be opened: {error.strerror}.") from error
