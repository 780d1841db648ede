"""The z test of means against a known value.

Ours because statsmodels' ``ztest`` estimates sigma.
"""

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_fraction, check_number
from benchreport.hints import option
from benchreport.numerics.multiplicity.adjust import ALL_PAIRS
from benchreport.numerics.tails import Alternative, interval, p_of_z
from benchreport.results.base import Assumption, Design, Interval
from benchreport.results.later import later
from benchreport.results.ranks.location_result import Location, LocationResult
from benchreport.stats._assumptions import notes
from benchreport.stats._corrections import Correction, adjust_p, correction_references
from benchreport.wording.verdicts import assumptions as wording


def z_test(
    scores: Scores,
    *,
    mu: float,
    sigma: float,
    alpha: float = 0.05,
    correction: Correction = "holm",
    alternative: Alternative = "two-sided",
) -> LocationResult:
    """Test H0 for each algorithm: its mean score is mu.

    H1: it is not, or lies on the side of the alternative. The test is for scores whose standard deviation
    is known beforehand.

    Parameters
    ----------
    scores
        A table of k algorithms; empty cells are left out.
    mu
        The value to compare with, in score units.
    sigma
        The known standard deviation of one score, in score units.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, for each algorithm alone.
    correction
        How p-values are adjusted, over all algorithms.
    alternative
        ``"two-sided"``; ``"greater"``: the mean is above mu; ``"less"``. Choose it before the scores
        are seen.

    Returns
    -------
    LocationResult
        Means with intervals, z = (mean − mu)/(sigma/√n), and the effect size (mean − mu)/sigma with
        its interval.

    Raises
    ------
    OptionError
        mu is not finite, sigma not positive; there is no such correction or alternative.

    References
    ----------
    Student (1908), for the t test where sigma is estimated.

    Examples
    --------
    Nine scores, μ0 = 100 and σ = 15:

    >>> import pandas as pd
    >>> import benchreport
    >>> iq = [116, 128, 125, 119, 89, 99, 105, 116, 118]
    >>> frame = pd.DataFrame({"a": iq, "b": [100.0] * 9})
    >>> row = frame.bench(score="accuracy").z_test(mu=100, sigma=15).rows[0]
    >>> round(row.estimate, 1), round(row.statistic, 3), round(row.p_value, 4)
    (112.8, 2.556, 0.0106)
    """
    check_fraction("alpha", alpha)
    check_number("mu", mu, hint=option(mu=100))
    check_number("sigma", sigma, above=0, hint=option(sigma=15) + ", known beforehand")
    if correction in ALL_PAIRS:
        raise OptionError(
            f"correction={correction!r} is for all pairs of algorithms; here each is compared with mu.",
            hint=option(correction="holm"),
        )
    sizes = np.array([len(sample) for sample in scores.samples])
    means = np.array([float(sample.mean()) for sample in scores.samples])
    errors = sigma / np.sqrt(sizes)
    with np.errstate(over="ignore"):  # an infinite z is as far from mu as possible
        z = (means - mu) / errors
    p_value = p_of_z(z, alternative)
    p_adjusted = adjust_p(p_value, correction, scores.algorithms[0])
    low, high = interval(means, errors, confidence=1 - alpha, alternative=alternative)
    rows = zip(
        scores.algorithms,
        *(column.tolist() for column in (sizes, means, low, high, z, p_value, p_adjusted)),
        strict=True,
    )
    return LocationResult(
        procedure="z_test",
        method="z test" if alternative == "two-sided" else f"z test, one-sided ({alternative})",
        correction=correction,
        alpha=alpha,
        design=Design.of(scores),
        assumptions=(KNOWN,),
        warnings=later(lambda: notes(scores)),
        references=("student1908", *correction_references(correction)),
        rows=tuple(
            Location(
                algorithm=name,
                n=n,
                estimate=mean,
                interval=Interval(below, above, 1 - alpha),
                statistic=statistic,
                p_value=p,
                p_adjusted=adjusted,
                effect_size=(mean - mu) / sigma,
                effect_interval=Interval((below - mu) / sigma, (above - mu) / sigma, 1 - alpha),
            )
            for name, n, mean, below, above, statistic, p, adjusted in rows
        ),
        value=float(mu),
        statistic_name="z",
        effect_name="(mean − mu) / sigma",
    )


KNOWN = Assumption.of(wording.KNOWN_DEVIATION)
