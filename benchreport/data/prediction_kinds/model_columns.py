"""The columns of the models: of a wide table, or of a long one, with a row for each example."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import refuse_collections
from benchreport.data.columns.role_columns import column_of, repeat_columns
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles
from benchreport.data.columns.words.names import is_called
from benchreport.data.prediction_kinds.absent_answers import (
    drop_absent,
    refuse_absent,
    take_first_instead,
)
from benchreport.data.prediction_kinds.clusters import cluster_columns
from benchreport.data.prediction_kinds.prediction_rows import ABSENT
from benchreport.data.prediction_kinds.refused_rows import (
    refuse_conflicts,
    refuse_duplicates,
    unique_names,
)
from benchreport.errors import RoleError
from benchreport.hints import bench, code

# a column for each model, with one row for each example
ModelColumns = dict[str, "pd.Series[Any]"]


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
