"""Linear models of factors: the algorithms are combinations of settings.

Two errors are there. On complete tables each term may be tested by how much it differs between blocks, as
``AnovaRM`` of statsmodels does, in closed form; otherwise one residual variance, or a robust covariance,
serves all, and statsmodels fits and tests, with blocks fixed or random.
"""

import itertools
import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import special

from benchreport.data.columns.factors import Factor, as_columns
from benchreport.data.scores import Scores
from benchreport.errors import (
    DesignError,
    OptionError,
    check_choice,
    check_number,
    examples,
    format_count,
)
from benchreport.hints import bench, call, option
from benchreport.numerics.effects.partial_shares import Share, partial_shares
from benchreport.numerics.linear_models import (
    LinearDesign,
    Term,
    design_columns,
    orthonormal_contrasts,
    remove_random_blocks,
    split_stratum,
    sum_to_zero,
)
from benchreport.numerics.moments import common_unit
from benchreport.results.base import Assumption, Interval
from benchreport.results.factorial import TermTest
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import independent_runs, residual_normality
from benchreport.stats._block_independence import independent_blocks
from benchreport.wording import factorial as wording

if TYPE_CHECKING:
    from statsmodels.regression.linear_model import RegressionResultsWrapper
    from statsmodels.regression.mixed_linear_model import MixedLMResultsWrapper

Covariance = Literal["nonrobust", "HC3", "cluster"]
Strata = Literal["greenhouse_geisser", "huynh_feldt", "uncorrected"]
STRATA: tuple[Strata, ...] = ("greenhouse_geisser", "huynh_feldt", "uncorrected")
POOLED, RANDOM = "pooled", "random"
ONE_ERROR = (POOLED, RANDOM)
Codes = NDArray[np.intp]
MOST_LEVERAGE = 1 - 1e-10


class FTest(NamedTuple):
    """F of a term: sums of squares, dof, epsilon of the dof, and p.

    ``plain_statistic`` and ``dof_plain`` are those of equal variances.
    """

    sum_of_squares: float
    error: float
    dof: int
    dof_error: float
    statistic: float
    epsilon: float
    p_value: float
    plain_statistic: float
    dof_plain: float


class Estimates(NamedTuple):
    """Linear combinations of the coefficients with their standard errors, (m,), and dof."""

    values: Array
    errors: Array
    dof: float


class Settings(NamedTuple):
    """What the caller chose of a model of factors."""

    procedure: str
    factors: object = None
    interactions: bool | int = True
    typ: int = 2
    covariates: object = None
    covariance: Covariance = "nonrobust"
    blocks: bool = True
    variant: str = "auto"
    needs_factors: bool = False


def find_factors(scores: Scores, settings: Settings) -> tuple[Factor, ...]:
    """Return the factors of a table; without any, the algorithm is the only one.

    Raises
    ------
    OptionError
        Columns are named that the table was not read by.
    DesignError
        The procedure needs factors.
    """
    for role, read in (
        ("factors", [factor.name for factor in scores.factors]),
        ("covariates", [*scores.covariates]),
    ):
        names = as_columns(getattr(settings, role))
        if not {str(name) for name in names} <= {*read}:
            raise OptionError(
                f"the table was read without the {role} {examples(names)}.",
                hint=bench(**{role: [*names]}),
            )
    if settings.needs_factors and not scores.factors:
        raise _no_factors(scores, settings)
    return scores.factors or (_algorithm_as_factor(scores),)


def _algorithm_as_factor(scores: Scores) -> Factor:
    places = {name: place for place, name in enumerate(scores.algorithms)}
    return Factor(name="algorithm", levels=scores.algorithms, level_of=places)


def choose_order(interactions: bool | int, n_factors: int) -> int:  # noqa: FBT001 - all, none or up to
    """Return up to how many factors an interaction has.

    Raises
    ------
    OptionError
        It is no number from 1.
    """
    if interactions is True:
        return n_factors
    if interactions is False:
        return 1
    check_number("interactions", interactions, above=0, whole=True, hint=option(interactions=2))
    return min(int(interactions), n_factors)


