"""Adjusted p-values of a family of hypotheses.

Ours because statsmodels has no Finner, Li, Rom, Shaffer or Bergmann–Hommel, and its Holm collects garbage
at each call (160 ms against 0.1). Hochberg and Holland are statsmodels', the false discovery rates scipy's:
measured on 10 to 45,000 p-values with ties and down to 1e-300, the results are the same.
"""

import functools
from collections.abc import Callable
from typing import Literal

import numpy as np
import numpy.typing as npt

from benchreport.errors import OptionError, check_choice
from benchreport.numerics.multiplicity.hommel import hommel
from benchreport.numerics.multiplicity.logical_relations import bergmann_hommel, shaffer_counts
from benchreport.numerics.multiplicity.rom import rom

Floats = npt.NDArray[np.float64]

ALL_PAIRS: tuple[str, ...] = ("shaffer", "bergmann_hommel")
"""The methods that are for the family of all pairs only."""


def adjust(
    p_values: npt.ArrayLike,
    method: str,
    *,
    progress: Callable[[float], None] | None = None,
) -> Floats:
    """Adjust the p-values of one family, so that each compares with alpha itself.

    Parameters
    ----------
    p_values
        (m,), the whole family. For "shaffer" and "bergmann_hommel" the m = k(k − 1)/2 pairs of k
        algorithms; for "bergmann_hommel" in the order (0, 1), (0, 2), …, (1, 2), … of
        ``np.triu_indices(k, 1)``.
    method
        One of `METHODS`. Family-wise error under any dependence: "bonferroni", "holm"; for all
        pairs, with more power: "shaffer" (static) and "bergmann_hommel" (up to 20 algorithms).
        Under independence or positive dependence: "sidak", "holland" (Holm with Šidák's formula),
        "hochberg", "hommel". Under independence: "rom", "li". False discovery rate: "bh"
        (independence or positive dependence), "by" (any dependence), and "finner", which controls the
        family-wise error only where all hypotheses are true.
    progress
        For "bergmann_hommel", the one that may take long: called with the fraction done.

    Returns
    -------
    ndarray of shape (m,)
        Adjusted p-values in the given order, at most 1 and never below the p-value.

    Raises
    ------
    OptionError
        The method is unknown; a p-value is NaN or outside [0, 1]; the method is for all pairs, and
        these are not all; "bergmann_hommel" with more than 20 algorithms.

    Notes
    -----
    With p_(1) ≤ … ≤ p_(m), each at most 1: Holm max_{j≤i} (m − j + 1)·p_(j), Shaffer the same with
    t_j of `shaffer_counts`, Holland max_{j≤i} 1 − (1 − p_(j))^(m−j+1), Finner max_{j≤i} 1 −
    (1 − p_(j))^(m/j), Li p_(i)/(p_(i) + 1 − p_(m)), without power where the largest p-value is near 1;
    Rom and Bergmann–Hommel as in `rom` and `bergmann_hommel`.

    "finner" is what García et al. (2010) print. Its steps, 1 − (1 − α)^(j/m), are hardly above those of
    "bh", αj/m: where 20 of 45 independent hypotheses are true, at .05 either rejects one of these or more
    in 44 % of families, and "holm" in 4 %.

    "bergmann_hommel" takes time in 3^k: 0.3 s for 15 algorithms. The others sort; "rom" takes 1 s for
    m = 45,000, "hommel" a tenth of that.

    References
    ----------
    Wright (1992), Adjusted p-values for simultaneous inference, Biometrics 48.
    García et al. (2010), Advanced nonparametric tests for multiple comparisons, Information
    Sciences 180: Finner, Holland, Li, Rom. García & Herrera (2008), JMLR 9: all pairs.
    Benjamini & Yekutieli (2001), The control of the false discovery rate, Ann. Statist. 29.

    Examples
    --------
    >>> adjust([0.01, 0.04, 0.03], "hochberg")
    array([0.03, 0.04, 0.04])
    >>> adjust([0.01, 0.04, 0.03], "shaffer")
    array([0.03, 0.04, 0.03])
    """
    check_choice("method", method, METHODS)
    p = _check_p_values(p_values)
    if len(p) < 2:  # noqa: PLR2004 - there is nothing to adjust for
        return p.copy()
    if method == "bergmann_hommel":
        return bergmann_hommel(p, progress=progress)
    # logarithms may err below the p-value in the last place
    return np.clip(_ADJUSTMENTS[method](p), p, 1.0)


