"""The losses of examples, by name or by a caller's function."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.errors import DesignError, OptionError, examples, format_count
from benchreport.hints import Code, Hint, call, code, option
from benchreport.results.predictions.metrics import format_metric
from benchreport.stats._arrays import Array
from benchreport.stats._predictions.metric_values import Measure, measure, of_first_ranks

Loss = Callable[[Array, Array], Array]
TWO = 2
UNDERFLOW = 2.0**-960  # squares below this have lost digits
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
    """Losses (n, k), their name, and their direction."""

    values: Array
    name: str
    higher_is_better: bool = False
    of_labels: bool = False


def losses_of(predictions: Predictions, loss: str | Loss, *, option_name: str = "loss") -> Losses:
    """Compute the losses of all models; hints call the option that chose them by its name.

    Raises
    ------
    DesignError
        The table lacks the values, labels or probabilities that they need, or they are infinite.
    OptionError
        The loss is invalid, or it is not a mean over examples.
    """
    if callable(loss):
        return _losses_by_function(predictions.require_same_samples("loss_t"), loss)
    return _losses_by_name(predictions, loss, option_name)


def _usual_loss(predictions: Predictions) -> str:
    if predictions.task == "ranking":
        return of_first_ranks("ndcg", predictions)
    return AUTO[predictions.task]


def _losses_by_name(predictions: Predictions, loss: str, option_name: str) -> Losses:
    name = _usual_loss(predictions) if loss == "auto" else LOSSES.get(loss, loss)
    if name == "brier" and len(predictions.classes) > TWO:
        name = "brier_multiclass"
    measured = measure(predictions, name)
    loss_of = measured.metric.per_example
    if loss_of is None:
        raise OptionError(
            f"the t test needs a mean over examples; {name} is not one.",
            hint=call("metric_bootstrap", metric=name),
        )
    _refuse_zeros(predictions, name, option_name)
    columns = np.moveaxis(measured.predicted, 1, 0)
    with np.errstate(over="ignore"):  # losses that overflow are refused below
        losses = np.array([loss_of(measured.truth, column) for column in columns]).T
    words = NAMES.get(name, format_metric(name))
    _refuse_infinite(predictions, measured, losses, words, option_name)
    _refuse_underflow(measured, losses, words)
    return Losses(losses, words, measured.metric.higher_is_better, measured.metric.needs == "label")


def _refuse_zeros(predictions: Predictions, name: str, option_name: str) -> None:
    """Refuse percentage errors of true values that are 0."""
    zeros = np.flatnonzero(predictions.truth == 0)
    if name == "mape" and len(zeros):
        which = examples([predictions.examples[place] for place in zeros.tolist()])
        raise DesignError(
            f"mape divides by the true value, which is 0 for example {which}.",
            hint=option(**{option_name: "mae"}),
        )


def _refuse_infinite(
    predictions: Predictions, measured: Measure, losses: Array, words: str, option_name: str
) -> None:
    finite = np.isfinite(losses)
    if finite.all():
        return
    row, column = np.argwhere(~finite)[0]
    if measured.metric.needs == "probability":
        why = "the probability given to the truth is 0"
        hint = "probabilities kept away from 0: " + code("df['column'].clip(1e-9, 1 - 1e-9)")
        if predictions.task == "classification":
            hint = option(**{option_name: "brier"}) | hint
    else:
        why = "it is above the largest number of a computer, about 1.8e308"
        hint = Hint.of("the truth and the predictions in another unit, such as divided by 1e200")
    raise DesignError(
        f"the {words} of {predictions.algorithms[column]} is infinite for example "
        f"{predictions.examples[row]}: {why}.",
        hint=hint,
    )


def _refuse_underflow(measured: Measure, losses: Array, words: str) -> None:
    """Refuse errors so small that their squares underflow."""
    if measured.name != "mse" or losses.max() >= UNDERFLOW:
        return
    missed = (measured.predicted != measured.truth[:, None]).sum()
    if missed:
        raise DesignError(
            f"the {words} is below the smallest number of a computer, about 2.2e-308, wherever a "
            f"prediction misses ({format_count(int(missed), 'prediction')}).",
            hint="the truth and the predictions in another unit, such as times 1e200",
        )


def _losses_by_function(predictions: Predictions, loss: Loss) -> Losses:
    words = getattr(loss, "__name__", "loss").replace("_", " ")
    losses = []
    for name, column in zip(
        predictions.algorithms, np.moveaxis(predictions.predicted, 1, 0), strict=True
    ):
        values = np.asarray(loss(predictions.truth, column), dtype=np.float64)
        if values.shape != (predictions.n,) or not np.isfinite(values).all():
            fault = f"shape {values.shape}"
            if values.shape == (predictions.n,):
                fault = f"{examples(values[~np.isfinite(values)].tolist())}"
            raise OptionError(
                f"loss must return {predictions.n} finite numbers, one per example; got {fault} of "
                f"{name}.",
                hint=option(loss=Code("lambda truth, predicted: abs(truth - predicted)")),
            )
        losses.append(values)
    return Losses(np.column_stack(losses), "loss" if words == "<lambda>" else words)
