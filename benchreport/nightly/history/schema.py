"""The tables of the history, and the migrations from older versions."""

import hashlib
from collections.abc import Callable, Iterable

from benchreport.errors import HistoryError, examples
from benchreport.nightly.history.database import Database, Row

TABLES = ("nights", "findings", "events", "outbox")
"""The names of the tables of records; a record is a key, a JSON document and the sha256 of both."""


def _first(database: Database) -> None:
    for name in TABLES:
        database.run(
            f"CREATE TABLE {name} (key TEXT PRIMARY KEY, doc TEXT NOT NULL, digest TEXT NOT NULL)"
        )
    database.run(
        "CREATE TABLE contents (night TEXT NOT NULL, label TEXT NOT NULL, name TEXT NOT NULL, "
        f"content {database.blob} NOT NULL, digest TEXT NOT NULL, "
        "PRIMARY KEY (night, label, name))"
    )
    database.run("CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)")


MIGRATIONS: tuple[Callable[[Database], None], ...] = (_first,)
"""The n-th function migrates version n − 1 to version n. Functions that were released never change."""


def version_of(database: Database) -> int:
    """Return the version of the tables; 0 if the database has none."""
    if not database.has_table("meta"):
        return 0
    rows = database.run("SELECT value FROM meta WHERE name = 'version'")
    version = str(rows[0][0]) if rows else ""
    if not (version.isdecimal() and int(version)):
        raise tampering("it does not say its version, or is of another tool")
    return int(version)


def prepare(
    database: Database, *, migrations: tuple[Callable[[Database], None], ...] = MIGRATIONS
) -> None:
    """Migrate the tables to the present version, after backing up the database.

    Parameters
    ----------
    database
        A database without tables, or with the tables of any version up to the present one.
    migrations
        The functions that migrate to each version, like `MIGRATIONS`.

    Raises
    ------
    HistoryError
        The tables have a newer version, belong to another program, or were changed from outside.
    """
    present, newest = version_of(database), len(migrations)
    if present > newest:
        raise HistoryError(
            f"the history has version {present}; this benchreport knows versions up to {newest}.",
            hint="install the newer benchreport that wrote it: pip install -U benchreport",
        )
    if present == newest:
        return
    if present:
        with database.snapshot():
            check(database)
        database.backup(f"version-{present}")
    with database.transaction():
        # another process may have migrated the tables first
        present = version_of(database)
        if not present:
            _refuse_foreign_tables(database)
        for number in range(present, newest):
            migrations[number](database)
        database.run("DELETE FROM meta WHERE name = 'version'")
        database.run("INSERT INTO meta VALUES ('version', :value)", value=str(newest))
        seal(database)


def _refuse_foreign_tables(database: Database) -> None:
    names = [name for name in (*TABLES, "contents") if database.has_table(name)]
    if names:
        raise HistoryError(
            f"the database has tables {examples(names)} that do not belong to a history of nights, or "
            "are the rest of one. They are left as they are.",
            hint='url = "…" under [history]: a file or database of its own',
        )


def check(database: Database) -> None:
    """Refuse a history whose records or contents were lost, added or changed from outside.

    Raises
    ------
    HistoryError
        The history differs from what was last sealed.
    """
    rows = database.run("SELECT value FROM meta WHERE name = 'head'")
    if not rows or rows[0][0] != _head(database):
        raise tampering("records are missing, or were changed from outside")


def seal(database: Database) -> None:
    """Store the sha256 of all digests, in the transaction that changed some of them."""
    database.run("DELETE FROM meta WHERE name = 'head'")
    database.run("INSERT INTO meta VALUES ('head', :value)", value=_head(database))


def tampering(why: str) -> HistoryError:
    """Return the error for a history that was damaged or changed from outside."""
    return HistoryError(
        f"the history cannot be trusted: {why}. It is left as it is.",
        hint="move it away and put its copy (history.db.backup) in its place, or begin a new one "
        "from an export: benchreport nightly import nights.jsonl",
    )


def _head(database: Database) -> str:
    lines = [database.shape()]
    for table in TABLES:
        # a table that a later migration adds counts as empty
        if database.has_table(table):
            rows = database.rows(f"SELECT key, digest FROM {table}")  # noqa: S608 - our own names
            lines += _sort_rows([table, *row] for row in rows)
    lines += _sort_rows(database.rows("SELECT night, label, name, digest FROM contents"))
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def _sort_rows(rows: Iterable[Row]) -> list[str]:
    # sorted here, as databases sort by the rules of some language; a damaged cell may not be a text
    return sorted(" ".join(map(str, row)) + "\n" for row in rows)
