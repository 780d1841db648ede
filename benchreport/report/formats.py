"""What a report is written as: a module for each format, by the file's suffix."""

import importlib
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from benchreport.errors import OptionError
from benchreport.hints import Hint, code

if TYPE_CHECKING:
    from benchreport.report.build import Report

__all__ = ["FORMATS", "Files", "check_suffix", "files_of", "save_as"]

Files = dict[str, bytes]
"""Contents by path relative to the folder of the report; the report itself comes last."""

# each module has write(report, name) -> Files, and loads when a report is first written so
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


def files_of(report: "Report", path: Path) -> Files:
    """Write a report in the format of the path's suffix.

    Parameters
    ----------
    report
        Finished.
    path
        Its name is that of the report's file.

    Returns
    -------
    dict
        The file, and what it refers to, such as figures in a folder beside it.
    """
    check_suffix(path)
    module = importlib.import_module(f"benchreport.report.writers.{FORMATS[path.suffix.lower()]}")
    write: Callable[[Report, str], Files] = module.write
    return write(report, path.name)
