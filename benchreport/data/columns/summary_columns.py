"""Which columns, and which rows, summarize or describe the others."""

import functools
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import to_numbers
from benchreport.data.columns.content.derived import numbers_of
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.score_candidates import SPREADS, is_bound
from benchreport.data.columns.words.kinds_of_names import (
    AVERAGES,
    TOTALS,
    compares_columns,
    is_description,
    is_summary,
    is_test_result,
)
from benchreport.data.columns.words.names import words_of

# summaries that could be the names of algorithms, as of forecasters: their values decide
AMBIGUOUS = (
    AVERAGES | TOTALS | frozenset("median media média mediana médiane mediane pooled".split())
)
# a row of totals may hold means, too
SUMMARIZE: tuple[Callable[..., Any], ...] = (np.nanmean, np.nanmedian, np.nansum)
# what all of them together reach
REACH: tuple[Callable[..., Any], ...] = (np.nanmax, np.nanmin)
EXTREMES = frozenset("best oracle vbs virtual_best best_of_all".split())
# the largest deviation of a rounded summary from the exact one, as a share of the scores' range
ROUNDED = 0.02
# a summary that is rounded more, as a share of the usual range, may be anything
MOST_ROUNDED = 0.2
# a variant of an algorithm may be called so, too
BOUNDS_OF_SCORES = frozenset("low high lower upper".split())
MOST_SPREAD = 0.5
CENTERS = AVERAGES | {"median"}
FEWEST = 2
FEWEST_LETTERS = 4
FEWEST_RISING = 4


# scores near the largest number differ by more than it
@np.errstate(over="ignore")
def is_summary_column(name: Hashable, columns: Sequence[Hashable], frame: pd.DataFrame) -> bool:
    """Tell whether a column summarizes the others: by its name, and by its values if that names a method.

    >>> frame = pd.DataFrame({"svm": [0.8, 0.6], "knn": [0.6, 0.2], "Mean": [0.7, 0.4]})
    >>> is_summary_column("Mean", list(frame), frame), is_summary_column("svm", list(frame), frame)
    (True, False)
    >>> frame = pd.DataFrame({"mean_svm": [0.8, 0.6], "std_svm": [0.1, 0.2], "vgg": [0.6, 0.7]})
    >>> [name for name in frame if is_summary_column(name, list(frame), frame)]
    ['std_svm']
    >>> is_summary_column("delta", ["beta", "gamma", "delta"], frame)
    False
    >>> frame = pd.DataFrame({"svm": [0.8, 0.6], "knn": [0.6, 0.7], "best": [0.8, 0.7]})
    >>> is_summary_column("best", list(frame), frame)
    True
    """
    # a letter after the one before it is no difference
    letter = str(name).casefold() == "delta" and "gamma" in {
        str(each).casefold() for each in columns
    }
    said = any(says(name, columns) for says in (compares_columns, is_test_result, is_bound))
    if said or _is_spread_of_another(name, columns, frame):
        return not letter
    called = "_".join(words_of(name))
    extreme = called in EXTREMES and not is_summary(name)
    if letter or not (extreme or is_summary(name)):
        return False
    if not extreme and called not in AMBIGUOUS:
        return True
    others = [
        other
        for other in columns
        if other != name and not is_summary(other) and not is_description(other)
    ]
    if len(others) < FEWEST:
        return False
    table = np.column_stack([numbers_of(frame[other]) for other in others])
    values = numbers_of(frame[name])
    known = np.isfinite(values) & np.isfinite(table).any(axis=1)
    if not known.any():
        return False
    spread = np.nanmax(table[known], axis=1) - np.nanmin(table[known], axis=1)
    functions = REACH if extreme else SUMMARIZE
    errors = [np.abs(function(table[known], axis=1) - values[known]) for function in functions]
    allowed = ROUNDED * np.maximum(spread, np.abs(values[known]) * ROUNDED)
    rounding = _rounding(values[known])
    if rounding < MOST_ROUNDED * np.median(spread) or rounding > _rounding(table[known]):
        # rounded to fewer digits than the scores
        allowed = np.maximum(allowed, rounding)
    return any(bool((error <= allowed * (1 + 1e-9)).all()) for error in errors)


