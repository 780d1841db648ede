"""Cells with two numbers: two metrics that the name of the column joins, or how many of how many."""

import re
from collections.abc import Hashable, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.joined_names import TWO_NUMBERS
from benchreport.data.columns.orientation import SHARES
from benchreport.data.columns.words.measures import is_measure
from benchreport.data.columns.words.names import strength_of
from benchreport.errors import examples
from benchreport.wording.shell import reading

# MSE/MAE, alone or in brackets
TWO_NAMES = re.compile(r"(?P<stem>.*?)\W*\b(?P<first>[\w@]+) ?/ ?(?P<second>[\w@]+)[)\]]?\s*")
FEWEST = 2


def read_two_numbers(evidence: Evidence) -> tuple[Evidence, tuple[str, ...]]:
    """Return the table with one number in a cell, and a sentence on it, where two columns or more have two.

    The names of the columns say which two metrics these are, as MSE/MAE does, or they are counts of the same
    total, in each column or in each row, and become shares.

    Examples
    --------
    >>> frame = pd.DataFrame({"task": ["a", "b"], "svm": ["18/20", "12/15"], "knn": ["10/20", "9/15"]})
    >>> read_two_numbers(Evidence(frame))[0].frame["svm"].tolist()
    [0.9, 0.8]
    >>> frame.columns = ["task", "svm MSE/MAE", "knn MSE/MAE"]
    >>> read_two_numbers(Evidence(frame))[0].frame.columns.tolist()
    ['task', 'algorithm', 'metric', 'value']
    """
    found = {
        name: pairs for name in evidence.texts if (pairs := _pairs(name, evidence)) is not None
    }
    if len(found) < FEWEST:
        return evidence, ()
    named = {name: TWO_NAMES.fullmatch(str(name)) for name in found}
    parts = {
        name: (match["stem"].strip(), (match["first"], match["second"]))
        for name, match in named.items()
        if match
        and match["stem"].strip()
        and is_measure(match["first"])
        and is_measure(match["second"])
    }
    first = next(iter(found))
    if len(parts) == len(found) and len({metrics for _, metrics in parts.values()}) == 1:
        return Evidence(_of_two_metrics(evidence, found, parts)), ()
    if not _count_of_totals([*found.values()]):
        return evidence, ()
    frame = evidence.frame.assign(
        **{str(name): pairs[:, 0] / pairs[:, 1] for name, pairs in found.items()}
    )
    frame.attrs = {**evidence.frame.attrs, SHARES: tuple(found)}
    cell = str(evidence.column(first).dropna().iloc[0])
    return Evidence(frame), (reading.SHARES.format(columns=examples(found), cell=cell),)


def _pairs(name: Hashable, evidence: Evidence) -> NDArray[np.float64] | None:
    """Return the numbers of a column, two in a row, NaN where a cell is empty; ``None`` for other columns."""
    # the first cell settles most columns
    cells = evidence.column(name)
    known = next((cell for cell in cells if isinstance(cell, str)), "")
    if not isinstance(name, str) or not TWO_NUMBERS.fullmatch(known):
        return None
    matches = [TWO_NUMBERS.fullmatch(cell) if isinstance(cell, str) else None for cell in cells]
    read = [
        (float(match["first"]), float(match["second"])) if match and match["sign"] == "/" else None
        for match in matches
    ]
    if any(pair is None and isinstance(cell, str) for pair, cell in zip(read, cells, strict=True)):
        return None
    return np.array([(np.nan, np.nan) if pair is None else pair for pair in read])


def _of_two_metrics(
    evidence: Evidence,
    found: dict[Hashable, NDArray[np.float64]],
    parts: dict[Hashable, tuple[str, tuple[str, str]]],
) -> pd.DataFrame:
    """Return one row per number of a table, with the metric that the name of its column says."""
    # few tables need it
    from benchreport.data.columns.two_levels import melt_two_levels

    keys = evidence.frame.drop(columns=[*found])
    columns: dict[tuple[str, str], object] = {
        (str(name), ""): keys[name].to_numpy() for name in keys
    }
    for name, pairs in found.items():
        stem, metrics = parts[name]
        columns |= {(stem, metric): pairs[:, at] for at, metric in enumerate(metrics)}
    frame = pd.DataFrame(columns)
    # as of any wide table, the columns are algorithms where no rows are called so
    above = None if any(strength_of(name, "algorithm") for name in keys) else "algorithm"
    frame.columns = pd.MultiIndex.from_tuples(columns, names=(above, "metric"))
    long = melt_two_levels(frame)
    long.attrs = dict(evidence.frame.attrs)
    return long


def _count_of_totals(columns: Sequence[NDArray[np.float64]]) -> bool:
    """Tell whether numbers count up to totals, each of which is that of a whole column or of a whole row."""
    pairs = np.stack(columns, axis=1)
    counts, totals = pairs[~np.isnan(pairs).any(axis=2)].T
    whole = bool((counts % 1 == 0).all() and (totals % 1 == 0).all() and (totals > 1).all())
    if not whole or (counts > totals).any():
        return False
    of_cells = pairs[..., 1]
    # a row may have no counts, of which nanmax warns
    return any(
        not (np.fmax.reduce(of_cells, axis=axis) > np.fmin.reduce(of_cells, axis=axis)).any()
        for axis in (0, 1)
    )
