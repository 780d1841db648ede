"""One night's scores: read from a frame, packed for the history, and back."""

import dataclasses
import datetime as dt
import hashlib
import json
import re
import zlib
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.direction import direction_of
from benchreport.data.layout import read_layout
from benchreport.data.roles import Roles, column_of, flat, is_number, present
from benchreport.data.runs import read_runs
from benchreport.errors import (
    ConfigError,
    DataError,
    HistoryError,
    OptionError,
    RoleError,
    examples,
)
from benchreport.nightly.config import Columns, Config, Metric

__all__ = ["Night", "NightScores", "night_of", "nights_of", "pack", "tonight", "unpack"]

NIGHT = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d)?")
NIGHT_COLUMNS = "night date timestamp".split()
FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NightScores:
    """The scores of one metric on one night, a row each.

    Parameters
    ----------
    metric, higher_is_better
        What was measured.
    algorithm, dataset, repeat, version
        (R,) codes into the names below, rows sorted by them.
    value
        (R,) scores; NaN where the run failed.
    algorithms, datasets, repeats, versions
        The names.
    matched
        Whether repeats of the same name belong together from night to night.
    """

    metric: str
    higher_is_better: bool
    algorithm: NDArray[np.intp]
    dataset: NDArray[np.intp]
    repeat: NDArray[np.intp]
    version: NDArray[np.intp]
    value: NDArray[np.float64]
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    repeats: tuple[str, ...]
    versions: tuple[str, ...]
    matched: bool = True

    @property
    def failed(self) -> NDArray[np.bool_]:
        """Runs without a score."""
        return np.isnan(self.value)

    def frame(self) -> pd.DataFrame:
        """Return a row a run, with the roles' own names."""
        told: dict[str, Any] = {"algorithm": np.array(self.algorithms, object)[self.algorithm]}
        if self.datasets != ("",):
            told["dataset"] = np.array(self.datasets, object)[self.dataset]
        if self.repeats != ("",):
            told["repeat"] = np.array(self.repeats, object)[self.repeat]
        if self.versions != ("",):
            told["version"] = np.array(self.versions, object)[self.version]
        return pd.DataFrame({**told, self.metric: self.value})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Night:
    """A night's scores with what else was noted.

    Parameters
    ----------
    night
        ``"2026-11-20"``, or with a time ``"2026-11-20T15:00"``.
    label
        Of which branch or variant; empty for the only one.
    metrics
        The scores, one a metric.
    code
        Version of the code that was measured.
    context
        Anything else worth remembering: where it was read from, library versions.
    """

    night: str
    label: str = ""
    metrics: tuple[NightScores, ...]
    code: str = ""
    context: Mapping[str, str] = field(default_factory=dict)

    @property
    def sha256(self) -> str:
        """Of all scores with their names, whatever the rows' order was."""
        digest = hashlib.sha256()
        for each in sorted(self.metrics, key=lambda one: one.metric):
            digest.update(pack(each))
        return digest.hexdigest()

    @property
    def n_scores(self) -> int:
        """How many runs there are over all metrics."""
        return sum(len(each.value) for each in self.metrics)


def tonight(config: Config, now: dt.datetime) -> str:
    """Return which night it is: a date in the configuration's time zone.

    Parameters
    ----------
    config
        Says the zone and when a day starts.
    now
        With its zone.

    Examples
    --------
    >>> from benchreport.nightly.config import Nightly
    >>> config = Config(nightly=Nightly(time_zone="Europe/Berlin", day_starts="12:00"))
    >>> tonight(config, dt.datetime(2026, 11, 21, 2, 30, tzinfo=dt.UTC))
    '2026-11-20'
    """
    return _date(now, config.zone, config.nightly.day_starts)


def night_of(text: str) -> str:
    """Check the name of a night that was typed.

    Raises
    ------
    OptionError
        It is no ISO date.
    """
    try:
        if NIGHT.fullmatch(text):
            dt.datetime.fromisoformat(text)
            return text
    except ValueError:
        pass
    raise OptionError(
        f"a night is a date such as 2026-11-20, or 2026-11-20T15:00; got {text!r}.",
        hint="--night 2026-11-20",
    )


def nights_of(
    frame: pd.DataFrame, config: Config, *, night: str, label: str = "", code: str = ""
) -> list[Night]:
    """Read a frame of one or several nights.

    Parameters
    ----------
    frame
        Long or wide; a column that says the night splits it.
    config
        Its columns and metrics.
    night
        Which night the frame is of, where no column says so.
    label, code
        Branch and version of the code, where no column says so.

    Returns
    -------
    list
        Oldest first.

    Raises
    ------
    RoleError, DataError, ConfigError
        Columns that are not there, unusable cells, several values where a night has one.
    """
    if frame.empty:
        raise DataError("the results are empty: there is no row.", hint="look at what wrote them")
    frame = flat(frame)[0]
    column = _night_column(frame, config.columns)
    if column is None:
        return [_one(frame, config, night=night, label=label, code=code)]
    named = _names_of_nights(frame[column], config)
    rest = frame.drop(columns=column)
    return [
        _one(rest[named == name], config, night=name, label=label, code=code)
        for name in sorted(set(named))
    ]


