"""Means of examples in clusters: CR2 variances, Satterthwaite's degrees of freedom, sign flips, largest t.

For a mean, Bell and McCaffrey's CR2 estimator has a closed form: the summed deviation of a cluster that has
the share w of the examples is divided by the root of 1 − w, as the mean follows the cluster by that share.
Ours because Python's packages have neither CR2 nor its degrees of freedom; R's clubSandwich is the oracle.
With weights w is a share of them, and the estimator stays unbiased for variances inverse to the weights.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats

from benchreport.numerics.moments import NOISE, unit_to_square

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.intp]
Booleans = npt.NDArray[np.bool_]
ROUNDING = 1e-9
# a difference of squares has lost this share of its digits at most
DIGITS = 1e-6


class Clusters(NamedTuple):
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

    @property
    def adjusted(self) -> Floats:
        """The deviations of clusters whose squares add up to the CR2 variance, (g, k)."""
        return self.deviation * np.sqrt(self.alike / (1 - self.share))[:, None]

    def errors_of(self, first: Codes, second: Codes) -> Floats:
        """Return the CR2 standard error of the difference of each pair of columns, (m,)."""
        error = np.sqrt(_squares(self.adjusted, first, second))
        noise = np.maximum(self.noise[first], self.noise[second])
        return np.where(error <= noise, 0.0, error)

    @property
    def errors(self) -> Floats:
        """The CR2 standard error of each column's mean, (k,)."""
        error = np.sqrt(_squares(self.adjusted, np.arange(len(self.mean)), None))
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
    deviation = np.empty((n_clusters, values.shape[1]))
    for place, column in enumerate(values.T):
        scaled = column / unit
        weighted = scaled if weights is None else scaled * weights
        mean[place] = weighted.sum() / total
        centred = scaled - mean[place]
        centred = centred if weights is None else centred * weights
        if single:
            deviation[cluster, place] = centred
        else:
            deviation[:, place] = np.bincount(cluster, centred, n_clusters)
    return Clusters(mean, deviation / total, counts / total, NOISE * largest / unit, unit)


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
    return rows._replace(deviation=rows.deviation / counts[:, None], share=share, alike=counts)


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


def sign_flip_p_of_largest(sums: Floats, signs: Floats, error: Floats) -> Floats:
    """Return p-values adjusted by the largest |sum| / error of all columns, for the same signs in each."""
    used = error > 0
    observed = np.divide(np.abs(sums.sum(axis=0)), error, where=used, out=np.zeros(len(error)))
    flipped = np.abs(signs @ sums[:, used]) / error[used]
    largest = np.sort(flipped.max(axis=1, initial=0.0))
    limit = observed * (1 - ROUNDING)
    p_value: Floats = 1 - np.searchsorted(largest, limit, side="left") / len(largest)
    return p_value


def draw_signs(n: int, n_draws: int, rng: int) -> Floats:
    """Draw the signs of n clusters, (n_draws, n)."""
    signs = np.random.default_rng(rng).integers(0, 2, (n_draws, n))
    return np.asarray(signs * 2.0 - 1.0, dtype=np.float64)


def all_signs(n: int) -> Floats:
    """Return all signs of n clusters but for a common one, (2^(n − 1), n)."""
    codes = np.arange(2 ** (n - 1))[:, None] >> np.arange(n - 1)
    signs: Floats = np.column_stack([1.0 - 2.0 * (codes & 1), np.ones(len(codes))])
    return signs


MOST_NUMBERS = 2_000_000
KNOWN = 200
"""With so many degrees of freedom, variances are as good as known."""


class LargestT(NamedTuple):
    """The largest |t| of m pairs under H0, drawn: sorted, (draws,)."""

    draws: Floats
    dof: float
    n_pairs: int

    def p_of(self, t: Floats) -> Floats:
        """Return the p-values adjusted for all pairs, between those of one pair and Bonferroni's."""
        alone = 2 * stats.t.sf(np.abs(t), self.dof)
        beyond = len(self.draws) - np.searchsorted(self.draws, np.abs(t), side="left")
        drawn = (beyond + 1) / (len(self.draws) + 1)
        p_value: Floats = np.clip(drawn, alone, np.minimum(1.0, self.n_pairs * alone))
        return p_value

    def quantile(self, confidence: float) -> float:
        """Return the half width in standard errors of intervals that hold for all pairs together."""
        outside = (1 - confidence) / 2
        ends = stats.t.isf(np.array([outside, outside / self.n_pairs]), self.dof)
        place = min(len(self.draws) - 1, int(np.ceil(confidence * (len(self.draws) + 1))) - 1)
        return float(np.clip(self.draws[place], ends[0], ends[1]))


