"""Comparisons of pairs after Quade's test."""

import math
from typing import Literal

from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_fraction
from benchreport.numerics.ranks import quade_scores
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction
from benchreport.stats._mean_ranks import compare_transformed_ranks

Variant = Literal["t", "published_z"]


def quade_post(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    variant: Variant = "t",
) -> PairwiseResult:
    """Test H0 for each pair: the two have the same mean weighted rank.

    H1: they differ (two-sided). Blocks are weighted by the rank of their range, as in `quade`.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks, in units that can be compared across blocks.
    alpha
        The level of decisions, over the family that the correction controls.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    variant
        ``"t"`` is Conover's, with (k − 1)(N − 1) dof. ``"published_z"`` is the normal formula of
        García et al. (2010), which simulations contradict: use it to reproduce papers only.

    Returns
    -------
    PairwiseResult
        Differences of the means of S_ij = Q_i (r_ij − (k + 1)/2), first − second (negative: the
        first ranks better).

    Raises
    ------
    DesignError
        Runs are missing, or the control is not among the algorithms.
    OptionError
        The correction or variant is invalid, or the correction needs all pairs and there is a
        control.

    References
    ----------
    Quade (1979); Conover (1999), section 5.8; García et al. (2010), section 3.2.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 9, 8, 5], "c": [5, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").quade_post()
    >>> [round(row.p_adjusted, 3) for row in result.comparisons]
    [0.426, 0.033, 0.065]
    """
    check_fraction("alpha", alpha)
    check_choice("variant", variant, ("t", "published_z"))
    values = scores.require_complete("quade_post")
    return compare_transformed_ranks(
        scores,
        quade_scores(values, higher_is_better=scores.higher_is_better),
        alpha=alpha,
        correction=correction,
        control=control,
        published_error=_error_by_garcia(*values.shape) if variant == "published_z" else None,
        procedure="quade_post",
        method="Quade post hoc test",
        references=("quade1979", "conover1999", "garcia2010"),
        difference_name="difference of mean weighted ranks",
        centre_name="mean weighted rank",
    )


def _error_by_garcia(n_blocks: int, k: int) -> float:
    """Return the standard error of a difference of mean weighted ranks by García et al. (2010).

    T_j = W_j/(N(N+1)/2) with W_j = Σ Q_i r_ij, and z = (T_i − T_j)/√(k(k+1)(2N+1)(k−1)/(18N(N+1))).
    """
    error = math.sqrt(k * (k + 1) * (2 * n_blocks + 1) * (k - 1) / (18 * n_blocks * (n_blocks + 1)))
    return error * (n_blocks + 1) / 2
