"""Figures straight from a table of predictions: run the procedure, draw its result."""

from matplotlib.axes import Axes

from benchreport import stats
from benchreport.data.predictions import Predictions
from benchreport.plots.base.style import Width
from benchreport.plots.predictions import calibration, confusion, mcnemar, precision_recall, roc

__all__ = [
    "calibration_plot",
    "confusion_plot",
    "mcnemar_plot",
    "precision_recall_plot",
    "roc_plot",
]


def roc_plot(
    predictions: Predictions, *, alpha: float = 0.05, ax: Axes | None = None, width: Width = "page"
) -> Axes:
    """Draw the ROC curves of all models, with their convex hull and the chance line.

    Parameters
    ----------
    predictions
        Of two classes, with scores or probabilities.
    alpha
        Intervals of areas have confidence 1 − alpha.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.

    Returns
    -------
    matplotlib.axes.Axes
        Save it with ``ax.figure.savefig("roc.pdf")``.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"y_true": [0, 0, 1, 1], "m_score": [0.1, 0.4, 0.35, 0.8]})
    >>> roc_plot(Predictions.from_frame(frame, Roles(positive="1"))).get_xlabel()
    'false positive rate'
    """
    return roc.roc_plot(stats.roc(predictions, alpha=alpha), ax=ax, width=width)


def precision_recall_plot(
    predictions: Predictions, *, ax: Axes | None = None, width: Width = "page"
) -> Axes:
    """Draw precision against recall of all models.

    Parameters
    ----------
    predictions
        Of two classes, with scores or probabilities.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.
    """
    return precision_recall.precision_recall_plot(
        stats.precision_recall(predictions), ax=ax, width=width
    )


def calibration_plot(
    predictions: Predictions,
    *,
    alpha: float = 0.05,
    bins: int = 10,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the observed share of positives against the predicted one, with intervals.

    Parameters
    ----------
    predictions
        Of two classes, with probabilities.
    alpha
        Intervals have confidence 1 − alpha.
    bins
        How many bins the probabilities fall into.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.
    """
    result = stats.reliability(predictions, alpha=alpha, bins=bins)
    return calibration.calibration_plot(result, ax=ax, width=width)


def confusion_plot(
    predictions: Predictions,
    *,
    algorithm: str | None = None,
    ax: Axes | None = None,
    width: Width = 4.5,
) -> Axes:
    """Draw one model's confusion matrix: counts, and shares of the true class.

    Parameters
    ----------
    predictions
        Of labels.
    algorithm
        Whose; the first model's by default.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.
    """
    chosen = predictions.algorithms[0 if algorithm is None else predictions.index_of(algorithm)]
    return confusion.confusion_plot(
        stats.confusion(predictions), algorithm=chosen, ax=ax, width=width
    )


def mcnemar_plot(
    predictions: Predictions, *, alpha: float = 0.05, ax: Axes | None = None, width: Width = "page"
) -> Axes:
    """Draw where McNemar's exact test and its approximation decide differently, and all pairs in it.

    Parameters
    ----------
    predictions
        Of at least two models.
    alpha
        The level of the decisions.
    ax
        Where to draw; a new figure by default.
    width
        Of a new figure: ``"column"``, ``"page"`` or inches.
    """
    return mcnemar.mcnemar_plot(stats.mcnemar(predictions, alpha=alpha), ax=ax, width=width)
