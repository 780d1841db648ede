"""Statistics of all runs on all datasets, resampled within datasets.

Ours because rliable copies and sorts the runs of each resample: for its README's five algorithms on 26 games
it takes forty times as long.
"""

import functools
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.numerics.chunks import by_rows
from benchreport.numerics.ranks import mid_ranks
from benchreport.numerics.resampling.bootstrap import BootstrapValues
from benchreport.numerics.resampling.resample_weights import CHUNK, resamples
from benchreport.numerics.ties import snap

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Places = npt.NDArray[np.intp]
Counts = npt.NDArray[np.int32]

# more runs of a stratum are compared without a matrix of all pairs
_LONG = 128


class Sample(NamedTuple):
    """The runs of one algorithm."""

    values: Floats
    """(r,) scores, or ratios to the best; NaN or ∞ for failed runs."""
    strata: Integers
    """(r,) codes of the strata within which runs are resampled, such as datasets."""
    weights: Floats
    """(r,) weights of the runs."""
    order: Places | None = None
    """(r,) places of the runs by their scores, where many resamples need it."""


Statistic = Callable[[Sample, Floats], Floats]
"""A sample, and how often each run was drawn (b, r), to (b,)."""


def interquartile_mean(sample: Sample, drawn: Floats) -> Floats:
    """Average the middle half of the runs, a quarter left out at each end.

    The number left out is rounded down, as in R's ``mean(x, trim = .25)``.

    References
    ----------
    Agarwal et al. (2021), Deep reinforcement learning at the edge of the statistical precipice, NeurIPS
    34, section 4.3.

    Examples
    --------
    >>> runs = Sample(np.array([9.0, 1, 2, 4, 3]), np.zeros(5, dtype=int), np.ones(5))
    >>> interquartile_mean(runs, np.array([[1.0, 1, 1, 1, 1], [0, 1, 2, 1, 1]])).round(3).tolist()
    [3.0, 2.333]
    """
    return _trimmed_mean(sample, drawn, len(sample.values) // 4)


def mean(sample: Sample, drawn: Floats) -> Floats:
    """Average all runs by their weights."""
    return _trimmed_mean(sample, drawn, 0)


def median(sample: Sample, drawn: Floats) -> Floats:
    """Take the median of the strata's means; of the runs if there is one stratum.

    >>> runs = Sample(np.array([1.0, 3, 5, 5, 0, 0]), np.array([0, 0, 1, 1, 2, 2]), np.ones(6))
    >>> median(runs, np.ones((1, 6))).tolist()
    [2.0]
    """
    names, codes = np.unique(sample.strata, return_inverse=True)
    if len(names) == 1:
        return _trimmed_mean(sample, drawn, (len(sample.values) - 1) // 2)
    members = (codes[:, None] == np.arange(len(names))).astype(np.float64)
    means = (drawn * sample.values) @ members / (drawn @ members)
    return np.asarray(np.median(means, axis=1))


def _trimmed_mean(sample: Sample, drawn: Floats, cut: int) -> Floats:
    """Average the runs without as many at each end, by their weights."""
    order = _order(sample) if sample.order is None else sample.order
    values, weights = sample.values[order], sample.weights[order]
    counts = drawn.astype(np.int32).take(order, axis=1)
    total = float(len(values))
    upto: npt.NDArray[Any] = np.cumsum(counts, axis=1, dtype=np.int32)
    if (weights != weights[0]).any():
        # whatever is drawn from strata of equal weights has the same weight
        total, upto = weights.sum(), np.cumsum(counts * weights, axis=1)
    left = cut / len(values) * total
    below = np.clip(upto, left, total - left) - left
    scale = float(np.abs(values).max()) or 1.0
    # the sum of weight times value, by parts; scaled, as a sum of huge scores may overflow
    steps = np.diff(values / scale, append=0.0)
    return np.asarray(below @ -steps / (total - 2 * left) * scale)


def _order(sample: Sample) -> Places:
    return np.argsort(sample.values, kind="stable")


def resample_statistics(
    samples: Sequence[Sample],
    statistics: Sequence[Statistic],
    *,
    n_resamples: int,
    rng: int = 0,
) -> BootstrapValues:
    """Compute statistics of each sample, and of its resamples within strata.

    Parameters
    ----------
    samples
        One per algorithm; those with the same strata get the same resamples.
    statistics
        Functions of a sample and of how often each run was drawn.
    n_resamples
        B.
    rng
        A seed.

    Returns
    -------
    BootstrapValues
        Estimates (k, s), and values (B, k, s).

    References
    ----------
    Agarwal et al. (2021), NeurIPS 34, section 4.1.

    Examples
    --------
    >>> runs = Sample(np.array([1.0, 2, 3, 4]), np.array([0, 0, 1, 1]), np.ones(4))
    >>> found = resample_statistics([runs], [mean], n_resamples=100)
    >>> found.estimate.tolist(), found.resampled.shape
    ([[2.5]], (100, 1, 1))
    """
    estimate = np.array(
        [
            [statistic(sample, np.ones((1, len(sample.values))))[0] for statistic in statistics]
            for sample in samples
        ]
    )
    resampled = np.empty((n_resamples, *estimate.shape))
    alike: dict[bytes, list[int]] = {}
    for place, sample in enumerate(samples):
        alike.setdefault(sample.strata.tobytes(), []).append(place)
    for group in alike.values():
        strata = samples[group[0]].strata
        ordered = [samples[place]._replace(order=_order(samples[place])) for place in group]
        each = functools.partial(_compute_all, ordered, statistics)
        values = resamples(
            np.ones(len(strata)), strata=strata, n_resamples=n_resamples, rng=rng, each=each
        )
        resampled[:, group] = np.concatenate(list(values))
    return BootstrapValues(estimate, resampled)


def _compute_all(
    samples: Sequence[Sample], statistics: Sequence[Statistic], drawn: Floats
) -> Floats:
    """Return each statistic of each sample with these weights, (b, k, s)."""
    values = np.empty((len(drawn), len(samples), len(statistics)))
    for place, sample in enumerate(samples):
        for column, statistic in enumerate(statistics):
            each = functools.partial(statistic, sample)
            values[:, place, column] = by_rows(each, drawn, width=drawn.shape[1])
    return values


def improvements(
    samples: Sequence[Sample],
    first: Places,
    second: Places,
    *,
    n_resamples: int = 2_000,
    rng: int = 0,
) -> Iterator[BootstrapValues]:
    """Estimate P(a run of the first is higher) + P(tie)/2, averaged over strata, for pairs of samples.

    Parameters
    ----------
    samples
        One per algorithm, all with the same strata; their runs are independent.
    first, second
        (m,) places of the pairs' samples.
    n_resamples
        B.
    rng
        A seed.

    Yields
    ------
    BootstrapValues
        Estimates (c,), and values (B, c), of some pairs at a time.

    References
    ----------
    Agarwal et al. (2021), NeurIPS 34, section 4.3: the average probability of improvement, whose part of a
    dataset is Mann and Whitney's U over the number of comparisons.

    Examples
    --------
    >>> one, other = (
    ...     Sample(np.array(values), np.zeros(3, dtype=int), np.ones(3))
    ...     for values in ([3.0, 5.0, 6.0], [1.0, 5.0, 2.0])
    ... )
    >>> (found,) = improvements([one, other], np.array([0]), np.array([1]))
    >>> found.estimate.round(3).tolist()
    [0.833]
    """
    runs = _rank_runs(samples)
    strata = len(runs[0])
    # seeds follow from the runs, so that neither order nor unit of the scores decides them
    order = sorted(range(len(runs)), key=lambda place: np.concatenate(runs[place]).tolist())
    turns = np.argsort(order).tolist()
    keys = [
        zlib.crc32(np.concatenate([runs[place][stratum] for place in order]).tobytes())
        for stratum in range(strata)
    ]
    step = max(1, CHUNK // n_resamples)
    for start in range(0, len(first), step):
        pairs = [
            *zip(
                first[start : start + step].tolist(),
                second[start : start + step].tolist(),
                strict=True,
            )
        ]
        total = np.zeros((n_resamples + 1, len(pairs)))
        for stratum in range(strata):
            drawn = [
                _draw_runs(len(values[stratum]), n_resamples, (rng, keys[stratum], turns[place]))
                for place, values in enumerate(runs)
            ]
            for column, (one, other) in enumerate(pairs):
                ranks = runs[one][stratum], runs[other][stratum]
                compare = _compare_long if max(map(len, ranks)) > _LONG else _compare
                total[:, column] += compare(*ranks, drawn[one], drawn[other])
        total /= strata
        yield BootstrapValues(total[0], total[1:])


def _rank_runs(samples: Sequence[Sample]) -> list[list[Floats]]:
    """Return the sorted ranks of each sample's runs, among those of all samples, for each stratum."""
    runs: list[list[Floats]] = [[] for _ in samples]
    for code in np.unique(samples[0].strata):
        values = [sample.values[sample.strata == code] for sample in samples]
        ranks = mid_ranks(snap(np.concatenate(values)))
        ends = np.cumsum([len(each) for each in values])[:-1]
        for place, part in enumerate(np.split(ranks, ends)):
            runs[place].append(np.sort(part))
    return runs


def _draw_runs(n: int, n_resamples: int, seed: tuple[int, ...]) -> Counts:
    """Return how often each run is drawn: once in the first row, by chance in the others."""
    drawn = np.ones((n_resamples + 1, n), dtype=np.int32)
    drawn[1:] = np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), size=n_resamples)
    return drawn


def _compare(one: Floats, other: Floats, drawn: Counts, others: Counts) -> Floats:
    """Return for each resample the share of pairs in which the first is higher, ties as halves."""
    higher = (np.sign(np.subtract.outer(one, other)) + 1) / 2
    shares = (drawn / len(one)) @ higher * (others / len(other))
    return np.asarray(shares.sum(axis=1))


def _compare_long(one: Floats, other: Floats, drawn: Counts, others: Counts) -> Floats:
    """Do the same for many runs, which are in order: counted from below, without a matrix of all pairs."""
    below, upto = (np.searchsorted(one, other, side) for side in ("left", "right"))

    def count(drawn: Counts, others: Counts) -> Floats:
        lower = np.zeros((len(drawn), len(one) + 1), dtype=np.int32)
        np.cumsum(drawn, axis=1, out=lower[:, 1:])
        # twice the runs that each of the others is lower than: whole numbers, where ties count once
        twice = 2 * len(one) - lower.take(below, axis=1) - lower.take(upto, axis=1)
        return np.asarray(np.einsum("ij,ij->i", twice.astype(np.float64), others))

    width = 4 * (len(one) + len(other))
    counted: Floats = by_rows(count, drawn, others, width=width)
    return counted / (2 * len(one) * len(other))
