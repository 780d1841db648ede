"""The job of a schedule, read from a configuration."""

import dataclasses
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import time
from pathlib import Path
from zoneinfo import ZoneInfo

from benchreport.errors import OptionError
from benchreport.nightly.config.load import load
from benchreport.nightly.config.settings import Config
from benchreport.nightly.env_secrets import ENV
from benchreport.nightly.schedule.local_time import parse_time
from benchreport.plots.base.short_names import escape_unprintable

EXTRAS = {".parquet": "parquet", ".xlsx": "excel"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The facts of a configuration that a schedule needs; all paths are absolute.

    Parameters
    ----------
    config, place
        The configuration file, and its folder.
    name
        The benchmark's name, on one line.
    at, zone
        The time of day, and its time zone.
    folder
        The folder of the pages.
    history
        The history's file; ``None`` if a server holds the history.
    output_folders
        The folders that a run writes to, without folders inside another of them.
    secrets
        The names of the environment variables that the configuration reads.
    junit
        The JUnit file; ``None`` if none is written.
    pdf
        Whether runs write PDFs, which needs a system library.
    extras
        The optional dependencies of the package that must be installed.
    """

    config: Path
    place: Path
    name: str
    at: time
    zone: ZoneInfo
    folder: Path
    history: Path | None
    output_folders: tuple[Path, ...]
    secrets: tuple[str, ...]
    junit: Path | None
    pdf: bool
    extras: tuple[str, ...]


def read_job(config_path: Path, *, at: str) -> Job:
    """Read the job of a schedule from a configuration.

    Raises
    ------
    OptionError
        The configuration's zone lacks this time on some day, or a schedule cannot name one of the paths.
    """
    config = load(config_path)
    path = schedule_path(config_path)
    history, folder, junit = _history(config), config.folder.absolute(), config.notify.junit
    file = None if junit is None else config.place / junit.path
    outputs = [path.parent, folder]
    outputs += [config.place / name for name in config.notify.outputs("folder")]
    files = [history] if history else []
    files += [config.place / name for name in config.notify.outputs("path")]
    return Job(
        config=path,
        place=path.parent,
        name=" ".join(escape_unprintable(config.nightly.name).split()),
        at=parse_time(at, zone=config.zone),
        zone=config.zone,
        folder=_check_path(folder),
        history=history and _check_path(history),
        output_folders=_outermost([*outputs, *(file.parent for file in files)]),
        secrets=tuple(dict.fromkeys(_secrets(dataclasses.asdict(config)))),
        junit=file and _check_path(file),
        pdf=config.report.pdf,
        extras=_extras(config),
    )


def schedule_path(config_path: Path) -> Path:
    """Return the absolute path of a configuration, by which its schedule is recognised."""
    return _check_path(_normalize(config_path.absolute()))


def _history(config: Config) -> Path | None:
    url = config.history.url
    return None if "://" in url or ENV.fullmatch(url) else config.place / url


def _check_path(path: Path) -> Path:
    """Refuse a path that would end a line, or join a line of a unit to the next."""
    if not str(path).isprintable() or "\\" in str(path) or str(path).endswith(" "):
        raise OptionError(
            f"a schedule cannot name a path with line breaks, backslashes or a blank at its end: "
            f"{str(path)!r}.",
            hint="rename it",
        )
    return path


def _outermost(folders: Sequence[Path]) -> tuple[Path, ...]:
    """Return the folders that are not inside another of them."""
    plain = dict.fromkeys(_normalize(_check_path(folder)) for folder in folders)
    return tuple(folder for folder in plain if plain.keys().isdisjoint(folder.parents))


def _normalize(path: Path) -> Path:
    return Path(os.path.normpath(path))


def _secrets(settings: object) -> Iterator[str]:
    """Yield the environment variables that settings name, at any depth."""
    if isinstance(settings, str) and (variable := ENV.fullmatch(settings)):
        yield variable[1]
    elif isinstance(settings, Mapping | tuple | list):
        for setting in settings.values() if isinstance(settings, Mapping) else settings:
            yield from _secrets(setting)


def _extras(config: Config) -> tuple[str, ...]:
    suffixes = {Path(file).suffix for file in config.source.files}
    extras = {EXTRAS[suffix] for suffix in suffixes if suffix in EXTRAS}
    return tuple(sorted(extras | ({"postgres"} if _history(config) is None else set())))


def repository_root(place: Path) -> Path:
    """Return the root of the repository that holds a folder; the folder itself if there is none."""
    folders = (place, *place.parents)
    return next((folder for folder in folders if (folder / ".git").exists()), place)


def path_within(path: Path, root: Path) -> str:
    """Return a path relative to a root, in a form that a workflow can name.

    Raises
    ------
    OptionError
        The path is not below the root, or shells, YAML or GitLab would not read it as one plain word.
    """
    plain = _normalize(path)
    if not plain.is_relative_to(root):
        raise OptionError(
            f"a hosted run keeps files in {str(root)!r} only; got {str(path)!r}.",
            hint="write relative paths in the configuration",
        )
    inner = plain.relative_to(root).as_posix()
    if not re.fullmatch(r"[\w./+-]+", inner) or inner.startswith("-"):
        raise OptionError(
            f"a path in a workflow may have only letters, digits and . _ + - /; got {inner!r}.",
            hint="rename it",
        )
    return inner
