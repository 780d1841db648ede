"""The Shapiro–Wilk test of many samples.

Ours because scipy's ``shapiro``, which is called, warns of constant samples and of long ones.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

LARGEST = 5000
"""The most values for which Royston's approximation holds."""


def shapiro_w(samples: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return W and p of each sample; NaN below 3 values, above 5,000, or where none differ.

    Parameters
    ----------
    samples
        Array (m, n).

    References
    ----------
    Shapiro & Wilk (1965); Royston (1995), Applied Statistics 44, as scipy has it.

    Examples
    --------
    >>> w, p = shapiro_w([[1.0, 2.0, 3.0, 4.0, 10.0], [1.0, 1.0, 1.0, 1.0, 1.0]])
    >>> w.round(3).tolist(), p.round(3).tolist()
    ([0.836, nan], [0.154, nan])
    """
    table = np.atleast_2d(np.asarray(samples, dtype=float))
    w, p = np.full(len(table), np.nan), np.full(len(table), np.nan)
    if not 3 <= table.shape[1] <= LARGEST:  # noqa: PLR2004 - two values are always in line
        return w, p
    for place in np.flatnonzero(np.ptp(table, axis=1) > 0):
        sample = table[place] - np.median(table[place])
        w[place], p[place] = stats.shapiro(sample / np.abs(sample).max())
    return w, p


def shapiro_p(samples: ArrayLike) -> NDArray[np.float64]:
    """Return only the p-values of `shapiro_w`."""
    return shapiro_w(samples)[1]
