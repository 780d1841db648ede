"""Which column of a frame plays which role.

Columns with the field's usual names are found without help; a role that the caller sets wins.
"""

import difflib
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

import pandas as pd

from benchreport.data.cells import refuse_collections, refuse_odd_names, with_plain_types
from benchreport.errors import (
    DesignError,
    OptionError,
    RoleError,
    check_choice,
    examples,
    format_count,
)
from benchreport.hints import bench, code, option

Missing = Literal["error", "available", "paired", "worst", "drop"]
Task = Literal["classification", "regression", "ranking", "language", "correctness"]
MISSING = get_args(Missing)
TASKS = get_args(Task)

KNOWN_NAMES = {
    "algorithm": """algorithm method model learner classifier estimator solver system optimizer
        optimiser""".split(),
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
    "step": """step steps epoch epochs time budget evaluation evaluations n_evaluations iteration
        iterations iter""".split(),
    "train": "train train_score training_score".split(),
    "validation": "validation val valid validation_score val_score valid_score".split(),
    "tokens": "tokens n_tokens num_tokens token_count".split(),
}

# these columns are repeats of an example where another column names the examples
SAMPLES = {"sample", "sample_id"}
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
        What happens to runs that are missing: ``"error"`` averages those that are there, and procedures
        that need all runs refuse; ``"available"`` averages those that are there, and only empty cells
        are refused; ``"paired"`` averages the repeats that all algorithms of a dataset have;
        ``"worst"`` gives each missing run its dataset's worst score; ``"drop"`` leaves out incomplete
        datasets.
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
    step, train, validation
        Columns of curves: the budget, epoch or time a row is about, and the scores on the training
        and the validation data.
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
    validation: Hashable | None = None
    classes: Sequence[Hashable] | None = None
    positive: Hashable | None = None
    task: Task | None = None

    def __post_init__(self) -> None:
        check_choice("missing", self.missing, MISSING)
        if self.task is not None:
            check_choice("task", self.task, TASKS)
        if self.higher_is_better not in (None, True, False):
            # "no" and "false" are truthy
            raise OptionError(
                f"higher_is_better must be True or False; got {self.higher_is_better!r}.",
                hint=option(higher_is_better=True),
            )

    def bound(self, **changes: Any) -> "Roles":  # noqa: ANN401 - the accessor's call is typed
        """Return a copy with the given roles, except those that are ``None``."""
        return replace(
            self, **{name: value for name, value in changes.items() if value is not None}
        )

    def as_call(self) -> str:
        """Return the roles as arguments of a call, only those that were given.

        >>> Roles(score="auc", higher_is_better=True).as_call()
        "score='auc', higher_is_better=True"
        """
        settings = (
            (field.name, getattr(self, field.name))
            for field in fields(self)
            if getattr(self, field.name) != field.default
        )
        return ", ".join(f"{name}={value!r}" for name, value in settings)


def is_called(name: Hashable, *roles: str) -> bool:
    """Tell whether a column has a usual name of one of the roles."""
    return any(str(name).casefold() in KNOWN_NAMES[role] for role in roles)


def flat(frame: pd.DataFrame) -> tuple[pd.DataFrame, tuple[Hashable, ...]]:
    """Return the frame with the levels of its index as columns, where they hold names.

    Returns
    -------
    tuple
        The frame, and the columns that were levels.
    """
    if isinstance(frame.columns, pd.MultiIndex):
        raise RoleError(
            f"the columns have {format_count(frame.columns.nlevels, 'level')}; plain names are expected.",
            hint=code("df.set_axis(df.columns.get_level_values(0), axis=1).bench")
            if frame.columns.nlevels == 1
            else code("df.stack(future_stack=True).reset_index().bench")
            + ", or pick one metric: "
            + code("df['accuracy'].bench"),
        )
    refuse_odd_names(
        frame.columns,
        "columns",
        code("df.set_axis([str(name) for name in df.columns], axis=1).bench"),
    )
    refuse_odd_names(
        (name for name in frame.index.names if name is not None),
        "levels of the index",
        code("df.rename_axis(index='dataset').bench"),
    )
    repeated = frame.columns[frame.columns.duplicated()].unique()
    if len(repeated):
        raise RoleError(
            f"column names are there more than once: {examples(repeated)}.",
            hint=code("df.loc[:, ~df.columns.duplicated()].bench"),
        )
    index = frame.index
    names = [name for name in index.names if name is not None and name not in frame.columns]
    if not names and list(index.names) == [None] and is_text(index):
        names = ["dataset" if "dataset" not in frame.columns else "index"]
        index = index.set_names(names)
    # a categorical index of columns, as a pivot makes, takes no other name
    plain = frame.set_axis(frame.columns.astype(object), axis=1).set_axis(index, axis=0)
    table = plain.reset_index(level=names) if names else plain
    return with_plain_types(table), tuple(names)


