"""What is said of each term: its test and its effect sizes."""

import numpy as np

from benchreport.numerics.effects.partial_shares import partial_shares
from benchreport.numerics.linear_models import Term
from benchreport.results.models.factorial import TermTest
from benchreport.stats._factorial.f_tests import as_interval
from benchreport.stats._factorial.pooled import PooledModel
from benchreport.stats._factorial.strata import StrataModel


def describe_term(term: Term, model: StrataModel | PooledModel, alpha: float) -> TermTest:
    """Test a term, and add its effect sizes, whose estimates are those of equal variances."""
    test = model.test(term)
    squares, error = in_score_units(test.sum_of_squares, test.error, unit=model.unit)
    f, dof = test.plain_statistic, (test.dof, test.dof_plain)
    eta, omega = partial_shares(f, *dof, model.n_scores, 1 - alpha, model.spread(term, alpha))
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
