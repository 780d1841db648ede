"""Files that another program still writes: half of one must not become a night.

A number that is cut off is still a number (0.91 of 0.9123), but then the file ends within a line. Many
programs never end the last line, and their files are whole. So such a file is refused only if it grows, or
if other files of the same source end with the line.
"""

import contextlib
import os
import shlex
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchreport.errors import ReadError

LINES = (".csv", ".tsv", ".txt", ".dat")
"""Formats in which a file that is cut off can still be read."""
FRESH, WAIT = 60.0, 2.0
"""Seconds for which a file counts as new, and for which it is watched."""
MOST_COMPARED = 20


class UnfinishedError(ReadError):
    """A file of results is empty, may be cut off, or is still being written."""


class Look(NamedTuple):
    """What says whether a file changed."""

    size: int
    nanoseconds: int
    inode: int

    @property
    def changed(self) -> float:
        """When it changed, in seconds since 1970."""
        return self.nanoseconds / 1e9


def look_at(files: Iterable[Path]) -> dict[Path, Look]:
    """Return the present size, time and inode of each file.

    Raises
    ------
    ReadError
        A file is gone.
    """
    try:
        return {file: _look(file.stat()) for file in files}
    except OSError as error:
        raise ReadError(f"{error.filename} is gone: {error.strerror}.") from error


def _look(found: os.stat_result) -> Look:
    return Look(found.st_size, found.st_mtime_ns, found.st_ino)


def refuse_changed(before: dict[Path, Look]) -> None:
    """Refuse files that were replaced, cut or continued since they were looked at.

    Raises
    ------
    UnfinishedError
        A file is not what it was.
    """
    after = look_at(before)
    for file, look in before.items():
        if after[file] != look:
            raise UnfinishedError(
                f"{file} changed while it was read.",
                hint="start the run when the benchmark has ended, or let it write under another name, and "
                "then: mv results.part results.csv",
            )


def refuse_empty(before: dict[Path, Look], files: Iterable[Path]) -> None:
    """Refuse files without a byte.

    Raises
    ------
    UnfinishedError
        A file is empty.
    """
    for file in files:
        if file in before and not before[file].size and file.is_file():
            raise UnfinishedError(f"{file} is empty.", hint="look at what should have written it")


def find_cut_off(files: Iterable[Path]) -> list[Path]:
    """Return the tables of text that end within a line."""
    return [file for file in files if file.suffix.lower() in LINES and not _ends_with_line(file)]


def refuse_cut_off(
    cut: Sequence[Path], others: Iterable[Path], before: dict[Path, Look], *, now: float
) -> None:
    """Refuse files that end within a line if they grow, or if others of the source end with the line.

    Parameters
    ----------
    cut
        The files of the night that end within a line.
    others
        The files of the source of all nights, the oldest first.
    before
        How the files of the night looked when they were read.
    now
        The present time, in seconds since 1970.

    Raises
    ------
    UnfinishedError
        A file grows, or its last line may be cut off.
    """
    alike = [file for file in others if file.suffix == cut[0].suffix and file not in before]
    alike = alike[-MOST_COMPARED:]
    # nights that are all new were copied, and are not watched one by one
    if _are_fresh(before.values(), now) and not _are_fresh(look_at(alike).values(), now):
        time.sleep(WAIT)
        refuse_changed(before)
    if alike and all(map(_ends_with_line, alike)):
        raise UnfinishedError(
            f"{cut[0]} ends within the line {_last_line(cut[0])!r}, so its last number may be cut off: "
            f"{alike[-1].name} and others like it end with the line.",
            hint=f"write the file again, or if it is whole: echo >> {shlex.quote(str(cut[0]))}",
        )


def _are_fresh(looks: Iterable[Look], now: float) -> bool:
    return any(now - look.changed < FRESH for look in looks)


def _ends_with_line(file: Path) -> bool:
    # in UTF-16 and UTF-32, zeros may follow
    return _end_of(file, 4).rstrip(b"\0")[-1:] in (b"\n", b"\r", b"")


def _last_line(file: Path) -> str:
    return _end_of(file, 200).decode(errors="replace").splitlines()[-1][-60:]


def _end_of(file: Path, most: int) -> bytes:
    """Return the last bytes of a file; none of one that cannot be read."""
    with contextlib.suppress(OSError), file.open("rb") as content:
        content.seek(max(0, file.stat().st_size - most))
        return content.read()
    return b""
