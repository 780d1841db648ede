"""Where the noise of a study comes from, and how large the next one must be."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Interval, Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns
from benchreport.results.writing.text_table import format_table
from benchreport.wording.results import noise as wording

FEW_LEVELS = 10
PERCENT = 100


class Source(NamedTuple):
    """A random part of the scores.

    Parameters
    ----------
    name
        The part in words, such as ``algorithm × dataset``.
    facets
        What varies: ``("dataset", "seed")``.
    of_algorithm
        Whether algorithms vary differently with it; only then differences of two vary with it.
    size
        The estimated variance in ``unit`` squared; analyses of variance may make it negative.
    unit
        The unit of its root, in score units: squares of very large or small scores are no numbers.
    """

    name: str
    facets: tuple[str, ...]
    of_algorithm: bool
    size: float
    unit: float = 1.0

    @property
    def estimate(self) -> float:
        """The estimated variance in score units squared, which may be negative."""
        return self.size * self.unit * self.unit

    @property
    def counted(self) -> float:
        """The size, 0 where it is negative."""
        return max(self.size, 0.0)


def variance_of_difference(
    sources: tuple[Source, ...], levels: Mapping[str, float]
) -> dict[str, float]:
    """Return what each part adds to the variance of the difference of two means, in the unit of the sources.

    >>> seeds = Source("algorithm × seed", ("seed",), True, 3.0)
    >>> variance_of_difference((seeds,), {"seed": 6})
    {'algorithm × seed': 1.0}
    """
    return {
        row.name: 2 * row.counted / math.prod(levels[facet] for facet in row.facets)
        for row in sources
        if row.of_algorithm
    }


def standard_error(sources: tuple[Source, ...], levels: Mapping[str, float]) -> float:
    """Return the standard error of the difference of two algorithms' means, in score units."""
    return sources[0].unit * math.sqrt(sum(variance_of_difference(sources, levels).values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class VarianceComponentsResult(Result):
    """The variances of the random parts of a table.

    Parameters
    ----------
    rows
        The parts; the last is the residual.
    levels
        How many levels each facet has, those of the outermost first; on average, where they vary.
    """

    rows: tuple[Source, ...]
    levels: tuple[tuple[str, int], ...]

    @property
    def short_name(self) -> str:
        """The method's name within a sentence."""
        return self.method.lower()

    @property
    def in_differences(self) -> dict[str, float]:
        """What each part adds to the variance of the difference of two means, as shares of it."""
        parts = variance_of_difference(self.rows, dict(self.levels))
        whole = sum(parts.values())
        return {name: part / whole if whole else 0.0 for name, part in parts.items()}

    @property
    def standard_error(self) -> float:
        """The standard error of the difference of two algorithms' means."""
        return standard_error(self.rows, dict(self.levels))

    @property
    def table(self) -> pd.DataFrame:
        """One row per part: its variance, its share, and its share of a difference's variance."""
        apart, total = self.in_differences, sum(row.counted for row in self.rows)
        return pd.DataFrame(
            columns(self.rows, "name")
            | {
                "variance": [row.estimate for row in self.rows],
                "share": [row.counted / total if total else 0.0 for row in self.rows],
                "share_of_difference": [apart.get(row.name, 0.0) for row in self.rows],
            }
        )

    @property
    def display(self) -> pd.DataFrame:
        """The table as text."""
        table = self.table
        write = fmt.writer(table["variance"].tolist())
        return pd.DataFrame(
            {
                "part": table["name"].tolist(),
                "variance": [write(value) for value in table["variance"]],
                "share": [_percent(value) for value in table["share"]],
                "of a difference": [_percent(value) for value in table["share_of_difference"]],
            },
            dtype=object,
        )

    @property
    def summary(self) -> str:
        """One line: the shares of the parts."""
        table = self.table.sort_values("share", ascending=False, kind="stable")
        parts = fmt.join(
            [
                wording.SHARE.format(share=_percent(share), name=name)
                for name, share in zip(table["name"], table["share"], strict=True)
            ],
            most=5,
        )
        return wording.SUMMARY.format(method=self.method, variant=self.variant, parts=parts)

    @property
    def interpretation(self) -> tuple[str, ...]:
        """What differences vary with, and what they do not."""
        noun = self.design.noun
        shared = [row.name for row in self.rows if not row.of_algorithm and row.size > 0]
        apart = self.in_differences
        lines = []
        if any(apart.values()):
            most = max(apart, key=apart.__getitem__)
            lines.append(
                wording.DIFFERENCE.format(
                    noun=noun,
                    error=fmt.number(self.standard_error),
                    share=_percent(apart[most]),
                    name=most,
                )
            )
        if shared:
            template = wording.CANCELS if len(shared) == 1 else wording.CANCELS_MANY
            lines.append(template.format(noun=noun, names=fmt.join(shared, most=5)))
        negative = [row.name for row in self.rows if row.size < 0]
        if negative:
            template = wording.NEGATIVE if len(negative) == 1 else wording.NEGATIVES
            lines.append(template.format(names=fmt.join(negative, most=5)))
        alone = {row.facets for row in self.rows}
        few = [(facet, n) for facet, n in self.levels if n < FEW_LEVELS and (facet,) in alone]
        lines += [wording.FEW.format(facet=facet, n=n) for facet, n in few]
        return tuple(lines) or (self.summary,)


class PlanRow(NamedTuple):
    """One design: how many levels each facet has, its runs and cost, and how sure a difference is.

    Parameters
    ----------
    levels
        In the order of the facets.
    runs
        Scores of each algorithm.
    half_width
        Half the confidence interval of the difference of two algorithms' means.
    """

    levels: tuple[int, ...]
    runs: int
    cost: float
    half_width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanResult(Result):
    """How sure the present design is, and the cheapest ones that reach an aim.

    Parameters
    ----------
    facets
        What there can be more of, the outermost first.
    now
        The present design.
    doubled
        The present design with twice as many levels of each facet, in their order.
    rows
        Designs that reach the aim, the cheapest first; none without an aim, or where none reaches it.
    aim
        The aim in words.
    """

    facets: tuple[str, ...]
    now: PlanRow
    doubled: tuple[PlanRow, ...]
    rows: tuple[PlanRow, ...]
    aim: str = ""

    @property
    def short_name(self) -> str:
        """The method's name within a sentence."""
        return self.method.lower()

    @property
    def table(self) -> pd.DataFrame:
        """The present design, with each facet doubled, then the plans."""
        every = (self.now, *self.doubled, *self.rows)
        kinds = ["now", *(f"twice the {facet}s" for facet in self.facets)]
        facts: dict[str, list[object]] = {"design": [*kinds, *["plan"] * len(self.rows)]}
        for place, facet in enumerate(self.facets):
            facts[f"n_{facet}"] = [row.levels[place] for row in every]
        return pd.DataFrame(facts | columns(every, "runs", "cost", "half_width"))

    @property
    def display(self) -> pd.DataFrame:
        """The designs as text."""
        table = format_table(self.table, self.alpha)
        table["cost"] = [fmt.number(cost) for cost in self.table["cost"]]
        return table.rename(columns={f"n_{facet}": f"{facet}s" for facet in self.facets})

    @property
    def summary(self) -> str:
        """One line: how sure a difference is now, and what the aim takes."""
        half = fmt.number(self.now.half_width)
        if not self.rows:
            return wording.PLAN_SUMMARY.format(method=self.method, half=half)
        return wording.PLAN_FOUND.format(
            method=self.method, half=half, levels=self._write(self.rows[0]), aim=self.aim
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """How sure a difference is, what doubling a facet gains, and the cheapest plan."""
        confidence = fmt.number(100 * (1 - self.alpha))
        lines = [
            wording.NOW.format(
                levels=self._write(self.now),
                half=fmt.number(self.now.half_width),
                confidence=confidence,
            )
        ]
        lines += [
            wording.DOUBLING.format(facet=facet, half=fmt.number(row.half_width))
            for facet, row in zip(self.facets, self.doubled, strict=True)
        ]
        if len(self.doubled) > 1:
            halves = [row.half_width for row in self.doubled]
            most = self.facets[halves.index(min(halves))]
            lines.append(wording.BUYS_MOST.format(facet=most))
        if self.rows:
            best = self.rows[0]
            lines.append(
                wording.CHEAPEST.format(
                    aim=self.aim,
                    levels=self._write(best),
                    runs=best.runs,
                    noun=self.design.noun,
                    cost=fmt.number(best.cost),
                )
            )
        elif self.aim:
            lines.append(
                wording.UNREACHABLE.format(
                    facet=self.facets[0], aim=self.aim, half=fmt.number(self.now.half_width)
                )
            )
        return tuple(lines)

    def _write(self, row: PlanRow) -> str:
        return fmt.join(
            [format_count(n, facet) for n, facet in zip(row.levels, self.facets, strict=True)]
        )


class PowerRow(NamedTuple):
    """The power of a test with n blocks or examples, by simulation.

    Parameters
    ----------
    error
        The Monte-Carlo standard error of the power.
    interval
        Wilson's interval of the power.
    """

    n: int
    power: float
    error: float
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerResult(Result):
    """The power of a test in a larger or smaller study like this one.

    Parameters
    ----------
    test
        The test, in words.
    difference
        The difference that it is to find, first − second; NaN for a test of all algorithms.
    given
        Whether the caller set the difference; otherwise it is the observed one.
    rows
        Power by the number of blocks or examples; the last is the answer.
    target
        The power that is aimed at; NaN where none is.
    reached
        Whether the last row reaches it.
    """

    test: str
    difference: float
    given: bool
    rows: tuple[PowerRow, ...]
    target: float = math.nan
    reached: bool = True

    @property
    def short_name(self) -> str:
        """The method's name within a sentence."""
        return self.method.lower()

    @property
    def n(self) -> int:
        """The number of blocks or examples of the answer."""
        return self.rows[-1].n

    @property
    def power(self) -> float:
        """The power of the answer."""
        return self.rows[-1].power

    @property
    def table(self) -> pd.DataFrame:
        """One row for each number that was tried, in their order."""
        rows = sorted(self.rows)
        return pd.DataFrame(
            columns(rows, "n", "power", "error")
            | {"low": [row.interval.low for row in rows]}
            | {"high": [row.interval.high for row in rows]}
        )

    @property
    def summary(self) -> str:
        """One line: the power of a number of blocks."""
        last = self.rows[-1]
        template = wording.POWER_SUMMARY if math.isnan(self.target) else wording.NEEDED_SUMMARY
        if not self.reached:
            template = wording.POWER_SUMMARY
        return template.format(
            target=fmt.proportion(self.target),
            method=self.method,
            test=self.test,
            power=fmt.proportion(last.power),
            n=last.n,
            noun=self.design.block_kind,
            error=fmt.number(last.error, 1),
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """The power or the number that is needed, and what it takes for granted."""
        last = self.rows[-1]
        template = wording.POWER
        if not math.isnan(self.target):
            template = wording.NEEDED if self.reached else wording.NOT_REACHED
        line = template.format(
            n=last.n,
            noun=self.design.block_kind,
            test=self.test,
            power=fmt.proportion(last.power),
            error=fmt.number(last.error, 1),
            target=fmt.proportion(self.target) if not math.isnan(self.target) else "",
        )
        how = wording.AS_GIVEN if self.given else wording.AS_OBSERVED
        if math.isnan(self.difference):
            return (line,)
        return (line, how.format(difference=fmt.number(self.difference)))


def _percent(share: float) -> str:
    return f"{PERCENT * share:.0f} %"
