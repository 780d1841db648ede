"""What benchmark runners measured, as a table: what is compared, on what, and how often it was run.

A runner names benchmarks and their parameters, and does not say which of them are alternatives. In one file
these are the parts that differ: an implementation (a text, such as a function, a command or a parameter with
the name of a library) is the algorithm, and sizes (numbers) are the datasets. In several files of the same
benchmarks, the files are compared, and each benchmark is a dataset.
"""

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import pandas as pd

from benchreport.data.cells.cell_values import is_number
from benchreport.data.columns.words.kinds_of_names import says_size
from benchreport.data.columns.words.names import is_called
from benchreport.data.readers.content import text_of
from benchreport.data.readers.file_names import FILE
from benchreport.data.readers.tools.source import Source
from benchreport.errors import ReadError

MILLISECONDS = 1000
# a number, which may have a unit of memory
SIZE = re.compile(
    r"[-+]?[\d_,.]+(?:e[-+]?\d+)? ?(?:[kKMGT]?i?[Bb]|[kKMGT]|bytes|elements|rows)?", re.IGNORECASE
)
NAME, GROUP = "benchmark", "group"
# parameters with these names are what is compared, beside the usual names of algorithms
IMPLEMENTATIONS = frozenset("implementation impl backend engine library lib variant".split())


class Measured(NamedTuple):
    """A benchmark and what was measured, by metric; each value is of one run."""

    name: str
    params: Mapping[str, object]
    runs: Mapping[str, Sequence[float]]
    group: str = ""


def rows_of_csv(source: Source) -> list[dict[str, str]]:
    """Return the rows of a delimited file, all cells as text.

    Raises
    ------
    ReadError
        The last row has no end.
    """
    text = text_of(source.content)
    if not text.endswith("\n"):
        raise ReadError("its last row is cut off")
    frame = pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)
    names = [str(name) for name in frame]
    return [dict(zip(names, row, strict=True)) for row in frame.itertuples(index=False)]


def params_of(row: Mapping[str, str], prefix: str) -> dict[str, str]:
    """Return the cells of a row whose columns are called parameters.

    >>> params_of({"name": "test_sort", "param:size": "10"}, "param:")
    {'size': '10'}
    """
    return {
        name.removeprefix(prefix): cell for name, cell in row.items() if name.startswith(prefix)
    }


def tabulate(benchmarks: Sequence[Measured]) -> pd.DataFrame:
    """Make a long table of benchmarks, with one row per run.

    Examples
    --------
    >>> sizes = [{"size": 10}, {"size": 99}]
    >>> runs = [Measured(name, size, {"time_s": [2.0]}) for name in ("heap", "quick") for size in sizes]
    >>> print(tabulate(runs))
      algorithm  dataset  time_s
    0      heap  size=10     2.0
    1      heap  size=99     2.0
    2     quick  size=10     2.0
    3     quick  size=99     2.0
    """
    parts = pd.DataFrame(
        [
            {NAME: item.name, **{key: str(value) for key, value in item.params.items()}}
            for item in benchmarks
        ],
        dtype=object,
    ).fillna("")
    labels = _label(parts, [item.group for item in benchmarks])
    rows = [
        {**label, "metric": metric, "value": value}
        for label, item in zip(labels.to_dict("records"), benchmarks, strict=True)
        for metric, values in item.runs.items()
        for value in values
    ]
    frame = pd.DataFrame(rows, columns=[*labels.columns, "metric", "value"])
    return number_runs(name_metric(frame))


def name_metric(frame: pd.DataFrame) -> pd.DataFrame:
    """Give the column of values the metric's name, where there is only one."""
    names = frame["metric"].unique()
    if len(names) != 1:
        return frame
    return frame.drop(columns="metric").rename(columns={"value": str(names[0])})


def date_of(milliseconds: float) -> str:
    """Write a time since 1970 as nights are named, in UTC.

    >>> date_of(1793534400000)
    '2026-11-01T12:00'
    """
    moment = datetime.fromtimestamp(milliseconds / MILLISECONDS, UTC)
    return moment.replace(tzinfo=None).isoformat(timespec="minutes")


def without_idle_columns(frame: pd.DataFrame, place: str) -> pd.DataFrame:
    """Drop the columns of dates and places where they tell nothing.

    The one place of several dates remains: over the nights, it is what is compared, and not the version.
    """
    has_dates, places = len(frame["date"].unique()) > 1, len(frame[place].unique())
    idle = [] if has_dates else ["date"]
    return frame.drop(columns=[*idle, place] if places > 1 or not has_dates else idle)


def compare_files(frame: pd.DataFrame) -> pd.DataFrame:
    """Make files the algorithms, and benchmarks the datasets.

    Examples
    --------
    >>> columns = {"file": ["old", "old", "new", "new"], "algorithm": ["a", "b", "a", "b"]}
    >>> print(compare_files(pd.DataFrame(columns | {"time_s": [2.0, 3.0, 1.0, 2.0]})))
      algorithm dataset  time_s
    0       old       a     2.0
    1       old       b     3.0
    2       new       a     1.0
    3       new       b     2.0
    """
    value = _value_of(frame)
    parts = frame.drop(columns=[FILE, "run", "metric", value], errors="ignore")
    parts = _varying(parts.fillna("").astype(str))
    columns = {"algorithm": frame[FILE]}
    if len(parts.columns):
        columns["dataset"] = _join(parts, named=False)
    columns |= {name: frame[name] for name in ("metric", value) if name in frame}
    return number_runs(pd.DataFrame(columns))


