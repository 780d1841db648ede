"""Ranks within each block."""

from benchreport.data.scores import Scores
from benchreport.numerics.ranks import block_ranks
from benchreport.results.base import Design
from benchreport.results.later import later
from benchreport.results.ranks.ranking import RankingResult
from benchreport.stats._assumptions import notes


def ranks(scores: Scores) -> RankingResult:
    """Rank the algorithms within each block; 1 is best, ties share their mean rank.

    There is no H0 and no H1: `friedman` tests whether the mean ranks differ.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.

    Returns
    -------
    RankingResult
        N × k ranks and the k mean ranks.

    Raises
    ------
    DesignError
        Runs are missing.

    References
    ----------
    Demšar (2006), JMLR 7, section 3.2.2.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [0.9, 0.8], "b": [0.7, 0.8], "c": [0.5, 0.4]})
    >>> frame.bench(score="accuracy").ranks().mean_ranks
    (1.25, 1.75, 3.0)
    """
    values = scores.require_complete("ranks")
    table = block_ranks(values, higher_is_better=scores.higher_is_better)
    return RankingResult(
        procedure="ranks",
        method="Mean ranks",
        design=Design.of(scores),
        warnings=later(lambda: notes(scores)),
        references=("demsar2006", "benavoli2016"),
        blocks=scores.blocks,
        ranks=tuple(map(tuple, table.tolist())),
        mean_ranks=tuple(table.mean(axis=0).tolist()),
    )
