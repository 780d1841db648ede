"""A lock that allows one run at a time, by `flock` on a file.

Ours because no dependency offers a lock file that names its holder, and that a forked child does not keep.
"""

import contextlib
import errno
import os
import socket
import stat
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchreport.errors import BusyError, DependencyError, HistoryError

try:
    import fcntl
except (
    ImportError
):  # Windows has no flock, and with its own locks others could not read who holds the file
    fcntl = None  # type: ignore[assignment]

PAUSE = 0.05
_held: set[int] = set()


def _forget() -> None:
    """Close a parent's lock files without unlocking them.

    A forked child shares the open files, and would hold the locks after its parent was killed.
    """
    while _held:
        os.close(_held.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


@contextlib.contextmanager
def hold_lock(path: Path, *, wait: float = 0.0) -> Iterator[None]:
    """Lock a file or folder until the block or the process ends.

    Parameters
    ----------
    path
        The file or folder. The lock file, ``<path>.lock``, is created if it is missing and is never
        deleted, because a run could delete the lock file that another run has just locked.
    wait
        How long to wait for another run, in seconds.

    Raises
    ------
    BusyError
        Another run holds the lock; the message names it.
    HistoryError
        The lock file cannot be used.
    DependencyError
        This system has no ``flock``.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, hold_lock(Path(folder) / "history.db"):
    ...     print(*os.listdir(folder))
    history.db.lock
    """
    if fcntl is None:
        raise DependencyError(
            "this system lacks flock, which keeps runs apart.",
            hint="run them on Linux or macOS, or in WSL",
        )
    place = path.with_name(f"{path.name}.lock")
    handle = _open(place)
    _held.add(handle)
    try:
        _take(handle, place, wait)
    except BaseException:
        _release(handle)
        raise
    try:
        _sign(handle, f"pid {os.getpid()} on {socket.gethostname()} since {_now()}")
        yield
    finally:
        # a forked child has closed its own copy
        if handle in _held:
            _sign(handle, "")
            _release(handle)


def _release(handle: int) -> None:
    _held.discard(handle)
    os.close(handle)


def _open(place: Path) -> int:
    try:
        # a link made by somebody else must not redirect the write to another file
        handle = os.open(place, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    except OSError as error:
        why = "it is a symbolic link" if error.errno == errno.ELOOP else error.strerror
        raise HistoryError(
            f"cannot open the lock {str(place)!r}: {why}.", hint=f"ls -l {str(place)!r}"
        ) from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise HistoryError(
            f"the lock {str(place)!r} is not a regular file.", hint=f"ls -l {str(place)!r}"
        )
    return handle


def _take(handle: int, place: Path, wait: float) -> None:
    until = time.monotonic() + wait
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise BusyError(
                    f"another run is at work: {_holder(handle)} holds {str(place)!r}.",
                    hint="wait until it has ended, or end that process",
                ) from None
            time.sleep(PAUSE)
        except OSError as error:
            raise HistoryError(
                f"{str(place)!r} cannot be locked: {error.strerror}.",
                hint="keep the history on a local disk",
            ) from error
        else:
            return


def _sign(handle: int, text: str) -> None:
    # on a full disk the holder cannot be noted, but the lock works without the note
    with contextlib.suppress(OSError):
        os.ftruncate(handle, 0)
        os.pwrite(handle, text.encode(), 0)


def _holder(handle: int) -> str:
    note = os.pread(handle, 200, 0).decode("utf-8", "replace")
    return "".join(filter(str.isprintable, note)) or "a process that began just now"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
