"""Write files at once: readers see the old file or the new one, never a part.

Each function writes a copy beside the file, forces it to the disk and renames it. Errors are those of the
system, with the name of the target instead of its copy; callers turn them into messages.
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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

if sys.platform != "win32":
    import fcntl

COPY = re.compile(r"\.benchreport-[0-9a-f]{16}\.part")
OLD = 86_400.0
"""The age in seconds at which a copy counts as abandoned where its folder cannot be locked."""
PATIENCE, PAUSE = 2.0, 0.01
MOST_LOCKED = 100
"""Each lock needs an open file, and a process may have only some hundreds."""


def write_whole(contents: Mapping[Path, bytes]) -> None:
    """Write files; the first is renamed only after the bytes of all are on the disk.

    Parameters
    ----------
    contents
        The bytes of each file by its path, in the order of renaming. An existing file keeps its
        permissions and, where the system allows it, its owner; links are followed.

    Raises
    ------
    OSError
        A file cannot be written; ``filename`` is its path. All copies are removed.
    """
    with _copies(contents) as copies:
        for (place, copy), content in zip(copies, contents.values(), strict=True):
            with _open_copy(copy, place) as file:
                file.write(content)


@contextlib.contextmanager
def open_whole(place: Path) -> Iterator[BinaryIO]:
    """Open a copy to write to; it replaces the file when the block ends without an error."""
    with _copies([place]) as [(real, copy)], _open_copy(copy, real) as file:
        yield file


def check_place(place: Path) -> None:
    """Raise the `OSError` that writing a file would raise, as far as this is known in advance.

    Parameters
    ----------
    place
        The path of a new file in a folder, or of a regular file that may be written.
    """
    real = Path(os.path.realpath(place))
    with _name_errors(place):
        status = _status(real)
        if status is not None and not stat.S_ISREG(status.st_mode):
            is_folder = stat.S_ISDIR(status.st_mode)
            raise OSError(errno.EISDIR if is_folder else errno.EINVAL, _kind_of(status.st_mode))
        if not real.parent.is_dir():
            missing = (real if place.is_symlink() else place).parent
            raise OSError(errno.ENOENT, f"there is no folder {str(missing)!r}")
        # renaming would replace a read-only file, which its owner wants to keep
        needed = [(real.parent, os.W_OK | os.X_OK)] + [(real, os.W_OK)] * (status is not None)
        for path, rights in needed:
            if not os.access(path, rights):
                raise OSError(errno.EACCES, f"{str(path)!r} is write-protected")


def same_file(place: Path, others: Iterable[str | os.PathLike[str]]) -> str:
    """Return the first of the other paths that leads to the same file, or an empty text."""
    for other in others:
        with contextlib.suppress(OSError, ValueError):
            if place.samefile(other):
                return os.fspath(other)
    return ""


def short_paths(paths: Sequence[Path]) -> list[str]:
    """Return the names of files, with as many of their folders as tell the files apart.

    They are for reports, which shall not say where on a machine a file is.

    >>> short_paths([Path("/home/ann/results.csv")])
    ['results.csv']
    >>> short_paths([Path("/home/ann/may/results.csv"), Path("/home/ann/june/results.csv")])
    ['may/results.csv', 'june/results.csv']
    """
    parts = [path.absolute().parts for path in paths]
    depth = 1
    while len({names[-depth:] for names in parts}) < len(set(parts)):
        depth += 1
    return ["/".join(names[-depth:]) for names in parts]


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
    """Name a copy beside each file, links resolved; rename all when the block ends without an error."""
    targets = list(places)
    for place in targets:
        check_place(place)
    reals = [Path(os.path.realpath(place)) for place in targets]
    copies = [(real, real.with_name(f".benchreport-{secrets.token_hex(8)}.part")) for real in reals]
    folders = list(dict.fromkeys(real.parent for real in reals))
    with contextlib.ExitStack() as stack:
        for folder in folders[:MOST_LOCKED]:
            stack.enter_context(_lock_folder(folder))
        for folder in folders[MOST_LOCKED:]:
            with _lock_folder(folder):
                pass
        try:
            yield copies
            for real, copy in copies:
                with _name_errors(real):
                    copy.replace(real)
        finally:
            # this also runs after Ctrl-C; copies that were renamed no longer exist
            for _, copy in copies:
                with contextlib.suppress(OSError):
                    copy.unlink(missing_ok=True)
        for folder in folders:
            sync(folder)


@contextlib.contextmanager
def _open_copy(copy: Path, real: Path) -> Iterator[BinaryIO]:
    """Open a copy with the owner and the permissions of the file that it replaces."""
    old = _status(real)
    # the system applies the umask; a copy of a private file must be private while it is written
    mode = 0o666 if old is None else 0o600
    opener = functools.partial(os.open, mode=mode)
    with _name_errors(real), open(copy, "xb", opener=opener) as file:
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
            # the new file belongs to another group, which must get no rights
            mode &= ~stat.S_IRWXG
    if hasattr(os, "fchmod"):
        os.fchmod(handle, mode)


@contextlib.contextmanager
def _name_errors(place: Path) -> Iterator[None]:
    """Name the target in errors, not its copy."""
    try:
        yield
    except OSError as error:
        error.filename = str(place)
        raise


@contextlib.contextmanager
def _lock_folder(folder: Path) -> Iterator[None]:
    """Remove copies that killed runs left in a folder, and lock it so that no other run removes ours.

    The lock is released when the process ends, however it ends, and needs no file of its own.
    """
    if sys.platform == "win32":
        _remove_copies(folder, older=OLD)
        yield
        return
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, handle)
            # while others write, or where locks do not work, only old copies are abandoned
            _remove_copies(folder, older=0.0 if _can_lock(handle, fcntl.LOCK_EX) else OLD)
            _share(handle)
        yield


def _can_lock(handle: int, kind: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _share(handle: int) -> None:
    """Share the lock with other writers; a run that removes copies holds it alone for a moment."""
    # `flock FOLDER benchreport …` holds the lock all the time; then no run removes copies
    until = time.monotonic() + PATIENCE
    while not _can_lock(handle, fcntl.LOCK_SH) and time.monotonic() < until:
        time.sleep(PAUSE)


def _remove_copies(folder: Path, *, older: float) -> None:
    """Remove regular files that have the name of a copy."""
    with os.scandir(folder) as entries:
        abandoned = [entry for entry in entries if COPY.fullmatch(entry.name)]
    for entry in abandoned:
        with contextlib.suppress(OSError):
            if entry.is_file(follow_symlinks=False) and _age(entry) >= older:
                Path(entry.path).unlink()


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
