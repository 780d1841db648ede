"""Tests of independent runs: samples of any sizes, pair by pair."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from scipy import special

from benchreport.data.scores import Scores
from benchreport.numerics.effects.dominance import cliff_delta
from benchreport.results.later import later
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import independent_runs
from benchreport.stats._corrections import correction_references
from benchreport.stats._pairs import Pairs, column_pairs, compare_pairs, favour_better

MOST_SCORES = 1 << 20
"""Stacked at once: 8 MB."""


def apply_to_pairs(
    samples: tuple[Array, ...], columns: Pairs, function: Callable[[Array, Array], tuple[Any, ...]]
) -> list[tuple[Any, ...]]:
    """Apply a function to the two samples of every pair; return its values column by column."""
    rows = [function(samples[first], samples[second]) for first, second in column_pairs(columns)]
    return list(zip(*rows, strict=True))


def apply_stacked(
    samples: tuple[Array, ...],
    columns: Pairs,
    function: Callable[[Array, Array], tuple[Array, ...]],
) -> tuple[Array, ...]:
    """Apply an array function to the samples of every pair, pairs of equal sizes together.

    Parameters
    ----------
    samples
        The samples, (n_i,) each, of any sizes.
    columns
        The first and the second sample of m ≥ 1 pairs, (m,) each.
    function
        Takes samples (r, n₁) and (r, n₂), and returns columns of numbers, (r,) each.

    Returns
    -------
    tuple of ndarray
        The columns, (m,) each, in the order of the pairs.

    Examples
    --------
    >>> samples = np.array([1.0, 3.0]), np.array([4.0, 6.0, 5.0]), np.array([2.0, 0.0])
    >>> columns = np.array([0, 0, 1]), np.array([1, 2, 2])
    >>> difference = lambda x, y: (x.mean(axis=1) - y.mean(axis=1),)
    >>> apply_stacked(samples, columns, difference)
    (array([-3.,  1.,  4.]),)
    """
    sizes = np.array([len(sample) for sample in samples])
    sizes_of_pairs = np.column_stack([sizes[column] for column in columns])
    kinds, kind = np.unique(sizes_of_pairs, axis=0, return_inverse=True)
    places, parts = [], []
    for number, counts in enumerate(kinds.tolist()):
        members = np.flatnonzero(kind.ravel() == number)
        rows = max(1, MOST_SCORES // sum(counts))
        for start in range(0, len(members), rows):
            some = members[start : start + rows]
            first, second = (np.stack([samples[i] for i in column[some]]) for column in columns)
            places.append(some)
            parts.append(function(first, second))
    order = np.argsort(np.concatenate(places))
    return tuple(np.concatenate(column)[order] for column in zip(*parts, strict=True))


def least_p_of_arrangements(samples: Sequence[Array], columns: Pairs, *, mirrored: bool) -> Array:
    """Return the smallest p-value of each pair: that of one arrangement, or of it and its mirror image."""
    sizes = np.array([len(sample) for sample in samples], dtype=float)
    first, second = sizes[columns[0]], sizes[columns[1]]
    least: Array = np.minimum(1.0, (1 + mirrored) / special.binom(first + second, first))
    return least


def compare_samples(
    scores: Scores,
    columns: Pairs,
    numbers: tuple[Array, Array, Array, Array],
    *,
    confidence: float | Array,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> PairwiseResult:
    """Make a result of a test of independent samples.

    Parameters
    ----------
    numbers
        Difference, statistic, p-value and adjusted p-value, (m,) each.
    confidence
        The confidence of the difference's interval, one for all or (m,).
    **facts
        As for `compare_pairs`; ``effect`` is (name, estimate, low, high), Cliff's δ by default;
        ``sign`` is positive where the first has the higher scores.
    """
    alpha = facts["alpha"]
    samples = scores.samples
    effect, assumptions = facts.pop("effect", None), facts.pop("assumptions", ())
    if effect is None:
        deltas = apply_stacked(samples, columns, lambda x, y: cliff_delta(x, y, 1 - alpha))
        effect = ("Cliff's δ", *deltas)
    return compare_pairs(
        PairwiseResult,
        scores,
        columns,
        numbers,
        effect=effect[1:],
        confidence=(confidence, 1 - alpha),
        sign=favour_better(scores, facts.pop("sign", numbers[0])),
        assumptions=later(lambda: (independent_runs(scores), *assumptions)),
        references=(
            *facts.pop("references"),
            *correction_references(
                facts["correction"], intervals=facts.get("adjusted_intervals", False)
            ),
        ),
        effect_name=effect[0],
        **{"centres": tuple(float(sample.mean()) for sample in samples), **facts},
    )
