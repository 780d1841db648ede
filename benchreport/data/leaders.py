"""Who leads if higher scores are better, and who if lower are: what shows a user which of them is meant."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchreport.data.columns.layout import Layout
from benchreport.errors import DirectionError
from benchreport.hints import bench
from benchreport.numerics.cell_means import Cells
from benchreport.numerics.ranks import mid_ranks
from benchreport.wording.shell import reading

# of limits that stop runs, in seconds
SECONDS, SHORTEST_LIMIT = 60, 300
FEWEST_STOPPED = 3
# how many times as large as on another dataset shares and ratings are, at most
MOST_TIMES = 100


def direction_of_scores(layout: Layout, cells: Cells, algorithms: Sequence[str]) -> bool:
    """Return whether higher scores are better.

    Raises
    ------
    DirectionError
        Nothing says it; the error names who would lead either way.
    """
    try:
        return layout.higher_is_better
    except DirectionError as error:
        values = cells.average()[0]
        leaders, hint = name_leaders(values, algorithms), error.way_out
        limit = _name_limit(values)
        if limit or _span_orders(values):
            hint = bench(higher_is_better=False) + " for errors and times" | hint.without(
                [way for way in hint.calls if way.roles.get("higher_is_better") is not True]
            )
        message = " ".join(filter(None, (error.message, leaders, limit)))
        raise DirectionError(message, hint=hint) from None


def _span_orders(values: NDArray[np.float64]) -> bool:
    """Tell whether datasets differ by orders of magnitude, as times and errors on them mostly do.

    >>> _span_orders(np.array([[0.02, 0.03], [24, 31]])), _span_orders(np.array([[0.5, 0.6], [0.9, 0.8]]))
    (True, False)
    """
    middles = np.nanmedian(values, axis=1)
    return bool((middles > 0).all() and middles.max() > MOST_TIMES * middles.min())


def _name_limit(values: NDArray[np.float64]) -> str:
    """Say that the largest score stands in several cells, as of runs that a limit stopped; else nothing.

    >>> _name_limit(np.array([[3.5, 1800], [1800, 1800], [0.5, 7]]))
    '3 cells are 1800, as of runs that a limit stopped.'
    >>> _name_limit(np.array([[3.5, 100], [100, 100], [0.5, 7]])), _name_limit(np.eye(3) * 600)
    ('', '')
    """
    largest = np.nanmax(values)
    counts = (values == largest).sum(axis=0)
    others = np.unique(values[values < largest])
    # whole minutes; 100 are percent, and two algorithms share a limit
    stopped = largest >= SHORTEST_LIMIT and largest % SECONDS == 0 and (counts > 0).sum() > 1
    if not stopped or counts.sum() < FEWEST_STOPPED or not (others % 1).any():
        return ""
    return reading.LIMIT.format(n=counts.sum(), limit=f"{largest:g}")


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