def _is_spread_of_another(name: Hashable, columns: Sequence[Hashable], frame: pd.DataFrame) -> bool:
    """Tell whether a column says how much another varies: it is called like it, and much smaller."""
    words = words_of(name)
    stem = [word for word in words if word not in SPREADS - BOUNDS_OF_SCORES]
    if not stem or len(stem) == len(words):
        return False
    means = (
        other
        for other in columns
        if other != name and [word for word in words_of(other) if word not in CENTERS] == stem
    )
    mean = next(means, None)
    if mean is None:
        return False
    spread, size = (pd.Series(np.abs(numbers_of(frame[each]))).median() for each in (name, mean))
    return bool(spread < MOST_SPREAD * size)


def _rounding(values: NDArray[np.float64]) -> float:
    """Return the largest error of numbers that are rounded to the digits that they have.

    >>> _rounding(np.array([0.52, 0.5]))
    0.005
    """
    known = values[np.isfinite(values)]
    places = (
        place for place in range(12) if np.allclose(known, known.round(place), rtol=0, atol=1e-12)
    )
    return 0.5 * 10.0 ** -next(places, 12)


def summary_rows(
    frame: pd.DataFrame, algorithm: Hashable, datasets: Sequence[Hashable]
) -> list[Hashable]:
    """Return the names of rows that summarize the others, as an average below a leaderboard does.

    >>> frame = pd.DataFrame({"model": ["a", "b", "Average"], "x": [1.0, 2, 1.5], "y": [3.0, 5, 4]})
    >>> summary_rows(frame, "model", ["x", "y"])
    ['Average']
    """
    called = [name for name in frame[algorithm].dropna().unique() if is_summary(name)]
    if not called or not frame[algorithm].is_unique:
        return []
    turned = frame.set_index(algorithm)[list(datasets)].map(str).T
    return [name for name in called if is_summary_column(name, list(turned.columns), turned)]


def descriptions(columns: Sequence[Hashable], evidence: Evidence) -> list[Hashable]:
    """Return the columns that describe the rows, such as the number of classes beside accuracies.

    They are called so, and hold whole numbers beside columns that hold others, or numbers of another range.
    """
    called = [name for name in columns if is_description(name)]
    others = [name for name in columns if name not in called]
    if not called or len(others) < FEWEST:
        return []
    fractions = any(evidence.facts(name).kind != "whole" for name in others)
    range_of_others = functools.cache(lambda: _range(others, evidence))
    found = [
        name
        for name in called
        if (fractions and evidence.facts(name).kind == "whole")
        or (len(called) == 1 and _is_input(name, evidence))
        # a single letter may well name an algorithm
        or (len(str(name)) > 1 and not _overlap(_range([name], evidence), range_of_others()))
    ]
    if len(found) < FEWEST:
        return found
    # beside some there are others: shares, and numbers of what these speak of
    about = Counter(
        word for name in found for word in words_of(name) if len(word) >= FEWEST_LETTERS
    )
    shared = {word for word, count in about.items() if count >= FEWEST}
    return [
        name
        for name in columns
        if name in found
        or (name in called and len(str(name)) > 1)
        or (evidence.facts(name).kind == "whole" and shared & {*words_of(name)} and fractions)
    ]


def _is_input(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column holds sizes of the input, which rise from row to row; scores do so by chance."""
    rises = evidence.column(name).is_monotonic_increasing and evidence.facts(name).unique
    return len(evidence.frame) >= FEWEST_RISING and evidence.holds_integers(name) and rises


def _range(columns: Sequence[Hashable], evidence: Evidence) -> tuple[float, float]:
    values = np.concatenate(
        [to_numbers(evidence.rows[name]).to_numpy(np.float64) for name in columns]
    )
    known = values[np.isfinite(values)]
    return (float(known.min()), float(known.max())) if len(known) else (np.nan, np.nan)


def _overlap(first: tuple[float, float], second: tuple[float, float]) -> bool:
    return not (first[0] > second[1] or first[1] < second[0])
