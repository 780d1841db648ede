"""The Bayesian sign test."""

import numpy as np

from benchreport.data.scores import Scores
from benchreport.numerics.resampling.dirichlet import larger_of_two, largest_of_three
from benchreport.results.later import later
from benchreport.results.pairs.bayes import BayesResult
from benchreport.stats._arrays import Array
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._pairs import pairs
from benchreport.stats.bayes._posteriors import (
    PairPosteriors,
    PriorAt,
    check_prior,
    check_region,
    make_result,
    name_prior,
    note_one_sided,
    pair_differences,
)


def bayes_sign(
    scores: Scores,
    *,
    rope: float = 0.0,
    confidence: float = 0.95,
    control: str | None = None,
    prior_strength: float = 1.0,
    prior_at: PriorAt = "rope",
) -> BayesResult:
    """Return the probabilities that the first of a pair wins most blocks, that neither does, or the second.

    There is no H0 and no H1, but three answers with their posterior probabilities. A block is
    won by the first, by the second, or by neither (differences up to the rope), with unknown
    probabilities that have a Dirichlet prior. An answer's probability is that it is the likeliest on a
    new block.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    rope
        Half the width of the region of practical equivalence, in score units: differences up to this
        do not matter. Choose it before the scores are seen; 0 has no such region.
    confidence
        The posterior probability that decides a pair.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    prior_strength
        The weight of the prior, in blocks.
    prior_at
        The place of that weight: ``"rope"`` is a difference of 0; ``"first"`` and ``"second"`` are
        the sides of a pair.

    Returns
    -------
    BayesResult
        Probabilities of each pair, computed without draws; median differences in score units,
        first − second.

    Raises
    ------
    DesignError
        Runs are missing, or the control is not among the algorithms.
    OptionError
        The rope is below 0, the confidence is not above 0.5 and below 1, or there is no such prior.

    Notes
    -----
    The score's direction decides which is better. The region includes its ends. Without a region equal
    scores, and a prior at 0, count half for either side, so that they cancel out; equal scores on all
    blocks give .5 and .5. Published implementations draw from the posterior and add 0.0001 to each
    count.

    References
    ----------
    Benavoli et al. (2014), ICML; Benavoli et al. (2017), JMLR 18(77), section 4.1.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7, 8], "b": [7, 9, 8, 5, 4]})
    >>> row = frame.bench(score="accuracy").bayes_sign().rows[0]
    >>> round(row.p_first, 4), round(row.p_second, 4)
    (0.9375, 0.0625)
    """
    check_region(rope, confidence)
    check_prior(prior_strength, prior_at)
    columns = pairs(scores, control)
    differences = pair_differences(scores.require_complete("bayes_sign"), columns)
    oriented = differences if scores.higher_is_better else -differences
    return make_result(
        scores,
        columns,
        PairPosteriors(
            np.median(differences, axis=1), None, _shares(oriented, rope, prior_strength, prior_at)
        ),
        rope=rope,
        confidence=confidence,
        control=control,
        procedure="bayes_sign",
        method="Bayesian sign test",
        assumptions=later(lambda: (independent_blocks(scores),)),
        warnings=note_one_sided(differences, rope, prior_at),
        references=("benavoli2014", "benavoli2017"),
        difference_name=f"median difference of {scores.score}",
        prior=name_prior("a Dirichlet distribution", prior_strength, prior_at),
    )


def _shares(differences: Array, rope: float, strength: float, prior_at: PriorAt) -> Array:
    """Return the probabilities that most blocks are below, in and above the region."""
    counts = np.column_stack(
        [
            (differences < -rope).sum(axis=1),
            (np.abs(differences) <= rope).sum(axis=1),
            (differences > rope).sum(axis=1),
        ]
    ).astype(np.float64)
    counts[:, {"second": 0, "rope": 1, "first": 2}[prior_at]] += strength
    if rope > 0:
        return largest_of_three(counts)
    below, above = (larger_of_two(*counts[:, ends].T) for ends in ([0, 2], [2, 0]))
    return np.column_stack([below, np.zeros_like(below), above])
