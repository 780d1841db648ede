"""Standardised mean differences of two independent samples, with intervals; many pairs at once.

Ours because scipy has none, and statsmodels' intervals are approximate where these are exact.
"""

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.numerics.effects.magnitudes import hedges_correction
from benchreport.numerics.moments import moments, ratio, samples
from benchreport.numerics.nulls.noncentral_t import noncentrality_interval
from benchreport.numerics.nulls.welch import welch

Floats = npt.NDArray[np.float64]
Estimates = tuple[Floats, Floats, Floats]


def cohen_d(first: npt.ArrayLike, second: npt.ArrayLike, confidence: float = 0.95) -> Estimates:
    """Difference of means in units of the pooled standard deviation.

    Parameters
    ----------
    first, second
        (n₁,) and (n₂,), or (m, n₁) and (m, n₂), of at least two scores each.
    confidence
        Confidence of the interval, which holds the noncentralities of t = d / √(1/n₁ + 1/n₂) that
        the t test accepts,
        times that root. Exact for normal scores of equal variance.

    Returns
    -------
    estimate, low, high
        () or (m,), first − second. Both constant: ±∞ with both ends, or 0 in (−∞, ∞) if equal.

    References
    ----------
    Cohen (1988), Statistical power analysis for the behavioral sciences, section 2.5.
    Ben-Shachar, Lüdecke & Makowski (2020), effectsize, JOSS 5(56): ``cohens_d``.

    Examples
    --------
    Miles per gallon of automatic and manual cars, R's ``cohens_d(mpg ~ am, data = mtcars)``:

    >>> automatic = [21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3,
    ...              15.2, 10.4, 10.4, 14.7, 21.5, 15.5, 15.2, 13.3, 19.2]
    >>> manual = [21, 21, 22.8, 32.4, 30.4, 33.9, 27.3, 26, 30.4, 15.8, 19.7, 15, 21.4]
    >>> [round(float(each), 2) for each in cohen_d(automatic, manual)]
    [-1.48, -2.27, -0.67]
    """
    x, y = samples(first, "scores"), samples(second, "scores")
    counts = x.shape[-1], y.shape[-1]
    (mean_x, spread_x), (mean_y, spread_y) = moments(x), moments(y)
    dof = sum(counts) - 2
    weights = np.sqrt((np.array(counts) - 1.0) / dof)
    pooled = np.hypot(weights[0] * spread_x, weights[1] * spread_y)
    scale = np.maximum(np.abs(mean_x), np.abs(mean_y))
    estimate = ratio(mean_x - mean_y, pooled, scale)
    root = np.sqrt(1.0 / counts[0] + 1.0 / counts[1])
    low, high = noncentrality_interval(estimate / root, dof, confidence)
    unknown = (pooled == 0) & (estimate == 0)
    return estimate, np.where(unknown, -np.inf, low * root), np.where(unknown, np.inf, high * root)


def hedges_g(first: npt.ArrayLike, second: npt.ArrayLike, confidence: float = 0.95) -> Estimates:
    """Cohen's d without its bias in small samples: d and its interval times Hedges' exact J.

    Returns
    -------
    estimate, low, high
        () or (m,), as for `cohen_d`.

    References
    ----------
    Hedges (1981), Distribution theory for Glass's estimator of effect size, Journal of Educational
    Statistics 6: 107-128.

    Examples
    --------
    >>> [round(float(each), 3) for each in hedges_g([1, 2, 3], [3, 4, 5])]
    [-1.596, -3.207, 0.12]
    """
    estimate, low, high = cohen_d(first, second, confidence)
    factor = hedges_correction(np.shape(first)[-1] + np.shape(second)[-1] - 2)
    return estimate * factor, low * factor, high * factor


def common_language(
    first: npt.ArrayLike, second: npt.ArrayLike, confidence: float = 0.95
) -> Estimates:
    """Probability that a score of the first exceeds one of the second, if both are normal.

    McGraw and Wong's CL = Φ((m₁ − m₂)/√(s₁² + s₂²)), where variances and sizes may differ;
    `vargha_delaney` needs no normality.

    Parameters
    ----------
    first, second
        As for `cohen_d`.
    confidence
        Confidence of the interval, which holds the noncentralities that Welch's t test accepts, in units of
        √(s₁² + s₂²). At 95 % it held CL in 93 to 98 % of simulated samples of 5 to 40 normal scores,
        with standard deviations up to three times apart.

    Returns
    -------
    estimate, low, high
        () or (m,), within 0 and 1; one half is no superiority. Both constant: 0 or 1 with both ends,
        or one half in (0, 1) if equal.

    References
    ----------
    McGraw & Wong (1992), A common language effect size statistic, Psychological Bulletin 111:
    361-365.
    Ben-Shachar, Lüdecke & Makowski (2020), effectsize, JOSS 5(56), for the interval: that of
    ``cohens_d(pooled_sd = FALSE)``.

    Examples
    --------
    The paper's heights in inches, of men 69.7 (sd 2.8) and women 64.3 (2.6): CL = .92.

    >>> spread = np.array([-1, 1]) / np.sqrt(2)
    >>> round(float(common_language(69.7 + 2.8 * spread, 64.3 + 2.6 * spread)[0]), 2)
    0.92
    """
    x, y = samples(first, "scores"), samples(second, "scores")
    means = welch(x, y)
    t, dof = np.ravel(means.t), np.ravel(means.dof)
    spread = np.ravel(np.hypot(moments(x)[1], moments(y)[1]))
    low, high = np.transpose(
        [noncentrality_interval(*test, confidence) for test in zip(t, dof, strict=True)]
    )
    # without a spread t is infinite, or 0 between equal means, where the interval is unknown
    varies = spread > 0
    unit = np.where(varies, np.ravel(means.error) / np.where(varies, spread, 1.0), 1.0)
    unknown = ~varies & (t == 0)
    ends = t * unit, np.where(unknown, -np.inf, low * unit), np.where(unknown, np.inf, high * unit)
    estimate, lower, upper = (special.ndtr(end).reshape(x.shape[:-1]) for end in ends)
    return estimate, lower, upper
