"""Sections of a night's report on what was found: a figure, how much, since when, the runs to look at."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from benchreport.errors import counted
from benchreport.nightly.config.settings import Config
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight
from benchreport.nightly.notify.wording import clean
from benchreport.nightly.pages.series_history import RunChange, SeriesHistory
from benchreport.nightly.pages.wording import (
    KINDS,
    MetricFormat,
    describe_status,
    finding_table,
    metric_format,
    night_folder,
    series_name,
    short_series_name,
)
from benchreport.plots.nights.night_series import NightLine, night_plot, night_points
from benchreport.report.document import Block, Facts, FigureBlock, Section, Table, Text
from benchreport.report.sections.results_sections import figure_block
from benchreport.results import number_format as fmt

__all__ = ["MOST_DRAWN", "finding_anchor", "finding_sections", "findings_to_draw", "links"]

MOST_DRAWN = 12
MOST_RUNS = 8
MOST_ROWS = 200


@dataclass(frozen=True, slots=True)
class _Links:
    """Texts with the addresses that they lead to; paper, which leads nowhere, leaves them out."""

    items: tuple[tuple[str, str], ...]
    kind: str = field(default="nightly/links", init=False)


def links(*items: tuple[str, str]) -> Block:
    """Make a block of links to other pages of the folder: texts and relative addresses."""
    # pages alone show it, and find its template by its kind
    return cast("Block", _Links(items))


def finding_anchor(finding: Finding) -> str:
    """Return where a finding stands on the page of a night."""
    return f"finding-{finding.number}"


def findings_to_draw(facts: NightFacts) -> tuple[Finding, ...]:
    """Return the findings that have a figure: what is worse before what is better, new before old."""
    alive = [each for each in facts.findings if not each.closed and each not in facts.alerts]
    better = [each for each in alive if each.kind == "improvement"]
    urgent = sorted(facts.alerts, key=lambda each: _urgency(each, facts))
    return (*urgent, *sorted(better, key=lambda each: _urgency(each, facts)))[:MOST_DRAWN]


def _urgency(each: Finding, facts: NightFacts) -> tuple[bool, bool, bool, float, int]:
    return (
        each.number not in facts.new,
        each.status != "open",
        each.kind == "drift",
        each.p_value,
        each.number,
    )


def finding_sections(
    facts: NightFacts, config: Config, series: Mapping[Key, SeriesHistory]
) -> list[Section]:
    """Write a section for each of the most pressing findings, and tables of the others.

    Parameters
    ----------
    facts, config
        Of the night.
    series
        Night by night, of those that are drawn and that tonight has.
    """
    drawn = findings_to_draw(facts)
    sections = [_section(each, facts, config, series.get(each.key)) for each in drawn]
    left = [each for each in facts.findings if each not in drawn and not each.closed]
    over = [each for each in facts.findings if each.closed]
    tables = (
        ("more", "Further findings", left, "Not over, and not drawn: the most pressing are above."),
        (
            "over",
            "Over",
            over,
            "Ended tonight: back at the earlier level, accepted, or worse again as a new finding.",
        ),
    )
    return [*sections, *(_listed(facts, *each) for each in tables if each[2])]


def _listed(facts: NightFacts, key: str, title: str, found: Sequence[Finding], why: str) -> Section:
    hidden = len(found) - MOST_ROWS
    more = f" The first {MOST_ROWS} of {len(found)}." if hidden > 0 else ""
    shown = finding_table(facts, found[:MOST_ROWS], f"{why}{more}")
    return Section(key=key, title=title, blocks=(shown,))


def _section(
    finding: Finding, facts: NightFacts, config: Config, series: SeriesHistory | None
) -> Section:
    rows = {each.key: each for each in facts.series}
    row = rows.get(finding.key)
    # written as in the table of all series
    numbers = metric_format(facts, finding.key.metric, [finding, *facts.series])
    blocks: list[Block] = []
    if series is not None:
        blocks.append(_drawn(series, finding, facts, config))
    blocks.append(Facts(tuple(_told(finding, row, facts, numbers))))
    if finding.note:
        blocks.append(Text((clean(finding.note),)))
    if series is None:
        blocks.append(Text(("Tonight has no run of this series, so that it is not drawn.",)))
    elif series.runs:
        blocks.append(_runs(series.runs, numbers, config, finding))
    if finding.opened != facts.night:
        page = f"../{night_folder(finding.opened, facts.label)}/index.html"
        blocks.append(links((f"The night it was found, {finding.opened}", page)))
    title = f"{KINDS[finding.kind]}: {short_series_name(finding.key)}"
    return Section(key=finding_anchor(finding), title=title, blocks=tuple(blocks))


def _drawn(
    series: SeriesHistory, finding: Finding, facts: NightFacts, config: Config
) -> FigureBlock:
    most = config.report.nights
    metric = finding.key.metric
    line = NightLine(
        name=series_name(finding.key, metric=False),
        metric=clean(metric, most=60),
        unit=clean(facts.units.get(metric) or " ", most=20).strip("–"),
        higher_is_better=facts.directions.get(metric, True),
        nights=series.nights[-most:],
        values=series.values[-most:],
        baseline=series.baseline,
        low=series.low,
        high=series.high,
        since=finding.since,
    )
    axes = night_plot(line)
    made = figure_block(axes)
    return replace(made, name=f"{finding_anchor(finding)}.csv", points=night_points(axes, line))


def _told(
    finding: Finding, row: SeriesNight | None, facts: NightFacts, numbers: MetricFormat
) -> list[tuple[str, str]]:
    ago = _nights_since(finding, facts)
    when = f"found on {finding.opened}: {numbers.format_change(finding)}, {fmt.p_equals(finding.p_value)}"
    told = []
    if row is not None and row.value is not None:
        told.append(
            ("Tonight", f"{numbers.format_value(row.value)}, before {_before(finding, numbers)}")
        )
    if row is not None and row.change is not None and finding.kind != "drift":
        told.append((f"Last {counted(row.window, 'night')}", _tested(row, numbers)))
    told += [
        ("Since", f"{finding.since or finding.opened}{ago}, {when}"),
        ("Status", describe_status(finding)),
    ]
    return told


def _before(finding: Finding, numbers: MetricFormat) -> str:
    return numbers.format_value(finding.baseline)


def _tested(row: SeriesNight, numbers: MetricFormat) -> str:
    said = f"{numbers.format_change(row)} with 95 % confidence"
    if row.p_value is not None:
        said += f", one-sided {fmt.p_equals(row.p_value)}"
    if row.p_adjusted is not None:
        said += f", adjusted over the night's series {fmt.p_equals(row.p_adjusted)}"
    return said


def _nights_since(finding: Finding, facts: NightFacts) -> str:
    return " (tonight)" if finding.since == facts.night else ""


def _runs(
    runs: Sequence[RunChange], numbers: MetricFormat, config: Config, finding: Finding
) -> Table:
    """List the runs to look at, those that changed most in the direction of the change."""
    what = "dataset" if not finding.key.dataset else "repeat"
    factor = 100.0 if numbers.change_unit == "%" else 1.0
    level = fmt.writer([each for one in runs for each in (one.before, one.tonight)], least=0)
    shown = runs[:MOST_RUNS]
    decimals = fmt.decimals_for([0.0, *(factor * each.change for each in shown)], digits=3)
    unit = f", {numbers.unit}" if numbers.unit else ""
    change = f", {numbers.change_unit}" if numbers.change_unit else ""
    left = len(runs) - len(shown)
    more = f" {counted(left, f'{what}')} that changed less left out." if left else ""
    return Table(
        columns=(what, f"before{unit}", f"tonight{unit}", f"change{change}", "in SD of nights"),
        rows=tuple(
            (
                clean(each.name),
                level(each.before),
                level(each.tonight),
                _signed(factor * each.change, decimals),
                "–" if math.isnan(each.spread) else _signed(each.spread, 1),
            )
            for each in shown
        ),
        numeric=(False, True, True, True, True),
        caption=f"Runs to look at: tonight beside the mean of up to {config.baseline.nights} nights "
        f"before {finding.since}.{more}",
    )


def _signed(value: float, decimals: int) -> str:
    text = fmt.fixed(value, decimals)
    return f"+{text}" if value > 0 and text.strip("0.") else text
