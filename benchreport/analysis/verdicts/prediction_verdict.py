"""The headline, the verdict and the cautions of an analysis of predictions, in plain sentences."""

from collections.abc import Sequence

from benchreport.analysis.predictions.predictions_over_datasets import LEAST_DATASETS, OverDatasets
from benchreport.analysis.verdicts.caution import MOST_SENTENCES, Answer, Caution, list_cautions
from benchreport.analysis.verdicts.cautions import explain_power, share_reservation
from benchreport.analysis.verdicts.headline import choose_short, write_headline
from benchreport.analysis.verdicts.leader import describe_in_one, describe_leader
from benchreport.analysis.verdicts.small_leads import name_barest_lead
from benchreport.analysis.verdicts.standing import agree
from benchreport.analysis.verdicts.verdict import claim_difference, find_contradicting
from benchreport.analysis.verdicts.view_agreement import describe_contradictions
from benchreport.data.predictions import Predictions
from benchreport.errors import format_count
from benchreport.results import MetricsResult, OmnibusResult, PairwiseResult
from benchreport.results.predictions.metrics import format_metric
from benchreport.results.writing import number_format as fmt
from benchreport.wording.verdicts import cautions as wording
from benchreport.wording.verdicts import headline as headlines
from benchreport.wording.verdicts import verdict as verdicts


def _state_first_metric(metrics: MetricsResult) -> str:
    """Write the headline of a single model, or of models that nothing compares."""
    name = metrics.names[0]
    first = metrics.of(name)[0]
    measure = format_metric(name)
    value = f"{measure} {fmt.fixed(first.estimate, 3)}"
    models = metrics.design.algorithms
    if len(models) > 1:
        return choose_short(headlines.MODELS_MEASURED.format(n=len(models), measure=measure))
    ends = fmt.interval(first.interval, lambda end: fmt.fixed(end, 3))
    return choose_short(
        f"{first.algorithm}: {value} {ends}".rstrip(), f"{value[:1].upper()}{value[1:]}"
    )


def answer_predictions(
    predictions: Predictions,
    metrics: MetricsResult,
    omnibus: OmnibusResult | None,
    pairs: Sequence[PairwiseResult],
    over: OverDatasets | None,
) -> Answer:
    """Write what was found; no sentence claims more than the tests show.

    Parameters
    ----------
    predictions
        The table.
    metrics
        The metrics with their intervals, and the majority baseline.
    omnibus
        The test of all models at once, if there is one.
    pairs
        The tests of pairs; the first decides.
    over
        The comparison over datasets, if there are several.
    """
    if not pairs:
        headline = _state_first_metric(metrics)
        cautions = _list_cautions(predictions, metrics, over)
        return Answer(headline, (f"{metrics.summary}.",), tuple(cautions))
    measure = pairs[0].centre_name
    verdict = describe_leader(
        [test for test in pairs if test.centre_name == measure], _name_examples(predictions)
    )
    if omnibus is not None and not share_reservation(omnibus, pairs[0]):
        verdict.append(
            claim_difference(omnibus, verdicts.THE_MODELS.format(n=len(predictions.algorithms)))
        )
    others = _list_other_measures(pairs)
    sentences = [
        verdicts.FURTHER_MEASURE.format(clause=_begin(describe_in_one(test))) for test in others
    ]
    room = MOST_SENTENCES - len(verdict)
    left = list_cautions("pairs", *sentences[room:])  # without a clause: a fact beside the verdict
    # another measure with the same leader threatens nothing
    opposed = any(test.ranking[0] != pairs[0].ranking[0] for test in others[room:])
    cautions = [
        *list_cautions(
            "pairs",
            describe_contradictions(pairs, wording.OTHER_MEASURES),
            clause=wording.CONTRADICTION,
        ),
        *(left if opposed else ()),
        *explain_power(omnibus, pairs),
        *list_cautions("pairs", _name_close_call(pairs[0]), clause=wording.CLOSE_CALL),
        *list_cautions("pairs", name_barest_lead(pairs[0]), clause=wording.BARELY_SHOWN),
        *_list_cautions(predictions, metrics, over),
        *(() if opposed else left),
    ]
    headline = write_headline(pairs[0], find_contradicting(pairs))
    return Answer(headline, (*verdict, *sentences[:room]), tuple(cautions))


