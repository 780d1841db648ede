"""Levene's and Bartlett's checks of equal variances.

Ours because scipy's ``levene`` returns NaN for scores without spread, and p = .37 for scores that differ
by rounding only.
"""

import math
from typing import Literal

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_fraction
from benchreport.numerics.moments import common_unit
from benchreport.numerics.upper_tails import chi2_upper_tail, f_upper_tail
from benchreport.results.base import Design
from benchreport.results.checks.assumption_check import CheckResult, CheckRow
from benchreport.results.later import later
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import grade_p, notes
from benchreport.stats._samples import samples_with_spread
from benchreport.wording.verdicts import checks
from benchreport.wording.verdicts import notes as texts

Variant = Literal["brown_forsythe", "levene", "bartlett"]


def equal_variances(
    scores: Scores, *, alpha: float = 0.05, variant: Variant = "brown_forsythe"
) -> CheckResult:
    """Test H0: the scores of all algorithms have the same variance.

    H1: some variances differ. One-way analysis of variance without Welch's correction assumes equal
    variances; for scores that belong together the variances of differences matter, see `sphericity`.

    Parameters
    ----------
    scores
        A table of k algorithms, at least two scores each; their numbers may differ.
    alpha
        The level noted with the result; outcomes are graded at .05 (doubtful) and .01 (violated).
    variant
        The analysis of variance of distances from the median (``"brown_forsythe"``, robust) or from
        the mean (``"levene"``); ``"bartlett"`` is for normal scores only.

    Returns
    -------
    CheckResult
        F with k − 1 and n − k dof, or Bartlett's K² with k − 1.

    Raises
    ------
    DesignError
        An algorithm has one score only.
    OptionError
        The variant or alpha is invalid.

    Notes
    -----
    If no sample varies, F = 0 and p = 1; if only some do, F is infinite and p = 0.

    References
    ----------
    Levene (1960); Brown & Forsythe (1974), JASA 69: 364-367; Bartlett (1937).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"algorithm": list("aaaabbbb"), "auc": [1, 2, 3, 4, 1, 5, 9, 20]})
    >>> result = frame.bench.equal_variances()
    >>> round(result.rows[0].p_value, 3), result.outcome
    (0.119, 'held')
    """
    check_fraction("alpha", alpha)
    check_choice("variant", variant, ("brown_forsythe", "levene", "bartlett"))
    samples = samples_with_spread(scores, "equal_variances")
    unit = common_unit(*samples)
    samples = tuple(sample / unit for sample in samples)
    pairs_only = variant != "bartlett" and all(len(sample) == TWO for sample in samples)
    if variant == "bartlett":
        name, (statistic, p, dof) = "K²", _bartlett(samples)
    else:
        centre = np.median if variant == "brown_forsythe" else np.mean
        name, (statistic, p, dof) = "F", _levene([np.abs(x - centre(x)) for x in samples])
    blocked = scores.block_kind != "run"
    caution = texts.WITHIN_BLOCKS.format(block=scores.block_kind)
    return CheckResult(
        procedure="equal_variances",
        method={"bartlett": "Bartlett test", "levene": "Levene test"}.get(
            variant, "Brown–Forsythe test"
        ),
        variant=variant,
        alpha=alpha,
        design=Design.of(scores),
        warnings=later(lambda: (*notes(scores), *((caution,) if blocked else ()))),
        references=(
            {"bartlett": "bartlett1937", "levene": "levene1960"}.get(variant, "brown1974"),
        ),
        assumption=checks.EQUAL_VARIANCES,
        rows=(
            CheckRow(
                "all algorithms",
                name,
                math.nan,
                math.nan,
                math.nan,
                "not checked",
                checks.NO_SPREAD,
            )
            if pairs_only
            else CheckRow("all algorithms", name, statistic, p, p, grade_p(p), f"dof {dof}"),
        ),
    )


TWO = 2


def _levene(distances: list[Array]) -> tuple[float, float, str]:
    together = np.concatenate(distances)
    sizes = np.array([len(sample) for sample in distances])
    means = np.array([sample.mean() for sample in distances])
    between = float(sizes @ (means - together.mean()) ** 2)
    within = sum(
        float(((sample - mean) ** 2).sum()) for sample, mean in zip(distances, means, strict=True)
    )
    dof = len(sizes) - 1, len(together) - len(sizes)
    rounding = 1e-24 * float((together**2).sum())
    if between <= rounding:
        return 0.0, 1.0, f"{dof[0]}, {dof[1]}"
    if within <= rounding:
        return float("inf"), 0.0, f"{dof[0]}, {dof[1]}"
    f = between / dof[0] / (within / dof[1])
    return f, f_upper_tail(*dof, f), f"{dof[0]}, {dof[1]}"


def _bartlett(samples: tuple[Array, ...]) -> tuple[float, float, str]:
    dofs = np.array([len(sample) - 1 for sample in samples], dtype=float)
    scale = max(float(np.abs(sample - sample.mean()).max()) for sample in samples)
    k = len(samples)
    if scale == 0:
        return 0.0, 1.0, str(k - 1)
    variances = np.array(
        [float(np.var((sample - sample.mean()) / scale, ddof=1)) for sample in samples]
    )
    if (variances <= 1e-24).any():  # noqa: PLR2004 - rounding, of scores up to 1
        return float("inf"), 0.0, str(k - 1)
    pooled = float(dofs @ variances) / dofs.sum()
    statistic = float(dofs.sum() * np.log(pooled) - dofs @ np.log(variances))
    correction = 1 + float((1 / dofs).sum() - 1 / dofs.sum()) / (3 * (k - 1))
    k_squared = max(0.0, statistic / correction)
    return k_squared, chi2_upper_tail(k - 1, k_squared), str(k - 1)
