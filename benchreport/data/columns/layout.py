"""The layout of a table of scores, and what its readers share."""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import pandas as pd

from benchreport.data.cells.score_cells import begins_numbers, holds_some_numbers, odd_cells
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles
from benchreport.data.columns.words.direction import (
    BEST,
    METRIC,
    WORK,
    direction_in,
    direction_of,
    direction_of_unit,
)
from benchreport.data.columns.words.kinds_of_names import (
    before_bracket,
    is_average,
    is_own,
    says_size,
    share_of_algorithms,
)
from benchreport.data.columns.words.measures import is_cost
from benchreport.data.columns.words.names import Strength, strength_of, words_of
from benchreport.data.columns.words.numbered import counted_columns, numbered_repeats
from benchreport.data.columns.words.units_in_names import IN_BRACKETS
from benchreport.errors import (
    DataError,
    DesignError,
    DirectionError,
    RoleError,
    examples,
    format_count,
)
from benchreport.hints import Hint, bench, code, option
from benchreport.wording.shell import reading

# what names the rows where nothing does
UNNAMED = (None, WRITTEN_INDEX)
# of the names of columns, those with words of known algorithms
MOST_KNOWN = 0.5
# fewer rows may be sorted by chance
FEWEST_SORTED = 4
# larger shares are rather of right answers
MOST_ERROR = 0.5
# the columns that commas leave of such a table: what was before the first decimal comma, and what behind
MOST_UNSPLIT = 2
# what separates columns where commas do not
UNSPLIT = ";\t"
# what columns are called where the first line of a file is a row
NAMELESS = re.compile(r"column \d+")


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
    direction
        Whether higher scores are better; ``None`` where nothing says it.
    unused
        The columns that play no role.
    steps
        Those of them that may be the steps of curves.
    spare
        Those of them that could tell repeats apart: they name something, and differ within cells.
    settings
        Those of them that have a few values, one for each algorithm, and may be factors.
    reasons
        Why a column plays its role, or none, by column.
    runs
        The column of a long frame that says how many runs each score is the mean of.
    states
        The columns of a long frame that say which runs failed: what these took is no score.
    uneven
        Whether cells may have different numbers of repeats that no column numbers, and columns of runs of
        independent ones.
    best_is_highest
        Whether the scores in bold are the highest, or the lowest, where the file has any.
    """

    form: Literal["long", "wide"]
    algorithm: Hashable | None
    dataset: Hashable | None
    repeat: tuple[Hashable, ...]
    score: Hashable | None
    algorithms: tuple[Hashable, ...]
    direction: bool | None
    unused: tuple[Hashable, ...] = ()
    steps: tuple[Hashable, ...] = ()
    spare: tuple[Hashable, ...] = ()
    settings: tuple[Hashable, ...] = ()
    reasons: Mapping[Hashable, str] = field(default_factory=dict)
    runs: Hashable | None = None
    states: tuple[Hashable, ...] = ()
    uneven: bool = False
    best_is_highest: bool | None = None

    @property
    def higher_is_better(self) -> bool:
        """Whether higher scores are better; raise `DirectionError` where nothing says it."""
        if self.direction is not None:
            return self.direction
        turned = Hint()
        if self.has_unnamed_rows and not self.uneven:
            turned = "; if the rows are folds or seeds of one dataset: " + bench(
                repeat="fold", higher_is_better=True
            )
        elif self.form == "wide" and self.dataset is not None and not self._names_datasets:
            turned = "; if the rows are the algorithms: " + bench(
                columns="dataset", higher_is_better=True
            )
        # times of algorithms are called so, if these are no operations
        lower = bool(self.algorithms) and all(direction_of(n) is False for n in self.algorithms)
        read = self._reading if self.form == "wide" else ""
        raise _unknown_direction(self.score, turned, likely_lower=lower, read=read)

    @property
    def has_unnamed_rows(self) -> bool:
        """Whether the rows of a wide table have no names, so that they are taken for datasets."""
        numbered = self.dataset is None or self.reasons.get(self.dataset) == reading.ROW_NUMBERS
        return self.form == "wide" and numbered and not self.repeat

    @property
    def _names_datasets(self) -> bool:
        return strength_of(self.dataset, "dataset") > Strength.NONE or says_size(self.dataset)

    @property
    def _reading(self) -> str:
        """What a wide table is read as: a question, where no name says that its columns are algorithms."""
        dataset = None if self.dataset in UNNAMED else self.dataset
        named = {"dataset": dataset, "repeat": next(iter(self.repeat), None)}
        unnamed = "run" if self.uneven else "dataset"
        kind = next((kind for kind, name in named.items() if name is not None), unnamed)
        name = named.get(kind)
        rows = reading.ROWS_WITHOUT_NAMES if name is None else reading.ROWS_OF.format(name=name)
        if kind == "dataset" and name is None and not self.has_unnamed_rows and self.dataset:
            rows = reading.ROWS_WITH_NAMES
        columns = f"{format_count(len(self.algorithms), 'column')} ({examples(self.algorithms)})"
        known = share_of_algorithms(self.algorithms) >= MOST_KNOWN
        sure = self._names_datasets or known or any(map(is_own, self.algorithms))
        return reading.WIDE_AS[sure].format(columns=columns, rows=rows, kind=kind)


def direction_for(frame: pd.DataFrame, roles: Roles, score: Hashable | None) -> bool:
    """Return whether higher scores are better, or raise `DirectionError` where nothing says it."""
    known = known_direction(frame, roles, score)
    if known is None:
        raise _unknown_direction(score)
    return known


def _unknown_direction(
    score: Hashable | None, turned: Hint | str = "", *, likely_lower: bool = False, read: str = ""
) -> DirectionError:
    higher = bench(higher_is_better=True)
    lower = bench(higher_is_better=False) if likely_lower else option(higher_is_better=False)
    errors = lower + " for errors and times"
    why = "the scores have no name" if score is None else f"the name {score!r} does not tell"
    return DirectionError(
        f"{read} it is unknown whether a higher score is better, because {why}.".lstrip(),
        hint=(errors | higher if likely_lower else higher | errors) + turned,
    )


def leaderboard_hint(
    frame: pd.DataFrame, roles: Roles, metric: str = "", **repeats: object
) -> Hint:
    """Return the hint to read a leaderboard, with the direction if it is unknown."""
    if metric:
        return bench(columns="dataset", score=metric, **repeats)
    if known_direction(frame, roles, frame.attrs.get(METRIC)) is not None:
        return bench(columns="dataset", **repeats)
    directions = directions_of_units(frame)
    if len(directions) == 1:
        return bench(columns="dataset", **repeats, higher_is_better=directions.pop())
    answer = {"columns": "dataset", **repeats}
    best = frame.attrs.get(BEST)
    lower = _is_sorted_upwards(frame) if best is None else not best
    return hint_with_direction(roles, roles.score, likely_lower=lower, **answer)


def directions_of_units(columns: Iterable[Hashable]) -> set[bool]:
    """Return the directions of the units in the names of columns; a latency beside datasets says nothing."""
    names = [str(name) for name in columns if not is_cost(before_bracket(name))]
    units = (IN_BRACKETS.fullmatch(name) for name in names)
    found = {direction_of_unit(unit["unit"]) for unit in units if unit}
    found |= {True for name in names if WORK.match(name)}
    return {direction for direction in found if direction is not None}


def _is_sorted_upwards(frame: pd.DataFrame) -> bool:
    """Tell whether an average rises from row to row: leaderboards begin with the best.

    >>> frame = pd.DataFrame({"model": list("abcd"), "AMI": [8.1, 7, 9, 9], "Average": [7.5, 8, 8.5, 9]})
    >>> _is_sorted_upwards(frame), _is_sorted_upwards(frame[::-1])
    (True, False)
    """
    last = " ".join(str(cell) for cell in frame.iloc[-1] if isinstance(cell, str))
    if is_own(last):
        return False
    # ranks rise whatever was scored
    averages = [frame[name] for name in frame if is_average(name) and "rank" not in words_of(name)]
    numbers = [column for column in averages if pd.api.types.is_numeric_dtype(column.dtype)]
    return (
        len(frame) >= FEWEST_SORTED
        and bool(numbers)
        and bool(numbers[0].is_monotonic_increasing)
        and not numbers[0].is_monotonic_decreasing
        # models are listed by size, too, and most errors are small shares
        and not MOST_ERROR < _as_share(float(numbers[0].median())) <= 1
    )


def _as_share(number: float) -> float:
    """Return a number, or the share that a percentage is."""
    return number / 100 if number > 1 else number


def refuse_numbered(
    roles: Roles,
    columns: Sequence[Hashable],
    algorithm: Hashable | None,
    *,
    counted: bool = False,
) -> None:
    """Ask about columns that all number repeats of one score: they are no datasets, scores or algorithms.

    Columns that numbers alone name may be runs only where the rows are not called datasets (``counted``).
    """
    counts = counted_columns(columns) if counted else None
    numbered = numbered_repeats(columns) or counts
    if numbered is None or len(numbered.columns) < len(columns):
        return
    named: dict[str, Any] = {}
    if roles.algorithm is None and algorithm is not None:
        if says_size(algorithm):
            raise DesignError(
                f"there is nothing to test: the columns {examples(columns)} hold the scores of a "
                f"{numbered.repeat} each, and {algorithm!r} names no algorithms.",
                hint="read the results of several algorithms together",
            )
        named = {"algorithm": algorithm}
    raise RoleError(
        f"do the {len(columns)} columns {examples(columns)} hold the scores of a {numbered.repeat} each?",
        hint=hint_with_direction(roles, numbered.score or None, columns="repeat", **named)
        + ("; if of a dataset each: " + bench(columns="dataset", **named) if counts else ""),
    )


def hint_with_direction(
    roles: Roles, score: Hashable | None, /, *, likely_lower: bool = False, **answer: object
) -> Hint:
    """Return the hint to give an answer, and a direction too where none is known, the likely one first."""
    if roles.higher_is_better is not None or direction_of(score) is not None:
        return bench(**answer)
    errors = bench(**answer, higher_is_better=False) + " for errors and times"
    higher = bench(**answer, higher_is_better=True)
    return errors | higher if likely_lower else higher | errors


def known_direction(frame: pd.DataFrame, roles: Roles, score: Hashable | None) -> bool | None:
    """Return whether higher scores are better: as the caller, the file or the score's name says."""
    if roles.higher_is_better is not None:
        return bool(roles.higher_is_better)
    return direction_in(frame, score)


