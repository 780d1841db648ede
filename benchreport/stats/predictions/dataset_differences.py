"""Differences of pairs by dataset, and over all."""

import itertools
from collections.abc import Hashable, Iterator, Sequence

import numpy as np
from scipy import special

from benchreport.data.prediction_parts import take_rows
from benchreport.data.predictions import Predictions
from benchreport.errors import DesignError, check_fraction, check_seed
from benchreport.hints import bench, call
from benchreport.results.base import Interval
from benchreport.results.predictions.dataset_differences import (
    DatasetDifference,
    DatasetDifferencesResult,
)
from benchreport.results.predictions.paired_difference import PairedDifferenceResult
from benchreport.results.writing import number_format as fmt
from benchreport.stats._pairs import pairs
from benchreport.stats._predictions.example_values import example_values
from benchreport.stats.predictions.paired_difference import paired_difference
from benchreport.wording.results import dataset_differences as wording

TWO = 2
Pair = tuple[str, str]


def dataset_differences(
    predictions: Predictions,
    *,
    metric: str = "auto",
    alpha: float = 0.05,
    control: str | None = None,
    cluster: Hashable | Sequence[Hashable] | None = None,  # noqa: ARG001 - a role, which the reader took
    rng: int = 0,
) -> DatasetDifferencesResult:
    """Estimate the difference of each pair on each dataset, such as a benchmark, and over all of them.

    There is no H0 and no H1: `paired_difference` tests the difference over all examples.

    Parameters
    ----------
    predictions
        Predictions of k models for examples of at least two datasets, weighted or not.
    metric
        A metric that is a mean over examples, as in `paired_difference`.
    alpha
        Intervals have confidence 1 − alpha.
    control
        Compare the others with this model; by default, all pairs are compared.
    cluster
        The column of clusters, or several nested ones, of which the outermost counts; by default the
        column that is read as such.
    rng
        The seed of `paired_difference`.

    Returns
    -------
    DatasetDifferencesResult
        For each pair and dataset the difference of means, first − second, with its interval (CR2 where
        examples come in clusters); over all examples, that of `paired_difference` with intervals that hold
        for all pairs together; and from three datasets on the mean of the differences on datasets, with the
        interval of a t test over datasets.

    Raises
    ------
    DesignError
        There is one dataset or one model only, the metric lacks what it needs, or all weight of a dataset
        is on one example.
    OptionError
        The metric is invalid, or not a mean over examples.

    Notes
    -----
    Intervals of single datasets are those that `paired_difference` has for the examples of the dataset alone,
    without adjustment: they show where models differ, and are no tests. A dataset of one cluster has none.

    References
    ----------
    Bell & McCaffrey (2002) for CR2; Miller (2024) on evaluations; Lewis & Clarke (2001), BMJ 322: 1479-1480,
    on forest plots.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "benchmark": ["code"] * 8 + ["law"] * 8,
    ...     "large": [1, 1, 1, 1, 1, 1, 0, 0] * 2, "small": [1, 1, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 0],
    ... })
    >>> result = frame.bench(task="correctness").dataset_differences()
    >>> [(row.dataset, row.difference) for row in result.rows]
    [('code', 0.375), ('law', 0.125)]
    >>> result.pooled[0].difference
    0.25
    """
    check_fraction("alpha", alpha)
    check_seed(rng)
    if len(predictions.datasets) < TWO:
        raise DesignError(
            "dataset_differences compares models on each of several datasets; these examples are of one.",
            hint=bench(dataset=...) + ", or " + call("paired_difference") + " for all examples",
        )
    whole = paired_difference(predictions, metric=metric, alpha=alpha, control=control, rng=rng)
    compared = [(row.first, row.second) for row in whole.comparisons]
    by_dataset = [
        _differences(predictions, code, compared, metric, alpha, control, rng)
        for code in range(len(predictions.datasets))
    ]
    rows = tuple(itertools.chain.from_iterable(zip(*by_dataset, strict=True)))
    single = [row.dataset for row in (part[0] for part in by_dataset) if row.interval is None]
    return DatasetDifferencesResult(
        procedure="dataset_differences",
        method=f"Difference of {whole.design.score} by dataset",
        variant=whole.variant,
        alpha=alpha,
        design=whole.design,
        assumptions=whole.assumptions,
        warnings=tuple(
            wording.ONE_CLUSTER.format(
                names=fmt.join(single, most=5), has="have" if len(single) > 1 else "has"
            )
            for _ in single[:1]
        ),
        references=(*whole.references, "lewis2001"),
        seed=whole.seed,
        rows=rows,
        pooled=tuple(_pool(predictions, whole)),
        averaged=tuple(_average(by_dataset, alpha)),
        ranking=whole.ranking,
        simultaneous=whole.simultaneous_intervals and len(compared) > 1,
    )


def _differences(
    predictions: Predictions,
    code: int,
    compared: Sequence[Pair],
    metric: str,
    alpha: float,
    control: str | None,
    rng: int,
) -> list[DatasetDifference]:
    """Compare the pairs on one dataset, by its own examples and clusters."""
    part = take_rows(predictions, predictions.dataset == code)
    name, counts = predictions.datasets[code], (part.n_units, part.n_drawn)
    # of one cluster nothing shows how much a difference varies
    if part.n_units < TWO or (predictions.clustered and not part.clustered):
        scored = example_values(part, metric)
        means = np.average(scored.values, axis=0, weights=scored.weights)
        first, second = pairs(predictions, control)
        return [
            DatasetDifference(*pair, name, difference, None, part.n_units, 1)
            for pair, difference in zip(
                compared, (means[first] - means[second]).tolist(), strict=True
            )
        ]
    result = paired_difference(
        part, metric=metric, alpha=alpha, correction="none", control=control, rng=rng
    )
    return [
        DatasetDifference(row.first, row.second, name, row.difference, row.interval, *counts)
        for row in result.comparisons
    ]


def _pool(predictions: Predictions, whole: PairedDifferenceResult) -> Iterator[DatasetDifference]:
    counts = predictions.n_units, whole.n_clusters
    for row in whole.comparisons:
        yield DatasetDifference(row.first, row.second, "", row.difference, row.interval, *counts)


def _average(
    by_dataset: Sequence[Sequence[DatasetDifference]], alpha: float
) -> Iterator[DatasetDifference]:
    """Average each pair's differences over datasets, with the t interval of a sample of datasets."""
    n = len(by_dataset)
    if n <= TWO:
        return
    differences = np.array([[row.difference for row in part] for part in by_dataset])
    half = -special.stdtrit(n - 1, alpha / 2) * differences.std(axis=0, ddof=1) / np.sqrt(n)
    examples, clusters = (
        sum(getattr(part[0], name) for part in by_dataset) for name in ("examples", "clusters")
    )
    for row, mean, width in zip(
        by_dataset[0], differences.mean(axis=0).tolist(), half.tolist(), strict=True
    ):
        interval = Interval(mean - width, mean + width, 1 - alpha)
        yield DatasetDifference(row.first, row.second, "", mean, interval, examples, clusters)
