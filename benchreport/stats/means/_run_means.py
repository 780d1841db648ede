"""Tests of means of independent runs on their pooled variance: Tukey's and Dunnett's without blocks."""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.data.scores import Scores
from benchreport.numerics.moments import common_unit, without_noise
from benchreport.results.base import Assumption
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import residual_normality
from benchreport.stats._factorial.linear_model import with_formula
from benchreport.stats._independent_samples import compare_samples
from benchreport.stats._pairs import Pairs
from benchreport.stats._samples import samples_with_spread
from benchreport.wording.verdicts import assumptions as wording


class RunMeans(NamedTuple):
    """Means of k independent samples, and the spread within them.

    Parameters
    ----------
    centred
        Means less the mean of all runs, (k,).
    sizes
        Numbers of runs, (k,).
    spread
        The pooled standard deviation, in score units.
    dof
        Degrees of freedom of the spread, n − k.
    residuals
        Runs less the mean of their algorithm, (n,).
    largest
        The largest magnitude of a score.
    """

    centred: Array
    sizes: NDArray[np.intp]
    spread: float
    dof: int
    residuals: Array
    largest: float

    def subtract(self, columns: Pairs) -> Array:
        """Return the differences of the pairs' means, exactly 0 where only rounding is left."""
        means = self.centred
        return without_noise(means[columns[0]] - means[columns[1]], self.largest)

    def scale(self, columns: Pairs) -> Array:
        """Return the standard errors of the differences over the spread."""
        scale: Array = np.sqrt(1 / self.sizes[columns[0]] + 1 / self.sizes[columns[1]])
        return scale


def pool_runs(scores: Scores, procedure: str) -> RunMeans:
    """Pool the spread of the runs of each algorithm, at least two of each.

    Raises
    ------
    DesignError
        An algorithm has a single score.
    """
    samples = samples_with_spread(scores, procedure)
    unit = common_unit(*samples)
    centre = np.concatenate(samples).mean()
    centred = [sample - centre for sample in samples]
    means = np.array([sample.mean() for sample in centred])
    residuals = np.concatenate([x - mean for x, mean in zip(centred, means, strict=True)])
    sizes = np.array([len(sample) for sample in samples])
    largest = max(float(np.abs(sample).max()) for sample in samples)
    residuals = without_noise(residuals, largest)
    dof = int(sizes.sum()) - len(sizes)
    in_units = residuals / unit
    spread = unit * math.sqrt(float(in_units @ in_units) / dof)
    return RunMeans(means, sizes, spread, dof, residuals, largest)


def compare_run_means(
    scores: Scores,
    columns: Pairs,
    numbers: tuple[Array, Array, Array, Array],
    runs: RunMeans,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> PairwiseResult:
    """Make a result of differences of means, with difference / √MSE as effect size."""
    confidence = 1 - facts["alpha"]
    result = compare_samples(
        scores,
        columns,
        numbers,
        confidence=confidence,
        assumptions=(residual_normality(runs.residuals), EQUAL_VARIANCES),
        difference_name=f"difference of {fmt.mean_of(scores.score)}",
        effect=("d (difference / √MSE)", *_standardize(numbers[0], runs, columns, confidence)),
        **facts,
    )
    return with_formula(result, scores, blocks=False)


EQUAL_VARIANCES = Assumption.of(wording.EQUAL_VARIANCES_OF_RUNS)


def _standardize(
    differences: Array, runs: RunMeans, columns: Pairs, confidence: float
) -> tuple[Array, Array, Array]:
    """Divide by the pooled standard deviation, with the delta method's interval."""
    if runs.spread == 0:
        infinite = np.where(differences == 0, 0.0, np.copysign(np.inf, differences))
        return infinite, infinite, infinite
    d = differences / runs.spread
    error = np.sqrt(runs.scale(columns) ** 2 + d**2 / (2 * runs.dof))
    half = float(special.stdtrit(runs.dof, (1 + confidence) / 2)) * error
    return d, d - half, d + half
