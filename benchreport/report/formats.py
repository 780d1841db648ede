"""The formats that a report is written in: a writer for each, by the file's suffix."""

import importlib
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from benchreport.errors import OptionError
from benchreport.hints import Hint, code

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchreport.report.contents import Contents, Files

# modules of report.writers, each with write(contents, name) -> Files; they load when they are first used
FORMATS = {
    ".html": "html",
    ".htm": "html",
    ".pdf": "pdf",
    ".tex": "latex",
    ".typ": "typst",
    ".md": "markdown",
    ".docx": "word",
    ".xlsx": "excel",
    ".json": "facts_json",
    ".zip": "archive",
}


def save_as(path: Path | str) -> Hint:
    """Say how to save a report as another file."""
    return code(f".save({str(path)!r})", f"-o {shlex.quote(str(path))}")


def check_suffix(path: Path) -> None:
    """Raise `OptionError` unless there is a format of that suffix."""
    if path.suffix.lower() not in FORMATS:
        raise OptionError(
            f"a report is saved as {', '.join(FORMATS)}; got {path.name!r}.",
            hint=save_as(path.with_name(f"{path.stem}.html")),
        )


def files_of(contents: "Contents", path: Path) -> "Files":
    """Write a report in the format of the path's suffix.

    Parameters
    ----------
    contents
        All that the report knows.
    path
        The name of the report's file.

    Returns
    -------
    dict
        The file, and the files that it refers to, such as figures in a folder beside it.
    """
    check_suffix(path)
    module = importlib.import_module(f"benchreport.report.writers.{FORMATS[path.suffix.lower()]}")
    write: Callable[[Contents, str], Files] = module.write
    return write(contents, path.name)
