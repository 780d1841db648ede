"""Which nights keep their scores."""

import datetime as dt
from collections.abc import Callable

from benchreport.nightly.config.settings import Config
from benchreport.nightly.history import History, NightRecord

__all__ = ["keeper"]


def keeper(history: History, config: Config) -> Callable[[NightRecord], bool]:
    """Return what tells whether a night keeps its scores.

    Parameters
    ----------
    history
        With all nights.
    config
        How many are kept in full.

    Notes
    -----
    Kept are the last ``keep_all`` nights (never fewer than baselines and trends need), of older ones the
    first of each week, the pinned night, and those on which a finding began, was opened or ended. Of
    the others what was found is kept, not the scores.
    """
    rules = config.baseline
    most = config.history.keep_all
    if not most:
        return lambda _: True
    most = max(most, 2 * rules.nights + rules.hold_back + 1)
    kept: set[tuple[str, str]] = set()
    for each in history.findings():
        kept |= {(night, each.label) for night in (each.since, each.opened, each.closed)}
    labels = {each.label for each in history.nights()}
    for label in labels:
        nights = [each.night for each in history.nights(label)]
        kept |= {(night, label) for night in (*nights[-most:], rules.night)}
        weeks: dict[tuple[int, int], str] = {}
        for night in nights:
            year, week, _ = dt.date.fromisoformat(night[:10]).isocalendar()
            weeks.setdefault((year, week), night)
        kept |= {(night, label) for night in weeks.values()}
    return lambda each: (each.night, each.label) in kept
