"""The sign test: how often each of a pair wins.

Ours because ``scipy.stats.binomtest`` tests one pair at a time.
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_fraction
from benchreport.numerics.effects.shifts import hodges_lehmann, median_shift
from benchreport.numerics.effects.superiority import probability_of_superiority
from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.tails import ALTERNATIVES, Alternative
from benchreport.results.later import later
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._corrections import Correction, adjust_p, attainable_p, correction_references
from benchreport.stats._pairs import by_pairs, compare_pairs, favour_better, pairs

Counts = NDArray[np.int64]
Ties = Literal["drop", "split"]
Shift = Literal["hodges_lehmann", "median"]


def sign(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    ties: Ties = "drop",
    shift: Shift = "median",
) -> PairwiseResult:
    """Test H0 for each pair: on a block either is as likely to have the higher score.

    H1: one is more likely (for a one-sided alternative: the one it names). The test needs only the order
    of the scores, and has little power.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, for each pair alone.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    alternative
        ``"two-sided"``; ``"greater"``: the first of a pair has the higher scores; ``"less"``. Choose it
        before the scores are seen.
    ties
        ``"drop"`` leaves blocks without a winner out; ``"split"`` gives half of them to each and leaves
        an odd one out, as Demšar does.
    shift
        The estimate beside the p-value: the ``"median"`` of the differences, whose interval holds the values
        that the test does not reject; or ``"hodges_lehmann"``, which is for symmetric differences.

    Returns
    -------
    PairwiseResult
        Shifts in score units, first − second, with intervals; the statistic is the first's count of
        higher scores; the effect size is the probability of superiority.

    Raises
    ------
    DesignError
        Runs are missing, or the control is not among the algorithms.
    OptionError
        The correction, alternative, ties or shift is invalid.

    Notes
    -----
    All p-values are exact (binomial). If there are no differences at all, p = 1.

    References
    ----------
    Dixon & Mood (1946), JASA 41: 557-566; Demšar (2006), JMLR 7, section 3.1.4.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7, 8], "b": [7, 6, 8, 5, 8]})
    >>> pair = frame.bench(score="accuracy").sign().comparisons[0]
    >>> pair.statistic, pair.p_value, pair.effect_size
    (4.0, 0.125, 0.9)
    """
    check_fraction("alpha", alpha)
    check_choice("alternative", alternative, ALTERNATIVES)
    check_choice("ties", ties, ("drop", "split"))
    check_choice("shift", shift, ("hodges_lehmann", "median"))
    values = scores.require_complete("sign")
    columns = pairs(scores, control)
    locate = hodges_lehmann if shift == "hodges_lehmann" else median_shift

    def compare(differences: Array) -> tuple[NDArray[Any], ...]:
        found = locate(differences, 1 - alpha)
        ends = found.estimate, found.low, found.high, np.full(len(differences), found.confidence)
        return *_counts(differences, ties), *ends

    wins, n_counted, estimate, low, high, confidence = by_pairs(compare, values, columns)
    p_value = _binomial(wins, n_counted, alternative)
    ranks = block_ranks(values, higher_is_better=scores.higher_is_better)
    name = "Hodges–Lehmann shift" if shift == "hodges_lehmann" else "median difference"
    return compare_pairs(
        PairwiseResult,
        scores,
        columns,
        (
            estimate,
            wins.astype(np.float64),
            p_value,
            adjust_p(p_value, correction, control),
        ),
        effect=probability_of_superiority(
            values, *columns, higher_is_better=scores.higher_is_better, confidence=1 - alpha
        ),
        interval=(low, high),
        confidence=(confidence, 1 - alpha),
        sign=favour_better(scores, (2 * wins - n_counted).astype(np.float64)),
        control=control,
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        procedure="sign",
        method="Sign test",
        variant=ties,
        assumptions=later(lambda: (independent_blocks(scores),)),
        references=(
            *("dixon1946", "demsar2006", "hodges1963", "grissom2012"),
            *correction_references(correction),
        ),
        difference_name=f"{name} of {scores.score}",
        statistic_name="wins",
        effect_name="probability of superiority",
        centre_name="mean rank",
        centres=tuple(ranks.mean(axis=0).tolist()),
        lower_centre_is_better=True,
        attainable=attainable_p(_least(n_counted, alternative), correction),
    )


def _counts(differences: Array, ties: Ties) -> tuple[Counts, Counts]:
    """Count how often the first is higher, and the blocks that count, of each pair (m,)."""
    above, below = (differences > 0).sum(axis=1), (differences < 0).sum(axis=1)
    half = (differences == 0).sum(axis=1) // 2 if ties == "split" else np.zeros_like(above)
    return above + half, above + below + 2 * half


def _least(n: Counts, alternative: Alternative) -> Array:
    """Return the p-value of each pair if one of the two won on every block."""
    return _binomial(np.zeros_like(n) if alternative == "less" else n, n, alternative)


def _binomial(wins: Counts, n: Counts, alternative: Alternative) -> Array:
    halves = np.full(len(wins), 0.5)
    at_most = np.asarray(special.bdtr(wins, n, halves), dtype=np.float64)
    # P(X ≥ wins) is P(X ≤ losses), by symmetry, and keeps its digits
    at_least = np.asarray(special.bdtr(n - wins, n, halves), dtype=np.float64)
    smaller: Array = np.minimum(1.0, 2 * np.minimum(at_most, at_least))
    return {"less": at_most, "greater": at_least, "two-sided": smaller}[alternative]