def _night_column(frame: pd.DataFrame, columns: Columns) -> Hashable | None:
    if columns.night:
        return present("night", columns.night, frame)
    roles = {columns.algorithm, columns.dataset, *columns.repeat, *columns.version}
    called = [
        name
        for name in frame.columns
        if str(name).casefold() in NIGHT_COLUMNS and str(name) not in roles
    ]
    if len(called) > 1:
        raise RoleError(
            f"{len(called)} columns could say the night: {examples(called)}.",
            hint=f'night = "{called[0]}" under [columns]',
        )
    return called[0] if called else None


def _names_of_nights(column: "pd.Series[Any]", config: Config) -> "pd.Series[str]":
    texts = column.astype(str)
    if bool(texts.str.fullmatch(NIGHT.pattern).all()):
        return texts
    moments = pd.to_datetime(column, errors="coerce", utc=False, format="mixed")
    if moments.isna().any():
        odd = column[moments.isna()]
        raise DataError(
            f"column {column.name!r} should say the night of each row, but has "
            f"{examples(map(repr, odd))}.",
            hint="write dates as 2026-11-20",
        )
    zone, starts = config.zone, config.nightly.day_starts
    return moments.map(lambda moment: _date(moment.to_pydatetime(), zone, starts))


def _date(moment: dt.datetime, zone: ZoneInfo, starts: str) -> str:
    local = moment.astimezone(zone) if moment.tzinfo else moment
    day = local.date()
    # the clock on the wall decides, so that days of 23 and 25 hours need no care
    if f"{local:%H:%M}" < starts:
        day -= dt.timedelta(days=1)
    return day.isoformat()


def _one(frame: pd.DataFrame, config: Config, *, night: str, label: str, code: str) -> Night:
    columns = config.columns
    label, frame = _constant(frame, columns.label, "label", night, label)
    code, frame = _constant(frame, columns.code, "code", night, code)
    versions, frame = _versions(frame, columns)
    metrics = tuple(
        _scores(frame, versions, columns, each) for each in _metrics(frame, config, columns)
    )
    return Night(night=night, label=label, code=code, metrics=metrics)


def _constant(
    frame: pd.DataFrame, column: str, what: str, night: str, given: str
) -> tuple[str, pd.DataFrame]:
    """Read what is the same in all rows of a night."""
    if not column:
        return given, frame
    found = sorted(set(frame[present(what, column, frame)].astype(str)))
    if len(found) > 1:
        raise DataError(
            f"a night has one {what}; column {column!r} has {len(found)} on {night}: "
            f"{examples(found)}.",
            hint=f"take each {what} in on its own: benchreport nightly run --{what} {found[0]}",
        )
    return given or found[0], frame.drop(columns=column)


def _versions(
    frame: pd.DataFrame, columns: Columns
) -> tuple[tuple[NDArray[np.intp], tuple[str, ...]], pd.DataFrame]:
    """Join the columns that must not differ into one text a row."""
    if not columns.version:
        return (np.zeros(len(frame), dtype=np.intp), ("",)), frame
    for name in columns.version:
        present("version", name, frame)
    texts = [name + " " + frame[name].astype(str) for name in columns.version]
    joined = texts[0]
    for text in texts[1:]:
        joined = joined + ", " + text
    codes, names = pd.factorize(joined)
    return (codes, tuple(map(str, names))), frame.drop(columns=list(columns.version))


def _roles(columns: Columns, **changes: Any) -> Roles:  # noqa: ANN401 - see Roles
    return Roles().bound(
        algorithm=columns.algorithm or None,
        dataset=columns.dataset or None,
        repeat=list(columns.repeat) or None,
        **changes,
    )


def _metrics(frame: pd.DataFrame, config: Config, columns: Columns) -> tuple[Metric, ...]:
    """Return the metrics that were asked for; else every numeric column that plays no role."""
    if config.metric:
        return config.metric
    roles = _roles(columns)
    algorithm = column_of("algorithm", roles, frame)
    if algorithm is None:
        return (Metric(name="score"),)
    layout_roles = {algorithm, column_of("dataset", roles, frame)}
    known = [
        str(name)
        for name in frame.columns
        if name not in layout_roles and direction_of(name) is not None and is_number(frame[name])
    ]
    if not known:
        raise ConfigError(
            "no [[metric]] is configured, and no column's name says that it is one; the columns "
            f"are {examples(frame.columns, most=12)}.",
            hint='[[metric]] with name = "…" and higher_is_better = true',
        )
    return tuple(Metric(name=name) for name in known)


