"""The paired t test of columns of numbers, with one row per example."""

from typing import NamedTuple

import numpy as np

from benchreport.numerics.moments import moments, ratio, unit_to_square
from benchreport.numerics.nulls.noncentral_t import noncentrality_interval
from benchreport.numerics.tails import interval, p_of_t
from benchreport.stats._arrays import Array, Booleans
from benchreport.stats._corrections import adjust_confidence, adjust_p
from benchreport.stats._mean_differences import Options
from benchreport.stats._pairs import Pairs, column_pairs
from benchreport.stats._predictions.prediction_pairs import p_if_any_differ


class ColumnTests(NamedTuple):
    """The tests of pairs, (m,) each; ``same`` where the difference is equal, not 0, on every example."""

    difference: Array
    t: Array
    p_value: Array
    p_adjusted: Array
    confidence: Array
    interval: tuple[Array, Array]
    effect: tuple[Array, Array, Array]
    same: Booleans


def means_of(losses: Array) -> Array:
    """Return the mean of each column, whatever its unit."""
    unit = unit_to_square(np.abs(losses).max())
    means: Array = (losses / unit).mean(axis=0) * unit
    return means


def _moments(first: Array, second: Array) -> tuple[Array, Array, Array]:
    """Return mean and standard deviation of the differences, and the unit that they are in."""
    largest = np.maximum(np.abs(first).max(), np.abs(second).max())
    unit = unit_to_square(largest)
    return *moments(first / unit - second / unit, largest / unit), unit


def compare_columns(losses: Array, columns: Pairs, options: Options) -> ColumnTests:
    """Test the mean difference of each pair of columns, with one row per example."""
    alpha, correction, control, alternative = options
    n = len(losses)
    # pair by pair, as the differences of all pairs may not fit into memory
    parts = [_moments(losses[:, i], losses[:, j]) for i, j in column_pairs(columns)]
    mean, deviation, unit = np.array(parts).T
    error = deviation / np.sqrt(n)
    t = ratio(mean, error)
    same = np.isinf(t)
    least = 2.0 ** (1 - n if alternative == "two-sided" else -n)
    p_value = np.maximum(p_of_t(t, n - 1, alternative), np.where(same, least, 0.0))
    low, high = noncentrality_interval(t, n - 1, 1 - alpha)
    # equal columns: the effect size is 0, with an unlimited interval
    unknown = np.where((mean == 0) & (deviation == 0), np.inf, 0.0)
    p_value = p_if_any_differ(unknown == 0, p_value)
    p_adjusted = adjust_p(p_value, correction, control)
    confidence = adjust_confidence(p_value, p_adjusted, alpha)
    ends = interval(mean, error, dof=n - 1, confidence=confidence, alternative=alternative)
    with np.errstate(over="ignore"):  # an end beyond the largest number is infinite
        ends = ends[0] * unit, ends[1] * unit
    return ColumnTests(
        mean * unit,
        t,
        p_value,
        p_adjusted,
        confidence,
        (np.where(same, np.nan, ends[0]), np.where(same, np.nan, ends[1])),
        (
            t / np.sqrt(n),
            np.where(same, np.nan, low / np.sqrt(n) - unknown),
            np.where(same, np.nan, high / np.sqrt(n) + unknown),
        ),
        same,
    )
