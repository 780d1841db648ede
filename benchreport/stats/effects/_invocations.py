"""Runs as invocations with iterations within, and what their order says."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.data.columns.words.names import name_levels
from benchreport.data.score_runs import Runs
from benchreport.data.scores import Scores
from benchreport.errors import (
    DataError,
    DesignError,
    OptionError,
    check_choice,
    examples,
    format_count,
)
from benchreport.hints import bench, call, option
from benchreport.numerics.effects.mean_ratio import mean_ratio_interval
from benchreport.numerics.nulls.rank_order import rank_order
from benchreport.results.base import Assumption
from benchreport.results.writing.number_format import number, p_equals, proportion
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import grade_p
from benchreport.wording.verdicts import assumptions as wording

SMALL_BIAS = 0.01
SMALL_CORRELATION = 0.1
FEWEST_TO_HALVE = 4


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Invocations:
    """The mean of each invocation, (m,), cell by cell in the order in which they ran.

    Parameters
    ----------
    cell
        The place of its algorithm and dataset in a table (N, k), row by row.
    mean
        Over the iterations that were kept.
    first, rest
        The first of these iterations, and the mean of the others; NaN where there are none.
    ordered
        Whether the invocations are numbered.
    column, inner
        The columns of invocations and of iterations.
    """

    cell: NDArray[np.intp]
    mean: Array
    first: Array
    rest: Array
    ordered: bool
    column: str
    inner: tuple[str, ...]

    @property
    def series(self) -> list[Array]:
        """The means of each cell, in their order."""
        return np.split(self.mean, np.flatnonzero(np.diff(self.cell)) + 1)


def find_invocations(scores: Scores, invocation: str | None, warmup: int) -> Invocations:
    """Average the iterations of each invocation, without those of its warm-up.

    Raises
    ------
    OptionError
        There is no such column of repeats, or no iterations to leave out.
    DesignError
        An invocation has no iteration after the warm-up.
    DataError
        Scores are not above 0.
    """
    read = scores.runs
    if read.origin is not None and not read.matched and read.origin.matched:
        # on one dataset the means of invocations are independent runs
        read = read.origin
        used = ~np.isnan(read.read)
        rows, algorithms, values = read.dataset[used], read.algorithm[used], read.value[used]
    else:
        used = scores.used_runs
        rows, algorithms, values = scores.averaged_runs
    _refuse_not_positive(values)
    columns = read.repeat_columns if read.matched else ()
    outer = _column_of_invocations(columns, invocation)
    inner = tuple(name for name in columns if name != outer)
    if warmup and not inner:
        raise OptionError(
            f"warmup={warmup} leaves out iterations, and no column numbers them within an invocation.",
            hint=bench(repeat=["invocation", "iteration"]),
        )
    datasets = rows if scores.block_kind == "dataset" else np.zeros_like(rows)
    cell = datasets * len(scores.algorithms) + algorithms
    labels, places, ordered = _labels(read, read.repeat[used], columns, outer)
    filled = np.arange(len(values) - len(labels))
    # a score that was filled in is an invocation of its own, after all others
    label = np.concatenate([labels, labels.max(initial=-1) + 1 + filled])
    place = np.concatenate([places, np.zeros_like(filled)])
    order = np.lexsort((place, label, cell))
    cell, label, values = cell[order], label[order], values[order]
    starts = np.flatnonzero(np.diff(cell, prepend=-1) | np.diff(label, prepend=-1))
    sizes = np.diff(starts, append=len(values))
    least = int(sizes.min())
    if least <= warmup:
        raise DesignError(
            f"warmup={warmup} leaves nothing of an invocation with "
            f"{format_count(least, 'iteration')}.",
            hint=option(warmup=least - 1),
        )
    position = np.arange(len(values)) - np.repeat(starts, sizes)
    kept, which = position >= warmup, np.repeat(np.arange(len(starts)), sizes)
    total = np.bincount(which[kept], values[kept])
    first, left = values[starts + warmup], sizes - warmup
    with np.errstate(invalid="ignore"):
        rest = (total - first) / np.where(left > 1, left - 1, np.nan)
    return Invocations(
        cell=cell[starts],
        mean=total / left,
        first=first,
        rest=rest,
        ordered=ordered and outer is not None,
        column=outer or "",
        inner=inner,
    )


def _refuse_not_positive(values: Array) -> None:
    bad = int(np.count_nonzero(~(values > 0)))
    if bad:
        least = number(float(np.nanmin(values)))
        raise DataError(
            f"ratios need scores above 0; {bad} of {len(values)} are not, the lowest is {least}.",
            hint=call("paired_t") + " compares differences, which may have either sign",
        )


def _column_of_invocations(columns: Sequence[str], invocation: str | None) -> str | None:
    if invocation is not None:
        if not columns:
            raise OptionError(
                f"invocation={invocation!r} is not a column of repeats; the table has none.",
                hint=bench(repeat=invocation),
            )
        check_choice("invocation", invocation, columns)
        return invocation
    return next(iter((*map(str, name_levels(columns)), *columns)), None)


def _labels(
    runs: Runs, repeat: NDArray[np.intp], columns: Sequence[str], outer: str | None
) -> tuple[NDArray[np.intp], NDArray[np.intp], bool]:
    """Return the place of each run's invocation, and of its iteration, in their order.

    The order is that of numbers in the labels; without them it says nothing of time.
    """
    if outer is None:
        return repeat, np.zeros_like(repeat), False
    place = columns.index(outer)
    invocations = [parts[place] for parts in runs.repeat_parts]
    iterations = [(*parts[:place], *parts[place + 1 :]) for parts in runs.repeat_parts]
    numbered = all(re.search(r"\d", label) for label in invocations)
    return _places(invocations)[repeat], _places(iterations)[repeat], numbered


def _places(labels: Sequence[str | tuple[str, ...]]) -> NDArray[np.intp]:
    """Return the place of each label in the natural order, which has 2 before 10."""
    found = {label: place for place, label in enumerate(sorted(set(labels), key=_natural))}
    return np.array([found[label] for label in labels], dtype=np.intp)


def _natural(label: str | tuple[str, ...]) -> list[tuple[int, float, str]]:
    texts = (label,) if isinstance(label, str) else label
    parts = [part for text in texts for part in re.split(r"(\d+(?:\.\d+)?)", text)]
    return [(0, float(part), "") if part[:1].isdigit() else (1, 0.0, part) for part in parts]


def same_halves(invocations: Invocations, alpha: float) -> Assumption:
    """Compare each algorithm with itself, its first half of invocations with its second (A/A)."""
    if not invocations.ordered:
        return Assumption.of(wording.NO_ORDER_TO_HALVE)
    halves = [
        (values[: len(values) // 2], values[len(values) // 2 :])
        for values in invocations.series
        if len(values) >= FEWEST_TO_HALVE
    ]
    if not halves:
        return Assumption.of(wording.TOO_FEW_TO_HALVE, n=FEWEST_TO_HALVE)
    errors, sizes = zip(*(_errors([half[side] for half in halves]) for side in (0, 1)), strict=True)
    ratio = np.array([one.mean() / other.mean() for one, other in halves])
    low, high = mean_ratio_interval(errors, sizes, confidence=1 - alpha)
    differ = int(np.count_nonzero((ratio * low > 1) | (ratio * high < 1)))
    p = float(special.bdtrc(differ - 1, len(halves), alpha)) if differ else 1.0
    return Assumption.of(
        wording.HALVES,
        grade_p(p),
        n=differ,
        cells=len(halves),
        expected=proportion(alpha * len(halves), 1),
        p=p_equals(p),
    )


def _errors(samples: Sequence[Array]) -> tuple[Array, Array]:
    """Return relative standard errors and sizes."""
    sizes = np.array([float(len(sample)) for sample in samples])
    # over the mean: squares of scores may overflow
    spread = np.array([(sample / sample.mean()).std(ddof=1) for sample in samples])
    return spread / np.sqrt(sizes), sizes


def random_order(invocations: Invocations) -> Assumption:
    """Check that an invocation says nothing of the next one."""
    if not invocations.ordered:
        return Assumption.of(wording.NO_ORDER)
    found = rank_order(invocations.series)
    if np.isnan(found.p_value):
        return Assumption.of(wording.SHORT_ORDER)
    small = found.correlation < SMALL_CORRELATION
    return Assumption.of(
        wording.ORDER,
        "held" if small else grade_p(found.p_value),
        r=proportion(found.correlation),
        p=p_equals(found.p_value),
    )


def warmed_up(invocations: Invocations) -> Assumption:
    """Check that the first iteration that was kept takes as long as those after it."""
    several = ~np.isnan(invocations.rest)
    if not several.any():
        return Assumption.of(wording.NO_ITERATIONS)
    change = np.log(invocations.mean[several] / invocations.rest[several])
    bias, n = float(np.expm1(change.mean())), len(change)
    error = float(change.std(ddof=1) / np.sqrt(n)) if n > 1 else np.nan
    if not error > 0:
        p = float(bias == 0) if n > 1 else np.nan
    else:
        p = 2 * float(special.stdtr(n - 1, -abs(change.mean()) / error))
    small = abs(bias) < SMALL_BIAS or np.isnan(p)
    return Assumption.of(
        wording.WARM,
        "held" if small else grade_p(p),
        bias=f"{100 * bias:+.1f}".replace("-", "−"),
        p=p_equals(p),
    )


def too_few(scores: Scores) -> DesignError:
    """Return the error of a table in which nothing shows how much ratios vary."""
    return DesignError(
        f"nothing shows how much the ratios vary: {examples(scores.algorithms)} have one invocation each, on "
        "one dataset.",
        hint="measure several invocations, or name what numbers them: "
        + bench(repeat=["invocation"]),
    )