def _scores(
    frame: pd.DataFrame,
    versions: tuple[NDArray[np.intp], tuple[str, ...]],
    columns: Columns,
    metric: Metric,
) -> NightScores:
    roles = _roles(columns, higher_is_better=metric.higher_is_better)
    long = column_of("algorithm", roles, frame) is not None
    if long:
        others = [
            name
            for name in frame.columns
            if name != metric.name and is_number(frame[name]) and direction_of(name) is not None
        ]
        kept = frame.drop(columns=[name for name in others if name not in columns.repeat])
        roles = roles.bound(score=metric.name)
    else:
        kept, roles = frame, roles.bound(score=None if metric.name == "score" else metric.name)
    layout = read_layout(kept, roles)
    # a run that ended in infinity failed; the night is not lost for it
    finite = kept.replace([np.inf, -np.inf], np.nan)
    runs = read_runs(finite, layout)
    rows = len(runs.value) // max(1, len(frame))
    code, names = versions
    return _sorted(
        NightScores(
            metric=metric.name,
            higher_is_better=layout.higher_is_better,
            algorithm=runs.algorithm,
            dataset=runs.dataset,
            repeat=runs.repeat,
            version=np.repeat(code, rows),
            value=runs.value,
            algorithms=runs.algorithms,
            datasets=runs.datasets,
            repeats=runs.repeats,
            versions=names,
            matched=runs.matched,
        )
    )


SIDES = (
    ("algorithm", "algorithms"),
    ("dataset", "datasets"),
    ("repeat", "repeats"),
    ("version", "versions"),
)


def _sorted(scores: NightScores) -> NightScores:
    """Sort names and rows, so that the same scores are packed into the same bytes."""
    changes: dict[str, Any] = {}
    for codes, names in SIDES:
        told = getattr(scores, names)
        order = sorted(range(len(told)), key=told.__getitem__)
        place = np.empty(len(told), dtype=np.intp)
        place[order] = np.arange(len(told))
        changes[codes] = place[getattr(scores, codes)]
        changes[names] = tuple(told[each] for each in order)
    rows = np.lexsort([changes[codes] for codes, _ in reversed(SIDES)])
    for codes, _ in SIDES:
        changes[codes] = changes[codes][rows]
    return dataclasses.replace(scores, **changes, value=scores.value[rows] + 0.0)


def pack(scores: NightScores) -> bytes:
    """Write scores as compressed bytes; the same scores give the same bytes."""
    head = {
        "format": FORMAT,
        "metric": scores.metric,
        "higher_is_better": scores.higher_is_better,
        "matched": scores.matched,
        "rows": len(scores.value),
        **{names: list(getattr(scores, names)) for _, names in SIDES},
    }
    parts = [json.dumps(head, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")]
    parts += [getattr(scores, codes).astype("<i4").tobytes() for codes, _ in SIDES]
    # one bit pattern for every NaN
    value = np.where(np.isnan(scores.value), np.nan, scores.value)
    parts.append(value.astype("<f8").tobytes())
    body = len(parts[0]).to_bytes(8, "little") + b"".join(parts)
    return zlib.compress(body, 1)


def unpack(content: bytes) -> NightScores:
    """Read what `pack` wrote.

    Raises
    ------
    HistoryError
        The bytes are damaged, or were written by a newer version.
    """
    try:
        body = zlib.decompress(content)
        size = int.from_bytes(body[:8], "little")
        head = json.loads(body[8 : 8 + size].decode("utf-8", "surrogatepass"))
        if head["format"] != FORMAT:
            raise HistoryError(
                f"scores were written in format {head['format']}; this version knows {FORMAT}.",
                hint="install a newer benchreport",
            )
        rows, start = head["rows"], 8 + size
        arrays: dict[str, Any] = {}
        for codes, _ in SIDES:
            arrays[codes] = np.frombuffer(body, "<i4", rows, start).astype(np.intp)
            start += 4 * rows
        value = np.frombuffer(body, "<f8", rows, start).astype(float)
    except (zlib.error, ValueError, KeyError, TypeError) as error:
        raise HistoryError("packed scores are damaged.") from error
    arrays |= {names: tuple(head[names]) for _, names in SIDES}
    return NightScores(
        metric=head["metric"],
        higher_is_better=head["higher_is_better"],
        matched=head["matched"],
        value=value,
        **arrays,
    )
