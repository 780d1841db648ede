"""How hard examples are, and which tell models apart."""

from dataclasses import replace

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.errors import check_number
from benchreport.hints import call, option
from benchreport.numerics.moments import NOISE
from benchreport.results.base import Design
from benchreport.results.predictions.items import ENOUGH_MODELS, REVERSED, Item, ItemsResult
from benchreport.stats._arrays import Array
from benchreport.stats._predictions.example_values import example_values
from benchreport.stats._predictions.prediction_pairs import examples_apart, note_averages
from benchreport.stats.predictions.flips import name_example


def item_analysis(
    predictions: Predictions, *, metric: str = "auto", most: int = 1000
) -> ItemsResult:
    """List the examples from the hardest to the easiest, and how well each tells good models from bad ones.

    There is no H0 and no H1.

    Parameters
    ----------
    predictions
        Predictions of k models for n examples.
    metric
        A metric that is a mean over examples, as in `paired_difference`.
    most
        How many examples to list.

    Returns
    -------
    ItemsResult
        For each example the mean over models, the lowest and the highest of them, and the item–rest
        correlation: over models, of their values on it with their means on all other examples. How many
        examples no model gets right, and all do.

    Raises
    ------
    DesignError
        Rows stand for several examples each.
        The metric needs labels, probabilities or values that are not there.
    OptionError
        The metric is invalid, or not a mean over examples.

    Notes
    -----
    Below zero, better models do worse on an example, as they do where its expected answer is wrong. The
    correlation of a single example is rough: over k models chance alone makes it vary by about 1/√(k − 1).
    Weights do not count: each example is looked at alone.

    References
    ----------
    Lord & Novick (1968), Statistical theories of mental test scores, chapter 15; Rodriguez et al. (2021),
    ACL, 4486-4503, on leaderboards.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"m": [1, 1, 0, 0], "n": [1, 0, 1, 0], "o": [1, 0, 0, 0]})
    >>> result = frame.bench(task="correctness").item_analysis()
    >>> [(row.example, round(row.mean, 2)) for row in result.rows][:2], result.never, result.always
    ([('3', 0.0), ('1', 0.33)], 1, 1)
    """
    check_number("most", most, above=0, whole=True, hint=option(most=100))
    predictions.require_examples("item_analysis", instead=call("metrics"))
    scored = example_values(replace(predictions, weighted=False), metric)
    values = scored.values
    up = values if scored.higher_is_better else -values
    mean = up.mean(axis=1)
    correlation = _item_rest(values)
    row_of = predictions.row_of_unit
    order = np.argsort(mean, kind="stable")[:most]
    judged = scored.name == "accuracy"
    k = values.shape[1]
    reversed_ = (correlation < REVERSED).sum() if k >= ENOUGH_MODELS else 0
    return ItemsResult(
        procedure="item_analysis",
        method="Item analysis",
        design=Design.of_predictions(
            predictions, scored.name, higher_is_better=scored.higher_is_better, averaged=True
        ),
        assumptions=(examples_apart(predictions, averaged=True),),
        warnings=tuple(note_averages(predictions)),
        references=("lord1968", "rodriguez2021"),
        rows=tuple(
            Item(
                *name_example(predictions, int(row_of[place])),
                float(values[place].mean()),
                float(values[place].min()),
                float(values[place].max()),
                float(correlation[place]),
            )
            for place in order.tolist()
        ),
        easiest=float(values[int(np.argmax(mean))].mean()),
        never=int((values == 0).all(axis=1).sum()) if judged else 0,
        always=int((values == 1).all(axis=1).sum()) if judged else 0,
        reversed_=int(reversed_),
    )


def _item_rest(values: Array) -> Array:
    """Correlate each example (n, k) over models with the sum of all others; NaN where either is constant."""
    scale = np.abs(values).max(initial=0.0) or 1.0
    rows = values / scale
    rest = rows.sum(axis=0) - rows
    rows = rows - rows.mean(axis=1, keepdims=True)
    rest -= rest.mean(axis=1, keepdims=True)
    size, size_of_rest = (np.sqrt((part**2).sum(axis=1)) for part in (rows, rest))
    varies = (size > NOISE) & (size_of_rest > NOISE * len(values))
    found = np.full(len(values), np.nan)
    product = (rows * rest).sum(axis=1)
    np.divide(product, size * size_of_rest, where=varies, out=found)
    bounded: Array = np.clip(found, -1.0, 1.0)
    return bounded
