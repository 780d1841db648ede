"""What becomes of runs that are missing: which runs are averaged, and which blocks are left out."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.data.missing_runs import (
    MissingRuns,
    find_shared_runs,
    mask_of_scored,
    places_of_missing_runs,
)
from benchreport.data.score_runs import Runs
from benchreport.errors import DesignError, examples, format_count
from benchreport.hints import bench
from benchreport.numerics.cell_means import Cells
from benchreport.numerics.ties import snap

if TYPE_CHECKING:
    import pandas as pd

    from benchreport.data.columns.content.evidence import Evidence
    from benchreport.data.columns.layout import Layout
    from benchreport.data.columns.roles import Missing

    # scores are read by the module that imports this one
    from benchreport.data.scores import Scores


def infinite_as_gaps(evidence: Evidence, layout: Layout, missing: Missing) -> pd.DataFrame | None:
    """Return the frame with gaps where a score is infinitely bad, if there is one and the caller treats gaps.

    Solvers write such scores for runs that reached no target.

    Parameters
    ----------
    evidence
        What is known of a flat frame.
    layout
        Its layout; without a direction no score is bad.
    missing
        The treatment of gaps.
    """
    if missing == "error" or layout.direction is None:
        return None
    bad = -math.inf if layout.direction else math.inf
    columns = layout.algorithms if layout.form == "wide" else (layout.score,)
    scores = {name: evidence.column(name) for name in columns}
    found = {
        name: column.mask(column == bad)
        for name, column in scores.items()
        if column.dtype == np.float64 and (column.to_numpy() == bad).any()
    }
    if not found:
        return None
    gaps = evidence.frame.copy(deep=False)
    for name, column in found.items():
        gaps[name] = column
    return gaps


RunColumns = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]
"""Block, algorithm and score of each run."""


def has_repeats_as_blocks(runs: Runs) -> bool:
    """Tell whether the runs are repeats on one dataset."""
    return len(runs.datasets) == 1 and len(runs.repeats) > 1


def blocks_of(runs: Runs) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    """Return the block of each run, and the names of the blocks."""
    if has_repeats_as_blocks(runs):
        return runs.repeat, runs.repeats
    return runs.dataset, runs.datasets


def cells_of(runs: Runs) -> Cells:
    """Return the cells that the runs belong to."""
    rows, blocks = blocks_of(runs)
    return Cells(rows, runs.algorithm, runs.read, (len(blocks), len(runs.algorithms)))


class Averages(NamedTuple):
    """The averages of all cells, as `Scores` has them."""

    values: NDArray[np.float64]
    counts: NDArray[np.int64]
    filled: tuple[tuple[str, str], ...]


def average_runs(
    missing: Missing,
    runs: Runs,
    cells: Cells,
    missing_runs: MissingRuns,
    *,
    higher_is_better: bool,
) -> Averages:
    """Average the runs of each cell that a treatment of gaps takes; a cell without any is empty.

    Parameters
    ----------
    missing
        The treatment.
    runs, cells
        The runs as read, and their cells.
    missing_runs
        The runs that the cells lack.
    higher_is_better
        The direction, which says which score is the worst.
    """
    filled: tuple[tuple[str, str], ...] = ()
    if runs.sizes is not None:
        _refuse_runs_of_means(missing, missing_runs)
    if missing == "worst" and missing_runs:
        filled = _name_cells(runs, missing_runs, scored=np.any(cells.counts, axis=1))
        columns = runs_with_worst(runs, missing_runs, runs.read, higher_is_better=higher_is_better)
        cells = Cells(*columns, cells.shape)
    if missing == "paired" and not has_repeats_as_blocks(runs):
        cells = _of_shared_repeats(runs, cells)
    means, largest = cells.average()
    # runs that differ by rounding alone may have averages that differ in the last bits
    return Averages(snap(means, largest), cells.counts, filled)


def _refuse_runs_of_means(missing: Missing, missing_runs: MissingRuns) -> None:
    """Refuse treatments that need the single runs, where the scores are means of several."""
    partly = missing_runs.present.any()
    if missing == "paired" or (missing == "worst" and partly):
        raise DesignError(
            f"missing={missing!r} needs the single runs, but each score is the mean of several"
            + (f"; {missing_runs.in_words()}." if missing_runs else "."),
            hint=bench(missing="available") | bench(missing="drop"),
        )


def leave_out_blocks(table: Scores) -> Scores:
    """Leave out the blocks that the treatment of missing runs does not compare."""
    if table.block_kind == "run":
        return _select_blocks(table, np.any(table.counts, axis=1))
    # a block without any score has no worst one either
    leaves_out = table.missing in ("drop", "worst") or (
        table.missing == "paired" and table.overlapping
    )
    return leave_out_incomplete(table) if leaves_out else table


def _select_blocks(table: Scores, kept: NDArray[np.bool_]) -> Scores:
    if kept.all():
        return table
    return replace(
        table,
        values=table.values[kept],
        counts=table.counts[kept],
        blocks=_where(kept, table.blocks),
    )


def leave_out_incomplete(table: Scores) -> Scores:
    """Leave out the blocks with empty cells, and with incomplete ones unless their averages count."""
    left_out = np.any(np.isnan(table.values), axis=1)
    if table.missing in ("error", "drop"):
        names = {cell.block for cell in table.incomplete}
        left_out |= np.array([block in names for block in table.blocks], dtype=bool)
    dropped = (*table.dropped, *_where(left_out, table.blocks))
    return replace(_select_blocks(table, ~left_out), dropped=dropped)


def _where(mask: NDArray[np.bool_], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(names[place] for place in np.flatnonzero(mask))


def _of_shared_repeats(runs: Runs, cells: Cells) -> Cells:
    """Return the cells with the repeats that all algorithms with runs on a dataset have."""
    if cells.counts.min() == len(runs.repeats):
        return cells
    scores = np.where(find_shared_runs(runs), runs.read, np.nan)
    shared = Cells(cells.rows, cells.columns, scores, cells.shape)
    lost = np.any(cells.counts, axis=1) & ~np.any(shared.counts, axis=1)
    alone = _where(lost, runs.datasets)
    if alone:
        raise DesignError(
            f"the algorithms share no repeat on {format_count(len(alone), 'dataset')}: {examples(alone)}; "
            "missing='paired' averages the repeats that all of them have.",
            hint=bench(missing="available"),
        )
    return shared


def _name_cells(
    runs: Runs, missing_runs: MissingRuns, *, scored: NDArray[np.bool_]
) -> tuple[tuple[str, str], ...]:
    """Name the cells that lack runs and can be filled, as (algorithm, block) pairs."""
    blocks = blocks_of(runs)[1]
    places = (part.tolist() for part in places_of_missing_runs(runs, missing_runs))
    pairs = dict.fromkeys(zip(*places, strict=True))
    return tuple(
        (runs.algorithms[column], blocks[row])
        for row, column in pairs
        if scored[row] or not runs.matched
    )


def runs_with_worst(
    runs: Runs,
    missing_runs: MissingRuns,
    scores: NDArray[np.float64],
    *,
    higher_is_better: bool,
) -> RunColumns:
    """Return block, algorithm and score of each run, with the worst score for those that are missing.

    Where a block has no score at all, it has no run.

    Parameters
    ----------
    runs, missing_runs
        The runs as read, and those that are missing.
    scores
        Their scores, as they were read or without differences by rounding.
    higher_is_better
        The direction.
    """
    codes, blocks = blocks_of(runs)
    # both leave out NaN
    choose = np.fmin if higher_is_better else np.fmax
    worst = np.full(len(blocks), np.nan)
    choose.at(worst, codes, scores)
    if not runs.matched:
        # independent runs are one sample
        worst[:] = choose.reduce(worst)
    rows, columns = places_of_missing_runs(runs, missing_runs)
    known = ~np.isnan(worst[rows])
    rows, columns = rows[known], columns[known]
    used = mask_of_scored(runs)
    return (
        np.concatenate([codes[used], rows]),
        np.concatenate([runs.algorithm[used], columns]),
        np.concatenate([scores[used], worst[rows]]),
    )
