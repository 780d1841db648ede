"""How series, states and numbers are written on the pages of a night."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight, State
from benchreport.nightly.notify.wording import clean
from benchreport.nightly.pages.page_files import slug
from benchreport.plots.base.short_names import elide, shorten_names
from benchreport.report.document import Table
from benchreport.results import number_format as fmt

__all__ = [
    "KINDS",
    "ORDER",
    "MetricFormat",
    "count_states",
    "describe_status",
    "distinct_names",
    "finding_table",
    "metric_format",
    "night_folder",
    "series_name",
    "series_tables",
    "short_series_name",
    "sort_by_state",
]

ORDER: tuple[State, ...] = (
    "regressed",
    "unconfirmed",
    "failed",
    "missing",
    "not comparable",
    "improved",
    "no evidence",
    "ok",
)
KINDS = {"regression": "Regression", "drift": "Slow drift", "improvement": "Improvement"}
LONGEST, LONGEST_IN_TABLES = 48, 72
NONE = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricFormat:
    """How the numbers of one metric are written side by side.

    Parameters
    ----------
    value, change
        Write a value and a change, the change with its sign and without unit.
    unit, change_unit
        Of values and of changes: what is compared by ratios changes by per cent.
    """

    value: fmt.Writer
    change: fmt.Writer
    unit: str
    change_unit: str

    def format_value(self, value: float | None) -> str:
        """Write a value with its unit."""
        return NONE if _nothing(value) else _behind(self.value(value or 0.0), self.unit)

    def format_change(self, each: SeriesNight | Finding) -> str:
        """Write a change with its unit and interval: ``−1.2 % [−1.5, −0.9]``."""
        if _nothing(each.change):
            return NONE
        size = _behind(self.change(each.change or 0.0), self.change_unit)
        ends = self.format_interval(each)
        return size if ends == NONE else f"{size} {ends}"

    def format_interval(self, each: SeriesNight | Finding) -> str:
        """Write the interval of a change."""
        if _nothing(each.low) or _nothing(each.high):
            return NONE
        return f"[{self.change(each.low or 0.0)}, {self.change(each.high or 0.0)}]"


def metric_format(
    facts: NightFacts, metric: str, rows: Iterable[SeriesNight | Finding]
) -> MetricFormat:
    """Return how the numbers of a metric are written, alike in all rows.

    Parameters
    ----------
    facts
        Know units, and what is compared by ratios.
    metric
        Its name.
    rows
        That are shown together.

    Examples
    --------
    >>> found = SeriesNight(key=Key("f1", "svm"), state="regressed", value=0.88, baseline=0.912,
    ...                     change=-0.031, low=-0.045, high=-0.017)
    >>> numbers = metric_format(NightFacts(name="n", night="2026-02-14"), "f1", [found])
    >>> numbers.format_value(found.value), numbers.format_change(found)
    ('0.8800', '−0.0310 [−0.0450, −0.0170]')
    """
    own = [each for each in rows if each.key.metric == metric]
    ratio = metric in facts.ratios
    unit = clean(facts.units.get(metric, ""), most=20) if facts.units.get(metric) else ""
    levels = [each.baseline for each in own]
    levels += [each.value for each in own if isinstance(each, SeriesNight)]
    sizes = [side for each in own for side in (each.change, each.low, each.high)]
    factor = 100.0 if ratio else 1.0
    return MetricFormat(
        value=fmt.writer([each for each in levels if each is not None], least=0),
        change=_signed([factor * each for each in sizes if each is not None], factor),
        unit=unit,
        change_unit="%" if ratio else unit,
    )


def _signed(values: Sequence[float], factor: float) -> fmt.Writer:
    held = [each for each in values if math.isfinite(each)]
    largest = max(map(abs, held), default=0.0)
    decimals = fmt.decimals_for([0.0, *held], digits=3)
    # of tiny ones decimals would show zeros only
    tiny = 0 < largest < 1e-4  # noqa: PLR2004 - as in fmt.writer

    def write(value: float) -> str:
        size = factor * value
        text = fmt.number(size) if tiny else fmt.fixed(size, decimals)
        return f"+{text}" if size > 0 and float(f"{size:.{decimals}f}" if not tiny else 1) else text

    return write


def _nothing(value: float | None) -> bool:
    return value is None or not math.isfinite(value)


def _behind(text: str, unit: str) -> str:
    return f"{text} {unit}" if unit else text


def night_folder(night: str, label: str = "") -> str:
    """Return the folder of a night's pages below what is published.

    >>> night_folder("2026-11-20"), night_folder("2026-11-20", "main")
    ('2026-11-20', '2026-11-20-main-3239f9b88c')
    """
    return slug(f"{night} {label}".rstrip())


def series_name(key: Key, *, metric: bool = True) -> str:
    """Name a series in full: ``svm on iris by accuracy``.

    >>> series_name(Key("accuracy", "svm", "iris")), series_name(Key("f1", "a"), metric=False)
    ('svm on iris by accuracy', 'a')
    """
    named = clean(key.algorithm)
    named += f" on {clean(key.dataset)}" if key.dataset else ""
    return f"{named} by {clean(key.metric)}" if metric else named


def short_series_name(key: Key) -> str:
    """Name a series where there is little room, as in a heading."""
    named = elide(clean(key.algorithm), LONGEST)
    named += f" on {elide(clean(key.dataset), LONGEST)}" if key.dataset else ""
    return f"{named} by {elide(clean(key.metric), LONGEST)}"


def distinct_names(names: Sequence[str]) -> list[str]:
    """Shorten names for a table, so that no two read the same."""
    found = shorten_names(list(dict.fromkeys(names)), LONGEST_IN_TABLES)
    return [found[name] for name in names]


def sort_by_state(series: Iterable[SeriesNight]) -> list[SeriesNight]:
    """Sort series, those to look at first; within a state the least likely by chance."""
    unknown = 2.0
    return sorted(
        series,
        key=lambda each: (
            ORDER.index(each.state),
            unknown if each.p_value is None else each.p_value,
            each.key,
        ),
    )


def count_states(series: Sequence[SeriesNight]) -> str:
    """Count states in words: ``5 ok, 1 regressed``."""
    counts = {state: sum(each.state == state for each in series) for state in ORDER}
    return ", ".join(f"{count} {state}" for state, count in counts.items() if count)


def series_tables(facts: NightFacts, rows: Sequence[SeriesNight], caption: str) -> list[Table]:
    """Write series as tables, one a metric.

    Parameters
    ----------
    facts
        As of `metric_format`.
    rows
        In the order in which they are shown.
    caption
        Why they are shown.
    """
    shown = {each.key.metric for each in rows}
    metrics = dict.fromkeys([*(name for name in facts.directions if name in shown), *sorted(shown)])
    return [
        _series_table(facts, [each for each in rows if each.key.metric == name], name, caption)
        for name in metrics
    ]


def _series_table(
    facts: NightFacts, rows: Sequence[SeriesNight], metric: str, caption: str
) -> Table:
    numbers = metric_format(facts, metric, rows)
    columns: list[tuple[str, list[str]]] = [
        ("series", distinct_names([series_name(each.key, metric=False) for each in rows])),
        ("state", [each.state for each in rows]),
        (_headed("tonight", numbers.unit), [_written(numbers.value, each.value) for each in rows]),
        (
            _headed("baseline", numbers.unit),
            [_written(numbers.value, each.baseline) for each in rows],
        ),
        (
            _headed("change", numbers.change_unit),
            [_written(numbers.change, each.change) for each in rows],
        ),
        ("95 % interval", [numbers.format_interval(each) for each in rows]),
        (
            "adjusted p",
            [NONE if each.p_adjusted is None else fmt.p_value(each.p_adjusted) for each in rows],
        ),
        ("nights", [str(each.n_baseline) if each.n_baseline else NONE for each in rows]),
    ]
    if any(each.reason for each in rows):
        columns.append(("why", [clean(each.reason) if each.reason else "" for each in rows]))
    direction = _direction(facts, metric)
    return _of(columns, f"{clean(metric)}{direction}. {caption}", texts=("state", "why"))


def finding_table(facts: NightFacts, findings: Sequence[Finding], caption: str) -> Table:
    """Write findings as a table, those of all metrics together.

    Parameters
    ----------
    facts
        As of `metric_format`.
    findings
        In the order in which they are shown.
    caption
        Why they are shown.
    """
    numbers = {
        name: metric_format(facts, name, findings)
        for name in {each.key.metric for each in findings}
    }
    columns: list[tuple[str, list[str]]] = [
        ("series", distinct_names([series_name(each.key) for each in findings])),
        ("what", [KINDS[each.kind].lower() for each in findings]),
        ("change when found", [numbers[each.key.metric].format_change(each) for each in findings]),
        ("since", [each.since or each.opened for each in findings]),
        ("found", [each.opened for each in findings]),
        ("status", [describe_status(each) for each in findings]),
    ]
    return _of(columns, caption, texts=tuple(name for name, _ in columns[1:]))


def describe_status(finding: Finding) -> str:
    """Say how far a finding is dealt with, since when, and why."""
    over = f" {finding.closed}" if finding.closed else ""
    why = f": {clean(finding.why)}" if finding.why else ""
    return f"{finding.status}{over}{why}"


def _of(columns: Sequence[tuple[str, list[str]]], caption: str, texts: tuple[str, ...]) -> Table:
    names = tuple(name for name, _ in columns)
    return Table(
        columns=names,
        rows=tuple(zip(*(cells for _, cells in columns), strict=True)),
        numeric=tuple(place > 0 and name not in texts for place, name in enumerate(names)),
        caption=caption,
    )


def _headed(name: str, unit: str) -> str:
    return f"{name}, {unit}" if unit else name


def _written(write: fmt.Writer, value: float | None) -> str:
    return NONE if _nothing(value) else write(value or 0.0)


def _direction(facts: NightFacts, metric: str) -> str:
    known = facts.directions.get(metric)
    return "" if known is None else f", {'higher' if known else 'lower'} is better"