def _name_close_call(decides: PairwiseResult) -> str:
    """Name the next model if the leader's lead over it is significant only before the adjustment."""
    if decides.doubts or decides.control is not None:
        return ""
    leader = decides.ranking[0]
    for rival in decides.ranking[1:]:
        row = next(row for row in decides.comparisons if {row.first, row.second} == {leader, rival})
        if row.p_value <= decides.alpha < row.p_adjusted:
            p, adjusted = (
                fmt.p_equals(each, decides.alpha) for each in (row.p_value, row.p_adjusted)
            )
            return wording.CLOSE.format(
                leader=leader,
                rival=rival,
                p=p,
                adjusted=adjusted,
                pairs=format_count(len(decides.comparisons), "pair"),
            )
    return ""


def _list_other_measures(pairs: Sequence[PairwiseResult]) -> list[PairwiseResult]:
    """List a test by each measure that the deciding test does not compare."""
    # a second test of the same numbers only adds intervals, and needs no second sentence
    firsts = {test.centre_name: test for test in reversed(pairs)}
    del firsts[pairs[0].centre_name]
    return [test for test in pairs if firsts.get(test.centre_name) is test]


def _begin(clause: str) -> str:
    """Begin a sentence with a clause; names of models keep their case."""
    return f"A{clause[1:]}" if clause.startswith("all models share ") else clause


def _name_examples(predictions: Predictions) -> str:
    examples = format_count(predictions.n_units, "example")
    if predictions.clustered:
        clusters, column = len(predictions.clusters), predictions.cluster_column
        return verdicts.ON_CLUSTERS.format(examples=examples, n=clusters, column=column)
    return verdicts.ON_EXAMPLES.format(examples=examples)


def _list_cautions(
    predictions: Predictions, metrics: MetricsResult, over: OverDatasets | None
) -> list[Caution]:
    """List the limits of the examples and of the models."""
    several = len(predictions.algorithms) > 1
    repeats = wording.AVERAGED_REPEATS.format(n=predictions.n_units, times=len(predictions.repeats))
    limits = wording.AS_TRAINED.format(
        models=agree(predictions.algorithms, "model", "models"),
        other=wording.OTHER_TRAINING_DATA * several,
    )
    # that the best model beats the most frequent class threatens no claim
    beyond = _is_best_beyond_baseline(metrics)
    baseline = list_cautions(
        "data", _compare_with_baseline(metrics), clause="" if beyond else wording.BELOW_BASELINE
    )
    threats = [
        *list_cautions("data", repeats if predictions.repeated else ""),
        *list_cautions("data", limits, clause=wording.TRAINED_ONCE),
    ]
    datasets = list_cautions("data", _describe_datasets(over), clause=wording.EXAMPLES_ALIKE)
    return [*datasets, *(threats + baseline if beyond else baseline + threats)]


def _is_best_beyond_baseline(metrics: MetricsResult) -> bool:
    best = max(metrics.of("accuracy"), key=lambda row: row.estimate, default=None)
    return not metrics.doubts and (best is None or best.beats_baseline)


def _compare_with_baseline(metrics: MetricsResult) -> str:
    """Compare accuracies, on the same examples, with the share of the most frequent class."""
    rows = metrics.of("accuracy")
    if not rows or not metrics.majority:
        return ""
    share = fmt.number(100 * rows[0].baseline, 3)
    better = [row.algorithm for row in rows if row.beats_baseline and not metrics.doubts]
    in_sample = [
        row.algorithm for row in rows if row.estimate > row.baseline and row.algorithm not in better
    ]
    no_better = [row.algorithm for row in rows if row.estimate <= row.baseline]
    level = fmt.number(100 * (1 - metrics.alpha))
    parts = (
        (better, wording.BEYOND_MAJORITY),
        (in_sample, wording.ABOVE_MAJORITY),
        (no_better, wording.NOT_ABOVE_MAJORITY),
    )
    clauses = [
        template.format(
            names=wording.ALL_MODELS if len(names) == len(rows) > 1 else fmt.join(names, most=5),
            verb=agree(names, "does", "do"),
            level=level,
        )
        for names, template in parts
        if names
    ]
    return wording.MAJORITY.format(answer=metrics.majority, share=share, clauses="; ".join(clauses))


def _describe_datasets(over: OverDatasets | None) -> str:
    if over is None:
        return ""
    many = format_count(len(over.datasets), "dataset")
    if over.pairs is not None:
        return wording.OVER_DATASETS.format(datasets=many, clause=describe_in_one(over.pairs))
    few = wording.FEW_DATASETS.format(least=LEAST_DATASETS)
    return wording.EXAMPLES_OF_DATASETS.format(
        datasets=many, few=few * (len(over.datasets) < LEAST_DATASETS)
    )
