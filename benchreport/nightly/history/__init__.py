"""The memory of the nights.

`History` is the interface; `store` keeps records and contents with the sha256 of what they say, in the
tables of `schema`; `database` says what SQL that needs, `sqlite` and `postgres` have it. `exchange` writes
and reads a history as a file. The sha256 of everything is noted with every write: what was changed or lost
is noticed.
"""

from benchreport.nightly.history.history import History
from benchreport.nightly.history.records import NightRecord, Remembered, Waiting

__all__ = ["History", "NightRecord", "Remembered", "Waiting"]
