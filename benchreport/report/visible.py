"""Labels that every output can carry."""

import dataclasses
import re

from benchreport.data.curves import Curves
from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores

__all__ = ["visible", "visible_curves", "visible_predictions", "visible_scores"]

# What XML 1.0 (section 2.2) forbids, C1 controls, and what would turn the direction of the text
# that follows: an SVG with one of the first is not drawn at all, and nothing says so
UNUSABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def visible(text: str) -> str:
    r"""Write characters that no page can carry as their escapes.

    >>> print(visible("svm\x07"), visible("決定木"))
    svm\x07 決定木
    """
    return UNUSABLE.sub(lambda found: ascii(found[0])[1:-1], text)


def visible_curves(curves: Curves) -> Curves:
    """Return the same curves with labels that every output can carry.

    Parameters
    ----------
    curves
        Any table; its SHA-256 stays that of the labels as they were read.
    """
    runs = tuple(
        dataclasses.replace(
            run,
            algorithm=visible(run.algorithm),
            dataset=visible(run.dataset),
            repeats=tuple(map(visible, run.repeats)),
        )
        for run in curves.runs
    )
    return dataclasses.replace(
        curves,
        runs=runs,
        algorithms=tuple(map(visible, curves.algorithms)),
        datasets=tuple(map(visible, curves.datasets)),
        score=visible(curves.score),
        step=visible(curves.step),
    )


def visible_predictions(predictions: Predictions) -> Predictions:
    """Return the same predictions with labels that every output can carry.

    Parameters
    ----------
    predictions
        Any table; its SHA-256 stays that of the labels as they were read.
    """
    return dataclasses.replace(
        predictions,
        algorithms=tuple(map(visible, predictions.algorithms)),
        classes=tuple(map(visible, predictions.classes)),
        positive=visible(predictions.positive),
        datasets=tuple(map(visible, predictions.datasets)),
        examples=tuple(map(visible, predictions.examples)),
    )


def visible_scores(scores: Scores) -> Scores:
    """Return the same table with labels that every output can carry.

    Parameters
    ----------
    scores
        Any table; its SHA-256 stays that of the labels as they were read.
    """
    return dataclasses.replace(
        scores,
        algorithms=tuple(map(visible, scores.algorithms)),
        blocks=tuple(map(visible, scores.blocks)),
        dataset=visible(scores.dataset),
        score=visible(scores.score),
        filled=tuple((visible(algorithm), visible(block)) for algorithm, block in scores.filled),
        dropped=tuple(map(visible, scores.dropped)),
    )
