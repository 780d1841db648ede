"""Tables whose rows and columns have the same names: confusion matrices, correlations, p-values, wins."""

from collections.abc import Hashable, Sequence

import numpy as np
import pandas as pd
from pandas.api.types import is_integer_dtype

from benchreport.data.cells.cell_values import to_numbers
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.words.kinds_of_names import is_test_result
from benchreport.data.columns.words.names import words_of
from benchreport.errors import DesignError, examples

# words that say which side of a confusion matrix a name is on
SIDES = frozenset(
    "true truth actual real gold expected target predicted pred prediction class label".split()
)
# words of the sums beside and below the counts
SUMS = frozenset("total totals sum all support recall precision accuracy".split())
FEWEST = 2
ROUNDING = 1e-6


def refuse_pairs(evidence: Evidence) -> None:
    """Refuse a table with a number for each pair of names, which is the same, or what is left, the other way.

    Models that are tested on each other's data have no such numbers.

    Raises
    ------
    DesignError
        The first column and the others' names are the same, and the cells are of pairs.

    Examples
    --------
    >>> wins = {"": ["a", "b", "c"], "a": [0.5, 0.6, 0.2], "b": [0.4, 0.5, 0.9], "c": [0.8, 0.1, 0.5]}
    >>> refuse_pairs(Evidence(pd.DataFrame(wins | {"c": [0.8, 0.2, 0.5]})))
    >>> try:
    ...     refuse_pairs(Evidence(pd.DataFrame(wins)))
    ... except DesignError:
    ...     print("a wins .4 of its contests with b, and b wins .6 of these")
    a wins .4 of its contests with b, and b wins .6 of these
    """
    # nothing is left of a table of one column whose rows were chosen by it
    first, names = next(iter(evidence.names), None), evidence.names[1:]
    if not FEWEST < len(names) == len(evidence.frame) or first not in evidence.texts:
        return
    labels = evidence.column(first).tolist()
    if sorted(map(str, labels)) != sorted(map(str, names)) or {*labels} != {*names}:
        return
    columns = [to_numbers(evidence.column(name)).to_numpy(np.float64) for name in labels]
    table = np.column_stack(columns)
    np.fill_diagonal(table, np.nan)
    known = np.isfinite(table)
    both = known & known.T
    if not known.any() or not (known | known.T | np.eye(len(table), dtype=bool)).all():
        return
    sums, differences = (table + table.T)[both], (table - table.T)[both]
    allowed = ROUNDING * np.abs(table[known]).max()
    if both.any() and np.ptp(sums) > allowed < np.abs(differences).max():
        return
    raise DesignError(
        f"there is nothing to test: the rows and the columns have the same {len(names)} names, and each cell "
        "is of a pair of them, as correlations, p-values and rates of wins are.",
        hint="compare by scores, one row for each dataset (or fold, seed, example)",
    )


def refuse_counts_of_pairs(frame: pd.DataFrame, roles: Roles) -> None:
    """Refuse a table of counts whose rows and columns have the same names: its cells are no scores.

    Raises
    ------
    DesignError
        The first column and the others' names are the same names, and the cells are counts.

    Examples
    --------
    >>> counts = pd.DataFrame({"": ["cat", "dog"], "cat": [9, 2], "dog": [1, 8]})
    >>> refuse_counts_of_pairs(counts.assign(dog=[0.1, 0.8]), Roles())
    >>> try:
    ...     refuse_counts_of_pairs(counts, Roles())
    ... except DesignError:
    ...     print("a confusion matrix")
    a confusion matrix
    """
    said = (roles.algorithm, roles.dataset, roles.columns)
    # the type of the first cells settles most tables
    few = len(frame.columns) <= FEWEST
    if few or any(role is not None for role in said) or not is_integer_dtype([*frame.dtypes][1]):
        return
    names = {name: key for name in frame.columns[1:] if (key := _key(name))}
    if len(names) < FEWEST:
        return
    # names and types settle most tables, without a look at their cells
    kinds = dict(zip(frame.columns, frame.dtypes, strict=True))
    if not all(is_integer_dtype(kinds[name]) for name in names):
        return
    if len(frame) > len(names) + len(SUMS):
        return
    rows = frame.iloc[:, 0].map(_key)
    labels = [key for key in rows if key]
    if sorted(labels) != sorted(names.values()) or len(set(labels)) < len(labels):
        return
    if frame.loc[rows != "", list(names)].to_numpy().min() >= 0:
        raise DesignError(
            f"there is nothing to test: the rows and the columns have the same {len(labels)} names, and the "
            "cells are counts, as in a confusion matrix.",
            hint="compare models by their predictions, one row for each example; or by a metric on several "
            "datasets",
        )


def _key(name: object) -> str:
    """Return a name without the words of its side; empty for sums.

    >>> [_key(name) for name in ("Predicted_04", "Actual 04", "total_predicted", 4)]
    ['04', '04', '', '4']
    """
    words = words_of(str(name))
    if SUMS & set(words):
        return ""
    kept = [word for word in words if word not in SIDES]
    return " ".join(kept or words) or str(name).strip()


def refuse_test_results(columns: Sequence[Hashable]) -> None:
    """Refuse a table of p-values: it holds what tests found, and no scores."""
    tested = [name for name in columns if is_test_result(name, columns)]
    if len(tested) > 1:
        raise DesignError(
            f"there is nothing to test: the columns {examples(tested)} hold results of tests, and no scores.",
            hint="read the scores that were tested",
        )
