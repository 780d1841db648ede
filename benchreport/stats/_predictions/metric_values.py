"""The metrics of all models of a table of predictions, as functions of the examples' weights."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pandas.util import hash_array

from benchreport.data.predictions import INSTEAD, KINDS, Predictions
from benchreport.errors import DesignError, OptionError, examples
from benchreport.hints import bench, option
from benchreport.numerics.predictions.correctness_counts import weight_unit
from benchreport.numerics.predictions.metrics import Metric, find_metric
from benchreport.numerics.predictions.weighted_means import weighted_mean
from benchreport.numerics.resampling.resample_weights import Statistic, collapse
from benchreport.stats._arrays import Array

Inputs = tuple[NDArray[np.int64] | Array, NDArray[np.int64] | Array]
TWO = 2
NOISE = 1e-13
READ = 10
MOST_COUNTS = 1 << 23
OF_RIGHT_AND_WRONG = ("accuracy", "error")
OF_ACTUAL_TOKENS = ("log_loss", "perplexity")
OF_ONE_CLASS = ("precision", "recall", "f1")


class Rows(NamedTuple):
    """Examples to resample: the first row of each distinct example, and how many are equal to it.

    Repeats of an example are drawn together, and so are examples of a cluster: ``unit`` is then the code of
    what each row is drawn with, and ``multiplicity`` counts these. Clusters have no strata.
    """

    places: NDArray[np.int64]
    multiplicity: NDArray[np.int64]
    unit: NDArray[np.intp] | None = None
    stratified: bool = True
    counts: Array | float = 1.0
    """How many examples each row of a unit stands for, (rows,)."""
    within: Array | None = None
    """How many examples of each unit each row stands for, (units, rows), where rows are of all units."""

    def per_unit(self, statistic: Statistic) -> Statistic:
        """Turn a function of the rows' weights into one of the weights of units that are drawn."""
        if self.within is not None:
            within = self.within
            return lambda weights: statistic(np.asarray(weights) @ within)
        if self.unit is None:
            return statistic
        unit, counts = self.unit, self.counts
        return lambda weights: statistic(np.asarray(weights)[..., unit] * counts)

    def strata(self, measured: "Measure") -> NDArray[np.int64] | None:
        """Return the strata of the units that are drawn: groups that resamples must keep."""
        strata = measured.strata(self.places) if self.stratified else None
        if strata is None or self.unit is None:
            return strata
        return strata[np.unique(self.unit, return_index=True)[1]]

    def sum_by_unit(self, influence: Array) -> Array:
        """Sum the influence of rows on a metric, (rows, k), over the units that are drawn."""
        if self.within is not None:
            return self.within @ influence
        if self.unit is None:
            return influence
        total = np.zeros((len(self.multiplicity), influence.shape[1]))
        np.add.at(total, self.unit, influence * np.reshape(self.counts, (-1, 1)))
        return total


class Measure(NamedTuple):
    """A metric with the parts of a table of predictions that it needs."""

    name: str
    metric: Metric
    truth: NDArray[np.int64] | Array
    """(n,), as the metric wants it."""
    predicted: NDArray[np.int64] | Array
    """(n, k), or of the probabilities of all classes (n, k, C)."""
    weights: Array | None
    """(n,), ``None`` where all count the same."""
    counts: Array | None = None
    """How many examples each row stands for, (n,); ``None`` where each stands for one."""

    @property
    def estimates(self) -> Array:
        """The metric of each model, (k,)."""
        # squares may overflow to infinity, which callers report
        with np.errstate(over="ignore"):
            values = [
                self.metric.function(self.truth, column, self.importance)
                for column in np.moveaxis(self.predicted, 1, 0)
            ]
        return np.array(values, dtype=np.float64)

    @property
    def importance(self) -> Array | None:
        """How much each row counts, by its weight or the number of its examples, (n,)."""
        return self.weights if self.counts is None else self.counts

    def only(self, model: int) -> "Measure":
        """Return the measure of one model."""
        return self._replace(predicted=self.predicted[:, [model]])

    def statistic(self, places: NDArray[np.int64]) -> Statistic:
        """Return the function from weights (b, rows) to the metric of each model, (b, k)."""
        row_weights = 1.0 if self.weights is None else self.weights[places]
        truth, predicted = self.truth[places], np.moveaxis(self.predicted[places], 1, 0)
        if self.metric.per_example is not None:
            value = self.metric.per_example
            values = np.column_stack([value(truth, column) for column in predicted])
            return lambda weights: weighted_mean(values, weights * row_weights)
        function = self.metric.function
        return lambda weights: np.stack(
            [function(truth, column, weights * row_weights) for column in predicted], axis=-1
        )

    def statistic_of_two(self, first: int, second: int, places: NDArray[np.int64]) -> Statistic:
        """Return the function from weights (b, 2·rows) of two models, one above the other, to the metric."""
        models = (self.predicted[places, first], self.predicted[places, second])
        row_weights = 1.0 if self.weights is None else np.tile(self.weights[places], 2)
        truth, predicted = np.concatenate([self.truth[places]] * 2), np.concatenate(models)
        if self.metric.per_example is not None:
            values = self.metric.per_example(truth, predicted)
            return lambda weights: weighted_mean(values, weights * row_weights)
        function = self.metric.function
        return lambda weights: function(truth, predicted, weights * row_weights)

    def strata(self, places: NDArray[np.int64]) -> NDArray[np.int64] | None:
        """Return the groups that resamples must keep: the classes, for metrics of scores."""
        return np.asarray(self.truth[places], int) if self.metric.needs == "score" else None


