"""Read files of results as DataFrames.

Each format has a module with a function from a file's bytes to a frame. These modules may import pandas,
``errors`` and ``hints``; they import an optional library only in the function that uses it. To add a
format, write such a module and add its suffixes to ``READERS``.
"""

import functools
import hashlib
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pandas as pd

from benchreport.data.readers.content import (
    SIZE_LIMIT,
    open_file,
    read_content,
    refuse_twice,
    unzip,
)
from benchreport.data.readers.delimited import read_delimited
from benchreport.data.readers.excel import read_excel
from benchreport.data.readers.json_records import read_json, read_json_lines
from benchreport.data.readers.parquet import read_parquet
from benchreport.errors import DependencyError, ReadError, examples

__all__ = ["READERS", "SIZE_LIMIT", "read", "read_many", "sha256_of"]


class Reader(Protocol):
    """A function from a file's bytes to a frame, whose cells take at most ``size_limit`` bytes."""

    def __call__(self, content: bytes, size_limit: int, /) -> pd.DataFrame: ...


READERS: dict[str, Reader] = {
    ".csv": read_delimited,
    ".tsv": functools.partial(read_delimited, separators="\t"),
    ".txt": read_delimited,
    ".parquet": read_parquet,
    ".json": read_json,
    ".jsonl": read_json_lines,
    ".ndjson": read_json_lines,
    ".xlsx": read_excel,
}

# the first bytes of formats that often appear under the wrong suffix
BEGINNINGS = {
    b"PK\x03\x04": ("a ZIP archive, as .xlsx is", ".xlsx"),
    b"PAR1": ("Parquet", ".parquet"),
    b"\x1f\x8b": ("compressed by gzip", ".gz"),
    b"BZh": ("compressed by bzip2", ""),
    b"\xfd7zXZ": ("compressed by xz", ""),
    b"\x28\xb5\x2f\xfd": ("compressed by zstd", ""),
    b"\xd0\xcf\x11\xe0": ("an old Excel file (.xls), or one with a password", ""),
    b"%PDF": ("a PDF", ""),
    b"SQLite format 3": ("an SQLite database", ""),
    b"<": ("HTML or XML", ""),
}
# hints for suffixes that have no reader
WAYS = {
    **dict.fromkeys((".xls", ".xlsm", ".xlsb", ".ods"), "save the sheet as .xlsx or .csv"),
    ".zip": "unzip {path}, and read what is in it",
    ".bz2": "bunzip2 {path}",
    ".xz": "unxz {path}",
    ".zst": "unzstd {path}",
}
JSON = re.compile(rb'\[\s*\{|\{\s*"')
BINARY = (".xlsx", ".parquet")
# hints for damaged files, by suffix
REPAIRS = {
    ".csv": "quote cells that hold the separator, a quote or a line end",
    ".json": "python -m json.tool {path} shows the place",
    ".jsonl": "write each record on a line of its own: json.dumps(record)",
    ".xlsx": "open the file in a spreadsheet and save it again, or save the sheet as .csv",
    ".parquet": "copy the file again, or write it again: frame.to_parquet('results.parquet')",
    ".gz": "gzip -t {path} says whether the file is whole; copy it again where it is cut off",
}
KIN = {".tsv": ".csv", ".txt": ".csv", ".ndjson": ".jsonl"}


def read(path: str | Path, *, size_limit: int = SIZE_LIMIT) -> pd.DataFrame:
    """Read one file, by its suffix; ``.gz`` may follow it.

    Parameters
    ----------
    path
        A regular file of one of the kinds in ``READERS``.
    size_limit
        The largest number of bytes after decompression, and of its cells in memory; 1 GiB by default.

    Returns
    -------
    DataFrame
        The file's table; all column names are text.

    Raises
    ------
    ReadError
        The file does not exist, is empty or too large, or its format is unknown or not its suffix's.
    DependencyError
        The format needs an optional library that is not installed.
    """
    path = Path(path)
    suffix = _suffix(path)
    packed = path.suffix.lower() == ".gz"
    content = read_content(path, _neighbours, size_limit)
    with _naming(path, ".gz" if packed else suffix):
        if packed:
            content = unzip(content, size_limit)
    with _naming(path, suffix):
        _refuse_another_kind(content, path, suffix)
        frame = READERS[suffix](content, size_limit)
        # headers of Excel may be numbers, and a command line can only name text
        frame = frame.set_axis([str(name).strip() for name in frame.columns], axis=1)
        refuse_twice(list(frame.columns))
    void = [name for name in frame.columns if _is_void(frame, name)]
    return frame.drop(columns=void) if void else frame


@contextmanager
def _naming(path: Path, suffix: str) -> Iterator[None]:
    """Turn any exception that a library raises on a damaged file into a `ReadError` that names it."""
    kind = path.name.removesuffix(".gz").rpartition(".")[2].upper()
    hint = REPAIRS[KIN.get(suffix, suffix)].format(path=shlex.quote(str(path)))
    try:
        yield
    except DependencyError:
        raise
    except ReadError as error:
        raise ReadError(
            f"{path} cannot be read as {kind}: {error.message.rstrip('.')}.",
            hint=error.way_out or hint,
        ) from error
    except UnicodeDecodeError as error:
        raise _no_text(path, error) from error
    # parsers of damaged files raise anything: KeyError, TypeError, ParseError, RecursionError
    except Exception as error:
        raise ReadError(
            f"{path} cannot be read as {kind}: {_why(error).rstrip('.')}.", hint=hint
        ) from error