class StrataModel:
    """A complete table in which each term has its own error: its differences between blocks.

    Parameters
    ----------
    values
        (N, k), complete.
    design
        The columns of the k algorithms.
    typ
        The type of sums of squares; the same where all combinations are there.
    variant
        ``"greenhouse_geisser"``, ``"huynh_feldt"`` or ``"uncorrected"``.
    """

    def __init__(self, values: Array, design: LinearDesign, typ: int, variant: str) -> None:
        self.design, self.typ, self.variant = design, typ, variant
        self.unit, self.n_scores = common_unit(values), values.size
        self._centre = float((values / self.unit).mean())
        self._values = values / self.unit - self._centre
        self._solve = np.linalg.pinv(design.columns)

    def test(self, term: Term) -> FTest:
        """Test a term on its own stratum."""
        return self._test(orthonormal_contrasts(self.design, term, self.typ))

    def test_all(self, terms: Sequence[Term]) -> FTest:
        """Test all terms together."""
        contrasts = [orthonormal_contrasts(self.design, term, 1) for term in terms]
        return self._test(np.hstack(contrasts))

    def _test(self, contrasts: Array) -> FTest:
        part = split_stratum(self._values, contrasts)
        chosen = {"greenhouse_geisser": part.epsilons[0], "huynh_feldt": part.epsilons[1]}
        epsilon = chosen.get(self.variant, 1.0)
        mean_square, error = part.sum_of_squares / part.dof, part.error / part.dof_error
        f = _ratio(mean_square, error)
        p = _p_of_f(f, epsilon * part.dof, epsilon * part.dof_error)
        sums = part.sum_of_squares, part.error
        return FTest(*sums, part.dof, part.dof_error, f, epsilon, p, f, part.dof_error)

    def estimate(self, weights: Array) -> Estimates:
        """Average over blocks what the combinations are in each."""
        each = self._values @ (weights @ self._solve).T
        n_blocks = len(each)
        noise = 8 * np.finfo(float).eps * float(np.abs(self._values).max() or 1.0)
        spread = each.std(axis=0, ddof=1)
        spread = np.where(spread <= noise, 0.0, spread)
        return Estimates(
            self._add_centre(each.mean(axis=0), weights) * self.unit,
            spread / math.sqrt(n_blocks) * self.unit,
            float(n_blocks - 1),
        )

    def scale(self, weights: Array) -> Array:
        """Return the standard errors of combinations over the root of their error's mean square, (m,)."""
        length: Array = np.sqrt(((weights @ self._solve) ** 2).sum(axis=1) / len(self._values))
        return length

    def in_blocks(self, weights: Array) -> Array:
        """Return what the combinations are in each block, (N, m), in score units."""
        each: Array = self._values @ (weights @ self._solve).T
        return self._add_centre(each, weights) * self.unit

    def _add_centre(self, values: Array, weights: Array) -> Array:
        # the intercept's column is 1; contrasts have none
        return values + self._centre * weights[:, 0]


