"""What a table of predictions allows: the questions that analyses and the rules of advice ask of it."""

from benchreport.data.predictions import Predictions

TWO = 2


def is_judged(predictions: Predictions) -> bool:
    """Tell whether each answer is right or wrong."""
    return predictions.has_labels or predictions.task == "correctness"


def is_scored(predictions: Predictions) -> bool:
    """Tell whether there are scores of one class against the rest."""
    return has_scores(predictions) and _least_class(predictions) >= TWO


def has_scores(predictions: Predictions) -> bool:
    """Tell whether models gave scores of the positive class."""
    return predictions.scores is not None and bool(predictions.positive)


def _least_class(predictions: Predictions) -> int:
    positives = int(predictions.is_positive.sum())
    return min(positives, predictions.n - positives)


def are_probabilities(predictions: Predictions) -> bool:
    """Tell whether the scores of the positive class are probabilities."""
    scores = predictions.scores
    return scores is not None and bool(((scores >= 0) & (scores <= 1)).all())
