"""Read the layout of a table of scores: long or wide, and the role of each column.

A frame is **long** (one row for each score) if a column names the algorithms, and **wide** (one column for
each algorithm) otherwise. Names decide first; where they do not, the content of the columns does, and where
two readings are as good, the caller is asked.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import pandas as pd

from benchreport.data.cells import is_text
from benchreport.data.direction import direction_in, direction_of
from benchreport.data.evidence import NEARLY_ALL, Evidence
from benchreport.data.keys import Keys, find_keys
from benchreport.data.measures import find_measures, is_measure
from benchreport.data.names import (
    KNOWN_NAMES,
    is_average,
    is_called,
    strength_of,
    words_of,
)
from benchreport.data.orientation import could_be_dataset, descriptions, is_summary_column
from benchreport.data.roles import WRITTEN_INDEX, Roles, present
from benchreport.data.score_cells import holds_numbers, holds_some_numbers
from benchreport.errors import DesignError, DirectionError, RoleError, examples
from benchreport.hints import Hint, bench, call, option

# words of columns that say how much other columns vary
SPREADS = frozenset(
    "std sd stdev stderr sem se var variance ci err_low err_high lower upper low high q25 q75".split()
)

# words of what a run costs, which is seldom the score that is meant
COSTS = frozenset(
    "time runtime duration latency seconds secs ms memory bytes cost iterations evaluations".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The layout of a frame: long or wide, and the role of each column.

    Parameters
    ----------
    form
        ``"long"`` or ``"wide"``.
    algorithm, dataset, score
        Columns of a long frame. In a wide frame ``algorithm`` is ``None``, and ``score`` is only a name.
    repeat
        The columns whose combinations are the repeats.
    algorithms
        The columns of a wide frame that are algorithms.
    higher_is_better
        Whether higher scores are better.
    unused
        The columns that play no role.
    spare
        Those of them that could tell repeats apart: they name something, and differ within cells.
    reasons
        Why a column plays its role, or none, by column.
    """

    form: Literal["long", "wide"]
    algorithm: Hashable | None
    dataset: Hashable | None
    repeat: tuple[Hashable, ...]
    score: Hashable | None
    algorithms: tuple[Hashable, ...]
    higher_is_better: bool
    unused: tuple[Hashable, ...] = ()
    spare: tuple[Hashable, ...] = ()
    reasons: Mapping[Hashable, str] = field(default_factory=dict)


def read_layout(frame: pd.DataFrame, roles: Roles, *, levels: Sequence[Hashable] = ()) -> Layout:
    """Find the column of each role.

    Parameters
    ----------
    frame
        A frame without levels in its index (see `flat`).
    roles
        The roles that the caller set.
    levels
        The columns that were levels of the index; they name rows and never hold scores.

    Raises
    ------
    RoleError
        A column that the caller set does not exist, or no column, or several, could play a role.
    DirectionError
        Neither the caller nor the score's name says whether higher is better.
    """
    evidence = Evidence(frame)
    keys = find_keys(frame, roles, evidence)
    _all_different({"algorithm": keys.algorithm, "dataset": keys.dataset}, keys.repeat)
    rest = [name for name in frame.columns if name not in {*keys.columns, *levels, WRITTEN_INDEX}]
    _refuse_predictions(roles, rest, long=keys.algorithm is not None)
    if keys.algorithm is not None:
        return _long(frame, roles, keys, rest, evidence)
    return _wide(frame, roles, keys, rest, evidence, levels=levels)


def _refuse_predictions(roles: Roles, rest: Sequence[Hashable], *, long: bool) -> None:
    """Refuse a table of predictions: its truth would be read as an algorithm or a score."""
    truth = [name for name in rest if is_called(name, "truth") and name != roles.score]
    predictions = [name for name in rest if is_called(name, "prediction", "probability")]
    if not truth or (long and (not predictions or roles.score is not None)):
        return
    raise RoleError(
        f"this looks like a table of predictions, {truth[0]!r} being the truth; but scores are expected.",
        hint=call("metrics")
        + " or "
        + call("mcnemar")
        + " compare predictions; "
        + call("to_scores", metric="accuracy")
        + " makes scores of several datasets",
    )


