"""Where a night's results come from: files, a query, a function."""

import glob
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pandas as pd

from benchreport.data.readers import read_many
from benchreport.errors import ConfigError, DependencyError, ReadError
from benchreport.nightly.config import Config, secret

__all__ = ["Results", "results_of"]


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
    found: list[Path] = []
    for pattern in patterns:
        whole = str(config.place / pattern)
        # a plain path may hold characters that are special in a pattern
        matches = [whole] if Path(whole).is_file() else sorted(glob.glob(whole, recursive=True))  # noqa: PTH207 - patterns may be absolute
        found += [Path(each) for each in matches if Path(each).is_file()]
    files = list(dict.fromkeys(found))
    told = ", ".join(patterns)
    if not files:
        return Results(frame=None, told=told)
    newest = max(each.stat().st_mtime for each in files)
    return Results(frame=read_many(files), told=told, newest=newest)


def _from_sql(config: Config, night: str) -> Results:
    try:
        import sqlalchemy
    except ImportError as error:
        raise DependencyError(
            "a query needs SQLAlchemy, which is not installed.",
            hint="pip install 'benchreport[postgres]'",
        ) from error
    query = config.source.sql
    try:
        engine = sqlalchemy.create_engine(secret(config.source.url))
        with engine.connect() as connection:
            given = {"night": night} if ":night" in query else {}
            frame = pd.read_sql(sqlalchemy.text(query), connection, params=given)
    except (sqlalchemy.exc.SQLAlchemyError, ModuleNotFoundError) as error:
        # the whole message may hold the url with its password
        reason = getattr(error, "orig", None) or type(error).__name__
        raise ReadError(
            f"the query of [source] failed: {reason}.", hint="try it in the database's own client"
        ) from error
    return Results(frame=None if frame.empty else frame, told="a query")


def _from_python(config: Config, night: str) -> Results:
    name = config.source.python
    function = _entry_point(name, config.place)
    try:
        frame = function(night)
    except Exception as error:
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
    except (ImportError, AttributeError, ValueError) as error:
        raise ConfigError(
            f"[source] python = {name!r} cannot be imported: {error}.",
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
        sys.path.remove(os.fspath(place))
