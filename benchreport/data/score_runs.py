"""The runs as read: one score each, with its algorithm, dataset and repeat."""

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from benchreport.data.cells.score_ranges import range_notes
from benchreport.errors import format_count
from benchreport.numerics.ties import snap
from benchreport.wording.papers import tables

MOST_CELLS_A_RUN = 8
"""Cells that could be there, for each that is, up to which they are marked in an array, without sorting."""


# without slots: the digest and the snapped scores are computed where they are asked for, and stay
@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Runs:
    """One row a run: codes into the names, and the score (NaN where the run has none).

    Parameters
    ----------
    algorithm, dataset, repeat
        Codes of each run, of length R. Read-only, as ``read`` is.
    read
        The scores as they were read, to the last bit, of length R.
    algorithms, datasets, repeats
        The names that the codes stand for.
    repeat_columns
        The columns whose combinations are the repeats.
    repeat_parts
        The labels of each repeat in these columns.
    matched
        Whether runs of different algorithms with the same repeat belong together. Runs that no
        column tells apart are numbered by size, and do not.
    spread
        The number that each run's cell gives after its score, as in ``81.2 ± 0.3``, NaN where a cell gives
        none; ``None`` if no cell gives one. No test uses it.
    sizes
        How many runs each score is the mean of, where a column says so; ``None`` if each is of one run.
    tried
        How many different runs each dataset has, where scores are means and their maker counted them, else
        ``None``.
    metric
        The name of the scores, where they have one.
    setting_columns
        The columns that may be the factors of an ablation study: that of the algorithms, where their names
        say which part was removed, or those of settings; none in a wide table.
    failed
        How many cells have a word for a failed run, and which; empty without one.
    cell_notes
        Sentences on how cells were read.
    file_notes
        Sentences of the reader of the file on what it left out.
    unread
        The columns of the table that were not read.
    origin
        The runs as they were read, where labels are written otherwise or iterations are averaged.
    """

    algorithm: NDArray[np.intp]
    dataset: NDArray[np.intp]
    repeat: NDArray[np.intp]
    read: NDArray[np.float64]
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    repeats: tuple[str, ...]
    repeat_columns: tuple[str, ...] = ()
    repeat_parts: tuple[tuple[str, ...], ...] = ((),)
    matched: bool = True
    spread: NDArray[np.float64] | None = None
    sizes: NDArray[np.int64] | None = None
    tried: NDArray[np.int64] | None = None
    metric: Hashable = None
    setting_columns: tuple[str, ...] = ()
    failed: str = ""
    cell_notes: tuple[str, ...] = ()
    file_notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    origin: "Runs | None" = field(default=None, repr=False)

    def __repr__(self) -> str:
        return tables.RUNS_READ.format(
            runs=format_count(len(self.read), "run"),
            algorithms=format_count(len(self.algorithms), "algorithm"),
            datasets=format_count(len(self.datasets), "dataset"),
        )

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Sentences on how cells were read, and on scores that look wrong."""
        failed = (f"{self.failed}.",) if self.failed else ()
        return (*failed, *self.cell_notes, *self.odd_scores)

    @cached_property
    def odd_scores(self) -> tuple[str, ...]:
        """A sentence on the scores outside the range of their metric, or on another scale than most."""
        return range_notes(self.read, self.metric, self.name_cell)

    @cached_property
    def value(self) -> NDArray[np.float64]:
        """The scores; those that differ by rounding alone are one value. Read-only."""
        values = snap(self.read)
        values.setflags(write=False)
        return values

    def name_cell(self, row: int) -> str:
        """Name what the score of a run is of: its algorithm, its dataset, and its repeat."""
        cell = self.algorithms[self.algorithm[row]]
        dataset, repeat = self.datasets[self.dataset[row]], self.repeats[self.repeat[row]]
        if dataset:
            cell = tables.CELL.format(algorithm=cell, dataset=dataset)
        return tables.IN_REPEAT.format(cell=cell, repeat=repeat) if repeat else cell

    @cached_property
    def sha256(self) -> str:
        """A digest of the runs as read; the order of rows does not change it."""
        return _sha256(self.origin or self)


def _sha256(runs: Runs) -> str:
    """Digest the runs, independently of the order of rows."""
    sides = (
        (runs.algorithm, runs.algorithms),
        (runs.dataset, runs.datasets),
        (runs.repeat, runs.repeats),
    )
    digest = hashlib.sha256()
    places = []
    for codes, names in sides:
        digest.update("\x1f".join(sorted(names)).encode("utf-8", "surrogatepass") + b"\x1e")
        place = np.empty(len(names), dtype="<i8")
        place[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
        places.append(place[codes])
    order = np.lexsort(places[::-1])
    # one bit pattern for all NaNs, and 0 for −0
    values = np.where(np.isnan(runs.read), np.nan, runs.read) + 0.0
    sizes = [] if runs.sizes is None else [runs.sizes.astype("<i8")]
    for array in (*places, values.astype("<f8"), *sizes):
        digest.update(array[order].tobytes())
    return digest.hexdigest()
