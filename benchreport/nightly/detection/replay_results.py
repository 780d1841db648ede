"""The results of a replay of the alert rules, and the lines that the command line prints."""

import dataclasses
from dataclasses import dataclass
from typing import Any

from benchreport.errors import format_count
from benchreport.nightly.findings.verdict_text import format_signed
from benchreport.results.writing import number_format as fmt
from benchreport.wording.nights import replay as night_replay

NIGHTS_A_YEAR = 365

LISTED = 30
"""The largest number of alerts that are listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """An alert that the rules would have given.

    Parameters
    ----------
    series, kind
        The series, such as ``"accuracy/svm"``, and whether it is a regression or a drift.
    opened, since, ended
        ISO dates: the night of the detection, the first night of the change, and the night from which
        the change was over; ``ended`` is empty while it is not over.
    change, unit
        The change in the unit of the metric, or in per cent where ratios are compared.
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
        """The alert on one line."""
        size = format_signed(self.change)
        unit = f" {self.unit}" if self.unit else ""
        until = night_replay.UNTIL.format(night=self.ended)
        alert = night_replay.ALERT.format(
            series=self.series,
            kind=self.kind,
            change=size,
            unit=unit,
            since=self.since,
            until=until if self.ended else night_replay.NOT_OVER,
        )
        return f"{self.opened}  {alert}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """The mean number of alerts per night over the shuffled histories, with its standard error.

    ``nights`` is the number of nights judged in all these histories together.
    """

    mean: float
    error: float
    nights: int

    @property
    def text(self) -> str:
        """The mean with its standard error, as text."""
        return f"{fmt.fixed(self.mean, 3)} ± {fmt.fixed(self.error, 3)}"


def _describe(alarms: Rate, red: Rate) -> str:
    """Write a rate of alarms also for a year, and the share of red nights."""
    return night_replay.RATE.format(
        rate=alarms.text, year=f"{NIGHTS_A_YEAR * alarms.mean:.0f}", red=f"{100 * red.mean:.0f}"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay:
    """The delay with which shifts were detected.

    Parameters
    ----------
    size
        The size of the shifts in standard deviations of a series' nights.
    injected
        The number of shifts that were added.
    found
        The share of shifts detected by the n-th night, by n; the first night is that of the shift.
    median
        The night by which half of the shifts were detected; ``None`` if fewer than half were.
    unseen
        The share of all series whose smallest relevant change is larger than the shift.
    """

    size: float
    injected: int
    found: dict[int, float]
    median: float | None
    unseen: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayResult:
    """The alerts that the rules would have given on the stored nights, and what they would miss.

    Parameters
    ----------
    name, label
        The benchmark and the branch.
    first, last, nights, series
        The first and the last night as ISO dates, and the numbers of nights and of series.
    judged
        The number of nights that had enough history before them to be judged.
    alerts, improvements, red
        The alerts, and the numbers of improvements and of red nights, had nobody answered.
    permuted, blocks
        The rates of false alarms in histories whose nights were shuffled singly and in blocks.
    red_permuted, red_blocks
        The shares of red nights in these histories.
    shuffles, rng
        The number of these histories, and their seed.
    delays
        The delays with which shifts in shuffled histories were detected.
    notes
        Sentences about what the replay leaves out.
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
    red: int
    permuted: Rate
    blocks: Rate
    red_permuted: Rate
    red_blocks: Rate
    shuffles: int
    rng: int
    delays: tuple[Delay, ...]
    notes: tuple[str, ...] = ()

    @property
    def alerts_per_night(self) -> float:
        """The number of alerts for each night that was judged."""
        return len(self.alerts) / self.judged

    def lines(self) -> list[str]:
        """Return the lines that the command line prints."""
        label = f", {self.label}" if self.label else ""
        return [
            night_replay.SUMMARY.format(
                name=self.name,
                label=label,
                nights=format_count(self.nights, "night"),
                first=self.first,
                last=self.last,
                series=self.series,
                judged=self.judged,
            ),
            "",
            *self._alert_lines(),
            "",
            night_replay.FALSE_ALARMS,
            f"  {night_replay.PERMUTED.format(rate=_describe(self.permuted, self.red_permuted))}",
            f"  {night_replay.BLOCKS.format(rate=_describe(self.blocks, self.red_blocks))}",
            "",
            *self._delay_lines(),
            *([""] if self.notes else []),
            *self.notes,
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain lists, dicts and scalars, for JSON."""
        fields = {**dataclasses.asdict(self), "alerts_per_night": self.alerts_per_night}
        for delay in fields["delays"]:
            delay["found"] = {str(night): share for night, share in delay["found"].items()}
        return {"benchreport": "replay", **fields}

    def _alert_lines(self) -> list[str]:
        count = format_count(len(self.alerts), "alert")
        better = format_count(self.improvements, "improvement")
        rate = fmt.fixed(self.alerts_per_night, 3)
        more = len(self.alerts) - LISTED
        return [
            night_replay.ALERTS.format(
                alerts=count,
                rate=rate,
                red=format_count(self.red, "red night"),
                improvements=better,
            ),
            *(f"  {alert.line}" for alert in self.alerts[:LISTED]),
            *([f"  {night_replay.MORE_ALERTS.format(n=more)}"] if more > 0 else []),
        ]

    def _delay_lines(self) -> list[str]:
        rows = [
            [
                f"{delay.size:g} SD",
                *(f"{100 * share:.0f} %" for share in delay.found.values()),
                night_replay.LATER
                if delay.median is None
                else night_replay.NIGHT.format(n=f"{delay.median:g}"),
                str(delay.injected),
            ]
            for delay in self.delays
        ]
        found = self.delays[0].found if self.delays else ()
        nights = [night_replay.NIGHT.format(n=night) for night in found]
        shift, half, tried = night_replay.COLUMNS
        table = [[shift, *nights, half, tried], *rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        return [
            night_replay.DELAYS,
            *(
                "  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
                for row in table
            ),
        ]
