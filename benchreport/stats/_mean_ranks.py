"""Tests of differences of mean ranks, as after Friedman's and Quade's tests."""

import math
from typing import Any, NamedTuple

import numpy as np

from benchreport.data.scores import Scores
from benchreport.numerics.effects.superiority import probability_of_superiority
from benchreport.numerics.moments import ratio
from benchreport.numerics.nulls.block_anova import block_anova
from benchreport.numerics.nulls.friedman import unanimous_p
from benchreport.numerics.tails import p_of_t, p_of_z
from benchreport.results.base import Assumption
from benchreport.results.later import later
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import pool_dependence, reference_fits
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._corrections import Correction, adjust_p, correction_references
from benchreport.stats._pairs import Pairs, compare_pairs, pairs


def rank_difference_error(n_blocks: int, k: int) -> float:
    """Return the standard error of a difference of two mean ranks under H0, without ties.

    Demšar (2006), section 3.2.2.
    """
    return math.sqrt(k * (k + 1) / (6 * n_blocks))


class RankTest(NamedTuple):
    """A test of differences of mean ranks; each field has one number per pair."""

    differences: Array
    statistic: Array
    p_value: Array
    p_adjusted: Array


def compare_ranks(
    scores: Scores,
    columns: Pairs,
    test: RankTest,
    *,
    mean_ranks: Array,
    reference: Assumption | None = None,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> PairwiseResult:
    """Make a result of a test of mean ranks, with the probability of superiority as effect size.

    Parameters
    ----------
    mean_ranks
        The mean rank of each algorithm, (k,), 1 is best; or the mean of transformed ranks, if low
        is good.
    reference
        Whether the null distribution fits; by default, that normal ones fit.
    **facts
        As for `compare_pairs`.
    """
    keys = facts.pop("references", ())
    return compare_pairs(
        PairwiseResult,
        scores,
        columns,
        test,
        effect=probability_of_superiority(
            scores.values,
            *columns,
            higher_is_better=scores.higher_is_better,
            confidence=1 - facts["alpha"],
        ),
        sign=-test.differences,
        assumptions=later(
            lambda: (
                independent_blocks(scores),
                pool_dependence(len(scores.algorithms)),
                reference or reference_fits(scores.values.shape, "normal"),
            )
        ),
        references=(*keys, "benavoli2016", "grissom2012", "wilson1927"),
        effect_name="probability of superiority",
        centres=tuple(mean_ranks.tolist()),
        lower_centre_is_better=True,
        **{"difference_name": "difference of mean ranks", "centre_name": "mean rank", **facts},
    )


def compare_transformed_ranks(
    scores: Scores,
    ranks: Array,
    *,
    correction: Correction,
    control: str | None,
    published_error: float | None = None,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> PairwiseResult:
    """Compare the column means of (transformed) ranks by t, on their residual mean square.

    Parameters
    ----------
    ranks
        Ranks (N, k), low is good.
    published_error
        A published standard error of the differences; if given, it and the normal distribution give
        p.
    """
    columns = pairs(scores, control)
    parts = block_anova(ranks)
    means = ranks.mean(axis=0)
    differences = means[columns[0]] - means[columns[1]]
    if published_error is None:
        statistic = ratio(differences, math.sqrt(2 * parts.ms_error / len(ranks)))
        # unanimous blocks leave no error; they are as probable as any single ranking
        unanimous = np.isinf(statistic)
        least = np.where(unanimous, unanimous_p(*ranks.shape), 0.0)
        p_value = np.maximum(p_of_t(statistic, parts.dof_error), least)
        reference = reference_fits(
            ranks.shape, "t", exact=bool(unanimous.any()), dof=parts.dof_error
        )
    else:
        statistic = differences / published_error
        p_value = p_of_z(statistic)
        reference = None
    return compare_ranks(
        scores,
        columns,
        RankTest(differences, statistic, p_value, adjust_p(p_value, correction, control)),
        mean_ranks=means,
        reference=reference,
        control=control,
        correction=correction,
        variant="t" if published_error is None else "published_z",
        statistic_name="t" if published_error is None else "z",
        **{**facts, "references": (*facts["references"], *correction_references(correction))},
    )