class PooledModel:
    """Scores with one residual variance, or a robust covariance, as statsmodels fits them.

    Random blocks are taken out of scores and columns by their share of the variance; least squares of what is
    left is generalised least squares.

    Parameters
    ----------
    response
        Scores, (n,).
    design
        Their columns, (n, p).
    typ
        The type of sums of squares.
    covariance
        ``"nonrobust"``, ``"HC3"``, or ``"cluster"`` by ``groups``.
    groups
        The block of each score.
    random
        Random blocks of each score, which the design is without, and the dof that fixed ones would leave.
    """

    def __init__(
        self,
        response: Array,
        design: LinearDesign,
        typ: int,
        covariance: Covariance,
        groups: Codes | None,
        random: tuple[Codes, float] | None = None,
    ) -> None:
        from statsmodels.regression.linear_model import OLS

        self.design, self.typ = design, typ
        self.unit, self.n_scores = common_unit(response), len(response)
        scaled = response / self.unit
        self._centre = float(scaled.mean())
        rounding = 8 * np.finfo(float).eps * float(np.abs(scaled).max())
        centred, columns = scaled - self._centre, design.columns
        if random is not None:
            centred, columns = remove_random_blocks(centred, columns, random[0], rounding)
        self._plain = OLS(centred, columns).fit(method="qr")
        self._fit = self._plain
        self._clustered = covariance == "cluster"
        if covariance != "nonrobust":
            self._fit = _robust(self._plain, covariance, groups)
        self._noise = rounding**2 * len(scaled)
        left = float(self._plain.ssr) if self._plain.ssr > self._noise else 0.0
        self._mean_square = left / float(self._plain.df_resid)
        self.dof_error = float(self._plain.df_resid) if random is None else random[1]
        self.ss_error = self._mean_square * self.dof_error
        # a mean varies with the random blocks that were drawn
        self._dof_mean = None if random is None else float(random[0].max())

    @property
    def residuals(self) -> Array:
        """What the model leaves."""
        left: Array = self._plain.resid if self.ss_error > 0 else np.zeros(len(self._plain.resid))
        return left

    def test(self, term: Term) -> FTest:
        """Test a term by the model's covariance; sums of squares are those of equal variances."""
        return self._test(list(range(term.columns.start, term.columns.stop)), term)

    def test_all(self, terms: Sequence[Term]) -> FTest:
        """Test all terms of factors together."""
        rows = [place for term in terms for place in range(term.columns.start, term.columns.stop)]
        return self._test(rows, None)

    def _test(self, rows: list[int], term: Term | None) -> FTest:
        dof = len(rows)
        squares = self._squares(self._hypothesis(rows, term, self._plain.normalized_cov_params))
        plain = _ratio(squares / dof, self._mean_square)
        f, p, dof_error = plain, _p_of_f(plain, dof, self.dof_error), self.dof_error
        if self._fit is not self._plain and self.ss_error > 0:
            dof_error = float(getattr(self._fit, "df_resid_inference", self.dof_error))
            if dof > dof_error and term is not None:
                raise _too_few_clusters(dof, dof_error)
            if dof > dof_error:
                # many coefficients at once cannot be tested on few clusters
                f = p = math.nan
            else:
                # the covariance by clusters is singular, and says nothing of what other terms leave
                plainly = self._plain.normalized_cov_params
                metric = plainly if self._clustered else self._fit.cov_params()
                answer = self._fit.f_test(self._hypothesis(rows, term, metric))
                f, p = float(answer.fvalue), float(answer.pvalue)
        return FTest(squares, self.ss_error, dof, dof_error, f, 1.0, p, plain, self.dof_error)

    def _squares(self, hypothesis: Array) -> float:
        """Return the sum of squares of a hypothesis."""
        values = hypothesis @ np.asarray(self._plain.params)
        spread = hypothesis @ np.asarray(self._plain.normalized_cov_params) @ hypothesis.T
        squares = float(values @ np.linalg.solve(spread, values))
        return squares if squares > self._noise else 0.0

    def _hypothesis(self, rows: list[int], term: Term | None, covariance: Any) -> Array:  # noqa: ANN401 - (p, p)
        """Return the rows that are 0 under H0; of type II they do not depend on terms that contain it."""
        everything = np.eye(self.design.columns.shape[1])
        own = everything[rows]
        above = [] if term is None or self.typ == 3 else self.design.above(term)  # noqa: PLR2004 - sums of squares
        if not above:
            return own
        both = np.vstack([own, everything[above]])
        crossed = both @ np.asarray(covariance) @ everything[above].T
        complement = np.linalg.qr(crossed, mode="complete")[0][:, len(above) :]
        hypothesis: Array = complement.T @ both
        return hypothesis

    def scale(self, weights: Array) -> Array:
        """Return the standard errors of combinations over the root of the residual mean square, (m,)."""
        metric = np.asarray(self._plain.normalized_cov_params)
        length: Array = np.sqrt(np.einsum("ij,jk,ik->i", weights, metric, weights))
        return length

    def estimate(self, weights: Array) -> Estimates:
        """Estimate combinations of coefficients by the model's covariance."""
        values = weights @ np.asarray(self._plain.params)
        covariance = np.asarray(self._fit.cov_params())
        variance = np.einsum("ij,jk,ik->i", weights, covariance, weights)
        errors = np.sqrt(np.maximum(variance, 0)) * (self.ss_error > 0)
        dof = float(getattr(self._fit, "df_resid_inference", self.dof_error))
        if self._dof_mean is not None and weights[:, 0].any():
            dof = self._dof_mean
        values = values + self._centre * weights[:, 0]
        return Estimates(values * self.unit, errors * self.unit, dof)


def _robust(fit: Any, covariance: Covariance, groups: Codes | None) -> Any:  # noqa: ANN401 - statsmodels
    if covariance == "HC3":
        leverage = fit.get_influence().hat_matrix_diag
        if leverage.max() >= MOST_LEVERAGE:
            raise DesignError(
                "covariance='HC3' is not defined: a score is the only one of its kind, so the model "
                "passes through it.",
                hint=option(covariance="nonrobust"),
            )
        return fit.get_robustcov_results("HC3", use_t=True)
    if groups is None:
        raise DesignError(
            "covariance='cluster' needs blocks (datasets) in which scores belong together.",
            hint=option(covariance="HC3"),
        )
    return fit.get_robustcov_results("cluster", groups=groups, use_t=True)


def _too_few_clusters(dof: int, dof_error: float) -> DesignError:
    return DesignError(
        f"covariance='cluster' cannot test {dof} coefficients at once on {dof_error + 1:.0f} clusters.",
        hint=option(covariance="HC3"),
    )


