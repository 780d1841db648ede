"""The types of arrays in signatures."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["Array", "Booleans"]

Array = NDArray[np.float64]
Booleans = NDArray[np.bool_]
