"""The rules of advice for predictions: what to measure, which tests of the same examples, what to avoid."""

from benchreport.analysis.predictions.prediction_design import (
    are_probabilities,
    has_parts,
    is_averaged,
    is_judged,
    is_log,
    is_scored,
)
from benchreport.analysis.rules.common import avoid, call, offer, recommend
from benchreport.data.predictions import Predictions
from benchreport.results.advice import Suggestion
from benchreport.stats.predictions.metrics import usual_metrics
from benchreport.stats.predictions.paired_difference import ENOUGH_CLUSTERS
from benchreport.wording.verdicts import advice

TWO = 2
OWN_SAMPLES = (
    "paired_difference", "dataset_differences", "item_analysis", "variance_components", "plan",
    "design_effect", "rank_sets", "multiverse",
)  # fmt: skip
"""Procedures that average the samples that each model has."""


def predictions_rules(predictions: Predictions, control: str | None) -> list[Suggestion]:
    """Suggest procedures for predictions of any task; ``analyze_predictions`` runs those recommended."""
    suggestions = [
        recommend(
            call("metrics"),
            advice.METRICS,
            "wilson1927 efron1993",
        )
    ]
    if len(predictions.algorithms) > 1:
        suggestions += _comparisons(predictions, control)
    suggestions += _views(predictions)
    if len(predictions.algorithms) > 1:
        suggestions += _alternatives(predictions, control)
    if predictions.answered is None:
        return suggestions
    return [each for each in suggestions if each.procedure in OWN_SAMPLES]


def _comparisons(predictions: Predictions, control: str | None) -> list[Suggestion]:
    """Recommend the tests: of right and wrong, then of scores; or of losses."""
    if predictions.task not in ("classification", "correctness"):
        return [_of_losses(predictions, control, usual_metrics(predictions)[0])]
    tests = _of_answers(predictions, control) if is_judged(predictions) else []
    if is_scored(predictions):
        tests.append(_of_areas(predictions, control))
    elif predictions.probabilities is not None:
        tests.append(_of_losses(predictions, control, "log_loss"))
    return tests


def _of_answers(predictions: Predictions, control: str | None) -> list[Suggestion]:
    if predictions.grouped:
        return [_of_groups(predictions, control)]
    tests = []
    if len(predictions.algorithms) > TWO:
        tests.append(
            recommend(
                call("cochran_q"),
                advice.COCHRAN_Q,
                "cochran1950 raschka2018",
            )
        )
    tests.append(
        recommend(
            call("mcnemar", control),
            advice.MCNEMAR,
            "mcnemar1947 dietterich1998 raschka2018",
        )
    )
    if predictions.weighted:
        tests.append(
            recommend(
                call("metric_bootstrap", control, metric="accuracy"),
                advice.BOOTSTRAP_OF_WEIGHTS,
                "efron1993",
            )
        )
    return tests


def _of_groups(
    predictions: Predictions, control: str | None, metric: str | None = None
) -> Suggestion:
    """Recommend the comparison of means for repeats and clusters of examples."""
    options = {} if metric is None else {"metric": metric}
    if not predictions.clustered:
        reason, sources = advice.AVERAGED_REPEATS, "student1908 miller2024"
    else:
        reason, sources = advice.CLUSTERED, "bell2002 pustejovsky2018 miller2024"
        reason = reason.format(column=predictions.cluster_column)
        if len(predictions.clusters) < ENOUGH_CLUSTERS:
            reason = f"{reason} {advice.FEW_CLUSTERS.format(n=len(predictions.clusters))}"
    return recommend(call("paired_difference", control, **options), reason, sources)


def _of_areas(predictions: Predictions, control: str | None) -> Suggestion:
    if predictions.weighted or predictions.grouped:
        return recommend(
            call("metric_bootstrap", control, metric="auc"),
            advice.BOOTSTRAP_OF_AREAS,
            "efron1993",
        )
    return recommend(
        call("delong", control),
        advice.DELONG,
        "delong1988 sun2014",
    )


def _of_losses(predictions: Predictions, control: str | None, metric: str) -> Suggestion:
    if predictions.grouped:
        of_labels = predictions.task == "classification"
        return _of_groups(predictions, control, metric if of_labels else None)
    if predictions.weighted:
        return recommend(
            call("metric_bootstrap", control, metric=metric),
            advice.WEIGHTED_METRIC,
            "efron1993",
        )
    return recommend(
        call("loss_t", control),
        advice.LOSS_T,
        "student1908 dietterich1998",
    )


