"""The index page, with open findings, a calendar of all nights, sparklines of series, and links."""

import dataclasses
import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from benchreport.errors import format_count
from benchreport.nightly.config.settings import Config
from benchreport.nightly.findings.night_summary import NightSummary, summarize_night
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.night_facts import Finding, NightFacts, tell_changes
from benchreport.nightly.notify.metric_format import metric_format, metric_formats
from benchreport.nightly.notify.wording import headline
from benchreport.nightly.outbox import describe_outbox
from benchreport.nightly.pages.calendar import Month, build_legend, build_months, parse_day
from benchreport.nightly.pages.feed import write_feed
from benchreport.nightly.pages.leading_spells import Spell, leading_shares, leading_spells
from benchreport.nightly.pages.shared_fonts import shared_fonts
from benchreport.nightly.pages.sparklines import HEIGHT, WIDTH, Sparkline, draw_sparklines
from benchreport.nightly.pages.wording import (
    describe_kind,
    describe_status,
    finding_anchor,
    name_changes,
    night_folder,
)
from benchreport.report.rendering.clean_text import clean
from benchreport.report.rendering.font_faces import font_sheet
from benchreport.report.rendering.html_page import page_environment
from benchreport.report.theme import Look
from benchreport.wording.nights import pages as night_pages

