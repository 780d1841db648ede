"""Find which column of a large table of predictions plays which role."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from benchreport.data.columns.roles import Roles
from benchreport.data.prediction_kinds.read_labels import find_label_columns, find_score_columns
from benchreport.data.prediction_kinds.read_predictions import (
    kind_of,
    roles_of,
    with_clusters_and_samples,
)
from benchreport.engines.lazy_table import LazyTable
from benchreport.errors import DesignError, RoleError, format_count
from benchreport.hints import bench
from benchreport.wording.shell import reading

if TYPE_CHECKING:
    import narwhals as nw

TRUTH, TWO = "y_true", 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Which column of a large table of predictions plays which role.

    Parameters
    ----------
    truth
        The true labels; ``None`` where predictions say whether they are right.
    labels
        What each model predicted, by model; of a long table the one column, by ``""``.
    algorithm
        The column of models; ``None`` of a wide table.
    example
        The column that names examples, ``None`` without one.
    dataset, clusters
        What examples are counted within.
    scores
        Whether ``labels`` are columns of scores from 0 to 1.
    grid
        Scores are rounded to multiples of one part of so many.
    """

    truth: str | None
    labels: dict[str, str]
    algorithm: str | None
    example: str | None
    dataset: tuple[str, ...]
    clusters: tuple[str, ...]
    scores: bool = False
    grid: int = 1

    @property
    def groups(self) -> tuple[str, ...]:
        """The columns within which examples are counted."""
        return (*self.dataset, *self.clusters)


def find_columns(table: LazyTable, sample: pd.DataFrame, roles: Roles) -> Columns | None:
    """Return the columns of labels, of right and wrong answers or of probabilities of one of two classes.

    ``None`` stands for values, lists and other scores.

    Raises
    ------
    RoleError
        No column is the truth, or says which example a row is about.
    DesignError
        Examples are weighted or repeated.
    """
    kind = kind_of(sample, roles)
    if kind not in (None, "classification", "correctness"):
        return None
    by_column = roles_of(sample, roles)

    def playing(role: str) -> tuple[str, ...]:
        return tuple(str(name) for name, played in by_column.items() if played == role)

    if playing("weight") or roles.count is not None:
        raise DesignError(
            f"rows of tables of more than {len(sample):,} rows are counted; weights and counts are not read.",
            hint="read a part of the rows: " + bench(where={table.columns[0]: "..."}),
        )
    truth, algorithm, example = (
        next(iter(playing(role)), None) for role in ("truth", "algorithm", "example")
    )
    if kind == "correctness":
        truth = None
        models = playing("correct") if algorithm else playing(reading.PREDICTIONS_OF_MODEL)
        labels: dict[str, Any] | None = {"" if algorithm else name: name for name in models}
    else:
        if truth is None:
            raise RoleError("no column holds the truth.", hint=bench(truth=...))
        labels = find_label_columns(*with_clusters_and_samples(sample, roles, kind), truth)
    scores = not labels and kind != "correctness"
    if scores:
        labels = _find_chances(table, sample, roles, str(truth))
    if not labels:
        return None
    _refuse_repeats(table, playing("repeat"), example)
    if algorithm is not None and example is None:
        raise RoleError(
            "a long table of predictions needs a column that says which example each row is about.",
            hint=bench(example=...),
        )
    return Columns(
        truth=truth,
        labels={model: str(name) for model, name in labels.items()},
        algorithm=algorithm,
        example=example,
        dataset=playing("dataset"),
        clusters=playing("cluster"),
        scores=scores,
    )


def _find_chances(
    table: LazyTable, sample: pd.DataFrame, roles: Roles, truth: str
) -> dict[str, Any] | None:
    """Return the columns of scores, where all are from 0 to 1 and the truth has two classes."""
    read = with_clusters_and_samples(sample, roles, None)
    found = find_score_columns(*read, truth) or {}
    columns: dict[str, Any] = {model: str(name) for model, name in found.items()}
    if (
        not columns
        or sample[truth].nunique() != TWO
        or not all(map(table.is_number, columns.values()))
    ):
        return None
    cells = [label_of(table, name).alias(name) for name in columns.values()]
    chances = LazyTable(table.frame.select(*cells))
    ends = [end for name in columns.values() for end in chances.ends(name)]
    return None if min(ends) < 0 or max(ends) > 1 else columns


def _refuse_repeats(table: LazyTable, repeats: tuple[str, ...], example: str | None) -> None:
    """Raise `DesignError` where repeats of an example would have to be averaged within it."""
    for name in repeats if example is not None else ():
        values = table.different(name)
        if len(values) > 1:
            raise DesignError(
                f"{format_count(len(values), 'repeat')} of each example ({name}) are averaged within it, "
                f"which takes the examples themselves; these are {table.n_rows:,} rows.",
                hint="compare one of the repeats: " + bench(where={name: values[0]}),
            )


def label_of(table: LazyTable, name: str) -> "nw.Expr":
    """Return a column of labels in a type that all engines group and compare; NaN is empty."""
    import narwhals as nw

    kind, cell = table.schema[name], nw.col(name)
    if kind.is_float():
        return nw.when(~cell.is_nan()).then(cell)
    if kind.is_decimal():
        return cell.cast(nw.Float64())
    if isinstance(kind, nw.Boolean):
        return cell.cast(nw.Int64())
    if isinstance(kind, nw.Categorical | nw.Enum):
        return cell.cast(nw.String())
    return cell


def cell_of(table: LazyTable, columns: Columns, name: str) -> "nw.Expr":
    """Return what a model predicted as engines count it: a label, or the number of the nearest grid point."""
    import narwhals as nw

    if not columns.scores:
        return label_of(table, name)
    nearest = label_of(table, name).cast(nw.Float64()) * columns.grid + 0.5
    return (nearest - nearest % 1).cast(nw.Int64())


def name_of(place: int) -> str:
    """Return the name of the column that holds what a model predicted."""
    return f"prediction {place}"