def _views(predictions: Predictions) -> list[Suggestion]:
    """Recommend what shows how the models differ; it tests nothing."""
    views = []
    if is_scored(predictions):
        views.append(recommend(call("roc"), advice.ROC, "fawcett2006 provost2001"))
        if are_probabilities(predictions) and not predictions.weighted:
            views.append(
                recommend(
                    call("reliability"),
                    advice.RELIABILITY,
                    "murphy1973 brocker2007",
                )
            )
    if predictions.has_labels:
        views.append(recommend(call("confusion"), advice.CONFUSION, "wilson1927"))
    if len(predictions.algorithms) == 1:
        return views
    if is_judged(predictions) and not predictions.grouped:
        views.append(recommend(call("disagreements"), advice.DISAGREEMENTS, "mcnemar1947"))
    return [*views, *_views_of_evaluations(predictions)]


def _views_of_evaluations(predictions: Predictions) -> list[Suggestion]:
    """Recommend what shows where models differ, on which examples, and where noise comes from."""
    views = []
    if len(predictions.datasets) > 1 and is_averaged(predictions):
        views.append(recommend(call("dataset_differences"), advice.BY_DATASET, "lewis2001"))
    if is_log(predictions):
        views.append(recommend(call("flips"), advice.FLIPS, "mcnemar1947"))
        views.append(recommend(call("item_analysis"), advice.ITEMS, "lord1968 rodriguez2021"))
    if has_parts(predictions):
        views.append(recommend(call("variance_components"), advice.NOISE, "searle1992"))
        views.append(recommend(call("plan"), advice.PLAN, "brennan2001"))
    return views


def _alternatives(predictions: Predictions, control: str | None) -> list[Suggestion]:
    suggestions = []
    if predictions.grouped:
        suggestions.append(
            offer(call("design_effect"), advice.DESIGN_EFFECT, "kish1965 miller2024")
        )
    if predictions.repeated and is_judged(predictions) and not predictions.weighted:
        of_samples = call("paired_difference", control, metric="pass@2")
        suggestions.append(offer(of_samples, advice.OF_SEVERAL_SAMPLES, "chen2021"))
    if is_judged(predictions) and not predictions.grouped and not predictions.weighted:
        suggestions.append(
            offer(
                call("accuracy_differences", control),
                advice.ACCURACY_DIFFERENCES,
                "newcombe1998",
            )
        )
    if predictions.task != "correctness":
        suggestions += _of_any_metric(predictions, control)
    if len(predictions.algorithms) > TWO and control is None and not predictions.weighted:
        suggestions.append(offer(call("rank_sets"), advice.RANK_SETS_OF_MODELS, "mogstad2024"))
    if predictions.grouped and not predictions.weighted and not predictions.counted:
        suggestions.append(offer(call("multiverse"), advice.MULTIVERSE, "steegen2016"))
    if len(predictions.datasets) > 1:
        suggestions.append(
            offer(
                call("to_scores", metric=usual_metrics(predictions)[0]),
                advice.TO_SCORES,
                "demsar2006",
            )
        )
    return [*suggestions, *_warnings(predictions)]


def _of_any_metric(predictions: Predictions, control: str | None) -> list[Suggestion]:
    """Offer tests of metrics other than the one that is compared."""
    metric = usual_metrics(predictions)[-1]
    bootstrap = offer(
        call("metric_bootstrap", control, metric=metric),
        advice.ANY_METRIC,
        "efron1993",
    )
    permutation = offer(
        call("metric_permutation", control, metric=metric),
        advice.METRIC_PERMUTATION,
        "noreen1989 phipson2010",
    )
    apart = not predictions.grouped and not predictions.weighted
    return [bootstrap, permutation] if apart else [bootstrap]


def _warnings(predictions: Predictions) -> list[Suggestion]:
    if not is_judged(predictions):
        return []
    if predictions.grouped:
        alike = advice.MCNEMAR_WITH_REPEATS
        if predictions.clustered:
            alike = advice.MCNEMAR_WITH_CLUSTERS.format(column=predictions.cluster_column)
        return [avoid(call("mcnemar"), alike, "dietterich1998")]
    unpaired = avoid(
        call("proportions_z"),
        advice.UNPAIRED_EXAMPLES,
        "dietterich1998 raschka2018",
    )
    if len(predictions.algorithms) == TWO:
        return [unpaired]
    uncorrected = avoid(
        call("mcnemar", correction="none"),
        advice.UNCORRECTED,
        "holm1979",
    )
    return [unpaired, uncorrected]
