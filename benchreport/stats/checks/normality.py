"""Shapiro and Wilk's check of normality."""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, check_choice, check_fraction
from benchreport.hints import option
from benchreport.numerics.multiplicity.adjust import adjust
from benchreport.numerics.nulls.block_anova import block_anova
from benchreport.numerics.nulls.normality import shapiro_w
from benchreport.results.base import Design
from benchreport.results.checks.assumption_check import CheckResult, CheckRow
from benchreport.results.later import later
from benchreport.stats._assumptions import grade_p, notes
from benchreport.stats._pairs import by_pairs, column_pairs, pairs
from benchreport.wording.verdicts import checks

On = Literal["auto", "differences", "residuals", "runs"]


def normality(
    scores: Scores, *, alpha: float = 0.05, control: str | None = None, on: On = "auto"
) -> CheckResult:
    """Test H0: the values that a t test or an analysis of variance takes as normal are normal.

    H1: they are not. Raw scores of several datasets are never tested: no test assumes them to be normal.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks, complete; independent runs in any numbers.
    alpha
        The level noted with the result; outcomes are graded at .05 (doubtful) and .01 (violated).
    control
        Test the differences with this algorithm only; by default, those of all pairs.
    on
        The values to test: ``"differences"`` of each pair, for t tests; ``"residuals"`` of the two-way
        layout, for the analysis of variance; ``"runs"`` of each algorithm, where they are independent.
        ``"auto"`` is the runs where they are independent, else the differences.

    Returns
    -------
    CheckResult
        W and p of each; the grades follow from the p-values after Holm's correction.

    Raises
    ------
    DesignError
        Runs are missing, or scores of a block do not belong together.

    Notes
    -----
    With few blocks the test misses deviations, with many it finds some that do not matter. Fewer than 3
    values, more than 5,000, or values without spread are not checked.

    References
    ----------
    Shapiro & Wilk (1965), Biometrika 52: 591-611; R's ``shapiro.test``.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9.1, 8.0, 9.4, 7.2, 8.8], "b": [7.0, 6.3, 8.1, 5.5, 4.0]})
    >>> result = frame.bench(score="accuracy").normality()
    >>> result.rows[0].what, result.outcome
    ('a − b', 'doubtful')
    """
    check_fraction("alpha", alpha)
    check_choice("on", on, ("auto", "differences", "residuals", "runs"))
    independent = scores.block_kind == "run"
    values_to_test = ("runs" if independent else "differences") if on == "auto" else on
    if values_to_test == "runs" and not independent:
        raise DesignError(
            f"raw scores of {scores.block_kind}s are not a sample from one distribution, and no test assumes "
            "that they are normal.",
            hint=option(on="differences") + " or " + option(on="residuals"),
        )
    if values_to_test == "runs":
        names: Sequence[str] = scores.algorithms
        w, p = np.concatenate([shapiro_w(sample) for sample in scores.samples], axis=1)
    elif values_to_test == "residuals":
        names = (checks.RESIDUALS,)
        w, p = shapiro_w(block_anova(scores.require_complete("normality")).residuals.ravel())
    else:
        values, columns = scores.require_complete("normality"), pairs(scores, control)
        names = [
            f"{scores.algorithms[i]} − {scores.algorithms[j]}" for i, j in column_pairs(columns)
        ]
        w, p = by_pairs(shapiro_w, values, columns)
    adjusted = np.full(len(p), np.nan)
    tested = ~np.isnan(p)
    adjusted[tested] = adjust(p[tested], "holm")
    return CheckResult(
        procedure="normality",
        method="Shapiro–Wilk test",
        variant=values_to_test,
        correction="holm",
        alpha=alpha,
        design=Design.of(scores),
        warnings=later(lambda: notes(scores)),
        references=("shapiro1965", "holm1979"),
        assumption=checks.NORMAL[values_to_test],
        rows=tuple(
            _row(name, *numbers)
            for name, *numbers in zip(names, w.tolist(), p.tolist(), adjusted.tolist(), strict=True)
        ),
    )


def _row(name: str, w: float, p: float, p_adjusted: float) -> CheckRow:
    if math.isnan(p):
        return CheckRow(name, "W", w, p, p_adjusted, "not checked", checks.UNTESTABLE)
    return CheckRow(name, "W", w, p, p_adjusted, grade_p(p_adjusted))
