"""The treatments of gaps, side by side."""

import numpy as np
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, check_fraction
from benchreport.hints import call
from benchreport.numerics.nulls import skillings_mack as numerics
from benchreport.numerics.ranks import block_ranks
from benchreport.results.base import Design
from benchreport.results.sensitivity import SensitivityResult, Variation
from benchreport.stats._arrays import Array
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats.checks._variations import best_algorithms, compare_variation, judge_pairs


def gap_sensitivity(scores: Scores, *, alpha: float = 0.05) -> SensitivityResult:
    """Compare the ways to treat empty cells: leave blocks out, fill the cells, or neither.

    There is no H0 and no H1 of its own: each treatment has those of Friedman's, or Skillings and Mack's
    test. A conclusion that depends on the treatment depends on the gaps.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks, with its gaps (``missing="error"``).
    alpha
        The level of all decisions.

    Returns
    -------
    SensitivityResult
        Skillings–Mack on all scores; Friedman (Iman–Davenport) on the complete blocks (``drop``),
        and with each gap given its block's worst score (``worst``). Pairs are judged by Nemenyi's
        critical difference where the table is complete.

    Raises
    ------
    DesignError
        The table's gaps are treated already, or the runs are independent.

    Notes
    -----
    ``drop`` needs two complete blocks, and is omitted where there are fewer. Without gaps all three are
    the same test.

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
    if scores.filled or scores.dropped:
        raise DesignError(
            f"gap_sensitivity compares treatments of gaps, which missing={scores.missing!r} has "
            "already treated.",
            hint=call("gap_sensitivity", {"missing": "error"}),
        )
    rows = []
    higher = scores.higher_is_better
    filled = block_ranks(_fill_with_worst(values, higher=higher), higher_is_better=higher)
    base = judge_pairs(filled.mean(axis=0), len(filled), alpha)
    complete = values[~np.isnan(values).any(axis=1)]
    if len(complete) > 1:
        ranks = block_ranks(complete, higher_is_better=higher)
        rows.append(
            compare_variation(scores, ranks, kind="gaps", name="drop", base=base, alpha=alpha)
        )
    rows.append(
        compare_variation(scores, filled, kind="gaps", name="worst", base=None, alpha=alpha)
    )
    return SensitivityResult(
        procedure="gap_sensitivity",
        method="Sensitivity to gaps",
        variant="skillings_mack",
        alpha=alpha,
        design=Design.of(scores),
        assumptions=(independent_blocks(scores),),
        warnings=() if scores.gaps else ("there are no gaps: all treatments are one.",),
        references=("skillings1981", "iman1980", "demsar2006"),
        base=_skillings_mack(scores, values),
        rows=tuple(rows),
    )


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
        float(special.chdtrc(values.shape[1] - 1, statistic)),
        numerics.agreement(ranks),
        best_algorithms(scores, means),
        tuple(means.tolist()),
    )


def _fill_with_worst(values: Array, *, higher: bool) -> Array:
    present = values[~np.isnan(values).all(axis=1)]
    worst = (np.nanmin if higher else np.nanmax)(present, axis=1, keepdims=True)
    return np.where(np.isnan(present), worst, present)
