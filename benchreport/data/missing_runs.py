"""The runs that a table lacks: which cells have fewer runs than the others of their dataset.

A run that is NaN and a run that has no row are the same gap.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.score_runs import MOST_CELLS_A_RUN, Runs
from benchreport.errors import format_count, separator
from benchreport.wording.verdicts import gaps as wording

Counts = NDArray[np.int64]
USUAL_NOUNS = frozenset("fold seed run split repetition repeat".split())
CROSSED = 0.5
"""Where algorithms share fewer repeats than this, each has its own seeds, and none is expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncompleteCell:
    """A cell that lacks runs.

    Parameters
    ----------
    algorithm, block
        Its names; independent runs have no block.
    present, expected
        How many runs it has, and how many it should have.
    """

    algorithm: str
    block: str
    present: int
    expected: int

    def in_words(self, noun: str = "run") -> str:
        """Return the cell with its counts.

        >>> cell = IncompleteCell(algorithm="tpot", block="KDDCup09", present=9, expected=10)
        >>> cell.in_words("fold")
        'tpot on KDDCup09 has 9 of 10 folds'
        """
        if self.present:
            share = f"{self.present} of {format_count(self.expected, noun)}"
        else:
            none = wording.NO_RUNS.format(expected=self.expected, noun=noun)
            share = none if self.expected > 1 else f"no {noun}"
        return f"{self.name} has {share}"

    @property
    def name(self) -> str:
        """The algorithm and the block: ``tpot on KDDCup09``."""
        return f"{self.algorithm} on {self.block}" if self.block else self.algorithm


def _no_places() -> NDArray[np.intp]:
    return np.empty(0, dtype=np.intp)


# without slots: the records are made where they are asked for, and stay
@dataclass(frozen=True, kw_only=True, eq=False)
class MissingRuns:
    """All runs that a table lacks, before any treatment of gaps.

    Parameters
    ----------
    row, column
        The places of the cells that lack runs, in the order of blocks and algorithms.
    present, wanted
        How many runs each of these cells has, and how many it should have.
    algorithms, blocks
        The names of the columns and rows.
    expected
        How many runs the complete table would have.
    noun
        What a run is called: ``"fold"``, ``"seed"`` …; empty where each cell holds one score.
    crossed
        Whether algorithms share their repeats. If each has its own, only runs that are NaN are missing.

    Examples
    --------
    >>> from benchreport.data import Scores
    >>> rows = [("rf", 1), ("rf", 2), ("svm", 1), ("svm", 2), ("svm", 3), ("rf", 3)]
    >>> frame = pd.DataFrame(rows, columns=["algorithm", "fold"]).assign(auc=0.5)
    >>> frame = pd.concat([frame.assign(dataset="iris"), frame[:-1].assign(dataset="wine")])
    >>> Scores.from_frame(frame).missing_runs.in_words()
    '1 run of 12 is missing (rf on wine has 2 of 3 folds)'
    """

    row: NDArray[np.intp] = field(default_factory=_no_places)
    column: NDArray[np.intp] = field(default_factory=_no_places)
    present: Counts = field(default_factory=_no_places)
    wanted: Counts = field(default_factory=_no_places)
    algorithms: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    expected: int = 0
    noun: str = ""
    crossed: bool = True

    def __bool__(self) -> bool:
        return len(self.row) > 0

    @cached_property
    def cells(self) -> tuple[IncompleteCell, ...]:
        """The cells that lack runs, as records."""
        return self._records(np.arange(len(self.row)))

    @cached_property
    def incomplete(self) -> tuple[IncompleteCell, ...]:
        """The cells that have some of their runs."""
        return self._records(np.flatnonzero(self.present))

    def _records(self, places: NDArray[np.intp]) -> tuple[IncompleteCell, ...]:
        parts = (self.row, self.column, self.present, self.wanted)
        return tuple(
            IncompleteCell(
                algorithm=self.algorithms[column],
                block=self.blocks[row],
                present=present,
                expected=wanted,
            )
            for row, column, present, wanted in zip(
                *(part[places].tolist() for part in parts), strict=True
            )
        )

    @property
    def count(self) -> int:
        """The number of runs that are missing."""
        return int((self.wanted - self.present).sum())

    @property
    def counted(self) -> str:
        """The number in words: ``1 run of 480 is missing``, or ``3 of 50 cells have no score``."""
        if not self.noun:
            return count_gaps(self.count, self.expected)
        runs, verb = format_count(self.count, "run"), "is" if self.count == 1 else "are"
        return wording.MISSING_RUNS.format(runs=runs, expected=self.expected, verb=verb)

    def in_words(self, most: int = 5) -> str:
        """Return the number and the cells, at most so many of them; 0 names none."""
        if not most:
            return self.counted
        first = self._records(np.arange(min(most, len(self.row))))
        cells = [cell.in_words(self.noun) if self.noun else cell.name for cell in first]
        names = separator(cells).join(cells)
        more = len(self.row) - len(first)
        others = wording.MORE.format(n=more) if more else ""
        return wording.NAMED.format(counted=self.counted, names=names, more=others)


