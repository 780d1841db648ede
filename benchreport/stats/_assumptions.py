"""Assumptions that several procedures make, and what the data say about them."""

from typing import Literal

import numpy as np

from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.numerics.effects.f_spreads import FSpread
from benchreport.numerics.upper_tails import f_upper_tail
from benchreport.results.base import Assumption
from benchreport.results.writing.number_format import equals_proportion, p_equals, proportion
from benchreport.stats._arrays import Array
from benchreport.wording.verdicts import assumptions as wording
from benchreport.wording.verdicts import notes as texts

VIOLATED, DOUBTFUL = 0.01, 0.05
MANY_ALGORITHMS = 8
FEW_DOF = 15
"""With fewer degrees of freedom of the error, F and t of ranks may reject too often.

Simulated at .05: up to 19 % below (3 × 3), from here on at most 6 % of complete blocks, 7 % of plans of gaps.
"""
FEW_BLOCKS_OF_TWO = 12
"""With fewer blocks, sums of the ranks of two algorithms take too few values for a continuous approximation.

It rejects 12.5 % at .05 on 4 blocks, and 6 to 7 % on 5, 8 and 11. Of more algorithms it is 6 % at most.
"""


def independent_runs(scores: Scores) -> Assumption:
    """State that the runs of different algorithms are independent."""
    if scores.block_kind == "run":
        return Assumption.of(wording.INDEPENDENT_RUNS)
    return Assumption.of(wording.RUNS_OF_BLOCKS, "violated", block=scores.block_kind)


SAME_SHAPE = Assumption.of(wording.SAME_SHAPE)
NORMAL_RUNS = Assumption.of(wording.NORMAL_RUNS)


def comparable_blocks(quantities: str) -> Assumption:
    """State that quantities, such as ``"ranges of"``, are on one scale over all blocks."""
    return Assumption.of(wording.COMPARABLE_BLOCKS, quantities=quantities)


def symmetric_differences(location: str) -> Assumption:
    """State that differences are symmetric; otherwise signed ranks do not test this location."""
    return Assumption.of(wording.SYMMETRIC, location=location)


def notes(scores: Scores) -> tuple[str, ...]:
    """Return sentences on how gaps and uneven repeats were treated."""
    gaps = gaps_in_words(scores)
    sentences = [f"{gaps}."] if gaps else []
    occupied = scores.counts[scores.counts > 0]
    if occupied.size and occupied.min() != occupied.max():
        sentences.append(texts.UNEVEN_CELLS)
    return tuple(sentences)


def tail_notes(*spreads: FSpread | None) -> tuple[str, ...]:
    """Return a sentence where tails are too heavy for intervals of shares of variance."""
    heavy = any(spread.heavy for spread in spreads if spread is not None)
    return (texts.HEAVY_TAILS,) * heavy


def grade_p(p_value: float) -> Literal["held", "doubtful", "violated"]:
    """Grade a check by its p-value; a large one never proves an assumption."""
    if p_value < VIOLATED:
        return "violated"
    return "doubtful" if p_value < DOUBTFUL else "held"


def residual_normality(residuals: Array) -> Assumption:
    """Check the residuals of the block design with Shapiro and Wilk's test."""
    from benchreport.numerics.nulls.normality import LARGEST, shapiro_w

    flat = residuals.ravel()
    ((w,), (p,)) = shapiro_w(flat)
    if np.isnan(p):
        many = flat.size > LARGEST
        words = wording.TOO_MANY_RESIDUALS if many else wording.CONSTANT_RESIDUALS
        return Assumption.of(words, most=LARGEST)
    return Assumption.of(
        wording.SHAPIRO_OF_RESIDUALS, grade_p(float(p)), w=proportion(w, 3), p=p_equals(p)
    )


def reference_fits(
    shape: tuple[int, ...],
    name: str,
    *,
    exact: bool = False,
    dof: int | None = None,
    doubtful: bool = False,
) -> Assumption:
    """State that the null distribution of this name fits a table of ranks of this shape, (N, k).

    An approximate one does not for too few degrees of freedom of the error, or for two algorithms on few
    blocks where there are none; and where the caller knows better.
    """
    if exact:
        return Assumption.of(wording.EXACT_REFERENCE, "held")
    n_blocks, k = shape
    few = n_blocks < FEW_BLOCKS_OF_TWO and k == 2 if dof is None else dof < FEW_DOF  # noqa: PLR2004 - a pair
    return Assumption.of(
        wording.APPROXIMATE_REFERENCE,
        "doubtful" if few or doubtful else "held",
        blocks=format_count(n_blocks, "block"),
        algorithms=format_count(k, "algorithm"),
        name=name,
    )


def pool_dependence(n_algorithms: int, *, blocks: bool = True) -> Assumption:
    """State that differences of mean ranks depend on all algorithms compared, within blocks or over runs."""
    if n_algorithms == 2:  # noqa: PLR2004 - a pair has no others
        return Assumption.of(wording.NO_OTHERS, "held")
    return Assumption.of(wording.MEAN_RANKS_DEPEND if blocks else wording.MEAN_RANKS_OF_RUNS_DEPEND)


def mauchly_misleads(n_algorithms: int, n_blocks: int) -> bool:
    """Return whether Mauchly's approximation fails, and would reject a third of spherical tables."""
    return n_algorithms > MANY_ALGORITHMS and n_blocks < 2 * n_algorithms


def sphericity_of_differences(
    w: float, p_value: float, n_algorithms: int, n_blocks: int
) -> Assumption:
    """Grade sphericity by Mauchly's test, where the table allows it."""
    if n_algorithms == 2:  # noqa: PLR2004 - one difference has one variance
        return Assumption.of(wording.ONE_DIFFERENCE, "held")
    if np.isnan(p_value):
        return Assumption.of(wording.MAUCHLY_NEEDS_MORE)
    if mauchly_misleads(n_algorithms, n_blocks):
        return Assumption.of(wording.MAUCHLY_MISLEADS)
    return Assumption.of(
        wording.MAUCHLY, grade_p(p_value), w=equals_proportion(w), p=p_equals(p_value)
    )


def algorithms_vary_alike(ranks: Array, f: float, p_value: float, alpha: float) -> Assumption:
    """Doubt a small p-value that is small only if ranks within blocks, (N, k), are equally correlated.

    Where algorithms come in families they are not, and F has fewer dof, by Huynh and Feldt's ε as for scores.
    """
    from benchreport.numerics.nulls.sphericity import measure_sphericity

    n_blocks, k = ranks.shape
    dof, dof_error = k - 1, (k - 1) * (n_blocks - 1)
    epsilon = measure_sphericity(ranks).huynh_feldt
    plain, allowed = (f_upper_tail(each * dof, each * dof_error, f) for each in (1.0, epsilon))
    # p may be exact: near alpha it grows in proportion; far from it F's tail is another
    grown = p_value * allowed / plain if plain > 0 else p_value
    corrected = min(grown, max(p_value, allowed))
    return Assumption.of(
        wording.RANKS_VARY_ALIKE,
        "doubtful" if p_value <= alpha < corrected else "held",
        epsilon=equals_proportion(epsilon),
        p=p_equals(corrected, alpha),
    )
