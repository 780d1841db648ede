"""How often one algorithm's runs beat another's."""

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, check_fraction, check_number, check_seed
from benchreport.hints import call, option
from benchreport.numerics.resampling.bootstrap import percentile_interval
from benchreport.numerics.resampling.run_statistics import improvements
from benchreport.results.base import Assumption, Design, Interval
from benchreport.results.later import later
from benchreport.results.pairs.effects import Effect, EffectsResult
from benchreport.stats._assumptions import notes
from benchreport.stats._pairs import column_pairs, control_name, pairs
from benchreport.stats._run_samples import enough_runs, note_datasets, run_samples
from benchreport.wording.results import measures
from benchreport.wording.verdicts import assumptions as wording

MEASURE = "P(improvement)"


def improvement(
    scores: Scores,
    *,
    control: str | None = None,
    alpha: float = 0.05,
    n_resamples: int = 2_000,
    rng: int = 0,
) -> EffectsResult:
    """Estimate how likely a run of one algorithm is better than a run of another, averaged over datasets.

    There is no H0 and no H1: an interval without one half shows which of two algorithms has the better
    runs more often, whatever the size of the difference.

    Parameters
    ----------
    scores
        A complete table of k algorithms with several independent runs of one dataset, or of each of N
        datasets. Scores of different datasets are never compared: no common scale is needed.
    control
        An algorithm to compare all others with; by default all pairs.
    alpha
        Intervals have confidence 1 − alpha, for each pair alone.
    n_resamples
        The number of bootstrap resamples.
    rng
        The seed of the resamples.

    Returns
    -------
    EffectsResult
        P(first higher) + P(tie)/2 for each pair, with percentile intervals; one half is no difference.

    Raises
    ------
    DesignError
        Runs are missing, or no dataset has several runs.
    OptionError
        There are too few resamples for the confidence.

    Notes
    -----
    Each dataset adds Mann and Whitney's U over its number of comparisons, and counts alike. Runs are drawn
    with replacement within datasets and algorithms, so that the intervals are about these datasets. For
    other datasets like these, 95 % intervals held the probability in 69 to 88 % of simulated tables.

    References
    ----------
    Agarwal, Schwarzer, Castro, Courville & Bellemare (2021), Deep reinforcement learning at the edge of
    the statistical precipice, NeurIPS 34, section 4.3; Mann & Whitney (1947), Annals of Mathematical
    Statistics 18: 50-60.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> runs = pd.DataFrame({"a": [9, 8, 9, 4], "b": [7, 6, 8, 5]}, index=pd.Index([1, 2, 3, 4], name="seed"))
    >>> result = runs.bench(score="return").improvement()
    >>> [(row.first, row.second, row.estimate) for row in result.rows]
    [('a', 'b', 0.71875)]
    """
    check_fraction("alpha", alpha)
    check_seed(rng)
    check_number("n_resamples", n_resamples, above=0, whole=True, hint=option(n_resamples=2_000))
    if scores.block_kind != "run":
        scores.require_complete("improvement")
    samples, unit = run_samples(scores)
    if unit == "dataset":
        raise DesignError(
            "the probability of improvement compares runs; each algorithm has one on each dataset.",
            hint=call("effect_sizes"),
        )
    columns = pairs(scores, control)
    found = [
        np.stack([values.estimate, *percentile_interval(values, 1 - alpha)], axis=1)
        for values in improvements(samples, *columns, n_resamples=n_resamples, rng=rng)
    ]
    names = scores.algorithms
    return EffectsResult(
        procedure="improvement",
        method="Probability of improvement",
        variant="bootstrap",
        alpha=alpha,
        design=Design.of(scores),
        assumptions=later(
            lambda: (
                Assumption.of(wording.RUNS_ON_DATASETS),
                enough_runs(samples, several=scores.block_kind == "dataset"),
            )
        ),
        warnings=later(lambda: (*notes(scores), *note_datasets(scores))),
        references=("agarwal2021", "mann1947"),
        seed=rng,
        rows=tuple(
            Effect(
                names[one],
                names[other],
                MEASURE,
                float(estimate),
                Interval(float(low), float(high), 1 - alpha),
            )
            for (one, other), (estimate, low, high) in zip(
                column_pairs(columns), np.concatenate(found), strict=True
            )
        ),
        definitions=((MEASURE, measures.IMPROVEMENT),),
        control=control_name(scores, control),
    )
