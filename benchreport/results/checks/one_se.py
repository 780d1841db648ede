"""The simplest configuration within one standard error of the best."""

from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Result
from benchreport.results.writing import number_format as fmt
from benchreport.wording.results import description as wording


class Configuration(NamedTuple):
    """One configuration over the blocks.

    Parameters
    ----------
    name
        The configuration's name in the table.
    n
        The number of its scores.
    mean, standard_error
        Mean and standard error of its scores; the error is NaN for a single one.
    within
        Whether its mean is within one standard error of the best.
    """

    name: str
    n: int
    mean: float
    standard_error: float
    within: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OneStandardErrorResult(Result):
    """Configurations in the order of their complexity, and which of them the rule takes.

    Parameters
    ----------
    rows
        The simplest first.
    best
        The configuration with the best mean; the simplest one if there are several.
    chosen
        The simplest within one standard error of it.
    limit
        The best mean, made worse by one standard error of it.
    """

    rows: tuple[Configuration, ...]
    best: str
    chosen: str
    limit: float

    def row_of(self, name: str) -> Configuration:
        """Return a configuration's row."""
        return next(row for row in self.rows if row.name == name)

    @property
    def within(self) -> tuple[str, ...]:
        """The configurations within one standard error of the best, the simplest first."""
        return tuple(row.name for row in self.rows if row.within)

    @property
    def table(self) -> pd.DataFrame:
        """One row per configuration, the simplest first, with its distance from the best."""
        best = self.row_of(self.best)
        sign = 1.0 if self.design.higher_is_better else -1.0
        return pd.DataFrame(
            {
                "complexity": range(1, len(self.rows) + 1),
                "algorithm": [row.name for row in self.rows],
                "n": [row.n for row in self.rows],
                "mean": [row.mean for row in self.rows],
                "standard_error": [row.standard_error for row in self.rows],
                "behind": [sign * (best.mean - row.mean) + 0.0 for row in self.rows],
                "within": [row.within for row in self.rows],
                "role": [self._role(row) for row in self.rows],
            }
        )

    def _role(self, row: Configuration) -> str:
        return ", ".join(role for role in ("best", "chosen") if row.name == getattr(self, role))

    @property
    def display(self) -> pd.DataFrame:
        """The table as text; means, errors and differences share their decimals."""
        table = self.table
        write = fmt.writer(table["mean"])
        measured = {
            name: [write(value) for value in table[name]]
            for name in ("mean", "standard_error", "behind")
        }
        return pd.DataFrame(
            {
                "complexity": table["complexity"].astype(str),
                "algorithm": table["algorithm"],
                "n": table["n"].astype(str),
                "mean": measured["mean"],
                "SE": measured["standard_error"],
                "behind the best": measured["behind"],
                "within one SE": ["yes" if within else "no" for within in table["within"]],
                "": table["role"],
            },
            dtype=object,
        )

    @property
    def summary(self) -> str:
        """One line: the chosen and the best configuration."""
        best, chosen = self.row_of(self.best), self.row_of(self.chosen)
        write = fmt.writer([row.mean for row in self.rows])
        mean, error = write(best.mean), write(best.standard_error)
        top = wording.WITH_ERROR.format(name=best.name, mean=mean, error=error)
        if self.chosen == self.best:
            return wording.BEST_IS_SIMPLEST.format(method=self.method, best=top)
        simplest = f"{chosen.name} ({write(chosen.mean)})"
        return wording.SIMPLEST_WITHIN.format(method=self.method, chosen=simplest, best=top)

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on what the choice means, and what it does not show."""
        n_beyond = len(self.rows) - len(self.within)
        beyond = format_count(n_beyond, "configuration")
        distance = {
            0: wording.ALL_WITHIN,
            1: wording.ONE_BEYOND.format(configurations=beyond),
        }.get(n_beyond, wording.SOME_BEYOND.format(configurations=beyond))
        return distance, wording.SIMPLEST, wording.TOO_GOOD
