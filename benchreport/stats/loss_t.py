"""The paired t test of losses, example by example."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchreport.data.predictions import Predictions
from benchreport.errors import DesignError, OptionError, check_fraction
from benchreport.numerics.effects import ratio
from benchreport.numerics.effects_paired import d_z
from benchreport.numerics.tails import Alternative, interval, p_of_t
from benchreport.results.base import Assumption
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats._metrics import measure, of_first_ranks
from benchreport.stats._pairs import Correction, corrected, pairs
from benchreport.stats._predictions import compare_predictions

__all__ = ["loss_t"]

Array = NDArray[np.float64]
Loss = Callable[[Array, Array], Array]
TWO = 2


def loss_t(
    predictions: Predictions,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    loss: str | Loss = "auto",
) -> PairwiseResult:
    """Test H0 for each pair: both have the same expected loss on an example.

    H1: they differ, or on the side of the alternative. Many examples make it right whatever the
    losses' distribution.

    Parameters
    ----------
    predictions
        Of k models for n examples, unweighted.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, for each pair alone.
    correction
        Over all pairs, or all comparisons with the control.
    control
        Compare the others with this model; None compares all pairs.
    alternative
        ``"two-sided"``; ``"greater"``: the first of a pair has the higher loss; ``"less"``. To be
        chosen before looking.
    loss
        Of labels ``"zero_one"``; of values ``"squared"`` or ``"absolute"``; of probabilities
        ``"log"`` or ``"brier"``; or any metric that is a mean over examples, in its own direction
        (``"mape"``, ``"ndcg@10"``, ``"mean_average_precision"``); or a function of truth (n,) and
        one model's predictions (n,) that returns (n,) losses, labels being their codes. ``"auto"``
        is zero-one, squared, NDCG of the first 10 ranks, log of language.

    Returns
    -------
    PairwiseResult
        Differences of mean loss, first − second, with t intervals; t with n − 1 dof; d_z.

    Raises
    ------
    DesignError
        The loss needs values, labels or probabilities that are not there, or examples are weighted.
    OptionError
        No such loss, correction or alternative, or the loss is no mean over examples.

    References
    ----------
    Student (1908); Dietterich (1998) on what one test set can say.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({
    ...     "y_true": [1.2, 0.7, 3.1, 2.4], "a": [1.1, 0.9, 3.0, 2.5], "b": [1.8, 0.1, 2.0, 2.6],
    ... })
    >>> pair = loss_t(Predictions.from_frame(frame)).comparisons[0]
    >>> round(pair.difference, 4), pair.favours
    (-0.475, 'a')
    """
    check_fraction("alpha", alpha)
    if predictions.weighted:
        raise DesignError(
            "loss_t takes every example once; these are weighted.",
            hint="df.bench.metric_bootstrap(metric=…), which takes weights",
        )
    losses, name, higher = _own(predictions, loss) if callable(loss) else _named(predictions, loss)
    columns = pairs(predictions, control)
    n = predictions.n
    first, second = losses[:, columns[0]], losses[:, columns[1]]
    differences = (first - second).T
    mean = differences.mean(axis=1)
    error = differences.std(axis=1, ddof=1) / np.sqrt(n)
    t = ratio(mean, error)
    p_value = p_of_t(t, n - 1, alternative)
    return compare_predictions(
        predictions,
        columns,
        (mean, t, p_value, corrected(p_value, correction, control)),
        interval=interval(mean, error, dof=n - 1, confidence=1 - alpha, alternative=alternative),
        effect=d_z(differences, 1 - alpha),
        assumptions=(MANY,),
        score=name,
        higher_is_better=higher,
        centres=losses.mean(axis=0),
        control=control,
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        procedure="loss_t",
        method="Paired t test of losses",
        variant=name,
        statistic_name="t",
        effect_name="d_z (mean difference / sd of differences)",
        references=("student1908", "dietterich1998", "cohen1988"),
    )


MANY = Assumption(
    name="there are enough examples for the mean difference to be normal",
    outcome="not checked",
    evidence="rare large losses need more",
)
AUTO = {
    "classification": "error",
    "regression": "mse",
    "language": "log_loss",
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


def _usual(predictions: Predictions) -> str:
    if predictions.task == "ranking":
        return of_first_ranks("ndcg", predictions)
    return AUTO[predictions.task]


def _named(predictions: Predictions, loss: str) -> tuple[Array, str, bool]:
    """Return losses by a name, (n, k), what they are called, and their direction."""
    name = _usual(predictions) if loss == "auto" else LOSSES.get(loss, loss)
    if name == "brier" and len(predictions.classes) > TWO:
        name = "brier_multiclass"
    found = measure(predictions, name)
    of = found.metric.per_example
    if of is None:
        raise OptionError(
            f"{name} is no mean over examples, which the t test takes.",
            hint=f"df.bench.metric_bootstrap(metric={name!r})",
        )
    losses = np.column_stack([of(found.truth, each) for each in np.moveaxis(found.predicted, 1, 0)])
    if not np.isfinite(losses).all():
        raise DesignError(
            f"{name} is infinite: a model gave what came the probability 0, or a true value is 0.",
            hint="loss='brier' of labels, loss='absolute' of values",
        )
    return losses, NAMES.get(name, name.replace("_", " ")), found.metric.higher_is_better


def _own(predictions: Predictions, loss: Loss) -> tuple[Array, str, bool]:
    """Return losses by a caller's function."""
    columns = np.moveaxis(predictions.predicted, 1, 0)
    losses = [np.asarray(loss(predictions.truth, each), dtype=np.float64) for each in columns]
    if all(each.shape == (predictions.n,) and np.isfinite(each).all() for each in losses):
        return np.column_stack(losses), getattr(loss, "__name__", "loss").replace("_", " "), False
    raise OptionError(
        f"loss must return {predictions.n} finite numbers, one an example; got shape "
        f"{losses[0].shape}.",
        hint="loss=lambda truth, predicted: abs(truth - predicted)",
    )
