"""Analysis of variance of factors, whose combinations are the algorithms."""

import itertools

import numpy as np

from benchreport.data.scores import Scores
from benchreport.numerics.tails import interval
from benchreport.results.base import Design, Interval, with_model
from benchreport.results.later import later
from benchreport.results.models.factorial import FactorialResult, LevelMean
from benchreport.results.models.variance import VarianceRow
from benchreport.stats._assumptions import notes, tail_notes
from benchreport.stats._factorial.assumptions import model_assumptions, normality_notes
from benchreport.stats._factorial.fit import Factorial, fit_factorial
from benchreport.stats._factorial.settings import RANDOM, Settings
from benchreport.stats._factorial.strata import StrataModel
from benchreport.stats._factorial.terms import describe_term, in_score_units
from benchreport.wording.results import factorial as wording

FEW_CLUSTERS = 8
"""With fewer, F of several coefficients rejects too often: 10 % at .05 on 5, 6 % on 8, by simulation."""


def factorial_anova(scores: Scores, settings: Settings, alpha: float) -> FactorialResult:
    """Test each term of the model; see `anova`."""
    fitted = fit_factorial(scores, settings)
    clustered = settings.covariance == "cluster"
    few = clustered and len(scores.blocks) < FEW_CLUSTERS
    result = FactorialResult(
        procedure="anova",
        method=_method(scores, fitted),
        variant=fitted.variant,
        alpha=alpha,
        design=Design.of(scores),
        assumptions=later(lambda: model_assumptions(scores, fitted, settings.covariance)),
        warnings=later(
            lambda: (
                *notes(scores),
                *(
                    [
                        wording.FEW_CLUSTERS.format(
                            blocks=f"{scores.block_kind}s", n=len(scores.blocks)
                        )
                    ]
                    * few
                ),
                *normality_notes(scores, fitted, "anova"),
                *tail_notes(*(fitted.model.spread(term, alpha) for term in fitted.terms)),
            )
        ),
        references=_references(fitted),
        rows=_rows(fitted),
        terms=tuple(describe_term(term, fitted.model, alpha) for term in fitted.terms),
        means=tuple(_means(fitted, alpha)),
        levels=tuple((factor.name, factor.levels) for factor in fitted.factors),
        formula=fitted.formula(scores),
        typ=settings.typ,
        covariance=settings.covariance,
    )
    return with_model(result, lambda: fitted.fit(scores, settings.covariance))


def _method(scores: Scores, fitted: Factorial) -> str:
    if isinstance(fitted.model, StrataModel):
        return wording.STRATA
    if fitted.variant == RANDOM:
        return wording.RANDOM.format(blocks=f"{scores.block_kind}s")
    return wording.POOLED


def _references(fitted: Factorial) -> tuple[str, ...]:
    if isinstance(fitted.model, StrataModel):
        return "greenhouse1959", "huynh1976"
    return ("laird1982", "searle1980") if fitted.variant == RANDOM else ("searle1980",)


def _means(fitted: Factorial, alpha: float) -> list[LevelMean]:
    """Estimate the means of all levels, then of combinations of two factors that may interact."""
    chosen: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
        ((place,), (level,))
        for place, factor in enumerate(fitted.factors)
        for level in range(len(factor.levels))
    ]
    if fitted.order > 1:
        chosen += [
            (places, levels)
            for places in itertools.combinations(range(len(fitted.factors)), 2)
            for levels in itertools.product(
                *(range(len(fitted.factors[place].levels)) for place in places)
            )
        ]
    weights = np.array(
        [fitted.weights(dict(zip(places, levels, strict=True))) for places, levels in chosen]
    )
    estimates = fitted.model.estimate(weights)
    low, high = interval(
        estimates.values, estimates.errors, dof=estimates.dof, confidence=1 - alpha
    )
    return [
        LevelMean(
            " × ".join(fitted.factors[place].name for place in places),
            tuple(
                fitted.factors[place].levels[level]
                for place, level in zip(places, levels, strict=True)
            ),
            estimate,
            error,
            Interval(start, end, 1 - alpha),
        )
        for (places, levels), estimate, error, start, end in zip(
            chosen,
            estimates.values.tolist(),
            estimates.errors.tolist(),
            low.tolist(),
            high.tolist(),
            strict=True,
        )
    ]


def _rows(fitted: Factorial) -> tuple[VarianceRow, ...]:
    """Return all factors and interactions together, and their error."""
    test = fitted.model.test_all([term for term in fitted.terms if term.factors])
    squares, error = in_score_units(test.sum_of_squares, test.error, unit=fitted.model.unit)
    return (
        VarianceRow(
            source="Treatments",
            dof=test.dof,
            sum_of_squares=squares,
            mean_square=squares / test.dof,
            statistic=test.statistic,
            p_value=test.p_value,
            partial_eta_squared=test.sum_of_squares / ((test.sum_of_squares + test.error) or 1.0),
        ),
        VarianceRow(
            source="Error",
            dof=int(test.dof_plain),
            sum_of_squares=error,
            mean_square=error / test.dof_plain,
        ),
    )
