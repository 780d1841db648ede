"""Who leads if higher scores are better, and who if lower are: what shows a user which of them is meant."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchreport.data.columns.layout import Layout
from benchreport.errors import DirectionError
from benchreport.numerics.cell_means import Cells
from benchreport.numerics.ranks import mid_ranks
from benchreport.wording.shell import reading


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
        leaders = name_leaders(cells.average()[0], algorithms)
        raise DirectionError(f"{error.message} {leaders}".strip(), hint=error.way_out) from None


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