def refuse_double_roles(one_each: dict[str, Hashable | None], repeat: Sequence[Hashable]) -> None:
    """Raise `RoleError` where one column plays two roles."""
    used: dict[Hashable, str] = {}
    for role, column in [*one_each.items(), *(("repeat", column) for column in repeat)]:
        if column is None:
            continue
        if column in used:
            raise RoleError(
                f"column {column!r} cannot be both the {used[column]} and the {role}.",
                hint=f"name another column as the {role}",
            )
        used[column] = role


def refuse_unsplit(columns: Sequence[Hashable], evidence: Evidence) -> None:
    """Refuse a table whose lines were split at commas, where another mark separates its columns."""
    # a column of numbers may have any name, unless it is the only one
    alone = [name for name in columns if name not in evidence.texts]
    unsplit = [str(name) for name in columns if name in evidence.texts or len(alone) == 1]
    marks = [mark for mark in UNSPLIT if any(mark in name for name in unsplit)]
    if marks and len(columns) <= MOST_UNSPLIT:
        raise DataError(
            f"the table's lines were split at commas, but {marks[0]!r} separates its columns.",
            hint="read the file with "
            + code("benchreport.read(path)")
            + "; or with "
            + code(f"pandas.read_csv(path, sep={marks[0]!r}, decimal=',')"),
        )


