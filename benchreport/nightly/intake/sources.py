"""The sources of a night's results: files, an SQL query, a Python function, or an experiment."""

import glob
import importlib
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pandas as pd

from benchreport.data.readers import files_of, read_many
from benchreport.data.readers.parts import find_parts, split_part
from benchreport.data.readers.tools.runners.pytest_benchmark import SAVED
from benchreport.engines.databases import Query, open_query
from benchreport.engines.large_files import open_files
from benchreport.errors import ConfigError, DependencyError, ReadError, examples
from benchreport.files import same_file
from benchreport.import_path import importing_from
from benchreport.nightly.config.hints import hints_in_toml
from benchreport.nightly.config.settings import Config
from benchreport.nightly.env_secrets import read_secret
from benchreport.nightly.intake.large_sources import reduce_nights
from benchreport.nightly.intake.night_dates import night_of
from benchreport.nightly.intake.unfinished_files import (
    find_cut_off,
    look_at,
    refuse_changed,
    refuse_cut_off,
    refuse_empty,
)

DAY = len("2026-11-20")
NAMES = re.compile(r"\{[A-Za-z_-]+\}")
# the parameter of a query; a colon behind a backslash is another one
ASKS = re.compile(r"(?<!\\):night\b")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Results:
    """The results from a source.

    Parameters
    ----------
    frame
        The results; ``None`` if the source has none for the night.
    origin
        A description of the source, without secrets.
    newest
        When the newest file was written, in seconds since 1970; 0 if no file was read.
    """

    frame: pd.DataFrame | None
    origin: str
    newest: float = 0.0


def fetch_results(config: Config, night: str) -> Results:
    """Fetch the results of a night.

    Parameters
    ----------
    config
        The configuration, which names the source.
    night
        The night, as an ISO date, for ``{night}`` (or ``{yyyymmdd}``) in paths and ``:night`` in a query.

    Raises
    ------
    ReadError
        A file cannot be read, or the query or the function fails.
    ConfigError
        The configuration names a module or a function that does not exist, or a wrong one.
    DependencyError
        A query needs SQLAlchemy, which is not installed.
    """
    source = config.source
    if source.files:
        return _from_files(config, night)
    if source.experiment:
        return _from_experiment(config, night)
    return _from_sql(config, night) if source.sql else _from_python(config, night)


def is_asked_by_night(config: Config) -> bool:
    """Whether the source is asked for one night, by its path, query or argument; else it holds them all."""
    source = config.source
    if source.files:
        return _fill_in(config, "", "") != [*source.files]
    return bool(ASKS.search(source.sql)) if source.sql else True


def _from_files(config: Config, night: str) -> Results:
    patterns = _fill_in(config, night, night[:DAY].replace("-", ""))
    files = list(dict.fromkeys(file for pattern in patterns for file in _matching(config, pattern)))
    origin = ", ".join(patterns)
    if not files:
        _refuse_unknown_names(config)
        return Results(frame=None, origin=origin)
    parts = files_of(files)
    _refuse_outputs(parts, config)
    _refuse_saved_twice(parts, night)
    before = look_at(parts)
    refuse_empty(before, files)
    with hints_in_toml("if you trust the file: "):
        native = open_files(files, config.source.engine)
        frame = (
            read_many(files, size_limit=config.source.size_limit)
            if native is None
            else reduce_nights(native, config)
        )
    refuse_changed(before)
    cut = find_cut_off(parts)
    if cut:
        of_nights = _fill_in(config, "[0-9]*-[0-9]*-[0-9]*", 8 * "[0-9]")
        others = [file for pattern in of_nights for file in _matching(config, pattern)]
        refuse_cut_off(cut, others, before, now=time.time())
    newest = max(look.changed for look in before.values())
    return Results(frame=frame, origin=origin, newest=newest)


def _refuse_unknown_names(config: Config) -> None:
    """Refuse names in braces that stand for nothing."""
    names = {name for path in config.source.files for name in NAMES.findall(path)}
    unknown = sorted(names - {"{night}", "{yyyymmdd}"})
    if unknown:
        raise ConfigError(
            f"[source] files has {examples(unknown)}, which stands for nothing.",
            hint="{night} stands for 2026-11-20, {yyyymmdd} for 20261120",
        )


def newest_file(config: Config) -> str:
    """Return the newest night of which the source has a file; empty if its files name none."""
    of_nights = _fill_in(config, "[0-9]*-[0-9]*-[0-9]*", 8 * "[0-9]")
    paths = [path for path in of_nights if path not in config.source.files]
    files = [str(file) for pattern in paths for file in _matching(config, pattern)]
    return max((night_of(file.removeprefix(str(config.place))) for file in files), default="")


def _refuse_saved_twice(files: Sequence[Path], night: str) -> None:
    """Refuse several files that pytest-benchmark saved by itself: their names say no algorithms."""
    saved = [file.name for file in files if SAVED.fullmatch(file.name)]
    if len(saved) > 1:
        raise ReadError(
            f"pytest-benchmark saved {len(saved)} files of {night}, {examples(saved)}; one is a night.",
            hint="move the others to another folder",
        )


