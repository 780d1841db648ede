"""Several tables of scores from one frame: one per metric or night, or training and test scores."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import pandas as pd

from benchreport.data.cells.cell_values import refuse_collections
from benchreport.data.cells.score_cells import has_score, holds_numbers
from benchreport.data.cells.value_order import ordered_values
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.layout import hint_with_direction
from benchreport.data.columns.read_layout import read_layout
from benchreport.data.columns.role_columns import column_of, present
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.score_candidates import (
    is_spread,
    kind_of_candidate,
    number_written_out,
)
from benchreport.data.columns.selection import select
from benchreport.data.columns.words.direction import (
    Directions,
    direction_of,
    directions_by_tool,
    directions_of,
    refuse_other_metrics,
)
from benchreport.data.columns.words.names import KNOWN_NAMES
from benchreport.data.notebook_view import shorten_text, write_table, write_view
from benchreport.data.scores import Scores
from benchreport.errors import (
    DesignError,
    DirectionError,
    InputError,
    OptionError,
    RoleError,
    examples,
    format_count,
)
from benchreport.hints import bench, code, option
from benchreport.wording.shell import reading

FEWEST = 2


class Pair(NamedTuple):
    """Training and test scores of the same runs: the same algorithms and blocks in one order."""

    train: Scores
    test: Scores
    left_out: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Several:
    """A frame from which methods make several tables of scores.

    Parameters
    ----------
    frame
        The caller's frame, with the levels of its index as columns.
    roles
        The roles of columns that the caller set.
    metrics
        The metrics that a column of the frame names; empty if metrics are columns of their own.
    """

    frame: pd.DataFrame = field(repr=False)
    roles: Roles
    metrics: tuple[str, ...] = ()

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, roles: Roles | None = None) -> "Several":
        """Store a frame and its roles; the methods read it later.

        Raises
        ------
        DesignError
            The frame is empty.

        Examples
        --------
        >>> frame = pd.DataFrame({
        ...     "algorithm": ["a", "b"] * 2, "dataset": [1, 1, 2, 2],
        ...     "accuracy": [0.9, 0.8, 0.7, 0.6], "runtime": [5.0, 1.0, 4.0, 2.0],
        ... })
        >>> several = Several.from_frame(frame)
        >>> {name: table.direction for name, table in several.by_scores().items()}
        {'accuracy': 'higher is better', 'runtime': 'lower is better'}
        """
        table = select(frame, roles or Roles())
        return cls(frame=table.frame, roles=table.roles, metrics=table.metrics)

    @classmethod
    def suits(cls, frame: pd.DataFrame, roles: Roles | None = None) -> bool:
        """Tell whether a column of the frame names several metrics, of which none was chosen."""
        try:
            return bool(select(frame, roles or Roles()).metrics)
        except InputError:
            # reading the table reports what is wrong
            return False

    @classmethod
    def has_metrics(cls, frame: pd.DataFrame, roles: Roles | None = None) -> bool:
        """Tell whether a frame holds several metrics of which none was chosen, in a column or in columns."""
        roles = roles or Roles()
        if cls.suits(frame, roles):
            return True
        if roles.score is not None or roles.metric is not None:
            return False
        try:
            several = cls.from_frame(frame, roles)
            return _lacks_score(several) and bool(several.by_scores())
        except InputError:
            # reading the table reports what is wrong
            return False

    @property
    def names(self) -> tuple[str, ...]:
        """The metrics: all that a column names, or all columns whose direction is known."""
        return tuple(map(str, self._metrics()))

    def __str__(self) -> str:
        rows, columns = (
            format_count(n, noun)
            for n, noun in zip(self.frame.shape, ("row", "column"), strict=True)
        )
        names = self._known_names()
        metrics = f"; metrics: {examples(names)}" if names else ""
        return f"{rows}, {columns}{metrics}"

    def __repr__(self) -> str:
        return shorten_text(f"Several: {self}")

    def _repr_html_(self) -> str:
        return write_view(repr(self), write_table(self.frame))

    def tables(
        self,
        *,
        scores: Sequence[str] | None = None,
        over: Hashable | None = None,
        higher_is_better: Directions = None,
    ) -> dict[str, Scores]:
        """Return a table for each metric, or for each value of a column.

        Parameters
        ----------
        scores
            See `by_scores`; without ``over``, ``None`` takes all metrics whose direction is known.
        over
            See `by_column`; not together with ``scores``.
        higher_is_better
            See `by_scores`.

        Raises
        ------
        OptionError
            ``scores`` and ``over`` are both given, or several directions are given for one metric.
        """
        if over is None:
            return self.by_scores(scores, higher_is_better=higher_is_better)
        if scores is not None:
            raise OptionError(
                "scores= and over= exclude each other: each defines the tables.",
                hint=option(over=over) + " with " + bench(score=_first(scores)),
            )
        if higher_is_better is not None and not isinstance(higher_is_better, bool):
            raise OptionError(
                "over= is about one metric, which has one direction.",
                hint=option(higher_is_better=True),
            )
        return self.by_column(over, higher_is_better=higher_is_better)

    def by_scores(
        self, scores: Sequence[str] | None = None, *, higher_is_better: Directions = None
    ) -> dict[str, Scores]:
        """Return a table for each metric, where metrics are columns of a long table.

        Parameters
        ----------
        scores
            The columns, in order; ``None`` takes all numeric columns whose direction is known.
        higher_is_better
            The direction by column, if its name does not show it or misleads; or one for all columns.

        Returns
        -------
        dict
            The tables by column; algorithms without a score in a table are not in it.

        Raises
        ------
        RoleError, DirectionError
            A column does not exist, or its direction is unknown or contradicts its name.
        DesignError
            There is only one metric.
        """
        columns = self._metrics() if scores is None else [*dict.fromkeys(_as_list(scores))]
        if len(columns) < FEWEST:
            raise DesignError(
                f"at least 2 metrics are expected; found {examples(columns) or 'none'}.",
                hint=option(scores=["accuracy", "f1"])
                | option(over="night") + " for one metric over a column",
            )
        wanted_directions = (
            self.roles.higher_is_better if higher_is_better is None else higher_is_better
        )
        names = [str(column) for column in columns]
        if wanted_directions is None:
            by_tool = directions_by_tool(self.frame)
            wanted_directions = {name: by_tool[name] for name in names if name in by_tool}
        if scores is None and self.metrics and not isinstance(wanted_directions, bool):
            return self._comparable(columns, wanted_directions or {})
        directions = directions_of(names, wanted_directions)
        if not self.metrics:
            columns = [present("score", column, self.frame) for column in columns]
        tables = zip(names, columns, directions, strict=True)
        return {
            name: _read(*self._of_metric(column, better), name) for name, column, better in tables
        }

    def _comparable(
        self, columns: Sequence[Hashable], directions: Mapping[str, bool]
    ) -> dict[str, Scores]:
        """Read the metrics that can be compared.

        Those on one dataset only, and those whose direction nothing says, are left out with a note.
        """
        read: dict[str, Scores] = {}
        problems: dict[str, DesignError | RoleError] = {}
        refuse_other_metrics([str(column) for column in columns], directions)
        for column in columns:
            name = str(column)
            said = {name: directions[name]} if name in directions else None
            try:
                better = directions_of([name], said)[0]
                read[name] = _read(*self._of_metric(column, better), name)
            except (DesignError, RoleError) as error:
                problems[name] = error
        unknown = [name for name, error in problems.items() if isinstance(error, DirectionError)]
        likeliest = min((*unknown, *read), key=kind_of_candidate, default=None)
        if read and likeliest in unknown:
            # what was measured is left out beside what it cost only if the caller says so
            raise DirectionError(
                problems[likeliest].message,
                hint=hint_with_direction(self.roles, likeliest, metric=likeliest),
            )
        if len(read) < FEWEST and problems:
            # a direction that somebody may know comes first, whatever the order of the rows
            ordered = sorted(problems, key=lambda name: (name not in unknown, name))
            problem = problems[ordered[0]]
            raise type(problem)(
                problem.message, hint=bench(metric=next(iter(read))) if read else problem.way_out
            )
        notes = []
        for undirected, text in reading.METRICS_LEFT_OUT.items():
            out = [name for name in problems if (name in unknown) is undirected]
            verb = "is" if len(out) == 1 else "are"
            notes += [text.format(metrics=examples(out), verb=verb)] if out else []
        return {
            name: replace(
                table, runs=replace(table.runs, cell_notes=(*table.runs.cell_notes, *notes))
            )
            for name, table in read.items()
        }

    def _of_metric(self, name: Hashable, better: bool) -> tuple[pd.DataFrame, Roles]:  # noqa: FBT001 - a direction
        """Return the frame and the roles of one metric."""
        roles = self.roles.bound(higher_is_better=better)
        if self.metrics:
            table = select(self.frame, roles.bound(metric=name))
            return table.frame, table.roles
        return self.frame, roles.bound(score=name)

    def by_column(
        self, column: Hashable, *, higher_is_better: bool | None = None
    ) -> dict[str, Scores]:
        """Return a table for each value of a column, such as a night, a budget or a dataset.

        Parameters
        ----------
        column
            The column; numbers and dates are sorted, a categorical keeps its order, and texts are
            sorted so that "night 10" comes after "night 9".
        higher_is_better
            The direction, if the score's name does not show it.

        Returns
        -------
        dict
            The tables by value, as text; algorithms without a score in a table are not in it.

        Raises
        ------
        RoleError
            The column does not exist, or is the algorithm or the score.
        DataError
            Cells of the column are empty, or different values read the same.
        DesignError
            The column has only one value.
        """
        select(self.frame, self.roles).of_one_metric()
        column = present("over", column, self.frame)
        self._refuse_role(column)
        values = ordered_values(self.frame[column])
        if len(values) < FEWEST:
            raise DesignError(
                f"at least 2 values of column {column!r} are expected; found {examples(values)}.",
                hint=option(over="a column with several values")
                | option(scores=["accuracy", "f1"]),
            )
        roles = _without(self.roles, column).bound(higher_is_better=higher_is_better)
        by_value = {}
        for label, value in values.items():
            rows = self.frame[self.frame[column] == value].drop(columns=column)
            by_value[label] = _read(rows, roles, f"{column} {label}")
        return by_value

    def pair_with_train(self, train: Hashable | None = None) -> Pair:
        """Return the training and the test scores of the same runs.

        Parameters
        ----------
        train
            The column of training scores; ``None`` takes the role ``train``.

        Returns
        -------
        Pair
            Runs without one of the two scores are left out and counted.

        Raises
        ------
        RoleError
            No column holds training scores, or none or several could hold those of the test.
        DesignError
            No run has both.
        """
        column = column_of("train", self.roles.bound(train=train), self.frame)
        if column is None:
            raise RoleError(
                f"no column is called {', '.join(KNOWN_NAMES['train'])}; the columns are "
                f"{examples(self.frame.columns, most=12)}.",
                hint=option(train=...),
            )
        roles = _without(self.roles, column)
        layout = read_layout(self.frame.drop(columns=column), roles)
        if layout.form == "wide" or layout.score is None:
            raise RoleError(
                "training and test scores are two columns of a long table, in which another says "
                "which algorithm was measured.",
                hint="name the column that tells the algorithms apart",
            )
        both = has_score(self.frame[column]) & has_score(self.frame[layout.score])
        if not both.any():
            raise DesignError(
                f"no row has both {column!r} and {layout.score!r}.",
                hint=code("df[['train', 'test']].notna().sum()") + " counts them",
            )
        roles = roles.bound(higher_is_better=layout.higher_is_better, missing="error")
        return Pair(
            train=Scores.from_frame(self.frame[both], roles.bound(score=column)),
            test=Scores.from_frame(self.frame[both], roles.bound(score=layout.score)),
            left_out=int((~both).sum()),
        )

    def _known_names(self) -> tuple[str, ...]:
        """Return the metrics for a description, which must not raise."""
        try:
            return self.names
        except InputError:
            return ()

    def _metrics(self) -> list[Hashable]:
        if self.metrics:
            return list(self.metrics)
        roles = ("algorithm", "dataset", "train")
        used = {column_of(role, self.roles, self.frame) for role in roles}
        named: list[Hashable] = [
            name
            for name in self.frame.columns
            if name not in used
            and holds_numbers(self.frame[name])
            and direction_of(name) is not None
            and not is_spread(name)
            and number_written_out(name, list(self.frame.columns)) is None
        ]
        # where all scores are the same, nothing is compared
        varied = [name for name in named if not Evidence(self.frame).facts(name).constant]
        return varied if len(varied) >= FEWEST else named

    def _refuse_role(self, column: Hashable) -> None:
        used = {
            "algorithm": column_of("algorithm", self.roles, self.frame),
            "score": self.roles.score,
        }
        for role, name in used.items():
            if column == name:
                raise RoleError(
                    f"column {column!r} is the {role}; over= needs a column by which the table can be split.",
                    hint=option(over="night"),
                )


def _lacks_score(several: Several) -> bool:
    """Tell whether no column is the score, or more than one could be."""
    try:
        read_layout(several.frame, several.roles.bound(higher_is_better=True))
    except RoleError:
        return True
    return False


def _first(scores: Sequence[str]) -> str:
    return next(iter(_as_list(scores)), "accuracy")


def _as_list(scores: Sequence[str]) -> list[str]:
    return [scores] if isinstance(scores, str) else list(scores)


def _without(roles: Roles, column: Hashable) -> Roles:
    """Return the roles of a table that does not have this column."""
    changes: dict[str, Any] = {
        role: None for role in ("repeat", *KNOWN_NAMES) if getattr(roles, role) == column
    }
    if isinstance(roles.repeat, list | tuple) and column in roles.repeat:
        changes["repeat"] = [name for name in roles.repeat if name != column] or None
    return replace(roles, **changes)


def _read(frame: pd.DataFrame, roles: Roles, label: str) -> Scores:
    """Read one table, without algorithms that have no score in it."""
    with errors_of(label):
        return Scores.from_frame(_drop_unscored(frame, roles), roles)


@contextmanager
def errors_of(label: str) -> Iterator[None]:
    """Prefix errors about one of several tables with its name."""
    try:
        yield
    except InputError as error:
        raise type(error)(f"{label}: {error.message}", hint=error.way_out) from error


def _drop_unscored(frame: pd.DataFrame, roles: Roles) -> pd.DataFrame:
    layout = read_layout(frame, roles)
    if layout.form == "wide":
        empty = [name for name in layout.algorithms if not has_score(frame[name]).any()]
        return frame.drop(columns=empty)
    scored = has_score(frame[layout.score])
    refuse_collections(frame[layout.algorithm], "algorithm")
    # a row without an algorithm stays: reading the table refuses it by name
    groups = scored.groupby(frame[layout.algorithm], observed=True, dropna=False)
    rows = frame[groups.transform("any")]
    return rows if len(rows) else frame
