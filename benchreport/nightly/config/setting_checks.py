"""Checks that types cannot express: bounds of numbers, and settings that depend on each other."""

import datetime as dt
import difflib
import math
import re
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from benchreport.errors import ConfigError, examples
from benchreport.nightly.config.settings import Baseline, Config, ExpectedFailure, Metric, Source

NIGHT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2})?")
CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
PERCENT = re.compile(r"[0-9]+(\.[0-9]+)?\s*%")


def is_night(text: str) -> bool:
    """Return whether a text is the name of a night: an ISO date, with or without hours and minutes.

    >>> is_night("2026-11-20"), is_night("2026-11-20T15:00"), is_night("2026-02-30")
    (True, True, False)
    """
    if not NIGHT.fullmatch(text):
        return False
    try:
        dt.datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def check(config: Config) -> None:
    """Check a configuration whose values have the right types.

    Raises
    ------
    ConfigError
        A setting is wrong; the error describes the first one.
    """
    _check_source(config.source)
    for where, url in (("source", config.source.url), ("history", config.history.url)):
        _check_password(where, url)
    _check_zone(config.nightly.time_zone)
    if not CLOCK.fullmatch(config.nightly.day_starts):
        raise ConfigError(
            f"nightly.day_starts should be HH:MM; got {config.nightly.day_starts!r}.",
            hint='day_starts = "12:00"',
        )
    _check_numbers(config)
    _check_nights(config)
    _check_baseline(config.baseline)
    _check_metrics(config.metric)
    _check_failures(config.expected_failure)


def _check_source(source: Source) -> None:
    sources = [name for name in ("files", "sql", "python", "experiment") if getattr(source, name)]
    if len(sources) != 1:
        raise ConfigError(
            f"[source] needs one of files, sql, python and experiment; it has {examples(sources) or 'none'}.",
            hint='files = ["results/{night}*.csv"]',
        )
    if source.files and not all(map(str.strip, source.files)):
        raise ConfigError("[source] files has an empty path.", hint='files = ["results.csv"]')
    if source.sql and not source.url:
        raise ConfigError("[source] has sql, but no url of the database.", hint='url = "env:DB"')


def _check_password(where: str, url: str) -> None:
    """Refuse a password in the file; the message does not quote it."""
    _, mark, rest = url.partition("://")
    user, at, _ = rest.rpartition("@")
    has_password = at and ":" in user and not user.startswith("/")
    if mark and (has_password or re.search("[?&]password=", rest)):
        raise ConfigError(
            f"[{where}] url contains a password, which everyone who reads the file would see.",
            hint=f'url = "env:{where.upper()}_URL", and export {where.upper()}_URL=… in the environment',
        )


def _check_zone(name: str) -> None:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        zones = {zone.casefold(): zone for zone in available_timezones()}
        near = difflib.get_close_matches(name.casefold(), zones, n=1)
        hint = f'time_zone = "{zones[near[0]] if near else "Europe/Berlin"}"'
        raise ConfigError(
            f"nightly.time_zone = {name!r} is not a time zone that this system knows.",
            hint=hint if zones else "this system has no time zones: pip install tzdata",
        ) from error


def _check_numbers(config: Config) -> None:
    alerts, baseline = config.alerts, config.baseline
    bounds: tuple[tuple[str, float, float, float], ...] = (
        ("source.size_limit", config.source.size_limit, 0, 2**63),
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
                f"{name} must be {_write_bounds(value, above, below)}; got {value:g}.",
                hint=f"leave {name.partition('.')[2]} out for its default",
            )
    if alerts.drift < 0:
        raise ConfigError(
            f"alerts.drift must not be negative; got {alerts.drift:g}.", hint="drift = 0"
        )


def _write_bounds(value: float, above: float, below: float) -> str:
    """Write the numbers between two limits, which are excluded."""
    if isinstance(value, int):
        return f"a whole number from {int(above) + 1:,} to {int(below) - 1:,}"
    return f"a number above {above:g} and below {below:g}"


def _check_nights(config: Config) -> None:
    """Check that the numbers of nights fit each other."""
    alerts, baseline = config.alerts, config.baseline
    if baseline.hold_back <= alerts.confirm:
        needed = alerts.confirm + 1
        raise ConfigError(
            f"baseline.hold_back = {baseline.hold_back} lets nights that await confirmation into the "
            f"baseline; with alerts.confirm = {alerts.confirm} it must be {needed} or more.",
            hint=f"hold_back = {needed}",
        )
    if baseline.nights < alerts.min_nights:
        raise ConfigError(
            f"baseline.nights = {baseline.nights} never reaches alerts.min_nights = "
            f"{alerts.min_nights}, so no series would ever be judged.",
            hint=f"nights = {alerts.min_nights} under [baseline]",
        )


def _check_baseline(baseline: Baseline) -> None:
    for kind, name in (("pinned", "night"), ("label", "label")):
        setting = getattr(baseline, name)
        if baseline.kind == kind and not setting:
            raise ConfigError(
                f'[baseline] of kind "{kind}" needs {name}.',
                hint=f'{name} = "{"2026-01-31" if kind == "pinned" else "main"}"',
            )
        if baseline.kind != kind and setting:
            raise ConfigError(
                f'[baseline] has {name} = "{setting}", which only kind "{kind}" reads; it is of kind '
                f'"{baseline.kind}".',
                hint=f'kind = "{kind}", or leave {name} out',
            )
    if baseline.night and not is_night(baseline.night):
        raise ConfigError(
            f"baseline.night should be a date; got {baseline.night!r}.",
            hint='night = "2026-01-31", or "2026-01-31T15:00"',
        )


def _check_metrics(metrics: tuple[Metric, ...]) -> None:
    names = [metric.name for metric in metrics]
    if "" in names:
        raise ConfigError("a [[metric]] has an empty name.", hint='name = "accuracy"')
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ConfigError(
            f"metrics are configured more than once: {examples(twice)}.",
            hint="delete one [[metric]]",
        )
    for metric in metrics:
        _check_relevant(metric)


def _check_failures(expected: tuple[ExpectedFailure, ...]) -> None:
    for failure in expected:
        if not failure.algorithm and not failure.dataset:
            raise ConfigError(
                "an [[expected_failure]] names neither an algorithm nor a dataset.",
                hint='algorithm = "svm", dataset = "adult", or one of them',
            )


def _check_relevant(metric: Metric) -> None:
    relevant = metric.smallest_relevant
    if isinstance(relevant, str) and not PERCENT.fullmatch(relevant.strip()):
        raise ConfigError(
            f"smallest_relevant of {metric.name!r} should be a number or a percentage; got "
            f"{relevant!r}.",
            hint='smallest_relevant = "2 %"',
        )
    if not isinstance(relevant, str) and not 0 <= relevant < math.inf:
        raise ConfigError(
            f"smallest_relevant of {metric.name!r} should be 0 or more; got {relevant:g}.",
            hint="smallest_relevant = 0.01, whatever the direction",
        )
