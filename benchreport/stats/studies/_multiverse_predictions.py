"""The choices that a table of predictions leaves for a multiverse."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal, cast

import numpy as np

from benchreport.data.prediction_parts import leave_model_out, take_rows
from benchreport.data.predictions import Predictions
from benchreport.hints import call
from benchreport.results.checks.multiverse import Plan
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._pairs import require_several
from benchreport.stats._predictions.example_values import example_values
from benchreport.stats._predictions.prediction_pairs import require_unweighted
from benchreport.stats.predictions.mcnemar import mcnemar
from benchreport.stats.predictions.paired_difference import ENOUGH_CLUSTERS, paired_difference
from benchreport.stats.studies._multiverse import NOTHING, Axes, LeftOut
from benchreport.stats.studies._rank_rows import Named, influence, means_of_datasets

Aggregation = Literal["mean", "dataset_mean", "mean_rank", "win_rate"]
Test = Literal["paired_difference", "mcnemar"]
TWO = 2
CLUSTERS, EXAMPLES, DATASETS = "clusters", "examples", "datasets"
OWN, SAME = "own_samples", "same_samples"


class PredictionChoices:
    """Predictions with the levels of each axis.

    Parameters
    ----------
    predictions
        The table.
    metrics
        The levels of the metric.
    chosen
        Those of aggregation, test and correction; ``None`` for the usual ones.
    alpha
        The level of decisions.
    """

    noun = "model"

    def __init__(
        self,
        predictions: Predictions,
        metrics: Sequence[str],
        chosen: Sequence[Sequence[str] | None],
        alpha: float,
    ) -> None:
        require_several(predictions)
        require_unweighted(predictions, "multiverse", hint=call("paired_difference"))
        predictions.require_examples("multiverse")
        tables = _tables(predictions)
        usual = _aggregations(predictions), _tests(predictions), ("max_t", "holm", "none")
        levels = [one or other for one, other in zip(chosen, usual, strict=True)]
        self.axes: Axes = tuple(metrics), *levels, _clusters(predictions), tuple(tables)
        self.alpha = alpha
        self._parts = {(name, NOTHING): table for name, table in tables.items()}
        self._tested: dict[tuple[Plan, LeftOut], PairwiseResult] = {}

    def settle(self, plan: Plan) -> Plan:
        """Return a plan with examples apart and Holm's correction for McNemar's test, which has no other."""
        if plan.test == "paired_difference":
            return plan
        correction = "holm" if plan.correction == "max_t" else plan.correction
        return plan._replace(correction=correction, clusters=self.axes[-2][0])

    def test(self, plan: Plan, left_out: LeftOut) -> tuple[PairwiseResult, list[float]]:
        """Test all pairs; return adjusted p-values beside the result."""
        result = self._test(plan, left_out)
        return result, [row.p_adjusted for row in result.comparisons]

    def value(self, plan: Plan, left_out: LeftOut) -> tuple[tuple[str, ...], Array, int]:
        """Return the names, what ranks them (higher is better), and how many examples it is from."""
        table = self._table(plan, left_out)
        if plan.aggregation == "mean":
            result = self._test(plan._replace(test="paired_difference"), left_out)
            values, up = np.array(result.centres), result.design.higher_is_better
            return table.algorithms, values if up else -values, table.n_units
        scored = example_values(table, plan.metric)
        rows, up = scored.values, scored.higher_is_better
        if len(table.datasets) > 1:
            rows = means_of_datasets(table, rows)
        by = cast("Named", plan.aggregation.removeprefix("dataset_"))
        values = influence(rows, by, higher_is_better=up)[1]
        up = by == "win_rate" or (up and by != "mean_rank")
        return table.algorithms, values if up else -values, table.n_units

    def list_blocks(self, leader: str, rival: str) -> list[LeftOut]:
        """List datasets, or clusters of one dataset, first those that favour the leader most."""
        whole = self._parts[self.axes[-1][0], NOTHING]
        kind, names, codes = _blocks(whole)
        if len(names) <= TWO:
            return []
        scored = example_values(whole, self.axes[0][0])
        one, other = (whole.algorithms.index(name) for name in (leader, rival))
        lead = scored.values[:, one] - scored.values[:, other]
        lead = lead if scored.higher_is_better else -lead
        favour = np.bincount(codes[whole.row_of_unit], lead - lead.mean(), len(names))
        order = np.argsort(-favour, kind="stable").tolist()
        left = [LeftOut(kind, names[place]) for place in order]
        plan = Plan(*(levels[0] for levels in self.axes))
        return [each for each in left if _can_vary(whole, self._table(plan, each))]

    def _test(self, plan: Plan, left_out: LeftOut) -> PairwiseResult:
        plan = plan._replace(aggregation="")
        if (plan, left_out) not in self._tested:
            table = _vary_by(self._table(plan, left_out), plan.clusters)
            procedure, options = _call(plan)
            self._tested[plan, left_out] = procedure(table, alpha=self.alpha, **options)
        return self._tested[plan, left_out]

    def _table(self, plan: Plan, left_out: LeftOut) -> Predictions:
        key = plan.gaps, left_out
        if key not in self._parts:
            self._parts[key] = _leave_out(self._parts[plan.gaps, NOTHING], left_out)
        return self._parts[key]


def _call(plan: Plan) -> tuple[Callable[..., PairwiseResult], dict[str, Any]]:
    """Return a test with its options; McNemar's is always of right and wrong answers."""
    if plan.test == "mcnemar":
        return mcnemar, {"correction": plan.correction}
    return paired_difference, {"metric": plan.metric, "correction": plan.correction}


