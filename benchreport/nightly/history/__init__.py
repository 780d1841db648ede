"""The memory of the nights.

`History` is the interface; `database` says what SQL it needs, `sqlite` and `postgres` have it, `schema` has
the tables, `exchange` writes and reads them as files. Every record carries the sha256 of what it says, and
``meta`` that of all of them: what was changed or lost is noticed.
"""

from benchreport.nightly.history.history import History, NightRecord, Waiting

__all__ = ["History", "NightRecord", "Waiting"]
