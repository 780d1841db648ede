"""What a rehearsal of the alert rules found, and how it is told."""

import dataclasses
from dataclasses import dataclass
from typing import Any

from benchreport.errors import counted
from benchreport.results import number_format as fmt

__all__ = ["Alert", "Delay", "Rate", "ReplayResult"]

LISTED = 30
"""Alerts that are told one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """An alert that there would have been.

    Parameters
    ----------
    series, kind
        Of what: ``"accuracy/svm"``, a regression or a drift.
    opened, since, ended
        The night it was found, the first night of the change, and the night from which it was over; empty
        while it is not.
    change, unit
        In the metric's unit; in per cent where ratios are compared.
    """

    series: str
    kind: str
    opened: str
    since: str
    change: float
    unit: str = ""
    ended: str = ""

    @property
    def line(self) -> str:
        """For the terminal."""
        size = ("−" if self.change < 0 else "+") + fmt.number(abs(self.change))
        unit = f" {self.unit}" if self.unit else ""
        until = f"until {self.ended}" if self.ended else "not over"
        return (
            f"{self.opened}  {self.series}: {self.kind}, {size}{unit} since {self.since}, {until}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """Alerts a night.

    Parameters
    ----------
    mean, error
        Over the histories that were tried, with its standard error.
    nights
        How many nights were judged in all of them.
    """

    mean: float
    error: float
    nights: int

    @property
    def text(self) -> str:
        """As it is written."""
        return f"{fmt.fixed(self.mean, 3)} ± {fmt.fixed(self.error, 3)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay:
    """When shifts that were put in were found.

    Parameters
    ----------
    size
        In standard deviations of the series' nights.
    injected
        How many shifts were put in.
    found
        Share that was found by a night, that of the shift being the first.
    median
        By which night half of them were found; ``None`` where that took longer than was looked at.
    unseen
        Share of all series whose smallest relevant change is larger than the shift.
    """

    size: float
    injected: int
    found: dict[int, float]
    median: float | None
    unseen: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayResult:
    """What the alert rules would have said of the stored nights, and what they would miss.

    Parameters
    ----------
    name, label
        Of the benchmark, of which branch.
    first, last, nights, series
        What was looked at.
    judged
        How many of the nights had enough history before them.
    alerts, improvements
        Those that there would have been.
    permuted, blocks
        False alarms a night in histories whose nights were shuffled, one by one and in blocks.
    shuffles, rng
        How many such histories were tried, and their seed.
    delays
        Of shifts that were put into shuffled histories.
    notes
        What else is to be known.
    """

    name: str
    label: str
    first: str
    last: str
    nights: int
    series: int
    judged: int
    alerts: tuple[Alert, ...]
    improvements: int
    permuted: Rate
    blocks: Rate
    shuffles: int
    rng: int
    delays: tuple[Delay, ...]
    notes: tuple[str, ...] = ()

    @property
    def alerts_per_night(self) -> float:
        """Over the nights that were judged."""
        return len(self.alerts) / self.judged

    def lines(self) -> list[str]:
        """Return what to print."""
        label = f", {self.label}" if self.label else ""
        return [
            (
                f"{self.name}{label}: {counted(self.nights, 'night')} from {self.first} to "
                f"{self.last}, {self.series} series; {self.judged} of the nights are judged."
            ),
            "",
            *self._alert_lines(),
            "",
            "False alarms a night, in histories without regressions (± standard error):",
            f"  {self.permuted.text} with nights in random order",
            f"  {self.blocks.text} with blocks of 7 nights in random order, which keeps what connects nights",
            "",
            *self._delay_lines(),
            *([""] if self.notes else []),
            *self.notes,
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain lists, dicts and scalars, for JSON."""
        told = {**dataclasses.asdict(self), "alerts_per_night": self.alerts_per_night}
        for each in told["delays"]:
            each["found"] = {str(night): share for night, share in each["found"].items()}
        return {"benchreport": "rehearsal", **told}

    def _alert_lines(self) -> list[str]:
        count = counted(len(self.alerts), "alert")
        better = counted(self.improvements, "improvement")
        rate = fmt.fixed(self.alerts_per_night, 3)
        more = len(self.alerts) - LISTED
        return [
            f"These rules would have given {count} ({rate} a night), and told of {better}.",
            *(f"  {each.line}" for each in self.alerts[:LISTED]),
            *([f"  … and {more} more"] if more > 0 else []),
        ]

    def _delay_lines(self) -> list[str]:
        rows = [
            [
                f"{each.size:g} SD",
                *(f"{100 * share:.0f} %" for share in each.found.values()),
                "later" if each.median is None else f"night {each.median:g}",
                str(each.injected),
            ]
            for each in self.delays
        ]
        nights = [f"night {night}" for night in self.delays[0].found] if self.delays else []
        table = [["shift", *nights, "half by", "tried"], *rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        return [
            (
                "Shifts for the worse that are found by the n-th night (SD: of a series' nights; in "
                "10 % of the series at a time):"
            ),
            *(
                "  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
                for row in table
            ),
        ]
