"""The scores that versions of a model have on the same examples, and the examples on which these change."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.results.predictions.flips import Flip
from benchreport.stats._arrays import Array
from benchreport.stats._predictions.example_values import (
    Codes,
    ExampleValues,
    average_within,
    example_values,
)

# tasks and losses whose values have no limit
UNLIMITED = ("regression", "language")
UNLIMITED_LOSSES = ("log loss",)


class Versions(NamedTuple):
    """The scores of n examples for k versions.

    Parameters
    ----------
    algorithms
        The versions.
    values
        (n, k); the mean of an example's samples.
    score, higher_is_better
        The metric in words, and its direction.
    examples
        The names of the examples.
    tasks, task
        The names of the tasks, and each example's code into them, (n,).
    clusters, cluster, cluster_column
        Names of clusters, each example's code into them, (n,), and their column; empty without one.
    weights
        How much each example counts, (n,); ``None`` where all count the same.
    are_shares
        Whether scores are from 0 to 1, such as right and wrong answers; losses without a limit are not, even
        where all are small.
    """

    algorithms: tuple[str, ...]
    values: Array
    score: str
    higher_is_better: bool
    examples: Sequence[str]
    tasks: tuple[str, ...]
    task: Codes
    clusters: tuple[str, ...]
    cluster: Codes
    cluster_column: str
    weights: Array | None
    are_shares: bool

    @property
    def block(self) -> Codes | None:
        """The code of what varies together; ``None`` where examples are independent."""
        return self.cluster if len(self.clusters) > 1 else None


def versions_of(predictions: Predictions, metric: str) -> Versions:
    """Return the scores of a table of predictions, in which each model is a version.

    Raises
    ------
    DesignError
        The table lacks what the metric needs.
    OptionError
        The metric is invalid, or not a mean over examples.
    """
    scored = example_values(predictions, metric)
    rows = np.arange(predictions.n)
    if predictions.repeated:
        rows = np.unique(predictions.unit, return_index=True)[1]
    if predictions.weighted:
        weights = average_within(predictions.weights[:, None], predictions.unit, None)[:, 0]
        rows = rows[weights > 0]
    whole = len(rows) == predictions.n
    tasks, task = predictions.datasets, predictions.dataset
    if not whole:
        # a task may have no weight at all
        used, task = np.unique(task[rows], return_inverse=True)
        tasks = tuple(tasks[code] for code in used.tolist())
    return Versions(
        predictions.algorithms,
        scored.values,
        scored.name,
        scored.higher_is_better,
        predictions.examples if whole else [predictions.examples[row] for row in rows.tolist()],
        tasks,
        task,
        predictions.clusters,
        predictions.cluster if whole else predictions.cluster[rows],
        predictions.cluster_column if predictions.clustered else "",
        scored.weights,
        _are_shares(predictions, scored),
    )


def _are_shares(predictions: Predictions, scored: ExampleValues) -> bool:
    limited = predictions.task not in UNLIMITED and scored.name not in UNLIMITED_LOSSES
    return limited and bool(scored.values.min() >= 0 and scored.values.max() <= 1)


def flips_of(versions: Versions, new: int, old: int, *, most: int) -> tuple[Flip, ...]:
    """Return the examples whose score changes from one column to another, the worst losses first.

    Of losses and of gains at most so many are listed, the largest; equal ones in the order of the table.
    """
    sign = 1.0 if versions.higher_is_better else -1.0
    before, after = versions.values[:, old], versions.values[:, new]
    gain = sign * (after - before)
    losses, gains = np.flatnonzero(gain < 0), np.flatnonzero(gain > 0)
    losses = losses[np.argsort(gain[losses], kind="stable")][:most]
    gains = gains[np.argsort(-gain[gains], kind="stable")][:most]
    return tuple(
        Flip(
            versions.examples[row],
            versions.tasks[versions.task[row]],
            versions.clusters[versions.cluster[row]] if versions.cluster_column else "",
            float(before[row]),
            float(after[row]),
            bool(gain[row] > 0),
        )
        for row in (*losses.tolist(), *gains.tolist())
    )
