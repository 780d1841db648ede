"""One question to all algorithms at once: whether there is any difference."""

from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.results import number_format as fmt
from benchreport.results.base import Result


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
        dof = f"({', '.join(fmt.number(dof_part) for dof_part in self.dof)})" if self.dof else ""
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
        return f"{self.effect_name} = {fmt.fixed(self.effect_size)}"

    @property
    def significant(self) -> bool:
        """Whether the p-value is at most alpha."""
        return self.p_value <= self.alpha

    @property
    def unattainable(self) -> str:
        """Say in a sentence that no result could be significant; empty where one could."""
        if self.attainable is None or self.attainable <= self.alpha:
            return ""
        design = self.design
        return (
            f"None could be: with {design.n_algorithms} {design.noun}s on {design.n_blocks} "
            f"{design.block_kind}s the smallest p-value that this test can give is "
            f"{fmt.p_value(self.attainable, self.alpha)}."
        )

    @property
    def table(self) -> pd.DataFrame:
        """One row per variant."""
        return pd.DataFrame(
            {
                "variant": [test.variant for test in self.tests],
                "statistic": [test.statistic for test in self.tests],
                "dof": [
                    ", ".join(fmt.number(dof_part) for dof_part in test.dof) for test in self.tests
                ],
                "p_value": [test.p_value for test in self.tests],
                "decides": [test.variant == self.variant for test in self.tests],
            }
        )

    @property
    def summary(self) -> str:
        """One line, the way a paper writes it."""
        return f"{self.method}: {self.decisive.to_text(self.alpha)}, {self.effect_text}"

    @property
    def interpretation(self) -> tuple[str, ...]:
        """The meaning of the decision, and its limits."""
        design = self.design
        who = f"the {design.n_algorithms} {design.noun}s"
        level = fmt.number(self.alpha)
        where = f"on these {design.n_blocks} {design.block_kind}s (alpha = {level})"
        if design.block_kind == "example":
            # the accuracies on these very examples are known: the claim is about others like them
            where = f"on examples like these (alpha = {level})"
        if design.block_kind == "run":
            where = f"in these runs (alpha = {level})"
        if self.significant and self.doubts:
            but = f"but {self.reservation}: no difference is called significant"
            return (f"The p-value is at most alpha = {level}, {but}.",)
        if self.claims is not None:
            claim = self.claims[0 if self.significant else 1]
            return (
                f"{claim} {where}.",
                *(() if self.significant else ("That does not show that there is none.",)),
                *([self.unattainable] if self.unattainable else []),
            )
        if self.significant:
            return (
                f"{who.capitalize()} do not all perform alike {where}.",
                "Which ones differ is for the pairwise comparisons to say.",
            )
        return (
            f"No difference among {who} was shown {where}.",
            "That does not show that they are equal.",
            *([self.unattainable] if self.unattainable else []),
        )