COMPLETE = MissingRuns()


def count_gaps(n: int, cells: int) -> str:
    """Say how many cells of a table have no score: ``3 of 50 cells have no score``."""
    return wording.NO_SCORE.format(n=n, expected=cells, verb="has" if n == 1 else "have")


def find_missing_runs(
    runs: Runs, counts: Counts, blocks: tuple[str, ...], *, kind: str
) -> MissingRuns:
    """Compare the runs of every cell with those that its dataset has.

    Parameters
    ----------
    runs
        The runs as read.
    counts
        Array (N, k): how many runs of each cell have a score.
    blocks
        The names of the N blocks.
    kind
        What a block is: ``"dataset"``, ``"run"``, or what repeats of one dataset are called.
    """
    if kind == "run":
        return _find_failed_runs(runs)
    if runs.sizes is not None and kind == "dataset":
        counts = _count_averaged(runs, counts.shape)
        # means do not show which runs they are of
        expected, noun, crossed = _expected_of_means(runs, counts), "run", False
    else:
        single = kind != "dataset" or len(runs.repeats) == 1
        noun = "" if single else _noun(runs)
        if counts.min() == (1 if single else len(runs.repeats)):
            return MissingRuns(expected=len(runs.read), noun=noun)
        expected, crossed = (np.ones_like(counts), True) if single else _expected_runs(runs, counts)
        # one run of each cell, with a seed of its own, is a score
        noun = noun if expected.max() > 1 else ""
    row, column = np.nonzero(counts < expected)
    return MissingRuns(
        row=row,
        column=column,
        present=counts[row, column],
        wanted=expected[row, column],
        algorithms=runs.algorithms,
        blocks=blocks,
        expected=int(expected.sum()),
        noun=noun,
        crossed=crossed,
    )


def _expected_of_means(runs: Runs, counts: Counts) -> Counts:
    """Return how many runs each mean should be of: all of its dataset, or as the fullest cell has."""
    fullest = np.broadcast_to(counts.max(axis=1)[:, None], counts.shape)
    if runs.tried is None:
        return fullest
    whole = np.broadcast_to(np.maximum(runs.tried, counts.max(axis=1))[:, None], counts.shape)
    return whole if counts.sum() > CROSSED * whole[counts > 0].sum() else fullest


def _count_averaged(runs: Runs, shape: tuple[int, ...]) -> Counts:
    """Count the runs of each cell whose scores are means of several."""
    scored, sizes = ~np.isnan(runs.read), runs.sizes
    cell = (runs.dataset * len(runs.algorithms) + runs.algorithm)[scored]
    counts = np.zeros(shape, dtype=np.int64)
    np.add.at(counts.ravel(), cell, 1 if sizes is None else sizes[scored])
    return counts


def _noun(runs: Runs) -> str:
    names = [name.casefold() for name in runs.repeat_columns]
    return names[0] if len(names) == 1 and names[0] in USUAL_NOUNS else "repeat"


def _find_failed_runs(runs: Runs) -> MissingRuns:
    """Find the independent runs that are NaN; no other run is expected."""
    failed, k = np.isnan(runs.read), len(runs.algorithms)
    lost = np.bincount(runs.algorithm[failed], minlength=k)
    wanted = np.bincount(runs.algorithm, minlength=k)
    column = np.flatnonzero(lost)
    return MissingRuns(
        row=np.zeros_like(column),
        column=column,
        present=(wanted - lost)[column],
        wanted=wanted[column],
        algorithms=runs.algorithms,
        blocks=("",),
        expected=len(runs.read),
        noun="run",
        crossed=False,
    )


