"""Read files, folders and objects as DataFrames.

``table_files`` reads one file by its suffix; each format has a module with a function from a file's bytes to
a frame, which takes these bytes (text as ``content.text_of`` decodes it), ``size_limit``, the bytes that the
table's cells may take, and ``part``, the name of one of several tables or its number, where a file may hold
several. ``tools`` reads what other tools write, which is asked first. ``paths`` finds the files of folders
and patterns, ``file_names`` what their names say. These modules may import pandas, ``errors`` and ``hints``
(``file_names`` the usual names of columns, too); they import an optional library only in the function that
uses it.
"""

import contextlib
import hashlib
import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeGuard

import numpy as np
import pandas as pd

from benchreport.data.columns.words.direction import (
    DIRECTIONS,
    METRIC,
    directions_by_tool,
    metric_of_file,
)
from benchreport.data.readers.content import SIZE_LIMIT, open_file
from benchreport.data.readers.file_names import FILE, add_file_names
from benchreport.data.readers.json_records import table_of
from benchreport.data.readers.parts import PARTS
from benchreport.data.readers.paths import files_in, paths_of
from benchreport.data.readers.same_types import names_as_text
from benchreport.data.readers.table_files import (
    READERS,
    is_table,
    name_errors,
    name_neighbours,
    open_source,
    read_table,
)
from benchreport.data.readers.tools import TOOLS, Source, Tool, tool_for
from benchreport.errors import DesignError, InputError, ReadError, RoleError, examples
from benchreport.hints import code
from benchreport.wording.shell import reading

__all__ = ["READERS", "SIZE_LIMIT", "files_of", "read", "read_many", "sha256_of"]

_ARRAYS = (tuple, np.ndarray, pd.Series)
_Path = str | os.PathLike[str]
RECORDS = "give a list of records: [{'algorithm': 'svm', 'f1': 0.5}]"
REPAIR = "write the results again with the tool itself"


def read(source: object, *, size_limit: int = SIZE_LIMIT) -> pd.DataFrame:
    """Read results from a file, a folder, a pattern of paths, or an object.

    What other tools write (a folder of asv, the JSON of pytest-benchmark …) is recognized by its content;
    other files are read by their suffix, and ``.gz`` may follow it. Several files are stacked as one table,
    and a column has their names where these tell something: ``algorithm`` where each file is of one
    algorithm, ``seed`` or ``fold`` where the names number them, and else ``file``.

    Parameters
    ----------
    source
        A path, a pattern such as ``"results/*.csv"`` or a list of paths; or a DataFrame (which is returned
        as it is unless a tool made it), a dict of columns, a list of records, or a tool's own object.
    size_limit
        The largest number of bytes of a file after decompression, and of its cells in memory; 1 GiB by
        default.

    Returns
    -------
    DataFrame
        The table; all column names are text. ``attrs["source"]`` says which tool's results it was taken for,
        ``attrs["notes"]`` what was left out.

    Raises
    ------
    ReadError
        There is nothing to read, a file is empty, damaged or too large, its format is unknown or not its
        suffix's, or files do not belong together.
    DependencyError
        The format needs an optional library that is not installed.

    Examples
    --------
    >>> read([{"model": "svm", "f1": 0.5}, {"model": "knn", "f1": 0.7}]).shape
    (2, 2)
    """
    if _is_path(source):
        return read_many([source], size_limit=size_limit)
    if isinstance(source, list | tuple) and source and all(map(_is_path, source)):
        return read_many(source, size_limit=size_limit)
    return _read_object(Source(data=source, size_limit=size_limit))


def read_many(paths: Sequence[_Path], *, size_limit: int = SIZE_LIMIT) -> pd.DataFrame:
    """Read files, folders and patterns as one table (see `read`).

    Raises
    ------
    ReadError
        A file cannot be read, has other columns than the first, or was written by another tool.
    """
    if not paths:
        raise ReadError("no file to read.")
    if not all(map(os.fspath, paths)):
        # it would mean the current folder
        raise ReadError("a path is empty.", hint="name a file or a folder; '.' is the current one")
    places = [place for path in paths for place in paths_of(Path(path))]
    tables = [table for place in places for table in _tables_at(place, size_limit)]
    if len(tables) > 1:
        return _stack(tables)
    (table,) = tables
    if PARTS in table.frame.attrs:
        path = shlex.quote(str(table.path))
        table.frame.attrs[PARTS] = [f"{path}#{name}" for name in table.frame.attrs[PARTS]]
    return _name_metric(table)


