"""The night to which a moment, a text or a row of a frame belongs."""

import datetime as dt
import re
from collections.abc import Hashable, Iterable
from typing import Any
from zoneinfo import ZoneInfo

import pandas as pd

from benchreport.data.columns.role_columns import present
from benchreport.errors import DataError, OptionError, RoleError, examples
from benchreport.nightly.config.setting_checks import is_night
from benchreport.nightly.config.settings import Columns, Config

NIGHT_COLUMNS = "night date timestamp".split()
# 20261120 is a date, 1763600000 is not; orders other than year, month, day would be guesses
MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9].*)?|[0-9]{8}")
MIDNIGHT = dt.time()
DAY = len("2026-11-20")
DATE = re.compile(r"(?<![0-9])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])")
DIGITS = re.compile(r"(?<![0-9])(20[0-9]{2})([0-9]{2})([0-9]{2})(?![0-9])")


def tonight(config: Config, now: dt.datetime) -> str:
    """Return tonight's name, an ISO date in the configuration's time zone.

    Parameters
    ----------
    config
        The configuration, for the zone and the hour at which a day starts.
    now
        The present time, with its zone.

    Examples
    --------
    >>> from benchreport.nightly.config.settings import Nightly
    >>> config = Config(nightly=Nightly(time_zone="Europe/Berlin", day_starts="12:00"))
    >>> tonight(config, dt.datetime(2026, 11, 21, 2, 30, tzinfo=dt.UTC))
    '2026-11-20'
    """
    return _date(now, config.zone, config.nightly.day_starts)


def parse_night(text: str, before: str = "--night") -> str:
    """Check and return the name of a night that a user typed, after an option or a command.

    Raises
    ------
    OptionError
        The text is not an ISO date.
    """
    if is_night(text):
        return text
    raise OptionError(
        f"a night should be a date such as 2026-11-20, or 2026-11-20T15:00; got {text!r}.",
        hint=f"{before} 2026-11-20",
    )


def night_of(file: str) -> str:
    """Return the date in the path of a file of one night; empty if it has none, or several."""
    dates = set(filter(is_night, DATE.findall(file)))
    dates = dates or set(filter(is_night, ("-".join(found) for found in DIGITS.findall(file))))
    return dates.pop() if len(dates) == 1 else ""


def nights_named(night: str, nights: Iterable[str]) -> list[str]:
    """Return the nights that a date names: itself, or else those of that day that have a time.

    >>> nights_named("2026-11-20", ["2026-11-20T03:00", "2026-11-21T03:00"])
    ['2026-11-20T03:00']
    """
    known = sorted(nights)
    return [night] if night in known else [each for each in known if each[:DAY] == night]


def night_column(frame: pd.DataFrame, columns: Columns) -> Hashable | None:
    """Return the column with the night of each row; ``None`` if the frame has no such column.

    Raises
    ------
    RoleError
        The frame lacks the configured column, or several columns could give the night.
    """
    if columns.night:
        return present("night", columns.night, frame)
    roles = {
        *(columns.algorithm, columns.dataset, columns.code, columns.label),
        *(*columns.repeat, *columns.version),
    }
    candidates = [
        name
        for name in frame.columns
        if str(name).casefold() in NIGHT_COLUMNS and str(name) not in roles
    ]
    if len(candidates) > 1:
        raise RoleError(
            f"{len(candidates)} columns could give the night: {examples(candidates)}.",
            hint=f'night = "{candidates[0]}" under [columns]',
        )
    return candidates[0] if candidates else None


def night_of_rows(column: "pd.Series[Any]", config: Config) -> "pd.Series[str]":
    """Return the night of each row.

    Parameters
    ----------
    column
        Dates or moments; moments without a zone are in the configuration's zone. If all rows are dates,
        or dates with hours and minutes ("2026-11-20T15:00"), they are the names of the nights.
    config
        The configuration, for the zone and the hour at which a day starts.

    Raises
    ------
    DataError
        A cell is not a date.
    """
    texts = column.astype(object).where(column.notna(), "").map(str)
    moments = {str(text): _parse_moment(str(text)) for text in texts.unique()}
    odd = [text for text, moment in moments.items() if moment is None]
    if odd:
        raise DataError(
            f"column {column.name!r} should give the night of each row, but has "
            f"{examples(map(repr, odd))}.",
            hint="write dates as 2026-11-20, moments as 2026-11-20T03:30:00+01:00",
        )
    if all(map(is_night, moments)):
        return texts
    valid = {text: moment for text, moment in moments.items() if moment is not None}
    # if every moment is at midnight, a program stored dates as moments
    dates = all(moment.tzinfo is None and moment.time() == MIDNIGHT for moment in valid.values())
    zone, starts = config.zone, "00:00" if dates else config.nightly.day_starts
    return texts.map({text: _date(moment, zone, starts) for text, moment in valid.items()})


def _parse_moment(text: str) -> dt.datetime | None:
    if not MOMENT.fullmatch(text):
        return None
    try:
        return dt.datetime.fromisoformat(text)
    except ValueError:
        return None


def _date(moment: dt.datetime, zone: ZoneInfo, starts: str) -> str:
    local = moment.astimezone(zone) if moment.tzinfo else moment
    day = local.date()
    # use local clock time, so that days of 23 and 25 hours need no special treatment
    if f"{local:%H:%M}" < starts:
        day -= dt.timedelta(days=1)
    return day.isoformat()
