"""Means of examples in clusters: CR2 variances, Satterthwaite's degrees of freedom, sign flips.

For a mean, Bell and McCaffrey's CR2 estimator has a closed form: the summed deviation of a cluster that has
the share w of the examples is divided by the root of 1 − w, as the mean follows the cluster by that share.
Ours because Python's packages have neither CR2 nor its degrees of freedom; R's clubSandwich is the oracle.
With weights w is a share of them, and the estimator stays unbiased for variances inverse to the weights.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.numerics.moments import NOISE, unit_to_square
from benchreport.numerics.seeded_parts import draw_bits

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.intp]
ROUNDING = 1e-9
# a difference of squares has lost this share of its digits at most
DIGITS = 1e-6


@dataclass(frozen=True, eq=False)
class Clusters:
    """The means of k columns, and how clusters deviate from them.

    Parameters
    ----------
    mean
        (k,), in units of ``unit``.
    deviation
        The weighted deviations from the mean, summed over each cluster and divided by the whole weight,
        (g, k).
    share
        The share of the weight that each cluster has, (g,).
    noise
        A deviation up to this size is rounding, (k,).
    unit
        A power of two by which the values were divided, so that squares neither overflow nor vanish.
    alike
        How many clusters each row stands for, (g,), or one number.
    """

    mean: Floats
    deviation: Floats
    share: Floats
    noise: Floats
    unit: float
    alike: Floats | float = 1.0

    @property
    def n(self) -> int:
        """The number of clusters."""
        return int(np.sum(np.broadcast_to(self.alike, len(self.share))))

    @property
    def counted(self) -> bool:
        """Whether a row stands for several clusters."""
        return not isinstance(self.alike, float)

    @cached_property
    def dof(self) -> float:
        """Satterthwaite's degrees of freedom of a difference of means, for examples alike within clusters.

        Examples
        --------
        For clusters of one size they are one less than the number of clusters:

        >>> values = np.arange(12.0).reshape(12, 1)
        >>> float(round(sum_clusters(values, np.arange(12) % 4).dof, 12))
        3.0
        """
        w = self.share
        odds = w**2 / (1 - w)
        squares = np.sum(self.alike * w**2) - np.sum(self.alike * odds**2)
        return float(1 / (squares + np.sum(self.alike * odds) ** 2))

    @cached_property
    def adjusted(self) -> Floats:
        """The deviations of clusters whose squares add up to the CR2 variance, (g, k)."""
        return self.deviation * np.sqrt(self.alike / (1 - self.share))[:, None]

    def differences_of(self, first: Codes, second: Codes) -> Floats:
        """Return the difference of each pair of means, (m,), exactly 0 where it is rounding."""
        difference = self.mean[first] - self.mean[second]
        noise = np.maximum(self.noise[first], self.noise[second])
        return np.where(np.abs(difference) <= noise, 0.0, difference)

    def errors_of(self, first: Codes, second: Codes) -> Floats:
        """Return the CR2 standard error of the difference of each pair of columns, (m,)."""
        error = np.sqrt(sum_squares(self.adjusted, first, second))
        noise = np.maximum(self.noise[first], self.noise[second])
        return np.where(error <= noise, 0.0, error)

    @cached_property
    def errors(self) -> Floats:
        """The CR2 standard error of each column's mean, (k,)."""
        error = np.sqrt(sum_squares(self.adjusted, np.arange(len(self.mean)), None))
        return np.where(error <= self.noise, 0.0, error)


def sum_clusters(values: Floats, cluster: Codes, weights: Floats | None = None) -> Clusters:
    """Sum the deviations of values (n, k) over clusters, given by the code of each row (n,).

    Every code from 0 to the largest occurs, and no cluster has the whole weight. How many examples a row
    stands for is a weight.
    """
    largest = np.abs(values).max(axis=0)
    unit = float(unit_to_square(np.asarray(largest.max())))
    n_clusters = int(cluster.max()) + 1
    counts = np.bincount(cluster, weights, n_clusters).astype(np.float64)
    total = counts.sum()
    single = n_clusters == len(values)
    mean = np.empty(values.shape[1])
    # columns are next to each other: all that follows goes through them one by one
    deviation = np.empty((values.shape[1], n_clusters))
    for place, column in enumerate(values.T):
        scaled = column / unit
        weighted = scaled if weights is None else scaled * weights
        mean[place] = weighted.sum() / total
        centred = scaled - mean[place]
        centred = centred if weights is None else centred * weights
        if single:
            deviation[place, cluster] = centred
        else:
            deviation[place] = np.bincount(cluster, centred, n_clusters)
    deviation /= total
    return Clusters(mean, deviation.T, counts / total, NOISE * largest / unit, unit)


