"""The check that nights still arrive and have not stopped unnoticed."""

import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from benchreport.errors import DataError, OptionError, examples, format_count
from benchreport.nightly.schedule.local_time import last_time_at
from benchreport.wording.nights import shell as night_shell

LOOKED_BACK = 30
UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
PART = r"([0-9]+(?:\.[0-9]+)?)\s*([smhdw])"
# the largest tolerated difference between two machines' clocks
SKEW = timedelta(minutes=5)
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The age of the newest night, and the gaps before it.

    Parameters
    ----------
    night, recorded
        The newest night, and when it was recorded, both empty if the history has no night.
    age
        The time since then, at least 0.
    max_age
        The largest acceptable age; ``None`` for any age.
    gaps
        The dates without a night in the 30 days up to the newest night, but not before the first night.
    removed
        Those whose night somebody removed.
    ahead
        Whether the newest night was recorded in the future; then a clock is wrong, and so is the age.
    today
        The present date, in UTC.
    label
        The label of the nights.
    """

    night: str = ""
    recorded: str = ""
    age: timedelta | None = None
    max_age: timedelta | None = None
    gaps: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    ahead: bool = False
    today: date = date.min
    label: str = ""

    @property
    def too_old(self) -> bool:
        """Whether the newest night is older than ``max_age``."""
        return self.age is not None and self.max_age is not None and self.age > self.max_age

    @property
    def exit_code(self) -> int:
        """The exit code: 3 if the history has no night or the newest is too old, otherwise 0."""
        return 3 if self.age is None or self.too_old or self.ahead else 0

    def lines(self) -> list[str]:
        """Return the status as sentences for a terminal."""
        if self.age is None:
            return [night_shell.NO_NIGHTS]
        when = night_shell.JUST_NOW
        if self.age >= MINUTE:
            when = night_shell.AGO.format(age=_format_age(self.age))
        sentences = [night_shell.NEWEST.format(night=self.night, when=when)]
        if self.ahead:
            sentences = [night_shell.CLOCK.format(night=self.night, recorded=self.recorded)]
        elif self.too_old and self.max_age is not None:
            sentences.append(night_shell.TOO_OLD.format(age=_format_age(self.max_age)))
        sentences += describe_ahead(self.night, self.today, label=self.label)
        for template, dates in ((night_shell.GAPS, self.gaps), (night_shell.REMOVED, self.removed)):
            if dates:
                sentence = template[len(dates) == 1].format(
                    dates=format_count(len(dates), "date"), n=LOOKED_BACK, examples=examples(dates)
                )
                sentences.append(sentence)
        return sentences


def status(
    nights: Sequence[tuple[str, str]],
    *,
    now: datetime,
    max_age: timedelta | None = None,
    removed: Iterable[str] = (),
    label: str = "",
) -> Status:
    r"""Return how old the newest night is, and which nights are missing before it.

    Parameters
    ----------
    nights
        The nights of a history, in any order; each is a pair of its name, an ISO date with or without a
        time, and the ISO time with a zone at which it was recorded.
    now
        The present time, with its zone. Ages count elapsed hours, even across changes of the clocks.
    max_age
        The largest acceptable age of the newest night; a day and some hours for daily runs.
    removed
        Names of nights that somebody removed, whose dates are not missed.
    label
        The label of the nights.

    Raises
    ------
    DataError
        A night is not a date, or the time of its recording cannot be read.
    OptionError
        ``now`` has no zone.

    Examples
    --------
    >>> nights = [("2026-01-29", "2026-01-29T04:00:00+01:00"), ("2026-01-31", "2026-01-31T04:00:00+01:00")]
    >>> present = status(nights, now=datetime(2026, 2, 2, 3, tzinfo=UTC), max_age=parse_age("30h"))
    >>> print(*present.lines(), sep="\n")
    The newest night is 2026-01-31, stored 2 days ago.
    It should be at most 30 hours old, so nights have stopped.
    1 date of the last 30 has no night: 2026-01-30.
    >>> present.exit_code
    3
    """
    present = _to_utc(now)
    if not nights:
        return Status(max_age=max_age)
    night, recorded = max(nights, key=lambda record: (record[0], _parse_recorded(record[1])))
    age = present - _parse_recorded(recorded)
    gaps = _gaps({_parse_date(date) for date, _ in nights})
    gone = {_parse_date(date).isoformat() for date in removed}
    return Status(
        night=night,
        recorded=recorded,
        age=max(age, timedelta()),
        max_age=max_age,
        gaps=tuple(date for date in gaps if date not in gone),
        removed=tuple(date for date in gaps if date in gone),
        ahead=age < -SKEW,
        today=present.date(),
        label=label,
    )


def describe_ahead(night: str, today: date, *, label: str = "") -> list[str]:
    """Say that a night has come nowhere yet; where it was measured, it may be tomorrow already.

    >>> today = date(2026, 2, 1)
    >>> describe_ahead("2026-02-02T15:00", today), len(describe_ahead("2026-02-03", today))
    ([], 1)
    """
    if _parse_date(night) <= today + timedelta(days=1):
        return []
    return [night_shell.AHEAD.format(night=night, today=today, label=label_option(label))]


def label_option(label: str) -> str:
    """Write the option that names a label, with the space before it; nothing without one."""
    return f" --label {shlex.quote(label)}" if label else ""


def is_due(nights: Sequence[tuple[str, str]], *, at: time, now: datetime, zone: tzinfo) -> bool:
    """Return whether no night was recorded since the last time at which a run should have begun.

    A machine that was off at that time checks this when it starts, and runs only if a night is due.

    Parameters
    ----------
    nights
        As for `status`.
    at
        The time of day at which runs begin, in ``zone``.
    now
        The present time, with its zone.

    Examples
    --------
    >>> nights, at = [("2026-01-30", "2026-01-30T03:31:00+00:00")], time(3, 30)
    >>> is_due(nights, at=at, now=datetime(2026, 1, 31, 3, tzinfo=UTC), zone=UTC)
    False
    >>> is_due(nights, at=at, now=datetime(2026, 1, 31, 4, tzinfo=UTC), zone=UTC)
    True
    """
    begin = last_time_at(at, now=_to_utc(now), zone=zone)
    return all(_parse_recorded(recorded) < begin for _, recorded in nights)


def parse_age(text: str) -> timedelta:
    """Parse an age: a number of seconds, minutes, hours, days or weeks, or several of these.

    Raises
    ------
    OptionError
        The text is not an age, or it is 0.

    Examples
    --------
    >>> parse_age("30h"), parse_age("1d 12h")
    (datetime.timedelta(days=1, seconds=21600), datetime.timedelta(days=1, seconds=43200))
    """
    if re.fullmatch(rf"(?:{PART}\s*)+", text.strip()):
        try:
            age = sum((_timedelta(*part) for part in re.findall(PART, text)), timedelta())
        except OverflowError:
            age = timedelta()
        if age > timedelta():
            return age
    raise OptionError(
        f"an age should be a number of s, m, h, d or w (seconds to weeks), above 0; got {text!r}.",
        hint="--max-age 30h",
    )


def _timedelta(number: str, unit: str) -> timedelta:
    return timedelta(**{UNITS[unit]: float(number)})


def _format_age(age: timedelta) -> str:
    """Format an age with one unit."""
    seconds = age.total_seconds()
    for most, size, unit in ((5400, 60, "minute"), (48 * 3600, 3600, "hour")):
        if seconds < most:
            return format_count(round(seconds / size), unit)
    return format_count(round(seconds / 86400), "day")


def _gaps(dates: set[date]) -> tuple[str, ...]:
    last = max(dates)
    first = max(min(dates), last - timedelta(days=LOOKED_BACK - 1))
    days = (first + timedelta(days=day) for day in range((last - first).days))
    return tuple(day.isoformat() for day in days if day not in dates)


def _parse_date(night: str) -> date:
    try:
        return date.fromisoformat(night[:10])
    except ValueError as error:
        raise DataError(
            f"a night should be an ISO date, with or without a time; got {night!r}.",
            hint="2026-01-31",
        ) from error


def _parse_recorded(recorded: str) -> datetime:
    try:
        moment = datetime.fromisoformat(recorded)
    except ValueError:
        moment = datetime.min  # noqa: DTZ901 - refused below, like one without a zone
    if moment.tzinfo is None:
        raise DataError(
            f"a night's time of recording should be an ISO time with a zone; got {recorded!r}.",
            hint="2026-01-31T03:30:00+00:00",
        )
    return moment.astimezone(UTC)


def _to_utc(now: datetime) -> datetime:
    # Python subtracts two times in one zone by their clocks: a day of 23 hours would have 24
    if now.tzinfo is None:
        raise OptionError("now needs a zone.", hint="now=datetime.now(UTC)")
    return now.astimezone(UTC)
