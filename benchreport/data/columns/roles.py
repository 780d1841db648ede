"""Which column of a frame plays which role.

Columns with the field's usual names are found without help; a role that the caller sets wins.
"""

import difflib
import re
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import pandas as pd

from benchreport.data.cells.cell_values import (
    is_number,
    is_text,
    refuse_collections,
    refuse_odd_names,
    with_plain_types,
)
from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.words.names import (
    KNOWN_NAMES,
    PARTS_OF_DATA,
    Strength,
    is_called,
    name_levels,
    strength_of,
)
from benchreport.data.columns.words.numbered import repeat_in_cells
from benchreport.errors import (
    InputError,
    OptionError,
    RoleError,
    check_choice,
    examples,
    format_count,
)
from benchreport.hints import bench, code, option
from benchreport.wording.shell import reading

TEST_FRACTION, POSITIVE = "test_fraction", "positive"
"""Entries of a frame's ``attrs`` that its maker knows: the share of test data, and the positive class."""
RUNS_OF_DATASETS = "runs_of_datasets"
"""The entry with how many different runs each dataset has, by its name, of a frame of means."""
NOT_READ = "not_read"
"""The entry with the columns of a leaderboard that are neither its algorithms nor datasets."""
JOINED = "joined_columns"
"""The entry with the columns whose combinations the caller took for algorithms or datasets."""
ROUNDED = "rounded_scores"
"""The entry with the step to which an engine rounded the scores of counted examples."""
Missing = Literal["error", "available", "paired", "worst", "drop"]
Orientation = Literal["algorithm", "dataset", "repeat"]
Task = Literal["classification", "regression", "ranking", "language", "correctness"]
MISSING = get_args(Missing)
TASKS = get_args(Task)

# the roles that columns play, besides scores and the metric that is chosen
COLUMNS = tuple(role for role in KNOWN_NAMES if role != "metric")
# how many runs or examples a row stands for; no name of a column says so
NUMBERS = ("runs", "count")
ABBREVIATION = 3
"""The fewest letters of a column's name that a longer one may stand for."""
NAMES_OF = {"factors": "level", **{role: role for role in ("algorithm", "dataset", "repeat")}}
"""What the cells of a role name."""
# what is forecast, or fitted to x
TARGET, VARIABLE = "y", re.compile(r"[A-Za-z][0-9]*")
# these columns are repeats of an example where another column names the examples
SAMPLES = {"sample", "sample_id"}
# these number the repeats of an example, too, if they name something
SAMPLE_NUMBERS = frozenset(
    """sample_index sample_idx sample_number sample_no epoch completion_id completion_index completion_idx
    generation_id generation_index generation_idx response_id response_index rollout rollout_id
    template template_id prompt_template""".split()
)
# what pandas calls the index of a frame that was written to CSV and read again
WRITTEN_INDEX = "Unnamed: 0"
# a column that has no name in more than one of so many rows
GAPS = 4
FIRST_ROWS = 100
DASHES = ("-", "–", "—")
# a column called split may number the repeats, or say which part of the data was scored


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """What the caller said about the columns; ``None`` is read from the frame.

    Parameters
    ----------
    algorithm
        A column name; of a wide frame a list of the columns that are algorithms.
    dataset
        A column name, or a list of several whose combinations are the datasets.
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
        ``"worst"`` gives each missing run its dataset's worst score, and leaves out datasets that have
        none; ``"drop"`` leaves out incomplete datasets. Of a long table of predictions, ``"drop"``
        leaves out the examples and samples that a model lacks.
    truth, prediction, probability, example, weight
        Columns of predictions: the true label or value; of a long table the predicted one, the
        probability or score of the positive class, and which example it is; how much it counts.
    cluster
        The column of what examples come in, such as the passage that several questions are about. Of
        nested columns, the outermost is what varies independently. An empty list says that examples are
        independent, whatever columns are called.
    correct
        A column of a log that says whether each answer was right.
    item, rank
        Columns of ranked lists with one row per query and item: which item, and at which rank.
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
    metric
        The metric to compare by: a value in the column that names metrics, or a column of scores. The name
        of the column of metrics says which column that is.
    where
        The rows to read: a value, or a list of values, by column.
    columns
        What the columns of numbers are: ``"dataset"`` reads a leaderboard, one row per algorithm, and
        ``"repeat"`` a column for each fold, seed or run.
    factors
        Columns of settings whose combinations are the algorithms, as in an ablation study.
    covariates
        Columns of numbers that a linear model adjusts scores for.
    runs
        A column that says how many runs each score is the mean of, as in a table of averages.
    count
        A column of a wide table of predictions that says how many examples each row stands for.
    """

    algorithm: Hashable | Sequence[Hashable] | None = None
    dataset: Hashable | Sequence[Hashable] | None = None
    repeat: Hashable | Sequence[Hashable] | None = None
    score: Hashable | None = None
    higher_is_better: bool | None = None
    missing: Missing = "error"
    truth: Hashable | None = None
    prediction: Hashable | None = None
    probability: Hashable | None = None
    example: Hashable | None = None
    cluster: Hashable | Sequence[Hashable] | None = None
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
    metric: Hashable | None = None
    where: Mapping[Hashable, Any] | None = None
    columns: Orientation | None = None
    factors: Hashable | Sequence[Hashable] | None = None
    covariates: Hashable | Sequence[Hashable] | None = None
    runs: Hashable | None = None
    count: Hashable | None = None

    def __post_init__(self) -> None:
        check_choice("missing", self.missing, MISSING)
        if self.task is not None:
            check_choice("task", self.task, TASKS)
        if self.columns is not None:
            check_choice("columns", self.columns, get_args(Orientation))
        if self.where is not None and not isinstance(self.where, Mapping):
            raise OptionError(
                f"where must be a dict of values by column; got {self.where!r}.",
                hint=bench(where={"split": "test"}),
            )
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

    def bound_columns(self) -> set[object]:
        """Return the columns that the caller gave a role."""
        given = [
            value for role in (*COLUMNS, *NUMBERS) if (value := getattr(self, role)) is not None
        ]
        lists = [value if isinstance(value, list | tuple) else [value] for value in given]
        names = {name for names in (given, *lists) for name in names if isinstance(name, Hashable)}
        return names - {None}


