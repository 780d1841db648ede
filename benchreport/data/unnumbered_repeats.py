"""Repeats that no column numbers: rows of an algorithm on a dataset that nothing else tells apart."""

import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.layout import Layout
from benchreport.data.columns.roles import WRITTEN_INDEX
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.measures import is_measure
from benchreport.data.columns.words.units_in_names import names_without_unit
from benchreport.errors import examples, format_count
from benchreport.wording.shell import reading

# the share of repeats in a cell that may have the score of another
MOST_COPIES = 0.5
FEWEST_RUNS = 2
"""Scores of each column, below which columns of different length are none of runs."""
CROSS_VALIDATED = "fit_time"
"""A column of scikit-learn's ``cross_validate``, a row of which is a fold."""


class Order(NamedTuple):
    """Rows by their cells, and within each by size."""

    rows: NDArray[np.intp]
    counts: NDArray[np.intp]
    """How many rows each cell has."""


def order_by_size(cells: NDArray[np.intp], values: NDArray[np.float64]) -> Order:
    """Order rows by their cells, and within each by size; rows with equal values keep theirs."""
    counts = np.bincount(cells)
    if counts.min() < counts.max():
        return Order(np.lexsort((values, cells)), counts)
    # in a third of the time: codes of few bits are counted, not compared, and short rows stay in a cache
    few = cells.astype(np.min_scalar_type(len(counts)))
    grouped = np.argsort(few, kind="stable").reshape(len(counts), -1)
    scores = values[grouped]
    by_size = np.argsort(scores, axis=1)
    # where no two are equal, a sort that is not stable gives the same order in a third of the time
    ordered = np.take_along_axis(scores, by_size, axis=1)
    if not (ordered[:, 1:] > ordered[:, :-1]).all():
        by_size = np.argsort(scores, axis=1, kind="stable")
    return Order(np.take_along_axis(grouped, by_size, axis=1).ravel(), counts)


def nothing_tells_apart(layout: Layout, evidence: Evidence) -> bool:
    """Tell whether the table has no columns besides algorithms and measures, and numbers of rows."""
    if layout.form == "wide" or layout.dataset is not None or layout.repeat:
        return False
    if CROSS_VALIDATED in evidence.types:
        return False
    others = [name for name in layout.unused if name != WRITTEN_INDEX]
    named = {*others} & {*layout.spare, *layout.steps, *evidence.texts}
    return not named and all(direction_of(name) is not None or is_measure(name) for name in others)


class Stacked(NamedTuple):
    """A wide table as a long one of independent runs, its layout, and a sentence on it."""

    evidence: Evidence
    layout: Layout
    note: str


def stack_uneven_columns(evidence: Evidence, layout: Layout) -> Stacked | None:
    """Return the runs of a wide table whose columns have different length, and whose rows have no names.

    Examples
    --------
    >>> frame = pd.DataFrame({"a": [3.0, 1, 2], "b": [5.0, 4, np.nan]})
    >>> columns = {"algorithm": None, "dataset": None, "repeat": (), "algorithms": ("a", "b")}
    >>> layout = Layout(form="wide", score="time", direction=False, **columns)
    >>> stack_uneven_columns(Evidence(frame), layout).evidence.frame["algorithm"].tolist()
    ['a', 'a', 'a', 'b', 'b']
    """
    if not layout.has_unnamed_rows:
        return None
    scores = evidence.scores(layout.algorithms)
    if not isinstance(scores, np.ndarray) or not np.isnan(scores[-1]).any():
        return None
    known = ~np.isnan(scores)
    lengths = known.sum(axis=0)
    # where several columns are complete, the others lack scores of the same rows
    alike = (lengths == len(scores)).sum() != 1 or lengths.min() < FEWEST_RUNS
    if alike or (known != (np.arange(len(scores))[:, None] < lengths)).any():
        return None
    names = np.array([*map(str, names_without_unit(layout.algorithms))], dtype=object)
    score = "score" if layout.score is None else layout.score
    frame = pd.DataFrame({"algorithm": np.repeat(names, lengths), score: scores.T[known.T]})
    frame.attrs = {**evidence.attrs}
    runs = replace(layout, form="long", algorithm="algorithm", dataset=None, score=score)
    note = reading.UNEVEN_COLUMNS.format(lengths=examples(f"{n:,}" for n in lengths))
    return Stacked(Evidence(frame), replace(runs, algorithms=(), unused=()), note)


