"""Scores of a metric are turned into values whose differences are compared, and back."""

import dataclasses
import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchreport.nightly.config.settings import Metric
from benchreport.nightly.night_facts import Finding

Floats = npt.NDArray[np.float64]

NEARLY_ALL = 1 - 2**-53
"""A positive score cannot fall by 100 %, but rounding may make it look so."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The way from scores of a metric to values whose differences are compared; higher is better.

    Parameters
    ----------
    sign
        −1 where lower scores are better.
    ratio
        Whether logarithms are compared.

    Examples
    --------
    >>> seconds = Scale(-1.0, ratio=True)
    >>> value = seconds.to_value(np.array([2.0, 3.0]))
    >>> round(seconds.to_change(value[1] - value[0]), 3), round(seconds.to_score(value[0]), 3)
    (0.5, 2.0)
    """

    sign: float = 1.0
    ratio: bool = False

    @classmethod
    def of(cls, metric: Metric, *, higher_is_better: bool) -> "Scale":
        """Return the scale of a configured metric."""
        return cls(1.0 if higher_is_better else -1.0, metric.compare == "ratio")

    def to_value(self, scores: Floats) -> Floats:
        """Return the values of scores."""
        return self.sign * (np.log(scores) if self.ratio else scores)

    def to_score(self, value: float) -> float:
        """Return the score of a value."""
        plain = self.sign * value
        return float(np.exp(plain)) if self.ratio else plain

    def to_change(self, difference: float) -> float:
        """Return a difference of values as a difference of scores, or as a share for ratios."""
        plain = self.sign * difference
        # beyond e^700 there is no number
        return float(np.expm1(min(plain, 700.0))) if self.ratio else plain

    def to_difference(self, change: float) -> float:
        """Return the difference of values that belongs to a change of scores."""
        if not self.ratio:
            return self.sign * change
        return self.sign * float(np.log1p(max(change, -NEARLY_ALL)))


def finding_to_scores(finding: Finding, scale: Scale) -> Finding:
    """Return a finding in the metric's own unit and direction."""
    return _convert(finding, scale.to_change, scale.to_score)


def finding_to_values(finding: Finding, scale: Scale) -> Finding:
    """Return a finding on the scale on which values are compared; higher is better."""
    return _convert(
        finding, scale.to_difference, lambda score: float(scale.to_value(np.asarray(score)))
    )


def _convert(
    finding: Finding, change: Callable[[float], float], level: Callable[[float], float]
) -> Finding:
    low, high = sorted((change(finding.low), change(finding.high)))
    return dataclasses.replace(
        finding,
        change=change(finding.change),
        low=low,
        high=high,
        baseline=level(finding.baseline),
    )


def smallest_relevant_changes(metric: Metric, values: Floats, scale: Scale) -> Floats | float:
    """Return the smallest relevant change of each series, as a difference of values.

    Parameters
    ----------
    metric
        Its ``smallest_relevant`` is a number in its unit, or a percentage.
    values
        (T, S) values of the series.
    scale
        The scale of these values.

    Notes
    -----
    A percentage of a metric that is compared by differences is one of the series' median score. A number
    for a metric that is compared by ratios is seen in relation to the median score.
    """
    relevant = metric.smallest_relevant
    share = float(re.sub(r"\s*%", "", relevant)) / 100 if isinstance(relevant, str) else 0.0
    if isinstance(relevant, str) and scale.ratio:
        return float(np.log1p(share))
    if not isinstance(relevant, str) and (not scale.ratio or not relevant):
        return float(relevant)
    level = np.full(values.shape[1], np.nan)
    measured = ~np.isnan(values).all(axis=0)
    level[measured] = scale.sign * np.nanmedian(values[:, measured], axis=0)
    if isinstance(relevant, str):
        return np.abs(share * level)
    return np.asarray(np.log1p(relevant / np.exp(level)), dtype=float)
