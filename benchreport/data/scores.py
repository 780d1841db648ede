"""The table that comparisons work on: blocks × algorithms, one score each."""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.layout import Layout, read_layout
from benchreport.data.read_curves import holds_curves
from benchreport.data.roles import Missing, Roles, column_of, flat_rows
from benchreport.data.score_runs import Runs, read_runs
from benchreport.errors import DataError, DesignError, RoleError, examples, format_count
from benchreport.hints import bench, call, code, option
from benchreport.numerics.cell_means import cell_means
from benchreport.numerics.ties import snap

BlockKind = Literal["dataset", "repeat", "run", "example"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scores:
    """Scores of k algorithms on N blocks, validated and frozen.

    Parameters
    ----------
    values
        Array (N, k) of scores, repeats averaged; NaN where a cell is empty. Scores that differ by
        rounding alone are one value (`snap`), so that all that reads them sees the same ties.
        Read-only.
    counts
        Array (N, k): how many runs each cell averages. Read-only.
    algorithms
        The k names, in the order of their first appearance.
    blocks
        The N names of datasets, or of repeats where there is only one dataset.
    block_kind
        What a block is. Runs are numbered within each algorithm, so that those in a row do not belong
        together.
    dataset
        The only dataset's name when the repeats are the blocks, else empty.
    score
        What was measured; ``"score"`` when the frame does not say.
    higher_is_better
        The direction.
    missing
        How empty cells were treated.
    filled, dropped
        Cells that were given their block's worst score, and blocks that were left out.
    runs
        What was read, before averages and the treatment of gaps.
    """

    values: NDArray[np.float64]
    counts: NDArray[np.int64]
    algorithms: tuple[str, ...]
    blocks: tuple[str, ...]
    block_kind: BlockKind = "dataset"
    dataset: str = ""
    score: str = "score"
    higher_is_better: bool
    missing: Missing = "error"
    filled: tuple[tuple[str, str], ...] = ()
    dropped: tuple[str, ...] = ()
    runs: Runs = field(repr=False)

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, roles: Roles | None = None) -> "Scores":
        """Read a long or wide frame by its roles.

        Parameters
        ----------
        frame
            Any pandas frame; it is not changed.
        roles
            What the caller says about the columns; the rest is read.

        Raises
        ------
        RoleError, DirectionError
            See `read_layout`.
        DataError
            Scores that are text or infinite, labels that are missing, cells that are there twice.
        DesignError
            Fewer than two algorithms or two blocks.

        Examples
        --------
        >>> frame = pd.DataFrame({"task": ["a", "b"], "svm": [0.9, 0.8], "knn": [0.7, 0.9]})
        >>> Scores.from_frame(frame, Roles(score="accuracy")).algorithms
        ('svm', 'knn')
        """
        roles = roles or Roles()
        frame, levels = flat_rows(frame)
        if holds_curves(frame, roles):
            step = column_of("step", roles, frame)
            raise RoleError(
                f"this is a table of curves, with several values of {step!r} a run; scores, one a run, "
                "are asked for.",
                hint=call("report")
                + " compares curves, "
                + call("scores_at", budget=...)
                + " and "
                + call("area_under_curve")
                + " make scores of them; if the column numbers repeats, "
                + bench(repeat=step),
            )
        layout = read_layout(frame, roles, levels=levels)
        return _table(read_runs(frame, layout), layout, roles.missing)

    @property
    def gaps(self) -> tuple[tuple[str, str], ...]:
        """The empty cells as (algorithm, block) pairs; independent runs have none."""
        if self.block_kind == "run":
            return ()
        return tuple(
            (self.algorithms[column], self.blocks[row])
            for row, column in np.argwhere(np.isnan(self.values))
        )

    @property
    def frame(self) -> pd.DataFrame:
        """The scores as a frame (blocks × algorithms)."""
        return pd.DataFrame(
            self.values.copy(),
            index=pd.Index(self.blocks, name=self.block_kind),
            columns=pd.Index(self.algorithms, name="algorithm"),
        )

    @property
    def sha256(self) -> str:
        """A digest of the scores as read, with their labels; the order of rows does not change it."""
        return self.runs.sha256

    @property
    def samples(self) -> tuple[NDArray[np.float64], ...]:
        """Each algorithm's scores without empty cells, for procedures on independent samples."""
        return tuple(column[~np.isnan(column)] for column in self.values.T)

    @property
    def overlapping(self) -> bool:
        """Whether the blocks are repeats on one dataset, which may share training data."""
        return self.block_kind == "repeat"

    @property
    def size(self) -> str:
        """Counts in words: ``6 algorithms × 10 datasets, 1 score each``."""
        occupied = self.counts[self.counts > 0]
        low, high = int(occupied.min()), int(occupied.max())
        per_cell = f"{high}" if low == high else f"{low} to {high}"
        noun = "score" if high == 1 else "scores"
        blocks = f"{len(self.blocks)} {self.block_kind}s"
        if self.block_kind == "run":
            sizes = sorted(len(sample) for sample in self.samples)
            runs = f"{sizes[0]}" if sizes[0] == sizes[-1] else f"{sizes[0]} to {sizes[-1]}"
            return f"{len(self.algorithms)} algorithms, {runs} independent runs each"
        if self.block_kind == "repeat":
            blocks += f" of {self.dataset}" if self.dataset else " of one dataset"
        return f"{len(self.algorithms)} algorithms × {blocks}, {per_cell} {noun} each"

    @property
    def direction(self) -> str:
        """``higher is better`` or ``lower is better``."""
        return f"{'higher' if self.higher_is_better else 'lower'} is better"

    def __str__(self) -> str:
        gaps = f"; {format_count(len(self.gaps), 'empty cell')}" if self.gaps else ""
        return f"{self.size}; {self.score}, {self.direction}{gaps}"

    def index_of(self, algorithm: Hashable, *, role: str = "control") -> int:
        """Return an algorithm's column; raise `DesignError` naming the known ones."""
        if str(algorithm) in self.algorithms:
            return self.algorithms.index(str(algorithm))
        raise DesignError(
            f"{role}={algorithm!r} is not among the algorithms: "
            f"{examples(self.algorithms, most=12)}.",
            hint=option(**{role: self.algorithms[0]}),
        )

    def require_complete(self, procedure: str, *, gaps: str = "") -> NDArray[np.float64]:
        """Return the values; raise `DesignError` where cells are empty or rows not matched.

        Parameters
        ----------
        procedure
            The procedure that the message names.
        gaps
            A procedure for the same question that allows gaps; the hint names it.
        """
        self.require_matched(procedure)
        if not self.gaps:
            return self.values
        cells = self.values.size
        other = "; " + call(gaps) + " allows gaps" if gaps else ""
        raise DesignError(
            f"{procedure} needs every algorithm scored on every {self.block_kind};\n"
            f"{len(self.gaps)} of {cells} cells are empty: {examples(self.gaps)}.",
            hint=(
                f"leave out incomplete {self.block_kind}s with "
                + bench(missing="drop")
                + f", or give each gap its {self.block_kind}'s worst score with "
                + bench(missing="worst")
                + other
            ),
        )

    def without_gaps(self) -> "Scores":
        """Return the table of complete blocks.

        Raises
        ------
        DesignError
            Fewer than two blocks are complete.
        """
        return _freeze(_check_size(_treat_gaps(replace(self, missing="drop"))))

    def require_matched(self, procedure: str) -> NDArray[np.float64]:
        """Return the values, with gaps; raise `DesignError` where scores of a row do not belong together.

        Parameters
        ----------
        procedure
            The procedure that the message names.
        """
        if self.block_kind != "run":
            return self.values
        raise DesignError(
            f"{procedure} compares scores that belong together (the same dataset, fold or seed); "
            "these are independent runs, as no column says which do.",
            hint=bench(dataset="column")
            + " or "
            + bench(repeat="column")
            + "; for independent runs "
            + call("kruskal")
            + ", "
            + call("rank_sum")
            + " or "
            + call("games_howell"),
        )


