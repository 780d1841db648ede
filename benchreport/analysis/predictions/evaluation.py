"""What evaluations of models are asked beside who is better: where, by how much noise, and on what."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from benchreport import stats
from benchreport.analysis.predictions.prediction_design import has_parts, is_averaged, is_log
from benchreport.data.predictions import Predictions
from benchreport.errors import BenchreportError
from benchreport.results import PairwiseResult, Result
from benchreport.results.models.noise import PlanResult, VarianceComponentsResult
from benchreport.results.predictions.dataset_differences import DatasetDifferencesResult
from benchreport.results.predictions.flips import FlipsResult
from benchreport.results.predictions.items import ItemsResult

R = TypeVar("R", bound=Result)
MOST_ITEMS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """Results on datasets, noise and single examples; ``None`` where there is nothing to say.

    Parameters
    ----------
    differences
        The differences of pairs by dataset, if there are several datasets.
    noise, plan
        Where noise comes from, and where the next run buys most, if examples come in clusters, in datasets or
        with samples.
    flips
        What changes from the second model, or from the control, to the first.
    items
        How hard examples are.
    """

    differences: DatasetDifferencesResult | None = None
    noise: VarianceComponentsResult | None = None
    plan: PlanResult | None = None
    flips: FlipsResult | None = None
    items: ItemsResult | None = None

    @property
    def results(self) -> tuple[Result, ...]:
        """The results that are there."""
        every = (self.differences, self.noise, self.plan, self.flips, self.items)
        return tuple(result for result in every if result is not None)


def evaluate(
    predictions: Predictions,
    decides: PairwiseResult | None,
    *,
    alpha: float,
    control: str | None,
    rng: int,
) -> Evaluation:
    """Run what the design has an answer to.

    Parameters
    ----------
    predictions
        The predictions of k models for n examples.
    decides
        The test of pairs that decides; ``None`` without one.
    alpha, control, rng
        As for the analysis.
    """
    if decides is None:
        return Evaluation()
    several = len(predictions.datasets) > 1 and is_averaged(predictions)
    noisy, logged = has_parts(predictions), is_log(predictions)
    old, new = _name_pair(decides)
    return Evaluation(
        differences=_attempt(
            several,
            lambda: stats.dataset_differences(predictions, alpha=alpha, control=control, rng=rng),
        ),
        noise=_attempt(noisy, lambda: stats.variance_components(predictions)),
        plan=_attempt(noisy, lambda: stats.plan(predictions, alpha=alpha)),
        flips=_attempt(logged, lambda: stats.flips(predictions, old=old, new=new)),
        items=_attempt(logged, lambda: stats.item_analysis(predictions, most=MOST_ITEMS)),
    )


def _name_pair(decides: PairwiseResult) -> tuple[str, str]:
    """Return the runner-up and the leader; with a control, the control and the best of the others."""
    leader, runner_up, *_ = decides.ranking
    return decides.control or runner_up, leader


def _attempt(wanted: bool, run: Callable[[], R]) -> R | None:  # noqa: FBT001 - a condition
    """Run a procedure where it is wanted; ``None`` where the table does not allow it."""
    if not wanted:
        return None
    try:
        return run()
    except BenchreportError:
        return None
