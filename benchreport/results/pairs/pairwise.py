"""Comparisons of pairs: all of them, or each algorithm against a control."""

import itertools
import math
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.errors import OptionError, check_choice, examples, format_count
from benchreport.hints import option
from benchreport.numerics.multiplicity.cliques import clique_cover, letters
from benchreport.results.base import Interval, Result
from benchreport.results.later import remembered
from benchreport.results.pairs.pair_judgement import OPEN, Judgement, Pair, favour
from benchreport.results.ranks.rank_sets import count_unordered
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, interval_columns
from benchreport.wording.results import pairs as wording
from benchreport.wording.verdicts import caveats

LEAST_DIFFERENCE = 1e-9
# a reader's patience
MOST_SENTENCES = 12
# ties leave fewer signs, and fewer signs larger p-values
TESTS_OF_SIGNS = ("wilcoxon", "sign", "permutation")
RANKS = ("mean rank", "mean aligned rank", "mean rank of runs")


class Comparison(NamedTuple):
    """One pair; differences are always first − second.

    Parameters
    ----------
    difference, interval
        The difference of the two in the result's ``difference_name``, with its interval.
    statistic, p_value, p_adjusted
        The test of no difference, before and after the correction. With the pair turned round p stays,
        t and z change their sign, q and F stay, and R+, U and wins are those of the other.
    effect_size, effect_interval
        The effect size in the result's ``effect_name``, with its interval.
    favours
        The algorithm on whose side the test's statistic is; empty when it is on neither.
    note
        A remark on this pair, for instance how its p-value was computed.
    """

    first: str
    second: str
    difference: float
    interval: Interval | None
    statistic: float
    p_value: float
    p_adjusted: float
    effect_size: float
    effect_interval: Interval | None
    favours: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairwiseResult(Result):
    """Comparisons of pairs, adjusted together.

    Parameters
    ----------
    comparisons
        All pairs in the design's order, or every algorithm's with the control.
    difference_name, statistic_name, effect_name
        The names of the comparisons' differences, statistics and effect sizes.
    centre_name, centres
        The positions of the algorithms on an axis (mean ranks, mean scores), in the design's order.
    lower_centre_is_better
        Whether a low centre is good (ranks, errors).
    critical_difference
        The smallest difference of centres that is significant at alpha, where there is one.
    control
        The algorithm that all others are compared with, ``None`` for all pairs.
    attainable
        The smallest adjusted p-value that the test can give for this many blocks and comparisons,
        and the ties among them; ``None`` if there is no useful bound.
    alternative
        ``"two-sided"``, or the side of H0 on which the test looks for first − second.
    verb
        The verb for a pair that differs significantly without favouring either.
    adjusted_intervals
        Whether each interval of a difference has the confidence 1 − α/f, with f the factor by which the
        correction multiplied the pair's p-value, so that it excludes 0 where p is at most alpha. Ranks
        of few scores may not allow it; such intervals hold for their pairs alone. Where many scores tie, an
        interval by ranks may hold 0 all the same.
    """

    each_row: ClassVar[tuple[str, ...]] = ("comparisons",)

    comparisons: tuple[Comparison, ...]
    difference_name: str
    statistic_name: str
    effect_name: str
    centre_name: str
    centres: tuple[float, ...]
    lower_centre_is_better: bool
    critical_difference: float | None = None
    control: str | None = None
    attainable: float | None = None
    alternative: Literal["two-sided", "less", "greater"] = "two-sided"
    verb: str = "differ"
    adjusted_intervals: bool = False

    @property
    def table(self) -> pd.DataFrame:
        """One row per comparison, in the order of the design."""
        rows = self.comparisons
        facts = columns(rows, "first", "second", "difference")
        if any(row.interval for row in rows):
            facts |= interval_columns(rows)
        facts |= columns(rows, "statistic", "p_value", "p_adjusted", "effect_size")
        if any(row.effect_interval for row in rows):
            facts |= interval_columns(rows, "effect_interval", "effect_")
        if any(row.note for row in rows):
            facts |= columns(rows, "note")
        return pd.DataFrame(facts)

    def level_of(self, *intervals: Interval) -> float:
        """Return the confidence that each of some intervals has: what was asked for if ranks allow it.

        Adjusted intervals have it for all pairs together.
        """
        asked, least = 1 - self.alpha, min(interval.confidence for interval in intervals)
        near = self.adjusted_intervals or least < asked + self.alpha / 2
        return asked if near and least >= asked - LEAST_DIFFERENCE else least

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """The intervals of the pairs that have one."""
        return tuple(row.interval for row in self.comparisons if row.interval)

    @property
    @remembered
    def small_p(self) -> tuple[Comparison, ...]:
        """The comparisons whose adjusted p-value is at most alpha, whatever the checks say."""
        return tuple(row for row in self.comparisons if row.p_adjusted <= self.alpha)

    @property
    def significant(self) -> tuple[Comparison, ...]:
        """The comparisons whose adjusted p-value is at most alpha; none while a check puts them in doubt."""
        return () if self.in_doubt else self.small_p

    @property
    def in_doubt(self) -> bool:
        """Whether there are small p-values that are not called significant, because of `doubts`."""
        return bool(self.small_p and self.doubts)

    @property
    def drawn_difference(self) -> float | None:
        """The critical difference that figures draw: none while it would separate what they join in doubt."""
        return None if self.in_doubt else self.critical_difference

    @property
    def by_ranks(self) -> bool:
        """Whether centres are mean ranks, where 1 is the best, and not scores."""
        return self.centre_name in RANKS

    @property
    def simultaneous_intervals(self) -> bool:
        """Whether pairs have intervals that hold together, at confidence 1 − alpha over all of them."""
        together = self.correction in ("studentized_range", "max_t")
        return together and len(self.comparisons) > 1 and bool(self.intervals)

    @property
    def adjusts_p(self) -> bool:
        """Whether p-values are adjusted for the number of comparisons; one alone needs no adjustment."""
        return self.correction != "none" and len(self.comparisons) > 1

    @property
    @remembered
    def judgements(self) -> Mapping[Pair, Judgement]:
        """Each pair: whether its adjusted p-value is at most alpha, and on whose side the test is.

        The side is that of the test's own statistic (mean ranks, signed ranks, means), never that of
        another description of the scores. Views are compared by their p-values, whatever `doubts` there are.
        """
        return MappingProxyType(
            {frozenset((row.first, row.second)): self.judge(row) for row in self.comparisons}
        )

    @property
    @remembered
    def favoured(self) -> Mapping[Pair, str]:
        """Each pair whose p-value is small, and whom the test favours: few of many pairs."""
        return MappingProxyType(
            {frozenset((row.first, row.second)): row.favours for row in self.small_p if row.favours}
        )

    def judge(self, row: Comparison) -> Judgement:
        """Judge one of the comparisons by its p-value."""
        return favour(row.favours) if row.p_adjusted <= self.alpha else OPEN

    @property
    def unattainable(self) -> str:
        """Say in a sentence that no pair could be significant; empty where one could."""
        if self.attainable is None or self.attainable <= self.alpha or self.small_p:
            return ""
        # without ties, the least p-value of a pair is that of n equal signs
        untied = len(self.comparisons) * 2.0 ** (1 - self.design.n_blocks)
        tied = self.procedure in TESTS_OF_SIGNS and self.variant != "resampled"
        if tied and self.attainable > untied and untied <= self.alpha:
            return wording.TOO_MANY_TIES
        blocks = self.design.blocks
        if self.design.block_kind == "example":
            blocks = wording.FEW_DIFFERING_EXAMPLES
        if self.variant == "resampled":
            blocks = wording.FEW_ARRANGEMENTS
        # what ties add is not due to the number of blocks
        smallest = min(self.attainable, untied) if tied else self.attainable
        template = wording.ALWAYS_ONE if smallest >= 1 else wording.UNATTAINABLE
        return template.format(
            blocks=blocks,
            comparisons=(
                wording.AND_COMPARISONS.format(n=len(self.comparisons)) if self.adjusts_p else ""
            ),
            adjusted="adjusted " * self.adjusts_p,
            smallest=fmt.p_value(smallest, self.alpha),
        )

    @property
    def caution(self) -> str:
        """Say in a sentence why small p-values are not called significant; empty if they are."""
        if not self.in_doubt:
            return ""
        # the verdict and the checks give the reasons
        return wording.IN_DOUBT.format(reservation=self.reservation.partition(" (")[0])

    @property
    def order(self) -> tuple[int, ...]:
        """The algorithms' places in the design, best centre first."""
        sign = 1.0 if self.lower_centre_is_better else -1.0
        return tuple(np.argsort(sign * np.asarray(self.centres), kind="stable").tolist())

    @property
    def ranking(self) -> tuple[str, ...]:
        """The algorithms by the result's own centres, best first; a control that is given comes last."""
        names = [self.design.algorithms[place] for place in self.order]
        return tuple(sorted(names, key=lambda name: name == self.control))

    def choose_rows(self, most: int) -> Sequence[int]:
        """Return the places of the pairs of the best, then of the second, and so on."""
        names = self.design.algorithms
        if 2 * len(self.comparisons) == len(names) * (len(names) - 1):
            places = _first_of_all_pairs(names, self.ranking, most)
            # the pairs of all are in order of their names
            rows = [self.comparisons[place] for place in places]
            pairs = itertools.combinations(self.ranking, 2)
            if all(
                {row.first, row.second} == {*pair} for row, pair in zip(rows, pairs, strict=False)
            ):
                return places
        rank = {name: place for place, name in enumerate(self.ranking)}
        first = np.array([rank[row.first] for row in self.comparisons])
        second = np.array([rank[row.second] for row in self.comparisons])
        better, worse = np.minimum(first, second), np.maximum(first, second)
        order: list[int] = np.lexsort((worse, better))[:most].tolist()
        return order

    def oriented(
        self, ranking: Sequence[str] = (), *, rows: Iterable[Comparison] | None = None
    ) -> tuple[Comparison, ...]:
        """Return the comparisons with the better algorithm first, as its advantage.

        A positive difference, statistic or effect size means that the first is better, whether high or
        low scores are good; so does a probability above one half. R+, U and wins belong to an order of
        the pair and are NaN where it was turned. The order of the comparisons stays.

        Parameters
        ----------
        ranking
            The algorithms, best first; by default the result's own ranking.
        rows
            The comparisons to return; by default all.
        """
        place = {name: rank for rank, name in enumerate(ranking or self.ranking)}
        # differences of ranks or errors are negative where the first is better
        by_rank, higher = "rank" in self.difference_name, self.design.higher_is_better
        lower = by_rank or not higher
        # probabilities count who is better, other effects are in the direction of the scores
        effects = not (by_rank or higher or self.effect_name.startswith("probability"))
        straight = self._reverse(numbers=lower, effects=effects, turned=False)
        turned = self._reverse(numbers=not lower, effects=not effects, turned=True)
        return tuple(
            (straight if place[row.first] <= place[row.second] else turned)(row)
            for row in (self.comparisons if rows is None else rows)
        )

    def _reverse(
        self, *, numbers: bool, effects: bool, turned: bool
    ) -> Callable[[Comparison], Comparison]:
        """Return what reverses a comparison: its difference, its effect size, the order of its pair."""
        negated = numbers and "statistic" in self._signed_values
        lost = turned and self.statistic_name in OF_THE_FIRST

        def reverse(row: Comparison) -> Comparison:
            changes: dict[str, Any] = {}
            if turned:
                changes.update(first=row.second, second=row.first)
            if numbers:
                changes["difference"] = -row.difference
                changes["interval"] = reverse_interval(row.interval, operator.neg)
            if lost or negated:
                changes["statistic"] = math.nan if lost else -row.statistic
            if effects:
                changes["effect_size"] = self._reverse_effect(row.effect_size)
                changes["effect_interval"] = reverse_interval(
                    row.effect_interval, self._reverse_effect
                )
            return row._replace(**changes) if changes else row

        return reverse

    def _reverse_effect(self, value: float) -> float:
        """Return an effect size of the pair the other way round."""
        if self.effect_name.startswith("probability"):
            return 1.0 - value
        if self.effect_name.startswith("odds ratio"):
            return math.inf if value == 0 else 1.0 / value
        return value if self.effect_name.startswith("Cohen's κ") else -value

    def matrix(self, value: str = "p_adjusted") -> pd.DataFrame:
        """Return one number of every comparison as a square frame.

        Parameters
        ----------
        value
            ``"p_adjusted"``, ``"p_value"``, ``"difference"``, ``"statistic"`` or ``"effect_size"``;
            row is first, column second. The diagonal is 1 for p-values and 0 for the rest, and
            pairs that were not compared are NaN.
        """
        check_choice("value", value, MATRIX_VALUES)
        names = self.design.algorithms
        place = {name: index for index, name in enumerate(names)}
        square = np.full((len(names), len(names)), np.nan)
        rows = [place[row.first] for row in self.comparisons]
        columns = [place[row.second] for row in self.comparisons]
        numbers = np.array([getattr(row, value) for row in self.comparisons], dtype=float)
        square[rows, columns] = numbers
        signed = value in self._signed_values
        square[columns, rows] = -numbers if signed else numbers
        if value == "effect_size" and self.effect_name.startswith("probability"):
            square[columns, rows] = 1.0 - numbers
        if value == "effect_size" and self.effect_name.startswith("odds ratio"):
            with np.errstate(divide="ignore"):
                square[columns, rows] = 1.0 / numbers
        np.fill_diagonal(square, 1.0 if value.startswith("p_") else self._no_effect(value))
        return pd.DataFrame(square, index=pd.Index(names), columns=pd.Index(names))

    @property
    def _signed_values(self) -> tuple[str, ...]:
        unsigned = ("q", "R+", "F", "U", "wins", "χ²", "χ² or smaller count")
        signed = ("difference", "effect_size")
        return signed if self.statistic_name in unsigned else (*signed, "statistic")

    def _no_effect(self, value: str) -> float:
        if value != "effect_size":
            return 0.0
        kinds = {"probability": 0.5, "odds ratio": 1.0, "Cohen's κ": 1.0}
        return next((no for kind, no in kinds.items() if self.effect_name.startswith(kind)), 0.0)

    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Return maximal sets of algorithms in which no pair is distinguishable, best first.

        Every pair that is not significantly different is in one of the sets, and no set holds a
        significant pair. Sets may overlap: not being distinguishable is not transitive. While a check puts
        the p-values in doubt, one set holds all.
        """
        names = self.design.algorithms
        return tuple(tuple(names[place] for place in group) for group in self._cover())

    def letters(self) -> dict[str, str]:
        """Return a compact letter display: two algorithms share a letter unless they differ significantly.

        While a check puts the p-values in doubt, which `caution` says, all share one: `small_p` has the pairs
        that p-values alone would tell apart.
        """
        signs = letters(self._cover(), self.design.n_algorithms)
        return dict(zip(self.design.algorithms, signs, strict=True))

    def open_ranks(self) -> dict[str, tuple[int, int]]:
        """Return the best and the worst rank that the significant pairs leave each algorithm; 1 is best.

        The correction for all pairs makes them a confidence set of ranks (Mogstad et al., 2024).

        Raises
        ------
        OptionError
            Not all pairs were compared both ways.
        """
        self._require_all_pairs()
        names, beaten_by = self.design.algorithms, self._beaten_by
        beats = Counter(name for better in beaten_by.values() for name in better)
        return {
            name: (1 + len(beaten_by.get(name, ())), len(names) - beats[name]) for name in names
        }

    @property
    def unordered(self) -> int:
        """How many algorithms from the first on are such that no pair of them is significant."""
        pairs = [(name, better) for name, found in self._beaten_by.items() for better in found]
        return count_unordered(self.ranking, pairs)

    def better_than(self, algorithm: str) -> tuple[str, ...]:
        """Return the algorithms that are significantly better than the given one, best first."""
        names = self.design.algorithms
        if algorithm not in names:
            raise OptionError(
                f"{algorithm!r} is not among the {self.design.noun}s: {examples(names, most=12)}.",
                hint=f".better_than({names[0]!r})",
            )
        better = self._beaten_by.get(algorithm, set())
        return tuple(names[place] for place in self.order if names[place] in better)

    def _cover(self) -> tuple[tuple[int, ...], ...]:
        self._require_all_pairs()
        order = np.asarray(self.order)
        groups = clique_cover(self._not_distinguished()[np.ix_(order, order)])
        return tuple(tuple(int(order[place]) for place in group) for group in groups)

    def _require_all_pairs(self) -> None:
        if self.alternative != "two-sided":
            raise OptionError(
                "groups and letters need both directions of every pair; only "
                f"{self.alternative!r} was looked for.",
                hint=option(alternative="two-sided") + ", or .better_than(name)",
            )
        if self.control is not None:
            raise OptionError(
                f"groups and letters need all pairs; this compares with the control "
                f"{self.control!r} only.",
                hint=".better_than(name), or the procedure without control",
            )

    def _not_distinguished(self) -> NDArray[np.bool_]:
        return ~(self.matrix("p_adjusted").to_numpy() <= self.claim_alpha)

    @property
    def corrected_method(self) -> str:
        """The method with its correction, which a single comparison does not need."""
        alone = len(self.comparisons) == 1 or self.correction == "none"
        return fmt.add_in_brackets(self.method, "" if alone else CORRECTIONS[self.correction].words)

    @property
    def summary(self) -> str:
        """One line, the way a paper writes it."""
        tried = len(self.comparisons)
        control = wording.WITH_CONTROL.format(control=self.control)
        cd = ""
        if self.critical_difference is not None:
            cd = wording.CRITICAL_DIFFERENCE.format(cd=fmt.fixed(self.critical_difference, 3))
        side = wording.ONE_SIDED_TEST.format(side=self.alternative)
        level = fmt.level(self.alpha)
        text = wording.COMPARED.format(
            method=self.corrected_method,
            side="" if self.alternative == "two-sided" else side,
            n=len(self.small_p),
            comparisons=format_count(tried, "comparison"),
            control=control if self.control is not None else "",
        )
        if self.in_doubt:
            why = wording.NOT_CALLED_SIGNIFICANT
            return f"{text} {why.format(level=level, cd=cd, reservation=self.reservation)}"
        return f"{text} {wording.SIGNIFICANT.format(level=level)}{cd}"

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on who is better than whom, and which pairs remain open."""
        names = self.design.algorithms
        rank = {names[place]: position for position, place in enumerate(self.order)}
        worse: dict[str, list[str]] = {}
        for better, other in _decided(self.small_p):
            worse.setdefault(better, []).append(other)
        template = wording.FAVOURED if self.doubts else wording.BETTER
        lines = [
            template.format(
                name=name, others=fmt.join(sorted(worse[name], key=rank.__getitem__), most=5)
            )
            for name in sorted(worse, key=rank.__getitem__)[:MOST_SENTENCES]
        ]
        sentences = (*lines, *self._of_neither)[:MOST_SENTENCES]
        more = len(worse) + len(self._of_neither) - len(sentences)
        if more:
            sentences = (*sentences, wording.MORE.format(n=more))
        if self.alternative != "two-sided":
            side = "higher" if self.alternative == "greater" else "lower"
            sentences = (*sentences, wording.ONE_SIDED.format(side=side, score=self.design.score))
        open_pairs = len(self.comparisons) - len(self.small_p)
        if not open_pairs:
            return sentences
        template = wording.OPEN if self.alternative == "two-sided" else wording.OPEN_ONE_SIDED
        pairs = format_count(open_pairs, "pair")
        none = self.unattainable
        return (
            *sentences,
            template.format(pairs=pairs, level=fmt.level(self.alpha)),
            caveats.NO_DIFFERENCE_IS_NOT_EQUALITY,
            *([none] if none else []),
        )

    @property
    def _of_neither(self) -> tuple[str, ...]:
        rows = [row for row in self.small_p if not row.favours]
        template = wording.BY_NEITHER_IN_DOUBT if self.doubts else wording.BY_NEITHER
        return tuple(
            template.format(first=row.first, second=row.second, verb=self.verb) for row in rows
        )

    @property
    def _beaten_by(self) -> dict[str, set[str]]:
        """Who is better than each algorithm."""
        beaten: dict[str, set[str]] = {}
        for better, worse in _decided(self.significant):
            beaten.setdefault(worse, set()).add(better)
        return beaten


