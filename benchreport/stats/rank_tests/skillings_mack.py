"""Skillings and Mack's test for tables with gaps."""

from typing import Literal

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, check_choice, check_fraction, examples, format_count
from benchreport.hints import code
from benchreport.numerics.nulls import skillings_mack as numerics
from benchreport.results.base import Assumption, Design
from benchreport.results.later import later
from benchreport.results.ranks.omnibus import OmnibusResult
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes, reference_fits
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._omnibus import chi2_test
from benchreport.wording.verdicts import assumptions as wording
from benchreport.wording.verdicts import notes as texts

Ties = Literal["corrected", "uncorrected"]


def skillings_mack(
    scores: Scores, *, alpha: float = 0.05, ties: Ties = "corrected"
) -> OmnibusResult:
    """Test H0: within each block all rankings of the algorithms tried on it are equally likely.

    H1: some algorithms tend to rank better than others. Every block with at least two scores
    counts; on a complete table this is Friedman's test.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; cells may be empty.
    alpha
        The level of the decision.
    ties
        ``"corrected"`` takes the variance of the tied ranks; ``"uncorrected"`` that of untied ranks,
        as published, which is conservative.

    Returns
    -------
    OmnibusResult
        χ² with k − 1 dof; ``mean_ranks`` average over the blocks that have the algorithm, with ranks
        scaled to 1 (best) to k. The effect size is the statistic as a share of its value if every
        block ranked its algorithms in the observed order: Kendall's W where nothing is missing.

    Raises
    ------
    DesignError
        No block links some of the algorithms to the others, or the runs are independent.

    Notes
    -----
    Blocks of k_i scores are weighted by √(12/(k_i + 1)). The reason for empty cells matters: failures
    on hard datasets are not the same as runs that were never made.

    References
    ----------
    Skillings & Mack (1981), Technometrics 23: 171-177; Hollander, Wolfe & Chicken (2014), 7.8.

    Examples
    --------
    Assembly times, Hollander, Wolfe & Chicken, Table 7.19 (statistic 15.493):

    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "A": [3.2, 3.1, 4.3, 3.5, 3.6, 4.5, None, 4.3, 3.5],
    ...     "B": [4.1, 3.9, 3.5, 3.6, 4.2, 4.7, 4.2, 4.6, None],
    ...     "C": [3.8, 3.4, 4.6, 3.9, 3.7, 3.7, 3.4, 4.4, 3.7],
    ...     "D": [4.2, 4.0, 4.8, 4.0, 3.9, None, None, 4.9, 3.9],
    ... })
    >>> print(frame.bench(score="time").skillings_mack().summary)
    Skillings–Mack test: χ²(3) = 15.49, p = .001, agreement = .69
    """
    check_fraction("alpha", alpha)
    check_choice("ties", ties, ("corrected", "uncorrected"))
    values = scores.require_matched("skillings_mack")
    used = values[(~np.isnan(values)).sum(axis=1) > 1]
    _check_linked(scores, used)
    ranks = numerics.ranks_with_gaps(used, higher_is_better=scores.higher_is_better)
    statistic = numerics.statistic(ranks, tied=ties == "corrected")
    n_left_out = len(values) - len(used)
    left_out = format_count(n_left_out, scores.block_kind)
    alone = (texts.ONE_SCORE.format(blocks=left_out),) * (n_left_out > 0)
    return OmnibusResult(
        procedure="skillings_mack",
        method="Skillings–Mack test",
        variant="chi2",
        alpha=alpha,
        design=Design.of(scores),
        assumptions=later(
            lambda: (
                independent_blocks(scores),
                _at_random(scores),
                reference_fits(used.shape, "χ²"),
            )
        ),
        warnings=later(lambda: (*notes(scores), *alone)),
        references=("skillings1981",),
        tests=(chi2_test(statistic, values.shape[1] - 1),),
        effect_name="agreement",
        effect_size=numerics.agreement(ranks),
        mean_ranks=tuple(numerics.mean_ranks(ranks).tolist()),
    )


def _check_linked(scores: Scores, values: Array) -> None:
    """Refuse tables with algorithms that no chain of blocks links to the others."""
    present = ~np.isnan(values)
    meet = present.T.astype(float) @ present.astype(float) > 0
    linked = np.zeros(len(meet), dtype=bool)
    linked[0] = True
    for _ in range(len(meet)):
        linked = linked | meet[linked].any(axis=0)
    if linked.all():
        return
    names = [scores.algorithms[place] for place in np.flatnonzero(~linked)]
    raise DesignError(
        f"no {scores.block_kind} links {scores.algorithms[0]} to {examples(names)}, so their ranks "
        "cannot be compared.",
        hint="compare the groups that share datasets separately: "
        + code("df[df['algorithm'].isin([...])]"),
    )


def _at_random(scores: Scores) -> Assumption:
    if not scores.missing_runs:
        return Assumption.of(wording.NOTHING_MISSING, "held")
    return Assumption.of(
        wording.SOME_MISSING, runs=scores.missing_runs.counted, block=scores.block_kind
    )