def _long(
    frame: pd.DataFrame,
    roles: Roles,
    keys: Keys,
    rest: Sequence[Hashable],
    evidence: Evidence,
) -> Layout:
    reasons = dict(keys.reasons)
    score = present("score", roles.score, frame) if roles.score is not None else None
    _refuse_one_row_each(roles, keys, rest, evidence)
    if score is None:
        score = _only_score(frame, roles, keys, rest, evidence, reasons)
    _all_different(
        {"algorithm": keys.algorithm, "dataset": keys.dataset, "score": score}, keys.repeat
    )
    unused = tuple(name for name in frame.columns if name not in {*keys.columns, score})
    _refuse_mixed_parts(roles, keys, unused, evidence)
    return Layout(
        form="long",
        algorithm=keys.algorithm,
        dataset=keys.dataset,
        repeat=keys.repeat,
        score=score,
        algorithms=(),
        higher_is_better=_direction(frame, roles, score),
        unused=unused,
        spare=tuple(name for name in unused if _could_repeat(name, keys, evidence)),
        reasons=reasons,
    )


def _refuse_one_row_each(
    roles: Roles, keys: Keys, rest: Sequence[Hashable], evidence: Evidence
) -> None:
    """Refuse a table with one row an algorithm, and ask whether its columns are datasets."""
    if keys.dataset is not None or keys.repeat or roles.step is not None:
        return
    rows, different = len(evidence.frame), evidence.facts(keys.algorithm).different
    if different < 2 or different < NEARLY_ALL * rows:  # noqa: PLR2004 - two algorithms make a comparison
        return
    measured = [name for name in rest if holds_numbers(evidence.frame[name])]
    benchmarks = [name for name in measured if could_be_dataset(name)]
    measures = [name for name in measured if is_measure(name) and not is_average(name)]
    if len(benchmarks) > max(1, len(measures)) and roles.score is None:
        raise RoleError(
            f"the table has one row for each {keys.algorithm!r}; are its {len(benchmarks)} columns of "
            f"numbers ({examples(benchmarks)}) datasets, with a score each?",
            hint=_way_to_turn(roles),
        )
    raise DesignError(
        f"there is nothing to test: the table has one row for each {keys.algorithm!r}, so one score an "
        "algorithm, and no column of datasets, folds or seeds.",
        hint="add the scores on each dataset (or fold, seed, example), one row for each",
    )


def _way_to_turn(roles: Roles) -> Hint:
    """Return the hint that columns are datasets, for each direction if none is known."""
    if roles.higher_is_better is not None or direction_of(roles.score) is not None:
        return bench(columns="dataset")
    return (
        bench(columns="dataset", higher_is_better=True)
        | bench(columns="dataset", higher_is_better=False) + " for errors and times"
    )


def _could_repeat(name: Hashable, keys: Keys, evidence: Evidence) -> bool:
    """Tell whether a column could number the repeats: it names something, and differs within cells."""
    facts = evidence.facts(name)
    if facts.why_not or facts.unique or direction_of(name) is not None or name == WRITTEN_INDEX:
        return False
    described = (key for key in keys.columns if evidence.determines(key, name))
    return not any(described) and not strength_of(name, "metric")


def _refuse_mixed_parts(
    roles: Roles, keys: Keys, unused: Sequence[Hashable], evidence: Evidence
) -> None:
    """Ask about a column of texts that splits the table into complete tables, such as ``split``."""
    for name in unused:
        facts = evidence.facts(name)
        if facts.kind != "text" or facts.why_not or facts.unique:
            continue
        if name in roles.bound_columns() or strength_of(name, "repeat"):
            continue
        if evidence.splits(keys.columns, name):
            values = [str(value) for value in evidence.frame[name].dropna().unique()]
            raise RoleError(
                f"column {name!r} splits the table into {len(values)} tables ({examples(values)}); which one "
                "is compared?",
                hint=bench(where={str(name): values[0]})
                + "; if its values are repeats: "
                + bench(repeat=[*keys.repeat, name] if keys.repeat else name),
            )


