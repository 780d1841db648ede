"""Pairs of algorithms: how they are listed, and how their tests become one result."""

import functools
import itertools
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from benchreport.collector import collector_held
from benchreport.data.scores import Scores
from benchreport.errors import DesignError, examples
from benchreport.hints import call
from benchreport.numerics.chunks import by_rows
from benchreport.numerics.ties import snap, snap_differences
from benchreport.results.base import Design, Interval
from benchreport.results.later import later
from benchreport.results.pairs.pairwise import Comparison, PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes

Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]
"""The columns of the first and of the second of m pairs, (m,) each."""
PairNumbers = tuple[Array, Array, Array, Array]
"""Difference, statistic, p-value and adjusted p-value of m pairs, (m,) each."""
# `_make` is a function in Python, which takes three times as long for tens of thousands of pairs
_as_comparison = functools.partial(tuple.__new__, Comparison)
_as_interval = functools.partial(tuple.__new__, Interval)
_ARRAYS = 4
"""How many arrays of differences are worked on at a time."""
AnyPairwise = TypeVar("AnyPairwise", bound=PairwiseResult)


class PairTable(Protocol):
    """A table of named algorithms: scores, or predictions."""

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The names."""

    def index_of(self, algorithm: Hashable, *, role: str = "control") -> int:
        """Return an algorithm's column."""


def pairs(table: PairTable, control: str | None = None) -> Pairs:
    """Return the columns of all pairs i < j, or of every algorithm with the control (second).

    Raises
    ------
    DesignError
        There is one model only, or no such control.
    """
    require_several(table)
    n_algorithms = len(table.algorithms)
    if control is None:
        return _all_pairs(n_algorithms)
    place = table.index_of(control)
    others = np.delete(np.arange(n_algorithms), place)
    return others, np.full_like(others, place)


@functools.lru_cache(maxsize=4)
def _all_pairs(n_algorithms: int) -> Pairs:
    """Return the columns of all pairs; for few algorithms they take as long as ranks. Read-only."""
    columns = np.triu_indices(n_algorithms, 1)
    for column in columns:
        column.setflags(write=False)
    return columns


def by_pairs(function: Callable[[Array], Any], values: Array, columns: Pairs) -> Any:  # noqa: ANN401
    """Call a function on the differences of some pairs at a time, and join what it returns.

    Parameters
    ----------
    function
        Takes differences (rows, N), first − second on each block; returns an array, or a (named) tuple of
        arrays, with as many rows.
    values
        Scores (N, k) without gaps.
    columns
        The pairs.
    """
    samples = np.ascontiguousarray(values.T)
    return by_rows(
        lambda first, second: function(snap_differences(samples[first], samples[second])),
        *columns,
        width=_ARRAYS * len(values),
    )


def require_several(table: PairTable) -> None:
    """Raise `DesignError` unless there are models to compare."""
    if len(table.algorithms) < 2:  # noqa: PLR2004 - a pair
        # no table of scores has a single algorithm, so these are predictions
        raise DesignError(
            f"a comparison needs at least 2 models; found {examples(table.algorithms)} only.",
            hint=call("metrics") + ", which describes one model too",
        )


def column_pairs(columns: Pairs) -> Iterator[tuple[int, int]]:
    """Iterate over the pairs, each as two column numbers."""
    return zip(columns[0].tolist(), columns[1].tolist(), strict=True)


def control_name(table: PairTable, control: Hashable | None) -> str | None:
    """Return the control's name as the table writes it; ``None`` if all pairs are compared."""
    return None if control is None else table.algorithms[table.index_of(control)]


def favour_better(scores: Scores, differences: Array) -> Array:
    """Turn differences so that they are positive where the first of a pair is better."""
    return differences if scores.higher_is_better else -differences


def name_variants(how: Sequence[str], mixed: str) -> str:
    """Name the variant of all pairs, or ``mixed`` where pairs differ in it."""
    return how[0] if len(set(how)) == 1 else mixed


