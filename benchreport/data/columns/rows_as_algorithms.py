"""Whether the rows of a wide table are what is compared, and not its columns."""

import re
from collections.abc import Hashable, Sequence
from typing import Any

import pandas as pd

from benchreport.data.cells.cell_values import to_numbers
from benchreport.data.columns.evidence import Evidence
from benchreport.data.columns.keys import Keys
from benchreport.data.columns.layout import leaderboard_hint
from benchreport.data.columns.long_columns import find_settings
from benchreport.data.columns.measures import common_metric, is_cost, speaks_of_measures
from benchreport.data.columns.names import share_of_algorithms, strength_of, words_of
from benchreport.data.columns.orientation import benchmark_columns
from benchreport.data.columns.roles import Roles
from benchreport.errors import DesignError, RoleError, examples, format_count
from benchreport.hints import bench

# of the rows' and the columns' names, those with words of known algorithms
MOST, FEW = 0.5, 0.25
# how many times as large as another the median of a column of one metric may be
MOST_TIMES = 10


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


def refuse_settings(
    roles: Roles, keys: Keys, columns: Sequence[Hashable], evidence: Evidence
) -> None:
    """Ask about rows that are told apart by settings: they are algorithms, if anything is compared."""
    settings = find_settings(columns, keys.columns, evidence)
    if not {*settings} & {*evidence.texts}:
        return
    if keys.dataset is None:
        rest = [name for name in evidence.names if name not in settings]
        benchmarks = benchmark_columns(rest, evidence)
        if len(benchmarks) < 2 or len(settings) < 2 or roles.score is not None:  # noqa: PLR2004 - a table
            return
        raise RoleError(
            f"are the rows of the table algorithms, named by {' and '.join(map(repr, settings))}, and its "
            f"{len(benchmarks)} columns ({examples(benchmarks)}) datasets?",
            hint=leaderboard_hint(
                evidence.frame, roles, common_metric(benchmarks), factors=settings
            ),
        )
    if evidence.facts(keys.dataset).constant and not keys.repeat:
        raise DesignError(
            f"there is nothing to test: each row is another setting of {examples(settings)}, with one score.",
            hint="add the scores on each dataset (or fold, seed, example), one row for each",
        )
    raise RoleError(
        f"no column names the algorithms, and each row of a {keys.dataset} is another setting of "
        f"{examples(settings)}.",
        hint=bench(factors=settings),
    )


def refuse_costs(
    dataset: Hashable | None,
    columns: Sequence[Hashable],
    measures: Sequence[Hashable],
    evidence: Evidence,
) -> None:
    """Ask what the other columns are, where the only measures are what runs cost, as a training time is."""
    others = [
        name for name in benchmark_columns(columns, evidence) if not evidence.facts(name).constant
    ]
    if len(others) < 2 or dataset is None or not all(map(is_cost, measures)):  # noqa: PLR2004 - two columns compare
        return
    if any(speaks_of_measures(str(name)) for name in others) or not _alike(others, evidence):
        return
    if strength_of(dataset, "dataset"):
        raise RoleError(
            f"are the columns {examples(others)} algorithms, beside {examples(measures)}?",
            hint=bench(algorithm=others),
        )
    raise RoleError(
        f"are the rows of the table algorithms, and its {len(others)} columns ({examples(others)}) datasets, "
        f"beside {examples(measures)}?",
        hint=leaderboard_hint(evidence.frame, Roles(), common_metric(others)),
    )


def _alike(columns: Sequence[Hashable], evidence: Evidence) -> bool:
    """Tell whether columns could hold one metric: their medians are not of other orders of size."""
    middles = [abs(float(to_numbers(evidence.rows[name]).median())) for name in columns]
    # cells with a spread are texts, whose size is not asked for
    return not max(middles) > MOST_TIMES * min(middles)


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
