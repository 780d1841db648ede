"""What a layout is: a table as a published project writes it, and the right reading of that table.

Column names, types, orders, gaps and oddities are as in the source that each layout names; the numbers are
drawn. The right reading is what a careful statistician would do with the table, written down without
regard to what benchreport does.
"""

import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

Table = pd.DataFrame | str
"""A frame, or the text of a CSV file where the file itself is odd."""

LAYOUTS: list["Layout"] = []

# a spread, a unit, a number of failed folds or a mark may follow a number
NUMBER = re.compile(r"[-+]?\d[\d,]*\.?\d*(?:[eE][-+]?\d+)?")


@dataclass(frozen=True, kw_only=True)
class Reading:
    """The right reading of a table.

    ``scores`` holds each metric that may be compared, with whether higher is better; a table without any is
    one that must not be compared as it is. ``dataset_of`` finds the dataset in a row's label that says more.
    ``columns`` holds the columns that are algorithms (``"wide"``) or datasets (``"models"``). ``also`` is a
    reading that is as right.
    """

    kind: str
    why: str = ""
    algorithm: str | None = None
    dataset: str | tuple[str, ...] | None = None
    repeat: tuple[str, ...] = ()
    scores: Mapping[str, bool] = field(default_factory=dict)
    value: str | None = None
    metric: str | None = None
    where: Mapping[str, object] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    rows_left_out: tuple[str, ...] = ()
    dataset_of: Callable[[str], str] | None = None
    also: "Reading | None" = None

    def tables(self, frame: pd.DataFrame) -> list[tuple[pd.DataFrame, bool]]:
        """Return each right table (blocks × algorithms) with its direction."""
        others = self.also.tables(frame) if self.also else []
        return [*self._tables(frame), *others]

    def _tables(self, frame: pd.DataFrame) -> list[tuple[pd.DataFrame, bool]]:
        for column, value in self.where.items():
            frame = frame[frame[column] == value]
        if self.kind == "long":
            return [(self._pivot(frame, name), higher) for name, higher in self.scores.items()]
        if not self.scores:
            return []
        table = frame[list(self.columns)].map(number)
        labels = frame[self.algorithm or self.dataset] if self.algorithm or self.dataset else None
        if labels is not None:
            table.index = pd.Index(labels)
            table = table.drop(index=list(self.rows_left_out))
        if self.dataset_of is not None:
            # labels name a dataset and a repeat of it
            table = table.dropna(how="all").groupby(self.dataset_of, sort=False).mean()
        if self.repeat and self.dataset:
            # the repeats of a dataset are averaged
            table = table.groupby(level=0).mean()
        table = table.T if self.kind == "models" else table
        return [(table, higher) for higher in self.scores.values()]

    def _pivot(self, frame: pd.DataFrame, name: str) -> pd.DataFrame:
        if self.metric is not None:
            frame = frame[frame[self.metric] == name]
        keys = self.repeat if self.dataset is None else self.dataset
        index = [keys] if isinstance(keys, str) else list(keys)
        frame = frame[~frame[index[0]].isin(self.rows_left_out)]
        values = frame[self.value or name].map(number)
        by = [frame[column] for column in (*index, self.algorithm)]
        return values.groupby(by).mean().unstack()  # noqa: PD010


@dataclass(frozen=True)
class Layout:
    """A table of a named source, and its right reading."""

    name: str
    source: str
    right: Reading
    make: Callable[[], Table]


def layout(source: str, right: Reading) -> Callable[[Callable[[], Table]], Callable[[], Table]]:
    """Add the table that a function makes to the set."""

    def add(make: Callable[[], Table]) -> Callable[[], Table]:
        LAYOUTS.append(Layout(make.__name__, source, right, make))
        return make

    return add


def long(
    algorithm: str,
    dataset: str | tuple[str, ...] | None,
    scores: Mapping[str, bool],
    **others: object,
) -> Reading:
    """One row a score; of several scores, any one that is asked for."""
    return Reading(kind="long", algorithm=algorithm, dataset=dataset, scores=scores, **others)


def wide(dataset: str | None, columns: Sequence[str], *, higher: bool, **others: object) -> Reading:
    """One row a dataset, one column an algorithm."""
    scores = {"cells": higher}
    return Reading(kind="wide", dataset=dataset, columns=tuple(columns), scores=scores, **others)


def models(algorithm: str, columns: Sequence[str], *, higher: bool, **others: object) -> Reading:
    """One row an algorithm, one column a dataset."""
    scores = {"cells": higher}
    return Reading(
        kind="models", algorithm=algorithm, columns=tuple(columns), scores=scores, **others
    )


def curves(algorithm: str, step: str, also: Reading | None = None) -> Reading:
    """Several scores of each run, along a budget or time."""
    return Reading(kind="curves", algorithm=algorithm, value=step, also=also)


