"""The memory of the nights, in SQLite or PostgreSQL.

`History` is the interface; `store` keeps records and contents with their sha256 in the tables of `schema`;
`database` says which SQL that needs, and `sqlite` and `postgres` implement it. `export_import` writes and
reads a history as a file, in a kind of ``KINDS``. Every write also notes the sha256 of everything, so that a
change or loss is noticed. It may import ``config`` and ``notify.message``, but not the rooms above it.
To change the tables: a function at the end of ``schema.MIGRATIONS``; those that were released never change.
"""

from benchreport.nightly.history.history import History
from benchreport.nightly.history.records import NightRecord, Remembered, Waiting

__all__ = ["History", "NightRecord", "Remembered", "Waiting"]
