"""Whether the first is worse by less than a margin."""

from benchreport.data.scores import Scores
from benchreport.results.pairs.equivalence import EquivalenceResult
from benchreport.stats._corrections import Correction
from benchreport.stats.effects._equivalence_tests import (
    Kind,
    Options,
    check_options,
    compare_to_margin,
    run_margin_tests,
)


def non_inferiority(
    scores: Scores,
    *,
    margin: float,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    test: Kind = "t",
    paired: bool | None = None,
) -> EquivalenceResult:
    """Test H0 for each pair: the first is worse than the second by the margin or more.

    H1: it is worse by less, or better; the score's direction tells which side is worse. With a control
    the test is whether the others can replace it; without one each pair is tested both ways.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; complete if paired.
    margin
        The largest loss that does not matter, in score units, above 0.
    alpha
        The level of decisions; intervals are one-sided with confidence 1 − alpha.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control; corrections
        for all-pairs families are refused.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    test
        ``"t"`` of mean differences (Welch's if not paired), or ``"wilcoxon"``: signed ranks of the
        differences moved by the margin.
    paired
        Whether scores of a block belong together; by default, the table decides.

    Returns
    -------
    EquivalenceResult
        Differences in score units, first − second, with one-sided intervals and p-values; d_z, or
        Hedges' g if not paired.

    Raises
    ------
    DesignError
        Runs are missing (paired), or an algorithm has one score only.
    OptionError
        The margin is not above 0; there is no such correction or test.

    Notes
    -----
    As in `equivalence`, skewed differences put a t test of paired scores in doubt, and few blocks hide it.

    References
    ----------
    Wellek (2010), Testing Statistical Hypotheses of Equivalence and Noninferiority, chapter 2.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"new": [9.0, 8.1, 9.2, 7.1], "old": [9.1, 8.0, 9.1, 7.1]})
    >>> bench = frame.bench(score="accuracy")
    >>> print(bench.non_inferiority(margin=0.5, control="old").interpretation[0])
    Not inferior within 0.5: new to old.
    """
    options = Options(margin, alpha, correction, control, test, paired)
    check_options(options)
    higher = scores.higher_is_better
    tests = run_margin_tests(
        scores, "non_inferiority", options, alternative="greater" if higher else "less"
    )
    return compare_to_margin(
        scores,
        tests,
        tests[1].p_lower if higher else tests[1].p_upper,
        options,
        procedure="non_inferiority",
        method="Non-inferiority test",
        question="not inferior",
    )
