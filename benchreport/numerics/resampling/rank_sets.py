"""Which columns have the higher mean, for all pairs at once: what confidence sets of ranks are made of.

Ours because scipy and statsmodels have no joint test of all pairs that keeps how they are correlated.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.numerics.multiplicity.adjust import adjust

Array = NDArray[np.float64]
Signs = NDArray[np.int8]
Codes = NDArray[np.intp]
Single = NDArray[np.float32]

NOISE = 1e-12
SINGLE_NOISE = 1e-6
MOST_BITS = 30
MOST_STEPS = 5
"""Each finds a little more than the one before; stopping early is safe."""
MOST_ROWS = 1_000
"""With more, sums of rows with signs are normal."""
AT_ONCE = 1 << 19
"""The numbers of a product that are held at a time: 2 MiB of single precision."""


def separate(
    values: Array,
    *,
    alpha: float,
    n_resamples: int,
    rng: int,
    simultaneous: bool = True,
    dof: int | None = None,
) -> Signs:
    """Return which means are higher than which others, wrong about any pair in at most a share of samples.

    The largest t of all ordered pairs is compared with the same of resamples, in which each centred row keeps
    or turns its sign. What is found leaves the pairs that are compared, and the rest is compared again
    (step-down). For a pair whose differences are skewed to the other side the limit is higher.

    Parameters
    ----------
    values
        (N, k), rows that are independent of one another, such as scores or negated ranks.
    alpha
        The share of samples in which any pair may be wrong.
    n_resamples
        The number of resamples, at least 1/alpha; where they are enough for all signs, each is taken once.
    rng
        The seed.
    simultaneous
        Whether the share is of all pairs; otherwise it is of the pairs of each column alone.
    dof
        The degrees of freedom of the rows' squares, where they are fewer than N − 1: the limit is the t that
        is as improbable with so many.

    Returns
    -------
    ndarray of shape (k, k)
        1 where the row's mean is shown to be higher than the column's, −1 where it is shown to be lower. In
        each row the column's pairs with it are judged; if not simultaneous, two rows may judge a pair
        differently.

    Notes
    -----
    Products are in single precision: differences of rows are scaled before, so that they lose nothing that
    matters, and the limit is raised by a millionth. From 1,000 rows on, normal draws with the same
    covariances stand for sums with signs.

    References
    ----------
    Romano & Wolf (2005), Econometrica 73: 1237-1282; Mogstad, Romano, Shaikh & Wilhelm (2024), Review of
    Economic Studies 91: 476-518; Johnson (1978), JASA 73: 536-544.

    Examples
    --------
    >>> values = np.random.default_rng(0).normal(size=(20, 3)) + [0.0, 0.0, 5.0]
    >>> separate(values, alpha=0.05, n_resamples=500, rng=0).tolist()
    [[0, 0, -1], [0, 0, -1], [1, 1, 0]]
    """
    n, k = values.shape
    means = values.mean(axis=0)
    scale = np.abs(values).max(initial=0.0) or 1.0
    centred = (values - means) / scale
    # what all columns share cancels in differences, and would cost them digits
    centred -= centred.mean(axis=1, keepdims=True)
    first, second = np.triu_indices(k, 1)
    difference = (means[first] - means[second]) / scale
    difference[np.abs(difference) <= NOISE] = 0.0
    products = centred.T @ centred
    variances = np.diag(products)
    squares = variances[first] + variances[second] - 2 * products[first, second]
    varies = squares > n * NOISE**2
    # over the root of its sum of squares; t rises with it
    scaled = 1 / np.sqrt(np.where(varies, squares, 1.0))
    judged = Pairs(first, second, difference * scaled * math.sqrt(n * (n - 1)), scaled)
    draws = _turn_rows(centred, alpha, n_resamples, rng)._replace(dof=dof, rows=centred)
    shown = _judge(judged.only(varies), draws, k, simultaneous=simultaneous)
    # pairs that differ by the same in every row need no test
    constant = np.sign(np.where(varies, 0.0, difference)).astype(np.int8)
    shown[first, second] += constant
    shown[second, first] -= constant
    return shown


def separate_estimates(
    estimates: Array,
    root: Array,
    *,
    alpha: float,
    n_resamples: int,
    rng: int,
    simultaneous: bool = True,
) -> Signs:
    """Return which of some normal estimates are of higher values than which others.

    Parameters
    ----------
    estimates
        (k,).
    root
        (k, r), a root of their covariance, which is root · rootᵀ; a diagonal of standard errors where they
        are independent.
    alpha, n_resamples, rng, simultaneous
        As for `separate`.

    Returns
    -------
    ndarray of shape (k, k)
        As from `separate`.

    References
    ----------
    Mogstad, Romano, Shaikh & Wilhelm (2024), section 3.

    Examples
    --------
    >>> found = separate_estimates(
    ...     np.array([1.0, 2.0, 9.0]), np.eye(3), alpha=0.05, n_resamples=1_000, rng=0
    ... )
    >>> found.tolist()
    [[0, 0, -1], [0, 0, -1], [1, 1, 0]]
    """
    k = len(estimates)
    first, second = np.triu_indices(k, 1)
    difference = estimates[first] - estimates[second]
    error = np.linalg.norm(root[first] - root[second], axis=1)
    varies = error > NOISE * np.abs(root).max()
    difference[~varies & (np.abs(difference) <= NOISE * np.abs(estimates).max())] = 0.0
    scaled = 1 / np.where(varies, error, 1.0)
    rows = _condense(root.T)
    weights = np.random.default_rng(rng).standard_normal((n_resamples, len(rows)))
    draws = Draws(
        weights.astype(np.float32),
        np.ascontiguousarray(rows.T),
        math.inf,
        _place(alpha, n_resamples + 1),
    )
    judged = Pairs(first, second, difference * scaled, scaled)
    shown = _judge(judged.only(varies), draws, k, simultaneous=simultaneous)
    exact = np.sign(np.where(varies, 0.0, difference)).astype(np.int8)
    shown[first, second] += exact
    shown[second, first] -= exact
    return shown


def separate_by_t(
    means: Array, error: Array, dof: float, *, alpha: float, simultaneous: bool = True
) -> Signs:
    """Return which means are higher than which others, by a t test of each pair with Holm's correction.

    Parameters
    ----------
    means
        (k,).
    error
        (k, k), standard errors of differences.
    dof
        Their degrees of freedom.
    alpha, simultaneous
        As for `separate`.

    Returns
    -------
    ndarray of shape (k, k)
        As from `separate`.

    Examples
    --------
    >>> error = np.ones((3, 3)) - np.eye(3)
    >>> separate_by_t(np.array([1.0, 2.0, 9.0]), error, 20.0, alpha=0.05).tolist()
    [[0, 0, -1], [0, 0, -1], [1, 1, 0]]
    """
    difference = means[:, None] - means
    difference[np.abs(difference) <= NOISE * np.abs(means).max()] = 0.0
    t = np.divide(np.abs(difference), error, where=error > 0, out=np.zeros_like(difference))
    t[(error <= 0) & (difference != 0)] = math.inf
    p_value = 2 * special.stdtr(dof, -t)
    p_value[difference == 0] = 1.0
    k = len(means)
    adjusted = np.ones_like(p_value)
    if simultaneous:
        first, second = np.triu_indices(k, 1)
        adjusted[first, second] = adjust(p_value[first, second], "holm")
        adjusted = np.minimum(adjusted, adjusted.T)
    else:
        for row in range(k):
            others = np.arange(k) != row
            adjusted[row, others] = adjust(p_value[row, others], "holm")
    shown: Signs = (np.sign(difference) * (adjusted <= alpha)).astype(np.int8)
    return shown


class Pairs(NamedTuple):
    """Pairs of columns, (m,): the t by which the first is higher, and the scale of their differences."""

    first: Codes
    second: Codes
    t: Array
    scaled: Array

    def only(self, chosen: NDArray[np.bool_] | Codes) -> "Pairs":
        """Return some of the pairs."""
        first, second, t, scaled = self
        return Pairs(first[chosen], second[chosen], t[chosen], scaled[chosen])


class Draws(NamedTuple):
    """Draws of deviations of means: random weights (B, r) of directions (k, r)."""

    weights: Single
    directions: Array
    n: float
    """The number of rows whose sum of squares is kept; infinite where errors are known."""
    place: int
    """The place of the limit among the sorted draws."""
    dof: int | None = None
    rows: Array | None = None
    """The centred rows, (n, k), whose differences may be skewed; none of estimates."""

    def limit(self, tops: Single) -> float:
        """Return the t above which too few of the draws are."""
        top = float(np.sort(tops)[self.place]) * (1 + SINGLE_NOISE)
        if math.isinf(self.n):
            return top
        # a share 1 of the sum of squares: in this draw all rows differ by the same
        share = min(top**2 / self.n, 1.0)
        if share >= 1 - SINGLE_NOISE:
            return math.inf
        t = math.sqrt((self.n - 1) * share / (1 - share))
        if self.dof is None:
            return t
        return -float(special.stdtrit(self.dof, float(special.stdtr(self.n - 1, -t))))


def _turn_rows(centred: Array, alpha: float, n_resamples: int, rng: int) -> Draws:
    """Draw signs of the rows, all of them where these are no more than the resamples.

    Rows are in an order that no order of the table changes, so that a seed gives the same draws.
    """
    n, k = centred.shape
    generator = np.random.default_rng(rng)
    if n < MOST_BITS and 2**n <= n_resamples:
        bits = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
        weights = np.where(bits, -1.0, 1.0)
        return Draws(weights.astype(np.float32), centred.T, n, _place(alpha, 2**n))
    if n > max(k, MOST_ROWS):
        rows = _condense(centred)
        weights = generator.standard_normal((n_resamples, len(rows)))
    else:
        gaps = np.sort(np.diff(np.sort(centred, axis=1), axis=1), axis=1)
        rows = centred[np.lexsort(gaps.T)]
        weights = generator.choice(np.array([-1.0, 1.0]), size=(n_resamples, n))
    place = _place(alpha, n_resamples + 1)
    return Draws(weights.astype(np.float32), np.ascontiguousarray(rows.T), n, place)


def _condense(centred: Array) -> Array:
    """Return rows whose columns have the same products as those of many rows, in a fixed order and sign."""
    triangle = np.linalg.qr(centred, mode="r")
    _, sizes, rows = np.linalg.svd(triangle, full_matrices=False)
    turned: Array = sizes[:, None] * rows * np.where((rows**3).sum(axis=1) < 0, -1.0, 1.0)[:, None]
    return turned


def _place(alpha: float, count: int) -> int:
    """Return the place of the largest draw that is no more than the limit."""
    return math.ceil((1 - alpha) * count - NOISE) - 1


def _judge(pairs: Pairs, draws: Draws, k: int, *, simultaneous: bool) -> Signs:
    shown = np.zeros((k, k), dtype=np.int8)
    if simultaneous:
        found = _step_down(pairs, draws)
        shown[pairs.first, pairs.second] = found
        shown[pairs.second, pairs.first] = -found
        return shown
    for column in range(k):
        own = pairs.only((pairs.first == column) | (pairs.second == column))
        found = _step_down(own, draws)
        is_first = own.first == column
        others = np.where(is_first, own.second, own.first)
        shown[column, others] = np.where(is_first, found, -found)
    return shown


def _step_down(pairs: Pairs, draws: Draws) -> Signs:
    """Return 1 where the first of a pair is shown to be higher, −1 where the second is."""
    found = np.zeros(len(pairs.t), dtype=np.int8)
    if not len(found):
        return found
    tops: Single | None = None
    for _ in range(MOST_STEPS):
        tops = _tops(pairs, found, draws) if tops is None else _lower(tops, pairs, found, draws)
        limit = draws.limit(tops)
        new = np.flatnonzero((found == 0) & (np.abs(pairs.t) > limit))
        new = new[np.abs(pairs.t[new]) > limit + _allow_for_skewness(pairs.only(new), draws, limit)]
        if not len(new):
            break
        found[new] = np.sign(pairs.t[new])
    return found


def _allow_for_skewness(pairs: Pairs, draws: Draws, limit: float) -> Array | float:
    """Return how much higher the limit of pairs is whose differences are skewed to the other side, (m,).

    The quantile of t of skewed values, by Cornish and Fisher's expansion (Johnson, 1978).
    """
    rows = draws.rows
    if rows is None:
        return 0.0
    skewness = np.empty(len(pairs.t))
    step = max(1, AT_ONCE // len(rows))
    for start in range(0, len(pairs.t), step):
        part = slice(start, start + step)
        scaled = (rows[:, pairs.first[part]] - rows[:, pairs.second[part]]) * pairs.scaled[part]
        skewness[part] = (scaled**2 * scaled).sum(axis=0)
    higher: Array = np.maximum(-np.sign(pairs.t) * skewness, 0.0) * (2 * limit**2 + 1) / 6
    return higher


def _lower(tops: Single, pairs: Pairs, found: Signs, draws: Draws) -> Single:
    """Compute the largest of fewer pairs again, in as many draws as may be at the limit.

    What is left out of a maximum lowers it: draws that were below the new limit stay there.
    """
    order = np.argsort(-tops, kind="stable")
    new, done = tops.copy(), 0
    while done < len(order):
        step = max(done, 2 * (len(order) - draws.place))
        chosen = order[done : done + step]
        part = draws._replace(weights=draws.weights[chosen])
        new[chosen] = np.minimum(_tops(pairs, found, part), tops[chosen])
        done += len(chosen)
        rest = tops[order[done]] if done < len(order) else 0.0
        if np.sort(new)[draws.place] >= rest:
            break
    return new


def _tops(pairs: Pairs, found: Signs, draws: Draws) -> Single:
    """Return the largest scaled difference of each draw, of the directions of pairs that are still open."""
    top = np.zeros(len(draws.weights), dtype=np.float32)
    turned = np.ascontiguousarray(draws.weights.T)
    for unit in _units(pairs.only(found == 0), draws):
        drawn = unit @ turned
        np.maximum(top, drawn.max(axis=0), out=top)
        np.maximum(top, -drawn.min(axis=0), out=top)
    # of a pair that is shown the other direction is left
    half = pairs.only(found != 0)
    for unit in _units(half._replace(scaled=half.scaled * -found[found != 0]), draws):
        np.maximum(top, (unit @ turned).max(axis=0), out=top)
    return top


def _units(pairs: Pairs, draws: Draws) -> Iterator[Single]:
    """Yield scaled differences of the directions of some pairs at a time, (m, r)."""
    step = max(1, AT_ONCE // max(draws.directions.shape[1], len(draws.weights)))
    for start in range(0, len(pairs.t), step):
        part = slice(start, start + step)
        differences = draws.directions[pairs.first[part]] - draws.directions[pairs.second[part]]
        yield (differences * pairs.scaled[part, None]).astype(np.float32)
