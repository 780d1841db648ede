"""One algorithm at a time against a value: where its scores lie."""

from dataclasses import dataclass

import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Interval, Result
from benchreport.results.pairs.pairwise import CORRECTIONS
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, interval_columns
from benchreport.wording.results import means as wording
from benchreport.wording.verdicts import caveats


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """An algorithm's mean with its interval, and its test against the value."""

    algorithm: str
    n: int
    estimate: float
    interval: Interval
    statistic: float
    p_value: float
    p_adjusted: float
    effect_size: float
    effect_interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class LocationResult(Result):
    """Tests of every algorithm against one value, adjusted together.

    Parameters
    ----------
    rows
        One row for each algorithm, in the design's order.
    value
        The mean under H0, in score units.
    statistic_name, effect_name
        The names of the rows' statistics and effect sizes.
    """

    rows: tuple[Location, ...]
    value: float
    statistic_name: str
    effect_name: str

    @property
    def significant(self) -> tuple[Location, ...]:
        """The rows whose adjusted p-value is at most alpha; none while a check puts them in doubt."""
        return tuple(row for row in self.rows if row.p_adjusted <= self.claim_alpha)

    @property
    def table(self) -> pd.DataFrame:
        """One row per algorithm."""
        return pd.DataFrame(
            columns(self.rows, "algorithm", "n")
            | {"mean": [row.estimate for row in self.rows]}
            | interval_columns(self.rows)
            | columns(self.rows, "statistic", "p_value", "p_adjusted", "effect_size")
            | interval_columns(self.rows, "effect_interval", "effect_")
        )

    @property
    def summary(self) -> str:
        """One line, the way a paper writes it."""
        how = "" if self.correction == "none" else f" ({CORRECTIONS[self.correction].words})"
        n_significant = len(self.significant)
        return wording.DIFFER_FROM.format(
            method=self.method,
            correction=how,
            n=n_significant,
            algorithms=format_count(len(self.rows), "algorithm"),
            differ="differs" if n_significant == 1 else "differ",
            value=fmt.number(self.value),
            level=fmt.level(self.alpha),
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on who lies above and below the value, and which ones remain open."""
        value = fmt.number(self.value)
        above = [row.algorithm for row in self.significant if row.estimate > self.value]
        below = [row.algorithm for row in self.significant if row.estimate < self.value]
        lines = [wording.ABOVE.format(value=value, names=fmt.join(above, most=5))] * bool(above)
        lines += [wording.BELOW.format(value=value, names=fmt.join(below, most=5))] * bool(below)
        n_open = len(self.rows) - len(self.significant)
        if n_open:
            who, level = format_count(n_open, "algorithm"), fmt.level(self.alpha)
            lines.append(wording.NOT_FROM_VALUE.format(value=value, algorithms=who, level=level))
            lines.append(caveats.NO_DIFFERENCE_IS_NOT_EQUALITY)
        return tuple(lines)
