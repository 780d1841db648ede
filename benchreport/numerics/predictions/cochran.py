"""Several models on the same examples: Cochran's Q and Looney's F, from counts of pairs.

Ours because statsmodels has no Looney's F, and takes four times as long for Q on a million examples.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.errors import DesignError
from benchreport.numerics.upper_tails import chi2_upper_tail, f_upper_tail

Floats = npt.NDArray[np.float64]


class CochranQ(NamedTuple):
    """Cochran's Q test."""

    statistic: float
    dof: int
    p_value: float


class LooneyF(NamedTuple):
    """Looney's F test, with its correction for correlation between the models."""

    statistic: float
    dof: tuple[int, int]
    p_value: float
    epsilon: float
    """Greenhouse–Geisser, 1/(M−1) to 1; 1 if all pairs of models differ equally variably."""
    p_epsilon: float
    """P-value with both dof times epsilon."""


def cochran_q(ahead: npt.ArrayLike, *, spread: npt.ArrayLike | None = None) -> CochranQ:
    """Cochran's Q of k models on the same examples.

    H0: on each example every model is as likely right as any other, so that their accuracies are
    equal. H1: the accuracies of at least two differ.

    Parameters
    ----------
    ahead
        ``pair_counts(correct).ahead``, (k, k), k ≥ 2.
    spread
        With weighted examples, ``weighted_pair_counts(correct, weights²).ahead``, while ``ahead``
        is that of the weights.

    Returns
    -------
    CochranQ
        Q, k − 1 and the upper tail of χ². For two models Q is the uncorrected McNemar χ². Where no
        two models ever differ Q = 0 and p = 1.

    Notes
    -----
    An example that r models get right has r(k − r) ordered pairs of one right and one wrong model:
    the sum over examples that Q divides by is the sum of all counts in ``ahead``, and the
    differences between models' totals are differences of opposite counts. No pattern of right and
    wrong is listed, and nothing cancels.

    References
    ----------
    Cochran (1950), The comparison of percentages in matched samples, Biometrika 37: 256-266.

    Examples
    --------
    >>> from benchreport.numerics.predictions.correctness_counts import pair_counts
    >>> often = {(1, 1, 1): 80, (1, 1, 0): 2, (1, 0, 0): 2, (0, 1, 1): 9, (0, 1, 0): 1,
    ...          (0, 0, 1): 3, (0, 0, 0): 3}
    >>> correct = np.repeat(np.array(list(often)) == 1, list(often.values()), axis=0)
    >>> q = cochran_q(pair_counts(correct).ahead)
    >>> round(q.statistic, 4), q.dof, round(q.p_value, 3)
    (7.5294, 2, 0.023)
    """
    counts = _table(ahead)
    differing = counts.sum() if spread is None else _table(spread).sum()
    k = len(counts)
    if differing == 0:
        return CochranQ(0.0, k - 1, 1.0)
    statistic = float((k - 1) / k * np.square(_leads(counts)).sum() / differing)
    return CochranQ(statistic, k - 1, chi2_upper_tail(k - 1, statistic))


def looney_f(ahead: npt.ArrayLike, n: int) -> LooneyF:
    """Looney's F test of M models on the same n examples: analysis of variance of 0 and 1.

    H0: the models' accuracies are equal. H1: at least two differ.

    Parameters
    ----------
    ahead
        ``pair_counts(correct).ahead``, (M, M), M ≥ 2; counts, not weights.
    n
        Number of examples, at least 2.

    Returns
    -------
    LooneyF
        F = [SSA/(M−1)] / [SSAB/((M−1)(n−1))], on (M−1) and (M−1)(n−1) dof. It is (n−1)Q / (n(M−1) −
        Q) for Cochran's Q. Where no two models ever differ F = 0 and p = 1; where every example
        has the same models right, and not all of them, F = ∞ and p = 0.

    Notes
    -----
    Some texts print (M−1)·n for the second dof, and some programs look F up there while dividing
    by (M−1)(n−1); with many examples it hardly matters. F assumes that the differences between any
    two models vary equally over examples. ``p_epsilon`` does not: it is Greenhouse and Geisser's
    general correction for correlated measures.

    References
    ----------
    Looney (1988), A statistical technique for comparing the accuracies of several classifiers,
    Pattern Recognition Letters 8: 5-9. Greenhouse & Geisser (1959), Psychometrika 24: 95-112.

    Examples
    --------
    >>> from benchreport.numerics.predictions.correctness_counts import pair_counts
    >>> often = {(1, 1, 1): 80, (1, 1, 0): 2, (1, 0, 0): 2, (0, 1, 1): 9, (0, 1, 0): 1,
    ...          (0, 0, 1): 3, (0, 0, 0): 3}
    >>> correct = np.repeat(np.array(list(often)) == 1, list(often.values()), axis=0)
    >>> f = looney_f(pair_counts(correct).ahead, 100)
    >>> round(f.statistic, 3), f.dof, round(f.p_value, 4)
    (3.873, (2, 198), 0.0224)
    """
    counts = _table(ahead)
    if n < 2:  # noqa: PLR2004 - a variance needs two
        raise DesignError(f"The F test needs at least 2 examples; got {n}.")
    models = len(counts)
    dof = (models - 1, (models - 1) * (n - 1))
    leads, differing = float(np.square(_leads(counts)).sum()), float(counts.sum())
    if differing == 0.0:
        return LooneyF(0.0, dof, 1.0, 1.0, 1.0)
    # SSA = leads / (n M²) and SSA + SSAB = differing / M, so that whole numbers are subtracted
    rest = max(n * models * differing - leads, 0.0)
    statistic = (n - 1) * leads / rest if rest > 0.0 else np.inf
    epsilon = _epsilon(counts, n)
    corrected = _f_tail(statistic, dof[0] * epsilon, dof[1] * epsilon)
    return LooneyF(statistic, dof, _f_tail(statistic, *dof), epsilon, corrected)


def _leads(ahead: Floats) -> Floats:
    """M times each model's number of right answers, less those of all models."""
    leads: Floats = (ahead - ahead.T).sum(axis=1)
    return leads


def _epsilon(ahead: Floats, n: int) -> float:
    """(Σλ)² / ((M−1) Σλ²) of the centred covariance, from the variances of differences."""
    varying = (ahead + ahead.T) - np.square(ahead - ahead.T) / n
    # −½ times its double centring is the centred covariance of the models (Torgerson 1952)
    rows = varying - varying.mean(axis=0)
    centred = rows - rows.mean(axis=1, keepdims=True)
    squares = float(np.square(centred).sum())
    # constant differences, up to the rounding of the division by n, leave nothing to correct
    if squares <= (1e-12 * float(ahead.sum())) ** 2:
        return 1.0
    trace = float(np.trace(centred))
    return min(1.0, trace**2 / ((len(ahead) - 1) * squares))


def _f_tail(f: float, between: float, within: float) -> float:
    return f_upper_tail(between, within, f) if np.isfinite(f) else 0.0


def _table(ahead: npt.ArrayLike) -> Floats:
    counts = np.asarray(ahead, dtype=np.float64)
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1] or len(counts) < 2:  # noqa: PLR2004
        raise DesignError(
            f"Expected counts of two models or more, models × models; got shape {counts.shape}.",
            hint="pair_counts(correct).ahead",
        )
    return counts
