"""Losses of examples, by a name or by a caller's function."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.data.predictions import Predictions
from benchreport.errors import DesignError, OptionError, examples, format_count
from benchreport.hints import Code, Hint, call, code, option
from benchreport.results.metrics import format_metric
from benchreport.stats.predictions._metric_values import Measure, measure, of_first_ranks

__all__ = ["Loss", "Losses", "losses_of"]

Array = NDArray[np.float64]
Loss = Callable[[Array, Array], Array]
TWO = 2
VANISHED = 2.0**-960  # below it squares lose digits, and at last all of them
AUTO = {
    "classification": "error",
    "regression": "mse",
    "language": "log_loss",
    "correctness": "error",
}
LOSSES = {
    "zero_one": "error",
    "squared": "mse",
    "absolute": "mae",
    "log": "log_loss",
}
NAMES = {
    "mse": "squared error",
    "mae": "absolute error",
    "brier": "Brier score",
    "brier_multiclass": "Brier score",
}


class Losses(NamedTuple):
    """Losses (n, k), what they are called, and their direction."""

    values: Array
    name: str
    higher_is_better: bool = False
    of_labels: bool = False


def losses_of(predictions: Predictions, loss: str | Loss) -> Losses:
    """Find the losses of all models.

    Raises
    ------
    DesignError
        They need values, labels or probabilities that are not there, or are infinite.
    OptionError
        There is no such loss, or it is no mean over examples.
    """
    return _own(predictions, loss) if callable(loss) else _named(predictions, loss)


def _usual(predictions: Predictions) -> str:
    if predictions.task == "ranking":
        return of_first_ranks("ndcg", predictions)
    return AUTO[predictions.task]


def _named(predictions: Predictions, loss: str) -> Losses:
    """Return losses by a name."""
    name = _usual(predictions) if loss == "auto" else LOSSES.get(loss, loss)
    if name == "brier" and len(predictions.classes) > TWO:
        name = "brier_multiclass"
    found = measure(predictions, name)
    of = found.metric.per_example
    if of is None:
        raise OptionError(
            f"{name} is no mean over examples, which the t test takes.",
            hint=call("metric_bootstrap", metric=name),
        )
    _refuse_zeros(predictions, name)
    columns = np.moveaxis(found.predicted, 1, 0)
    with np.errstate(over="ignore"):  # what is too large is refused by name
        losses = np.column_stack([of(found.truth, each) for each in columns])
    words = NAMES.get(name, format_metric(name))
    _refuse_infinite(predictions, found, losses, words)
    _refuse_vanished(found, losses, words)
    return Losses(losses, words, found.metric.higher_is_better, found.metric.needs == "label")


def _refuse_zeros(predictions: Predictions, name: str) -> None:
    """Refuse percentages of true values that are 0."""
    zeros = np.flatnonzero(predictions.truth == 0)
    if name == "mape" and len(zeros):
        which = examples([predictions.examples[place] for place in zeros.tolist()])
        raise DesignError(
            f"mape divides by the true value, which is 0 for example {which}.",
            hint=option(loss="absolute"),
        )


def _refuse_infinite(predictions: Predictions, found: Measure, losses: Array, words: str) -> None:
    wrong = np.argwhere(~np.isfinite(losses))
    if not len(wrong):
        return
    row, column = wrong[0]
    if found.metric.needs == "probability":
        why = "the probability of what came is 0"
        hint = "probabilities kept away from 0: " + code("df['column'].clip(1e-9, 1 - 1e-9)")
        if predictions.task == "classification":
            hint = option(loss="brier") | hint
    else:
        why = "it is beyond the largest number of a computer, some 1.8e308"
        hint = Hint.of("the truth and the predictions in another unit, such as divided by 1e200")
    raise DesignError(
        f"the {words} of {predictions.algorithms[column]} is infinite for example "
        f"{predictions.examples[row]}: {why}.",
        hint=hint,
    )


def _refuse_vanished(found: Measure, losses: Array, words: str) -> None:
    """Refuse squares of errors so small that a computer holds none of their digits."""
    if found.name != "mse" or losses.max() >= VANISHED:
        return
    missed = (found.predicted != found.truth[:, None]).sum()
    if missed:
        raise DesignError(
            f"the {words} is below the smallest number of a computer, some 2.2e-308, wherever a "
            f"prediction misses ({format_count(int(missed), 'prediction')}).",
            hint="the truth and the predictions in another unit, such as times 1e200",
        )


def _own(predictions: Predictions, loss: Loss) -> Losses:
    """Return losses by a caller's function."""
    words = getattr(loss, "__name__", "loss").replace("_", " ")
    losses = []
    for name, each in zip(
        predictions.algorithms, np.moveaxis(predictions.predicted, 1, 0), strict=True
    ):
        found = np.asarray(loss(predictions.truth, each), dtype=np.float64)
        if found.shape != (predictions.n,) or not np.isfinite(found).all():
            what = f"shape {found.shape}"
            if found.shape == (predictions.n,):
                what = f"{examples(found[~np.isfinite(found)].tolist())}"
            raise OptionError(
                f"loss must return {predictions.n} finite numbers, one an example; got {what} of "
                f"{name}.",
                hint=option(loss=Code("lambda truth, predicted: abs(truth - predicted)")),
            )
        losses.append(found)
    return Losses(np.column_stack(losses), "loss" if words == "<lambda>" else words)
