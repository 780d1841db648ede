"""The metrics of predictions by name: how to compute each, its direction and its definition.

Ours because scikit-learn, which the package does without, takes one set of weights at a time; so in all of
``metrics_…``.
"""

from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.errors import OptionError, check_choice
from benchreport.hints import option
from benchreport.numerics.predictions import metrics_classification as classes
from benchreport.numerics.predictions import metrics_probability as chances
from benchreport.numerics.predictions import metrics_ranking as lists
from benchreport.numerics.predictions import metrics_regression as numbers
from benchreport.numerics.predictions import metrics_score as scores
from benchreport.numerics.predictions.weighted_means import weighted_mean

Floats = npt.NDArray[np.float64]
Needs = Literal["label", "probability", "score", "number", "ranking"]
Of = Callable[[npt.ArrayLike, npt.ArrayLike], Floats]
OfWeighted = Callable[[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike | None], Floats]


class Metric(NamedTuple):
    """A metric of one model's predictions."""

    function: OfWeighted
    """(truth, predicted, weights) → () or, for weights (b, n), (b,)."""
    higher_is_better: bool
    needs: Needs
    """Truth and predictions as: class codes (label); codes and class probabilities (probability);
    codes 0 and 1 and scores (score); numbers; gains of all relevant items of a query and gains in
    the order of the ranks (ranking)."""
    definition: str
    per_example: Of | None = None
    """(truth, predicted) → (n,), where the metric is a weighted mean of these."""


def find_metric(name: str) -> Metric:
    """Look a metric up; those of ranked lists take a cut-off, as in ``ndcg@10``.

    Parameters
    ----------
    name
        A name in `METRICS`, or hit_rate, precision, recall, dcg, dcg_log2i, ndcg or ndcg_log2i followed by
        @ and the number of ranks that count.

    Examples
    --------
    >>> find_metric("hit_rate@3").definition
    'share of queries with a relevant item among the first 3 ranks'
    """
    base, mark, cut_off = name.partition("@")
    if not mark:
        check_choice("metric", name, METRICS)
        return METRICS[name]
    if base not in _RANKED or not cut_off.isdecimal() or int(cut_off) < 1:
        examples = ", ".join(f"'{ranked_metric}@10'" for ranked_metric in _RANKED)
        raise OptionError(
            f"Metrics with a cut-off are {examples}; got {name!r}.", hint=option(metric="ndcg@10")
        )
    return _ranking_metric(base, int(cut_off))


def _mean(of: Of, needs: Needs, definition: str, *, higher: bool = False) -> Metric:
    def function(
        truth: npt.ArrayLike, predicted: npt.ArrayLike, weights: npt.ArrayLike | None = None
    ) -> Floats:
        return weighted_mean(of(truth, predicted), weights)

    return Metric(function, higher, needs, definition, of)


def _metric(function: OfWeighted, needs: Needs, definition: str, *, higher: bool = False) -> Metric:
    return Metric(function, higher, needs, definition)


