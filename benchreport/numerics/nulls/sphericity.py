"""Sphericity of repeated measures: epsilons that correct dof, and Mauchly's test.

Ours because scipy and statsmodels have none of them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.numerics.moments import common_unit
from benchreport.numerics.upper_tails import chi2_upper_tail


class Sphericity(NamedTuple):
    """Both epsilons, at most 1, and Mauchly's W with p, where it is a test."""

    greenhouse_geisser: float
    """From 1/(k−1) up to 1 under sphericity."""
    huynh_feldt: float
    mauchly: tuple[float, float] | None
    """None where W is no test: k = 2 (one difference, always spherical), N − 1 < k − 1 (the covariance
    is singular whatever the truth), or a contrast that is constant over blocks or determined by others
    (W = 0)."""


def measure_sphericity(values: npt.ArrayLike) -> Sphericity:
    """Compute Greenhouse–Geisser's (Box's) and Huynh–Feldt's epsilon, and test sphericity by Mauchly's W.

    H0: all differences between two algorithms have the same variance over blocks (the covariance
    of orthonormal contrasts is a multiple of the identity). H1: their variances differ.

    Parameters
    ----------
    values
        Scores, (N blocks, k algorithms), N ≥ 2, k ≥ 2.

    Returns
    -------
    Sphericity
        What is to be multiplied with dof, and W with its p-value by the second-order χ² approximation.

    Notes
    -----
    The test assumes normal contrasts. R 4.2's ``mauchly.test(fit, X = ~1)`` has 3k where the theorem has
    3(k − 1) in its second term (for k = 6 and N = 10 a difference of about 0.0001); applied to the
    contrasts themselves, ``mauchly.test(lm(v %*% contrasts ~ 1))``, it has the theorem's.

    References
    ----------
    Mauchly (1940), Significance test for sphericity, Ann. Math. Statist. 11.
    Anderson (1958), An introduction to multivariate statistical analysis, section 10.7.

    Examples
    --------
    >>> found = measure_sphericity([[1, 2, 4], [2, 4, 5], [3, 3, 9], [4, 6, 7]])
    >>> round(found.greenhouse_geisser, 4), round(found.huynh_feldt, 3)
    (0.52, 0.551)
    >>> w, p = found.mauchly
    >>> round(w, 4), round(p, 4)
    (0.0769, 0.0769)
    """
    roots, n_blocks = _contrast_roots(values), len(np.asarray(values))
    epsilon = epsilon_of_roots(roots)
    larger = min(1.0, enlarge_epsilon(epsilon, len(roots), n_blocks))
    return Sphericity(epsilon, larger, _mauchly_of_roots(roots, n_blocks - 1))


def epsilon_of_roots(roots: npt.NDArray[np.float64]) -> float:
    """Return Greenhouse and Geisser's epsilon of the eigenvalues λ of contrasts' covariance, (d,).

    (Σλ)² / (d Σλ²). 1 where all differences between algorithms are constant over blocks, which leaves
    nothing to correct.

    References
    ----------
    Greenhouse & Geisser (1959), On methods in the analysis of profile data, Psychometrika 24.
    """
    squares = float(np.square(roots).sum())
    return float(roots.sum()) ** 2 / (len(roots) * squares) if squares > 0 else 1.0


def enlarge_epsilon(epsilon: float, n_contrasts: int, n_blocks: int) -> float:
    """Return Huynh and Feldt's epsilon, which may exceed 1, from Greenhouse and Geisser's.

    (N d ε − 2) / (d (N−1−d ε)) for d contrasts. Where the denominator is 0, as it always is for N = 2,
    the blocks say nothing beyond ε itself, which is returned.

    References
    ----------
    Huynh & Feldt (1976), Estimation of the Box correction, J. Educ. Statist. 1.
    """
    dof = n_blocks - 1
    denominator = n_contrasts * (dof - n_contrasts * epsilon)
    if denominator <= _NEGLIGIBLE * dof * n_contrasts:
        return epsilon
    return (n_blocks * n_contrasts * epsilon - 2.0) / denominator


def _mauchly_of_roots(roots: npt.NDArray[np.float64], dof: int) -> tuple[float, float] | None:
    contrasts = len(roots)
    if contrasts < 2 or dof < contrasts:  # noqa: PLR2004 - a single difference
        return None
    if roots.min() <= _NEGLIGIBLE * roots.max():
        return None
    log_w = float(np.log(roots / roots.mean()).sum())
    return float(np.exp(log_w)), _mauchly_p(log_w, contrasts, dof)


_NEGLIGIBLE = 1e-12


def _contrast_roots(values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Eigenvalues of the covariance of the k − 1 orthonormal contrasts, rounding noise at 0."""
    scores = np.asarray(values, dtype=np.float64)
    # only the ratios of eigenvalues matter
    scores = scores / common_unit(scores)
    residuals = scores - scores.mean(axis=0)
    residuals -= residuals.mean(axis=1, keepdims=True)
    # after centring rows one singular value is 0: that of the constant contrast
    singular = np.linalg.svd(residuals, compute_uv=False)[: scores.shape[1] - 1]
    singular[singular <= _noise(scores)] = 0.0
    roots = np.zeros(scores.shape[1] - 1)
    roots[: len(singular)] = np.square(singular) / (len(scores) - 1)
    return roots


def _noise(scores: npt.NDArray[np.float64]) -> float:
    return float(np.finfo(np.float64).eps * np.abs(scores).max() * max(scores.shape) * 4)


def _mauchly_p(log_w: float, contrasts: int, dof: int) -> float:
    p, n = contrasts, dof  # the theorem's letters
    rho = 1.0 - (2 * p**2 + p + 2) / (6 * p * n)
    polynomial = 2 * p**3 + 6 * p**2 + 3 * p + 2
    second = (p + 2) * (p - 1) * (p - 2) * polynomial / (288 * (n * p * rho) ** 2)
    z = -n * rho * log_w
    f = p * (p + 1) // 2 - 1
    first = chi2_upper_tail(f, z)
    return float(np.clip(first + second * (chi2_upper_tail(f + 4, z) - first), 0.0, 1.0))
