"""The recommended comparison of predictions, run as a whole."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchreport import stats
from benchreport.analysis.verdict import leader
from benchreport.data.predictions import Predictions
from benchreport.errors import check_fraction
from benchreport.results import OmnibusResult, PairwiseResult, Result
from benchreport.results import format as fmt
from benchreport.results.confusion import ConfusionResult
from benchreport.results.disagreement import DisagreementResult
from benchreport.results.metrics import MetricsResult
from benchreport.results.reliability import ReliabilityResult
from benchreport.results.roc import RocResult

__all__ = ["PredictionAnalysis", "analyze_predictions"]

TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionAnalysis:
    """What the recommended path found in predictions.

    Parameters
    ----------
    predictions
        The table.
    alpha, control
        The level of decisions; the model that the others are compared with, ``None`` for all pairs.
    metrics
        Metrics with intervals, and the majority baseline.
    omnibus
        Cochran's Q, where there are several models and labels.
    pairs
        Tests of pairs; the first decides.
    roc, reliability, confusion, disagreements
        Where the task has them, ``None`` where not.
    verdict
        The answer in plain sentences, the most important first.
    """

    predictions: Predictions
    alpha: float
    control: str | None
    metrics: MetricsResult
    omnibus: OmnibusResult | None
    pairs: tuple[PairwiseResult, ...]
    roc: RocResult | None
    reliability: ReliabilityResult | None
    confusion: ConfusionResult | None
    disagreements: DisagreementResult | None
    verdict: tuple[str, ...]

    @property
    def results(self) -> tuple[Result, ...]:
        """All results in the order of a paper."""
        every = (
            self.metrics,
            self.omnibus,
            *self.pairs,
            self.roc,
            self.reliability,
            self.confusion,
            self.disagreements,
        )
        return tuple(each for each in every if each is not None)

    def __str__(self) -> str:
        summaries = (each.summary for each in self.results)
        return "\n".join([str(self.predictions), "", *self.verdict, "", *summaries])


def analyze_predictions(
    predictions: Predictions,
    *,
    alpha: float = 0.05,
    control: str | None = None,
    rng: int = 0,
    progress: Callable[[str], None] = lambda step: None,  # noqa: ARG005 - said to nobody
) -> PredictionAnalysis:
    """Compare models from their predictions: metrics with intervals, paired tests, ROC, confusion.

    Labels are compared by Cochran's Q and McNemar's test, AUCs by DeLong's; measured values by the
    paired t test of squared errors, ranked lists by that of NDCG, language by that of log loss, all
    three by the bootstrap where examples are weighted.

    Parameters
    ----------
    predictions
        Of k models for n examples.
    alpha
        The level of all decisions.
    control
        Compare the others with this model; ``None`` compares all pairs.
    rng
        Seed of bootstrap intervals.
    progress
        Called with the name of each step before it starts.

    Raises
    ------
    DesignError
        The control is not among the models.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y_true": list("aabb") * 5, "m": list("aabb") * 5, "n": list("abab") * 5})
    >>> analysis = analyze_predictions(Predictions.from_frame(frame))
    >>> [each.procedure for each in analysis.pairs]
    ['mcnemar']
    """
    check_fraction("alpha", alpha)
    versus = None if control is None else predictions.algorithms[predictions.index_of(control)]
    labels = predictions.task == "classification"
    scored = labels and predictions.scores is not None and len(predictions.classes) == TWO
    several = len(predictions.algorithms) > 1
    progress("measuring")
    metrics = stats.metrics(predictions, alpha=alpha, rng=rng)
    progress("comparing models")
    omnibus = None
    if labels and len(predictions.algorithms) > TWO:
        omnibus = stats.cochran_q(predictions, alpha=alpha)
    pairs = _pairs(predictions, metrics, versus, rng, scored=scored) if several else ()
    progress("drawing curves")
    chances = scored and predictions.scores is not None and _are_probabilities(predictions)
    unweighted = not predictions.weighted
    return PredictionAnalysis(
        predictions=predictions,
        alpha=alpha,
        control=versus,
        metrics=metrics,
        omnibus=omnibus,
        pairs=pairs,
        roc=stats.roc(predictions, alpha=alpha) if scored and unweighted else None,
        reliability=stats.reliability(predictions, alpha=alpha) if chances and unweighted else None,
        confusion=stats.confusion(predictions, alpha=alpha) if labels else None,
        disagreements=stats.disagreements(predictions) if labels and several else None,
        verdict=_verdict(predictions, metrics, omnibus, pairs),
    )


def _are_probabilities(predictions: Predictions) -> bool:
    scores = predictions.scores
    return scores is not None and bool(((scores >= 0) & (scores <= 1)).all())


def _pairs(
    predictions: Predictions,
    metrics: MetricsResult,
    control: str | None,
    rng: int,
    *,
    scored: bool,
) -> tuple[PairwiseResult, ...]:
    alpha = metrics.alpha
    if predictions.task != "classification":
        if predictions.weighted:
            metric = metrics.names[0]
            return (
                stats.metric_bootstrap(
                    predictions, metric=metric, alpha=alpha, control=control, rng=rng
                ),
            )
        return (stats.loss_t(predictions, alpha=alpha, control=control),)
    labels = stats.mcnemar(predictions, alpha=alpha, control=control)
    if not scored or predictions.weighted:
        return (labels,)
    return labels, stats.delong(predictions, alpha=alpha, control=control)


def _verdict(
    predictions: Predictions,
    metrics: MetricsResult,
    omnibus: OmnibusResult | None,
    pairs: tuple[PairwiseResult, ...],
) -> tuple[str, ...]:
    told = [leader(each) for each in pairs]
    if omnibus is not None:
        told.insert(0, f"{omnibus.interpretation[0].rstrip('.')} ({omnibus.summary}).")
    if predictions.task == "classification":
        told.append(_baseline(predictions))
    if not pairs:
        told.append(metrics.summary)
    told.append(
        "This is about the models as trained, on examples like these: other training data may rank "
        "them otherwise."
    )
    return tuple(told)


def _baseline(predictions: Predictions) -> str:
    weights = np.bincount(predictions.truth.astype(int), predictions.weights)
    share = weights / weights.sum()
    common = predictions.classes[int(share.argmax())]
    accuracy = np.average(predictions.correct, axis=0, weights=predictions.weights)
    below = [
        name
        for name, each in zip(predictions.algorithms, accuracy, strict=True)
        if each <= share.max()
    ]
    line = f"Always saying {common} would be right in {fmt.number(100 * share.max(), 3)} % of cases"
    if not below:
        return f"{line}; all models do better."
    return f"{line}; {fmt.listed(below, most=6)} {'does' if len(below) == 1 else 'do'} no better."
