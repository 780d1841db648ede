"""Whether the columns of a wide table hold one measure: sizes, settings and other measures do not."""

from collections.abc import Hashable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.cells.cell_values import to_numbers
from benchreport.data.cells.score_cells import holds_mostly_numbers, holds_some_numbers
from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.content.likeness import (
    chosen_columns,
    differ_in_size,
    of_another_size,
)
from benchreport.data.columns.factors import refuse_switches
from benchreport.data.columns.layout import refuse_nameless
from benchreport.data.columns.long.long_columns import OUTCOMES, find_settings, name_pair
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles
from benchreport.data.columns.score_candidates import numbers_rows
from benchreport.data.columns.wide.rows_as_algorithms import FURTHER
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.kinds_of_names import (
    are_algorithms,
    is_description,
    share_of_algorithms,
)
from benchreport.data.columns.words.measures import (
    find_measures,
    metric_of_all,
    parts_of_run,
)
from benchreport.data.columns.words.names import strength_of, words_of
from benchreport.data.columns.words.units_in_names import unit_in_names
from benchreport.errors import DesignError, RoleError, examples, format_count
from benchreport.hints import Hint, bench

# fewer scores may be whole by chance
FEWEST_ROWS = 4
# words of what describes a dataset, and no model
OF_DATASETS = frozenset(
    """train test length class classes samples instances features attributes rows channels outlier outliers
    imbalance missing""".split()
)
# names in a command
MOST_TYPED = 10


def measures_among(columns: Sequence[Hashable]) -> list[Hashable]:
    """Return the measures among columns; of several times, cpu_ms beside gpu_naive_ms is a program's.

    >>> measures_among(["cpu_ms", "gpu_naive_ms"]), measures_among(["cpu_ms", "load_ms"])
    ([], ['cpu_ms', 'load_ms'])
    """
    if parts := parts_of_run(columns):
        return parts
    named = find_measures(columns)
    one = unit_in_names(columns)[1] == [*columns] or metric_of_all(columns)
    programs = len(named) < len(columns) and one
    return [] if programs else named


def refuse_set(
    roles: Roles, dataset: Hashable | None, columns: Sequence[Hashable], evidence: Evidence
) -> None:
    """Ask about columns of what was set for each row: sizes beside scores, and few values that come again."""
    # a few scores that are floats may be whole by chance
    whole = [name for name in columns if evidence.holds_integers(name)]
    rest = [name for name in columns if name not in whole]
    whole = [name for name in whole if not _lies_within(name, rest, evidence.rows)]
    numbers_alone = dataset is None and not rest
    labels = whole if numbers_alone else []
    free = roles.score is None and roles.dataset is None and not are_algorithms(columns)
    chosen = [*_marks_among(columns, evidence), *chosen_columns(columns, evidence)] if free else []
    fractions = [name for name in rest if name not in chosen]
    whole = [*dict.fromkeys([*chosen, *whole])] if len(fractions) > 1 else chosen
    rest = [name for name in columns if name not in whole]
    repeated = dataset is not None and not evidence.facts(dataset).unique
    told = bench(algorithm=rest, **_rows_told_apart(dataset, whole, rest, evidence))
    if whole and repeated and dataset in evidence.texts and not strength_of(dataset, "dataset"):
        pair = name_pair([dataset], whole, evidence)
        alike = (
            len(rest) > 1
            and not strength_of(dataset, "algorithm")
            and not differ_in_size(rest, evidence)
        )
        if pair is not None:
            raise RoleError(
                f"column {dataset!r} has the same name in several rows; does it name the algorithms?",
                hint=told + f"; if {dataset!r} names the algorithms: " + pair
                if alike
                else pair + "; if the columns are algorithms: " + told,
            )
    if chosen and len(rest) == 1 and (repeated or dataset is None):
        refuse_switches(chosen, evidence.frame)
    if chosen and len(rest) == 1 and repeated:
        raise DesignError(
            f"there is nothing to test: {examples(chosen)} seems to be what was set for each row, and of the "
            f"scores, in {rest[0]!r}, no column says which algorithm each is of.",
            hint=FURTHER,
        )
    if numbers_alone:
        _refuse_numbered_labels(labels, evidence)
    if len(rest) < 2 or not whole:  # noqa: PLR2004 - two algorithms make a comparison
        return
    refuse_nameless(columns)
    if sum(not is_description(name) for name in rest) < 2:  # noqa: PLR2004 - as above
        raise DesignError(
            f"there is nothing to test: the columns {examples([*whole, *rest])} describe the rows.",
            hint=FURTHER,
        )
    raise RoleError(
        f"{format_count(len(whole), 'column')} ({examples(whole)}) {'seems' if len(whole) == 1 else 'seem'} "
        "to hold what was set for each row; which are the algorithms?",
        hint=(told + ", or " if len(rest) <= MOST_TYPED else Hint())
        + "name the columns that are algorithms",
    )


def _marks_among(columns: Sequence[Hashable], evidence: Evidence) -> list[Hashable]:
    """Return the columns of truths beside numbers, but for what came out, such as solved."""
    marks = [name for name in columns if evidence.facts(name).kind == "bool"]
    said = [n for n in marks if direction_of(n) is None and OUTCOMES.isdisjoint(words_of(n))]
    return said if len(marks) < len(columns) else []


