"""The paired t test of losses, example by example."""

from benchreport.data.predictions import Predictions
from benchreport.errors import check_fraction
from benchreport.hints import call
from benchreport.numerics.tails import Alternative
from benchreport.results.base import Assumption
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction
from benchreport.stats._mean_differences import Options
from benchreport.stats._pairs import pairs
from benchreport.stats._predictions.losses import Loss, losses_of
from benchreport.stats._predictions.paired_losses import compare_columns, means_of
from benchreport.stats._predictions.prediction_pairs import (
    average_repeats,
    compare_predictions,
    name_pairs,
    require_unweighted,
)
from benchreport.wording.verdicts import assumptions as wording
from benchreport.wording.verdicts import notes as texts


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

    H1: they differ, or lie on the side of the alternative. With many examples the test holds for any
    distribution of losses.

    Parameters
    ----------
    predictions
        Predictions of k models for n examples, unweighted.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, adjusted as the p-values are.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this model; by default, all pairs are compared.
    alternative
        ``"two-sided"``; ``"greater"``: the first of a pair has the higher loss; ``"less"``. Choose it
        before the scores are seen.
    loss
        For labels ``"zero_one"``; for values ``"squared"`` or ``"absolute"``; for probabilities
        ``"log"`` or ``"brier"``; or any metric that is a mean over examples, in its own direction
        (``"mape"``, ``"ndcg@10"``, ``"mean_average_precision"``); or a function of truth (n,) and
        one model's predictions (n,), labels as codes, that returns (n,) losses. ``"auto"`` is
        zero-one for labels, squared for values, NDCG of the first 10 ranks, and log for language.

    Returns
    -------
    PairwiseResult
        Differences of mean loss, first − second, with t intervals; t with n − 1 dof; d_z.

    Raises
    ------
    DesignError
        The loss needs values, labels or probabilities that are not there, or is infinite; examples
        are weighted or come in clusters, or there is one model only.
    OptionError
        The loss, correction or alternative is invalid, or the loss is not a mean over examples.

    Notes
    -----
    Repeats of an example, such as samples, are averaged within it first: n is the number of examples.
    For models with the same loss on every example t = 0 and p = 1, in one-sided tests too. Losses that
    differ by the same amount on every example have no spread: t and d_z are infinite, as in `paired_t`,
    and there is no interval. p is then the smallest of n signs, 2^(1 − n), or 2^(−n) for one side, as in
    the sign test and, for labels, in McNemar's exact test.

    References
    ----------
    Student (1908); Dietterich (1998) on the limits of a single test set.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "y_true": [1.2, 0.7, 3.1, 2.4], "a": [1.1, 0.9, 3.0, 2.5], "b": [1.8, 0.1, 2.0, 2.6],
    ... })
    >>> pair = frame.bench.loss_t().comparisons[0]
    >>> round(pair.difference, 4), pair.favours
    (-0.475, 'a')
    """
    check_fraction("alpha", alpha)
    predictions.require_independent("loss_t", averages=True)
    predictions.require_examples("loss_t")
    require_unweighted(
        predictions, "loss_t", hint=call("metric_bootstrap", metric=...) + ", which takes weights"
    )
    losses = losses_of(predictions, loss)
    values = average_repeats(predictions, losses.values)
    columns = pairs(predictions, control)
    test = compare_columns(values, columns, Options(alpha, correction, control, alternative))
    caution = texts.CONSTANT_LOSSES.format(
        loss=losses.name,
        pairs=name_pairs(predictions, columns, test.same),
        n=len(values),
    )
    return compare_predictions(
        predictions,
        columns,
        (test.difference, test.t, test.p_value, test.p_adjusted),
        interval=test.interval,
        confidence=(test.confidence, 1 - alpha),
        effect=test.effect,
        assumptions=(MANY_LABELS if losses.of_labels else MANY,),
        warnings=(caution, *[texts.LABELS_NEED_MCNEMAR] * losses.of_labels)
        if test.same.any()
        else (),
        score=losses.name,
        higher_is_better=losses.higher_is_better,
        centres=means_of(values),
        control=control,
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        procedure="loss_t",
        method=f"Paired t test of {losses.name}",
        variant=losses.name,
        statistic_name="t",
        effect_name="d_z (mean difference / sd of differences)",
        references=("student1908", "dietterich1998", "cohen1988"),
    )


MANY = Assumption.of(wording.ENOUGH_LOSSES)
MANY_LABELS = Assumption.of(wording.ENOUGH_LABELS)
