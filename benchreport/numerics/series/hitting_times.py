"""When runs reach targets: hitting times, their distribution, expected running times.

Ours because COCO's are tied to its own files.
"""

import numpy as np
import numpy.typing as npt

from benchreport.numerics.ties import SAME

Floats = npt.NDArray[np.float64]


def hitting_times(
    step: npt.ArrayLike, score: npt.ArrayLike, targets: npt.ArrayLike, *, higher_is_better: bool
) -> Floats:
    """Return the first step at which a run reaches each target; infinite where it never does.

    Parameters
    ----------
    step, score
        (n,) of one run, steps rising.
    targets
        (m,) scores; a score equal to a target, up to rounding, reaches it.
    higher_is_better
        The direction.

    Returns
    -------
    ndarray of shape (m,)
        In units of the steps.

    Examples
    --------
    >>> hitting_times([1, 10, 100], [3.0, 1.0, 2.0], [2.0, 0.5], higher_is_better=False)
    array([10., inf])
    """
    steps = np.append(np.asarray(step, dtype=np.float64), np.inf)
    cost = np.asarray(score, dtype=np.float64) * (-1.0 if higher_is_better else 1.0)
    bounds = np.asarray(targets, dtype=np.float64) * (-1.0 if higher_is_better else 1.0)
    best = np.minimum.accumulate(cost)
    # best falls: its negative rises, and the first place at or above −target is the first hit
    return steps[np.searchsorted(-best, -bounds - SAME * np.abs(bounds), side="left")]


def expected_runtime(times: npt.ArrayLike, spent: npt.ArrayLike) -> float:
    """Return the expected running time (ERT) of a system that restarts until it hits.

    It is the sum of the steps until runs hit or end, divided by the number of runs that hit.

    Parameters
    ----------
    times
        Hitting times of n runs, infinite where a run does not hit.
    spent
        The last step of each run.

    Returns
    -------
    float
        Infinite where no run hits.

    References
    ----------
    Auger and Hansen (2005), CEC, eq. 1; Hansen et al. (2021), COCO, section 4.

    Examples
    --------
    >>> expected_runtime([10, 30, np.inf], [100, 100, 100])
    70.0
    """
    first = np.asarray(times, dtype=np.float64)
    hit = np.isfinite(first)
    if not hit.any():
        return float("inf")
    return float(np.where(hit, first, spent).sum() / hit.sum())


def share_hit(times: npt.ArrayLike, grid: npt.ArrayLike) -> Floats:
    """Return the share of hitting times at or below each step.

    >>> share_hit([1.0, 5.0, np.inf, 5.0], [0.5, 1, 5, 50])
    array([0.  , 0.25, 0.75, 0.75])
    """
    ordered = np.sort(np.ravel(np.asarray(times, dtype=np.float64)))
    return np.searchsorted(ordered, np.asarray(grid, dtype=np.float64), side="right") / len(ordered)
