"""``benchreport nightly``: arguments in, calls out.

The group with its exit codes is in `group`; importing the others gives it its commands.
"""

from benchreport.cli.nights import history, run, schedule
from benchreport.cli.nights.group import nightly

__all__ = ["history", "nightly", "run", "schedule"]
