"""Which column of a frame plays which role.

A frame is **long** (one row a score) when a column says which algorithm was measured, and **wide**
(one column an algorithm) when none does. Names that the field uses are read by themselves; what a
caller binds always wins.
"""

import difflib
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

import pandas as pd

from benchreport.data.direction import direction_of
from benchreport.errors import DirectionError, OptionError, RoleError, check_choice, examples

__all__ = [
    "TASKS",
    "WRITTEN_INDEX",
    "Layout",
    "Missing",
    "Roles",
    "Task",
    "column_of",
    "flat",
    "is_called",
    "read_layout",
    "repeat_columns",
]

Missing = Literal["error", "drop", "worst"]
Task = Literal["classification", "regression", "ranking", "language", "correctness"]
TASKS = get_args(Task)

KNOWN_NAMES = {
    "algorithm": "algorithm method model learner classifier estimator solver system".split(),
    "dataset": "dataset data_set task problem instance".split(),
    "repeat": "fold seed run repeat repetition split".split(),
    "truth": "y_true truth target label true_label gold ground_truth y_test actual".split(),
    "prediction": "prediction predicted y_pred pred predicted_label".split(),
    "probability": "probability proba prob y_prob y_score y_proba confidence".split(),
    "example": "example sample example_id sample_id item item_id id query query_id qid question".split(),
    "weight": "weight sample_weight".split(),
    "correct": "correct is_correct".split(),
    "item": "item item_id document document_id doc doc_id docid passage".split(),
    "rank": "rank position".split(),
    "log_probability": "log_probability log_prob logprob log_likelihood loglikelihood".split(),
    "step": "step epoch time budget evaluations iteration n_evaluations iter".split(),
    "train": "train train_score training_score".split(),
    "tokens": "tokens n_tokens num_tokens token_count".split(),
}

