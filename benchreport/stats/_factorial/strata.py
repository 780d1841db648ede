"""Complete tables in which each term has its own error, in closed form, as ``AnovaRM`` of statsmodels."""

import math
from collections.abc import Sequence

import numpy as np

from benchreport.numerics.effects.f_spreads import FSpread, block_spread
from benchreport.numerics.linear_models import (
    LinearDesign,
    Term,
    orthonormal_contrasts,
    split_stratum,
)
from benchreport.numerics.moments import common_unit
from benchreport.stats._arrays import Array
from benchreport.stats._factorial.f_tests import Estimates, FTest, p_of_f, ratio
from benchreport.stats._factorial.settings import UNCORRECTED


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
        f = ratio(mean_square, error)
        p = p_of_f(f, epsilon * part.dof, epsilon * part.dof_error)
        sums = part.sum_of_squares, part.error
        return FTest(*sums, part.dof, part.dof_error, f, epsilon, p, f, part.dof_error)

    def spread(self, term: Term, alpha: float) -> FSpread | None:
        """Return how a term's F varies where its contrasts are unequally variable."""
        if self.variant == UNCORRECTED or self.test(term).error == 0:
            return None
        contrasts = self._values @ orthonormal_contrasts(self.design, term, self.typ)
        return block_spread(contrasts, contrasts.shape[1], alpha)

    def estimate(self, weights: Array) -> Estimates:
        """Average over blocks what the combinations are in each."""
        each = self._values @ (weights @ self._solve).T
        n_blocks = len(each)
        spread = each.std(axis=0, ddof=1)
        spread = np.where(spread <= self._noise, 0.0, spread)
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
        constant = np.ptp(each, axis=0) <= self._noise
        each = np.where(constant, each.mean(axis=0), each)
        return self._add_centre(each, weights) * self.unit

    @property
    def _noise(self) -> float:
        return 8 * float(np.finfo(float).eps) * float(np.abs(self._values).max() or 1.0)

    def _add_centre(self, values: Array, weights: Array) -> Array:
        # the intercept's column is 1; contrasts have none
        return values + self._centre * weights[:, 0]