def draw_largest_t(
    clusters: Clusters, first: Codes, second: Codes, error: Floats, *, n_draws: int, rng: int
) -> LargestT:
    """Draw the largest |t| of pairs of means with these errors, by the multivariate t of the clusters.

    Normal means have the covariance of the CR2 estimator, and the variance of each pair is that of as many
    normal clusters as there are degrees of freedom: one variance for all pairs would make the largest t too
    small where clusters are few. Of many clusters, variances are as good as known.
    """
    scaled = clusters.adjusted
    # a fixed order of models, whatever that of the table
    order = np.lexsort((clusters.mean, clusters.errors))
    place = np.argsort(order)
    root = _square_root(scaled[:, order].T @ scaled[:, order])
    generator = np.random.default_rng(rng)
    one, other = place[first][error > 0], place[second][error > 0]
    known = error[error > 0]
    weights = _weights_of_dof(min(clusters.dof, KNOWN))
    largest = []
    for size in _chunk_sizes(n_draws, len(order) * len(weights) + len(known)):
        means = generator.standard_normal((size, len(order))) @ root
        errors = np.broadcast_to(known, (size, len(known)))
        if clusters.dof < KNOWN:
            drawn = generator.standard_normal((size, len(weights), len(order))) @ root
            drawn *= np.sqrt(weights)[:, None]
            products = np.matmul(drawn.transpose(0, 2, 1), drawn) / weights.sum()
            own = np.diagonal(products, axis1=1, axis2=2)
            squares = own[:, one] + own[:, other] - 2 * products[:, one, other]
            errors = np.sqrt(np.maximum(squares, 0.0))
        distance = np.abs(means[:, one] - means[:, other])
        t = np.divide(distance, errors, where=errors > 0, out=np.zeros_like(distance))
        largest.append(t.max(axis=1, initial=0.0))
    return LargestT(np.sort(np.concatenate(largest)), clusters.dof, len(first))


def _weights_of_dof(dof: float) -> Floats:
    """Return weights of squared normals whose weighted mean has these degrees of freedom, by Satterthwaite.

    >>> weights = _weights_of_dof(4.5)
    >>> len(weights), round(float(weights.sum() ** 2 / (weights**2).sum()), 9)
    (5, 4.5)
    """
    n = max(1, math.ceil(dof))
    weights = np.ones(n)
    whole = n - 1
    if whole and dof < n:
        rest = max(0.0, whole**2 - (dof - 1) * whole * (dof - whole))
        weights[-1] = (whole - math.sqrt(rest)) / (dof - 1)
    return weights


def _chunk_sizes(n_draws: int, width: int) -> list[int]:
    """Return how many draws are made at a time, so that few numbers are in memory."""
    size = max(1, min(n_draws, MOST_NUMBERS // width))
    sizes = [size] * (n_draws // size)
    return [*sizes, n_draws % size] if n_draws % size else sizes


def _square_root(covariance: Floats) -> Floats:
    """Return the symmetric root of a covariance, which no sign of an eigenvector changes."""
    values, vectors = np.linalg.eigh(covariance)
    root: Floats = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    return root


class Spread(NamedTuple):
    """How columns of differences vary, (m,) each.

    Parameters
    ----------
    naive
        The standard error of a mean of independent examples.
    correlation
        The intracluster correlation by analysis of variance; NaN where all values are equal.
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
    within_columns = clusters.deviation * np.sqrt(clusters.alike * n / clusters.share)[:, None]
    total = _squares(scaled, first, second)
    between = _squares(within_columns, first, second)
    # noise of rounding is no variation
    noise = (
        clusters.noise[first]
        if second is None
        else np.maximum(clusters.noise[first], clusters.noise[second])
    )
    total = np.where(total <= n * noise**2, 0.0, total)
    size = n * (1 - np.sum(clusters.alike * clusters.share**2)) / (n_clusters - 1)
    msb = between / (n_clusters - 1)
    msw = np.maximum(total - between, 0.0) / max(1, n - n_clusters)
    below = msb + (size - 1) * msw
    correlation = np.full(len(total), np.nan)
    np.divide(msb - msw, below, where=(total > 0) & (below > 0), out=correlation)
    return Spread(np.sqrt(total / (n - 1) / n), correlation)


def _squares(columns: Floats, first: Codes, second: Codes | None) -> Floats:
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
