"""Pages written so that nobody ever reads half of one."""

import contextlib
import errno
import hashlib
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from benchreport.errors import OptionError, RenderError
from benchreport.files import sync, write_whole

__all__ = ["publish", "slug"]

MOST_BYTES = 80
DIGITS = 10
PLAIN = re.compile(r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?")
# what slug appends; a label that ends like it could otherwise be another one's slug
HASHED = re.compile(rf"-[0-9a-f]{{{DIGITS}}}")
# Windows opens a device for these, whatever the suffix
DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?")
ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def slug(text: str) -> str:
    """Make a file's or folder's name of any label; two labels never share one.

    Lower-case letters, digits, ``.``, ``_`` and ``-``, at most 80 bytes. Where that changes the label,
    the first 40 bits of its SHA-256 follow: case and accents may be all that tells two apart, and some
    file systems do not see case.

    Examples
    --------
    >>> slug("svm-2.1"), slug("SVM"), slug("../../etc/passwd"), slug("決定木")
    ('svm-2.1', 'svm-a49890a606', 'etc-passwd-3754d6cb3a', 'label-f1d9b4bffe')
    """
    if _plain(text) and not HASHED.search(text[-DIGITS - 1 :]):
        return text
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[: MOST_BYTES - DIGITS - 1].strip("-")
    # a label may hold half a surrogate pair, as file names do
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]
    return f"{words or 'label'}-{digest}"


def publish(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write pages below a folder: all of them or none, and a reader sees whole ones only.

    Each is first written beside its place and forced to the disk; when all are there, they are renamed
    in the order given, so the last should be the page that links to the others. What an earlier run left
    half-written is removed.

    Parameters
    ----------
    folder
        Made where it is missing.
    files
        Contents by their paths below the folder, with ``/`` between parts that are as `slug` makes them.

    Raises
    ------
    OptionError
        A path that is not below the folder, or has a part that is no slug.
    RenderError
        They could not be written; the old ones are still there.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     publish(Path(place), {"2026-01-31/index.html": b"<p>", "index.html": b"<a>"})
    ...     print(sorted(str(each.relative_to(place)) for each in Path(place).rglob("*.html")))
    ['2026-01-31/index.html', 'index.html']
    """
    places = {folder.joinpath(*_parts(name)): content for name, content in files.items()}
    made: list[Path] = []
    try:
        for each in {folder: None} | {place.parent: None for place in places}:
            made += _make(each, folder)
        for place in places:
            _check_inside(place, folder)
        write_whole(places)
    except OSError as error:
        _undo(made)
        raise _refusal(error, folder) from error
    except BaseException:
        _undo(made)
        raise
    for each in {each.parent for each in made}:
        sync(each)


def _plain(part: str) -> bool:
    fits = len(part) <= MOST_BYTES and PLAIN.fullmatch(part) is not None
    return fits and not DEVICES.fullmatch(part)


def _parts(name: str) -> list[str]:
    parts = name.split("/")
    for part in parts:
        if not _plain(part):
            raise OptionError(
                f"a published path is made of slugs, below its folder; got {name!r}.",
                hint=f"publish({{{'/'.join(map(slug, filter(None, parts))) or 'index.html'!r}: …}})",
            )
    return parts


def _make(place: Path, folder: Path) -> list[Path]:
    """Make a folder, and say which are new, the outermost first."""
    _check_inside(place, folder)
    new = [each for each in (place, *place.parents) if not each.exists()][::-1]
    place.mkdir(parents=True, exist_ok=True)
    return new


def _check_inside(place: Path, folder: Path) -> None:
    # a link within the folder may lead out of it
    if not place.resolve().is_relative_to(folder.resolve()):
        raise NotADirectoryError(errno.ENOTDIR, "it leads out of the published folder", str(place))


def _undo(made: list[Path]) -> None:
    with contextlib.suppress(OSError):
        for each in reversed(made):
            each.rmdir()


def _refusal(error: OSError, folder: Path) -> RenderError:
    what = f" ({error.filename})" if error.filename else ""
    hint = f"ls -ld {str(folder)!r}"
    if error.errno in ROOM:
        hint = f"make room (df -h {str(folder.absolute().parent)!r}) and run again"
    return RenderError(
        f"the pages in {str(folder)!r} are as they were: {error.strerror}{what}.", hint=hint
    )
