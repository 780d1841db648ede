"""Tables that tools write as CSV, or return as frames: their columns, and their rows."""

import contextlib
import csv
from collections.abc import Callable
from typing import TypeVar

import pandas as pd

from benchreport.data.readers.content import text_of
from benchreport.data.readers.delimited import read_delimited
from benchreport.data.readers.tools.source import Source
from benchreport.errors import ReadError, format_count

Result = TypeVar("Result")
BEGINNING = 2**16
"""Bytes in which the first row is looked for."""


def column_names(source: Source) -> tuple[str, ...]:
    """Return the names of the columns of a delimited file or a frame; empty for other sources."""
    if isinstance(source.data, pd.DataFrame):
        return tuple(map(str, source.data.columns))
    # a folder may hold empty files
    with contextlib.suppress(ReadError):
        return source.header
    return ()


def has_columns(source: Source, *names: str) -> bool:
    """Tell whether a delimited file or a frame has all these columns."""
    return set(names) <= set(column_names(source))


def first_row(source: Source) -> dict[str, str]:
    """Return the cells of the first row of a delimited file or a frame, as text."""
    if isinstance(source.data, pd.DataFrame):
        return {
            str(name): str(column.iloc[0]) for name, column in source.data.items() if len(column)
        }
    lines = source.content[:BEGINNING].decode("utf-8-sig", "replace").splitlines()[:2]
    return next(csv.DictReader(lines), {})


def frame_of(source: Source) -> pd.DataFrame:
    """Return the frame, or read the delimited file."""
    if isinstance(source.data, pd.DataFrame):
        return source.data.rename(columns=str).reset_index(drop=True)
    _refuse_cut_off(source.content)
    return read_delimited(source.content, source.size_limit)


def name_file(read: Callable[[Source], Result], file: Source, source: Source) -> Result:
    """Read a file of a source; errors name it where it lies in a folder."""
    try:
        return read(file)
    except ReadError as error:
        if file is source:
            raise
        raise ReadError(f"{file.path}: {error.message}", hint=error.way_out) from error


def _refuse_cut_off(content: bytes) -> None:
    """Raise `ReadError` where the last line has fewer fields than the first, and no end.

    Cells that are cut off would be taken for runs that failed.
    """
    last = content[content.rfind(b"\n") + 1 :]
    first = content[: content.find(b"\n")] if b"\n" in content else content
    fields, names = (len(next(csv.reader([text_of(line)]), [])) for line in (last, first))
    if last.strip() and fields < names:
        number = content.count(b"\n") + 1
        raise ReadError(
            f"its last line, {number}, is cut off: it has {format_count(fields, 'field')} of {names}",
            hint="copy the file again",
        )
