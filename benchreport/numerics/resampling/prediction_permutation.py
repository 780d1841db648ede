"""Permutation test of two models' predictions, exchanged example by example.

Ours because scipy's ``permutation_test`` knows samples of numbers, not metrics of predictions.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.errors import OptionError
from benchreport.hints import option
from benchreport.numerics.resampling.resample_weights import (
    Statistic,
    check_counts,
    resampling_p,
    rows_at_a_time,
)
from benchreport.numerics.seeded_parts import draw_bits, seeded_parts
from benchreport.numerics.tails import Alternative
from benchreport.wording.shell import progress as steps

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class ExchangeTest(NamedTuple):
    """Both models' metric, their difference and its p-value, each (…)."""

    first: Floats
    second: Floats
    difference: Floats
    """first − second."""
    p_value: Floats


def exchange_predictions(
    statistic: Statistic,
    multiplicity: npt.ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    n_resamples: int = 10_000,
    rng: int | np.random.Generator = 0,
) -> ExchangeTest:
    """Test H0: on each example either model could have made either prediction.

    H1: the metric differs, or is larger for the first (``"greater"``), or smaller (``"less"``).

    Parameters
    ----------
    statistic
        The metric of all predictions as one model's, the first model's above the second's and
        the truth twice: weights (b, 2·rows) to values (b, …).
    multiplicity
        How many examples each row stands for, (rows,): ones, unless rows come from `collapse`.
        Rows on which the two agree change nothing and may stay.
    alternative
        The side of H1, in the metric's own direction.
    n_resamples
        Random exchanges B; p = (b + 1)/(B + 1).
    rng
        A seed or generator; the same seed gives the same bytes.

    Returns
    -------
    ExchangeTest
        p = 1 if the two agree everywhere; NaN where an exchange leaves the metric undefined.

    Raises
    ------
    OptionError
        The alternative is invalid; ``n_resamples`` is below 1.
    DataError, DesignError
        Multiplicities are not counts.

    References
    ----------
    Fisher (1935), The design of experiments, section 21. Noreen (1989), Computer-intensive methods
    for testing hypotheses, who calls it approximate randomization.

    Examples
    --------
    Accuracy, 11 examples that only the first has right and 1 that only the second has: exchanging
    is then the exact McNemar test, whose p is .0063.

    >>> right = np.array([1.0] * 11 + [0.0] + [0.0] * 11 + [1.0])
    >>> found = exchange_predictions(lambda weights: weights @ right / 12, np.ones(12))
    >>> float(found.difference.round(4)), bool(0.004 < found.p_value < 0.009)
    (0.8333, True)
    """
    counts = check_counts(multiplicity)
    if n_resamples < 1:
        raise OptionError(
            f"n_resamples must be at least 1; got {n_resamples}.", hint=option(n_resamples=10_000)
        )
    first, second = (
        values[0] for values in _both(statistic, np.zeros((1, len(counts)), dtype=np.int64), counts)
    )

    def draw(generator: np.random.Generator, size: int) -> Floats:
        exchanged = _exchange(counts, size, generator)
        return np.asarray(np.subtract(*_both(statistic, exchanged, counts)))

    step = rows_at_a_time(3 * len(counts))
    parts = seeded_parts(draw, n_resamples, step=step, rng=rng, computation=steps.PERMUTATION)
    null = np.concatenate(list(parts))
    difference = np.asarray(first - second)
    scale = np.maximum(np.abs(first), np.abs(second))
    return ExchangeTest(
        first, second, difference, resampling_p(null, difference, scale, alternative)
    )


def _both(statistic: Statistic, exchanged: Integers, counts: Integers) -> tuple[Floats, Floats]:
    """Compute both models' metric after so many of each row's examples were exchanged."""
    rows = len(counts)
    # exchanged, staying, exchanged: the last two thirds are the first model's weights, the first two the
    # second's
    thirds = np.empty((len(exchanged), 3 * rows))
    thirds[:, :rows] = thirds[:, 2 * rows :] = exchanged
    np.subtract(counts, exchanged, out=thirds[:, rows : 2 * rows])
    return (
        np.asarray(statistic(thirds[:, rows:])),
        np.asarray(statistic(thirds[:, : 2 * rows])),
    )


def _exchange(counts: Integers, size: int, generator: np.random.Generator) -> Integers:
    """Draw how many of each row's examples are exchanged, (size, rows)."""
    if counts.max() == 1:
        return draw_bits(generator, size, len(counts)) * counts
    return generator.binomial(counts, 0.5, size=(size, len(counts)))
