"""Rows of predictions: names, weights and checks of the examples, shared by all readers."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, SupportsIndex, overload

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import (
    BLOCK,
    NUMBERED,
    factorize,
    factorize_numbers,
    has_gaps,
    numbers_in,
    refuse_collections,
)
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles, Task, column_of, repeat_columns
from benchreport.data.columns.words.names import is_called
from benchreport.data.prediction_kinds.absent_answers import (
    drop_absent,
    refuse_absent,
    take_first_instead,
)
from benchreport.data.prediction_kinds.clusters import cluster_columns, outermost
from benchreport.errors import DataError, DesignError, RoleError, examples, format_count
from benchreport.hints import bench, code

ABSENT = "absent"
"""Entry of a frame's ``attrs``: how many examples are left out as a model lacks them."""
# a column for each model, with one row for each example
ModelColumns = dict[str, "pd.Series[Any]"]


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


class Split(NamedTuple):
    """A long table with one row for each example.

    Parameters
    ----------
    frame
        The columns that all models share, with one row for each example.
    columns
        For each kind of output the column of each model, in the same order of rows.
    answered
        Which rows each model has, (n, k); ``None`` where all have the same.
    """

    frame: pd.DataFrame
    columns: dict[str, ModelColumns]
    answered: NDArray[np.bool_] | None


def _find_numbering(frame: pd.DataFrame, played: Sequence[Hashable | None]) -> Hashable | None:
    """Return the only other column in which each model has each of its values once, and all have the same."""
    model = frame[played[0]]
    n_models = model.nunique()
    numbering = [
        name
        for name in frame.columns
        if name not in played
        and not pd.api.types.is_float_dtype(frame[name])
        and frame[name].nunique() * n_models == len(frame)
        and not pd.concat([model, frame[name]], axis=1).duplicated().any()
    ]
    return numbering[0] if len(numbering) == 1 else None


def split_by_model(
    frame: pd.DataFrame,
    roles: Roles,
    truth: Hashable | None,
    values: Mapping[str, Hashable | None],
    *,
    weighted_by: Sequence[str] = ("weight",),
) -> Split:
    """Turn a table with one row for each example and model into one row for each example.

    Models may have different samples of an example. Where one lacks a sample its first answer to the example
    stands in the columns, which ``answered`` says.

    Parameters
    ----------
    frame, roles
        A long table, and the roles of its columns.
    truth
        The column of truths, or ``None`` without one.
    values
        The columns with the models' outputs, by a name for each kind of output.
    weighted_by
        The roles of columns that say how much an example counts, for all models.
    """
    algorithm = column_of("algorithm", roles, frame)
    example = column_of("example", roles, frame)
    if example is None:
        numbering = _find_numbering(frame, [algorithm, roles.dataset, truth, *values.values()])
        raise RoleError(
            "a long table of predictions needs a column that says which example each row is about.",
            hint=bench(example=numbering)
            if numbering is not None
            else bench(example=...)
            + "; without one, number them: "
            + code(f"df.assign(example=df.groupby({algorithm!r}).cumcount())"),
        )
    frame = frame.reset_index(drop=True)
    refuse_collections(frame[algorithm], "model")
    models = unique_names(frame[algorithm], "model")
    dataset = column_of("dataset", roles, frame)
    used = (algorithm, dataset, example, truth, *values.values())
    cluster = cluster_columns(roles, frame)
    repeat = repeat_columns(roles, frame, used=(*used, *cluster))
    keys = [name for name in (dataset, *cluster, *repeat, example) if name is not None]
    for name in keys:
        refuse_collections(frame[name], "example")
    refuse_duplicates(frame, [*keys, algorithm])
    lasting = [name for name in keys if name not in repeat]
    absent = 0
    if roles.missing == "drop":
        frame, absent = drop_absent(frame, keys, algorithm)
        models = unique_names(frame[algorithm], "model")
    uneven = refuse_absent(frame, keys, algorithm, lasting)
    weights = {role: column_of(role, roles, frame) for role in weighted_by}
    shared = {
        name: column for name, column in {"truth": truth, **weights}.items() if column is not None
    }
    for name, column in shared.items():
        refuse_collections(frame[column], name)
        refuse_conflicts(frame, keys, column, name)
    base = frame.drop_duplicates(keys)[[*keys, *shared.values()]].reset_index(drop=True)
    base.attrs[ABSENT] = absent
    place = pd.MultiIndex.from_frame(base[keys])
    columns: dict[str, ModelColumns] = {
        kind: {} for kind, column in values.items() if column is not None
    }
    answered = np.ones((len(base), len(models)), dtype=bool) if uneven else None
    # in the order of the names; to compare each cell with each name takes longer
    codes = pd.factorize(frame[algorithm])[0]
    for column, model in enumerate(models.values()):
        rows = frame.iloc[np.flatnonzero(codes == column)]
        found = pd.MultiIndex.from_frame(rows[keys]).get_indexer(place)
        if answered is not None:
            answered[:, column] = found >= 0
            found = take_first_instead(found, rows, base, lasting)
        for kind, by_model in columns.items():
            by_model[model] = rows.iloc[found][values[kind]].reset_index(drop=True)
    return Split(base, columns, answered)


