"""Two lines of names above the numbers, as spreadsheets have with metrics below each algorithm."""

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from benchreport.data.columns.two_levels import melt_two_levels

FEWEST = 2


class Headers(NamedTuple):
    """Two lines of names.

    Parameters
    ----------
    names
        The name of each column in both lines; of those that name rows, the second is empty.
    lines
        How many lines hold names: three, if the last names the columns before the scores.
    """

    names: list[tuple[str, str]]
    lines: int


def two_headers(lines: Sequence[Sequence[str]]) -> Headers | None:
    """Return the names of two lines whose names cross, each below each; ``None`` where they do not.

    Parameters
    ----------
    lines
        The cells of the first lines, at least two. In the first of them a name may stand for the blank cells
        after it.

    Examples
    --------
    >>> two_headers([["", "svm", "", "knn", ""], ["data", "acc", "f1", "acc", "f1"]]).names[:3]
    [('data', ''), ('svm', 'acc'), ('svm', 'f1')]
    >>> print(two_headers([["data", "svm", "knn"], ["iris", "0.5", "0.6"]]))
    None
    """
    first, second = ([cell.strip() for cell in line] for line in lines[:2])
    width = max(len(first), len(second))
    first, second = ([*line, *[""] * (width - len(line))] for line in (first, second))
    for before in range(1, width - 2 * FEWEST + 1):
        pairs = _crossing(first[before:], second[before:])
        if pairs is None:
            continue
        third = [cell.strip() for cell in lines[2]] if len(lines) > FEWEST else []
        below = any(third[:before]) and not any(third[before:])
        said = [third[:before]] if below else []
        said += [second[:before], first[:before]]
        named = [next(filter(None, cells), "") for cells in zip(*said, strict=True)]
        return Headers([*((name, "") for name in named), *pairs], 2 + below)
    return None


def _crossing(first: Sequence[str], second: Sequence[str]) -> list[tuple[str, str]] | None:
    """Return the pairs of two lines' names if each of the one stands with each of the other, once."""
    filled: list[str] = []
    for name in first:
        filled.append(name or (filled[-1] if filled else ""))
    pairs = list(zip(filled, second, strict=True))
    if not all(above and below and not _is_number(below) for above, below in pairs):
        return None
    heads, labels = set(filled), set(second)
    crossed = len(set(pairs)) == len(pairs) == len(heads) * len(labels)
    return pairs if crossed and min(len(heads), len(labels)) >= FEWEST else None


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", "."))
    except ValueError:
        return False
    return True


def long_of(frame: pd.DataFrame, headers: Headers) -> pd.DataFrame:
    """Give the columns of a frame their two names, and make one row per score of it."""
    frame = frame.dropna(how="all")
    frame.columns = pd.MultiIndex.from_tuples(headers.names)
    return melt_two_levels(frame)
