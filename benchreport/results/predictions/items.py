"""How hard examples are, and how well they tell models apart."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, drop_empty_columns
from benchreport.wording.results import items as wording

ENOUGH_MODELS = 5
REVERSED = -0.5


class Item(NamedTuple):
    """One example over all models.

    Parameters
    ----------
    mean
        The mean over models, of which each has the mean of its samples.
    low, high
        The lowest and the highest of the models.
    correlation
        The item–rest correlation over models: of their values on this example with their means on all others;
        NaN where either is the same for all.
    """

    example: str
    dataset: str
    cluster: str
    mean: float
    low: float
    high: float
    correlation: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemsResult(Result):
    """The examples, the hardest first.

    Parameters
    ----------
    rows
        The first examples, as many as the call wanted.
    easiest
        The mean of the easiest example.
    never, always
        How many examples no model ever gets right, and all always do; of answers that are right or wrong.
    reversed_
        On how many examples better models do worse, by a correlation below −0.5 over at least five models.
    """

    rows: tuple[Item, ...]
    easiest: float
    never: int
    always: int
    reversed_: int

    @property
    def short_name(self) -> str:
        """The method's name within a sentence."""
        return self.method.lower()

    @property
    def table(self) -> pd.DataFrame:
        """One row per example, the hardest first."""
        facts = pd.DataFrame(columns(self.rows, *Item._fields))
        return facts.drop(columns=[name for name in ("dataset", "cluster") if not any(facts[name])])

    @property
    def display(self) -> pd.DataFrame:
        """The table as text."""
        table = self.table
        names = [name for name in ("example", "dataset", "cluster") if name in table]
        texts = {name: table[name].tolist() for name in names}
        write = fmt.writer(
            [value for name in ("mean", "low", "high") for value in table[name]], digits=2
        )
        texts |= {name: [write(value) for value in table[name]] for name in ("mean", "low", "high")}
        texts["item–rest r"] = [
            "–" if math.isnan(value) else fmt.fixed(value) for value in table["correlation"]
        ]
        return drop_empty_columns(pd.DataFrame(texts, dtype=object))

    @property
    def summary(self) -> str:
        """One line: from the hardest to the easiest."""
        write = fmt.writer([self.rows[0].mean, self.easiest], digits=2)
        return wording.HARDEST.format(
            method=self.method,
            score=self.design.score,
            low=write(self.rows[0].mean),
            high=write(self.easiest),
            examples=format_count(self.design.n_blocks, "example"),
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Which examples tell nothing, and which look wrong."""
        k = self.design.n_algorithms
        counted = (
            (self.never, wording.NEVER),
            (self.always, wording.ALWAYS),
            (self.reversed_, wording.REVERSED),
        )
        sentences = [
            template.format(examples=format_count(n, "example"), limit=fmt.number(REVERSED))
            for n, template in counted
            if n
        ]
        template = wording.CORRELATIONS if k >= ENOUGH_MODELS else wording.FEW_MODELS
        return (*sentences, template.format(n=max(k, ENOUGH_MODELS), score=self.design.score))
