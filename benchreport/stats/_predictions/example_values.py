"""The value of each example: a metric that is a mean over examples, averaged over an example's samples."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.data.predictions import Predictions
from benchreport.errors import DesignError
from benchreport.hints import bench
from benchreport.numerics.predictions.clustered_means import (
    Clusters,
    Spread,
    count_examples,
    spread_of,
    sum_clusters,
)
from benchreport.numerics.predictions.metrics_samples import find_sample_metric
from benchreport.stats._arrays import Array, Booleans
from benchreport.stats._predictions.losses import losses_of
from benchreport.stats._predictions.sample_values import sample_values

Codes = NDArray[np.intp]
TWO = 2


class ExampleValues(NamedTuple):
    """The values of n examples for k models.

    Parameters
    ----------
    values
        (n, k).
    name
        The metric in words.
    weights
        How much each example counts, (n,); ``None`` where all count the same.
    block
        The code of what varies independently, (n,): the example's cluster, or itself.
    counts
        How many examples each row stands for, (n,); ``None`` where each stands for one.
    clustered
        Whether blocks are clusters.
    """

    values: Array
    name: str
    higher_is_better: bool
    weights: Array | None
    block: Codes
    counts: Array | None = None
    clustered: bool = False

    @property
    def n(self) -> int:
        """The number of examples."""
        return len(self.values) if self.counts is None else int(self.counts.sum())

    @property
    def sizes(self) -> Array:
        """How many examples each block has."""
        if self.counts is not None and not self.clustered:
            return np.ones(1)
        return np.asarray(np.bincount(self.block, self.counts), dtype=np.float64)

    def sum_blocks(self) -> Clusters:
        """Return the means of all columns, and how clusters, or examples, deviate from them."""
        if self.counts is None:
            return sum_clusters(self.values, self.block, self.weights)
        if self.clustered:
            return sum_clusters(self.values, self.block, self.counts)
        return count_examples(self.values, self.counts)

    def spread(self, clusters: Clusters, columns: tuple[Codes, Codes | None]) -> Spread:
        """Compare the variation of examples with that of clusters, for columns or differences of two."""
        return spread_of(self.values, clusters, columns, self.weights, self.counts)


def example_values(predictions: Predictions, metric: str) -> ExampleValues:
    """Return the values of the examples; ``"auto"`` is accuracy, or the usual loss of the task.

    ``"pass@5"`` and its like are of sets of samples.

    Raises
    ------
    DesignError
        The table lacks what the metric needs.
    OptionError
        The metric is invalid, or not a mean over examples.
    """
    weights = predictions.weights if predictions.weighted else None
    of_samples = find_sample_metric(metric)
    if of_samples is not None:
        scored = ExampleValues(*sample_values(predictions, of_samples), None, block_of(predictions))
    else:
        losses = losses_of(predictions.filled, _chosen(predictions, metric), option_name="metric")
        values = average_within(losses.values, predictions.unit, weights, predictions.answered)
        scored = ExampleValues(
            values,
            losses.name,
            losses.higher_is_better,
            None,
            block_of(predictions),
            predictions.counts,
            predictions.clustered,
        )
    return scored if weights is None else _weighted(scored, predictions, weights)


def _weighted(scored: ExampleValues, predictions: Predictions, weights: Array) -> ExampleValues:
    """Give each example the mean weight of its samples; those of weight 0 do not count."""
    of_example = average_within(weights[:, None], predictions.unit, None)[:, 0]
    used = of_example > 0
    block = np.unique(scored.block[used], return_inverse=True)[1].astype(np.intp)
    if block.max() == 0:
        raise DesignError(
            "all weight is on one example or cluster; it takes two to see how much they vary.",
            hint=bench(weight=...) + " that is above 0 for others",
        )
    return scored._replace(
        values=scored.values[used], weights=of_example[used] / of_example.max(), block=block
    )


def _chosen(predictions: Predictions, metric: str) -> str:
    """Return the metric that ``"auto"`` stands for where answers are right or wrong."""
    judged = predictions.has_labels or predictions.task == "correctness"
    return "accuracy" if metric == "auto" and judged else metric


def block_of(predictions: Predictions) -> Codes:
    """Return the code of what varies independently for each example: its cluster, or itself."""
    cluster = predictions.cluster_of_unit
    if cluster is None:
        return np.arange(predictions.n_rows if predictions.counted else predictions.n_units)
    return np.unique(cluster, return_inverse=True)[1].astype(np.intp)


def average_within(
    values: Array, unit: Codes, weights: Array | None, answered: Booleans | None = None
) -> Array:
    """Average rows (n, k) with the same code within it, those that each model has."""
    n_units = int(unit.max()) + 1
    if n_units == len(values):
        return values
    columns = []
    for place, column in enumerate(values.T):
        counted = _weights_of(place, weights, answered)
        total = np.bincount(unit, counted, n_units)
        weighted = column if counted is None else column * counted
        columns.append(np.bincount(unit, weighted, n_units) / np.where(total > 0, total, 1.0))
    return np.column_stack(columns)


def _weights_of(place: int, weights: Array | None, answered: Booleans | None) -> Array | None:
    if answered is None:
        return weights
    own = answered[:, place].astype(np.float64)
    return own if weights is None else own * weights


def samples_share(predictions: Predictions, metric: str) -> Array:
    """Return the share of the variance of examples' means that comes from samples, for each model (k,).

    NaN where no example has several samples, or means do not vary.
    """
    share = np.full(len(predictions.algorithms), np.nan)
    # the value of a set of samples is no mean of theirs
    if not predictions.repeated or find_sample_metric(metric) is not None:
        return share
    losses = losses_of(predictions.filled, _chosen(predictions, metric), option_name="metric")
    means = average_within(losses.values, predictions.unit, None, predictions.answered)
    squares = squares_within(predictions, losses.values, means)
    counts = predictions.count_samples()
    for place, count in enumerate(counts.T):
        several = count > 1
        if several.sum() < TWO:
            continue
        # the variance of a mean of m samples: their squares over m (m − 1)
        of_means = squares[several, place] / (count[several] * (count[several] - 1))
        total = means[several, place].var(ddof=1)
        if total > 0:
            share[place] = min(of_means.mean() / total, 1.0)
    return share


def squares_within(predictions: Predictions, values: Array, means: Array) -> Array:
    """Sum the squared deviations of samples (n, k) from the means of their examples (n_units, k)."""
    squares = (values - means[predictions.unit]) ** 2
    if predictions.answered is not None:
        squares = np.where(predictions.answered, squares, 0.0)
    n = len(means)
    return np.column_stack([np.bincount(predictions.unit, column, n) for column in squares.T])
