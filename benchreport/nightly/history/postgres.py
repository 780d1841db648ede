"""The history in a PostgreSQL database, through SQLAlchemy."""

import contextlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchreport.errors import BusyError, DependencyError, HistoryError
from benchreport.nightly.history.database import Row

LOCK = 0x62656E63
"""The key of two advisory locks, one of which admits one writer at a time, and the other one run."""

PAUSE = 0.05
NO_RIGHT, NO_SCHEMA = "42501", "3F000"
"""Codes of errors."""


class Postgres:
    """A connection to a PostgreSQL database.

    Parameters
    ----------
    url
        ``postgresql://user:password@host/database``.

    Raises
    ------
    DependencyError
        SQLAlchemy or psycopg is not installed.
    HistoryError
        The database does not answer.
    """

    blob = "BYTEA"

    def __init__(self, url: str) -> None:
        try:
            import psycopg  # noqa: F401 - SQLAlchemy names it only when it connects
            import sqlalchemy
        except ImportError as error:
            raise DependencyError(
                "a history in PostgreSQL needs SQLAlchemy and psycopg, which are not installed.",
                hint="pip install 'benchreport[postgres]'",
            ) from error
        self._sql = sqlalchemy
        full = url.replace("postgresql://", "postgresql+psycopg://", 1)
        try:
            self._engine = sqlalchemy.create_engine(full, isolation_level="AUTOCOMMIT")
            self._connection = self._engine.connect()
        except (sqlalchemy.exc.SQLAlchemyError, ValueError) as error:
            raise HistoryError(
                f"the database of the history does not answer: {_reason(error)}.",
                hint="check host, name and password of [history] url",
            ) from error

    def run(self, sql: str, **values: object) -> list[Row]:
        """Run one statement and return its rows."""
        return list(self.rows(sql, **values))

    def rows(self, sql: str, **values: object) -> Iterator[Row]:
        """Yield the rows of a query one by one."""
        try:
            result = self._connection.execute(self._sql.text(sql), values)
            if result.returns_rows:
                for row in result:
                    yield [bytes(cell) if isinstance(cell, memoryview) else cell for cell in row]
        except self._sql.exc.SQLAlchemyError as error:
            raise _refused(error) from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all writes of the block, or none of them; only one writer is admitted at a time."""
        with self._wrap("BEGIN"):
            self.run("SELECT pg_advisory_xact_lock(:key)", key=LOCK)
            yield

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Give all reads of the block the same state, even if others write in the meantime."""
        with self._wrap("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"):
            yield

    @contextmanager
    def _wrap(self, begin: str) -> Iterator[None]:
        self.run(begin)
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            try:
                self.run("ROLLBACK")
            except HistoryError:
                # the connection was lost, so the server has rolled back
                self._connection.invalidate()
            raise

    @contextmanager
    def lock(self, wait: float) -> Iterator[None]:
        """Lock out other runs, on this machine and on others, until the block ends.

        The lock belongs to this connection and to the schema of its tables; it ends with the connection.
        """
        until = time.monotonic() + wait
        while not self.run(
            "SELECT pg_try_advisory_lock(:key, hashtext(current_schema()))", key=LOCK
        )[0][0]:
            if time.monotonic() >= until:
                raise BusyError(
                    "another run, maybe on another machine, is at work on the history's database.",
                    hint="wait until it has ended; SELECT * FROM pg_locks WHERE locktype = 'advisory' "
                    "names its process",
                )
            time.sleep(PAUSE)
        try:
            yield
        finally:
            with contextlib.suppress(HistoryError):
                self.run("SELECT pg_advisory_unlock(:key, hashtext(current_schema()))", key=LOCK)

    def has_table(self, name: str) -> bool:
        """Return whether the database has a table."""
        return bool(self.run("SELECT 1 WHERE to_regclass(:name) IS NOT NULL", name=name))

    def shape(self) -> str:
        """Return nothing, because the server keeps the definitions in its own tables."""
        return ""

    def backup(self, note: str) -> str:  # noqa: ARG002 - as for SQLite
        """Do nothing, because the operator of the server backs it up."""
        return ""

    def shrink(self) -> None:
        """Do nothing, because the server frees space by itself."""

    def close(self, *, untouched: bool = False) -> None:  # noqa: ARG002 - as for SQLite
        """Close the connection."""
        self._connection.close()
        self._engine.dispose()


def _refused(error: Any) -> HistoryError:  # noqa: ANN401 - of SQLAlchemy
    code = getattr(getattr(error, "orig", None), "sqlstate", "")
    hint = "run again; nothing of this step was written"
    if code == NO_RIGHT:
        hint = (
            "let its owner GRANT this user USAGE and CREATE on the schema, and ALL on its tables, or name "
            "another user in [history] url"
        )
    elif code == NO_SCHEMA:
        hint = "CREATE SCHEMA with the name in the options of [history] url, or leave these out"
    return HistoryError(f"the history's database refused: {_reason(error)}.", hint=hint)


def _reason(error: Any) -> str:  # noqa: ANN401 - of SQLAlchemy or psycopg
    """Return the first line of the database's message; others hold the statement, which may hold secrets."""
    message = str(getattr(error, "orig", None) or "").strip() or type(error).__name__
    return message.splitlines()[0].rstrip(".")