def number_runs(frame: pd.DataFrame) -> pd.DataFrame:
    """Add numbers of the runs of each benchmark, or average runs where benchmarks ran unequally often.

    Runs of different benchmarks do not belong together: their numbers only tell them apart. On one dataset,
    runs get no numbers, so that they are read as independent.
    """
    value = _value_of(frame)
    keys = [str(name) for name in frame if name != value]
    if set(keys) <= {"algorithm", "metric"}:
        return frame
    groups = frame.groupby(keys, sort=False, dropna=False)
    counts = groups[value].agg(["size", "count"])
    if counts["size"].max() == 1:
        return frame
    # a benchmark that failed has one run without a value
    ran = counts["size"][counts["count"] > 0]
    by_metric = ran.groupby(level="metric") if "metric" in keys else ran.groupby(lambda _: "")
    if ran.max() == 1 or (by_metric.max() > by_metric.min()).any():
        # a mean over the runs that succeeded would favour what fails
        means = groups[value].mean().where((counts["size"] == counts["count"]).to_numpy())
        return pd.DataFrame(means.reset_index())
    table = frame.copy()
    table.insert(len(keys), "run", groups.cumcount() + 1)
    return table


def _value_of(frame: pd.DataFrame) -> str:
    """Return the column of values, which is the only one of numbers beside those of runs."""
    return next(str(name) for name in frame if name != "run" and is_number(frame[name]))


def _label(parts: pd.DataFrame, groups: Sequence[str]) -> pd.DataFrame:
    """Return columns ``algorithm`` and ``dataset`` of benchmarks, or all parts if several may be it."""
    varying = _varying(parts)
    if varying.empty:
        return parts[[NAME]].set_axis(["algorithm"], axis=1)
    group = pd.Series(groups, index=parts.index)
    compared = _compared(varying, group)
    if not compared:
        return varying
    rest = varying.drop(columns=compared)
    if group.any():
        # a group says what its benchmarks have in common
        rest = rest.loc[:, [_varies(rest[name], group) for name in rest]]
        rest = _varying(pd.concat([group.rename(GROUP), rest], axis=1))
    if (rest == "").to_numpy().any():
        # some benchmarks have parameters that others lack: no two are on one dataset
        return _join(varying).to_frame("algorithm")
    # a number says little without its name
    is_size = all(_is_size(name, varying[name]) for name in compared)
    labels = {"algorithm": _join(varying[compared], named=is_size)}
    if len(rest.columns):
        labels["dataset"] = _join(rest)
    return pd.DataFrame(labels)


def _varying(parts: pd.DataFrame) -> pd.DataFrame:
    """Return the columns that have several values."""
    return parts.loc[:, [len(parts[name].unique()) > 1 for name in parts]]


def _compared(varying: pd.DataFrame, group: "pd.Series[str]") -> list[str]:
    """Return the parts that name what is compared; none if several could."""
    names = [str(name) for name in varying]
    named = [name for name in names if _is_implementation(name)]
    if named:
        return named
    in_group = [name for name in names if _varies(varying[name], group)]
    texts = [name for name in in_group if not _is_size(name, varying[name])]
    if not texts:
        return in_group if len(in_group) == 1 else []
    if group.any() or len(texts) == 1:
        return texts
    combinations = len(varying[texts].drop_duplicates())
    return texts if combinations == varying[texts].nunique().max() else []


def _is_implementation(name: str) -> bool:
    return is_called(name, "algorithm") or name.casefold() in IMPLEMENTATIONS


def _is_size(name: str, values: "pd.Series[str]") -> bool:
    sizes = values[values != ""].str.fullmatch(SIZE)
    return bool(sizes.all()) or is_called(name, "dataset") or says_size(name)


def _varies(values: "pd.Series[str]", group: "pd.Series[str]") -> bool:
    """Tell whether the values differ within a group."""
    several = values.groupby(group).nunique().gt(1)
    return bool(several.any())


def _join(parts: pd.DataFrame, *, named: bool = True) -> "pd.Series[str]":
    """Join the parts of each row; parameters have their names before them, if not only a number."""
    names = [str(name) for name in parts]
    rows = parts.itertuples(index=False, name=None)
    labels = [_join_row(names, row, named=named) for row in rows]
    return pd.Series(labels, index=parts.index, dtype=object)


def _join_row(names: Iterable[str], row: Iterable[str], *, named: bool) -> str:
    texts = [
        value if not named or name in (NAME, GROUP) or name.isdigit() else f"{name}={value}"
        for name, value in zip(names, row, strict=True)
        if value != ""
    ]
    return " ".join(texts)


def without_address(text: str) -> str:
    """Return the name in Python's words for an object, which has an address.

    >>> without_address("<function quick at 0x7fa813288a40>"), without_address("<class 'list'>")
    ('quick', 'list')
    """
    match = re.search(r"<(?:\w+[ -])*?'?([\w.]+)'?(?: at 0x[0-9a-f]+| of .*)?>", text)
    return match[1] if match else text
