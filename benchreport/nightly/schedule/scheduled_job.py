"""What a schedule has to know of a configuration."""

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
from benchreport.nightly.schedule.local_time import time_of_day
from benchreport.plots.base.short_names import escape_unprintable

__all__ = ["Job", "job_of", "placed", "repository", "within"]

EXTRAS = {".parquet": "parquet", ".xlsx": "excel"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is to be run, when, and what it writes.

    Parameters
    ----------
    config
        The file, absolute, as are all paths.
    place
        Its folder.
    name
        Of the benchmark, on one line.
    at, zone
        When.
    folder
        What is published.
    history
        The file that remembers; ``None`` where a database does.
    written
        Folders that a run writes in, but none that is within another one.
    secrets
        Variables of the environment that the configuration reads.
    junit
        Where the results of the night as tests go.
    pdf
        Whether PDFs are made, which needs a system library.
    extras
        Optional parts that must be installed.
    """

    config: Path
    place: Path
    name: str
    at: time
    zone: ZoneInfo
    folder: Path
    history: Path | None
    written: tuple[Path, ...]
    secrets: tuple[str, ...]
    junit: Path | None
    pdf: bool
    extras: tuple[str, ...]


def job_of(config_path: Path, *, at: str) -> Job:
    """Read a configuration, and say what it has run.

    Raises
    ------
    OptionError
        No such time of day in its zone, or a path that cannot be written in a schedule.
    """
    config = load(config_path)
    path = placed(config_path)
    history, folder, junit = _history(config), config.folder.absolute(), config.notify.junit
    file = None if junit is None else config.place / junit.path
    mail = config.notify.mail
    letters = None if mail is None or not mail.folder else config.place / mail.folder
    written = [path.parent, folder, letters, *(each and each.parent for each in (history, file))]
    return Job(
        config=path,
        place=path.parent,
        name=" ".join(escape_unprintable(config.nightly.name).split()),
        at=time_of_day(at, zone=config.zone),
        zone=config.zone,
        folder=_utterable(folder),
        history=history and _utterable(history),
        written=_outermost([_utterable(each) for each in written if each is not None]),
        secrets=tuple(dict.fromkeys(_secrets(dataclasses.asdict(config)))),
        junit=file and _utterable(file),
        pdf=config.report.pdf,
        extras=_extras(config),
    )


def placed(config_path: Path) -> Path:
    """Return the one absolute path by which a configuration's schedule is found again."""
    return _utterable(_resolved(config_path.absolute()))


def _history(config: Config) -> Path | None:
    url = config.history.url
    return None if "://" in url or ENV.fullmatch(url) else config.place / url


def _utterable(path: Path) -> Path:
    """Refuse a path that ends a line, or that a unit would join to the next one."""
    if not str(path).isprintable() or "\\" in str(path) or str(path).endswith(" "):
        raise OptionError(
            f"a schedule cannot name a path with line breaks, backslashes or a blank at its end: "
            f"{str(path)!r}.",
            hint="rename it",
        )
    return path


def _outermost(folders: Sequence[Path]) -> tuple[Path, ...]:
    """Leave out folders that are within another one."""
    plain = dict.fromkeys(_resolved(each) for each in folders)
    return tuple(each for each in plain if not any(outer in plain for outer in each.parents))


def _resolved(path: Path) -> Path:
    return Path(os.path.normpath(path))


def _secrets(told: object) -> Iterator[str]:
    """Find the variables that a configuration names, however deep."""
    if isinstance(told, str) and (named := ENV.fullmatch(told)):
        yield named[1]
    if isinstance(told, Mapping):
        for each in told.values():
            yield from _secrets(each)
    elif isinstance(told, tuple | list):
        for each in told:
            yield from _secrets(each)


def _extras(config: Config) -> tuple[str, ...]:
    suffixes = {Path(each).suffix for each in config.source.files}
    found = {EXTRAS[each] for each in suffixes if each in EXTRAS}
    return tuple(sorted(found | ({"postgres"} if _history(config) is None else set())))


def repository(place: Path) -> Path:
    """Find the root of the repository; a folder that is in none counts as one."""
    return next((each for each in (place, *place.parents) if (each / ".git").exists()), place)


def within(path: Path, root: Path) -> str:
    """Return a path below a root, as a workflow can name it.

    Raises
    ------
    OptionError
        It is elsewhere, or shells, YAML or GitLab would not read it as one plain word.
    """
    plain = _resolved(path)
    if not plain.is_relative_to(root):
        raise OptionError(
            f"a hosted run keeps what lies in {str(root)!r} only; got {str(path)!r}.",
            hint="write relative paths in the configuration",
        )
    inner = plain.relative_to(root).as_posix()
    if not re.fullmatch(r"[\w./+-]+", inner) or inner.startswith("-"):
        raise OptionError(
            f"a path in a workflow has letters, digits and . _ + - / only; got {inner!r}.",
            hint="rename it",
        )
    return inner
