"""What depends on a single dataset or algorithm."""

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.ranks import block_ranks
from benchreport.results.base import Design
from benchreport.results.checks.sensitivity import SensitivityResult, Variation
from benchreport.results.later import later
from benchreport.stats._assumptions import notes
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats.checks._variations import (
    compare_variation,
    compare_without_each_algorithm,
    compare_without_each_block,
    judge_pairs,
)


def stability(scores: Scores, *, alpha: float = 0.05) -> SensitivityResult:
    """Repeat the comparison without each dataset, and without each algorithm, in turn.

    There is no H0 and no H1 of its own: each variation has those of Friedman's (Iman–Davenport) and
    Nemenyi's tests. Mean ranks depend on the algorithms compared: c may decide whether a beats b.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The level of decisions in every variation.

    Returns
    -------
    SensitivityResult
        The comparison as it is, and without each block and each algorithm: F's p-value, Kendall's W,
        mean ranks, the best, and the pairs that are judged differently.

    Raises
    ------
    DesignError
        Runs are missing.

    Notes
    -----
    This is not a test: N + k looks at the same scores show how fragile a decision is, and nothing more.
    If there are only two blocks, or two algorithms, none of them can be left out.

    References
    ----------
    Benavoli et al. (2016), JMLR 17(5); Demšar (2006), JMLR 7.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 9, 8, 5], "c": [5, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").stability()
    >>> len(result.rows), [row.name for row in result.new_best]
    (7, [])
    """
    check_fraction("alpha", alpha)
    values = scores.require_complete("stability")
    ranks = block_ranks(values, higher_is_better=scores.higher_is_better)
    n_blocks, k = ranks.shape
    base = judge_pairs(ranks.mean(axis=0), n_blocks, alpha)
    rows: list[Variation] = []
    if n_blocks > 2:  # noqa: PLR2004 - one block is no comparison
        rows += compare_without_each_block(scores, ranks, base=base, alpha=alpha)
    if k > 2:  # noqa: PLR2004 - nor is one algorithm
        rows += compare_without_each_algorithm(scores, ranks, base=base, alpha=alpha)
    return SensitivityResult(
        procedure="stability",
        method="Leave-one-out stability",
        variant="iman_davenport",
        alpha=alpha,
        design=Design.of(scores),
        assumptions=later(lambda: (independent_blocks(scores),)),
        warnings=later(lambda: notes(scores)),
        references=("benavoli2016", "demsar2006", "iman1980", "nemenyi1963"),
        base=compare_variation(scores, ranks, kind="nothing", name="all", base=None, alpha=alpha),
        rows=tuple(rows),
    )
