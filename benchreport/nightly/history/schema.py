"""The tables of the history, and how older ones become the present ones."""

import hashlib
from collections.abc import Callable, Iterable

from benchreport.errors import HistoryError, examples
from benchreport.nightly.history.database import Database, Row

__all__ = [
    "MIGRATIONS",
    "TABLES",
    "VERSION",
    "changed",
    "check",
    "prepare",
    "seal",
    "version_of",
]

TABLES = ("nights", "findings", "events", "outbox")
"""Small records: a key, a JSON document, and the sha256 of both."""


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
"""The n-th makes version n of version n − 1. Those that were released never change."""

VERSION = len(MIGRATIONS)


def version_of(database: Database) -> int:
    """Return the version of the tables, 0 where there are none."""
    if not database.has_table("meta"):
        return 0
    found = database.run("SELECT value FROM meta WHERE name = 'version'")
    version = str(found[0][0]) if found else ""
    if not (version.isdecimal() and int(version)):
        raise changed("it does not say its version, or is of another tool")
    return int(version)


def prepare(
    database: Database, *, migrations: tuple[Callable[[Database], None], ...] = MIGRATIONS
) -> None:
    """Bring the tables to the present version; a copy is made before.

    Parameters
    ----------
    database
        Its tables of any version up to the present one.
    migrations
        As `MIGRATIONS`.

    Raises
    ------
    HistoryError
        The tables are of a newer version, of something else, or not as they were written.
    """
    found, wanted = version_of(database), len(migrations)
    if found > wanted:
        raise HistoryError(
            f"the history has version {found}; this benchreport knows versions up to {wanted}.",
            hint="install the newer benchreport that wrote it: pip install -U benchreport",
        )
    if found == wanted:
        return
    if found:
        with database.snapshot():
            check(database)
        database.backup(f"version-{found}")
    with database.transaction():
        # another process may have been faster
        begun = version_of(database)
        if not begun:
            _refuse_others(database)
        for number in range(begun, wanted):
            migrations[number](database)
        database.run("DELETE FROM meta WHERE name = 'version'")
        database.run("INSERT INTO meta VALUES ('version', :value)", value=str(wanted))
        seal(database)


def _refuse_others(database: Database) -> None:
    there = [name for name in (*TABLES, "contents") if database.has_table(name)]
    if there:
        raise HistoryError(
            f"the database has tables {examples(there)} that are no history of nights, or the rest "
            "of one. They are left as they are.",
            hint='url = "…" under [history]: a file or database of its own',
        )


def check(database: Database) -> None:
    """Refuse a history in which records or contents were lost, added or changed from outside.

    Raises
    ------
    HistoryError
        It is not as it was sealed.
    """
    found = database.run("SELECT value FROM meta WHERE name = 'head'")
    if not found or found[0][0] != _head(database):
        raise changed("records are missing, or were changed from outside")


def seal(database: Database) -> None:
    """Note the sha256 of all digests, in the transaction that changed some."""
    database.run("DELETE FROM meta WHERE name = 'head'")
    database.run("INSERT INTO meta VALUES ('head', :value)", value=_head(database))


def changed(why: str) -> HistoryError:
    """Return the error for a history that is not as it was written."""
    return HistoryError(
        f"the history cannot be trusted: {why}. It is left as it is, and nothing was written.",
        hint="move it away and put its copy (history.db.backup) in its place, or begin a new one "
        "from an export: benchreport nightly import nights.jsonl",
    )


def _head(database: Database) -> str:
    lines = [database.shape()]
    for table in TABLES:
        # a table of a later version is as good as empty
        if database.has_table(table):
            rows = database.rows(f"SELECT key, digest FROM {table}")  # noqa: S608 - our own names
            lines += _sorted([table, *row] for row in rows)
    lines += _sorted(database.rows("SELECT night, label, name, digest FROM contents"))
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def _sorted(rows: Iterable[Row]) -> list[str]:
    # here, as databases sort texts by the rules of some language; what is damaged may be no text
    return sorted(" ".join(map(str, row)) + "\n" for row in rows)