def _why(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, MemoryError):
        return "there is not enough memory"
    if isinstance(error, UnicodeEncodeError):
        return f"it holds {error.object[error.start : error.end]!r}, which is half a character"
    return str(error).strip().split("\n")[0] or type(error).__name__


def _no_text(path: Path, error: UnicodeDecodeError) -> ReadError:
    # Python reports UTF-16 with a mark as utf-16-le
    encoding = re.sub(r"-?([LB]E|SIG)$", "", error.encoding.upper())
    latin = f"iconv -f LATIN1 -t UTF-8 {shlex.quote(str(path))} > utf8{path.suffix}"
    return ReadError(
        f"{path} is not {encoding} text: byte {error.start} is 0x{error.object[error.start]:02x}.",
        hint=f"save it as UTF-8: {latin}"
        if encoding == "UTF-8"
        else "copy it again where it is cut off, or save it as UTF-8",
    )


def _refuse_another_kind(content: bytes, path: Path, suffix: str) -> None:
    """Raise `ReadError` where the first bytes of a file belong to another format."""
    start = content[:1024].lstrip()
    content_kind, usual_suffix = next(
        (kind for mark, kind in BEGINNINGS.items() if start.startswith(mark)),
        ("text", ".csv") if suffix in BINARY and _is_text(start) else ("", suffix),
    )
    if not suffix.startswith((".js", ".nd")) and JSON.match(start):
        content_kind, usual_suffix = "JSON", ".json"
    if content_kind and usual_suffix != suffix:
        # compressed files keep their suffix, before or behind the new one
        name = path.name.removesuffix(".gz")
        stem = name if usual_suffix == ".gz" else name.removesuffix(suffix)
        target = path.with_name(f"{stem}{usual_suffix}{'.gz' * path.name.endswith('.gz')}")
        renamed = f"mv {shlex.quote(str(path))} {shlex.quote(str(target))}, if that is what it is"
        raise ReadError(
            f"by its first bytes the file is {content_kind}",
            hint=renamed if usual_suffix else "save the table as .csv, and read that",
        )


def _is_text(content: bytes) -> bool:
    return len(content) > len(b"PAR1") and not re.search(rb"[^\t\n\r\x20-\xff]", content)


def read_many(paths: Sequence[str | Path], *, size_limit: int = SIZE_LIMIT) -> pd.DataFrame:
    """Read files with the same columns, and stack them as one table.

    Parameters
    ----------
    paths
        One file or more; their columns may be in any order.
    size_limit
        The largest number of bytes of each file (see `read`).

    Raises
    ------
    ReadError
        A file cannot be read (see `read`), or has other columns than the first.
    """
    if not paths:
        raise ReadError("no file to read.")
    frames = [read(path, size_limit=size_limit) for path in paths]
    for path, frame in zip(paths, frames, strict=True):
        _refuse_other_columns(paths[0], frames[0], path, frame)
    return frames[0] if len(frames) == 1 else pd.concat(frames)


def sha256_of(paths: Iterable[str | Path]) -> str:
    """Return the digest of the files' bytes, as ``cat FILE… | sha256sum`` does."""
    digest = hashlib.sha256()
    for path in paths:
        with open_file(Path(path), _neighbours) as file:
            while block := file.read(2**20):
                digest.update(block)
    return digest.hexdigest()


def _is_void(frame: pd.DataFrame, name: str) -> bool:
    # if lines end in a separator, pandas makes a column without name and values
    return name.startswith("Unnamed: ") and bool(frame[name].isna().all())


def _suffix(path: Path) -> str:
    suffix = Path(path.name.lower().removesuffix(".gz")).suffix
    if suffix in READERS:
        return suffix
    problem = f"{suffix!r} is none of them" if suffix else "it has no suffix"
    raise ReadError(
        f"{path} should end in one of {', '.join(READERS)} (.gz may follow); {problem}.",
        hint=WAYS.get(suffix, "rename it, or save it as .csv").format(path=shlex.quote(str(path))),
    )


def _neighbours(path: Path) -> str:
    if not path.parent.is_dir():
        return ""
    near = sorted(
        str(entry)
        for entry in path.parent.iterdir()
        if entry.suffix.lower() in READERS and entry.is_file()
    )
    return f"there are {examples(near)}" if near else ""


def _refuse_other_columns(
    first: str | Path, expected: pd.DataFrame, path: str | Path, frame: pd.DataFrame
) -> None:
    lacks = [name for name in expected.columns if name not in frame.columns]
    extra = [name for name in frame.columns if name not in expected.columns]
    if not lacks and not extra:
        return
    differences = [f"lacks {examples(lacks)}"] * bool(lacks) + [f"has {examples(extra)}"] * bool(
        extra
    )
    raise ReadError(
        f"files read as one table need the same columns; compared with {first}, {path} "
        f"{' and '.join(differences)}.",
        hint=f"give the columns the same names in {first} and {path}",
    )
