"""Who leads if higher scores are better, and who if lower are: what shows a user which of them is meant."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchreport.data.columns.layout import Layout
from benchreport.data.columns.score_candidates import span_orders
from benchreport.data.columns.words.kinds_of_names import says_size
from benchreport.data.columns.words.names import words_of
from benchreport.errors import DirectionError
from benchreport.hints import bench
from benchreport.numerics.cell_means import Cells
from benchreport.numerics.ranks import mid_ranks
from benchreport.wording.shell import reading

# runs that a limit of so many seconds stopped
FEWEST_STOPPED, SHORTEST_LIMIT = 3, 300
# points of a game are of any size
PLAYED = frozenset("game games env environment score scores points".split())
# what solvers find for them are mostly costs, if they are no shares
SOLVED = frozenset("instance instances objective obj objval".split())
# how many times as large as the first costs of the last of several sizes mostly are, and accuracies are not
MOST_TIMES, FEWEST_SIZES, MOST_RISING = 10, 4, 0.8


def direction_of_scores(
    layout: Layout, cells: Cells, algorithms: Sequence[str], blocks: Sequence[str]
) -> bool:
    """Return whether higher scores are better.

    Raises
    ------
    DirectionError
        Nothing says it; the error names who would lead either way.
    """
    try:
        return layout.higher_is_better
    except DirectionError as error:
        values, hint = cells.average()[0], error.way_out
        values = values[(~np.isnan(values)).any(axis=1)]
        if not len(values):
            raise
        leaders, limit = name_leaders(values, algorithms), _name_limit(values)
        words = {*words_of(layout.dataset), *words_of(layout.score)}
        middle = np.nanmedian(values, axis=1)
        likely = (SOLVED & words and np.nanmax(values) > 1) or span_orders(middle)
        sizes = says_size(layout.dataset) or all(map(_is_number, blocks))
        likely = likely or (sizes and _rise(middle))
        likely = bool(limit or (likely and not PLAYED & words))
        best = layout.best_is_highest
        if likely if best is None else not best:
            hint = bench(higher_is_better=False) + " for errors and times" | hint.without(
                [way for way in hint.calls if way.roles.get("higher_is_better") is not True]
            )
        bold = "" if best is None else reading.IN_BOLD[best]
        message = " ".join(filter(None, (error.message, leaders, limit, bold)))
        raise DirectionError(message, hint=hint) from None


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()


def _rise(middle: NDArray[np.float64]) -> bool:
    """Tell whether scores rise from size to size, many times in all, as what runs cost does.

    >>> _rise(np.array([0.04, 0.3, 0.55, 0.8])), _rise(np.array([0.4, 0.6, 0.7, 0.9]))
    (True, False)
    """
    rises = len(middle) >= FEWEST_SIZES and (np.diff(middle) > 0).mean() > MOST_RISING
    return bool(rises and 0 < MOST_TIMES * middle[0] < middle[-1])


def _name_limit(values: NDArray[np.float64]) -> str:
    """Say that the largest score stands in several cells, as of runs that a limit stopped; else nothing."""
    largest = np.nanmax(values)
    stopped = values == largest
    # whole minutes, of two algorithms
    limit = largest >= SHORTEST_LIMIT and largest % 60 == 0 and stopped.any(axis=0).sum() > 1
    limit = limit and stopped.sum() >= FEWEST_STOPPED
    return reading.LIMIT.format(n=stopped.sum(), limit=f"{largest:g}") if limit else ""


def name_leaders(values: NDArray[np.float64], algorithms: Sequence[str]) -> str:
    """Name the algorithms with the highest and the lowest scores, by their mean ranks over full rows.

    >>> values = np.array([[0.9, 0.5, 0.7], [0.8, 0.4, np.nan], [0.3, 0.1, 0.2]])
    >>> name_leaders(values, ["svm", "knn", "rf"])
    "'svm' scores highest, 'knn' lowest."
    >>> name_leaders(values[1:2], ["svm", "knn", "rf"]), name_leaders(np.ones((2, 2)), ["a", "b"])
    ('', '')
    """
    full = values[~np.isnan(values).any(axis=1)]
    if not len(full):
        return ""
    ranks = mid_ranks(full).mean(axis=0)
    highest, lowest = int(ranks.argmax()), int(ranks.argmin())
    if ranks[highest] == ranks[lowest]:
        return ""
    names = (repr(algorithms[place]) for place in (highest, lowest))
    return reading.LEADERS.format(**dict(zip(("highest", "lowest"), names, strict=True)))
