"""Which model a table and the settings allow, and its fit."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, get_args

import numpy as np

from benchreport.data.columns.factors import Factor
from benchreport.data.scores import Scores
from benchreport.errors import DesignError, OptionError, check_choice
from benchreport.hints import option
from benchreport.numerics.linear_models import (
    Codes,
    LinearDesign,
    Term,
    design_columns,
    sum_to_zero,
)
from benchreport.stats._arrays import Array
from benchreport.stats._factorial.covariates import read_covariate
from benchreport.stats._factorial.formula import fit_formula
from benchreport.stats._factorial.pooled import PooledModel
from benchreport.stats._factorial.settings import (
    ONE_ERROR,
    POOLED,
    RANDOM,
    STRATA,
    Covariance,
    Settings,
    choose_order,
    find_factors,
)
from benchreport.stats._factorial.strata import StrataModel
from benchreport.wording.results import factorial as wording

if TYPE_CHECKING:
    from statsmodels.regression.linear_model import RegressionResultsWrapper
    from statsmodels.regression.mixed_linear_model import MixedLMResultsWrapper


class Factorial(NamedTuple):
    """A fitted model of factors, with what it is made of."""

    model: StrataModel | PooledModel
    factors: tuple[Factor, ...]
    order: int
    variant: str
    blocks: bool
    covariates: tuple[str, ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms to test: covariates, factors and interactions, without the blocks."""
        return tuple(
            term for term in self.model.design.terms if term.factors or term.name in self.covariates
        )

    def weights(self, chosen: dict[int, int]) -> Array:
        """Return the coefficients' weights (p,) in the mean of levels, by places of factors.

        The mean is over all levels of the other factors, and over blocks, equally.
        """
        weights = np.zeros(self.model.design.columns.shape[1])
        weights[0] = 1.0
        for term in self.model.design.terms:
            if term.factors and {*term.factors} <= {*chosen}:
                columns = np.ones(1)
                for place in term.factors:
                    row = sum_to_zero(len(self.factors[place].levels))[chosen[place]]
                    columns = np.outer(columns, row).ravel()
                weights[term.columns] = columns
        return weights

    def fit(
        self, scores: Scores, covariance: Covariance
    ) -> "RegressionResultsWrapper | MixedLMResultsWrapper":
        """Fit the model of means by a formula of statsmodels."""
        return fit_formula(
            scores,
            self.factors,
            order=self.order,
            blocks=self.blocks,
            covariates=self.covariates,
            covariance=covariance,
            random=self.variant == RANDOM,
        )

    def formula(self, scores: Scores) -> str:
        """Write the model as R does."""
        crossed = self._crossed()
        block = scores.block_kind
        if isinstance(self.model, StrataModel):
            return f"{scores.score} ~ {crossed} + Error({block} / ({crossed}))"
        level = [f"(1 | {block})" if self.variant == RANDOM else block] * self.blocks
        return f"{scores.score} ~ " + " + ".join([*level, *self.covariates, crossed])

    def _crossed(self) -> str:
        names = [factor.name for factor in self.factors]
        if self.order in (1, len(names)):
            return (" + " if self.order == 1 else " * ").join(names)
        return f"({' + '.join(names)})^{self.order}"


class ScoredCells(NamedTuple):
    """The cells that have a score: their blocks and algorithms, groups of blocks, and the columns."""

    rows: Codes
    columns: Codes
    groups: Codes
    design: LinearDesign


def fit_factorial(scores: Scores, settings: Settings) -> Factorial:
    """Fit the model of the factors of a table.

    Raises
    ------
    DesignError
        Terms cannot be told apart, or the table does not allow the variant.
    OptionError
        A setting is invalid.
    """
    factors = find_factors(scores, settings)
    order = choose_order(settings.interactions, len(factors))
    if settings.typ not in (2, 3):
        raise OptionError(f"typ must be 2 or 3; got {settings.typ!r}.", hint=option(typ=2))
    check_choice("covariance", settings.covariance, get_args(Covariance))
    check_choice("variant", settings.variant, ("auto", *STRATA, *ONE_ERROR))
    blocks = settings.blocks and scores.block_kind != "run"
    why = _why_pooled(scores, settings, blocks)
    variant = settings.variant
    if variant == "auto":
        variant = POOLED if why else STRATA[0]
    if variant not in ONE_ERROR and why:
        raise DesignError(f"variant={variant!r} needs {why}.", hint=option(variant=POOLED))
    if variant == RANDOM:
        _refuse_random(settings, blocks)
    if variant in ONE_ERROR:
        model: StrataModel | PooledModel = _fit_pooled(
            scores, settings, factors, order, variant, blocks=blocks
        )
        return Factorial(model, factors, order, variant, blocks, tuple(scores.covariates))
    design = _design(factors, order, scores.algorithms)
    _refuse_aliased(design, factors, scores)
    values = scores.require_complete(settings.procedure)
    model = StrataModel(values, design, settings.typ, variant)
    return Factorial(model, factors, order, variant, blocks, ())


def _fit_pooled(
    scores: Scores,
    settings: Settings,
    factors: Sequence[Factor],
    order: int,
    variant: str,
    *,
    blocks: bool,
) -> PooledModel:
    rows, columns, groups, design = _scored_cells(scores, factors, order, blocks=blocks)
    different = design
    if not blocks and not scores.covariates:
        # runs of one algorithm have the same columns
        different = design._replace(
            columns=design.columns[np.unique(columns, return_index=True)[1]]
        )
    _refuse_aliased(different, factors, scores)
    _refuse_few_scores(len(rows), design, settings.procedure, order)
    random = None
    if variant == RANDOM:
        random = groups, float(len(rows) - design.columns.shape[1])
        design = _scored_cells(scores, factors, order, blocks=False).design
    return PooledModel(
        scores.values[rows, columns],
        design,
        settings.typ,
        settings.covariance,
        groups if blocks else None,
        random,
    )


