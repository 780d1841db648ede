"""Which columns have the higher mean, for all pairs at once: what confidence sets of ranks are made of.

Ours because scipy and statsmodels have no joint test of all pairs that keeps how they are correlated.
"""

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

NOISE = 1e-12
MOST_BITS = 30
MOST_STEPS = 5
"""Each finds a little more than the one before; stopping early is safe."""


def separate(values: Array, *, alpha: float, n_resamples: int, rng: int) -> Mask:
    """Return which means are higher than which others, wrong about any pair in at most a share of samples.

    The largest t of all ordered pairs is compared with the same of resamples, in which each centred row keeps
    or turns its sign. What is found leaves the pairs that are compared, and the rest is compared again
    (step-down).

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

    Returns
    -------
    ndarray of shape (k, k)
        True where the row's mean is higher than the column's.

    References
    ----------
    Romano & Wolf (2005), Econometrica 73: 1237-1282; Mogstad, Romano, Shaikh & Wilhelm (2024), Review of
    Economic Studies 91: 476-518.

    Examples
    --------
    >>> values = np.random.default_rng(0).normal(size=(20, 3)) + [0.0, 0.0, 5.0]
    >>> separate(values, alpha=0.05, n_resamples=500, rng=0).sum(axis=1)
    array([0, 0, 2])
    """
    n, k = values.shape
    means = values.mean(axis=0)
    scale = np.abs(values).max(initial=0.0) or 1.0
    centred = (values - means) / scale
    difference = (means[:, None] - means) / scale
    difference[np.abs(difference) <= NOISE] = 0.0
    products = centred.T @ centred
    squares = np.diag(products)[:, None] + np.diag(products) - 2 * products
    varies = squares > n * NOISE**2
    # over the root of its sum of squares; t rises with it
    scaled = np.where(varies, 1 / np.sqrt(np.where(varies, squares, 1.0)), 0.0)
    t = difference * scaled * math.sqrt(n * (n - 1))
    signs = _signs(n, n_resamples, rng)
    # the last of as many as may exceed the limit; of drawn ones, the sample counts as one more
    exact = len(signs) == 2**n
    place = math.ceil((1 - alpha) * (len(signs) + (not exact)) - NOISE) - 1
    drawn = (signs @ centred / n).T
    higher: Mask = (difference > 0) & ~varies
    open_pairs = varies & ~np.eye(k, dtype=bool)
    for _ in range(MOST_STEPS):
        if not open_pairs.any():
            break
        limit = _limit(drawn, np.where(open_pairs, scaled, 0.0), n, place)
        new = open_pairs & (t > limit)
        higher |= new
        open_pairs &= ~new
        if not new.any():
            break
    return higher


def _signs(n: int, n_resamples: int, rng: int) -> Array:
    """Return signs of the rows, all of them where these are no more than the resamples."""
    if n < MOST_BITS and 2**n <= n_resamples:
        bits = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
        return np.where(bits, -1.0, 1.0)
    return np.random.default_rng(rng).choice([-1.0, 1.0], size=(n_resamples, n))


def _limit(drawn: Array, scaled: Array, n: int, place: int) -> float:
    """Return the largest t at a place of the sorted resamples, of pairs whose scale is not 0."""
    top = np.zeros(drawn.shape[1])
    for row in range(len(drawn) - 1):
        difference = drawn[row] - drawn[row + 1 :]
        up, down = scaled[row, row + 1 :], scaled[row + 1 :, row]
        first = difference * up[:, None]
        np.maximum(top, first.max(axis=0), out=top)
        second = first if (up == down).all() else difference * down[:, None]
        np.maximum(top, -second.min(axis=0), out=top)
    tops = np.sort(top)
    # a share 1 of the sum of squares: in this resample all rows differ by the same
    share = min(n * tops[place] ** 2, 1.0)
    return math.sqrt((n - 1) * share / (1 - share)) if share < 1 - NOISE else math.inf
