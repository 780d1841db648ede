"""Types of columns of files that are read as one table."""

from collections.abc import Hashable, Sequence

import pandas as pd


def names_as_text(frames: Sequence[pd.DataFrame]) -> list[pd.DataFrame]:
    """Return the frames with whole numbers as text where the same column of another frame is text.

    One file may hold the datasets 007 and 101, another only 101, which is the same dataset.

    Examples
    --------
    >>> texts, numbers = pd.DataFrame({"task": ["007", "101"]}), pd.DataFrame({"task": [101]})
    >>> names_as_text([texts, numbers])[1]["task"].tolist()
    ['101']
    """
    text = {name for frame in frames for name in frame.columns if _is_text(frame, name)}
    return [
        frame.astype(
            {name: str for name in text.intersection(frame.columns) if _is_whole(frame, name)}
        )
        for frame in frames
    ]


def _is_text(frame: pd.DataFrame, name: Hashable) -> bool:
    kind = frame[name].dtype
    return pd.api.types.is_string_dtype(kind) or pd.api.types.is_object_dtype(kind)


def _is_whole(frame: pd.DataFrame, name: Hashable) -> bool:
    return pd.api.types.is_integer_dtype(frame[name].dtype)
