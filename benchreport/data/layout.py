"""Read the layout of a table of scores: long or wide, and the role of each column.

A frame is **long** (one row for each score) if a column names the algorithms, and **wide** (one column for
each algorithm) otherwise.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import pandas as pd

from benchreport.data.direction import direction_of
from benchreport.data.roles import (
    KNOWN_NAMES,
    WRITTEN_INDEX,
    Roles,
    column_of,
    is_called,
    is_text,
    present,
    repeat_columns,
)
from benchreport.data.score_cells import holds_numbers, holds_some_numbers
from benchreport.errors import DirectionError, RoleError, examples
from benchreport.hints import Hint, bench, call, option


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
    """

    form: Literal["long", "wide"]
    algorithm: Hashable | None
    dataset: Hashable | None
    repeat: tuple[Hashable, ...]
    score: Hashable | None
    algorithms: tuple[Hashable, ...]
    higher_is_better: bool
    unused: tuple[Hashable, ...] = ()


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
    algorithm = column_of("algorithm", roles, frame)
    dataset = column_of("dataset", roles, frame)
    repeat = repeat_columns(roles, frame, used=(algorithm, dataset, roles.score))
    _all_different({"algorithm": algorithm, "dataset": dataset}, repeat)
    keys = [column for column in (algorithm, dataset, *repeat) if column is not None]
    rest = [name for name in frame.columns if name not in {*keys, *levels, WRITTEN_INDEX}]
    _refuse_predictions(roles, rest, long=algorithm is not None)
    if algorithm is not None:
        return _long(frame, roles, algorithm, dataset, repeat, rest)
    return _wide(frame, roles, dataset, repeat, rest, levels=levels)


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
    algorithm: Hashable,
    dataset: Hashable | None,
    repeat: tuple[Hashable, ...],
    rest: Sequence[Hashable],
) -> Layout:
    score = present("score", roles.score, frame) if roles.score is not None else None
    if score is None:
        score = _only_score(frame, roles, rest)
    _all_different({"algorithm": algorithm, "dataset": dataset, "score": score}, repeat)
    return Layout(
        form="long",
        algorithm=algorithm,
        dataset=dataset,
        repeat=repeat,
        score=score,
        algorithms=(),
        higher_is_better=_direction(roles, score),
        unused=tuple(
            name for name in frame.columns if name not in {algorithm, dataset, score, *repeat}
        ),
    )


def _only_score(frame: pd.DataFrame, roles: Roles, rest: Sequence[Hashable]) -> Hashable:
    numeric = [name for name in rest if holds_numbers(frame[name])]
    if len(numeric) > 1:
        # if there are training and test scores, the test scores are compared
        train = [name for name in numeric if name == roles.train or is_called(name, "train")]
        numeric = [name for name in numeric if name not in train] or numeric
    if len(numeric) > 1:
        clear = [name for name in numeric if direction_of(name) is not None]
        raise RoleError(
            f"{len(numeric)} columns could be the score: {examples(numeric)}.",
            hint=bench(score=(clear or numeric)[0]),
        )
    # the only candidate is returned even if it has bad cells: the error on reading lists them
    meant = [name for name in rest if direction_of(name) is not None]
    for candidates in (numeric, meant, rest):
        if len(candidates) == 1:
            return candidates[0]
    raise RoleError(
        f"no numeric column is left to be the score; the columns are {examples(frame.columns)}.",
        hint=bench(score="column with the measured values"),
    )


def _wide(
    frame: pd.DataFrame,
    roles: Roles,
    dataset: Hashable | None,
    repeat: tuple[Hashable, ...],
    rest: Sequence[Hashable],
    *,
    levels: Sequence[Hashable],
) -> Layout:
    if roles.score is not None and roles.score in frame.columns:
        raise RoleError(
            f"score={roles.score!r} is a column, so another must say which algorithm was "
            f"measured; none is called {', '.join(KNOWN_NAMES['algorithm'])}.",
            hint=bench(algorithm=_first_names(frame, rest), score=roles.score),
        )
    names = [name for name in rest if is_text(frame[name]) and not holds_numbers(frame[name])]
    if dataset is None:
        dataset = _row_names(frame, names, levels, repeat)
    unread = [name for name in names if name != dataset and not holds_some_numbers(frame[name])]
    columns = [name for name in rest if name != dataset and name not in unread]
    measures = bool(columns) and all(direction_of(name) is not None for name in columns)
    if unread or measures or len(columns) < 2:  # noqa: PLR2004 - two algorithms make a comparison
        raise RoleError(
            _neither_long_nor_wide(frame, columns, unread),
            hint=_way_to_long(frame, names, unread, dataset),
        )
    used = {dataset, *repeat, *columns}
    return Layout(
        form="wide",
        algorithm=None,
        dataset=dataset,
        repeat=repeat,
        score=roles.score,
        algorithms=tuple(columns),
        higher_is_better=_direction(roles, roles.score),
        unused=tuple(name for name in frame.columns if name not in used),
    )


def _row_names(
    frame: pd.DataFrame,
    names: Sequence[Hashable],
    levels: Sequence[Hashable],
    repeat: tuple[Hashable, ...],
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
    return next(iter((*texts, *names, *counted)), None)


def _way_to_long(
    frame: pd.DataFrame,
    names: Sequence[Hashable],
    unread: Sequence[Hashable],
    dataset: Hashable | None,
) -> Hint:
    if unread and dataset in names:
        # it was only a guess that the first text column names the datasets
        return bench(algorithm=dataset, dataset=unread[0]) + ", or the other way round"
    return bench(algorithm=_first_names(frame, [*unread, *names]))


def _first_names(frame: pd.DataFrame, columns: Sequence[Hashable]) -> Hashable:
    texts = [name for name in columns if is_text(frame[name])]
    return texts[0] if texts else "column with the names"


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


def _direction(roles: Roles, score: Hashable | None) -> bool:
    if roles.higher_is_better is not None:
        return bool(roles.higher_is_better)
    by_name = direction_of(score)
    if by_name is None:
        subject = "the scores have no name" if score is None else f"the name {score!r} does not say"
        raise DirectionError(
            f"is a higher score better? {subject}, and it is never guessed.",
            hint=bench(higher_is_better=True)
            | option(higher_is_better=False) + " for errors and times",
        )
    return by_name


def _all_different(one_each: dict[str, Hashable | None], repeat: Sequence[Hashable]) -> None:
    used: dict[Hashable, str] = {}
    for role, column in [*one_each.items(), *(("repeat", column) for column in repeat)]:
        if column is None:
            continue
        if column in used:
            raise RoleError(
                f"column {column!r} cannot be both the {used[column]} and the {role}.",
                hint=bench(**{used[column]: column, role: "another column"}),
            )
        used[column] = role
