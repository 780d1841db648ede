"""How a frame is read, in words, and what to do next: ``df.bench.check()`` and ``benchreport check``."""

import dataclasses
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from html import escape

import pandas as pd

from benchreport.data.columns.flat_frame import flat
from benchreport.data.columns.joined_names import PART
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.words.names import is_called
from benchreport.data.curves import Curves
from benchreport.data.predictions import Predictions
from benchreport.data.reading_overview import (
    columns_in_words,
    curves_in_words,
    predictions_in_words,
    scores_in_words,
)
from benchreport.data.scores import Scores
from benchreport.data.several import Several
from benchreport.data.table_kinds import read_table
from benchreport.errors import BenchreportError, InputError
from benchreport.hints import Call, Hint, call
from benchreport.wording.shell import reading

Table = Predictions | Curves | Scores
# roles whose values are no columns
SETTINGS = {
    "higher_is_better", "missing", "classes", "positive", "task", "metric", "columns"
}  # fmt: skip
MOST_STEPS = 4
MOST_METRICS = 6


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Overview:
    """How a frame is read: its columns, its table or what is wrong with it, and what to do next.

    Parameters
    ----------
    columns
        The columns with their roles, in words.
    table
        The table as it is read, in words; empty where it cannot be read.
    problem
        What is wrong; ``None`` where nothing is.
    steps
        What can be done next, the best first.
    """

    columns: str
    table: str = ""
    problem: BenchreportError | None = None
    steps: tuple[Hint, ...] = ()

    @property
    def verdict(self) -> str:
        """Say that the table can be used; notes may tell of cells that look wrong."""
        if "\nnote: " in f"\n{self.columns}\n{self.table}":
            return reading.SEE_NOTES
        return reading.NO_PROBLEM

    def write_steps(self, write: Callable[[Hint], str] = str) -> str:
        """Write what to do next, a line each; ``write`` makes text of a hint."""
        first, other = reading.NEXT
        templates = [first, *[other] * len(self.steps)]
        return "\n".join(
            template.format(step=write(step))
            for template, step in zip(templates, self.steps, strict=False)
        )

    def __str__(self) -> str:
        verdict = self.verdict if self.problem is None else str(self.problem)
        return "\n".join(filter(None, [self.columns, self.table, verdict, self.write_steps()]))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        # long lists of names go on in the next line
        return f'<pre style="white-space: pre-wrap">{escape(str(self))}</pre>'


def check(
    frame: pd.DataFrame, roles: Roles | None = None, *, asked: Roles | None = None
) -> Overview:
    """Say how a frame is read, which problems it has, and what to do next.

    Parameters
    ----------
    frame
        Any frame.
    roles
        The roles of columns that the caller set.
    asked
        What the caller said before an engine reduced the table, if one did; the next steps repeat it.

    Returns
    -------
    Overview
        It prints, and renders in a notebook; a frame that cannot be read has a ``problem``.

    Examples
    --------
    >>> frame = pd.DataFrame({"model": ["a", "b"] * 2, "task": [1, 1, 2, 2], "quality": [3, 2, 2, 1]})
    >>> overview = check(frame)
    >>> print(overview.problem.message)
    it is unknown whether a higher score is better, because the name 'quality' does not tell. 'a' scores
    highest, 'b' lowest.
    >>> print(overview.write_steps())
    Next: df.bench(higher_is_better=True).check()
      or: df.bench(higher_is_better=False).check()
    >>> print(check(frame, Roles(higher_is_better=True)).write_steps())
    Next: df.bench(higher_is_better=True).report()
      or: df.bench(higher_is_better=True).advise()
    """
    roles = roles or Roles()
    asked = asked or roles
    given = _given(asked)
    columns = table = ""
    read: Table | None = None
    try:
        columns = _taken_for(frame) + columns_in_words(frame, roles) + _notes_on(frame)
        read = read_table(frame, roles)
        table = _in_words(read)
        if isinstance(read, Scores) and read.block_kind != "run":
            read.require_complete("a comparison", gaps="ablation" if read.factors else "")
        if isinstance(read, Predictions):
            read.require_same_samples("a report")
    except BenchreportError as problem:
        allowed = _allow_gaps(read, given)
        steps = (*allowed, *_ways_on(problem, frame, roles, given), *_of_variants(read, given))
        return Overview(columns=columns, table=table, problem=problem, steps=steps)
    studies: tuple[str, ...] = ()
    if isinstance(read, Scores) and read.factors:
        from benchreport.stats._factorial.fit import find_inseparable

        studies = () if find_inseparable(read) else ("ablation", "anova")
    on = [call(name, given) for name in ("report", *studies, "advise")]
    on += _of_variants(read, given)
    if isinstance(read, Scores):
        on += _of_answers(frame, roles, given, [read.score])
    return Overview(columns=columns, table=table, steps=tuple(on))


def _given(roles: Roles) -> dict[str, object]:
    """Return the roles that differ from their defaults."""
    values = {
        field.name: (getattr(roles, field.name), field.default)
        for field in dataclasses.fields(roles)
    }
    return {name: value for name, (value, default) in values.items() if value != default}


def _allow_gaps(read: Table | None, given: Mapping[str, object]) -> list[Hint]:
    """Call what allows gaps, where scores are missing and those that are there can be compared."""
    if not isinstance(read, Scores) or read.complete:
        return []
    from benchreport.stats.rank_tests.skillings_mack import skillings_mack

    try:
        _ = read.without_gaps() if read.overlapping else skillings_mack(read)
    except InputError:
        return []
    return [call(name, given) for name in ("report", *(["ablation"] if read.factors else []))]


