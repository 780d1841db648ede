"""What k samples of an example are worth, from the m that there are: averages over all sets of k of them.

Ours because no library that the package depends on has these estimators.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

Floats = npt.NDArray[np.float64]
NAME = re.compile(r"(pass|majority|best|worst)@(\d+)|(pass)\^(\d+)")


class SampleMetric(NamedTuple):
    """A metric of k samples of each example.

    Parameters
    ----------
    name
        As it was written: ``"pass@5"``.
    k
        The number of samples.
    definition
        What it is, in words.
    of_counts
        A function of the right answers (n, k models), all samples (n, 1) and k, for metrics of right and
        wrong answers; ``None`` for those of the best or the worst value.
    """

    name: str
    k: int
    definition: str
    of_counts: Callable[[Floats, Floats, int], Floats] | None

    @property
    def worst(self) -> bool:
        """Whether it is of the worst of the values."""
        return self.name.startswith("worst")


def find_sample_metric(name: str) -> SampleMetric | None:
    """Return the metric of a name such as ``"pass@5"``; ``None`` for all other names.

    Examples
    --------
    >>> find_sample_metric("pass@5").definition
    'the chance that at least one of 5 samples is right'
    >>> find_sample_metric("accuracy") is None
    True
    """
    found = NAME.fullmatch(name)
    if found is None:
        return None
    base, k = found[1] or "pass^", int(found[2] or found[4])
    if k < 1:
        return None
    of_counts, definition = METRICS[base]
    return SampleMetric(name, k, definition.format(k=k), of_counts)


def any_right(right: Floats, samples: Floats, k: int) -> Floats:
    """Return the share of all sets of k samples with a right one (Chen et al., 2021, equation 1).

    Examples
    --------
    >>> any_right(np.array([1.0, 0.0]), np.array([4.0, 4.0]), 2).tolist()
    [0.5, 0.0]
    """
    return 1.0 - _share_of_sets(samples - right, samples, k)


def all_right(right: Floats, samples: Floats, k: int) -> Floats:
    """Return the share of all sets of k samples that are right alone."""
    return _share_of_sets(right, samples, k)


def majority_right(right: Floats, samples: Floats, k: int) -> Floats:
    """Return the share of all sets of k samples with more right than wrong ones; as many count half.

    Examples
    --------
    >>> round(float(majority_right(np.array(2.0), np.array(4.0), 3)), 12)
    0.5
    """
    total = np.zeros(np.broadcast(right, samples).shape)
    for many in range((k + 1) // 2, k + 1):
        share = np.exp(
            _log_sets(right, many) + _log_sets(samples - right, k - many) - _log_sets(samples, k)
        )
        total += share / 2 if 2 * many == k else share
    return np.minimum(total, 1.0)


def weights_of_largest(rank: Floats, samples: Floats, k: int) -> Floats:
    """Return the share of all sets of k samples of which the one with this rank, from 1, is the largest."""
    share = np.asarray(k / samples, dtype=np.float64)
    for place in range(1, k):
        share = share * np.maximum(rank - place, 0.0) / (samples - place)
    return share


def _share_of_sets(chosen: Floats, samples: Floats, k: int) -> Floats:
    """Return the share of all sets of k samples that are among these only."""
    share = np.ones(np.broadcast(chosen, samples).shape)
    for place in range(k):
        share = share * np.maximum(chosen - place, 0.0) / (samples - place)
    return share


def _log_sets(n: Floats, k: int) -> Floats:
    """Return the logarithm of the number of sets of k out of n, −∞ where there are none."""
    n = np.asarray(n, dtype=np.float64)
    enough = n >= k
    whole = np.where(enough, n, k)
    logs = special.gammaln(whole + 1) - special.gammaln(k + 1) - special.gammaln(whole - k + 1)
    return np.where(enough, logs, -np.inf)


METRICS: dict[str, tuple[Callable[[Floats, Floats, int], Floats] | None, str]] = {
    "pass": (any_right, "the chance that at least one of {k} samples is right"),
    "pass^": (all_right, "the chance that all of {k} samples are right"),
    "majority": (majority_right, "the chance that most of {k} samples are right"),
    "best": (None, "the best of {k} samples, on average"),
    "worst": (None, "the worst of {k} samples, on average"),
}
