"""Runs of a program on one dataset: invocations vary independently, and iterations within them do not."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from benchreport.data.columns.words.measures import is_cost, is_work
from benchreport.data.columns.words.names import kind_of_repeat, name_levels
from benchreport.data.score_runs import Runs
from benchreport.errors import format_count
from benchreport.wording.shell import reading


def invocations_of(runs: Runs) -> tuple[NDArray[np.intp], tuple[str, ...]] | None:
    """Return the invocation of each repeat, and their names; ``None`` where no columns number both."""
    several = runs.matched and len(runs.repeat_columns) > 1
    levels = name_levels(runs.repeat_columns) if several else ()
    if not levels:
        return None
    outer = [place for place, name in enumerate(runs.repeat_columns) if name != levels[-1]]
    labels = [", ".join(parts[place] for place in outer) for parts in runs.repeat_parts]
    names = {name: place for place, name in enumerate(dict.fromkeys(labels))}
    return np.array([names[label] for label in labels], dtype=np.intp), tuple(names)


def average_cells(
    values: NDArray[np.float64], *codes: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Average the values with the same codes; return the means, NaN with any NaN, and a row of each code."""
    cells, inverse = np.unique(np.stack(codes), axis=1, return_inverse=True)
    return np.bincount(inverse, values) / np.bincount(inverse), cells


def as_independent_runs(runs: Runs) -> Runs:
    """Return what programs took on one dataset as independent runs, of invocations with iterations the means.

    Folds and seeds belong together, and a single invocation stays as it is.
    """
    found = invocations_of(runs) if len(runs.datasets) == 1 else None
    if found is None and _are_measured(runs):
        note = reading.RUNS_MEASURED.format(n=format_count(len(runs.repeats), "run"))
        return replace(runs, matched=False, cell_notes=(*runs.cell_notes, note), origin=runs)
    if found is None or len(found[1]) == 1:
        return runs
    invocation, names = found
    columns = runs.algorithm, runs.dataset, invocation[runs.repeat]
    means, (algorithm, dataset, repeat) = average_cells(runs.read, *columns)
    outer = ", ".join(map(str, name_levels(runs.repeat_columns)[:-1]))
    for array in (means, algorithm, dataset, repeat):
        array.setflags(write=False)
    return replace(
        runs,
        algorithm=algorithm,
        dataset=dataset,
        repeat=repeat,
        read=means,
        repeats=names,
        repeat_columns=(outer,),
        repeat_parts=tuple((name,) for name in names),
        matched=False,
        spread=None,
        cell_notes=(*runs.cell_notes, reading.ITERATIONS_AVERAGED.format(invocation=outer)),
        origin=runs,
    )


def _are_measured(runs: Runs) -> bool:
    """Tell whether the repeats on one dataset are numbered measurements of what a program takes."""
    return (
        runs.matched
        and len(runs.datasets) == len(runs.repeat_columns) == 1
        and kind_of_repeat(runs.repeat_columns[0]) not in ("fold", "seed")
        and (is_cost(runs.metric) or is_work(runs.metric))
    )
