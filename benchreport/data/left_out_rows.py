"""Rows of a table of scores that are of no run: headings, summaries of the others, and references."""

import functools
import itertools
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_text import number_of
from benchreport.data.cells.cell_values import is_text
from benchreport.data.columns.content.best_known import references_among
from benchreport.data.columns.content.derived import MOST_ROWS, NEAR, derived_rows, means_others
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.layout import Layout
from benchreport.data.columns.words.direction import range_of
from benchreport.data.columns.words.kinds_of_names import (
    AVERAGES,
    TOTALS,
    before_bracket,
    compares_columns,
    differ_by_numbers,
    is_summary,
    summaries_of,
)
from benchreport.data.columns.words.names import words_of
from benchreport.errors import examples
from benchreport.wording.shell import reading

# how rows of a metric over all datasets begin
OF_ALL = frozenset("micro macro weighted overall".split())
# what ends the names of rows that add others up; a prefix sum is computed
TOTALS_OF = TOTALS - frozenset("sum summe suma somme".split())
# how a text below a table begins, or a row of ratios
FOOTNOTE = re.compile(
    r"[*†‡§#]|(?:notes?|sources?|vs|versus|ratio|speedup|relative)\b", re.IGNORECASE
)
COMPARED = re.compile(r"(?:vs|versus|relative to|(?:gain|improvement) over)\b", re.IGNORECASE)
# datasets with a row below them that may be their mean
FEWEST_BELOW = 4
# algorithms among which one may be the gain of another; more are seldom of one table
FEWEST_GAINS, MOST_GAINS = 3, 12
# mittel between leicht and schwer is no mean
MEDIUM = frozenset("mittel moyen moyens moyenne".split())
LEVELS = frozenset(
    """leicht einfach schwer schwierig klein gross groß niedrig hoch kurz lang facile faciles difficile
    difficiles petit petite petits grand grande grands faible fort easy hard""".split()
)

# what queries and programs do, and what summaries are called
OPERATIONS = frozenset("aggregate mean average avg median all pooled".split())
# how much a total may be rounded
ROUNDED_TOTAL = 0.02

FEW_COLUMNS = 6
"""Columns that show of nearly every table that its last row is no mean of the others."""
MOST_KEPT = 2000
"""Names of datasets up to which it is remembered which are summaries, as they are often read again."""


class Codes(NamedTuple):
    """The algorithm or the dataset of each row: its place among the names."""

    codes: NDArray[np.intp]
    names: tuple[str, ...]

    def of(self, names: Sequence[str]) -> NDArray[np.bool_]:
        """Tell which rows are of one of these names."""
        return np.isin(self.codes, [self.names.index(name) for name in names])


class LeftOut(NamedTuple):
    """The rows that stay, and what is left out, in a sentence."""

    kept: NDArray[np.bool_]
    note: str


