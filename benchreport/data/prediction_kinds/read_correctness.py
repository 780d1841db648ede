"""Read logs that only say whether each answer was right: they have neither truths nor labels."""

import re
from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import is_text, numbers_in
from benchreport.data.columns.read_layout import calls_for_predictions
from benchreport.data.columns.role_columns import column_of
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.words.names import is_called, strength_of, words_of
from benchreport.data.prediction_kinds.model_columns import model_columns, split_by_model
from benchreport.data.prediction_kinds.prediction_rows import Raw, read_examples
from benchreport.data.prediction_kinds.refused_rows import refuse_missing
from benchreport.data.prediction_kinds.samples import TASKS
from benchreport.errors import DataError, DirectionError, RoleError, examples
from benchreport.hints import Hint, bench

FEWEST_MODELS = 2
# gpt_correct, correct_gpt
OF_MODEL = re.compile(
    r"(?P<before>.*\w)[\W_]+(?:is[\W_]?)?correct\W*|(?:is[\W_]?)?correct[\W_]+(?P<after>\w.*)",
    re.IGNORECASE,
)
# how cells say right and wrong; C and I are Inspect's
SPELLED = (
    ("true", "false"),
    ("c", "i"),
    ("correct", "incorrect"),
    ("right", "wrong"),
    ("pass", "fail"),
    ("passed", "failed"),
    ("yes", "no"),
)


def is_log(frame: pd.DataFrame, roles: Roles) -> bool:
    """Tell whether each row says whether one model was right on one example."""
    if roles.correct is not None:
        return True
    correct = column_of("correct", roles, frame)
    long = [column_of(role, roles, frame) for role in ("algorithm", "example")]
    if correct is not None and None not in long:
        return is_right_or_wrong(frame[correct])
    return bool(wide_answers(frame, roles))


def wide_answers(frame: pd.DataFrame, roles: Roles) -> dict[Hashable, str]:
    """Return the models of columns such as ``gpt_correct`` and ``llama_correct``, by column; else none.

    A column must name the examples, and all others that hold answers are called so.
    """
    found = {name: match for name in frame.columns if (match := OF_MODEL.fullmatch(str(name)))}
    if len(found) < FEWEST_MODELS or roles.score is not None or roles.dataset is not None:
        return {}
    rest = [name for name in frame.columns if name not in found]
    alone = any(is_called(name, "example") for name in rest) and not any(
        is_called(name, "algorithm", "truth", "correct") for name in rest
    )
    if not alone or not all(is_right_or_wrong(frame[name]) for name in found):
        return {}
    names: dict[Hashable, str] = {
        name: match["before"] or match["after"] for name, match in found.items()
    }
    return names if len({*names.values()}) == len(names) else {}


def call_for_answers(frame: pd.DataFrame, roles: Roles) -> Hint | None:
    """Return the call for columns that say right and wrong: all of a wide table, or one beside models."""
    model = column_of("algorithm", roles, frame)
    keys = [model, *(column_of(role, roles, frame) for role in ("weight", "example", "dataset"))]
    rest = [name for name in frame.columns if name not in keys]
    answers = [name for name in rest if is_right_or_wrong(frame[name])]
    if model is not None and len(answers) == 1:
        return bench(correct=answers[0])
    return bench(task="correctness") if answers and answers == rest else None


def names_answered(task: Hashable, frame: pd.DataFrame, roles: Roles) -> bool:
    """Tell whether a column of tasks names what each model answered, as nothing else does."""
    algorithm, correct, example = (
        column_of(role, roles, frame) for role in ("algorithm", "correct", "example")
    )
    words = words_of(task)
    if words[0] not in TASKS or example is not None or None in (algorithm, correct):
        return False
    try:
        # a benchmark, called task, has several answers of each model
        one = words[-1] == "id" or not frame.duplicated([algorithm, task]).any()
    except TypeError:
        # cells hold collections, which are refused where they are read
        return False
    return one and is_right_or_wrong(frame[correct])


def with_examples_apart(frame: pd.DataFrame, roles: Roles) -> Roles:
    """Take a column that names examples as well as datasets, such as ``instance_id``, for the examples.

    So is one of tasks that each model answered, as in HumanEval.
    """
    if roles.example is not None or roles.dataset is not None:
        return roles
    example = column_of("dataset", roles, frame)
    if example is None:
        return roles
    if not (is_called(example, "example") or names_answered(example, frame, roles)):
        return roles
    named = [name for name in frame.columns if strength_of(name, "dataset") and name != example]
    named = [
        name
        for name in named
        if is_text(frame[name]) and (frame[name] != frame[name].iloc[0]).any()
    ]
    return roles.bound(example=example, dataset=named[0] if len(named) == 1 else None)


