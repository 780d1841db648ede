"""Whether pairs are close enough: equivalence and non-inferiority."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Interval, Result
from benchreport.results.pairs.pairwise import CORRECTIONS
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, interval_columns
from benchreport.wording.results import effects as wording
from benchreport.wording.verdicts import caveats

MOST = 5


class Closeness(NamedTuple):
    """One pair; differences are first − second, in score units.

    Parameters
    ----------
    p_lower, p_upper
        P-values of H0: difference ≤ −margin, and of H0: difference ≥ margin.
    p_value, p_adjusted
        The p-value that decides, before and after the correction: the larger of both, or that of
        the side that is worse.
    """

    first: str
    second: str
    difference: float
    interval: Interval
    p_lower: float
    p_upper: float
    p_value: float
    p_adjusted: float
    effect_size: float
    effect_interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class EquivalenceResult(Result):
    """Pairs tested for being close; here a small p-value shows that they are.

    Parameters
    ----------
    rows
        All pairs, or every algorithm with the control.
    margin
        The largest difference that does not matter, in score units.
    question
        ``"equivalent"`` (neither way further apart) or ``"not inferior"`` (the first not worse).
    effect_name
        The name of the effect sizes.
    control
        The algorithm that all others are compared with, ``None`` for all pairs.
    """

    rows: tuple[Closeness, ...]
    margin: float
    question: Literal["equivalent", "not inferior"]
    effect_name: str
    control: str | None = None

    @property
    def close(self) -> tuple[Closeness, ...]:
        """The pairs that are shown to be close: adjusted p-value at most alpha, and no check against it."""
        return tuple(row for row in self.rows if row.p_adjusted <= self.claim_alpha)

    @property
    def table(self) -> pd.DataFrame:
        """One row per pair."""
        both = ("p_lower", "p_upper") if self.question == "equivalent" else ()
        return pd.DataFrame(
            columns(self.rows, "first", "second", "difference")
            | interval_columns(self.rows)
            | columns(self.rows, *both, "p_value", "p_adjusted", "effect_size")
            | interval_columns(self.rows, "effect_interval", "effect_")
        )

    @property
    def summary(self) -> str:
        """One line, the way a paper writes it."""
        how = "" if self.correction == "none" else f" ({CORRECTIONS[self.correction].words})"
        small = sum(row.p_adjusted <= self.alpha for row in self.rows)
        text = wording.WITHIN_IN_DOUBT if small > len(self.close) else wording.WITHIN
        return text.format(
            method=self.method,
            correction=how,
            n=small,
            pairs=format_count(len(self.rows), "pair"),
            question=self.question,
            margin=fmt.number(self.margin),
            level=fmt.level(self.alpha),
            reservation=self.reservation,
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on which pairs are close, and what the others show."""
        margin = fmt.number(self.margin)
        pairs = [f"{row.first} and {row.second}" for row in self.close]
        if self.question == "not inferior":
            pairs = [f"{row.first} to {row.second}" for row in self.close]
        equivalent = self.question == "equivalent"
        template = wording.EQUIVALENT if equivalent else wording.NOT_INFERIOR
        names = fmt.join(pairs, most=MOST)
        if equivalent and len(pairs) > 1:
            # each pair has an "and" of its own
            left = len(pairs) - MOST
            named = pairs if left <= 1 else [*pairs[:MOST], f"{left:,} others"]
            names = f"{'; '.join(named[:-1])}; and {named[-1]}"
        lines = [template.format(margin=margin, pairs=names)] * bool(pairs)
        n_open = len(self.rows) - len(self.close)
        if n_open:
            shown = wording.EQUIVALENCE if equivalent else wording.NONINFERIORITY
            count = format_count(n_open, "pair")
            lines.append(wording.OPEN.format(property=shown, pairs=count, margin=margin))
        return (*lines, caveats.MARGIN_BEFOREHAND)
