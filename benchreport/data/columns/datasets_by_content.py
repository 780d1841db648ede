"""Columns of datasets and repeats that no usual name tells: by what they cross, and how they count."""

import operator
from collections.abc import Hashable, Sequence
from functools import reduce
from typing import Any

import pandas as pd

from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.keys import (
    EXAMPLES,
    FEWEST_DATASETS,
    PARAMETERS,
    Keys,
    best_named,
    crossing,
    find_labels,
    give_reason,
    numeric_columns,
    say_values,
    tell_apart,
)
from benchreport.data.columns.role_columns import distinct_names
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles
from benchreport.data.columns.score_candidates import SPREADS
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.kinds_of_names import AVERAGES, is_description
from benchreport.data.columns.words.names import PARTS_OF_DATA, strength_of, words_of
from benchreport.data.columns.words.numbered import numbers_repeats
from benchreport.errors import RoleError, examples
from benchreport.hints import bench
from benchreport.wording.shell import reading

# columns of which a question names each
MOST_OFFERED = 4
# share of the pairs of algorithms and what is called a dataset, beside others that tell rows apart
MOST_PAIRS = 0.5
# decimals of names that are numbers
DIGITS = 4


def dataset_by_content(roles: Roles, keys: Keys, evidence: Evidence) -> Keys:
    """Find the column that names the datasets, which crosses that of the algorithms.

    Raises
    ------
    RoleError
        Several columns could name them.
    """
    if evidence.facts(keys.algorithm).constant:
        # everything crosses one algorithm, with which nothing is compared
        return keys
    labels = find_labels(roles, keys, evidence, "dataset")
    labels = [name for name in labels if not names_parts(evidence.frame[name])]
    folds = [name for name in labels if numbers_repeats(evidence.column(name))]
    if len(folds) == 1 and not keys.repeat:
        labels.remove(folds[0])
        keys = keys.with_role("repeat", folds[0], reading.NUMBERED)
    called = distinct_names(best_named(labels, "dataset"), evidence)
    labels = crossing(labels, keys.algorithm, evidence)
    labels = distinct_names(labels, evidence)
    named = best_named(labels, "dataset")
    chosen = named or labels
    # what each algorithm has one of describes it
    called = [name for name in called if not evidence.describes(keys.algorithm, name)]
    if (
        not named
        and len(called) == 1
        and (
            tell_apart([*keys.columns, *called], evidence)
            or evidence.crossing(called[0], keys.algorithm) >= MOST_PAIRS
        )
    ):
        # not every algorithm ran on every environment
        return keys.with_role("dataset", called[0], reading.BY_NAME)
    if not chosen:
        return keys
    few = evidence.facts(chosen[0]).different < FEWEST_DATASETS
    if len(chosen) == 1 and (named or not few):
        return keys.with_role("dataset", chosen[0], give_reason(chosen[0], "dataset", crossed=True))
    # the runs of each vendor at each site have names of their own
    nested = keys.repeat and all(evidence.determines(keys.repeat[0], name) for name in chosen)
    if not (named or nested or tell_apart([*keys.columns, *chosen], evidence)):
        # which columns do is asked when the scores are known
        return keys
    value = str(evidence.frame[chosen[0]].dropna().iloc[0])
    ways = [bench(dataset=name) for name in chosen[:MOST_OFFERED]]
    ways += [bench(dataset=chosen) if len(chosen) > 1 else bench(where={str(chosen[0]): value})]
    raise RoleError(
        f"which column names the datasets? {examples(chosen)} could. {say_values(chosen, evidence)}",
        hint=reduce(operator.or_, ways),
    )


def names_parts(column: "pd.Series[Any]") -> bool:
    """Tell whether a column says which part of the data was scored: train or test."""
    parts = {str(value).casefold() for value in column.dropna().unique()}
    return len(parts) > 1 and parts <= PARTS_OF_DATA


def examples_by_name(roles: Roles, keys: Keys, evidence: Evidence) -> Keys:
    """Take examples that all algorithms answered for blocks: as datasets, or as repeats of several."""
    bound = roles.bound_columns()
    names = [
        name
        for name in evidence.frame.columns
        if str(name).casefold() in EXAMPLES
        and name not in (*keys.columns, *bound)
        and evidence.crossing(name, keys.algorithm) >= NEARLY_ALL
    ]
    if len(names) != 1:
        return keys
    if keys.dataset is None:
        return keys.with_role("dataset", names[0], reading.EXAMPLES_AS_BLOCKS)
    if _crosses_in_words(names[0], keys.dataset, evidence):
        return keys
    return keys.with_role("repeat", names[0], reading.EXAMPLES_OF_DATASET)


def _crosses_in_words(name: Hashable, dataset: Hashable, evidence: Evidence) -> bool:
    """Tell whether all datasets have the same examples, called by words: few-shot says how all were asked."""
    if evidence.facts(name).kind != "text" or evidence.facts(dataset).constant:
        return False
    named = not any(any(map(str.isdigit, str(label))) for label in evidence.labels(name))
    return named and evidence.crossing(name, dataset) >= NEARLY_ALL


def sizes_as_datasets(roles: Roles, keys: Keys, evidence: Evidence, kinds: Sequence[str]) -> Keys:
    """Take numbers that all algorithms share for datasets, as sizes are; what is measured differs."""
    taken = {*keys.columns, *roles.bound_columns(), roles.score, WRITTEN_INDEX}
    sizes = [
        name
        for name in evidence.frame.columns
        if name not in taken
        and evidence.facts(name).kind in kinds
        and evidence.facts(name).different >= FEWEST_DATASETS
        and direction_of(name) is None
        and (PARAMETERS | AVERAGES | SPREADS).isdisjoint(words_of(name))
        and not (strength_of(name, "step") or strength_of(name, "repeat"))
        and evidence.repeats_within((keys.algorithm, *keys.repeat), name)
        # what has more digits was measured, as the best value of each instance is
        and (evidence.rows[name].round(DIGITS) == evidence.rows[name]).all()
    ]
    distinct = distinct_names(sizes, evidence)
    if len(distinct) != 1:
        return keys
    return keys.with_role("dataset", distinct[0], reading.SHARED_VALUES)


def repeat_by_content(roles: Roles, keys: Keys, evidence: Evidence) -> Keys:
    """Take whole numbers that count up within cells for repeats."""
    if keys.repeat or roles.repeat is not None:
        return keys
    # an index that was written into the file counts up, too, where tables of each algorithm were joined
    taken = {*keys.columns, *roles.bound_columns(), roles.score}
    counters = [
        name
        for name in evidence.frame.columns
        if name not in taken
        and evidence.counts_up(name)
        and not evidence.facts(name).why_not
        and direction_of(name) is None
        and not is_description(name)
        and not strength_of(name, "step")
        and evidence.repeats_within((keys.algorithm, *_given(keys.dataset)), name)
    ]
    if len(counters) != 1 or len(numeric_columns(taken - {roles.score}, evidence)) < 2:  # noqa: PLR2004 - the counter and a score
        return keys
    return keys.with_role("repeat", counters[0], reading.COUNTS_REPEATS)


def _given(name: Hashable | None) -> tuple[Hashable, ...]:
    return () if name is None else (name,)
