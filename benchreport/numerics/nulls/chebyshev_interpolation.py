"""Chebyshev interpolants on panels and cells: an expensive smooth function at many places.

Ours because numpy's and scipy's interpolants choose no cells, and call the function where no place needs
it.
"""

import functools
import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Integers = NDArray[np.intp]

DEGREE = 16
"""The degree of the series in each variable; one node more determines them."""


class Panels:
    """A function on [0, end], as Chebyshev series on panels of equal width.

    Examples
    --------
    >>> sine = Panels.fit(np.sin, 10.0, width=1.0)
    >>> bool(np.allclose(sine(np.array([0.0, 3.3, 10.0])), np.sin([0.0, 3.3, 10.0]), atol=1e-14))
    True
    """

    def __init__(self, coefficients: Array, width: float) -> None:
        self.coefficients = coefficients
        self.width = width

    @classmethod
    def fit(cls, function: Callable[[Array], Array], end: float, *, width: float) -> "Panels":
        """Call the function once, at the nodes of all panels."""
        panels = max(1, math.ceil(end / width))
        nodes, transform = _nodes()
        places = (np.arange(panels)[:, None] + (nodes + 1) / 2) * width
        values = function(places.ravel()).reshape(places.shape)
        return cls(values @ transform.T, width)

    def __call__(self, t: Array) -> Array:
        """Evaluate at places of any shape."""
        scaled = t / self.width
        panel = np.minimum(scaled.astype(np.intp), len(self.coefficients) - 1)
        # Clenshaw's recurrence takes twice the place in −1 to 1
        local = 4 * (scaled - panel) - 2
        later = np.zeros_like(t)
        latest = np.zeros_like(t)
        for order in range(DEGREE, 0, -1):
            later, latest = self.coefficients[panel, order] + local * later - latest, later
        total: Array = self.coefficients[panel, 0] + local / 2 * later - latest
        return total


def by_cells(
    function: Callable[[Array], Array],
    places: Array,
    widths: Sequence[float],
    *,
    least: float = -math.inf,
) -> Array:
    """Evaluate a smooth function of d variables at many places, at fewer of its own calls.

    Space is cut into cells. A cell with more places than its interpolant has nodes is interpolated.
    Any other cell is evaluated place by place, and so is a cell where the function is not finite at
    all nodes. A cell that is ``least`` or less at all of them is minus infinity everywhere.

    Parameters
    ----------
    function
        From places (m, d) to values (m,).
    places
        (n, d), finite.
    widths
        The d widths of the cells, so narrow that a series of degree `DEGREE` in each variable has
        the digits wanted.
    least
        What is so small that nobody asks how small.

    Returns
    -------
    numpy.ndarray
        (n,)

    Examples
    --------
    >>> places = np.random.default_rng(0).random((1000, 2))
    >>> calls = []
    >>> def function(places):
    ...     calls.append(len(places))
    ...     return np.exp(places[:, 0] * places[:, 1])
    >>> found = by_cells(function, places, (1.0, 1.0))
    >>> calls, bool(np.allclose(found, np.exp(places.prod(axis=1)), rtol=1e-14))
    ([289], True)
    """
    out = np.empty(len(places))
    for members in _cells(places, np.asarray(widths)):
        inside = places[members]
        values = _interpolate_cell(function, inside, widths, least)
        out[members] = function(inside) if values is None else values
    return out


def _cells(places: Array, widths: Array) -> Iterator[Integers]:
    """List the places of every cell that holds any."""
    cells = np.floor(places / widths)
    _, which, counts = np.unique(cells, axis=0, return_inverse=True, return_counts=True)
    order = np.argsort(which.ravel(), kind="stable")
    yield from np.split(order, np.cumsum(counts)[:-1]) if len(places) else ()


def _interpolate_cell(
    function: Callable[[Array], Array], inside: Array, widths: Sequence[float], least: float
) -> Array | None:
    """Interpolate at places of one cell; None where that does not pay, or cannot be done."""
    axes = [_axis(column, width) for column, width in zip(inside.T, widths, strict=True)]
    sizes = [len(nodes) for nodes, _ in axes]
    if math.prod(sizes) >= len(inside):
        return None
    grid = np.stack(np.meshgrid(*(nodes for nodes, _ in axes), indexing="ij"), axis=-1)
    part = function(grid.reshape(-1, len(axes)))
    if (part <= least).all():
        return np.full(len(inside), -np.inf)
    if not np.isfinite(part).all():
        return None
    (_, weights), *others = axes
    part = weights @ part.reshape(sizes[0], -1)
    for _, weights in others:
        part = np.einsum("ms,msr->mr", weights, part.reshape(*weights.shape, -1))
    return part[:, 0]


def _axis(places: Array, width: float) -> tuple[Array, Array]:
    """Return the nodes of one variable in a cell, and their weights (m, nodes) at the places."""
    if np.ptp(places) == 0:
        return places[:1], np.ones((len(places), 1))
    nodes, transform = _nodes()
    start = math.floor(places[0] / width)
    local = 2 * (places / width - start) - 1
    series = np.polynomial.chebyshev.chebvander(local, DEGREE)
    return (start + (nodes + 1) / 2) * width, series @ transform


@functools.cache
def _nodes() -> tuple[Array, Array]:
    """Return Chebyshev's nodes, and the matrix from values there to coefficients."""
    nodes = np.cos(np.pi * (np.arange(DEGREE + 1) + 0.5) / (DEGREE + 1))
    orders = np.arange(DEGREE + 1)[:, None]
    transform = 2 / (DEGREE + 1) * np.cos(orders * np.arccos(nodes))
    transform[0] /= 2
    return nodes, transform