def refuse_units(unread: Sequence[Hashable], evidence: Evidence) -> None:
    """Refuse columns whose cells begin with numbers and are none, such as times of 1m30s."""
    begun = [name for name in unread if begins_numbers(evidence.column(name))]
    if len(begun) > 1 and len(unread) - len(begun) <= 1:
        raise _number_and_more(begun, evidence)


def _number_and_more(begun: Sequence[Hashable], evidence: Evidence) -> DataError:
    shown = [evidence.column(name).dropna().iloc[0] for name in begun]
    return DataError(
        f"the cells of {examples(begun)} begin with numbers, but are none: {examples(shown)}.",
        hint="write every score as a number in one unit, such as 90.5 for 1m30.5s",
    )


def refuse_texts(frame: pd.DataFrame, rest: Sequence[Hashable], evidence: Evidence) -> None:
    """Refuse a table without any number: no column can hold scores."""
    if any(holds_some_numbers(evidence.column(name)) for name in rest):
        return
    texts = [name for name in rest if evidence.facts(name).kind == "text"]
    begun = [name for name in texts if begins_numbers(evidence.column(name))]
    if begun:
        raise _number_and_more(begun, evidence)
    raise DesignError(
        "there is nothing to test: no column holds numbers; the columns are "
        f"{examples(frame.columns, most=12)}.",
        hint="add a column with the measured values",
    )


def refuse_odd_cells(columns: Sequence[Hashable], evidence: Evidence) -> None:
    """Refuse columns of scores, two or more, of which many cells are neither numbers nor empty."""
    odd = {name: odd_cells(evidence.column(name)) for name in columns if name in evidence.texts}
    odd = {name: cells for name, cells in odd.items() if cells}
    if len(odd) < 2:  # noqa: PLR2004 - one may be a remark
        return
    cells = dict.fromkeys(cell for found in odd.values() for cell in found)
    raise DataError(
        f"the columns {examples(odd)} hold numbers, and cells that are none: "
        f"{examples(map(repr, cells))}.",
        hint="make every cell of them a number, or empty where there is no score",
    )


def refuse_nameless(columns: Sequence[Hashable]) -> None:
    """Refuse columns of numbers of a file without a line of names: they may measure different things."""
    # pandas writes the numbers of columns without names into a file
    counted = [str(place) for place in range(len(columns))] == [*columns]
    if columns and (counted or all(NAMELESS.fullmatch(str(name)) for name in columns)):
        raise DesignError(
            f"the columns of numbers, {examples(columns)}, have no names, and may measure different things.",
            hint="write a line of names above the first row, such as algorithm,dataset,accuracy",
        )
