"""What several procedures take for granted, and how pairs are listed."""

import itertools
from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from benchreport.data.scores import Scores
from benchreport.errors import counted
from benchreport.results.base import Assumption, Interval
from benchreport.results.format import fixed, p_equals
from benchreport.results.pairwise import Comparison

__all__ = [
    "comparisons",
    "graded",
    "independent_blocks",
    "notes",
    "pairs",
    "pool_of_ranks",
    "residual_normality",
    "spherical",
]

Array = NDArray[np.float64]
Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]

VIOLATED, DOUBTFUL = 0.01, 0.05
SHAPIRO_LARGEST = 5000


def pairs(scores: Scores, control: str | None = None) -> Pairs:
    """Return the columns of all pairs i < j, or of every algorithm with the control (second)."""
    n_algorithms = len(scores.algorithms)
    if control is None:
        first, second = np.triu_indices(n_algorithms, 1)
        return first.astype(np.intp), second.astype(np.intp)
    place = scores.index_of(control)
    others = np.delete(np.arange(n_algorithms), place)
    return others, np.full_like(others, place)


def comparisons(
    scores: Scores,
    columns: Pairs,
    *,
    confidence: float,
    numbers: tuple[Array, Array, Array, Array],
    interval: tuple[Array, Array] | None,
    effect: tuple[Array, Array, Array],
    sign: Array,
    remarks: Sequence[str] | None = None,
) -> tuple[Comparison, ...]:
    """Put columns of numbers together as one record per pair.

    Parameters
    ----------
    numbers
        Difference, statistic, p-value and adjusted p-value, each of length m.
    interval, effect
        Ends of the difference's interval; effect size with its ends.
    sign
        Positive where the first of the pair is better.
    """
    difference, statistic, p_value, p_adjusted = (column.tolist() for column in numbers)
    nothing = itertools.repeat(None)
    names = scores.algorithms
    rows = zip(
        (names[column] for column in columns[0].tolist()),
        (names[column] for column in columns[1].tolist()),
        difference,
        nothing if interval is None else _intervals(*interval, confidence),
        statistic,
        p_value,
        p_adjusted,
        effect[0].tolist(),
        _intervals(*effect[1:], confidence),
        _favoured(scores, columns, sign),
        itertools.repeat("") if remarks is None else remarks,
        strict=False,
    )
    return tuple(map(Comparison._make, rows))


def _favoured(scores: Scores, columns: Pairs, sign: Array) -> Iterable[str]:
    """Name the better one of each pair: the first where sign > 0, the second where < 0."""
    names = (*scores.algorithms, "")
    place = np.where(sign > 0, columns[0], np.where(sign < 0, columns[1], len(scores.algorithms)))
    return (names[each] for each in place.tolist())


def _intervals(low: Array, high: Array, confidence: float) -> Iterable[Interval]:
    ends = zip(low.tolist(), high.tolist(), itertools.repeat(confidence), strict=False)
    return map(Interval._make, ends)


def independent_blocks(scores: Scores) -> Assumption:
    """State the independence of blocks, doubtful where repeats on one dataset are the blocks."""
    if not scores.overlapping:
        return Assumption(
            name="the datasets are independent of one another",
            outcome="not checked",
            evidence="a matter of how they were chosen; variants of one dataset count as one",
        )
    return Assumption(
        name="the repeats are independent of one another",
        outcome="doubtful",
        evidence="they are repeats on one dataset: folds and resamples share training data, which "
        "makes p-values too small, and nothing is learnt about other datasets",
    )


def notes(scores: Scores) -> tuple[str, ...]:
    """Tell a result's reader how gaps and uneven repeats were treated."""
    told = []
    if scores.filled:
        cells = counted(len(scores.filled), "empty cell")
        told.append(f"{cells} given the worst score of the {scores.block_kind}.")
    if scores.dropped:
        told.append(f"{counted(len(scores.dropped), f'incomplete {scores.block_kind}')} left out.")
    if scores.counts.min() != scores.counts[scores.counts > 0].max():
        told.append("cells average different numbers of repeats, so they are not equally certain.")
    return tuple(told)


def graded(p_value: float) -> Literal["held", "doubtful", "violated"]:
    """Grade a check by its p-value; a large one never proves an assumption."""
    if p_value < VIOLATED:
        return "violated"
    return "doubtful" if p_value < DOUBTFUL else "held"


def residual_normality(residuals: Array) -> Assumption:
    """Check the residuals of the block design with Shapiro and Wilk's test."""
    name = "the residuals are normally distributed"
    flat = residuals.ravel()
    if flat.size > SHAPIRO_LARGEST or np.ptp(flat) <= 0:
        why = "they do not vary" if np.ptp(flat) <= 0 else f"more than {SHAPIRO_LARGEST} residuals"
        return Assumption(name=name, outcome="not checked", evidence=why)
    test = stats.shapiro(flat)
    evidence = f"Shapiro–Wilk W = {fixed(test.statistic, 3)}, {p_equals(test.pvalue)}"
    return Assumption(name=name, outcome=graded(float(test.pvalue)), evidence=evidence)


def pool_of_ranks(n_algorithms: int) -> Assumption:
    """State that differences of mean ranks depend on all the algorithms compared."""
    return Assumption(
        name="the other algorithms in the comparison do not matter",
        outcome="not checked" if n_algorithms > 2 else "held",  # noqa: PLR2004 - a pair has no others
        evidence="a pair's mean ranks depend on who else is compared (Benavoli et al., 2016); the "
        "signed-rank test looks at the pair alone",
    )


def spherical(w: float, p_value: float, n_algorithms: int) -> Assumption:
    """Grade sphericity by Mauchly's test, where there is one."""
    name = "all differences between algorithms have the same variance (sphericity)"
    if n_algorithms == 2:  # noqa: PLR2004 - one difference has one variance
        return Assumption(name=name, outcome="held", evidence="two algorithms have one difference")
    if np.isnan(p_value):
        return Assumption(
            name=name, outcome="not checked", evidence="Mauchly's test needs more blocks or spread"
        )
    evidence = f"Mauchly's W = {fixed(w, 3)}, {p_equals(p_value)}"
    return Assumption(name=name, outcome=graded(p_value), evidence=evidence)
