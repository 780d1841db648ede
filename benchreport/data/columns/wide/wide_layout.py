"""Read a wide table of scores: which columns are algorithms, and which names the rows."""

from collections.abc import Hashable, Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from benchreport.data.cells.score_cells import holds_no_scores, holds_numbers
from benchreport.data.columns.content.best_known import (
    beside_algorithms,
    direction_by_mean_ranks,
    direction_shown,
    hold_ranks,
    is_best_known,
)
from benchreport.data.columns.content.derived import derived_columns
from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.content.likeness import compares_devices, compares_times, rises_round
from benchreport.data.columns.content.units import (
    UNITS,
    columns_in_unit,
    differing_units,
    parts_of_total,
    unit_in_cells,
)
from benchreport.data.columns.joined_names import refuse_joined, refuse_two_numbers
from benchreport.data.columns.keys import PARAMETERS, Keys
from benchreport.data.columns.layout import (
    Layout,
    known_direction,
    refuse_nameless,
    refuse_numbered,
    refuse_texts,
    refuse_units,
    refuse_unsplit,
)
from benchreport.data.columns.long.long_columns import (
    holds_no_names,
    may_number,
    name_long_columns,
)
from benchreport.data.columns.orientation import counts_of_games
from benchreport.data.columns.role_columns import algorithm_columns
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles
from benchreport.data.columns.score_candidates import (
    is_identifier,
    is_spread,
    numbers_rows,
)
from benchreport.data.columns.summary_columns import descriptions, is_summary_column
from benchreport.data.columns.tables_of_pairs import (
    refuse_counts_of_pairs,
    refuse_test_results,
)
from benchreport.data.columns.wide.metric_rows import (
    direction_by_rows,
    metric_of_rows,
    refuse_metric_rows,
    refuse_steps,
    refuse_units_of_rows,
)
from benchreport.data.columns.wide.refused_wide import (
    neither_long_nor_wide,
    refuse_counts_of_data,
    refuse_metric_column,
    refuse_odd_scores,
    refuse_pairs,
    refuse_winners,
)
from benchreport.data.columns.wide.rows_as_algorithms import (
    refuse_measures,
    refuse_models_in_rows,
    refuse_numbered_algorithms,
    refuse_settings,
)
from benchreport.data.columns.wide.wide_measures import (
    columns_of_scores,
    describe_datasets,
    measures_among,
    refuse_set,
    refuse_truths,
    refuse_unlike,
    share_a_word,
)
from benchreport.data.columns.words.direction import METRIC, direction_of
from benchreport.data.columns.words.kinds_of_names import (
    are_algorithms,
    compares_columns,
    is_average,
    is_description,
    says_size,
    share_of_algorithms,
)
from benchreport.data.columns.words.measures import is_cost, is_measure, metric_in, metric_of_all
from benchreport.data.columns.words.names import KNOWN_NAMES, strength_of, words_of
from benchreport.data.columns.words.numbered import numbers_repeats
from benchreport.data.columns.words.units_in_names import measured_in, unit_in_names
from benchreport.errors import RoleError, examples
from benchreport.hints import bench
from benchreport.wording.shell import reading

# columns of scores beside one that names the rows by numbers
FEWEST_BESIDE = 2
MANY_ROWS = 6
"""So many whole scores do not count up by chance."""


