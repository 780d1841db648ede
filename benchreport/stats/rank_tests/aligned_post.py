"""Comparisons of pairs on ranks of centred blocks."""

import math
from typing import Literal

from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_fraction
from benchreport.numerics.ranks import aligned_ranks
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction
from benchreport.stats._mean_ranks import compare_transformed_ranks

Variant = Literal["t", "published_z"]


def aligned_post(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    variant: Variant = "t",
) -> PairwiseResult:
    """Test H0 for each pair: the two have the same mean aligned rank.

    H1: they differ (two-sided). All cells are ranked together after their block's mean is subtracted,
    as in `friedman_aligned`.

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
        ``"t"`` uses the residual mean square of the aligned ranks, with (k − 1)(N − 1) dof.
        ``"published_z"`` is the normal formula of García et al. (2010), which simulations contradict:
        use it to reproduce papers only.

    Returns
    -------
    PairwiseResult
        Differences of mean aligned ranks, first − second (negative: the first ranks better).

    Raises
    ------
    DesignError
        Runs are missing, or the control is not among the algorithms.
    OptionError
        The correction or variant is invalid, or the correction needs all pairs and there is a
        control.

    References
    ----------
    Hodges & Lehmann (1962); García et al. (2010), section 3.2; Conover & Iman (1981) for t on ranks.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 9, 8, 5], "c": [5, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").aligned_post()
    >>> [round(row.p_adjusted, 3) for row in result.comparisons]
    [0.121, 0.009, 0.046]
    """
    check_fraction("alpha", alpha)
    check_choice("variant", variant, ("t", "published_z"))
    values = scores.require_complete("aligned_post")
    n_blocks, k = values.shape
    return compare_transformed_ranks(
        scores,
        aligned_ranks(values, higher_is_better=scores.higher_is_better),
        alpha=alpha,
        correction=correction,
        control=control,
        published_error=math.sqrt(k * (n_blocks + 1) / 6) if variant == "published_z" else None,
        procedure="aligned_post",
        method="Aligned ranks post hoc test",
        references=("hodges1962", "garcia2010"),
        difference_name="difference of mean aligned ranks",
        centre_name="mean aligned rank",
    )