def _ratio(above: float, below: float) -> float:
    if below > 0:
        return above / below
    return math.inf if above > 0 else 0.0


def _p_of_f(f: float, dof: float, dof_error: float) -> float:
    return 0.0 if math.isinf(f) else float(special.fdtrc(dof, dof_error, f))


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
    covariates = tuple(scores.covariates)
    if variant not in ONE_ERROR:
        design = _design(factors, order, scores.algorithms)
        _refuse_aliased(design, factors, scores)
        model: StrataModel | PooledModel = StrataModel(
            scores.require_complete(settings.procedure), design, settings.typ, variant
        )
        return Factorial(model, factors, order, variant, blocks, ())
    rows, columns = np.nonzero(~np.isnan(scores.values))
    # a block without any score says nothing
    present, groups = np.unique(rows, return_inverse=True)
    codes = [factor.codes(scores.algorithms)[columns] for factor in factors]
    named = [
        (factor.name, code, len(factor.levels)) for factor, code in zip(factors, codes, strict=True)
    ]
    adjusted = [(name, read_covariate(scores, name, rows, columns)) for name in covariates]
    fixed = (scores.block_kind, groups, len(present)) if blocks else None
    design = design_columns(named, order=order, blocks=fixed, covariates=adjusted)
    _refuse_aliased(design, factors, scores)
    if len(rows) <= design.columns.shape[1]:
        raise DesignError(
            f"{settings.procedure} has {len(rows)} scores for {design.columns.shape[1]} coefficients; "
            "nothing is left for an error.",
            hint=option(interactions=False) if order > 1 else "more datasets or repeats",
        )
    random = None
    if variant == RANDOM:
        random = groups, float(len(rows) - design.columns.shape[1])
        design = design_columns(named, order=order, covariates=adjusted)
    fitted = PooledModel(
        scores.values[rows, columns],
        design,
        settings.typ,
        settings.covariance,
        groups if blocks else None,
        random,
    )
    return Factorial(fitted, factors, order, variant, blocks, covariates)


def largest_order(scores: Scores, most: int | None = None) -> int:
    """Return of up to how many factors, at most ``most``, the table has the combinations for interactions."""
    n_factors = len(scores.factors)
    for order in range(min(most or n_factors, n_factors), 1, -1):
        if _design(scores.factors, order, scores.algorithms).find_aliased() is None:
            return order
    return 1


