"""Shapiro and Wilk's check of normality, on differences or residuals."""

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, check_choice, check_fraction
from benchreport.hints import option
from benchreport.numerics.multiplicity.adjust import adjust
from benchreport.numerics.nulls.block_anova import block_anova
from benchreport.numerics.nulls.normality import shapiro_w
from benchreport.numerics.ties import snap_differences
from benchreport.results.assumption_check import CheckResult, CheckRow
from benchreport.results.base import Design
from benchreport.stats._assumptions import grade_p, notes
from benchreport.stats._pairs import pairs

__all__ = ["normality"]

On = Literal["auto", "differences", "residuals", "runs"]


def normality(
    scores: Scores, *, alpha: float = 0.05, control: str | None = None, on: On = "auto"
) -> CheckResult:
    """Test H0: what a t test or an analysis of variance takes as normal is normal.

    H1: it is not. Never of the raw scores of several datasets, which no test assumes to be normal.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks, complete; independent runs in any numbers.
    alpha
        Noted with the result; outcomes are graded at .05 (doubtful) and .01 (violated).
    control
        Differences with this algorithm only.
    on
        ``"differences"`` of each pair, for t tests; ``"residuals"`` of the two-way layout, for the
        analysis of variance; ``"runs"`` of each algorithm, where they are independent. ``"auto"``
        is the differences, or the runs of a table of independent ones.

    Returns
    -------
    CheckResult
        W and p of each, with Holm's correction over them, by which they are graded.

    Raises
    ------
    DesignError
        Cells are empty, or scores of a block do not belong together.

    Notes
    -----
    Few blocks hide what is not normal, many show what does not matter. Fewer than 3 values, more
    than 5,000, or no spread: not checked.

    References
    ----------
    Shapiro & Wilk (1965), Biometrika 52: 591-611; R's ``shapiro.test``.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [9.1, 8.0, 9.4, 7.2, 8.8], "b": [7.0, 6.3, 8.1, 5.5, 4.0]})
    >>> result = normality(Scores.from_frame(frame, Roles(score="accuracy")))
    >>> result.rows[0].what, result.outcome
    ('a − b', 'doubtful')
    """
    check_fraction("alpha", alpha)
    check_choice("on", on, ("auto", "differences", "residuals", "runs"))
    independent = scores.block_kind == "run"
    chosen = ("runs" if independent else "differences") if on == "auto" else on
    if chosen == "runs" and not independent:
        raise DesignError(
            f"raw scores of {scores.block_kind}s are no sample from one distribution, and no test takes "
            "them as normal.",
            hint=option(on="differences") + " or " + option(on="residuals"),
        )
    if chosen == "runs":
        named = list(zip(scores.algorithms, scores.samples, strict=True))
    elif chosen == "residuals":
        residuals = block_anova(scores.require_complete("normality")).residuals
        named = [("residuals of score ~ algorithm + block", residuals.ravel())]
    else:
        values, columns = scores.require_complete("normality"), pairs(scores, control)
        named = _differences(scores, values, columns)
    found = [shapiro_w(sample[None, :]) for _, sample in named]
    w, p = (np.array([float(each[side][0]) for each in found]) for side in (0, 1))
    adjusted = np.full(len(p), np.nan)
    tested = ~np.isnan(p)
    adjusted[tested] = adjust(p[tested], "holm")
    return CheckResult(
        procedure="normality",
        method="Shapiro–Wilk test",
        variant=chosen,
        correction="holm",
        alpha=alpha,
        design=Design.of(scores),
        warnings=notes(scores),
        references=("shapiro1965", "holm1979"),
        assumption=WORDS[chosen],
        rows=tuple(
            _row(name, *numbers)
            for (name, _), *numbers in zip(
                named, w.tolist(), p.tolist(), adjusted.tolist(), strict=True
            )
        ),
    )


def _row(name: str, w: float, p: float, p_adjusted: float) -> CheckRow:
    if math.isnan(p):
        why = "too few, too many, or all the same"
        return CheckRow(name, "W", w, p, p_adjusted, "not checked", why)
    return CheckRow(name, "W", w, p, p_adjusted, grade_p(p_adjusted))


WORDS = {
    "differences": "the differences of each pair are normal",
    "residuals": "the residuals are normal",
    "runs": "the runs of each algorithm are normal",
}


def _differences(
    scores: Scores, values: NDArray[np.float64], columns: tuple[NDArray[np.intp], NDArray[np.intp]]
) -> list[tuple[str, NDArray[np.float64]]]:
    differences = snap_differences(values.T[columns[0]], values.T[columns[1]])
    names = scores.algorithms
    both = zip(*(column.tolist() for column in columns), strict=True)
    return [
        (f"{names[i]} − {names[j]}", sample)
        for (i, j), sample in zip(both, differences, strict=True)
    ]