def flat(frame: pd.DataFrame) -> tuple[Evidence, tuple[Hashable, ...]]:
    """Return the frame with the levels of its index as columns, where they hold names.

    Returns
    -------
    tuple
        What is known of the flat frame, and its columns that were levels.
    """
    if isinstance(frame.columns, pd.MultiIndex) and frame.columns.nlevels == 2:  # noqa: PLR2004
        from benchreport.data.columns.two_levels import melt_two_levels

        frame = melt_two_levels(frame)
    if isinstance(frame.columns, pd.MultiIndex):
        raise RoleError(
            f"the columns have {format_count(frame.columns.nlevels, 'level')}; plain names are expected.",
            hint=code("df.set_axis(df.columns.get_level_values(0), axis=1).bench")
            if frame.columns.nlevels == 1
            else code("df.stack(future_stack=True).reset_index().bench")
            + ", or pick one metric: "
            + code("df['accuracy'].bench"),
        )
    columns = frame.columns.tolist()
    refuse_odd_names(
        columns,
        "columns",
        code("df.set_axis([str(name) for name in df.columns], axis=1).bench"),
    )
    refuse_odd_names(
        (name for name in frame.index.names if name is not None),
        "levels of the index",
        code("df.rename_axis(index='dataset').bench"),
    )
    if not frame.columns.is_unique:
        from benchreport.data.columns.runs_in_names import number_again

        numbered = number_again([*map(str, columns)])
        if numbered is None:
            repeated = frame.columns[frame.columns.duplicated()].unique()
            raise RoleError(
                f"column names occur more than once: {examples(repeated)}.",
                hint=code("df.loc[:, ~df.columns.duplicated()].bench"),
            )
        frame = frame.set_axis(numbered, axis=1)
        columns = numbered
    index = frame.index
    names = [name for name in index.names if name is not None and name not in frame.columns]
    if not names and list(index.names) == [None] and is_text(index):
        names = [name_of_texts(index, frame.columns)]
        index = index.set_names(names)
    elif isinstance(index, pd.MultiIndex) and not names and any(map(is_text, index.levels)):
        # as pd.concat makes it of a dict of frames; pandas calls them so, too
        names = [f"level_{place}" for place in range(index.nlevels)]
        index = index.set_names(names)
    # a categorical index of columns, as a pivot makes, takes no other name
    plain = frame.copy(deep=False)
    plain.columns = pd.Index(columns, dtype=object, name=frame.columns.name, tupleize_cols=False)
    plain.index = index
    evidence = Evidence(plain.reset_index(level=names) if names else plain)
    if names:
        evidence.take_floats(Evidence(frame))
    table = with_plain_types(evidence.frame, evidence.types, evidence.find)
    # the types of all columns are read once: pandas makes a column of them each time
    return evidence if table is evidence.frame else Evidence(table), tuple(names)


def name_of_texts(texts: Iterable[Hashable], columns: Container[Hashable]) -> str:
    """Return what a level of texts without a name is called beside the columns."""
    usual = (repeat_in_cells(texts), "dataset", "index")
    return next(name for name in usual if name and name not in columns)


def present(role: str, column: Hashable, frame: pd.DataFrame) -> Hashable:
    """Return the column, or raise `RoleError` naming the nearest; one that names something holds no lists."""
    if isinstance(column, Hashable) and column in frame.columns:
        if role in NAMES_OF:
            refuse_collections(frame[column], NAMES_OF[role])
        return column
    nearest = _nearest(role, column, frame)
    raise RoleError(
        f"{role}={column!r} is not a column; the columns are {examples(frame.columns, most=12)}.",
        hint=f"name one of these, or leave {role} out"
        if nearest is None
        else bench(**{role: nearest}),
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
