"""A table in one file, read by the file's suffix, and errors that name the file and its kind.

To add a format, write a module with a function from a file's bytes to a frame, and add its suffixes to
``READERS``.
"""

import functools
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pandas as pd

from benchreport.data.readers.content import names_once, open_file
from benchreport.data.readers.delimited import read_delimited
from benchreport.data.readers.excel import read_excel
from benchreport.data.readers.json_text import read_json, read_json_lines
from benchreport.data.readers.latex import read_latex
from benchreport.data.readers.markdown import read_markdown
from benchreport.data.readers.marked_up import read_org, read_rst
from benchreport.data.readers.parquet import read_parquet
from benchreport.data.readers.parts import PATH
from benchreport.data.readers.stacked_tables import stacked_as_markdown
from benchreport.data.readers.tools import Source
from benchreport.errors import DependencyError, ReadError, examples


class PartReader(Protocol):
    """A reader that takes one of several tables in a file."""

    def __call__(self, content: bytes, size_limit: int, /, *, part: str) -> pd.DataFrame:
        """Read the table that has this title or number."""


class Reader(Protocol):
    """A function from a file's bytes to a frame, whose cells take at most ``size_limit`` bytes."""

    def __call__(self, content: bytes, size_limit: int, /) -> pd.DataFrame:
        """Read the bytes."""


READERS: dict[str, Reader] = {
    ".csv": read_delimited,
    ".tsv": functools.partial(read_delimited, separators="\t"),
    ".txt": read_delimited,
    ".dat": read_delimited,
    ".parquet": read_parquet,
    ".json": read_json,
    ".jsonl": read_json_lines,
    ".ndjson": read_json_lines,
    ".xlsx": read_excel,
    ".md": read_markdown,
    ".html": read_markdown,
    ".tex": read_latex,
    ".rst": read_rst,
    ".org": read_org,
}

# formats of several tables, one of which may be named behind the path; texts hold prose, too
IN_TEXT: dict[str, PartReader] = {
    ".md": read_markdown, ".html": read_markdown, ".tex": read_latex, ".rst": read_rst, ".org": read_org,
}  # fmt: skip
HAVE_PARTS: dict[str, PartReader] = IN_TEXT | {".xlsx": read_excel, ".json": read_json}

DELIMITED = (".csv", ".tsv", ".txt", ".dat")
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
    b"<": ("HTML or XML", ".html"),
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
# what is not text has a NUL within so many bytes
BINARY_BYTES = 4096
# hints for damaged files, by suffix
REPAIRS = {
    ".csv": "quote cells that hold the separator, a quote or a line end; give each table a file of its own",
    ".json": "python -m json.tool {path} shows the place",
    ".jsonl": "write each record on a line of its own: json.dumps(record)",
    ".xlsx": "open the file in a spreadsheet and save it again, or save the sheet as .csv",
    ".parquet": "copy the file again, or write it again: frame.to_parquet('results.parquet')",
    ".md": "write a line of names, a line |---|---|, and a line for each row",
    ".html": "save the table as .csv, and read that",
    ".rst": "draw a line of = above and below the names of its columns, and below its rows",
    ".org": "write a line of names, a line |---+---|, and a line for each row",
    ".tex": r"end each row with \\\\, and put & between its cells",
    ".gz": "gzip -t {path} says whether the file is whole; copy it again where it is cut off",
}
# what pandas says of a line
MORE_CELLS = re.compile(r"Expected (?P<above>\d+) fields in line (?P<line>\d+), saw (?P<cells>\d+)")
# texts that may hold a table, and beside results seldom do
KIN = {".tsv": ".csv", ".txt": ".csv", ".dat": ".csv", ".ndjson": ".jsonl"}


def open_source(source: Source) -> Path:
    """Read the bytes of a file into its source, and return its path.

    Raises
    ------
    ReadError
        The file does not exist, is no regular file, or is empty, too large or damaged.
    """
    path = Path(source.path or "")
    open_file(path, name_neighbours).close()
    if path.suffix.lower() == ".gz":
        with name_errors(path, _kind(path), REPAIRS[".gz" if source.suffix else _suffix(path)]):
            _ = source.content
    # this error names the file itself
    _ = source.content
    return path


