"""The wording of series, states and numbers on the pages of a night."""

import datetime as dt
from collections.abc import Iterable, Sequence

from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight, State
from benchreport.nightly.notify.metric_format import (
    NONE,
    MetricFormat,
    is_missing,
    metric_format,
    metric_formats,
)
from benchreport.nightly.notify.wording import describe_where
from benchreport.nightly.pages.page_files import slug
from benchreport.plots.base.short_names import elide, shorten_names
from benchreport.report.document import Table
from benchreport.report.rendering.clean_text import clean
from benchreport.results.writing import number_format as fmt
from benchreport.wording.nights import pages as night_pages
from benchreport.wording.nights import verdicts as night_verdicts

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
LONGEST, LONGEST_IN_TABLES = 48, 72


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
    parts = {"algorithm": clean(key.algorithm), "dataset": clean(key.dataset)}
    if metric:
        template = night_verdicts.SERIES_ON if key.dataset else night_verdicts.SERIES
        return template.format(metric=clean(key.metric), **parts)
    return night_verdicts.ALGORITHM_ON.format(**parts) if key.dataset else parts["algorithm"]


def short_series_name(key: Key) -> str:
    """Write the name of a series for small spaces such as headings."""
    parts = (key.algorithm, key.dataset, key.metric)
    algorithm, dataset, metric = (elide(clean(part), LONGEST) for part in parts)
    template = night_verdicts.SERIES_ON if key.dataset else night_verdicts.SERIES
    return template.format(algorithm=algorithm, dataset=dataset, metric=metric)


def distinct_names(names: Sequence[str]) -> list[str]:
    """Shorten names for a table, so that all stay different."""
    shortened = shorten_names(list(dict.fromkeys(names)), LONGEST_IN_TABLES)
    return [shortened[name] for name in names]


def name_changes(findings: Sequence[Finding]) -> list[str]:
    """Write the names of findings for a table, with the other datasets of which each tells."""
    names = distinct_names([series_name(finding.key) for finding in findings])
    return [
        night_verdicts.WHERE.format(series=name, where=where) if where else name
        for name, where in zip(names, map(describe_where, findings), strict=True)
    ]


def finding_anchor(finding: Finding) -> str:
    """Return the anchor of a finding on the page of a night."""
    return f"finding-{finding.change_number}"


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


def count_states(facts: NightFacts) -> str:
    """Write how many series are in each state: ``1 regressed, 5 ok``."""
    states = [facts.describe_state(row)[0] for row in sort_by_state(facts.series)]
    return ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))


def count_first(rows: Sequence[object], most: int) -> str:
    """Write a note for a caption that only the first rows are shown; empty if all are shown."""
    first = night_pages.FIRST_ROWS.format(most=most, n=len(rows))
    return f" {first}" if len(rows) > most else ""


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
    numbers = metric_format(facts, rows[0])
    unit = numbers.unit
    columns: list[tuple[str, list[str]]] = [
        ("series", distinct_names([series_name(row.key, metric=False) for row in rows])),
        ("state", [facts.describe_state(row)[0] for row in rows]),
        (_heading("tonight", unit), [_write_number(numbers.value, row.value) for row in rows]),
        (_heading("baseline", unit), [_write_number(numbers.value, row.baseline) for row in rows]),
        (
            # one column, so that pages put the interval below where there is little room
            _heading("change", numbers.change_unit),
            [_write_change(numbers, row) for row in rows],
        ),
        ("p", [_write_number(fmt.p_value, row.p_adjusted) for row in rows]),
        ("nights", [str(row.n_baseline) if row.n_baseline else NONE for row in rows]),
    ]
    reasons = [describe_reason(facts, row, numbers) for row in rows]
    if any(reasons):
        columns.append(("why", reasons))
    whole = night_pages.SERIES_OF_METRIC.format(
        metric=clean(metric), direction=_direction(facts, metric), caption=caption
    )
    return _table(columns, whole, texts=("state", "why"))


def _write_change(numbers: MetricFormat, row: SeriesNight) -> str:
    change = _write_number(numbers.change, row.change)
    return change if change == NONE else f"{change} {numbers.format_interval(row)}"


def describe_reason(facts: NightFacts, row: SeriesNight, numbers: MetricFormat) -> str:
    """Write why a series is in its state, and what its change leaves out; empty for neither."""
    _, reason = facts.describe_state(row)
    usual = ""
    if row.weekday:
        day = dt.date.fromisoformat(facts.night[: len("2026-11-20")]).weekday()
        usual = night_pages.WEEKDAY.format(
            change=numbers.format_size(row.weekday), day=night_pages.WEEKDAYS[day]
        )
    return ", ".join(filter(None, [clean(reason) if reason else "", usual]))


def finding_table(facts: NightFacts, findings: Sequence[Finding], caption: str) -> Table:
    """Write findings of all metrics as one table; the caption says why they are listed."""
    formats = metric_formats(facts)
    columns: list[tuple[str, list[str]]] = [
        ("series", name_changes(findings)),
        ("kind", [describe_kind(finding) for finding in findings]),
        (
            "change when found",
            [formats[finding.key.metric].format_change(finding) for finding in findings],
        ),
        ("since", [finding.since or finding.opened for finding in findings]),
        ("found", [NONE if finding.is_mark else finding.opened for finding in findings]),
        ("status", [describe_status(finding) for finding in findings]),
    ]
    return _table(columns, caption, texts=tuple(name for name, _ in columns[1:]))


def describe_kind(finding: Finding) -> str:
    """Write the kind of a finding for a table; a series that was only marked as flaky has none."""
    return NONE if finding.is_mark else night_pages.KINDS[finding.kind].lower()


def describe_status(finding: Finding) -> str:
    """Write the status of a finding, when it was closed or ends, whether tonight lacks it, and the reason."""
    until = night_verdicts.UNTIL.format(night=finding.until) if finding.until else ""
    return night_pages.STATUS.format(
        status=finding.status,
        closed=f" {finding.closed}" if finding.closed else until,
        seen="" if finding.seen or finding.closed or finding.is_mark else night_pages.NOT_SEEN,
        why=f": {clean(finding.why)}" if finding.why else "",
    )


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
    return NONE if is_missing(value) else write(value or 0.0)


def _direction(facts: NightFacts, metric: str) -> str:
    higher = facts.directions.get(metric)
    return "" if higher is None else night_pages.DIRECTION[higher]
