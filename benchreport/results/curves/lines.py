"""Curves over steps: a centre and a band for each system."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd

from benchreport.errors import format_count, name_steps
from benchreport.results.base import Result
from benchreport.results.writing import number_format as fmt
from benchreport.wording.results import curves as wording
from benchreport.wording.verdicts import caveats

MOST_NAMED, MOST_STEPS = 5, 4
RESERVED = ("algorithm", "dataset", "part", "center", "low", "high", "n")


class Line(NamedTuple):
    """One system's curve on the result's steps.

    Parameters
    ----------
    algorithm, dataset
        The system and the dataset; the dataset is empty if the line is over datasets, or the only
        one has no name.
    part
        ``"score"``, or of learning curves ``"train"`` or ``"validation"``.
    n
        The number of runs, or of datasets.
    center, low, high
        The centre and the ends of the band at each step; NaN where some run has no score.
    ended
        The last step of the run that ended first; what comes after it holds the last score of that
        run.
    """

    algorithm: str
    dataset: str
    part: str
    n: int
    center: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    ended: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvesResult(Result):
    """Curves of systems, dataset by dataset or over datasets.

    Parameters
    ----------
    lines
        One line for each algorithm, dataset and part of the data.
    steps, step
        The steps at which curves are given, and the name of what they count.
    log
        Whether the axis of steps is to be logarithmic.
    quantity
        The quantity that is averaged: the score, ``"normalised regret"`` or ``"rank"``.
    higher_is_better
        The direction of the quantity.
    center, band
        The average and the band, in words.
    over
        The unit of the average: ``"run"``, ``"dataset"`` or ``"draw"``.
    best_so_far
        Whether scores are those of the best point until then.
    measured
        Whether all runs were measured at all of these steps, so that lines may join points;
        otherwise, and for the best so far, the last score holds until the next.
    """

    lines: tuple[Line, ...]
    steps: tuple[float, ...]
    step: str
    log: bool
    quantity: str
    higher_is_better: bool
    center: str
    band: str
    over: str
    best_so_far: bool
    measured: bool

    @property
    def table(self) -> pd.DataFrame:
        """One row per line and step."""
        size = len(self.steps)
        columns: dict[str, object] = {
            name: np.repeat(
                np.array([getattr(line, name) for line in self.lines], dtype=object), size
            )
            for name in ("algorithm", "dataset", "part")
        }
        columns[name_column(self.step, RESERVED)] = np.tile(self.steps, len(self.lines))
        for name in ("center", "low", "high"):
            columns[name] = np.concatenate([getattr(line, name) for line in self.lines])
        columns["n"] = np.repeat([line.n for line in self.lines], size)
        frame = pd.DataFrame(columns)
        return frame.drop(columns=[name for name in ("dataset", "part") if self._same(name)])

    def _same(self, name: str) -> bool:
        return len({getattr(line, name) for line in self.lines}) == 1

    @property
    def display(self) -> pd.DataFrame:
        """Each line at some of the steps, as text."""
        places = self.display_steps()
        columns = ["algorithm", *([] if self._same("dataset") else ["dataset"])]
        columns += [] if self._same("part") else ["part"]
        # datasets have scales of their own
        write = {
            name: self.choose_writer(
                [line.center[place] for line in self.of(name) for place in places], least=3
            )
            for name in self.datasets
        }
        rows = [
            [getattr(line, name) for name in columns]
            + [_with_band(line, place, write[line.dataset]) for place in places]
            for line in self.lines
        ]
        heads = [f"{self.step} {fmt.number(self.steps[place])}" for place in places]
        return pd.DataFrame(rows, columns=[*columns, *heads], dtype=object)

    def choose_writer(self, values: Sequence[float], *, least: int = 2) -> fmt.Writer:
        """Choose the decimals of values; ranks have two everywhere."""
        return fmt.fixed if self.quantity == "rank" else fmt.writer(values, least=least)

    def display_steps(self) -> list[int]:
        """Return places of a few steps, evenly spaced on the axis, the last among them."""
        steps = np.log(self.steps) if self.log else np.array(self.steps)
        places = np.linspace(steps[0], steps[-1], MOST_STEPS + 1)[1:]
        room = 1e-9 * float(steps[-1] - steps[0])
        return sorted({int(np.searchsorted(steps, place - room)) for place in places})

    @property
    def datasets(self) -> tuple[str, ...]:
        """The datasets that have lines of their own."""
        return tuple(dict.fromkeys(line.dataset for line in self.lines))

    @property
    def part(self) -> str:
        """The part of the data of the first line; it decides the order of the algorithms."""
        return self.lines[0].part

    @property
    def leaders(self) -> tuple[str, ...]:
        """The algorithms that are best at the end, or level with the best, on the first dataset."""
        lines = [line for line in self.of(self.datasets[0]) if line.part == self.part]
        best = last(self.order(tuple(lines))[0])
        level = [line for line in lines if math.isclose(last(line), best, rel_tol=1e-12, abs_tol=0)]
        return tuple(line.algorithm for line in level) or (lines[0].algorithm,)

    def of(self, dataset: str) -> tuple[Line, ...]:
        """Return the lines of a dataset."""
        return tuple(line for line in self.lines if line.dataset == dataset)

    def order(self, lines: tuple[Line, ...]) -> list[Line]:
        """Sort lines by where they end, the best first."""
        sign = -1.0 if self.higher_is_better else 1.0
        ends = {id(line): last(line) for line in lines}
        return sorted(
            lines,
            key=lambda line: (math.isnan(ends[id(line)]), sign * ends[id(line)]),
        )

    @property
    def summary(self) -> str:
        """The order of the algorithms at the end, on the first datasets."""
        parts = [self._ends(dataset) for dataset in self.datasets[:MOST_NAMED]]
        text, more = "; ".join(parts), len(self.datasets) - len(parts)
        if more > 0:
            datasets = format_count(more, "more dataset")
            text = wording.MORE_DATASETS.format(listed=text, datasets=datasets)
        last_step = name_steps(self.step, fmt.number(self.steps[-1]))
        return wording.ENDS.format(method=self.method, last=last_step, scores=text)

    def _ends(self, dataset: str) -> str:
        lines = self.order(tuple(line for line in self.of(dataset) if line.part == self.part))
        write = self.choose_writer([last(line) for line in lines])
        texts = [f"{line.algorithm} {write(last(line))}" for line in lines[:MOST_NAMED]]
        text, more = ", ".join(texts), len(lines) - len(texts)
        if more > 0:
            text = wording.MORE_ALGORITHMS.format(listed=text, n=more)
        several = len(self.datasets) > 1
        return wording.ENDS_ON.format(dataset=dataset, scores=text) if several else text

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on how the curves were made, and what they do not show."""
        units = f"{self.over}s"
        spread = wording.LINES.format(center=self.center, units=units, band=self.band)
        meaning = wording.BEST_SO_FAR if self.best_so_far else wording.AS_MEASURED
        between = () if self.measured else (wording.BETWEEN_POINTS,)
        return spread, meaning, *between, caveats.OVERLAP_IS_NO_TEST


def name_column(name: str, other_names: Sequence[str]) -> str:
    """Name a column of steps, so that no other column has the same name.

    >>> name_column("epoch", ("n",)), name_column("n", ("n",))
    ('epoch', 'step n')
    """
    return f"step {name}" if name in other_names else name


def last(line: Line) -> float:
    """Return the last known value of a line, NaN where none is."""
    known = [value for value in line.center if not math.isnan(value)]
    return known[-1] if known else math.nan


def _with_band(line: Line, place: int, write: fmt.Writer) -> str:
    if math.isnan(line.center[place]):
        return "–"
    if math.isnan(line.low[place]):
        return write(line.center[place])
    ends = (float(line.low[place]), float(line.high[place]))
    return f"{write(line.center[place])} {fmt.interval(ends, write)}"
