"""The formats of a report: the writer for each suffix of a file."""

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
PICTURES = frozenset(".png .svg .jpg .jpeg .eps .gif .tif .tiff .bmp .webp".split())


def save_as(path: Path | str) -> Hint:
    """Return a hint to save the report under another name."""
    return code(f".save({str(path)!r})", f"-o {shlex.quote(str(path))}")


def check_suffix(path: Path) -> None:
    """Raise `OptionError` if no format has this suffix."""
    if path.suffix.lower() not in FORMATS:
        figures = "; " + code(".save_figures('figures')", "--figures FOLDER")
        drawn = figures + " writes its figures" if path.suffix.lower() in PICTURES else ""
        raise OptionError(
            f"a report is saved as {', '.join(FORMATS)}; got {path.name!r}.",
            # a hyphen is standard output to other commands
            hint=save_as(path.with_name(f"{path.stem.strip('-') or 'report'}.html")) + drawn,
        )


def files_of(contents: "Contents", path: Path) -> "Files":
    """Write a report in the format of the path's suffix.

    Parameters
    ----------
    contents
        The facts of the report.
    path
        The name of the report's file.

    Returns
    -------
    dict
        The bytes of the report and of files that it refers to, such as figures, by path.
    """
    check_suffix(path)
    module = importlib.import_module(f"benchreport.report.writers.{FORMATS[path.suffix.lower()]}")
    write: Callable[[Contents, str], Files] = module.write
    return write(contents, path.name)
