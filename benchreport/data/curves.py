"""The table of curves: what each run had reached after each step."""

import hashlib
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.direction import direction_of
from benchreport.data.prediction_rows import named, numbers
from benchreport.data.roles import Roles, column_of, flat, repeat_columns
from benchreport.errors import (
    DataError,
    DesignError,
    DirectionError,
    RoleError,
    counted,
    examples,
)

__all__ = ["Curves", "Run"]

Floats = NDArray[np.float64]
TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Run:
    """One run: what an algorithm scored after each of its steps.

    Parameters
    ----------
    algorithm, dataset, repeat
        Names; empty where the table has none.
    step
        (n,) in strictly rising order: evaluations, epochs or time.
    score
        (n,), never NaN.
    train
        (n,) the score on the training data, NaN where it is not known; ``None`` without a column.
    """

    algorithm: str
    dataset: str
    repeat: str
    step: Floats
    score: Floats
    train: Floats | None = None

    def at(self, grid: Floats) -> Floats:
        """Return the last score at or before each point, NaN before the first.

        A step function: what lies between two points had not been reached at the first.
        """
        place = np.searchsorted(self.step, grid, side="right") - 1
        return np.where(place >= 0, self.score[np.maximum(place, 0)], np.nan)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curves:
    """Runs of k algorithms, each a curve of scores over steps, validated and frozen.

    Parameters
    ----------
    runs
        In the order of their first row.
    algorithms, datasets
        Names, in the order of their first appearance.
    score, step
        What is measured, and what it is measured over.
    higher_is_better
        The direction of the score.
    best_so_far
        Whether scores are those of the best point until then (`incumbents`).
    sha256
        Of the runs, in any order of rows.
    """

    runs: tuple[Run, ...] = field(repr=False)
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    score: str
    step: str
    higher_is_better: bool
    best_so_far: bool = False
    sha256: str = field(default="", repr=False)

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, roles: Roles | None = None) -> "Curves":
        """Read a long frame: one row an algorithm, run and step.

        Parameters
        ----------
        frame
            Any pandas frame; it is not changed. Steps may be irregular, runs of different length
            and at steps of their own; rows without a score are left out.
        roles
            What the caller says about the columns; the rest is read.

        Raises
        ------
        RoleError, DirectionError
            Columns that play a role are not there or several could; the direction is not known.
        DataError
            Steps or scores that are no finite numbers, steps that are there twice in a run.
        DesignError
            There is no run with a score.

        Examples
        --------
        >>> frame = pd.DataFrame({
        ...     "algorithm": list("aaabbb"), "evaluations": [1, 10, 100] * 2,
        ...     "loss": [3.0, 1.0, 2.0, 2.5, 2.0, 0.5],
        ... })
        >>> print(Curves.from_frame(frame).incumbents())
        2 algorithms, 2 runs of 3 points over evaluations 1 to 100; best loss so far, lower is better
        """
        roles = roles or Roles()
        if frame.empty:
            raise DesignError(
                f"the table is empty: {len(frame)} rows, {len(frame.columns)} columns.",
                hint="check what was read: df.shape, df.head()",
            )
        frame, _ = flat(frame)
        columns = _columns(frame, roles)
        runs = tuple(_runs(frame.reset_index(drop=True), columns))
        made = cls(
            runs=runs,
            algorithms=tuple(dict.fromkeys(run.algorithm for run in runs)),
            datasets=tuple(dict.fromkeys(run.dataset for run in runs)),
            score=str(columns.score),
            step=str(columns.step),
            higher_is_better=_direction(roles, columns.score),
        )
        return replace(made, sha256=_sha256(made))

    def of(self, *, algorithm: str | None = None, dataset: str | None = None) -> tuple[Run, ...]:
        """Return the runs of an algorithm, on a dataset, or both."""
        return tuple(
            run
            for run in self.runs
            if algorithm in (None, run.algorithm) and dataset in (None, run.dataset)
        )

    @property
    def span(self) -> tuple[float, float]:
        """The first and the last step of all runs."""
        return (
            min(float(run.step[0]) for run in self.runs),
            max(float(run.step[-1]) for run in self.runs),
        )

    def incumbents(self) -> "Curves":
        """Return the curves of the best score so far, what a user would hold after each step.

        Examples
        --------
        >>> frame = pd.DataFrame({"model": "m", "step": [1, 2, 3], "loss": [3.0, 1.0, 2.0]})
        >>> Curves.from_frame(frame).incumbents().runs[0].score.tolist()
        [3.0, 1.0, 1.0]
        """
        best = np.maximum if self.higher_is_better else np.minimum
        runs = tuple(replace(run, score=_frozen(best.accumulate(run.score))) for run in self.runs)
        return replace(self, runs=runs, best_so_far=True)

    def grid(self, points: int = 200, *, log: bool = False) -> Floats:
        """Return common steps, from the first to the last of any run.

        Parameters
        ----------
        points
            At most so many: where the runs have fewer different steps, these are taken.
        log
            Evenly spaced in the logarithm.
        """
        steps = np.unique(np.concatenate([run.step for run in self.runs]))
        if len(steps) <= points:
            return steps
        low, high = self.span
        if log and low <= 0:
            raise DataError(
                f"a logarithmic axis needs steps above 0; the first {self.step} is {low:g}.",
                hint="log=False, or df[df['step'] > 0]",
            )
        spaced = np.geomspace if log else np.linspace
        return np.asarray(spaced(low, high, points), dtype=np.float64)

    def aligned(self, grid: Floats) -> Floats:
        """Return every run's score at common steps, (runs, points).

        NaN before a run's first point, of which nothing is known, and the last score after its last:
        a run that ended stays where it was.
        """
        return np.stack([run.at(np.asarray(grid, dtype=np.float64)) for run in self.runs])

    def __str__(self) -> str:
        lengths = sorted({len(run.step) for run in self.runs})
        low, high = self.span
        many = f"{lengths[0]}" if len(lengths) == 1 else f"{lengths[0]} to {lengths[-1]}"
        where = f" on {counted(len(self.datasets), 'dataset')}" if len(self.datasets) > 1 else ""
        what = f"best {self.score} so far" if self.best_so_far else self.score
        better = "higher" if self.higher_is_better else "lower"
        return (
            f"{counted(len(self.algorithms), 'algorithm')}{where}, {counted(len(self.runs), 'run')} "
            f"of {many} points over {self.step} {low:g} to {high:g}; {what}, {better} is better"
        )


