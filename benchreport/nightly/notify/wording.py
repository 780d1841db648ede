"""A night in plain words, most important first: what mail, chat and summaries say."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from urllib.parse import quote

from benchreport.errors import counted
from benchreport.nightly.config.settings import Config
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight, State
from benchreport.plots.base.short_names import visible
from benchreport.results.number_format import decimals_for, fixed, number, writer

__all__ = [
    "Part",
    "clean",
    "headline",
    "lacking",
    "link",
    "moment",
    "named",
    "parts",
    "text",
    "told",
]

# of a name, of a sentence: longer ones would push what matters off a screen
MOST_NAME, MOST_SENTENCE = 80, 600
MOST_UNIT = 20
SMALLEST_PLAIN = 1e-4
LACKING = "What the night lacks"
STATES: dict[str, State] = {
    "Unconfirmed: one more night will tell": "unconfirmed",
    "Failed": "failed",
    "Missing": "missing",
    "Not comparable": "not comparable",
}
# parts that tell of no change that is sure
DOUBTFUL = (LACKING, *STATES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Something to tell, with what it is about.

    Parameters
    ----------
    title
        Of the lines.
    lines
        Each on one line.
    left
        How many more there are.
    """

    title: str
    lines: tuple[str, ...]
    left: int = 0


def clean(told: str, *, most: int = MOST_SENTENCE) -> str:
    r"""Write a text of the data on one line that says where it was cut, without control characters.

    >>> print(clean("a\n::error::b\x07"), clean("x" * 9, most=5), clean(" "))
    a ::error::b\x07 xxxx… –
    """
    line = visible(" ".join(told.split())) or "–"
    return line if len(line) <= most else f"{line[: most - 1]}…"


def named(key: Key) -> str:
    """Name a series.

    >>> named(Key("accuracy", "svm", "iris"))
    'accuracy, svm on iris'
    """
    metric, algorithm, dataset = (
        clean(part, most=MOST_NAME) for part in (key.metric, key.algorithm, key.dataset)
    )
    return f"{metric}, {algorithm} on {dataset}" if key.dataset else f"{metric}, {algorithm}"


def headline(facts: NightFacts) -> str:
    """Say in one line which night it was, and what it brought.

    Parameters
    ----------
    facts
        Of the night.

    Examples
    --------
    >>> headline(NightFacts(name="nightly", night="2026-02-14"))
    'nightly, 2026-02-14: no new regression'
    """
    fresh = [len(facts.opened(kind)) for kind in ("regression", "drift", "improvement")]
    before = sum(each.number not in facts.new for each in facts.alerts)
    said = [
        counted(fresh[0], "new regression") if fresh[0] else "no new regression",
        counted(fresh[1], "new drift") * bool(fresh[1]),
        f"{before} still open" * bool(before),
        counted(fresh[2], "improvement") * bool(fresh[2]),
        "incomplete" * bool(facts.incomplete),
    ]
    label = f" ({clean(facts.label, most=MOST_NAME)})" if facts.label else ""
    night = f"{clean(facts.name, most=MOST_NAME)}, {clean(facts.night, most=MOST_NAME)}"
    return f"{night}{label}: {', '.join(filter(None, said))}"


def text(facts: NightFacts, config: Config, *, most: int = 10) -> str:
    """Write a night as plain text: the verdict, what is new, what is open, what is missing, the link.

    Parameters
    ----------
    facts
        Of the night.
    config
        Says which metrics are compared by ratios, and where the pages are.
    most
        Lines of each part; how many more there are is said.
    """
    blocks = [headline(facts), *(clean(sentence) for sentence in facts.verdict)]
    for part in parts(facts, config, most=most):
        more = [f"  and {part.left} more"] if part.left else []
        blocks.append("\n".join([f"{part.title}:", *(f"- {line}" for line in part.lines), *more]))
    address = link(facts, config)
    return "\n\n".join([*blocks, *([address] if address else [])]) + "\n"


def parts(facts: NightFacts, config: Config, *, most: int = 10) -> tuple[Part, ...]:
    """Sort what is to be told, most important first; parts of which there is nothing are left out.

    Parameters
    ----------
    facts
        Of the night.
    config
        As of `text`.
    most
        Lines of each part.
    """
    before = [each for each in facts.alerts if each.number not in facts.new]
    over = [each for each in facts.findings if each.closed == facts.night]
    found: list[tuple[str, Sequence[Finding]]] = [
        ("New regressions", facts.opened("regression")),
        ("New drifts", facts.opened("drift")),
        ("Still open", before),
        ("Improved", facts.opened("improvement")),
        ("Over", over),
    ]
    seen = [(title, facts.with_state(state)) for title, state in STATES.items()]
    lines = [
        *((title, [told(each, facts, config) for each in group]) for title, group in found),
        (LACKING, lacking(facts)),
        *((title, [_seen(each, facts, config) for each in group]) for title, group in seen),
    ]
    return tuple(
        Part(title=title, lines=tuple(listed[:most]), left=max(0, len(listed) - most))
        for title, listed in lines
        if listed
    )


