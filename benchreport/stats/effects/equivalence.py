"""Whether pairs differ by less than a margin."""

import numpy as np

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


def equivalence(
    scores: Scores,
    *,
    margin: float,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    test: Kind = "t",
    paired: bool | None = None,
) -> EquivalenceResult:
    """Test H0 for each pair: the two differ by the margin or more.

    H1: they differ by less, either way. A large p-value of a test of no difference cannot show that.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; complete if paired.
    margin
        The largest difference that does not matter, in score units.
    alpha
        The level of decisions; intervals have confidence 1 − 2 alpha, which fits the two tests.
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
        Differences in score units with intervals; both one-sided p-values, of which the larger decides;
        d_z, or Hedges' g if not paired.

    Raises
    ------
    DesignError
        Runs are missing (paired), or an algorithm has one score only.
    OptionError
        The margin is not above 0; there is no such correction or test.

    Notes
    -----
    A t test of paired scores says nothing while Shapiro and Wilk's test doubts that differences are normal:
    at a true difference of the margin, exponential differences would have p ≤ .05 in 15 % (6 blocks) to 9 %
    (40) of simulated tables. Nor does it while Hall's t, which allows for skewness, decides a pair otherwise.
    Both leave 9 % of 6 blocks, 7 % of 10, 4 % of 15 and none of 40; where differences are normal, Hall's t
    takes .10 of a power of .76 (6 blocks), .05 of .80 (10) and .01 of .82 (15). Signed ranks need symmetric
    differences, which nothing checks, and would be wrong in 14 to 28 %.

    References
    ----------
    Schuirmann (1987), J. Pharmacokinet. Biopharm. 15: 657-680; Wellek (2010), chapter 5;
    Hall (1992), J. R. Statist. Soc. B 54: 221-228.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9.0, 8.1, 9.2, 7.1], "b": [9.1, 8.0, 9.1, 7.1]})
    >>> result = frame.bench(score="accuracy").equivalence(margin=0.5)
    >>> print(result.summary)
    Equivalence test (Holm): 1 of 1 pair equivalent within 0.5 at α = .05
    """
    options = Options(margin, alpha, correction, control, test, paired)
    check_options(options)
    tests = run_margin_tests(scores, "equivalence", options)
    return compare_to_margin(
        scores,
        tests,
        np.maximum(tests[1].p_lower, tests[1].p_upper),
        options,
        procedure="equivalence",
        method="Equivalence test",
        question="equivalent",
    )
