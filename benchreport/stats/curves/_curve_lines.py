"""Lines of curves: their runs, steps and bands, and the result that holds them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from benchreport.data.curves import Curves, write_step
from benchreport.data.read_curves import Run
from benchreport.errors import (
    DesignError,
    OptionError,
    check_choice,
    check_fraction,
    check_number,
    check_seed,
    examples,
    format_count,
    name_steps,
)
from benchreport.hints import Hint, call, option
from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.series.curves import Band, Center, centre_and_band
from benchreport.numerics.ties import snap
from benchreport.results.base import Design
from benchreport.results.curves.lines import CurvesResult, Line
from benchreport.stats._arrays import Array
from benchreport.wording.results import curves as curve_texts
from benchreport.wording.verdicts import notes as texts

POINTS = 200
SIZES = ("train_size", "training_size", "training size")
LONG, LONG_OF_BEST = (
    100.0,
    10.0,
)  # ratios of last to first step from which on a logarithmic axis is better
BANDS = ("sd", "se", "quartiles", "bootstrap")
ENOUGH_TO_DRAW = 5
"""With fewer, a bootstrap band of 95 % holds the mean at 75 % (3) or 88 % (4) of the steps, by simulation."""


class Bands(NamedTuple):
    """The choice of centre and band, and of a bootstrap's draws."""

    center: Center
    band: Band
    confidence: float = 0.95
    n_resamples: int = 2000
    rng: int = 0


class Steps(NamedTuple):
    """Common steps, and whether their axis is logarithmic."""

    values: Array
    log: bool


def check_bands(bands: Bands) -> Bands:
    """Return the choice, or raise `OptionError`."""
    check_choice("center", bands.center, ("mean", "median"))
    check_choice("band", bands.band, BANDS)
    if bands.center == "median" and bands.band in ("sd", "se"):
        raise OptionError(
            f"band={bands.band!r} is about a mean, and the center is a median.",
            hint=option(band="quartiles") + " or " + option(band="bootstrap")
            | option(center="mean"),
        )
    check_number(
        "n_resamples", bands.n_resamples, above=0, whole=True, hint=option(n_resamples=2000)
    )
    check_fraction("confidence", bands.confidence)
    check_seed(bands.rng)
    return bands


def bootstrap_references(bands: Bands) -> tuple[str, ...]:
    """Return the sources of a band by the bootstrap."""
    if bands.band != "bootstrap":
        return ()
    return ("efron1993", "hesterberg2015") if bands.center == "mean" else ("efron1993",)


def check_flag(name: str, value: object) -> None:
    """Raise `OptionError` unless a value is True, False or None: a word would count as true."""
    if value not in (None, True, False):
        raise OptionError(
            f"{name} must be True, False or None; got {value!r}.", hint=option(**{name: True})
        )


def finite_numbers(name: str, value: object, *, hint: Hint | str) -> list[float]:
    """Return the numbers of an option, or raise `OptionError`."""
    try:
        numbers = np.atleast_1d(np.asarray(value, dtype=np.float64))
    except (TypeError, ValueError):
        numbers = np.array([])
    if numbers.size == 0 or not np.isfinite(numbers).all():
        raise OptionError(f"{name} must be finite numbers, at least one; got {value!r}.", hint=hint)
    return [float(number) for number in numbers.ravel()]


def choose_best_so_far(curves: Curves, *, best_so_far: bool | None) -> Curves:
    """Return the curves as incumbents or as measured.

    An optimizer keeps the best point that it has seen; a network in training, or a model of so many
    examples, is used as it is. So ``None`` takes the best so far, except where steps are epochs or sizes of
    the training set.
    """
    check_flag("best_so_far", best_so_far)
    as_measured = "epoch" in curves.step.casefold() or curves.step.casefold() in SIZES
    best = not as_measured if best_so_far is None else best_so_far
    return curves.incumbents() if best else curves


def steps_of(curves: Curves, *, log: bool | None, points: int = POINTS) -> Steps:
    """Return the steps that the curves share.

    ``None`` takes a logarithmic axis where steps span two decades, or one decade for the best so far,
    which changes most in the first steps.
    """
    check_flag("log", log)
    low, high = curves.span
    long = LONG_OF_BEST if curves.best_so_far else LONG
    logarithmic = low > 0 and high / low >= long if log is None else log
    return Steps(curves.grid(points, log=logarithmic), logarithmic)


def has_scores_at(curves: Curves, steps: Steps) -> bool:
    """Return whether every run has a score at every step."""
    return all(np.array_equal(run.step, steps.values) for run in curves.runs)


def design_of(curves: Curves, *, datasets: Sequence[str] | None = None) -> Design:
    """Read the design off curves: the blocks are these datasets (all by default), or the runs on one."""
    several = len(curves.datasets) > 1
    datasets = curves.datasets if datasets is None else datasets
    most = max(len(curves.of(algorithm=name)) for name in curves.algorithms)
    return Design(
        algorithms=curves.algorithms,
        n_blocks=len(datasets) if several else most,
        block_kind="dataset" if several else "run",
        score=curves.score,
        higher_is_better=curves.higher_is_better,
    )


def line_of(runs: Sequence[Run], steps: Array, bands: Bands, part: str) -> Line:
    """Average the runs of one algorithm on one dataset."""
    rows = np.stack([run.at(steps, part=part) for run in runs])
    center, low, high = centre_and_band(rows, **bands._asdict())
    return Line(
        algorithm=runs[0].algorithm,
        dataset=runs[0].dataset,
        part=part,
        n=len(runs),
        center=tuple(center.tolist()),
        low=tuple(low.tolist()),
        high=tuple(high.tolist()),
        ended=min(float(run.step[-1]) for run in runs),
    )