def refuse_log(frame: pd.DataFrame, roles: Roles) -> None:
    """Refuse a log of answers where scores are needed, unless its columns are bound as scores."""
    bound = roles.score is not None or roles.dataset is not None
    roles = with_examples_apart(frame, roles)
    if bound or not is_log(frame, roles):
        return
    correct = column_of("correct", roles, frame)
    example = column_of("example", roles, frame)
    named = [*wide_answers(frame, roles)] if correct is None else [correct]
    verb = "says" if len(named) == 1 else "say"
    raise RoleError(
        f"{examples(map(repr, named))} {verb} whether each model was right on each example, but scores are "
        "needed.",
        hint=calls_for_predictions()
        + "; if each example is a dataset, "
        + bench(dataset=example, score=correct or "correct"),
    )


def read_correctness(frame: pd.DataFrame, roles: Roles) -> Raw:
    """Read right (1 or true) and wrong (0 or false) answers, long or wide.

    Raises
    ------
    RoleError
        No column holds answers.
    DataError
        Answers are missing, or neither right nor wrong.
    """
    weight, example = column_of("weight", roles, frame), column_of("example", roles, frame)
    truth, correct = column_of("truth", roles, frame), column_of("correct", roles, frame)
    answered = None
    if correct is not None and column_of("algorithm", roles, frame) is not None:
        frame, by_kind, answered = split_by_model(frame, roles, None, {"correct": correct})
        columns = by_kind["correct"]
    elif models := wide_answers(frame, roles):
        columns = {model: frame[name] for name, model in models.items()}
    else:
        columns = model_columns(frame, roles, (truth, example, weight))
    if not columns:
        raise RoleError(
            "no column says whether answers were right; the columns are "
            f"{examples(frame.columns, most=12)}.",
            hint="one column per model, 1 for right and 0 for wrong; or " + bench(correct=...),
        )
    rows = read_examples(frame, roles, example=example, weight=weight, answered=answered)
    refuse_missing(columns, rows.names)
    table = np.array([_right(column) for column in columns.values()]).T
    known = (table == 0) | (table == 1)
    if not known.all():
        row, place = np.argwhere(~known)[0].tolist()
        raise DataError(
            f"whether an answer was right is 1 or 0; {list(columns)[place]} has "
            f"{table[row, place]:g} for example {rows.names[row]}.",
            hint="grades are scores: " + bench(dataset=..., score=...),
        )
    return Raw("correctness", tuple(columns), np.ones(len(table)), table, rows)


def _right(column: "pd.Series[Any]") -> NDArray[np.float64]:
    """Return 1 and 0; cells may spell right and wrong."""
    words = (
        set()
        if pd.api.types.is_numeric_dtype(column.dtype)
        else set(column.astype(str).str.casefold())
    )
    for right, wrong in SPELLED:
        if words and words <= {right, wrong}:
            return np.asarray(column.astype(str).str.casefold() == right, dtype=np.float64)
    return numbers_in(column, "0 or 1")


def ask_of_answers(frame: pd.DataFrame) -> DirectionError | None:
    """Return the question of a wide table whose columns say right and wrong in words, beside no scores."""
    names = frame.columns if frame.columns.is_unique else ()
    answers = [name for name in names if is_text(frame[name]) and is_right_or_wrong(frame[name])]
    rest = frame.drop(columns=answers).select_dtypes("number")
    if (
        len(answers) < FEWEST_MODELS
        or column_of("truth", Roles(), frame) is not None
        or not all(rest[name].is_unique for name in rest)
    ):
        return None
    words = dict.fromkeys(frame[answers[0]].dropna().str.casefold())
    return DirectionError(
        f"columns {examples(answers)} hold {examples(words)}; do they say which answers are right?",
        hint=bench(task="correctness"),
    )


def is_right_or_wrong(column: "pd.Series[Any]") -> bool:
    """Tell whether the cells of a column say right and wrong.

    >>> is_right_or_wrong(pd.Series(["pass", "fail"])), is_right_or_wrong(pd.Series([0, 1, 2]))
    (True, False)
    """
    values = column.dropna()
    if pd.api.types.is_bool_dtype(values.dtype):
        return True
    if pd.api.types.is_numeric_dtype(values.dtype):
        return bool(values.isin([0, 1]).all())
    words = set(values.astype(str).str.casefold())
    return any(words <= {right, wrong} for right, wrong in SPELLED)
