"""Every metric, through every procedure that takes one, on every shape of predictions.

Each call ends in a result, or in an error that says why and what to do instead.
"""

import functools
import inspect
import json

import numpy as np
import pandas as pd
import pytest
from needs import one_in

from benchreport.data import Predictions, Roles
from benchreport.errors import DesignError, OptionError
from benchreport.numerics.predictions.metrics import METRICS, find_metric
from benchreport.stats import PREDICTION_CATALOGUE

N = 14
NAMES = (
    *METRICS,
    *(
        f"{base}@2"
        for base in ("hit_rate", "precision", "recall", "dcg", "dcg_log2i", "ndcg", "ndcg_log2i")
    ),
)
# the option by which each procedure takes the metric; other procedures take none, and the one of several
# datasets passes it to the one of all examples
TAKES = {
    name: option
    for name, function in PREDICTION_CATALOGUE.items()
    if name != "dataset_differences"
    for option in ("metric", "names", "loss")
    if option in inspect.signature(function).parameters
}
MODELS = ("a", "b")
# of metrics that are means over examples
OF_MEANS = ("loss_t", "paired_difference", "design_effect", "item_analysis", "degradation")


def probabilities(rng, truth):
    chances = rng.random((N, truth.max() + 1)) + np.eye(truth.max() + 1)[truth]
    return chances / chances.sum(axis=1, keepdims=True)


def labels(rng, classes):
    truth = np.arange(N) % classes
    guesses = {m: np.where(rng.random(N) < 0.7, truth, rng.integers(0, classes, N)) for m in MODELS}
    return pd.DataFrame({"y_true": truth, **guesses})


def probabilities_of_one_class(rng):
    truth = np.arange(N) % 2
    columns = {f"{m}_probability": probabilities(rng, truth)[:, 1] for m in MODELS}
    return pd.DataFrame({"y_true": truth, **columns})


def probabilities_of_all_classes(rng):
    truth = np.arange(N) % 3
    columns = {
        f"{m}_probability_{code}": column
        for m in MODELS
        for code, column in enumerate(probabilities(rng, truth).T)
    }
    return pd.DataFrame({"y_true": truth, **columns})


def lists(rng):
    truth = [["x", "y"] if place % 2 else ["z"] for place in range(N)]
    rankings = {m: [list(rng.permutation(list("xyzuvw"))) for _ in truth] for m in MODELS}
    return pd.DataFrame({"truth": truth, **rankings})


def items(rng):
    rows = [
        (model, query, item, rank, int(item < 2 + query % 2))
        for model in MODELS
        for query in range(N)
        for rank, item in enumerate(rng.permutation(6), start=1)
    ]
    return pd.DataFrame(rows, columns=["system", "query", "doc", "rank", "relevance"])


def numbers(rng, *names):
    return pd.DataFrame({name: rng.normal(5, 1, N) for name in names})


OF_LABELS = {name for name in NAMES if find_metric(name).needs == "label"}
OF_ONE = {"precision", "recall", "f1"}
OF_CHANCES = {name for name in NAMES if find_metric(name).needs == "probability"}
OF_SCORES, OF_NUMBERS, OF_LISTS = (
    {name for name in NAMES if find_metric(name).needs == needs}
    for needs in ("score", "number", "ranking")
)
# for each shape: how to make and read a table, the name of its weights, and the metrics it allows
SHAPES = {
    "labels of two classes": (lambda rng: labels(rng, 2), None, "weight", OF_LABELS),
    "labels of three": (lambda rng: labels(rng, 3), None, "weight", OF_LABELS - OF_ONE),
    "a probability": (
        probabilities_of_one_class,
        None,
        "weight",
        OF_LABELS | OF_CHANCES | OF_SCORES,
    ),
    "all probabilities": (
        probabilities_of_all_classes,
        None,
        "weight",
        (OF_LABELS - OF_ONE) | (OF_CHANCES - {"brier"}),
    ),
    "regression": (
        lambda rng: numbers(rng, "y_true", *MODELS),
        "regression",
        "weight",
        OF_NUMBERS,
    ),
    "ranked lists": (lists, "ranking", "weight", OF_LISTS),
    "rows of items": (items, "ranking", "weight", OF_LISTS),
    "language": (
        lambda rng: -numbers(rng, *MODELS).abs(),
        "language",
        "tokens",
        {"log_loss", "perplexity"},
    ),
    "right and wrong": (
        lambda rng: numbers(rng, *MODELS) > 5,
        "correctness",
        "weight",
        {"accuracy", "error"},
    ),
}


@functools.cache
def table_of(shape, weighted):
    make, task, weight, _ = SHAPES[shape]
    frame = make(np.random.default_rng(3))
    if weighted:
        # all rows of a query have the same weight
        place = frame["query"] if "query" in frame else np.arange(N)
        frame = frame.assign(**{weight: 1 + place % 3})
    return Predictions.from_frame(frame, Roles(task=task))


def may_take(procedure, shape, metric, weighted):
    """Tell whether the documentation promises this metric for this procedure and shape."""
    if procedure not in OF_MEANS:
        return metric in SHAPES[shape][3]
    one_by_one = find_metric(metric).per_example is not None
    # brier names the loss for two classes and for more
    of_many = metric == "brier" and shape == "all probabilities"
    takes_weights = procedure != "loss_t"
    mean = of_many or (one_by_one and metric in SHAPES[shape][3])
    return mean and (takes_weights or not weighted)


def call(procedure, table, metric):
    function = PREDICTION_CATALOGUE[procedure]
    option = TAKES[procedure]
    options = {option: [metric] if option == "names" else metric}
    if procedure == "degradation":
        options |= {"baseline": "a", "margin": 0.1}
    if "n_resamples" in inspect.signature(function).parameters:
        options["n_resamples"] = 60
    return function(table, **options)


@pytest.mark.parametrize("weighted", [False, True], ids=["", "weighted"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("procedure", one_in(4, TAKES))
def test_a_result_or_a_reason(procedure, shape, weighted):
    table = table_of(shape, weighted)
    assert table.weighted == weighted
    for metric in NAMES:
        if may_take(procedure, shape, metric, weighted):
            result = call(procedure, table, metric)
            json.dumps(result.to_dict(), allow_nan=False)
            estimates = result.table.filter(regex="estimate|difference").to_numpy(float)
            assert np.isfinite(estimates).all(), metric
            continue
        with pytest.raises((DesignError, OptionError)) as caught:
            call(procedure, table, metric)
        assert caught.value.hint, metric
        # the message must not call a table a classification that is none
        if table.task != "classification":
            assert "classification" not in caught.value.message, metric
