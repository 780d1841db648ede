"""Reliability of predicted probabilities."""

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.errors import DataError, check_fraction
from benchreport.hints import call, code
from benchreport.numerics.predictions.calibration import (
    CalibrationBins,
    Strategy,
    brier_decomposition,
    calibration_bins,
)
from benchreport.results.base import Design, Interval
from benchreport.results.later import later
from benchreport.results.predictions.reliability import (
    CalibrationBin,
    ReliabilityResult,
    ReliabilityRow,
)
from benchreport.stats._arrays import Array, Booleans
from benchreport.stats._predictions.prediction_pairs import (
    ONE_SPLIT,
    examples_apart,
    require_unweighted,
)

STEPS = 20


def reliability(
    predictions: Predictions,
    *,
    alpha: float = 0.05,
    bins: int = 10,
    strategy: Strategy = "quantile",
) -> ReliabilityResult:
    """Compare predicted probabilities with observed shares, bin by bin, and decompose Brier scores.

    There is no H0 and no H1: of the intervals of many bins, one in 1/alpha excludes the truth.

    Parameters
    ----------
    predictions
        Probabilities of the positive class, of k models for n examples, unweighted.
    alpha
        Wilson's intervals of the observed shares have confidence 1 − alpha, for each bin alone.
    bins
        The number of bins, at least 1; those without examples are left out.
    strategy
        ``"quantile"``: about as many examples in each bin. ``"equal_width"``: bins of equal width from
        0 to 1.

    Returns
    -------
    ReliabilityResult
        For each model its bins, a histogram, and the Brier score with its parts: reliability
        (lower is better), resolution (higher is better), uncertainty and the rest within bins.

    Raises
    ------
    DesignError
        More than two classes, no probabilities, or weighted examples.
    DataError
        Scores are not all from 0 to 1.
    OptionError
        The strategy is invalid, there are no bins, or alpha is not between 0 and 1.

    References
    ----------
    Murphy (1973), J. Applied Meteorology 12: 595-600; Stephenson, Coelho & Jolliffe (2008) for
    the rest within bins; Bröcker & Smith (2007) for intervals; Wilson (1927), JASA 22: 209-212.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"y_true": [0, 0, 1, 1], "a_probability": [0.25, 0.25, 0.25, 0.75]})
    >>> row = frame.bench.reliability(strategy="equal_width").rows[0]
    >>> round(row.brier, 4), round(row.reliability, 4), round(row.resolution, 4), row.uncertainty
    (0.1875, 0.0208, 0.0833, 0.25)
    """
    check_fraction("alpha", alpha)
    chances = _probabilities(predictions)
    positive = predictions.is_positive
    return ReliabilityResult(
        procedure="reliability",
        method="Reliability",
        variant=strategy,
        alpha=alpha,
        design=Design.of_predictions(predictions, "Brier score", higher_is_better=False),
        assumptions=later(lambda: (examples_apart(predictions), ONE_SPLIT)),
        references=("murphy1973", "stephenson2008", "brocker2007", "wilson1927"),
        positive=predictions.positive,
        share=float(np.average(positive, weights=predictions.counts)),
        rows=tuple(
            _row(name, positive, column, predictions.counts, bins, strategy, 1 - alpha)
            for name, column in zip(predictions.algorithms, chances.T, strict=True)
        ),
    )


def _probabilities(predictions: Predictions) -> Array:
    scores = predictions.binary_scores("reliability")
    require_unweighted(
        predictions, "reliability", hint=call("metrics", names=["brier"]) + ", which takes weights"
    )
    outside = ((scores < 0) | (scores > 1)).any(axis=0)
    if outside.any():
        name = predictions.algorithms[int(outside.argmax())]
        raise DataError(
            f"reliability needs probabilities; scores of {name} are not all from 0 to 1.",
            hint=code("scipy.special.expit(scores)") + ", if they are log odds",
        )
    return scores


def _row(
    name: str,
    positive: Booleans,
    chances: Array,
    counts: Array | None,
    bins: int,
    strategy: Strategy,
    confidence: float,
) -> ReliabilityRow:
    table = calibration_bins(
        positive, chances, bins=bins, strategy=strategy, confidence=confidence, counts=counts
    )
    parts = brier_decomposition(positive, chances, bins=bins, strategy=strategy, counts=counts)
    histogram = np.histogram(chances, bins=STEPS, range=(0, 1), weights=counts)[0].astype(np.int64)
    return ReliabilityRow(
        algorithm=name,
        brier=parts.score,
        reliability=parts.reliability,
        resolution=parts.resolution,
        uncertainty=parts.uncertainty,
        within=parts.within,
        bins=_bins(table, confidence),
        histogram=tuple(histogram.tolist()),
    )


def _bins(table: CalibrationBins, confidence: float) -> tuple[CalibrationBin, ...]:
    columns = zip(*(column.tolist() for column in table), strict=True)
    return tuple(
        CalibrationBin(left, right, examples, predicted, observed, Interval(low, high, confidence))
        for left, right, examples, predicted, observed, low, high in columns
    )