@dataclass(frozen=True, slots=True)
class _Columns:
    algorithm: Hashable
    dataset: Hashable | None
    repeat: tuple[Hashable, ...]
    step: Hashable
    score: Hashable
    train: Hashable | None


def _columns(frame: pd.DataFrame, roles: Roles) -> _Columns:
    algorithm = column_of("algorithm", roles, frame)
    step = column_of("step", roles, frame)
    if algorithm is None or step is None:
        absent = "algorithm" if algorithm is None else "step"
        raise RoleError(
            f"curves need a column that says which {absent} each row is of; the columns are "
            f"{examples(frame.columns, most=12)}.",
            hint=f"df.bench({absent}='column')",
        )
    dataset, train = (column_of(role, roles, frame) for role in ("dataset", "train"))
    taken = (algorithm, dataset, step, train, roles.score)
    repeat = repeat_columns(roles, frame, taken=taken)
    rest = [name for name in frame.columns if name not in {*taken, *repeat}]
    return _Columns(algorithm, dataset, repeat, step, _score(frame, roles, rest), train)


def _score(frame: pd.DataFrame, roles: Roles, rest: Sequence[Hashable]) -> Hashable:
    if roles.score is not None and roles.score in frame.columns:
        return roles.score
    measured = [name for name in rest if pd.api.types.is_numeric_dtype(frame[name].dtype)]
    if roles.score is None and len(measured) == 1:
        return measured[0]
    asked = (
        f"score={roles.score!r} is not a column"
        if roles.score is not None
        else (f"{len(measured)} columns could be the score")
    )
    raise RoleError(
        f"{asked}; the columns are {examples(frame.columns, most=12)}.",
        hint=f"df.bench(score={(measured or ['column'])[0]!r})",
    )


