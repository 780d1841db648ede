"""Two families of series: averages over datasets, and the datasets beside them, which share the rates."""

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.detection import judge
from benchreport.nightly.judgements import Judgements

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.intp]

SHARE_OF_PARTS = 1 / 4
"""The share of the false discoveries that goes to the datasets of algorithms that have averages."""


def judge_families(
    values: Floats,
    levels: Ints,
    alerts: Alerts,
    baseline: Baseline,
    *,
    parts: Bools,
    **options: Any,  # noqa: ANN401 - as of `judge`
) -> Judgements:
    """Judge the last night of each series; those that are parts of others are a family of their own.

    The two families share the rates of false discoveries, so that together they have no more false alarms
    than one has. Most goes to the averages, which find what changes on several datasets; what changes on one
    is larger there.

    Parameters
    ----------
    values, levels, alerts, baseline, options
        As for `judge`.
    parts
        (S,) which series are of one dataset, beside one of the same algorithm over all datasets.
    """
    if not parts.any() or parts.all():
        return judge(values, levels, alerts, baseline, **options)
    judged = []
    for chosen, share in ((~parts, 1 - SHARE_OF_PARTS), (parts, SHARE_OF_PARTS)):
        rates = {name: share * getattr(alerts, name) for name in ("false_discovery_rate", "drift")}
        of_family = judge(
            values[:, chosen],
            levels[:, chosen],
            dataclasses.replace(alerts, **rates),
            baseline,
            **{name: _of_series(option, chosen) for name, option in options.items()},
        )
        # adjusted for the share, too, so that what is found is at most the rate
        judged.append(of_family._replace(adjusted=np.minimum(of_family.adjusted / share, 1.0)))
    whole, part = judged
    merged: Judgements = _merge(whole, part, parts)
    return merged


def _of_series(option: Any, chosen: Bools) -> Any:  # noqa: ANN401 - an array, a tuple of some, or a number
    """Return what an option says of the chosen series."""
    if isinstance(option, tuple):
        return type(option)(*(_of_series(side, chosen) for side in option))
    return option[..., chosen] if isinstance(option, np.ndarray) else option


def _merge(whole: Any, part: Any, parts: Bools) -> Any:  # noqa: ANN401 - judgements, or a part of them
    """Return the judgements of all series in their order, given those of the parts and of the others."""
    if isinstance(whole, tuple):
        return type(whole)(*(_merge(*sides, parts) for sides in zip(whole, part, strict=True)))
    merged = np.empty((*whole.shape[:-1], len(parts)), dtype=whole.dtype)
    merged[..., ~parts], merged[..., parts] = whole, part
    return merged
