"""Wilcoxon's signed-rank test for pairs of algorithms."""

import functools
from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_fraction, format_count
from benchreport.numerics.effects.rank_biserial import rank_biserial
from benchreport.numerics.effects.shifts import (
    LONG,
    hodges_lehmann_each,
    median_shift_each,
    middle_values,
)
from benchreport.numerics.nulls.signed_rank import signed_rank_p, signed_ranks
from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.tails import Alternative
from benchreport.results.later import later
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import symmetric_differences
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._corrections import (
    Correction,
    adjust_confidence,
    adjust_p,
    adjusts_intervals,
    attainable_p,
    correction_references,
    least_p_of_signs,
)
from benchreport.stats._pairs import (
    Pairs,
    by_pairs,
    compare_pairs,
    favour_better,
    name_variants,
    pairs,
)
from benchreport.wording.verdicts import notes as texts

Zeros = Literal["wilcox", "pratt", "zsplit"]
Variant = Literal["auto", "exact", "normal"]
Shift = Literal["auto", "hodges_lehmann", "median"]

# "auto" computes up to this many Walsh averages over all pairs, or as much work: two seconds
MOST_AVERAGES = 400_000_000


def wilcoxon(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    zeros: Zeros = "wilcox",
    variant: Variant = "auto",
    shift: Shift = "auto",
) -> PairwiseResult:
    """Test H0 for each pair: the differences on a block are symmetric about zero.

    H1: they are shifted (for a one-sided alternative: to its side). The test of a pair depends on the
    scores of this pair alone.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, adjusted as the p-values are.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    alternative
        ``"two-sided"``; ``"greater"``: the first of a pair has the higher scores; ``"less"``. Choose it
        before the scores are seen.
    zeros
        How differences of 0 are treated: ``"wilcox"`` drops them before ranking, ``"pratt"`` after it;
        with ``"zsplit"`` they count half on either side.
    variant
        ``"exact"`` is the permutation distribution given the observed ties and zeros, ``"normal"``
        the tie-corrected approximation; ``"auto"`` is exact for up to 50 non-zero differences, and
        up to 500 without ties.
    shift
        The estimate beside the p-value: ``"hodges_lehmann"``, or the ``"median"`` of the
        differences with its interval, which costs a fraction. ``"auto"`` takes the median where
        there are very many pairs (as of more than 311 algorithms on 128 blocks), and says so.

    Returns
    -------
    PairwiseResult
        Shifts in score units, first − second, with their distribution-free two-sided intervals;
        statistic R⁺; effect size the matched-pairs rank-biserial correlation, positive
        where the first has the higher scores.

    Raises
    ------
    DesignError
        Runs are missing, or the control is not among the algorithms.
    OptionError
        The correction, zeros, variant or alpha is invalid.

    Notes
    -----
    Differences that agree to the 12th significant digit of the scores are one value: 0.9 − 0.8 ties
    with 0.8 − 0.7. If all differences are zero, p = 1.

    References
    ----------
    Wilcoxon (1945); Pratt (1959); Demšar (2006), JMLR 7, section 3.1.3; Holm (1979); Kerby (2014);
    Hodges & Lehmann (1963); Benavoli et al. (2016), JMLR 17(5).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7, 8], "b": [7, 6, 8, 5, 4], "c": [5, 4, 4, 2, 1]})
    >>> pair = frame.bench(score="accuracy").wilcoxon().comparisons[0]
    >>> pair.statistic, pair.p_value, pair.p_adjusted, pair.effect_size
    (15.0, 0.0625, 0.1875, 1.0)
    """
    check_fraction("alpha", alpha)
    check_choice("shift", shift, ("auto", "hodges_lehmann", "median"))
    values = scores.require_complete("wilcoxon")
    columns = pairs(scores, control)
    walsh = shift == "hodges_lehmann" or (shift == "auto" and _walsh_is_fast(columns, values))
    choice = _Choice(zeros, variant, alternative)
    n_blocks = len(values)

    def keep(differences: Array, confidence: float) -> Array:
        return differences if walsh else middle_values(differences, confidence)

    # few corrections multiply p-values by more than their number, here with room for rounding
    most = 1 - 0.9 * alpha / len(columns[0])
    tests: _Tests = by_pairs(
        lambda each: _test(each, choice, 1 - alpha, lambda some: keep(some, most)), values, columns
    )
    p_adjusted = adjust_p(tests.p_value, correction, control)
    asked = adjust_confidence(tests.p_value, p_adjusted, alpha)
    kept, highest = tests.kept, float(asked.max())
    if highest > most:
        kept = by_pairs(lambda each: keep(each, highest), values, columns)
    estimate = hodges_lehmann_each if walsh else functools.partial(median_shift_each, n=n_blocks)
    shifts = estimate(kept, asked)
    how = tests.how.tolist()
    adjusted = adjusts_intervals(correction, asked, shifts.confidence)
    ranks = block_ranks(values, higher_is_better=scores.higher_is_better)
    return compare_pairs(
        PairwiseResult,
        scores,
        columns,
        (
            shifts.estimate,
            tests.positive,
            tests.p_value,
            p_adjusted,
        ),
        effect=(tests.effect, tests.effect_low, tests.effect_high),
        interval=(shifts.low, shifts.high),
        confidence=(shifts.confidence, 1 - alpha),
        adjusted_intervals=adjusted,
        sign=favour_better(scores, tests.lead),
        remarks=how,
        control=control,
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        procedure="wilcoxon",
        method="Wilcoxon signed-rank test",
        variant=name_variants(how, "exact, normal where large"),
        assumptions=later(lambda: (independent_blocks(scores), symmetric_differences("median"))),
        warnings=_zero_notes(tests.nonzero),
        references=(*_references(zeros), *correction_references(correction, intervals=adjusted)),
        difference_name=(
            f"{'Hodges–Lehmann shift' if walsh else 'median difference'} of {scores.score}"
        ),
        statistic_name="R+",
        effect_name="matched-pairs rank-biserial correlation",
        centre_name="mean rank",
        centres=tuple(ranks.mean(axis=0).tolist()),
        lower_centre_is_better=True,
        attainable=(
            attainable_p(least_p_of_signs(tests.signs, alternative), correction)
            if set(how) == {"exact"}
            else None
        ),
    )


