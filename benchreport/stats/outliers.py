"""Scores that lie far from what the rest of the table makes one expect."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.errors import check_number
from benchreport.results.base import Design
from benchreport.results.findings import Finding, FindingsResult
from benchreport.stats._assumptions import notes

__all__ = ["outliers"]

Array = NDArray[np.float64]
SIGMAS_IN_A_MAD = 1.4826
MEAN_DEVIATION = 1.2533
SWEEPS = 20
FEWEST = 3


def outliers(scores: Scores, *, threshold: float = 3.5) -> FindingsResult:
    """List scores to investigate; none is removed, and none counts less.

    There is no H0 and no H1. An outlier may be a failed run, a typing error, or the most interesting
    dataset of all: it has to be looked at.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; cells may be empty.
    threshold
        Robust standard deviations from which a score is listed.

    Returns
    -------
    FindingsResult
        With algorithm, dataset and repeat of each, what was expected and how far off it is. Cells
        are measured from the additive fit of algorithm and block by medians; runs of a cell with
        three or more from the cell's median.

    Raises
    ------
    OptionError
        The threshold is not above 0.

    Notes
    -----
    Distances are in units of 1.4826 times the median absolute residual from fits by means, which
    unlike those by medians leave no residual at nothing; where more than half of these are zero,
    1.2533 times their mean absolute value. Of tables of normal scores 5 to 15 % have one listed by
    chance, large ones (20 × 30) a third.

    References
    ----------
    Iglewicz & Hoaglin (1993), How to Detect and Handle Outliers: modified z scores above 3.5.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({
    ...     "a": [0.91, 0.82, 0.93, 0.74, 0.85], "b": [0.90, 0.80, 0.92, 0.72, 0.84],
    ...     "c": [0.89, 0.81, 0.91, 0.12, 0.83],
    ... }, index=pd.Index(["d1", "d2", "d3", "d4", "d5"], name="dataset"))
    >>> row = outliers(Scores.from_frame(frame, Roles(score="accuracy"))).rows[0]
    >>> row.algorithm, row.dataset, row.score
    ('c', 'd4', 0.12)
    """
    check_number("threshold", threshold, above=0, hint="threshold=3.5")
    found = [*_cells(scores, threshold), *_within(scores, threshold)]
    found.sort(key=lambda row: -abs(row.distance))
    return FindingsResult(
        procedure="outliers",
        method="Outliers to investigate",
        design=Design.of(scores),
        warnings=notes(scores),
        references=("iglewicz1993",),
        rows=tuple(found),
        looked_at=int((~np.isnan(scores.runs.value)).sum()),
        what="outlying score",
        consequence="Look at each: a failed run is repeated, a typing error corrected, and anything "
        "else stays in. Rank-based tests are hardly moved by them.",
    )


def _cells(scores: Scores, threshold: float) -> list[Finding]:
    values = scores.values
    if scores.block_kind == "run":
        centres = np.nanmedian(values, axis=0)
        fitted = np.broadcast_to(centres, values.shape)
    else:
        fitted = _polished(values)
    distances = _distances(values - fitted, _cell_spread(scores, values), np.nanmax(np.abs(values)))
    rows = []
    for row, column in np.argwhere(np.abs(distances) > threshold):
        block = scores.blocks[row]
        of_dataset = scores.block_kind == "dataset"
        rows.append(
            Finding(
                scores.algorithms[column],
                block if of_dataset else scores.dataset,
                "" if of_dataset else block,
                float(values[row, column]),
                float(fitted[row, column]),
                float(distances[row, column]),
                "mean of its repeats" if scores.counts[row, column] > 1 else "",
            )
        )
    return rows


def _polished(values: Array) -> Array:
    """Fit rows and columns by medians (Tukey's median polish)."""
    left = values.copy()
    for _ in range(SWEEPS):
        before = left.copy()
        left = left - _centres(np.nanmedian, left, axis=1)
        left = left - _centres(np.nanmedian, left, axis=0)
        if np.nanmax(np.abs(before - left)) <= 1e-12 * np.nanmax(np.abs(values)):
            break
    return values - left


def _cell_spread(scores: Scores, values: Array) -> Array:
    """Residuals from means, of unit variance where scores have it: medians fit many to nothing."""
    present = ~np.isnan(values)
    if scores.block_kind == "run":
        alone: Array = np.sqrt(np.maximum(1 - 1 / present.sum(axis=0), 0.5))
        return np.asarray((values - np.nanmean(values, axis=0)) / alone, dtype=np.float64)
    left = values.copy()
    for _ in range(SWEEPS):
        left = left - _centres(np.nanmean, left, axis=1)
        left = left - _centres(np.nanmean, left, axis=0)
    n_blocks, k = values.shape
    return np.asarray(left / np.sqrt((1 - 1 / n_blocks) * (1 - 1 / k)), dtype=np.float64)


def _centres(centre: Callable[..., Array], values: Array, *, axis: int) -> Array:
    """Return the centres of rows or columns; of those without any score 0, which leaves them empty."""
    empty = np.isnan(values).all(axis=axis, keepdims=True)
    return centre(np.where(empty, 0.0, values), axis=axis, keepdims=True)


def _distances(residuals: Array, unit: Array, scale: float) -> Array:
    """Divide by the robust standard deviation of residuals of unit variance."""
    sizes = np.abs(unit)
    spread = SIGMAS_IN_A_MAD * float(np.nanmedian(sizes))
    noise = 1e-12 * float(scale)
    if spread <= noise:
        spread = MEAN_DEVIATION * float(np.nanmean(sizes))
    return residuals / spread if spread > noise else np.zeros_like(residuals)


def _within(scores: Scores, threshold: float) -> list[Finding]:
    """Measure runs from the median of their cell, where cells hold several."""
    runs = scores.runs
    there = ~np.isnan(runs.value)
    if scores.block_kind != "dataset" or scores.counts.max() < FEWEST:
        return []
    kept = np.isin(np.array(runs.datasets), scores.blocks)
    places = np.flatnonzero(there & kept[runs.dataset])
    cell = runs.dataset[places] * len(runs.algorithms) + runs.algorithm[places]
    codes = np.unique(cell, return_inverse=True)[1]
    counts = np.bincount(codes)
    order = np.lexsort((runs.value[places], codes))
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    ordered = runs.value[places][order]
    medians = (ordered[starts + (counts - 1) // 2] + ordered[starts + counts // 2]) / 2
    several = counts[codes] >= FEWEST
    residuals = np.where(several, runs.value[places] - medians[codes], np.nan)
    means = np.bincount(codes, runs.value[places]) / counts
    unit = (runs.value[places] - means[codes]) / np.sqrt(np.maximum(1 - 1 / counts[codes], 0.5))
    unit = np.where(several, unit, np.nan)
    distances = _distances(residuals, unit, float(np.abs(runs.value[places]).max()))
    return [
        Finding(
            runs.algorithms[runs.algorithm[places[at]]],
            runs.datasets[runs.dataset[places[at]]],
            runs.repeats[runs.repeat[places[at]]],
            float(runs.value[places[at]]),
            float(medians[codes[at]]),
            float(distances[at]),
            "among the repeats of its cell",
        )
        for at in np.flatnonzero(np.abs(distances) > threshold).tolist()
    ]
