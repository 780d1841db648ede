"""Scores far from those that the others predict."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.moments import spans_decades
from benchreport.numerics.multiplicity.adjust import adjust
from benchreport.numerics.tails import p_of_t, p_of_z
from benchreport.results.base import Design
from benchreport.results.checks.suspect_cells import Finding, FindingsResult
from benchreport.results.later import later
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes
from benchreport.wording.results import measures
from benchreport.wording.verdicts import checks as wording

SIGMAS_IN_A_MAD = 1.4826
MEAN_DEVIATION = 1.2533
SWEEPS = 20
FEWEST = 3
# residuals of published tables have tails as heavy as this t distribution
DOF = 5


def outliers(scores: Scores, *, alpha: float = 0.05) -> FindingsResult:
    """List scores to investigate; none is removed, and none counts less.

    H0 for each score: its deviation from what the other scores predict follows a t distribution
    with 5 degrees of freedom. H1: the deviation is larger. An outlier may be a failed run, a typing
    error, or the most interesting dataset of all: someone has to look at it.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; cells may be empty.
    alpha
        The probability that the list is not empty for a table without outliers: p-values are adjusted
        for the number of scores tested (Holm).

    Returns
    -------
    FindingsResult
        Algorithm, dataset and repeat of each, with the expected score and the distance from it. Cells
        are compared with the additive fit of algorithm and block by medians; runs of a cell with three
        or more with the cell's median.

    Raises
    ------
    OptionError
        alpha does not lie between 0 and 1.

    Notes
    -----
    Distances are in units of 1.4826 times the median absolute residual from fits by means (fits by
    medians make many residuals zero); where more than half of these are zero, 1.2533 times their mean
    absolute value. Where a score's own block or algorithm (for runs, its own dataset) spreads more than
    the table, that spread is the unit. Residuals of benchmarks have heavier tails than normal ones, so
    the reference is t with 5 degrees of freedom.

    Where scores are positive and span more than two decades, as runtimes and losses do, a score counts as
    far off only if its logarithm is, too, by the normal distribution: the larger of both p-values is taken.

    References
    ----------
    Iglewicz & Hoaglin (1993), How to Detect and Handle Outliers, for the robust distance; Holm (1979).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "a": [0.91, 0.82, 0.93, 0.74, 0.85], "b": [0.90, 0.80, 0.92, 0.72, 0.84],
    ...     "c": [0.89, 0.81, 0.91, 0.12, 0.83],
    ... }, index=pd.Index(["d1", "d2", "d3", "d4", "d5"], name="dataset"))
    >>> row = frame.bench(score="accuracy").outliers().rows[0]
    >>> row.algorithm, row.dataset, row.score
    ('c', 'd4', 0.12)
    """
    check_fraction("alpha", alpha)
    rows = _select_significant([*_test_cells(scores), *_test_runs(scores)], alpha)
    rows.sort(key=lambda row: -abs(row.distance))
    averaged = any(row.note == measures.AMONG_REPEATS for row in rows)
    return FindingsResult(
        procedure="outliers",
        method="Outliers to investigate",
        correction="holm",
        alpha=alpha,
        design=Design.of(scores),
        warnings=later(lambda: notes(scores)),
        references=("iglewicz1993", "holm1979"),
        rows=tuple(rows),
        looked_at=int((~np.isnan(scores.runs.read)).sum()),
        what="outlying score",
        consequence=wording.WHAT_TO_DO.format(
            effect=wording.MEANS_MOVE if averaged else wording.RANKS_HARDLY_MOVE
        ),
    )


class _Tested(NamedTuple):
    """Distances, their p-values, and a function that describes one of them."""

    distance: Array
    p_value: Array
    describe: Callable[[int], Finding]


def _select_significant(parts: list[_Tested], alpha: float) -> list[Finding]:
    """Return the findings that are significant after a correction over the distances of all parts."""
    p_values = [part.p_value for part in parts]
    together = np.concatenate(p_values) if p_values else np.zeros(0)
    adjusted = adjust(together, "holm") if len(together) else together
    starts = np.cumsum([0, *map(len, p_values)])
    return [
        part.describe(place)._replace(p_adjusted=float(adjusted[start + place]))
        for part, start in zip(parts, starts.tolist(), strict=False)
        for place in np.flatnonzero(adjusted[start : start + len(part.p_value)] <= alpha).tolist()
    ]


def _test_cells(scores: Scores) -> list[_Tested]:
    values = scores.values
    rows, columns = np.nonzero(~np.isnan(values))
    fitted, every = _cell_distances(scores, values)
    distances = every[rows, columns]
    p_values = p_of_t(distances, DOF)
    if spans_decades(values):
        of_logarithms = _cell_distances(scores, np.log(values))[1][rows, columns]
        distances, p_values = _nearer(distances, p_values, of_logarithms)
    of_dataset = scores.block_kind == "dataset"
    # runs that no column numbers were numbered by size
    numbered = bool(scores.runs.repeat_columns)

    def describe(place: int) -> Finding:
        row, column = int(rows[place]), int(columns[place])
        block = scores.blocks[row]
        return Finding(
            scores.algorithms[column],
            block if of_dataset else scores.dataset,
            block if numbered and not of_dataset else "",
            float(values[row, column]),
            float(fitted[row, column]),
            float(distances[place]),
            measures.MEAN_OF_REPEATS if scores.counts[row, column] > 1 else "",
        )

    return [_Tested(distances, p_values, describe)]


def _cell_distances(scores: Scores, values: Array) -> tuple[Array, Array]:
    """Return the score to expect in each cell, and how far the cell's score is from it."""
    if scores.block_kind == "run":
        fitted: Array = np.broadcast_to(np.nanmedian(values, axis=0), values.shape)
    else:
        fitted = _fit_by_medians(values)
    unit = np.full(values.shape, _unit(_cell_spread(scores, values), values))
    if scores.block_kind != "run":
        unit = np.maximum(unit, _local_spread(values - fitted))
    return fitted, _distances(values - fitted, unit)