def model_columns(
    frame: pd.DataFrame, roles: Roles, excluded: Iterable[Hashable | None]
) -> ModelColumns:
    """Return the columns of a wide table that play no other role, and so belong to models, by name."""
    used = {*excluded, column_of("dataset", roles, frame), WRITTEN_INDEX}
    used |= set(cluster_columns(roles, frame))
    used |= set(repeat_columns(roles, frame, used=used))
    found = [name for name in frame.columns if name not in used]
    if any(is_called(name, "prediction") for name in found):
        # what else is known of a model's predictions is no other model
        found = [name for name in found if is_called(name, "prediction", "probability")]
    names = unique_names(found, "column")
    return {text: frame[name] for name, text in names.items()}


def unique_names(column: Iterable[Hashable], noun: str) -> dict[Hashable, str]:
    """Return each different name as text; raise `DataError` if two read the same, or one is empty."""
    if not isinstance(column, pd.Series):
        column = pd.Series([*column], dtype=object)
    different = column.drop_duplicates().tolist()
    if any(pd.isna(name) for name in different):
        raise DataError(
            f"rows without a {noun}: its column has empty cells.",
            hint=code("df.dropna(subset=['column'])"),
        )
    written_as: dict[str, Hashable] = {}
    for name in different:
        other = written_as.setdefault(str(name), name)
        if other is not name:
            raise DataError(
                f"two {noun}s are both written {name}: {other!r} and {name!r}.",
                hint="rename one of them",
            )
    return {name: text for text, name in written_as.items()}


def refuse_duplicates(frame: pd.DataFrame, keys: Sequence[Hashable]) -> None:
    """Raise `DataError` that names the rows that occur more than once."""
    twice = frame[frame.duplicated(list(keys))]
    if len(twice):
        raise DataError(
            f"{format_count(len(twice), 'repeated prediction')}: {_list_rows(twice, keys)}.",
            hint=code("df.drop_duplicates()")
            + ", or name what tells them apart: "
            + bench(dataset=...)
            + ", "
            + bench(repeat=...)
            + "; several answers to one question are numbered by "
            + code(f"df.assign(sample=df.groupby({list(keys)!r}).cumcount())"),
        )


def _list_rows(frame: pd.DataFrame, keys: Sequence[Hashable]) -> str:
    rows = frame[list(keys)].drop_duplicates().head(6).map(str).agg(", ".join, axis=1)
    return examples([f"({row})" for row in rows] if len(keys) > 1 else rows.tolist())


def refuse_conflicts(
    frame: pd.DataFrame, keys: Sequence[Hashable], column: Hashable, noun: str
) -> None:
    """Raise `DataError` that names examples whose rows differ in a column that all models share."""
    refuse_collections(frame[column], noun)
    pairs = frame.drop_duplicates([*keys, column])
    twofold = pairs[pairs.duplicated(list(keys))]
    if len(twofold):
        many = format_count(len(twofold[list(keys)].drop_duplicates()), "example")
        raise DataError(
            f"{many} with more than one {noun}: {_list_rows(twofold, keys)}.",
            hint="check how the predictions were joined",
        )


def refuse_missing(columns: Mapping[str, "pd.Series[Any]"], rows: Examples) -> None:
    """Raise `DataError` that names the examples without a prediction."""
    empty = {name: column.isna().to_numpy() for name, column in columns.items() if has_gaps(column)}
    total = sum(int(mask.sum()) for mask in empty.values())
    if not total:
        return
    cells = [
        f"{name} for example {rows.names[row]}"
        for name, mask in empty.items()
        for row in np.flatnonzero(mask)[:5]
    ]
    raise DataError(
        f"{format_count(total, 'prediction')} missing: {examples(cells)}.",
        hint="leave those examples out for all models; a label may be one of its own, such as 'none', with "
        + bench(classes=[...]),
    )


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
