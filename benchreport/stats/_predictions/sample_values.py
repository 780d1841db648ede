"""The value of each example by a metric of k of its samples, such as ``"pass@5"``."""

from typing import NamedTuple

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.errors import DesignError, examples, format_count
from benchreport.hints import option
from benchreport.numerics.predictions.metrics_samples import SampleMetric, weights_of_largest
from benchreport.stats._arrays import Array
from benchreport.stats._predictions.losses import Losses, losses_of


class SampleValues(NamedTuple):
    """The values of n examples, (n, k models), and the metric's name and direction."""

    values: Array
    name: str
    higher_is_better: bool


def sample_values(predictions: Predictions, metric: SampleMetric) -> SampleValues:
    """Return the value of each example, an average over all sets of as many samples.

    Raises
    ------
    DesignError
        Answers are neither right nor wrong, or examples have fewer samples.
    """
    samples = predictions.count_samples()
    _refuse_few(predictions, metric, samples.min(axis=1))
    if metric.of_counts is None:
        losses = losses_of(predictions.filled, "auto", option_name="metric")
        values = _value_of_largest(predictions, losses, metric, samples)
        return SampleValues(values, f"{metric.name} of {losses.name}", losses.higher_is_better)
    right = predictions.filled.require_judgements(metric.name).correct
    if predictions.answered is not None:
        right = right & predictions.answered
    counts = np.column_stack(
        [np.bincount(predictions.unit, column, len(samples)) for column in right.T]
    ).astype(np.float64)
    values = metric.of_counts(counts, samples, metric.k)
    return SampleValues(values, metric.name, higher_is_better=True)


def _refuse_few(predictions: Predictions, metric: SampleMetric, samples: Array) -> None:
    few = np.flatnonzero(samples < metric.k)
    if not len(few):
        return
    first = {unit: row for row, unit in reversed(list(enumerate(predictions.unit.tolist())))}
    names = examples(f"{predictions.examples[first[unit]]}: {samples[unit]:.0f}" for unit in few)
    most = int(samples.min())
    fewer = option(metric=metric.name.replace(str(metric.k), str(most)))
    raise DesignError(
        f"{metric.name} needs {metric.k} samples of each example; {format_count(len(few), 'example')} "
        f"{'has' if len(few) == 1 else 'have'} fewer: {names}.",
        hint=fewer if most > 0 else "name the column of samples: repeat=",
    )


def _value_of_largest(
    predictions: Predictions, losses: Losses, metric: SampleMetric, samples: Array
) -> Array:
    """Average the best, or the worst, of all sets of samples."""
    upward = losses.higher_is_better != metric.worst
    columns = []
    for place, (column, count) in enumerate(zip(losses.values.T, samples.T, strict=True)):
        unit = predictions.unit
        if predictions.answered is not None:
            own = predictions.answered[:, place]
            column, unit = column[own], unit[own]  # noqa: PLW2901 - the samples that this model has
        order = np.lexsort((column if upward else -column, unit))
        of = unit[order]
        start = np.cumsum(count) - count
        rank = np.arange(1, len(order) + 1) - start[of]
        share = weights_of_largest(rank, count[of], metric.k)
        columns.append(np.bincount(of, share * column[order], len(count)))
    return np.column_stack(columns)
