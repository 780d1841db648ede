"""Posterior probabilities of pairs: the first is better, both are practically equivalent, the second is."""

from dataclasses import dataclass, replace
from typing import ClassVar, Literal, NamedTuple, Self

import numpy as np
import pandas as pd

from benchreport.errors import check_choice, format_count
from benchreport.results.base import Interval, Result
from benchreport.results.pairs.pair_judgement import Judgement, Pair
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, interval_columns
from benchreport.results.writing.text_table import format_table
from benchreport.wording.results import bayes as wording
from benchreport.wording.results.headings import HEADINGS
from benchreport.wording.verdicts import caveats

EQUIVALENT, UNDECIDED = "practically equivalent", "undecided"
MOST_LINES = 12
NEAR_ONE = 0.999


class Posterior(NamedTuple):
    """One pair; the difference is first − second, in score units.

    Parameters
    ----------
    difference, interval
        The difference in the result's ``difference_name``, with its credible interval.
    p_first, p_rope, p_second
        Posterior probabilities that the first is better by more than the rope, that neither is, and
        that the second is.
    error
        The largest of their standard errors from random draws; 0 if they are computed exactly.
    """

    first: str
    second: str
    difference: float
    interval: Interval | None
    p_first: float
    p_rope: float
    p_second: float
    error: float = 0.0

    def of(self, algorithm: str) -> float:
        """Return the probability that one of the two is better."""
        return self.p_first if algorithm == self.first else self.p_second


