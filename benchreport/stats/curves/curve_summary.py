"""Curves averaged over runs, dataset by dataset."""

from collections.abc import Sequence

from benchreport.data.curves import Curves
from benchreport.errors import DesignError, OptionError, check_choice
from benchreport.hints import bench, option
from benchreport.numerics.series.curves import Band, Center
from benchreport.results.curves import CurvesResult
from benchreport.stats.curves._curve_lines import (
    Bands,
    check_bands,
    choose,
    design_of,
    line_of,
    measured,
    notes_of,
    steps_of,
    words_of,
)

__all__ = ["curve_summary"]

PARTS = ("score", "train", "validation")


def curve_summary(  # noqa: PLR0913 - each says one thing, all have defaults
    curves: Curves,
    *,
    center: Center = "median",
    band: Band = "quartiles",
    best_so_far: bool | None = False,
    parts: Sequence[str] = ("score",),
    log: bool | None = None,
    confidence: float = 0.95,
    n_resamples: int = 2000,
    rng: int = 0,
) -> CurvesResult:
    """Average each algorithm's runs at every step, on each dataset.

    There is no H0 and no H1: curves are described.

    Parameters
    ----------
    curves
        Runs of k algorithms; runs may have different steps and lengths.
    center
        ``"median"`` or ``"mean"`` over runs.
    band
        ``"quartiles"`` (25 % to 75 %), ``"sd"``, ``"se"`` (± one, of the mean) or ``"bootstrap"``
        (a percentile interval of the center).
    best_so_far
        Whether to take the best score until each step (incumbents); as measured by default; ``None``:
        yes, but where steps are epochs.
    parts
        Of learning curves which scores: ``"score"``, ``"train"``, ``"validation"``.
    log
        Whether steps are spaced logarithmically; ``None``: where they span two decades, or one
        of the best so far.
    confidence, n_resamples, rng
        Of the bootstrap.

    Returns
    -------
    CurvesResult
        A line an algorithm, dataset and part, at no more than 200 steps.

    Raises
    ------
    DesignError
        The table has no such part.
    OptionError
        An average or a band that there is not, or a band of the mean around a median.
    DataError
        A logarithmic axis of steps at or below 0.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({
    ...     "model": list("aaaabbbb"), "seed": [1, 1, 2, 2] * 2, "epoch": [1, 2] * 4,
    ...     "accuracy": [0.5, 0.7, 0.6, 0.9, 0.4, 0.5, 0.5, 0.5],
    ... })
    >>> print(curve_summary(Curves.from_frame(frame), center="mean", band="sd").summary)
    Mean accuracy at epoch 2: a 0.800, b 0.500
    """
    bands = check_bands(Bands(center, band, confidence, n_resamples, rng))
    shown = choose(curves, best_so_far=best_so_far)
    wanted = [parts] if isinstance(parts, str) else list(parts)
    if not wanted:
        raise OptionError("parts are at least one.", hint=option(parts=["score"]))
    for part in wanted:
        _check_part(shown, part)
    steps = steps_of(shown, log=log)
    lines = [
        line_of(runs, steps.values, bands, part)
        for name in shown.datasets
        for algorithm in shown.algorithms
        for part in wanted
        if (runs := shown.of(algorithm=algorithm, dataset=name))
    ]
    best = "best " if shown.best_so_far else ""
    return CurvesResult(
        procedure="curve_summary",
        method=f"{center.capitalize()} {best}{curves.score}",
        design=design_of(shown),
        warnings=notes_of(shown),
        references=("lindauer2020", *(["efron1993"] if band == "bootstrap" else [])),
        seed=rng if band == "bootstrap" else None,
        lines=tuple(lines),
        steps=tuple(steps.values.tolist()),
        step=curves.step,
        log=steps.log,
        quantity=f"{best}{curves.score}",
        higher_is_better=curves.higher_is_better,
        center=center,
        band=words_of(bands, "run"),
        over="run",
        best_so_far=shown.best_so_far,
        measured=measured(shown, steps),
    )


def _check_part(curves: Curves, part: str) -> None:
    check_choice("parts", part, PARTS)
    if part != "score" and curves.best_so_far:
        raise OptionError(
            f"{part} scores are those of each step, and have no best so far.",
            hint=option(best_so_far=False),
        )
    lacking = [run for run in curves.runs if part != "score" and getattr(run, part) is None]
    if lacking:
        raise DesignError(
            f"the table has no {part} scores.",
            hint=bench(**{part: f"column with the {part} scores"}),
        )
