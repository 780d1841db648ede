"""Akinshin's γ: a robust standardised difference of medians, with a bootstrap interval.

Ours because no Python library has it.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy import special

from benchreport.errors import OptionError, check_fraction
from benchreport.hints import option
from benchreport.numerics.moments import NOISE, ratio, samples

Floats = npt.NDArray[np.float64]

_CONSISTENCY = float(1.0 / special.ndtri(0.75))  # 1.4826 makes the MAD estimate σ
_CHUNK = 1 << 18  # scores resampled at once: 2 MB
_ROWS = 1 << 10  # pairs whose resamples are ordered at once


def akinshin_gamma(
    scores: Sequence[npt.ArrayLike],
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    confidence: float = 0.95,
    *,
    n_resamples: int = 2_000,
    rng: int | np.random.Generator = 0,
) -> tuple[Floats, Floats, Floats]:
    """Akinshin's γ at the median: difference of medians in units of the pooled MAD.

    Medians and median absolute deviations are Harrell–Davis estimates; the latter times
    1/Φ⁻¹(¾) = 1.4826, so that γ estimates Cohen's d where scores are normal.

    Parameters
    ----------
    scores
        k independent samples, each of at least two scores.
    first, second
        The samples to compare, (m,) each, by their places. Each sample is resampled once, for all
        its pairs.
    confidence
        Confidence of the percentile bootstrap interval, widened to hold the estimate where it does not. With
        samples of 10 normal or skewed scores it held γ in 94 to 96 % of simulations, with 5 in 87
        to 94 %.
    n_resamples
        How many bootstrap samples to draw of each sample.
    rng
        Seed or generator; the same seed and samples, in any order, give the same intervals.

    Returns
    -------
    estimate, low, high
        (m,), first − second (Akinshin writes y − x). If both samples are constant: 0 if they are
        equal, else ±∞.

    Raises
    ------
    OptionError
        ``confidence`` is not between 0 and 1, or the resamples are too few for it.
    DesignError
        A sample has fewer than two scores.

    References
    ----------
    Akinshin (2020), Nonparametric Cohen's d-consistent effect size,
    https://aakinshin.net/posts/nonparametric-effect-size/.
    Harrell & Davis (1982), A new distribution-free quantile estimator, Biometrika 69: 635-640.
    Efron & Tibshirani (1993), An introduction to the bootstrap, chapter 13.

    Examples
    --------
    A single outlier moves it little, as Akinshin (2021) shows against Cohen's d, which falls from 1
    to 0.53:

    >>> x, y = [-1.4, -1, -0.2, 0, 0.2, 1, 1.4], [-0.4, 0, 0.8, 1, 1.2, 2, 2.4]
    >>> z = [-0.4, 0, 0.8, 1, 1.2, 2, 100]
    >>> akinshin_gamma([x, y, z], [1, 2], [0, 0])[0].round(2)
    array([0.88, 0.76])
    """
    check_fraction("confidence", confidence)
    outside = int((n_resamples + 1) * (1.0 - confidence) / 2.0 * (1.0 + 1e-12))
    if outside < 1:
        least = int(np.ceil(2.0 / (1.0 - confidence) * (1.0 - 1e-12))) - 1
        message = f"an interval of {confidence:g} needs {least} resamples; got {n_resamples}."
        raise OptionError(message, hint=option(n_resamples=least))
    generator = np.random.default_rng(rng)
    ordered = [np.sort(samples(sample, "scores")) for sample in scores]
    left, right = np.asarray(first, dtype=np.intp), np.asarray(second, dtype=np.intp)
    sizes = np.array([len(sample) for sample in ordered])
    observed = np.array([_median_and_mad(sample[None]) for sample in ordered])[:, :, 0]
    # samples are resampled in sorted order, so that the order of algorithms changes no interval
    turns = sorted(range(len(ordered)), key=lambda place: ordered[place].tolist())
    resamples = {place: _resample(ordered[place], n_resamples, generator) for place in turns}
    resampled = np.array([resamples[place] for place in range(len(ordered))])
    estimate = _gamma(observed, sizes, left, right)
    low, high = np.empty(len(left)), np.empty(len(left))
    for start in range(0, len(left), _ROWS):
        rows = slice(start, start + _ROWS)
        gammas = _gamma(resampled, sizes, left[rows], right[rows])
        gammas.partition([outside - 1, n_resamples - outside], axis=1)
        low[rows], high[rows] = gammas[:, outside - 1], gammas[:, n_resamples - outside]
    return estimate, np.minimum(low, estimate), np.maximum(high, estimate)


def harrell_davis_weights(n: int) -> Floats:
    """Weights of the order statistics in the Harrell–Davis estimate of the median.

    Parameters
    ----------
    n
        Size of the sample.

    Returns
    -------
    ndarray of shape (n,)
        Masses of Beta((n + 1)/2, (n + 1)/2) over n equal parts of the unit interval; symmetric.

    References
    ----------
    Harrell & Davis (1982), Biometrika 69: 635-640, equation 2.

    Examples
    --------
    >>> harrell_davis_weights(3).round(4)
    array([0.2593, 0.4815, 0.2593])
    """
    shape = (n + 1) / 2.0
    masses = np.diff(special.betainc(shape, shape, np.arange(n + 1) / n))
    weights: Floats = (masses + masses[::-1]) / 2.0
    return weights


def _median_and_mad(ordered: Floats) -> tuple[Floats, Floats]:
    """Harrell–Davis median and consistent MAD of sorted samples, (samples, n)."""
    weights = harrell_davis_weights(ordered.shape[1])
    # subtract a score of the sample first: a constant sample's median is then exactly its value
    origin = ordered[:, ordered.shape[1] // 2, None]
    median = origin + ((ordered - origin) @ weights)[:, None]
    deviations = np.sort(np.abs(ordered - median), axis=1) @ weights
    noise = deviations <= NOISE * np.abs(ordered[:, [0, -1]]).max(axis=1)
    return median[:, 0], _CONSISTENCY * np.where(noise, 0.0, deviations)


def _resample(ordered: Floats, n_resamples: int, rng: np.random.Generator) -> Floats:
    """Medians and MADs, (2, n_resamples), of resamples of one sorted sample."""
    n = len(ordered)
    statistics = np.empty((2, n_resamples))
    # sorting places in a sorted sample sorts its scores, and small integers sort ten times faster
    places = np.uint16 if n <= 1 << 16 else np.uint32
    step = max(1, _CHUNK // n)
    for start in range(0, n_resamples, step):
        size = (min(step, n_resamples - start), n)
        resamples = np.sort(rng.integers(0, n, size=size, dtype=places), axis=1)
        statistics[:, start : start + step] = _median_and_mad(ordered[resamples])
    return statistics


def _gamma(
    statistics: Floats,
    sizes: npt.NDArray[np.int_],
    left: npt.NDArray[np.intp],
    right: npt.NDArray[np.intp],
) -> Floats:
    """γ of pairs from medians and MADs, (k, 2) or (k, 2, resamples)."""
    median, mad = statistics[:, 0], statistics[:, 1]
    weights = np.stack([sizes[left] - 1.0, sizes[right] - 1.0]) / (sizes[left] + sizes[right] - 2.0)
    weights = np.sqrt(weights).reshape(2, -1, *[1] * (statistics.ndim - 2))
    pooled = np.hypot(weights[0] * mad[left], weights[1] * mad[right])
    scale = np.maximum(np.abs(median[left]), np.abs(median[right]))
    return ratio(median[left] - median[right], pooled, scale)