def _rows_told_apart(
    dataset: Hashable | None,
    whole: Sequence[Hashable],
    scores: Sequence[Hashable],
    evidence: Evidence,
) -> dict[str, Any]:
    """Return the role of the columns whose combinations are the datasets; none where each row has a name."""
    if dataset is not None and evidence.facts(dataset).unique:
        return {}
    numbers = [name for name in evidence.names if evidence.holds_integers(name)]
    numbered = [name for name in numbers if numbers_rows(name, evidence)]
    if dataset is None and len(numbered) == 1:
        return {"dataset": numbered[0]}
    keys = [] if dataset is None else [dataset]
    others = [name for name in evidence.names if name not in (*keys, *scores, WRITTEN_INDEX)]
    others = [name for name in others if not evidence.facts(name).unique]
    # repeats may be without a number
    told = find_settings(others, keys, evidence, also=others) or [
        name for name in others if name in whole or evidence.balances(keys, name)
    ]
    named = [*keys, *told]
    return {"dataset": named if len(named) > 1 else named[0]} if named else {}


def _refuse_sizes(columns: Sequence[Hashable], evidence: Evidence) -> None:
    """Refuse columns of other orders of size, which nothing says to be of one measure."""
    if differ_in_size(columns, evidence):
        raise DesignError(
            f"the columns {examples(columns)} differ in size and may measure different things; then there "
            "is nothing to test, as no column names algorithms with several scores.",
            hint=FURTHER,
        )


def refuse_unlike(columns: Sequence[Hashable], evidence: Evidence) -> None:
    """Refuse columns of other orders of size, or ask of those beside several that are called algorithms."""
    named = [name for name in columns if share_of_algorithms([name])]
    if not named:
        _refuse_sizes(columns, evidence)
        # what is known of each row stands behind its name
        odd = [name for name in of_another_size(columns, evidence) if name == columns[0]]
    elif len(named) < 2 or len(named) == len(columns) or differ_in_size(named, evidence):  # noqa: PLR2004 - two compare
        return
    else:
        odd = [n for n in columns if all(differ_in_size([n, other], evidence) for other in named)]
    rest = [name for name in columns if name not in odd]
    # ours_high is a variant of ours
    words = {word for name in rest for word in words_of(name)}
    if odd and all(words.isdisjoint(words_of(name)) for name in odd):
        raise RoleError(
            f"are the columns {examples(rest)} algorithms, beside {examples(odd)}?",
            hint=bench(algorithm=rest) + "; if all are algorithms: " + bench(columns="algorithm"),
        )


def refuse_truths(columns: Sequence[Hashable], evidence: Evidence) -> None:
    """Refuse a column of whole numbers beyond 1 beside one of truths."""
    # types first: most tables have no such column
    truths = [name for name in columns if evidence.types[name] == np.bool_]
    counts = [name for name in columns if truths and evidence.holds_integers(name)]
    if counts and to_numbers(evidence.rows[counts[0]]).max() > 1:
        raise DesignError(
            f"there is nothing to test: column {counts[0]!r} holds whole numbers and {truths[0]!r} true or "
            "false, so they measure different things, and no column names algorithms with several scores.",
            hint=FURTHER,
        )


def _refuse_numbered_labels(whole: Sequence[Hashable], evidence: Evidence) -> None:
    """Ask about whole numbers that cross, with a row for each pair."""
    facts = {name: evidence.facts(name) for name in whole}
    repeated = [name for name in whole if not facts[name].unique and not facts[name].constant]
    rows = len(evidence.frame)
    for pair in combinations(repeated, 2):
        if len(whole) >= FEWEST_ROWS < rows == evidence.groups(pair) and (
            evidence.crossing(*pair) >= NEARLY_ALL
        ):
            raise RoleError(
                f"do {pair[0]!r} and {pair[1]!r} number the datasets?",
                hint=bench(dataset=[*pair])
                + "; if all are algorithms: "
                + bench(columns="algorithm"),
            )


def _lies_within(name: Hashable, columns: Sequence[Hashable], frame: pd.DataFrame) -> bool:
    """Tell whether the median of a column lies within the range of others."""
    numbers = [to_numbers(frame[other]) for other in columns]
    middle = to_numbers(frame[name]).median()
    return bool(
        numbers and min(n.min() for n in numbers) <= middle <= max(n.max() for n in numbers)
    )


def columns_of_scores(
    rest: Sequence[Hashable], names: Sequence[Hashable], evidence: Evidence
) -> list[Hashable]:
    """Return the columns with a number in some cells; beside two of numbers, those with one in most."""
    several = len(rest) > len(names) + 1
    holds = holds_mostly_numbers if several else holds_some_numbers
    return [name for name in rest if name not in names or holds(evidence.column(name))]


def share_a_word(columns: Sequence[Hashable]) -> bool:
    """Tell whether all names have a word in common, as no_amx and amx1 do."""
    words = [
        {word.rstrip("0123456789") for word in words_of(name)} - {"", "column"} for name in columns
    ]
    return bool(words) and bool(set.intersection(*words))


def describe_datasets(columns: Sequence[Hashable]) -> bool:
    """Tell whether columns describe datasets, as the sizes of their training and test parts do."""
    called = [name for name in columns if is_description(name)]
    return sum(bool(OF_DATASETS & set(words_of(name))) for name in called) > 1
