"""Work on some rows at a time, so that memory stays bounded."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["by_rows"]

HELD = 1 << 22
"""How many numbers of an intermediate array are held at a time: 32 MiB."""


def by_rows(function: Callable[..., Any], *arrays: npt.NDArray[Any], width: int) -> Any:  # noqa: ANN401
    """Call a function on some rows of all arrays at a time, and join what it returns.

    Parameters
    ----------
    function
        Takes rows of each array; returns an array, or a (named) tuple of arrays, a row each.
    *arrays
        Of the same length.
    width
        How many numbers a row becomes inside.

    Examples
    --------
    >>> by_rows(lambda rows: rows.sum(axis=1), np.ones((5, 2)), width=HELD)
    array([2., 2., 2., 2., 2.])
    """
    n = len(arrays[0])
    step = max(1, HELD // max(1, width))
    if n <= step:
        return function(*arrays)
    parts = [
        function(*(array[start : start + step] for array in arrays)) for start in range(0, n, step)
    ]
    first = parts[0]
    if not isinstance(first, tuple):
        return np.concatenate(parts)
    joined = [np.concatenate(each) for each in zip(*parts, strict=True)]
    return type(first)(*joined) if hasattr(first, "_fields") else tuple(joined)
