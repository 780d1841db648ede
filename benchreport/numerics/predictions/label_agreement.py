"""Two models' labels on the same examples: marginal homogeneity and agreement of C × C tables.

Ours because statsmodels counts C − 1 dof even for classes that are never exchanged, or finds the variance
singular.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.errors import DesignError, check_fraction

Floats = npt.NDArray[np.float64]
Estimates = tuple[Floats, Floats, Floats]


class Homogeneity(NamedTuple):
    """Tests of marginal homogeneity, one for each table."""

    statistic: Floats
    dof: npt.NDArray[np.int64]
    p_value: Floats


def stuart_maxwell(tables: npt.ArrayLike) -> Homogeneity:
    """Test by Stuart and Maxwell whether two models use each class equally often.

    H0: the classes are as frequent among the first model's labels as among the second's. H1: they
    are not.

    Parameters
    ----------
    tables
        (C, C) or (m, C, C): examples by the label of the first (row) and second (column) model.

    Returns
    -------
    Homogeneity
        () or (m,): dᵀV⁻d for d the differences of the margins with V = diag(rows + columns) − (N +
        Nᵀ), referred to χ². For two classes it is the uncorrected McNemar χ². Models that never
        differ have statistic 0 on 0 dof and p = 1.

    Notes
    -----
    There are C − 1 dof if examples pass, directly or by steps, between all classes. A class that is
    never used, or on which the models always agree, has d = 0 whatever the truth, and so has any
    set of classes that no example leaves: each such set takes one dof, as in R's ``coin::mh_test``.
    statsmodels 0.15 counts C − 1 even then, or finds V singular, by which class is the last.

    References
    ----------
    Stuart (1955), A test for homogeneity of the marginal distributions in a two-way
    classification, Biometrika 42: 412-416. Maxwell (1970), British Journal of Psychiatry 116.

    Examples
    --------
    Unaided vision of the two eyes of 7,477 women (Stuart 1955; R's ``coin::mh_test``):

    >>> vision = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205],
    ...           [36, 82, 179, 492]]
    >>> test = stuart_maxwell(vision)
    >>> round(float(test.statistic), 3), int(test.dof), round(float(test.p_value), 6)
    (11.957, 3, 0.007533)
    """
    statistic, _, dof = _distances(tables)
    return Homogeneity(statistic, dof, _chi2_tail(statistic, dof))


def bhapkar(tables: npt.ArrayLike) -> Homogeneity:
    """Bhapkar's test: Stuart–Maxwell's with the variance not taken under H0, a little sharper.

    H0 and H1 as for `stuart_maxwell`; the two agree with many examples.

    Returns
    -------
    Homogeneity
        dᵀ(V − ddᵀ/n)⁻d, which is T / (1 − T/n) for Stuart and Maxwell's T. ∞ and p = 0 where T = n:
        then all examples differ in the same way, and the variance is 0.

    References
    ----------
    Bhapkar (1966), A note on the equivalence of two test criteria for hypotheses in categorical
    data, JASA 61: 228-235.

    Examples
    --------
    >>> vision = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205],
    ...           [36, 82, 179, 492]]
    >>> round(float(bhapkar(vision).statistic), 3)
    11.976
    """
    pooled, share, dof = _distances(tables)
    statistic = np.where(share > 0, pooled / np.where(share > 0, share, 1.0), np.inf)
    statistic = np.where(dof > 0, statistic, 0.0)
    return Homogeneity(statistic, dof, _chi2_tail(statistic, dof))


def cohen_kappa(tables: npt.ArrayLike, confidence: float = 0.95) -> Estimates:
    """Agreement beyond chance, κ, with the large-sample interval of Fleiss, Cohen and Everitt.

    Parameters
    ----------
    tables
        As for `stuart_maxwell`, with at least one example each.
    confidence
        Between 0 and 1.

    Returns
    -------
    estimate, low, high
        () or (m,), within −1 and 1. If one class is all that either uses, κ = 1. Where the standard
        error is 0, as if the two always agree, there is no interval: both ends are NaN.

    Notes
    -----
    The standard error that Cohen gave in 1960 takes the margins as known. It is 0 for models that
    never agree, however few the examples, and was replaced by this one.

    References
    ----------
    Cohen (1960), A coefficient of agreement for nominal scales, Educational and Psychological
    Measurement 20: 37-46. Fleiss, Cohen & Everitt (1969), Large sample standard errors of kappa and
    weighted kappa, Psychological Bulletin 72: 323-327, equation 13.

    Examples
    --------
    R's ``psych::cohen.kappa`` and ``vcd::Kappa``: standard error .0716.

    >>> [round(float(each), 3) for each in cohen_kappa([[35, 5, 0], [15, 20, 5], [10, 5, 5]])]
    [0.355, 0.215, 0.495]
    """
    check_fraction("confidence", confidence)
    counts = _square(tables)
    n = counts.sum(axis=(-2, -1))
    if (n == 0).any():
        raise DesignError("Expected tables of at least one example; got an empty one.")
    shares = counts / n[..., None, None]
    rows, columns = shares.sum(axis=-1), shares.sum(axis=-2)
    observed, chance = np.trace(shares, axis1=-2, axis2=-1), (rows * columns).sum(axis=-1)
    varied = chance < 1.0 - _SAME
    room = np.where(varied, 1.0 - chance, 1.0)
    kappa = np.where(varied, (observed - chance) / room, 1.0)
    # an example in each cell adds so much to κ; equation 13 is the variance of that, and this form
    # leaves no rounding behind where all add the same
    chance_share = (columns[..., :, None] + rows[..., None, :]) * (1.0 - kappa)[..., None, None]
    added = np.eye(counts.shape[-1]) - chance_share
    middle = (shares * added).sum(axis=(-2, -1), keepdims=True)
    error = np.sqrt((shares * np.square(added - middle)).sum(axis=(-2, -1)) / n) / room
    half = np.where(error > _SAME, -float(special.ndtri((1.0 - confidence) / 2.0)) * error, np.nan)
    return kappa, np.maximum(kappa - half, -1.0), np.minimum(kappa + half, 1.0)


_SAME = 1e-12


def _distances(tables: npt.ArrayLike) -> tuple[Floats, Floats, npt.NDArray[np.int64]]:
    """Stuart and Maxwell's T, 1 − T/n and the dof of each table."""
    counts = _square(tables)
    shape = counts.shape[:-2]
    statistic, share, dof = np.zeros(shape), np.ones(shape), np.zeros(shape, dtype=np.int64)
    for index in np.ndindex(shape):
        statistic[index], share[index], dof[index] = _distance(counts[index])
    return statistic, share, dof


