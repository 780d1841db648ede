"""Whether the rows of a wide table are what is compared, and not its columns."""

import re
from collections.abc import Hashable, Sequence
from typing import Any

import pandas as pd

from benchreport.data.columns.evidence import Evidence
from benchreport.data.columns.layout import leaderboard_hint
from benchreport.data.columns.names import share_of_algorithms, strength_of, words_of
from benchreport.data.columns.orientation import benchmark_columns
from benchreport.data.columns.roles import Roles
from benchreport.errors import DesignError, RoleError, examples, format_count
from benchreport.hints import bench

# of the rows' and the columns' names, those with words of known algorithms
MOST, FEW = 0.5, 0.25


def refuse_models_in_rows(
    roles: Roles,
    dataset: Hashable | None,
    columns: Sequence[Hashable],
    levels: Sequence[Hashable],
    evidence: Evidence,
) -> None:
    """Ask about a wide table whose rows are called by what could be algorithms."""
    _refuse_runs_in_rows(roles, columns, evidence)
    if dataset is None or roles.dataset is not None:
        return
    if all(str(name).isdigit() for name in columns) and "resamples" in words_of(dataset):
        raise DesignError(
            f"the columns are the resamples {examples(columns)} of one algorithm.",
            hint="read the files of several algorithms together, as one table",
        )
    labels = evidence.factorize(dataset, "dataset")[1]
    if len(columns) < 2:  # noqa: PLR2004 - two columns compare something
        return
    called = strength_of(dataset, "algorithm") > strength_of(dataset, "dataset")
    # a name that the index did not have says nothing
    unnamed = dataset in levels or not strength_of(dataset, "dataset")
    if not called and not (unnamed and _call_algorithms(labels, columns, evidence)):
        return
    datasets = benchmark_columns(columns, evidence) or columns
    raise RoleError(
        f"are the rows of the table ({examples(labels)}) algorithms, and its "
        f"{format_count(len(datasets), 'column')} ({examples(datasets)}) datasets?",
        hint=leaderboard_hint(evidence.frame, roles)
        + "; if the columns are the algorithms: "
        + bench(dataset=dataset),
    )


def _refuse_runs_in_rows(roles: Roles, columns: Sequence[Hashable], evidence: Evidence) -> None:
    """Ask about rows that a column called run names, each by a name of its own: they may be algorithms."""
    if roles.bound_columns():
        return
    for name in evidence.texts:
        if "run" not in words_of(name) or evidence.facts(name).kind != "text":
            continue
        labels = [str(label) for label in evidence.column(name).dropna().unique()]
        # fold 1 and fold 2 have one name
        if 2 * len({re.sub(r"\d+", "", label) for label in labels}) > len(labels) > 1:
            raise RoleError(
                f"are the rows of the table ({examples(labels)}) algorithms, and its {len(columns)} columns "
                f"({examples(columns)}) datasets?",
                hint=leaderboard_hint(evidence.frame, roles, algorithm=name)
                + "; if the columns are the algorithms: "
                + bench(repeat=name),
            )


def _call_algorithms(
    labels: "pd.Index[Any]", columns: Sequence[Hashable], evidence: Evidence
) -> bool:
    """Tell whether the rows, and not the columns, are called like well-known algorithms."""
    if len(labels) < len(evidence.frame) or share_of_algorithms(columns) >= FEW:
        return False
    return share_of_algorithms(labels) >= MOST
