"""The paired t test of losses, example by example."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchreport.data.predictions import Predictions
from benchreport.errors import DesignError, check_choice, check_fraction
from benchreport.numerics.effects import ratio
from benchreport.numerics.effects_paired import d_z
from benchreport.numerics.tails import Alternative, interval, p_of_t
from benchreport.results.base import Assumption
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats._pairs import Correction, corrected, pairs
from benchreport.stats._predictions import compare_predictions

__all__ = ["loss_t"]

Array = NDArray[np.float64]
Loss = Literal["auto", "zero_one", "squared", "absolute", "log", "brier"]


def loss_t(
    predictions: Predictions,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    loss: Loss = "auto",
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
        ``"log"`` or ``"brier"``. ``"auto"`` is zero-one or squared.

    Returns
    -------
    PairwiseResult
        Differences of mean loss, first − second, with t intervals; t with n − 1 dof; d_z.

    Raises
    ------
    DesignError
        The loss needs values, labels or probabilities that are not there, or examples are weighted.
    OptionError
        No such loss, correction or alternative.

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
    check_choice("loss", loss, ("auto", "zero_one", "squared", "absolute", "log", "brier"))
    if predictions.weighted:
        raise DesignError(
            "loss_t takes every example once; these are weighted.",
            hint="df.bench.metric_bootstrap(metric=…), which takes weights",
        )
    chosen = _chosen(predictions, loss)
    losses = _losses(predictions, chosen)
    if not np.isfinite(losses).all():
        raise DesignError(
            "the log loss is infinite: a model gave the true class the probability 0.",
            hint="loss='brier', or keep probabilities away from 0 and 1",
        )
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
        score=NAMES[chosen],
        higher_is_better=False,
        centres=losses.mean(axis=0),
        control=control,
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        procedure="loss_t",
        method="Paired t test of losses",
        variant=chosen,
        statistic_name="t",
        effect_name="d_z (mean difference / sd of differences)",
        references=("student1908", "dietterich1998", "cohen1988"),
    )


MANY = Assumption(
    name="there are enough examples for the mean difference to be normal",
    outcome="not checked",
    evidence="rare large losses need more",
)
NAMES = {
    "zero_one": "error",
    "squared": "squared error",
    "absolute": "absolute error",
    "log": "log loss",
    "brier": "Brier score",
}


def _chosen(predictions: Predictions, loss: Loss) -> str:
    if loss == "auto":
        return "zero_one" if predictions.task == "classification" else "squared"
    of_values = loss in ("squared", "absolute")
    if of_values != (predictions.task == "regression"):
        kind = "measured values" if of_values else "labels"
        raise DesignError(
            f"loss={loss!r} is for {kind}; this is a {predictions.task}.", hint="loss='auto'"
        )
    return loss


def _losses(predictions: Predictions, loss: str) -> Array:
    if loss == "zero_one":
        return (~predictions.correct).astype(np.float64)
    off = predictions.predicted - predictions.truth[:, None]
    if loss in ("squared", "absolute"):
        return off**2 if loss == "squared" else np.abs(off)
    chances = _probabilities(predictions, loss)
    own = predictions.truth.astype(int)
    with np.errstate(divide="ignore"):
        if loss == "log":
            rows = np.arange(predictions.n)[:, None]
            models = np.arange(len(predictions.algorithms))
            surprises: Array = -np.log(chances[rows, models, own[:, None]])
            return surprises
    hit = np.eye(len(predictions.classes))[own]
    squares: Array = ((chances - hit[:, None, :]) ** 2).sum(axis=2)
    # of two classes Brier's score is that of the positive one, half of the sum over both
    halved: Array = squares / 2 if len(predictions.classes) == 2 else squares  # noqa: PLR2004
    return halved


def _probabilities(predictions: Predictions, loss: str) -> Array:
    if predictions.probabilities is not None:
        return predictions.probabilities
    scores = predictions.binary_scores(f"loss_t(loss={loss!r})")
    if ((scores < 0) | (scores > 1)).any():
        raise DesignError(
            f"loss={loss!r} needs probabilities; these scores go beyond 0 to 1.",
            hint="loss='zero_one'",
        )
    positive = predictions.classes.index(predictions.positive)
    both = [scores, 1 - scores] if positive == 0 else [1 - scores, scores]
    return np.stack(both, axis=2)
