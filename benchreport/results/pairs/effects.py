"""Effect sizes of pairs, several measures side by side."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import pandas as pd

from benchreport.errors import check_choice, format_count
from benchreport.results.base import Interval, Result
from benchreport.results.citing.bibliography import BIBLIOGRAPHY
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, interval_columns
from benchreport.wording.results import effects as wording


class Effect(NamedTuple):
    """One measure of one pair; positive where the first has the higher scores.

    Parameters
    ----------
    measure
        The name of the measure; ``definitions`` in the result say what it is.
    magnitude, source
        A word for its size where a source gives one, and the key of that source.
    """

    first: str
    second: str
    measure: str
    estimate: float
    interval: Interval | None
    magnitude: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectsResult(Result):
    """Effect sizes of all pairs, or of every algorithm with the control.

    Parameters
    ----------
    rows
        The effects, pair by pair and measure by measure.
    definitions
        Each measure's name with its definition.
    control
        The algorithm that all others are compared with, ``None`` for all pairs.
    """

    rows: tuple[Effect, ...]
    definitions: tuple[tuple[str, str], ...]
    control: str | None = None

    @property
    def short_name(self) -> str:
        """The method's name where there is little room: within a sentence, as it names no person."""
        return self.method.lower()

    def of(self, measure: str) -> tuple[Effect, ...]:
        """Return one measure of every pair."""
        check_choice("measure", measure, [name for name, _ in self.definitions])
        return tuple(row for row in self.rows if row.measure == measure)

    @property
    def ranking(self) -> tuple[str, ...]:
        """The algorithms by how many pairs the first measure favours them in; a control comes last."""
        sign = 1 if self.design.higher_is_better else -1
        lead = dict.fromkeys(self.design.algorithms, 0)
        for row in self.of(self.definitions[0][0]):
            none = 0.5 if row.measure in PROBABILITIES else 0.0
            favour = sign * ((row.estimate > none) - (row.estimate < none))
            lead[row.first] += favour
            lead[row.second] -= favour
        return tuple(sorted(lead, key=lambda name: (name == self.control, -lead[name])))

    def oriented(self, ranking: Sequence[str] = ()) -> Self:
        """Return the effects with the better algorithm of each pair first, as its advantage.

        A positive effect, or a probability above one half, means that the first is better, whether high
        or low scores are good.

        Parameters
        ----------
        ranking
            The algorithms, best first; by default the result's own ranking.
        """
        place = {name: rank for rank, name in enumerate(ranking or self.ranking)}
        rows = tuple(
            row
            if place[row.first] <= place[row.second]
            else _reverse(row)._replace(first=row.second, second=row.first)
            for row in self.rows
        )
        if not self.design.higher_is_better:
            rows = tuple(_reverse(row) for row in rows)
        return replace(self, rows=rows)

    @property
    def table(self) -> pd.DataFrame:
        """One row per pair and measure."""
        intervals = interval_columns(self.rows) if any(row.interval for row in self.rows) else {}
        return pd.DataFrame(
            columns(self.rows, "first", "second", "measure", "estimate")
            | intervals
            | columns(self.rows, "magnitude", "source")
        )

    @property
    def display(self) -> pd.DataFrame:
        """One row per pair, one column per measure, as text; words for sizes name their source."""
        pairs: dict[tuple[str, str], dict[str, str]] = {}
        for row in self.rows:
            pairs.setdefault((row.first, row.second), {})[row.measure] = _format_effect(row)
        rows = [
            {"pair": f"{first} − {second}", **measures}
            for (first, second), measures in pairs.items()
        ]
        return pd.DataFrame(rows, dtype=object)

    def first_rows(self, most: int) -> tuple[pd.DataFrame, int]:
        """Return the first rows of the display, and how many it has."""
        pairs = dict.fromkeys((row.first, row.second) for row in self.rows)
        if len(pairs) <= most:
            return self.display, len(pairs)
        first = {*itertools.islice(pairs, most)}
        rows = tuple(row for row in self.rows if (row.first, row.second) in first)
        return replace(self, rows=rows).display, len(pairs)

    @property
    def summary(self) -> str:
        """One line, the way a paper writes it."""
        names = fmt.join([name for name, _ in self.definitions])
        # without making the effects, which may be tens of thousands
        k = self.design.n_algorithms
        counted = format_count(k * (k - 1) // 2 if self.control is None else k - 1, "pair")
        return wording.MEASURED.format(method=self.method, names=names, pairs=counted)

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on what each measure is, and where words for sizes come from."""
        definitions = tuple(
            wording.DEFINITION.format(name=name, definition=definition)
            for name, definition in self.definitions
        )
        sizes = (wording.SOURCES_OF_WORDS.format(sources=self.words),) if self.words else ()
        return (*definitions, *sizes, wording.ORIENTATION)

    @property
    def words(self) -> str:
        """The sources of the words for sizes, measure by measure."""
        sources = {row.measure: row.source for row in self.rows if row.source}
        return fmt.join(f"{BIBLIOGRAPHY[key].in_text} for {name}" for name, key in sources.items())


PROBABILITIES = ("A", "P(improvement)", "common language", "superiority")
"""Measures of which no effect is one half, and not 0."""


def _reverse(row: Effect) -> Effect:
    """Return an effect in the other direction."""
    none = 1.0 if row.measure in PROBABILITIES else 0.0
    interval = row.interval
    if interval is not None:
        interval = interval._replace(low=none - interval.high, high=none - interval.low)
    return row._replace(estimate=none - row.estimate, interval=interval)


def _format_effect(row: Effect) -> str:
    if row.interval is None:
        return fmt.number(row.estimate, 4)

    def write(value: float) -> str:
        return fmt.statistic(row.measure, value)

    none = 0.5 if row.measure in PROBABILITIES else 0.0
    text = f"{write(row.estimate)} {fmt.interval(row.interval, write, none=none)}"
    return f"{text} {row.magnitude}" if row.magnitude else text
