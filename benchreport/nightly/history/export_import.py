"""Export of a history to a file and import from one, to move, archive or analyse it."""

import gzip
import shlex
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from benchreport.errors import OptionError, ReadError, RenderError
from benchreport.files import open_whole
from benchreport.nightly.history.export_json_lines import read_json_lines, write_json_lines
from benchreport.nightly.history.export_parquet import read_parquet, write_parquet
from benchreport.nightly.history.export_records import Line, add_end, history_lines, read_records
from benchreport.nightly.history.history import History


def export_history(history: History, path: Path) -> int:
    """Write a whole history to a file; if that fails, an older file stays unchanged.

    Parameters
    ----------
    history
        The history; the export is a snapshot, without messages that are still to be sent.
    path
        The file, ending in ``.jsonl``, ``.jsonl.gz`` or ``.parquet``; an existing file is replaced.

    Returns
    -------
    int
        The number of exported scores; thinned nights have none.

    Raises
    ------
    OptionError
        The suffix is not one of these.
    RenderError
        The file cannot be written; an older one is unchanged.

    Notes
    -----
    The same history gives the same bytes, even after an import elsewhere (for Parquet, with the same
    version of pyarrow).
    """
    write, _ = _kind(path)
    count = 0

    def count_scores(lines: Iterable[Line]) -> Iterator[Line]:
        nonlocal count
        for line in lines:
            count += 0 if line.scores is None else len(line.scores.value)
            yield line

    with history.snapshot(), _whole(path) as file:
        write(add_end(count_scores(history_lines(history))), file)
    return count


def import_history(history: History, path: Path) -> int:
    """Import a file that `export_history` wrote into an empty history, completely or not at all.

    Parameters
    ----------
    history
        A history without nights.
    path
        The file.

    Returns
    -------
    int
        The number of imported scores.

    Raises
    ------
    InputError
        The history is not empty.
    ReadError
        The file is truncated, was edited, or is not an export. Nothing was imported.
    OptionError
        The suffix is not that of an export.
    """
    _, read = _kind(path)
    try:
        with path.open("rb") as file:
            return history.restore(read_records(read(file)))
    except ReadError as error:
        raise ReadError(f"{path}: {error.message}", hint=error.way_out) from error
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ReadError(
            f"{path} cannot be read: {why}. Nothing was imported.",
            hint=f"ls -l {shlex.quote(str(path))}; copy it again where it was cut off",
        ) from error


def _write_gzip(lines: Iterable[Line], file: BinaryIO) -> None:
    # gzip stores no name and time here, so that the same history gives the same bytes
    with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=file, mtime=0) as packed:
        write_json_lines(lines, cast("BinaryIO", packed))


def _read_gzip(file: BinaryIO) -> Iterator[Line]:
    with gzip.GzipFile(mode="rb", fileobj=file) as packed:
        yield from read_json_lines(cast("BinaryIO", packed))


_Kind = tuple[Callable[[Iterable[Line], BinaryIO], None], Callable[[BinaryIO], Iterator[Line]]]

KINDS: dict[str, _Kind] = {
    ".jsonl": (write_json_lines, read_json_lines),
    ".jsonl.gz": (_write_gzip, _read_gzip),
    ".parquet": (write_parquet, read_parquet),
}


def _kind(path: Path) -> _Kind:
    for suffix, kind in KINDS.items():
        if path.name.lower().endswith(suffix):
            return kind
    raise OptionError(
        f"a history is written to and read from {', '.join(KINDS)}; got {path.name!r}.",
        hint="benchreport nightly export nights.jsonl",
    )


@contextmanager
def _whole(path: Path) -> Iterator[BinaryIO]:
    try:
        with open_whole(path) as file:
            yield file
    except OSError as error:
        raise RenderError(
            f"{path} could not be written and is unchanged: {error.strerror or error}.",
            hint=f"make room, or write elsewhere (df -h {shlex.quote(str(path.parent))})",
        ) from error