def count_examples(values: Floats, counts: Floats) -> Clusters:
    """Return the means of independent examples, of which each row of values (rows, k) stands for several.

    Examples
    --------
    >>> rows = np.array([[0.0], [1.0]])
    >>> counted = count_examples(rows, np.array([1.0, 3.0]))
    >>> alone = sum_clusters(rows[[0, 1, 1, 1]], np.arange(4))
    >>> counted.errors.round(6).tolist(), alone.errors.round(6).tolist(), round(counted.dof, 9)
    ([0.25], [0.25], 3.0)
    """
    rows = sum_clusters(values, np.arange(len(values)), counts)
    n = counts.sum()
    share = np.full(len(counts), 1 / n)
    return replace(rows, deviation=rows.deviation / counts[:, None], share=share, alike=counts)


def sign_flip_p(sums: Floats, signs: Floats) -> Floats:
    """Return the p-value of each column of cluster sums (g, m), by signs that clusters may have (s, g).

    H0: the sum of each cluster is as likely to be its negative. Two-sided; exact for all signs.

    Examples
    --------
    >>> sign_flip_p(np.array([[3.0], [2.0], [1.0]]), all_signs(3)).tolist()
    [0.25]
    """
    observed = np.abs(sums.sum(axis=0))
    limit = observed - ROUNDING * np.abs(sums).sum(axis=0)
    p_value: Floats = (np.abs(signs @ sums) >= limit).mean(axis=0)
    return p_value


def draw_signs(n: int, n_draws: int, rng: int) -> Floats:
    """Draw the signs of n clusters, (n_draws, n)."""
    bits = draw_bits(np.random.default_rng(rng), n_draws, n)
    return np.asarray(bits * 2.0 - 1.0, dtype=np.float64)


def all_signs(n: int) -> Floats:
    """Return all signs of n clusters but for a common one, (2^(n − 1), n)."""
    codes = np.arange(2 ** (n - 1))[:, None] >> np.arange(n - 1)
    signs: Floats = np.column_stack([1.0 - 2.0 * (codes & 1), np.ones(len(codes))])
    return signs


class Spread(NamedTuple):
    """How columns of differences vary, (m,) each.

    Parameters
    ----------
    naive
        The standard error of a mean of independent examples.
    correlation
        The intracluster correlation by analysis of variance; NaN where all values are equal, or each cluster
        is one example.
    """

    naive: Floats
    correlation: Floats


def spread_of(
    values: Floats,
    clusters: Clusters,
    columns: tuple[Codes, Codes | None],
    weights: Floats | None = None,
    counts: Floats | None = None,
) -> Spread:
    """Compare the variation of examples with that of clusters, for columns or differences of two.

    The correlation is (MSB − MSW)/(MSB + (n₀ − 1)·MSW), with weights as counts. Counts say how many examples
    each row stands for.
    """
    first, second = columns
    scaled = values / clusters.unit - clusters.mean
    # the deviations of examples have a root weight, so that squares are weighted
    scaled = scaled if weights is None else scaled * np.sqrt(weights / weights.mean())[:, None]
    n, n_clusters = len(values), clusters.n
    if counts is not None:
        scaled = scaled * np.sqrt(counts)[:, None]
        n = int(counts.sum())
    total = sum_squares(scaled, first, second)
    # noise of rounding is no variation
    noise = (
        clusters.noise[first]
        if second is None
        else np.maximum(clusters.noise[first], clusters.noise[second])
    )
    total = np.where(total <= n * noise**2, 0.0, total)
    correlation = np.full(len(total), np.nan)
    naive = np.sqrt(total / (n - 1) / n)
    if n == n_clusters:
        return Spread(naive, correlation)
    between_columns = clusters.deviation * np.sqrt(clusters.alike * n / clusters.share)[:, None]
    between = sum_squares(between_columns, first, second)
    size = n * (1 - np.sum(clusters.alike * clusters.share**2)) / (n_clusters - 1)
    msb = between / (n_clusters - 1)
    msw = np.maximum(total - between, 0.0) / (n - n_clusters)
    below = msb + (size - 1) * msw
    np.divide(msb - msw, below, where=(total > 0) & (below > 0), out=correlation)
    return Spread(naive, correlation)


def sum_squares(columns: Floats, first: Codes, second: Codes | None) -> Floats:
    """Sum the squares of columns, or of the differences of pairs of them, (m,)."""
    if second is None:
        return np.asarray(np.einsum("nk,nk->k", columns, columns)[first])
    products = columns.T @ columns
    together = np.diag(products)[first] + np.diag(products)[second]
    result: Floats = together - 2 * products[first, second]
    # near columns would lose too many digits
    for place in np.flatnonzero(result < DIGITS * together):
        difference = columns[:, first[place]] - columns[:, second[place]]
        result[place] = difference @ difference
    return result
