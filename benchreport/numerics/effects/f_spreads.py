"""How an F varies where errors are not normal of equal variance, for intervals of shares of variance.

Ours because R's and Python's intervals of η² and ω² are for such errors only.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
EQUAL_UNITS = 0.1
"""The blocks of equal variance that are added, to keep few blocks that agree from certainty."""
CAUTION, HIDDEN = 40.0, 0.3
"""How much more than estimated the tails of few errors may add to the variance of their mean square.

Samples of heavy tails mostly lack the errors that make the variance; the lower end of a share needs it. The
estimate, and a part of the variance of normal errors that a sample without such errors hides, are multiplied.
Chosen by simulation: the least with which intervals hold in 90 % for t errors with 3 dof, log-normal errors,
and outliers, one in ten. Coverage_linear.md judges them on other draws of the same kinds of errors, and says
what other kinds gave.
"""


class FSpread(NamedTuple):
    """How F varies: as a noncentral F with these dof, whose noncentrality is that of F times their ratio.

    Where errors are normal and contrasts of algorithms equally variable, the dof are those of F.
    ``dof_cautious`` are the error's dof for the lower end of a share, where tails may be heavier than they
    look; 0 is as for the upper. ``ratio`` is the variance of errors in the numerator, over that in the
    denominator. Tails are ``heavy`` where the error's mean square varies more than twice as much as that of
    normal errors.
    """

    dof: float
    dof_error: float
    dof_cautious: float = 0.0
    ratio: float = 1.0
    heavy: bool = False


def block_spread(contrasts: Floats, dof: int, alpha: float) -> FSpread | None:
    """Estimate how F of complete blocks varies, whose contrasts may be unequally variable and not normal.

    The numerator varies as contrasts do in the direction of their means, the denominator as squared errors
    do between blocks.

    Parameters
    ----------
    contrasts
        Orthonormal contrasts of each block's scores (N, d), or its scores less their mean (N, k).
    dof
        The number of contrasts.
    alpha
        The level of the interval.

    Returns
    -------
    FSpread or None
        None without an error.

    Examples
    --------
    >>> blocks = np.array([[1.0, 0, -1], [2, -1, -1], [0, 1, -1], [2, 0, -2], [1, -1, 0]])
    >>> [round(part, 3) for part in block_spread(blocks, 2, 0.05)[:4]]
    [1.485, 8.0, 8.0, 1.0]
    """
    n_blocks = len(contrasts)
    means = contrasts.mean(axis=0)
    left = contrasts - means
    squares, between = (left * left).sum(axis=1), float(means @ means)
    dof_error = dof * (n_blocks - 1)
    mean = float(squares.sum()) / dof_error
    if mean == 0:
        return None
    direct = float(np.square(left @ means).sum() / between) / (n_blocks - 1) if between else mean
    one = EQUAL_UNITS * mean / n_blocks
    evenness = (mean + one) / (_inflation(n_blocks - 1, dof, alpha) * direct + one)
    shares = squares / squares.sum()
    varying = _of_residuals(float(np.square(shares - 1 / n_blocks).sum()), n_blocks)
    normal = 2 / dof_error
    return _with_tails(FSpread(dof * evenness, dof_error), normal, varying - normal)


def sample_spread(samples: tuple[Floats, ...], alpha: float) -> FSpread | None:
    """Estimate how F of independent samples varies, which may be unequally variable and not normal.

    The numerator varies as means do in the direction of their differences; where they are equal, it is the
    mean of Brown and Forsythe's variances. The denominator varies as squared errors do within samples.

    Parameters
    ----------
    samples
        The scores of each algorithm, two or more, scaled so that squares neither overflow nor vanish.
    alpha
        The level of the interval.

    Returns
    -------
    FSpread or None
        None without an error.

    Examples
    --------
    >>> samples = np.array([1.0, 2, 3, 4]), np.array([3.0, 5, 9]), np.array([6.0, 6, 7, 8, 9])
    >>> [round(part, 3) for part in sample_spread(samples, 0.05)[:4]]
    [4.415, 4.417, 0.929, 1.345]
    """
    sizes = np.array([len(sample) for sample in samples])
    n, k = int(sizes.sum()), len(samples)
    means = np.array([sample.mean() for sample in samples])
    squares = [np.square(sample - mean) for sample, mean in zip(samples, means, strict=True)]
    sums = np.array([each.sum() for each in squares])
    total, dof_error = float(sums.sum()), n - k
    if total == 0:
        return None
    variances = sums / (sizes - 1)
    effects = means - float(sizes @ means) / n
    between = float(sizes @ effects**2)
    rest = (1 - sizes / n) * variances
    mean, error = float(rest.sum()) / (k - 1), total / dof_error
    direct = float(sizes @ (effects**2 * variances)) / between if between else mean
    one = EQUAL_UNITS * error * (k - 1) / n
    evenness = (mean + one) / (_inflation(dof_error, k - 1, alpha) * direct + one)
    normal = float((2 * (sizes - 1) * variances**2).sum()) / total**2
    # squares of variances are too high on average; both sides of the difference must not be
    unbiased = float((2 * (sizes - 1) ** 2 / (sizes + 1) * variances**2).sum()) / total**2
    spread = sum(
        _of_residuals(float(np.square(each - each.mean()).sum()), len(each)) for each in squares
    )
    excess = spread / total**2 - unbiased
    null = float((2 * rest**2 / (sizes - 1)).sum() / rest.sum() ** 2)
    noise = min(1.0, mean * (k - 1) / between) if between else 1.0
    normal += max(null - normal, 0.0) * noise
    equal = FSpread((k - 1) * evenness, dof_error, ratio=mean / error)
    return _with_tails(equal, normal, excess)


def residual_spread(
    residuals: Floats, leverage: Floats, dof: int, dof_error: float
) -> FSpread | None:
    """Estimate how F of a linear model varies, whose errors have one variance and may not be normal.

    Parameters
    ----------
    residuals, leverage
        Of each score (n,).
    dof, dof_error
        Of F.

    Returns
    -------
    FSpread or None
        None without an error.

    Examples
    --------
    >>> heavy = np.array([1.0, -1, 1, -1, 2, -2, 9, -9])
    >>> [round(part, 3) for part in residual_spread(heavy, np.full(8, 0.25), 2, 6.0)[:4]]
    [2, 4.553, 0.526, 1.0]
    """
    squares = residuals * residuals
    total = float(squares.sum())
    if total == 0:
        return None
    # random blocks take dof from the error, and no leverage
    room = (1 - leverage) * dof_error / float((1 - leverage).sum())
    rest = room * room
    fourth = float(squares @ squares) / total**2 - 3 * float(rest.sum()) / dof_error**2
    excess = fourth * float(rest.sum() / (rest @ rest))
    return _with_tails(FSpread(dof, dof_error), 2 / dof_error, excess)


def _inflation(n: float, dof: int, alpha: float) -> float:
    """Return how much a variance with n dof is inflated; of two algorithms the direction is the only one."""
    from scipy import special  # when an interval is read: the tests do without

    t, z = special.stdtrit(n, 1 - alpha / 2), special.ndtri(1 - alpha / 2)
    return float((t / z) ** (2 - 2 / dof))


def _of_residuals(squares: float, n: int) -> float:
    """Return the sum of squares that errors have whose n residuals about their mean have this one."""
    return squares / (1 - 2 / n) if n > 2 else 0.0  # noqa: PLR2004 - two residuals are alike


def _with_tails(spread: FSpread, normal: float, excess: float) -> FSpread:
    """Set the error's dof, as estimated and with more caution.

    Parameters
    ----------
    spread
        With the dof of all errors.
    normal, excess
        The variance of the error's mean square over its square: of normal errors, and what is beyond it.
    """
    hidden = CAUTION / math.sqrt(spread.dof_error) * max(excess + HIDDEN * normal, 0.0)
    estimated = normal + max(excess, 0.0)
    return spread._replace(
        dof_error=2 / estimated,
        dof_cautious=2 / (estimated + hidden),
        heavy=excess > normal,
    )
