"""The store of records and contents in a database, each with its sha256."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from benchreport.nightly.history.database import Database
from benchreport.nightly.history.schema import TABLES, check, prepare, seal, tampering


class Store:
    """The tables of a history; every write updates their overall sha256.

    Parameters
    ----------
    database
        An open database, which the owner of the store locks, copies and closes.

    Raises
    ------
    HistoryError
        The database holds something else, or a history that cannot be trusted. It is not changed.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._in_transaction = False
        try:
            prepare(database)
            with database.snapshot():
                check(database)
        except BaseException:
            database.close(untouched=True)
            raise

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all writes of the block, or none of them; a nested block belongs to the outer one."""
        if self._in_transaction:
            yield
            return
        with self.database.transaction():
            self._in_transaction = True
            try:
                yield
                seal(self.database)
            finally:
                self._in_transaction = False

    def records(self, table: str) -> list[tuple[str, dict[str, Any]]]:
        """Return the keys and documents of a table, sorted by key."""
        records = []
        for key, doc, digest in self.database.run(
            f"SELECT key, doc, digest FROM {table}"  # noqa: S608 - our own names
        ):
            if _digest(key, doc) != digest:
                raise tampering(f"record {key!r} of {table} is not what was written")
            records.append((key, json.loads(doc)))
        # sorted here, as databases sort texts by the rules of some language
        return sorted(records, key=lambda record: record[0])

    def put(self, table: str, key: str, record: Mapping[str, Any]) -> None:
        """Write a record, replacing an older one with the same key."""
        doc = json.dumps(record, sort_keys=True)
        self.delete(table, key)
        self.database.run(
            f"INSERT INTO {table} VALUES (:key, :doc, :digest)",  # noqa: S608 - our own names
            key=_to_ascii(key),
            doc=doc,
            digest=_digest(_to_ascii(key), doc),
        )

    def delete(self, table: str, key: str) -> None:
        """Delete a record."""
        self.database.run(f"DELETE FROM {table} WHERE key = :key", key=_to_ascii(key))  # noqa: S608

    def following(self, table: str) -> int:
        """Return the number after the largest key."""
        keys = self.database.run(f"SELECT key FROM {table}")  # noqa: S608 - our own names
        return 1 + max((int(row[0]) for row in keys), default=0)

    def content(self, night: str, label: str, name: str) -> bytes | None:
        """Return a night's content; ``None`` if it has none with that name."""
        rows = self.database.run(
            "SELECT content, digest FROM contents WHERE night = :night AND label = :label "
            "AND name = :name",
            night=night,
            label=_to_ascii(label),
            name=_to_ascii(name),
        )
        if not rows:
            return None
        content, digest = rows[0]
        # a damaged cell may hold a value of any type
        if not isinstance(content, bytes) or hashlib.sha256(content).hexdigest() != digest:
            raise tampering(f"the {name.strip()} of {night} are not what was written")
        return content

    def put_content(self, night: str, label: str, name: str, content: bytes) -> None:
        """Write a night's content, replacing an older one with the same name."""
        place = {"night": night, "label": _to_ascii(label), "name": _to_ascii(name)}
        self.database.run(
            "DELETE FROM contents WHERE night = :night AND label = :label AND name = :name", **place
        )
        self.database.run(
            "INSERT INTO contents VALUES (:night, :label, :name, :content, :digest)",
            **place,
            content=content,
            digest=hashlib.sha256(content).hexdigest(),
        )

    def forget_contents(self, night: str, label: str, *, but: str = "") -> None:
        """Delete all contents of a night except one."""
        self.database.run(
            "DELETE FROM contents WHERE night = :night AND label = :label AND name <> :name",
            night=night,
            label=_to_ascii(label),
            name=but,
        )

    def verify(self) -> int:
        """Check all contents against their sha256, and return their number.

        Raises
        ------
        HistoryError
            A content differs from what was written.
        """
        check(self.database)
        for table in TABLES:
            self.records(table)
        contents = self.database.run("SELECT night, label, name FROM contents")
        for night, label, name in contents:
            self.content(night, _from_ascii(label), _from_ascii(name))
        return len(contents)


def _to_ascii(name: str) -> str:
    """Encode any text in ASCII, because databases accept neither NUL nor lone surrogates."""
    return name.encode("unicode_escape").decode("ascii")


def _from_ascii(spelled: str) -> str:
    return spelled.encode("ascii").decode("unicode_escape")


def _digest(key: str, doc: str) -> str:
    return hashlib.sha256(f"{key}\n{doc}".encode("utf-8", "surrogatepass")).hexdigest()
