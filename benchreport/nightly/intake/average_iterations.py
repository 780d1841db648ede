"""Iterations of one invocation of a program become their mean: only invocations vary independently."""

from dataclasses import replace

from benchreport.data.iterations import average_cells, invocations_of
from benchreport.data.score_runs import Runs
from benchreport.nightly.history.night_scores import NightScores, sort_scores


def average_iterations(scores: NightScores, runs: Runs) -> NightScores:
    """Average what was measured within each invocation, where columns number both.

    Parameters
    ----------
    scores
        The scores of a night, one row for each run.
    runs
        The runs that they are of, whose repeats have the same codes.

    Returns
    -------
    NightScores
        One row for each invocation; NaN where one of its iterations failed.
    """
    found = invocations_of(runs)
    if found is None:
        return scores
    invocation, names = found
    columns = scores.algorithm, scores.dataset, invocation[scores.repeat], scores.version
    means, (algorithm, dataset, repeat, version) = average_cells(scores.value, *columns)
    return sort_scores(
        replace(
            scores,
            algorithm=algorithm,
            dataset=dataset,
            repeat=repeat,
            version=version,
            value=means,
            repeats=names,
        )
    )
