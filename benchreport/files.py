"""Files written whole: readers see the old one or the new one, never half of one.

A copy is written beside its place, forced to the disk and renamed. Errors are the system's own, with the
place that was asked for: each caller knows what to say about it.
"""

import contextlib
import errno
import functools
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

if sys.platform != "win32":
    import fcntl

__all__ = ["check_place", "same_file", "sync", "whole", "write_whole"]

COPY = re.compile(r"\.benchreport-[0-9a-f]{16}\.part")
OLD = 86_400.0
"""Seconds after which a copy is no living run's, where its folder cannot be locked."""
PATIENCE, PAUSE = 2.0, 0.01
MOST_LOCKED = 100
"""Each lock takes an open file, of which a process has some hundreds."""


def write_whole(contents: Mapping[Path, bytes]) -> None:
    """Write files, and rename none before the bytes of all are on the disk.

    Parameters
    ----------
    contents
        By place, in the order in which they are renamed. A file that is there keeps its permissions and,
        where the system allows it, its owner; a link is written through.

    Raises
    ------
    OSError
        One cannot be written; its ``filename`` is that place. Nothing is left beside it.
    """
    with _copies(contents) as copies:
        for (place, copy), content in zip(copies, contents.values(), strict=True):
            with _opened(copy, place) as file:
                file.write(content)


@contextlib.contextmanager
def whole(place: Path) -> Iterator[BinaryIO]:
    """Open one file to write to, which is renamed to its place when the block ends well."""
    with _copies([place]) as [(real, copy)], _opened(copy, real) as file:
        yield file


def check_place(place: Path) -> None:
    """Raise the `OSError` that writing there would end in, as far as it is known before.

    Parameters
    ----------
    place
        Where a file is to be: a new one in a folder, or a regular file that may be written.
    """
    real = Path(os.path.realpath(place))
    with _naming(place):
        found = _status(real)
        if found is not None and not stat.S_ISREG(found.st_mode):
            is_folder = stat.S_ISDIR(found.st_mode)
            raise OSError(errno.EISDIR if is_folder else errno.EINVAL, _kind_of(found.st_mode))
        if not real.parent.is_dir():
            missing = (real if place.is_symlink() else place).parent
            raise OSError(errno.ENOENT, f"there is no folder {str(missing)!r}")
        # a rename needs no right to the old file, and whoever took that right away meant it
        asked = [(real.parent, os.W_OK | os.X_OK)] + [(real, os.W_OK)] * (found is not None)
        for path, rights in asked:
            if not os.access(path, rights):
                raise OSError(errno.EACCES, f"{str(path)!r} is write-protected")


def same_file(place: Path, others: Iterable[str | os.PathLike[str]]) -> str:
    """Return the first of other files that a place is too, by whatever name; empty where none is."""
    for other in others:
        with contextlib.suppress(OSError, ValueError):
            if place.samefile(other):
                return os.fspath(other)
    return ""


def _kind_of(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "it is a folder"
    return "it is a pipe" if stat.S_ISFIFO(mode) else "it is a device or a socket, not a file"


def _status(place: Path) -> os.stat_result | None:
    try:
        return place.stat()
    except FileNotFoundError:
        return None


@contextlib.contextmanager
def _copies(places: Iterable[Path]) -> Iterator[list[tuple[Path, Path]]]:
    """Name a copy beside each place, links resolved; rename all when the block ends well."""
    asked = list(places)
    for place in asked:
        check_place(place)
    reals = [Path(os.path.realpath(place)) for place in asked]
    copies = [(real, real.with_name(f".benchreport-{secrets.token_hex(8)}.part")) for real in reals]
    folders = list(dict.fromkeys(real.parent for real in reals))
    with contextlib.ExitStack() as stack:
        for folder in folders[:MOST_LOCKED]:
            stack.enter_context(_tidied(folder))
        for folder in folders[MOST_LOCKED:]:
            with _tidied(folder):
                pass
        try:
            yield copies
            for real, copy in copies:
                with _naming(real):
                    copy.replace(real)
        finally:
            # after Ctrl-C too; those that were renamed are gone
            for _, copy in copies:
                with contextlib.suppress(OSError):
                    copy.unlink(missing_ok=True)
        for folder in folders:
            sync(folder)


@contextlib.contextmanager
def _opened(copy: Path, real: Path) -> Iterator[BinaryIO]:
    """Open a copy, which has the owner and the permissions of what it will replace."""
    old = _status(real)
    # the system takes the umask off; what others may not read, they may not read half-written either
    mode = 0o666 if old is None else 0o600
    opener = functools.partial(os.open, mode=mode)
    with _naming(real), open(copy, "xb", opener=opener) as file:
        yield file
        if old is not None:
            _make_like(file.fileno(), old)
        file.flush()
        os.fsync(file.fileno())


def _make_like(handle: int, old: os.stat_result) -> None:
    mode = stat.S_IMODE(old.st_mode)
    if hasattr(os, "fchown"):
        for owner in ((-1, old.st_gid), (old.st_uid, -1)):
            with contextlib.suppress(OSError):
                os.fchown(handle, *owner)
        if os.fstat(handle).st_gid != old.st_gid:
            # what its group was allowed, another group is not
            mode &= ~stat.S_IRWXG
    if hasattr(os, "fchmod"):
        os.fchmod(handle, mode)


@contextlib.contextmanager
def _naming(place: Path) -> Iterator[None]:
    """Let errors name the place that was asked for, not the copy beside it."""
    try:
        yield
    except OSError as error:
        error.filename = str(place)
        raise


@contextlib.contextmanager
def _tidied(folder: Path) -> Iterator[None]:
    """Remove what killed runs left in a folder, and hold its lock so that no run removes ours.

    The lock ends with its process, however that ends, and needs no file of its own.
    """
    if sys.platform == "win32":
        _remove_copies(folder, older=OLD)
        yield
        return
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, handle)
            # where others write, or where nothing can be locked, only what is old is no run's
            _remove_copies(folder, older=0.0 if _locks(handle, fcntl.LOCK_EX) else OLD)
            _share(handle)
        yield


def _locks(handle: int, kind: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _share(handle: int) -> None:
    """Share the folder with other writers; a run that tidies up has it for a moment alone."""
    # `flock FOLDER benchreport …` has it for longer, and nobody tidies up then
    until = time.monotonic() + PATIENCE
    while not _locks(handle, fcntl.LOCK_SH) and time.monotonic() < until:
        time.sleep(PAUSE)


def _remove_copies(folder: Path, *, older: float) -> None:
    """Remove files that are called as our copies are, and are nothing but files."""
    with os.scandir(folder) as entries:
        left = [each for each in entries if COPY.fullmatch(each.name)]
    for each in left:
        with contextlib.suppress(OSError):
            if each.is_file(follow_symlinks=False) and _age(each) >= older:
                Path(each.path).unlink()


def _age(entry: "os.DirEntry[str]") -> float:
    return max(0.0, time.time() - entry.stat(follow_symlinks=False).st_mtime)


def sync(folder: Path) -> None:
    """Force a folder's entries to the disk, where folders can be opened."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
