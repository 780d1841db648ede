"""The paired permutation test of any metric, for pairs of models."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.data.predictions import Predictions
from benchreport.errors import DesignError, check_choice, check_fraction, check_number, check_seed
from benchreport.hints import call, option
from benchreport.numerics.resampling.prediction_permutation import exchange_predictions
from benchreport.numerics.resampling.resample_weights import collapse
from benchreport.numerics.tails import ALTERNATIVES, OPPOSITE, Alternative
from benchreport.results.base import Assumption
from benchreport.results.metrics import format_metric
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction, adjust_p, attainable_p
from benchreport.stats._pairs import pairs
from benchreport.stats.predictions._metric_values import Measure, Rows, defined, difference, measure
from benchreport.stats.predictions._prediction_pairs import compare_predictions

__all__ = ["metric_permutation"]

Array = NDArray[np.float64]


class _Options(NamedTuple):
    alternative: Alternative
    n_resamples: int
    rng: int


def metric_permutation(
    predictions: Predictions,
    *,
    metric: str,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    n_resamples: int = 10_000,
    rng: int = 0,
) -> PairwiseResult:
    """Test H0 for each pair: on each example either model could have made either prediction.

    H1: the metric differs, or on the side of the alternative. Also called approximate randomization.

    Parameters
    ----------
    predictions
        Of k models for n examples, weighted or not.
    metric
        One of `benchreport.numerics.predictions.metrics.METRICS` that the table allows: accuracy, f1_macro,
        auc, rmse, …
    alpha
        The level of decisions.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this model; None compares all pairs.
    alternative
        ``"two-sided"``; ``"greater"``: the first of a pair has the higher metric; ``"less"``. Choose it
        before the scores are seen.
    n_resamples
        How many random exchanges; p = (b + 1)/(n_resamples + 1), never 0.
    rng
        The seed; the same seed gives the same bytes.

    Returns
    -------
    PairwiseResult
        Differences of the metric, first − second, as statistic and as effect size, without
        intervals: `metric_bootstrap` has those.

    Raises
    ------
    DesignError
        Examples are repeated.
        The table lacks what the metric needs; it is undefined or infinite for a model, or after an
        exchange; there is one model only.
    OptionError
        There is no such metric, correction or alternative.

    Notes
    -----
    For accuracy this is McNemar's exact test, but for the random exchanges. Models that predict the
    same: p = 1. Scores of two models are exchanged as they are: an AUC means something afterwards
    only where both are on one scale, as probabilities are; `delong` does not ask for that.

    References
    ----------
    Fisher (1935), The design of experiments, section 21; Noreen (1989), Computer-intensive methods
    for testing hypotheses; Phipson & Smyth (2010) for p.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = [(1, 1, 1)] * 80 + [(1, 1, 0)] * 11 + [(1, 0, 1)] + [(0, 1, 1)] * 8
    >>> frame = pd.DataFrame(rows, columns=["y_true", "a", "b"])
    >>> pair = metric_permutation(Predictions.from_frame(frame), metric="accuracy").comparisons[0]
    >>> round(pair.difference, 2), round(pair.p_value, 2), pair.favours
    (0.1, 0.01, 'a')
    """
    check_fraction("alpha", alpha)
    check_choice("alternative", alternative, ALTERNATIVES)
    check_number("n_resamples", n_resamples, above=0, whole=True, hint=option(n_resamples=10_000))
    check_seed(rng)
    instead = call("metric_bootstrap", metric=metric)
    predictions.require_unrepeated("metric_permutation", instead=instead)
    of, words = measure(predictions, metric), format_metric(metric)
    centres = defined(predictions, of)
    one, other = columns = pairs(predictions, control)
    options = _Options(alternative, int(n_resamples), rng)
    mirrored = options._replace(alternative=OPPOSITE[alternative])
    p_value = np.array(
        [
            # the higher first, whichever of the two the table has first
            _p_of_pair(predictions, of, first, second, options)
            if centres[first] >= centres[second]
            else _p_of_pair(predictions, of, second, first, mirrored)
            for first, second in zip(one.tolist(), other.tolist(), strict=True)
        ]
    )
    apart = difference(centres[one], centres[other])
    nothing = np.full(len(apart), np.nan)
    return compare_predictions(
        predictions,
        columns,
        (apart, apart, p_value, adjust_p(p_value, correction, control)),
        effect=(apart, nothing, nothing),
        assumptions=(EXCHANGEABLE,),
        score=words,
        higher_is_better=of.metric.higher_is_better,
        centres=centres,
        control=control,
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        procedure="metric_permutation",
        method=f"Paired permutation test of {words}",
        variant="resampled",
        # where no exchange that is drawn is as far out
        attainable=attainable_p(np.full(len(apart), 1 / (options.n_resamples + 1)), correction),
        seed=rng,
        statistic_name=f"difference of {words}",
        effect_name=f"difference of {words}",
        references=("fisher1935", "noreen1989", "phipson2010"),
    )


EXCHANGEABLE = Assumption(
    name="under H0 the two predictions for an example could as well be exchanged",
    outcome="not checked",
    evidence="H0 says more than equal metrics: the same distribution of both predictions",
)


def _p_of_pair(
    predictions: Predictions, of: Measure, first: int, second: int, options: _Options
) -> float:
    rows = _rows(of, first, second)
    # the same seed for each pair: its p-value does not depend on who else is compared
    found = exchange_predictions(
        of.stacked(first, second, rows.places),
        rows.multiplicity,
        alternative=options.alternative,
        n_resamples=options.n_resamples,
        rng=options.rng,
    )
    p_value = float(found.p_value)
    if not np.isnan(p_value):
        return p_value
    names = f"{predictions.algorithms[first]} and {predictions.algorithms[second]}"
    raise DesignError(
        f"{of.name} is undefined after predictions of {names} are exchanged.",
        hint=option(metric="accuracy") | option(metric="mae") + " of values",
    )


def _rows(of: Measure, first: int, second: int) -> Rows:
    """Put examples that count alike together: what is drawn does not depend on the table's order."""
    models = (of.predicted[:, first], of.predicted[:, second])
    parts = [of.truth, *models]
    if of.metric.per_example is not None:
        parts = [of.metric.per_example(of.truth, each) for each in models]
    if of.weights is not None:
        parts.append(of.weights)
    return Rows(*collapse(*(column for part in parts for column in part.reshape(len(part), -1).T)))
