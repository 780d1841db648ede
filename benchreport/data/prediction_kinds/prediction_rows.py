"""Rows of predictions as all readers give them: names, groups and weights of the examples, and labels."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple, SupportsIndex, overload

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import (
    BLOCK,
    NUMBERED,
    factorize,
    factorize_numbers,
    numbers_in,
    refuse_collections,
)
from benchreport.data.columns.role_columns import column_of, repeat_columns
from benchreport.data.columns.roles import Roles, Task
from benchreport.data.prediction_kinds.clusters import cluster_columns, outermost
from benchreport.data.prediction_kinds.refused_rows import unique_names
from benchreport.errors import DataError, DesignError, examples, format_count
from benchreport.hints import bench, code

ABSENT = "absent"
"""Entry of a frame's ``attrs``: how many examples are left out as a model lacks them."""


class Examples(NamedTuple):
    """The names, groups and weights of n examples.

    Parameters
    ----------
    names
        The names of the examples, from their column or else the row numbers from 0.
    datasets, dataset
        Names of datasets, and each example's code into them, (n,).
    repeats, repeat
        Names of folds, seeds or runs, and each example's code into them, (n,).
    clusters, cluster, cluster_column
        Names of clusters, each example's code into them, (n,), and their column; empty without one.
    weights
        The weight of each example, (n,); ones if no column holds weights.
    weighted
        Whether a column holds weights.
    counted
        Whether weights say how many examples each row stands for.
    answered
        Which samples each model has, (n, k); ``None`` where all have the same.
    repeat_columns, repeat_parts
        The columns whose combinations are the repeats, and each repeat's label in them.
    absent
        How many more there were, which are left out as a model lacks them.
    """

    names: Sequence[str]
    datasets: tuple[str, ...]
    dataset: NDArray[np.intp]
    repeats: tuple[str, ...]
    repeat: NDArray[np.intp]
    clusters: tuple[str, ...]
    cluster: NDArray[np.intp]
    cluster_column: str
    weights: NDArray[np.float64]
    weighted: bool
    counted: bool = False
    answered: NDArray[np.bool_] | None = None
    repeat_columns: tuple[str, ...] = ()
    repeat_parts: tuple[tuple[str, ...], ...] = ((),)
    absent: int = 0


class RowNumbers(Sequence[str]):
    """The numbers of n rows from 0, as text, which is written when it is read.

    Examples
    --------
    >>> RowNumbers(1000)[-2:]
    ('998', '999')
    """

    def __init__(self, n: int) -> None:
        self._numbers = range(n)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: SupportsIndex | slice) -> str | tuple[str, ...]:
        if isinstance(place, slice):
            return tuple(map(str, self._numbers[place]))
        return str(self._numbers[place])


