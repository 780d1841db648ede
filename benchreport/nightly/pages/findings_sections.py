"""Sections of a night's report on its findings: a figure, the change, its first night, and its runs."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from benchreport.errors import format_count
from benchreport.nightly.config.settings import Config
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight
from benchreport.nightly.notify.wording import clean
from benchreport.nightly.pages.series_history import RunChange, SeriesHistory
from benchreport.nightly.pages.wording import (
    KINDS,
    MetricFormat,
    count_first,
    describe_status,
    finding_anchor,
    finding_table,
    metric_format,
    night_folder,
    series_name,
    short_series_name,
)
from benchreport.plots.nights.night_series import NightLine, night_plot, night_points
from benchreport.report.document import Block, Facts, FigureBlock, Section, Table, Text
from benchreport.report.sections.result_blocks import figure_block
from benchreport.results import number_format as fmt

MOST_DRAWN = 12
MOST_RUNS = 8
MOST_ROWS = 200


@dataclass(frozen=True, slots=True)
class _Links:
    """Links to other pages; a printed report omits them."""

    items: tuple[tuple[str, str], ...]
    kind: str = field(default="nightly/links", init=False)


def links(*items: tuple[str, str]) -> Block:
    """Return a block of links to other pages of the folder, from texts and relative addresses."""
    # only the HTML writer shows this block; it finds the template by the block's kind
    return cast("Block", _Links(items))


def findings_to_draw(facts: NightFacts) -> tuple[Finding, ...]:
    """Return the findings that get a figure: worse before better, and new before old."""
    alive = [
        finding for finding in facts.findings if not finding.closed and finding not in facts.alerts
    ]
    better = [finding for finding in alive if finding.kind == "improvement"]
    parts = (
        sorted(part, key=lambda finding: _urgency(finding, facts))
        for part in (facts.alerts, better)
    )
    return tuple(itertools.chain(*parts))[:MOST_DRAWN]


def _urgency(finding: Finding, facts: NightFacts) -> tuple[bool, bool, bool, float, int]:
    return (
        finding.number not in facts.new,
        finding.status != "open",
        finding.kind == "drift",
        finding.p_value,
        finding.number,
    )


def finding_sections(
    facts: NightFacts, config: Config, series: Mapping[Key, SeriesHistory]
) -> list[Section]:
    """Write a section for each of the most urgent findings, and tables of the others.

    Parameters
    ----------
    facts, config
        The facts of the night, and the configuration.
    series
        The histories of the series with a figure; series that tonight lacks are missing.
    """
    pressing = findings_to_draw(facts)
    sections = [_section(finding, facts, config, series.get(finding.key)) for finding in pressing]
    others = [
        finding for finding in facts.findings if finding not in pressing and not finding.closed
    ]
    over = [finding for finding in facts.findings if finding.closed]
    tables = (
        (
            "more",
            "Further findings",
            others,
            "These findings are open too; the most urgent ones are drawn above.",
        ),
        (
            "over",
            "Closed findings",
            over,
            "Closed tonight: the series is back, its change was accepted, or it has a new finding.",
        ),
    )
    return [*sections, *(_table_section(facts, *table) for table in tables if table[2])]


def _table_section(
    facts: NightFacts, key: str, title: str, findings: Sequence[Finding], why: str
) -> Section:
    caption = f"{why}{count_first(findings, MOST_ROWS)}"
    table = finding_table(facts, findings[:MOST_ROWS], caption)
    return Section(key=key, title=title, blocks=(table,))


def _section(
    finding: Finding, facts: NightFacts, config: Config, series: SeriesHistory | None
) -> Section:
    row = next((row for row in facts.series if row.key == finding.key), None)
    # use the same format as the table of all series
    numbers = metric_format(facts, finding.key.metric, [finding, *facts.series])
    blocks: list[Block] = []
    if series is not None:
        blocks.append(_figure(series, finding, facts, config))
    blocks.append(Facts(tuple(_facts(finding, row, facts, numbers))))
    if finding.note:
        blocks.append(Text((clean(finding.note),)))
    if series is None:
        blocks.append(Text(("This series has no run tonight, so it is not drawn.",)))
    elif series.runs:
        blocks.append(_runs(series.runs, numbers, config, finding))
    if finding.opened != facts.night:
        page = f"../{night_folder(finding.opened, facts.label)}/index.html"
        blocks.append(links((f"The night it was found, {finding.opened}", page)))
    title = f"{KINDS[finding.kind]}: {short_series_name(finding.key)}"
    return Section(key=finding_anchor(finding), title=title, blocks=tuple(blocks))


def _figure(
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
    return replace(
        figure_block(axes), name=f"{finding_anchor(finding)}.csv", points=night_points(axes, line)
    )


def _facts(
    finding: Finding, row: SeriesNight | None, facts: NightFacts, numbers: MetricFormat
) -> list[tuple[str, str]]:
    tonight = " (tonight)" if finding.since == facts.night else ""
    change = f"{numbers.format_change(finding)}, {fmt.p_equals(finding.p_value)}"
    items = []
    if row is not None and row.value is not None:
        before = numbers.format_value(finding.baseline)
        items.append(("Tonight", f"{numbers.format_value(row.value)}, before {before}"))
    if row is not None and row.change is not None and finding.kind != "drift":
        items.append((f"Last {format_count(row.window, 'night')}", _describe_test(row, numbers)))
    return [
        *items,
        (
            "Since",
            f"{finding.since or finding.opened}{tonight}, found on {finding.opened}: {change}",
        ),
        ("Status", describe_status(finding)),
    ]


def _describe_test(row: SeriesNight, numbers: MetricFormat) -> str:
    text = f"{numbers.format_change(row)} with 95 % confidence"
    if row.p_value is not None:
        text += f", one-sided {fmt.p_equals(row.p_value)}"
    if row.p_adjusted is not None:
        text += f", adjusted over the night's series {fmt.p_equals(row.p_adjusted)}"
    return text


def _runs(
    runs: Sequence[RunChange], numbers: MetricFormat, config: Config, finding: Finding
) -> Table:
    """Return a table of the runs that changed most in the direction of the finding."""
    noun = "dataset" if not finding.key.dataset else "repeat"
    factor = 100.0 if numbers.change_unit == "%" else 1.0
    level = fmt.writer([value for run in runs for value in (run.before, run.tonight)], least=0)
    listed = runs[:MOST_RUNS]
    decimals = fmt.decimals_for([0.0, *(factor * run.change for run in listed)], digits=3)
    unit = f", {numbers.unit}" if numbers.unit else ""
    change = f", {numbers.change_unit}" if numbers.change_unit else ""
    omitted = len(runs) - len(listed)
    less = f"{format_count(omitted, noun)} that changed less {'is' if omitted == 1 else 'are'}"
    more = f" The {less} left out." if omitted else ""
    return Table(
        columns=(noun, f"before{unit}", f"tonight{unit}", f"change{change}", "in SD of nights"),
        rows=tuple(
            (
                clean(run.name),
                level(run.before),
                level(run.tonight),
                _write_signed(factor * run.change, decimals),
                "–" if math.isnan(run.spread) else _write_signed(run.spread, 1),
            )
            for run in listed
        ),
        numeric=(False, True, True, True, True),
        caption=f"The {noun}s that changed most: tonight beside the mean of up to "
        f"{config.baseline.nights} nights before {finding.since}.{more}",
    )


def _write_signed(value: float, decimals: int) -> str:
    text = fmt.fixed(value, decimals)
    # write no sign before a number that rounds to zero
    return f"+{text}" if value > 0 and text.strip("0.") else text