@dataclass(frozen=True, slots=True, kw_only=True)
class BayesResult(Result):
    """Posterior probabilities of all pairs, or of every algorithm with the control.

    Parameters
    ----------
    rows
        The posteriors, one per pair.
    rope
        Half the width of the region of practical equivalence around 0, in score units.
    confidence
        The least posterior probability that decides a pair.
    difference_name
        The name of the differences.
    prior
        The prior, in words.
    n_resamples
        The number of draws of the posterior; ``None`` if probabilities are computed exactly.
    control
        The algorithm that all others are compared with, ``None`` for all pairs.
    """

    each_row: ClassVar[tuple[str, ...]] = ("rows",)

    rows: tuple[Posterior, ...]
    rope: float
    confidence: float
    difference_name: str
    prior: str
    n_resamples: int | None = None
    control: str | None = None

    def decision(self, row: Posterior) -> str:
        """Return who is better, ``"practically equivalent"`` or ``"undecided"``."""
        probabilities = {row.first: row.p_first, EQUIVALENT: row.p_rope, row.second: row.p_second}
        return next((who for who, p in probabilities.items() if p >= self.confidence), UNDECIDED)

    @property
    def decided(self) -> tuple[Posterior, ...]:
        """The pairs where one is better with the required confidence."""
        return tuple(row for row in self.rows if max(row.p_first, row.p_second) >= self.confidence)

    @property
    def judgements(self) -> dict[Pair, Judgement]:
        """Each pair, and whether one of the two is better with the required confidence."""
        judgements = {}
        for row in self.rows:
            who = self.decision(row)
            better = who if who in (row.first, row.second) else ""
            judgements[frozenset((row.first, row.second))] = Judgement(bool(better), better)
        return judgements

    @property
    def favoured(self) -> dict[Pair, str]:
        """Each pair of which one is better with the required confidence, and its name."""
        return {pair: judged.favours for pair, judged in self.judgements.items() if judged.favours}

    @property
    def equivalent(self) -> tuple[Posterior, ...]:
        """The pairs that are practically equivalent with the required confidence."""
        return tuple(row for row in self.rows if row.p_rope >= self.confidence)

    @property
    def table(self) -> pd.DataFrame:
        """One row per pair."""
        intervals = interval_columns(self.rows) if any(row.interval for row in self.rows) else {}
        return pd.DataFrame(
            columns(self.rows, "first", "second", "difference")
            | intervals
            | columns(self.rows, "p_first", "p_rope", "p_second", "error")
            | {"decision": [self.decision(row) for row in self.rows]}
        )

    @property
    def display(self) -> pd.DataFrame:
        """The table as text, without errors, and without the rope's column where there is no rope."""
        unused = [*(["p_rope"] if self.rope == 0 else []), "error"]
        texts = format_table(self.table.drop(columns=unused), self.alpha)
        for name in ("p_first", "p_rope", "p_second"):
            if HEADINGS[name] in texts:
                texts[HEADINGS[name]] = [
                    format_probability(getattr(row, name), self.confidence) for row in self.rows
                ]
        return texts

    @property
    def ranking(self) -> tuple[str, ...]:
        """The algorithms by the sum of their probabilities to be better, best first, after a control."""
        lead = dict.fromkeys(self.design.algorithms, 0.0)
        for row in self.rows:
            lead[row.first] += row.p_first - row.p_second
            lead[row.second] += row.p_second - row.p_first
        return tuple(sorted(lead, key=lambda name: (name != self.control, -lead[name])))

    def oriented(self) -> Self:
        """Return the pairs with the control or the better one first, and differences as its advantage."""
        place = {name: rank for rank, name in enumerate(self.ranking)}
        rows = (
            row if place[row.first] < place[row.second] else _turn_round(row) for row in self.rows
        )
        if not self.design.higher_is_better:
            rows = (_negate(row) for row in rows)
        return replace(self, rows=tuple(rows))

    def matrix(self, value: Literal["p_better", "p_rope"] = "p_better") -> pd.DataFrame:
        """Return one probability of every pair as a square frame.

        Parameters
        ----------
        value
            ``"p_better"``: the row is better than the column; ``"p_rope"``: they are practically
            equivalent. The diagonal, and pairs that were not compared, are NaN.
        """
        check_choice("value", value, ("p_better", "p_rope"))
        names = self.design.algorithms
        place = {name: index for index, name in enumerate(names)}
        square = np.full((len(names), len(names)), np.nan)
        for row in self.rows:
            i, j = place[row.first], place[row.second]
            both = row.p_first, row.p_second
            square[i, j], square[j, i] = both if value == "p_better" else (row.p_rope, row.p_rope)
        return pd.DataFrame(square, index=pd.Index(names), columns=pd.Index(names))

    @property
    def summary(self) -> str:
        """One line, the way a paper writes it."""
        against = wording.WITH_CONTROL.format(control=self.control)
        equivalent = wording.AND_EQUIVALENT.format(
            n=len(self.equivalent), rope=fmt.number(self.rope)
        )
        return wording.DECIDED.format(
            method=self.method,
            control=against if self.control is not None else "",
            decided=len(self.decided),
            pairs=format_count(len(self.rows), "pair"),
            equivalent=equivalent if self.rope else "",
            level=fmt.level(self.confidence),
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on who is probably better than whom, on open pairs, and on the probabilities."""
        lines = [line for name in self.design.algorithms if (line := self._sentence(name))]
        if len(lines) > MOST_LINES:
            lines = [*lines[:MOST_LINES], wording.MORE.format(n=len(lines) - MOST_LINES)]
        lines += self._name_equivalent()
        n_undecided = len(self.rows) - len(self.decided) - len(self.equivalent)
        if n_undecided:
            pairs = format_count(n_undecided, "pair")
            level = fmt.level(self.confidence)
            lines.append(wording.UNDECIDED.format(pairs=pairs, level=level))
            lines.append(caveats.UNDECIDED_IS_NOT_EQUALITY)
        lines += [wording.NO_ROPE] * (self.rope == 0)
        return (*lines, *self._limits())

    def _sentence(self, name: str) -> str:
        worse = [
            row.second if row.first == name else row.first
            for row in self.decided
            if self.decision(row) == name
        ]
        template = wording.BETTER_BY if self.rope else wording.BETTER
        others, rope = fmt.join(worse, most=5), fmt.number(self.rope)
        return template.format(name=name, others=others, rope=rope) if worse else ""

    def _name_equivalent(self) -> list[str]:
        """Name the pairs that are practically equivalent."""
        pairs = [f"{row.first} and {row.second}" for row in self.equivalent]
        rope, names = fmt.number(self.rope), fmt.join(pairs, most=5)
        return [wording.EQUIVALENT.format(rope=rope, pairs=names)] * bool(pairs)

    def _limits(self) -> list[str]:
        """Say what the probabilities rest on, and how exact they are."""
        origin = wording.COMPUTED
        if self.n_resamples is not None:
            error = fmt.number(max(row.error for row in self.rows), 1)
            origin = wording.SAMPLED.format(n=f"{self.n_resamples:,}", error=error)
        many = [wording.NOT_CORRECTED] * (len(self.rows) > 1)
        return [" ".join([wording.MEANING.format(prior=self.prior), *many, origin])]


def format_probability(probability: float, confidence: float | None = None) -> str:
    """Write a posterior probability, never as certain, with digits that show its side of a decision.

    >>> format_probability(0.9731), format_probability(1.0), format_probability(0.0)
    ('.973', '> .999', '< .001')
    >>> format_probability(0.9994), format_probability(0.9496, 0.95)
    ('> .999', '.9496')
    """
    return "> .999" if probability > NEAR_ONE else fmt.p_value(probability, confidence)


def _turn_round(row: Posterior) -> Posterior:
    turned = _negate(row)
    return turned._replace(
        first=row.second, second=row.first, p_first=row.p_second, p_second=row.p_first
    )


def _negate(row: Posterior) -> Posterior:
    interval = row.interval
    if interval is not None:
        interval = interval._replace(low=-interval.high, high=-interval.low)
    return row._replace(difference=-row.difference + 0.0, interval=interval)
