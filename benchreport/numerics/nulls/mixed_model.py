"""Linear models of algorithms with random blocks, safe where a variance is zero.

Ours because statsmodels' optimiser stalls at a variance of zero; it makes the fits of parts that cross.
"""

import itertools
import warnings
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchreport.errors import DesignError
from benchreport.hints import call
from benchreport.numerics.nulls.nested_levels import ALONE, MixedFit, are_nested, fit_nested
from benchreport.progress import watch
from benchreport.wording.shell import progress as steps

Array = NDArray[np.float64]
Codes = NDArray[np.intp]

# a variance whose removal costs less likelihood than this is zero
BOUNDARY = 1e-6


def fit(response: Array, design: Array, parts: Sequence[Codes]) -> MixedFit:
    """Fit response = design · β + one random effect for each level of each part + error, by REML.

    Parameters
    ----------
    response
        (n,), any scale.
    design
        (n, p): the algorithm of each row, 1 in its column and 0 elsewhere.
    parts
        Codes (n,) of the random parts. The levels of all but the first are nested in the first's.

    Returns
    -------
    MixedFit
        The covariance of β is that of generalised least squares at the estimated variances.

    Raises
    ------
    DesignError
        None of the models could be fitted.

    Notes
    -----
    Optimisers stall where a variance is zero. The model is therefore also fitted without each set of random
    parts; a smaller model that is as likely is the same optimum. statsmodels fits parts that cross.

    References
    ----------
    Laird & Ware (1982), Biometrics 38; `statsmodels.regression.mixed_linear_model.MixedLM`.

    Examples
    --------
    >>> found = fit(
    ...     np.array([1.0, 2.1, 3.0, 4.2, 6.0, 6.8]),
    ...     np.tile(np.eye(2), (3, 1)),
    ...     [np.repeat(np.arange(3), 2)],
    ... )
    >>> found.coefficients.round(3).tolist(), [round(each, 2) for each in found.variances]
    ([3.333, 4.367], [5.92])
    """
    # the optimiser's last digits depend on the order of rows and columns: always use the same one
    sign, columns, rows = _canonical(response, design, parts)
    response, design = sign * response[rows], design[np.ix_(rows, columns)]
    parts = [_by_appearance(part[rows]) for part in parts]
    centre, scale = float(response.mean()), float(response.std()) or 1.0
    standard = (response - centre) / scale
    subsets = [
        chosen
        for size in range(len(parts), -1, -1)
        for chosen in itertools.combinations(range(len(parts)), size)
    ]

    def fit_of(chosen: tuple[int, ...]) -> MixedFit | None:
        return _fit_parts(standard, design, [parts[place] for place in chosen])

    fits = list(map(fit_of, watch(subsets, steps.MIXED_MODEL)))
    fitted = [(chosen, fit) for chosen, fit in zip(subsets, fits, strict=True) if fit is not None]
    if not fitted:
        raise DesignError(
            "the mixed model could not be fitted to these scores.",
            hint=call("anova") + " for complete tables, " + call("skillings_mack") + " for gaps",
        )
    best = max(fit.log_likelihood for _, fit in fitted)
    chosen, smallest = next(
        (chosen, fit) for chosen, fit in reversed(fitted) if fit.log_likelihood >= best - BOUNDARY
    )
    variances = dict(zip(chosen, smallest.variances, strict=True))
    # the centre goes back into the coefficients through a design that spans the constant
    shift = np.linalg.lstsq(design, np.full(len(response), centre), rcond=None)[0]
    back = np.argsort(columns)
    return MixedFit(
        sign * (smallest.coefficients * scale + shift)[back],
        smallest.covariance[np.ix_(back, back)] * scale**2,
        tuple(variances.get(place, 0.0) * scale**2 for place in range(len(parts))),
        smallest.residual * scale**2,
        smallest.log_likelihood,
    )


def _canonical(
    response: Array, design: Array, parts: Sequence[Codes]
) -> tuple[float, Codes, Codes]:
    """Find a sign and an order of columns and rows that do not depend on the table's own order.

    Columns are ordered by their responses, levels of a part by their rows, and rows by the first
    part, column, response and the other parts. Ties in all of these keep their order.
    """
    ordered = np.sort(response)
    sign = -1.0 if (-ordered[::-1]).tolist() > ordered.tolist() else 1.0
    of_columns = np.sort(design * (sign * response)[:, None], axis=0)
    columns = np.lexsort(of_columns[::-1])
    keys = np.column_stack([design[:, columns], sign * response])
    outer, *inner = (_rank_levels(part, keys) for part in parts)
    return sign, columns, np.lexsort([*inner, *keys.T[::-1], outer])


