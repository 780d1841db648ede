"""Covariates: the value that belongs to each score."""

import numpy as np
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, examples, format_count
from benchreport.stats._arrays import Array


def read_covariate(
    scores: Scores, name: str, rows: NDArray[np.intp], columns: NDArray[np.intp]
) -> Array:
    """Return a covariate's values in some cells of the table.

    Raises
    ------
    DesignError
        A cell has a score and no value, or nothing tells which value belongs to a score.
    """
    if scores.block_kind == "run":
        raise DesignError(
            f"no column tells which {name!r} belongs to which score of the same combination.",
            hint="add a column of seeds or repeats",
        )
    table = scores.covariates[name]
    frame = table.frame.reindex(index=list(scores.blocks), columns=list(scores.algorithms))
    values: Array = frame.to_numpy()[rows, columns]
    empty = np.flatnonzero(np.isnan(values)).tolist()
    if empty:
        cells = [(scores.algorithms[columns[at]], scores.blocks[rows[at]]) for at in empty]
        raise DesignError(
            f"covariate {name!r} has no value in {format_count(len(empty), 'cell')}: {examples(cells)}.",
            hint="leave out the covariate, or fill in its values",
        )
    return values
