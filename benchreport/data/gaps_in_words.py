"""What a table lacks and what became of it: one sentence for checks, verdicts, warnings and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benchreport.data.missing_runs import count_gaps, find_shared_runs
from benchreport.errors import DesignError, examples, format_count
from benchreport.hints import Hint, bench, call
from benchreport.wording.papers import tables
from benchreport.wording.verdicts import gaps as wording

if TYPE_CHECKING:
    # scores are read by the module that imports this one
    from benchreport.data.scores import Scores

MOST_EMPTY = 3
"""How many algorithms and datasets with the fewest scores are named."""


def gaps_in_words(scores: Scores, *, most: int = 5) -> str:
    """Say which runs are missing and how they were treated; empty where no run is.

    Parameters
    ----------
    scores
        A table of any design.
    most
        How many cells and blocks to name; 0 names none.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles, Scores
    >>> frame = pd.DataFrame({"a": [9, 8, 7], "b": [None, 6, 8]})
    >>> print(gaps_in_words(Scores.from_frame(frame, Roles(score="auc", missing="drop"))))
    1 of 6 cells has no score (b on 1); 1 incomplete dataset is left out (1)
    """
    missing = scores.missing_runs
    lacking = [missing.in_words(most)] if missing else []
    text = "; ".join([*lacking, *_treatments(scores, most)])
    return text[:1].upper() + text[1:]


def _treatments(scores: Scores, most: int) -> list[str]:
    """Say what became of missing runs, one clause a treatment."""
    one, block = scores.missing_runs.count == 1, scores.block_kind
    clauses = []
    if scores.filled:
        own = wording.THEIR_BLOCK[one].format(block=block)
        clauses.append(wording.WORST[one].format(whose=wording.ALL_RUNS if block == "run" else own))
    elif block == "run" and scores.missing_runs:
        clauses.append(wording.LEFT_OUT[one])
    if scores.missing == "available" and scores.incomplete:
        clauses.append(wording.AVAILABLE)
    unshared = _count_unshared(scores)
    if unshared:
        clauses.append(
            wording.PAIRED.format(noun=scores.missing_runs.noun, runs=format_count(unshared, "run"))
        )
    if scores.dropped:
        # what has a score is filled
        template = wording.DROPPED_EMPTY if scores.missing == "worst" else wording.DROPPED
        clauses.append(
            template.format(
                blocks=format_count(len(scores.dropped), block),
                incomplete=format_count(len(scores.dropped), f"incomplete {block}"),
                verb="is" if len(scores.dropped) == 1 else "are",
                names=examples(scores.dropped, most=most) if most else "",
            ).removesuffix(" ()")
        )
    return clauses


def _count_unshared(scores: Scores) -> int:
    """Count the runs that ``missing="paired"`` leaves out."""
    if scores.missing != "paired" or scores.block_kind != "dataset":
        return 0
    return int((~np.isnan(scores.runs.read)).sum() - find_shared_runs(scores.runs).sum())


def gaps_error(scores: Scores, procedure: str, *, gaps: str, **options: object) -> DesignError:
    """Return an error that names the missing runs or empty cells, with the ways out.

    Parameters
    ----------
    scores
        A table that is not complete.
    procedure
        The procedure that needs every run.
    gaps
        A procedure for the same question that allows gaps, with its options; the hint names it.
    """
    runs = scores.missing == "error" and scores.missing_runs.noun
    needed = (
        "every run of every algorithm" if runs and scores.incomplete else "every algorithm scored"
    )
    lacking = (
        scores.missing_runs.in_words()
        if runs
        else f"{count_gaps(len(scores.gaps), scores.values.size)}: "
        + examples(tables.CELL.format(algorithm=name, dataset=block) for name, block in scores.gaps)
    )
    other = "; " + call(gaps, **options) + " allows gaps" if gaps else ""
    return DesignError(
        f"{procedure} needs {needed} on every {scores.block_kind};\n{lacking}.",
        hint=_ways_out(scores) + other,
    )


def _ways_out(scores: Scores) -> Hint:
    """Name the treatments that make the table complete."""
    missing, block = scores.missing_runs, scores.block_kind
    averages = Hint()
    if not scores.gaps:
        averages += "average the runs that are there with " + bench(missing="available")
        if missing.crossed:
            averages += f", or only {missing.noun}s that all algorithms have with "
            averages += bench(missing="paired")
        averages += "; "
    gap = "missing run" if scores.incomplete else "gap"
    dropped = f"leave out incomplete {block}s with " + bench(missing="drop")
    if scores.runs.sizes is not None and scores.incomplete:
        return averages + dropped
    if scores.sparse:
        fewer = _name_emptiest(scores)
        return averages + (dropped | fewer if _leaves_enough(scores) else Hint.of(fewer))
    if scores.runs.failed:
        each = f"give each {gap}"
    else:
        each = (
            "if missing runs failed, give each"
            if scores.incomplete
            else "if gaps are failures, give each"
        )
    worst = f"{each} its {block}'s worst score with " + bench(missing="worst")
    if not _leaves_enough(scores):
        return averages + worst
    # without the datasets on which a run failed, algorithms that fail look better than they are
    first, second = (worst, dropped) if scores.runs.failed else (dropped, worst)
    return averages + first + ", or " + second


def _name_emptiest(scores: Scores) -> str:
    """Say which algorithms and datasets to leave out first: those with the fewest scores."""
    known = ~np.isnan(scores.values)
    if len(scores.blocks) > 1 and (known.sum(axis=0) == 1).all():
        return wording.NESTED.format(block=scores.block_kind)
    names = [*scores.algorithms, *scores.blocks]
    counts = [*known.sum(axis=0).tolist(), *known.sum(axis=1).tolist()]
    cells = [len(scores.blocks)] * len(scores.algorithms) + [len(scores.algorithms)] * len(
        scores.blocks
    )
    order = sorted(range(len(names)), key=lambda place: counts[place] / cells[place])
    few = [
        wording.HAS.format(name=names[place], n=counts[place], cells=cells[place])
        for place in order[:MOST_EMPTY]
    ]
    return wording.EMPTIEST.format(names=examples(few))


def _leaves_enough(scores: Scores) -> bool:
    """Tell whether enough datasets are complete to compare the algorithms on them."""
    try:
        scores.without_gaps()
    except DesignError:
        return False
    return True