def _nearer(distances: Array, p_values: Array, of_logarithms: Array) -> tuple[Array, Array]:
    """Return for each score the distance that is less striking, and its p-value.

    Logarithms have no long tail by themselves: their reference is the normal distribution.
    """
    p_of_logarithms = np.where(distances * of_logarithms > 0, p_of_z(of_logarithms), 1.0)
    nearer = p_of_logarithms > p_values
    return np.where(nearer, of_logarithms, distances), np.maximum(p_values, p_of_logarithms)


def _local_spread(residuals: Array) -> Array:
    """Return for each cell the larger robust spread of its block and its algorithm."""
    sizes = np.abs(residuals)
    block, algorithm = (_centres(_medians_of, sizes, axis=axis) for axis in (1, 0))
    spread: Array = SIGMAS_IN_A_MAD * np.maximum(block, algorithm)
    return spread


def _fit_by_medians(values: Array) -> Array:
    """Fit rows and columns by medians (Tukey's median polish)."""
    residuals = values.copy()
    for _ in range(SWEEPS):
        before = residuals.copy()
        residuals = residuals - _centres(_medians_of, residuals, axis=1)
        residuals = residuals - _centres(_medians_of, residuals, axis=0)
        if np.nanmax(np.abs(before - residuals)) <= 1e-12 * np.nanmax(np.abs(values)):
            break
    return values - residuals


def _cell_spread(scores: Scores, values: Array) -> Array:
    """Return the residuals from means, scaled to the variance of the errors."""
    present = ~np.isnan(values)
    if scores.block_kind == "run":
        shrinkage: Array = np.sqrt(np.maximum(1 - 1 / present.sum(axis=0), 0.5))
        return np.asarray((values - np.nanmean(values, axis=0)) / shrinkage, dtype=np.float64)
    residuals = values.copy()
    for _ in range(SWEEPS):
        residuals = residuals - _centres(np.nanmean, residuals, axis=1)
        residuals = residuals - _centres(np.nanmean, residuals, axis=0)
    n_blocks, k = values.shape
    return np.asarray(residuals / np.sqrt((1 - 1 / n_blocks) * (1 - 1 / k)), dtype=np.float64)


