"""The bytes of a file: open it, limit its size, decode its text."""

import gzip
import io
import shlex
import stat
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from benchreport.errors import ReadError, examples
from benchreport.hints import Hint, option

SIZE_LIMIT = 2**30
"""Bytes of a file after decompression, and of its cells in memory, unless the caller allows more."""

BLOCK = 2**20
CELL = 8
"""Bytes of a cell in memory, at least."""
KINDS: dict[str, Callable[[int], bool]] = {
    "a directory": stat.S_ISDIR,
    "a pipe": stat.S_ISFIFO,
    "a socket": stat.S_ISSOCK,
    "a device": lambda mode: stat.S_ISCHR(mode) or stat.S_ISBLK(mode),
}
# longer marks first: the mark of UTF-32 begins with that of UTF-16
MARKS = {
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}


def open_file(path: Path, neighbours: Callable[[Path], str]) -> BinaryIO:
    """Open a regular file; refuse devices that never end and pipes that wait for a writer.

    Parameters
    ----------
    path
        The file's path.
    neighbours
        A function that names the files beside it, for the hint.

    Raises
    ------
    ReadError
        There is no such file, it is not a regular file, or it cannot be opened.
    """
    try:
        mode = path.stat().st_mode
        kind = next((name for name, holds in KINDS.items() if holds(mode)), "")
        if not kind:
            return path.open("rb")
    except FileNotFoundError as error:
        raise ReadError(f"there is no file {path}.", hint=neighbours(path)) from error
    except (OSError, ValueError) as error:
        # a name with a NUL is a ValueError
        why = getattr(error, "strerror", None) or str(error)
        raise ReadError(f"{path} cannot be opened: {why}.") from error
    usual = "give the path of a regular file, such as results.csv"
    copied = f"cat {shlex.quote(str(path))} > results{path.suffix}, and read that file"
    hints = {"a directory": neighbours(path / "x") or usual, "a pipe": copied}
    raise ReadError(
        f"{path} is {kind}; a file of results is expected.", hint=hints.get(kind, usual)
    )


def read_content(path: Path, neighbours: Callable[[Path], str], size_limit: int) -> bytes:
    """Read a whole file of at most ``size_limit`` bytes.

    Raises
    ------
    ReadError
        The file cannot be opened (see `open_file`), is empty, or is larger.
    """
    with open_file(path, neighbours) as file:
        size = path.stat().st_size
        if size > size_limit:
            raise ReadError(f"{path} takes {_exceeds(size, size_limit)}.", hint=_allow(size))
        content = file.read()
    if not content.strip():
        raise ReadError(f"{path} is empty.", hint="write the results into it again")
    return content


def unzip(content: bytes, size_limit: int) -> bytes:
    """Decompress gzip, and stop beyond ``size_limit`` bytes.

    Raises
    ------
    ReadError
        The content is larger.
    """
    blocks, size = [], 0
    with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
        # in blocks: reading size_limit bytes at once would allocate them all
        while block := packed.read(BLOCK):
            size += len(block)
            if size > size_limit:
                raise ReadError(
                    f"it holds more than {_bytes(size_limit)} after decompression",
                    hint=_allow(4 * size_limit),
                )
            blocks.append(block)
    return b"".join(blocks)


def refuse_large(size: int, size_limit: int, what: str = "it takes") -> None:
    """Raise `ReadError` where ``size`` exceeds ``size_limit``, in bytes."""
    if size > size_limit:
        raise ReadError(f"{what} {_exceeds(size, size_limit)}", hint=_allow(size))


def refuse_cells(rows: int, columns: int, size_limit: int) -> None:
    """Raise `ReadError` where the cells of a table take more than ``size_limit`` bytes."""
    refuse_large(
        CELL * rows * columns,
        size_limit,
        f"its table of {rows:,} rows and {columns:,} columns takes",
    )


def text_of(content: bytes) -> str:
    """Decode UTF-8, or UTF-16 or UTF-32 with its mark.

    Raises
    ------
    UnicodeDecodeError
        The content is in none of these encodings.
    ReadError
        The content has a NUL, which no text has.
    """
    encoding = next((name for mark, name in MARKS.items() if content.startswith(mark)), "utf-8-sig")
    text = content.decode(encoding)
    place = text.find("\0")
    if place >= 0:
        line = text.count("\n", 0, place) + 1
        raise ReadError(
            f"line {line} holds a NUL character, so this is no text, or text in UTF-16 or UTF-32 "
            "without a byte order mark",
            hint="save it as UTF-8 text; of UTF-16: iconv -f UTF-16LE -t UTF-8 old.csv > new.csv",
        )
    return text


def names_once(names: list[str]) -> list[str]:
    """Return names with numbers where they come again for each run; raise `ReadError` of others that do."""
    twice = [name for name, count in Counter(names).items() if count > 1 and name]
    if not twice:
        return names
    from benchreport.data.columns.runs_in_names import number_again

    numbered = number_again(names)
    if numbered is None:
        raise ReadError(
            f"the header has names more than once: {examples(twice)}",
            hint="give each column a name of its own",
        )
    return numbered


def _exceeds(size: int, size_limit: int) -> str:
    return f"{_bytes(size)}, and {_bytes(size_limit)} are allowed"


def _allow(size: int) -> Hint:
    # the next power of two, so that a file that grows a little is not refused again
    return "if you trust the file: " + option(size_limit=2 ** max(size - 1, 1).bit_length())


def _bytes(size: int) -> str:
    """Write a number of bytes.

    >>> _bytes(2**30), _bytes(1536 * 2**20), _bytes(100)
    ('1 GiB', '1.5 GiB', '100 bytes')
    """
    for power, unit in ((40, "TiB"), (30, "GiB"), (20, "MiB")):
        if size >= 2**power:
            return f"{size / 2**power:,.3g} {unit}"
    return f"{size:,} bytes"
