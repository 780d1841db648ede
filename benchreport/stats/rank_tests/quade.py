"""Quade's test: blocks weighted by their spread."""

import math

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.effects.rank_shares import agreement_spread
from benchreport.numerics.nulls.block_anova import block_anova
from benchreport.numerics.ranks import block_ranks, quade_scores
from benchreport.results.base import Design
from benchreport.results.later import later
from benchreport.results.ranks.omnibus import OmnibusResult
from benchreport.stats._assumptions import (
    algorithms_vary_alike,
    comparable_blocks,
    notes,
    reference_fits,
)
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._omnibus import f_test, kendall_w


def quade(scores: Scores, *, alpha: float = 0.05) -> OmnibusResult:
    """Test H0: within each block all rankings of the algorithms are equally likely.

    H1: some algorithms tend to rank better than others. Blocks are weighted by the rank of their range,
    so those with hardly any differences count little. With few algorithms (up to about four) the test
    is more powerful than Friedman's; with two it is the F of the signed-rank test.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks, in units that can be compared across blocks.
    alpha
        The level of the decision.

    Returns
    -------
    OmnibusResult
        F with k − 1 and (k − 1)(N − 1) dof; Kendall's W of the unweighted ranks, with its
        interval (see `friedman`).

    Raises
    ------
    DesignError
        Runs are missing.

    Notes
    -----
    Unanimous rankings leave no error: F is infinite and p = (1/k!)^(N−1). All tied: F = 0, p = 1. Families
    of algorithms whose scores go together are rejected too often; a check as in `friedman` halves that.

    References
    ----------
    Quade (1979), JASA 74: 680-683; Conover (1999), section 5.8; García et al. (2010).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 9, 8, 5], "c": [5, 4, 4, 2]})
    >>> print(frame.bench(score="accuracy").quade().summary)
    Quade test: F(2, 6) = 7.18, p = .026, Kendall's W = .81, 95 % CI [.03, .95]
    """
    check_fraction("alpha", alpha)
    values = scores.require_complete("quade")
    weighted = quade_scores(values, higher_is_better=scores.higher_is_better)
    ranks = block_ranks(values, higher_is_better=scores.higher_is_better)
    test = f_test(block_anova(weighted), unanimous=bool((ranks == ranks[0]).all()))
    return OmnibusResult(
        procedure="quade",
        method="Quade test",
        variant="f",
        alpha=alpha,
        design=Design.of(scores),
        assumptions=later(
            lambda: (
                independent_blocks(scores),
                comparable_blocks("ranges of"),
                reference_fits(
                    values.shape, "F", exact=math.isinf(test.statistic), dof=int(test.dof[1])
                ),
                algorithms_vary_alike(ranks, test.statistic, test.p_value, alpha),
            )
        ),
        warnings=later(lambda: notes(scores)),
        references=("quade1979", "conover1999", "garcia2010"),
        tests=(test,),
        effect_name="Kendall's W",
        effect_size=kendall_w(ranks),
        effect_spread=agreement_spread(ranks, alpha),
        mean_ranks=tuple(np.asarray(ranks.mean(axis=0)).tolist()),
    )