def _centres(centre: Callable[..., Array], values: Array, *, axis: int) -> Array:
    """Return the centres of rows or columns; 0 for those without any score."""
    empty = np.isnan(values).all(axis=axis, keepdims=True)
    return centre(np.where(empty, 0.0, values), axis=axis, keepdims=True)


def _medians_of(values: Array, *, axis: int, keepdims: bool) -> Array:
    # numpy's nanmedian sorts masked arrays, in six times the time
    median = np.nanmedian if np.isnan(values).any() else np.median
    medians: Array = median(values, axis=axis, keepdims=keepdims)
    return medians


def _unit(residuals: Array, values: Array) -> float:
    """Return a robust standard deviation of the residuals; 0 where they do not vary."""
    sizes = np.abs(residuals)
    spread = SIGMAS_IN_A_MAD * float(np.nanmedian(sizes))
    noise = 1e-12 * float(np.nanmax(np.abs(values)))
    if spread <= noise:
        spread = MEAN_DEVIATION * float(np.nanmean(sizes))
    return spread if spread > noise else 0.0


def _distances(residuals: Array, unit: Array) -> Array:
    return np.divide(residuals, unit, out=np.zeros_like(residuals), where=unit > 0)


def _test_runs(scores: Scores) -> list[_Tested]:
    """Compare runs with the median of their cell, where cells hold several."""
    runs = scores.runs
    if scores.block_kind != "dataset" or scores.counts.max() < FEWEST:
        return []
    places = np.flatnonzero(scores.used_runs)
    cell = runs.dataset[places] * len(runs.algorithms) + runs.algorithm[places]
    codes, counts = np.unique(cell, return_inverse=True, return_counts=True)[1:]
    several = counts[codes] >= FEWEST
    values, codes = runs.value[places[several]], codes[several]
    places = places[several]
    cells = codes, counts
    medians, distances = _run_distances(values, cells, runs.dataset[places], len(runs.datasets))
    p_values = p_of_t(distances, DOF)
    if spans_decades(values):
        of_logarithms = _run_distances(
            np.log(values), cells, runs.dataset[places], len(runs.datasets)
        )
        distances, p_values = _nearer(distances, p_values, of_logarithms[1])

    def describe(place: int) -> Finding:
        run = places[place]
        return Finding(
            runs.algorithms[runs.algorithm[run]],
            runs.datasets[runs.dataset[run]],
            runs.repeats[runs.repeat[run]] if runs.repeat_columns else "",
            float(values[place]),
            float(medians[codes[place]]),
            float(distances[place]),
            measures.AMONG_REPEATS,
        )

    return [_Tested(distances, p_values, describe)]


def _run_distances(
    values: Array,
    cells: tuple[NDArray[np.intp], NDArray[np.intp]],
    dataset: NDArray[Any],
    n_datasets: int,
) -> tuple[Array, Array]:
    """Return the median of each cell, and how far each run is from that of its own."""
    codes, counts = cells
    medians = _medians(values, codes, len(counts))
    means = np.bincount(codes, values, len(counts)) / np.maximum(counts, 1)
    residuals = (values - means[codes]) / np.sqrt(1 - 1 / counts[codes])
    dataset_spread = _medians(np.abs(residuals), dataset, n_datasets)[dataset]
    unit = np.maximum(_unit(residuals, values), SIGMAS_IN_A_MAD * dataset_spread)
    return medians, _distances(values - medians[codes], unit)


def _medians(values: Array, codes: NDArray[np.intp], n: int) -> Array:
    """Return the median of the values of each code; NaN for codes without values."""
    order = np.lexsort((values, codes))
    counts = np.bincount(codes, minlength=n)
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    last = max(len(values) - 1, 0)
    low = np.minimum(starts + np.maximum(counts - 1, 0) // 2, last)
    high = np.minimum(starts + counts // 2, last)
    middle = (values[order][low] + values[order][high]) / 2
    return np.where(counts > 0, middle, np.nan)
