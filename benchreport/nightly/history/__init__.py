"""The history of the nights, in SQLite or PostgreSQL.

`History` is the interface. `store` keeps records and contents with their sha256 in the tables of `schema`;
`database` defines the SQL operations that this needs, and `sqlite` and `postgres` implement them.
`export_import` writes and reads a history as a file, in a format of ``KINDS``. Every write also stores a
sha256 of the whole history, so that later changes or losses are detected. This package may import
``config`` and ``notify.message``, but not the rooms above it. To change the tables, append a function to
``schema.MIGRATIONS``; functions that were released never change.
"""

from benchreport.nightly.history.history import History
from benchreport.nightly.history.records import NightRecord, Remembered, Waiting

__all__ = ["History", "NightRecord", "Remembered", "Waiting"]
