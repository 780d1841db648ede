"""The configuration of the nights: one TOML file, every key known.

Each table of the file is a dataclass here; a field's type says what may stand there.
"""

import dataclasses
import difflib
import os
import re
import tomllib
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from benchreport.errors import ConfigError, ReadError, examples

__all__ = [
    "Alerts",
    "Baseline",
    "Columns",
    "Config",
    "Github",
    "HistorySettings",
    "Junit",
    "Mail",
    "Metric",
    "Nightly",
    "Notify",
    "Pages",
    "Slack",
    "Source",
    "Webhook",
    "load",
    "secret",
]

When = Literal["always", "change", "regression"]
ENV = re.compile(r"env:([A-Za-z_][A-Za-z0-9_]*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Nightly:
    """``[nightly]``: what runs, and where its pages go.

    Parameters
    ----------
    name
        Of the benchmark.
    folder
        What is published: the index page, a folder a night. Relative to the configuration file.
    time_zone
        Says which day it is when results come.
    day_starts
        ``"HH:MM"``; results before it belong to the night before.
    """

    name: str = "benchmark"
    folder: str = "nights"
    time_zone: str = "UTC"
    day_starts: str = "00:00"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """``[source]``: where tonight's results are; one of files, sql and python.

    Parameters
    ----------
    files
        Paths and globs relative to the configuration file; ``{night}`` stands for the date.
    sql, url
        A query with ``:night`` where it asks for a night, and the database, ``"env:NAME"``.
    python
        ``"module:function"``; called with the night, returns a DataFrame.
    """

    files: tuple[str, ...] = ()
    sql: str = ""
    url: str = field(default="", repr=False)
    python: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """``[columns]``: which column plays which role; those left out are read from their names.

    Parameters
    ----------
    algorithm, dataset, repeat, night
        As for ``df.bench``; ``night`` says which night a row is of.
    version
        Columns that must be the same for scores to be comparable: versions and hashes of datasets,
        of the metric, of the machine.
    code
        A column that says which version of the code was measured: a commit.
    label
        A column that says which branch or variant a run was of.
    """

    algorithm: str = ""
    dataset: str = ""
    repeat: tuple[str, ...] = ()
    night: str = ""
    version: tuple[str, ...] = ()
    code: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """``[[metric]]``: what is measured.

    Parameters
    ----------
    name
        The column of its scores.
    higher_is_better
        The direction; may be left out where the name tells.
    unit
        Written behind numbers.
    smallest_relevant
        Changes smaller than this are not alerted: a number in the metric's unit, or ``"2 %"`` of the
        baseline.
    compare
        By differences, or by ratios (of times, of sizes).
    """

    name: str
    higher_is_better: bool | None = None
    unit: str = ""
    smallest_relevant: float | str = 0.0
    compare: Literal["difference", "ratio"] = "difference"


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """``[baseline]``: what tonight is compared with.

    Parameters
    ----------
    kind
        ``"last"``: the last nights, held back; ``"previous"``: the night before those that are
        looked at; ``"pinned"``: one night; ``"best"``: the best level there was; ``"label"``: the last
        nights of another branch.
    nights
        How many nights, at most.
    hold_back
        How many nights before tonight are left out, so that what happens now cannot become normal.
    night, label
        Of the pinned night, of the other branch.
    """

    kind: Literal["last", "previous", "pinned", "best", "label"] = "last"
    nights: int = 90
    hold_back: int = 3
    night: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alerts:
    """``[alerts]``: what counts as found.

    Parameters
    ----------
    series
        A series for each algorithm over all datasets, for each algorithm on each dataset, or both.
    false_discovery_rate
        Of the series that a night calls worse.
    alpha
        No series is called worse whose own p-value is larger.
    confirm
        How many nights must agree; 1 alerts at once, and on every spike.
    min_nights
        Nights of history before anything is said.
    drift
        False discovery rate of slow trends; 0 looks for none.
    """

    series: Literal["algorithm", "dataset", "both"] = "algorithm"
    false_discovery_rate: float = 0.15
    alpha: float = 0.01
    confirm: int = 2
    min_nights: int = 20
    drift: float = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class HistorySettings:
    """``[history]``: where the nights are remembered, and for how long.

    Parameters
    ----------
    url
        A file for SQLite, relative to the configuration; or ``postgresql://…``, best as ``"env:NAME"``.
    keep_all
        So many nights are kept in full, older ones one a week; 0 keeps all.
    backup
        Keep a copy of the SQLite file beside it, made anew after each night.
    """

    url: str = field(default="history.db", repr=False)
    keep_all: int = 0
    backup: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """``[report]``: what is written each night."""

    title: str = ""
    pdf: bool = True
    comparison: bool = True
    nights: int = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """``[notify.webhook]``: JSON by POST."""

    url: str = field(repr=False)
    when: When = "change"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slack:
    """``[notify.slack]``: text to an incoming webhook."""

    url: str = field(repr=False)
    when: When = "change"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """``[notify.mail]``: by SMTP, or an .eml file in a folder.

    Parameters
    ----------
    to, sender
        Addresses.
    host, port, security, user, password
        Of the server; the password only as ``"env:NAME"``.
    folder
        Where letters are written instead, relative to the configuration file.
    when
        As for the others.
    """

    to: tuple[str, ...]
    sender: str
    host: str = ""
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)
    folder: str = ""
    when: When = "regression"