def _of_variants(read: Table | None, given: Mapping[str, object]) -> list[Hint]:
    """Call the ablation study, where the algorithms' names say which part was removed."""
    if not isinstance(read, Scores) or read.whole is None:
        return []
    rest = {name: value for name, value in given.items() if name != "algorithm"}
    return [call("ablation", {**rest, "factors": [*read.runs.setting_columns]})]


def _taken_for(frame: pd.DataFrame) -> str:
    source = frame.attrs.get("source")
    return f"{reading.READ_AS.format(source=source)}; " if source else ""


def _notes_on(frame: pd.DataFrame) -> str:
    """Write what the reader of a tool's results left out, a line each."""
    return "".join(
        "\n" + reading.NOTE.format(sentence=sentence) for sentence in frame.attrs.get("notes", ())
    )


def _in_words(table: Table) -> str:
    if isinstance(table, Predictions):
        return predictions_in_words(table)
    return curves_in_words(table) if isinstance(table, Curves) else scores_in_words(table)


def _ways_on(
    problem: BenchreportError, frame: pd.DataFrame, roles: Roles, given: dict[str, object]
) -> tuple[Hint, ...]:
    """Make calls of the error's hint that can be run: those that name columns name ones that exist."""
    columns = _column_names(frame)
    steps = [
        *_of_metrics(problem, frame, roles, given),
        *_of_several_answers(frame, roles, given),
    ] + [
        call("check", {**given, **setting})
        for way in problem.way_out.calls
        for setting in _settings(way)
        if all(_is_known(name, value, columns, setting) for name, value in setting.items())
    ]
    different = {str(step): step for step in steps}
    return tuple(different.values())[:MOST_STEPS]


def _of_metrics(
    problem: BenchreportError, frame: pd.DataFrame, roles: Roles, given: Mapping[str, object]
) -> list[Hint]:
    """Call the report on several metrics, where the frame has them, complete, and none was chosen.

    They are those that the error proposes, if it proposes some; none if the likeliest score is another.
    """
    if not Several.has_metrics(frame, roles):
        return []
    several = Several.from_frame(frame, roles)
    likeliest = next((way.roles.get("score") for way in problem.way_out.calls), None)
    if likeliest is not None and likeliest not in several.names:
        return []
    ways = (
        way.options.get("scores") for way in problem.way_out.calls if way.method == "report_metrics"
    )
    proposed = next((way for way in ways if isinstance(way, list)), several.names)
    # what never differs is no comparison
    names = [
        str(name) for name in proposed if name not in frame or len(_distinct(frame, str(name))) > 1
    ][:MOST_METRICS]
    if len(names) <= 1:
        return []
    try:
        for table in several.by_scores(names).values():
            table.require_complete("a comparison")
    except BenchreportError:
        # one metric at a time says what is wrong with it
        return []
    return [call("report_metrics", given, scores=names)]


def _of_several_answers(
    frame: pd.DataFrame, roles: Roles, given: Mapping[str, object]
) -> list[Hint]:
    if not Several.has_metrics(frame, roles):
        return []
    return _of_answers(frame, roles, given, Several.from_frame(frame, roles).names)[:1]


def _of_answers(
    frame: pd.DataFrame, roles: Roles, given: Mapping[str, object], scores: Iterable[str]
) -> list[Hint]:
    """Call the check of right and wrong answers, where a column of scores holds nothing but 0 and 1."""
    steps = []
    rest = {name: value for name, value in given.items() if name != "score"}
    for name in scores:
        if name not in frame or _distinct(frame, name) != {0, 1}:
            continue
        try:
            Predictions.from_frame(frame, dataclasses.replace(roles, score=None, correct=name))
        except BenchreportError:
            continue
        steps.append(call("check", {**rest, "correct": name}))
    return steps


def _distinct(frame: pd.DataFrame, name: Hashable) -> set[object]:
    """Return the different cells of a column, or of all columns below a name of the first level."""
    return {*pd.unique(frame[name].to_numpy().ravel()).tolist()}


def _column_names(frame: pd.DataFrame) -> frozenset[object]:
    try:
        return frozenset(flat(frame)[0].types)
    except BenchreportError:
        return frozenset(frame.columns)


def _settings(way: Call) -> Iterable[dict[str, object]]:
    """Return the roles that a record sets; a method that it calls is no way to read the frame."""
    names = {field.name for field in dataclasses.fields(Roles)}
    setting = {**way.roles, **way.options}
    return [] if way.method or not setting or not setting.keys() <= names else [setting]


def _is_known(
    role: str, value: object, columns: frozenset[object], setting: Mapping[str, object]
) -> bool:
    if isinstance(value, dict):
        return all(name in columns for name in value)
    # beside a choice of rows or columns, the score is only named, and so are rows without names
    named = role == "repeat" and isinstance(value, str) and is_called(value, "repeat")
    if role in SETTINGS or named or (role == "score" and {"where", "columns"} & setting.keys()):
        return value is not ...
    names = value if isinstance(value, list) else [value]
    return all(name in columns or _is_part(name, columns) for name in names)


def _is_part(name: object, columns: frozenset[object]) -> bool:
    """Tell whether a name is that of a part of a column's joined names."""
    part = PART.fullmatch(str(name))
    return part is not None and part["name"] in columns
