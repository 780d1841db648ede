"""The restricted likelihood of algorithms' means with random levels that are nested in each other.

Ours because statsmodels forms a matrix of all runs of a block, takes a block at a time, and stalls where a
variance is zero.
"""

import math
import threading
import warnings
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Codes = NDArray[np.intp]

LOG_RATIOS = (-23.0, 34.0)
"""Of a variance and the residual's; beyond, levels are none, or as good as fixed."""
TRIED = 39
"""How many ratios are tried before the best is improved."""
APART = (-6.0, -2.0, 0.0, 2.0, 6.0, 12.0)
"""By how much the logarithm of the ratio of groups is larger than that of their levels at first."""
LEAST, NEAR = 1e-8, 1e-3
"""A ratio that is not 0, and how far from an optimum of the likelihood its derivatives are 0."""
ALONE = threading.Lock()
"""Who sets the warning filters of the process, or imports what does, holds it."""
NOISE = 1e-20
"""Below this share of the spread a residual is rounding."""


class MixedFit(NamedTuple):
    """Coefficients with their covariance, and the variance of each random part and the residual."""

    coefficients: Array
    covariance: Array
    variances: tuple[float, ...]
    residual: float
    log_likelihood: float


def are_nested(parts: Sequence[Codes]) -> bool:
    """Tell whether there are at most two parts, and each level of the second is in one of the first."""
    if len(parts) < 2:  # noqa: PLR2004 - see above
        return True
    outer, inner = parts[:2]
    _, first, codes = np.unique(inner, return_index=True, return_inverse=True)
    return len(parts) == 2 and bool((outer[first][codes] == outer).all())  # noqa: PLR2004


def fit_nested(response: Array, algorithm: Codes, parts: Sequence[Codes]) -> MixedFit | None:
    """Fit response = mean of the algorithm + one random effect for each level of each part + error, by REML.

    Parameters
    ----------
    response
        (n,), of a spread of about 1.
    algorithm
        Codes (n,) from 0 to p − 1, each of which occurs.
    parts
        Codes (n,) of up to two random parts. The levels of the second are nested in the first's.

    Returns
    -------
    MixedFit or None
        ``None`` if nothing is left for an error.

    Notes
    -----
    The residual variance is profiled out, so that one ratio a part is sought, at which the derivatives of the
    likelihood are 0. Time and memory grow with the runs, and each trial costs as much as there are levels.

    References
    ----------
    Bates, Mächler, Bolker & Walker (2015), JSS 67; Searle, Casella & McCulloch (1992), section 6.6.

    Examples
    --------
    >>> scores = np.array([-2.0, -1.9, 0.0, 0.2, 2.0, 1.8])
    >>> found = fit_nested(scores, np.tile([0, 1], 3), [np.repeat(np.arange(3), 2)])
    >>> [round(each, 4) for each in (*found.variances, found.residual)]
    [3.7, 0.0217]
    """
    # the means of algorithms cost no likelihood, and numbers around 0 have more digits
    means = np.bincount(algorithm, response) / np.bincount(algorithm)
    table = _Levels(response - means[algorithm], algorithm, parts)
    if table.room < 1:
        return None
    logs = _best(table, len(parts)) if parts else np.zeros(0)
    ratios = np.exp(logs).tolist()
    found = table.at(ratios)
    residual = found.square / table.room
    if not math.isfinite(found.deviance) or residual <= NOISE:
        return None
    variances = tuple(ratio * residual for ratio in ratios)
    likelihood = -(found.deviance + table.room * (1 + math.log(2 * math.pi / table.room))) / 2
    return MixedFit(
        means + found.coefficients, found.inverse * residual, variances, residual, likelihood
    )


class _Point(NamedTuple):
    """The likelihood at some ratios.

    ``deviance`` is −2 times its logarithm but for a constant, ``slopes`` are its derivatives by the
    logarithms of the ratios, ``inverse`` is that of the algorithms' Gram matrix, ``square`` what they leave
    of the response.
    """

    deviance: float
    slopes: Array
    coefficients: Array
    inverse: Array
    square: float


