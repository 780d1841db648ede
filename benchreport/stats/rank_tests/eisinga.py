"""Exact comparisons of rank sums (Eisinga et al.)."""

import math
from typing import Literal

import numpy as np
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_fraction
from benchreport.numerics.nulls import rank_sum_difference
from benchreport.numerics.ranks import block_ranks
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._assumptions import reference_fits
from benchreport.stats._corrections import Correction, adjust_p, correction_references
from benchreport.stats._mean_ranks import RankTest, compare_ranks
from benchreport.stats._pairs import pairs

Variant = Literal["auto", "exact", "normal"]


def eisinga(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    variant: Variant = "auto",
) -> PairwiseResult:
    """Test H0 for each pair: within each block all rankings of the algorithms are equally likely.

    H1: the two have different rank sums (two-sided). The p-value is exact; `rank_z` takes a normal
    approximation, which is poor with few blocks.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The level of decisions, over the family that the correction controls.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    variant
        ``"exact"`` is the distribution given the ties; ``"normal"`` is the limit for many blocks;
        ``"auto"`` is exact wherever that takes up to half a second (k · N up to about 15,000).

    Returns
    -------
    PairwiseResult
        Differences of mean ranks, first − second (negative: the first ranks better); the statistic
        is the difference of rank sums.

    Raises
    ------
    DesignError
        Runs are missing, or the control is not among the algorithms.
    OptionError
        The correction, variant or alpha is invalid.

    References
    ----------
    Eisinga, Heskes, Pelzer & Te Grotenhuis (2017), BMC Bioinformatics 18:68.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> [round(row.p_value, 4) for row in frame.bench(score="accuracy").eisinga().comparisons]
    [0.2176, 0.0015, 0.2176]
    """
    check_fraction("alpha", alpha)
    check_choice("variant", variant, ("auto", "exact", "normal"))
    values = scores.require_complete("eisinga")
    ranks = block_ranks(values, higher_is_better=scores.higher_is_better)
    columns = pairs(scores, control)
    sums = ranks.sum(axis=0)
    differences = sums[columns[0]] - sums[columns[1]]
    quick = rank_sum_difference.work(*ranks.shape) <= rank_sum_difference.MOST_WORK
    exact = variant == "exact" or (variant == "auto" and quick)
    if exact:
        p_value = rank_sum_difference.exact_p(ranks, differences)
    else:
        p_value = 2 * special.ndtr(-np.abs(differences) / _sum_error(*ranks.shape))
    mean_ranks = ranks.mean(axis=0)
    adjusted = adjust_p(p_value, correction, control)
    return compare_ranks(
        scores,
        columns,
        RankTest(differences / len(ranks), differences, p_value, adjusted),
        alpha=alpha,
        mean_ranks=mean_ranks,
        control=control,
        procedure="eisinga",
        method="Exact test of rank sums (Eisinga et al.)"
        if exact
        else "Test of rank sums (normal)",
        variant="exact" if exact else "normal",
        reference=reference_fits(values.shape, "normal", exact=exact),
        correction=correction,
        statistic_name="difference of rank sums",
        references=("eisinga2017", *correction_references(correction)),
    )


def _sum_error(n_blocks: int, k: int) -> float:
    """Return the standard error of a difference of two rank sums under H0."""
    return math.sqrt(n_blocks * k * (k + 1) / 6)
