"""Times of day in time zones, with the two days a year on which clocks change."""

import re
from datetime import UTC, datetime, time, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from benchreport.errors import OptionError
from benchreport.hints import option

__all__ = ["clock_of_machine", "last_at", "offsets", "time_of_day", "times_in"]

YEAR = 366
MINUTES = 24 * 60


def time_of_day(text: str, *, zone: tzinfo = UTC) -> time:
    """Read ``"HH:MM"``, and check that a zone has it once every day of the coming year.

    Raises
    ------
    OptionError
        It is no such time, or the clocks change there.

    Examples
    --------
    >>> time_of_day("03:30")
    datetime.time(3, 30)
    >>> time_of_day("03:30", zone=ZoneInfo("Europe/Helsinki"))
    Traceback (most recent call last):
        ...
    benchreport.errors.OptionError: 03:30 is there twice, or not at all, when clocks change in
    Europe/Helsinki.
    Hint: at='04:30'
    """
    found = re.fullmatch(r"([01]?[0-9]|2[0-3]):([0-5][0-9])", text)
    if not found:
        raise OptionError(f"at is a time of day, HH:MM; got {text!r}.", hint=option(at="03:30"))
    wanted = time(int(found[1]), int(found[2]))
    if not _sure(wanted, zone):
        hours = (time((wanted.hour + more) % 24, wanted.minute) for more in range(1, 24))
        better = next(each for each in hours if _sure(each, zone))
        raise OptionError(
            f"{wanted:%H:%M} is there twice, or not at all, when clocks change in {zone}.",
            hint=option(at=f"{better:%H:%M}"),
        )
    return wanted


def offsets(at: time, *, zone: tzinfo) -> list[int]:
    """Return how many minutes a zone is ahead of UTC at a time of day, over a year, in order.

    >>> offsets(time(3, 30), zone=ZoneInfo("Europe/Berlin"))
    [60, 120]
    """
    ahead = {each.utcoffset() or timedelta() for each in _year(at, zone)}
    return sorted(round(each.total_seconds() / 60) for each in ahead)


def times_in(at: time, *, zone: tzinfo, other: tzinfo) -> list[time]:
    """Return what another zone's clocks show at a time of day, over a year, in order.

    >>> times_in(time(3, 30), zone=ZoneInfo("Europe/Berlin"), other=UTC)
    [datetime.time(1, 30), datetime.time(2, 30)]
    """
    shown = {each.astimezone(other).time() for each in _year(at, zone)}
    return sorted(each.replace(second=0, fold=0) for each in shown)


def last_at(at: time, *, now: datetime, zone: tzinfo) -> datetime:
    """Return the moment at which a zone's clocks last showed a time of day.

    Parameters
    ----------
    at
        A time that `time_of_day` took for this zone.
    now
        With its own zone.

    Examples
    --------
    >>> last_at(time(3, 30), now=datetime(2026, 7, 2, 1, 0, tzinfo=UTC), zone=ZoneInfo("Europe/Berlin"))
    datetime.datetime(2026, 7, 1, 1, 30, tzinfo=datetime.timezone.utc)
    """
    day = now.astimezone(zone).date()
    today = datetime.combine(day, at, zone).astimezone(UTC)
    if today <= now.astimezone(UTC):
        return today
    return datetime.combine(day - timedelta(days=1), at, zone).astimezone(UTC)


def clock_of_machine(file: Path = Path("/etc/localtime")) -> tzinfo:
    """Return the zone of this machine's clock, as cron sees it: not that of ``TZ``."""
    try:
        with file.open("rb") as data:
            return ZoneInfo.from_file(data)
    except (OSError, ValueError):
        return UTC


def _year(at: time, zone: tzinfo) -> list[datetime]:
    today = datetime.now(zone).date()
    return [datetime.combine(today + timedelta(days=day), at, zone) for day in range(YEAR)]


def _sure(at: time, zone: tzinfo) -> bool:
    """Tell whether both readings of a time agree, as they do where no clock is being changed."""
    return all(each.utcoffset() == each.replace(fold=1).utcoffset() for each in _year(at, zone))
