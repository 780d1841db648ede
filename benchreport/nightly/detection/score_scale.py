"""How a metric's scores become values whose differences are compared, and back."""

import dataclasses
import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchreport.nightly.config.settings import Metric
from benchreport.nightly.night_facts import Finding

__all__ = ["Scale", "finding_to_scores", "finding_to_values", "smallest_relevant_changes"]

Floats = npt.NDArray[np.float64]

NEARLY_ALL = 1 - 2**-53
"""A score cannot fall by all of it, and as a floating-point number it does."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How a metric's scores become values whose differences are compared, higher being better.

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
        """Return values of scores."""
        return self.sign * (np.log(scores) if self.ratio else scores)

    def to_score(self, value: float) -> float:
        """Return the score of a value."""
        plain = self.sign * value
        return float(np.exp(plain)) if self.ratio else plain

    def to_change(self, value: float) -> float:
        """Return a difference of values as one of scores, of ratios as a share."""
        plain = self.sign * value
        # beyond e^700 there is no number
        return float(np.expm1(min(plain, 700.0))) if self.ratio else plain

    def to_difference(self, change: float) -> float:
        """Return the difference of values that `change` told."""
        if not self.ratio:
            return self.sign * change
        return self.sign * float(np.log1p(max(change, -NEARLY_ALL)))


def finding_to_scores(finding: Finding, scale: Scale) -> Finding:
    """Return a finding in the metric's own unit and direction."""
    sides = sorted((scale.to_change(finding.low), scale.to_change(finding.high)))
    return dataclasses.replace(
        finding,
        change=scale.to_change(finding.change),
        low=sides[0],
        high=sides[1],
        baseline=scale.to_score(finding.baseline),
    )


def finding_to_values(finding: Finding, scale: Scale) -> Finding:
    """Return a finding on the scale on which values are compared, higher being better."""
    sides = sorted((scale.to_difference(finding.low), scale.to_difference(finding.high)))
    return dataclasses.replace(
        finding,
        change=scale.to_difference(finding.change),
        low=sides[0],
        high=sides[1],
        baseline=float(scale.to_value(np.asarray(finding.baseline))),
    )


def smallest_relevant_changes(metric: Metric, values: Floats, scale: Scale) -> Floats | float:
    """Return the smallest relevant change of each series, as a difference of values.

    Parameters
    ----------
    metric
        Says it as a number in its unit, or in per cent.
    values
        (T, S) of the series, on the scale.
    scale
        Of the metric.

    Notes
    -----
    Where differences are compared, a percentage is one of the median score; where ratios are, a number
    is one beside the median score.
    """
    told = metric.smallest_relevant
    share = float(re.sub(r"\s*%", "", told)) / 100 if isinstance(told, str) else 0.0
    if isinstance(told, str) and scale.ratio:
        return float(np.log1p(share))
    if not isinstance(told, str) and (not scale.ratio or not told):
        return float(told)
    level = np.full(values.shape[1], np.nan)
    some = ~np.isnan(values).all(axis=0)
    level[some] = scale.sign * np.nanmedian(values[:, some], axis=0)
    if isinstance(told, str):
        return np.abs(share * level)
    return np.asarray(np.log1p(told / np.exp(level)), dtype=float)