def _decided(rows: Iterable[Comparison]) -> Iterator[tuple[str, str]]:
    """Return the better and the worse of each pair that favours one."""
    for row in rows:
        if row.favours:
            yield row.favours, row.second if row.favours == row.first else row.first


OF_THE_FIRST = ("R+", "U", "wins")
"""Statistics that count for the first of a pair."""


def reverse_interval(
    interval: Interval | None, reverse: Callable[[float], float]
) -> Interval | None:
    """Return the interval of the values that `reverse` makes of both ends."""
    if interval is None:
        return None
    low, high = reverse(interval.low), reverse(interval.high)
    ends = (high, low) if high < low else (low, high)
    return Interval(*ends, interval.confidence)


MATRIX_VALUES = ("p_adjusted", "p_value", "difference", "statistic", "effect_size")


class Correction(NamedTuple):
    """A correction for several comparisons: its name in sentences, and the key of its source."""

    words: str
    reference: str = ""


CORRECTIONS = {
    "none": Correction("no correction"),
    "studentized_range": Correction(wording.STUDENTIZED_RANGE),
    "max_t": Correction(wording.LARGEST_T, "dunnett1955"),
    "bonferroni": Correction("Bonferroni", "dunn1961"),
    "sidak": Correction("Šidák", "sidak1967"),
    "holm": Correction("Holm", "holm1979"),
    "hochberg": Correction("Hochberg", "hochberg1988"),
    "hommel": Correction("Hommel", "hommel1988"),
    "finner": Correction("Finner, false discovery rate", "finner1993"),
    "li": Correction("Li", "li2008"),
    "holland": Correction("Holland", "holland1987"),
    "rom": Correction("Rom", "rom1990"),
    "bh": Correction("Benjamini–Hochberg, false discovery rate", "benjamini1995"),
    "by": Correction("Benjamini–Yekutieli, false discovery rate", "benjamini2001"),
    "shaffer": Correction("Shaffer", "shaffer1986"),
    "bergmann_hommel": Correction("Bergmann–Hommel", "bergmann1988"),
}


def _first_of_all_pairs(names: Sequence[str], ranking: Sequence[str], most: int) -> list[int]:
    """Return the places, among all pairs of names in their order, of the first pairs of a ranking.

    >>> _first_of_all_pairs(["a", "b", "c"], ["c", "a", "b"], 2)
    [1, 2]
    """
    k, place_of = len(names), {name: place for place, name in enumerate(names)}
    ranked = itertools.combinations(map(place_of.__getitem__, ranking), 2)
    pairs = (sorted(pair) for pair in itertools.islice(ranked, most))
    return [i * k - i * (i + 1) // 2 + j - i - 1 for i, j in pairs]
