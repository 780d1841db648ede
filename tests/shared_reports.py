"""Reports that several tests read, made once per process: a report with figures takes most of a second."""

import pickle
from functools import lru_cache
from typing import Any

from benchreport.report import Report, report
from benchreport.report.make_report import Table


def shared_report(table: Table, **options: Any) -> Report:
    """Return the report on equal data with equal options that was made before, or make it.

    A test of what making it does, or of what is the same a second time, calls the package's own. The
    report is the full one unless a detail is asked for.
    """
    options = {"detail": "full", **options}
    return _make_shared(pickle.dumps((table, sorted(options.items()))))


@lru_cache(maxsize=24)
def _make_shared(pickled: bytes) -> Report:
    table, options = pickle.loads(pickled)  # noqa: S301 - pickled above
    return report(table, **dict(options))
