"""Mauchly's check of sphericity."""

import math

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.nulls.sphericity import measure_sphericity
from benchreport.results.base import Design, Outcome
from benchreport.results.checks.assumption_check import CheckResult, CheckRow
from benchreport.results.later import later
from benchreport.stats._assumptions import grade_p, mauchly_misleads, notes
from benchreport.wording.verdicts import checks


def sphericity(scores: Scores, *, alpha: float = 0.05) -> CheckResult:
    """Test H0: all differences between two algorithms have the same variance.

    H1: some differ. Tukey's and Dunnett's tests on blocks and the uncorrected analysis of variance
    assume H0.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The level noted with the result; the outcome is graded at .05 (doubtful) and .01 (violated).

    Returns
    -------
    CheckResult
        Mauchly's W with p; Greenhouse and Geisser's and Huynh and Feldt's ε, 1 under sphericity and
        1/(k − 1) at the greatest distance from it.

    Raises
    ------
    DesignError
        Runs are missing, or scores of a block do not belong together.

    Notes
    -----
    Two algorithms have one difference, so H0 holds. W needs more blocks than algorithms.

    References
    ----------
    Mauchly (1940); Greenhouse & Geisser (1959); Huynh & Feldt (1976).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").sphericity()
    >>> round(result.rows[0].statistic, 3), result.outcome
    (0.296, 'held')
    """
    check_fraction("alpha", alpha)
    values = scores.require_complete("sphericity")
    found = measure_sphericity(values)
    w, p = found.mauchly or (math.nan, math.nan)
    outcome: Outcome = "not checked" if math.isnan(p) else grade_p(p)
    evidence = checks.MAUCHLY_NEEDS_MORE if math.isnan(p) else ""
    if mauchly_misleads(values.shape[1], len(values)) and not math.isnan(p):
        outcome, evidence = "not checked", checks.MAUCHLY_MISLEADS
    if values.shape[1] == 2:  # noqa: PLR2004 - one difference has one variance
        outcome, evidence = "held", checks.ONE_DIFFERENCE
    epsilons = {
        "Greenhouse–Geisser": found.greenhouse_geisser,
        "Huynh–Feldt": found.huynh_feldt,
    }
    return CheckResult(
        procedure="sphericity",
        method="Mauchly test",
        alpha=alpha,
        design=Design.of(scores),
        warnings=later(lambda: notes(scores)),
        references=("mauchly1940", "greenhouse1959", "huynh1976"),
        assumption=checks.SPHERICITY,
        rows=(
            CheckRow("Mauchly", "W", w, p, p, outcome, evidence),
            *(
                CheckRow(name, "ε", epsilon, math.nan, math.nan, "not checked", "no test")
                for name, epsilon in epsilons.items()
            ),
        ),
    )
