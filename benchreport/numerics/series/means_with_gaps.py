"""Means and deviations of columns with gaps, NaN where a column has too few values.

Ours because numpy's ``nanmean`` warns of an empty column, and a filter of warnings is not safe from
threads.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def column_means(values: Floats) -> Floats:
    """Return the mean of each column's values.

    numpy's own warns of an empty column, and a filter of warnings is not safe from threads.

    Parameters
    ----------
    values
        (n, S); NaN where there is none.

    Examples
    --------
    >>> column_means(np.array([[1.0, np.nan], [3.0, np.nan]])).tolist()
    [2.0, nan]
    """
    known = ~np.isnan(values)
    return _over(np.where(known, values, 0.0).sum(axis=0), known.sum(axis=0))


def column_deviations(values: Floats) -> Floats:
    """Return the standard deviation of each column's values, with n − 1; they need two.

    Parameters
    ----------
    values
        (n, S); NaN where there is none.

    Examples
    --------
    >>> column_deviations(np.array([[1.0, 5.0], [3.0, np.nan]])).round(3).tolist()
    [1.414, nan]
    """
    away = values - column_means(values)
    counts = (~np.isnan(values)).sum(axis=0)
    return np.sqrt(_over(np.nansum(away**2, axis=0), counts - 1))


def _over(sums: Floats, counts: NDArray[np.intp]) -> Floats:
    out = np.full(sums.shape, np.nan)
    np.divide(sums, counts, out=out, where=counts > 0)
    return out