def measure(predictions: Predictions, name: str) -> Measure:
    """Find a metric, and the parts of the table that it needs.

    Raises
    ------
    OptionError
        The metric is invalid, or it needs a positive class and the table names none.
    DesignError
        The table lacks what the metric needs: labels, probabilities, scores or values; or models have
        different samples of an example.
    """
    metric = find_metric(name)
    predictions.require_same_samples(name)
    truth, predicted = _INPUTS[metric.needs](predictions, name)
    # divide weights by their unit: squares of very large or small ones overflow or underflow
    weights = (
        predictions.weights / weight_unit(predictions.weights) if predictions.weighted else None
    )
    return Measure(name, metric, truth, predicted, weights, predictions.counts)


def of_first_ranks(name: str, predictions: Predictions) -> str:
    """Limit a metric of ranked lists to the first 10 ranks, or to the lists' length."""
    return f"{name}@{min(READ, predictions.predicted.shape[2])}"


def rows_of(predictions: Predictions, needs: str, models: list[int]) -> Rows:
    """Group the examples with equal labels; where a metric needs more, every example is a row.

    The order of the rows depends on their values only, so that draws depend neither on the order of the
    table nor on that of the models.
    """
    if predictions.grouped:
        ones = np.ones(predictions.n_drawn, dtype=np.int64)
        if needs == "label" and not predictions.weighted:
            counted = _count_within(predictions, models, ones)
            if counted is not None:
                return counted
        places = np.arange(predictions.n_rows)
        counts = 1.0 if predictions.counts is None else predictions.counts
        stratified = not predictions.clustered
        return Rows(places, ones, predictions.drawn, stratified=stratified, counts=counts)
    if needs != "label":
        places, multiplicity = (
            np.arange(predictions.n_rows),
            np.ones(predictions.n_rows, dtype=np.int64),
        )
        if predictions.counts is not None:
            multiplicity = predictions.counts.astype(np.int64)
        parts = (predictions.predicted, predictions.scores, predictions.probabilities)
        hashed = [part for part in parts if part is not None]
        n_models = len(predictions.algorithms)
    else:
        columns = [predictions.truth, *predictions.predicted.T[models]]
        weights = [predictions.weights] if predictions.weighted else []
        places, multiplicity = collapse(*columns, *weights, counts=predictions.counts)
        # the other models' labels of the first example do not stand for the rest of its group
        hashed, n_models = [predictions.predicted[:, models]], len(models)
    # equal weights of any size are like no weights
    relative = predictions.weights / predictions.weights.max()
    if predictions.counted:
        relative = np.ones(predictions.n_rows)
    shared_codes = _hashes([predictions.truth, relative], places, 1)
    codes = _hashes(hashed, places, n_models)
    codes ^= shared_codes
    # all codes of a model identify it, whatever its name and place; sums do not depend on an order
    codes ^= (codes * multiplicity[:, None].astype(np.uint64)).sum(axis=0)
    mixed = [hash_array(column) for column in codes.T]
    order = np.argsort(np.sum(mixed, axis=0, dtype=np.uint64), kind="stable")
    return Rows(places[order], multiplicity[order])


def _count_within(
    predictions: Predictions, models: list[int], ones: NDArray[np.int64]
) -> Rows | None:
    """Count the examples of each unit with the same labels; ``None`` where labels differ too much."""
    columns = [predictions.truth, *predictions.predicted.T[models]]
    code = np.zeros(predictions.n_rows, dtype=np.int64)
    for column in columns:
        digits = column.astype(np.int64)
        code = np.unique(code * (int(digits.max()) + 1) + digits, return_inverse=True)[1]
    places = np.unique(code, return_index=True)[1]
    cells = len(ones) * len(places)
    if cells > MOST_COUNTS:
        return None
    counted = np.bincount(predictions.drawn * len(places) + code, predictions.counts, cells)
    within = np.asarray(counted.reshape(len(ones), -1), dtype=np.float64)
    stratified = not predictions.clustered
    counts = within.sum(axis=0)
    return Rows(places, ones, predictions.drawn, stratified, counts=counts, within=within)


def _hashes(parts: list[Array], places: NDArray[np.int64], n_models: int) -> NDArray[np.uint64]:
    """Hash the values of some examples in parts (n, n_models · m), for each model."""
    codes = np.zeros((len(places), n_models), dtype=np.uint64)
    for part in parts:
        # dividing by a power of two rounds nothing: the order does not depend on the unit
        unit = np.ldexp(1.0, np.frexp(np.fmax.reduce(np.abs(part), axis=None, initial=0.0))[1] - 1)
        for model, columns in enumerate(np.moveaxis(part.reshape(len(part), n_models, -1), 1, 0)):
            for column in columns[places].T:
                codes[:, model] = hash_array(codes[:, model] ^ hash_array(column / unit))
    return codes


