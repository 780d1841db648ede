"""Conversion between the scores of a metric and the values whose differences are compared."""

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
"""The largest relative fall of a positive score; rounding could otherwise make it look like 100 %."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The conversion of a metric's scores to values whose differences are compared; higher is better.

    Parameters
    ----------
    sign
        1 if higher scores are better, −1 if lower ones are.
    ratio
        Whether the values are logarithms, so that ratios are compared.

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
        """Convert a difference of values to a difference of scores; a ratio minus 1 for ratios."""
        plain = self.sign * difference
        # exp overflows above 709
        return float(np.expm1(min(plain, 700.0))) if self.ratio else plain

    def to_difference(self, change: float) -> float:
        """Convert a change of scores to a difference of values."""
        if not self.ratio:
            return self.sign * change
        return self.sign * float(np.log1p(max(change, -NEARLY_ALL)))


def finding_to_scores(finding: Finding, scale: Scale) -> Finding:
    """Convert a finding from the scale of values to the metric's unit and direction."""
    return _convert(finding, scale.to_change, scale.to_score)


def finding_to_values(finding: Finding, scale: Scale) -> Finding:
    """Convert a finding from the metric's unit to the scale of values; higher is better."""
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
        known=None if finding.known is None else change(finding.known),
    )


def smallest_relevant_changes(metric: Metric, values: Floats, scale: Scale) -> Floats | float:
    """Return the smallest relevant change of each series, as a difference of values.

    Parameters
    ----------
    metric
        The metric; its ``smallest_relevant`` is a number in its unit, or a percentage.
    values
        (T, S) values of the series.
    scale
        The scale of these values.

    Notes
    -----
    If differences are compared, a percentage refers to the median score of the series. If ratios are
    compared, a number is divided by the median score.
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
