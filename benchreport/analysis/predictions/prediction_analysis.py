"""The recommended comparison of predictions, run as a whole."""

from collections.abc import Callable
from dataclasses import dataclass

from benchreport import stats
from benchreport.analysis.analysis_view import describe_analysis, view_analysis
from benchreport.analysis.predictions.evaluation import Evaluation, evaluate
from benchreport.analysis.predictions.prediction_design import (
    are_probabilities,
    has_scores,
    is_judged,
    is_scored,
)
from benchreport.analysis.predictions.predictions_over_datasets import (
    OverDatasets,
    compare_over_datasets,
)
from benchreport.analysis.verdicts.caution import Answer, Caution
from benchreport.analysis.verdicts.prediction_verdict import answer_predictions
from benchreport.data.predictions import Predictions
from benchreport.errors import DesignError, check_fraction
from benchreport.results import OmnibusResult, PairwiseResult, Result
from benchreport.results.predictions.confusion import ConfusionResult
from benchreport.results.predictions.disagreement import DisagreementResult
from benchreport.results.predictions.metrics import MetricsResult
from benchreport.results.predictions.reliability import ReliabilityResult
from benchreport.results.predictions.roc import RocResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.shell import progress as steps
from benchreport.wording.verdicts import omissions as wording

TWO = 2
# for the intervals of metrics, and for tests of pairs
RESAMPLES, PAIR_RESAMPLES = 2000, 10_000


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PredictionAnalysis:
    """The results of the recommended path on predictions.

    Parameters
    ----------
    predictions
        The table.
    alpha, control
        The level of decisions; the model that the others are compared with, ``None`` for all pairs.
    metrics
        Metrics with intervals, and the majority baseline.
    omnibus
        Cochran's Q, if there are more than two models and each answer is right or wrong.
    pairs
        Tests of pairs; the first decides.
    over
        The comparison by dataset and over datasets, if there are several.
    evaluation
        Differences by dataset, where noise comes from, flips and the hardest examples.
    roc, reliability, confusion, disagreements
        The results that the task has; ``None`` for the others.
    left_out
        The results that a reader may miss, and why they are not there, a clause each.
    headline
        The finding in a line, without a full stop.
    verdict
        The answer in at most four plain sentences.
    cautions
        What threatens the answer, the most serious first.
    """

    predictions: Predictions
    alpha: float
    control: str | None
    metrics: MetricsResult
    omnibus: OmnibusResult | None
    pairs: tuple[PairwiseResult, ...]
    over: OverDatasets | None
    evaluation: Evaluation
    roc: RocResult | None
    reliability: ReliabilityResult | None
    confusion: ConfusionResult | None
    disagreements: DisagreementResult | None
    left_out: tuple[str, ...]
    headline: str
    verdict: tuple[str, ...]
    cautions: tuple[Caution, ...]

    @property
    def results(self) -> tuple[Result, ...]:
        """All results in the order of a paper."""
        results = (
            self.metrics,
            self.omnibus,
            *self.pairs,
            *(self.over.results if self.over is not None else ()),
            *self.evaluation.results,
            self.roc,
            self.reliability,
            self.confusion,
            self.disagreements,
        )
        return tuple(result for result in results if result is not None)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The verdict, then the cautions."""
        sentences = (*self.verdict, *(caution.sentence for caution in self.cautions))
        return tuple(map(fmt.end_once, sentences))

    def __str__(self) -> str:
        summaries = (result.summary for result in self.results)
        return "\n".join([str(self.predictions), "", *self.sentences, "", *summaries])

    def __repr__(self) -> str:
        return describe_analysis(
            f"PredictionAnalysis: {self.predictions}", self.headline, self.results
        )

    def _repr_html_(self) -> str:
        answer = Answer(self.headline, self.verdict, self.cautions)
        return view_analysis(f"PredictionAnalysis: {self.predictions}", answer, self.results)


def analyze_predictions(
    predictions: Predictions,
    *,
    alpha: float = 0.05,
    control: str | None = None,
    rng: int = 0,
    progress: Callable[[str], None] = lambda step: None,  # noqa: ARG005 - nobody listens
) -> PredictionAnalysis:
    """Compare models from their predictions: metrics with intervals, paired tests, ROC, confusion.

    Labels are compared by Cochran's Q and McNemar's test, AUCs by DeLong's, probabilities of many
    classes by the paired t test of log losses; measured values by the t test of squared errors,
    ranked lists by that of NDCG, language by that of log loss. Where examples are weighted the
    paired bootstrap takes the place of DeLong's and t tests. Repeats of an example, such as
    samples, are averaged within it, and clusters of examples are compared, not examples: then
    `paired_difference` compares accuracies and losses, and the bootstrap of examples or clusters
    compares AUCs. From five datasets on, one score per dataset is compared too.

    Parameters
    ----------
    predictions
        The predictions of k models for n examples.
    alpha
        The level of all decisions.
    control
        Compare the others with this model; by default, all pairs are compared.
    rng
        The seed of bootstrap intervals.
    progress
        Called with the name of each step before it starts.

    Raises
    ------
    DesignError
        The control is not among the models.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"y_true": list("aabb") * 5, "m": list("aabb") * 5, "n": list("abab") * 5})
    >>> analysis = frame.bench.analyze_predictions()
    >>> [test.procedure for test in analysis.pairs]
    ['mcnemar']
    """
    check_fraction("alpha", alpha)
    versus = None if control is None else predictions.algorithms[predictions.index_of(control)]
    scored = is_scored(predictions)
    several = len(predictions.algorithms) > 1
    progress(steps.METRICS)
    metrics = stats.metrics(predictions, alpha=alpha, rng=rng, n_resamples=RESAMPLES)
    progress(steps.MODELS)
    omnibus = None
    apart = not predictions.grouped
    if is_judged(predictions) and len(predictions.algorithms) > TWO and apart:
        omnibus = stats.cochran_q(predictions, alpha=alpha)
    pairs: tuple[PairwiseResult, ...] = ()
    left_out = _explain_omissions(predictions, several=several)
    try:
        pairs = _test_pairs(predictions, metrics, versus, rng) if several else ()
    except DesignError as error:
        # an infinite loss cannot be tested, but the other results can be computed
        left_out = (*left_out, wording.PAIRS.format(reason=error.message.rstrip(".")))
    over = compare_over_datasets(predictions, metrics.names[0], alpha=alpha, control=versus)
    evaluation = evaluate(
        predictions, pairs[0] if pairs else None, alpha=alpha, control=versus, rng=rng
    )
    progress(steps.CURVES)
    chances = scored and not predictions.weighted and are_probabilities(predictions)
    answer = answer_predictions(predictions, metrics, omnibus, pairs, over)
    return PredictionAnalysis(
        predictions=predictions,
        alpha=alpha,
        control=versus,
        metrics=metrics,
        omnibus=omnibus,
        pairs=pairs,
        over=over,
        evaluation=evaluation,
        roc=stats.roc(predictions, alpha=alpha) if scored else None,
        reliability=stats.reliability(predictions, alpha=alpha) if chances else None,
        confusion=stats.confusion(predictions, alpha=alpha) if predictions.has_labels else None,
        disagreements=(
            # of examples with samples, or in clusters, flips and item analysis tell
            stats.disagreements(predictions)
            if is_judged(predictions)
            and several
            and not predictions.grouped
            and not predictions.counted
            else None
        ),
        left_out=left_out,
        headline=answer.headline,
        verdict=answer.verdict,
        cautions=answer.cautions,
    )


def _explain_omissions(predictions: Predictions, *, several: bool) -> tuple[str, ...]:
    """Say which results on labels and scores are missing, and why."""
    counted = (wording.COUNTED,) * predictions.counted
    if predictions.task == "correctness":
        return (wording.NO_LABELS, *counted)
    if predictions.task != "classification":
        return ()
    scored = is_scored(predictions)
    omissions = []
    if not predictions.has_labels:
        omissions.append(wording.SCORES_SAY_NO_CLASS)
    if has_scores(predictions) and not scored:
        omissions.append(wording.TOO_FEW_OF_A_CLASS)
    elif scored and predictions.weighted:
        omissions.append(wording.WEIGHTED.format(instead=wording.BOOTSTRAP_INSTEAD * several))
    elif scored and not are_probabilities(predictions):
        omissions.append(wording.NO_PROBABILITIES)
    elif not scored and predictions.probabilities is not None:
        omissions.append(wording.NO_POSITIVE)
    elif not scored:
        omissions.append(wording.LABELS_ONLY)
    return (*omissions, *counted)


def _test_pairs(
    predictions: Predictions, metrics: MetricsResult, control: str | None, rng: int
) -> tuple[PairwiseResult, ...]:
    """Run the tests of pairs: on labels, then on scores, or on losses."""
    alpha = metrics.alpha

    def bootstrap(metric: str) -> PairwiseResult:
        return stats.metric_bootstrap(
            predictions,
            metric=metric,
            alpha=alpha,
            control=control,
            n_resamples=PAIR_RESAMPLES,
            rng=rng,
        )

    if predictions.grouped:
        return _test_groups(predictions, bootstrap, alpha, control, rng)
    if predictions.task not in ("classification", "correctness"):
        if predictions.weighted:
            return (bootstrap(metrics.names[0]),)
        return (stats.loss_t(predictions, alpha=alpha, control=control),)
    tests: list[PairwiseResult] = []
    if is_judged(predictions):
        tests.append(stats.mcnemar(predictions, alpha=alpha, control=control))
        if predictions.weighted:
            # McNemar's test of weighted counts has no intervals of differences
            tests.append(bootstrap("accuracy"))
    if is_scored(predictions):
        tests.append(
            bootstrap("auc")
            if predictions.weighted
            else stats.delong(predictions, alpha=alpha, control=control)
        )
    elif predictions.probabilities is not None:
        tests.append(_test_losses(predictions, bootstrap, alpha, control))
    return tuple(tests)


def _test_groups(
    predictions: Predictions,
    bootstrap: Callable[[str], PairwiseResult],
    alpha: float,
    control: str | None,
    rng: int,
) -> tuple[PairwiseResult, ...]:
    """Run the tests of pairs where examples are repeated, or come in clusters."""

    def difference(metric: str) -> PairwiseResult:
        return stats.paired_difference(
            predictions, metric=metric, alpha=alpha, control=control, rng=rng
        )

    if predictions.task not in ("classification", "correctness"):
        return (difference("auto"),)
    tests = [difference("accuracy")] if is_judged(predictions) else []
    if is_scored(predictions):
        tests.append(bootstrap("auc"))
    elif predictions.probabilities is not None:
        try:
            tests.append(difference("log_loss"))
        except DesignError:
            # a probability of 0 for the truth
            tests.append(difference("brier"))
    return tuple(tests)


def _test_losses(
    predictions: Predictions,
    bootstrap: Callable[[str], PairwiseResult],
    alpha: float,
    control: str | None,
) -> PairwiseResult:
    """Compare log losses, or Brier scores where one is infinite."""
    try:
        if predictions.weighted:
            return bootstrap("log_loss")
        return stats.loss_t(predictions, alpha=alpha, control=control, loss="log")
    except DesignError:
        if predictions.weighted:
            return bootstrap("brier_multiclass")
        return stats.loss_t(predictions, alpha=alpha, control=control, loss="brier")
