"""The wording of series, states and numbers on the pages of a night."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight, State
from benchreport.nightly.notify.wording import clean
from benchreport.nightly.pages.page_files import slug
from benchreport.plots.base.short_names import elide, shorten_names
from benchreport.report.document import Table
from benchreport.results import number_format as fmt

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
    """The common number format of one metric's values and changes.

    Parameters
    ----------
    value, change
        Functions that format a value and a change; a change has a sign and no unit.
    unit, change_unit
        The units of values and of changes; changes of a metric compared by ratios are in per cent.
    """

    value: fmt.Writer
    change: fmt.Writer
    unit: str
    change_unit: str

    def format_value(self, value: float | None) -> str:
        """Write a value with its unit."""
        return NONE if _is_missing(value) else _with_unit(self.value(value or 0.0), self.unit)

    def format_change(self, row: SeriesNight | Finding) -> str:
        """Write a change with its unit and interval: ``−1.2 % [−1.5, −0.9]``."""
        if _is_missing(row.change):
            return NONE
        size = _with_unit(self.change(row.change or 0.0), self.change_unit)
        ends = self.format_interval(row)
        return size if ends == NONE else f"{size} {ends}"

    def format_interval(self, row: SeriesNight | Finding) -> str:
        """Write the interval of a change."""
        if _is_missing(row.low) or _is_missing(row.high):
            return NONE
        return f"[{self.change(row.low or 0.0)}, {self.change(row.high or 0.0)}]"


def metric_format(
    facts: NightFacts, metric: str, rows: Iterable[SeriesNight | Finding]
) -> MetricFormat:
    """Return the number format of a metric for rows that are shown together.

    Examples
    --------
    >>> row = SeriesNight(key=Key("f1", "svm"), state="regressed", value=0.88, baseline=0.912,
    ...                   change=-0.031, low=-0.045, high=-0.017)
    >>> numbers = metric_format(NightFacts(name="n", night="2026-02-14"), "f1", [row])
    >>> numbers.format_value(row.value), numbers.format_change(row)
    ('0.8800', '−0.0310 [−0.0450, −0.0170]')
    """
    rows_of_metric = [row for row in rows if row.key.metric == metric]
    ratio = metric in facts.ratios
    unit = clean(facts.units.get(metric, ""), most=20) if facts.units.get(metric) else ""
    levels = [row.baseline for row in rows_of_metric]
    levels += [row.value for row in rows_of_metric if isinstance(row, SeriesNight)]
    sizes = [side for row in rows_of_metric for side in (row.change, row.low, row.high)]
    factor = 100.0 if ratio else 1.0
    return MetricFormat(
        value=fmt.writer([level for level in levels if level is not None], least=0),
        change=_signed_writer([factor * size for size in sizes if size is not None], factor),
        unit=unit,
        change_unit="%" if ratio else unit,
    )


def metric_formats(
    facts: NightFacts, rows: Sequence[SeriesNight | Finding]
) -> dict[str, MetricFormat]:
    """Return the number format of each metric for rows that are shown together."""
    return {name: metric_format(facts, name, rows) for name in {row.key.metric for row in rows}}


def _signed_writer(values: Sequence[float], factor: float) -> fmt.Writer:
    finite = [value for value in values if math.isfinite(value)]
    largest = max(map(abs, finite), default=0.0)
    decimals = fmt.decimals_for([0.0, *finite], digits=3)
    # fixed decimals would show only zeros of tiny numbers
    tiny = 0 < largest < 1e-4  # noqa: PLR2004 - as in fmt.writer

    def write(value: float) -> str:
        size = factor * value
        text = fmt.number(size) if tiny else fmt.fixed(size, decimals)
        return f"+{text}" if size > 0 and float(f"{size:.{decimals}f}" if not tiny else 1) else text

    return write


def _is_missing(value: float | None) -> bool:
    return value is None or not math.isfinite(value)


def _with_unit(text: str, unit: str) -> str:
    return f"{text} {unit}" if unit else text


def night_folder(night: str, label: str = "") -> str:
    """Return the name of the folder of a night's pages.

    >>> night_folder("2026-11-20"), night_folder("2026-11-20", "main")
    ('2026-11-20', '2026-11-20-main-3239f9b88c')
    """
    return slug(f"{night} {label}".rstrip())


def series_name(key: Key, *, metric: bool = True) -> str:
    """Write the name of a series in full: ``svm on iris by accuracy``.

    >>> series_name(Key("accuracy", "svm", "iris")), series_name(Key("f1", "a"), metric=False)
    ('svm on iris by accuracy', 'a')
    """
    name = clean(key.algorithm)
    name += f" on {clean(key.dataset)}" if key.dataset else ""
    return f"{name} by {clean(key.metric)}" if metric else name


def short_series_name(key: Key) -> str:
    """Write the name of a series for small spaces such as headings."""
    parts = (key.algorithm, key.dataset, key.metric)
    algorithm, dataset, metric = (elide(clean(part), LONGEST) for part in parts)
    return f"{algorithm} on {dataset} by {metric}" if key.dataset else f"{algorithm} by {metric}"


def distinct_names(names: Sequence[str]) -> list[str]:
    """Shorten names for a table, so that all stay different."""
    shortened = shorten_names(list(dict.fromkeys(names)), LONGEST_IN_TABLES)
    return [shortened[name] for name in names]


def finding_anchor(finding: Finding) -> str:
    """Return the anchor of a finding on the page of a night."""
    return f"finding-{finding.number}"


def sort_by_state(series: Iterable[SeriesNight]) -> list[SeriesNight]:
    """Sort series by the urgency of their state, and within a state by p-value."""
    unknown = 2.0
    return sorted(
        series,
        key=lambda row: (
            ORDER.index(row.state),
            unknown if row.p_value is None else row.p_value,
            row.key,
        ),
    )


def count_states(series: Sequence[SeriesNight]) -> str:
    """Write how many series are in each state: ``1 regressed, 5 ok``."""
    counts = {state: sum(row.state == state for row in series) for state in ORDER}
    return ", ".join(f"{count} {state}" for state, count in counts.items() if count)


def count_first(rows: Sequence[object], most: int) -> str:
    """Write a note for a caption that only the first rows are shown; empty if all are shown."""
    return f" The first {most} of {len(rows)}." if len(rows) > most else ""


def series_tables(facts: NightFacts, rows: Sequence[SeriesNight], caption: str) -> list[Table]:
    """Write a table of series for each metric; the caption says why they are listed."""
    present = {row.key.metric for row in rows}
    metrics = [name for name in facts.directions if name in present]
    metrics += sorted(present - {*metrics})
    return [
        _series_table(facts, [row for row in rows if row.key.metric == name], name, caption)
        for name in metrics
    ]


def _series_table(
    facts: NightFacts, rows: Sequence[SeriesNight], metric: str, caption: str
) -> Table:
    numbers = metric_format(facts, metric, rows)
    unit = numbers.unit
    columns: list[tuple[str, list[str]]] = [
        ("series", distinct_names([series_name(row.key, metric=False) for row in rows])),
        ("state", [row.state for row in rows]),
        (_heading("tonight", unit), [_write_number(numbers.value, row.value) for row in rows]),
        (_heading("baseline", unit), [_write_number(numbers.value, row.baseline) for row in rows]),
        (
            _heading("change", numbers.change_unit),
            [_write_number(numbers.change, row.change) for row in rows],
        ),
        ("95 % interval", [numbers.format_interval(row) for row in rows]),
        ("adjusted p", [_write_number(fmt.p_value, row.p_adjusted) for row in rows]),
        ("nights", [str(row.n_baseline) if row.n_baseline else NONE for row in rows]),
    ]
    if any(row.reason for row in rows):
        columns.append(("why", [clean(row.reason) if row.reason else "" for row in rows]))
    return _table(
        columns, f"{clean(metric)}{_direction(facts, metric)}. {caption}", texts=("state", "why")
    )


def finding_table(facts: NightFacts, findings: Sequence[Finding], caption: str) -> Table:
    """Write findings of all metrics as one table; the caption says why they are listed."""
    formats = metric_formats(facts, findings)
    columns: list[tuple[str, list[str]]] = [
        ("series", distinct_names([series_name(finding.key) for finding in findings])),
        ("what", [KINDS[finding.kind].lower() for finding in findings]),
        (
            "change when found",
            [formats[finding.key.metric].format_change(finding) for finding in findings],
        ),
        ("since", [finding.since or finding.opened for finding in findings]),
        ("found", [finding.opened for finding in findings]),
        ("status", [describe_status(finding) for finding in findings]),
    ]
    return _table(columns, caption, texts=tuple(name for name, _ in columns[1:]))


def describe_status(finding: Finding) -> str:
    """Write the status of a finding, the night on which it was closed, and the reason."""
    closed = f" {finding.closed}" if finding.closed else ""
    why = f": {clean(finding.why)}" if finding.why else ""
    return f"{finding.status}{closed}{why}"


def _table(columns: Sequence[tuple[str, list[str]]], caption: str, texts: tuple[str, ...]) -> Table:
    names = tuple(name for name, _ in columns)
    return Table(
        columns=names,
        rows=tuple(zip(*(cells for _, cells in columns), strict=True)),
        numeric=tuple(place > 0 and name not in texts for place, name in enumerate(names)),
        caption=caption,
    )


def _heading(name: str, unit: str) -> str:
    return f"{name}, {unit}" if unit else name


def _write_number(write: fmt.Writer, value: float | None) -> str:
    return NONE if _is_missing(value) else write(value or 0.0)


def _direction(facts: NightFacts, metric: str) -> str:
    higher = facts.directions.get(metric)
    return "" if higher is None else f", {'higher' if higher else 'lower'} is better"
