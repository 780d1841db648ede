"""Times of day in time zones, with care for the two days a year on which clocks change."""

import re
from datetime import UTC, datetime, time, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from benchreport.errors import OptionError
from benchreport.hints import option

YEAR = 366


def parse_time(text: str, *, zone: tzinfo = UTC) -> time:
    """Read ``"HH:MM"``, and check that a zone has it once every day of the coming year.

    Raises
    ------
    OptionError
        The text is not a time of day, or clocks change at that time.

    Examples
    --------
    >>> parse_time("03:30")
    datetime.time(3, 30)
    >>> parse_time("03:30", zone=ZoneInfo("Europe/Helsinki"))
    Traceback (most recent call last):
        ...
    benchreport.errors.OptionError: clocks change in Europe/Helsinki at 03:30: one day a year has it
    twice, or never.
    Hint: at='04:30'
    """
    match = re.fullmatch(r"([01]?[0-9]|2[0-3]):([0-5][0-9])", text)
    if not match:
        raise OptionError(
            f"at should be a time of day, HH:MM; got {text!r}.", hint=option(at="03:30")
        )
    moment = time(int(match[1]), int(match[2]))
    if not _is_unambiguous(moment, zone):
        hours = (time((moment.hour + more) % 24, moment.minute) for more in range(1, 24))
        better = next(time_of_day for time_of_day in hours if _is_unambiguous(time_of_day, zone))
        raise OptionError(
            f"clocks change in {zone} at {moment:%H:%M}: one day a year has it twice, or never.",
            hint=option(at=f"{better:%H:%M}"),
        )
    return moment


def offsets(at: time, *, zone: tzinfo) -> list[int]:
    """Return the offsets of a zone from UTC at a time of day over a year, in minutes, sorted.

    >>> offsets(time(3, 30), zone=ZoneInfo("Europe/Berlin"))
    [60, 120]
    """
    ahead = {moment.utcoffset() or timedelta() for moment in _year(at, zone)}
    return sorted(round(offset.total_seconds() / 60) for offset in ahead)


def times_elsewhere(at: time, *, zone: tzinfo, other: tzinfo) -> list[time]:
    """Return the times that another zone's clocks show at a time of day during a year, sorted.

    >>> times_elsewhere(time(3, 30), zone=ZoneInfo("Europe/Berlin"), other=UTC)
    [datetime.time(1, 30), datetime.time(2, 30)]
    """
    clocks = {moment.astimezone(other).time() for moment in _year(at, zone)}
    return sorted(clock.replace(second=0, fold=0) for clock in clocks)


def last_time_at(at: time, *, now: datetime, zone: tzinfo) -> datetime:
    """Return the moment at which a zone's clocks last showed a time of day.

    Parameters
    ----------
    at
        A time that `parse_time` accepts for this zone.
    now
        The present time, with a zone of its own.

    Examples
    --------
    >>> last_time_at(time(3, 30), now=datetime(2026, 7, 2, 1, 0, tzinfo=UTC), zone=ZoneInfo("Europe/Berlin"))
    datetime.datetime(2026, 7, 1, 1, 30, tzinfo=datetime.timezone.utc)
    """
    day = now.astimezone(zone).date()
    today = datetime.combine(day, at, zone).astimezone(UTC)
    if today <= now.astimezone(UTC):
        return today
    return datetime.combine(day - timedelta(days=1), at, zone).astimezone(UTC)


def machine_zone(file: Path = Path("/etc/localtime")) -> tzinfo:
    """Return the zone of this machine's clock, which cron uses; it ignores ``TZ``."""
    try:
        with file.open("rb") as data:
            return ZoneInfo.from_file(data)
    except (OSError, ValueError):
        return UTC


def _year(at: time, zone: tzinfo) -> list[datetime]:
    today = datetime.now(zone).date()
    return [datetime.combine(today + timedelta(days=day), at, zone) for day in range(YEAR)]


def _is_unambiguous(at: time, zone: tzinfo) -> bool:
    """Return whether clocks never change at this time of day during a year."""
    return all(
        moment.utcoffset() == moment.replace(fold=1).utcoffset() for moment in _year(at, zone)
    )