def _tables(predictions: Predictions) -> dict[str, Predictions]:
    """Return the table, and that of the samples that all models have where some lack some."""
    if predictions.answered is None:
        return {"complete": predictions}
    tables = {OWN: predictions}
    of_all = np.asarray(predictions.answered.all(axis=1))
    if of_all.any():
        same = take_rows(predictions, of_all)
        if _can_vary(predictions, same):
            tables[SAME] = same
    return tables


def _can_vary(whole: Predictions, part: Predictions) -> bool:
    """Tell whether a part has what varies as the whole's does: at least two examples, or two clusters."""
    return part.n_units >= TWO and part.clustered == whole.clustered


def _aggregations(predictions: Predictions) -> tuple[Aggregation, ...]:
    if len(predictions.datasets) > 1:
        return ("mean", "dataset_mean", "mean_rank", "win_rate")
    return ("mean", "mean_rank", "win_rate")


def _tests(predictions: Predictions) -> tuple[Test, ...]:
    judged = predictions.task == "correctness" or predictions.has_labels
    alone = judged and not predictions.grouped and predictions.answered is None
    return ("paired_difference", "mcnemar") if alone else ("paired_difference",)


def _clusters(predictions: Predictions) -> tuple[str, ...]:
    """Return what may vary independently: clusters, or else examples; and datasets if they hold these."""
    own = CLUSTERS if predictions.clustered else EXAMPLES
    n_datasets = len(predictions.datasets)
    if n_datasets < ENOUGH_CLUSTERS:
        return (own,)
    pairs = np.unique(predictions.cluster * n_datasets + predictions.dataset)
    nested = not predictions.clustered or len(pairs) == len(predictions.clusters)
    return (own, DATASETS) if nested else (own,)


def _vary_by(predictions: Predictions, clusters: str) -> Predictions:
    """Return the table with its datasets as clusters, where these are chosen."""
    if clusters != DATASETS:
        return predictions
    # sorted by name, as clusters that are read are
    names = predictions.datasets
    order = sorted(range(len(names)), key=names.__getitem__)
    place = np.argsort(order)
    return replace(
        predictions,
        clusters=tuple(names[code] for code in order),
        cluster=place[predictions.dataset],
        cluster_column="dataset",
    )


def _blocks(predictions: Predictions) -> tuple[str, tuple[str, ...], Any]:
    """Return the kind, the names and the codes of what can be left out."""
    if len(predictions.datasets) > 1:
        return "dataset", predictions.datasets, predictions.dataset
    return "cluster", predictions.clusters, predictions.cluster


def _leave_out(predictions: Predictions, left_out: LeftOut) -> Predictions:
    if left_out.kind == PredictionChoices.noun:
        return leave_model_out(predictions, left_out.name)
    _, names, codes = _blocks(predictions)
    return take_rows(predictions, codes != names.index(left_out.name))