def error_of_form(frame: pd.DataFrame, error: InputError) -> InputError:
    """Return the error on a frame, or a better one where the frame is a tool's, in a form that `read` knows.

    Examples
    --------
    >>> search = {"mean_fit_time": [1, 1], "param_C": [1, 2], "split0_test_score": [0.5, 0.6]}
    >>> raise error_of_form(pd.DataFrame(search), RoleError("no column is called algorithm."))
    Traceback (most recent call last):
    benchreport.errors.RoleError: the table is cv_results_ of a search of scikit-learn, in a form of its own.
    Hint: benchreport.read(df).bench
    """
    tool = None if frame.attrs.get("source") else tool_for(Source(data=frame))
    if parts := frame.attrs.get(PARTS, ()):
        return DesignError(reading.ONE_ROW, hint=f"name one: {examples(parts)}")
    if tool is None:
        return error
    return RoleError(
        f"the table is {tool.name}, in a form of its own.", hint=code("benchreport.read(df).bench")
    )


def files_of(paths: Iterable[_Path], *, size_limit: int = SIZE_LIMIT) -> list[Path]:
    """Return the files that `read_many` reads, each once: of a folder those that hold results, sorted.

    Raises
    ------
    ReadError
        A folder holds none or too many, or nothing matches a pattern.
    """
    places = (Path(place) for path in paths for place in paths_of(Path(path)))
    found = (_files_at(Source(place, size_limit=size_limit)) for place in places)
    return list(dict.fromkeys(file for files in found for file in files))


def sha256_of(paths: Iterable[_Path]) -> str:
    """Return the digest of the bytes of files, as ``cat FILE… | sha256sum`` does.

    The files of a folder or pattern are sorted by their paths.
    """
    digest = hashlib.sha256()
    for path in files_of([Path(path) for path in paths]):
        with open_file(path, name_neighbours) as file:
            while block := file.read(2**20):
                digest.update(block)
    return digest.hexdigest()


def _is_path(source: object) -> TypeGuard[_Path]:
    return isinstance(source, str | os.PathLike)


class _Table(NamedTuple):
    """A file or folder, its table, and the tool that wrote it."""

    path: Path
    frame: pd.DataFrame
    tool: Tool | None


def _tables_at(path: Path, size_limit: int) -> Iterator[_Table]:
    """Read the file at a path, or the folder: as a whole where a tool wrote it, else file by file."""
    source = Source(path, size_limit=size_limit)
    if not source.is_folder:
        open_source(source)
        yield _table_in(source, tool_for(source))
        return
    files = _files_at(source)
    tool = _tool_of_folder(source)
    if tool is not None:
        yield _table_in(source, tool)
        return
    for file in files:
        yield from _tables_at(file, size_limit)


def _files_at(source: Source) -> list[Path]:
    """Return the files of results at a path: all in a folder of a tool, else those that can be read."""
    path = Path(source.path or "")
    if not source.is_folder:
        return [path]
    files = files_in(path)
    if _tool_of_folder(source) is not None:
        return files
    results = _results_among(files, source.size_limit)
    if not results:
        raise ReadError(
            f"{path} holds no file of results; it holds {examples(file.name for file in files)}.",
            hint=f"results are in files that end in one of {', '.join(READERS)} (.gz may follow)",
        )
    return results


def _tool_of_folder(source: Source) -> Tool | None:
    """Return the tool that wrote a folder; `None` if none did, so that its files are read one by one."""
    tools = [tool for tool in TOOLS if tool.recognizes(source)]
    if len(tools) > 1:
        raise ReadError(
            f"{source.path} holds {examples(tool.name for tool in tools)}; one source is expected.",
            hint="name the folder in it that holds the results to compare",
        )
    return tools[0] if tools else None


def _results_among(files: Sequence[Path], size_limit: int) -> list[Path]:
    """Return the files that are tables by their suffix, or that a tool wrote."""
    results = [file for file in files if is_table(file) or _is_of_tool(file, size_limit)]
    # a text beside tables is a note on them
    return [file for file in results if file.suffix.lower() != ".txt"] or results


