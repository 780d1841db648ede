"""The SQL that the history needs of either database, with named parameters.

Ours because SQLAlchemy would become a dependency of every history, and takes no part in what is hard
here: a damaged file is left untouched, and locks and snapshots differ between the two databases.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Row = Sequence[Any]


class Database(Protocol):
    """A connection to one database.

    Statements are the part of SQL that SQLite and PostgreSQL share, parameters are ``:name``.
    """

    blob: str
    """The type of a column of bytes."""

    def run(self, sql: str, **values: object) -> list[Row]:
        """Run one statement, and return its rows."""
        ...

    def rows(self, sql: str, **values: object) -> Iterator[Row]:
        """Return rows one after the other, for many or large ones."""
        ...

    def transaction(self) -> AbstractContextManager[None]:
        """Keep all that is written inside or none of it, one writer at a time."""
        ...

    def snapshot(self) -> AbstractContextManager[None]:
        """Let all that is read inside be of one moment, even if others write meanwhile."""
        ...

    def lock(self, wait: float) -> AbstractContextManager[None]:
        """Keep other runs away until the block ends, where a lock on this machine would not do."""
        ...

    def has_table(self, name: str) -> bool:
        """Tell whether the database has such a table."""
        ...

    def shape(self) -> str:
        """Return the definitions of the tables, where they may be damaged like the rows."""
        ...

    def backup(self, note: str) -> str:
        """Make a copy, and return its path; empty where the database is backed up otherwise."""
        ...

    def shrink(self) -> None:
        """Give free pages back."""
        ...

    def close(self, *, untouched: bool = False) -> None:
        """End the connection; ``untouched`` leaves every byte of the file as it is."""
        ...