def _distance(table: Floats) -> tuple[float, float, int]:
    from scipy.sparse import csgraph  # slow to load, and of use here only

    exchanged = table + table.T
    np.fill_diagonal(exchanged, 0.0)
    number, label = csgraph.connected_components(exchanged > 0, directed=False)
    if number == len(table):
        return 0.0, 1.0, 0
    margins = (table - table.T).sum(axis=1)
    # V is the Laplacian of the exchanges. Margins add up to 0 within each connected set, so that
    # grounding one class of each gives it exactly 0 and leaves a regular system for the others
    laplacian = np.diag(exchanged.sum(axis=1)) - exchanged
    _, grounded = np.unique(label, return_index=True)
    laplacian[grounded, grounded] += np.maximum(laplacian[grounded, grounded], 1.0)
    heights = np.linalg.solve(laplacian, margins)
    # n − T as a sum of squares: 0 where each example is one step down, else some 1/C at least
    steps = heights[:, None] - heights
    share_left = float((table * np.square(1.0 - steps)).sum() / table.sum())
    return (
        float(margins @ heights),
        share_left if share_left > _ROUNDING else 0.0,
        len(table) - int(number),
    )


_ROUNDING = 1e-20


def _chi2_tail(statistic: Floats, dof: npt.NDArray[np.int64]) -> Floats:
    tested = dof > 0
    shape = np.where(tested, dof, 1) / 2.0
    return np.where(tested, special.gammaincc(shape, statistic / 2.0), 1.0)


def _square(tables: npt.ArrayLike) -> Floats:
    counts = np.asarray(tables, dtype=np.float64)
    if counts.ndim < 2 or counts.shape[-1] != counts.shape[-2] or counts.shape[-1] == 0:  # noqa: PLR2004
        raise DesignError(f"Expected tables of classes × classes; got shape {counts.shape}.")
    if not (np.isfinite(counts) & (counts >= 0)).all():
        raise DesignError("Counts of a table must be finite and not negative.")
    return counts
