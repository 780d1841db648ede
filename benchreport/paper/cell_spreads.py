"""The mean of each cell of a table, and how much its runs vary."""

import math
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd
import scipy.special
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.results.writing import number_format as fmt
from benchreport.wording.papers import paper_kit as wording

Floats = NDArray[np.float64]
Spread = Literal["sd", "se", "interval", "none"]


class Cells(NamedTuple):
    """Datasets × algorithms: means, the ± or half-width of each, and the number of runs behind them.

    Parameters
    ----------
    datasets
        The names of the rows.
    means, spreads
        Arrays (rows, k); NaN where there is no score, or fewer than two runs.
    runs
        The smallest and the largest number of runs in a cell that has any.
    """

    datasets: tuple[str, ...]
    means: Floats
    spreads: Floats
    runs: tuple[int, int]

    @property
    def varies(self) -> bool:
        """Whether any cell has a spread."""
        return not bool(np.isnan(self.spreads).all())


def average_cells(scores: Scores, spread: Spread, alpha: float) -> Cells:
    """Average the runs of each cell, with the spread asked for.

    Repeats and independent runs on one dataset are the runs of a single row.

    Parameters
    ----------
    scores
        A table of any design.
    spread
        ``"sd"``, ``"se"``, the half-width of the ``"interval"`` of the mean, or ``"none"``.
    alpha
        Intervals have confidence 1 − alpha.
    """
    rows, algorithms, values = scores.averaged_runs
    datasets, k = scores.blocks, len(scores.algorithms)
    if scores.block_kind != "dataset":
        datasets, rows = (scores.dataset or "all runs",), np.zeros_like(rows)
    groups = pd.Series(values).groupby(rows * k + algorithms)
    shape = (len(datasets), k)
    counts = _spread_out(groups.size().astype(float), shape, 0.0)
    deviations = _spread_out(groups.std(ddof=1), shape, math.nan)
    means = scores.values
    if scores.block_kind != "dataset":
        means = _spread_out(groups.mean(), shape, math.nan)
    occupied = counts[counts > 0]
    return Cells(
        datasets,
        np.asarray(means, dtype=float),
        _scale(deviations, counts, spread, alpha),
        (int(occupied.min()), int(occupied.max())),
    )


def _spread_out(values: "pd.Series[float]", shape: tuple[int, int], empty: float) -> Floats:
    cells = np.full(shape[0] * shape[1], empty)
    cells[values.index.to_numpy(dtype=np.intp)] = values.to_numpy(dtype=float)
    return cells.reshape(shape)


def _scale(deviations: Floats, counts: Floats, spread: Spread, alpha: float) -> Floats:
    """Turn standard deviations into the spread asked for."""
    if spread == "none":
        return np.full_like(deviations, math.nan)
    if spread == "sd":
        return deviations
    with np.errstate(divide="ignore", invalid="ignore"):
        errors = deviations / np.sqrt(counts)
        if spread == "se":
            return np.asarray(errors)
        return np.asarray(errors * scipy.special.stdtrit(counts - 1, 1 - alpha / 2))


def describe_spread(spread: Spread, cells: Cells, alpha: float) -> str:
    """Say in words what stands after ±; empty where nothing does.

    >>> cells = Cells(("iris",), np.ones((1, 2)), np.ones((1, 2)), (10, 10))
    >>> describe_spread("interval", cells, 0.05), describe_spread("sd", cells, 0.05)
    ('mean ± half-width of its 95% t interval over 10 runs', 'mean ± standard deviation over 10 runs')
    """
    if not cells.varies:
        return ""
    low, high = cells.runs
    runs = f"{high} runs" if low == high else f"{low} to {high} runs"
    words = {
        "sd": wording.STANDARD_DEVIATION,
        "se": wording.STANDARD_ERROR,
        "interval": wording.HALF_WIDTH.format(confidence=fmt.number(100 * (1 - alpha), 4)),
    }
    return wording.SPREAD.format(spread=words[spread], runs=runs)
