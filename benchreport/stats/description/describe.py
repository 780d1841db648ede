"""Descriptions of scores, without any test."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.numerics.moments import moments
from benchreport.numerics.ranks import block_ranks, mid_ranks
from benchreport.numerics.ties import snap
from benchreport.results.base import Design
from benchreport.results.checks.description import Description, DescriptionResult
from benchreport.results.later import later
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes


def describe(scores: Scores) -> DescriptionResult:
    """Describe each algorithm: mean, sd, median, quartiles, mean rank, wins, ties and losses.

    There is no H0 and no H1: this describes the scores, before any test.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; cells may be empty.

    Returns
    -------
    DescriptionResult
        One row per algorithm; the best of each column is marked.

    Notes
    -----
    sd has divisor n − 1; quartiles interpolate linearly (R's type 7). Wins, ties and losses count
    every rival on every block where both have a score; mean ranks use complete blocks only.

    References
    ----------
    Demšar (2006), JMLR 7, section 3.2.2, on mean ranks.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [0.9, 0.8, 0.6], "b": [0.7, 0.8, 0.5]})
    >>> first = frame.bench(score="accuracy").describe().rows[0]
    >>> first.wins, first.ties, first.losses
    (2, 1, 0)
    """
    values = scores.values
    # a row of independent runs has no winner: its scores do not belong together
    matched = values if scores.block_kind != "run" else values[:0]
    wins, ties, losses = _count_wins(matched if scores.higher_is_better else -matched)
    complete = matched[~np.isnan(matched).any(axis=1)]
    mean_ranks = np.full(values.shape[1], np.nan)
    if len(complete):
        mean_ranks = block_ranks(complete, higher_is_better=scores.higher_is_better).mean(axis=0)
    rows = tuple(
        _row(name, column[~np.isnan(column)], rank, counts)
        for name, column, rank, counts in zip(
            scores.algorithms,
            values.T,
            mean_ranks.tolist(),
            zip(wins.sum(axis=0), ties.sum(axis=0), losses.sum(axis=0), strict=True),
            strict=True,
        )
    )
    return DescriptionResult(
        procedure="describe",
        method="Description",
        design=Design.of(scores),
        warnings=later(lambda: notes(scores)),
        references=("demsar2006",),
        rows=_snap_centres(rows, np.nanmax(np.abs(values), axis=0)),
    )


def _snap_centres(rows: tuple[Description, ...], sizes: Array) -> tuple[Description, ...]:
    """Give one value to means, and to medians, that differ by rounding only: none of them is the best."""
    means = snap([row.mean for row in rows], sizes).tolist()
    medians = snap([row.median for row in rows], sizes).tolist()
    return tuple(
        replace(row, mean=mean, median=median)
        for row, mean, median in zip(rows, means, medians, strict=True)
    )


def _count_wins(goodness: Array) -> tuple[NDArray[np.int64], ...]:
    """Count the wins, ties and losses of each cell, from the ends of its group of ties."""
    empty = np.isnan(goodness)
    # rank empty cells behind all others, so that subtracting them is easy
    filled = np.where(empty, -np.inf, goodness)
    lowest = mid_ranks(-filled, ties="min").astype(np.int64)
    highest = mid_ranks(-filled, ties="max").astype(np.int64)
    present = (~empty).sum(axis=1, keepdims=True)
    wins, ties, losses = present - highest, highest - lowest, lowest - 1
    for counts in (wins, ties, losses):
        counts[empty] = 0
    return wins, ties, losses


def _row(
    name: str,
    column: Array,
    rank: float,
    counts: tuple[np.int64, np.int64, np.int64],
) -> Description:
    lower, median, upper = np.percentile(column, [25, 50, 75]).tolist()
    wins, ties, losses = (int(count) for count in counts)
    return Description(
        algorithm=name,
        n=len(column),
        mean=float(column.mean()),
        sd=float(moments(column)[1]) if len(column) > 1 else float("nan"),
        median=median,
        lower_quartile=lower,
        upper_quartile=upper,
        mean_rank=rank,
        wins=wins,
        ties=ties,
        losses=losses,
    )
