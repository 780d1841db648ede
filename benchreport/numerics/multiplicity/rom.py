"""Rom's sharper step-up critical values, and the p-values adjusted by them.

Ours because no Python library has them.
"""

import numpy as np
import numpy.typing as npt
from numpy.polynomial import chebyshev

Floats = npt.NDArray[np.float64]

_TERMS = 48  # the terms left out are below 1e-12 of a critical value, even for alpha near 1
_NODES = 96
_FARTHEST = 16.0  # −log(1 − alpha): beyond alpha = 1 − 1e-7 an adjusted p-value is 1
_MOST_STEPS = 60


def rom_critical(alpha: npt.ArrayLike, m: int) -> Floats:
    """Find the critical values of Rom's step-up test.

    Parameters
    ----------
    alpha
        (n,), family-wise error rates.
    m
        Number of hypotheses.

    Returns
    -------
    ndarray of shape (m, n)
        For the largest p-value first: α, α/2, … such that, of any number of independent uniform
        p-values, the probability that one is rejected is α exactly.

    Notes
    -----
    c_i = [Σ_{j=1}^{i−1} α^j − Σ_{j=1}^{i−2} C(i, j) c_{j+1}^{i−j}]/i. Each term follows from one of
    the step before, C(i, j) c^{i−j} = C(i − 1, j) c^{i−1−j} · c·i/(i − j), so that no binomial
    coefficient overflows; those with i − j > 48 vanish.

    References
    ----------
    Rom (1990), A sequentially rejective test procedure based on a modified Bonferroni inequality,
    Biometrika 77.

    Examples
    --------
    >>> rom_critical([0.05], 5).ravel().round(5)
    array([0.05   , 0.025  , 0.01688, 0.01271, 0.01019])
    """
    level = np.asarray(alpha, dtype=np.float64)
    critical = np.empty((m, len(level)))
    # row d: C(i, d)·c^d, and the critical value c = c_{i−d+1} in it
    terms, values = np.zeros((2, _TERMS, len(level)))
    degree = np.arange(2.0, _TERMS + 1)[:, None]
    critical[0] = power = powers = level
    for i in range(2, m + 1):
        terms[1:] = terms[:-1] * values[:-1] * (i / degree)
        values[1:] = values[:-1]
        critical[i - 1] = (powers - terms[1:].sum(axis=0)) / i
        terms[0], values[0] = i * critical[i - 1], critical[i - 1]
        power = power * level
        powers = powers + power
    return critical


def rom(p: Floats) -> Floats:
    """Adjust by Rom: the least alpha at which each hypothesis is rejected.

    H_(i) is rejected if p_(j) ≤ c_{m−j+1}(α) for some j ≥ i. So the adjusted p-value is the least,
    over j ≥ i, of the α that solves p_(j) = c_{m−j+1}(α). The formula min (α/c)·p at one α, which
    is in use elsewhere, gives the same decisions at that α only.

    Parameters
    ----------
    p
        (m,), in [0, 1].

    Returns
    -------
    ndarray of shape (m,)
        Never above Hochberg's. Above 1 − 1e-7 it is 1.

    References
    ----------
    Rom (1990), Biometrika 77.

    Examples
    --------
    The critical values at a level are adjusted to that level.

    >>> rom(rom_critical([0.05], 5).ravel()).round(12)
    array([0.05, 0.05, 0.05, 0.05, 0.05])
    """
    order = np.argsort(-p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum.accumulate(_least_alpha(p[order]))
    return adjusted


def _least_alpha(descending: Floats) -> Floats:
    """Solve p_i = c_i(α) for each i, by Newton's method on i·c_i as a function of −log(1 − α).

    That function is concave and at most −log(1 − α) itself, which it approaches for many
    hypotheses: steps from i·p_i on stay below the solution.
    """
    coefficients = _relative_critical(len(descending))
    slopes = chebyshev.chebder(coefficients)
    target = descending * np.arange(1, len(descending) + 1)
    root = np.minimum(target, _FARTHEST)
    for _ in range(_MOST_STEPS):
        place = 2.0 * root / _FARTHEST - 1.0
        relative = chebyshev.chebval(place, coefficients, tensor=False)
        slope = relative + (place + 1.0) * chebyshev.chebval(place, slopes, tensor=False)
        step = (target - root * relative) / np.maximum(slope, np.finfo(float).tiny)
        next_root = np.clip(root + step, root, _FARTHEST)
        if (next_root - root <= 1e-15 * root).all():
            break
        root = next_root
    alpha = np.where(root < _FARTHEST, -np.expm1(-root), 1.0)
    # critical values are at least Hochberg's, alpha/i: this bound is exact, the solution may not be
    return np.minimum(alpha, target)


def _relative_critical(m: int) -> Floats:
    """Interpolate i·c_i(α)/−log(1 − α), which is smooth, for i = 1 … m.

    Returns
    -------
    ndarray of shape (nodes, m)
        Chebyshev coefficients over −log(1 − α) from 0 to 16; relative error below 1e-11.
    """
    nodes = chebyshev.chebpts1(_NODES)
    place = (nodes + 1.0) * _FARTHEST / 2.0
    critical = rom_critical(-np.expm1(-place), m) * np.arange(1, m + 1)[:, None]
    basis = chebyshev.chebvander(nodes, _NODES - 1)
    return np.asarray(np.linalg.solve(basis, (critical / place).T), dtype=np.float64)
