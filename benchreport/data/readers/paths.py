"""The files that a path stands for: itself, those in a folder, or those that match a pattern."""

import glob
import os
from pathlib import Path
from typing import NoReturn

from benchreport.data.readers.parts import find_parts, split_part
from benchreport.errors import ReadError

MOST_FILES = 20_000
"""More files in a folder are no results of one comparison, and reading them would take minutes."""


def paths_of(path: Path) -> list[Path]:
    """Return the paths that a pattern matches, sorted; a path that is no pattern is the only one.

    Raises
    ------
    ReadError
        Nothing matches the pattern.
    """
    # a path that exists is no pattern, even if it holds characters that are special in one
    if not glob.has_magic(str(path)) or os.path.lexists(path):
        return [path]
    matches = find_parts(str(path), _glob)
    found = [match for match in matches if split_part(match)[0].is_file()] or matches
    if not found:
        raise ReadError(
            f"no file matches {str(path)!r}.", hint="ls shows which files there are, or name one"
        )
    return found


def _glob(pattern: str) -> list[Path]:
    return [Path(match) for match in sorted(glob.glob(pattern, recursive=True))]  # noqa: PTH207 - patterns may be absolute


def files_in(folder: Path) -> list[Path]:
    """Return all regular files in a folder and the folders in it, sorted, except hidden ones.

    Raises
    ------
    ReadError
        There are none or more than ``MOST_FILES``, or a folder cannot be opened.
    """
    found: list[Path] = []
    for place, folders, names in os.walk(folder, onerror=_refuse_closed):
        # links to folders are not followed, so that no loop is
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [Path(place, name) for name in sorted(names) if not name.startswith(".")]
        if len(found) > MOST_FILES:
            raise ReadError(
                f"{folder} holds more than {MOST_FILES:,} files.",
                hint="name a folder in it, or a pattern such as 'results/*.csv'",
            )
    files = [path for path in found if path.is_file()]
    if not files:
        raise ReadError(
            f"{folder} is a directory that holds no file.",
            hint="name the folder or the file that holds the results",
        )
    return files


def _refuse_closed(error: OSError) -> NoReturn:
    raise ReadError(f"{error.filename} cannot be opened: {error.strerror}.") from error
