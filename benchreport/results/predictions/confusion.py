"""Confusion matrices: the classes that each model takes for others."""

import functools
import math
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.errors import OptionError, examples
from benchreport.hints import option
from benchreport.results.base import Interval, Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, interval_columns
from benchreport.wording.results import predictions as wording

NAMED = 5

_write = functools.partial(fmt.fixed, decimals=3)


class ClassRow(NamedTuple):
    """A model's counts and ratios on one class; counts are numbers of examples, or their weights.

    Parameters
    ----------
    truth, predicted, found
        Numbers of examples of the class, of predictions of it, and of both together.
    recall, precision
        The share of the class's examples that are found, and the share of its predictions that are
        right; NaN if there are none.
    recall_interval, precision_interval
        Wilson's; ``None`` with weights, or without examples.
    """

    algorithm: str
    label: str
    truth: float
    predicted: float
    found: float
    recall: float
    recall_interval: Interval | None
    precision: float
    precision_interval: Interval | None


class Mistake(NamedTuple):
    """A model's most frequent mistake: a class, the class it is taken for, and how often of how many.

    Parameters
    ----------
    shared
        How many mistakes are as frequent, including this one.
    """

    truth: str
    predicted: str
    times: float
    total: float
    shared: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusionResult(Result):
    """Confusion matrices of all models.

    Parameters
    ----------
    classes
        The classes in their order.
    matrices
        One matrix for each model, in the design's order: rows are true classes, columns predicted ones.
    rows
        The rows, model by model and class by class.
    """

    classes: tuple[str, ...]
    matrices: tuple[tuple[tuple[float, ...], ...], ...] = field(repr=False)
    rows: tuple[ClassRow, ...] = field(repr=False)

    def matrix(self, algorithm: str | None = None) -> pd.DataFrame:
        """Return a model's matrix: rows are the true class, columns the predicted one.

        Parameters
        ----------
        algorithm
            The name of the model; the first model by default.

        Raises
        ------
        OptionError
            The model is unknown.
        """
        place = self.place_of(algorithm)
        return pd.DataFrame(
            self.matrices[place],
            index=pd.Index(self.classes, name="truth"),
            columns=pd.Index(self.classes, name="predicted"),
        )

    @property
    def counted(self) -> bool:
        """Whether cells are numbers of examples; else they are weights."""
        return isinstance(self.matrices[0][0][0], int)

    def condense(
        self, algorithm: str | None = None, *, most: int
    ) -> tuple[tuple[str, ...], NDArray[np.float64]]:
        """Return the classes that a model confuses most, and its matrix with the others as one.

        Parameters
        ----------
        algorithm
            The name of the model; the first model by default.
        most
            The most rows that the matrix may have. If there are no more classes, all are kept in
            their order; otherwise those that are confused most often are kept, and last comes "the
            other …".
        """
        cells = np.array(self.matrices[self.place_of(algorithm)], dtype=np.float64)
        k = len(self.classes)
        if k <= most:
            return self.classes, cells
        wrong = cells.sum(axis=0) + cells.sum(axis=1) - 2 * np.diag(cells)
        most_confused = np.sort(np.argsort(-wrong, kind="stable")[: most - 1])
        group = np.full(k, most - 1)
        group[most_confused] = np.arange(most - 1)
        pooled = np.zeros((most, most))
        np.add.at(pooled, (group[:, None], group[None, :]), cells)
        names = [self.classes[place] for place in most_confused.tolist()]
        return (*names, f"the other {k - most + 1}"), pooled

    def place_of(self, algorithm: str | None = None) -> int:
        """Return a model's place, the first by default; raise `OptionError` for an unknown one."""
        names = self.design.algorithms
        if algorithm is None:
            return 0
        if algorithm in names:
            return names.index(algorithm)
        raise OptionError(
            f"algorithm={algorithm!r} is not among the models: {examples(names, most=12)}.",
            hint=option(algorithm=names[0]),
        )

    def top_mistake(self, algorithm: str | None = None) -> Mistake | None:
        """Return a model's most frequent mistake, the first of several; ``None`` without any."""
        matrix = self.matrices[self.place_of(algorithm)]
        wrong = np.array(matrix, dtype=np.float64)
        np.fill_diagonal(wrong, 0.0)
        most = wrong.max()
        if most <= 0:
            return None
        i, j = divmod(int(wrong.argmax()), len(matrix))
        shared = int((wrong == most).sum())
        return Mistake(self.classes[i], self.classes[j], matrix[i][j], sum(matrix[i]), shared)

    @property
    def table(self) -> pd.DataFrame:
        """One row per model and class."""
        rows = self.rows
        facts = columns(rows, "algorithm") | {"class": [row.label for row in rows]}
        facts |= columns(rows, "truth", "predicted", "found")
        for name in ("recall", "precision"):
            facts |= columns(rows, name) | interval_columns(rows, f"{name}_interval", f"{name}_")
        return pd.DataFrame(facts)

    @property
    def display(self) -> pd.DataFrame:
        """The table as text, intervals in one column."""
        texts: dict[str, list[str]] = {
            self.design.noun: [row.algorithm for row in self.rows],
            "class": [row.label for row in self.rows],
        }
        digits = 6 if self.counted else 4
        for name in ("truth", "predicted", "found"):
            texts[name] = [fmt.number(getattr(row, name), digits) for row in self.rows]
        for name in ("recall", "precision"):
            texts[name] = [_write(getattr(row, name)) for row in self.rows]
            texts[f"interval of {name}"] = [
                fmt.interval(getattr(row, f"{name}_interval"), _write) for row in self.rows
            ]
        return pd.DataFrame(texts, dtype=object)

    @property
    def summary(self) -> str:
        """The model with the best recall of its worst class."""
        known = [row for row in self.rows if not math.isnan(row.recall)]
        worst: dict[str, ClassRow] = {}
        for row in known:
            if row.algorithm not in worst or row.recall < worst[row.algorithm].recall:
                worst[row.algorithm] = row
        best = max(worst.values(), key=lambda row: row.recall)
        ahead = [name for name, row in worst.items() if row.recall == best.recall]
        numbers = [wording.RECALL.format(value=_write(best.recall))]
        if best.recall_interval:
            level = fmt.number(100 * best.recall_interval.confidence)
            interval = fmt.interval(best.recall_interval, _write)
            numbers.append(wording.INTERVAL.format(level=level, interval=interval))
        if len(worst) == 1:
            whose = wording.THAT_OF.format(name=ahead[0])
        elif len(ahead) == len(worst):
            whose = wording.SAME_FOR_ALL
        else:
            whose = wording.HIGHEST_FOR.format(names=fmt.join(ahead, most=NAMED))
        return wording.LOWEST_RECALL.format(
            method=self.method, whose=whose, label=best.label, numbers=", ".join(numbers)
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on what each model mistakes most often."""
        names = self.design.algorithms
        sentences = [
            _mistake_sentence(name, self.top_mistake(name), counted=self.counted)
            for name in names[:NAMED]
        ]
        n_more = len(names) - len(sentences)
        more = wording.MORE_MODELS.format(n=n_more) if n_more > 1 else ""
        return (*sentences, more or wording.ONE_MORE_MODEL) if n_more else tuple(sentences)


def _mistake_sentence(name: str, most: Mistake | None, *, counted: bool) -> str:
    if most is None:
        return wording.NO_MISTAKES.format(name=name)
    if counted and most.times == 1:
        if most.shared > 1:
            return wording.NO_REPEATED_MISTAKE.format(name=name)
        return wording.SINGLE_MISTAKE.format(name=name, predicted=most.predicted, truth=most.truth)
    alike = most.shared - 1
    others = wording.EQUALLY_FREQUENT[alike > 1].format(n=alike) if alike else ""
    return wording.MOST_FREQUENT_MISTAKE.format(
        name=name,
        predicted=most.predicted,
        truth=most.truth,
        frequency=mistake_frequency(most, counted=counted),
        others=others,
    )


def mistake_frequency(most: Mistake, *, counted: bool) -> str:
    """Write how often the mistake occurs, and of how many; weights are not numbers of examples."""
    if counted:
        times, total = f"{most.times:,.0f}", f"{most.total:,.0f}"
        return wording.OF_EXAMPLES.format(times=times, total=total)
    times, total = fmt.number(most.times, 4), fmt.number(most.total, 4)
    return wording.OF_WEIGHT.format(times=times, total=total)
