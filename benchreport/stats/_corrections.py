"""P-values and intervals adjusted for several comparisons, and the smallest p of a discrete test."""

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchreport.errors import OptionError, check_choice
from benchreport.hints import option
from benchreport.numerics.multiplicity import logical_relations as partitions
from benchreport.numerics.multiplicity.adjust import ALL_PAIRS, METHODS, adjust
from benchreport.progress import announce_wait
from benchreport.results.pairs.pairwise import CORRECTIONS, LEAST_DIFFERENCE
from benchreport.stats._arrays import Array
from benchreport.wording.shell import progress

Correction = Literal[
    "none",
    "bonferroni",
    "sidak",
    "holm",
    "hochberg",
    "hommel",
    "finner",
    "li",
    "holland",
    "rom",
    "bh",
    "by",
    "shaffer",
    "bergmann_hommel",
]
STEP_DOWN = {"bonferroni", "holm", "shaffer", "bergmann_hommel"}
LONG_WAIT = 1.0
"""Seconds from which on a wait is announced."""


def adjust_p(p_values: Array, correction: str, control: str | None) -> Array:
    """Adjust the p-values of all pairs, or of all comparisons with the control.

    Raises
    ------
    OptionError
        The correction is invalid; it needs all pairs, but there is a control; or it is Bergmann and
        Hommel's and there are more than 20 algorithms.

    Warns
    -----
    BenchreportWarning
        Bergmann and Hommel's correction takes more than a second.
    """
    check_choice("correction", correction, METHODS, usual="holm")
    if control is not None and correction in ALL_PAIRS:
        raise OptionError(
            f"correction={correction!r} uses the logical relations among the hypotheses of all pairs; "
            f"comparisons with control={control!r} have none.",
            hint=option(correction="holm") + ", or no control",
        )
    if correction == "bergmann_hommel":
        return _adjust_bergmann_hommel(p_values)
    return adjust(p_values, correction)


def adjust_confidence(p_values: Array, p_adjusted: Array, alpha: float) -> Array:
    """Return the confidence at which the interval of a pair excludes 0 where its p is at most alpha.

    It is 1 − α/f, with f the factor by which the correction multiplied the p-value (Serlin, 1993): 1 − α for
    the pair alone, at most 1 − α/m.

    Parameters
    ----------
    p_values, p_adjusted
        The p-values of m pairs before and after the correction, (m,).
    alpha
        The level of decisions.

    Examples
    --------
    >>> p = np.array([0.001, 0.02, 0.6])
    >>> adjust_confidence(p, adjust_p(p, "holm", None), 0.06).round(3).tolist()
    [0.98, 0.97, 0.94]
    """
    largest = np.full(len(p_values), 1.0 / max(len(p_values), 1))
    share = np.divide(p_values, p_adjusted, out=largest, where=p_adjusted > 0)
    confidence: Array = 1 - alpha * np.minimum(share, 1.0)
    return confidence


def _adjust_bergmann_hommel(p_values: Array) -> Array:
    """Adjust by Bergmann and Hommel's procedure; announce a long wait, and refuse too many algorithms."""
    seconds = partitions.seconds_for(p_values)
    if seconds < LONG_WAIT:
        return adjust(p_values, "bergmann_hommel")
    if math.isinf(seconds):
        raise OptionError(
            f"correction='bergmann_hommel' is computed for up to {partitions.MOST_ALGORITHMS} "
            f"algorithms; these {len(p_values)} pairs come from more. Each one more triples the time.",
            hint=option(correction="shaffer") | option(correction="holm"),
        )
    computation = progress.BERGMANN_HOMMEL.format(n=len(p_values))
    with announce_wait(
        computation, seconds, hint=option(correction="shaffer") | option(correction="holm")
    ) as shown:
        return adjust(p_values, "bergmann_hommel", progress=shown)


def attainable_p(least: Array, correction: str) -> float:
    """Return the smallest adjusted p-value that pairs with these smallest p-values can have.

    Parameters
    ----------
    least
        The p-value that the test of each pair gives where all blocks agree, (m,).
    correction
        The correction, as for `adjust_p`. Step-down corrections multiply the smallest of m p-values
        by m, whatever the others are.
    """
    if correction in STEP_DOWN:
        return min(1.0, float(least.min()) * len(least))
    return float(adjust(least, correction).min())


def least_p_of_signs(n_signs: NDArray[np.int64], alternative: str) -> Array:
    """Return the smallest p-value that a test of signs can give for each pair's number of them (m,)."""
    sides = 2.0 if alternative == "two-sided" else 1.0
    least: Array = np.minimum(1.0, np.ldexp(sides, -n_signs))
    return least


def adjusts_intervals(correction: str, asked: Array, reached: Array | None = None) -> bool:
    """Tell whether a correction changes the confidence of intervals, and all of them reach it.

    Parameters
    ----------
    correction
        The correction, as for `adjust_p`.
    asked
        The confidence that each pair's interval needs, (m,), by `adjust_confidence`.
    reached
        The confidence that each has, (m,), where ranks of few scores may not allow what is asked.
    """
    short = reached is not None and bool((reached < asked - LEAST_DIFFERENCE).any())
    return correction != "none" and len(asked) > 1 and not short


def correction_references(correction: str, *, intervals: bool = False) -> tuple[str, ...]:
    """Return the key of the paper that proposed a correction, and of that on adjusted intervals.

    Parameters
    ----------
    correction
        The correction, as for `adjust_p`.
    intervals
        Whether it adjusts intervals as well.
    """
    if correction not in CORRECTIONS:
        check_choice("correction", correction, METHODS, usual="holm")
    key = CORRECTIONS[correction].reference
    return (*((key,) if key else ()), *(("serlin1993",) if intervals else ()))
