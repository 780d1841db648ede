"""Two or three lines of names above the numbers, as spreadsheets have with metrics below each algorithm."""

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from benchreport.data.columns.two_levels import melt_two_levels

FEWEST = 2


class Headers(NamedTuple):
    """Lines of names, as two.

    Parameters
    ----------
    names
        The name of each column in both lines; of those that name rows, the second is empty. Of three lines,
        the names of the first two are joined.
    lines
        How many lines hold names, with one that only names the columns before the scores.
    """

    names: list[tuple[str, str]]
    lines: int


def two_headers(lines: Sequence[Sequence[str]]) -> Headers | None:
    """Return the names of two or three lines that cross, each below each; ``None`` where they do not.

    Parameters
    ----------
    lines
        The cells of the first lines, at least two. Above the last line of names, a name may stand for the
        blank cells after it.

    Examples
    --------
    >>> two_headers([["", "svm", "", "knn", ""], ["data", "acc", "f1", "acc", "f1"]]).names[:3]
    [('data', ''), ('svm', 'acc'), ('svm', 'f1')]
    >>> print(two_headers([["data", "svm", "knn"], ["iris", "0.5", "0.6"]]))
    None
    >>> lines = [["", "a", "", "", ""], ["", "96", "", "192", ""], ["model", "mse", "mae", "mse", "mae"]]
    >>> two_headers(lines).names
    [('model', ''), ('a / 96', 'mse'), ('a / 96', 'mae'), ('a / 192', 'mse'), ('a / 192', 'mae')]
    """
    width = max(map(len, lines))
    rows = [[cell.strip() for cell in line] + [""] * (width - len(line)) for line in lines]
    for heads in (1, 2)[: len(rows) - 1]:
        for before in range(1, width - 2 * FEWEST + 1):
            pairs = _crossing([row[before:] for row in rows[:heads]], rows[heads][before:])
            if pairs is None:
                continue
            last = rows[heads + 1] if len(rows) > heads + 1 else []
            below = any(last[:before]) and not any(last[before:])
            said = [row[:before] for row in rows[heads + below :: -1]]
            named = [next(filter(None, cells), "") for cells in zip(*said, strict=True)]
            return Headers([*((name, "") for name in named), *pairs], heads + 1 + below)
    return None


def _crossing(
    above: Sequence[Sequence[str]], second: Sequence[str]
) -> list[tuple[str, str]] | None:
    """Return the pairs of two lines' names if each of the one stands with each of the other, once."""
    filled = [" / ".join(names) for names in zip(*map(_filled, above), strict=True)]
    pairs = list(zip(filled, second, strict=True))
    if not all(above and below and not _is_number(below) for above, below in pairs):
        return None
    heads, labels = set(filled), set(second)
    crossed = len(set(pairs)) == len(pairs) == len(heads) * len(labels)
    return pairs if crossed and min(len(heads), len(labels)) >= FEWEST else None


def _filled(line: Sequence[str]) -> list[str]:
    """Write names into the blank cells after them."""
    filled: list[str] = []
    for name in line:
        filled.append(name or (filled[-1] if filled else ""))
    return filled


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
