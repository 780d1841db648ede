"""Scores outside the range of their metric, or on another scale than most: failed runs, or for a note."""

import math
from collections.abc import Callable, Hashable

import numpy as np
from numpy.typing import NDArray

from benchreport.data.cells.cell_notes import count_failures
from benchreport.data.cells.cell_text import CellText
from benchreport.data.columns.words.direction import range_of
from benchreport.errors import examples
from benchreport.hints import write_value
from benchreport.wording.verdicts import cells

PERCENT = 100.0
# averages with weights may exceed a bound by rounding
TOLERANCE = 1e-9
# the low end of percentages follows the next in small steps; between shares and percentages there is a gap
GAP = 4.0
FEWEST_OTHERS = 4
"""Different scores beside a negative one: fewer may be grades, or wins and losses."""
NameOf = Callable[[int], str]


def range_notes(
    scores: NDArray[np.float64], metric: Hashable | None, name_of: NameOf
) -> tuple[str, ...]:
    """Name the scores that lie outside the range of their metric, or are on another scale than most.

    Percentages are fine where all scores are. Of a metric without a known range, one negative whole number
    among scores above 0 is named.

    Parameters
    ----------
    scores
        One score a run; NaN where a run has none.
    metric
        The name of the metric.
    name_of
        A function that names a run by its place.

    Returns
    -------
    tuple
        At most one sentence.

    Examples
    --------
    >>> range_notes(np.array([0.81, 1.7, 0.92]), "accuracy", "svm on {}".format)
    ('accuracy is between 0 and 1, but 1 of 3 scores is not: 1.7 (svm on 1).',)
    """
    bounds = range_of(metric)
    if bounds is None:
        return _lone_negative(scores, name_of)
    if _are_within(scores, *bounds):
        return ()
    low, high = bounds
    if high == 1 and 2 * np.count_nonzero(scores > 1) >= np.count_nonzero(~np.isnan(scores)):
        low, high = low * PERCENT, PERCENT
    rows = _outside(scores, low, high)
    if len(rows):
        why = f" {cells.MAY_BE_FAILED}" if math.isinf(high) else ""
        listed = _list(cells.ARE_NOT, scores, rows, name_of)
        limits = _write_limits(low, high)
        return (cells.OUT_OF_RANGE.format(metric=metric, limits=limits, listed=listed, why=why),)
    rows = _shares_among_percentages(scores)
    if len(rows):
        listed = _list(cells.ARE_SHARES, scores, rows, name_of)
        return (cells.MIXED_UNITS.format(metric=metric, listed=listed),)
    return ()


def _lone_negative(scores: NDArray[np.float64], name_of: NameOf) -> tuple[str, ...]:
    """Name the scores of one negative whole number, such as −1, where all others are above 0, and differ.

    >>> _lone_negative(np.array([81.3, -1.0, 92.4, 64.5, 70.2]), "glucose on {}".format)[0].partition(". ")[0]
    '1 of 5 scores is −1 (glucose on 1), and all others are above 0'
    """
    if not np.fmin.reduce(scores) < 0:
        return ()
    rows = np.flatnonzero(scores < 0)
    found, others = np.unique(scores[rows]), np.unique(scores[scores >= 0])
    lone = len(found) == 1 and float(found[0]).is_integer() and len(others) >= FEWEST_OTHERS
    if not lone or others[0] == 0 or 2 * len(rows) > np.count_nonzero(~np.isnan(scores)):
        return ()
    return (
        cells.LONE_NEGATIVE.format(
            n=len(rows),
            of=np.count_nonzero(~np.isnan(scores)),
            verb="is" if len(rows) == 1 else "are",
            value=_write(float(found[0])),
            cells=examples(map(name_of, rows.tolist())),
            why=cells.MAY_BE_FAILED,
        ),
    )


def without_stand_ins(
    scores: NDArray[np.float64], metric: Hashable | None
) -> tuple[NDArray[np.float64], str]:
    """Return the scores, NaN where one negative number stands for runs that failed, and how many, in words.

    Examples
    --------
    >>> without_stand_ins(np.array([0.5, -1.0, 2.0, 0.7]), "time_s")
    (array([0.5, nan, 2. , 0.7]), '1 run failed: −1')
    >>> [without_stand_ins(np.array(scores), "mse")[1] for scores in ([0.5, -1.5, 2.0], [-1.0])]
    ['', '']
    """
    bounds = range_of(metric)
    if bounds != (0.0, math.inf) or not np.fmin.reduce(scores, axis=None) < 0:
        return scores, ""
    negative = scores < 0
    found, n = np.unique(scores[negative]), int(np.count_nonzero(negative))
    whole = len(found) == 1 and float(found[0]).is_integer()
    if not whole or n == np.count_nonzero(~np.isnan(scores)):
        return scores, ""
    words = count_failures([CellText(failure=_write(float(found[0])))], [n])
    return np.where(negative, np.nan, scores), words


def _write(value: float) -> str:
    """Write a score in six digits, unless they hide what it has behind the point.

    >>> _write(72.47066248327762), _write(1.00000004), _write(-1.0)
    ('72.4707', '1.00000004', '−1')
    """
    short = float(f"{value:.6g}")
    text = write_value(value if short.is_integer() else short)
    return f"−{text[1:]}" if text.startswith("-") else text


def _write_limits(low: float, high: float) -> str:
    if math.isinf(high):
        return cells.AT_LEAST.format(low=_write(low))
    if math.isinf(low):
        return cells.AT_MOST.format(high=_write(high))
    return cells.BETWEEN.format(low=_write(low), high=_write(high))


def _are_within(scores: NDArray[np.float64], low: float, high: float) -> bool:
    within = (
        np.fmin.reduce(scores) >= low - TOLERANCE and np.fmax.reduce(scores) <= high + TOLERANCE
    )
    return bool(within or np.isnan(scores).all())


def _outside(scores: NDArray[np.float64], low: float, high: float) -> NDArray[np.intp]:
    return np.flatnonzero((scores < low - TOLERANCE) | (scores > high + TOLERANCE))


def _shares_among_percentages(scores: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the scores of at most 1, unless they are the low end of percentages."""
    if np.fmin.reduce(scores) > 1:
        return np.empty(0, dtype=np.intp)
    sizes = np.abs(scores)
    rows = np.flatnonzero((sizes > 0) & (sizes <= 1))
    gap = len(rows) and sizes[sizes > 1].min() >= GAP * sizes[rows].max()
    return rows if gap else rows[:0]


def _list(
    template: str, scores: NDArray[np.float64], rows: NDArray[np.intp], name_of: NameOf
) -> str:
    listed = examples((f"{_write(scores[row])} ({name_of(row)})" for row in rows), total=len(rows))
    return template.format(
        n=len(rows),
        of=np.count_nonzero(~np.isnan(scores)),
        verb="is" if len(rows) == 1 else "are",
        cells=listed,
    )
