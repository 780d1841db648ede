"""Which column of a frame plays which role: one that the caller set, else one with a usual name."""

import difflib
import re
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import pandas as pd

from benchreport.data.cells.cell_values import is_number, is_text, refuse_collections
from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.roles import JOINED, Roles
from benchreport.data.columns.words.names import (
    KNOWN_NAMES,
    PARTS_OF_DATA,
    Strength,
    is_called,
    name_levels,
    strength_of,
)
from benchreport.errors import InputError, RoleError, examples
from benchreport.hints import bench
from benchreport.wording.shell import reading

ABBREVIATION = 3
"""The fewest letters of a column's name that a longer one may stand for."""
NAMES_OF = {"factors": "level", **{role: role for role in ("algorithm", "dataset", "repeat")}}
"""What the cells of a role name."""
# what is forecast, or fitted to x
TARGET = "y"
VARIABLE = re.compile(r"[A-Za-z][0-9]*")
# these columns are repeats of an example where another column names the examples
SAMPLES = {"sample", "sample_id"}
# these number the repeats of an example, too, if they name something
SAMPLE_NUMBERS = frozenset(
    """sample_index sample_idx sample_number sample_no epoch completion_id completion_index completion_idx
    generation_id generation_index generation_idx response_id response_index rollout rollout_id
    template template_id prompt_template""".split()
)
# a column that has no name in more than one of so many rows
GAPS = 4
FIRST_ROWS = 100
DASHES = ("-", "–", "—")


def present(role: str, column: Hashable, frame: pd.DataFrame, value: object = None) -> Hashable:
    """Return the column, or raise `RoleError` naming the nearest; one that names something holds no lists.

    ``value`` is what the role asks for in the column, as ``where`` does.
    """
    if isinstance(column, Hashable) and column in frame.columns:
        if role in NAMES_OF:
            refuse_collections(frame[column], NAMES_OF[role])
        return column
    nearest = _nearest(role, column, frame)
    raise RoleError(
        f"{role}={column!r} is not a column; the columns are {examples(frame.columns, most=12)}.",
        hint=f"name one of these, or leave {role} out"
        if nearest is None
        else bench(**{role: {nearest: value} if role == "where" else nearest}),
    )


def _nearest(role: str, column: Hashable, frame: pd.DataFrame) -> Hashable | None:
    """Return the column that was probably meant; ``None`` if none is near."""
    folded = {str(name).casefold(): name for name in frame.columns}
    typed = str(column).casefold()
    close = difflib.get_close_matches(typed, folded, n=1)
    # an abbreviation may be too short to be similar
    close += [text for text in folded if typed and text.startswith(typed)]
    close += [text for text in folded if len(text) >= ABBREVIATION and typed.startswith(text)]
    if close:
        return folded[close[0]]
    usual = [name for text, name in folded.items() if text in KNOWN_NAMES.get(role, ())]
    measured = [name for name in frame.columns if role == "score" and is_number(frame[name])]
    return next(iter((*usual, *measured)), None)


def column_of(
    role: str, roles: Roles, frame: pd.DataFrame, evidence: Evidence | None = None
) -> Hashable | None:
    """Return the column of a role: the one the caller set, else one with a usual name, else ``None``.

    Of several with usual names, one that can name nothing (constant, a link, a date) and one that repeats
    another (``model_id`` beside ``model``) are left out.

    Raises
    ------
    RoleError
        The column that the caller set is not there, or several have usual names.
    """
    bound = getattr(roles, role)
    if role == "algorithm" and algorithm_columns(roles, frame):
        return None
    if bound is not None:
        return present(role, bound, frame)
    names = _best_named(role, roles, frame)
    if role == "truth" and not names and _predicts_y(frame, roles):
        return TARGET
    if role == "example":
        # beside a column of questions, samples are their repeats
        names = [name for name in names if not is_sample(name)] or names
    if role == "algorithm":
        evidence = evidence or Evidence(frame)
        names = [name for name in names if not _measures(name, evidence)]
        names = _without_gaps(names, evidence)
    if role == "dataset" and len(names) > 1:
        # scores on a small and on a large dataset
        names = [name for name in names if getattr(frame[name].dtype, "kind", "") != "f"]
    if len(names) == 1 and role in ("algorithm", "dataset"):
        names = _in_words(names[0], role, evidence or Evidence(frame))
    if len(names) > 1 and role in ("algorithm", "dataset", "example"):
        names = distinct_names(names, evidence or Evidence(frame))
    if len(names) > 1:
        raise _ask_which(role, names, evidence or Evidence(frame))
    return names[0] if names else None