def wide_layout(
    frame: pd.DataFrame,
    roles: Roles,
    keys: Keys,
    rest: Sequence[Hashable],
    evidence: Evidence,
    *,
    levels: Sequence[Hashable],
) -> Layout:
    """Find the algorithms and the names of the rows of a wide table, or ask for them."""
    refuse_unsplit(rest, evidence)
    refuse_counts_of_pairs(frame, roles)
    names = [
        name
        for name in evidence.texts
        if name in rest and not (_holds_scores(name, evidence) or holds_no_names(name, evidence))
    ]
    if roles.score is not None and roles.score in evidence.types:
        raise RoleError(
            f"no column says which algorithm each score in {roles.score!r} is of; none is "
            f"called {', '.join(KNOWN_NAMES['algorithm'])}.",
            # in a long table, a level of the index may name them
            hint=name_long_columns(
                roles,
                [*(level for level in levels if level in evidence.texts), *names],
                rest,
                evidence,
            ),
        )
    reasons = dict(keys.reasons)
    dataset = keys.dataset
    names = _without_joined(names, rest, evidence)
    if dataset is None:
        dataset = _row_names(frame, rest, names, levels, keys.repeat, evidence)
        reasons |= _why_rows(dataset, evidence)
    scored = columns_of_scores(rest, names, evidence)
    unread = [name for name in names if name not in (dataset, *scored)]
    # what a row is about, beside its name
    about = [name for name in unread if dataset is not None and evidence.describes(dataset, name)]
    reasons |= dict.fromkeys(about, reading.DESCRIPTION_OF.format(dataset=dataset))
    unread = [name for name in unread if name not in about]
    columns = [
        name
        for name in rest
        if name != dataset
        and not holds_no_names(name, evidence)
        and (name not in names or name in scored)
    ]
    refuse_odd_scores(about, columns, evidence)
    given = algorithm_columns(roles, frame)
    if given:
        columns, unread = list(given), []
    elif roles.columns is None:
        columns = _algorithms_of(roles, frame, dataset, columns, unread, evidence, reasons, levels)
    refuse_metric_column(unread, evidence)
    decided = roles.columns is not None or bool(given)
    mixed = not decided and (
        bool(measures_among(columns) and not compares_devices(columns, evidence))
        or _hold_dataset_numbers(dataset, columns, evidence)
    )
    refuse_counts_of_data(dataset, keys.repeat, columns, evidence)
    if not columns:
        refuse_two_numbers(rest, evidence)
        refuse_units([name for name in names if name != dataset], evidence)
        refuse_texts(frame, rest, evidence)
    if dataset not in (None, roles.dataset) and not (unread or mixed):
        _refuse_rows(dataset, about, columns, evidence)
    if unread or mixed or len(columns) < 2:  # noqa: PLR2004 - two algorithms make a comparison
        refuse_test_results(rest)
        refuse_winners(names, evidence)
        refuse_joined(dict.fromkeys([*unread, *names]), evidence)
        numbers = [name for name in rest if name not in evidence.texts]
        labels = [name for name in evidence.texts if name in (*names, WRITTEN_INDEX)]
        refuse_settings(roles, keys, [*labels, *numbers], evidence)
        refuse_pairs(dataset, unread, columns, evidence)
        raise RoleError(
            neither_long_nor_wide(frame, columns, unread),
            hint=name_long_columns(roles, [*unread, *names], rest, evidence),
        )
    used = {dataset, *keys.repeat, *columns}
    score, direction = _score_and_direction(
        frame, roles, columns, evidence, dataset=dataset, about=about, named=bool(given)
    )
    repeat = keys.repeat
    if reasons.get(dataset) == reading.ROW_NAMES and numbers_repeats(evidence.column(dataset)):
        reasons |= {dataset: reading.NUMBERED}
        dataset, repeat = None, (*repeat, dataset)
    return Layout(
        form="wide",
        algorithm=None,
        dataset=dataset,
        repeat=repeat,
        score=score,
        algorithms=tuple(columns),
        direction=direction,
        unused=tuple(name for name in frame.columns if name not in used),
        reasons=reasons,
    )


def _refuse_rows(
    dataset: Hashable, about: Sequence[Hashable], columns: Sequence[Hashable], evidence: Evidence
) -> None:
    """Refuse rows that are no datasets: steps of curves, metrics, and what has units of its own."""
    refuse_units_of_rows(dataset, about, evidence)
    refuse_steps(dataset, evidence)
    refuse_metric_rows(dataset, columns, evidence)


def _why_rows(dataset: Hashable | None, evidence: Evidence) -> dict[Hashable, str]:
    """Return what a column is to the rows: the index that was written with them may be their numbers."""
    numbers = dataset == WRITTEN_INDEX and dataset not in evidence.texts
    why = reading.ROW_NUMBERS if numbers else reading.ROW_NAMES
    return {} if dataset is None else {dataset: why}


