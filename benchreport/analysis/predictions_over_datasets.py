"""Predictions of several datasets, dataset by dataset and over them."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchreport import stats
from benchreport.analysis.predictions_to_scores import to_scores
from benchreport.data.predictions import Predictions
from benchreport.errors import DataError
from benchreport.results import OmnibusResult, PairwiseResult, Result
from benchreport.stats.predictions._metric_values import measure

__all__ = ["LEAST_DATASETS", "OverDatasets", "compare_over_datasets"]

# five signed ranks have two-sided p-values down to .0625, six to .031
LEAST_DATASETS = 5
TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class OverDatasets:
    """One metric on every dataset, and what that says beyond them.

    Parameters
    ----------
    metric, higher_is_better
        What was measured, and its direction.
    datasets, examples
        Their names, and how many examples each has.
    values
        Array (datasets, k); NaN where the metric is undefined.
    omnibus, pairs
        Friedman's and Wilcoxon's tests of one score a dataset, from five datasets on.
    """

    metric: str
    higher_is_better: bool
    datasets: tuple[str, ...]
    examples: tuple[int, ...]
    values: NDArray[np.float64] = field(repr=False)
    omnibus: OmnibusResult | None = None
    pairs: PairwiseResult | None = None

    @property
    def results(self) -> tuple[Result, ...]:
        """The tests that were run."""
        return tuple(each for each in (self.omnibus, self.pairs) if each is not None)


def compare_over_datasets(
    predictions: Predictions, metric: str, *, alpha: float, control: str | None
) -> OverDatasets | None:
    """Measure every dataset for itself; compare over them where there are enough.

    Parameters
    ----------
    predictions
        Of k models for n examples.
    metric
        One that the table allows.
    alpha, control
        As for the tests.

    Returns
    -------
    OverDatasets or None
        ``None`` where all examples are of one dataset.
    """
    if len(predictions.datasets) < TWO:
        return None
    whole = measure(predictions, metric)
    columns = np.moveaxis(whole.predicted, 1, 0)
    values = np.full((len(predictions.datasets), len(columns)), np.nan)
    for code, row in enumerate(values):
        here = predictions.dataset == code
        weights = None if whole.weights is None else whole.weights[here]
        row[:] = [whole.metric.function(whole.truth[here], each[here], weights) for each in columns]
    omnibus, pairs = _test_over_datasets(predictions, metric, alpha, control)
    return OverDatasets(
        metric=metric,
        higher_is_better=whole.metric.higher_is_better,
        datasets=predictions.datasets,
        examples=tuple(np.bincount(predictions.dataset, minlength=len(values)).tolist()),
        values=values,
        omnibus=omnibus,
        pairs=pairs,
    )


def _test_over_datasets(
    predictions: Predictions, metric: str, alpha: float, control: str | None
) -> tuple[OmnibusResult | None, PairwiseResult | None]:
    """Take one score a dataset, as examples of one are alike."""
    k = len(predictions.algorithms)
    if len(predictions.datasets) < LEAST_DATASETS or k < TWO:
        return None, None
    try:
        scores = to_scores(predictions, metric)
    except DataError:
        # undefined on a dataset: the table of values shows where
        return None, None
    omnibus = stats.friedman(scores, alpha=alpha) if k > TWO else None
    return omnibus, stats.wilcoxon(scores, alpha=alpha, control=control)
