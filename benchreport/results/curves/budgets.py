"""Picks of a system for each budget."""

from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

import pandas as pd

from benchreport.results.base import Result
from benchreport.results.curves.lines import name_column
from benchreport.results.writing import number_format as fmt
from benchreport.wording.results import curves as wording
from benchreport.wording.verdicts import caveats


class Budget(NamedTuple):
    """The system to pick at one budget.

    Parameters
    ----------
    budget
        The step.
    pick
        The system with the best mean rank; on one dataset with the best mean.
    mean, mean_rank
        Its score, over datasets or runs, and its mean rank (NaN on one dataset).
    best_on
        The number of blocks on which no other system is better.
    alike
        The systems that do not differ significantly from it.
    """

    budget: float
    pick: str
    mean: float
    mean_rank: float
    best_on: int
    alike: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetsResult(Result):
    """A pick for each budget.

    Parameters
    ----------
    rows
        The picks, in the order of the budgets.
    step
        The name of the steps that a budget counts.
    """

    rows: tuple[Budget, ...]
    step: str

    @property
    def table(self) -> pd.DataFrame:
        """One row per budget."""
        frame = pd.DataFrame([row._asdict() for row in self.rows])
        frame["alike"] = [", ".join(row.alike) for row in self.rows]
        return frame

    @property
    def display(self) -> pd.DataFrame:
        """The table as text."""
        write = fmt.writer([row.mean for row in self.rows])
        ranked = self.design.block_kind == "dataset"
        texts = {
            name_column(self.step, ("pick",)): [fmt.number(row.budget) for row in self.rows],
            "pick": [row.pick for row in self.rows],
            fmt.mean_of(self.design.score): [write(row.mean) for row in self.rows],
            **({"mean rank": [fmt.fixed(row.mean_rank) for row in self.rows]} if ranked else {}),
            f"best on (of {self.design.n_blocks})": [str(row.best_on) for row in self.rows],
            "not significantly different": [
                fmt.join(row.alike, most=5) or "none" for row in self.rows
            ],
        }
        if self.design.block_kind == "run":
            del texts[f"best on (of {self.design.n_blocks})"]
        return pd.DataFrame(texts, dtype=object)

    @property
    def spans(self) -> tuple[tuple[str, float, float], ...]:
        """Each pick, with the first and the last budget of every unbroken run in which it is picked."""
        spans = []
        for pick, rows in groupby(self.rows, key=lambda row: row.pick):
            budgets = [row.budget for row in rows]
            spans.append((pick, budgets[0], budgets[-1]))
        return tuple(spans)

    @property
    def summary(self) -> str:
        """The picks, each with its range of budgets."""
        picks = ", ".join(_format_span(*span) for span in self.spans)
        return wording.PICKS.format(step=self.step, picks=picks)

    @property
    def interpretation(self) -> tuple[str, ...]:
        """The certainty of the picks."""
        changes = len(self.spans) - 1
        clear = [row for row in self.rows if not row.alike]
        if not clear:
            return wording.NO_CLEAR_PICK, *self._caveats
        times = "once" if changes == 1 else f"{changes} times"
        pick = wording.CHANGING_PICK.format(times=times) if changes else wording.SAME_PICK
        if len(clear) == len(self.rows):
            return pick, *self._caveats
        where = wording.CLEAR_AT.format(clear=len(clear), budgets=len(self.rows))
        return f"{pick} {where}", *self._caveats

    @property
    def _caveats(self) -> tuple[str, ...]:
        return wording.CHOSEN_BY_THE_SCORES, caveats.NO_DIFFERENCE_IS_NOT_EQUALITY


def _format_span(pick: str, low: float, high: float) -> str:
    """Write a pick with the budgets at which it is picked."""
    if high == low:
        return wording.PICK_AT.format(pick=pick, budget=fmt.number(low))
    return wording.PICK_OVER.format(pick=pick, low=fmt.number(low), high=fmt.number(high))
