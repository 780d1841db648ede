"""How much series vary of which few nights are known: what their runs and the other series tell of it.

Ours because scipy and statsmodels do not moderate variances.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

Floats = npt.NDArray[np.float64]

FEWEST = 6
"""Fewer series than this do not tell how much another one varies."""

STATED_DOF = 4.0
"""So many degrees of freedom has the variance that is expected before other series tell more."""

NIGHTS_PER_RUN = 0.5
"""Nights are expected to differ by this share of the standard deviation of a single run."""

SMALLEST = 1e-5
"""A variance below this share of the median one counts as that share."""


class Moderated(NamedTuple):
    """Variances (S,) drawn to what is expected of them, and their degrees of freedom (S,)."""

    variance: Floats
    dof: Floats


def run_deviations(cells: Floats) -> tuple[Floats, Floats]:
    """Return the standard deviation of a run around its cell and night, and how many runs tonight has.

    Parameters
    ----------
    cells
        (T, S, C) values of C cells (datasets, repeats) of S series, tonight last; NaN where there is none.

    Returns
    -------
    tuple
        (S,) square root of the mean square of what the effects of nights and of cells leave, NaN where it
        has no degree of freedom; and (S,) numbers of runs.

    Examples
    --------
    >>> nights = np.array([[[0.9, 0.5, 0.7]], [[0.8, 0.5, 0.6]]])
    >>> deviation, runs = run_deviations(nights)
    >>> deviation.round(4).tolist(), runs.tolist()
    ([0.0408], [3.0])
    """
    known = ~np.isnan(cells) & ~np.isnan(cells[-1])
    rest = np.where(known, cells, 0.0)
    # with gaps, a few rounds come as near to the least squares as an estimate of noise needs
    for axis in (0, 2) * 3:
        counts = known.sum(axis=axis, keepdims=True)
        rest -= np.where(known, rest.sum(axis=axis, keepdims=True) / np.maximum(counts, 1), 0.0)
    nights, columns = known.any(axis=2).sum(axis=0), known.any(axis=0).sum(axis=1)
    dof = known.sum(axis=(0, 2)) - nights - columns + 1
    squares = (rest**2).sum(axis=(0, 2))
    variance = np.divide(squares, dof, out=np.full(len(dof), np.nan), where=dof > 0)
    return np.sqrt(variance), columns.astype(float)


def moderate(
    own: tuple[Floats, Floats], others: tuple[Floats, Floats], expected: Floats
) -> Moderated:
    """Draw variances to those expected, by how well the expected ones describe the other series.

    Parameters
    ----------
    own
        (S,) sums of squares, and their degrees of freedom; 0 where a series has none.
    others
        The same, of the values that say how well the expected variances describe the series.
    expected
        (S,) what they are expected to be, but for a factor that all have in common.

    Notes
    -----
    The factor and the degrees of freedom of the expected variances are those of Smyth's empirical Bayes
    method. Where fewer than six series have a variance, the factor is 1, with four degrees of freedom.

    References
    ----------
    Smyth (2004), Linear models and empirical Bayes methods, Statistical Applications in Genetics and
    Molecular Biology 3; limma's ``squeezeVar``.

    Examples
    --------
    >>> squares, dof = np.array([16.0]), np.array([4.0])
    >>> moderate((squares, dof), (squares, dof), expected=np.array([1.0]))
    Moderated(variance=array([2.5]), dof=array([8.]))
    """
    squares, dof = others
    usable = (dof > 0) & (expected > 0)
    ratio, dof = (squares / np.where(usable, dof * expected, 1.0))[usable], dof[usable]
    factor, prior = 1.0, STATED_DOF
    if len(ratio) >= FEWEST and np.median(ratio) > 0:
        factor, prior = _fit_prior(ratio, dof)
        # all series together do not tell more than they have
        prior = min(prior, float(dof.sum()))
    squares, dof = own
    return Moderated((squares + prior * factor * expected) / (dof + prior), dof + prior)


def _fit_prior(ratio: Floats, dof: Floats) -> tuple[float, float]:
    """Return the centre of ratios of variances, and the degrees of freedom that their spread amounts to."""
    ratio = np.maximum(ratio, SMALLEST * np.median(ratio))
    logs = np.log(ratio) - special.psi(dof / 2) + np.log(dof / 2)
    excess = float(logs.var(ddof=1) - special.polygamma(1, dof / 2).mean())
    if excess <= 0:
        return float(ratio.mean()), np.inf
    half = _inverse_trigamma(excess)
    return float(np.exp(logs.mean() + special.psi(half) - np.log(half))), 2 * half


def _inverse_trigamma(value: float) -> float:
    """Return x with trigamma(x) = value, by Newton's method on 1/trigamma, which is nearly a line."""
    x = 0.5 + 1 / value
    for _ in range(50):
        trigamma = float(special.polygamma(1, x))
        step = trigamma * (1 - trigamma / value) / float(special.polygamma(2, x))
        x += step
        if abs(step) < 1e-12 * x:
            break
    return x