def _no_factors(scores: Scores, settings: Settings) -> DesignError:
    control = scores.algorithms[0]
    return DesignError(
        f"{settings.procedure} needs columns of settings whose combinations are the algorithms; the table "
        f"was read with {format_count(len(scores.algorithms), 'algorithm')} and no factors.",
        hint=call(settings.procedure, factors=["augmentation", "optimizer"])
        + " names them; if the algorithms are variants of one, "
        + call("wilcoxon", control=control)
        + " compares each with it",
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
        raise DesignError(
            f"the interaction {term.name} cannot be estimated: the table has "
            f"{len(scores.algorithms)} of the {wanted} combinations of the factors.",
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
        f"the effect of the {what} {term.name!r} cannot be told apart from the rest of the model: it "
        "changes together with other terms only.",
        hint=f"leave out {term.name!r}, or add runs in which it changes alone",
    )


def read_covariate(scores: Scores, name: str, rows: Codes, columns: Codes) -> Array:
    """Return a covariate's values in some cells of the table.

    Raises
    ------
    DesignError
        A cell has a score and no value, or nothing tells which value belongs to a score.
    """
    if scores.block_kind == "run":
        raise DesignError(
            f"no column tells which {name!r} belongs to which score of the same combination.",
            hint="add a column of seeds or repeats",
        )
    table = scores.covariates[name]
    frame = table.frame.reindex(index=list(scores.blocks), columns=list(scores.algorithms))
    values: Array = frame.to_numpy()[rows, columns]
    empty = np.flatnonzero(np.isnan(values)).tolist()
    if empty:
        cells = [(scores.algorithms[columns[at]], scores.blocks[rows[at]]) for at in empty]
        raise DesignError(
            f"covariate {name!r} has no value in {format_count(len(empty), 'cell')}: {examples(cells)}.",
            hint="leave out the covariate, or fill in its values",
        )
    return values


def fit_formula(
    scores: Scores,
    factors: Sequence[Factor] = (),
    *,
    order: int = 1,
    blocks: bool = True,
    covariates: Sequence[str] = (),
    covariance: Covariance = "nonrobust",
    random: bool = False,
) -> "RegressionResultsWrapper | MixedLMResultsWrapper":
    """Fit a linear model of means by a formula, with effects that add up to 0.

    Parameters
    ----------
    factors
        By default the algorithm.
    order
        Up to how many factors an interaction has.
    blocks
        Whether blocks are in the model.
    covariates, covariance
        As `fit_factorial` takes them.
    random
        Whether blocks are random.
    """
    from statsmodels.formula.api import mixedlm, ols

    factors = factors or (_algorithm_as_factor(scores),)
    rows, columns = np.nonzero(~np.isnan(scores.values))
    names: dict[str, str] = {}
    every = (scores.score, *([scores.block_kind] * blocks), *covariates)
    for name in (*every, *(factor.name for factor in factors)):
        names[name] = _identifier(name, names.values())
    frame = pd.DataFrame({names[scores.score]: scores.values[rows, columns]})
    parts = []
    if blocks:
        block = names[scores.block_kind]
        frame[block] = np.array(scores.blocks, dtype=object)[rows]
        parts += [f"C({block}, Sum)"] * (not random)
    for name in covariates:
        frame[names[name]] = read_covariate(scores, name, rows, columns)
        parts.append(names[name])
    for factor in factors:
        levels = np.array(factor.levels, dtype=object)
        frame[names[factor.name]] = pd.Categorical(
            levels[factor.codes(scores.algorithms)[columns]], categories=factor.levels
        )
    coded = [f"C({names[factor.name]}, Sum)" for factor in factors]
    for size in range(1, order + 1):
        parts += [":".join(members) for members in itertools.combinations(coded, size)]
    formula = f"{names[scores.score]} ~ {' + '.join(parts)}"
    if random:
        return mixedlm(formula, frame, groups=block).fit(gtol=1e-10)
    model = ols(formula, frame)
    if covariance == "nonrobust":
        return model.fit()
    groups = {"cov_kwds": {"groups": rows}} if covariance == "cluster" else {}
    return model.fit(cov_type=covariance, use_t=True, **groups)


def _identifier(name: str, taken: Any) -> str:  # noqa: ANN401 - names
    """Write a name so that a formula can hold it."""
    plain = re.sub(r"\W", "_", name)
    plain = plain if plain.isidentifier() and plain not in ("C", "Sum") else f"x_{plain}"
    while plain in taken:
        plain += "_"
    return plain


def model_assumptions(
    scores: Scores, fitted: Factorial, covariance: Covariance
) -> tuple[Assumption, ...]:
    """Return what the model takes for granted."""
    blocks = f"{scores.block_kind}s"
    independent = independent_blocks(scores) if fitted.blocks else independent_runs(scores)
    if isinstance(fitted.model, StrataModel):
        return independent, Assumption.of(wording.PER_BLOCK, blocks=blocks)
    normal = residual_normality(fitted.model.residuals)
    if covariance == "nonrobust":
        error = Assumption.of(wording.EQUAL_EFFECTS, blocks=blocks)
        if fitted.variant == RANDOM:
            return independent, Assumption.of(wording.RANDOM_BLOCKS, blocks=blocks), normal, error
    else:
        within = covariance == "cluster"
        units = blocks if within else "cells"
        words = wording.WITHIN.format(block=scores.block_kind) if within else ""
        error = Assumption.of(wording.ROBUST, units=units, within=words)
    return independent, normal, error


def describe_term(term: Term, model: StrataModel | PooledModel, alpha: float) -> TermTest:
    """Test a term, and add its effect sizes, which are those of equal variances."""
    test = model.test(term)
    squares, error = in_score_units(test.sum_of_squares, test.error, unit=model.unit)
    f, dof = test.plain_statistic, (test.dof, test.dof_plain)
    eta, omega = partial_shares(f, *dof, model.n_scores, 1 - alpha)
    return TermTest(
        source=term.name,
        dof=test.dof,
        dof_error=test.dof_error,
        sum_of_squares=squares,
        error=error,
        statistic=test.statistic,
        epsilon=test.epsilon,
        p_value=test.p_value,
        partial_eta_squared=eta.estimate,
        eta_interval=as_interval(eta, alpha),
        partial_omega_squared=omega.estimate,
        omega_interval=as_interval(omega, alpha),
    )


def in_score_units(*squares: float, unit: float) -> list[float]:
    """Multiply by the unit's square, which may overflow to infinity."""
    with np.errstate(over="ignore", under="ignore"):
        scaled: list[float] = (np.array(squares) * unit * unit).tolist()
    return scaled


def as_interval(share: Share, alpha: float) -> Interval | None:
    """Return the interval of a share of variance; ``None`` where there is none."""
    return None if math.isnan(share.low) else Interval(share.low, share.high, 1 - alpha)
