"""Types of columns of files that are read as one table."""

from collections.abc import Hashable, Iterable, Sequence

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
    return [_as_text(frame, text.intersection(frame.columns)) for frame in frames]


def _as_text(frame: pd.DataFrame, names: Iterable[Hashable]) -> pd.DataFrame:
    numbers = {name: str for name in names if _is_whole(frame, name)}
    # of many small files, copies take as long as reading
    return frame.astype(numbers) if numbers else frame


def _is_text(frame: pd.DataFrame, name: Hashable) -> bool:
    kind = frame[name].dtype
    return pd.api.types.is_string_dtype(kind) or pd.api.types.is_object_dtype(kind)


def _is_whole(frame: pd.DataFrame, name: Hashable) -> bool:
    return pd.api.types.is_integer_dtype(frame[name].dtype)