def _ask_which(role: str, names: Sequence[Hashable], evidence: Evidence) -> RoleError:
    first, second = (bench(**{role: name}) for name in names[:2])
    ways = first | second
    if role == "dataset" and evidence.crossing(*names[:2]) >= NEARLY_ALL:
        # an instance is numbered within its problem
        ways = bench(dataset=[*names[:2]]) | ways
    return RoleError(f"{len(names)} columns could be the {role}: {examples(names)}.", hint=ways)


def _predicted(names: Sequence[Hashable], frame: pd.DataFrame) -> list[Hashable]:
    """Return the columns of which a column of predictions holds values: ``label`` may be a model's."""
    columns = [frame[name] for name in frame.columns if is_called(name, "prediction")]
    values = {value for column in columns for value in column.dropna().astype(str)}
    return [name for name in names if values & {*frame[name].dropna().astype(str)}] or [*names]


def _in_words(name: Hashable, role: str, evidence: Evidence) -> list[Hashable]:
    """Return the texts for what whole numbers stand for, in another column: ``data_name`` for ``task_id``."""
    if not evidence.holds_integers(name):
        return [name]
    texts = [
        other
        for other in evidence.texts
        if strength_of(other, role)
        and evidence.describes(name, other)
        and evidence.describes(other, name)
    ]
    return texts[:1] or [name]