def find_left_out(
    evidence: Evidence,
    layout: Layout,
    algorithm: Codes,
    dataset: Codes,
    scores: "pd.DataFrame | pd.Series[Any] | NDArray[np.float64]",
) -> LeftOut | None:
    """Return the rows that are of runs, where others are headings, summaries or references; else ``None``."""
    if layout.form == "wide":
        headings = _headings(evidence, layout, scores)
        if headings is not None:
            labels = evidence.column(layout.dataset)[headings].astype(str).tolist()
            note = reading.HEADINGS_IN_ROWS[len(labels) > 1].format(names=examples(labels))
            return LeftOut(~headings, note)
    elif (none := _no_algorithms(algorithm, dataset, scores)) is not None:
        return none
    # numbers of rows are no names
    named = dataset.names if layout.dataset is not None else ()
    summaries = list((_asked_again if len(named) <= MOST_KEPT else _summaries_among)(named))
    if summaries and not OPERATIONS.isdisjoint(map(str.casefold, summaries)):
        summaries = _without_operations(summaries, algorithm, dataset, scores)
    called = bool(named) and not summaries and not TOTALS.isdisjoint(words_of(named[-1])[:1])
    if called and _exceeds_others(_by_dataset(algorithm, dataset, scores)):
        # a total pipeline is above each of its steps
        summaries = [named[-1]]
    # a middle one of three sizes, or one of several that are called alike, may be a dataset
    few = not FEWEST_BELOW <= len(named) <= MOST_ROWS or _differ_by_numbers(named)
    unlike = few or bool(summaries) or _last_is_no_mean(dataset, scores)
    if not unlike and means_others(_by_dataset(algorithm, dataset, scores)):
        summaries = [named[-1]]
    kept: NDArray[np.bool_] | None
    if 0 < len(summaries) < len(dataset.names) - 1:
        kept, noun = ~dataset.of(summaries), "datasets"
    else:
        (summaries, kept), noun = _summary_repeats(evidence, layout), "repeats"
    if kept is None:
        return None
    several = len(summaries) > 1
    return LeftOut(
        kept, reading.SUMMARIES_LEFT_OUT[several].format(names=examples(summaries), noun=noun)
    )


