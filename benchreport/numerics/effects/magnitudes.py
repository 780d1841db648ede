"""The words for the magnitude of an effect size, and Hedges' correction for small samples.

Ours because no library that is a dependency has either.
"""

import math

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.errors import check_choice

_COHEN = ((0.2, 0.5, 0.8), ("below small", "small", "medium", "large"), "cohen1988")
_ROMANO = ((0.147, 0.33, 0.474), ("negligible", "small", "medium", "large"), "romano2006")
_VARGHA = ((0.06, 0.14, 0.21), ("below small", "small", "medium", "large"), "vargha2000")
_UNNAMED = ((), ("",), "")

MAGNITUDES: dict[str, tuple[tuple[float, ...], tuple[str, ...], str]] = {
    "d_av": _COHEN,
    "cohen_d": _COHEN,
    "hedges_g": _COHEN,
    "cliff_delta": _ROMANO,
    "vargha_delaney": _VARGHA,
    # Cohen's words are for differences in units of the scores' own spread (1988, section 2.3.5)
    "d_z": _UNNAMED,
    "hedges_g_z": _UNNAMED,
    "rank_biserial": _UNNAMED,
    "paired_superiority": _UNNAMED,
    "common_language": _UNNAMED,
    "akinshin_gamma": _UNNAMED,
}
"""For each effect size: the bounds at which its words begin (but the first), the words, their source."""


def hedges_correction(dof: float) -> float:
    """Hedges' exact factor J that makes a standardised mean difference unbiased.

    Parameters
    ----------
    dof
        Degrees of freedom of the standard deviation it is standardised by.

    Returns
    -------
    float
        Γ(dof/2) / (√(dof/2) Γ((dof − 1)/2)); NaN for dof = 1, where the mean of d does not exist.

    References
    ----------
    Hedges (1981), Distribution theory for Glass's estimator of effect size, Journal of Educational
    Statistics 6: 107-128, equation 6e.

    Examples
    --------
    Not the usual approximation 1 − 3/(4·dof − 1), which is 0.7273 for two degrees of freedom:

    >>> round(hedges_correction(2), 4), round(hedges_correction(9), 4)
    (0.5642, 0.9139)
    """
    if dof <= 1:
        return math.nan
    # Γ(a)/Γ(a − ½) as one function: the difference of two large logarithms loses digits
    return float(special.poch((dof - 1.0) / 2.0, 0.5) / math.sqrt(dof / 2.0))


def magnitudes(name: str, values: npt.ArrayLike) -> list[tuple[str, str]]:
    """Words for the magnitudes of effect sizes, each with the source that the word is from.

    Parameters
    ----------
    name
        Name of the function that computes them, such as ``"cliff_delta"``.
    values
        Their values, (m,); the sign does not matter (for A: the side of one half).

    Returns
    -------
    list of m (word, source)
        The source is a key of the bibliography. Both are empty where no source is agreed upon: γ,
        probabilities of superiority, the rank-biserial, and d_z and g_z, which are not in the units
        that Cohen's words are for. Empty for NaN.

    Notes
    -----
    A word begins at its bound: d = 0.2 is small. Cohen and Vargha & Delaney have no word for less
    than small; theirs are conventions for the behavioural sciences, no statement of relevance.

    References
    ----------
    Cohen (1988), Statistical power analysis for the behavioral sciences, section 2.2.4: .2, .5, .8.
    Romano, Kromrey, Coraggio & Skowronek (2006), Appropriate statistics for ordinal level data:
    .147, .33, .474 of |δ|.
    Vargha & Delaney (2000), JEBS 25: 101-132: .56, .64, .71 of A.

    Examples
    --------
    >>> magnitudes("hedges_g", [-0.61, 0.1])
    [('medium', 'cohen1988'), ('below small', 'cohen1988')]
    """
    check_choice("name", name, MAGNITUDES)
    bounds, words, source = MAGNITUDES[name]
    centre = 0.5 if name == "vargha_delaney" else 0.0
    # rounded, as 0.56 − 0.5 is 0.06000000000000005 and 0.64 − 0.5 no more than 0.14
    sizes = np.round(np.abs(np.asarray(values, dtype=np.float64) - centre), 12)
    places = np.where(np.isnan(sizes), -1, np.searchsorted(bounds, sizes, side="right"))
    choices = [*((word, source) for word in words), ("", "")]
    return [choices[place] for place in places.tolist()]
