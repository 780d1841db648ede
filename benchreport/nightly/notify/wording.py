"""The wording of a night in mails, chats and summaries, the most important first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote

from benchreport.errors import format_count
from benchreport.nightly.night_facts import Finding, Key, Kind, NightFacts, SeriesNight, State
from benchreport.nightly.notify.metric_format import MetricFormat, metric_formats
from benchreport.report.rendering.clean_text import MOST_NAME, clean
from benchreport.results.writing import number_format as fmt
from benchreport.wording.nights import verdicts as night_verdicts

# states that parts of a message list, and the titles of parts with uncertain changes
MOST_DATASETS = 5
STATES: tuple[State, ...] = ("unconfirmed", "failed", "missing", "not comparable")
DOUBTFUL = tuple(night_verdicts.PARTS[key] for key in ("incomplete", *STATES))


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

    @property
    def more(self) -> str:
        """The number of omitted lines, in words."""
        return night_verdicts.MORE.format(n=self.left)


def name_series(key: Key) -> str:
    """Write the name of a series in words.

    >>> name_series(Key("accuracy", "svm", "iris"))
    'svm on iris by accuracy'
    """
    metric, algorithm, dataset = (
        clean(part, most=MOST_NAME) for part in (key.metric, key.algorithm, key.dataset)
    )
    template = night_verdicts.SERIES_ON if key.dataset else night_verdicts.SERIES
    return template.format(algorithm=algorithm, dataset=dataset, metric=metric)


def describe_where(finding: Finding) -> str:
    """Write of which other datasets and algorithms a finding tells; empty if it tells of one series.

    >>> key = Key("accuracy", "svm", "iris")
    >>> describe_where(Finding(number=1, key=key, kind="drift", datasets=("iris", "wine")))
    'also on wine'
    """
    own = finding.key.dataset
    if own:
        others = [clean(name, most=MOST_NAME) for name in finding.datasets if name != own]
        also = night_verdicts.ALSO_ON.format(datasets=fmt.join(others, most=MOST_DATASETS))
        return "; ".join([*_other_algorithms(finding), *[also] * bool(others)])
    n, of = len(finding.datasets), finding.n_datasets
    template = night_verdicts.ON_ALL if n == of else night_verdicts.ON_SOME
    return template.format(n=n, of=of) if n else ""


def _other_algorithms(finding: Finding) -> list[str]:
    """Write for which other algorithms a dataset changed."""
    names = [name for name in finding.algorithms if name != finding.key.algorithm]
    if not names:
        return []
    if len(finding.algorithms) != finding.n_algorithms:
        listed = fmt.join([clean(name, most=MOST_NAME) for name in names], most=MOST_DATASETS)
        return [night_verdicts.ALSO_ALGORITHMS.format(algorithms=listed)]
    template = night_verdicts.ALSO_OTHER if len(names) == 1 else night_verdicts.ALSO_OTHERS
    return [template.format(n=len(names))]


def name_change(finding: Finding) -> str:
    """Write the name of a finding's series in words, and the other datasets of which it tells."""
    name, where = name_series(finding.key), describe_where(finding)
    return night_verdicts.WHERE.format(series=name, where=where) if where else name


def headline(facts: NightFacts) -> str:
    """Return the benchmark, the night and its outcome in one line.

    >>> headline(NightFacts(name="nightly", night="2026-02-14"))
    'nightly, 2026-02-14: no new regression'
    """
    counts = count_findings(facts)
    tested = not facts.series or any(row.state != "no evidence" for row in facts.series)
    if not facts.new_findings("regression"):
        counts.insert(0, night_verdicts.NO_NEW_REGRESSION if tested else night_verdicts.NOT_TESTED)
    return night_verdicts.HEADLINE.format(
        name=clean(facts.name, most=MOST_NAME),
        night=clean(facts.night, most=MOST_NAME),
        label=f" ({clean(facts.label, most=MOST_NAME)})" if facts.label else "",
        counts=", ".join(counts),
    )


def count_findings(facts: NightFacts) -> list[str]:
    """Count the new findings, and the earlier regressions and drifts that are still open, in words.

    >>> count_findings(NightFacts(name="n", night="2026-02-14", incomplete=("By f1, 3 runs failed.",)))
    ['incomplete']
    """
    return [
        *_count_new(facts, "regression"),
        *_count_new(facts, "drift"),
        *_count_earlier(facts),
        *_count_new(facts, "improvement"),
        *[night_verdicts.INCOMPLETE] * bool(facts.incomplete),
    ]