def _expected_runs(runs: Runs, counts: Counts) -> tuple[Counts, bool]:
    """Return how many runs each cell should have, (N, k), and whether algorithms share repeats."""
    labels = counts.max(axis=1)
    if labels.min() < len(runs.repeats):
        # no algorithm has all repeats there are on some dataset: the runs show which it has
        labels = _count_labels(runs, ~np.isnan(runs.read))
    if not labels.all():
        # nothing was scored on a dataset: its rows show what was tried
        labels = np.where(
            labels == 0, _count_labels(runs, np.ones(len(runs.read), dtype=bool)), labels
        )
    whole = np.broadcast_to(labels[:, None], counts.shape)
    cell = runs.dataset * len(runs.algorithms) + runs.algorithm
    rows = np.bincount(cell, minlength=counts.size).reshape(counts.shape)
    # what is deterministic is run once on every dataset, and lacks nothing
    once = (rows == 1).all(axis=0) & (counts == 1).all(axis=0) & (len(counts) > 1)
    others = counts.sum(where=~once), whole.sum(where=~once & (counts > 0))
    if others[0] > CROSSED * others[1]:
        return np.where(once, 1, whole), True
    return np.maximum(rows, 1).astype(np.int64), False


def _count_labels(runs: Runs, used: NDArray[np.bool_]) -> Counts:
    """Count the different repeats of each dataset among the runs that are used."""
    n_datasets, n_repeats = len(runs.datasets), len(runs.repeats)
    split = (runs.dataset * n_repeats + runs.repeat)[used]
    if n_datasets * n_repeats <= MOST_CELLS_A_RUN * len(runs.read):
        present = np.zeros(n_datasets * n_repeats, dtype=bool)
        present[split] = True
        return np.asarray(present.reshape(n_datasets, n_repeats).sum(axis=1), dtype=np.int64)
    # labels that belong to one dataset each would make that array too large
    return np.bincount(pd.unique(split) // n_repeats, minlength=n_datasets).astype(np.int64)


def mask_of_scored(runs: Runs) -> NDArray[np.bool_] | slice:
    """Return what selects the runs with a score: a mask of long tables takes time, and most need none."""
    scored = ~np.isnan(runs.read)
    return slice(None) if scored.all() else scored


def find_shared_runs(runs: Runs) -> NDArray[np.bool_]:
    """Tell for each run whether all algorithms that have runs on its dataset have its repeat.

    Examples
    --------
    >>> from benchreport.data import Scores
    >>> frame = pd.DataFrame({"algorithm": list("aabb"), "seed": [1, 2, 1, 3]})
    >>> frame = pd.concat([frame.assign(dataset=name, auc=0.5) for name in "xy"])
    >>> find_shared_runs(Scores.from_frame(frame).runs)[:4]
    array([ True, False,  True, False])
    """
    used = mask_of_scored(runs)
    n_datasets, n_repeats = len(runs.datasets), len(runs.repeats)
    split, labels = runs.dataset * n_repeats, np.arange(n_datasets * n_repeats)
    split += runs.repeat
    if len(labels) > MOST_CELLS_A_RUN * len(split):
        split, labels = pd.factorize(split)
    sharing = np.bincount(split[used], minlength=len(labels))
    present = np.zeros((n_datasets, len(runs.algorithms)), dtype=bool)
    present.ravel()[(runs.dataset * len(runs.algorithms) + runs.algorithm)[used]] = True
    everyone = present.sum(axis=1)[labels // n_repeats]
    return np.asarray(~np.isnan(runs.read) & (sharing == everyone)[split], dtype=bool)


def places_of_missing_runs(
    runs: Runs, missing: MissingRuns
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the row and the column of each missing run in the table of averages.

    Parameters
    ----------
    runs
        The runs as read; those that are independent have a row each.
    missing
        What `find_missing_runs` found.
    """
    if not runs.matched:
        failed = np.isnan(runs.read)
        return runs.repeat[failed], runs.algorithm[failed]
    times = missing.wanted - missing.present
    return np.repeat(missing.row, times), np.repeat(missing.column, times)
