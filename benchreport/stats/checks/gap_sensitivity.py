"""The treatments of gaps, side by side."""

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, check_fraction
from benchreport.hints import call
from benchreport.numerics.nulls import skillings_mack as numerics
from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.upper_tails import chi2_upper_tail
from benchreport.results.base import Design
from benchreport.results.checks.sensitivity import SensitivityResult, Variation
from benchreport.results.later import later
from benchreport.stats._arrays import Array
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats.checks._variations import (
    Signs,
    best_algorithms,
    compare_variation,
    judge_pairs,
    treat_gaps,
)
from benchreport.wording.verdicts import notes as texts


def gap_sensitivity(scores: Scores, *, alpha: float = 0.05) -> SensitivityResult:
    """Compare the ways to treat missing runs: leave blocks out, fill the gaps, or average what is there.

    There is no H0 and no H1 of its own: each treatment has those of Friedman's, or Skillings and Mack's
    test. A conclusion that depends on the treatment depends on the gaps.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks, with its gaps.
    alpha
        The level of all decisions.

    Returns
    -------
    SensitivityResult
        Skillings–Mack on all scores; Friedman (Iman–Davenport) on the complete blocks (``drop``), on
        averages of the runs that are there (``available``) or that all algorithms have (``paired``),
        and with each missing run given its block's worst score (``worst``). Pairs are judged by
        Nemenyi's critical difference where the table is complete.

    Raises
    ------
    DesignError
        The table's gaps are treated already, or the runs are independent.

    Notes
    -----
    A treatment is omitted where it makes the same table as one before it, or no complete one: ``drop``
    needs two complete blocks, ``available`` and ``paired`` some runs in every cell, and ``worst`` at most a
    quarter of the cells without a score, or a word on why runs failed: few of more gaps can be failures.

    References
    ----------
    Skillings & Mack (1981); Demšar (2006), JMLR 7.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, None, 7], "b": [7, 9, 8, 5], "c": [5, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").gap_sensitivity()
    >>> [(row.name, row.n_blocks) for row in result.rows]
    [('drop', 3), ('worst', 4)]
    """
    check_fraction("alpha", alpha)
    values = scores.require_matched("gap_sensitivity")
    if scores.missing != "error" and scores.missing_runs and scores.complete:
        raise DesignError(
            f"gap_sensitivity compares treatments of gaps, which missing={scores.missing!r} has "
            "already treated.",
            hint=call("gap_sensitivity", {"missing": "error"}),
        )
    ranks = {
        name: block_ranks(table.values, higher_is_better=table.higher_is_better)
        for name, table in treat_gaps(scores).items()
    }
    base = _judge(ranks["worst"], alpha) if "worst" in ranks else None
    return SensitivityResult(
        procedure="gap_sensitivity",
        method="Sensitivity to gaps",
        variant="skillings_mack",
        alpha=alpha,
        design=Design.of(scores),
        assumptions=later(lambda: (independent_blocks(scores),)),
        warnings=() if not scores.complete else (texts.NO_GAPS,),
        references=("skillings1981", "iman1980", "demsar2006"),
        base=_skillings_mack(scores, values),
        rows=tuple(
            compare_variation(
                scores,
                table,
                kind="gaps",
                name=name,
                base=None if name == "worst" else base,
                alpha=alpha,
            )
            for name, table in ranks.items()
        ),
    )


def _judge(ranks: Array, alpha: float) -> Signs:
    return judge_pairs(ranks.mean(axis=0), len(ranks), alpha)


def _skillings_mack(scores: Scores, values: Array) -> Variation:
    used = values[(~np.isnan(values)).sum(axis=1) > 1]
    ranks = numerics.ranks_with_gaps(used, higher_is_better=scores.higher_is_better)
    statistic = numerics.statistic(ranks)
    means = numerics.mean_ranks(ranks)
    return Variation(
        "gaps",
        "skillings_mack",
        len(used),
        statistic,
        chi2_upper_tail(values.shape[1] - 1, statistic),
        numerics.agreement(ranks),
        best_algorithms(scores, means),
        tuple(means.tolist()),
    )
