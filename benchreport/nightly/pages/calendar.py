"""The nights as a calendar of months and weeks, with a cell for each day."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from benchreport.nightly.findings.night_summary import LETTERS, MEANINGS, NightSummary, Outcome
from benchreport.wording.nights import pages as night_pages

DAYS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A day of the calendar, with its number and the outcome of its night."""

    day: int = 0
    outcome: str = ""
    letter: str = ""
    text: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """A month of weeks with seven days each; days of other months are empty cells."""

    name: str
    weeks: tuple[tuple[Cell, ...], ...]


def build_months(
    nights: Sequence[NightSummary],
    page_of: Callable[[NightSummary], str],
    removed: Mapping[dt.date, str],
) -> tuple[Month, ...]:
    """Arrange the nights as months of weeks, the newest month first.

    ``removed`` are sentences about the days whose nights somebody removed.
    """
    by_day: dict[dt.date, list[NightSummary]] = {}
    for night in nights:
        by_day.setdefault(parse_day(night.night), []).append(night)
    first, last = min(by_day), max(by_day)
    months = []
    month = last.replace(day=1)
    while month >= first.replace(day=1):
        following = (month + dt.timedelta(days=32)).replace(day=1)
        days = [month + dt.timedelta(days=n) for n in range((following - month).days)]
        cells = [Cell()] * month.weekday()
        cells += [_cell(day, by_day.get(day, []), page_of, first, last, removed) for day in days]
        cells += [Cell()] * (-len(cells) % DAYS)
        weeks = tuple(tuple(cells[n : n + DAYS]) for n in range(0, len(cells), DAYS))
        months.append(Month(name=f"{month:%Y-%m}", weeks=weeks))
        month = (month - dt.timedelta(days=1)).replace(day=1)
    return tuple(months)


def _cell(
    day: dt.date,
    nights: Sequence[NightSummary],
    page_of: Callable[[NightSummary], str],
    first: dt.date,
    last: dt.date,
    removed: Mapping[dt.date, str],
) -> Cell:
    if not nights:
        if not first <= day <= last:
            return Cell(day=day.day)
        none = night_pages.NO_NIGHT.format(day=day.isoformat())
        return Cell(day=day.day, outcome="gap", text=removed.get(day, none))
    order = get_args(Outcome)
    worst = min(nights, key=lambda night: (order.index(night.outcome), night.night))
    return Cell(
        day=day.day,
        outcome=worst.outcome,
        letter=worst.letter + (f"{len(nights)}" if len(nights) > 1 else ""),
        text="; ".join(f"{night.night}: {night.text}" for night in nights),
        page=page_of(worst),
    )


def build_legend(nights: Sequence[NightSummary]) -> tuple[tuple[str, str, str, int], ...]:
    """Return the outcomes that occur, with letter, meaning and count."""
    counts = {name: sum(night.outcome == name for night in nights) for name in LETTERS}
    return tuple(
        (name, LETTERS[name], MEANINGS[name], count) for name, count in counts.items() if count
    )


def parse_day(night: str) -> dt.date:
    """Return the date of a night."""
    return dt.date.fromisoformat(night[:10])
