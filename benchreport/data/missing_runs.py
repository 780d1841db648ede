"""The runs that a table lacks: which cells have fewer runs than the others of their dataset.

A run that is NaN and a run that has no row are the same gap.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.score_runs import MOST_CELLS_A_RUN, Runs
from benchreport.errors import examples, format_count

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
        'tpot on KDDCup09: 9 of 10 folds'
        """
        if self.present:
            share = f"{self.present} of {format_count(self.expected, noun)}"
        else:
            share = f"none of {self.expected} {noun}s" if self.expected > 1 else f"no {noun}"
        return f"{self.name}: {share}"

    @property
    def name(self) -> str:
        """The algorithm and the block: ``tpot on KDDCup09``."""
        return f"{self.algorithm} on {self.block}" if self.block else self.algorithm


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingRuns:
    """All runs that a table lacks, before any treatment of gaps.

    Parameters
    ----------
    cells
        The cells that lack runs, in the order of blocks and algorithms.
    expected
        How many runs the complete table would have.
    noun
        What a run is called: ``"fold"``, ``"seed"`` …; empty where each cell holds one score.
    crossed
        Whether algorithms share their repeats. If each has its own, only runs that are NaN are missing.
    """

    cells: tuple[IncompleteCell, ...] = ()
    expected: int = 0
    noun: str = ""
    crossed: bool = True

    def __bool__(self) -> bool:
        return bool(self.cells)

    @property
    def count(self) -> int:
        """The number of runs that are missing."""
        return sum(cell.expected - cell.present for cell in self.cells)

    @property
    def counted(self) -> str:
        """The number in words: ``1 run of 480 is missing``, or ``3 of 50 cells are empty``."""
        verb = "is" if self.count == 1 else "are"
        if not self.noun:
            return f"{self.count} of {self.expected} cells {verb} empty"
        return f"{format_count(self.count, 'run')} of {self.expected} {verb} missing"

    def in_words(self, most: int = 5) -> str:
        """Return the number and the cells, at most so many of them.

        >>> cell = IncompleteCell(algorithm="tpot", block="KDDCup09", present=9, expected=10)
        >>> MissingRuns(cells=(cell,), expected=480, noun="fold").in_words()
        '1 run of 480 is missing (tpot on KDDCup09: 9 of 10 folds)'
        """
        names = (cell.in_words(self.noun) if self.noun else cell.name for cell in self.cells)
        return f"{self.counted} ({examples(names, most=most)})"


COMPLETE = MissingRuns()


def find_missing_runs(
    runs: Runs, counts: Counts, blocks: Sequence[str], *, kind: str
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
        What a block is: ``"dataset"``, ``"repeat"`` or ``"run"``.
    """
    if kind == "run":
        cells = tuple(_failed_runs(runs))
        return MissingRuns(cells=cells, expected=len(runs.read), noun="run", crossed=False)
    if kind == "repeat" or len(runs.repeats) == 1:
        expected, noun, crossed = np.ones_like(counts), "", True
    elif counts.min() == len(runs.repeats):
        return MissingRuns(expected=len(runs.read), noun=_noun(runs))
    else:
        noun = _noun(runs)
        expected, crossed = _expected_runs(runs, counts)
    places = np.argwhere(counts < expected).tolist()
    cells = tuple(
        IncompleteCell(
            algorithm=runs.algorithms[column],
            block=blocks[row],
            present=int(counts[row, column]),
            expected=int(expected[row, column]),
        )
        for row, column in places
    )
    return MissingRuns(cells=cells, expected=int(expected.sum()), noun=noun, crossed=crossed)


def _noun(runs: Runs) -> str:
    names = [name.casefold() for name in runs.repeat_columns]
    return names[0] if len(names) == 1 and names[0] in USUAL_NOUNS else "repeat"


def _failed_runs(runs: Runs) -> Iterator[IncompleteCell]:
    """Yield the algorithms whose independent runs are NaN; no other run is expected."""
    failed = np.isnan(runs.read)
    if not failed.any():
        return
    of_each = np.bincount(runs.algorithm, minlength=len(runs.algorithms)).tolist()
    lost = np.bincount(runs.algorithm[failed], minlength=len(runs.algorithms)).tolist()
    for name, expected, missing in zip(runs.algorithms, of_each, lost, strict=True):
        if missing:
            yield IncompleteCell(
                algorithm=name, block="", present=expected - missing, expected=expected
            )


def _expected_runs(runs: Runs, counts: Counts) -> tuple[Counts, bool]:
    """Return how many runs each cell should have, (N, k), and whether algorithms share repeats."""
    labels = _count_labels(runs, ~np.isnan(runs.read))
    if not labels.all():
        # nothing was scored on a dataset: its rows show what was tried
        labels = np.where(
            labels == 0, _count_labels(runs, np.ones(len(runs.read), dtype=bool)), labels
        )
    whole = np.broadcast_to(labels[:, None], counts.shape)
    if counts.sum() > CROSSED * whole[counts > 0].sum():
        return whole, True
    cell = runs.dataset * len(runs.algorithms) + runs.algorithm
    rows = np.bincount(cell, minlength=counts.size).reshape(counts.shape)
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
    scored = ~np.isnan(runs.read)
    split = runs.dataset * len(runs.repeats) + runs.repeat
    if len(runs.datasets) * len(runs.repeats) > MOST_CELLS_A_RUN * len(split):
        split, _ = pd.factorize(split)
    sharing = np.bincount(split[scored], minlength=int(split.max()) + 1)
    shape = (len(runs.datasets), len(runs.algorithms))
    present = np.zeros(shape, dtype=bool)
    present[runs.dataset[scored], runs.algorithm[scored]] = True
    everyone = present.sum(axis=1)
    return np.asarray(scored & (sharing[split] == everyone[runs.dataset]), dtype=bool)


def places_of_missing_runs(
    runs: Runs, missing: MissingRuns, blocks: Sequence[str]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the row and the column of each missing run in the table of averages.

    Parameters
    ----------
    runs
        The runs as read; those that are independent have a row each.
    missing
        What `find_missing_runs` found.
    blocks
        The names of the table's rows.
    """
    if not runs.matched:
        failed = np.isnan(runs.read)
        return runs.repeat[failed], runs.algorithm[failed]
    rows = {name: place for place, name in enumerate(blocks)}
    columns = {name: place for place, name in enumerate(runs.algorithms)}
    places = [(rows[cell.block], columns[cell.algorithm]) for cell in missing.cells]
    times = [cell.expected - cell.present for cell in missing.cells]
    row, column = np.repeat(np.array(places, dtype=np.intp).reshape(-1, 2), times, axis=0).T
    return row, column
