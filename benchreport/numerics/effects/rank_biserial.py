"""The matched-pairs rank-biserial correlation, the effect size of the signed-rank test.

Ours because libraries give no interval, or one from the null's variance, which holds r in 55 to 85 % where
it should in 95 %.
"""

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.errors import check_fraction
from benchreport.numerics.chunks import by_rows
from benchreport.numerics.effects.dominance import asymmetric_ends
from benchreport.numerics.nulls.signed_rank import SignedRanks
from benchreport.numerics.ranks import share_places

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def rank_biserial(sums: SignedRanks, confidence: float = 0.95) -> tuple[Floats, Floats, Floats]:
    """Matched-pairs rank-biserial correlation, (R⁺ − R⁻) / (R⁺ + R⁻), with an interval.

    Parameters
    ----------
    sums
        Signed ranks of differences, from `signed_ranks`.
    confidence
        Nominal confidence, between 0 and 1.

    Returns
    -------
    tuple of ndarray
        r and both ends, in [−1, 1]. r is 1 when all differences are positive, 0 when there are
        none, and then the interval is [−1, 1].

    Notes
    -----
    r is 2U − 1 with U the share of Walsh averages (d_i + d_j)/2 above 0, so its variance is that of a
    U-statistic, 4 Var(g_i)/n with g_i the mean sign of d_i + d_j over j, whatever the distribution.
    The ends are Cliff's asymmetric ones with t quantiles. At r = ±1, where nothing varies, the end
    towards 0 is the r with which n normal differences have the same sign with probability
    (1 − confidence)/2: it lies beyond 0 just where the exact test is significant.

    In simulations of normal differences, shifted by 0 to 2 standard deviations, 95 % intervals held r
    in 92 to 99 % for n from 5 to 100; the interval from the null's variance (as of R's effectsize)
    holds it in 55 to 85 % where differences are clear.

    References
    ----------
    Kerby (2014), The simple difference formula, Comprehensive Psychology 3; Hoeffding (1948) for the
    variance; Feng & Cliff (2004), Journal of Modern Applied Statistical Methods 3, for the ends.

    Examples
    --------
    >>> from benchreport.numerics.nulls.signed_rank import signed_ranks
    >>> d = [3.0, 1.0, -2.0, 5.0, 4.0, 6.0, 7.0, 8.0]
    >>> r, low, high = rank_biserial(signed_ranks(d))
    >>> round(float(r), 4), round(float(low), 4), round(float(high), 4)
    (0.8889, 0.2279, 0.9891)
    """
    check_fraction("confidence", confidence)
    total = np.atleast_1d(sums.positive + sums.negative)
    lead = np.atleast_1d(sums.positive - sums.negative)
    r = lead / np.where(total > 0, total, 1.0)
    n = np.atleast_1d(sums.nonzero).astype(np.float64)
    ranks, is_positive = np.atleast_2d(sums.ranks), np.atleast_2d(sums.is_positive)
    zeros = np.atleast_1d(sums.n - sums.nonzero)
    variance = by_rows(_variance, ranks, is_positive, zeros, n, width=ranks.shape[1])
    quantile = special.stdtrit(np.maximum(n - 1, 1), (1 + confidence) / 2)
    unanimous = (np.abs(r) == 1) | (n < 2)  # noqa: PLR2004 - one difference does not vary
    low, high = asymmetric_ends(r, quantile**2 * variance, unanimous)
    if unanimous.any():
        # n of one sign have that probability if P(d > 0) = q; then P(d_i + d_j > 0) = Φ(√2 Φ⁻¹(q))
        q = ((1.0 - confidence) / 2.0) ** (1.0 / np.maximum(n, 1.0))
        least = ((n - 1.0) * special.erf(special.ndtri(q)) + 2.0 * (2.0 * q - 1.0)) / (n + 1.0)
        low = np.where(unanimous, np.where(r > 0, least, -1.0), low)
        high = np.where(unanimous, np.where(r < 0, -least, 1.0), high)
    low, high = np.minimum(np.maximum(low, -1.0), r), np.maximum(np.minimum(high, 1.0), r)
    nothing = n == 0
    low, high = np.where(nothing, -1.0, low), np.where(nothing, 1.0, high)
    shape = np.shape(sums.positive)
    return r.reshape(shape), low.reshape(shape), high.reshape(shape)


def _variance(
    ranks: Floats, is_positive: npt.NDArray[np.bool_], zeros: Integers, n: Floats
) -> Floats:
    """Estimate Var(r) from how much the mean sign of d_i + d_j varies over i."""
    after = is_positive.cumsum(axis=1, dtype=np.float64)
    before = after - is_positive
    same = ranks[:, 1:] == ranks[:, :-1]
    if same.any():
        after, before = share_places(after, same, "max"), share_places(before, same, "min")
    # the sum of signs for each d_i, but for a constant: lower ranks of the other sign give way to it,
    # and half of those with its own rank
    sums = is_positive * (2.0 * (ranks - zeros[:, None]) - 1.0) - after - before
    many, ranked = np.maximum(n, 2.0), ranks > 0
    # about a whole number near their mean, so that squares are exact, and so are their sums
    rest = sums - np.rint((sums * ranked).sum(axis=1) / many)[:, None]
    rest *= ranked
    squares = np.einsum("ij,ij->i", rest, rest) - np.square(rest.sum(axis=1)) / many
    variance: Floats = 4.0 * squares / (many**3 * (many - 1))
    return variance