def _without_operations(
    summaries: Sequence[str],
    algorithm: Codes,
    dataset: Codes,
    scores: "pd.DataFrame | pd.Series[Any] | NDArray[np.float64]",
) -> list[str]:
    """Return the summaries without operations of the same names: no mean lies beyond what it summarizes."""
    beyond = set()
    values = np.asarray(scores).ravel()
    if values.dtype != np.float64:
        values = np.array([number_of(cell) for cell in values.tolist()])
    of = algorithm.codes
    rows = np.repeat(dataset.codes, len(values) // len(dataset.codes))
    if len(of) != len(values):
        of = np.tile(np.arange(len(algorithm.names)), len(dataset.codes))
    table = pd.DataFrame({"row": rows, "of": of, "score": values}).pivot_table("score", "row", "of")
    # one without a score summarizes nothing
    table = table.reindex(range(len(dataset.names)))
    others = ~table.index.isin([dataset.names.index(name) for name in summaries])
    least, most = table[others].min(), table[others].max()
    # what is too large to compute with is refused later
    with np.errstate(over="ignore"):
        totals = table[others].sum()
    for name in summaries:
        own = table.loc[dataset.names.index(name)]
        total = np.isclose(own, totals, rtol=ROUNDED_TOTAL)
        if (
            name.casefold() in OPERATIONS
            and ((own < least) | (own > most)).to_numpy()[~total].any()
        ):
            beyond.add(name)
    return [name for name in summaries if name not in beyond]


def _last_is_no_mean(
    dataset: Codes, scores: "pd.DataFrame | pd.Series[Any] | NDArray[np.float64]"
) -> bool:
    """Tell whether the first columns of a small wide table show that its last row is no mean of others."""
    rows = len(dataset.codes)
    few = isinstance(scores, np.ndarray) and scores.ndim > 1 and 1 < rows <= MOST_ROWS
    if not few or not rows == len(dataset.names) == dataset.codes[-1] + 1:
        return False
    # so few numbers are added in a fraction of the time that numpy takes, and overflow in silence
    for *others, last in np.asarray(scores)[:, :FEW_COLUMNS].T.tolist():
        if abs(sum(others) / len(others) - last) > NEAR * (max(others) - min(others)):
            return True
    return False


def _exceeds_others(table: NDArray[np.float64]) -> bool:
    """Tell whether the last of several rows holds the largest number of each column."""
    return len(table) > FEWEST_GAINS and bool((table[-1] > table[:-1].max(axis=0)).all())


def _no_algorithms(
    algorithm: Codes,
    dataset: Codes,
    scores: "pd.DataFrame | pd.Series[Any] | NDArray[np.float64]",
) -> LeftOut | None:
    """Return what stays where changes of others, or references, stand among the algorithms; else ``None``."""
    note, names = reading.CHANGES_LEFT_OUT, _changes_among(algorithm, dataset, scores)
    if not names:
        note, names = reading.PERCENTAGES_LEFT_OUT, _percentages_among(algorithm, scores)
    if not names:
        note = reading.REFERENCES_LEFT_OUT
        names = references_among(
            algorithm.names,
            lambda name: _bounds_others(algorithm.of([name]), dataset, scores),
        )
    if not names:
        return None
    return LeftOut(~algorithm.of(names), note[len(names) > 1].format(names=examples(names)))


def _changes_among(
    algorithm: Codes,
    dataset: Codes,
    scores: "pd.DataFrame | pd.Series[Any] | NDArray[np.float64]",
) -> list[str]:
    """Return the algorithms whose scores are the differences of two others, as a row of gains below them."""
    if not FEWEST_GAINS <= len(algorithm.names) <= MOST_GAINS:
        return []
    return [
        algorithm.names[place] for place in derived_rows(_by_dataset(algorithm, dataset, scores).T)
    ]


def _percentages_among(
    algorithm: Codes, scores: "pd.DataFrame | pd.Series[Any] | NDArray[np.float64]"
) -> list[str]:
    """Return the algorithms called by a change whose cells have percent signs, where no others have one."""
    called = [name for name in algorithm.names if compares_columns(name)]
    cells = np.asarray(scores).ravel()
    if not called or cells.dtype == np.float64:
        return []
    percent = np.array([isinstance(cell, str) and "%" in cell for cell in cells.tolist()])
    rows = algorithm.of(called)
    return called if percent[rows].all() and not percent[~rows].any() else []


def _by_dataset(
    algorithm: Codes,
    dataset: Codes,
    scores: "pd.DataFrame | pd.Series[Any] | NDArray[np.float64]",
) -> NDArray[np.float64]:
    """Return the scores of each dataset in a row, (n, k); no rows where an algorithm has several or none."""
    values, shape = np.asarray(scores), (len(dataset.names), len(algorithm.names))
    if values.size != shape[0] * shape[1]:
        return np.empty((0, shape[1]))
    if values.dtype != np.float64:
        values = np.array([number_of(cell) for cell in values.ravel().tolist()])
    table = np.full(shape, np.nan)
    rows = np.repeat(dataset.codes, values.size // len(dataset.codes))
    table[rows, algorithm.codes] = values.ravel()
    return table


def _bounds_others(
    rows: NDArray[np.bool_],
    dataset: Codes,
    scores: "pd.DataFrame | pd.Series[Any] | NDArray[np.float64]",
) -> bool:
    """Tell whether the scores of some rows are the largest of each dataset, or the smallest of each."""
    values = pd.Series([number_of(cell) for cell in np.asarray(scores).tolist()])
    theirs = values[rows].groupby(dataset.codes[rows]).mean()
    others = values[~rows].groupby(dataset.codes[~rows]).agg(["min", "max"]).reindex(theirs.index)
    above, below = theirs >= others["max"], theirs <= others["min"]
    return bool(len(theirs) > 1 and (above.all() or below.all()))


def _headings(
    evidence: Evidence,
    layout: Layout,
    scores: "pd.DataFrame | pd.Series[Any] | NDArray[np.float64]",
) -> NDArray[np.bool_] | None:
    """Tell which rows of a wide table only have a text, as headings and footnotes do, and no score."""
    if layout.dataset is None or layout.repeat:
        return None
    values = np.asarray(scores)
    # most tables have no gap in their first column, which is soon seen
    if values.dtype == np.float64:
        gaps = np.isnan(values[:, 0])
    else:
        gaps = pd.isna(evidence.column(layout.algorithms[0])).to_numpy()
    if not gaps.any():
        return None
    empty: NDArray[np.bool_] = np.all(pd.isna(values), axis=1)
    if layout.dataset not in evidence.texts or not 0 < int(empty.sum()) < len(empty) - 1:
        return None
    # a heading has rows below it; what has none may be a dataset on which all failed
    last = str(evidence.column(layout.dataset).iloc[-1])
    return empty if not empty[-1] or FOOTNOTE.match(last) else None


def _summaries_among(datasets: tuple[str, ...]) -> Sequence[str]:
    named = datasets
    # of very many names, few hold such a word
    if any(map("\n".join(named).casefold().__contains__, MEDIUM)):
        medium = [name for name in named if not MEDIUM.isdisjoint(words_of(name))][:1]
        if not all(LEVELS.isdisjoint(words_of(name)) for name in named):
            named = tuple(name for name in named if name not in medium)
    return summaries_of(named) + _averages_below(named) + _pools_among(named)


def _pools_among(datasets: Sequence[str]) -> list[str]:
    """Return the names of what joins the parts of one dataset, beside two of them or more.

    >>> _pools_among(["phone/d1", "phone/d2", "phone/all", "book/clean", "book/all"])
    ['phone/all']
    """
    parts = (name.rpartition("/") for name in datasets if "/" in name)
    pools = ["".join(part) for part in parts if is_summary(part[2])]
    return [
        pool
        for pool in pools
        if sum(name.startswith(pool[: pool.rindex("/") + 1]) for name in datasets) > 2  # noqa: PLR2004 - and two parts
    ]


_asked_again = functools.lru_cache(maxsize=64)(_summaries_among)
_differ_by_numbers = functools.lru_cache(maxsize=64)(differ_by_numbers)


def _averages_below(datasets: Sequence[str]) -> list[str]:
    """Return the last names that say average or total of something: ``Avg. performance``.

    >>> _averages_below(["iris", "mean shift", "wine", "Avg. performance"])
    ['Avg. performance']
    >>> _averages_below(["hopper", "walker", "locomotion total"]), _averages_below(["sort", "prefix sum"])
    (['locomotion total'], [])
    >>> _averages_below(["F1", "F2", "Category Avg", "Improvement"])
    ['Category Avg']
    >>> _averages_below(["iris", "micro accuracy", "macro accuracy"]), _averages_below(["micro", "macro"])
    (['macro accuracy', 'micro accuracy'], [])
    """
    rest = (name for name in reversed(datasets) if not is_summary(name))
    return list(
        itertools.takewhile(
            lambda name: (
                not AVERAGES.isdisjoint(words_of(name)[:1])
                or not TOTALS_OF.isdisjoint(words_of(name)[-1:])
                # micro accuracy
                or (not OF_ALL.isdisjoint(words_of(name)[:1]) and range_of(name) == (0, 1))
                # a number in brackets says of how many: Sum (160)
                or is_summary(before_bracket(name))
                # gains over one of the columns
                or COMPARED.match(name)
                # a mean may be compared
                or not (AVERAGES - {"mean"}).isdisjoint(words_of(name)[-1:])
            ),
            rest,
        )
    )


def _summary_repeats(
    evidence: Evidence, layout: Layout
) -> tuple[list[str], NDArray[np.bool_] | None]:
    """Return what summarizes the repeats, as ``mean`` below folds 1 to 5 does, and the rows of the others.

    Without summaries there are no others.
    """
    column = evidence.column(layout.repeat[0]) if len(layout.repeat) == 1 else None
    if column is None or not is_text(column):
        return [], None
    # cells that name nothing, such as lists, are refused
    labels = evidence.factorize(layout.repeat[0], "repeat")[1]
    summaries = [label for label in labels if is_summary(label)]
    numbered = sum(any(map(str.isdigit, str(label))) for label in labels)
    if not summaries or numbered < len(labels) - len(summaries):
        return [], None
    return [str(label) for label in summaries], ~column.isin(summaries).to_numpy(dtype=bool)
