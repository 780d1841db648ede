"""Slow drift of many series: Mann and Kendall's test with Theil and Sen's slope."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.numerics.chunks import by_rows

__all__ = ["Drift", "drift"]

Floats = npt.NDArray[np.float64]


class Drift(NamedTuple):
    """The trend of each series.

    Parameters
    ----------
    slope
        (S,) Theil–Sen, in units a night; NaN with fewer than two values.
    p_values
        (S,) two-sided.
    """

    slope: Floats
    p_values: Floats


def drift(values: Floats, rho: Floats) -> Drift:
    """Test each series for a monotone trend over its nights.

    H0: the order of the values is chance (but for their autocorrelation). H1: they tend up or down.

    Parameters
    ----------
    values
        (T, S); NaN where a night has no value.
    rho
        (S,) lag-one autocorrelation of the values around their trend.

    Notes
    -----
    Kendall's S with its variance under ties and the correction for continuity; the variance is
    multiplied by (1 + ρ)/(1 − ρ), the ratio of the nights to what they are worth.

    References
    ----------
    Sen (1968), Estimates of the regression coefficient based on Kendall's tau, JASA 63.
    Yue & Wang (2004), The Mann-Kendall test modified by effective sample size to detect trend in
    serially correlated hydrological series, Water Resources Management 18.

    Examples
    --------
    >>> found = drift(np.arange(10.0)[:, None], np.zeros(1))
    >>> found.slope.tolist(), found.p_values.round(5).tolist()
    ([1.0], [8e-05])
    """
    nights = len(values)
    first, second = np.triu_indices(nights, 1)
    found = by_rows(
        lambda rows, each: _of(rows, each, first, second),
        values.T.copy(),
        rho,
        width=3 * max(1, len(first)),
    )
    return Drift(*found)


def _of(
    rows: Floats, rho: Floats, first: npt.NDArray[np.intp], second: npt.NDArray[np.intp]
) -> tuple[Floats, Floats]:
    rise = rows[:, second] - rows[:, first]
    slope = np.full(len(rows), np.nan)
    known = ~np.isnan(rise).all(axis=1) if rise.shape[1] else np.zeros(len(rows), dtype=bool)
    slope[known] = np.nanmedian(rise[known] / (second - first), axis=1)
    score = np.nansum(np.sign(rise), axis=1)
    n = (~np.isnan(rows)).sum(axis=1).astype(float)
    variance = (n * (n - 1) * (2 * n + 5) - _ties(rows)) / 18 * (1 + rho) / (1 - rho)
    z = np.divide(
        np.sign(score) * np.maximum(np.abs(score) - 1, 0),
        np.sqrt(np.maximum(variance, 0)),
        out=np.zeros(len(rows)),
        where=variance > 0,
    )
    return slope, np.minimum(1.0, 2 * special.ndtr(-np.abs(z)))


def _ties(rows: Floats) -> Floats:
    """Return Σ t(t − 1)(2t + 5) over the groups of equal values of each row."""
    ordered = np.sort(rows, axis=1)
    total = np.zeros(len(rows))
    run = np.ones(len(rows))
    for place in range(1, rows.shape[1] + 1):
        same = (
            ordered[:, place] == ordered[:, place - 1]
            if place < rows.shape[1]
            else np.zeros(len(rows), dtype=bool)
        )
        total += np.where(same, 0.0, run * (run - 1) * (2 * run + 5))
        run = np.where(same, run + 1, 1.0)
    return total