def _without_joined(
    names: Sequence[Hashable], rest: Sequence[Hashable], evidence: Evidence
) -> list[Hashable]:
    """Leave out names of rows that join what two other columns, which cross, say of each."""
    facts = {name: evidence.facts(name) for name in names}
    parts = [name for name in names if not (facts[name].unique or facts[name].constant)]
    told_apart = set(names) != set(rest) and any(
        evidence.groups(pair) == len(evidence.frame) and evidence.crossing(*pair) >= NEARLY_ALL
        for pair in combinations(parts, 2)
    )
    return [name for name in names if not (told_apart and facts[name].unique)]


def _score_and_direction(
    frame: pd.DataFrame,
    roles: Roles,
    columns: Sequence[Hashable],
    evidence: Evidence,
    *,
    dataset: Hashable | None,
    about: Sequence[Hashable],
    named: bool,
) -> tuple[Hashable | None, bool | None]:
    """Return what the cells measure, and whether more is better: as is said, or by units, rows and ranks."""
    score = frame.attrs.get(METRIC) if roles.score is None else roles.score
    if score is None and not named:
        unit = unit_in_names(columns)[0] or unit_in_cells(columns, frame.attrs.get(UNITS, {}))
        score = measured_in(unit) or metric_of_all(columns) or None
    if score is None and dataset in evidence.texts:
        # Mean F1 below the datasets; of mean ranks, the scores are none
        last = str(evidence.column(dataset).iloc[-1])
        score = (is_average(last) and metric_in(last).replace("rank", "")) or None
    score = metric_of_rows(about, evidence) if score is None else score
    if score is None and dataset in evidence.texts and not named:
        # what the rows are the times of
        score = next((word for word in words_of(dataset) if is_cost(word)), None)
    direction = known_direction(frame, roles, score)
    if direction is None and hold_ranks(columns, evidence):
        return ("rank" if score is None else score), False
    if roles.higher_is_better is None and roles.score is None and direction is None:
        by_rows = direction_by_rows(about, evidence)
        direction = direction_shown(columns, evidence) if by_rows is None else by_rows
        if direction is None and dataset in evidence.texts:
            direction = direction_by_mean_ranks(dataset, columns, evidence)
    return score, direction


def _holds_scores(name: Hashable, evidence: Evidence) -> bool:
    # an algorithm may fail on all datasets, which the error on it says
    column = evidence.column(name)
    return holds_numbers(column) or (holds_no_scores(column) and not is_description(name))


