"""What examples in clusters, and with samples, are worth."""

from collections.abc import Hashable, Sequence

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.numerics.predictions.clustered_means import Clusters
from benchreport.results.base import Design
from benchreport.results.predictions.design_effect import DesignEffect, DesignEffectResult
from benchreport.stats._arrays import Array
from benchreport.stats._pairs import column_pairs
from benchreport.stats._predictions.example_values import (
    Codes,
    ExampleValues,
    example_values,
    samples_share,
)
from benchreport.stats._predictions.prediction_pairs import (
    ONE_SPLIT,
    examples_apart,
    note_averages,
    notes_of,
)


def design_effect(
    predictions: Predictions,
    *,
    metric: str = "auto",
    cluster: Hashable | Sequence[Hashable] | None = None,  # noqa: ARG001 - a role, which the reader took
) -> DesignEffectResult:
    """Measure how many independent examples these are worth, for single models and for pairs.

    There is no H0 and no H1.

    Parameters
    ----------
    predictions
        Predictions of k models for n examples, weighted or not.
    metric
        A metric that is a mean over examples, as in `paired_difference`.
    cluster
        The column of clusters, or several nested ones, of which the outermost counts; by default the
        column that is read as such.

    Returns
    -------
    DesignEffectResult
        For each model's mean and each pair's difference: the CR2 standard error, that of independent
        examples, the ratio of their squares (the design effect), n divided by it (the effective number of
        examples), the intracluster correlation, and the share of the variance that comes from samples.

    Raises
    ------
    DesignError
        The metric needs labels, probabilities or values that are not there.
    OptionError
        The metric is invalid, or not a mean over examples.

    Notes
    -----
    Without clusters the design effect is 1, or that of weights. A pair's effect may be far from that of its
    models: what makes a cluster hard for both cancels in their difference. The correlation is that of
    analysis of variance, and may be below 0 where clusters are more alike than chance makes them. Examples
    with one sample are left out of the share that comes from samples.

    References
    ----------
    Kish (1965), Survey sampling, section 5.4; Bell & McCaffrey (2002) for CR2; Miller (2024), section 2, on
    evaluations.

    Examples
    --------
    Four questions each on ten passages, which a model gets all right or all wrong:

    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"passage": [f"p{row // 4}" for row in range(40)], "m": 0})
    >>> frame.loc[frame.index % 8 < 4, "m"] = 1
    >>> row = frame.bench(task="correctness").design_effect().rows[0]
    >>> round(row.design_effect, 1), round(row.effective), round(row.correlation, 1)
    (4.3, 9, 1.0)
    """
    scored = example_values(predictions, metric)
    clusters = scored.sum_blocks()
    k = len(predictions.algorithms)
    counts = scored.sizes
    shares = samples_share(predictions, metric)
    names = predictions.algorithms
    columns = np.triu_indices(k, 1)
    pairs = tuple(f"{names[i]} − {names[j]}" for i, j in column_pairs(columns))
    alone = _rows(scored, clusters, (np.arange(k), None), names, shares)
    together = _rows(scored, clusters, columns, pairs, np.full(len(pairs), np.nan))
    return DesignEffectResult(
        procedure="design_effect",
        method="Design effect",
        variant="CR2",
        design=Design.of_predictions(
            predictions, scored.name, higher_is_better=scored.higher_is_better, averaged=True
        ),
        assumptions=(examples_apart(predictions, averaged=True), ONE_SPLIT),
        warnings=(*notes_of(predictions), *note_averages(predictions)),
        references=("kish1965", "bell2002", "miller2024"),
        rows=(*alone, *together),
        cluster_column=predictions.cluster_column,
        n_clusters=clusters.n,
        smallest=int(counts.min()),
        largest=int(counts.max()),
    )


def _rows(
    scored: ExampleValues,
    clusters: Clusters,
    columns: tuple[Codes, Codes | None],
    names: Sequence[str],
    shares: Array,
) -> tuple[DesignEffect, ...]:
    """Describe single columns, or the differences of two."""
    first, second = columns
    spread = scored.spread(clusters, (first, second))
    if second is None:
        estimate, error = clusters.mean[first], clusters.errors[first]
    else:
        estimate = clusters.mean[first] - clusters.mean[second]
        error = clusters.errors_of(first, second)
    effect = np.full(len(first), np.nan)
    np.divide(error**2, spread.naive**2, where=spread.naive > 0, out=effect)
    effective = np.full(len(first), np.nan)
    np.divide(scored.n, effect, where=effect > 0, out=effective)
    unit = clusters.unit
    errors = (error * unit, spread.naive * unit)
    numbers = (estimate * unit, *errors, effect, effective, spread.correlation, shares)
    rows = zip(*(column.tolist() for column in numbers), strict=True)
    return tuple(DesignEffect(name, *row) for name, row in zip(names, rows, strict=True))