@dataclass(frozen=True, slots=True, kw_only=True)
class Github:
    """``[notify.github]``: the summary of an Actions step, and annotations."""

    summary: bool = True
    annotations: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Junit:
    """``[notify.junit]``: a test case each series.

    Parameters
    ----------
    path
        Relative to the configuration file.
    """

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Notify:
    """``[notify]``: who is told, and where a link leads.

    Parameters
    ----------
    link
        The address under which the folder is published.
    """

    link: str = ""
    webhook: Webhook | None = None
    slack: Slack | None = None
    mail: Mail | None = None
    github: Github | None = None
    junit: Junit | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The whole file; ``place`` is the folder that it stands in."""

    nightly: Nightly = field(default_factory=Nightly)
    source: Source = field(default_factory=Source)
    columns: Columns = field(default_factory=Columns)
    metric: tuple[Metric, ...] = ()
    baseline: Baseline = field(default_factory=Baseline)
    alerts: Alerts = field(default_factory=Alerts)
    history: HistorySettings = field(default_factory=HistorySettings)
    report: Pages = field(default_factory=Pages)
    notify: Notify = field(default_factory=Notify)
    place: Path = field(default_factory=Path, metadata={"file": False})

    @property
    def folder(self) -> Path:
        """Where the pages go."""
        return self.place / self.nightly.folder

    @property
    def zone(self) -> ZoneInfo:
        """Of the nights."""
        return ZoneInfo(self.nightly.time_zone)


def load(path: str | os.PathLike[str]) -> Config:
    """Read and check a configuration.

    Parameters
    ----------
    path
        A TOML file.

    Raises
    ------
    ReadError
        There is no such file.
    ConfigError
        It is not TOML, or says something that is not understood.
    """
    place = Path(path)
    try:
        told = tomllib.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ReadError(
            f"there is no configuration {place}.",
            hint="write one from a file of results: benchreport nightly init results.csv",
        ) from error
    except OSError as error:
        raise ReadError(f"{place} cannot be opened: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{place} is not UTF-8 text.", hint="save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{place} is not TOML: {error}.", hint="put texts in quotes") from error
    config: Config = _table(Config, told, "")
    config = dataclasses.replace(config, place=place.absolute().parent)
    _check(config)
    return config


def secret(text: str) -> str:
    """Return what a setting stands for: ``"env:NAME"`` is read from the environment.

    Raises
    ------
    ConfigError
        The environment has no such variable.
    """
    named = ENV.fullmatch(text)
    if not named:
        return text
    value = os.environ.get(named[1], "")
    if not value:
        raise ConfigError(
            f"the environment has no {named[1]}, which the configuration asks for.",
            hint=f"export {named[1]}=…",
        )
    return value


def _table(kind: type[Any], told: object, where: str) -> Any:  # noqa: ANN401 - any of our tables
    """Make a table's dataclass of what TOML says."""
    if not isinstance(told, Mapping):
        raise ConfigError(
            f"{where} should be a table; got {told!r}.", hint=f"[{where}] on a line of its own"
        )
    hints = typing.get_type_hints(kind)
    known = [each for each in dataclasses.fields(kind) if each.metadata.get("file", True)]
    _refuse_unknown(where, told, [each.name for each in known])
    needed = [
        each.name
        for each in known
        if each.default is dataclasses.MISSING
        and each.default_factory is dataclasses.MISSING
        and each.name not in told
    ]
    if needed:
        raise ConfigError(f"[{where}] lacks {examples(needed)}.", hint=f"{needed[0]} = …")
    return kind(
        **{name: _value(hints[name], value, _joined(where, name)) for name, value in told.items()}
    )


def _refuse_unknown(where: str, told: Mapping[str, Any], known: list[str]) -> None:
    for name in told:
        if name in known:
            continue
        near = difflib.get_close_matches(name, known, n=1)
        at = f"[{where}]" if where else "the file"
        raise ConfigError(
            f"{at} has an unknown key {name!r}; it knows {', '.join(known)}.",
            hint=f"did you mean {near[0]}?" if near else f"delete {name}, or comment it out with #",
        )


