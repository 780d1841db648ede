"""Sections of a night's report on its findings: a figure, the change, its first night, and its runs."""

import functools
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from benchreport.errors import format_count
from benchreport.nightly.config.settings import Config
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight
from benchreport.nightly.notify.metric_format import MetricFormat, metric_format
from benchreport.nightly.notify.wording import describe_where
from benchreport.nightly.pages.series_history import RunChange, SeriesHistory
from benchreport.nightly.pages.wording import (
    count_first,
    describe_status,
    finding_anchor,
    finding_table,
    night_folder,
    series_name,
    short_series_name,
)
from benchreport.plots.base.descriptions import caption_of
from benchreport.plots.base.style import svg_of
from benchreport.plots.nights.night_series import NightLine, night_plot, night_points
from benchreport.report.document import Block, Drawing, Facts, FigureBlock, Section, Table, Text
from benchreport.report.rendering.clean_text import clean
from benchreport.report.sections.result_blocks import figure_block
from benchreport.results.writing import number_format as fmt
from benchreport.wording.nights import pages as night_pages

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
    better = [
        finding for finding in facts.told if finding.kind == "improvement" and not finding.closed
    ]
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
    others = [finding for finding in facts.told if finding not in pressing and not finding.closed]
    over = [finding for finding in facts.told if finding.closed]
    tables = (
        ("more", others, night_pages.MORE_FINDINGS if sections else night_pages.OPEN_FINDINGS),
        ("over", over, night_pages.CLOSED_FINDINGS),
    )
    below = [_table_section(facts, *table) for table in tables if table[1]]
    if others and not sections:
        below[0] = replace(below[0], title=night_pages.SECTIONS["open"])
    return [*sections, *below]


def _table_section(
    facts: NightFacts, key: str, findings: Sequence[Finding], caption: str
) -> Section:
    whole = caption.format(first=count_first(findings, MOST_ROWS))
    table = finding_table(facts, findings[:MOST_ROWS], whole)
    return Section(key=key, title=night_pages.SECTIONS[key], blocks=(table,))


def _section(
    finding: Finding, facts: NightFacts, config: Config, series: SeriesHistory | None
) -> Section:
    row = next((row for row in facts.series if row.key == finding.key), None)
    numbers = metric_format(facts, finding)
    blocks: list[Block] = []
    if series is not None:
        blocks.append(_figure(series, finding, facts, config, numbers))
    blocks.append(Facts(tuple(_facts(finding, row, facts, numbers))))
    if finding.note:
        blocks.append(Text((clean(finding.note),)))
    if series is None:
        blocks.append(Text((night_pages.NOT_DRAWN,)))
    elif series.runs:
        blocks.append(_runs(series.runs, numbers, config, finding))
    if parts := facts.parts_of(finding):
        blocks.append(finding_table(facts, parts[:MOST_ROWS], night_pages.PARTS))
    if finding.opened != facts.night:
        page = f"../{night_folder(finding.opened, facts.label)}/index.html"
        blocks.append(links((night_pages.FOUND.format(night=finding.opened), page)))
    key = finding.key
    if finding.algorithms:
        several = night_pages.ALGORITHMS.format(n=len(finding.algorithms))
        key = replace(key, algorithm=several)
    title = night_pages.FINDING_TITLE.format(
        kind=night_pages.KINDS[finding.kind], series=short_series_name(key)
    )
    return Section(key=finding_anchor(finding), title=title, blocks=tuple(blocks))


def _figure(
    series: SeriesHistory,
    finding: Finding,
    facts: NightFacts,
    config: Config,
    numbers: MetricFormat,
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
        write=numbers.value,
    )
    axes = night_plot(line)
    return replace(
        figure_block(axes),
        name=f"{finding_anchor(finding)}.csv",
        list_points=functools.cache(functools.partial(night_points, axes, line)),
        draw_narrow=functools.cache(functools.partial(_draw_narrow, line)),
    )


def _draw_narrow(line: NightLine) -> Drawing:
    axes = night_plot(line, width="column")
    return Drawing(svg_of(axes), caption_of(axes), night_points(axes, line))


def _facts(
    finding: Finding, row: SeriesNight | None, facts: NightFacts, numbers: MetricFormat
) -> list[tuple[str, str]]:
    since = night_pages.SINCE.format(
        since=finding.since or finding.opened,
        tonight=night_pages.IS_TONIGHT if finding.since == facts.night else "",
        found=finding.opened,
        change=f"{numbers.format_change(finding)}, {fmt.p_equals(finding.p_value)}",
    )
    items = []
    if where := describe_where(finding):
        items.append(("Where", where))
    if row is not None and row.value is not None:
        text = night_pages.TONIGHT.format(
            value=numbers.format_value(row.value), baseline=numbers.format_value(finding.baseline)
        )
        items.append(("Tonight", text))
    if row is not None and row.change is not None and finding.kind != "drift":
        last = night_pages.LAST_NIGHTS.format(nights=format_count(row.window, "night"))
        items.append((last, _describe_test(row, numbers)))
    return [*items, ("Since", since), ("Status", describe_status(finding))]


def _describe_test(row: SeriesNight, numbers: MetricFormat) -> str:
    text = night_pages.WITH_CONFIDENCE.format(change=numbers.format_change(row))
    if row.p_value is not None:
        text += night_pages.ONE_SIDED.format(p=fmt.p_equals(row.p_value))
    if row.p_adjusted is not None:
        text += night_pages.ADJUSTED.format(p=fmt.p_equals(row.p_adjusted))
    return text


def _runs(
    runs: Sequence[RunChange], numbers: MetricFormat, config: Config, finding: Finding
) -> Table:
    """Return a table of the runs that changed most in the direction of the finding."""
    noun = "dataset" if not finding.key.dataset else "repeat"
    listed = runs[:MOST_RUNS]
    unit = f", {numbers.unit}" if numbers.unit else ""
    change = f", {numbers.change_unit}" if numbers.change_unit else ""
    omitted = len(runs) - len(listed)
    more = night_pages.SMALLER_CHANGES.format(
        runs=format_count(omitted, noun), verb="is" if omitted == 1 else "are"
    )
    return Table(
        columns=(noun, f"before{unit}", f"tonight{unit}", f"change{change}", "change in SD"),
        rows=tuple(
            (
                clean(run.name),
                numbers.value(run.before),
                numbers.value(run.tonight),
                numbers.change(run.change),
                "–" if math.isnan(run.spread) else _write_signed(run.spread),
            )
            for run in listed
        ),
        numeric=(False, True, True, True, True),
        caption=night_pages.LARGEST_CHANGES.format(
            noun=noun,
            nights=config.baseline.nights,
            since=finding.since,
            more=f" {more}" if omitted else "",
        ),
    )


def _write_signed(value: float) -> str:
    text = fmt.fixed(value, 1)
    # write no sign before a number that rounds to zero
    return f"+{text}" if value > 0 and text.strip("0.") else text
