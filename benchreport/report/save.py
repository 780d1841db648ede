"""Files on the disk: all of a report, or none of it."""

import contextlib
import os
import tempfile
from pathlib import Path

from benchreport.errors import RenderError
from benchreport.report.formats import Files, check_suffix

__all__ = ["Target", "checked", "write_whole"]

Target = str | os.PathLike[str]


def checked(path: Target) -> Path:
    """Return where a report goes, before any work is done for it.

    Parameters
    ----------
    path
        Of a file, in a folder that exists.

    Raises
    ------
    OptionError
        No such format.
    RenderError
        No such folder.
    """
    target = Path(path)
    check_suffix(target)
    if not target.parent.is_dir():
        raise RenderError(
            f"cannot write {str(target)!r}: there is no folder {str(target.parent)!r}.",
            hint="name a folder that exists",
        )
    return target


def write_whole(folder: Path, files: Files) -> None:
    """Write files whole, and none before all their bytes are on the disk.

    Parameters
    ----------
    folder
        Of the report.
    files
        Contents by path in it, the report last: what it refers to is there before it is.

    Raises
    ------
    RenderError
        They could not be written; older ones are still there.
    """
    new: list[Path] = []
    kept: list[tuple[Path, Path]] = []
    try:
        for name, content in files.items():
            place = folder / name
            if not place.parent.exists():
                new.append(place.parent)
            _make(place.parent)
            kept.append((_kept(place, content), place))
        for copy, place in kept:
            _replace(copy, place)
    except RenderError:
        for copy, _ in kept:
            copy.unlink(missing_ok=True)
        for made in new:
            # one that holds something by now stays
            with contextlib.suppress(OSError):
                made.rmdir()
        raise


def _make(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise RenderError(f"cannot make {str(folder)!r}: {error.strerror}.") from error


def _kept(target: Path, content: bytes) -> Path:
    """Write the bytes beside the target, and to the disk."""
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".benchreport-")
    except OSError as error:
        raise RenderError(f"cannot write {str(target)!r}: {error.strerror}.") from error
    copy = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp is private to its user; a report is as readable as any new file
        umask = os.umask(0)
        os.umask(umask)
        copy.chmod(0o666 & ~umask)
    except OSError as error:
        copy.unlink(missing_ok=True)
        raise RenderError(f"cannot write {str(target)!r}: {error.strerror}.") from error
    return copy


def _replace(copy: Path, target: Path) -> None:
    try:
        copy.replace(target)
    except OSError as error:
        raise RenderError(f"cannot write {str(target)!r}: {error.strerror}.") from error
