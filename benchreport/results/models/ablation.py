"""What the parts of an ablation study add: the effect of each level against its factor's baseline."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.data.columns.factors import names_itself
from benchreport.data.columns.words.ablation_names import lacks_part
from benchreport.errors import format_count
from benchreport.results.base import Interval, Result
from benchreport.results.models.factorial import TermTest, write_term
from benchreport.results.pairs.pairwise import CORRECTIONS
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, interval_columns
from benchreport.wording.results import factorial as wording
from benchreport.wording.results.headings import HEADINGS
from benchreport.wording.verdicts import caveats


class Component(NamedTuple):
    """The effect of one level against its factor's baseline, over all levels of the other factors.

    Parameters
    ----------
    factor, level, baseline
        What is compared.
    switch
        Whether the factor is a part that is off or on.
    difference, interval
        Level − baseline in score units, with its interval, for this effect alone.
    statistic, dof, p_value, p_adjusted
        Student's t, its degrees of freedom, and p.
    helps
        Whether the level is better than the baseline.
    n_better, n_worse
        On how many blocks it is; ``None`` where blocks lack scores.
    """

    factor: str
    level: str
    baseline: str
    switch: bool
    difference: float
    interval: Interval
    statistic: float
    dof: float
    p_value: float
    p_adjusted: float
    helps: bool
    n_better: int | None
    n_worse: int | None

    @property
    def name(self) -> str:
        """The part; a level that says what is removed; else the factor with the level."""
        if self.switch:
            return self.factor
        if lacks_part(self.level, self.baseline):
            return self.level
        return wording.LEVEL.format(factor=self.factor, level=self.level)


def name_together(rows: Iterable[Component], most: int | None = None) -> str:
    """Name components in running text; levels of one factor share its name.

    Examples
    --------
    >>> row = Component("norm", "layer", "none", False, 1, None, 9, 9, 0, 0, True, None, None)
    >>> name_together([row, row._replace(level="batch"), row._replace(factor="C", level="10")])
    'layer and batch (norm) and C = 10'
    """
    groups: dict[tuple[str, bool], list[str]] = {}
    for row in rows:
        if row.name == wording.LEVEL.format(factor=row.factor, level=row.level):
            groups.setdefault((row.factor, names_itself(row.level)), []).append(row.level)
        else:
            groups[row.name, False] = []
    texts = [
        (wording.OF_FACTOR if known else wording.EQUALS).format(
            factor=name, levels=fmt.join(levels, most=most)
        )
        if levels
        else name
        for (name, known), levels in groups.items()
    ]
    return fmt.join(texts, most=most)


class Dependence(NamedTuple):
    """How much one component's effect depends on another factor: the surest difference of an interaction.

    Parameters
    ----------
    source
        The two factors, joined by ×.
    level, baseline
        The component, and what it is compared with.
    with_level, with_baseline
        The levels of the other factor between which its effect differs most surely.
    effect, effect_interval
        The effect with ``with_level``, in score units, with its interval.
    effect_at_baseline, interval_at_baseline
        The effect with ``with_baseline``.
    difference, interval
        The first effect less the second, with its interval, for this difference alone.
    statistic, dof, p_value
        Student's t of the difference, its degrees of freedom, and p, unadjusted.
    """

    source: str
    level: str
    baseline: str
    with_level: str
    with_baseline: str
    effect: float
    effect_interval: Interval
    effect_at_baseline: float
    interval_at_baseline: Interval
    difference: float
    interval: Interval
    statistic: float
    dof: float
    p_value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AblationResult(Result):
    """What each component adds, and which of them depend on one another.

    Parameters
    ----------
    components
        The effects, in the order of factors and levels.
    interactions
        Tests of the interactions of two factors that the model has.
    dependences
        The surest difference of each of these interactions, in score units.
    formula
        The model, as R writes it.
    """

    components: tuple[Component, ...]
    interactions: tuple[TermTest, ...]
    dependences: tuple[Dependence, ...]
    formula: str

    @property
    def corrected(self) -> str:
        """How p-values were adjusted, in words."""
        return CORRECTIONS[self.correction].words

    @property
    def crossed(self) -> bool:
        """Whether the table has all combinations of the factors' levels."""
        levels = Counter(row.factor for row in self.components)
        return math.prod(n + 1 for n in levels.values()) == len(self.design.algorithms)

    @property
    def sorted_components(self) -> tuple[Component, ...]:
        """The components, the most helpful one first."""
        sign = 1 if self.design.higher_is_better else -1
        return tuple(sorted(self.components, key=lambda row: -sign * row.difference))

    @property
    def significant(self) -> tuple[Component, ...]:
        """The components with a small p-value, the most helpful one first; none while checks doubt it."""
        return () if self.in_doubt else self.small_p

    @property
    def small_p(self) -> tuple[Component, ...]:
        """The components whose adjusted p-value is at most alpha, the most helpful one first."""
        return tuple(row for row in self.sorted_components if row.p_adjusted <= self.alpha)

    @property
    def in_doubt(self) -> bool:
        """Whether there are small p-values that are not called significant, because of `doubts`."""
        return bool(self.small_p and self.doubts)

    @property
    def caution(self) -> str:
        """Say in a sentence why small p-values are not called significant; empty if they are."""
        if not self.in_doubt:
            return ""
        return wording.EFFECTS_IN_DOUBT.format(reservation=self.reservation)

    @property
    def interacting(self) -> tuple[str, ...]:
        """The interactions whose p-value is at most alpha; none while a check puts them in doubt."""
        return tuple(term.source for term in self.interactions if term.p_value <= self.claim_alpha)

    @property
    def writer(self) -> fmt.Writer:
        """What writes all effects and their intervals with the same decimals."""
        return fmt.writer(
            end for row in self.components for end in (row.difference, *row.interval[:2])
        )

    @property
    def table(self) -> pd.DataFrame:
        """One row per component, the most helpful first."""
        names = ("statistic", "dof", "p_value", "p_adjusted", "n_better", "n_worse")
        rows = self.sorted_components
        return pd.DataFrame(
            columns(rows, "factor", "level", "baseline", "difference")
            | interval_columns(rows)
            | columns(rows, *names)
        )

    @property
    def display(self) -> pd.DataFrame:
        """The components as a paper prints them, the most helpful first."""
        rows, write = self.sorted_components, self.writer
        texts: dict[str, list[str]] = {
            wording.COMPONENT: [row.name for row in rows],
            wording.BASELINE: [row.baseline for row in rows],
            wording.EFFECT: [write(row.difference) for row in rows],
            wording.INTERVAL.format(confidence=fmt.number(100 * (1 - self.alpha))): [
                fmt.interval(row.interval[:2], write) for row in rows
            ],
            "t": [fmt.fixed(row.statistic) for row in rows],
            HEADINGS["p_adjusted"]: [fmt.p_value(row.p_adjusted, self.alpha) for row in rows],
        }
        if all(row.n_better is not None for row in rows):
            texts[wording.BETTER_ON] = [
                wording.COUNT.format(n=row.n_better, all=self.design.n_blocks) for row in rows
            ]
        return pd.DataFrame(texts, dtype=object)

    @property
    def summary(self) -> str:
        """One line, the way a paper writes it: how many components matter, and the largest effect."""
        found, in_doubt = self.small_p, self.in_doubt
        helping = [self.describe_component(row) for row in found if row.helps and not in_doubt]
        template = wording.ABLATION_IN_DOUBT if in_doubt else wording.ABLATION
        return template.format(
            n=len(found),
            have="has" if len(found) == 1 else "have",
            components=format_count(len(self.components), "component"),
            correction=self.corrected,
            level=fmt.level(self.alpha),
            largest=wording.MOST_HELPFUL.format(component=helping[0]) if helping else "",
        ) + "".join(
            wording.INTERACTING.format(test=write_term(term, self.alpha))
            for term in self.interactions
            if term.source in self.interacting
        )

    def describe_dependence(self, row: Dependence) -> str:
        """Say between which levels a component's effect differs, and by how much."""
        write = self.writer
        term = next(term for term in self.interactions if term.source == row.source)
        factor, condition = row.source.split(wording.CROSS)
        return wording.DEPENDS.format(
            factor=factor,
            condition=condition,
            test=write_term(term, self.alpha),
            level=row.level,
            baseline=row.baseline,
            mean=fmt.mean_of(self.design.score),
            effect=write(row.effect),
            effect_interval=fmt.interval(row.effect_interval[:2], write),
            with_level=row.with_level,
            other=write(row.effect_at_baseline),
            other_interval=fmt.interval(row.interval_at_baseline[:2], write),
            with_baseline=row.with_baseline,
        )

    def name_dependence(self, row: Dependence) -> str:
        """Name the components whose effects depend on one another, with p of their interaction."""
        term = next(term for term in self.interactions if term.source == row.source)
        factor, condition = row.source.split(wording.CROSS)
        p = fmt.p_equals(term.p_value, self.alpha)
        return wording.DEPENDING.format(factor=factor, condition=condition, p=p)

    def describe_component(self, row: Component) -> str:
        """Write an effect with its interval and p."""
        write = self.writer
        return wording.ADDS.format(
            name=row.name,
            difference=write(row.difference),
            confidence=fmt.number(100 * row.interval.confidence),
            interval=fmt.interval(row.interval[:2], write),
            p=fmt.p_equals(row.p_adjusted, self.alpha),
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Which components help, hurt, or show no effect; and which depend on one another."""
        found = self.significant
        level = fmt.level(self.alpha)
        if self.in_doubt:
            return (wording.IN_DOUBT.format(level=level, reservation=self.reservation),)
        helping = name_together(row for row in found if row.helps)
        harming = name_together(row for row in found if not row.helps)
        rest = name_together(row for row in self.sorted_components if row not in found)
        crossed = [row for row in self.dependences if row.source in self.interacting]
        sentences = [
            wording.HELPS.format(names=helping, level=level) if helping else "",
            wording.HARMS.format(names=harming, level=level) if harming else "",
            wording.NOT_FOUND.format(names=rest, level=level) if rest else "",
            caveats.NO_DIFFERENCE_IS_NOT_EQUALITY if rest else "",
            *map(self.describe_dependence, crossed),
        ]
        return tuple(filter(None, sentences))
