"""Scores as rliable takes them: a dict of arrays, runs × tasks, or runs × tasks × frames for curves."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.columns.words.direction import DIRECTIONS
from benchreport.data.readers.tools.source import Source, Tool

SCORE = "score"
SCORES, CURVES = 2, 3
"""Dimensions of the arrays."""


def _recognizes(source: Source) -> bool:
    data = source.data
    if not isinstance(data, Mapping) or not data:
        return False
    arrays = [value for value in data.values() if isinstance(value, np.ndarray)]
    shapes = {array.shape[1:] for array in arrays if array.ndim in (SCORES, CURVES)}
    return (
        len(arrays) == len(data)
        and len(shapes) == 1
        and all(array.dtype.kind in "fiu" for array in arrays)
    )


def _read(source: Source) -> pd.DataFrame:
    scores: Mapping[object, NDArray[Any]] = source.data  # type: ignore[assignment]
    frame = pd.concat(
        [_rows(str(name), array) for name, array in scores.items()], ignore_index=True
    )
    # as in rliable's probability of improvement and optimality gap
    frame.attrs[DIRECTIONS] = {SCORE: True}
    return frame


def _rows(name: str, scores: NDArray[Any]) -> pd.DataFrame:
    """Return one row per run, task and frame."""
    runs, tasks, *frames = np.indices(scores.shape)
    rows = pd.DataFrame(
        {
            "algorithm": name,
            "dataset": [f"task {number}" for number in tasks.ravel()],
            "run": runs.ravel(),
        }
    )
    if frames:
        rows["step"] = frames[0].ravel()
    return rows.assign(**{SCORE: scores.ravel()})


TOOL = Tool(name="a dict of arrays, as rliable takes it", recognizes=_recognizes, read=_read)
