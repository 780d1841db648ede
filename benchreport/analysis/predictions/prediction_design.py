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


def is_averaged(predictions: Predictions) -> bool:
    """Tell whether the test that decides compares means over examples; areas under curves are none."""
    return is_judged(predictions) or predictions.task != "classification"


def is_log(predictions: Predictions) -> bool:
    """Tell whether examples are questions of an evaluation: in clusters, with samples, or right and wrong."""
    logged = predictions.grouped or predictions.task == "correctness"
    return is_judged(predictions) and logged and not predictions.counted


def has_parts(predictions: Predictions) -> bool:
    """Tell whether noise comes from more than single examples: from samples, clusters or datasets."""
    parts = predictions.grouped or len(predictions.datasets) > 1
    plain = not predictions.weighted and not predictions.counted
    return is_averaged(predictions) and parts and plain
