"""Where a night's results come from: files, a query, a function."""

import glob
import importlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pandas as pd

from benchreport.data.readers import read_many
from benchreport.errors import ConfigError, DependencyError, ReadError
from benchreport.files import same_file
from benchreport.nightly.config.hints import in_toml
from benchreport.nightly.config.settings import Config
from benchreport.nightly.env_secrets import read_secret

__all__ = ["Results", "refuse_inputs", "results_of"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Results:
    """What a source gave.

    Parameters
    ----------
    frame
        The results; ``None`` where there are none of the night.
    told
        Where they are from, without secrets.
    newest
        When the newest file was written, as seconds since 1970; 0 where no file was read.
    """

    frame: pd.DataFrame | None
    told: str
    newest: float = 0.0


def results_of(config: Config, night: str) -> Results:
    """Fetch the results of a night.

    Parameters
    ----------
    config
        Says where they are.
    night
        Stands for ``{night}`` in paths and ``:night`` in a query.

    Raises
    ------
    ReadError
        A file, the database or the function fails.
    ConfigError
        The configuration names something that is not there.
    DependencyError
        A query needs SQLAlchemy, which is not installed.
    """
    source = config.source
    if source.files:
        return _from_files(config, night)
    return _from_sql(config, night) if source.sql else _from_python(config, night)


def _from_files(config: Config, night: str) -> Results:
    patterns = [each.replace("{night}", night) for each in config.source.files]
    files = list(dict.fromkeys(file for each in patterns for file in _matching(config, each)))
    told = ", ".join(patterns)
    if not files:
        return Results(frame=None, told=told)
    _refuse_outputs(files, config)
    try:
        frame = read_many(files, size_limit=config.source.size_limit)
    except ReadError as error:
        in_file = in_toml(error)
        if in_file is error:
            raise
        hint = f"if you trust the file: {in_file.hint}"
        raise ReadError(error.message, hint=hint) from error
    try:
        newest = max(each.stat().st_mtime for each in files)
    except OSError as error:
        raise ReadError(f"{error.filename} is gone: {error.strerror}.") from error
    return Results(frame=frame, told=told, newest=newest)


def refuse_inputs(places: Iterable[Path], config: Config) -> None:
    """Refuse to write over results of any night, or over the history.

    Parameters
    ----------
    places
        Where files are to be written.
    config
        Says where results and history are.

    Raises
    ------
    ConfigError
        A place is one of them, by whatever name.
    """
    patterns = [each.replace("{night}", "*") for each in config.source.files]
    inputs = [
        *_history_of(config),
        *(file for each in patterns for file in _matching(config, each)),
    ]
    for place in places:
        read = same_file(place, inputs)
        if read:
            raise ConfigError(
                f"{place} is {read}, which holds results or the history; it would be replaced.",
                hint="write to another file, or move the results to a folder of their own",
            )


def _refuse_outputs(files: Sequence[Path], config: Config) -> None:
    """Refuse results in files that the configuration has us write."""
    junit = config.notify.junit
    named = [*_history_of(config), *([config.place / junit.path] if junit else [])]
    for file in files:
        written = same_file(file, named)
        if written:
            raise ConfigError(
                f"[source] reads {file}, which is {written}, where this configuration writes.",
                hint="name another file in [source] files, or in [history] url or [notify.junit] path",
            )


def _history_of(config: Config) -> list[Path]:
    url = read_secret(config.history.url)
    return [] if "://" in url else [config.place / url]


def _matching(config: Config, pattern: str) -> list[Path]:
    """Return the files of a path or pattern, sorted."""
    plain = config.place / pattern
    # a plain path may hold characters that are special in a pattern; so may the folder it is in
    # of what is no file, such as a folder or a pipe, the reader says so
    if plain.exists():
        return [plain]
    found = sorted(glob.glob(pattern, root_dir=config.place, recursive=True))  # noqa: PTH207 - patterns may be absolute
    files = [config.place / each for each in found if (config.place / each).is_file()]
    # what we publish is no result, however wide the pattern
    ours = config.folder.absolute()
    if ours == config.place.absolute():
        return files
    return [each for each in files if not each.absolute().is_relative_to(ours)]


def _from_sql(config: Config, night: str) -> Results:
    try:
        import sqlalchemy
    except ImportError as error:
        raise DependencyError(
            "a query needs SQLAlchemy, which is not installed.",
            hint="pip install 'benchreport[postgres]'",
        ) from error
    url = read_secret(config.source.url)
    try:
        frame = _queried(url, config, night)
    except (
        sqlalchemy.exc.SQLAlchemyError,
        pd.errors.DatabaseError,
        ModuleNotFoundError,
    ) as error:
        # not chained: the whole message may hold the url with its password
        raise ReadError(
            f"the query of [source] failed: {_without_secrets(error, url)}.",
            hint="try it in the database's own client; a colon that begins no parameter is \\: here",
        ) from None
    return Results(frame=None if frame.empty else frame, told="a query")


def _queried(url: str, config: Config, night: str) -> pd.DataFrame:
    import sqlalchemy

    query = sqlalchemy.text(config.source.sql)
    address = sqlalchemy.make_url(url)
    if address.get_backend_name() == "sqlite" and address.database not in (None, "", ":memory:"):
        # as all files, beside the configuration; whoever runs it stands elsewhere
        address = address.set(database=str(config.place / str(address.database)))
    engine = sqlalchemy.create_engine(address)
    try:
        with engine.connect() as connection:
            # "::night" and '12:30' of a query are no parameters
            asked = "night" in query.compile().params
            return pd.read_sql(query, connection, params={"night": night} if asked else {})
    finally:
        engine.dispose()


def _without_secrets(error: Exception, url: str) -> str:
    """Say what failed, in a line."""
    import sqlalchemy

    told = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
    line = told.splitlines()[0].rstrip(".")
    hidden = [url]
    try:
        hidden += [str(sqlalchemy.make_url(url).password or "")]
    except sqlalchemy.exc.ArgumentError:
        # what cannot be read as a url may be anything
        return type(error).__name__ if url in told else line
    for each in filter(None, hidden):
        line = line.replace(each, "…")
    return line


def _from_python(config: Config, night: str) -> Results:
    name = config.source.python
    function = _entry_point(name, config.place)
    try:
        with _importing_from(config.place):
            frame = function(night)
    # a script's sys.exit(0) must not end the night as if all were well
    except (Exception, SystemExit) as error:
        raise ReadError(
            f"{name} failed for {night}: {type(error).__name__}: {error}.",
            hint=f"call {name}({night!r}) in Python",
        ) from error
    if frame is None or (isinstance(frame, pd.DataFrame) and frame.empty):
        return Results(frame=None, told=name)
    if not isinstance(frame, pd.DataFrame):
        raise ConfigError(
            f"{name} should return a pandas DataFrame; it returned {type(frame).__name__}.",
            hint="return pandas.DataFrame(rows)",
        )
    return Results(frame=frame, told=name)


def _entry_point(name: str, place: Path) -> Callable[[str], Any]:
    module, _, attribute = name.partition(":")
    try:
        with _importing_from(place):
            found = getattr(importlib.import_module(module), attribute)
    except (Exception, SystemExit) as error:
        raise ConfigError(
            f"[source] python = {name!r} cannot be imported: {type(error).__name__}: {error}.",
            hint='python = "module:function", the module beside the configuration or installed',
        ) from error
    return cast("Callable[[str], Any]", found)


@contextmanager
def _importing_from(place: Path) -> Iterator[None]:
    """Let modules beside the configuration be found."""
    sys.path.insert(0, os.fspath(place))
    try:
        yield
    finally:
        # the module may have changed the path itself
        if os.fspath(place) in sys.path:
            sys.path.remove(os.fspath(place))