def _only_score(
    frame: pd.DataFrame,
    roles: Roles,
    keys: Keys,
    rest: Sequence[Hashable],
    evidence: Evidence,
    reasons: dict[Hashable, str],
) -> Hashable:
    numeric = [name for name in rest if holds_numbers(frame[name])]
    if len(numeric) > 1:
        # if there are training and test scores, the test scores are compared
        train = [name for name in numeric if name == roles.train or is_called(name, "train")]
        numeric = [name for name in numeric if name not in train] or numeric
    if len(numeric) > 1:
        why_not = {name: _why_no_score(name, keys, evidence) for name in numeric}
        reasons |= {name: reason for name, reason in why_not.items() if reason}
        numeric = [name for name in numeric if not why_not[name]] or numeric
    if len(numeric) > 1:
        numeric.sort(key=_costliness)
        raise RoleError(
            f"{len(numeric)} columns could be the score: {examples(numeric, most=8)}.",
            hint=bench(score=numeric[0]),
        )
    # the only candidate is returned even if it has bad cells: the error on reading lists them
    meant = [name for name in rest if direction_of(name) is not None]
    for candidates in (numeric, meant, rest):
        if len(candidates) == 1:
            return candidates[0]
    raise RoleError(
        f"no numeric column is left to be the score; the columns are {examples(frame.columns)}.",
        hint=bench(score=meant[0]) if meant else "add a column with the measured values",
    )


def _costliness(name: Hashable) -> int:
    """Return 0 for a metric of quality, more for errors and costs, and most for unknown names."""
    better = direction_of(name)
    cost = bool(COSTS & set(words_of(name)))
    return 3 if better is None else 2 * cost + (not better and not cost)


def _why_no_score(name: Hashable, keys: Keys, evidence: Evidence) -> str:
    """Return why a column of numbers is no score of the algorithms; empty if it may be one."""
    facts = evidence.facts(name)
    if facts.constant:
        return "the same in all rows"
    words = words_of(name)
    if facts.kind == "whole" and facts.unique and {"id", "index", "idx", "row"} & set(words):
        return "different in every row"
    if evidence.facts(name).kind == "date" or {"timestamp", "utc", "unix"} & set(words):
        return "a time of day"
    if set(words) & SPREADS:
        return "how much scores vary"
    for key in (keys.algorithm, keys.dataset):
        if key is not None and not evidence.facts(key).constant and evidence.determines(key, name):
            return f"one value for each {key}"
    return ""


def _wide(
    frame: pd.DataFrame,
    roles: Roles,
    keys: Keys,
    rest: Sequence[Hashable],
    evidence: Evidence,
    *,
    levels: Sequence[Hashable],
) -> Layout:
    names = [name for name in rest if is_text(frame[name]) and not holds_numbers(frame[name])]
    if roles.score is not None and roles.score in frame.columns:
        raise RoleError(
            f"score={roles.score!r} is a column, so another must say which algorithm was "
            f"measured; none is called {', '.join(KNOWN_NAMES['algorithm'])}.",
            hint=_way_to_long(roles, names, evidence),
        )
    reasons = dict(keys.reasons)
    dataset = keys.dataset
    if dataset is None:
        dataset = _row_names(frame, names, levels, keys.repeat, evidence)
        reasons |= {dataset: "it names the rows"} if dataset is not None else {}
    unread = [name for name in names if name != dataset and not holds_some_numbers(frame[name])]
    if dataset is not None and evidence.facts(dataset).unique:
        # what a row is about, beside its name
        reasons |= dict.fromkeys(unread, f"it describes each {dataset}")
        unread = []
    columns = [
        name
        for name in rest
        if (name != dataset and name not in names) or holds_some_numbers(frame[name])
    ]
    columns = [name for name in columns if name != dataset]
    for name in [name for name in columns if is_summary_column(name, columns, frame)]:
        reasons[name] = "a summary of the others"
        columns.remove(name)
    for name in descriptions(columns, evidence):
        reasons[name] = "it describes the rows"
        columns.remove(name)
    if roles.columns != "algorithm":
        _refuse_measures(roles, dataset, columns, evidence, names)
    if unread or len(columns) < 2:  # noqa: PLR2004 - two algorithms make a comparison
        raise RoleError(
            _neither_long_nor_wide(frame, columns, unread),
            hint=_way_to_long(roles, [*unread, *names], evidence),
        )
    _refuse_models_in_rows(roles, dataset, columns)
    used = {dataset, *keys.repeat, *columns}
    return Layout(
        form="wide",
        algorithm=None,
        dataset=dataset,
        repeat=keys.repeat,
        score=roles.score,
        algorithms=tuple(columns),
        higher_is_better=_direction(frame, roles, roles.score),
        unused=tuple(name for name in frame.columns if name not in used),
        reasons=reasons,
    )