def _fill_in(config: Config, night: str, digits: str) -> list[str]:
    """Return the paths of the source, with the night in place of its names."""
    return [
        path.replace("{night}", night).replace("{yyyymmdd}", digits) for path in config.source.files
    ]


def refuse_inputs(places: Iterable[Path], config: Config) -> None:
    """Refuse to overwrite the results of any night, or the history.

    Parameters
    ----------
    places
        The paths of the files to write.
    config
        The configuration, which names the results and the history.

    Raises
    ------
    ConfigError
        One of the files holds results or the history, possibly under another name.
    """
    patterns = _fill_in(config, "*", "*")
    inputs = [
        *_history_files(config),
        *(
            file
            for pattern in patterns
            for path in _matching(config, pattern)
            for file in (path.rglob("*") if path.is_dir() else [split_part(path)[0]])
        ),
    ]
    for place in places:
        read = same_file(place, inputs)
        if read:
            raise ConfigError(
                f"{place} is {read}, which holds results or the history; it would be replaced.",
                hint="write to another file, or move the results to a folder of their own",
            )


def _refuse_outputs(files: Sequence[Path], config: Config) -> None:
    """Refuse to read results from files that a run writes."""
    reports = [config.place / path for path in config.notify.outputs("path")]
    outputs = [*_history_files(config), *reports]
    for file in files:
        output = same_file(file, outputs)
        if output:
            raise ConfigError(
                f"[source] reads {file}, which is {output}, where this configuration writes.",
                hint="name another file in [source] files, or in [history] url or [notify.junit] path",
            )


def _history_files(config: Config) -> list[Path]:
    url = read_secret(config.history.url)
    return [] if "://" in url else [config.place / url]


def _matching(config: Config, pattern: str) -> list[Path]:
    """Return the files that match a path or pattern, sorted."""
    plain = config.place / pattern
    # a path that exists is no pattern, even if it holds characters that are special in one; the reader
    # refuses a path that is no file or folder, such as a pipe
    if plain.exists():
        return [plain]

    def find(text: str) -> list[Path]:
        names = sorted(glob.glob(text, root_dir=config.place, recursive=True))  # noqa: PTH207 - patterns may be absolute
        return [config.place / name for name in names if (config.place / name).is_file()]

    files = find_parts(pattern, find)
    # published pages are never results, even if the pattern matches them
    pages = config.folder.absolute()
    if pages == config.place.absolute():
        return files
    return [file for file in files if not file.absolute().is_relative_to(pages)]


def _from_sql(config: Config, night: str) -> Results:
    query = Query(
        url=read_secret(config.source.url),
        sql=config.source.sql,
        parameters={"night": night},
        # like all paths, that of an SQLite file is relative to the configuration
        folder=config.place,
        name="the query of [source]",
        hint="try it in the database's own client; :night is the only parameter, another colon is \\: here",
    )
    with open_query(query, config.source.engine) as found:
        frame = reduce_nights(found, config)
    return Results(frame=None if frame.empty else frame, origin="a query")


def _from_python(config: Config, night: str) -> Results:
    name = config.source.python
    function = _entry_point(name, config.place)
    try:
        with importing_from(config.place):
            frame = function(night)
    # sys.exit(0) in the user's module must not end the run as a success
    except (Exception, SystemExit) as error:
        raise ReadError(
            f"{name} failed for {night}: {type(error).__name__}: {error}.",
            hint=f"call {name}({night!r}) in Python",
        ) from error
    if frame is None or (isinstance(frame, pd.DataFrame) and frame.empty):
        return Results(frame=None, origin=name)
    if not isinstance(frame, pd.DataFrame):
        raise ConfigError(
            f"{name} should return a pandas DataFrame; it returned {type(frame).__name__}.",
            hint="return pandas.DataFrame(rows)",
        )
    return Results(frame=frame, origin=name)


def _from_experiment(config: Config, night: str) -> Results:
    """Run an experiment; after an interruption, the fits of the same night are not repeated."""
    try:
        from benchreport.experiments.experiment_file import run_file
    except ImportError as error:
        raise DependencyError(
            f"an experiment needs scikit-learn and joblib: {error}.",
            hint="pip install 'benchreport[experiments]'",
        ) from error
    result = run_file(config.place / config.source.experiment, night=night)
    return Results(frame=result.scores, origin=config.source.experiment)


def _entry_point(name: str, place: Path) -> Callable[[str], Any]:
    module, _, attribute = name.partition(":")
    try:
        with importing_from(place):
            function = getattr(importlib.import_module(module), attribute)
    except (Exception, SystemExit) as error:
        raise ConfigError(
            f"[source] python = {name!r} cannot be imported: {type(error).__name__}: {error}.",
            hint='python = "module:function", the module beside the configuration or installed',
        ) from error
    return cast("Callable[[str], Any]", function)