def _rank_levels(part: Codes, keys: Array) -> Codes:
    """Give each row the place of its level, when levels are ordered by the rows of each."""
    _, codes = np.unique(part, return_inverse=True)
    order = np.lexsort([*keys.T[::-1], codes])
    starts = np.flatnonzero(np.diff(codes[order])) + 1
    rows = [level_keys.tolist() for level_keys in np.split(keys[order], starts)]
    ranks = np.empty(len(rows), dtype=np.intp)
    ranks[sorted(range(len(rows)), key=rows.__getitem__)] = np.arange(len(rows))
    return ranks[codes]


def _by_appearance(part: Codes) -> Codes:
    _, first, codes = np.unique(part, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[codes], dtype=np.intp)


def _fit_parts(response: Array, design: Array, parts: Sequence[Codes]) -> MixedFit | None:
    if are_nested(parts):
        return fit_nested(response, design.argmax(axis=1), parts)
    try:
        variances, residual = _variances(response, design, parts)
    except (np.linalg.LinAlgError, ValueError):
        return None
    return _fit_gls(response, design, parts, variances, residual)


def _variances(
    response: Array, design: Array, parts: Sequence[Codes]
) -> tuple[tuple[float, ...], float]:
    outer, *inner = parts
    groups = np.unique(outer)
    blocks: list[list[Array]] = []
    for part in inner:
        within = [part[outer == group] for group in groups]
        blocks.append([(codes[:, None] == np.unique(codes)).astype(float) for codes in within])
    names = [str(place) for place in range(len(inner))]
    labels = [[[str(c) for c in range(block.shape[1])] for block in part] for part in blocks]
    # the process has one set of warning filters: two threads would each restore what the other set
    with ALONE, warnings.catch_warnings(), np.errstate(all="ignore"):
        # importing it sets warning filters, which are restored with the rest
        from statsmodels.regression.mixed_linear_model import MixedLM, VCSpec

        # it warns when it stalls at a variance of zero, which the smaller models cover
        warnings.simplefilter("ignore")
        spec = VCSpec(names, labels, blocks) if inner else None
        model = MixedLM(
            response, design, groups=outer, exog_re=np.ones((len(response), 1)), exog_vc=spec
        )
        estimates = model.fit(reml=True, method=["bfgs", "powell"], gtol=1e-10, maxiter=500)
    variances = (
        float(np.ravel(estimates.cov_re)[0]),
        *(float(variance) for variance in estimates.vcomp),
    )
    if not np.isfinite([*variances, estimates.scale]).all() or estimates.scale <= 0:
        raise ValueError("no finite optimum")
    return tuple(max(variance, 0.0) for variance in variances), float(estimates.scale)


def _fit_gls(
    response: Array,
    design: Array,
    parts: Sequence[Codes],
    variances: Sequence[float],
    residual: float,
) -> MixedFit:
    """Estimate β, its covariance and the restricted likelihood, one outer group at a time."""
    n, p = design.shape
    outer = parts[0] if parts else np.arange(n)
    gram, cross, square, log_det = np.zeros((p, p)), np.zeros(p), 0.0, 0.0
    for group in np.unique(outer):
        rows = np.flatnonzero(outer == group)
        spread = residual * np.eye(len(rows))
        for part, variance in zip(parts, variances, strict=True):
            spread += variance * (part[rows][:, None] == part[rows])
        x, y = design[rows], response[rows]
        solved = np.linalg.solve(spread, np.column_stack([x, y]))
        gram += x.T @ solved[:, :p]
        cross += x.T @ solved[:, p]
        square += float(y @ solved[:, p])
        log_det += float(np.linalg.slogdet(spread)[1])
    covariance = np.asarray(np.linalg.inv(gram), dtype=np.float64)
    coefficients = covariance @ cross
    quadratic = square - float(cross @ coefficients)
    information = float(np.linalg.slogdet(gram)[1])
    likelihood = -(log_det + information + quadratic + (n - p) * np.log(2 * np.pi)) / 2
    return MixedFit(coefficients, covariance, tuple(variances), residual, float(likelihood))
