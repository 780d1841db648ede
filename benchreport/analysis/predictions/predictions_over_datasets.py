"""Predictions of several datasets, dataset by dataset and over them."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchreport import stats
from benchreport.analysis.predictions.predictions_to_scores import measure_parts, to_scores
from benchreport.data.predictions import Predictions
from benchreport.errors import DataError
from benchreport.results import OmnibusResult, PairwiseResult, Result
from benchreport.stats._predictions.metric_values import measure

# five signed ranks have two-sided p-values down to .0625, six to .031
LEAST_DATASETS = 5
TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class OverDatasets:
    """One metric on every dataset, and the tests over datasets.

    Parameters
    ----------
    metric, higher_is_better
        The name of the metric, and its direction.
    datasets, examples
        The names of the datasets, and how many examples each has.
    values
        The metric of each model on each dataset, (datasets, k); NaN where it is undefined.
    omnibus, pairs
        Friedman's and Wilcoxon's tests of one score per dataset, if there are five datasets or more.
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
        return tuple(result for result in (self.omnibus, self.pairs) if result is not None)


def compare_over_datasets(
    predictions: Predictions, metric: str, *, alpha: float, control: str | None
) -> OverDatasets | None:
    """Measure the models on every dataset; compare them over datasets if there are enough.

    Parameters
    ----------
    predictions
        The predictions of k models for n examples.
    metric
        The name of a metric that the table allows.
    alpha, control
        The level of the tests, and the model that the others are compared with.

    Returns
    -------
    OverDatasets or None
        ``None`` if all examples are of one dataset.
    """
    if len(predictions.datasets) < TWO:
        return None
    measured = measure(predictions, metric)
    values = measure_parts(measured, predictions.dataset, len(predictions.datasets))
    omnibus, pairs = _test_over_datasets(predictions, metric, alpha, control)
    return OverDatasets(
        metric=metric,
        higher_is_better=measured.metric.higher_is_better,
        datasets=predictions.datasets,
        examples=tuple(
            np.bincount(
                predictions.dataset[predictions.row_of_unit], predictions.counts, len(values)
            )
            .astype(int)
            .tolist()
        ),
        values=values,
        omnibus=omnibus,
        pairs=pairs,
    )


def _test_over_datasets(
    predictions: Predictions, metric: str, alpha: float, control: str | None
) -> tuple[OmnibusResult | None, PairwiseResult | None]:
    """Test one score per dataset: examples of one dataset are alike."""
    n_models = len(predictions.algorithms)
    if len(predictions.datasets) < LEAST_DATASETS or n_models < TWO:
        return None, None
    try:
        scores = to_scores(predictions, metric)
    except DataError:
        # the metric is undefined on a dataset; the table of values shows on which
        return None, None
    omnibus = stats.friedman(scores, alpha=alpha) if n_models > TWO else None
    return omnibus, stats.wilcoxon(scores, alpha=alpha, control=control)