class _Choice(NamedTuple):
    """The caller's options."""

    zeros: Zeros
    variant: Variant
    alternative: Alternative


class _Tests(NamedTuple):
    """The tests of m pairs, (m,) each."""

    positive: Array
    lead: Array
    p_value: Array
    how: NDArray[np.str_]
    effect: Array
    effect_low: Array
    effect_high: Array
    nonzero: NDArray[np.int64]
    signs: NDArray[np.int64]
    """How many differences have a sign that is permuted: those of 0 have one where they are split."""
    kept: Array
    """The differences, or those in the middle, (m, w)."""


def _test(
    differences: Array, choice: _Choice, confidence: float, keep: Callable[[Array], Array]
) -> _Tests:
    """Test some pairs by their differences (m, N), and keep what their shifts need."""
    sums = signed_ranks(differences, choice.zeros)
    p_value, how = signed_rank_p(sums, variant=choice.variant, alternative=choice.alternative)
    return _Tests(
        sums.positive,
        sums.positive - sums.negative,
        p_value,
        how,
        *rank_biserial(sums, confidence),
        sums.nonzero,
        sums.n if choice.zeros == "zsplit" else sums.nonzero,
        keep(differences),
    )


def _walsh_is_fast(columns: Pairs, values: Array) -> bool:
    n_pairs, n_blocks = len(columns[0]), len(values)
    return n_pairs * n_blocks * min(n_blocks + 1, LONG) // 2 <= MOST_AVERAGES


def _zero_notes(nonzero: NDArray[np.int64]) -> tuple[str, ...]:
    equal = int((nonzero == 0).sum())
    return (texts.EQUAL_PAIRS.format(pairs=format_count(equal, "pair")),) if equal else ()


def _references(zeros: str) -> tuple[str, ...]:
    keys = ["wilcoxon1945", "demsar2006", "benavoli2016", "hodges1963", "kerby2014"]
    keys += ["pratt1959"] if zeros == "pratt" else []
    return tuple(keys)
