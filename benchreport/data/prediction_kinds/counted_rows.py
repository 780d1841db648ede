"""Rows that stand for several examples with the same truth and the same predictions."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import numbers_in
from benchreport.data.columns.role_columns import column_of, present
from benchreport.data.columns.roles import Roles
from benchreport.data.prediction_kinds.prediction_rows import Examples, Raw
from benchreport.errors import DataError, DesignError
from benchreport.hints import bench, code

Counts = NDArray[np.float64]
# a float counts exactly up to here
MOST_EXAMPLES = 2.0**53


def take_counts(frame: pd.DataFrame, roles: Roles) -> tuple[pd.DataFrame, Counts | None]:
    """Return the rows that stand for an example, without the column of counts, and how many each stands for.

    Raises
    ------
    RoleError
        There is no such column.
    DataError
        It holds other numbers than counts.
    DesignError
        Rows are of one model each, or weighted.
    """
    if roles.count is None:
        return frame, None
    column = present("count", roles.count, frame)
    for role, noun in (("algorithm", "models"), ("weight", "weights")):
        other = column_of(role, roles, frame)
        if other is not None:
            raise DesignError(
                f"rows that count examples have a column for each model; {other!r} is a column of {noun}.",
                hint="count the rows with the same truth and predictions: "
                + code("df.groupby(['y_true', ...]).size().reset_index(name='n')"),
            )
    counts = numbers_in(frame[column], "counts").astype(np.float64)
    whole = np.isfinite(counts) & (counts >= 0) & (counts == np.floor(counts))
    if not whole.all() or not 0 < counts.sum() < MOST_EXAMPLES:
        raise DataError(
            f"column {column!r} should say how many examples each row stands for, in whole numbers, 0 or "
            "more, and not all 0.",
            hint=bench(weight=column) + ", if they are weights",
        )
    used = counts > 0
    return frame.drop(columns=[column])[used].reset_index(drop=True), counts[used]


def count_rows(raw: Raw, counts: Counts) -> Examples:
    """Return rows that stand for so many examples each.

    Raises
    ------
    DesignError
        There is more to the examples than their labels.
    """
    judged = raw.task in ("classification", "correctness")
    if judged and raw.probabilities is None and len(raw.rows.repeats) == 1:
        return raw.rows._replace(weights=counts, counted=True)
    raise DesignError(
        "rows that count examples have labels, right and wrong answers or scores of one class of each model; "
        "these have probabilities of every class, values or repeats.",
        hint="drop these columns, or read one row for each example, without " + bench(count=...),
    )
