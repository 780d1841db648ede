"""The leader of a night: the algorithm with the best mean rank, and the interval of its place."""

import numpy as np
import numpy.typing as npt

from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.night_facts import Leader
from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.ties import snap

Floats = npt.NDArray[np.float64]

DRAWS = 1000
FEWEST = 2
SEED = 0


def find_leader(scores: NightScores, before: NightScores | None) -> Leader | None:
    """Find the algorithm with the best mean rank over the datasets, and the interval of its place.

    Parameters
    ----------
    scores, before
        The scores of tonight and of the previous night, whose leader is reported as well.

    Returns
    -------
    Leader or None
        ``None`` if there is only one algorithm. If only one dataset has scores of all algorithms, the
        leader has the best mean on it, and no interval; if no dataset has them, nobody leads.

    Notes
    -----
    The interval holds the leader's place among the mean ranks in 95 % of 1,000 seeded bootstrap samples
    of the datasets (of the repeats, if there is one dataset). Algorithms without any score are left
    out, then datasets on which another algorithm has no score, because an algorithm that failed on hard
    datasets must not look better for it. Repeats without common names are averaged.
    """
    table = _table(scores)
    if table.shape[1] < FEWEST:
        return None
    names, ranks = _rank_leaders(scores, table)
    previous: tuple[str, ...] = ()
    if before is not None:
        earlier = _table(before)
        previous = _rank_leaders(before, earlier)[0] if earlier.shape[1] >= FEWEST else ()
    if ranks is None:
        return Leader(metric=scores.metric, algorithms=names, before=previous)
    first = scores.algorithms.index(names[0])
    low, high = _place_interval(ranks, first)
    return Leader(
        metric=scores.metric,
        algorithms=names,
        mean_rank=float(ranks[:, first].mean()),
        low=low,
        high=high,
        before=previous,
    )


def _table(scores: NightScores) -> Floats:
    """Return (blocks, algorithms) the means of the runs that did not fail; NaN for cells without one."""
    datasets = len(scores.datasets) > 1
    if datasets:
        rows, names = scores.dataset, scores.datasets
    elif scores.matched:
        rows, names = scores.repeat, scores.repeats
    else:
        rows, names = np.zeros_like(scores.repeat), ("",)
    size = (len(names), len(scores.algorithms))
    scored = ~scores.failed
    cell = rows[scored] * size[1] + scores.algorithm[scored]
    counts = np.bincount(cell, minlength=size[0] * size[1])
    sums = np.bincount(cell, snap(scores.value[scored]), minlength=size[0] * size[1])
    with np.errstate(invalid="ignore"):
        return snap(sums / counts).reshape(size)


def _rank_leaders(scores: NightScores, table: Floats) -> tuple[tuple[str, ...], Floats | None]:
    """Return the algorithms with the best mean rank, and the ranks; by means if few blocks are complete."""
    scored = ~np.isnan(table).all(axis=0)
    complete = table[~np.isnan(table[:, scored]).any(axis=1)]
    if not scored.any() or not len(complete):
        return (), None
    if len(complete) < FEWEST or scored.sum() < FEWEST:
        mean = snap(complete.mean(axis=0))
        best = np.nanmax(mean) if scores.higher_is_better else np.nanmin(mean)
        return _names_where(scores, mean == best), None
    ranks = np.full(complete.shape, np.nan)
    ranks[:, scored] = block_ranks(complete[:, scored], higher_is_better=scores.higher_is_better)
    mean = ranks.mean(axis=0)
    return _names_where(scores, np.isclose(mean, np.nanmin(mean), rtol=0, atol=1e-12)), ranks


def _names_where(scores: NightScores, chosen: npt.NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(scores.algorithms[place] for place in np.flatnonzero(chosen))


def _place_interval(ranks: Floats, first: int) -> tuple[float, float]:
    draws = np.random.default_rng(SEED).multinomial(
        len(ranks), np.full(len(ranks), 1 / len(ranks)), size=DRAWS
    )
    means = draws @ ranks
    # an algorithm without any score has NaN, and NaN < x is False
    place = 1 + (means < means[:, [first]] - 1e-9).sum(axis=1)
    low, high = np.quantile(place, [0.025, 0.975], method="inverted_cdf")
    return float(low), float(high)
