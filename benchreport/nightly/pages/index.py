"""The index page: what is open now, all nights as a calendar, series as small lines, links."""

import dataclasses
import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from benchreport.nightly.config.settings import Config
from benchreport.nightly.findings.night_summary import NightSummary, summarize_night
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.night_facts import Finding, NightFacts
from benchreport.nightly.notify.wording import clean, headline
from benchreport.nightly.pages.calendar import Month, build_legend, build_months, parse_day
from benchreport.nightly.pages.feed import write_feed
from benchreport.nightly.pages.sparklines import HEIGHT, WIDTH, Sparkline, draw_sparklines
from benchreport.nightly.pages.wording import (
    KINDS,
    describe_status,
    distinct_names,
    metric_format,
    night_folder,
    series_name,
)
from benchreport.report.rendering.page import page_environment
from benchreport.report.theme import Look

__all__ = ["render_index", "summarize_nights"]

MOST_LABELS = 8
MOST_FINDINGS = 100
MOST_SPELLS, MOST_LED = 8, 6
MOST_METRICS = 12
RECENT = 30
OPEN_MONTHS = 6
PAGES = {"night.pdf": "PDF", "comparison.html": "comparison", "night.json": "JSON"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """An open finding as it is written."""

    series: str
    kind: str
    new: bool
    change: str
    since: str
    status: str
    page: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spell:
    """Nights on which the same algorithms led by a metric."""

    metric: str
    leaders: str
    first: str
    last: str
    nights: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recent:
    night: str
    page: str
    letter: str
    outcome: str
    said: str
    code: str
    others: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Branch:
    """What the page tells of one label."""

    key: str
    label: str
    headline: str
    outcome: str
    verdict: tuple[str, ...]
    newest: str
    page: str
    findings: tuple[_Row, ...]
    hidden: int
    nights: str
    months: tuple[Month, ...]
    earlier: tuple[Month, ...]
    legend: tuple[tuple[str, str, str, int], ...]
    sparks: tuple[Sparkline, ...]
    n_series: int
    shares: tuple[str, ...]
    spells: tuple[_Spell, ...]
    recent: tuple[_Recent, ...]


def render_index(
    history: History,
    config: Config,
    *,
    tonight: NightFacts,
    written: Collection[str] = (),
    removed: Collection[str] = (),
) -> dict[str, bytes]:
    """Write the index page and the feed.

    Parameters
    ----------
    history
        With all nights.
    config
        Of the nights; links lead to pages that are in its folder.
    tonight
        The night that is published with them.
    written
        Paths below the folder that are published with them, beside those of tonight.
    removed
        Paths below the folder that are taken away with them.

    Returns
    -------
    dict
        ``"feed.xml"`` and ``"index.html"``, in this order.
    """
    page = f"{night_folder(tonight.night, tonight.label)}/index.html"
    there = _Folder(
        config, {**dict.fromkeys((*written, page), True), **dict.fromkeys(removed, False)}
    )
    told = summarize_nights(history, history.nights())
    if all((each.night, each.label) != (tonight.night, tonight.label) for each in told):
        told = sorted([*told, summarize_night(tonight)], key=lambda each: (each.night, each.label))
    labels = _labels(told, config)
    branches = [
        _branch(number, label, history, config, [each for each in told if each.label == label],
                tonight, there)
        for number, label in enumerate(labels[:MOST_LABELS])
    ]  # fmt: skip
    template = page_environment(Look()).get_template("nightly/index.html.j2")
    whole_page = template.render(
        title=clean(config.report.title or config.nightly.name, most=120),
        branches=branches,
        hidden=[clean(label, most=80) for label in labels[MOST_LABELS:]],
        width=WIDTH,
        height=HEIGHT,
        days=("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    )
    return {
        "feed.xml": write_feed(told, config, page_of=there.page_of),
        "index.html": whole_page.encode("utf-8", "replace"),
    }


def summarize_nights(history: History, records: Iterable[NightRecord]) -> list[NightSummary]:
    """Put nights in a few words, those that were not compared too.

    Parameters
    ----------
    history
        With what was found.
    records
        Of the nights.
    """
    found = []
    for each in records:
        facts = history.result(each.night, each.label)
        plain = NightSummary(
            night=each.night, label=each.label, recorded=each.recorded, code=each.code
        )
        found.append(plain if facts is None else summarize_night(facts))
    return found


class _Folder:
    """Which pages are in the published folder, each looked for once."""

    def __init__(self, config: Config, known: dict[str, bool]) -> None:
        self._folder = config.folder
        self._known = known

    def has(self, path: str) -> bool:
        if path not in self._known:
            self._known[path] = (self._folder / path).is_file()
        return self._known[path]

    def page_of(self, each: NightSummary) -> str:
        path = f"{night_folder(each.night, each.label)}/index.html"
        return path if self.has(path) else ""

    def others(self, each: NightSummary) -> tuple[tuple[str, str], ...]:
        folder = night_folder(each.night, each.label)
        paths = ((name, f"{folder}/{file}") for file, name in PAGES.items())
        return tuple((name, path) for name, path in paths if self.has(path))


def _labels(told: Sequence[NightSummary], config: Config) -> list[str]:
    """Sort labels: nights without one, the baseline's, then those with the newest nights."""
    newest: dict[str, str] = {}
    for each in told:
        newest[each.label] = max(each.night, newest.get(each.label, ""))
    first = ("", config.baseline.label)
    rest = sorted(newest, key=lambda label: (newest[label], label), reverse=True)
    return [*(label for label in dict.fromkeys(first) if label in newest),
            *(label for label in rest if label not in first)]  # fmt: skip


def _branch(
    number: int,
    label: str,
    history: History,
    config: Config,
    told: Sequence[NightSummary],
    tonight: NightFacts,
    there: _Folder,
) -> _Branch:
    main = number == 0
    facts = _last_facts(history, config, label, tonight, all_of_them=main)
    newest = told[-1]
    last = facts[-1] if facts else None
    found = [each for each in history.findings() if each.label == label and not each.closed]
    rows = _findings(found, last, there)
    months = build_months(told, there.page_of)
    drawn = draw_sparklines(facts) if main else ()
    return _Branch(
        key=f"-{number}" if number else "",
        label=clean(label, most=80) if label else "",
        headline=_headline(last, newest),
        outcome=newest.outcome,
        verdict=newest.verdict,
        newest=newest.night,
        page=there.page_of(newest),
        findings=rows[:MOST_FINDINGS],
        hidden=max(0, len(rows) - MOST_FINDINGS),
        nights=_nights(told),
        months=months[:OPEN_MONTHS],
        earlier=months[OPEN_MONTHS:],
        legend=build_legend(told),
        sparks=drawn,
        n_series=len(last.series) if last is not None else 0,
        shares=_shares(told),
        spells=_spells(told),
        recent=tuple(_recent(each, there) for each in reversed(told[-RECENT:])) if main else (),
    )


def _last_facts(
    history: History, config: Config, label: str, tonight: NightFacts, *, all_of_them: bool
) -> list[NightFacts]:
    """Return what was found on the last nights, or on the last one only."""
    records: list[NightRecord] = history.nights(label)
    last = records[-config.report.nights :] if all_of_them else records[-1:]
    found = [
        tonight if (each.night, each.label) == (tonight.night, tonight.label) else each_facts
        for each in last
        if (each_facts := history.result(each.night, each.label)) is not None
    ]
    return found or [tonight] * (tonight.label == label)


def _headline(facts: NightFacts | None, newest: NightSummary) -> str:
    if facts is None or facts.night != newest.night:
        return f"{newest.night}: {newest.text}"
    # the page is named already, and a name may have a comma in it
    return headline(dataclasses.replace(facts, name="")).partition(", ")[2]


def _findings(
    found: Sequence[Finding], last: NightFacts | None, there: _Folder
) -> tuple[_Row, ...]:
    if last is None:
        return ()
    order = sorted(
        found,
        key=lambda each: (
            each.kind == "improvement",
            each.status != "open",
            each.number not in last.new,
            -each.number,
        ),
    )
    told = {each.number for each in last.findings}
    numbers = {
        name: metric_format(last, name, found) for name in {each.key.metric for each in found}
    }
    names = distinct_names([series_name(each.key) for each in order])
    return tuple(
        _Row(
            series=name,
            kind=KINDS[each.kind],
            new=each.number in last.new,
            change=numbers[each.key.metric].format_change(each),
            since=each.since or each.opened,
            status=describe_status(each),
            page=_page(each, last.night if each.number in told else each.opened, there),
        )
        for each, name in zip(order, names, strict=True)
    )


def _page(finding: Finding, night: str, there: _Folder) -> str:
    path = f"{night_folder(night, finding.label)}/index.html"
    return f"{path}#finding-{finding.number}" if there.has(path) else ""


def _nights(told: Sequence[NightSummary]) -> str:
    first, last = told[0].night, told[-1].night
    days = (parse_day(last) - parse_day(first)).days + 1
    gone = days - len({each.night[:10] for each in told})
    missed = f"; {gone} days have none" if gone else ""
    return f"{len(told)} nights from {first} to {last}{missed}."


def _spells(told: Sequence[NightSummary]) -> tuple[_Spell, ...]:
    """Say who led by each metric, the newest spell of nights first."""
    by_metric: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for each in told:
        for metric, leaders in each.leaders:
            by_metric.setdefault(metric, []).append((each.night, leaders))
    found = []
    for metric in sorted(by_metric)[:MOST_METRICS]:
        groups = [
            (leaders, [night for night, _ in nights])
            for leaders, nights in itertools.groupby(by_metric[metric], key=lambda pair: pair[1])
        ]
        found += [
            _Spell(
                metric=clean(metric),
                leaders=clean(", ".join(leaders)),
                first=nights[0],
                last=nights[-1],
                nights=len(nights),
            )
            for leaders, nights in reversed(groups[-MOST_SPELLS:])
        ]
    return tuple(found)


def _shares(told: Sequence[NightSummary]) -> tuple[str, ...]:
    """Say on how many nights each algorithm led by each metric."""
    by_metric: dict[str, Counter[str]] = {}
    nights: Counter[str] = Counter()
    for each in told:
        for metric, leaders in each.leaders:
            by_metric.setdefault(metric, Counter()).update(leaders)
            nights[metric] += 1
    return tuple(
        f"{clean(metric)}: "
        + ", ".join(f"{clean(name)} on {n} of {nights[metric]}" for name, n in led)
        for metric in sorted(by_metric)[:MOST_METRICS]
        # as often is sorted by name, so that the same history gives the same page
        if (
            led := sorted(by_metric[metric].items(), key=lambda pair: (-pair[1], pair[0]))[
                :MOST_LED
            ]
        )
    )


def _recent(each: NightSummary, there: _Folder) -> _Recent:
    return _Recent(
        night=each.night,
        page=there.page_of(each),
        letter=each.letter,
        outcome=each.outcome,
        said=each.text,
        code=clean(each.code, most=40) if each.code else "",
        others=there.others(each),
    )
