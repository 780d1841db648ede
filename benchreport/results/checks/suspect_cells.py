"""Cells that need a look: outlying scores, and runs that others have and an algorithm lacks."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, drop_empty_columns
from benchreport.wording.verdicts import checks as wording

HEADS = ["algorithm", "dataset", "repeat", "score", "expected", "distance", "adjusted p", "note"]


class Finding(NamedTuple):
    """One cell; what does not apply is NaN or empty.

    Parameters
    ----------
    score, expected
        The score, and the one to expect from the rest of the table, in score units.
    distance
        How far apart these are, in robust standard deviations.
    p_adjusted
        P-value of so large a distance, adjusted for the number of scores; NaN without a test.
    """

    algorithm: str
    dataset: str
    repeat: str
    score: float
    expected: float
    distance: float
    note: str = ""
    p_adjusted: float = math.nan


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingsResult(Result):
    """Cells to look at; nothing is removed.

    Parameters
    ----------
    rows
        The cells, the most striking first.
    looked_at
        How many cells were examined.
    what
        The kind of cell, a noun whose plural takes an s.
    consequence
        The sentence on what to do about them.
    """

    rows: tuple[Finding, ...]
    looked_at: int
    what: str
    consequence: str

    @property
    def table(self) -> pd.DataFrame:
        """One row per cell; no rows where nothing was found."""
        fields = (
            "algorithm",
            "dataset",
            "repeat",
            "score",
            "expected",
            "distance",
            "p_adjusted",
            "note",
        )
        return pd.DataFrame(columns(self.rows, *fields))

    @property
    def display(self) -> pd.DataFrame:
        """The table as text, without columns that say nothing."""
        write = fmt.writer([row.score for row in self.rows])
        rows = [
            {
                "algorithm": row.algorithm,
                "dataset": row.dataset,
                "repeat": row.repeat,
                "score": write(row.score),
                "expected": write(row.expected),
                "distance": fmt.fixed(row.distance, 1),
                "adjusted p": fmt.p_value(row.p_adjusted, self.alpha),
                "note": row.note,
            }
            for row in self.rows
        ]
        return drop_empty_columns(pd.DataFrame(rows, columns=HEADS, dtype=object))

    @property
    def summary(self) -> str:
        """One line: how many were found."""
        none = wording.NONE_FOUND.format(what=self.what)
        return wording.AMONG.format(
            method=self.method,
            found=format_count(len(self.rows), self.what) if self.rows else none,
            scores=format_count(self.looked_at, "score"),
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on what to do about them."""
        if not self.rows:
            return (wording.NO_OUTLIERS.format(what=self.what),)
        who = sorted({row.algorithm for row in self.rows})
        return (wording.OUTLIERS_OF.format(algorithms=fmt.join(who, most=5)), self.consequence)
