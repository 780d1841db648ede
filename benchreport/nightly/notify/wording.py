"""The wording of a night in mails, chats and summaries, the most important first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from urllib.parse import quote

from benchreport.errors import format_count
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight, State
from benchreport.plots.base.short_names import escape_unprintable
from benchreport.results.number_format import decimals_for, fixed, number, writer

# the most characters of a name and of a sentence; longer texts would push important ones off a screen
MOST_NAME, MOST_SENTENCE = 80, 600
MOST_UNIT = 20
SMALLEST_PLAIN = 1e-4
LACKING = "Missing results"
STATES: dict[str, State] = {
    "Unconfirmed: the next night decides": "unconfirmed",
    "Failed": "failed",
    "Missing": "missing",
    "Not comparable": "not comparable",
}
# the titles of parts with uncertain changes
DOUBTFUL = (LACKING, *STATES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a message.

    Parameters
    ----------
    title
        The title of the lines.
    lines
        Sentences without line breaks.
    left
        The number of further lines that are omitted.
    """

    title: str
    lines: tuple[str, ...]
    left: int = 0


def clean(data: str, *, most: int = MOST_SENTENCE) -> str:
    r"""Write a text from the data on one line, without control characters, cut at the end with ….

    >>> print(clean("a\n::error::b\x07"), clean("x" * 9, most=5), clean(" "))
    a ::error::b\x07 xxxx… –
    """
    line = escape_unprintable(" ".join(data.split())) or "–"
    return line if len(line) <= most else f"{line[: most - 1]}…"


def name_series(key: Key) -> str:
    """Write the name of a series in words.

    >>> name_series(Key("accuracy", "svm", "iris"))
    'svm on iris by accuracy'
    """
    metric, algorithm, dataset = (
        clean(part, most=MOST_NAME) for part in (key.metric, key.algorithm, key.dataset)
    )
    return f"{algorithm} on {dataset} by {metric}" if key.dataset else f"{algorithm} by {metric}"


def headline(facts: NightFacts) -> str:
    """Return the benchmark, the night and its outcome in one line.

    >>> headline(NightFacts(name="nightly", night="2026-02-14"))
    'nightly, 2026-02-14: no new regression'
    """
    regressions, drifts, improvements = (
        len(facts.new_findings(kind)) for kind in ("regression", "drift", "improvement")
    )
    before = sum(finding.number not in facts.new for finding in facts.alerts)
    news = [
        format_count(regressions, "new regression") if regressions else "no new regression",
        format_count(drifts, "new drift") * bool(drifts),
        f"{before} still open" * bool(before),
        format_count(improvements, "improvement") * bool(improvements),
        "incomplete" * bool(facts.incomplete),
    ]
    label = f" ({clean(facts.label, most=MOST_NAME)})" if facts.label else ""
    night = f"{clean(facts.name, most=MOST_NAME)}, {clean(facts.night, most=MOST_NAME)}"
    return f"{night}{label}: {', '.join(filter(None, news))}"


def text(facts: NightFacts, link: str, *, most: int = 10) -> str:
    """Write a night as plain text: the verdict, new and open findings, missing runs, and the link.

    Parameters
    ----------
    facts
        The facts of the night.
    link
        The address of the night's report; empty if the pages are not published.
    most
        The largest number of lines of each part; another line counts the omitted ones.
    """
    blocks = [headline(facts), *(clean(sentence) for sentence in facts.verdict)]
    for part in parts(facts, most=most):
        more = [f"  and {part.left} more"] if part.left else []
        blocks.append("\n".join([f"{part.title}:", *(f"- {line}" for line in part.lines), *more]))
    return "\n\n".join([*blocks, *([link] if link else [])]) + "\n"


def parts(facts: NightFacts, *, most: int = 10) -> tuple[Part, ...]:
    """Return the parts that have lines, the most important first, each with at most ``most`` lines."""
    before = [finding for finding in facts.alerts if finding.number not in facts.new]
    over = [finding for finding in facts.findings if finding.closed == facts.night]
    findings: list[tuple[str, Sequence[Finding]]] = [
        ("New regressions", facts.new_findings("regression")),
        ("New drifts", facts.new_findings("drift")),
        ("Still open", before),
        ("Improved", facts.new_findings("improvement")),
        ("Closed", over),
    ]
    sections = [
        *((title, [finding_line(row, facts) for row in rows]) for title, rows in findings),
        (LACKING, unmentioned_gaps(facts)),
        *(
            (title, [_state_line(series, facts) for series in facts.with_state(state)])
            for title, state in STATES.items()
        ),
    ]
    return tuple(
        Part(title=title, lines=tuple(lines[:most]), left=max(0, len(lines) - most))
        for title, lines in sections
        if lines
    )


