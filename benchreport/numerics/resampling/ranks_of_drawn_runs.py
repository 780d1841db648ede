"""Ranks of systems when one run of each is drawn: by draws, and exactly.

Ours because no library has it.
"""

import itertools
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from benchreport.numerics.ranks import mid_ranks

Floats = npt.NDArray[np.float64]


def draw_ranks(
    runs: Sequence[npt.ArrayLike],
    *,
    higher_is_better: bool,
    n_draws: int = 10_000,
    rng: int | np.random.Generator = 0,
) -> Floats:
    """Draw one run of each system many times, and rank the systems each time.

    Parameters
    ----------
    runs
        For each of k systems the scores of its runs at one step, (n_i,).
    higher_is_better
        The direction; rank 1 is best, ties share their mid-rank.
    n_draws
        How many draws. The same seed draws the same runs, so that steps of curves go together.

    Returns
    -------
    ndarray of shape (n_draws, k)
        Ranks.

    Examples
    --------
    >>> draw_ranks([[3.0, 3.0], [1.0]], higher_is_better=True, n_draws=2)
    array([[1., 2.],
           [1., 2.]])
    """
    generator = np.random.default_rng(rng)
    scores = [np.asarray(system_runs, dtype=np.float64) for system_runs in runs]
    drawn_scores = np.column_stack(
        [
            system_runs[generator.integers(0, len(system_runs), size=n_draws)]
            for system_runs in scores
        ]
    )
    return mid_ranks(-drawn_scores if higher_is_better else drawn_scores)


def exact_ranks(runs: Sequence[npt.ArrayLike], *, higher_is_better: bool) -> tuple[Floats, Floats]:
    """Return the mean and the standard deviation of each system's rank over all possible draws.

    A system's rank is 1 + the number of systems that are better + half the number that tie. Given
    its own run the other systems' runs are independent, so that means and variances add up.

    Parameters
    ----------
    runs
        For each of k systems the scores of its runs, (n_i,).
    higher_is_better
        The direction.

    Returns
    -------
    mean, sd
        (k,) each; sd of the distribution, divisor n.

    Examples
    --------
    >>> exact_ranks([[1.0, 3.0], [2.0]], higher_is_better=True)
    (array([1.5, 1.5]), array([0.5, 0.5]))
    """
    sign = -1.0 if higher_is_better else 1.0
    costs = [np.sort(sign * np.asarray(system_runs, dtype=np.float64)) for system_runs in runs]
    every = np.concatenate(costs)
    ends = np.cumsum([0, *map(len, costs)])
    slices = [slice(low, high) for low, high in itertools.pairwise(ends.tolist())]
    expected, variance = np.ones(len(every)), np.zeros(len(every))
    for place, cost in enumerate(costs):
        better = np.searchsorted(cost, every, side="left") / len(cost)
        tied = np.searchsorted(cost, every, side="right") / len(cost) - better
        better[slices[place]] = tied[slices[place]] = 0.0
        behind = better + tied / 2
        expected += behind
        # the variance of a variable that is 1 when better, one half when tied
        variance += better + tied / 4 - behind**2
    means = np.array([expected[part].mean() for part in slices])
    deviations = [math.sqrt(variance[part].mean() + expected[part].var()) for part in slices]
    return means, np.array(deviations)
