"""Why a table is refused that was to be read as scores: it holds something else, or too little."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.columns.layout import Layout
from benchreport.data.columns.role_columns import column_of
from benchreport.data.columns.roles import Missing, Roles
from benchreport.data.read_curves import are_curves
from benchreport.data.score_runs import Runs
from benchreport.errors import (
    DataError,
    DesignError,
    DirectionError,
    RoleError,
    examples,
    format_count,
)
from benchreport.hints import Hint, bench, call, code

FEWEST_BLOCKS = 2
"""One block has no spread."""
MOST_TYPED = 12
"""How many algorithms a hint lists: more are left out by code."""


def refuse_other_kinds(frame: pd.DataFrame, roles: Roles) -> None:
    """Refuse logs of right answers, and curves, which have analyses of their own."""
    # of the answers of several models in a column each, several are called so
    called = sum("correct" in str(name).casefold() for name in frame.columns)
    if called > 1 or column_of("correct", roles, frame) is not None:
        from benchreport.data.prediction_kinds.read_correctness import refuse_log

        refuse_log(frame, roles)
    if not are_curves(frame, roles):
        return
    step = column_of("step", roles, frame)
    raise RoleError(
        f"this is a table of curves, with several values of {step!r} for each run, but one score "
        "for each run is needed.",
        hint=call("report")
        + " compares curves, "
        + call("scores_at", budget=...)
        + " and "
        + call("area_under_curve")
        + " make scores of them; if the column numbers repeats, "
        + bench(repeat=step),
    )


def undirected_answers(layout: Layout) -> DirectionError:
    """Ask whether 0 and 1 are wrong and right answers of models to examples."""
    answers = bench(task="correctness")
    if layout.form == "long" and layout.score is not None:
        answers = bench(correct=layout.score)
    return DirectionError(
        "it is unknown whether a higher score is better; all scores are 0 or 1.",
        hint=answers + " if they say which answers are right" | bench(higher_is_better=True),
    )


def refuse_one_algorithm(algorithms: tuple[str, ...]) -> None:
    """Refuse a table of fewer than two algorithms."""
    if len(algorithms) < 2:  # noqa: PLR2004 - two make a comparison
        named = examples(filter(None, algorithms))
        raise DesignError(
            f"a comparison needs at least 2 algorithms; found {named or 'one without a name'} only.",
            hint="add the scores of another algorithm, or name the column that tells the algorithms apart",
        )


def too_few_blocks(
    n_blocks: int, dropped: int = 0, without_drop: Hint | None = None
) -> DesignError:
    """Return the error on a table of fewer blocks than `FEWEST_BLOCKS`; the hint is of those dropped."""
    note = f", after {format_count(dropped, 'incomplete one')} left out" * bool(dropped)
    return DesignError(
        f"a comparison needs at least {FEWEST_BLOCKS} datasets, or repeats on one; found {n_blocks}{note}.",
        hint=without_drop
        if without_drop and dropped
        else "name the column of repeats (folds, seeds), or add datasets",
    )


def refuse_unscored(
    counts: NDArray[np.int64], runs: Runs, layout: Layout, missing: Missing
) -> None:
    """Refuse algorithms without any score, unless they are said to have failed."""
    scored, algorithms = counts.any(axis=0), runs.algorithms
    # what failed everywhere has the worst scores, if the caller says so
    if scored.all() or (scored.any() and runs.failed and missing == "worst"):
        return
    empty = np.flatnonzero(~scored).tolist()
    names = [algorithms[place] for place in empty]
    others = [name for place, name in enumerate(algorithms) if place not in empty]
    if not others:
        raise DataError(
            f"no algorithm has any score: {examples(names)}.",
            hint=code("df.notna().sum()", "benchreport check") + " shows what each column holds",
        )
    if layout.form == "wide":
        hint: Hint = code(
            f"df.drop(columns={[layout.algorithms[place] for place in empty]!r}).bench"
        )
    elif len(others) <= MOST_TYPED:
        hint = bench(where={layout.algorithm: others})
    else:
        hint = code(f"df[~df[{layout.algorithm!r}].astype(str).isin({names!r})].bench")
    it = "it" if len(names) == 1 else "them"
    why = f" ({runs.failed})" * bool(runs.failed)
    raise DataError(
        f"{format_count(len(names), 'algorithm')} without any score: {examples(names)}{why}.",
        hint=f"give {it} the worst scores: "
        + bench(missing="worst")
        + f"; or leave {it} out: "
        + hint
        if runs.failed
        else f"leave {it} out: " + hint,
    )


def refuse_no_pairs(counts: NDArray[np.int64], blocks: tuple[str, ...], kind: str) -> None:
    """Raise `DesignError` where no block has scores of two algorithms."""
    scored = np.count_nonzero(counts, axis=1)
    # two may well have no dataset in common; of more, the columns are the wrong ones
    if counts.shape[1] > 2 and scored.max() == 1 and scored.min() == 1:  # noqa: PLR2004 - see above
        raise DesignError(
            f"no {kind} has scores of two algorithms: each of the {len(blocks)} has one.",
            hint="check which columns name the algorithms and the datasets",
        )
