"""Models with one residual variance, or with a robust covariance of statsmodels.

Least squares are ours because statsmodels' pseudoinverse takes as long as the fit, and gives wrong sums of
squares where a covariate nearly repeats what the factors say.
"""

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from benchreport.errors import DesignError
from benchreport.hints import option
from benchreport.numerics.effects.f_spreads import FSpread, residual_spread
from benchreport.numerics.linear_models import Codes, LinearDesign, Term, remove_random_blocks
from benchreport.numerics.moments import common_unit
from benchreport.stats._arrays import Array
from benchreport.stats._factorial.f_tests import Estimates, FTest, p_of_f, ratio
from benchreport.stats._factorial.settings import Covariance

MOST_LEVERAGE = 1 - 1e-10


class PooledModel:
    """Scores with one residual variance, or with a robust covariance of statsmodels.

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
        self.design, self.typ = design, typ
        self.unit, self.n_scores = common_unit(response), len(response)
        scaled = response / self.unit
        self._centre = float(scaled.mean())
        rounding = 8 * np.finfo(float).eps * float(np.abs(scaled).max())
        centred, columns = scaled - self._centre, design.columns
        if random is not None:
            centred, columns = remove_random_blocks(centred, columns, random[0], rounding)
        self._basis, triangle = np.linalg.qr(columns)
        self._inverse: Array = np.linalg.inv(triangle)
        self._metric: Array = self._inverse @ self._inverse.T
        self._along: Array = self._basis.T @ centred
        self._coefficients: Array = self._inverse @ self._along
        self._left: Array = centred - columns @ self._coefficients
        self._clusters = groups if covariance == "cluster" else None
        self._robust = None
        if covariance != "nonrobust":
            self._robust = _robust(centred, columns, covariance, groups)
        self._noise = rounding**2 * len(scaled)
        left, dof = float(self._left @ self._left), float(len(columns) - columns.shape[1])
        self._mean_square = left / dof if left > self._noise else 0.0
        self.dof_error = dof if random is None else random[1]
        self.ss_error = self._mean_square * self.dof_error
        # a mean varies with the random blocks that were drawn
        self._dof_mean = None if random is None else float(random[0].max())

    @property
    def residuals(self) -> Array:
        """What the model leaves."""
        return self._left if self.ss_error > 0 else np.zeros(len(self._left))

    def test(self, term: Term) -> FTest:
        """Test a term by the model's covariance; sums of squares are those of equal variances."""
        return self._test(list(range(term.columns.start, term.columns.stop)), term)

    def test_all(self, terms: Sequence[Term]) -> FTest:
        """Test all terms of factors together."""
        rows = [place for term in terms for place in range(term.columns.start, term.columns.stop)]
        return self._test(rows, None)

    def spread(self, term: Term, alpha: float) -> FSpread | None:  # noqa: ARG002 - as of strata
        """Return how a term's F varies where errors are not normal."""
        if self.ss_error == 0:
            return None
        dof = term.columns.stop - term.columns.start
        return residual_spread(self.residuals, self._leverage, dof, self.dof_error)

    def _test(self, rows: list[int], term: Term | None) -> FTest:
        dof = len(rows)
        squares = self._squares(self._hypothesis(rows, term, self._metric))
        plain = ratio(squares / dof, self._mean_square)
        f, p, dof_error = plain, p_of_f(plain, dof, self.dof_error), self.dof_error
        if self._robust is not None and self.ss_error > 0:
            dof_error = self._dof
            if dof > dof_error and term is not None:
                raise _too_few_clusters(dof, dof_error)
            # the covariance by clusters is singular, and says nothing of what other terms leave
            metric = self._metric if self._clusters is not None else self._covariance
            hypothesis = self._hypothesis(rows, term, metric)
            spread = hypothesis @ self._covariance @ hypothesis.T
            if term is None and (dof > dof_error or np.linalg.matrix_rank(spread) < dof):
                # many coefficients at once cannot be tested on few clusters, of which some have one score
                f = p = math.nan
            else:
                answer = self._robust.f_test(hypothesis)
                f, p = float(answer.fvalue), float(answer.pvalue)
        return FTest(squares, self.ss_error, dof, dof_error, f, 1.0, p, plain, self.dof_error)

    def _squares(self, hypothesis: Array) -> float:
        """Return the sum of squares of a hypothesis."""
        # a projection, which no near collinearity makes singular
        directions = np.linalg.qr((hypothesis @ self._inverse).T)[0]
        squares = float(np.sum((directions.T @ self._along) ** 2))
        return squares if squares > self._noise else 0.0

    def _hypothesis(self, rows: list[int], term: Term | None, covariance: Array) -> Array:
        """Return the rows that are 0 under H0; of type II they do not depend on terms that contain it."""
        everything = np.eye(self.design.columns.shape[1])
        own = everything[rows]
        above = [] if term is None or self.typ == 3 else self.design.above(term)  # noqa: PLR2004 - sums of squares
        if not above:
            return own
        both = np.vstack([own, everything[above]])
        crossed = both @ covariance @ everything[above].T
        complement = np.linalg.qr(crossed, mode="complete")[0][:, len(above) :]
        hypothesis: Array = complement.T @ both
        return hypothesis

    def skewness(self, weights: Array) -> Array:
        """Return the skewness of combinations of coefficients, by that of the residuals, (m,).

        Of errors with one skewness that are independent, or of what each cluster adds.
        """
        if self.ss_error == 0:
            return np.zeros(len(weights))
        of_scores = weights @ self._inverse @ self._basis.T
        if self._clusters is not None:
            parts = [np.bincount(self._clusters, row) for row in of_scores * self.residuals]
            return np.array([np.sum(part**3) / np.sum(part**2) ** 1.5 for part in parts])
        room = 1 - self._leverage
        third = float((self.residuals**3).sum() / (room**3).sum()) / self._mean_square**1.5
        skewness: Array = third * (of_scores**3).sum(axis=1) / (of_scores**2).sum(axis=1) ** 1.5
        return skewness

    @functools.cached_property
    def _leverage(self) -> Array:
        leverage: Array = np.einsum("ij,ij->i", self._basis, self._basis)
        return leverage

    @property
    def _covariance(self) -> Array:
        """The covariance of the coefficients, (p, p)."""
        if self._robust is None:
            return self._metric * self._mean_square
        return np.asarray(self._robust.cov_params())

    @property
    def _dof(self) -> float:
        """The dof of tests by the model's covariance: with clusters, theirs."""
        return float(getattr(self._robust, "df_resid_inference", self.dof_error))

    def scale(self, weights: Array) -> Array:
        """Return the standard errors of combinations over the root of the residual mean square, (m,)."""
        length: Array = np.sqrt(np.einsum("ij,jk,ik->i", weights, self._metric, weights))
        return length

    def estimate(self, weights: Array) -> Estimates:
        """Estimate combinations of coefficients by the model's covariance."""
        values = weights @ self._coefficients
        variance = np.einsum("ij,jk,ik->i", weights, self._covariance, weights)
        errors = np.sqrt(np.maximum(variance, 0)) * (self.ss_error > 0)
        dof = self._dof
        if self._dof_mean is not None and weights[:, 0].any():
            dof = self._dof_mean
        values = values + self._centre * weights[:, 0]
        return Estimates(values * self.unit, errors * self.unit, dof)


def _robust(response: Array, columns: Array, covariance: Covariance, groups: Codes | None) -> Any:  # noqa: ANN401 - statsmodels
    from statsmodels.regression.linear_model import OLS

    fit = OLS(response, columns).fit(method="qr")
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
