"""The SQL operations that the history needs from either database, with named parameters.

Ours because SQLAlchemy would become a dependency of every history, and does not solve the hard parts:
leaving a damaged file untouched, and locks and snapshots that differ between the two databases.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Row = Sequence[Any]


class Database(Protocol):
    """A connection to one database.

    Statements use only the SQL that SQLite and PostgreSQL share; parameters are written ``:name``.
    """

    blob: str
    """The SQL type of a column of bytes."""

    def run(self, sql: str, **values: object) -> list[Row]:
        """Run one statement and return its rows."""
        ...

    def rows(self, sql: str, **values: object) -> Iterator[Row]:
        """Yield the rows of a query one by one, for results that are large."""
        ...

    def transaction(self) -> AbstractContextManager[None]:
        """Commit all writes of the block, or none of them; only one writer is admitted at a time."""
        ...

    def snapshot(self) -> AbstractContextManager[None]:
        """Give all reads of the block the same state, even if others write in the meantime."""
        ...

    def lock(self, wait: float) -> AbstractContextManager[None]:
        """Lock out other runs until the block ends, if a lock on this machine would not suffice."""
        ...

    def has_table(self, name: str) -> bool:
        """Return whether the database has a table."""
        ...

    def shape(self) -> str:
        """Return the definitions of the tables, if they could be damaged like the rows."""
        ...

    def backup(self, note: str) -> str:
        """Back up the database and return the copy's path; empty if a server backs it up."""
        ...

    def shrink(self) -> None:
        """Return free space to the disk."""
        ...

    def close(self, *, untouched: bool = False) -> None:
        """Close the connection; with ``untouched``, no byte of the file changes."""
        ...
