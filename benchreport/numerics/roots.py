"""The root of a function between two points.

Ours because ``scipy.optimize`` takes longer to load than the tests that ask for one root.
"""

from collections.abc import Callable

import numpy as np

EPS = float(np.finfo(float).eps)


def find_root(
    function: Callable[[float], float], low: float, high: float, *, xtol: float = 1e-12
) -> float:
    """Return where a continuous function changes its sign.

    Inverse quadratic interpolation where three points allow it, else halving.

    Parameters
    ----------
    function
        Of opposite signs, or zero, at the ends.
    low, high
        The ends.
    xtol
        The largest error of the root, beside rounding.

    Raises
    ------
    ValueError
        The signs at the ends are the same.

    References
    ----------
    Chandrupatla (1997), Advances in Engineering Software 28.

    Examples
    --------
    >>> round(find_root(lambda x: x**2 - 2.0, 0.0, 2.0), 9)
    1.414213562
    """
    a, b = low, high
    at_a, at_b = function(a), function(b)
    if at_a * at_b > 0:
        raise ValueError(f"the function has the same sign at {low} and at {high}")
    step = 0.5
    while True:
        x = a + step * (b - a)
        at_x = function(x)
        if (at_x > 0) == (at_a > 0):
            c, at_c = a, at_a
        else:
            c, at_c, b, at_b = b, at_b, a, at_a
        a, at_a = x, at_x
        best, at_best = (a, at_a) if abs(at_a) < abs(at_b) else (b, at_b)
        least = (xtol + 2.0 * EPS * abs(best)) / abs(b - c)
        if at_best == 0 or least > 0.5:  # noqa: PLR2004 - half of what is left
            return best
        step = min(1.0 - least, max(least, _next_step((a, b, c), (at_a, at_b, at_c))))


def _next_step(points: tuple[float, float, float], values: tuple[float, float, float]) -> float:
    """Return the share of the way from a to b at which to look next."""
    a, b, c = points
    at_a, at_b, at_c = values
    xi, phi = (a - b) / (c - b), (at_a - at_b) / (at_c - at_b)
    if phi**2 < xi and (1.0 - phi) ** 2 < 1.0 - xi:
        first = at_a / (at_b - at_a) * at_c / (at_b - at_c)
        return first + (c - a) / (b - a) * at_a / (at_c - at_a) * at_b / (at_c - at_b)
    return 0.5