def _count_new(facts: NightFacts, kind: Kind) -> list[str]:
    number = len(facts.new_findings(kind))
    return [format_count(number, f"new {kind}")] if number else []


def _count_earlier(facts: NightFacts) -> list[str]:
    """Count the earlier regressions and drifts; an open improvement needs no attention."""
    earlier = [finding.kind for finding in facts.alerts if finding.number not in facts.new]
    counts = [
        format_count(earlier.count(kind), f"earlier {kind}")
        for kind in ("regression", "drift")
        if kind in earlier
    ]
    return [night_verdicts.STILL_OPEN.format(findings=fmt.join(counts))] if counts else []


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
        more = [f"- {part.more}"] if part.left else []
        blocks.append("\n".join([f"{part.title}:", *(f"- {line}" for line in part.lines), *more]))
    return "\n\n".join([*blocks, *([link] if link else [])]) + "\n"


def parts(facts: NightFacts, *, most: int = 10) -> tuple[Part, ...]:
    """Return the parts that have lines, the most important first, each with at most ``most`` lines."""
    before = [
        facts.estimate_now(finding) for finding in facts.alerts if finding.number not in facts.new
    ]
    over = [finding for finding in facts.told if finding.closed == facts.night]
    findings: dict[str, Sequence[Finding]] = {
        "regression": facts.new_findings("regression"),
        "drift": facts.new_findings("drift"),
        "open": before,
        "improvement": facts.new_findings("improvement"),
        "closed": over,
    }
    formats = metric_formats(facts)
    sections: dict[str, list[str]] = {
        **{key: [finding_line(row, formats) for row in rows] for key, rows in findings.items()},
        "incomplete": unmentioned_gaps(facts),
        **{
            state: [_state_line(row, formats) for row in facts.with_state(state)]
            for state in STATES
        },
    }
    return tuple(
        Part(
            title=night_verdicts.PARTS[key],
            lines=tuple(lines[:most]),
            left=max(0, len(lines) - most),
        )
        for key, lines in sections.items()
        if lines
    )


def unmentioned_gaps(facts: NightFacts) -> list[str]:
    """Return sentences about missing runs that the verdict does not have already."""
    return [clean(gap) for gap in facts.incomplete if gap not in facts.verdict]


def finding_line(finding: Finding, formats: Mapping[str, MetricFormat]) -> str:
    """Write a finding in one line: series, change with interval, level before, and first night.

    Parameters
    ----------
    finding
        A finding from tonight or an earlier night.
    formats
        The number formats of the night's metrics.

    Examples
    --------
    >>> finding = Finding(number=1, key=Key("f1", "svm"), kind="regression", since="2026-02-12",
    ...                   change=-0.031, low=-0.045, high=-0.017, baseline=0.912)
    >>> facts = NightFacts(name="n", night="2026-02-14", findings=(finding,))
    >>> finding_line(finding, metric_formats(facts))
    'svm by f1: −0.031 [−0.045, −0.017] from 0.912, since 2026-02-12'
    """
    numbers = formats[finding.key.metric]
    since = finding.since or finding.opened
    night = night_verdicts.SINCE.format(night=clean(since, most=MOST_NAME)) if since else ""
    rest = [where] if (where := describe_where(finding)) else []
    rest += [finding.status] * (finding.status != "open" and not finding.is_mark)
    rest += [clean(finding.why, most=MOST_NAME * 2)] * bool(finding.why)
    template = night_verdicts.MARK_OVER if finding.is_mark else night_verdicts.CHANGE
    line = template.format(
        series=name_series(finding.key),
        change=numbers.format_change(finding),
        level=numbers.format_value(finding.baseline),
        since=night,
        rest="".join(f", {part}" for part in rest),
    )
    return f"{line}. {clean(finding.note, most=MOST_NAME * 2)}" if finding.note else line


def _state_line(series: SeriesNight, formats: Mapping[str, MetricFormat]) -> str:
    known = series.state != "missing" and series.change is not None
    size = formats[series.key.metric].format_change(series) if known else ""
    reason = clean(series.reason, most=MOST_NAME * 2) if series.reason else ""
    phrases = ", ".join(filter(None, (size, reason)))
    return f"{name_series(series.key)}: {phrases}" if phrases else name_series(series.key)


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
