"""Rows that name the part of a table below them, as papers write the dataset above its scores."""

from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.words.kinds_of_names import COMPARING, DIFFERENCES
from benchreport.data.columns.words.names import strength_of, words_of

FEWEST = 2
# what a part is called that says by how much scores differ from others
OF_DIFFERENCES = COMPARING | DIFFERENCES | {"gains", "improvements", "differences"}


def split_sections(frame: pd.DataFrame, evidence: Evidence) -> pd.DataFrame:
    """Write the names of a table's parts into a column, where the parts have the same rows.

    The parts are datasets, or algorithms where the rows are called datasets. A part of differences is left
    out.

    >>> frame = pd.DataFrame({"Method": ["CIFAR", "svm", "knn", "MNIST", "svm", "knn"]})
    >>> frame["acc"] = [None, 0.5, 0.6, None, 0.8, 0.7]
    >>> split_sections(frame, Evidence(frame)).values.tolist()
    [['CIFAR', 'svm', 0.5], ['CIFAR', 'knn', 0.6], ['MNIST', 'svm', 0.8], ['MNIST', 'knn', 0.7]]
    """
    first = next(iter(frame.columns), None)
    heads = _rows_without_scores(frame, first, evidence)
    if heads is None:
        return frame
    names = frame[first]
    part, titles = heads.cumsum(), names[heads].tolist()
    compared = [n for n, title in enumerate(titles, 1) if OF_DIFFERENCES & {*words_of(title)}]
    kept = ~heads & ~part.isin(compared)
    rows, numbers = frame[kept].reset_index(drop=True), part[kept].to_numpy()
    split = _with_parts(rows, first, numbers, titles)
    if split is None:
        return frame
    split.attrs = dict(frame.attrs)
    return split


def _rows_without_scores(
    frame: pd.DataFrame, first: Hashable, evidence: Evidence
) -> "pd.Series[bool] | None":
    """Tell which rows hold only a name; ``None`` if they cannot be titles."""
    if first not in evidence.texts or len(frame.columns) < FEWEST:
        return None
    facts = evidence.facts(first)
    # most tables name each row once
    if facts.kind != "text" or facts.unique:
        return None
    # a column without an empty cell settles most others, and texts are looked at first
    others = [name for name in evidence.types if name != first]
    others.sort(key=lambda name: (name not in evidence.texts, evidence.types[name] == np.float64))
    if not all(_has_empty(name, evidence) for name in others) or evidence.has_gaps(first):
        return None
    heads = frame[others].isna().all(axis=1)
    return heads if heads.any() and not heads.iloc[-1] else None


def _has_empty(name: Hashable, evidence: Evidence) -> bool:
    return not evidence.holds_integers(name) and evidence.has_gaps(name)


def _with_parts(
    rows: pd.DataFrame, first: Hashable, numbers: NDArray[Any], titles: list[Any]
) -> pd.DataFrame | None:
    """Return the rows of several parts, numbered from 1, with the titles; ``None`` if they are no tables."""
    evidence = Evidence(rows)
    # what tells the rows of a part apart: names, and beside them whole numbers that were set
    labels: list[Hashable] = [name for name in rows.columns if _may_tell_apart(name, evidence)]
    several: list[list[Hashable]] = [[first]]
    several += [labels[:end] for end in range(1, len(labels) + 1)]
    keys: list[Hashable] | None = next(
        (names for names in several if _tell_apart(rows[names], numbers)), None
    )
    if keys is None:
        return None
    parts = np.unique(numbers)
    if len(parts) == 1:
        return rows
    named = any(strength_of(name, "algorithm") for name in keys)
    called = "dataset (heading)" if named else _name_of(first)
    # a first part without a name, or rows that differ in each part, say too little
    known = 0 not in parts and len({titles[n - 1] for n in parts}) == len(parts)
    if not known or not rows.duplicated([*keys]).any() or called in rows.columns:
        return None
    rows.insert(0, called, [titles[n - 1] for n in numbers])
    return rows


def _may_tell_apart(name: Hashable, evidence: Evidence) -> bool:
    facts = evidence.facts(name)
    return facts.kind in ("text", "whole") and 2 * facts.different <= len(evidence.frame)


def _tell_apart(keys: pd.DataFrame, numbers: NDArray[Any]) -> bool:
    return not keys.assign(**{"": numbers}).duplicated().any()


def _name_of(first: Hashable) -> str:
    return "algorithm (heading)" if strength_of(first, "dataset") else "table"