def _check_p_values(p_values: npt.ArrayLike) -> Floats:
    try:
        p = np.asarray(p_values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise OptionError(
            f"p_values must be numbers; got {p_values!r}.", hint="adjust([0.01, 0.04], method)"
        ) from error
    if p.ndim != 1:
        raise OptionError(
            f"p_values must be one-dimensional; got {p.ndim} dimensions.",
            hint="adjust(np.ravel(p_values), method)",
        )
    wrong = ~((p >= 0) & (p <= 1))
    if wrong.any():
        raise OptionError(
            f"p_values must lie in [0, 1]; got {p[wrong][0]} at position {wrong.argmax()}.",
            hint="adjust(p_values[~np.isnan(p_values)], method)",
        )
    return p


def _any_of(p: Floats, count: npt.ArrayLike) -> Floats:
    """Return 1 − (1 − p)^count, which keeps all digits of the smallest p."""
    with np.errstate(divide="ignore"):  # p = 1: log 0
        probability: Floats = -np.expm1(count * np.log1p(-p))
    return probability


def _step_down(p: Floats, change: Callable[[Floats, Floats], Floats]) -> Floats:
    """Take the running maximum, from the smallest p up, of a function of p and its rank."""
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    ranks = np.arange(1.0, len(p) + 1)
    adjusted[order] = np.maximum.accumulate(change(p[order], ranks))
    return adjusted


def _holm(p: Floats) -> Floats:
    return _step_down(p, lambda ordered, ranks: ordered * (len(p) + 1 - ranks))


def _shaffer(p: Floats) -> Floats:
    return _step_down(p, lambda ordered, _: ordered * shaffer_counts(len(p)))


def _finner(p: Floats) -> Floats:
    return _step_down(p, lambda ordered, ranks: _any_of(ordered, len(p) / ranks))


def _li(p: Floats) -> Floats:
    return _step_down(p, _li_ratio)


def _li_ratio(ordered: Floats, _: Floats) -> Floats:
    rest = ordered + (1.0 - ordered[-1])
    # 0 beside a largest p of 1 is rejected at any level
    ratio = np.zeros_like(ordered)
    np.divide(ordered, rest, out=ratio, where=rest > 0)
    return ratio


def _multipletests(p: Floats, method: str) -> Floats:
    from statsmodels.stats.multitest import multipletests  # 10 ms, which Holm does not pay

    with np.errstate(divide="ignore"):  # log 0 where p = 1
        adjusted: Floats = multipletests(p, method=method)[1]
    return adjusted


def _false_discovery(p: Floats, method: Literal["bh", "by"]) -> Floats:
    order, ranks = np.argsort(p), np.arange(1, len(p) + 1)
    rising = p[order] * (len(p) / ranks)
    if method == "by":
        rising *= (1 / ranks).sum()
    adjusted = np.empty_like(rising)
    adjusted[order] = np.minimum.accumulate(rising[::-1])[::-1]
    return adjusted


_ADJUSTMENTS: dict[str, Callable[[Floats], Floats]] = {
    "none": np.copy,
    "bonferroni": lambda p: p * len(p),
    "sidak": lambda p: _any_of(p, len(p)),
    "holm": _holm,
    "hochberg": functools.partial(_multipletests, method="simes-hochberg"),
    "hommel": hommel,
    "finner": _finner,
    "li": _li,
    "holland": functools.partial(_multipletests, method="holm-sidak"),
    "rom": rom,
    "bh": functools.partial(_false_discovery, method="bh"),
    "by": functools.partial(_false_discovery, method="by"),
    "shaffer": _shaffer,
}

METHODS: tuple[str, ...] = (*_ADJUSTMENTS, "bergmann_hommel")
"""The names of all methods of `adjust`."""
