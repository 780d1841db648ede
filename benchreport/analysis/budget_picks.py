"""The system to pick at each budget."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from benchreport import stats
from benchreport.analysis.advice import advise
from benchreport.analysis.curve_scores import scores_at
from benchreport.data.curves import Curves
from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.hints import option
from benchreport.results import PairwiseResult
from benchreport.results.curves.budgets import Budget, BudgetsResult
from benchreport.stats.curves._curve_lines import (
    choose_best_so_far,
    design_of,
    finite_numbers,
    notes_of,
    steps_of,
)

N_BUDGETS = 6


def best_at_budget(
    curves: Curves,
    *,
    budgets: Sequence[float] | None = None,
    best_so_far: bool | None = None,
    alpha: float = 0.05,
) -> BudgetsResult:
    """Pick a system for each budget, and list the others that do not differ significantly from it.

    Parameters
    ----------
    curves
        Runs of k algorithms.
    budgets
        The budgets, as steps; ``None`` takes six, from the step at which all runs have begun to the
        last step.
    best_so_far
        Whether to take the best score until each step; ``None`` does so unless steps are epochs.
    alpha
        The level, over all comparisons with a budget's pick (Holm).

    Returns
    -------
    BudgetsResult
        Over datasets the pick has the best mean rank, and the best mean among equal ranks; on one
        dataset it has the best mean. The others are compared with it by the signed-rank test; for
        folds by the corrected t test, for independent runs by the rank-sum test.

    Raises
    ------
    DesignError
        Runs had not begun at a budget, there is only one algorithm, or each ran once.
    OptionError
        The list of budgets is empty.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "algorithm": list("aabb") * 2, "task": list("xxxxyyyy"), "budget": [1, 10] * 4,
    ...     "loss": [3.0, 1.0, 2.0, 2.0, 9.0, 5.0, 8.0, 7.0],
    ... })
    >>> print(frame.bench.best_at_budget().summary)
    Best by budget: b at 1, a at 10
    """
    check_fraction("alpha", alpha)
    chosen = choose_best_so_far(curves, best_so_far=best_so_far)
    steps = spread_budgets(chosen)
    if budgets is not None:
        steps = sorted(set(finite_numbers("budgets", budgets, hint=option(budgets=[10, 100]))))
    tables = [scores_at(chosen, budget=budget, best_so_far=chosen.best_so_far) for budget in steps]
    tables = [table if table.complete else table.without_gaps() for table in tables]
    left_out = tuple(dict.fromkeys(block for table in tables for block in table.dropped))
    tests = [_test_against(table, table.algorithms[_find_best(table)], alpha) for table in tables]
    rows = [
        _pick_at(table, budget, test)
        for table, budget, test in zip(tables, steps, tests, strict=True)
    ]
    design = replace(
        design_of(curves), block_kind=tables[0].block_kind, n_blocks=len(tables[0].blocks)
    )
    return BudgetsResult(
        procedure="best_at_budget",
        method="Pick",
        correction="holm",
        alpha=alpha,
        design=design,
        assumptions=tuple(dict.fromkeys(a for test in tests for a in test.assumptions)),
        warnings=notes_of(curves, left_out if design.block_kind == "dataset" else ()),
        references=("lindauer2020", tests[0].references[0], "holm1979"),
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
    # budgets are steps that occur, so that they can be looked up in the runs
    steps = np.unique(np.concatenate([run.step for run in curves.runs]))
    places = np.searchsorted(steps, spaced + 1e-12 * np.abs(spaced), side="right") - 1
    return sorted({max(low, float(step)) for step in steps[np.maximum(places, 0)]})


def _find_best(scores: Scores) -> int:
    """Find the best mean rank over datasets, and the best mean among equal ranks; else the best mean."""
    goodness = _sample_means(scores) if scores.higher_is_better else -_sample_means(scores)
    if scores.block_kind != "dataset":
        return int(np.argmax(goodness))
    ranks = stats.ranks(scores).mean_ranks
    return min(range(len(goodness)), key=lambda place: (ranks[place], -goodness[place]))


def _sample_means(scores: Scores) -> NDArray[np.float64]:
    return np.array([sample.mean() for sample in scores.samples])


def _pick_at(scores: Scores, budget: float, test: PairwiseResult) -> Budget:
    place = _find_best(scores)
    over_datasets = scores.block_kind == "dataset"
    rank = stats.ranks(scores).mean_ranks[place] if over_datasets else float("nan")
    return Budget(
        budget=budget,
        pick=scores.algorithms[place],
        mean=float(_sample_means(scores)[place]),
        mean_rank=float(rank),
        best_on=_count_wins(scores, place),
        alike=_find_alike(test, scores.algorithms[place]),
    )


def _count_wins(scores: Scores, place: int) -> int:
    if scores.block_kind == "run":
        return 0
    values = scores.values if scores.higher_is_better else -scores.values
    complete = ~np.isnan(values).any(axis=1)
    return int((values[complete, place] == values[complete].max(axis=1)).sum())


def _test_against(scores: Scores, pick: str, alpha: float) -> PairwiseResult:
    """Compare the others with the pick, by the test that suits the table's design."""
    if scores.block_kind == "run":
        return stats.rank_sum(scores, control=pick, alpha=alpha)
    if scores.overlapping and advise(scores).setting in ("folds", "5x2"):
        return stats.corrected_t(scores, control=pick, alpha=alpha)
    return stats.wilcoxon(scores, control=pick, alpha=alpha)


def _find_alike(result: PairwiseResult, pick: str) -> tuple[str, ...]:
    """Name the others that do not differ significantly from the pick, the nearest first."""
    near = sorted(result.comparisons, key=lambda row: -row.p_adjusted)
    return tuple(
        row.second if row.first == pick else row.first
        for row in near
        if not result.judge(row).significant
    )
