"""Brunner and Munzel's test of stochastic equality of two independent samples, many pairs at once.

Ours because ``scipy.stats.brunnermunzel`` gives neither the degrees of freedom nor an interval, and takes one
pair at a time.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.numerics.moments import ratio, samples
from benchreport.numerics.ranks import mid_ranks

Floats = npt.NDArray[np.float64]


class BrunnerMunzel(NamedTuple):
    """What the test finds, () or (m,)."""

    probability: Floats
    """P(first > second) + P(first = second)/2."""
    error: Floats
    """The standard error of the probability; 0 where no score of one lies among those of the other."""
    t: Floats
    """(probability − ½) / error; ±∞ without an error."""
    dof: Floats


def brunner_munzel(first: npt.ArrayLike, second: npt.ArrayLike) -> BrunnerMunzel:
    """Compare independent samples by how often a score of the first exceeds one of the second.

    Parameters
    ----------
    first, second
        (n₁,) and (n₂,), or (m, n₁) and (m, n₂), of at least two scores each.

    References
    ----------
    Brunner & Munzel (2000), Biometrical Journal 42: 17-25.

    Examples
    --------
    Pain scores after two treatments, from the paper: probability .789, t = 3.137, 17.68 dof.

    >>> old = [1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 1, 1]
    >>> new = [3, 3, 4, 3, 1, 2, 3, 1, 1, 5, 4]
    >>> test = brunner_munzel(new, old)
    >>> [round(float(each), 3) for each in (test.probability, test.t, test.dof)]
    [0.789, 3.137, 17.683]
    """
    x, y = samples(first, "scores"), samples(second, "scores")
    n_x, n_y = x.shape[-1], y.shape[-1]
    ranks = mid_ranks(np.concatenate([x, y], axis=-1))
    # the placement of a score is how many of the other sample lie below it
    below_x = ranks[..., :n_x] - mid_ranks(x)
    below_y = ranks[..., n_x:] - mid_ranks(y)
    probability = below_x.mean(axis=-1) / n_y
    parts = below_x.var(axis=-1, ddof=1) / n_y**2 / n_x, below_y.var(axis=-1, ddof=1) / n_x**2 / n_y
    variance = parts[0] + parts[1]
    squares = parts[0] ** 2 / (n_x - 1) + parts[1] ** 2 / (n_y - 1)
    dof = np.where(variance > 0, variance**2 / np.where(squares > 0, squares, 1.0), n_x + n_y - 2.0)
    error = np.sqrt(variance)
    return BrunnerMunzel(probability, error, ratio(probability - 0.5, error), dof)
