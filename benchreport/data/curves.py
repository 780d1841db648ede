"""The table of curves: the score of each run after each step."""

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.columns.layout import direction_for, known_direction
from benchreport.data.columns.roles import Missing, Roles
from benchreport.data.columns.selection import select
from benchreport.data.digest import NO_DIGEST, Digest
from benchreport.data.notebook_view import shorten_text, summarize_runs, write_table, write_view
from benchreport.data.prediction_kinds.refused_rows import unique_names
from benchreport.data.read_curves import Run, columns_of, frozen, holds_curves, read_runs
from benchreport.errors import DataError, DesignError, examples, format_count, name_steps
from benchreport.hints import code, option
from benchreport.wording.papers import tables

Floats = NDArray[np.float64]
# steps from here on are written as powers of ten
MOST_STEPS = 1e15


def write_step(step: float) -> str:
    """Write a step; whole numbers have all their digits.

    >>> write_step(1e6), write_step(0.5), write_step(1e20)
    ('1,000,000', '0.5', '1e+20')
    """
    return f"{step:,.0f}" if step % 1 == 0 and abs(step) < MOST_STEPS else f"{step:g}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Curves:
    """Runs of k algorithms, each a curve of scores over steps, validated and frozen.

    Parameters
    ----------
    runs
        The runs, sorted by algorithm, dataset and repeat.
    algorithms, datasets
        The names of algorithms and datasets, in order of first appearance.
    score, step
        The names of the score and of the step: the budget, epoch or time.
    repeat_columns
        The columns that tell runs of one algorithm on one dataset apart.
    higher_is_better
        The direction of the score.
    best_so_far
        Whether each score is the best so far (see `incumbents`).
    missing
        What happens to runs that are missing in scores made from these curves.
    digest
        The digest of the runs as read.
    """

    runs: tuple[Run, ...] = field(repr=False)
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    score: str
    step: str
    repeat_columns: tuple[str, ...] = ()
    higher_is_better: bool
    best_so_far: bool = False
    missing: Missing = "error"
    digest: Digest = field(default=NO_DIGEST, repr=False)
    _places: dict[tuple[str, str], list[Run]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        places: dict[tuple[str, str], list[Run]] = {}
        for run in self.runs:
            places.setdefault((run.algorithm, run.dataset), []).append(run)
        object.__setattr__(self, "_places", places)

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, roles: Roles | None = None) -> "Curves":
        """Read a long frame with one row for each algorithm, run and step.

        Parameters
        ----------
        frame
            Any pandas frame; it is not changed. Steps may be irregular; runs may differ in
            length and in their steps. Rows without a score are left out.
        roles
            The roles of columns that the caller sets; the others are read from the frame.

        Raises
        ------
        RoleError, DirectionError
            No column, or several, could play a role; the direction is not known.
        DataError
            Steps or scores are not finite numbers, or a run has a step twice.
        DesignError
            No run has a score.

        Examples
        --------
        >>> frame = pd.DataFrame({
        ...     "algorithm": list("aaabbb"), "evaluations": [1, 10, 100] * 2,
        ...     "loss": [3.0, 1.0, 2.0, 2.5, 2.0, 0.5],
        ... })
        >>> print(Curves.from_frame(frame).incumbents())
        2 algorithms, 2 runs of 3 points over 1 to 100 evaluations; best loss so far, lower is better
        """
        roles = roles or Roles()
        table = select(frame, roles).of_one_metric()
        frame, roles = table.frame, table.roles
        columns = columns_of(frame, roles)
        # sorted, so that the order of rows changes neither draws nor the last bits of sums
        runs = tuple(read_runs(frame.reset_index(drop=True), columns))
        algorithms = _in_order(frame, columns.algorithm, {run.algorithm for run in runs})
        if len(algorithms) == 1 and known_direction(frame, roles, columns.score) is None:
            raise DesignError(
                f"a comparison needs at least 2 algorithms; found {algorithms[0]} only.",
                hint="add the curves of others",
            )
        curves = cls(
            runs=runs,
            algorithms=algorithms,
            datasets=_in_order(frame, columns.dataset, {run.dataset for run in runs}),
            score=str(columns.score),
            step=str(columns.step),
            repeat_columns=tuple(map(str, columns.repeat)),
            higher_is_better=direction_for(frame, roles, columns.score),
            missing=roles.missing,
        )
        return replace(curves, digest=Digest(partial(_sha256, curves)))

    @property
    def sha256(self) -> str:
        """A digest of the runs as read; the order of rows does not change it."""
        return self.digest.value

    @classmethod
    def suits(cls, frame: pd.DataFrame, roles: Roles | None = None) -> bool:
        """Tell whether a frame holds curves: a column is the step by its role, or by its name and values."""
        return holds_curves(frame, roles or Roles())

    def of(self, *, algorithm: str | None = None, dataset: str | None = None) -> tuple[Run, ...]:
        """Return the runs of an algorithm, on a dataset, or both."""
        algorithms = self.algorithms if algorithm is None else (algorithm,)
        datasets = self.datasets if dataset is None else (dataset,)
        return tuple(
            run
            for name in algorithms
            for other in datasets
            for run in self._places.get((name, other), ())
        )

    def on(self, dataset: str) -> "Curves":
        """Return the curves on one dataset, or raise `DesignError` that lists the names."""
        if dataset not in self.datasets:
            raise _not_among("dataset", dataset, self.datasets)
        runs = self.of(dataset=dataset)
        names = tuple(dict.fromkeys(run.algorithm for run in runs))
        return replace(self, runs=runs, algorithms=names, datasets=(dataset,))

    def with_repeat(self, repeat: str) -> "Curves":
        """Return the runs of one name, or raise `DesignError` that lists the names."""
        runs = tuple(run for run in self.runs if run.repeat == repeat)
        if not runs:
            raise _not_among("run", repeat, tuple(dict.fromkeys(run.repeat for run in self.runs)))
        names = tuple(dict.fromkeys(run.algorithm for run in runs))
        return replace(self, runs=runs, algorithms=names)

    @property
    def direction(self) -> str:
        """``higher is better`` or ``lower is better``."""
        return tables.HIGHER if self.higher_is_better else tables.LOWER

    @property
    def span(self) -> tuple[float, float]:
        """The first and the last step of all runs."""
        return (
            min(float(run.step[0]) for run in self.runs),
            max(float(run.step[-1]) for run in self.runs),
        )

    def incumbents(self) -> "Curves":
        """Return the curves of the best score so far: what a user would have after each step.

        Examples
        --------
        >>> frame = pd.DataFrame({"model": "m", "step": [1, 2, 3], "loss": [3.0, 1.0, 2.0]})
        >>> Curves.from_frame(frame).incumbents().runs[0].score.tolist()
        [3.0, 1.0, 1.0]
        """
        if self.best_so_far:
            return self
        best = np.maximum if self.higher_is_better else np.minimum
        runs = tuple(replace(run, score=frozen(best.accumulate(run.score))) for run in self.runs)
        return replace(self, runs=runs, best_so_far=True)

    def grid(self, points: int = 200, *, log: bool = False) -> Floats:
        """Return common steps, from the first to the last of any run.

        Parameters
        ----------
        points
            The largest number of steps. If the runs have fewer different steps, these are returned.
        log
            Whether steps are evenly spaced in the logarithm.
        """
        low, high = self.span
        if log and low <= 0:
            raise DataError(
                f"a logarithmic axis needs steps above 0; the first {self.step} is {low:g}.",
                hint=option(log=False) | code(f"df[df[{self.step!r}] > 0]"),
            )
        steps = np.unique(np.concatenate([run.step for run in self.runs]))
        if len(steps) <= points:
            return steps
        spaced = np.geomspace if log else np.linspace
        return np.asarray(spaced(low, high, points), dtype=np.float64)

    def align(self, grid: Floats) -> Floats:
        """Return every run's score at common steps, (runs, points).

        A score is NaN before a run's first point. After its last point, a run keeps its last score.
        """
        return np.stack([run.at(np.asarray(grid, dtype=np.float64)) for run in self.runs])

    @property
    def frame(self) -> pd.DataFrame:
        """The curves as a frame: one row for each algorithm, run and step."""
        parts = []
        for run in self.runs:
            keys = {"algorithm": run.algorithm}
            keys |= {"dataset": run.dataset} if self.datasets != ("",) else {}
            keys |= {"repeat": run.repeat} if self.repeat_columns else {}
            columns = {self.step: run.step, self.score: run.score}
            parts.append(pd.DataFrame({**keys, **columns}))
        return pd.concat(parts, ignore_index=True)

    def __str__(self) -> str:
        lengths = sorted({len(run.step) for run in self.runs})
        several = tables.RANGE.format(low=lengths[0], high=lengths[-1])
        points = f"{lengths[0]:,}" if len(lengths) == 1 else several
        on = tables.ON_DATASETS.format(datasets=format_count(len(self.datasets), "dataset"))
        best = tables.BEST_SO_FAR.format(score=self.score)
        return tables.CURVES.format(
            algorithms=format_count(len(self.algorithms), "algorithm"),
            datasets=on if len(self.datasets) > 1 else "",
            runs=format_count(len(self.runs), "run"),
            points=tables.ONE_POINT if points == "1" else tables.POINTS.format(n=points),
            steps=name_steps(self.step, *map(write_step, self.span)),
            score=best if self.best_so_far else self.score,
            direction=self.direction,
        )

    def __repr__(self) -> str:
        return shorten_text(f"Curves: {self}")

    def _repr_html_(self) -> str:
        return write_view(repr(self), write_table(summarize_runs(self), len(self.algorithms)))


def _not_among(what: str, name: str, known: tuple[str, ...]) -> DesignError:
    """Say which names there are; a table without a column of them has one, which is empty."""
    if known == ("",):
        return DesignError(
            f"{what}={name!r} is the name of a {what}, and no column of the table names {what}s.",
            hint=f"leave {what} out",
        )
    return DesignError(
        f"{what}={name!r} is not among the {what}s: {examples(known, most=12)}.",
        hint=option(**{what: known[0]}),
    )


def _sha256(curves: Curves) -> str:
    digest = hashlib.sha256()
    for run in curves.runs:
        digest.update(f"{run.algorithm}\x1f{run.dataset}\x1f{run.repeat}".encode())
        digest.update(np.column_stack([run.step, run.score]).tobytes())
    return digest.hexdigest()


def _in_order(frame: pd.DataFrame, column: Hashable | None, names: set[str]) -> tuple[str, ...]:
    """Return the names in the order of their first appearance."""
    if column is None:
        return tuple(names)
    return tuple(name for name in unique_names(frame[column], "name").values() if name in names)
