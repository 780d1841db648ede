"""Save all files of a report, or none."""

import contextlib
import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchreport.errors import OptionError, RenderError
from benchreport.files import check_place, same_file
from benchreport.files import write_whole as write_all
from benchreport.report.contents import Files
from benchreport.report.formats import check_suffix, save_as

Target = str | os.PathLike[str]
Inputs = Sequence[Target]
"""The files that the scores were read from."""


def check_target(path: Target, inputs: Inputs = ()) -> Path:
    """Check the path of a report before the slow work, and return it.

    Parameters
    ----------
    path
        The path of a file, in a folder that exists.
    inputs
        Files that must not be overwritten.

    Raises
    ------
    OptionError
        The format is unknown, the path names no file, or it leads to an input.
    RenderError
        The folder does not exist, or the path leads to something that cannot be overwritten.
    """
    try:
        target = Path(path)
    except TypeError:
        target = Path()
    if not target.name.strip(".") or "\0" in str(path):
        raise OptionError(
            f"a report is saved to a file; got {str(path) if isinstance(path, Path) else path!r}.",
            hint=save_as("report.html"),
        )
    check_suffix(target)
    _refuse_input(target, inputs)
    with _raise_render_errors(target):
        check_place(target)
    return target


def check_targets(path: Target | Iterable[Target] | None, inputs: Inputs = ()) -> list[Path]:
    """Check the paths of several reports, and return them; they must be different files.

    Parameters
    ----------
    path, inputs
        As for `check_target`; ``None`` saves nothing.

    Raises
    ------
    OptionError, RenderError
        As for `check_target`; also if two paths lead to the same file.
    """
    alone = isinstance(path, str | os.PathLike) or not isinstance(path, Iterable)
    several: list[Target] = [] if path is None else [path] if alone else list(path)  # type: ignore[list-item, arg-type]
    targets: dict[str, Path] = {}
    for item in several:
        target = check_target(item, inputs)
        first = targets.setdefault(_real_path(target, targets.values()), target)
        if first is not target:
            raise OptionError(
                f"{str(first)!r} and {str(target)!r} are one file; the second report would replace the "
                "first.",
                hint=save_as(first),
            )
    return list(targets.values())


def check_folder(folder: Path) -> None:
    """Check a folder for figures before the slow work; it may be new if its parent exists.

    Raises
    ------
    RenderError
        The folder's parent does not exist, or the folder cannot be written to.
    """
    with _raise_render_errors(folder):
        check_place(folder / "figure.svg" if folder.is_dir() else folder)


def _real_path(target: Path, other_targets: Iterable[Path]) -> str:
    """Return the real path of a file, or of the target that is the same file under another name."""
    return os.path.realpath(same_file(target, other_targets) or target)


def _refuse_input(target: Path, inputs: Inputs) -> None:
    read = same_file(target, inputs)
    if not read:
        return
    other = target.with_name(f"{target.stem}-report{target.suffix}")
    raise OptionError(
        f"the report {str(target)!r} would replace the input {read!r}.",
        hint=save_as(other),
    )


def write_whole(folder: Path, contents: Files, inputs: Inputs = ()) -> None:
    """Write files; the first is replaced only after the bytes of all are on the disk.

    Parameters
    ----------
    folder
        The folder of the report.
    contents
        The bytes by path in the folder; the report is last, after the files that it refers to.
    inputs
        Files that must not be overwritten.

    Raises
    ------
    OptionError
        One of the files is an input.
    RenderError
        The files could not be written; older files are unchanged.
    """
    places = {folder / name: content for name, content in contents.items()}
    for place in places:
        _refuse_input(place, inputs)
    with _make_folders(place.parent for place in places), _raise_render_errors(folder):
        write_all(places)


@contextlib.contextmanager
def _make_folders(folders: Iterable[Path]) -> Iterator[None]:
    """Make folders, and remove them again if they stay empty."""
    new: list[Path] = []
    try:
        for folder in dict.fromkeys(folders):
            new += [] if folder.exists() else [folder]
            _make_folder(folder)
        yield
    except BaseException:
        for folder in new:
            # a folder that is no longer empty stays
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise RenderError(
            f"cannot make {str(folder)!r}: {error.strerror}.", hint=f"ls -ld {_quote(folder)}"
        ) from error


@contextlib.contextmanager
def _raise_render_errors(place: Path) -> Iterator[None]:
    """Raise errors of the system as `RenderError`, with a command that shows the cause."""
    try:
        yield
    except OSError as error:
        where = Path(error.filename or place)
        command = f"ls -ld {_quote(where if os.path.lexists(where) else where.parent)}"
        if not where.parent.is_dir():
            command = f"mkdir -p {_quote(where.parent)}"
        raise RenderError(
            f"cannot write {str(where)!r}: {error.strerror or error}.", hint=command
        ) from error


def _quote(path: Path) -> str:
    return shlex.quote(str(path))
