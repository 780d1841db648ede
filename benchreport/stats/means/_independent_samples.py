"""What tests of independent runs share: samples of any sizes, pair by pair."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, counted, examples
from benchreport.hints import code
from benchreport.numerics.effects.dominance import cliff_delta
from benchreport.results.base import Design
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats._assumptions import independent_runs, notes
from benchreport.stats._pairs import Pairs, comparisons, source
from benchreport.stats.means._equal_sizes import stacked

__all__ = ["compare_samples", "each_pair", "of_arrangements", "samples_of_two"]

Array = NDArray[np.float64]


def samples_of_two(scores: Scores, procedure: str) -> tuple[Array, ...]:
    """Return each algorithm's scores, at least two of each.

    Raises
    ------
    DesignError
        An algorithm has a single score, and so no spread.
    """
    few = [
        name
        for name, sample in zip(scores.algorithms, scores.samples, strict=True)
        if len(sample) < 2  # noqa: PLR2004 - one score has no spread
    ]
    if few:
        raise DesignError(
            f"{procedure} needs at least 2 scores of each algorithm; "
            f"{counted(len(few), 'algorithm')} with one only: {examples(few)}.",
            hint=code(
                f"leave them out: df[~df['algorithm'].isin({few[:3]!r})].bench.{procedure}()"
            ),
        )
    return scores.samples


def each_pair(
    samples: tuple[Array, ...], columns: Pairs, function: Callable[[Array, Array], tuple[Any, ...]]
) -> list[tuple[Any, ...]]:
    """Apply a function to the two samples of every pair; return its values column by column."""
    rows = [
        function(samples[first], samples[second])
        for first, second in zip(*(column.tolist() for column in columns), strict=True)
    ]
    return list(zip(*rows, strict=True))


def of_arrangements(samples: Sequence[Array], columns: Pairs, *, mirrored: bool) -> Array:
    """Return the smallest p-value of each pair: that of one arrangement, or it and its mirror image."""
    sizes = np.array([len(sample) for sample in samples], dtype=float)
    first, second = sizes[columns[0]], sizes[columns[1]]
    least: Array = np.minimum(1.0, (1 + mirrored) / special.binom(first + second, first))
    return least


def compare_samples(
    scores: Scores,
    columns: Pairs,
    numbers: tuple[Array, Array, Array, Array],
    *,
    interval: tuple[Array, Array],
    confidence: float,
    control: str | None,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> PairwiseResult:
    """Put a test of independent samples together.

    Parameters
    ----------
    numbers
        Difference, statistic, p-value and adjusted p-value.
    confidence
        Of the interval.
    **facts
        Effect as ``effect=(name, estimate, low, high)``, Cliff's δ unless given; ``sign`` positive
        where the first has the higher scores, that of the difference unless given; centres, means
        unless given.
    """
    alpha = facts["alpha"]
    samples = scores.samples
    effect = facts.pop("effect", None)
    if effect is None:
        deltas = stacked(samples, columns, lambda x, y: cliff_delta(x, y, 1 - alpha))
        effect = ("Cliff's δ", *deltas)
    sign = facts.pop("sign", numbers[0])
    keys = facts.pop("references", ())
    own = facts.pop("assumptions", ())
    remarks = facts.pop("remarks", None)
    return PairwiseResult(
        design=Design.of(scores),
        assumptions=(independent_runs(scores), *own),
        warnings=notes(scores),
        references=(*keys, *source(facts["correction"])),
        comparisons=comparisons(
            scores,
            columns,
            confidence=(confidence, 1 - alpha),
            numbers=numbers,
            interval=interval,
            effect=effect[1:],
            sign=sign if scores.higher_is_better else -sign,
            remarks=remarks,
        ),
        effect_name=effect[0],
        control=None if control is None else scores.algorithms[scores.index_of(control)],
        **{
            "centre_name": f"mean {scores.score}",
            "centres": tuple(float(sample.mean()) for sample in samples),
            "lower_centre_is_better": not scores.higher_is_better,
            **facts,
        },
    )
