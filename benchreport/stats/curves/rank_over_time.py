"""Mean ranks at every budget, with how certain they are."""

import numpy as np

from benchreport.data.curves import Curves
from benchreport.errors import DesignError, OptionError, check_number, check_seed
from benchreport.hints import call, option
from benchreport.numerics.resampling.ranks_of_drawn_runs import draw_ranks, exact_ranks
from benchreport.numerics.series.curves import Band
from benchreport.results.curves.lines import CurvesResult, Line
from benchreport.stats._arrays import Array
from benchreport.stats.curves._curve_lines import (
    Bands,
    averages,
    check_bands,
    choose_best_so_far,
    design_of,
    lines_over_datasets,
    make_curves_result,
    notes_of,
    ranks_at_steps,
    steps_of,
)
from benchreport.wording.results import measures

LEAST_DRAWS = 10_000
POINTS = 100
TWO = 2


def rank_over_time(
    curves: Curves,
    *,
    band: Band = "sd",
    best_so_far: bool | None = None,
    log: bool | None = None,
    n_draws: int | None = LEAST_DRAWS,
    rng: int = 0,
) -> CurvesResult:
    """Rank systems at every step: over datasets, or on one dataset by draws of single runs.

    There is no H0 and no H1: this describes ranks.

    Parameters
    ----------
    curves
        Runs of k algorithms. On several datasets runs are averaged first, algorithms ranked within
        each dataset, and the band is over datasets. On one dataset one run of each algorithm is drawn
        many times, and the band is over draws: it shows the spread of comparisons of single runs.
    band
        ``"sd"`` (± one), ``"quartiles"``, or over datasets ``"se"`` and ``"bootstrap"``.
    best_so_far
        Whether to take the best score until each step; by default, unless steps are epochs or
        training sizes.
    log
        Whether steps are spaced logarithmically; by default, if they span two decades, or one for
        the best so far.
    n_draws
        The number of draws on one dataset, at least 10,000. ``None`` counts all possible draws exactly
        (band ``"sd"``).
    rng
        The seed of the draws and of the bootstrap.

    Returns
    -------
    CurvesResult
        One line per algorithm, at no more than 100 steps; 1 is best, ties share their mean rank.

    Raises
    ------
    DesignError
        There are fewer than two algorithms, or no dataset on which all ran.
    OptionError
        The band is invalid, or there are fewer than 10,000 draws.
    DataError
        A logarithmic axis of steps at or below 0.

    References
    ----------
    Lindauer and Hutter (2020), JMLR 21(243), section 4, on anytime performance.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "algorithm": list("aaaabb"), "seed": [1, 1, 2, 2, 1, 1], "budget": [1, 10] * 3,
    ...     "loss": [3.0, 1.0, 3.0, 2.5, 4.0, 2.0],
    ... })
    >>> print(frame.bench.rank_over_time(n_draws=None).summary)
    Mean rank at budget 10: a 1.50, b 1.50
    """
    bands = check_bands(Bands("mean", band, rng=rng))
    check_seed(rng)
    chosen = choose_best_so_far(curves, best_so_far=best_so_far)
    if len(curves.algorithms) < TWO:
        raise DesignError(
            f"ranks need at least 2 algorithms; there is {curves.algorithms[0]} only.",
            hint=call("curve_plot"),
        )
    steps = steps_of(chosen, log=log, points=POINTS)
    several = len(curves.datasets) > 1
    left_out: tuple[str, ...] = ()
    datasets = curves.datasets
    if several:
        values, datasets, left_out = averages(chosen, steps.values)
        ranks = ranks_at_steps(values, higher_is_better=curves.higher_is_better)
        lines = lines_over_datasets(ranks, chosen, datasets, steps.values, bands)
    else:
        _check_draws(band, n_draws)
        lines = _lines_over_draws(chosen, steps.values, bands, n_draws)
    random = band == "bootstrap" or not (several or n_draws is None)
    draws = "all" if n_draws is None else f"{n_draws:,}"
    return make_curves_result(
        chosen,
        steps,
        bands,
        lines,
        over="dataset" if several else "draw",
        procedure="rank_over_time",
        method="Mean rank",
        variant="" if several else measures.DRAWS.format(n=draws),
        design=design_of(curves, datasets=datasets),
        warnings=notes_of(curves, left_out),
        references=("lindauer2020", "demsar2006"),
        seed=rng if random else None,
        quantity="rank",
        higher_is_better=False,
    )


def _check_draws(band: Band, n_draws: int | None) -> None:
    if band not in ("sd", "quartiles") or (n_draws is None and band != "sd"):
        raise OptionError(
            f"on one dataset the band is over draws, where band={band!r} says nothing"
            + (" without drawing." if n_draws is None else "."),
            hint=option(band="sd") + ("" if n_draws is None else " or " + option(band="quartiles")),
        )
    if n_draws is not None:
        check_number(
            "n_draws", n_draws, above=LEAST_DRAWS - 1, whole=True, hint=option(n_draws=10_000)
        )


def _lines_over_draws(
    curves: Curves, steps: Array, bands: Bands, n_draws: int | None
) -> tuple[Line, ...]:
    # sorted, so that the order of rows does not change the draws
    names = sorted(curves.algorithms)
    runs = [curves.of(algorithm=name) for name in names]
    scores = [np.stack([run.at(steps) for run in some]) for some in runs]
    shape = (len(runs), len(steps))
    center, low, high = (np.full(shape, np.nan) for _ in range(3))
    complete = ~np.isnan(np.concatenate(scores)).any(axis=0)
    for at in np.flatnonzero(complete):
        scores_at_step = [rows[:, at] for rows in scores]
        if n_draws is None:
            mean, sd = exact_ranks(scores_at_step, higher_is_better=curves.higher_is_better)
            center[:, at], low[:, at], high[:, at] = mean, mean - sd, mean + sd
            continue
        ranks = draw_ranks(
            scores_at_step, higher_is_better=curves.higher_is_better, n_draws=n_draws, rng=bands.rng
        )
        center[:, at], low[:, at], high[:, at] = _over_draws(ranks, bands.band)
    lines = {
        name: Line(
            algorithm=name,
            dataset="",
            part="score",
            n=len(runs[place]),
            center=tuple(center[place].tolist()),
            low=tuple(low[place].tolist()),
            high=tuple(high[place].tolist()),
            ended=min(float(run.step[-1]) for run in runs[place]),
        )
        for place, name in enumerate(names)
    }
    return tuple(lines[name] for name in curves.algorithms)


def _over_draws(ranks: Array, band: Band) -> tuple[Array, Array, Array]:
    mean = ranks.mean(axis=0)
    if band == "quartiles":
        low, high = np.percentile(ranks, [25, 75], axis=0)
        return mean, low, high
    sd = ranks.std(axis=0)
    return mean, mean - sd, mean + sd
