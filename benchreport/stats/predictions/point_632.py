"""The .632 and .632+ error of a learner, by bootstrap."""

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.errors import DesignError, OptionError, check_fraction, examples
from benchreport.hints import call, code
from benchreport.numerics.predictions import out_of_bag as numerics
from benchreport.results.base import Assumption, Design
from benchreport.results.later import later
from benchreport.results.predictions.metrics import Measured, MetricsResult
from benchreport.stats._arrays import Array, Booleans
from benchreport.stats._predictions.point_632_rounds import (
    OUT_OF_BAG,
    RESUBSTITUTION,
    find_part,
    rounds_632,
)
from benchreport.stats._predictions.prediction_pairs import notes_of
from benchreport.wording.results import measures
from benchreport.wording.verdicts import assumptions as wording
from benchreport.wording.verdicts import notes as texts

BEFOREHAND = Assumption.of(wording.UNSEEN)


def point_632(
    table: Predictions | Scores, *, alpha: float = 0.05, no_information_rate: float | None = None
) -> MetricsResult:
    """Estimate each learner's error by .632 and .632+, from its models' out-of-bag predictions.

    There is no H0 and no H1: these are estimates. Out of bag a learner has only 63.2 % of the examples
    to learn from, which makes its error too large; its error on the training set is too small.

    Parameters
    ----------
    table
        Predictions of labels, or scores, with two datasets that are the parts: ``"out-of-bag"`` (or
        ``"oob"``) and ``"resubstitution"`` (or ``"training"``). Predictions, read as
        ``df.bench(dataset="part")`` without the column of the rounds: out of bag a row for each
        example that a bootstrap round left out, in every round; and one for each example, predicted
        by the model fitted to all. Scores, read as ``df.bench(dataset="part", repeat="round")``: one
        of each part in every round; or a single one of resubstitution, of the model fitted to all.
    alpha
        Intervals have confidence 1 − alpha (scores only).
    no_information_rate
        The error of the same predictions if they were independent of the truth, for .632+ (scores only;
        predictions show it). Scores where higher is better count as 1 − error.

    Returns
    -------
    MetricsResult
        From predictions each learner's errors of resubstitution and out of bag, no-information rate,
        .632 and .632+, without intervals. From scores the means over rounds of both parts, .632 and,
        where the rate is given, .632+, with percentiles over rounds; a warning tells how often those
        miss the truth.

    Raises
    ------
    DesignError
        The truth is a measured value, the parts have other names, or rounds lack scores.
    OptionError
        Alpha is not between 0 and 1; the rate is not a possible error, or is given for predictions.

    Notes
    -----
    Where examples have names (the example role) the out-of-bag errors of each example are averaged
    first, over the rounds that left it out (Efron's leave-one-out bootstrap); else all rows count the
    same. The no-information rate is that of the resubstitution predictions. From scores .632+ is
    computed in each round and averaged, as in Raschka (2018); Efron and Tibshirani compute it once, from
    the mean errors.

    References
    ----------
    Efron (1983), JASA 78: 316-331; Efron & Tibshirani (1997), JASA 92: 548-560; Raschka (2018),
    section 2.4.

    Examples
    --------
    Nearest neighbour on classes that have nothing to do with the features:

    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "part": ["training"] * 4 + ["oob"] * 4, "y_true": list("aabb") * 2,
    ...     "nearest": list("aabb") + list("abab"),
    ... })
    >>> result = frame.bench(dataset="part").point_632()
    >>> [(row.metric, row.estimate) for row in result.rows[:2]]
    [('error_632_plus', 0.5), ('error_632', 0.316)]

    From its scores in three rounds:

    >>> frame = pd.DataFrame({
    ...     "part": ["oob"] * 3 + ["training"], "round": [1, 2, 3, 0],
    ...     "nearest": [0.5, 0.5, 0.5, 1.0], "lazy": [0.4, 0.5, 0.6, 0.5],
    ... })
    >>> bench = frame.bench(dataset="part", repeat="round", score="accuracy")
    >>> result = bench.point_632(no_information_rate=0.5)
    >>> [(row.metric, round(row.estimate, 3)) for row in result.rows if row.algorithm == "nearest"][:2]
    [('accuracy_632_plus', 0.5), ('accuracy_632', 0.684)]
    """
    check_fraction("alpha", alpha)
    if isinstance(table, Scores):
        return rounds_632(table, alpha=alpha, no_information_rate=no_information_rate)
    if no_information_rate is not None:
        raise OptionError(
            "no_information_rate is for tables of scores; predictions show it themselves.",
            hint=call("point_632", {"dataset": "part"}),
        )
    return _estimate_from_predictions(table)


def _estimate_from_predictions(predictions: Predictions) -> MetricsResult:
    predictions.require_labels("point_632").require_examples("point_632", instead=call("metrics"))
    left_out, fitted = _parts(predictions)
    wrong = (~predictions.correct).astype(np.float64)
    inside = np.average(wrong[fitted], axis=0, weights=predictions.weights[fitted])
    outside = _out_of_bag(predictions, wrong, left_out)
    truth, labels = predictions.truth[fitted], predictions.predicted[fitted]
    weights = predictions.weights[fitted]
    none = np.array(
        [
            numerics.no_information_rate(truth.astype(int), column.astype(int), weights)
            for column in labels.T
        ]
    )
    plus = numerics.point_632_plus(inside, outside, none)
    columns = (plus.estimate, numerics.point_632(inside, outside), outside, none, inside)
    rows = tuple(
        Measured(algorithm, name, value, None, higher_is_better=False, definition=definition)
        for (name, definition), column in zip(measures.ERRORS.items(), columns, strict=True)
        for algorithm, value in zip(predictions.algorithms, column.tolist(), strict=True)
    )
    return MetricsResult(
        procedure="point_632",
        method="Bootstrap .632 and .632+",
        design=Design.of_predictions(predictions, "error", higher_is_better=False),
        assumptions=(BEFOREHAND,),
        warnings=later(lambda: notes_of(predictions)),
        references=("efron1983", "efron1997", "raschka2018"),
        rows=rows,
        claims=(texts.CLOSE_LEARNERS, texts.NO_ROUNDS),
    )


def _parts(predictions: Predictions) -> tuple[Booleans, Booleans]:
    """Return which rows are out of bag, and which are by the model fitted to all examples."""
    out = find_part(predictions.datasets, OUT_OF_BAG)
    fitted = find_part(predictions.datasets, RESUBSTITUTION)
    if out is not None and fitted is not None and len(predictions.datasets) == 2:  # noqa: PLR2004
        return predictions.dataset == out, predictions.dataset == fitted
    raise DesignError(
        "point_632 needs two parts, 'out-of-bag' and 'resubstitution', read as datasets; found "
        f"{examples([repr(name) for name in predictions.datasets])}.",
        hint=code(
            "pd.concat([oob.assign(part='out-of-bag'), fitted.assign(part='resubstitution')])"
            ".bench(dataset='part').point_632()"
        ),
    )


def _out_of_bag(predictions: Predictions, wrong: Array, left_out: Booleans) -> Array:
    """Average over the rounds that left an example out, then over examples."""
    rows = np.flatnonzero(left_out)
    names = np.array([predictions.examples[row] for row in rows.tolist()])
    _, code = np.unique(names, return_inverse=True)
    rounds = np.bincount(code)
    # an example weighs the same however often it was left out
    weights = predictions.weights[rows] / rounds[code]
    mean: Array = np.average(wrong[rows], axis=0, weights=weights)
    return mean
