"""The rule that decides which nights keep their scores."""

import datetime as dt
from collections.abc import Callable

from benchreport.nightly.config.settings import Config
from benchreport.nightly.history.history import History
from benchreport.nightly.history.records import NightRecord


def retention_rule(history: History, config: Config) -> Callable[[NightRecord], bool]:
    """Return a function that decides whether a night keeps its scores.

    Parameters
    ----------
    history
        The history with all nights.
    config
        The configuration, which gives the number of nights that keep their scores.

    Notes
    -----
    Scores are kept for the last ``keep_all`` nights (never fewer than baselines and trends need), the
    first night of each earlier week, the pinned night, and the nights on which a finding began, was
    opened or ended. Other nights keep only their facts.
    """
    rules = config.baseline
    most = config.history.keep_all
    if not most:
        return lambda _: True
    most = max(most, 2 * rules.nights + rules.hold_back + 1)
    to_keep: set[tuple[str, str]] = set()
    for finding in history.findings():
        dates = (finding.since, finding.opened, finding.closed)
        to_keep |= {(night, finding.label) for night in dates}
    for label in {record.label for record in history.nights()}:
        nights = [record.night for record in history.nights(label)]
        to_keep |= {(night, label) for night in (*nights[-most:], rules.night)}
        weeks: dict[tuple[int, int], str] = {}
        for night in nights:
            year, week, _ = dt.date.fromisoformat(night[:10]).isocalendar()
            weeks.setdefault((year, week), night)
        to_keep |= {(night, label) for night in weeks.values()}
    return lambda record: (record.night, record.label) in to_keep
