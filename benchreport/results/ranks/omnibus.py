"""One question to all algorithms at once: whether there is any difference."""

import functools
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.errors import format_count
from benchreport.numerics.effects.rank_shares import ShareSpread, share_interval
from benchreport.results.base import Interval, Result
from benchreport.results.writing import number_format as fmt
from benchreport.wording.results import omnibus as wording
from benchreport.wording.verdicts import caveats


class OmnibusTest(NamedTuple):
    """One variant of the test: its statistic with the dof of its reference distribution."""

    variant: str
    symbol: str
    statistic: float
    dof: tuple[float, ...]
    p_value: float

    @property
    def text(self) -> str:
        """The variant as a paper writes it.

        >>> OmnibusTest("chi2", "χ²", 9.28, (3,), 0.0258).text
        'χ²(3) = 9.28, p = .026'
        """
        return self.to_text()

    def to_text(self, alpha: float | None = None) -> str:
        """Write the variant with the digits that show on which side of alpha its p-value lies."""
        dof = f"({fmt.degrees(self.dof)})" if self.dof else ""
        exact = " (exact)" if self.variant == "exact" else ""
        value = fmt.fixed(self.statistic)
        return f"{self.symbol}{dof} = {value}, {fmt.p_equals(self.p_value, alpha)}{exact}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OmnibusResult(Result):
    """An omnibus test; ``variant`` names the one of ``tests`` that decides.

    Parameters
    ----------
    tests
        All variants that were computed.
    effect_name, effect_size
        For instance Kendall's W, 0 (no agreement among blocks) to 1.
    effect_spread
        How exact the effect size is, where it has an interval.
    mean_ranks
        Mean ranks of the algorithms, in the design's order; 1 is best.
    claims
        The sentences for significance and for none, where they say more than that there is a
        difference.
    attainable
        The smallest p-value that the test can give for this many blocks, where that is known.
    """

    tests: tuple[OmnibusTest, ...]
    effect_name: str
    effect_size: float
    effect_spread: ShareSpread | None = None
    mean_ranks: tuple[float, ...] = ()
    claims: tuple[str, str] | None = None
    attainable: float | None = None

    @property
    def decisive(self) -> OmnibusTest:
        """The variant that decides."""
        return next(test for test in self.tests if test.variant == self.variant)

    @property
    def statistic(self) -> float:
        """The deciding variant's statistic."""
        return self.decisive.statistic

    @property
    def dof(self) -> tuple[float, ...]:
        """The deciding variant's degrees of freedom; empty where it has none."""
        return self.decisive.dof

    @property
    def p_value(self) -> float:
        """The deciding variant's p-value."""
        return self.decisive.p_value

    @property
    def effect_text(self) -> str:
        """The effect size with its name, as a paper writes it."""
        write = functools.partial(fmt.statistic, self.effect_name)
        return f"{self.effect_name} = {fmt.apart(self.effect_size, write)}"

    @property
    def effect_interval(self) -> Interval | None:
        """The interval of the effect size in the population of blocks or runs; computed when it is read."""
        if self.effect_spread is None:
            return None
        ends = share_interval(self.effect_size, self.effect_spread, self.alpha)
        return Interval(*ends, 1 - self.alpha)

    @property
    def significant(self) -> bool:
        """Whether the p-value is at most alpha, and no check puts it in doubt."""
        return self.p_value <= self.claim_alpha

    @property
    def in_doubt(self) -> bool:
        """Whether the p-value is small, and not called significant because of `doubts`."""
        return self.p_value <= self.alpha and bool(self.doubts)

    @property
    def unattainable(self) -> str:
        """Say in a sentence that no result could be significant; empty where one could."""
        if self.attainable is None or self.attainable <= self.alpha:
            return ""
        design = self.design
        return wording.UNATTAINABLE.format(
            algorithms=format_count(design.n_algorithms, design.noun),
            blocks=design.blocks,
            smallest=fmt.p_value(self.attainable, self.alpha).replace("> .999", "1"),
        )

    @property
    def table(self) -> pd.DataFrame:
        """One row per variant."""
        return pd.DataFrame(
            {
                "variant": [test.variant for test in self.tests],
                "statistic": [test.statistic for test in self.tests],
                "dof": [fmt.degrees(test.dof) for test in self.tests],
                "p_value": [test.p_value for test in self.tests],
                "decides": [test.variant == self.variant for test in self.tests],
            }
        )

    @property
    def summary(self) -> str:
        """One line, the way a paper writes it."""
        ends = self.effect_interval
        text = wording.SUMMARY if ends is None else wording.SUMMARY_WITH_INTERVAL
        return text.format(
            method=self.method,
            test=self.decisive.to_text(self.alpha),
            effect=self.effect_text,
            confidence=fmt.number(100 * (1 - self.alpha)),
            interval=fmt.interval(ends and ends[:2], fmt.proportion),
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """The meaning of the decision, and its limits."""
        if self.in_doubt:
            level = fmt.level(self.alpha)
            return (wording.IN_DOUBT.format(level=level, reservation=self.reservation),)
        sentence = self._decision_sentence
        if self.significant:
            return (sentence,) if self.claims is not None else (sentence, wording.WHICH)
        none = self.unattainable
        return (sentence, caveats.NO_DIFFERENCE_IS_NOT_EQUALITY, *([none] if none else []))

    @property
    def _decision_sentence(self) -> str:
        if self.claims is not None:
            claim = self.claims[0 if self.significant else 1]
            return wording.CLAIM.format(claim=claim, where=self._where)
        template = wording.DIFFERENT if self.significant else wording.NOT_DIFFERENT
        who = f"The {format_count(self.design.n_algorithms, self.design.noun)}"
        return template.format(who=who, where=self._where)

    @property
    def _where(self) -> str:
        """The blocks that the decision is about, with its alpha."""
        kind, level = self.design.block_kind, fmt.level(self.alpha)
        # the accuracies on these very examples are known: the claim is about others like them
        places = {"example": wording.ON_SUCH_EXAMPLES, "run": wording.IN_THESE_RUNS}
        blocks = self.design.blocks
        return places.get(kind, wording.ON_THESE_BLOCKS).format(blocks=blocks, level=level)