def _direction(roles: Roles, score: Hashable) -> bool:
    known = direction_of(score) if roles.higher_is_better is None else roles.higher_is_better
    if known is None:
        raise DirectionError(
            f"is a higher score better? The name {score!r} does not say, and it is never guessed.",
            hint="df.bench(higher_is_better=True), or higher_is_better=False for errors and times",
        )
    return bool(known)


def _runs(frame: pd.DataFrame, columns: _Columns) -> Iterator[Run]:
    keys = [columns.algorithm, columns.dataset, *columns.repeat]
    present = [name for name in keys if name is not None]
    names = {name: named(frame[name], "name") for name in present}
    table = pd.DataFrame(
        {
            "step": _finite(frame, columns.step, "steps"),
            "score": numbers(frame[columns.score], "scores"),
            "train": np.nan
            if columns.train is None
            else numbers(frame[columns.train], "training scores"),
        }
    )
    wrong = np.flatnonzero(np.isinf(table["score"]))
    if len(wrong):
        raise DataError(
            f"{counted(len(wrong), 'score')} infinite, for instance in row {wrong[0]}.",
            hint="df.replace([np.inf, -np.inf], np.nan) leaves those points out",
        )
    kept = table["score"].notna()
    if not kept.any():
        raise DesignError(
            f"column {columns.score!r} holds no scores.", hint="df.bench(score='column')"
        )
    groups = frame[kept].groupby(present, sort=False, observed=True).indices
    rows = np.flatnonzero(kept)
    for key, places in groups.items():
        label = [names[name][each] for name, each in zip(present, _parts(key), strict=True)]
        yield _run(table.iloc[rows[places]], label, columns)


def _parts(key: Any) -> tuple[Any, ...]:  # noqa: ANN401 - pandas gives tuples or single labels
    return key if isinstance(key, tuple) else (key,)


def _run(points: pd.DataFrame, label: list[str], columns: _Columns) -> Run:
    ordered = points.sort_values("step", kind="stable")
    twice = ordered["step"][ordered["step"].duplicated()]
    if len(twice):
        raise DataError(
            f"{columns.step} {twice.iloc[0]:g} is there twice in the run of {', '.join(label)}.",
            hint="df.bench(repeat=['seed', 'fold']) names the columns that tell runs apart",
        )
    has_dataset = columns.dataset is not None
    return Run(
        algorithm=label[0],
        dataset=label[1] if has_dataset else "",
        repeat=", ".join(label[1 + has_dataset :]),
        step=_frozen(ordered["step"].to_numpy()),
        score=_frozen(ordered["score"].to_numpy()),
        train=None if columns.train is None else _frozen(ordered["train"].to_numpy()),
    )


def _finite(frame: pd.DataFrame, column: Hashable, what: str) -> Floats:
    values = numbers(frame[column], what)
    wrong = np.flatnonzero(~np.isfinite(values))
    if len(wrong):
        raise DataError(
            f"{counted(len(wrong), 'row')} without a finite number in column {column!r}: row "
            f"{examples(wrong.tolist())}.",
            hint=f"df.dropna(subset=[{column!r}])",
        )
    return values


def _frozen(values: Any) -> Floats:  # noqa: ANN401 - any array
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array


def _sha256(made: Curves) -> str:
    digest = hashlib.sha256()
    for run in sorted(made.runs, key=lambda run: (run.algorithm, run.dataset, run.repeat)):
        digest.update(f"{run.algorithm}\x1f{run.dataset}\x1f{run.repeat}".encode())
        digest.update(np.column_stack([run.step, run.score]).tobytes())
    return digest.hexdigest()