def _table(runs: Runs, layout: Layout, missing: Missing) -> Scores:
    by_repeat = len(runs.datasets) == 1 and len(runs.repeats) > 1
    kind: BlockKind = "dataset"
    if by_repeat:
        kind = "repeat" if runs.matched else "run"
    rows, blocks = (runs.repeat, runs.repeats) if by_repeat else (runs.dataset, runs.datasets)
    values, counts = _averages(rows, runs.algorithm, runs.read, len(blocks), len(runs.algorithms))
    table = Scores(
        values=values,
        counts=counts,
        algorithms=runs.algorithms,
        blocks=blocks,
        block_kind=kind,
        dataset=runs.datasets[0] if by_repeat else "",
        score="score" if layout.score is None else str(layout.score),
        higher_is_better=layout.higher_is_better,
        missing=missing,
        runs=runs,
    )
    return _freeze(_check_size(_treat_gaps(table)))


def _averages(
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    scores: NDArray[np.float64],
    n_rows: int,
    n_columns: int,
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Average the runs of each cell; one failed run (NaN) makes the cell empty."""
    shape = (n_rows, n_columns)
    means, counts, largest = cell_means(rows, columns, scores, shape)
    failed = np.isnan(scores)
    if failed.any():
        np.add.at(counts, (rows[failed], columns[failed]), 1)
        means[rows[failed], columns[failed]] = np.nan
    # runs that differ by rounding alone may have averages that differ in the last bits
    return snap(means.ravel(), largest.ravel()).reshape(shape), counts


def _treat_gaps(table: Scores) -> Scores:
    empty = np.isnan(table.values)
    names = _where(np.all(empty, axis=0), table.algorithms)
    if names:
        raise DataError(
            f"{format_count(len(names), 'algorithm')} without any score: {examples(names)}.",
            hint="leave them out: "
            + code("df[~df['algorithm'].isin([...])].bench")
            + " (long), "
            + code("df.drop(columns=[...]).bench")
            + " (wide)",
        )
    if not empty.any() or table.missing == "error" or table.block_kind == "run":
        return table
    if table.missing == "drop":
        incomplete = np.any(empty, axis=1)
        return replace(
            table,
            values=table.values[~incomplete],
            counts=table.counts[~incomplete],
            blocks=_where(~incomplete, table.blocks),
            dropped=_where(incomplete, table.blocks),
        )
    return _fill_with_worst(table, empty)


def _where(mask: NDArray[np.bool_], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(names[place] for place in np.flatnonzero(mask))


def _fill_with_worst(table: Scores, empty: NDArray[np.bool_]) -> Scores:
    names = _where(np.all(empty, axis=1), table.blocks)
    if names:
        raise DataError(
            f"{format_count(len(names), table.block_kind)} without any score, so without a worst one: "
            f"{examples(names)}.",
            hint=bench(missing="drop"),
        )
    worst = np.nanmin if table.higher_is_better else np.nanmax
    values = np.where(empty, worst(table.values, axis=1)[:, None], table.values)
    return replace(table, values=values, filled=table.gaps)


def _check_size(table: Scores) -> Scores:
    n_blocks, n_algorithms = table.values.shape
    if n_algorithms < 2:  # noqa: PLR2004 - two make a comparison
        raise DesignError(
            f"a comparison needs at least 2 algorithms; found {examples(table.algorithms)} only.",
            hint=bench(algorithm="column with the names"),
        )
    if n_blocks < 2:  # noqa: PLR2004 - one block has no spread
        note = (
            f", after {format_count(len(table.dropped), 'incomplete one')} left out"
            if table.dropped
            else ""
        )
        raise DesignError(
            f"a comparison needs at least 2 datasets, or repeats on one; found {n_blocks}{note}.",
            hint=bench(missing="worst") if table.dropped else bench(repeat="seed"),
        )
    return table


def _freeze(table: Scores) -> Scores:
    table.values.setflags(write=False)
    table.counts.setflags(write=False)
    return table
