"""The tables of the history, and how older ones become the present ones."""

from collections.abc import Callable

from benchreport.errors import HistoryError
from benchreport.nightly.history.database import Database

__all__ = ["MIGRATIONS", "TABLES", "VERSION", "prepare", "version_of"]

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
    if not found:
        raise HistoryError(
            "the history does not say its version; it is damaged, or of another tool."
        )
    return int(found[0][0])


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
        The tables are of a newer version.
    """
    found, wanted = version_of(database), len(migrations)
    if found > wanted:
        raise HistoryError(
            f"the history has version {found}; this benchreport knows versions up to {wanted}.",
            hint="install the newer benchreport that wrote it",
        )
    if found == wanted:
        return
    if found:
        database.backup(f"version-{found}")
    with database.transaction():
        # another process may have been faster
        for number in range(version_of(database), wanted):
            migrations[number](database)
        database.run("DELETE FROM meta WHERE name = 'version'")
        database.run("INSERT INTO meta VALUES ('version', :value)", value=str(wanted))
