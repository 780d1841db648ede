"""Files of results become DataFrames.

What lives here: one file per source, each a function from a file's bytes to a frame. They may
import pandas and ``errors``; an optional library is imported where it is used.
To add one: a module with such a function, and its suffixes in ``READERS``.
"""

import csv
import functools
import gzip
import hashlib
import shlex
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pandas as pd

from benchreport.data.readers.delimited import read_delimited
from benchreport.data.readers.excel import read_excel
from benchreport.data.readers.json_records import read_json, read_json_lines
from benchreport.data.readers.parquet import read_parquet
from benchreport.errors import ReadError, examples

__all__ = ["READERS", "read", "read_many", "sha256_of"]

READERS: dict[str, Callable[[bytes], pd.DataFrame]] = {
    ".csv": read_delimited,
    ".tsv": functools.partial(read_delimited, separators="\t"),
    ".txt": read_delimited,
    ".parquet": read_parquet,
    ".json": read_json,
    ".jsonl": read_json_lines,
    ".ndjson": read_json_lines,
    ".xlsx": read_excel,
}

# what the libraries raise over a file that is not what it says it is
UNREADABLE = (
    *(ValueError, LookupError, EOFError, OSError),
    *(csv.Error, zlib.error, zipfile.BadZipFile),
)


def read(path: str | Path) -> pd.DataFrame:
    """Read one file, by its suffix; ``.gz`` may follow it.

    Parameters
    ----------
    path
        A file of one of the kinds in ``READERS``.

    Returns
    -------
    DataFrame
        As in the file; all column names are text.

    Raises
    ------
    ReadError
        There is no such file, it is empty, of no known kind, or not what its suffix says.
    DependencyError
        Its kind needs an optional library that is not installed.
    """
    path = Path(path)
    reader = _reader_for(path)
    content = _content(path)
    try:
        if path.suffix.lower() == ".gz":
            content = gzip.decompress(content)
        frame = reader(content)
    except UnicodeDecodeError as error:
        raise ReadError(
            f"{path} is not UTF-8 text: byte {error.start} is 0x{error.object[error.start]:02x}.",
            hint=f"save it as UTF-8: iconv -f LATIN1 -t UTF-8 {shlex.quote(str(path))} > utf8{path.suffix}",
        ) from error
    except UNREADABLE as error:
        kind = path.name.removesuffix(".gz").rpartition(".")[2].upper()
        told = getattr(error, "message", "") or str(error).strip().split("\n")[0]
        raise ReadError(
            f"{path} cannot be read as {kind}: {told.rstrip('.')}.",
            hint=getattr(error, "hint", ""),
        ) from error
    # an Excel header may be a number, and a command line can only name text
    frame = frame.set_axis([str(name).strip() for name in frame.columns], axis=1)
    return frame.drop(columns=[name for name in frame.columns if _is_void(frame, name)])


def read_many(paths: Sequence[str | Path]) -> pd.DataFrame:
    """Read files of the same columns as one table, one below the other.

    Parameters
    ----------
    paths
        One file or more; their columns may be in any order.

    Raises
    ------
    ReadError
        A file cannot be read (see `read`), or has other columns than the first.
    """
    if not paths:
        raise ReadError("no file to read.")
    frames = [read(path) for path in paths]
    for path, frame in zip(paths, frames, strict=True):
        _refuse_other_columns(paths[0], frames[0], path, frame)
    return frames[0] if len(frames) == 1 else pd.concat(frames)


def sha256_of(paths: Iterable[str | Path]) -> str:
    """Digest the bytes of files, as ``cat FILE… | sha256sum`` does."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(_content(Path(path)))
    return digest.hexdigest()


def _is_void(frame: pd.DataFrame, name: str) -> bool:
    # lines that end in a separator make a column without name or values
    if not name.startswith("Unnamed: ") or not frame.columns.is_unique:
        return False
    return bool(frame[name].isna().all())


def _reader_for(path: Path) -> Callable[[bytes], pd.DataFrame]:
    suffix = Path(path.name.lower().removesuffix(".gz")).suffix
    if suffix in READERS:
        return READERS[suffix]
    found = f"{suffix!r} is none of them" if suffix else "it has no suffix"
    way = "save the sheet as .xlsx or .csv" if suffix == ".xls" else "rename it, or save it as .csv"
    raise ReadError(
        f"{path} should end in one of {', '.join(READERS)} (.gz may follow); {found}.", hint=way
    )


def _content(path: Path) -> bytes:
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise ReadError(f"there is no file {path}.", hint=_neighbours(path)) from error
    except IsADirectoryError as error:
        raise ReadError(
            f"{path} is a directory; a file of results is expected.", hint=_neighbours(path / "x")
        ) from error
    except OSError as error:
        raise ReadError(f"{path} cannot be opened: {error.strerror}.") from error
    if not content.strip():
        raise ReadError(f"{path} is empty.")
    return content


def _neighbours(path: Path) -> str:
    if not path.parent.is_dir():
        return ""
    near = sorted(
        str(each)
        for each in path.parent.iterdir()
        if each.suffix.lower() in READERS and each.is_file()
    )
    return f"there are {examples(near)}" if near else ""


def _refuse_other_columns(
    first: str | Path, expected: pd.DataFrame, path: str | Path, found: pd.DataFrame
) -> None:
    lacks = [name for name in expected.columns if name not in found.columns]
    extra = [name for name in found.columns if name not in expected.columns]
    if not lacks and not extra:
        return
    told = [f"lacks {examples(lacks)}"] * bool(lacks) + [f"has {examples(extra)}"] * bool(extra)
    raise ReadError(
        f"files read as one table need the same columns; compared with {first}, {path} "
        f"{' and '.join(told)}.",
        hint=f"give the columns the same names in {first} and {path}",
    )
