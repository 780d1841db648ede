"""Records and contents in a database, each with the sha256 of what it says."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from benchreport.nightly.history.database import Database
from benchreport.nightly.history.schema import TABLES, changed, check, prepare, seal

__all__ = ["Store"]


class Store:
    """The tables of a history, sealed by every write.

    Parameters
    ----------
    database
        Opened; it is closed with the store.

    Raises
    ------
    HistoryError
        It holds no history, or one that cannot be trusted. It is left as it is.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._within = False
        try:
            prepare(database)
            with database.snapshot():
                check(database)
        except BaseException:
            database.close(untouched=True)
            raise

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Make what is written inside happen whole or not at all; also where it is part of more."""
        if self._within:
            yield
            return
        with self._database.transaction():
            self._within = True
            try:
                yield
                seal(self._database)
            finally:
                self._within = False

    def alone(self, wait: float) -> AbstractContextManager[None]:
        """Keep other runs away, on whatever machine they are."""
        return self._database.alone(wait)

    def snapshot(self) -> AbstractContextManager[None]:
        """Make what is read inside be of one moment."""
        return self._database.snapshot()

    def records(self, table: str) -> list[tuple[str, dict[str, Any]]]:
        """Return keys and documents of a table, sorted by key."""
        found = []
        for key, doc, digest in self._database.run(
            f"SELECT key, doc, digest FROM {table}"  # noqa: S608 - our own names
        ):
            if _digest(key, doc) != digest:
                raise changed(f"record {key!r} of {table} is not what was written")
            found.append((key, json.loads(doc)))
        # here: databases sort texts by the rules of some language
        return sorted(found, key=lambda each: each[0])

    def put(self, table: str, key: str, told: Mapping[str, Any]) -> None:
        """Write a record, in the place of an older one."""
        doc = json.dumps(told, sort_keys=True)
        self.delete(table, key)
        self._database.run(
            f"INSERT INTO {table} VALUES (:key, :doc, :digest)",  # noqa: S608 - our own names
            key=_plain(key),
            doc=doc,
            digest=_digest(_plain(key), doc),
        )

    def delete(self, table: str, key: str) -> None:
        """Forget a record."""
        self._database.run(f"DELETE FROM {table} WHERE key = :key", key=_plain(key))  # noqa: S608

    def following(self, table: str) -> int:
        """Return the number after the largest key."""
        keys = self._database.run(f"SELECT key FROM {table}")  # noqa: S608 - our own names
        return 1 + max((int(row[0]) for row in keys), default=0)

    def content(self, night: str, label: str, name: str) -> bytes | None:
        """Return a night's content, ``None`` where it has none of that name."""
        found = self._database.run(
            "SELECT content, digest FROM contents WHERE night = :night AND label = :label "
            "AND name = :name",
            night=night,
            label=_plain(label),
            name=_plain(name),
        )
        if not found:
            return None
        content, digest = found[0]
        # a damaged cell may be anything
        if not isinstance(content, bytes) or hashlib.sha256(content).hexdigest() != digest:
            raise changed(f"the {name.strip()} of {night} are not what was written")
        return content

    def put_content(self, night: str, label: str, name: str, content: bytes) -> None:
        """Write a night's content, in the place of an older one."""
        place = {"night": night, "label": _plain(label), "name": _plain(name)}
        self._database.run(
            "DELETE FROM contents WHERE night = :night AND label = :label AND name = :name", **place
        )
        self._database.run(
            "INSERT INTO contents VALUES (:night, :label, :name, :content, :digest)",
            **place,
            content=content,
            digest=hashlib.sha256(content).hexdigest(),
        )

    def forget_contents(self, night: str, label: str, *, but: str = "") -> None:
        """Forget all contents of a night but one."""
        self._database.run(
            "DELETE FROM contents WHERE night = :night AND label = :label AND name <> :name",
            night=night,
            label=_plain(label),
            name=but,
        )

    def verify(self) -> int:
        """Read everything, and return how many contents there are.

        Raises
        ------
        HistoryError
            Something is not what was written.
        """
        check(self._database)
        for table in TABLES:
            self.records(table)
        contents = self._database.run("SELECT night, label, name FROM contents")
        for night, label, name in contents:
            self.content(night, _named(label), _named(name))
        return len(contents)

    def backup(self) -> str:
        """Copy the database, and return where to; empty for a server."""
        return self._database.backup("backup")

    def shrink(self) -> None:
        """Give free room back."""
        self._database.shrink()

    def close(self) -> None:
        """End the connection."""
        self._database.close()


def _plain(name: str) -> str:
    """Spell any text in ASCII: databases take neither NUL nor half of a surrogate pair."""
    return name.encode("unicode_escape").decode("ascii")


def _named(plain: str) -> str:
    return plain.encode("ascii").decode("unicode_escape")


def _digest(key: str, doc: str) -> str:
    return hashlib.sha256(f"{key}\n{doc}".encode("utf-8", "surrogatepass")).hexdigest()
