"""Reliability of predicted probabilities: bins, and the parts of the Brier score.

Ours because scikit-learn, which the package does without, gives bins without counts, intervals or parts.
"""

from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.errors import DataError, OptionError, check_choice
from benchreport.hints import option
from benchreport.numerics.predictions.proportion_interval import proportion_interval
from benchreport.numerics.predictions.roc import check_examples

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]
Strategy = Literal["equal_width", "quantile"]


class CalibrationBins(NamedTuple):
    """One value per bin that has examples, all of shape (b,)."""

    left: Floats
    """The bin's edges: probabilities above ``left``, up to ``right``; the first bin has 0 too."""
    right: Floats
    examples: npt.NDArray[np.int64]
    """How many examples are in the bin."""
    predicted: Floats
    """Mean predicted probability."""
    observed: Floats
    """Share of positives."""
    low: Floats
    """Wilson's interval of that share."""
    high: Floats


class BrierParts(NamedTuple):
    """Brier score = reliability − resolution + uncertainty + within."""

    score: float
    """Mean squared difference of probability and truth; lower is better."""
    reliability: float
    """Weighted mean of (predicted − observed)² of the bins; lower is better."""
    resolution: float
    """Weighted mean of (observed − overall share)²; higher is better."""
    uncertainty: float
    """Variance of the truth, which no prediction changes."""
    within: float
    """The part that differing probabilities within a bin add; 0 if each bin has only one."""


def calibration_bins(
    truth: Booleans,
    probability: Floats,
    *,
    bins: int = 10,
    strategy: Strategy = "equal_width",
    confidence: float = 0.95,
    counts: Floats | None = None,
) -> CalibrationBins:
    """Compare predicted probabilities with what was observed, bin by bin.

    Parameters
    ----------
    truth
        (n,), true for positives.
    probability
        (n,) of being positive.
    bins
        How many bins, at least 1.
    strategy
        equal_width: from 0 to 1. quantile: about as many examples in each; equal probabilities
        stay together, so that there may be fewer bins.
    confidence
        Confidence of Wilson's intervals.
    counts
        (n,), how many examples each row stands for; by default one.

    Returns
    -------
    CalibrationBins
        The bins that have examples; empty bins are left out.

    References
    ----------
    Bröcker & Smith (2007), Increasing the reliability of reliability diagrams.
    Wilson (1927), JASA 22: 209-212.

    Examples
    --------
    >>> truth = np.array([False, False, True, False, True, True])
    >>> table = calibration_bins(truth, np.array([0.1, 0.2, 0.2, 0.7, 0.8, 0.9]), bins=2)
    >>> table.examples.tolist(), table.predicted.round(3).tolist(), table.observed.round(3).tolist()
    ([3, 3], [0.167, 0.8], [0.333, 0.667])
    """
    weights = np.ones(len(truth)) if counts is None else counts
    values, edges, index = _assign_bins(truth, probability, bins, strategy, counts)
    every = np.bincount(index, weights, minlength=bins).astype(np.int64)
    used = every > 0
    of_positives = np.bincount(index[truth], weights[truth], minlength=bins)
    count, positives = every[used], of_positives[used].astype(np.int64)
    low, high = proportion_interval(positives, count, confidence)
    return CalibrationBins(
        left=edges[:-1][used],
        right=edges[1:][used],
        examples=count,
        predicted=np.bincount(index, weights=values * weights, minlength=bins)[used] / count,
        observed=positives / count,
        low=low,
        high=high,
    )


def brier_decomposition(
    truth: Booleans,
    probability: Floats,
    *,
    bins: int = 10,
    strategy: Strategy = "equal_width",
    counts: Floats | None = None,
) -> BrierParts:
    """Take the Brier score apart into reliability, resolution and uncertainty.

    Parameters are those of `calibration_bins`.

    References
    ----------
    Murphy (1973), A new vector partition of the probability score, J. Applied Meteorology 12.
    Stephenson, Coelho & Jolliffe (2008), Two extra components in the Brier score decomposition.

    Examples
    --------
    >>> truth = np.array([False, False, True, True])
    >>> parts = brier_decomposition(truth, np.array([0.25, 0.25, 0.25, 0.75]))
    >>> [round(part, 4) for part in parts]
    [0.1875, 0.0208, 0.0833, 0.25, 0.0]
    """
    table = calibration_bins(truth, probability, bins=bins, strategy=strategy, counts=counts)
    share = table.examples / table.examples.sum()
    overall = float(np.average(truth, weights=counts))
    reliability = float(np.sum(share * (table.predicted - table.observed) ** 2))
    resolution = float(np.sum(share * (table.observed - overall) ** 2))
    uncertainty = overall * (1.0 - overall)
    score = float(np.average((probability - truth) ** 2, weights=counts))
    within = score - (reliability - resolution + uncertainty)
    return BrierParts(score, reliability, resolution, uncertainty, within)


def _assign_bins(
    truth: Booleans, probability: Floats, bins: int, strategy: Strategy, counts: Floats | None
) -> tuple[Floats, Floats, npt.NDArray[np.intp]]:
    check_choice("strategy", strategy, ("equal_width", "quantile"))
    if bins < 1:
        raise OptionError(f"bins must be at least 1; got {bins!r}.", hint=option(bins=10))
    values = np.asarray(probability, dtype=np.float64)
    check_examples(np.asarray(truth), values)
    outside = int(((values < 0) | (values > 1)).sum())
    if outside:
        raise DataError(
            f"Probabilities must lie within 0 and 1; found {outside} outside, from "
            f"{values.min():g} to {values.max():g}.",
            hint="probability = 1 / (1 + np.exp(-score))",
        )
    steps = np.linspace(0.0, 1.0, bins + 1)
    edges = steps if strategy == "equal_width" else _quantiles(values, steps, counts)
    return values, edges, np.searchsorted(edges[1:-1], values)


def _quantiles(values: Floats, steps: Floats, counts: Floats | None) -> Floats:
    """Return quantiles, of rows that stand for several examples as of all these."""
    if counts is None:
        return np.asarray(np.quantile(values, steps))
    order = np.argsort(values)
    ends = np.cumsum(counts[order])
    place = steps * (ends[-1] - 1)
    low, high = (
        values[order][np.searchsorted(ends, whole, side="right")]
        for whole in (np.floor(place), np.ceil(place))
    )
    return np.asarray(low + (place - np.floor(place)) * (high - low))