def _refuse_measures(
    roles: Roles,
    dataset: Hashable | None,
    columns: Sequence[Hashable],
    evidence: Evidence,
    names: Sequence[Hashable],
) -> None:
    """Refuse a table whose columns measure different things; they would be read as algorithms."""
    measures = find_measures(columns)
    if not measures:
        return
    row = f"each {dataset!r}" if dataset is not None else "each row"
    raise RoleError(
        f"the columns {examples(columns)} measure different things of {row} ({examples(measures)} are no "
        "algorithms), and no column names the algorithms.",
        hint=_way_to_long(roles, names, evidence),
    )


def _refuse_models_in_rows(
    roles: Roles, dataset: Hashable | None, columns: Sequence[Hashable]
) -> None:
    """Ask about a wide table whose rows are called by what could be algorithms."""
    if dataset is None or roles.columns is not None or roles.dataset is not None:
        return
    if strength_of(dataset, "algorithm") <= strength_of(dataset, "dataset"):
        return
    raise RoleError(
        f"are the rows of the table algorithms, as {dataset!r} says, and its {len(columns)} columns "
        f"({examples(columns)}) datasets?",
        hint=_way_to_turn(roles) + "; if the columns are the algorithms: " + bench(dataset=dataset),
    )


def _row_names(
    frame: pd.DataFrame,
    names: Sequence[Hashable],
    levels: Sequence[Hashable],
    repeat: tuple[Hashable, ...],
    evidence: Evidence,
) -> Hashable | None:
    """Find the column that names the datasets of a wide frame: index, first text column or row numbers."""
    free = [name for name in levels if name not in repeat]
    if len(free) > 1:
        raise RoleError(
            f"{len(free)} levels of the index could be the dataset: {examples(free)}.",
            hint=bench(dataset=free[0]),
        )
    texts = [name for name in free if is_text(frame[name])]
    # if a column numbers the repeats, row numbers are not names of datasets
    saved_index = [WRITTEN_INDEX] if WRITTEN_INDEX in frame.columns else []
    counted = [] if repeat else [*free, *saved_index]
    unique = [name for name in names if evidence.facts(name).unique]
    return next(iter((*texts, *unique, *names, *counted)), None)


def _way_to_long(roles: Roles, names: Sequence[Hashable], evidence: Evidence) -> Hint | str:
    """Return the hint to name the columns of a long table."""
    useful = [name for name in dict.fromkeys(names) if not evidence.facts(name).why_not]
    useful = [name for name in useful if not evidence.facts(name).unique]
    score = {} if roles.score is None else {"score": roles.score}
    if not useful:
        return "add a column that says which algorithm each score is of"
    if len(useful) == 1 or roles.dataset is not None:
        return bench(algorithm=useful[0], **score)
    return bench(algorithm=useful[0], dataset=useful[1], **score) + ", or the other way round"


def _neither_long_nor_wide(
    frame: pd.DataFrame, columns: Sequence[Hashable], unread: Sequence[Hashable]
) -> str:
    listed = f"the columns are {examples(frame.columns, most=12)}"
    unnamed = f"no column is called {', '.join(KNOWN_NAMES['algorithm'])}, and read as a wide table"
    if unread:
        return (
            f"{unnamed} (one column an algorithm) it has text columns too many: "
            f"{examples(unread)}; {listed}."
        )
    if len(columns) > 1:
        return f"{unnamed} its columns would be algorithms called {examples(columns)}; {listed}."
    return (
        "a comparison needs at least 2 algorithms: a column that names them (long), or one "
        f"numeric column for each (wide; {len(columns)} found); {listed}."
    )


def _direction(frame: pd.DataFrame, roles: Roles, score: Hashable | None) -> bool:
    if roles.higher_is_better is not None:
        return bool(roles.higher_is_better)
    known = direction_in(frame, score)
    if known is None:
        subject = "the scores have no name" if score is None else f"the name {score!r} does not say"
        raise DirectionError(
            f"is a higher score better? {subject}, and it is never guessed.",
            hint=bench(higher_is_better=True)
            | option(higher_is_better=False) + " for errors and times",
        )
    return known


def _all_different(one_each: dict[str, Hashable | None], repeat: Sequence[Hashable]) -> None:
    used: dict[Hashable, str] = {}
    for role, column in [*one_each.items(), *(("repeat", column) for column in repeat)]:
        if column is None:
            continue
        if column in used:
            raise RoleError(
                f"column {column!r} cannot be both the {used[column]} and the {role}.",
                hint=bench(**{used[column]: column, role: ...}),
            )
        used[column] = role
