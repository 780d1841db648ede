"""Writing files below a folder so that readers see neither half a file nor a mixture of old and new."""

import contextlib
import errno
import hashlib
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from benchreport.errors import OptionError, RenderError
from benchreport.files import sync, write_whole

MOST_BYTES = 80
DIGITS = 10
PLAIN = re.compile(r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?")
# the suffix that slug appends; a label with such an ending could equal the slug of another label
HASHED = re.compile(rf"-[0-9a-f]{{{DIGITS}}}")
# Windows treats these names as devices, whatever their suffix
DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?")
ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def slug(text: str) -> str:
    """Convert any label to the name of a file or folder, different for different labels.

    A slug has lower-case letters, digits, ``.``, ``_`` and ``-``, at most 80 bytes. Where it differs from
    the label, it ends with the first 40 bits of the label's SHA-256, because two labels may differ by case
    or accents only, and some file systems ignore case.

    Examples
    --------
    >>> slug("svm-2.1"), slug("SVM"), slug("../../etc/passwd"), slug("決定木")
    ('svm-2.1', 'svm-a49890a606', 'etc-passwd-3754d6cb3a', 'label-f1d9b4bffe')
    """
    if _is_plain(text) and not HASHED.search(text[-DIGITS - 1 :]):
        return text
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[: MOST_BYTES - DIGITS - 1].strip("-")
    # a label may hold a lone surrogate, as file names may
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]
    return f"{words or 'label'}-{digest}"


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files below a folder, all of them or none; readers see only complete files.

    Each file is first written under a temporary name and flushed to the disk. When all are complete,
    they are renamed in the given order, so the page that links to the others should come last.
    Half-written files of an earlier run are removed.

    Parameters
    ----------
    folder
        The folder; it is created if it is missing.
    files
        The contents by path below the folder; a path consists of slugs separated by ``/``.

    Raises
    ------
    OptionError
        A path leads out of the folder, or one of its parts is not a slug.
    RenderError
        The files could not be written; the old ones are unchanged.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     write_files(Path(place), {"2026-01-31/index.html": b"<p>", "index.html": b"<a>"})
    ...     print(sorted(str(each.relative_to(place)) for each in Path(place).rglob("*.html")))
    ['2026-01-31/index.html', 'index.html']
    """
    places = {folder.joinpath(*_parts(name)): content for name, content in files.items()}
    created: list[Path] = []
    try:
        for place in {folder: None} | {place.parent: None for place in places}:
            created += _create_folder(place, folder)
        for place in places:
            _check_inside(place, folder)
        write_whole(places)
    except OSError as error:
        _remove_folders(created)
        raise _render_error(error, folder) from error
    except BaseException:
        _remove_folders(created)
        raise
    for parent in {path.parent for path in created}:
        sync(parent)


def _is_plain(part: str) -> bool:
    fits = len(part) <= MOST_BYTES and PLAIN.fullmatch(part) is not None
    return fits and not DEVICES.fullmatch(part)


def _parts(name: str) -> list[str]:
    parts = name.split("/")
    for part in parts:
        if not _is_plain(part):
            raise OptionError(
                f"a published path should consist of slugs separated by /; got {name!r}.",
                hint=f"write_files({{{'/'.join(map(slug, filter(None, parts))) or 'index.html'!r}: …}})",
            )
    return parts


def _create_folder(place: Path, folder: Path) -> list[Path]:
    """Create a folder and its parents; return the new folders, the outermost first."""
    _check_inside(place, folder)
    new = [path for path in (place, *place.parents) if not path.exists()][::-1]
    place.mkdir(parents=True, exist_ok=True)
    return new


def _check_inside(place: Path, folder: Path) -> None:
    # a symbolic link within the folder may lead out of it
    if not place.resolve().is_relative_to(folder.resolve()):
        raise NotADirectoryError(errno.ENOTDIR, "it leads out of the published folder", str(place))


def _remove_folders(created: list[Path]) -> None:
    with contextlib.suppress(OSError):
        for place in reversed(created):
            place.rmdir()


def _render_error(error: OSError, folder: Path) -> RenderError:
    where = f" ({error.filename})" if error.filename else ""
    hint = f"ls -ld {str(folder)!r}"
    if error.errno in ROOM:
        hint = f"make room (df -h {str(folder.absolute().parent)!r}) and run again"
    return RenderError(
        f"the pages in {str(folder)!r} are unchanged: {error.strerror}{where}.", hint=hint
    )