def find_repeats(
    layout: Layout,
    codes: Sequence[NDArray[np.intp]],
    values: NDArray[np.float64],
    evidence: Evidence,
) -> Order | None:
    """Order the rows where each algorithm has as many on each dataset, and nothing numbers these repeats.

    If the caller averages the runs that are there, cells may have any number of rows, and names that some of
    an algorithm's runs share, and no others have, number nothing.
    """
    nested = layout.uneven and any(
        evidence.determines(name, layout.algorithm) for name in layout.repeat
    )
    told_apart = layout.repeat or layout.steps or layout.spare
    if layout.form == "wide" or layout.dataset is None or (told_apart and not nested):
        return None
    sizes = [int(code.max(initial=0)) + 1 for code in codes]
    cells = join_codes(codes, sizes)
    if layout.uneven:
        order = order_by_size(cells, values)
        return order if order.counts.max() > 1 else None
    if sizes[1] == 1 or math.prod(sizes) > len(cells) // 2:
        return None
    counts = np.bincount(cells, minlength=math.prod(sizes))
    if counts.min() < counts.max() or not np.isfinite(values).all():
        return None
    order = order_by_size(cells, values)
    # rows that were written twice have the same scores; few repeats do
    beside = np.diff(values[order.rows].reshape(len(counts), -1), axis=1)
    return order if np.count_nonzero(beside == 0) < MOST_COPIES * beside.size else None


def rows_are_repeats(evidence: Evidence, layout: Layout, dataset: NDArray[np.intp]) -> bool:
    """Tell whether each dataset has as many rows of a wide table, which nothing else tells apart."""
    varied = [name for name in layout.unused if not evidence.facts(name).constant]
    if layout.dataset is None or layout.repeat or varied:
        return False
    counts = np.bincount(dataset)
    even = 1 < counts.min() == counts.max() < len(dataset)
    return bool(even and not evidence.frame.duplicated().any())


def number_runs(order: Order) -> tuple[NDArray[np.intp], tuple[tuple[str, ...], ...]]:
    """Give the rows of each cell numbers by size, so that the order of rows does not matter."""
    number = np.empty(len(order.rows), dtype=np.intp)
    first = np.cumsum(order.counts) - order.counts
    number[order.rows] = np.arange(len(number)) - np.repeat(first, order.counts)
    return number, tuple((str(place + 1),) for place in range(int(order.counts.max())))


def unnumbered_note(layout: Layout, n_repeats: int, *, uneven: bool) -> str:
    """Say that runs were numbered by size."""
    names = (layout.algorithm, layout.dataset)
    keys = " and ".join(str(name) for name in names if name is not None)
    if uneven:
        return reading.UNEVEN.format(keys=keys)
    return reading.UNNUMBERED.format(rows=format_count(n_repeats, "row"), keys=keys)


def join_codes(parts: Sequence[NDArray[np.intp]], sizes: Sequence[int]) -> NDArray[np.intp]:
    """Return one code for each combination of codes, in the order of the combinations.

    >>> join_codes([np.array([0, 1, 1]), np.array([2, 0, 2])], [2, 3])
    array([2, 3, 5])
    """
    joined, size = parts[0], sizes[0]
    for codes, n in zip(parts[1:], sizes[1:], strict=True):
        if size * n > sys.maxsize:
            different, joined = np.unique(joined, return_inverse=True)
            size = len(different)
        joined = np.multiply(joined, n, dtype=np.intp)
        joined += codes
        size *= n
    return joined
