"""The paired permutation test of any metric."""

from typing import NamedTuple

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.errors import DesignError, check_choice, check_fraction, check_number, check_seed
from benchreport.hints import call, option
from benchreport.numerics.resampling.prediction_permutation import exchange_predictions
from benchreport.numerics.resampling.resample_weights import collapse
from benchreport.numerics.tails import ALTERNATIVES, OPPOSITE, Alternative
from benchreport.progress import watch
from benchreport.results.base import Assumption
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.results.predictions.metrics import format_metric
from benchreport.stats._corrections import Correction, adjust_p, attainable_p
from benchreport.stats._pairs import column_pairs, pairs
from benchreport.stats._predictions.metric_values import (
    Measure,
    Rows,
    measure,
    metric_difference,
    require_defined,
)
from benchreport.stats._predictions.prediction_pairs import compare_predictions
from benchreport.wording.shell import progress as steps
from benchreport.wording.verdicts import assumptions as wording


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

    H1: the metric differs, or lies on the side of the alternative. The test is also called approximate
    randomization.

    Parameters
    ----------
    predictions
        Predictions of k models for n examples, weighted or not.
    metric
        The metric, one that the table allows: accuracy, f1_macro, auc, rmse, … (see `metrics`).
    alpha
        The level of decisions.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this model; by default, all pairs are compared.
    alternative
        ``"two-sided"``; ``"greater"``: the first of a pair has the higher metric; ``"less"``. Choose it
        before the scores are seen.
    n_resamples
        The number of random exchanges; p = (b + 1)/(n_resamples + 1), never 0.
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
        Examples are repeated, or come in clusters.
        The table lacks the input of the metric; the metric is undefined or infinite for a model, or after
        an exchange; or there is one model only.
    OptionError
        The metric, correction or alternative is invalid.

    Notes
    -----
    For accuracy this is McNemar's exact test, approximated by random exchanges. For models with the same
    predictions p = 1. Scores are exchanged unchanged: AUC needs both models on one scale, such as that
    of probabilities; `delong` does not.

    References
    ----------
    Fisher (1935), The design of experiments, section 21; Noreen (1989), Computer-intensive methods
    for testing hypotheses; Phipson & Smyth (2010) for p.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> rows = [(1, 1, 1)] * 80 + [(1, 1, 0)] * 11 + [(1, 0, 1)] + [(0, 1, 1)] * 8
    >>> frame = pd.DataFrame(rows, columns=["y_true", "a", "b"])
    >>> pair = frame.bench.metric_permutation(metric="accuracy").comparisons[0]
    >>> round(pair.difference, 2), round(pair.p_value, 2), pair.favours
    (0.1, 0.01, 'a')
    """
    check_fraction("alpha", alpha)
    check_choice("alternative", alternative, ALTERNATIVES)
    check_number("n_resamples", n_resamples, above=0, whole=True, hint=option(n_resamples=10_000))
    check_seed(rng)
    instead = call("metric_bootstrap", metric=metric)
    predictions.require_independent("metric_permutation", instead=instead)
    measured, words = measure(predictions, metric), format_metric(metric)
    centres = require_defined(predictions, measured)
    first, second = columns = pairs(predictions, control)
    options = _Options(alternative, int(n_resamples), rng)
    mirrored = options._replace(alternative=OPPOSITE[alternative])

    def p_of(pair: tuple[int, int]) -> float:
        # the model with the higher metric first, whatever the order of the table
        i, j = pair
        if centres[i] >= centres[j]:
            return _p_of_pair(predictions, measured, i, j, options)
        return _p_of_pair(predictions, measured, j, i, mirrored)

    p_value = np.array(list(map(p_of, watch(list(column_pairs(columns)), steps.PERMUTATION))))
    differences = metric_difference(centres[first], centres[second])
    nothing = np.full(len(differences), np.nan)
    return compare_predictions(
        predictions,
        columns,
        (differences, differences, p_value, adjust_p(p_value, correction, control)),
        effect=(differences, nothing, nothing),
        assumptions=(EXCHANGEABLE,),
        score=words,
        higher_is_better=measured.metric.higher_is_better,
        centres=centres,
        control=control,
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        procedure="metric_permutation",
        method=f"Paired permutation test of {words}",
        variant="resampled",
        # the p-value where no random exchange is as far out as the observed difference
        attainable=attainable_p(
            np.full(len(differences), 1 / (options.n_resamples + 1)), correction
        ),
        seed=rng,
        statistic_name=f"difference of {words}",
        effect_name=f"difference of {words}",
        references=("fisher1935", "noreen1989", "phipson2010"),
    )


EXCHANGEABLE = Assumption.of(wording.EXCHANGEABLE_PREDICTIONS)


def _p_of_pair(
    predictions: Predictions, measured: Measure, first: int, second: int, options: _Options
) -> float:
    rows = _group_rows(measured, first, second)
    # the same seed for each pair, so that its p-value does not depend on the other models
    test = exchange_predictions(
        measured.statistic_of_two(first, second, rows.places),
        rows.multiplicity,
        alternative=options.alternative,
        n_resamples=options.n_resamples,
        rng=options.rng,
    )
    p_value = float(test.p_value)
    if not np.isnan(p_value):
        return p_value
    names = f"{predictions.algorithms[first]} and {predictions.algorithms[second]}"
    raise DesignError(
        f"{measured.name} is undefined after predictions of {names} are exchanged.",
        hint=option(metric="accuracy") | option(metric="mae") + " of values",
    )


def _group_rows(measured: Measure, first: int, second: int) -> Rows:
    """Group equal examples, so that draws do not depend on the table's order."""
    models = (measured.predicted[:, first], measured.predicted[:, second])
    parts = [measured.truth, *models]
    if measured.metric.per_example is not None:
        parts = [measured.metric.per_example(measured.truth, model) for model in models]
    if measured.weights is not None:
        parts.append(measured.weights)
    columns = (column for part in parts for column in part.reshape(len(part), -1).T)
    return Rows(*collapse(*columns, counts=measured.counts))
