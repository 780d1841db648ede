"""Intervals for a proportion: an accuracy, an error, a share of wins.

Ours because statsmodels', which agree to 16 digits, take .2 s to import, twice the time, and leave 0 of 0
undefined.
"""

from collections.abc import Callable
from typing import Literal

import numpy as np
import numpy.typing as npt

from benchreport.errors import DataError, check_choice, check_fraction, examples
from benchreport.numerics.normal_tails import normal_quantile

Floats = npt.NDArray[np.float64]
Ends = tuple[Floats, Floats]
ProportionMethod = Literal["normal", "wilson", "agresti_coull", "clopper_pearson", "jeffreys"]
PROPORTION_METHODS: tuple[ProportionMethod, ...] = (
    "normal",
    "wilson",
    "agresti_coull",
    "clopper_pearson",
    "jeffreys",
)


def proportion_interval(
    successes: npt.ArrayLike,
    n: npt.ArrayLike,
    confidence: float | Floats = 0.95,
    method: ProportionMethod = "wilson",
) -> Ends:
    """Two-sided interval for the probability behind ``successes`` of ``n`` independent trials.

    Parameters
    ----------
    successes
        Counts from 0 to n, any shape; halves are allowed, as a tie counts half.
    n
        Trials, of a shape that broadcasts.
    confidence
        Between 0 and 1, of all proportions or of each.
    method
        ``"normal"``: share ± z standard errors (Wald), for comparison with other work: of no width
        at 0 and n of n, and too narrow near them. ``"wilson"``: the probabilities that the score
        test would not reject; covers as announced on average. ``"agresti_coull"``: Wald's after
        adding z²/2 successes and failures; same centre, a little wider. ``"clopper_pearson"``: the
        probabilities that neither one-sided binomial test would reject; never covers less than
        announced. ``"jeffreys"``: equal tails of the Beta(1/2, 1/2) posterior, with the end at 0 or
        1 where no or every trial succeeded.

    Returns
    -------
    low, high
        Within 0 and 1, in the broadcast shape. Without trials nothing is known: 0 and 1.

    References
    ----------
    Brown, Cai & DasGupta (2001), Interval estimation for a binomial proportion, Statistical Science
    16: 101-133. Wilson (1927), JASA 22: 209-212. Agresti & Coull (1998), The American Statistician
    52: 119-126. Clopper & Pearson (1934), Biometrika 26: 404-413.

    Examples
    --------
    >>> low, high = proportion_interval([16, 800], [20, 1000])
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.584, 0.774], [0.919, 0.824])
    """
    check_choice("method", method, PROPORTION_METHODS)
    check_confidence(confidence)
    successes, n = np.broadcast_arrays(
        np.asarray(successes, dtype=np.float64), np.asarray(n, dtype=np.float64)
    )
    _check(successes, n)
    known = n > 0
    low, high = _METHODS[method](successes, np.where(known, n, 1.0), confidence)
    if method != "normal":
        # 0 of n and n of n have an exact end, which rounding must not move
        low, high = np.where(successes == 0, 0.0, low), np.where(successes == n, 1.0, high)
    return np.where(known, np.maximum(low, 0.0), 0.0), np.where(known, np.minimum(high, 1.0), 1.0)


def _check(successes: Floats, n: Floats) -> None:
    wrong = ~((successes >= 0) & (successes <= n))
    if wrong.any():
        pairs = zip(successes[wrong].tolist(), n[wrong].tolist(), strict=True)
        examples_of_wrong = examples(f"{count:g} of {trials:g}" for count, trials in pairs)
        raise DataError(f"Successes must be counts from 0 to n; got {examples_of_wrong}.")


def check_confidence(confidence: float | Floats) -> None:
    """Raise `OptionError` unless a confidence, or each of several, is between 0 and 1."""
    if isinstance(confidence, np.ndarray):
        check_fraction("confidence", float(confidence.min()))
        check_fraction("confidence", float(confidence.max()))
    else:
        check_fraction("confidence", confidence)


def _z(confidence: float | Floats) -> Floats:
    return -normal_quantile((1.0 - confidence) / 2.0)


def _normal(successes: Floats, n: Floats, confidence: float | Floats) -> Ends:
    share = successes / n
    half = _z(confidence) * np.sqrt(share * (1.0 - share) / n)
    return share - half, share + half


def _wilson(successes: Floats, n: Floats, confidence: float | Floats) -> Ends:
    z2 = _z(confidence) ** 2
    share = successes / n
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = np.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    return centre - half, centre + half


def _agresti_coull(successes: Floats, n: Floats, confidence: float | Floats) -> Ends:
    z2 = _z(confidence) ** 2
    return _normal(successes + z2 / 2, n + z2, confidence)


def _clopper_pearson(successes: Floats, n: Floats, confidence: float | Floats) -> Ends:
    from scipy import special  # slow to load, and tests by ranks do without

    tail, failures = (1.0 - confidence) / 2.0, n - successes
    # a beta distribution needs two positive parameters; those ends are set by the caller
    return (
        np.asarray(special.betaincinv(np.maximum(successes, 0.5), failures + 1.0, tail), float),
        np.asarray(special.betainccinv(successes + 1.0, np.maximum(failures, 0.5), tail), float),
    )


def _jeffreys(successes: Floats, n: Floats, confidence: float | Floats) -> Ends:
    from scipy import special  # as in `_clopper_pearson`

    tail, failures = (1.0 - confidence) / 2.0, n - successes
    return (
        np.asarray(special.betaincinv(successes + 0.5, failures + 0.5, tail), float),
        np.asarray(special.betainccinv(successes + 0.5, failures + 0.5, tail), float),
    )


_METHODS: dict[ProportionMethod, Callable[[Floats, Floats, float | Floats], Ends]] = {
    "normal": _normal,
    "wilson": _wilson,
    "agresti_coull": _agresti_coull,
    "clopper_pearson": _clopper_pearson,
    "jeffreys": _jeffreys,
}