def _algorithms_of(
    roles: Roles,
    frame: pd.DataFrame,
    dataset: Hashable | None,
    columns: Sequence[Hashable],
    unread: Sequence[Hashable],
    evidence: Evidence,
    reasons: dict[Hashable, str],
    levels: Sequence[Hashable],
) -> list[Hashable]:
    """Return the columns of a wide table that are algorithms, or ask where some seem to be no scores."""
    # a few whole scores may count up by chance; beside fractions they are numbers of rows
    counted = [n for n in columns if evidence.holds_integers(n) and numbers_rows(n, evidence)]
    many = len(frame) >= MANY_ROWS and len(counted) == 1
    numbers = [
        name
        for name in counted
        if (many and not strength_of(name, "algorithm") and not share_of_algorithms([name]))
        or is_identifier(name)
        or _is_whole_beside_fractions(name, columns, evidence)
    ]
    columns = [name for name in columns if name not in numbers]
    _, timed = unit_in_names(columns)
    timed = timed or columns_in_unit(columns, frame.attrs.get(UNITS, {}), evidence)
    if timed:
        # sizes and settings stand beside times of algorithms
        others = [name for name in columns if name not in timed]
        reasons |= dict.fromkeys(others, reading.OTHER_UNIT)
        columns = timed
    constant = [name for name in columns if _is_constant_truth(name, evidence)]
    if constant and len(constant) < len(columns):
        reasons |= dict.fromkeys(constant, reading.CONSTANT)
        columns = [name for name in columns if name not in constant]
    summaries = [name for name in columns if is_summary_column(name, columns, frame)]
    known = beside_algorithms([name for name in columns if name not in summaries])
    about = descriptions([n for n in columns if n not in (*summaries, *known)], evidence)
    reasons |= dict.fromkeys(numbers, reading.ROW_NUMBERS)
    reasons |= dict.fromkeys(summaries, reading.SUMMARY)
    reasons |= dict.fromkeys(about, reading.DESCRIPTION)
    reasons |= {name: reading.BEST_KNOWN[is_best_known(name)] for name in known}
    rest = [name for name in columns if name not in (*summaries, *about, *known)]
    if not unread:
        # an index may hold algorithms
        held = dataset in levels and share_of_algorithms(evidence.labels(dataset)) > 0
        refuse_numbered(roles, rest, dataset, counted=held)
        units, measures = _measures_among(roles, dataset, columns, rest, summaries, evidence)
        refuse_numbered_algorithms(roles, rest, evidence)
        # rows of a dataset that repeat may be runs, unless units differ
        if units or dataset is None or _names_nothing(dataset, evidence):
            refuse_measures(dataset, rest, measures, evidence)
        if not describe_datasets(columns):
            refuse_models_in_rows(roles, dataset, rest, levels, evidence)
        is_time = bool(timed) or known_direction(frame, roles, roles.score) is False
        if not (measures or is_time or roles.dataset is not None):
            refuse_truths(rest, evidence)
        # who names the score knows the columns, and names of algorithms say what they are
        free = not measures and roles.score is None and not are_algorithms(rest)
        computed = derived_columns(rest, evidence) if free else []
        reasons |= dict.fromkeys(computed, reading.SUMMARY)
        rest = [name for name in rest if name not in computed]
        if not (measures or share_a_word(rest)):
            refuse_set(roles, dataset, rest, evidence)
        refuse_nameless(rest)
        said = (roles.dataset, roles.score, frame.attrs.get(METRIC))
        sure = is_time or metric_of_all(rest) or said != (None, None, None)
        if not (measures or sure or share_a_word(rest)):
            refuse_unlike(rest, evidence)
    return rest


def _measures_among(
    roles: Roles,
    dataset: Hashable | None,
    columns: Sequence[Hashable],
    rest: Sequence[Hashable],
    summaries: Sequence[Hashable],
    evidence: Evidence,
) -> tuple[list[Hashable], list[Hashable]]:
    """Return the columns of other units, and those that show that columns measure different things."""
    units = differing_units(rest, evidence.frame.attrs.get(UNITS, {}))
    units = units or parts_of_total(rest, evidence)
    spreads = [name for name in summaries if is_spread(name) and len(words_of(name)) > 1]
    measures = units
    if not (measures or compares_devices(rest, evidence)):
        measures = measures_among([*rest, *spreads])
    measures = measures or counts_of_games(columns, rest, evidence)
    if dataset is not None or roles.score is not None or measures:
        return units, measures
    # without a column that names rows, one measure of something is enough
    measures = [
        name
        for name in rest
        if direction_of(name) is not None
        and len(words_of(name)) > 1
        # PPO with features of time is an algorithm
        and not share_of_algorithms([name])
    ]
    return units, measures if len(measures) == 1 < len(rest) else []


def _names_nothing(dataset: Hashable, evidence: Evidence) -> bool:
    """Tell whether no row of a dataset comes again: each has a name, or all have one that is no dataset's."""
    facts = evidence.facts(dataset)
    return facts.unique or (facts.constant and not strength_of(dataset, "dataset"))


