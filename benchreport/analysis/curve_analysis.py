"""The recommended comparison of curves, run as a whole."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from benchreport import stats
from benchreport.analysis.advice import check_control
from benchreport.analysis.analysis import Analysis, analyze
from benchreport.analysis.analysis_view import describe_analysis, view_analysis
from benchreport.analysis.budget_picks import best_at_budget
from benchreport.analysis.curve_scores import area_under_curve
from benchreport.analysis.verdicts.caution import Answer, Caution
from benchreport.analysis.verdicts.curve_verdict import answer_curves
from benchreport.data.curves import Curves
from benchreport.errors import BenchreportError, check_fraction
from benchreport.results import Result
from benchreport.results.curves.budgets import BudgetsResult
from benchreport.results.curves.lines import CurvesResult
from benchreport.results.curves.runtimes import RuntimesResult
from benchreport.results.writing import number_format as fmt
from benchreport.stats.curves._curve_lines import choose_best_so_far
from benchreport.wording.shell import progress as steps

T = TypeVar("T")
TWO = 2
# with more runs, draws take seconds per step: ranks then have their exact mean and deviation
MOST_DRAWN = 30


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CurveAnalysis:
    """The results of the recommended path on curves.

    Parameters
    ----------
    curves
        The table, as measured.
    alpha, control
        The level of decisions; the algorithm that the others are compared with, ``None`` for all.
    best_so_far
        Whether anytime performance takes the best score so far at each step.
    summary
        Medians and quartiles of runs, dataset by dataset.
    over
        Normalised regret over datasets, if there are several with all algorithms.
    ranks
        Mean ranks over time, if there are several algorithms.
    runtimes
        Running times to targets.
    budgets
        Which system to pick at which budget.
    area
        The comparison of areas under the curves, by the tests for tables of scores.
    left_out
        The results that a reader may miss, and why they are not there, a sentence each.
    headline
        The finding in a line, without a full stop.
    verdict
        The answer in at most four plain sentences.
    cautions
        What threatens the answer, the most serious first.
    """

    curves: Curves
    alpha: float
    control: str | None
    best_so_far: bool
    summary: CurvesResult
    over: CurvesResult | None
    ranks: CurvesResult | None
    runtimes: RuntimesResult
    budgets: BudgetsResult | None
    area: Analysis | None
    left_out: tuple[str, ...]
    headline: str
    verdict: tuple[str, ...]
    cautions: tuple[Caution, ...]

    @property
    def results(self) -> tuple[Result, ...]:
        """All results in the order of a paper."""
        results = (
            self.summary,
            self.over,
            self.ranks,
            self.runtimes,
            self.budgets,
            *(self.area.results if self.area is not None else ()),
        )
        return tuple(result for result in results if result is not None)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The verdict, then the cautions."""
        sentences = (*self.verdict, *(caution.sentence for caution in self.cautions))
        return tuple(map(fmt.end_once, sentences))

    def __str__(self) -> str:
        summaries = (result.summary for result in self.results)
        return "\n".join([str(self.curves), "", *self.sentences, "", *summaries])

    def __repr__(self) -> str:
        return describe_analysis(f"CurveAnalysis: {self.curves}", self.headline, self.results)

    def _repr_html_(self) -> str:
        answer = Answer(self.headline, self.verdict, self.cautions)
        return view_analysis(f"CurveAnalysis: {self.curves}", answer, self.results)


def analyze_curves(
    curves: Curves,
    *,
    best_so_far: bool | None = None,
    alpha: float = 0.05,
    control: str | None = None,
    rng: int = 0,
    progress: Callable[[str], None] = lambda step: None,  # noqa: ARG005 - nobody listens
) -> CurveAnalysis:
    """Compare curves: averages, anytime performance, ranks over time, budgets, areas with tests.

    The tests compare areas under the curves: one number per run, which depends on no single budget.

    Parameters
    ----------
    curves
        Runs of k algorithms.
    best_so_far
        Whether to take the best score until each step; ``None`` does so unless steps are epochs.
    alpha
        The level of all decisions.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    rng
        The seed of draws and bootstrap intervals.
    progress
        Called with the name of each step before it starts.

    Raises
    ------
    DesignError
        The control is not among the algorithms.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "optimizer": list("aabb") * 2, "task": list("xxxxyyyy"), "budget": [1, 10] * 4,
    ...     "loss": [3.0, 1.0, 2.0, 2.0, 9.0, 5.0, 8.0, 7.0],
    ... })
    >>> print(frame.bench.analyze_curves().budgets.summary)
    Best by budget: b at 1, a at 10
    """
    check_fraction("alpha", alpha)
    check_control(control, curves.algorithms)
    chosen = choose_best_so_far(curves, best_so_far=best_so_far)
    keep = chosen.best_so_far
    left_out: list[str] = []
    progress(steps.AVERAGE_CURVES)
    over = ranks = None
    several = len(curves.algorithms) >= TWO
    if several and len(curves.datasets) >= TWO:
        over = _attempt(lambda: stats.anytime(chosen, best_so_far=keep), left_out)
    if several:
        progress(steps.RANK_CURVES)
        draws = None if len(curves.algorithms) > MOST_DRAWN else 10_000
        ranks = _attempt(
            lambda: stats.rank_over_time(chosen, best_so_far=keep, n_draws=draws, rng=rng), left_out
        )
    progress(steps.AREAS)
    area = _attempt(
        lambda: analyze(
            area_under_curve(chosen, best_so_far=keep), alpha=alpha, control=control, rng=rng
        ),
        left_out,
    )
    budgets = _attempt(lambda: best_at_budget(chosen, best_so_far=keep, alpha=alpha), left_out)
    answer = answer_curves(curves, area, budgets, left_out)
    return CurveAnalysis(
        curves=curves,
        alpha=alpha,
        control=control,
        best_so_far=keep,
        summary=stats.curve_summary(chosen, best_so_far=keep),
        over=over,
        ranks=ranks,
        runtimes=stats.runtimes(curves),
        budgets=budgets,
        area=area,
        left_out=tuple(dict.fromkeys(left_out)),
        headline=answer.headline,
        verdict=answer.verdict,
        cautions=answer.cautions,
    )


def _attempt(step: Callable[[], T], left_out: list[str]) -> T | None:
    """Run a step; if the table does not allow it, note the reason and return None."""
    try:
        return step()
    except BenchreportError as error:
        left_out.append(_begin(str(error).partition("\nHint")[0].replace("\n", " ")))
        return None


def _begin(sentence: str) -> str:
    """Begin a sentence of an error with a capital, unless it begins with a name in code.

    >>> _begin("there is one dataset."), _begin("skillings_mack needs runs.")
    ('There is one dataset.', 'skillings_mack needs runs.')
    """
    word = sentence.partition(" ")[0]
    return sentence[:1].upper() + sentence[1:] if word.isalpha() else sentence
