"""Samples: repeats of one example by the same model, such as five answers to a question."""

import numpy as np
import pandas as pd

from benchreport.data.columns.role_columns import column_of, is_sample
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.words.names import words_of
from benchreport.data.prediction_kinds.prediction_rows import Examples, Labels, Raw, RowNumbers
from benchreport.wording.shell import reading

# of these, each may be tried several times
TASKS = ("task", "problem", "instance")


def with_tasks_as_examples(frame: pd.DataFrame, roles: Roles) -> Roles:
    """Where as many tasks as samples have no other example, the tasks are the examples, as in HumanEval."""
    example, task = (column_of(role, roles, frame) for role in ("example", "dataset"))
    given = (roles.example, roles.dataset, roles.repeat) != (None, None, None)
    if given or example is None or task is None:
        return roles
    if not is_sample(example) or words_of(task)[0] not in TASKS:
        return roles
    if frame[example].nunique() > frame[task].nunique():
        return roles
    return roles.bound(example=task, repeat=example)


def group_rows_of_one_name(raw: Raw) -> Examples:
    """Return the examples; rows of one name are samples, or a cluster where their truths differ."""
    rows = raw.rows
    named = raw.task != "ranking" and not isinstance(rows.names, RowNumbers)
    if not named or len(rows.repeats) > 1 or len(set(rows.names)) == len(rows.names):
        return rows
    keys = {"dataset": rows.dataset, "cluster": rows.cluster, "name": rows.names}
    table = pd.DataFrame(keys)
    code = table.groupby(list(keys), sort=False).ngroup().to_numpy()
    n = int(code.max()) + 1
    if n == len(code):
        return rows
    truth = raw.truth.codes if isinstance(raw.truth, Labels) else raw.truth
    truths = pd.DataFrame({"code": code, "truth": truth}).drop_duplicates()
    # all texts have the truth 1, and their rows are different tokens
    if raw.task != "language" and len(truths) == n:
        number = table.groupby(list(keys), sort=False).cumcount().to_numpy()
        names = tuple(map(str, range(int(number.max()) + 1)))
        return rows._replace(repeats=names, repeat=number.astype(np.intp))
    if len(rows.clusters) > 1 or n == 1:
        return rows
    cluster, labels = pd.factorize(np.array(rows.names, dtype=object))
    return rows._replace(
        clusters=tuple(labels), cluster=cluster.astype(np.intp), cluster_column=reading.EXAMPLE
    )