def compare_pairs(
    kind: type[AnyPairwise],
    scores: Scores,
    columns: Pairs,
    numbers: PairNumbers,
    *,
    effect: tuple[Array, Array, Array],
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> AnyPairwise:
    """Make one result of the tests of all pairs.

    Parameters
    ----------
    kind
        The class of the result.
    columns
        The pairs, in the order of the result.
    numbers
        Difference in score units, statistic, p-value and adjusted p-value.
    effect
        Effect size with the ends of its interval, (m,) each.
    **facts
        ``interval``, ``confidence`` (1 − alpha by default), ``sign`` (by default the difference's
        sign, turned by the score's direction) and ``remarks`` as for `make_comparisons`;
        ``control`` as the caller named it; ``warnings``, added to those of the table, or
        what makes them; and other
        fields of the result. The centres are means of scores by default.
    """
    sign, warnings = facts.pop("sign", None), facts.pop("warnings", ())
    defaults: dict[str, Any] = {
        "centre_name": fmt.mean_of(scores.score),
        "lower_centre_is_better": not scores.higher_is_better,
    }
    if "centres" not in facts:
        # means that differ by rounding only are the same
        means, sizes = scores.values.mean(axis=0), np.abs(scores.values).max(axis=0)
        defaults["centres"] = tuple(snap(means, sizes).tolist())
    return kind(
        design=Design.of(scores),
        warnings=later(lambda: (*notes(scores), *(warnings() if callable(warnings) else warnings))),
        comparisons=make_comparisons(
            scores,
            columns,
            confidence=facts.pop("confidence", 1 - facts["alpha"]),
            numbers=numbers,
            interval=facts.pop("interval", None),
            effect=effect,
            sign=favour_better(scores, numbers[0]) if sign is None else sign,
            remarks=facts.pop("remarks", None),
        ),
        control=control_name(scores, facts.pop("control", None)),
        **(defaults | facts),
    )


def make_comparisons(
    table: PairTable,
    columns: Pairs,
    *,
    confidence: float | tuple[float | Array, float],
    numbers: PairNumbers,
    interval: tuple[Array, Array] | None,
    effect: tuple[Array, Array, Array],
    sign: Array,
    remarks: Sequence[str] | None,
) -> tuple[Comparison, ...]:
    """Turn columns of numbers into one record per pair.

    Parameters
    ----------
    confidence
        The confidence of both intervals, or of the difference's (one for all, or (m,)) and of the effect
        size's.
    numbers
        Difference, statistic, p-value and adjusted p-value, (m,) each.
    interval, effect
        Ends of the difference's interval; effect size with its ends. NaN means no interval.
    sign
        Positive where the first of the pair is better, (m,).
    remarks
        A note on each pair.
    """
    difference, statistic, p_value, p_adjusted = (column.tolist() for column in numbers)
    nothing = itertools.repeat(None)
    level, effect_level = confidence if isinstance(confidence, tuple) else (confidence,) * 2
    names = table.algorithms
    rows = zip(
        (names[column] for column in columns[0].tolist()),
        (names[column] for column in columns[1].tolist()),
        difference,
        nothing if interval is None else _make_intervals(*interval, level),
        statistic,
        p_value,
        p_adjusted,
        effect[0].tolist(),
        _make_intervals(*effect[1:], effect_level),
        _name_better(table, columns, sign),
        itertools.repeat("") if remarks is None else remarks,
        strict=False,
    )
    with collector_held():
        return tuple(map(_as_comparison, rows))


def _name_better(table: PairTable, columns: Pairs, sign: Array) -> Iterable[str]:
    """Name the better one of each pair: the first where sign > 0, the second where < 0."""
    names = (*table.algorithms, "")
    place = np.where(sign > 0, columns[0], np.where(sign < 0, columns[1], len(table.algorithms)))
    return (names[column] for column in place.tolist())


def _make_intervals(
    low: Array, high: Array, confidence: float | Array
) -> Iterable[Interval | None]:
    levels = itertools.repeat(confidence) if isinstance(confidence, float) else confidence.tolist()
    rows = zip(low.tolist(), high.tolist(), levels, strict=False)
    if not (np.isnan(low) | np.isnan(high)).any():
        return map(_as_interval, rows)
    return (None if math.isnan(row[0]) else _as_interval(row) for row in rows)