MOST_LABELS = 8
MOST_FINDINGS = 100
RECENT = 30
OPEN_MONTHS = 6
PAGES = {"night.pdf": "PDF", "comparison.html": "comparison", "night.json": "JSON"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    """An open finding in the words of the page."""

    series: str
    kind: str
    new: bool
    change: str
    since: str
    status: str
    page: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _RecentNight:
    """One of the last nights in the words of the page."""

    night: str
    page: str
    letter: str
    outcome: str
    text: str
    code: str
    others: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Branch:
    """The part of the page about one label."""

    key: str
    label: str
    headline: str
    outcome: str
    verdict: tuple[str, ...]
    newest: str
    page: str
    findings: tuple[_Finding, ...]
    hidden: int
    nights: str
    months: tuple[Month, ...]
    earlier: tuple[Month, ...]
    legend: tuple[tuple[str, str, str, int], ...]
    sparks: tuple[Sparkline, ...]
    aligned: bool
    n_series: int
    shares: tuple[str, ...]
    spells: tuple[Spell, ...]
    recent: tuple[_RecentNight, ...]


def render_index(
    history: History,
    config: Config,
    *,
    tonight: NightFacts,
    added: Collection[str] = (),
    removed: Collection[str] = (),
) -> dict[str, bytes]:
    """Write the index page and the feed.

    Parameters
    ----------
    history, config
        The history with all nights, and the configuration.
    tonight
        The facts of the night that is being published.
    added, removed
        Paths below the folder of the pages that are written with the index, and of those to be removed.

    Returns
    -------
    dict
        The contents of the fonts' file, of ``"feed.xml"`` and of ``"index.html"``, in this order.
    """
    page = f"{night_folder(tonight.night, tonight.label)}/index.html"
    folder = _Folder(
        config, {**dict.fromkeys((*added, page), True), **dict.fromkeys(removed, False)}
    )
    nights = summarize_nights(history, history.nights())
    if all((night.night, night.label) != (tonight.night, tonight.label) for night in nights):
        nights.append(summarize_night(tonight))
        nights.sort(key=lambda night: (night.night, night.label))
    labels = _sort_labels(nights, config)
    branches = [
        _branch(number, label, history, config, [night for night in nights if night.label == label],
                tonight, folder)
        for number, label in enumerate(labels[:MOST_LABELS])
    ]  # fmt: skip
    template = page_environment(Look()).get_template("nightly/index.html.j2")
    content = template.render(
        title=clean(config.report.title or config.nightly.name, most=120),
        branches=branches,
        unsent=[clean(each) for each in describe_outbox(history, before=tonight.night)],
        hidden=[clean(label, most=80) for label in labels[MOST_LABELS:]],
        width=WIDTH,
        height=HEIGHT,
        fonts=shared_fonts(0),
        days=("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    )
    return {
        **font_sheet(),
        "feed.xml": write_feed(nights, config, page_of=folder.page_of),
        "index.html": content.encode("utf-8", "replace"),
    }


def summarize_nights(history: History, records: Iterable[NightRecord]) -> list[NightSummary]:
    """Return short summaries of nights, including nights that were not compared yet."""
    summaries = []
    for record in records:
        facts = history.result(record.night, record.label)
        if facts is not None:
            summaries.append(summarize_night(facts))
        else:
            summaries.append(
                NightSummary(
                    night=record.night,
                    label=record.label,
                    recorded=record.recorded,
                    code=record.code,
                )
            )
    return summaries


class _Folder:
    """The published folder, with a cache of which pages exist."""

    def __init__(self, config: Config, exists: dict[str, bool]) -> None:
        self._folder = config.folder
        self._exists = exists

    def has(self, path: str) -> bool:
        if path not in self._exists:
            self._exists[path] = (self._folder / path).is_file()
        return self._exists[path]

    def page_of(self, night: NightSummary) -> str:
        path = f"{night_folder(night.night, night.label)}/index.html"
        return path if self.has(path) else ""

    def other_pages(self, night: NightSummary) -> tuple[tuple[str, str], ...]:
        folder = night_folder(night.night, night.label)
        paths = ((name, f"{folder}/{file}") for file, name in PAGES.items())
        return tuple((name, path) for name, path in paths if self.has(path))


def _sort_labels(nights: Sequence[NightSummary], config: Config) -> list[str]:
    """Sort labels: first no label, then the baseline's label, then labels by their newest night."""
    newest: dict[str, str] = {}
    for night in nights:
        newest[night.label] = max(night.night, newest.get(night.label, ""))
    first = ("", config.baseline.label)
    rest = sorted(newest, key=lambda label: (newest[label], label), reverse=True)
    return [*(label for label in dict.fromkeys(first) if label in newest),
            *(label for label in rest if label not in first)]  # fmt: skip


def _branch(
    number: int,
    label: str,
    history: History,
    config: Config,
    nights: Sequence[NightSummary],
    tonight: NightFacts,
    folder: _Folder,
) -> _Branch:
    main = number == 0
    facts = _last_facts(history, config, label, tonight, all_of_them=main)
    newest = nights[-1]
    last = facts[-1] if facts else None
    alive = [
        finding for finding in history.findings() if finding.label == label and not finding.closed
    ]
    keys = [row.key for row in last.series] if last is not None else []
    rows = _open_findings(tell_changes(alive, keys), last, folder)
    removed = {
        parse_day(removal.night): clean(f"{removal.night}: {removal.text}")
        for removal in history.removed().values()
        if removal.label == label
    }
    months = build_months(nights, folder.page_of, removed)
    recent = reversed(nights[-RECENT:]) if main else ()
    return _Branch(
        key=f"-{number}" if number else "",
        label=clean(label, most=80) if label else "",
        headline=_headline(last, newest),
        outcome=newest.outcome,
        verdict=newest.verdict,
        newest=newest.night,
        page=folder.page_of(newest),
        findings=rows[:MOST_FINDINGS],
        hidden=max(0, len(rows) - MOST_FINDINGS),
        nights=_count_nights(nights, removed),
        months=months[:OPEN_MONTHS],
        earlier=months[OPEN_MONTHS:],
        legend=build_legend(nights),
        sparks=_draw_series(history, config, label, facts) if main else (),
        aligned=_is_aligned(config),
        n_series=len(last.series) if last is not None else 0,
        shares=leading_shares(nights),
        spells=leading_spells(nights),
        recent=tuple(_recent_night(record, folder) for record in recent),
    )


def _draw_series(
    history: History, config: Config, label: str, facts: Sequence[NightFacts]
) -> tuple[Sparkline, ...]:
    accepted = [
        finding
        for finding in history.findings()
        if finding.label == label and finding.status == "accepted"
    ]
    return draw_sparklines(facts, accepted, aligned=_is_aligned(config))


def _is_aligned(config: Config) -> bool:
    """Return whether baselines change slowly, so that a jump tells of other runs."""
    return config.baseline.kind in ("last", "label", "pinned")


def _last_facts(
    history: History, config: Config, label: str, tonight: NightFacts, *, all_of_them: bool
) -> list[NightFacts]:
    """Return the facts of the last nights, or of the last night only."""
    records: list[NightRecord] = history.nights(label)
    last = records[-config.report.nights :] if all_of_them else records[-1:]
    facts = [
        tonight if (record.night, record.label) == (tonight.night, tonight.label) else stored
        for record in last
        if (stored := history.result(record.night, record.label)) is not None
    ]
    return facts or [tonight] * (tonight.label == label)


def _headline(facts: NightFacts | None, newest: NightSummary) -> str:
    if facts is None or facts.night != newest.night:
        return f"{newest.night}: {newest.text}"
    # the page shows the benchmark's name already; the name may hold a comma
    return headline(dataclasses.replace(facts, name="")).partition(", ")[2]


def _open_findings(
    alive: Sequence[Finding], last: NightFacts | None, folder: _Folder
) -> tuple[_Finding, ...]:
    if last is None:
        return ()
    order = sorted(
        alive,
        key=lambda finding: (
            finding.kind == "improvement",
            finding.status != "open",
            finding.number not in last.new,
            -finding.number,
        ),
    )
    on_last_page = {finding.number for finding in last.told}
    formats = metric_formats(last)
    for finding in alive:
        if finding.key.metric not in formats:
            formats[finding.key.metric] = metric_format(last, finding)
    names = name_changes(order)
    return tuple(
        _Finding(
            series=name,
            kind=describe_kind(finding),
            new=finding.number in last.new,
            change=formats[finding.key.metric].format_change(last.estimate_now(finding)),
            since=finding.since or finding.opened,
            status=describe_status(finding),
            page=_page(
                finding, last.night if finding.number in on_last_page else finding.opened, folder
            ),
        )
        for finding, name in zip(order, names, strict=True)
    )


def _page(finding: Finding, night: str, folder: _Folder) -> str:
    # no page has a section about a mark
    path = "" if finding.is_mark else f"{night_folder(night, finding.label)}/index.html"
    return f"{path}#{finding_anchor(finding)}" if path and folder.has(path) else ""


def _count_nights(nights: Sequence[NightSummary], removed: Collection[dt.date]) -> str:
    first, last = nights[0].night, nights[-1].night
    days = (parse_day(last) - parse_day(first)).days + 1
    present = {parse_day(night.night) for night in nights}
    gone = [day for day in {*removed} - present if parse_day(first) < day < parse_day(last)]
    missing = days - len(present) - len(gone)
    gaps = night_pages.DAYS_WITHOUT.format(days=format_count(missing, "day")) if missing else ""
    if gone:
        gaps += night_pages.NIGHTS_REMOVED.format(nights=format_count(len(gone), "night"))
    if first == last:
        return night_pages.ONE_NIGHT.format(night=first)
    return night_pages.NIGHTS.format(
        nights=format_count(len(nights), "night"), first=first, last=last, gaps=gaps
    )


def _recent_night(night: NightSummary, folder: _Folder) -> _RecentNight:
    return _RecentNight(
        night=night.night,
        page=folder.page_of(night),
        letter=night.letter,
        outcome=night.outcome,
        text=night.text,
        code=clean(night.code, most=40) if night.code else "",
        others=folder.other_pages(night),
    )
