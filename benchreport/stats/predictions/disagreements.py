"""Examples on which models differ."""

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.errors import check_number
from benchreport.hints import call, option
from benchreport.results.base import Design
from benchreport.results.later import later
from benchreport.results.predictions.disagreement import Disagreement, DisagreementResult
from benchreport.stats._predictions.prediction_pairs import examples_apart


def disagreements(predictions: Predictions, *, most: int = 1000) -> DisagreementResult:
    """List examples on which some models are right and others wrong, the most evenly split first.

    There is no H0 and no H1: McNemar's test counts these examples, and the list shows them.

    Parameters
    ----------
    predictions
        Labels of k models for n examples.
    most
        How many examples to list.

    Returns
    -------
    DisagreementResult
        The truth and every model's prediction; the numbers of examples that all get right, and wrong.

    Raises
    ------
    DesignError
        The truth is a measured value.

    References
    ----------
    McNemar (1947), Psychometrika 12: 153-157.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"y_true": list("aabb"), "m": list("aabb"), "n": list("abbb")})
    >>> result = frame.bench.disagreements()
    >>> result.rows[0].example, result.rows[0].answers, result.all_right
    ('1', ('a', 'b'), 3)
    """
    check_number("most", most, above=0, whole=True, hint=option(most=100))
    predictions.require_judgements("disagreements")
    right = predictions.require_examples("disagreements", instead=call("mcnemar")).correct
    k = right.shape[1]
    hits = right.sum(axis=1)
    split = np.flatnonzero((hits > 0) & (hits < k))
    order = split[np.argsort(np.abs(hits[split] - k / 2), kind="stable")][:most]
    classes = np.array(predictions.classes or ("wrong", "right"), dtype=object)
    truth, predicted = predictions.truth.astype(int), predictions.predicted.astype(int)
    return DisagreementResult(
        procedure="disagreements",
        method="Disagreements",
        design=Design.of_predictions(predictions),
        assumptions=later(lambda: (examples_apart(predictions),)),
        references=("mcnemar1947",),
        rows=tuple(
            Disagreement(
                predictions.examples[row],
                predictions.datasets[predictions.dataset[row]],
                str(classes[truth[row]]) if predictions.classes else "",
                tuple(map(str, classes[predicted[row]])),
                tuple(right[row].tolist()),
            )
            for row in order.tolist()
        ),
        total=len(split),
        all_right=int((hits == k).sum()),
        all_wrong=int((hits == 0).sum()),
    )
