"""Tukey's comparison of the levels of a factor, by estimated marginal means."""

import math
from dataclasses import replace

import numpy as np
from scipy import special

from benchreport.data.columns.factors import Factor
from benchreport.data.scores import Scores
from benchreport.errors import check_choice
from benchreport.numerics.moments import ratio, without_noise
from benchreport.numerics.nulls import studentized_range
from benchreport.results.base import with_model
from benchreport.results.later import later
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._factorial.assumptions import model_assumptions, normality_notes
from benchreport.stats._factorial.fit import choose_covariance, fit_factorial, largest_order
from benchreport.stats._factorial.settings import Covariance, Settings, find_factors
from benchreport.stats._factorial.strata import StrataModel
from benchreport.stats._pairs import compare_pairs, pairs


def tukey_of_levels(scores: Scores, name: str, alpha: float, *, blocks: bool) -> PairwiseResult:
    """Compare all levels of a factor; see `tukey`."""
    order = largest_order(scores, blocks=blocks)
    covariance: Covariance = "nonrobust"
    if scores.factors:
        covariance = choose_covariance(scores, order, blocks=blocks)
    settings = Settings("tukey", interactions=order, covariance=covariance, blocks=blocks)
    factors = find_factors(scores, settings)
    names = [factor.name for factor in factors]
    check_choice("factor", name, names)
    fitted = fit_factorial(scores, settings)
    place = names.index(name)
    table = _as_algorithms(scores, factors[place])
    columns = pairs(table)
    each = np.array([fitted.weights({place: level}) for level in range(len(table.algorithms))])
    weights = each[columns[0]] - each[columns[1]]
    largest = float(np.nanmax(np.abs(scores.values)))
    model = fitted.model
    difference = without_noise(model.estimate(weights).values, largest)
    if isinstance(model, StrataModel):
        term = next(term for term in model.design.terms if term.factors == (place,))
        test = model.test(term)
        dof, mean_square = test.dof_error, test.error / test.dof_error
        scale = model.scale(weights)
        error = math.sqrt(mean_square) * model.unit * scale
    else:
        mean_square = model.ss_error / model.dof_error
        _, error, dof = model.estimate(weights)
        scale = model.scale(weights)
    q: Array = np.abs(ratio(difference, error / math.sqrt(2)))
    k = len(table.algorithms)
    half = float(studentized_range.isf(alpha, k, dof)) * error / math.sqrt(2)
    p_value = np.asarray(2 * special.stdtr(dof, -q / math.sqrt(2)), dtype=np.float64)
    adjusted: Array = np.maximum(p_value, studentized_range.sf(q, k, dof))
    result = compare_pairs(
        PairwiseResult,
        table,
        columns,
        (difference, q, p_value, adjusted),
        interval=(difference - half, difference + half),
        effect=_standardize(difference, math.sqrt(mean_square) * model.unit, scale, dof, alpha),
        centres=tuple(model.estimate(each).values.tolist()),
        centre_name=f"marginal mean {scores.score}",
        alpha=alpha,
        procedure="tukey",
        method="Tukey–Kramer test of marginal means",
        variant=fitted.variant,
        correction="studentized_range",
        assumptions=later(lambda: model_assumptions(scores, fitted, covariance)),
        warnings=lambda: normality_notes(scores, fitted, "tukey"),
        difference_name=f"difference of marginal mean {scores.score}",
        statistic_name="q",
        effect_name="d (difference / √MSE)",
        references=("tukey1953", "kramer1956", "searle1980"),
    )
    return with_model(result, lambda: fitted.fit(scores, covariance))


def _as_algorithms(scores: Scores, factor: Factor) -> Scores:
    """Return the table with a factor's levels as its algorithms, averaged over the other factors."""
    codes = factor.codes(scores.algorithms)
    n_levels = len(factor.levels)
    present = (codes[:, None] == np.arange(n_levels)).astype(float)
    filled = np.nan_to_num(scores.values)
    n_scores = (~np.isnan(scores.values)).astype(float) @ present
    with np.errstate(invalid="ignore"):
        values = filled @ present / np.where(n_scores > 0, n_scores, np.nan)
    return replace(
        scores,
        algorithms=factor.levels,
        values=values,
        counts=(scores.counts @ present).astype(np.int64),
        runs=replace(scores.runs, algorithm=codes[scores.runs.algorithm], algorithms=factor.levels),
        factors=(),
        covariates={},
    )


def _standardize(
    difference: Array, spread: float, scale: Array, dof: float, alpha: float
) -> tuple[Array, Array, Array]:
    """Divide by the root of the error's mean square, with the delta method's interval."""
    if spread == 0:
        infinite = np.where(difference == 0, 0.0, np.copysign(np.inf, difference))
        return infinite, infinite, infinite
    d = difference / spread
    half = special.stdtrit(dof, 1 - alpha / 2) * np.sqrt(scale**2 + d**2 / (2 * dof))
    return d, d - half, d + half
