"""Tables of scores from curves: one number per run, for any test."""

from dataclasses import replace

import numpy as np
import pandas as pd

from benchreport.data.columns.roles import Roles
from benchreport.data.curves import Curves, write_step
from benchreport.data.read_curves import Run
from benchreport.data.scores import Scores
from benchreport.errors import DesignError, OptionError, check_number, examples, name_steps
from benchreport.hints import call, option
from benchreport.numerics.series.curves import area_under
from benchreport.stats.curves._curve_lines import check_flag, choose_best_so_far

TWO = 2


def area_under_curve(
    curves: Curves,
    *,
    best_so_far: bool | None = None,
    up_to: float | None = None,
    log: bool = False,
) -> Scores:
    """Score every run by its mean height: the area under its curve, divided by its length.

    This is one number for the whole course of a run, so that the comparison depends on no single budget.

    Parameters
    ----------
    curves
        Runs of k algorithms.
    best_so_far
        Whether to take the best score until each step; ``None`` does so unless steps are epochs.
    up_to
        The last step that counts; ``None``: the last step of all runs. A run that ended earlier keeps its
        last score.
    log
        Whether steps count by their logarithm, so that each decade of the budget weighs the same.

    Returns
    -------
    Scores
        Runs are averaged within datasets, as in any table; on one dataset they are the blocks. The area
        starts at the step from which on all runs have a score.

    Raises
    ------
    DesignError
        There is nothing to compare: only one algorithm, or one run of each.
    OptionError
        ``up_to`` is not after the step at which all runs have begun.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "algorithm": list("aaaabbbb"), "seed": [1, 1, 2, 2] * 2, "budget": [1, 3] * 4,
    ...     "loss": [4.0, 2.0, 2.0, 1.0, 5.0, 1.0, 3.0, 1.0],
    ... })
    >>> frame.bench.area_under_curve(up_to=5).values.tolist()
    [[3.0, 3.0], [1.5, 2.0]]
    """
    chosen = choose_best_so_far(curves, best_so_far=best_so_far)
    low = max(float(run.step[0]) for run in chosen.runs)
    if up_to is not None:
        check_number("up_to", up_to, hint=option(up_to=chosen.span[1]))
    check_flag("log", log)
    high = chosen.span[1] if up_to is None else float(up_to)
    if not high > low:
        raise OptionError(
            f"the area needs more than one step: all runs have begun at {curves.step} {low:g}, and it "
            f"ends at {high:g}.",
            hint=option(up_to=2 * low + 1) if up_to is not None else call("scores_at", budget=...),
        )
    if log and low <= 0:
        raise OptionError(
            f"log=True needs steps above 0; the first that counts is {low:g}.",
            hint=option(log=False),
        )
    return _make_scores(
        chosen,
        [area_under(run.step, run.score, low, high, log=log) for run in chosen.runs],
        f"{curves.score} averaged over {name_steps(curves.step, write_step(low), write_step(high))}",
    )


def scores_at(curves: Curves, *, budget: float, best_so_far: bool | None = None) -> Scores:
    """Score every run by the score that it had reached at a budget.

    Parameters
    ----------
    curves
        Runs of k algorithms.
    budget
        The budget, as a step; the last score at or before it counts.
    best_so_far
        Whether to take the best score until then; ``None`` does so unless steps are epochs.

    Returns
    -------
    Scores
        Runs are averaged within datasets, as in any table; on one dataset they are the blocks.

    Raises
    ------
    OptionError
        No run reached that step.
    DesignError
        Runs had not begun at that step, or there is nothing to compare.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "algorithm": list("aabb") * 2, "task": list("xxxxyyyy"), "budget": [1, 10] * 4,
    ...     "loss": [3.0, 1.0, 3.0, 2.0, 9.0, 5.0, 9.0, 7.0],
    ... })
    >>> frame.bench.scores_at(budget=9).values.tolist()
    [[3.0, 3.0], [9.0, 9.0]]
    """
    last = curves.span[1]
    check_number("budget", budget, hint=option(budget=last))
    if budget > last:
        raise OptionError(
            f"no run went as far as {curves.step} {budget:g}; the last is {last:g}.",
            hint=option(budget=last),
        )
    chosen = choose_best_so_far(curves, best_so_far=best_so_far)
    values = [float(run.at(np.array([budget], dtype=np.float64))[0]) for run in chosen.runs]
    late = [
        _name_run(run) for run, value in zip(chosen.runs, values, strict=True) if np.isnan(value)
    ]
    if late:
        begun = max(float(run.step[0]) for run in chosen.runs)
        raise DesignError(
            f"{len(late)} of {len(values)} runs had not begun at {curves.step} {budget:g}: "
            f"{examples(late)}.",
            hint=option(budget=begun) + ", from which on all have",
        )
    return _make_scores(
        chosen, values, f"{curves.score} at {name_steps(curves.step, write_step(budget))}"
    )


def _name_run(run: Run) -> str:
    return ", ".join(part for part in (run.algorithm, run.dataset, run.repeat) if part)


def _make_scores(curves: Curves, values: list[float], score: str) -> Scores:
    if _are_unmatched(curves):
        # runs of different algorithms do not belong together: they are independent
        curves = replace(curves, repeat_columns=(), datasets=("",))
    # columns keep their names: seeds and folds are compared in different ways
    repeats = curves.repeat_columns
    names = {
        name: f"{name} " if name in ("algorithm", "dataset", score) else name for name in repeats
    }
    columns: dict[str, list[str] | list[float]] = {
        "algorithm": [run.algorithm for run in curves.runs],
        score: values,
    }
    if curves.datasets != ("",):
        columns["dataset"] = [run.dataset for run in curves.runs]
    for place, name in enumerate(repeats):
        columns[names[name]] = [run.repeats[place] for run in curves.runs]
    roles = Roles(
        algorithm="algorithm",
        dataset="dataset" if "dataset" in columns else None,
        repeat=[names[name] for name in repeats] or None,
        score=score,
        higher_is_better=curves.higher_is_better,
        missing=curves.missing,
    )
    return Scores.from_frame(pd.DataFrame(columns), roles)


def _are_unmatched(curves: Curves) -> bool:
    """Tell whether runs on one dataset share no names, as when each algorithm has its own seeds."""
    names: dict[str, set[tuple[str, ...]]] = {}
    for run in curves.runs:
        names.setdefault(run.algorithm, set()).add(run.repeats)
    alone = len(curves.datasets) == 1 and len(names) >= TWO
    return alone and len(set.intersection(*names.values())) < TWO