def _measures(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column holds fractions that seldom repeat, as scores do and labels do not."""
    facts = evidence.facts(name)
    return facts.kind == "number" and 2 * facts.different > len(evidence.rows)


def _without_gaps(names: list[Hashable], evidence: Evidence) -> list[Hashable]:
    """Leave out columns that are empty in many rows, where another could name the algorithms of all rows.

    Agents without a base model, and systems without a page on a hub, have an empty cell.
    """
    # names first: the content of most tables is not looked at
    others = [
        name for name in evidence.texts if name not in names and strength_of(name, "algorithm")
    ]
    if not others or not any(has_gaps(name, evidence) for name in names):
        return names
    if all(evidence.facts(name).why_not or evidence.has_gaps(name) for name in others):
        return names
    return [name for name in names if not has_gaps(name, evidence)]


def has_gaps(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column is empty in many rows, or has a dash there."""
    column = evidence.column(name)
    empty = int(column.isna().sum()) if column.hasnans else 0
    if name in evidence.texts:
        empty += int(column.isin(DASHES).sum())
    return GAPS * empty > len(column)


def _best_named(role: str, roles: Roles, frame: pd.DataFrame) -> list[Hashable]:
    """Return the columns whose names say the role most clearly."""
    elsewhere = roles.bound_columns()
    if role == "step":
        elsewhere |= {*name_levels(frame.columns)}
    strengths = {
        name: strength
        for name in frame.columns
        if name not in elsewhere and (strength := strength_of(name, role)) > Strength.FIELD
    }
    best = max(strengths.values(), default=Strength.NONE)
    names: list[Hashable] = [name for name, strength in strengths.items() if strength == best]
    return _predicted(names, frame) if role == "truth" and len(names) > 1 else names


def _predicts_y(frame: pd.DataFrame, roles: Roles) -> bool:
    """Tell whether a column y stands beside models, as in forecasts: beside x, z or x1 it is one of them."""
    if roles.score is not None and roles.score not in frame.columns:
        # cells that measure something are no predictions
        return False
    others = [str(name) for name in frame.columns if str(name) != TARGET]
    return len(others) < frame.shape[1] and not any(map(VARIABLE.fullmatch, others))


def distinct_names(names: Sequence[Hashable], evidence: Evidence) -> list[Hashable]:
    """Return the columns that can name something, and that no other one determines.

    Of those that name the same, it is the first text: ``model`` beside ``model_id`` and ``family``.
    """
    useful = [name for name in names if not evidence.facts(name).why_not] or list(names)
    useful.sort(key=lambda name: evidence.facts(name).kind != "text")
    finest = sorted(useful, key=lambda name: -evidence.facts(name).different)
    chosen: list[Hashable] = []
    for name in finest:
        if not any(evidence.determines(other, name) for other in chosen):
            chosen.append(name)
    return [name for name in names if name in chosen]


def algorithm_columns(roles: Roles, frame: pd.DataFrame) -> tuple[Hashable, ...]:
    """Return the columns of a wide frame that the caller listed as the algorithms; none without a list."""
    bound = roles.algorithm
    if not isinstance(bound, list | tuple) or (isinstance(bound, tuple) and bound in frame.columns):
        return ()
    return tuple(present("algorithm", name, frame) for name in bound)


def joined_columns(name: Hashable | None, frame: pd.DataFrame) -> list[Hashable]:
    """Return the columns that the caller joined to a column, or the column itself, if there is one."""
    joined: dict[Hashable, list[Hashable]] = frame.attrs.get(JOINED, {})
    return joined.get(name, [] if name is None else [name])


def is_sample(name: Hashable) -> bool:
    """Tell whether a column is called sample: an example, or beside one its repeat."""
    return str(name).casefold() in SAMPLES


def repeat_columns(
    roles: Roles,
    frame: pd.DataFrame,
    used: Iterable[Hashable | None],
    evidence: Evidence | None = None,
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
    elsewhere = {*used, *roles.bound_columns()}
    has_examples = roles.example in elsewhere - {None} or any(
        is_called(name, "example") and not is_sample(name) for name in elsewhere
    )
    evidence = evidence or Evidence(frame)
    levels = name_levels(name for name in frame.columns if name not in elsewhere)
    repeat = [
        *levels,
        *(
            name
            for name in frame.columns
            if name not in {*elsewhere, *levels}
            and (
                _numbers_repeats(name, evidence)
                or (has_examples and _numbers_samples(name, evidence))
            )
        ),
    ]
    for name in repeat:
        refuse_parts_of_data(frame[name], "repeat", reading.NO_REPEATS)
    if len(repeat) > 1:
        # a random seed of each run tells nothing beside its fold
        repeat = [name for name in repeat if not evidence.facts(name).unique] or repeat
    return tuple(repeat)


def _numbers_repeats(name: Hashable, evidence: Evidence) -> bool:
    strength = strength_of(name, "repeat")
    if strength >= Strength.KNOWN:
        return True
    if not strength:
        return False
    facts = evidence.facts(name)
    return facts.names and not facts.constant and not facts.unique


def may_number_samples(name: Hashable) -> bool:
    """Tell whether a column is called what numbers the repeats of an example."""
    return str(name).casefold() in SAMPLES | SAMPLE_NUMBERS


def _numbers_samples(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column numbers the repeats of an example; a name of each row numbers nothing."""
    if not may_number_samples(name):
        return False
    facts = evidence.facts(name)
    return not facts.unique and (is_sample(name) or (facts.names and not facts.constant))


def refuse_parts_of_data(
    column: "pd.Series[Any]", role: str, noun: str, error: type[InputError] = RoleError
) -> None:
    """Refuse a column that names training and test data, which are no repeats and no datasets."""
    # the first cells tell of most columns that they name something else
    if not is_text(column) or not _are_parts(column.iloc[:FIRST_ROWS].dropna()):
        return
    refuse_collections(column, role)
    parts = [*map(str, column.dropna().unique())]
    if len(parts) > 1 and _are_parts(parts):
        raise error(
            f"column {column.name!r} names parts of the data ({examples(parts)}), not {noun}.",
            hint=bench(where={str(column.name): _test_part(parts)}),
        )


def _are_parts(names: Iterable[object]) -> bool:
    return all(isinstance(name, str) and name.casefold() in PARTS_OF_DATA for name in names)


def _test_part(parts: Sequence[str]) -> str:
    """Return the part that is usually compared: the test data, then the validation data."""
    ordered = sorted(parts, key=lambda part: not part.casefold().startswith("test"))
    return ordered[0] if ordered[0].casefold().startswith("test") else parts[-1]
