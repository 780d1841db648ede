"""An analysis of variance of factors: what each setting contributes, and with which others."""

from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.errors import check_choice
from benchreport.results.base import Interval
from benchreport.results.models.variance import VarianceResult
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, interval_columns
from benchreport.wording.results import factorial as wording
from benchreport.wording.verdicts import caveats


class TermTest(NamedTuple):
    """The F test of one term, with its effect sizes.

    Parameters
    ----------
    source
        A factor, factors that interact (joined by ×), or a covariate.
    dof, dof_error
        Degrees of freedom, uncorrected for sphericity.
    sum_of_squares, error
        The sums of squares of the term and of its error, in score units squared.
    statistic, epsilon, p_value
        F; what both dof are multiplied by, 1 where nothing is corrected; and p.
    partial_eta_squared, partial_omega_squared
        Effect sizes, with their intervals.
    """

    source: str
    dof: int
    dof_error: float
    sum_of_squares: float
    error: float
    statistic: float
    epsilon: float
    p_value: float
    partial_eta_squared: float
    eta_interval: Interval | None
    partial_omega_squared: float
    omega_interval: Interval | None


class LevelMean(NamedTuple):
    """The estimated mean of a level, or of a combination of levels, over all other factors equally.

    ``source`` names the factors (joined by ×), ``levels`` their levels.
    """

    source: str
    levels: tuple[str, ...]
    estimate: float
    standard_error: float
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorialResult(VarianceResult):
    """An analysis of variance of factors; ``rows`` are of all their combinations together.

    Parameters
    ----------
    terms
        Covariates, factors and their interactions.
    means
        Estimated marginal means of the factors, then of pairs of factors.
    levels
        The factors, each with its levels, the baseline first.
    formula
        The model, as R writes it.
    typ
        The type of the sums of squares, 2 or 3.
    covariance
        The estimate of the coefficients' covariance: ``"nonrobust"``, ``"HC3"`` or ``"cluster"``.
    """

    terms: tuple[TermTest, ...]
    means: tuple[LevelMean, ...]
    levels: tuple[tuple[str, tuple[str, ...]], ...]
    formula: str
    typ: int
    covariance: str = "nonrobust"

    @property
    def per_block(self) -> bool:
        """Whether each term's error is how much it differs between blocks."""
        return self.variant not in ("pooled", "random")

    def term(self, source: str) -> TermTest:
        """Return the test of a term by its name.

        Raises
        ------
        OptionError
            The model has no such term.
        """
        names = [term.source for term in self.terms]
        check_choice("source", source, names)
        return self.terms[names.index(source)]

    @property
    def interactions(self) -> tuple[TermTest, ...]:
        """The tests of interactions."""
        return tuple(term for term in self.terms if wording.CROSS in term.source)

    @property
    def table(self) -> pd.DataFrame:
        """One row per term."""
        names = [name for name in TermTest._fields if not name.endswith("_interval")]
        ends = interval_columns(self.terms, "eta_interval", "eta_")
        ends |= interval_columns(self.terms, "omega_interval", "omega_")
        return pd.DataFrame(columns(self.terms, *names) | ends)

    @property
    def means_table(self) -> pd.DataFrame:
        """One row per level, and per combination of two."""
        return pd.DataFrame(
            columns(self.means, "source")
            | {"level": [", ".join(row.levels) for row in self.means]}
            | {"mean": [row.estimate for row in self.means]}
            | columns(self.means, "standard_error")
            | interval_columns(self.means)
        )

    @property
    def display(self) -> pd.DataFrame:
        """The table of terms as a paper prints it."""
        interval = wording.INTERVAL.format(confidence=fmt.number(100 * (1 - self.alpha)))
        return pd.DataFrame(
            {
                "source": [term.source for term in self.terms],
                "dof": [_write_dof(term) for term in self.terms],
                "F": [fmt.fixed(term.statistic) for term in self.terms],
                "p": [fmt.p_value(term.p_value, self.alpha) for term in self.terms],
                "partial η²": [fmt.proportion(term.partial_eta_squared) for term in self.terms],
                interval: [
                    ""
                    if term.eta_interval is None
                    else fmt.interval(term.eta_interval[:2], fmt.proportion)
                    for term in self.terms
                ],
                "partial ω²": [fmt.proportion(term.partial_omega_squared) for term in self.terms],
            },
            dtype=object,
        )

    @property
    def summary(self) -> str:
        """One line, the way a paper writes it: the main effects, and interactions with p ≤ alpha."""
        names = {name for name, _ in self.levels}
        names |= {term.source for term in self.interactions if term.p_value <= self.alpha}
        tests = [write_term(term, self.alpha) for term in self.terms if term.source in names]
        return wording.SUMMARY.format(method=self.method, tests="; ".join(tests))

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Which factors matter, which of them interact, and the limits."""
        level = fmt.level(self.alpha)
        chosen = [term for term in self.terms if term.p_value <= self.alpha]
        if chosen and self.doubts:
            return (wording.IN_DOUBT.format(level=level, reservation=self.reservation),)
        crossed = [term.source for term in chosen if term in self.interactions]
        main = [term.source for term in chosen if term.source not in crossed]
        sentences = []
        if main:
            sentences.append(wording.MATTERS.format(names=fmt.join(main), level=level))
        if crossed:
            sentences.append(wording.INTERACT.format(names=fmt.join(crossed)))
        if len(chosen) < len(self.terms):
            rest = fmt.join(term.source for term in self.terms if term not in chosen)
            sentences += [
                wording.NOT_FOUND.format(names=rest, level=level),
                caveats.NO_DIFFERENCE_IS_NOT_EQUALITY,
            ]
        return tuple(sentences)


def write_term(term: TermTest, alpha: float) -> str:
    """Write the test of a term, the way a paper does."""
    return wording.TERM.format(
        source=term.source,
        dof=_write_dof(term),
        statistic=fmt.fixed(term.statistic),
        p=fmt.p_equals(term.p_value, alpha),
        size=fmt.proportion(term.partial_eta_squared),
    )


def _write_dof(term: TermTest) -> str:
    return fmt.degrees(dof * term.epsilon for dof in (term.dof, term.dof_error))
