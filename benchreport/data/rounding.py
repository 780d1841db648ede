"""Averages of which ties survive."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["rounded"]

# Averages of the same runs in another order differ in the last bits; ties must survive that.
SIGNIFICANT_DIGITS = 12


def rounded(means: NDArray[np.float64], scale: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round averages relative to their runs' size, so that ties among averages stay ties."""
    size = np.floor(np.log10(np.maximum(scale, np.finfo(float).tiny)))
    # powers of ten are exact up to 22, and dividing by one gives the double nearest to the decimal
    digits = np.clip(SIGNIFICANT_DIGITS - 1 - size, -22, 22)
    up, down = 10.0 ** np.maximum(digits, 0), 10.0 ** np.maximum(-digits, 0)
    held: NDArray[np.float64] = np.round(means * up / down) / up * down
    beyond = np.abs(SIGNIFICANT_DIGITS - 1 - size) > 22  # noqa: PLR2004 - see above
    return np.where(beyond, means, held)