# what pandas calls the index of a frame that was written to CSV and read again
WRITTEN_INDEX = "Unnamed: 0"
# a column called split may number the repeats, or say which part of the data was scored
PARTS_OF_DATA = frozenset("train training test testing val valid validation dev".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """What the caller said about the columns; ``None`` is read from the frame.

    Parameters
    ----------
    algorithm, dataset
        Column names.
    repeat
        A column name, or several whose combinations are the repeats (``("seed", "fold")``).
    score
        A column name; of a wide frame, what its cells measure.
    higher_is_better
        The direction; ``None`` reads it from the score's name.
    missing
        What becomes of empty cells: ``"error"`` leaves them to the procedure, which refuses;
        ``"drop"`` leaves out incomplete datasets; ``"worst"`` fills with the dataset's worst score.
    truth, prediction, probability, example, weight
        Columns of predictions: the true label or value; of a long table the predicted one, the
        probability or score of the positive class, and which example it is; how much it counts.
    correct
        A column of a log that says whether each answer was right.
    item, rank
        Columns of ranked lists with one row a query and item: which item, and at which rank.
    log_probability, tokens
        Columns of language models: the log-probability of what came, and over how many tokens it is
        summed.
    step, train
        Columns of curves: the budget, epoch or time a row is about, and the score on the training
        data.
    classes
        The labels in their order; ``None`` takes those of the truth, sorted.
    positive
        The class that a binary problem is about.
    task
        ``"classification"``, ``"regression"``, ``"ranking"``, ``"language"`` or ``"correctness"``;
        ``None`` reads it from the table.
    """

    algorithm: Hashable | None = None
    dataset: Hashable | None = None
    repeat: Hashable | Sequence[Hashable] | None = None
    score: Hashable | None = None
    higher_is_better: bool | None = None
    missing: Missing = "error"
    truth: Hashable | None = None
    prediction: Hashable | None = None
    probability: Hashable | None = None
    example: Hashable | None = None
    weight: Hashable | None = None
    correct: Hashable | None = None
    item: Hashable | None = None
    rank: Hashable | None = None
    log_probability: Hashable | None = None
    tokens: Hashable | None = None
    step: Hashable | None = None
    train: Hashable | None = None
    classes: Sequence[Hashable] | None = None
    positive: Hashable | None = None
    task: Task | None = None

    def __post_init__(self) -> None:
        check_choice("missing", self.missing, ("error", "drop", "worst"))
        if self.task is not None:
            check_choice("task", self.task, TASKS)
        if self.higher_is_better not in (None, True, False):
            # "no" and "false" are truthy
            raise OptionError(
                f"higher_is_better must be True or False; got {self.higher_is_better!r}.",
                hint="higher_is_better=True",
            )

    def bound(self, **changes: Any) -> "Roles":  # noqa: ANN401 - the accessor's call is typed
        """Return a copy in which the given roles (those not ``None``) replace the present ones."""
        return replace(
            self, **{name: value for name, value in changes.items() if value is not None}
        )

    def as_call(self) -> str:
        """Return the roles as arguments of a call, only those that were given.

        >>> Roles(score="auc", higher_is_better=True).as_call()
        "score='auc', higher_is_better=True"
        """
        given = (
            (field.name, getattr(self, field.name))
            for field in fields(self)
            if getattr(self, field.name) != field.default
        )
        return ", ".join(f"{name}={value!r}" for name, value in given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a frame is read: which columns, long or wide.

    Parameters
    ----------
    form
        ``"long"`` or ``"wide"``.
    algorithm, dataset, score
        Columns of a long frame; of a wide one ``algorithm`` is ``None`` and ``score`` a name.
    repeat
        The columns whose combinations are the repeats.
    algorithms
        The columns that are algorithms, of a wide frame.
    higher_is_better
        The direction.
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
        With roles in columns (see `flat`).
    roles
        What the caller said.
    levels
        Which columns were levels of the index: names of rows, never scores.

    Raises
    ------
    RoleError
        A bound column is not there, or none or several could play a role.
    DirectionError
        Neither the caller nor the score's name says whether higher is better.
    """
    algorithm = _one("algorithm", roles, frame)
    dataset = _one("dataset", roles, frame)
    repeat = repeat_columns(roles, frame, taken=(algorithm, dataset, roles.score))
    _all_different({"algorithm": algorithm, "dataset": dataset}, repeat)
    taken = [column for column in (algorithm, dataset, *repeat) if column is not None]
    rest = [name for name in frame.columns if name not in {*taken, *levels, WRITTEN_INDEX}]
    _refuse_predictions(roles, rest, long=algorithm is not None)
    if algorithm is not None:
        return _long(frame, roles, algorithm, dataset, repeat, rest)
    return _wide(frame, roles, dataset, repeat, rest, levels=levels)


def column_of(role: str, roles: Roles, frame: pd.DataFrame) -> Hashable | None:
    """Return the column that plays a role: the bound one, else the one called so, else ``None``.

    Raises
    ------
    RoleError
        The bound column is not there, or several are called so.
    """
    return _one(role, roles, frame)


def is_called(name: Hashable, *roles: str) -> bool:
    """Tell whether a column's name is a usual one of one of the roles."""
    return any(str(name).casefold() in KNOWN_NAMES[role] for role in roles)


def flat(frame: pd.DataFrame) -> tuple[pd.DataFrame, tuple[Hashable, ...]]:
    """Return the frame with the levels of its index as columns, where they say something.

    Returns
    -------
    tuple
        The frame, and which of its columns were levels.
    """
    if isinstance(frame.columns, pd.MultiIndex):
        raise RoleError(
            f"the columns have {frame.columns.nlevels} levels; one is expected.",
            hint="df.stack(future_stack=True).reset_index().bench, or pick one metric: "
            "df['accuracy'].bench",
        )
    repeated = frame.columns[frame.columns.duplicated()].unique()
    if len(repeated):
        raise RoleError(
            f"column names are there more than once: {examples(repeated)}.",
            hint="df.loc[:, ~df.columns.duplicated()].bench",
        )
    index = frame.index
    names = [name for name in index.names if name is not None and name not in frame.columns]
    if not names and list(index.names) == [None] and _is_text(index.to_series()):
        names = ["dataset" if "dataset" not in frame.columns else "index"]
        index = index.set_names(names)
    # categorical columns, as of a pivoted categorical, refuse another name among them
    plain = frame.set_axis(frame.columns.astype(object), axis=1).set_axis(index, axis=0)
    return (plain.reset_index(level=names) if names else plain), tuple(names)


def _is_text(column: "pd.Series[Any]") -> bool:
    kind = column.dtype
    return bool(
        isinstance(kind, pd.CategoricalDtype)
        or pd.api.types.is_string_dtype(kind)
        or pd.api.types.is_object_dtype(kind)
    )


def _present(role: str, column: Hashable, frame: pd.DataFrame) -> Hashable:
    if isinstance(column, Hashable) and column in frame.columns:
        return column
    raise RoleError(
        f"{role}={column!r} is not a column; the columns are {examples(frame.columns, most=12)}.",
        hint=f"df.bench({role}={_nearest(role, column, frame)!r})",
    )


def _nearest(role: str, column: Hashable, frame: pd.DataFrame) -> Hashable:
    folded = {str(name).casefold(): name for name in frame.columns}
    close = difflib.get_close_matches(str(column).casefold(), folded, n=1)
    if close:
        return folded[close[0]]
    usual = [name for text, name in folded.items() if text in KNOWN_NAMES.get(role, ())]
    measured = [name for name in frame.columns if role == "score" and _is_number(frame[name])]
    return next(iter((*usual, *measured, *frame.columns)), "")


def _one(role: str, roles: Roles, frame: pd.DataFrame) -> Hashable | None:
    bound = getattr(roles, role)
    if bound is not None:
        return _present(role, bound, frame)
    elsewhere = _bound_columns(roles)
    found = [
        name
        for name in frame.columns
        if str(name).casefold() in KNOWN_NAMES[role] and name not in elsewhere
    ]
    exact = [name for name in found if str(name).casefold() == role]
    found = exact or found
    if len(found) > 1:
        raise RoleError(
            f"{len(found)} columns could be the {role}: {examples(found)}.",
            hint=f"df.bench({role}={found[0]!r})",
        )
    return found[0] if found else None


def _bound_columns(roles: Roles) -> list[object]:
    repeat = roles.repeat if isinstance(roles.repeat, list | tuple) else [roles.repeat]
    return [*(getattr(roles, role) for role in ("repeat", *KNOWN_NAMES)), *repeat]


def repeat_columns(
    roles: Roles, frame: pd.DataFrame, taken: Iterable[Hashable | None]
) -> tuple[Hashable, ...]:
    """Return the columns whose combinations are the repeats: the bound ones, else those called so.

    Raises
    ------
    RoleError
        A bound column is not there, or one names parts of the data.
    """
    bound = roles.repeat
    if bound is not None:
        # a tuple may be the name of one column, a list cannot
        one = isinstance(bound, Hashable) and bound in frame.columns
        several = isinstance(bound, list | tuple) and not one
        chosen = tuple(bound) if several else (bound,)  # type: ignore[arg-type]
        return tuple(dict.fromkeys(_present("repeat", column, frame) for column in chosen))
    known = KNOWN_NAMES["repeat"]
    found = [name for name in frame.columns if str(name).casefold() in known]
    repeat = tuple(name for name in found if name not in set(taken))
    for name in repeat:
        _refuse_parts_of_data(frame[name])
    return repeat


def _refuse_parts_of_data(column: "pd.Series[Any]") -> None:
    if not _is_text(column):
        return
    parts = [str(value) for value in column.dropna().astype(str).unique()]
    if len(parts) > 1 and {part.casefold() for part in parts} <= PARTS_OF_DATA:
        raise RoleError(
            f"column {column.name!r} names parts of the data ({examples(parts)}), not repeats that "
            "could be averaged.",
            hint=f"df[df[{column.name!r}] == {parts[-1]!r}].bench",
        )


def _refuse_predictions(roles: Roles, rest: Sequence[Hashable], *, long: bool) -> None:
    """Refuse a table of predictions, whose truth would be taken for an algorithm or a score."""
    truth = [name for name in rest if is_called(name, "truth") and name != roles.score]
    said = [name for name in rest if is_called(name, "prediction", "probability")]
    if not truth or (long and (not said or roles.score is not None)):
        return
    raise RoleError(
        f"this looks like a table of predictions, {truth[0]!r} being the truth; scores are asked for.",
        hint="df.bench.metrics() or df.bench.mcnemar() compare predictions; "
        "df.bench.to_scores(metric='accuracy') makes scores of several datasets",
    )


def _long(
    frame: pd.DataFrame,
    roles: Roles,
    algorithm: Hashable,
    dataset: Hashable | None,
    repeat: tuple[Hashable, ...],
    rest: Sequence[Hashable],
) -> Layout:
    score = _present("score", roles.score, frame) if roles.score is not None else None
    if score is None:
        score = _only_score(frame, rest)
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


def _only_score(frame: pd.DataFrame, rest: Sequence[Hashable]) -> Hashable:
    numeric = [name for name in rest if _is_number(frame[name])]
    if len(numeric) > 1:
        known = [name for name in numeric if direction_of(name) is not None]
        raise RoleError(
            f"{len(numeric)} columns could be the score: {examples(numeric)}.",
            hint=f"df.bench(score={(known or numeric)[0]!r})",
        )
    # what is not numeric but must be meant is returned too: reading it names the bad cells
    meant = [name for name in rest if _looks_numeric(frame[name]) or direction_of(name) is not None]
    for candidates in (numeric, meant, rest):
        if len(candidates) == 1:
            return candidates[0]
    raise RoleError(
        f"no numeric column is left to be the score; the columns are {examples(frame.columns)}.",
        hint="df.bench(score='column with the measured values')",
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
            hint=f"df.bench(algorithm={_first_names(frame, rest)!r}, score={roles.score!r})",
        )
    names = [name for name in rest if _is_text(frame[name]) and not _looks_numeric(frame[name])]
    if dataset is None:
        dataset = _row_names(frame, names, levels, repeat)
    unread = [name for name in names if name != dataset and not _some_numbers(frame[name])]
    columns = [name for name in rest if name != dataset and name not in unread]
    measures = bool(columns) and all(direction_of(name) is not None for name in columns)
    if unread or measures or len(columns) < 2:  # noqa: PLR2004 - two algorithms make a comparison
        raise RoleError(
            _neither_long_nor_wide(frame, columns, unread),
            hint=_way_to_long(frame, names, unread, dataset),
        )
    return Layout(
        form="wide",
        algorithm=None,
        dataset=dataset,
        repeat=repeat,
        score=roles.score,
        algorithms=tuple(columns),
        higher_is_better=_direction(roles, roles.score),
        unused=tuple(name for name in frame.columns if name not in {dataset, *repeat, *columns}),
    )


def _row_names(
    frame: pd.DataFrame,
    names: Sequence[Hashable],
    levels: Sequence[Hashable],
    repeat: tuple[Hashable, ...],
) -> Hashable | None:
    """Find what names the datasets of a wide frame: its index, the first text column, a number."""
    free = [name for name in levels if name not in repeat]
    if len(free) > 1:
        raise RoleError(
            f"{len(free)} levels of the index could be the dataset: {examples(free)}.",
            hint=f"df.bench(dataset={free[0]!r})",
        )
    texts = [name for name in free if _is_text(frame[name])]
    # numbers beside a repeat column count the rows, they name no datasets
    written = [WRITTEN_INDEX] if WRITTEN_INDEX in frame.columns else []
    counted = [] if repeat else [*free, *written]
    return next(iter((*texts, *names, *counted)), None)


def _way_to_long(
    frame: pd.DataFrame,
    names: Sequence[Hashable],
    unread: Sequence[Hashable],
    dataset: Hashable | None,
) -> str:
    if unread and dataset in names:
        # the first text column was only taken for the datasets
        return f"df.bench(algorithm={dataset!r}, dataset={unread[0]!r}), or the other way round"
    return f"df.bench(algorithm={_first_names(frame, [*unread, *names])!r})"


def _first_names(frame: pd.DataFrame, columns: Sequence[Hashable]) -> Hashable:
    texts = [name for name in columns if _is_text(frame[name])]
    return texts[0] if texts else "column with the names"


def _neither_long_nor_wide(
    frame: pd.DataFrame, columns: Sequence[Hashable], unread: Sequence[Hashable]
) -> str:
    found = f"the columns are {examples(frame.columns, most=12)}"
    unnamed = f"no column is called {', '.join(KNOWN_NAMES['algorithm'])}, and read as a wide table"
    if unread:
        return (
            f"{unnamed} (one column an algorithm) it has text columns too many: "
            f"{examples(unread)}; {found}."
        )
    if len(columns) > 1:
        return f"{unnamed} its columns would be algorithms called {examples(columns)}; {found}."
    return (
        "a comparison needs at least 2 algorithms: a column that names them (long), or one "
        f"numeric column for each (wide; {len(columns)} found); {found}."
    )


def _direction(roles: Roles, score: Hashable | None) -> bool:
    if roles.higher_is_better is not None:
        return bool(roles.higher_is_better)
    known = direction_of(score)
    if known is None:
        what = "the scores have no name" if score is None else f"the name {score!r} does not say"
        raise DirectionError(
            f"is a higher score better? {what}, and it is never guessed.",
            hint="df.bench(higher_is_better=True), or higher_is_better=False for errors and times",
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
                hint=f"df.bench({used[column]}={column!r}, {role}='another column')",
            )
        used[column] = role


def _is_number(column: "pd.Series[Any]") -> bool:
    if pd.api.types.is_bool_dtype(column.dtype):
        return False
    if pd.api.types.is_numeric_dtype(column.dtype):
        return True
    return _is_text(column) and _holds_numbers(column)


def _holds_numbers(column: "pd.Series[Any]") -> bool:
    """Tell whether an object column holds numbers (Decimal, Fraction, mixed int and float)."""
    kind = pd.api.types.infer_dtype(column, skipna=True)
    return kind in {"integer", "floating", "mixed-integer-float", "decimal"}


def _looks_numeric(column: "pd.Series[Any]") -> bool:
    if isinstance(column.dtype, pd.CategoricalDtype) or not _is_text(column):
        return False
    values = column.dropna()
    return bool(len(values)) and bool(pd.to_numeric(values, errors="coerce").notna().all())


def _some_numbers(column: "pd.Series[Any]") -> bool:
    return bool(pd.to_numeric(column.astype(str), errors="coerce").notna().any())