def lacking(facts: NightFacts) -> list[str]:
    """Say what the night lacks, unless the verdict said it."""
    return [clean(each) for each in facts.incomplete if each not in facts.verdict]


def told(finding: Finding, facts: NightFacts, config: Config) -> str:
    """Write a finding: which series, how much with the interval, from what level, since when.

    Parameters
    ----------
    finding
        Of the night or before it.
    facts
        Know the units.
    config
        Knows what is compared by ratios.

    Examples
    --------
    >>> found = Finding(number=1, key=Key("f1", "svm"), kind="regression", since="2026-02-12",
    ...                 change=-0.031, low=-0.045, high=-0.017, baseline=0.912)
    >>> told(found, NightFacts(name="n", night="2026-02-14"), Config())
    'f1, svm: −0.031 (−0.045 to −0.017) from 0.912, since 2026-02-12'
    """
    size = _sized(finding, facts, config)
    level = f" from {_level(finding.baseline, _unit(finding.key, facts))}"
    since = finding.since or finding.opened
    said = [f"{named(finding.key)}: {size}{level}"]
    said += [f"since {clean(since, most=MOST_NAME)}"] * bool(since)
    said += [finding.status] * (finding.status != "open")
    said += [clean(each, most=MOST_NAME * 2) for each in (finding.why, finding.note) if each]
    return ", ".join(said)


def _seen(each: SeriesNight, facts: NightFacts, config: Config) -> str:
    """Write the state of a series tonight."""
    size = "" if each.state == "missing" else _sized(each, facts, config)
    reason = clean(each.reason, most=MOST_NAME * 2) if each.reason else ""
    said = ", ".join(part for part in (size, reason) if part)
    return f"{named(each.key)}: {said}" if said else named(each.key)


def _sized(each: Finding | SeriesNight, facts: NightFacts, config: Config) -> str:
    """Write a change with its interval; empty where there is none."""
    if each.change is None:
        return ""
    ratio = any(m.compare == "ratio" for m in config.metric if m.name == each.key.metric)
    held = [each.change, *(value for value in (each.low, each.high) if value is not None)]
    change, *ends = _signed([100 * value for value in held] if ratio else held)
    unit = " %" if ratio else _unit(each.key, facts)
    interval = f" ({ends[0]} to {ends[1]})" if len(ends) == 2 else ""  # noqa: PLR2004 - two ends
    return f"{change}{unit}{interval}"


def _signed(values: Iterable[float]) -> list[str]:
    held = list(values)
    # two digits of what they differ by; of tiny ones decimals would show zeros only
    tiny = max(map(abs, held)) < SMALLEST_PLAIN
    write = number if tiny else partial(fixed, decimals=decimals_for(held, digits=2))
    return [f"+{write(value)}" if value > 0 else write(value) for value in held]


def _unit(key: Key, facts: NightFacts) -> str:
    unit = facts.units.get(key.metric, "")
    return f" {clean(unit, most=MOST_UNIT)}" if unit.strip() else ""


def _level(value: float, unit: str) -> str:
    return f"{writer([value])(value)}{unit}"


def link(facts: NightFacts, config: Config) -> str:
    """Return the address of the night's report; empty where nothing says where the pages are.

    Parameters
    ----------
    facts
        Know the page's path.
    config
        Its ``notify.link`` is the address of the folder.

    Examples
    --------
    >>> from benchreport.nightly.config.settings import Notify
    >>> night = NightFacts(name="n", night="2026-02-14", pages={"report": "2026-02-14/é <1>.html"})
    >>> link(night, Config(notify=Notify(link="https://example.org/nights/")))
    'https://example.org/nights/2026-02-14/%C3%A9%20%3C1%3E.html'
    """
    if not config.notify.link:
        return ""
    # only what cannot end an address in HTML, Markdown or Slack's markup stays as it is
    start = quote(config.notify.link.rstrip("/"), safe=":/?#[]@!$&*+,;=%~")
    page = quote(facts.pages.get("report", ""), errors="replace")
    return f"{start}/{page}"


def moment(facts: NightFacts) -> datetime:
    """Return when the night was taken in, in UTC.

    >>> moment(NightFacts(name="n", night="2026-02-14", recorded="2026-02-15T04:00:00+02:00"))
    datetime.datetime(2026, 2, 15, 2, 0, tzinfo=datetime.timezone.utc)
    """
    taken = datetime.fromisoformat(facts.recorded or facts.night)
    return taken.astimezone(UTC) if taken.tzinfo else taken.replace(tzinfo=UTC)
