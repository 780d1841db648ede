"""Curves on common steps: the area below them, centres with bands, and normalised regret.

Rows are runs, columns are steps; NaN marks unknown scores.
Ours because numpy and scipy integrate straight lines, not steps, and know no bands of runs.
"""

import math
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.numerics.moments import moments

Floats = npt.NDArray[np.float64]
Center = Literal["mean", "median"]
Band = Literal["sd", "se", "quartiles", "bootstrap"]
TWO = 2


def area_under(
    step: npt.ArrayLike, score: npt.ArrayLike, low: float, high: float, *, log: bool = False
) -> float:
    """Return the mean height of a step function between two steps.

    Parameters
    ----------
    step, score
        (n,) the score holds from its step on, the last one for ever.
    low, high
        The steps at both ends; ``low`` is not before the first step.
    log
        Whether steps count by their logarithm: each decade the same.

    Returns
    -------
    float
        The area divided by the width, in units of the score.

    Examples
    --------
    >>> area_under([1, 2, 4], [3.0, 1.0, 0.0], 1, 5)
    1.25
    >>> area_under([1, 10], [1.0, 0.0], 1, 100, log=True)
    0.5
    """
    steps, scores = np.asarray(step, dtype=np.float64), np.asarray(score, dtype=np.float64)
    ends = np.clip(np.append(steps, high), low, high)
    widths = np.diff(np.log(ends) if log else ends)
    return float(widths / widths.sum() @ scores)


def regret(values: npt.ArrayLike, *, higher_is_better: bool) -> Floats:
    """Scale scores to how far they are from the best: 0 is the best of all, 1 the worst.

    Parameters
    ----------
    values
        Scores of all runs on one dataset at all steps, any shape.
    higher_is_better
        The direction.

    Returns
    -------
    ndarray
        Regret in the same shape, 0 to 1; zeros where all scores are the same.

    Examples
    --------
    >>> regret([[0.5, 0.9], [0.7, 0.7]], higher_is_better=True)
    array([[1. , 0. ],
           [0.5, 0.5]])
    """
    scores = np.asarray(values, dtype=np.float64)
    # halve first: the range of huge scores may overflow
    scores = scores / 2
    high, low = np.nanmax(scores), np.nanmin(scores)
    gap = high - scores if higher_is_better else scores - low
    return gap / (high - low) if high > low else np.zeros_like(scores) + 0 * scores


def centre_and_band(
    values: npt.ArrayLike,
    *,
    center: Center = "mean",
    band: Band = "se",
    confidence: float = 0.95,
    n_resamples: int = 2000,
    rng: int | np.random.Generator = 0,
) -> tuple[Floats, Floats, Floats]:
    """Return the centre of the rows at every column, and a band around it.

    Parameters
    ----------
    values
        (n, points); a column with a NaN has no centre and no band, as a mean needs the scores of
        all rows.
    center
        ``"mean"`` or ``"median"``.
    band
        ``"sd"``: ± the standard deviation (divisor n − 1); ``"se"``: ± it by √n; ``"quartiles"``: the
        25 % and 75 % points (R's type 7); ``"bootstrap"``: a percentile interval of the centre from
        rows drawn with replacement, the same rows at all columns. That of a mean has wider percentiles, as
        draws of n rows vary less than samples do (Hesterberg, 2015).
    confidence, n_resamples, rng
        Options of the bootstrap.

    Returns
    -------
    center, low, high
        (points,) each; a single row has no sd and no standard error.

    Examples
    --------
    >>> centre_and_band([[1.0, 2.0], [3.0, 2.0]], band="sd")[1].round(3)
    array([0.586, 2.   ])
    """
    rows = np.asarray(values, dtype=np.float64)
    n, points = rows.shape
    known = ~np.isnan(rows).any(axis=0)
    middle, low, high = (np.full(points, np.nan) for _ in range(3))
    complete = rows[:, known]
    middle[known] = np.median(complete, axis=0) if center == "median" else complete.mean(axis=0)
    if band == "quartiles":
        low[known], high[known] = np.percentile(complete, [25, 75], axis=0)
    elif n >= TWO and band == "bootstrap":
        low[known], high[known] = _bootstrap_ends(complete, center, confidence, n_resamples, rng)
    elif n >= TWO:
        width = moments(complete.T)[1] / (np.sqrt(n) if band == "se" else 1.0)
        low[known], high[known] = middle[known] - width, middle[known] + width
    return middle, low, high


def _bootstrap_ends(
    rows: Floats,
    center: Center,
    confidence: float,
    n_resamples: int,
    rng: int | np.random.Generator,
) -> Floats:
    """Draw rows with replacement: means by one matrix product, medians some draws at a time."""
    n = len(rows)
    draws = np.random.default_rng(rng).integers(0, n, size=(n_resamples, n))
    tail = (1 - confidence) / 2
    if center == "mean":
        weights = np.stack([np.bincount(draw, minlength=n) for draw in draws]) / n
        tail = float(special.ndtr(math.sqrt(n / (n - 1)) * special.stdtrit(n - 1, tail)))
        return np.asarray(np.quantile(weights @ rows, [tail, 1 - tail], axis=0))
    medians = np.concatenate(
        [np.median(rows[part], axis=1) for part in np.array_split(draws, max(1, n_resamples // 64))]
    )
    return np.asarray(np.quantile(medians, [tail, 1 - tail], axis=0))
