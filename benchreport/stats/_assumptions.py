"""Assumptions that several procedures make, and what the data say about them."""

from typing import Literal

import numpy as np

from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.data.scores import Scores
from benchreport.numerics.nulls.normality import LARGEST, shapiro_w
from benchreport.results.base import Assumption
from benchreport.results.number_format import p_equals, proportion
from benchreport.stats._arrays import Array

VIOLATED, DOUBTFUL = 0.01, 0.05
MANY_ALGORITHMS = 8


def independent_runs(scores: Scores) -> Assumption:
    """State that the runs of different algorithms are independent."""
    name = "runs of different algorithms are independent of one another"
    if scores.block_kind == "run":
        return Assumption(
            name=name, outcome="not checked", evidence="no column says that any belong together"
        )
    return Assumption(
        name=name,
        outcome="violated",
        evidence=f"scores on the same {scores.block_kind} belong together; tests for blocks use "
        "that, and this one is conservative where it helps",
    )


SAME_SHAPE = Assumption(
    name="the algorithms' scores differ in location, not in spread or shape",
    outcome="not checked",
    evidence="else the test is about which scores tend to be larger, and unequal spreads with unequal "
    "numbers of runs make it reject too often",
)
NORMAL_RUNS = Assumption(
    name="the runs of each algorithm are normal, or many",
    outcome="not checked",
    evidence="normality() looks at them",
)


def comparable_blocks(quantities: str) -> Assumption:
    """State that quantities, such as ``"ranges of"``, are on one scale over all blocks."""
    return Assumption(
        name=f"{quantities} different blocks can be compared with one another",
        outcome="not checked",
        evidence="a matter of the score: percent correct can, run times of small and large problems "
        "hardly",
    )


def symmetric_differences(location: str) -> Assumption:
    """State that differences are symmetric; otherwise signed ranks do not test this location."""
    return Assumption(
        name="the differences of a pair are symmetric about their centre",
        outcome="not checked",
        evidence=f"without symmetry the test is about the sum of signed ranks, not the {location}",
    )


def notes(scores: Scores) -> tuple[str, ...]:
    """Return sentences on how gaps and uneven repeats were treated."""
    gaps = gaps_in_words(scores)
    sentences = [f"{gaps}."] if gaps else []
    occupied = scores.counts[scores.counts > 0]
    if occupied.size and occupied.min() != occupied.max():
        sentences.append(
            "cells average different numbers of repeats, so they are not equally certain."
        )
    return tuple(sentences)


def grade_p(p_value: float) -> Literal["held", "doubtful", "violated"]:
    """Grade a check by its p-value; a large one never proves an assumption."""
    if p_value < VIOLATED:
        return "violated"
    return "doubtful" if p_value < DOUBTFUL else "held"


def residual_normality(residuals: Array) -> Assumption:
    """Check the residuals of the block design with Shapiro and Wilk's test."""
    name = "the residuals are normally distributed"
    flat = residuals.ravel()
    ((w,), (p,)) = shapiro_w(flat)
    if np.isnan(p):
        many = flat.size > LARGEST
        why = f"more than {LARGEST} residuals" if many else "they do not vary"
        return Assumption(name=name, outcome="not checked", evidence=why)
    evidence = f"Shapiro–Wilk W = {proportion(w, 3)}, {p_equals(p)}"
    return Assumption(name=name, outcome=grade_p(float(p)), evidence=evidence)


def pool_dependence(n_algorithms: int) -> Assumption:
    """State that differences of mean ranks depend on all algorithms compared."""
    return Assumption(
        name="the other algorithms in the comparison do not matter",
        outcome="not checked" if n_algorithms > 2 else "held",  # noqa: PLR2004 - a pair has no others
        evidence="a pair's mean ranks depend on who else is compared (Benavoli et al., 2016); the "
        "signed-rank test looks at the pair alone",
    )


def mauchly_misleads(n_algorithms: int, n_blocks: int) -> bool:
    """Return whether Mauchly's approximation fails, and would reject a third of spherical tables."""
    return n_algorithms > MANY_ALGORITHMS and n_blocks < 2 * n_algorithms


def sphericity_of_differences(
    w: float, p_value: float, n_algorithms: int, n_blocks: int
) -> Assumption:
    """Grade sphericity by Mauchly's test, where the table allows it."""
    name = "all differences between algorithms have the same variance (sphericity)"
    if n_algorithms == 2:  # noqa: PLR2004 - one difference has one variance
        return Assumption(name=name, outcome="held", evidence="two algorithms have one difference")
    if np.isnan(p_value):
        return Assumption(
            name=name, outcome="not checked", evidence="Mauchly's test needs more blocks or spread"
        )
    if mauchly_misleads(n_algorithms, n_blocks):
        return Assumption(
            name=name,
            outcome="not checked",
            evidence="Mauchly's test misleads with many algorithms and less than twice as many blocks",
        )
    evidence = f"Mauchly's W = {proportion(w, 3)}, {p_equals(p_value)}"
    return Assumption(name=name, outcome=grade_p(p_value), evidence=evidence)