def flat_rows(frame: pd.DataFrame) -> tuple[pd.DataFrame, tuple[Hashable, ...]]:
    """Flatten a frame that has rows (see `flat`), or raise `DesignError`."""
    if frame.empty:
        raise DesignError(
            f"the table is empty: {len(frame)} rows, {len(frame.columns)} columns.",
            hint=code("check what was read: df.shape, df.head()"),
        )
    return flat(frame)


def is_text(column: "pd.Series[Any] | pd.Index[Any]") -> bool:
    """Tell whether a column, or an index, is of text, categories or any objects."""
    kind = column.dtype
    return bool(
        isinstance(kind, pd.CategoricalDtype)
        or pd.api.types.is_string_dtype(kind)
        or pd.api.types.is_object_dtype(kind)
    )


def present(role: str, column: Hashable, frame: pd.DataFrame) -> Hashable:
    """Return the column, or raise `RoleError` naming the nearest."""
    if isinstance(column, Hashable) and column in frame.columns:
        return column
    raise RoleError(
        f"{role}={column!r} is not a column; the columns are {examples(frame.columns, most=12)}.",
        hint=bench(**{role: _nearest(role, column, frame)}),
    )


def _nearest(role: str, column: Hashable, frame: pd.DataFrame) -> Hashable:
    folded = {str(name).casefold(): name for name in frame.columns}
    close = difflib.get_close_matches(str(column).casefold(), folded, n=1)
    if close:
        return folded[close[0]]
    usual = [name for text, name in folded.items() if text in KNOWN_NAMES.get(role, ())]
    measured = [name for name in frame.columns if role == "score" and is_number(frame[name])]
    return next(iter((*usual, *measured, *frame.columns)), "")


def column_of(role: str, roles: Roles, frame: pd.DataFrame) -> Hashable | None:
    """Return the column of a role: the one the caller set, else one with a usual name, else ``None``.

    Raises
    ------
    RoleError
        The column that the caller set is not there, or several have usual names.
    """
    bound = getattr(roles, role)
    if bound is not None:
        return present(role, bound, frame)
    elsewhere = _bound_columns(roles)
    names = [name for name in frame.columns if is_called(name, role) and name not in elsewhere]
    exact = [name for name in names if str(name).casefold() == role]
    names = exact or names
    if role == "example":
        # beside a column of questions, samples are their repeats
        names = [name for name in names if not _is_sample(name)] or names
    if len(names) > 1:
        raise RoleError(
            f"{len(names)} columns could be the {role}: {examples(names)}.",
            hint=bench(**{role: names[0]}),
        )
    return names[0] if names else None


def _is_sample(name: Hashable) -> bool:
    return str(name).casefold() in SAMPLES


def _bound_columns(roles: Roles) -> list[object]:
    repeat = roles.repeat if isinstance(roles.repeat, list | tuple) else [roles.repeat]
    return [*(getattr(roles, role) for role in ("repeat", *KNOWN_NAMES)), *repeat]


def repeat_columns(
    roles: Roles, frame: pd.DataFrame, used: Iterable[Hashable | None]
) -> tuple[Hashable, ...]:
    """Return the columns whose combinations are the repeats: set by the caller, else by usual names.

    Raises
    ------
    RoleError
        A column that the caller set is not there, or one names parts of the data.
    """
    bound = roles.repeat
    if bound is not None:
        # a tuple may be the name of one column, a list cannot
        single = isinstance(bound, Hashable) and bound in frame.columns
        several = isinstance(bound, list | tuple) and not single
        chosen = tuple(bound) if several else (bound,)  # type: ignore[arg-type]
        return tuple(dict.fromkeys(present("repeat", column, frame) for column in chosen))
    elsewhere = set(used)
    has_examples = any(is_called(name, "example") and not _is_sample(name) for name in elsewhere)
    repeat = tuple(
        name
        for name in frame.columns
        if name not in elsewhere
        and (is_called(name, "repeat") or (has_examples and _is_sample(name)))
    )
    for name in repeat:
        _refuse_parts_of_data(frame[name])
    return repeat


def _refuse_parts_of_data(column: "pd.Series[Any]") -> None:
    if not is_text(column):
        return
    refuse_collections(column, "repeat")
    parts = [str(value) for value in column.dropna().astype(str).unique()]
    if len(parts) > 1 and {part.casefold() for part in parts} <= PARTS_OF_DATA:
        raise RoleError(
            f"column {column.name!r} names parts of the data ({examples(parts)}), not repeats that "
            "could be averaged.",
            hint=code(f"df[df[{column.name!r}] == {parts[-1]!r}].bench"),
        )


def is_number(column: "pd.Series[Any]") -> bool:
    """Tell whether a column holds numbers; truth values do not count."""
    if pd.api.types.is_bool_dtype(column.dtype):
        return False
    if pd.api.types.is_numeric_dtype(column.dtype):
        return True
    return is_text(column) and _holds_numbers(column)


def _holds_numbers(column: "pd.Series[Any]") -> bool:
    """Tell whether an object column holds numbers (Decimal, Fraction, mixed int and float)."""
    kind = pd.api.types.infer_dtype(column, skipna=True)
    return kind in {"integer", "floating", "mixed-integer-float", "decimal"}
