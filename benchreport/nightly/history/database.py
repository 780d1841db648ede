"""SQL with named parameters on either database: what the history needs, no more."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

__all__ = ["Database", "Row"]

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
        """Make what is run inside happen whole or not at all, one writer at a time."""
        ...

    def snapshot(self) -> AbstractContextManager[None]:
        """Make what is read inside be of one moment, whoever writes meanwhile."""
        ...

    def alone(self, wait: float) -> AbstractContextManager[None]:
        """Keep other runs away while it lasts, where a lock on this machine would not do."""
        ...

    def has_table(self, name: str) -> bool:
        """Tell whether there is such a table."""
        ...

    def shape(self) -> str:
        """Return how the tables are defined, where that may be damaged like their rows."""
        ...

    def backup(self, note: str) -> str:
        """Make a copy, and return where it is; empty where the database makes its own."""
        ...

    def shrink(self) -> None:
        """Give free pages back."""
        ...

    def close(self, *, untouched: bool = False) -> None:
        """End the connection; leave every byte where it is, where that is asked for."""
        ...
