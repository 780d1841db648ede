"""Answers that every model of factors gives: F tests of terms, and estimates of combinations."""

import math
from typing import NamedTuple

from benchreport.numerics.effects.partial_shares import Share
from benchreport.numerics.upper_tails import f_upper_tail
from benchreport.results.base import Interval
from benchreport.stats._arrays import Array


class FTest(NamedTuple):
    """F of a term: sums of squares, dof, epsilon of the dof, and p.

    ``plain_statistic`` and ``dof_plain`` are those of equal variances.
    """

    sum_of_squares: float
    error: float
    dof: int
    dof_error: float
    statistic: float
    epsilon: float
    p_value: float
    plain_statistic: float
    dof_plain: float


class Estimates(NamedTuple):
    """Linear combinations of the coefficients with their standard errors, (m,), and dof."""

    values: Array
    errors: Array
    dof: float


def ratio(above: float, below: float) -> float:
    if below > 0:
        return above / below
    return math.inf if above > 0 else 0.0


def p_of_f(f: float, dof: float, dof_error: float) -> float:
    return 0.0 if math.isinf(f) else f_upper_tail(dof, dof_error, f)


def as_interval(share: Share, alpha: float) -> Interval | None:
    """Return the interval of a share of variance; ``None`` where there is none."""
    return None if math.isnan(share.low) else Interval(share.low, share.high, 1 - alpha)
