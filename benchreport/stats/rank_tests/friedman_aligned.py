"""Friedman's test on ranks of centred blocks."""

import math

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.effects.rank_shares import agreement_spread
from benchreport.numerics.ranks import aligned_ranks, block_ranks
from benchreport.results.base import Design
from benchreport.results.later import later
from benchreport.results.ranks.omnibus import OmnibusResult
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import (
    algorithms_vary_alike,
    comparable_blocks,
    notes,
    reference_fits,
)
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._omnibus import chi2_test, kendall_w


def friedman_aligned(scores: Scores, *, alpha: float = 0.05) -> OmnibusResult:
    """Test H0: the algorithms' scores are exchangeable within each block.

    H1: some algorithms tend to score better than others. The block's mean is subtracted from each
    score and all N·k differences are ranked together, so that the size of differences counts too. With
    few algorithms (up to about four) the test is more powerful than Friedman's.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks, in units that can be compared across blocks.
    alpha
        The level of the decision.

    Returns
    -------
    OmnibusResult
        χ² with k − 1 dof; ``mean_ranks`` average the aligned ranks, 1 to N·k; Kendall's W, with its
        interval (see `friedman`), is that of the ranks within blocks.

    Raises
    ------
    DesignError
        Runs are missing.

    Notes
    -----
    T = (k − 1) Σ_j (R_j − mean)² / Σ_ij (r_ij − block's mean)², by the conditional variance given the
    ranks; without ties it is the formula of García et al. (2010). If all are tied, T = 0 and p = 1.
    Families of algorithms whose scores go together are rejected too often; a check as in `friedman` halves
    that.

    References
    ----------
    Hodges & Lehmann (1962); García et al. (2010), section 3.1; Derrac et al. (2011).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> print(frame.bench(score="accuracy").friedman_aligned().summary)
    Friedman aligned ranks test: χ²(2) = 7.37, p = .025, Kendall's W = 1.00, 95 % CI [.03, 1.00]
    """
    check_fraction("alpha", alpha)
    values = scores.require_complete("friedman_aligned")
    ranks = aligned_ranks(values, higher_is_better=scores.higher_is_better)
    within = block_ranks(values, higher_is_better=scores.higher_is_better)
    test = chi2_test(_statistic(ranks), ranks.shape[1] - 1)
    return OmnibusResult(
        procedure="friedman_aligned",
        method="Friedman aligned ranks test",
        variant="chi2",
        alpha=alpha,
        design=Design.of(scores),
        assumptions=later(
            lambda: (
                independent_blocks(scores),
                comparable_blocks("differences on"),
                reference_fits(ranks.shape, "χ²"),
                algorithms_vary_alike(
                    within, _as_f(test.statistic, ranks.shape), test.p_value, alpha
                ),
            )
        ),
        warnings=later(lambda: notes(scores)),
        references=("hodges1962", "garcia2010", "derrac2011"),
        tests=(test,),
        effect_name="Kendall's W",
        effect_size=kendall_w(within),
        effect_spread=agreement_spread(within, alpha),
        mean_ranks=tuple(ranks.mean(axis=0).tolist()),
    )


def _statistic(ranks: Array) -> float:
    sums = ranks.sum(axis=0)
    within = ranks - ranks.mean(axis=1, keepdims=True)
    spread = float((within**2).sum())
    between = float(((sums - sums.mean()) ** 2).sum())
    return (ranks.shape[1] - 1) * between / spread if spread > 0 else 0.0


def _as_f(chi2: float, shape: tuple[int, ...]) -> float:
    """Return the F of an analysis of variance of the ranks, as Iman and Davenport's."""
    rest = shape[0] * (shape[1] - 1) - chi2
    return (shape[0] - 1) * chi2 / rest if rest > 0 else math.inf
