"""SQLite databases of results, opened for reading only."""

import sqlite3
from contextlib import closing

from benchreport.data.readers.tools.source import Source

SUFFIXES = (".db", ".sqlite", ".sqlite3")
BEGINNING = b"SQLite format 3\0"


def open_database(source: Source) -> sqlite3.Connection:
    """Open a copy of the database in memory, so that nothing is written beside the file."""
    database = sqlite3.connect(":memory:")
    database.deserialize(source.content)
    return database


def has_tables(source: Source, *names: str) -> bool:
    """Tell whether a file is an SQLite database with all these tables."""
    if source.suffix not in SUFFIXES or not source.content.startswith(BEGINNING):
        return False
    try:
        with closing(open_database(source)) as database:
            found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            return set(names) <= {name for (name,) in found}
    except sqlite3.Error:
        return False