def any_of(*readings: Reading) -> Reading:
    """Readings that are equally right, as for each value by which a table can be divided."""
    first, *others = readings
    return replace(first, also=any_of(*others)) if others else first


def nothing(why: str) -> Reading:
    """A table that cannot be compared as it is."""
    return Reading(kind="nothing", why=why)


@dataclass(frozen=True)
class Of:
    """An attribute of another column's values: the n-th different value has the n-th attribute."""

    column: str
    values: Sequence[object]


def cross(columns: Mapping[str, object], *, drop: int = 0) -> pd.DataFrame:
    """Make a table that crosses the lists; functions are drawn a row, other values are constant.

    Parameters
    ----------
    columns
        The columns in their order.
    drop
        Every how many rows one is missing.
    """
    rng = np.random.default_rng(zlib.crc32(repr(list(columns)).encode()))
    axes = {
        name: list(values) for name, values in columns.items() if isinstance(values, list | range)
    }
    frame = pd.MultiIndex.from_product(axes.values(), names=axes).to_frame(index=False)
    if drop:
        frame = frame[np.arange(len(frame)) % drop != drop - 1].reset_index(drop=True)
    for name, values in columns.items():
        if isinstance(values, Of):
            frame[name] = np.asarray(values.values, dtype=object)[
                pd.factorize(frame[values.column])[0]
            ]
            frame[name] = frame[name].infer_objects()
        elif callable(values):
            frame[name] = values(rng, len(frame))
        elif name not in axes:
            frame[name] = values
    return frame[list(columns)]


def blank(frame: pd.DataFrame, *columns: str, every: int, cell: object = np.nan) -> pd.DataFrame:
    """Empty every n-th cell of columns, or write a text there."""
    rows = np.arange(len(frame)) % every == every - 1
    replaced = {name: frame[name].astype(object).where(~rows, cell) for name in columns}
    return frame.assign(**replaced).infer_objects()


def number(cell: object) -> float:
    """Return the number that a cell begins with; NaN where there is none."""
    if not isinstance(cell, str):
        return float(cell)
    found = NUMBER.match(cell.strip().strip("*$"))
    return float(found[0].replace(",", "")) if found else float("nan")


def names(stem: str, count: int) -> list[str]:
    """Number names: dataset1, dataset2, …"""
    return [f"{stem}{place}" for place in range(1, count + 1)]


def share(rng: np.random.Generator, n: int) -> object:
    """Draw shares, as accuracies are."""
    return rng.uniform(0.35, 0.99, n).round(6)


def percent(rng: np.random.Generator, n: int) -> object:
    """Draw percentages."""
    return rng.uniform(20, 95, n).round(2)


def seconds(rng: np.random.Generator, n: int) -> object:
    """Draw times over several orders of magnitude."""
    return np.exp(rng.normal(1, 1.5, n)).round(6)


def errors(rng: np.random.Generator, n: int) -> object:
    """Draw losses."""
    return rng.gamma(2.0, 0.3, n).round(6)


def reward(rng: np.random.Generator, n: int) -> object:
    """Draw returns of agents, some negative."""
    return rng.normal(800, 900, n).round(3)


def whole(low: int, high: int) -> Callable[[np.random.Generator, int], object]:
    """Draw whole numbers."""
    return lambda rng, n: rng.integers(low, high, n)


def one_of(*texts: object) -> Callable[[np.random.Generator, int], object]:
    """Draw one of some values."""
    return lambda rng, n: rng.choice(np.array(texts, dtype=object), n)


def unique(pattern: str, start: int = 1) -> Callable[[np.random.Generator, int], object]:
    """Number the rows, as keys, links and moments do."""
    return lambda rng, n: [pattern.format(start + place) for place in range(n)]  # noqa: ARG005


def moments(rng: np.random.Generator, n: int) -> object:
    """Draw moments, one a row."""
    start = pd.Timestamp("2024-03-01")
    return (start + pd.to_timedelta(rng.permutation(n) * 97, unit="s")).strftime(
        "%Y-%m-%dT%H:%M:%S"
    )


def spread(
    draw: Callable[[np.random.Generator, int], object], form: str = "{:.2f} ± {:.2f}"
) -> object:
    """Draw cells of a mean and a spread."""

    def cells(rng: np.random.Generator, n: int) -> object:
        means, spreads = np.asarray(draw(rng, n)), rng.gamma(2.0, 0.4, n)
        return [form.format(mean, sd) for mean, sd in zip(means, spreads, strict=True)]

    return cells


def written(draw: Callable[[np.random.Generator, int], object], form: str) -> object:
    """Draw numbers that are written as text: ``12.3%``, ``5 s``."""
    return lambda rng, n: [form.format(value) for value in np.asarray(draw(rng, n))]
