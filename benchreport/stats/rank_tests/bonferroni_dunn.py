"""Bonferroni and Dunn's comparison with a control."""

import numpy as np
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.tails import p_of_z
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._mean_ranks import RankTest, compare_ranks, rank_difference_error
from benchreport.stats._pairs import pairs


def bonferroni_dunn(scores: Scores, *, control: str, alpha: float = 0.05) -> PairwiseResult:
    """Test H0 for each algorithm: it has the same mean rank as the control.

    H1: it differs (two-sided). The k − 1 comparisons together are at level alpha.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    control
        The algorithm that all others are compared with.
    alpha
        The family-wise level.

    Returns
    -------
    PairwiseResult
        Differences of mean ranks, algorithm − control (negative: the algorithm ranks better);
        statistic z; two-sided normal p-values times k − 1; the critical difference
        z(1 − alpha/2(k−1)) · √(k(k+1)/6N).

    Raises
    ------
    DesignError
        Runs are missing, or the control is not among the algorithms.

    Notes
    -----
    The effect size is the probability that the algorithm is better than the control on a new block,
    ties counting half, with Wilson's interval.

    References
    ----------
    Dunn (1961), JASA 56: 52-64; Demšar (2006), JMLR 7, section 3.2.2.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").bonferroni_dunn(control="c")
    >>> round(result.critical_difference, 3), result.better_than("c")
    (1.585, ('a',))
    """
    check_fraction("alpha", alpha)
    values = scores.require_complete("bonferroni_dunn")
    columns = pairs(scores, control)
    mean_ranks = block_ranks(values, higher_is_better=scores.higher_is_better).mean(axis=0)
    error = rank_difference_error(*values.shape)
    differences = mean_ranks[columns[0]] - mean_ranks[columns[1]]
    p_value = p_of_z(differences / error)
    n_comparisons = len(differences)
    return compare_ranks(
        scores,
        columns,
        RankTest(
            differences, differences / error, p_value, np.minimum(1.0, n_comparisons * p_value)
        ),
        alpha=alpha,
        mean_ranks=mean_ranks,
        control=control,
        procedure="bonferroni_dunn",
        method="Bonferroni–Dunn test",
        correction="bonferroni",
        statistic_name="z",
        references=("dunn1961", "demsar2006"),
        attainable=min(
            1.0, n_comparisons * float(p_of_z(np.array([(values.shape[1] - 1) / error]))[0])
        ),
        critical_difference=float(-special.ndtri(alpha / (2 * n_comparisons))) * error,
    )
