"""The shift that belongs to the signed-rank test, with its interval.

Ours because scipy and statsmodels have neither the estimate nor its exact interval.
"""

import functools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.errors import check_fraction
from benchreport.numerics.nulls.signed_rank import untied_null

__all__ = ["Shift", "hodges_lehmann"]

Floats = npt.NDArray[np.float64]

_EXACT_INTERVAL = 200
_CHUNK = 1 << 20  # Walsh averages held at once: 8 MB


class Shift(NamedTuple):
    """Hodges–Lehmann shifts with intervals; all but ``confidence`` have one value per sample."""

    estimate: Floats
    low: Floats
    high: Floats
    confidence: float
    """The interval's own confidence: at least that asked for, unless n is too small for it."""


def hodges_lehmann(differences: npt.ArrayLike, confidence: float = 0.95) -> Shift:
    """Estimate the shift by the median of Walsh averages, with a distribution-free interval.

    The interval holds the shifts that the two-sided signed-rank test does not reject. Its ends are
    order statistics of the n(n+1)/2 averages (d_i + d_j)/2, i ≤ j, chosen by the exact untied null
    for n ≤ 200 and by its normal approximation (with continuity correction) beyond.

    Parameters
    ----------
    differences
        (n,) or (pairs, n), n ≥ 1, in score units. Zeros are kept: they are evidence of no shift.
    confidence
        Least confidence wanted, between 0 and 1.

    Returns
    -------
    Shift
        The interval is the narrowest with at least the confidence asked for. Below n = 6 none
        reaches 95 %; then it spans all averages and ``confidence`` is the 1 − 2^(1−n) it has. With
        ties the true confidence is higher than stated.

    Raises
    ------
    OptionError
        ``confidence`` is not between 0 and 1.

    References
    ----------
    Hodges & Lehmann (1963), Estimates of location based on rank tests, Ann. Math. Statist. 34.
    Hollander, Wolfe & Chicken (2014), Nonparametric statistical methods, sections 3.2 and 3.3.

    Examples
    --------
    Depression scale factors, Hollander, Wolfe & Chicken, example 3.3:

    >>> shift = hodges_lehmann([-.952, .147, -1.022, -.43, -.62, -.59, -.49, .08, -.01], 0.96)
    >>> round(float(shift.estimate), 3), round(float(shift.low), 3), round(float(shift.high), 3)
    (-0.46, -0.786, -0.01)
    >>> round(shift.confidence, 3)
    0.961
    """
    check_fraction("confidence", confidence)
    values = np.asarray(differences, dtype=np.float64)
    samples = np.atleast_2d(values)
    n = samples.shape[1]
    count = n * (n + 1) // 2
    outside, achieved = _outside(n, confidence)
    wanted = [outside, (count - 1) // 2, count // 2, count - 1 - outside]
    i, j = np.triu_indices(n)
    found = np.empty((len(samples), len(wanted)))
    step = max(1, _CHUNK // count)
    for start in range(0, len(samples), step):
        part = samples[start : start + step]
        averages = np.partition((part[:, i] + part[:, j]) / 2.0, wanted, axis=1)
        found[start : start + step] = averages[:, wanted]
    low, below, above, high = found.T.reshape(4, *values.shape[:-1])
    return Shift((below + above) / 2.0, low, high, achieved)


@functools.lru_cache(maxsize=64)
def _outside(n: int, confidence: float) -> tuple[int, float]:
    """Count the Walsh averages beyond either end of the interval; give its confidence."""
    error = (1.0 - confidence) / 2.0
    if n <= _EXACT_INTERVAL:
        tail = untied_null(n)
        # 1 − 0.95 is not 0.05 in binary: a tail that equals the error exactly is no larger
        allowed = int(np.searchsorted(tail, error * (1.0 + 1e-12), side="right")) - 1
        return max(allowed, 0), 1.0 - 2.0 * float(tail[max(allowed, 0)])
    mean, deviation = n * (n + 1) / 4.0, (n * (n + 1) * (2 * n + 1) / 24.0) ** 0.5
    allowed = max(int(np.floor(mean + special.ndtri(error) * deviation - 0.5)), 0)
    return allowed, 1.0 - 2.0 * float(special.ndtr((allowed + 0.5 - mean) / deviation))