def unmentioned_gaps(facts: NightFacts) -> list[str]:
    """Return sentences about missing runs that the verdict does not have already."""
    return [clean(gap) for gap in facts.incomplete if gap not in facts.verdict]


def finding_line(finding: Finding, facts: NightFacts) -> str:
    """Write a finding in one line: series, change with interval, level before, and first night.

    Parameters
    ----------
    finding
        A finding from tonight or an earlier night.
    facts
        Tonight's facts, with the units and the metrics that are compared by ratios.

    Examples
    --------
    >>> finding = Finding(number=1, key=Key("f1", "svm"), kind="regression", since="2026-02-12",
    ...                   change=-0.031, low=-0.045, high=-0.017, baseline=0.912)
    >>> finding_line(finding, NightFacts(name="n", night="2026-02-14"))
    'svm by f1: −0.031 [−0.045, −0.017] from 0.912, since 2026-02-12'
    """
    size = format_change(finding, facts)
    level = f" from {_level(finding.baseline, _unit(finding.key, facts))}"
    since = finding.since or finding.opened
    phrases = [f"{name_series(finding.key)}: {size}{level}"]
    phrases += [f"since {clean(since, most=MOST_NAME)}"] * bool(since)
    phrases += [finding.status] * (finding.status != "open")
    phrases += [clean(text, most=MOST_NAME * 2) for text in (finding.why, finding.note) if text]
    return ", ".join(phrases)


def _state_line(series: SeriesNight, facts: NightFacts) -> str:
    size = "" if series.state == "missing" else format_change(series, facts)
    reason = clean(series.reason, most=MOST_NAME * 2) if series.reason else ""
    phrases = ", ".join(filter(None, (size, reason)))
    return f"{name_series(series.key)}: {phrases}" if phrases else name_series(series.key)


def format_change(row: Finding | SeriesNight, facts: NightFacts) -> str:
    """Write a change with its interval, all with the same decimals; empty if there is none.

    >>> row = SeriesNight(key=Key("f1", "svm"), state="regressed", change=-.021, low=-.03, high=-.012)
    >>> format_change(row, NightFacts(name="n", night="2026-02-14"))
    '−0.021 [−0.030, −0.012]'
    """
    if row.change is None:
        return ""
    ratio = row.key.metric in facts.ratios
    values = [row.change, *(end for end in (row.low, row.high) if end is not None)]
    change, *ends = _format_signed([100 * value for value in values] if ratio else values)
    unit = " %" if ratio else _unit(row.key, facts)
    interval = f" [{ends[0]}, {ends[1]}]" if len(ends) == 2 else ""  # noqa: PLR2004 - two ends
    return f"{change}{unit}{interval}"


def _format_signed(values: Sequence[float]) -> list[str]:
    # show two digits of the difference; fixed decimals would show only zeros of tiny values
    tiny = max(map(abs, values)) < SMALLEST_PLAIN
    write = number if tiny else partial(fixed, decimals=decimals_for(values, digits=2))
    return [f"+{write(value)}" if value > 0 else write(value) for value in values]


def _unit(key: Key, facts: NightFacts) -> str:
    unit = facts.units.get(key.metric, "")
    return f" {clean(unit, most=MOST_UNIT)}" if unit.strip() else ""


def _level(value: float, unit: str) -> str:
    return f"{writer([value])(value)}{unit}"


def report_link(facts: NightFacts, folder: str) -> str:
    """Return the address of the night's report.

    Parameters
    ----------
    facts
        The facts of the night, with the path of its page.
    folder
        The URL of the published folder; if it is empty, the result is empty.

    Examples
    --------
    >>> night = NightFacts(name="n", night="2026-02-14", pages={"report": "2026-02-14/é <1>.html"})
    >>> report_link(night, "https://example.org/nights/")
    'https://example.org/nights/2026-02-14/%C3%A9%20%3C1%3E.html'
    """
    if not folder:
        return ""
    # quote characters that could end an address in HTML, Markdown or Slack's markup
    start = quote(folder.rstrip("/"), safe=":/?#[]@!$&*+,;=%~")
    page = quote(facts.pages.get("report", ""), errors="replace")
    return f"{start}/{page}"


def recorded_at(facts: NightFacts) -> datetime:
    """Return when the night was recorded, in UTC.

    >>> recorded_at(NightFacts(name="n", night="2026-02-14", recorded="2026-02-15T04:00:00+02:00"))
    datetime.datetime(2026, 2, 15, 2, 0, tzinfo=datetime.timezone.utc)
    """
    moment = datetime.fromisoformat(facts.recorded or facts.night)
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
