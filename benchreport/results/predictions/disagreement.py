"""Examples on which models differ: who is right where the others are wrong."""

from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns
from benchreport.wording.results import predictions as wording


class Disagreement(NamedTuple):
    """One example, with every model's prediction, in the design's order."""

    example: str
    dataset: str
    truth: str
    answers: tuple[str, ...]
    right: tuple[bool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DisagreementResult(Result):
    """Examples on which some models are right and others wrong, the most evenly split first.

    Parameters
    ----------
    rows
        The first examples, as many as the call wanted.
    total
        The number of all such examples.
    all_right, all_wrong
        How many examples every model gets right, and wrong.
    """

    rows: tuple[Disagreement, ...]
    total: int
    all_right: int
    all_wrong: int

    @property
    def table(self) -> pd.DataFrame:
        """One row per example, one column per model; ``n_right`` counts the models that are right."""
        facts = columns(self.rows, "example", "dataset", "truth")
        # the dataset is empty where there is only one, the truth where there are no labels
        facts = {name: column for name, column in facts.items() if any(column)}
        for place, name in enumerate(self._models):
            facts[name] = [row.answers[place] for row in self.rows]
        facts["n_right"] = [sum(row.right) for row in self.rows]
        return pd.DataFrame(facts)

    @property
    def _models(self) -> tuple[str, ...]:
        """Name the columns of models; a model may have the name of another column."""
        columns = ("example", "dataset", "truth", "n_right")
        return tuple(
            f"{name} (model)" if name in columns else name for name in self.design.algorithms
        )

    @property
    def display(self) -> pd.DataFrame:
        """The table as text, wrong labels marked."""
        texts = self.table.astype(object)
        for place, name in enumerate(self._models):
            texts[name] = [
                row.answers[place] if row.right[place] else f"{row.answers[place]} ✗"
                for row in self.rows
            ]
        return texts.astype(str).rename(columns={"n_right": "models right"})

    @property
    def summary(self) -> str:
        """One line: how often models differ."""
        return wording.DIFFER_ON.format(
            method=self.method,
            n=self.total,
            examples=format_count(self.design.n_blocks, "example"),
            right=self.all_right,
            wrong=self.all_wrong,
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on how to use these examples."""
        if not self.total:
            return (wording.NO_DISAGREEMENT,)
        share = fmt.number(100 * self.total / self.design.n_blocks, 3)
        return (wording.DISAGREEMENT.format(share=share),)
