"""Upper tails of the F and χ² distributions.

Ours because ``scipy.special`` loses up to four digits where degrees of freedom are many, and more far out
(P(F > 20.55) on 73 and 112,785 of them is 2.87e-263, not 3.64e-263), and takes as long to load as all else
of a first Friedman test.
"""

import math

import numpy as np

NEAR = 0.5
"""Below this distance from 1 a logarithm is that of the distance, which is exact."""
LARGE = 12
"""From here on Stirling's series is exact to 16 digits."""
TINY = 1e-290
"""Up to here the tail of any degrees of freedom is 1, to the last digit."""
DIGITS = 1e-15
LONGEST = 100_000
"""Terms after which a fraction ends; 10⁷ degrees of freedom need some hundred."""


def f_upper_tail(dof: float, dof_error: float, f: float) -> float:
    """Return P(F > f) of the F distribution, to 12 digits.

    It is the incomplete beta function by the continued fraction of Didonato and Morris (1992, ACM TOMS 18,
    equation 9), which has no differences of like numbers.

    >>> round(f_upper_tail(3, 12, 5.95), 4)
    0.01
    """
    if not TINY < f < math.inf:
        return math.nan if math.isnan(f) else float(f <= TINY)
    a, b = dof_error / 2, dof / 2
    # dof · f may be more than a float holds
    all_of = dof_error / f + dof
    x, y = dof_error / f / all_of, dof / all_of
    beyond = y * (1 - f) / f, x * (f - 1)  # x and y over their values at f = 1, less one
    logs = a * _log(x * (a + b) / a, beyond[0]) + b * _log(y * (a + b) / b, beyond[1])
    logs += _stirling_error(a + b) - _stirling_error(a) - _stirling_error(b)
    density = math.exp(logs) * math.sqrt(a * b / (a + b) / (2 * math.pi))
    if f > 1:
        return density / _fraction(a, b, x, y, b * beyond[1])
    return 1 - density / _fraction(b, a, y, x, a * beyond[0])


def chi2_upper_tail(dof: int, statistic: float) -> float:
    """Return P(χ² > statistic) of the χ² distribution, to 12 digits.

    It is a finite sum above (DLMF 8.4.10 and 8.4.11), and a series below (8.11.4).

    >>> round(chi2_upper_tail(4, 9.488), 4)
    0.05
    """
    if not TINY < statistic < math.inf:
        return math.nan if math.isnan(statistic) else float(statistic <= TINY)
    a, y = dof / 2, statistic / 2
    if y <= a:
        factors = y / (a + np.arange(1, 60 + int(10 * math.sqrt(a))))
        return 1 - _poisson(a, y) * (1 + float(np.cumprod(factors).sum()))
    rest = math.erfc(math.sqrt(y)) if dof % 2 else 0.0
    if dof == 1:
        return rest
    factors = (a - np.arange(1, dof // 2)) / y
    return rest + _poisson(a - 1, y) * (1 + float(np.cumprod(factors).sum()))


def _poisson(n: float, mean: float) -> float:
    """Return meanⁿ e^−mean / Γ(n + 1)."""
    if n == 0:
        return math.exp(-mean)
    logs = n * _log(mean / n, (mean - n) / n) - (mean - n) - _stirling_error(n)
    return math.exp(logs) / math.sqrt(2 * math.pi * n)


def _log(ratio: float, less_one: float) -> float:
    """Return the logarithm of a ratio that is also known less one."""
    return math.log1p(less_one) if abs(less_one) < NEAR else math.log(ratio)


def _stirling_error(n: float) -> float:
    """Return log Γ(n + 1) less Stirling's (n + ½) log n − n + ½ log 2π (Loader 2000)."""
    if n < LARGE:
        return math.lgamma(n + 1) - (n + 0.5) * math.log(n) + n - 0.5 * math.log(2 * math.pi)
    square = n * n
    return (
        1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square
    ) / n


def _fraction(a: float, b: float, x: float, y: float, excess: float) -> float:
    """Return the continued fraction below xᵃyᵇ / B(a, b) by Lentz's method; excess is a − (a + b)x."""
    value = c = a / (a + 1) * (1 + excess)
    d = 0.0
    for n in range(1, LONGEST):
        width = a + 2 * n
        above = (a + n - 1) * (a + b + n - 1) * n * (b - n) * (x / (width - 1)) ** 2
        below = (
            n + n * (b - n) * x / (width - 1) + (a + n) / (width + 1) * (1 + excess + n * (1 + y))
        )
        d = 1 / (below + above * d)
        c = below + above / c
        value *= c * d
        if abs(c * d - 1) < DIGITS:
            break
    return value