def _is_constant_truth(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column is true in all rows, or false in all: how runs ended, and no score."""
    return evidence.types[name] == np.bool_ and evidence.facts(name).constant


def _row_names(
    frame: pd.DataFrame,
    rest: Sequence[Hashable],
    names: Sequence[Hashable],
    levels: Sequence[Hashable],
    repeat: tuple[Hashable, ...],
    evidence: Evidence,
) -> Hashable | None:
    """Find the column that names the datasets of a wide frame: index, first text column or row numbers."""
    free = [name for name in levels if name not in repeat]
    if len(free) > 1:
        _refuse_levels_of_long(free, rest, evidence)
        raise RoleError(
            f"{len(free)} levels of the index could be the dataset: {examples(free)}.",
            hint=bench(dataset=free) | bench(dataset=free[0])
            if not any(evidence.facts(name).unique for name in free)
            else bench(dataset=free[0]),
        )
    texts = [name for name in free if name in evidence.texts]
    # numbers beside fractions that are called like datasets name them
    named = [name for name in rest if strength_of(name, "dataset")]
    named = [
        name for name in named if name in names or _is_whole_beside_fractions(name, rest, evidence)
    ]
    # if a column numbers the repeats, row numbers are not names of datasets
    saved_index = [WRITTEN_INDEX] if WRITTEN_INDEX in frame.columns else []
    counted = [] if repeat else [*free, *saved_index]
    unique = [name for name in names if evidence.facts(name).unique]
    # a link or a licence may differ in every row, too
    unique.sort(
        key=lambda name: (
            bool(evidence.facts(name).why_not) or compares_columns(name),
            is_description(name),
            -max(strength_of(name, "dataset"), strength_of(name, "algorithm")),
        )
    )
    last = [name for name in unique if evidence.facts(name).why_not]
    unique = [name for name in unique if name not in last]
    # one domain of all rows names none of them
    told = unique and (compares_times(evidence) or any(strength_of(n, "dataset") for n in unique))
    named = [name for name in named if not (told and evidence.facts(name).constant)]
    # one tolerance was set, where several Greek letters are algorithms
    given = [name for name in rest if words_of(name) and PARAMETERS.issuperset(words_of(name))]
    sizes = [name for name in rest if says_size(name)] + given * (len(given) == 1)
    sizes = [name for name in sizes if evidence.facts(name).unique]
    if len(rest) > FEWEST_BESIDE and not (texts or named or unique or names or sizes):
        # scores that are floats do not rise so, and their cells need not be looked at
        whole = (name for name in rest if getattr(evidence.types[name], "kind", "") in "iu")
        sizes = [name for name in whole if rises_round(name, evidence)]
    numbered = _numbers_beside(names, rest, evidence) if not (texts or named or unique) else []
    return next(iter((*texts, *named, *unique, *numbered, *names, *sizes, *last, *counted)), None)


def _refuse_levels_of_long(
    levels: Sequence[Hashable], rest: Sequence[Hashable], evidence: Evidence
) -> None:
    """Ask of levels without names, as frames that are joined have: whose rows each are, and their numbers."""
    named = [name for name in levels if name in evidence.texts and not evidence.facts(name).unique]
    measured = [name for name in rest if name not in levels]
    numbered = [name for name in levels if name not in evidence.texts]
    if len(levels) != 2 or len(named) != 1 or not numbered or not all(map(is_measure, measured)):  # noqa: PLR2004 - a pair
        return
    if evidence.crossing(named[0], numbered[0]) >= NEARLY_ALL:
        raise RoleError(
            f"does level {named[0]!r} of the index name the algorithms "
            f"({examples(evidence.labels(named[0]))}), and {numbered[0]!r} number the repeats?",
            hint=bench(algorithm=named[0], repeat=numbered[0]),
        )


def _numbers_beside(
    names: Sequence[Hashable], rest: Sequence[Hashable], evidence: Evidence
) -> list[Hashable]:
    """Return the column that numbers all rows, where texts such as categories come in several of them."""
    if not names or any(strength_of(name, "dataset") for name in names):
        return []
    # scores do not stand before what numbers them
    first = next((name for name in rest if name not in names), None)
    numbered = (
        first is not None and evidence.holds_integers(first) and numbers_rows(first, evidence)
    )
    return [first] * (numbered and len(evidence.frame) >= MANY_ROWS)


def _is_whole_beside_fractions(
    name: Hashable, rest: Sequence[Hashable], evidence: Evidence
) -> bool:
    others = [evidence.facts(other).kind for other in rest if other != name]
    return evidence.facts(name).kind == "whole" and others.count("number") > len(others) // 2


def _hold_dataset_numbers(
    dataset: Hashable | None, columns: Sequence[Hashable], evidence: Evidence
) -> bool:
    """Tell whether a column numbers datasets, by its name and its content, and no other names them."""
    if dataset is not None and strength_of(dataset, "dataset"):
        return False
    return any(strength_of(name, "dataset") and may_number(name, evidence) for name in columns)