def _scored_cells(
    scores: Scores,
    factors: Sequence[Factor],
    order: int,
    *,
    blocks: bool,
) -> ScoredCells:
    rows, columns = np.nonzero(~np.isnan(scores.values))
    # a block without any score says nothing
    present, groups = np.unique(rows, return_inverse=True)
    codes = [factor.codes(scores.algorithms)[columns] for factor in factors]
    named = [
        (factor.name, code, len(factor.levels)) for factor, code in zip(factors, codes, strict=True)
    ]
    adjusted = [(name, read_covariate(scores, name, rows, columns)) for name in scores.covariates]
    fixed = (scores.block_kind, groups, len(present)) if blocks else None
    design = design_columns(named, order=order, blocks=fixed, covariates=adjusted)
    return ScoredCells(rows, columns, groups, design)


def _refuse_few_scores(n_scores: int, design: LinearDesign, procedure: str, order: int) -> None:
    n_coefficients = design.columns.shape[1]
    if n_scores > n_coefficients:
        return
    raise DesignError(
        f"{procedure} has {n_scores} scores for {n_coefficients} coefficients; "
        "nothing is left for an error.",
        hint=option(interactions=False) if order > 1 else "more datasets or repeats",
    )


def _refuse_random(settings: Settings, blocks: bool) -> None:  # noqa: FBT001 - a fact
    needs = "" if settings.covariance == "nonrobust" else wording.NEEDS_NONROBUST
    needs = needs if blocks else wording.NEEDS_SOME
    if needs:
        raise DesignError(f"variant={RANDOM!r} needs {needs}.", hint=option(variant=POOLED))


def _why_pooled(scores: Scores, settings: Settings, blocks: bool) -> str:  # noqa: FBT001 - a fact
    """Say what an error for each term lacks; empty if it can be had."""
    if not blocks:
        return wording.NEEDS_BLOCKS
    if not scores.complete:
        return wording.NEEDS_ALL
    if scores.covariates:
        return wording.NEEDS_NO_COVARIATES
    return "" if settings.covariance == "nonrobust" else wording.NEEDS_NONROBUST


def _design(factors: Sequence[Factor], order: int, algorithms: Sequence[str]) -> LinearDesign:
    named = [(factor.name, factor.codes(algorithms), len(factor.levels)) for factor in factors]
    return design_columns(named, order=order)


def _refuse_aliased(design: LinearDesign, factors: Sequence[Factor], scores: Scores) -> None:
    term = design.find_aliased()
    if term is None:
        return
    if len(term.factors) > 1:
        wanted = math.prod(len(factor.levels) for factor in factors)
        found = len(scores.algorithms)
        raise DesignError(
            f"the interaction {term.name} cannot be estimated: the table has "
            + (
                f"{found} of the {wanted} combinations of the factors."
                if found < wanted
                else f"too few combinations on the same {scores.block_kind}."
            ),
            hint=option(interactions=max(len(term.factors) - 1, 1))
            if len(term.factors) > 2  # noqa: PLR2004 - fewer interactions are left
            else option(interactions=False),
        )
    if not scores.factors and term.factors:
        raise DesignError(
            f"some algorithms have no {scores.block_kind} in common, not even by way of others, so their "
            "means cannot be compared.",
            hint=f"add scores on a {scores.block_kind} that links them, or compare each group alone",
        )
    what = "factor" if term.factors else "covariate"
    raise DesignError(
        f"the effect of the {what} {term.name!r} cannot be told apart from the rest of the model: "
        f"{'a level of it' if term.factors else 'it'} changes together with other terms only.",
        hint=f"leave out {term.name!r}, or add runs in which it changes alone",
    )


def find_inseparable(scores: Scores) -> str:
    """Return a factor whose effect cannot be told apart from those of the others; empty without one."""
    term = _design(scores.factors, 1, scores.algorithms).find_aliased()
    return "" if term is None else term.name


def choose_covariance(scores: Scores, order: int = 2, *, blocks: bool = True) -> Covariance:
    """Return the covariance of a pooled model that holds where effects differ between blocks with gaps.

    Complete blocks have an error for each term instead, and too few allow no test of an interaction of so
    many factors.
    """
    gaps = blocks and scores.block_kind != "run" and not scores.complete
    steps = sorted((len(factor.levels) - 1 for factor in scores.factors), reverse=True)
    return "cluster" if gaps and len(scores.blocks) > math.prod(steps[:order]) else "nonrobust"


def largest_order(scores: Scores, most: int | None = None, *, blocks: bool = True) -> int:
    """Return of up to how many factors, at most ``most``, interactions can be told apart in the table."""
    n_factors = len(scores.factors)
    for order in range(min(most or n_factors, n_factors), 1, -1):
        if _design(scores.factors, order, scores.algorithms).find_aliased() is not None:
            continue
        if scores.complete:
            return order
        design = _scored_cells(scores, scores.factors, order, blocks=blocks).design
        if design.find_aliased() is None and len(design.columns) > design.columns.shape[1]:
            return order
    return 1
