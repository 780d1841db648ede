"""Iterations of one invocation of a program become their mean: only invocations vary independently."""

from dataclasses import replace

import numpy as np

from benchreport.data.columns.names import name_levels
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
    levels = name_levels(runs.repeat_columns) if runs.matched else ()
    if not levels:
        return scores
    outer = [name != levels[-1] for name in runs.repeat_columns]
    labels = [
        ", ".join(part for part, kept in zip(parts, outer, strict=True) if kept)
        for parts in runs.repeat_parts
    ]
    names = {name: place for place, name in enumerate(dict.fromkeys(labels))}
    invocation = np.array([names[label] for label in labels], dtype=np.intp)[scores.repeat]
    columns = (scores.algorithm, scores.dataset, invocation, scores.version)
    cells, inverse = np.unique(np.stack(columns), axis=1, return_inverse=True)
    means = np.bincount(inverse, scores.value) / np.bincount(inverse)
    algorithm, dataset, repeat, version = cells
    return sort_scores(
        replace(
            scores,
            algorithm=algorithm,
            dataset=dataset,
            repeat=repeat,
            version=version,
            value=means,
            repeats=tuple(names),
        )
    )
