"""Anytime performance: how good systems are at every budget, over datasets."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchreport.data.curves import Curves
from benchreport.errors import check_choice
from benchreport.numerics.series.curves import Band, regret
from benchreport.results.curves import CurvesResult
from benchreport.stats.curves._curve_lines import (
    Bands,
    averages,
    check_bands,
    choose,
    design_of,
    lines_over_datasets,
    measured,
    notes_of,
    ranks_at_steps,
    steps_of,
    words_of,
)

__all__ = ["anytime"]

Floats = NDArray[np.float64]
Across = Literal["mean", "regret", "rank"]
QUANTITIES = {"regret": "normalised regret", "rank": "rank"}


def anytime(
    curves: Curves,
    *,
    across: Across = "regret",
    band: Band = "se",
    best_so_far: bool | None = None,
    log: bool | None = None,
    confidence: float = 0.95,
    n_resamples: int = 2000,
    rng: int = 0,
) -> CurvesResult:
    """Average curves over datasets, so that systems compare at every budget.

    There is no H0 and no H1: curves are described. Runs are averaged within datasets first; the
    band is over datasets.

    Parameters
    ----------
    curves
        Runs of k algorithms on the same datasets; datasets on which not all ran are left out.
    across
        ``"regret"``: scores scaled within each dataset, 0 the best and 1 the worst that any run
        had (of the best so far: held) at any step; ``"rank"``: mean rank of the averages, 1 the
        best; ``"mean"``: of the scores, which must be on one scale.
    band
        ``"se"`` (± one standard error), ``"sd"``, ``"quartiles"`` or ``"bootstrap"`` (a percentile
        interval of the mean, datasets drawn with replacement).
    best_so_far
        Whether to take the best score until each step; ``None``: yes, but where steps are epochs.
    log
        Whether steps are spaced logarithmically; ``None``: where they span two decades, or one
        of the best so far.
    confidence, n_resamples, rng
        Of the bootstrap.

    Returns
    -------
    CurvesResult
        A line an algorithm, from the step on at which all runs have a score.

    Raises
    ------
    DesignError
        There is no dataset on which all algorithms ran.
    OptionError
        There is no such average or band.
    DataError
        A logarithmic axis of steps at or below 0.

    References
    ----------
    Lindauer and Hutter (2020), JMLR 21(243), section 4.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({
    ...     "optimizer": list("aabb") * 2, "task": list("xxxxyyyy"), "budget": [1, 10] * 4,
    ...     "loss": [3.0, 1.0, 3.0, 2.0, 9.0, 5.0, 9.0, 7.0],
    ... })
    >>> found = anytime(Curves.from_frame(frame))
    >>> print(found.summary)
    Mean normalised regret at budget 10: a 0.000, b 0.500
    """
    check_choice("across", across, ("mean", "regret", "rank"))
    bands = check_bands(Bands("mean", band, confidence, n_resamples, rng))
    chosen = choose(curves, best_so_far=best_so_far)
    steps = steps_of(chosen, log=log)
    values, kept, left_out = averages(chosen, steps.values)
    best = "best " if chosen.best_so_far else ""
    quantity = QUANTITIES.get(across, f"{best}{curves.score}")
    notes = notes_of(curves, left_out)
    if len(kept) == 1:
        notes = (*notes, "There is one dataset: nothing shows how much depends on it, and no band.")
    shown = _quantity(values, chosen, kept, across)
    return CurvesResult(
        procedure="anytime",
        method=f"Mean {quantity}",
        design=design_of(curves, kept=kept),
        warnings=notes,
        references=("lindauer2020", *(["efron1993"] if band == "bootstrap" else [])),
        seed=rng if band == "bootstrap" else None,
        lines=lines_over_datasets(shown, chosen, kept, steps.values, bands),
        steps=tuple(steps.values.tolist()),
        step=curves.step,
        log=steps.log,
        quantity=quantity,
        higher_is_better=curves.higher_is_better if across == "mean" else False,
        center="mean",
        band=words_of(bands, "dataset"),
        over="dataset",
        best_so_far=chosen.best_so_far,
        measured=measured(chosen, steps),
    )


def _quantity(values: Floats, curves: Curves, kept: tuple[str, ...], across: Across) -> Floats:
    """Turn averages (datasets, algorithms, points) into what is averaged over datasets."""
    if across == "mean":
        return values
    if across == "rank":
        return ranks_at_steps(values, higher_is_better=curves.higher_is_better)
    scaled = np.empty_like(values)
    for place, name in enumerate(kept):
        every = np.concatenate([run.score for run in curves.of(dataset=name)])
        # averages are scaled as single scores are: 0 is the best of all runs
        both = np.concatenate([every, values[place].ravel()])
        scaled[place] = regret(both, higher_is_better=curves.higher_is_better)[
            len(every) :
        ].reshape(values[place].shape)
    return scaled
