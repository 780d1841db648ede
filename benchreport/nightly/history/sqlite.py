"""The history in one SQLite file, written so that a power cut loses no night."""

import contextlib
import os
import secrets
import shlex
import shutil
import sqlite3
import tempfile
import textwrap
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from benchreport.errors import BusyError, HistoryError
from benchreport.nightly.history.database import Row

APPLICATION = 0x62656E63
"""The application id ``benc``, which marks our files."""

UNUSABLE = (sqlite3.Error, UnicodeDecodeError)
"""The errors that a damaged file can cause; its names may not even be text."""

SMALLEST = 512
"""The smallest size of a database, in bytes."""

PATIENCE = 60.0
"""How long to wait for another writer, in seconds."""

SYNCHRONOUS = "FULL"
"""A commit returns once it is on the disk."""


class SQLite:
    """A connection to a file in write-ahead mode that flushes every commit to disk.

    Of a file that may not be written, such as on a read-only mount, a copy is read.

    Parameters
    ----------
    path
        The file.
    create
        Whether to create a missing file.

    Raises
    ------
    HistoryError
        The file is missing, is not a history, or is damaged. It is not changed.
    """

    blob = "BLOB"

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = self._file = path
        self._open: list[sqlite3.Connection] = []
        self._copies = contextlib.ExitStack()
        self._has_stored = False
        try:
            if not path.exists():
                self._make(create=create)
            self._check_file()
            writable = os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)
            if not writable:
                self._file = self._copy()
            # while this connection is open, closing the other one does not checkpoint into the file
            guard = self._connect("ro")
            self._check(guard)
            self._connection = self._connect("rw") if writable else guard
            if writable:
                self._connection.execute("PRAGMA journal_mode = WAL")
                self._connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
        except UNUSABLE as error:
            self.close(untouched=True)
            raise self._translate(error) from error
        except OSError as error:
            raise HistoryError(
                f"{path} cannot be opened: {error.strerror}.",
                hint=f"ls -ld {shlex.quote(str(path))}",
            ) from error
        except BaseException:
            self.close(untouched=True)
            raise

    def _make(self, *, create: bool) -> None:
        """Create an empty database under a temporary name, and link it to its path once it is complete."""
        if not create:
            raise HistoryError(
                f"there is no history {self.path}.",
                hint="benchreport nightly run makes the first night",
            )
        wal = self.path.with_name(f"{self.path.name}-wal")
        if wal.exists() and wal.stat().st_size and not self.path.exists():
            # SQLite would apply this old log to the new file
            raise HistoryError(
                f"there is no history {self.path}, but {wal} has the last nights of one.",
                hint=f"put {self.path.name} back, or move {wal.name} away",
            )
        part = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}.part")
        try:
            with closing(sqlite3.connect(part, isolation_level=None)) as new:
                new.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
                new.execute("PRAGMA auto_vacuum = INCREMENTAL")
                new.execute(f"PRAGMA application_id = {APPLICATION}")
                new.execute("PRAGMA journal_mode = WAL")
            self._link(part)
        finally:
            part.unlink(missing_ok=True)

    def _link(self, part: Path) -> None:
        """Link a new file to its path, but never replace one that another process has just created."""
        try:
            os.link(part, self.path)
        except FileExistsError:
            return
        except OSError:
            # this file system has no links
            if not self.path.exists():
                part.replace(self.path)

    def _copy(self) -> Path:
        """Copy the file and its log, as SQLite reads no log in a folder that may not be written."""
        folder = Path(self._copies.enter_context(tempfile.TemporaryDirectory()))
        for file in (self.path, self.path.with_name(f"{self.path.name}-wal")):
            if file.exists():
                shutil.copyfile(file, folder / file.name)
        return folder / self.path.name

    def _check_file(self) -> None:
        if not self.path.is_file():
            raise HistoryError(
                f"{self.path} is not a file.", hint='url = "history.db" under [history]'
            )
        # SQLite would take a shorter file for a new one. Check the size without opening the file: closing
        # it would release the locks of other connections of this process
        if self.path.stat().st_size < SMALLEST:
            raise self._damage("it is cut off or empty")

    def _connect(self, mode: str) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{self._file.absolute().as_uri()}?mode={mode}",
            timeout=PATIENCE,
            isolation_level=None,
            uri=True,
        )
        self._open.append(connection)
        return connection

    def _check(self, guard: sqlite3.Connection) -> None:
        guard.execute("PRAGMA cell_size_check = ON")
        (application,) = guard.execute("PRAGMA application_id").fetchone()
        if application != APPLICATION:
            raise HistoryError(
                f"{self.path} is a database of something else, or its first page is damaged. It is "
                "left as it is.",
                hint='url = "history.db" under [history], a file of its own; or its copy in its place',
            )
        # quick_check would not check that every row is in the index
        answer = guard.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if answer != "ok":
            raise self._damage(str(answer))

    def run(self, sql: str, **values: object) -> list[Row]:
        """Run one statement and return its rows."""
        return list(self.rows(sql, **values))

    def rows(self, sql: str, **values: object) -> Iterator[Row]:
        """Yield the rows of a query one by one."""
        try:
            yield from self._connection.execute(sql, values)
        except UNUSABLE as error:
            raise self._translate(error) from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all writes of the block, or none of them."""
        before = self._connection.total_changes
        with self._wrap("BEGIN IMMEDIATE"):
            yield
        self._has_stored |= self._connection.total_changes > before

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Give all reads of the block the same state, even if others write in the meantime."""
        with self._wrap("BEGIN"):
            yield

    @contextmanager
    def _wrap(self, begin: str) -> Iterator[None]:
        self.run(begin)
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            # on a full disk SQLite has rolled back by itself
            if self._connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
            raise

    def lock(self, wait: float) -> AbstractContextManager[None]:  # noqa: ARG002 - as for PostgreSQL
        """Do nothing, because a run locks a file beside the database before opening it."""
        return contextlib.nullcontext()

    def has_table(self, name: str) -> bool:
        """Return whether the database has a table."""
        sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = :name"
        return bool(self.run(sql, name=name))

    def shape(self) -> str:
        """Return the definitions of the tables, because another column type would change values."""
        rows = self.run("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        return "\n".join(str(sql) for (sql,) in rows)

    def backup(self, note: str) -> str:
        """Copy the file into the same folder; a complete copy replaces an older copy with the same note."""
        target = self.path.with_name(f"{self.path.name}.{note}")
        part = target.with_name(f"{target.name}.part")
        try:
            part.unlink(missing_ok=True)
            with closing(sqlite3.connect(part)) as copy:
                copy.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
                self._connection.backup(copy)
            with part.open("rb") as file:
                os.fsync(file.fileno())
            part.replace(target)
        except (sqlite3.Error, OSError) as error:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise HistoryError(
                f"the copy {target} of the history could not be made: {error}.",
                hint="make room on the disk, or backup = false under [history]",
            ) from error
        return str(target)

    def shrink(self) -> None:
        """Return free space to the disk."""
        self.run("PRAGMA incremental_vacuum")

    def close(self, *, untouched: bool = False) -> None:
        """Close the connection; with ``untouched``, no byte of the file changes."""
        # closing the last connection copies the write-ahead log into the file, unless it is read-only
        for connection in self._open[::-1] if untouched else self._open:
            connection.close()
        self._open.clear()
        self._copies.close()

    def _translate(self, error: Exception) -> HistoryError | BusyError:
        message = str(error)
        if "locked" in message or "busy" in message:
            return BusyError(
                f"another process has been writing to {self.path} for {PATIENCE:g} seconds.",
                hint="wait for it; benchreport nightly status tells which run is at work",
            )
        if "full" in message or "disk I/O" in message:
            return HistoryError(
                f"{self.path} cannot be written: {message}. {self._describe_stored('Nothing was changed.')}",
                hint=f"make room (df -h {shlex.quote(str(self.path.parent))}) and run again",
            )
        if "readonly" in message or "unable to open" in message:
            return HistoryError(
                f"{self.path} cannot be opened for writing: {message}.",
                hint=f"check who owns {self.path.parent}, and that it is no read-only mount",
            )
        return self._damage(message)

    def _damage(self, why: str) -> HistoryError:
        # SQLite may quote whole cells, over several lines
        why = textwrap.shorten(why, 120, placeholder=" …")
        copy = self.path.with_name(f"{self.path.name}.backup")
        remedy = (
            f"cp {shlex.quote(str(copy))} {shlex.quote(str(self.path))}"
            if copy.exists()
            else "begin a new one from an export: benchreport nightly import nights.jsonl"
        )
        return HistoryError(
            f"the history {self.path} is damaged ({why}). {self._describe_stored('It is left as it is.')}",
            hint=f"move it away, together with the files {self.path.name}-wal and -shm; then {remedy}",
        )

    def _describe_stored(self, nothing: str) -> str:
        """Say in an error which steps were stored before it; ``nothing`` if none were."""
        return "The steps before this one are stored." if self._has_stored else nothing
