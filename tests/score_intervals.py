"""The interval of Tango's score test, by halving: what published tables and the package's own search give."""

import numpy as np
from scipy import special

from benchreport.numerics.predictions.score_margins import HALF, score_z

# halvings of an interval that is at most 2 wide
STEPS = 54


def score_interval(tables, confidence, *, correction=HALF):
    """Return the interval of the differences that the score test rejects on neither side, (m,) each."""
    z = -float(special.ndtri((1 - confidence) / 2))
    estimate = np.asarray(tables.difference)
    low = halve(
        np.full_like(estimate, -1.0),
        estimate,
        lambda delta: score_z(tables, delta, correction=correction)[1] >= z,
    )
    high = halve(
        np.full_like(estimate, 1.0),
        estimate,
        lambda delta: score_z(tables, delta, correction=correction)[0] <= -z,
    )
    return low, high


def halve(far, near, rejects):
    """Return where the test begins to accept; the outer value where even that is accepted."""
    for _ in range(STEPS):
        middle = (far + near) / 2
        beyond = rejects(middle)
        far, near = np.where(beyond, middle, far), np.where(beyond, near, middle)
    return far
