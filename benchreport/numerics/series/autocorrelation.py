"""Autocorrelation of many short series at once, and what it costs in independent values.

Ours because statsmodels' ``acf`` takes one series, without Kendall's correction for short ones.
"""

import numpy as np
import numpy.typing as npt

from benchreport.numerics.series.means_with_gaps import column_means

Floats = npt.NDArray[np.float64]

LARGEST = 0.9
FEW = 8
"""Fewer series than this say too little about each other to be drawn together."""


def lag_one(residuals: Floats) -> tuple[Floats, Floats]:
    """Estimate the correlation of each night with the one before, corrected for its bias.

    Parameters
    ----------
    residuals
        (T, S): T nights of S series, around their level; NaN where a night has no value. Pairs of
        neighbouring nights that both have one are used.

    Returns
    -------
    tuple
        (S,) the estimates, 0 where a series is constant, and (S,) how many pairs each rests on.

    Notes
    -----
    As R's ``acf`` with ``na.action = na.pass``: sums of products over their number and one, divided by
    the mean square. Kendall's correction adds (1 + 3r)/n, by which that is too small in short series.

    References
    ----------
    Kendall (1954), Note on bias in the estimation of autocorrelation, Biometrika 41.

    Examples
    --------
    >>> series = np.array([[1.0], [-1.0], [1.0], [-1.0]])
    >>> lag_one(series)[0].round(2).tolist()
    [-1.0]
    """
    deviation = residuals - column_means(residuals)
    # squares of very large or small values would overflow or vanish
    largest = np.nanmax(np.abs(deviation), axis=0, initial=0.0)
    deviation = deviation / np.where(largest > 0, largest, 1.0)
    both = ~np.isnan(deviation[1:]) & ~np.isnan(deviation[:-1])
    pairs = both.sum(axis=0)
    products = np.where(both, deviation[1:] * deviation[:-1], 0.0).sum(axis=0)
    squares = np.nansum(deviation**2, axis=0)
    values = (~np.isnan(deviation)).sum(axis=0)
    usable = (squares > 0) & (pairs > 0)
    # divide each sum by its number: gaps remove more products than squares
    raw = np.divide(
        products * values, squares * (pairs + 1.0), out=np.zeros(len(pairs)), where=usable
    )
    raw = np.clip(raw, -1.0, 1.0)
    corrected = raw + np.where(usable, (1 + 3 * raw) / np.maximum(values, 1), 0.0)
    return np.clip(corrected, -1.0, 1.0), pairs.astype(float)


def shrink(estimates: Floats, pairs: Floats, *, caution: float = 1.0) -> Floats:
    """Draw the series' estimates towards their mean as far as chance explains their spread.

    Parameters
    ----------
    estimates, pairs
        (S,), from `lag_one`.
    caution
        How many standard errors are added where there seems to be autocorrelation: taking it for
        smaller than it is would raise false alarms.

    Returns
    -------
    ndarray of shape (S,)
        Between 0 and 0.9. Negative autocorrelation is taken for none.

    Notes
    -----
    Each estimate is weighted by σ²/(σ² + s²) and the mean by the rest, where s² = (1 − r²)/n is a
    series' sampling variance and σ² what the variance of the estimates has beyond it (empirical
    Bayes). Fewer than eight series keep their own.

    Examples
    --------
    >>> shrink(np.array([0.1, -0.1] * 5), np.full(10, 30.0)).tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    usable = pairs > 0
    error = np.sqrt((1 - np.minimum(estimates**2, 1.0)) / np.maximum(pairs, 1.0))
    shrunken = np.where(usable, estimates, 0.0)
    if usable.sum() >= FEW:
        chosen, noise = estimates[usable], float(np.mean(error[usable] ** 2))
        between = max(0.0, float(np.var(chosen, ddof=1)) - noise)
        weight = between / (between + noise) if noise > 0 else 1.0
        shrunken = np.where(usable, chosen.mean() + weight * (estimates - chosen.mean()), 0.0)
    seems = shrunken > 0.1  # noqa: PLR2004 - below, the correction is smaller than the error of it
    careful: Floats = np.clip(shrunken + caution * seems * error, 0.0, LARGEST)
    return careful


def effective_size(n: Floats, rho: Floats) -> Floats:
    """Return how many independent values n autocorrelated ones are worth for their mean.

    Parameters
    ----------
    n
        (S,) values.
    rho
        (S,) lag-one autocorrelation of an AR(1) series.

    Examples
    --------
    >>> effective_size(np.array([60.0]), np.array([0.5])).tolist()
    [20.0]
    """
    worth: Floats = n * (1 - rho) / (1 + rho)
    return worth


def rho_of_steps(series: Floats) -> float:
    """Estimate the lag-one correlation of a series (T,) by its steps, which few changes of level disturb.

    Notes
    -----
    Of AR(1), steps over two nights have 1 + ρ times the variance of those over one; by median absolute steps.

    Examples
    --------
    >>> rho_of_steps(np.array([0.0, 1.0, 2.0, 1.0, 0.0, -1.0, -2.0, -1.0, 8.0, 9.0, 8.0, 7.0]))
    0.9
    """
    if len(series) <= 2:  # noqa: PLR2004 - no step over two nights
        return 0.0
    one, two = (float(np.median(np.abs(series[lag:] - series[:-lag]))) for lag in (1, 2))
    return float(np.clip((two / one) ** 2 - 1, 0.0, LARGEST)) if one > 0 else 0.0