def _name_metric(table: _Table) -> pd.DataFrame:
    """Keep the metric that a file is named after: the scores of a wide table have no name of their own."""
    metric = metric_of_file(table.path.name.partition(".")[0])
    if table.tool is None and metric is not None:
        table.frame.attrs[METRIC] = metric
    return table.frame


def _is_of_tool(file: Path, size_limit: int) -> bool:
    # files of any kind may be in a folder, and those that cannot be read are no results
    with contextlib.suppress(ReadError, OSError):
        return tool_for(Source(file, size_limit=size_limit)) is not None
    return False


def _table_in(source: Source, tool: Tool | None) -> _Table:
    path = Path(source.path or "")
    return _Table(path, read_table(source) if tool is None else _read_by(tool, source, path), tool)


def _read_by(tool: Tool, source: Source, name: Path | str) -> pd.DataFrame:
    with name_errors(name, tool.name, REPAIR):
        frame = tool.read(source)
    frame.attrs["source"] = tool.name
    return frame


def _read_object(source: Source) -> pd.DataFrame:
    """Read an object as a tool's, or else as a dict of columns or a list of records."""
    tool = tool_for(source)
    name = f"the {type(source.data).__name__}"
    if tool is not None:
        return _read_by(tool, source, name)
    if isinstance(source.data, pd.DataFrame):
        return source.data
    if not isinstance(source.data, dict | list):
        raise ReadError(
            f"{name} is no object with results that is known here.",
            hint=code("benchreport.read(pandas.DataFrame(rows))"),
        )
    with name_errors(name, "a table", RECORDS):
        if not source.data:
            raise ReadError("it is empty")
        return table_of(_plain(source.data), source.size_limit)


def _plain(data: dict[object, object] | list[object]) -> object:
    """Return lists in place of arrays and tuples, as JSON has them."""
    if isinstance(data, list):
        return data
    return {
        str(name): list(column) if isinstance(column, _ARRAYS) else column
        for name, column in data.items()
    }


def _stack(tables: Sequence[_Table]) -> pd.DataFrame:
    """Stack tables; their files' names become columns where they tell something."""
    for table in tables:
        _refuse_another_tool(tables[0], table)
        if table.tool is None:
            _refuse_other_columns(tables[0], table)
    tool = tables[0].tool
    compare = None if tool is None else tool.compare
    frames = add_file_names(
        [table.path for table in tables],
        [table.frame for table in tables],
        unknown=compare is not None,
    )
    stacked = pd.concat(names_as_text(frames))
    if tool is None:
        return stacked
    stacked = stacked.reset_index(drop=True)
    result = compare(stacked) if compare is not None and FILE in stacked else stacked
    result.attrs |= {"source": tool.name, **_facts_of([table.frame for table in tables])}
    return result


def _facts_of(frames: Sequence[pd.DataFrame]) -> dict[str, object]:
    """Collect what a tool's reader keeps beside its frames: notes, and directions on which all agree."""
    notes = dict.fromkeys(note for frame in frames for note in frame.attrs.get("notes", ()))
    stated = [directions_by_tool(frame).items() for frame in frames]
    directions = dict(item for items in stated for item in items)
    agreed = {
        metric: better
        for metric, better in directions.items()
        if all((metric, not better) not in items for items in stated)
    }
    facts: dict[str, object] = {"notes": tuple(notes), DIRECTIONS: agreed}
    return {name: fact for name, fact in facts.items() if fact}


def _refuse_another_tool(first: _Table, other: _Table) -> None:
    names = ["a table" if table.tool is None else table.tool.name for table in (first, other)]
    if first.tool is not other.tool:
        raise ReadError(
            f"files read as one table need one source; {first.path} is {names[0]}, and {other.path} is "
            f"{names[1]}.",
            hint="read them one by one, or name those that belong together",
        )


def _refuse_other_columns(first: _Table, other: _Table) -> None:
    lacks = [name for name in first.frame.columns if name not in other.frame.columns]
    extra = [name for name in other.frame.columns if name not in first.frame.columns]
    differences = [
        *([f"lacks {examples(lacks)}"] if lacks else []),
        *([f"has {examples(extra)}"] if extra else []),
    ]
    if differences:
        raise ReadError(
            f"files read as one table need the same columns; compared with {first.path}, {other.path} "
            f"{' and '.join(differences)}.",
            hint=f"give the columns the same names in {first.path} and {other.path}, or name only files that "
            "belong together",
        )