def _value(hint: Any, value: object, where: str) -> Any:  # noqa: ANN401 - any annotation
    """Check one value against its annotation."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        return _table(typing.cast("type[Any]", hint), value, where)
    if origin is Literal:
        if value in arguments:
            return value
        near = difflib.get_close_matches(str(value), [str(each) for each in arguments], n=1)
        raise ConfigError(
            f"{where} must be one of {', '.join(map(repr, arguments))}; got {value!r}.",
            hint=f'{where.rpartition(".")[2]} = "{(near or arguments)[0]}"',
        )
    if origin is tuple:
        # one text does for a list of one
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list):
            raise _wrong(where, "a list", value)
        return tuple(
            _value(arguments[0], each, f"{where}[{place}]") for place, each in enumerate(listed)
        )
    if origin in (types.UnionType, typing.Union):
        choices = [each for each in arguments if each is not types.NoneType]
        return _any_of(choices, value, where)
    return _plain(hint, value, where)


def _any_of(choices: list[Any], value: object, where: str) -> Any:  # noqa: ANN401
    if len(choices) == 1:
        return _value(choices[0], value, where)
    for each in choices:
        try:
            return _value(each, value, where)
        except ConfigError:
            continue
    raise _wrong(where, " or ".join(PLAIN[each] for each in choices), value)


PLAIN = {str: "a text", float: "a number", int: "a whole number", bool: "true or false"}


def _plain(kind: type, value: object, where: str) -> Any:  # noqa: ANN401
    number = isinstance(value, int) and not isinstance(value, bool)
    if kind is float and (number or isinstance(value, float)):
        return float(typing.cast("float", value))
    if (kind is int and number) or (kind is not int and isinstance(value, kind)):
        return value
    raise _wrong(where, PLAIN[kind], value)


def _wrong(where: str, expected: str, value: object) -> ConfigError:
    name = where.rpartition(".")[2]
    example = {"a text": '"…"', "a number": "0.05", "a whole number": "20", "a list": '["…"]'}
    return ConfigError(
        f"{where} should be {expected}; got {value!r}.",
        hint=f"{name} = {example.get(expected, 'true')}",
    )


def _joined(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _check(config: Config) -> None:
    """Check what no type says."""
    source = config.source
    given = [name for name in ("files", "sql", "python") if getattr(source, name)]
    if len(given) != 1:
        raise ConfigError(
            f"[source] needs one of files, sql and python; it has {examples(given) or 'none'}.",
            hint='files = ["results/{night}*.csv"]',
        )
    if source.sql and not source.url:
        raise ConfigError("[source] has sql, but no url of the database.", hint='url = "env:DB"')
    try:
        ZoneInfo(config.nightly.time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ConfigError(
            f"nightly.time_zone = {config.nightly.time_zone!r} is no time zone.",
            hint='time_zone = "Europe/Berlin"',
        ) from error
    if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", config.nightly.day_starts):
        raise ConfigError(
            f"nightly.day_starts should be HH:MM; got {config.nightly.day_starts!r}.",
            hint='day_starts = "12:00"',
        )
    _check_numbers(config)
    _check_baseline(config.baseline)
    _check_metrics(config.metric)


def _check_numbers(config: Config) -> None:
    alerts, baseline = config.alerts, config.baseline
    bounds: tuple[tuple[str, float, float, float], ...] = (
        ("alerts.false_discovery_rate", alerts.false_discovery_rate, 0.0, 1.0),
        ("alerts.alpha", alerts.alpha, 0.0, 1.0),
        ("alerts.drift", alerts.drift, -1.0, 1.0),
        ("alerts.confirm", alerts.confirm, 0, 8),
        ("alerts.min_nights", alerts.min_nights, 4, 1e6),
        ("baseline.nights", baseline.nights, 0, 1e6),
        ("baseline.hold_back", baseline.hold_back, -1, 1e3),
        ("history.keep_all", config.history.keep_all, -1, 1e9),
        ("report.nights", config.report.nights, 0, 1e5),
    )
    for name, value, above, below in bounds:
        if not above < value < below:
            raise ConfigError(
                f"{name} must lie between {above:g} and {below:g}, both excluded; got {value:g}.",
                hint=f"leave {name.partition('.')[2]} out for its default",
            )
    if baseline.hold_back <= alerts.confirm:
        needed = alerts.confirm + 1
        raise ConfigError(
            f"baseline.hold_back = {baseline.hold_back} lets nights that are being confirmed into the "
            f"baseline; with alerts.confirm = {alerts.confirm} it must be {needed} or more.",
            hint=f"hold_back = {needed}",
        )


def _check_baseline(baseline: Baseline) -> None:
    for kind, name in (("pinned", "night"), ("label", "label")):
        if baseline.kind == kind and not getattr(baseline, name):
            raise ConfigError(
                f'[baseline] of kind "{kind}" needs {name}.',
                hint=f'{name} = "{"2026-01-31" if kind == "pinned" else "main"}"',
            )


def _check_metrics(metrics: tuple[Metric, ...]) -> None:
    names = [each.name for each in metrics]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ConfigError(
            f"metrics are there more than once: {examples(twice)}.", hint="delete one [[metric]]"
        )
    for each in metrics:
        relevant = each.smallest_relevant
        if isinstance(relevant, str) and not re.fullmatch(r"\d+(\.\d+)?\s*%", relevant):
            raise ConfigError(
                f"smallest_relevant of {each.name!r} should be a number or a percentage; got "
                f"{relevant!r}.",
                hint='smallest_relevant = "2 %"',
            )
        if not isinstance(relevant, str) and relevant < 0:
            raise ConfigError(
                f"smallest_relevant of {each.name!r} is negative: {relevant:g}.",
                hint="smallest_relevant = 0.01, whatever the direction",
            )
