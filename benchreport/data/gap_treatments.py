"""What becomes of runs that are missing: which runs are averaged, and which blocks are left out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from benchreport.data.missing_runs import find_shared_runs, mask_of_scored, places_of_missing_runs
from benchreport.data.score_runs import Runs
from benchreport.errors import DataError, DesignError, examples, format_count
from benchreport.hints import bench
from benchreport.numerics.cell_means import cell_means
from benchreport.numerics.ties import snap

if TYPE_CHECKING:
    # scores are read by the module that imports this one
    from benchreport.data.scores import Scores

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


def average_runs(
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    scores: NDArray[np.float64],
    n_rows: int,
    n_columns: int,
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Average the runs of each cell that have a score; a cell without any is empty."""
    shape = (n_rows, n_columns)
    means, counts, largest = cell_means(rows, columns, scores, shape)
    # runs that differ by rounding alone may have averages that differ in the last bits
    return snap(means.ravel(), largest.ravel()).reshape(shape), counts


def treat_gaps(table: Scores) -> Scores:
    """Return a table of averages with its missing runs treated as its ``missing`` says."""
    if table.missing == "worst" and table.missing_runs:
        table = _fill_with_worst(table)
    if table.block_kind == "run":
        return _select_blocks(table, np.any(table.counts, axis=1))
    if table.missing == "paired":
        table = _pair_repeats(table)
    leaves_out = table.missing == "drop" or (
        table.missing == "paired" and table.block_kind == "repeat"
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


def _pair_repeats(table: Scores) -> Scores:
    """Average the repeats that all algorithms with runs on a dataset have."""
    if table.block_kind != "dataset" or table.counts.min() == len(table.runs.repeats):
        return table
    runs = table.runs
    scores = np.where(find_shared_runs(runs), runs.read, np.nan)
    values, counts = average_runs(runs.dataset, runs.algorithm, scores, *table.values.shape)
    alone = _where(np.any(table.counts, axis=1) & ~np.any(counts, axis=1), table.blocks)
    if alone:
        raise DesignError(
            f"the algorithms share no repeat on {format_count(len(alone), 'dataset')}: {examples(alone)}; "
            "missing='paired' averages the repeats that all of them have.",
            hint=bench(missing="available"),
        )
    return replace(table, values=values, counts=counts)


def _fill_with_worst(table: Scores) -> Scores:
    names = _where(~np.any(table.counts, axis=1), table.blocks)
    if names and table.block_kind != "run":
        raise DataError(
            f"{format_count(len(names), table.block_kind)} without any score, so without a worst one: "
            f"{examples(names)}.",
            hint=bench(missing="drop"),
        )
    rows, columns, values = runs_with_worst(table, table.runs.read)
    averages, counts = average_runs(rows, columns, values, *table.values.shape)
    missing = places_of_missing_runs(table.runs, table.missing_runs)
    pairs = dict.fromkeys(zip(*(places.tolist() for places in missing), strict=True))
    filled = tuple((table.algorithms[column], table.blocks[row]) for row, column in pairs)
    return replace(table, values=averages, counts=counts, filled=filled)


def runs_with_worst(table: Scores, scores: NDArray[np.float64]) -> RunColumns:
    """Return block, algorithm and score of each run, with the worst score for those that are missing.

    Parameters
    ----------
    table
        A table without any treatment yet, or filled.
    scores
        The scores of its runs, as they were read or without differences by rounding.
    """
    runs, (codes, _) = table.runs, blocks_of(table.runs)
    rows, columns = places_of_missing_runs(runs, table.missing_runs)
    used = mask_of_scored(runs)
    return (
        np.concatenate([codes[used], rows]),
        np.concatenate([runs.algorithm[used], columns]),
        np.concatenate([scores[used], _worst_of_blocks(table, codes, scores)[rows]]),
    )


def _worst_of_blocks(
    table: Scores, codes: NDArray[np.intp], scores: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the worst run of each block; independent runs are one sample."""
    # both leave out NaN
    choose = np.fmin if table.higher_is_better else np.fmax
    worst = np.full(len(table.blocks), np.nan)
    choose.at(worst, codes, scores)
    if table.block_kind == "run":
        worst[:] = choose.reduce(worst)
    return worst
