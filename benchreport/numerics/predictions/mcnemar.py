"""Two models on the same examples: McNemar's tests and the odds ratio, of many pairs at once.

Ours because statsmodels has no mid-p, takes one pair at a time, and scipy's binomial tail loses nine digits
for a million examples.
"""

from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.errors import DesignError, OptionError, check_choice, check_fraction
from benchreport.hints import option
from benchreport.numerics.tails import p_of_z

Floats = npt.NDArray[np.float64]
Estimates = tuple[Floats, Floats, Floats]
Variant = Literal["auto", "exact", "mid_p", "corrected", "uncorrected"]

EXACT_BELOW = 25
"""The automatic p-value is exact below this number of discordant examples, from it on mid-p."""

_BINOMIAL = ("exact", "mid_p")


class McNemar(NamedTuple):
    """McNemar's tests of many pairs, each field in the shape of the counts."""

    statistic: Floats
    """χ² of corrected and uncorrected; min(b, c) of exact and mid_p."""
    p_value: Floats
    """Two-sided."""
    variant: npt.NDArray[np.str_]
    """The variant that gave each p-value, never "auto"."""


def mcnemar(
    b: npt.ArrayLike,
    c: npt.ArrayLike,
    variant: Variant = "auto",
    *,
    spread: npt.ArrayLike | None = None,
) -> McNemar:
    """McNemar's test of two models on the same examples, many pairs at once.

    H0: where the models differ, the first is as likely right as the second, so that their
    accuracies are equal. H1: it is not.

    Parameters
    ----------
    b, c
        Examples that only the first model gets right, and only the second; any shapes that
        broadcast.
    variant
        exact: binomial, twice the smaller tail; never above its level, and cautious. mid_p: the
        same with half the probability of the table observed; with b = c it is 1 less half of that.
        corrected: χ² = (|b − c| − 1)² / (b + c), the difference not below 0. uncorrected:
        χ² = (b − c)² / (b + c). auto: exact below 25 discordant examples, else mid_p, which keeps
        closest to its level (Fagerland et al. 2013) and costs no more; with a spread, uncorrected.
    spread
        With weighted examples: sums of the squared weights of the examples counted by b and c, the
        variance of b − c under H0. Only for the uncorrected χ².

    Returns
    -------
    McNemar
        Without discordant examples p = 1. P-values keep their digits down to 1e-300.

    References
    ----------
    McNemar (1947), Note on the sampling error of the difference between correlated proportions or
    percentages, Psychometrika 12. Edwards (1948), Psychometrika 13: 185-187.
    Fagerland, Lydersen & Laake (2013), The McNemar test for binary matched-pairs data, BMC Medical
    Research Methodology 13:91, and its supplement, equation 2.

    Examples
    --------
    Airway hyper-responsiveness before and after transplantation (Fagerland et al., table 1):

    >>> for variant in ("exact", "mid_p", "corrected", "uncorrected"):
    ...     print(variant, mcnemar(1, 7, variant).p_value.round(3))
    exact 0.07
    mid_p 0.039
    corrected 0.077
    uncorrected 0.034
    """
    check_choice("variant", variant, ("auto", "exact", "mid_p", "corrected", "uncorrected"))
    first, second = np.broadcast_arrays(_counts(b), _counts(c))
    total = first + second
    if spread is not None:
        if variant not in {"auto", "uncorrected"}:
            raise OptionError(
                f"variant={variant!r} needs counts; weighted examples give none.",
                hint=option(variant="uncorrected"),
            )
        names, total = np.full(total.shape, "uncorrected"), _counts(spread) + 0.0 * total
    elif variant == "auto":
        names = np.where(total < EXACT_BELOW, "exact", "mid_p")
    else:
        names = np.full(total.shape, variant)
    if np.isin(names, _BINOMIAL).any():
        if not ((first % 1 == 0) & (second % 1 == 0)).all():
            raise DesignError(
                f"variant={variant!r} needs whole numbers of examples; got weights.",
                hint=option(variant="uncorrected", spread=...) + ", the sums of squared weights",
            )
        fewer = np.minimum(first, second)
        return McNemar(fewer, _binomial_p(fewer, total, mid=names == "mid_p"), names)
    apart = np.maximum(np.abs(first - second) - (variant == "corrected"), 0.0)
    variance = np.where(total > 0, total, 1.0)  # models that never differ are 0 apart
    return McNemar(np.square(apart) / variance, p_of_z(apart / np.sqrt(variance)), names)


def odds_ratio(b: npt.ArrayLike, c: npt.ArrayLike, confidence: float = 0.95) -> Estimates:
    """Odds that the first model is the right one where two models differ: b / c.

    Parameters
    ----------
    b, c
        As for `mcnemar`: counts, not weights.
    confidence
        Confidence of the exact interval: Clopper and Pearson's for b of b + c, as odds.

    Returns
    -------
    estimate, low, high
        Arrays in the shape of the counts. c = 0: ∞ with the upper end; b = 0: 0 with the lower end. No
        discordant example: 1 in an interval from 0 to ∞.

    References
    ----------
    Clopper & Pearson (1934), Biometrika 26: 404-413.
    Fagerland, Lydersen & Laake (2017), Statistical analysis of contingency tables, chapter 8.

    Examples
    --------
    >>> [round(float(each), 2) for each in odds_ratio(25, 2)]
    [12.5, 3.12, 108.89]
    """
    check_fraction("confidence", confidence)
    first, second = np.broadcast_arrays(_counts(b), _counts(c))
    tail = (1.0 - confidence) / 2.0
    low, low_turned = _lower_odds(first, second, tail), _lower_odds(second, first, tail)
    with np.errstate(
        divide="ignore", invalid="ignore"
    ):  # x/0 is ∞ on purpose; 0/0 is replaced by 1
        estimate = np.where(first + second == 0, 1.0, first / second)
        return estimate, low, 1.0 / low_turned


def _lower_odds(successes: Floats, failures: Floats, tail: float) -> Floats:
    """Clopper and Pearson's lower end as odds; p and 1 − p apart, as either may be minute."""
    some = successes > 0
    a, b = np.where(some, successes, 1.0), failures + 1.0
    odds = special.betaincinv(a, b, tail) / special.betainccinv(b, a, tail)
    return np.where(some, odds, 0.0)


def _binomial_p(fewer: Floats, total: Floats, *, mid: npt.NDArray[np.bool_]) -> Floats:
    up_to, below = _at_most(fewer, total), _at_most(fewer - 1.0, total)
    even = 2.0 * fewer == total
    # adding instead of subtracting cancels no digits in the tail
    halved = np.where(even, 1.0 - (up_to - below) / 2.0, up_to + below)
    p = np.where(mid, halved, np.minimum(1.0, 2.0 * up_to))
    return np.where(total == 0, 1.0, p)


def _at_most(successes: Floats, n: Floats) -> Floats:
    """P(B ≤ successes), B ~ binomial(n, ½), for −1 ≤ successes ≤ n/2."""
    possible = (successes >= 0) & (n > 0)
    count, trials = np.where(possible, successes, 0.0), np.where(possible, n, 1.0)
    # scipy's bdtr and betainc lose up to nine digits here for a million trials, this form none
    tail = special.betaincc(count + 1.0, trials - count, 0.5)
    return np.where(possible, tail, 0.0)


def _counts(values: npt.ArrayLike) -> Floats:
    counts = np.asarray(values, dtype=np.float64)
    if not (np.isfinite(counts) & (counts >= 0)).all():
        raise DesignError("Counts of discordant examples must be finite and not negative.")
    return counts
