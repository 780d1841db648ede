"""What an experiment gave, as frames that ``df.bench`` reads."""

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.columns.roles import POSITIVE, TEST_FRACTION, Roles
from benchreport.data.columns.words.direction import DIRECTIONS
from benchreport.data.curves import Curves
from benchreport.data.readers.tools.experiments.metric_columns import stack_metrics
from benchreport.errors import DesignError, ExperimentError, check_choice, examples, format_count
from benchreport.experiments.cells import Cell
from benchreport.experiments.datasets import Dataset
from benchreport.experiments.estimates import Estimates, estimate
from benchreport.experiments.leaks import count_duplicates
from benchreport.experiments.resampling import Bootstrap, Plan
from benchreport.files import write_whole
from benchreport.hints import code
from benchreport.results.writing.csv_text import csv_bytes
from benchreport.wording.shell import experiments as wording

SIZE = "train_size"
KEYS = ("algorithm", "dataset")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Experiment:
    """The cells of an experiment, and their frames.

    Parameters
    ----------
    cells
        What each fit gave, in the order of datasets, algorithms and splits.
    algorithms
        The names of the estimators.
    datasets
        The data.
    plan
        How they were split.
    higher_is_better
        The metrics with their directions.
    positive
        The class whose probability the predictions have.
    seed
        The seed of all that was drawn.
    leaks
        The leaks that were allowed.
    """

    cells: tuple[Cell, ...]
    algorithms: tuple[str, ...]
    datasets: tuple[Dataset, ...]
    plan: Plan
    higher_is_better: Mapping[str, bool]
    positive: object = None
    seed: int = 0
    leaks: tuple[str, ...] = ()

    @property
    def scores(self) -> pd.DataFrame:
        """A row for each estimator, dataset and split; several metrics have the columns metric and value.

        Where training sets have several sizes, these are the scores of the largest.
        """
        return self.scores_on("test")

    def scores_on(self, part: str) -> pd.DataFrame:
        """Return the scores on ``"test"``, ``"train"`` or, of three-way splits, ``"validation"``.

        Raises
        ------
        DesignError
            That part was not scored.
        """
        check_choice("part", part, ("test", "train", "validation"))
        cells = list(self._largest())
        if not any(part in cell.scores for cell in cells):
            raise DesignError(
                f"the {part} sets were not scored.",
                hint=code(
                    "run(..., train_scores=True)"
                    if part == "train"
                    else 'run(..., resampling="three-way")'
                ),
            )
        metrics = list(self.higher_is_better)
        frame = self._keys(cells)
        for metric in metrics:
            frame[metric] = [cell.scores.get(part, {}).get(metric, math.nan) for cell in cells]
        frame = stack_metrics(frame, metrics)
        frame.attrs[DIRECTIONS] = dict(self.higher_is_better)
        if self.plan.test_fraction is not None:
            frame.attrs[TEST_FRACTION] = self.plan.test_fraction
        return frame

    @property
    def predictions(self) -> pd.DataFrame:
        """A row for each estimator, split and test example: its truth and its prediction.

        With the probability of the positive class, where one was named and all estimators have it.
        """
        cells = [cell for cell in self._largest() if cell.places is not None]
        truth = {data.name: data.y for data in self.datasets}
        counts = [0 if cell.places is None else len(cell.places) for cell in cells]
        frame = self._keys(cells)
        frame = frame.loc[np.repeat(np.arange(len(frame)), counts)].reset_index(drop=True)
        if not cells:
            return frame.assign(example=[], y_true=[], prediction=[])
        frame["example"] = np.concatenate([cell.places for cell in cells])
        frame["y_true"] = np.concatenate([truth[cell.key.dataset][cell.places] for cell in cells])
        frame["prediction"] = np.concatenate([cell.predicted for cell in cells])
        known = [cell.probability for cell in cells if cell.probability is not None]
        if self.positive is not None and len(known) == len(cells):
            frame["probability"] = np.concatenate(known)
            frame.attrs[POSITIVE] = self.positive
        return frame

    @property
    def curves(self) -> pd.DataFrame:
        """A row for each estimator, dataset, split and size of the training set.

        Raises
        ------
        DesignError
            Training sets had one size.
        """
        if not any(cell.key.size for cell in self.cells):
            raise DesignError(
                "there are no learning curves, as training sets had one size.",
                hint=code("run(..., train_sizes=[0.1, 0.25, 0.5, 1])"),
            )
        frame = self._keys(self.cells)
        frame[SIZE] = [cell.key.size for cell in self.cells]
        for metric in self.higher_is_better:
            for part, name in (("test", metric), ("train", f"train_{metric}")):
                values = [cell.scores.get(part, {}).get(metric, math.nan) for cell in self.cells]
                frame[name] = values
        frame.attrs[DIRECTIONS] = dict(self.higher_is_better)
        return frame

    def learning_curve(self, metric: str | None = None) -> Curves:
        """Return learning curves over the size of the training set.

        Parameters
        ----------
        metric
            The metric; by default the first.
        """
        name = self._metric(metric)
        return Curves.from_frame(self.curves, Roles(step=SIZE, score=name, train=f"train_{name}"))

    @property
    def times(self) -> pd.DataFrame:
        """Seconds to fit and to predict; they alone differ between runs."""
        cells = list(self._largest())
        return self._keys(cells).assign(
            fit_time=[cell.fit_time or math.nan for cell in cells],
            predict_time=[cell.predict_time or math.nan for cell in cells],
        )

    @property
    def failures(self) -> pd.DataFrame:
        """The fits that failed, with their errors."""
        cells = [cell for cell in self.cells if cell.error]
        return self._keys(cells).assign(error=[cell.error for cell in cells])

    @property
    def tuning(self) -> pd.DataFrame:
        """What searches chose in each training set: their own, optimistic score and the parameters."""
        cells = [cell for cell in self._largest() if cell.tuned is not None]
        return self._keys(cells).assign(
            inner_score=[cell.tuned.score for cell in cells if cell.tuned],
            parameters=[cell.tuned.parameters for cell in cells if cell.tuned],
        )

    def estimates(self, metric: str | None = None, *, confidence: float = 0.95) -> Estimates:
        """Estimate how well each estimator generalizes on each dataset (see `Estimates`).

        Parameters
        ----------
        metric
            The metric; by default the first. Bootstraps estimate the accuracy by .632 and .632+.
        confidence
            The confidence of intervals.
        """
        return estimate(
            self._of_largest(),
            self.datasets,
            self.plan,
            metric=self._metric(metric),
            confidence=confidence,
            seed=self.seed,
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know: failures, warnings, duplicates and leaks."""
        failed = sum(1 for cell in self.cells if cell.error)
        found = []
        if failed:
            first = next(cell.error for cell in self.cells if cell.error)
            of = format_count(len(self.cells), "fit")
            found.append(wording.FAILED.format(failed=failed, fits=of, first=first))
        tested = [cell for cell in self._largest() if cell.places is not None]
        unknown = dict.fromkeys(c.key.algorithm for c in tested if c.probability is None)
        if self.positive is not None and unknown:
            names = examples(unknown)
            found.append(wording.NO_PROBABILITY.format(names=names, positive=self.positive))
        for note in dict.fromkeys(note for cell in self.cells for note in cell.notes):
            cells = [cell for cell in self.cells if note in cell.notes]
            names = examples(dict.fromkeys(cell.key.algorithm for cell in cells))
            fits = format_count(len(cells), "fit")
            found.append(wording.WARNED.format(fits=fits, names=names, warning=note))
        for data in self.datasets:
            twice = count_duplicates(data) if data.groups is None else 0
            if twice:
                text = wording.DUPLICATE if twice == 1 else wording.DUPLICATES
                found.append(text.format(n=twice, dataset=data.name))
        return (*found, *self.leaks)

    @property
    def digest(self) -> str:
        """A digest of all results but times: the same for two runs with the same results."""
        digest = hashlib.sha256()
        for name, frame in self._frames():
            if name != "times":
                digest.update(name.encode() + csv_bytes(frame))
        return digest.hexdigest()

    def differences(self, other: "Experiment") -> pd.DataFrame:
        """List the scores that differ from those of another run; none if both gave the same bytes.

        Parameters
        ----------
        other
            The same experiment, run again.
        """
        keys = [*KEYS, *self.plan.columns]
        keys += ["metric"] if len(self.higher_is_better) > 1 else []
        both = self.scores.merge(other.scores, how="outer", on=keys, suffixes=("_first", "_second"))
        first, second = both[both.columns[-2]], both[both.columns[-1]]
        return both[(first != second) & ~(first.isna() & second.isna())].reset_index(drop=True)

    def save(self, folder: str | Path) -> tuple[Path, ...]:
        """Write the frames as CSV files into a folder, all or none.

        Parameters
        ----------
        folder
            The folder, which is made where it is missing.

        Raises
        ------
        ExperimentError
            They cannot be written; no file changed.
        """
        frames = (*self._frames(), ("estimates", self.estimates().table))
        contents = {Path(folder) / f"{name}.csv": csv_bytes(frame) for name, frame in frames}
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
            write_whole(contents)
        except OSError as error:
            raise ExperimentError(
                f"{error.filename} cannot be written: {error.strerror}; no file changed.",
                hint="make room, or name another folder",
            ) from error
        return tuple(contents)

    def _frames(self) -> Iterator[tuple[str, pd.DataFrame]]:
        yield "scores", self.scores
        yield "predictions", self.predictions
        if any(cell.key.size for cell in self.cells):
            yield "curves", self.curves
        yield "times", self.times
        if any(cell.tuned for cell in self.cells):
            yield "tuning", self.tuning
        if any(cell.error for cell in self.cells):
            yield "failures", self.failures

    def _metric(self, metric: str | None) -> str:
        names = list(self.higher_is_better)
        if metric is not None:
            check_choice("metric", metric, names)
        return metric or names[0]

    def _largest(self) -> Iterator[Cell]:
        """Yield the cells of the largest training sets, without fits to all examples."""
        for cell in self._of_largest():
            if not isinstance(self.plan, Bootstrap) or cell.key.label != (0,):
                yield cell

    def _of_largest(self) -> list[Cell]:
        largest: dict[tuple[str, tuple[int, ...]], int] = {}
        for cell in self.cells:
            place = cell.key[1:3]
            largest[place] = max(cell.key.size, largest.get(place, 0))
        return [cell for cell in self.cells if cell.key.size == largest[cell.key[1:3]]]

    def _keys(self, cells: Sequence[Cell]) -> pd.DataFrame:
        """Return the columns that name cells."""
        columns: dict[str, Any] = {
            name: [getattr(cell.key, name) for cell in cells] for name in KEYS
        }
        for place, name in enumerate(self.plan.columns):
            columns[name] = [cell.key.label[place] for cell in cells]
        return pd.DataFrame(columns)

    def __str__(self) -> str:
        about = wording.ABOUT.format(
            algorithms=format_count(len(self.algorithms), "estimator"),
            datasets=format_count(len(self.datasets), "dataset"),
            plan=self.plan,
            fits=format_count(len(self.cells), "fit"),
            seed=self.seed,
        )
        return "\n".join([about, *(f"Note: {note}" for note in self.notes)])

    __repr__ = __str__