class _Levels:
    """Runs as levels within groups: their sizes, means, algorithms, and squares within.

    A run counts by its deviation from the mean of its level, a level by its deviation from the weighted mean
    of its group, and a group by that mean, so that no result is the difference of large numbers.
    """

    def __init__(self, response: Array, algorithm: Codes, parts: Sequence[Codes]) -> None:
        self.k = k = int(algorithm.max()) + 1
        self.room = len(response) - k
        outer = parts[0] if parts else algorithm
        # runs of one algorithm that share a group are as good as their mean
        inner = parts[1] if len(parts) > 1 else outer * k + algorithm
        _, first, level = np.unique(inner, return_index=True, return_inverse=True)
        self.group = np.unique(outer[first], return_inverse=True)[1]
        self.size = np.bincount(level).astype(np.float64)
        self.mean = np.bincount(level, response) / self.size
        apart = response - self.mean[level]
        self.square = float(apart @ apart)
        self.gram, self.cross = np.zeros((k, k)), np.zeros(k)
        self.algorithm, self.shares = algorithm[first], None
        if (self.algorithm[level] != algorithm).any():
            # a level of several algorithms compares them within
            cells = level * k + algorithm
            counts = np.bincount(cells, minlength=len(first) * k).reshape(-1, k)
            self.shares = counts / self.size[:, None]
            self.gram = np.diag(counts.sum(axis=0)) - self.shares.T @ counts
            self.cross = _add_up(algorithm, apart, k)

    def at(self, ratios: Sequence[float]) -> _Point:
        """Return the likelihood at the ratios of the variances of groups and of levels to the residual's."""
        of_groups, of_levels = (*ratios, 0.0, 0.0)[:2]
        weights = self.size / (1 + of_levels * self.size)
        total = self._sum(weights)
        shares = self._add(weights) / total[:, None]
        middle = self._sum(weights * self.mean) / total
        kept = total / (1 + of_groups * total)
        apart = self.mean - middle[self.group]
        gram = self.gram + self._diagonal(weights) - shares.T @ ((total - kept)[:, None] * shares)
        cross = self.cross + self._of_algorithms(weights * apart) + shares.T @ (kept * middle)
        square = self.square + float(weights @ apart**2) + float(kept @ middle**2)
        try:
            inverse: Array = np.asarray(np.linalg.inv(gram), dtype=np.float64)
        except np.linalg.LinAlgError:
            return _Point(math.inf, np.zeros(2), np.zeros(self.k), gram, math.nan)
        coefficients = inverse @ cross
        left = square - float(cross @ coefficients)
        if left <= 0:
            return _Point(math.inf, np.zeros(2), coefficients, inverse, 0.0)
        of_sizes = np.log1p(of_levels * self.size).sum() + np.log1p(of_groups * total).sum()
        deviance = of_sizes + np.linalg.slogdet(gram)[1] + self.room * math.log(left)
        rest = middle - shares @ coefficients
        slope = self.room / left
        groups = (
            kept.sum()
            - (inverse * (shares.T @ (kept[:, None] ** 2 * shares))).sum()
            - slope * float((kept * rest) @ (kept * rest))
        )
        # the share of a group's mean that its own level takes
        own = of_groups * kept
        scores = weights * (self._less(self.mean, coefficients) - (own * rest)[self.group])
        squares = self._add(weights**2)
        mixed = squares.T @ (own[:, None] * shares)
        spread = (
            self._diagonal(weights**2)
            - mixed
            - mixed.T
            + shares.T @ ((own**2 * self._sum(weights**2))[:, None] * shares)
        )
        levels = (
            weights.sum()
            - float((of_groups / (1 + of_groups * total)) @ self._sum(weights**2))
            - (inverse * spread).sum()
            - slope * float(scores @ scores)
        )
        slopes = np.array([of_groups * groups, of_levels * levels])
        return _Point(float(deviance), slopes, coefficients, inverse, left)

    def deviance(self, logs: Array) -> float:
        """Return the deviance at the logarithms of the ratios."""
        return self.at(np.exp(logs).tolist()).deviance

    def _sum(self, values: Array) -> Array:
        """Add up values of levels in each group."""
        return _add_up(self.group, values)

    def _add(self, weights: Array) -> Array:
        """Add up the weights of the algorithms in each group, (groups, k)."""
        n = int(self.group.max()) + 1
        if self.shares is None:
            places = self.group * self.k + self.algorithm
            return _add_up(places, weights, n * self.k).reshape(n, self.k)
        columns = (np.bincount(self.group, weights * share) for share in self.shares.T)
        return np.column_stack([*columns])

    def _diagonal(self, weights: Array) -> Array:
        """Return the weighted Gram matrix of the algorithms of levels."""
        if self.shares is None:
            return np.diag(_add_up(self.algorithm, weights, self.k))
        return np.asarray(self.shares.T @ (weights[:, None] * self.shares))

    def _of_algorithms(self, values: Array) -> Array:
        """Add up values of levels for each algorithm."""
        if self.shares is None:
            return _add_up(self.algorithm, values, self.k)
        return np.asarray(self.shares.T @ values)

    def _less(self, values: Array, coefficients: Array) -> Array:
        """Take the algorithms' means off values of levels."""
        if self.shares is None:
            return np.asarray(values - coefficients[self.algorithm])
        return np.asarray(values - self.shares @ coefficients)


def _add_up(codes: Codes, values: Array, n: int = 0) -> Array:
    sums: Array = np.bincount(codes, values, n).astype(np.float64, copy=False)
    return sums


def _best(table: _Levels, parts: int) -> Array:
    """Return the logarithms of the ratios with the largest likelihood."""
    grid = np.linspace(*LOG_RATIOS, TRIED)
    # a ratio of levels is tried with some ratios of groups, from each of which it goes downhill
    starts = (
        [grid[:, None]]
        if parts == 1
        else [np.column_stack([np.clip(grid + apart, *LOG_RATIOS), grid]) for apart in APART]
    )
    found = [_improve(table, min(tried, key=table.deviance)) for tried in starts]
    return min(found, key=table.deviance)


def _improve(table: _Levels, start: Array) -> Array:
    with ALONE, warnings.catch_warnings():
        # importing it sets a warning filter
        from scipy import optimize

    def slopes(logs: Array) -> Array:
        return table.at(np.exp(logs).tolist()).slopes[: len(logs)]

    found = optimize.minimize(
        table.deviance,
        start,
        jac=slopes,
        method="L-BFGS-B",
        bounds=[LOG_RATIOS] * len(start),
        options={"ftol": 0.0, "gtol": 1e-10, "maxiter": 500},
    ).x
    # where a variance is 0, so are its derivatives
    if (np.exp(found) > LEAST).all():
        exact = optimize.root(slopes, found, tol=1e-12).x
        found = exact if (np.abs(exact - found) < NEAR).all() else found
    return np.asarray(found)