def require_defined(predictions: Predictions, measured: Measure) -> Array:
    """Return the metric of each model, or raise where one is undefined or infinite.

    Raises
    ------
    DesignError
        The metric is undefined or infinite for some models.
    """
    estimates = measured.estimates
    unusable = ~np.isfinite(estimates)
    if not unusable.any():
        return estimates
    names = [predictions.algorithms[place] for place in np.flatnonzero(unusable)]
    if np.isinf(estimates[unusable]).any() and measured.metric.needs != "probability":
        raise DesignError(
            f"{measured.name} is infinite for {examples(names)}: a true value is 0, or numbers are too "
            "large.",
            hint=option(metric="mae") + ", or values in a larger unit",
        )
    if np.isinf(estimates[unusable]).any():
        raise DesignError(
            f"{measured.name} is infinite for {examples(names)}: they gave the truth a probability of 0.",
            hint=option(metric="brier") + ", or keep probabilities away from 0 and 1",
        )
    raise DesignError(
        f"{measured.name} is undefined for {examples(names)}: the truth does not vary enough for it.",
        hint=option(metric="accuracy") | option(metric="mae") + " of values",
    )


def metric_difference(first: Array, second: Array) -> Array:
    """Subtract metrics; a difference of equal ones that is rounding alone becomes 0.

    >>> metric_difference(np.array([0.1 + 0.2, 0.5]), np.array([0.3, 0.25])).tolist()
    [0.0, 0.25]
    """
    with np.errstate(invalid="ignore"):  # ∞ − ∞ is undefined, which callers report
        differences = np.asarray(first - second)
        noise = NOISE * np.maximum(np.abs(first), np.abs(second))
        return np.where(np.abs(differences) <= noise, 0.0, differences)


def _labels(predictions: Predictions, name: str) -> Inputs:
    if name not in OF_RIGHT_AND_WRONG:
        predictions.require_labels(name)
    predictions.require_judgements(name)
    truth, predicted = predictions.truth.astype(np.int64), predictions.predicted.astype(np.int64)
    if name not in OF_ONE_CLASS:
        return truth, predicted
    if predictions.positive:
        code = predictions.classes.index(predictions.positive)
        return (truth == code).astype(np.int64), (predicted == code).astype(np.int64)
    listed = examples(predictions.classes)
    raise OptionError(
        f"{name} is a metric of the positive class, and none of the classes {listed} is named as positive.",
        hint=bench(positive=predictions.classes[-1]) + f", or {name}_macro over all classes",
    )


def _probabilities(predictions: Predictions, name: str) -> Inputs:
    if predictions.task == "language" and name in OF_ACTUAL_TOKENS:
        # only the probability of the actual token is known: treat it as that of class 1
        return predictions.truth.astype(np.int64), np.exp(predictions.predicted)
    predictions.require_labels(name)
    if predictions.probabilities is not None and not predictions.positive:
        return predictions.truth.astype(np.int64), predictions.probabilities
    of_many = len(predictions.classes) > TWO and name != "brier"
    if predictions.probabilities is not None and of_many:
        return predictions.truth.astype(np.int64), predictions.probabilities
    scores = predictions.binary_scores(name)
    if ((scores < 0) | (scores > 1)).any():
        raise DesignError(
            f"{name} needs probabilities; these scores go beyond 0 to 1.",
            hint=option(metric="auc") + ", which takes scores",
        )
    return predictions.is_positive.astype(np.int64), scores


def _scores(predictions: Predictions, name: str) -> Inputs:
    scores = predictions.binary_scores(name)
    return predictions.is_positive.astype(np.int64), scores


def _numbers(predictions: Predictions, name: str) -> Inputs:
    if predictions.task == "regression":
        return predictions.truth, predictions.predicted
    if predictions.task == "classification":
        raise DesignError(
            f"{name} is a metric of measured values; the truth here is labels (classification).",
            hint=bench(task="regression")
            + " if the labels are numbers, or "
            + option(metric="accuracy"),
        )
    raise DesignError(
        f"{name} is a metric of measured values; this is a table of {KINDS[predictions.task]}.",
        hint=INSTEAD[predictions.task],
    )


def _ranking(predictions: Predictions, name: str) -> Inputs:
    if predictions.task == "ranking":
        return predictions.truth, predictions.predicted
    raise DesignError(
        f"{name} is a metric of ranked lists; this table ({predictions}) has one prediction an example.",
        hint="cells that hold lists, or "
        + bench(task="ranking")
        + " for one row per query and item",
    )


_INPUTS: dict[str, Callable[[Predictions, str], Inputs]] = {
    "label": _labels,
    "probability": _probabilities,
    "score": _scores,
    "number": _numbers,
    "ranking": _ranking,
}