class Labels(NamedTuple):
    """A column's labels.

    Parameters
    ----------
    codes
        The place of each row's label in ``names``, (n,).
    names
        The different labels as text.
    """

    codes: NDArray[np.signedinteger[Any]]
    names: tuple[str, ...]

    def translate(
        self, values: Mapping[str, float], out: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        """Return a number for each row, that of its label; write them into ``out`` where there is one."""
        table = np.array([values[name] for name in self.names], dtype=np.float64)
        numbers = np.empty(len(self.codes)) if out is None else out
        for start in range(0, len(numbers), BLOCK):
            part = slice(start, start + BLOCK)
            # all codes are places in the table
            np.take(table, self.codes[part], out=numbers[part], mode="clip")
        return numbers


class Raw(NamedTuple):
    """Predictions as read: labels as text, measured values as numbers.

    Parameters
    ----------
    truth
        Labels, or numbers, (n,); gains of ranked lists, (n, m).
    predicted
        Labels of each model, or numbers, (n, k), or ``None`` if the models gave only scores; gains by
        rank, (n, k, depth).
    scores
        Scores of the positive class, (n, k), or ``None``.
    probabilities
        Probabilities by class, (n, k) each, or ``None``.
    """

    task: Task
    algorithms: tuple[str, ...]
    truth: Labels | NDArray[np.float64]
    predicted: tuple[Labels, ...] | NDArray[np.float64] | None
    rows: Examples
    scores: NDArray[np.float64] | None = None
    probabilities: dict[str, NDArray[np.float64]] | None = None


def read_examples(
    frame: pd.DataFrame,
    roles: Roles,
    *,
    example: Hashable | None,
    weight: Hashable | None,
    answered: NDArray[np.bool_] | None = None,
) -> Examples:
    """Read the names, groups and weights of the examples from a table with one row for each."""
    dataset = column_of("dataset", roles, frame)
    # a long table was split by the column that the caller named, and has it no more
    named = isinstance(roles.algorithm, Hashable) and roles.algorithm is not None
    split = named and roles.algorithm not in frame.columns
    algorithm = None if split else column_of("algorithm", roles, frame)
    used = (dataset, example, weight, algorithm)
    clusters = cluster_columns(roles, frame)
    repeat = repeat_columns(roles, frame, used=(*used, *clusters))
    names: Sequence[str] = RowNumbers(len(frame))
    if example is not None:
        _refuse_empty(frame[example], "example", names)
        names = tuple(map(str, frame[example].tolist()))
    weights = np.ones(len(frame))
    if weight is not None:
        # a copy: the digest is computed later, and the caller's frame may change
        weights = numbers_in(frame[weight], "weights").copy()
        if not (np.isfinite(weights) & (weights >= 0)).all() or not weights.any():
            raise DataError(
                f"column {weight!r} must hold finite numbers, not negative, and not all 0.",
                hint=code(f"df[df[{weight!r}] > 0]"),
            )
    cluster_names, cluster, column = _read_clusters(frame, clusters, names)
    repeats, codes = _factorize(frame, repeat, "repeat", names)
    first = np.unique(codes, return_index=True)[1]
    parts = [frame[name].iloc[first].astype(str).tolist() for name in repeat]
    return Examples(
        names,
        *_factorize(frame, [dataset] if dataset is not None else [], "dataset", names),
        repeats,
        codes,
        clusters=cluster_names,
        cluster=cluster,
        cluster_column=column,
        weights=weights,
        weighted=weight is not None,
        answered=answered,
        repeat_columns=tuple(map(str, repeat)),
        repeat_parts=tuple(zip(*parts, strict=True)) if parts else ((),),
        absent=frame.attrs.get(ABSENT, 0),
    )


def _read_clusters(
    frame: pd.DataFrame, columns: Sequence[Hashable], names: Sequence[str]
) -> tuple[tuple[str, ...], NDArray[np.intp], str]:
    """Return the names of the outermost clusters, each example's code into them, and their column."""
    if not columns:
        return ("",), np.zeros(len(frame), dtype=np.intp), ""
    read = []
    for column in columns:
        labels, codes = _factorize(frame, [column], "cluster", names)
        read.append((str(column), codes, labels))
    column_name, codes, labels = outermost(read)
    if len(labels) == 1:
        raise DesignError(
            f"all examples are in one cluster, {column_name} {labels[0]}; it takes two to see how much "
            "clusters vary.",
            hint=bench(cluster=[]) + ", which compares on this one alone",
        )
    # sorted by name, clusters do not depend on the order of rows
    order = sorted(range(len(labels)), key=labels.__getitem__)
    place = np.empty(len(labels), dtype=np.intp)
    place[order] = np.arange(len(labels))
    return tuple(labels[code] for code in order), place[codes], column_name


def _factorize(
    frame: pd.DataFrame, columns: Sequence[Hashable], noun: str, names: Sequence[str]
) -> tuple[tuple[str, ...], NDArray[np.intp]]:
    """Return the names of the combinations of some columns, in order of appearance, and their codes."""
    if not columns:
        return ("",), np.zeros(len(frame), dtype=np.intp)
    for column in columns:
        refuse_collections(frame[column], noun)
        _refuse_empty(frame[column], noun, names)
        unique_names(frame[column].tolist(), noun)
    text = frame[columns[0]].astype(str)
    for column in columns[1:]:
        text = text + ", " + frame[column].astype(str)
    codes, different = pd.factorize(text)
    return tuple(map(str, different)), codes.astype(np.intp)


def _refuse_empty(column: "pd.Series[Any]", noun: str, names: Sequence[str]) -> None:
    empty = np.flatnonzero(column.isna())
    if len(empty):
        raise DataError(
            f"{format_count(len(empty), 'row')} without a {noun}, column {column.name!r}: row "
            f"{examples([names[place] for place in empty[:6].tolist()])}.",
            hint=code(f"df.dropna(subset=[{column.name!r}])"),
        )


def format_label(value: object) -> str:
    """Write a label as text: 1 and 1.0 read the same."""
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    return str(value)


def read_label_codes(column: "pd.Series[Any]") -> Labels:
    """Read a column of labels without empty cells, formatting each different label once."""
    if column.dtype == object and pd.api.types.infer_dtype(column) != "string":
        # 1 and True are the same key, but not the same label
        column = pd.Series([format_label(value) for value in column], dtype=object)
    if column.dtype in NUMBERED:
        # a table of many models holds the codes of all at once
        codes, different = factorize_numbers(column.to_numpy(), np.int8)
    else:
        codes, different = factorize(column, "label")
    return Labels(codes, tuple(map(format_label, different.tolist())))
