"""Which ranks each algorithm could have."""

import math
from typing import Literal

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_choice, check_fraction, check_number, check_seed
from benchreport.hints import option
from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.resampling.rank_sets import separate
from benchreport.results.base import Design, collector_held
from benchreport.results.rank_sets import RankSet, RankSetsResult
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import comparable_blocks, notes
from benchreport.stats._block_independence import independent_blocks

By = Literal["mean", "mean_rank", "win_rate"]


def rank_sets(
    scores: Scores,
    *,
    by: By = "mean",
    alpha: float = 0.05,
    n_resamples: int = 2_000,
    rng: int = 0,
) -> RankSetsResult:
    """Find the ranks that each algorithm could have, with confidence for all of them at once.

    There is no H0 and no H1: sets of ranks that do not overlap show which of two algorithms is better.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N datasets, or on N repeats of one.
    by
        What the ranking is by, over datasets like these: ``"mean"`` of the scores, ``"mean_rank"``, or
        ``"win_rate"``, the share of the others that an algorithm beats on a dataset, ties half. The last
        two have the same order.
    alpha
        The sets have confidence 1 − alpha together: with this probability all true ranks are in theirs.
    n_resamples
        The number of resamples; up to 10 datasets, 2,000 are enough for all of them.
    rng
        The seed of the resamples.

    Returns
    -------
    RankSetsResult
        For each algorithm its estimate, its rank, and the best and the worst rank of its set; which
        algorithms could be the best, and which pairs can be ordered. Algorithms whose true values are equal
        have several true ranks, and a set holds them all.

    Raises
    ------
    DesignError
        Runs are missing.
    OptionError
        There is no such way to rank, or there are too few resamples for the confidence.

    Notes
    -----
    An algorithm's best rank is 1 + the number of those shown to be better, its worst k − the number of
    those shown to be worse. All pairs are compared by the largest t of all, step-down, in resamples that
    keep or turn the sign of each centred dataset: ties need no special care, as they do where ranks
    themselves are resampled, which puts too few ranks in sets of algorithms that are about equal. In
    simulations of 5 to 30 algorithms on 15 to 60 datasets, sets of 95 % held all true ranks in 94 to 100 %
    of draws, and in 92 % at least where the scores of one algorithm are lognormal and all others normal.

    References
    ----------
    Mogstad, Romano, Shaikh & Wilhelm (2024), Inference for ranks with applications to mobility across
    neighbourhoods and academic achievement across countries, Review of Economic Studies 91: 476-518;
    Romano & Wolf (2005), Econometrica 73: 1237-1282.

    Examples
    --------
    >>> import numpy as np
    >>> import pandas as pd
    >>> import benchreport
    >>> noise = np.random.default_rng(0).normal(size=(20, 4))
    >>> frame = pd.DataFrame(noise + [4, 4.2, 2, 0], columns=["a", "b", "c", "d"])
    >>> result = frame.bench(score="accuracy").rank_sets()
    >>> [(row.algorithm, row.low, row.high) for row in result.rows]
    [('b', 1, 2), ('a', 1, 2), ('c', 3, 3), ('d', 4, 4)]
    """
    check_choice("by", by, ("mean", "mean_rank", "win_rate"))
    check_fraction("alpha", alpha)
    check_seed(rng)
    check_number("n_resamples", n_resamples, above=0, whole=True, hint=option(n_resamples=2_000))
    if n_resamples < math.ceil(1 / alpha):
        raise OptionError(
            f"sets with {100 * (1 - alpha):g} % confidence need at least {math.ceil(1 / alpha)} resamples; "
            f"got n_resamples={n_resamples}.",
            hint=option(n_resamples=2_000),
        )
    values, estimates = _values_of(scores, by)
    # blocks are sorted by what no order of rows or columns changes: a seed gives the same sets
    gaps = np.sort(np.diff(np.sort(values, axis=1), axis=1), axis=1)
    better = separate(values[np.lexsort(gaps.T)], alpha=alpha, n_resamples=n_resamples, rng=rng)
    centres = values.mean(axis=0)
    order = np.argsort(-centres, kind="stable")
    names, k = scores.algorithms, len(scores.algorithms)
    rank = 1 + (centres > centres[:, None] + 1e-12 * np.abs(values).max()).sum(axis=1)
    low, high = 1 + better.sum(axis=0), k - better.sum(axis=1)
    with collector_held():
        separated = tuple((names[one], names[other]) for one, other in np.argwhere(better).tolist())
    return RankSetsResult(
        procedure="rank_sets",
        method="Confidence sets for ranks",
        variant="step-down",
        alpha=alpha,
        design=Design.of(scores),
        assumptions=(
            independent_blocks(scores),
            *([comparable_blocks("scores of")] if by == "mean" else []),
        ),
        warnings=notes(scores),
        references=("mogstad2024", "romano2005"),
        seed=rng,
        rows=tuple(
            RankSet(
                names[place],
                float(estimates[place]),
                int(rank[place]),
                int(low[place]),
                int(high[place]),
            )
            for place in order.tolist()
        ),
        by=by,
        separated=separated,
        n_resamples=n_resamples,
    )


def _values_of(scores: Scores, by: By) -> tuple[Array, Array]:
    """Return values whose means are ranked, higher is better, and the estimates to show."""
    values = scores.require_complete("rank_sets")
    if by == "mean":
        return values if scores.higher_is_better else -values, values.mean(axis=0)
    ranks = block_ranks(values, higher_is_better=scores.higher_is_better)
    mean = ranks.mean(axis=0)
    k = values.shape[1]
    return -ranks, mean if by == "mean_rank" else (k - mean) / (k - 1)
