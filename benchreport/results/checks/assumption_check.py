"""The check of an assumption: one row for each test, with its outcome."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pandas as pd

from benchreport.results.base import Outcome, Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, drop_empty_columns
from benchreport.wording.verdicts import caveats
from benchreport.wording.verdicts import checks as wording


class CheckRow(NamedTuple):
    """One part of a check; a statistic or p-value that does not exist is NaN."""

    what: str
    statistic_name: str
    statistic: float
    p_value: float
    p_adjusted: float
    outcome: Outcome
    evidence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult(Result):
    """A check of an assumption. Reports show it, but it does not choose the test.

    Parameters
    ----------
    assumption
        The assumption that is checked, in words.
    rows
        The parts of the check.
    """

    each_row: ClassVar[tuple[str, ...]] = ("rows",)

    assumption: str
    rows: tuple[CheckRow, ...]

    @property
    def outcome(self) -> Outcome:
        """The worst of its rows; what no number could check is not held because another part is."""
        outcomes = {row.outcome for row in self.rows}
        unknown = any(row.outcome == "not checked" and not row.statistic_name for row in self.rows)
        worst: tuple[Outcome, ...] = ("violated", "doubtful")
        order = worst if unknown else (*worst, "held")
        return next((outcome for outcome in order if outcome in outcomes), "not checked")

    @property
    def table(self) -> pd.DataFrame:
        """One row per part."""
        return pd.DataFrame(columns(self.rows, *CheckRow._fields))

    @property
    def display(self) -> pd.DataFrame:
        """The table as text, without empty columns."""
        rows = [
            {
                "what": row.what,
                "statistic": ""
                if row.statistic != row.statistic
                else f"{row.statistic_name} = {fmt.statistic(row.statistic_name, row.statistic, 3)}",
                "p": fmt.p_value(row.p_value),
                "adjusted p": fmt.p_value(row.p_adjusted),
                "outcome": row.outcome,
                "evidence": row.evidence,
            }
            for row in self.rows
        ]
        return drop_empty_columns(pd.DataFrame(rows, dtype=object))

    @property
    def summary(self) -> str:
        """One line: the assumption and the outcome of its check."""
        return wording.CHECKED.format(
            method=self.method, assumption=self.assumption, outcome=self.outcome
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """The meaning of the outcome, and its limits."""
        outcome = self.outcome
        worst = [row.what for row in self.rows if row.outcome == outcome]
        where = f" ({fmt.join(worst, most=5)})" if 0 < len(worst) < len(self.rows) else ""
        verdict = {
            "held": wording.HELD,
            "doubtful": wording.DOUBTFUL.format(where=where),
            "violated": wording.VIOLATED.format(where=where),
            "not checked": wording.NOT_CHECKED,
        }[outcome]
        return (verdict, caveats.CHECKS_CHOOSE_NOTHING)
