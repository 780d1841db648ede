"""Which system to pick at which budget."""

from collections.abc import Sequence

import numpy as np

from benchreport import stats
from benchreport.analysis.curve_scores import scores_at
from benchreport.data.curves import Curves
from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_fraction
from benchreport.results.budgets import Budget, BudgetsResult
from benchreport.stats._curves import choose, design_of, notes_of, steps_of

__all__ = ["best_at_budget", "spread_budgets"]

TWO = 2
N_BUDGETS = 6


def best_at_budget(
    curves: Curves,
    *,
    budgets: Sequence[float] | None = None,
    best_so_far: bool | None = None,
    alpha: float = 0.05,
) -> BudgetsResult:
    """Say which system to pick at each budget, and which others are not told apart from it.

    Parameters
    ----------
    curves
        Runs of k algorithms.
    budgets
        Steps; ``None`` spreads six, from where all runs have begun to the last step.
    best_so_far
        Whether to take the best score until each step; ``None``: yes, but where steps are epochs.
    alpha
        The level, over all comparisons with a budget's pick (Holm).

    Returns
    -------
    BudgetsResult
        Over datasets the pick has the best mean rank, of those the best mean, and the signed-rank
        test tells the others apart; on one dataset it has the best mean, and the rank-sum test
        compares runs.

    Raises
    ------
    DesignError
        Runs had not begun at a budget, there is one algorithm only, or each ran once.
    OptionError
        No budgets.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({
    ...     "algorithm": list("aabb") * 2, "task": list("xxxxyyyy"), "budget": [1, 10] * 4,
    ...     "loss": [3.0, 1.0, 2.0, 2.0, 9.0, 5.0, 8.0, 7.0],
    ... })
    >>> print(best_at_budget(Curves.from_frame(frame)).summary)
    Pick by budget: b at 1, a at 10
    """
    check_fraction("alpha", alpha)
    chosen = choose(curves, best_so_far=best_so_far)
    wanted = spread_budgets(chosen) if budgets is None else [float(each) for each in budgets]
    if not wanted:
        raise OptionError("budgets are steps, at least one.", hint="budgets=[10, 100]")
    rows = []
    for budget in wanted:
        scores = scores_at(chosen, budget=budget, best_so_far=chosen.best_so_far)
        rows.append(_picked(scores, budget, alpha))
    several = len(curves.datasets) > 1
    return BudgetsResult(
        procedure="best_at_budget",
        method="Pick",
        correction="holm",
        alpha=alpha,
        design=design_of(curves),
        warnings=notes_of(curves),
        references=("lindauer2020", "wilcoxon1945" if several else "mann1947", "holm1979"),
        rows=tuple(rows),
        step=curves.step,
    )


def spread_budgets(curves: Curves, n: int = N_BUDGETS) -> list[float]:
    """Return steps spread over the axis, from where all runs have begun to the last one."""
    low = max(float(run.step[0]) for run in curves.runs)
    high = curves.span[1]
    if high <= low:
        return [low]
    log = steps_of(curves, log=None).log
    spaced = np.geomspace(low, high, n) if log else np.linspace(low, high, n)
    # steps that occur, so that a budget can be looked up in the runs
    known = np.unique(np.concatenate([run.step for run in curves.runs]))
    found = known[np.searchsorted(known, spaced * (1 + 1e-12), side="right") - 1]
    return sorted({max(low, float(each)) for each in found})


def _picked(scores: Scores, budget: float, alpha: float) -> Budget:
    over_datasets = scores.block_kind == "dataset"
    means = np.array([sample.mean() for sample in scores.samples])
    goodness = means if scores.higher_is_better else -means
    ranks = np.full(len(means), np.nan)
    if over_datasets:
        ranks = np.array(stats.ranks(scores.without_gaps()).mean_ranks)
        place = min(range(len(means)), key=lambda each: (ranks[each], -goodness[each]))
    else:
        place = int(np.argmax(goodness))
    pick = scores.algorithms[place]
    return Budget(
        budget=budget,
        pick=pick,
        mean=float(means[place]),
        mean_rank=float(ranks[place]),
        best_on=_best_on(scores, place),
        alike=_alike(scores, pick, alpha),
    )


def _best_on(scores: Scores, place: int) -> int:
    if scores.block_kind == "run":
        return 0
    values = scores.values if scores.higher_is_better else -scores.values
    known = ~np.isnan(values).any(axis=1)
    return int((values[known, place] == values[known].max(axis=1)).sum())


def _alike(scores: Scores, pick: str, alpha: float) -> tuple[str, ...]:
    """Name the others that the test does not tell from the pick, those nearest to it first."""
    if scores.block_kind == "dataset":
        result = stats.wilcoxon(scores.without_gaps(), control=pick, alpha=alpha)
    else:
        result = stats.rank_sum(scores, control=pick, alpha=alpha)
    near = sorted(result.comparisons, key=lambda row: -row.p_adjusted)
    return tuple(
        row.second if row.first == pick else row.first
        for row in near
        if not row.p_adjusted <= alpha
    )
