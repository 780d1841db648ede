"""Where the next run buys most."""

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from scipy import special

from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_fraction, check_number, examples
from benchreport.hints import option
from benchreport.results.models.noise import PlanResult, PlanRow, Source, standard_error
from benchreport.results.writing import number_format as fmt
from benchreport.stats.studies._noise import Noise, assumptions_of, find_noise
from benchreport.wording.results import noise as wording

INNER = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100)
"""How many levels of an inner facet, such as seeds, are tried."""
MOST_OUTER = 10**7
MOST_PLANS = 10


def plan(
    scores: Scores | Predictions,
    *,
    half_width: float | None = None,
    power: float | None = None,
    difference: float | None = None,
    cost: Mapping[str, float] | None = None,
    alpha: float = 0.05,
) -> PlanResult:
    """Find where the next run buys most, and the cheapest design that reaches an aim.

    There is no H0 and no H1: the next study's precision follows from the variances of this one's parts.

    Parameters
    ----------
    scores
        A table as for `variance_components`.
    half_width
        The aim: the mean difference of two algorithms is to be known to ± this, in score units.
    power, difference
        Another aim: a paired t test is to find this difference of means with this power.
    cost
        What one more level of each facet costs, such as ``{"dataset": 20, "seed": 1}``: a seed costs 1 on
        each dataset, a dataset 20 beside its runs. By default each run costs 1.
    alpha
        The level of the test; intervals have confidence 1 − alpha.

    Returns
    -------
    PlanResult
        The half-width now and with twice as many levels of each facet; and, with an aim, the cheapest
        designs that reach it.

    Raises
    ------
    DesignError
        As for `variance_components`.
    OptionError
        The aim is incomplete or not above 0, or there is no such facet to pay for.

    Notes
    -----
    The variance of a mean difference is 2 Σ σ² / n over the parts in which algorithms differ, n being the
    number of levels of a part (Brennan, 2001, chapter 2). Its t has as many degrees of freedom as there are
    outermost levels, less 1.

    References
    ----------
    Brennan (2001), Generalizability Theory; Searle, Casella & McCulloch (1992), Variance Components.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9.0, 8, 9, 7], "b": [7.0, 6, 8, 5], "c": [5.0, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").plan(half_width=0.5)
    >>> round(result.now.half_width, 3), result.rows[0].levels
    (1.125, (11,))
    """
    check_fraction("alpha", alpha)
    aim = _aim_of(half_width, power, difference, alpha)
    found = find_noise(scores, "plan")
    facets = tuple(facet for facet, _ in found.levels)
    design = _Design(found.sources, facets, _costs(facets, cost), alpha)
    levels = tuple(n for _, n in found.levels)
    doubled = [
        tuple(n * (1 + (place == which)) for place, n in enumerate(levels))
        for which in range(len(levels))
    ]
    return PlanResult(
        procedure="plan",
        method="Plan",
        variant=found.variant,
        alpha=alpha,
        design=found.design,
        assumptions=assumptions_of(found, wording.SAME_NOISE),
        references=("brennan2001", "searle1992"),
        facets=facets,
        now=design.row(levels),
        doubled=tuple(map(design.row, doubled)),
        rows=_find(design, aim.reached, found) if aim else (),
        aim=aim.words if aim else "",
    )


class _Aim(NamedTuple):
    words: str
    reached: Callable[[float, int], bool]
    """From the standard error of a difference and its degrees of freedom."""


class _Design(NamedTuple):
    sources: tuple[Source, ...]
    facets: tuple[str, ...]
    costs: tuple[float, ...]
    alpha: float

    def error(self, levels: Sequence[int]) -> float:
        """Return the standard error of a mean difference."""
        by_facet = dict(zip(self.facets, levels, strict=True))
        return standard_error(self.sources, by_facet)

    def row(self, levels: Sequence[int]) -> PlanRow:
        """Describe a design."""
        runs = list(itertools.accumulate(levels, lambda one, other: one * other))
        cost = sum(each * n for each, n in zip(self.costs, runs, strict=True))
        half = _t(1 - self.alpha / 2, levels[0] - 1) * self.error(levels)
        return PlanRow(tuple(levels), runs[-1], float(cost), half)


def _t(p: float, dof: int) -> float:
    return float(special.stdtrit(dof, p)) if dof > 0 else math.inf


def _aim_of(
    half_width: float | None, power: float | None, difference: float | None, alpha: float
) -> _Aim | None:
    if half_width is None and power is None and difference is None:
        return None
    if half_width is not None:
        if power is not None or difference is not None:
            raise OptionError(
                "plan has one aim: half_width, or power with difference.",
                hint=option(half_width=0.01) | option(power=0.8, difference=0.02),
            )
        check_number("half_width", half_width, above=0, hint=option(half_width=0.01))
        wide: float = half_width
        return _Aim(
            wording.AIM_HALF.format(half=fmt.number(wide)),
            lambda error, dof: _t(1 - alpha / 2, dof) * error <= wide,
        )
    if power is None or difference is None:
        raise OptionError(
            "an aim of power needs both the power and the difference that is to be found.",
            hint=option(power=0.8, difference=0.02),
        )
    check_fraction("power", power)
    check_number("difference", difference, above=0, hint=option(difference=0.02))
    least: float = difference
    target: float = power

    def reached(error: float, dof: int) -> bool:
        if dof < 1:
            return False
        if error <= 0:
            return True
        # the noncentral t beyond its two-sided limits
        shift, limit = least / error, _t(1 - alpha / 2, dof)
        found = 1 - special.nctdtr(dof, shift, limit) + special.nctdtr(dof, shift, -limit)
        return bool(found >= target)

    words = wording.AIM_POWER.format(power=fmt.proportion(power), difference=fmt.number(difference))
    return _Aim(words, reached)


def _costs(facets: Sequence[str], cost: Mapping[str, float] | None) -> tuple[float, ...]:
    if cost is None:
        return (*(0.0 for _ in facets[1:]), 1.0)
    unknown = [name for name in cost if name not in facets]
    if unknown or not cost:
        raise OptionError(
            f"cost is by what there can be more of, {examples(facets)}; got {examples(list(cost))}.",
            hint=option(cost=dict.fromkeys(facets, 1)),
        )
    for name, each in cost.items():
        if each != 0:
            check_number(f"cost of a {name}", each, above=0, hint=option(cost={name: 1}))
    if not any(cost.values()):
        raise OptionError("something must cost more than 0.", hint=option(cost={facets[-1]: 1}))
    return tuple(float(cost.get(facet, 0.0)) for facet in facets)


def _find(
    design: _Design, reached: Callable[[float, int], bool], found: Noise
) -> tuple[PlanRow, ...]:
    """Find the fewest outer levels for each number of inner ones, and return the cheapest designs."""
    present = [{n} for _, n in found.levels[1:]]
    plans = []
    for inner in itertools.product(*(sorted({*INNER} | now) for now in present)):
        fewest = _fewest(partial(_is_enough, design, reached, inner))
        if fewest is not None:
            plans.append(design.row((fewest, *inner)))
    plans.sort(key=lambda row: (row.cost, row.runs))
    return tuple(plans[:MOST_PLANS])


def _is_enough(
    design: _Design, reached: Callable[[float, int], bool], inner: tuple[int, ...], n: int
) -> bool:
    return reached(design.error((n, *inner)), n - 1)


def _fewest(enough: Callable[[int], bool]) -> int | None:
    """Return the smallest number from 2 on that is enough; more is always enough, too."""
    high = 2
    while not enough(high):
        high *= 2
        if high > MOST_OUTER:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