def _wrong(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> Floats:
    return 1.0 - classes.correct(truth, predicted)


def _perplexity(
    truth: npt.ArrayLike, predicted: npt.ArrayLike, weights: npt.ArrayLike | None = None
) -> Floats:
    return lists.perplexity(chances.probability_of_truth(truth, predicted), weights)


_SCORES: dict[classes.Score, str] = {
    "precision": "share of correct predictions among those of a class",
    "recall": "share of the examples of a class that are recognized",
    "f1": "harmonic mean of precision and recall",
}
_AVERAGES: dict[classes.Average, str] = {
    "macro": "mean over the classes",
    "micro": "pooled over all classes",
    "weighted": "mean over classes, weighted by size",
}


def _labels() -> dict[str, Metric]:
    metrics = {
        "accuracy": _mean(
            classes.correct, "label", "share of examples predicted correctly", higher=True
        ),
        "error": _mean(_wrong, "label", "share of examples predicted incorrectly"),
        "balanced_accuracy": _metric(
            classes.balanced_accuracy, "label", "mean recall over the classes", higher=True
        ),
        "mcc": _metric(
            classes.mcc,
            "label",
            "Matthews correlation coefficient of truth and prediction",
            higher=True,
        ),
        "cohen_kappa": _metric(
            classes.cohen_kappa,
            "label",
            "agreement beyond what the class frequencies give by chance",
            higher=True,
        ),
    }
    for score, text in _SCORES.items():
        of_one = partial(classes.score_positive_class, score=score)
        metrics[score] = _metric(of_one, "label", f"{text}, for the positive class", higher=True)
        for average, over in _AVERAGES.items():
            of_all = partial(classes.average_classes, score=score, average=average)
            metrics[f"{score}_{average}"] = _metric(of_all, "label", f"{text}, {over}", higher=True)
    return metrics


def _ranking_metric(base: str, at: int | None = None) -> Metric:
    return _mean(
        partial(_score_lists, base=base, at=at),
        "ranking",
        _RANKED[base].format("all" if at is None else f"the first {at}"),
        higher=True,
    )


_RANKED = {
    "hit_rate": "share of queries with a relevant item among {} ranks",
    "precision": "share of {} ranks that hold a relevant item, mean over queries",
    "recall": "share of all relevant items among {} ranks, mean over queries",
    "dcg": "sum over {} ranks i of the gain, divided by log2(i + 1), mean over queries",
    "dcg_log2i": "sum over {} ranks i of the gain, divided by log2(i) from i = 2 on, mean over queries",
    "ndcg": "DCG of {} ranks, discount log2(i + 1), relative to the best one, mean over queries",
    "ndcg_log2i": "DCG of {} ranks, discount log2(i) from i = 2, relative to the best one, mean over "
    "queries",
}


def _score_lists(
    truth: npt.ArrayLike, predicted: npt.ArrayLike, *, base: str, at: int | None
) -> Floats:
    discount: lists.Discount = "log2(i)" if base.endswith("_log2i") else "log2(i+1)"
    if base == "hit_rate":
        return lists.hit(predicted, at)
    if base == "precision":
        return lists.precision_at(predicted, at or np.shape(predicted)[1])
    if base == "recall":
        return lists.recall_at(predicted, truth, at)
    if base.startswith("dcg"):
        return lists.dcg(predicted, at, discount)
    return lists.ndcg(predicted, truth, at, discount)


def _average_precision(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> Floats:
    return lists.average_precision(predicted, truth)


METRICS: dict[str, Metric] = {
    **_labels(),
    "log_loss": _mean(
        chances.log_loss,
        "probability",
        "mean of −log of the probability predicted for the true class",
    ),
    "brier": _mean(
        chances.brier, "probability", "mean squared error of the probability of the positive class"
    ),
    "brier_multiclass": _mean(
        chances.brier_multiclass,
        "probability",
        "squared errors of the probabilities, summed over the classes, mean over examples",
    ),
    "perplexity": _metric(_perplexity, "probability", "exponential of the log loss"),
    "auc": _metric(
        scores.area_under_roc,
        "score",
        "probability that a positive example gets a higher score than a negative one",
        higher=True,
    ),
    "average_precision": _metric(
        scores.area_under_precision_recall,
        "score",
        "mean over the positive examples of the precision at their score",
        higher=True,
    ),
    "mse": _mean(numbers.squared_error, "number", "mean squared error"),
    "rmse": _metric(numbers.rmse, "number", "root of the mean squared error"),
    "mae": _mean(numbers.absolute_error, "number", "mean absolute error"),
    "mape": _mean(
        numbers.percentage_error, "number", "mean absolute error as a fraction of the truth"
    ),
    "r2": _metric(
        numbers.r2,
        "number",
        "share of the variance of the truth that the predictions explain",
        higher=True,
    ),
    **{name: _ranking_metric(name) for name in _RANKED if name not in ("precision", "recall")},
    "reciprocal_rank": _mean(
        lambda _, predicted: lists.reciprocal_rank(predicted),
        "ranking",
        "1 divided by the rank of the first relevant item, 0 without one, mean over queries",
        higher=True,
    ),
    "mean_average_precision": _mean(
        _average_precision,
        "ranking",
        "mean precision at the ranks of the relevant items, mean over queries",
        higher=True,
    ),
}
