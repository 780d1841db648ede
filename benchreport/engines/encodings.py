"""Texts in UTF-8, which is all that engines read; those in UTF-16 and UTF-32 are copied."""

import codecs
import shlex
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchreport.data.readers.content import MARKS
from benchreport.engines.lazy_table import FULL
from benchreport.errors import ReadError

PART = 2**22
_FOLDERS: list["tempfile.TemporaryDirectory[str]"] = []
"""Folders of copies, which end with the process: an engine may read a file at any time."""


def as_utf8(files: Iterable[Path], *, on_cluster: bool) -> list[Path]:
    """Return the paths of the same texts in UTF-8, with copies of those in UTF-16 or UTF-32 with their mark.

    Every byte is read, as Spark takes any text and replaces what is none.

    Parameters
    ----------
    files
        The texts.
    on_cluster
        Whether other machines read them, which see no copy.

    Raises
    ------
    ReadError
        A text is in no such encoding, or holds a NUL, or a copy does not fit on the disk.
    """
    return [_in_utf8(file, on_cluster=on_cluster) for file in files]


def _in_utf8(file: Path, *, on_cluster: bool) -> Path:
    with file.open("rb") as opened:
        encoding = _encoding_of(opened.read(4))
    if encoding.startswith("utf-8"):
        for _ in _decode(file, encoding):
            pass
        return file
    if on_cluster:
        raise ReadError(
            f"{file} is {encoding.upper()} text, and the workers of a cluster read UTF-8.",
            hint=_convert(file, encoding.upper()),
        )
    folder = tempfile.TemporaryDirectory(prefix="benchreport-utf8-", ignore_cleanup_errors=True)
    _FOLDERS.append(folder)
    copy = Path(folder.name, file.name)
    try:
        with copy.open("w", encoding="utf-8", newline="") as output:
            output.writelines(_decode(file, encoding))
    except OSError as error:
        if isinstance(error, ReadError):
            raise
        raise ReadError(f"{file} cannot be copied as UTF-8: {error}.", hint=FULL) from error
    return copy


def _encoding_of(start: bytes) -> str:
    return next((name for mark, name in MARKS.items() if start.startswith(mark)), "utf-8-sig")


def _decode(file: Path, encoding: str) -> Iterator[str]:
    """Yield a text part by part."""
    decoder = codecs.getincrementaldecoder(encoding)()
    place = 0
    with file.open("rb") as opened:
        while True:
            part = opened.read(PART)
            try:
                text = decoder.decode(part, final=not part)
            except UnicodeDecodeError as error:
                raise _no_text(file, encoding, error, place + len(part)) from error
            if "\0" in text:
                raise ReadError(
                    f"{file} holds a NUL character, so this is no text, or text in UTF-16 or UTF-32 without "
                    "a byte order mark.",
                    hint=f"of UTF-16: {_convert(file, 'UTF-16LE')}",
                )
            if not part:
                return
            yield text
            place += len(part)


def _no_text(file: Path, encoding: str, error: UnicodeDecodeError, end: int) -> ReadError:
    # the decoder keeps the first bytes of a character that two parts share
    place = end - len(error.object) + error.start
    name = "UTF-8" if encoding.startswith("utf-8") else encoding.upper()
    return ReadError(
        f"{file} is not {name} text: byte {place} is 0x{error.object[error.start]:02x}.",
        hint=_convert(file, "LATIN1")
        if name == "UTF-8"
        else "copy it again where it is cut off, or save it as UTF-8",
    )


def _convert(file: Path, encoding: str) -> str:
    return f"iconv -f {encoding} -t UTF-8 {shlex.quote(str(file))} > utf8{file.suffix}"