def read_table(source: Source) -> pd.DataFrame:
    """Read a file as a table by its suffix; ``.gz`` may follow it.

    Raises
    ------
    ReadError
        The file's format is unknown, is not its suffix's, or is damaged.
    DependencyError
        The format needs an optional library that is not installed.
    """
    path = open_source(source)
    suffix = _suffix(path)
    with name_errors(path, _kind(path), REPAIRS[KIN.get(suffix, suffix)]):
        _refuse_another_kind(source.content, path, suffix)
        frame = _read(source, suffix)
        # headers of Excel may be numbers, and a command line can only name text
        frame = frame.set_axis([str(name).strip() for name in frame.columns], axis=1)
        frame = frame.set_axis(names_once(list(frame.columns)), axis=1)
    void = [name for name in frame.columns if _is_void(frame, name)]
    return frame.drop(columns=void) if void else frame


def _read(source: Source, suffix: str) -> pd.DataFrame:
    if suffix in DELIMITED and (several := stacked_as_markdown(source.content)):
        return read_markdown(several.encode(), source.size_limit, part=source.part)
    if not source.part:
        return READERS[suffix](source.content, source.size_limit)
    if suffix in DELIMITED:
        raise ReadError(f"it holds one table, and {source.part!r} names none", hint=PATH)
    if suffix not in HAVE_PARTS:
        raise ReadError(
            f"it has no part {source.part!r}, as only {', '.join(HAVE_PARTS)} may hold several tables",
            hint=PATH,
        )
    return HAVE_PARTS[suffix](source.content, source.size_limit, part=source.part)


def _kind(path: Path) -> str:
    return path.name.removesuffix(".gz").rpartition(".")[2].upper()


@contextmanager
def name_errors(path: Path | str, kind: str, repair: str) -> Iterator[None]:
    """Turn any exception that a damaged source raises into a `ReadError` that names it.

    Parameters
    ----------
    path
        The file or folder, or words for an object.
    kind
        What it is read as.
    repair
        The hint, in which ``{path}`` stands for the path.
    """
    quoted = shlex.quote(str(path))
    hint = repair.replace(PATH, quoted)
    try:
        yield
    except DependencyError:
        raise
    except ReadError as error:
        raise ReadError(
            f"{path} cannot be read as {kind}: {error.message.rstrip('.')}.",
            hint=error.hint.replace(PATH, quoted) if PATH in error.hint else error.way_out or hint,
        ) from error
    except UnicodeDecodeError as error:
        raise _no_text(Path(path), error) from error
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
    if isinstance(error, KeyError):
        return f"key {error} is missing"
    if isinstance(error, UnicodeEncodeError):
        return f"it holds {error.object[error.start : error.end]!r}, which is half a character"
    if found := MORE_CELLS.search(str(error)):
        line, cells, above = found["line"], found["cells"], found["above"]
        return f"line {line} of the table has {cells} cells, and those above have {above}"
    return str(error).strip().split("\n")[0] or type(error).__name__


def _no_text(path: Path, error: UnicodeDecodeError) -> ReadError:
    # Python reports UTF-16 with a mark as utf-16-le
    encoding = re.sub(r"-?([LB]E|SIG)$", "", error.encoding.upper())
    if encoding == "UTF-8" and b"\0" in error.object[:BINARY_BYTES]:
        return ReadError(f"{path} is a binary file, not text.", hint="save its table as CSV")
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
    if suffix in (".md", ".html") and start.startswith(b"<"):
        # a README may begin with a picture
        return
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


def is_table(path: Path) -> bool:
    """Tell whether a file's suffix is that of a table, and not of prose that may hold one."""
    return _usual_suffix(path) in READERS.keys() - IN_TEXT.keys()


def _usual_suffix(path: Path) -> str:
    return Path(path.name.lower().removesuffix(".gz")).suffix


def _is_void(frame: pd.DataFrame, name: str) -> bool:
    # if lines end in a separator, pandas makes a column without name and values
    return name.startswith("Unnamed: ") and bool(frame[name].isna().all())


def _suffix(path: Path) -> str:
    suffix = _usual_suffix(path)
    if suffix in READERS:
        return suffix
    problem = f"{suffix!r} is none of them" if suffix else "it has no suffix"
    raise ReadError(
        f"{path} should end in one of {', '.join(READERS)} (.gz may follow); {problem}.",
        hint=WAYS.get(
            suffix, "save its table as .csv, or as lines with tabs between cells in a .txt"
        ).format(path=shlex.quote(str(path))),
    )


def name_neighbours(path: Path) -> str:
    """Name the files of results in the folder of a path, for a hint."""
    if not path.parent.is_dir():
        return ""
    near = sorted(
        str(entry)
        for entry in path.parent.iterdir()
        if entry.suffix.lower() in READERS and entry.is_file()
    )
    return f"the folder has {examples(near)}" if near else ""
