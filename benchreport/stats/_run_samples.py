"""The runs of each algorithm by dataset, for what resamples runs."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.numerics.resampling.run_statistics import Sample
from benchreport.results.base import Assumption
from benchreport.stats._arrays import Array
from benchreport.wording.verdicts import assumptions as wording
from benchreport.wording.verdicts import notes as texts

FEW_RUNS = 10
Unit = Literal["problem", "dataset", "run"]


def run_samples(scores: Scores) -> tuple[list[Sample], Unit]:
    """Return the runs of each algorithm by dataset, and the unit to resample.

    Runs are resampled within datasets, or datasets where none has several runs. Failed runs are NaN.
    """
    if scores.block_kind == "run":
        runs = [
            sample if scores.filled else np.sort(scores.runs.value[scores.runs.algorithm == place])
            for place, sample in enumerate(scores.samples)
        ]
        return [column_samples(values[:, None])[0] for values in runs], "run"
    if scores.overlapping:
        return column_samples(scores.values[canonical_order(scores.values)]), "run"
    if scores.counts.max() <= 1:
        return column_samples(scores.values[canonical_order(scores.values)]), "dataset"
    return _within_datasets(scores), "run"


def _within_datasets(scores: Scores) -> list[Sample]:
    """List every algorithm's runs by dataset; each dataset counts alike."""
    rank = np.argsort(canonical_order(scores.values))
    algorithm, block, value = _list_runs(scores)
    order = np.lexsort((value, rank[block], algorithm))
    algorithm, strata, value = algorithm[order], rank[block[order]], value[order]
    ends = np.searchsorted(algorithm, np.arange(len(scores.algorithms) + 1))
    samples = []
    for start, end in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True):
        datasets = strata[start:end].astype(np.int64)
        sizes = np.bincount(datasets, minlength=len(scores.blocks))
        samples.append(Sample(value[start:end], datasets, sizes.max() / sizes[datasets]))
    return samples


def _list_runs(scores: Scores) -> tuple[NDArray[np.intp], NDArray[np.intp], Array]:
    """Return algorithm, block and score of each run; a run that nothing stands for counts as failed."""
    rows, columns, values = scores.averaged_runs
    place = {name: row for row, name in enumerate(scores.blocks)}
    column = {name: code for code, name in enumerate(scores.algorithms)}
    failed = [
        (column[cell.algorithm], place[cell.block])
        for cell in scores.missing_runs.cells
        if not scores.filled and cell.block in place
        # averages of what is there take no notice of runs that failed; an empty cell has one
        for _ in range(
            cell.expected - cell.present if scores.missing == "error" else not cell.present
        )
    ]
    algorithm, block = np.array(failed, dtype=np.intp).reshape(-1, 2).T
    return (
        np.concatenate([columns, algorithm]),
        np.concatenate([rows, block]),
        np.concatenate([values, np.full(len(block), np.nan)]),
    )


def canonical_order(values: Array) -> NDArray[np.intp]:
    """Order blocks by their scores, so that resamples do not depend on the order of the rows."""
    return np.lexsort(values.T)


def column_samples(values: Array) -> list[Sample]:
    """Return a sample for each column, of one stratum."""
    nothing, ones = np.zeros(len(values), dtype=np.int64), np.ones(len(values))
    return [Sample(np.ascontiguousarray(column), nothing, ones) for column in values.T]


def enough_runs(samples: Sequence[Sample], *, several: bool) -> Assumption:
    """Judge whether the bootstrap has enough runs: in each of ``several`` datasets, or in all."""
    least = min(np.unique(sample.strata, return_counts=True)[1].min() for sample in samples)
    words = wording.RUNS_TO_DRAW if several else wording.UNITS_TO_DRAW
    return Assumption.of(words, "doubtful" if least < FEW_RUNS else "held", n=least)


def note_datasets(scores: Scores) -> tuple[str, ...]:
    """Say that intervals from the runs of several datasets are about these datasets."""
    return (texts.THESE_DATASETS,) * (scores.block_kind == "dataset")
