"""Call a function on some rows at a time, so that memory stays bounded.

Ours because numpy has no such loop, and Dask's is a dependency that most tables do not need.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from benchreport.progress import watch
from benchreport.wording.shell import progress as steps

HELD = 1 << 18
"""The most numbers of an intermediate array held at a time: 2 MiB, which fit into a cache."""


def by_rows(function: Callable[..., Any], *arrays: npt.NDArray[Any], width: int) -> Any:  # noqa: ANN401
    """Call a function on some rows of all arrays at a time, and join what it returns.

    Parameters
    ----------
    function
        Takes rows of each array; returns an array, or a (named) tuple of arrays, with as many rows.
    *arrays
        Arrays of the same length.
    width
        How many numbers the function makes of a row on its way.

    Examples
    --------
    >>> by_rows(lambda rows: rows.sum(axis=1), np.ones((5, 2)), width=HELD)
    array([2., 2., 2., 2., 2.])
    """
    n = len(arrays[0])
    step = max(1, HELD // max(1, width))
    if n <= step:
        return function(*arrays)
    results: list[npt.NDArray[Any]] = []
    part = None
    for start in watch(range(0, n, step), steps.IN_PARTS):
        part = function(*(array[start : start + step] for array in arrays))
        fields = part if isinstance(part, tuple) else (part,)
        # write each part into the result at once: joining parts at the end would hold them twice
        results = results or [np.empty((n, *field.shape[1:]), field.dtype) for field in fields]
        for place, field in enumerate(fields):
            results[place] = results[place].astype(
                np.result_type(results[place], field), copy=False
            )
            results[place][start : start + step] = field
    if not isinstance(part, tuple):
        return results[0]
    return type(part)(*results) if hasattr(part, "_fields") else tuple(results)
