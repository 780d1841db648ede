"""``benchreport nightly``: arguments in, calls out.

`group` holds the group of commands and its exit codes; the other modules add commands to it on import.
"""

from benchreport.cli.nights import history, run, schedule
from benchreport.cli.nights.group import nightly

__all__ = ["history", "nightly", "run", "schedule"]