def averages(curves: Curves, steps: Array) -> tuple[Array, tuple[str, ...], tuple[str, ...]]:
    """Average runs within datasets: (datasets, algorithms, points), the datasets used, and those left out.

    The datasets used are those on which all algorithms ran: averages over different ones are not
    comparable.
    """
    # sorted, so that the order of rows changes neither draws nor the last bits
    complete = tuple(
        name
        for name in sorted(curves.datasets)
        if all(curves.of(algorithm=algorithm, dataset=name) for algorithm in curves.algorithms)
    )
    if not complete:
        missing = [
            (algorithm, name)
            for name in curves.datasets
            for algorithm in curves.algorithms
            if not curves.of(algorithm=algorithm, dataset=name)
        ]
        raise DesignError(
            "curves over datasets need datasets on which all algorithms ran; there are none. For "
            f"instance, these runs are missing: {examples(missing)}.",
            hint=call("curve_plot") + " shows each dataset with the algorithms that it has",
        )
    means = [
        [
            _average(curves.of(algorithm=algorithm, dataset=name), steps)
            for algorithm in curves.algorithms
        ]
        for name in complete
    ]
    left_out = tuple(name for name in curves.datasets if name not in complete)
    values, scale = np.moveaxis(np.array(means), 2, 0)
    # snap all values together, so that ties among algorithms stay ties
    return snap(values.ravel(), scale.ravel()).reshape(values.shape), complete, left_out


def _average(runs: Sequence[Run], steps: Array) -> Array:
    """Average the sorted scores of runs at each step; also return the largest absolute score."""
    rows = np.sort(np.stack([run.at(steps) for run in runs]), axis=0)
    return np.stack([(rows / len(rows)).sum(axis=0), np.abs(rows).max(axis=0)])


def notes_of(curves: Curves, left_out: Sequence[str] = ()) -> tuple[str, ...]:
    """Return sentences on the runs: datasets left out, runs of different length, too few runs."""
    notes = []
    if left_out:
        count = format_count(len(left_out), "dataset")
        notes.append(texts.LEFT_OUT_DATASETS.format(datasets=count, names=examples(left_out)))
    ends = {float(run.step[-1]) for run in curves.runs}
    if len(ends) > 1:
        early = sum(float(run.step[-1]) < max(ends) for run in curves.runs)
        runs = format_count(len(curves.runs), "run")
        notes.append(
            texts.ENDED_EARLY.format(
                early=early, runs=runs, end=name_steps(curves.step, write_step(max(ends)))
            )
        )
    counts = {
        len(curves.of(algorithm=a, dataset=d)) for d in curves.datasets for a in curves.algorithms
    }
    if counts <= {0, 1}:
        notes.append(texts.ONE_RUN)
    return tuple(notes)


def name_band(bands: Bands, over: str, fewest: int) -> str:
    """Describe a band of so many runs or datasets in words."""
    level = f"{100 * bands.confidence:g}"
    band = curve_texts.BANDS[bands.band].format(over=over, level=level, center=bands.center)
    if bands.band != "bootstrap" or fewest >= ENOUGH_TO_DRAW:
        return band
    return curve_texts.TOO_NARROW.format(band=band, least=ENOUGH_TO_DRAW, over=over)


def ranks_at_steps(values: Array, *, higher_is_better: bool) -> Array:
    """Rank algorithms within each dataset and step; NaN where one of them has no score yet."""
    rows = np.moveaxis(values, 1, 2)
    complete = ~np.isnan(rows).any(axis=2)
    ranks = np.full(rows.shape, np.nan)
    if complete.any():
        ranks[complete] = block_ranks(rows[complete], higher_is_better=higher_is_better)
    return np.moveaxis(ranks, 2, 1)


def lines_over_datasets(
    values: Array, curves: Curves, datasets: tuple[str, ...], steps: Array, bands: Bands
) -> tuple[Line, ...]:
    """Average (datasets, algorithms, points) over datasets."""
    lines = []
    for place, name in enumerate(curves.algorithms):
        center, low, high = centre_and_band(values[:, place], **bands._asdict())
        ends = [float(run.step[-1]) for run in curves.of(algorithm=name) if run.dataset in datasets]
        lines.append(
            Line(
                algorithm=name,
                dataset="",
                part="score",
                n=len(datasets),
                center=tuple(center.tolist()),
                low=tuple(low.tolist()),
                high=tuple(high.tolist()),
                ended=min(ends, default=float(steps[-1])),
            )
        )
    return tuple(lines)


def make_curves_result(
    curves: Curves,
    steps: Steps,
    bands: Bands,
    lines: tuple[Line, ...],
    *,
    over: str,
    **facts: Any,  # noqa: ANN401 - fields of CurvesResult
) -> CurvesResult:
    """Make a result of lines.

    Parameters
    ----------
    curves
        The curves as chosen, incumbents or as measured.
    over
        The unit that the band varies over: ``"run"``, ``"dataset"`` or ``"draw"``.
    """
    bootstrapped = bands.band == "bootstrap"
    seed = facts.pop("seed", bands.rng if bootstrapped else None)
    return CurvesResult(
        seed=seed,
        lines=lines,
        steps=tuple(steps.values.tolist()),
        step=curves.step,
        log=steps.log,
        center=bands.center,
        band=name_band(bands, over, min(line.n for line in lines)),
        over=over,
        best_so_far=curves.best_so_far,
        measured=has_scores_at(curves, steps),
        **facts,
    )
