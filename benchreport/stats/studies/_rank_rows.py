"""Rows whose means are ranked: of datasets, examples or clusters, with higher values better."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.collector import collector_held
from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.errors import (
    DesignError,
    OptionError,
    check_fraction,
    check_number,
    check_seed,
)
from benchreport.hints import bench, call, option
from benchreport.numerics.predictions.clustered_means import sum_clusters
from benchreport.numerics.predictions.largest_t import separate_clusters
from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.resampling.rank_sets import separate, separate_by_t
from benchreport.results.base import Assumption, Design
from benchreport.results.ranks.rank_sets import RankSet
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import comparable_blocks, notes
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._pairs import require_several
from benchreport.stats._predictions.example_values import example_values
from benchreport.stats._predictions.prediction_pairs import (
    examples_apart,
    note_averages,
    require_unweighted,
)
from benchreport.wording.verdicts import assumptions as wording

Named = Literal["mean", "mean_rank", "win_rate", "iqm"]
Statistic = Callable[[Array], float]
Resample = Literal["auto", "datasets", "examples", "clusters"]
QUARTER = 4


class RankRows(NamedTuple):
    """What is ranked, higher is better, how pairs are judged, and what a result says about it."""

    centres: Array
    """(k,)."""
    judge: Callable[..., NDArray[np.int8]]
    """From the options of `separate` to which algorithms are shown to be better than which."""
    estimates: Array
    """(k,), as they are shown."""
    design: Design
    resampled: str
    assumptions: tuple[Assumption, ...]
    warnings: tuple[str, ...]


def rows_of(table: Scores | Predictions, by: Named | Statistic, resample: Resample) -> RankRows:
    """Return the rows that a ranking is of.

    Raises
    ------
    DesignError
        Runs are missing, or the table has no such rows.
    """
    if isinstance(table, Predictions):
        return _of_predictions(table, by, resample)
    if resample not in ("auto", f"{table.block_kind}s"):
        raise DesignError(
            f"this is a table of scores of {len(table.blocks)} {table.block_kind}s, which has no {resample} "
            "to resample.",
            hint=option(resample="auto"),
        )
    values = table.require_complete("rank_sets")
    rows, estimates = influence(values, by, higher_is_better=table.higher_is_better)
    scale = [comparable_blocks("scores of")] if by not in ("mean_rank", "win_rate") else []
    return RankRows(
        rows.mean(axis=0),
        _judge_rows(rows, by),
        estimates,
        Design.of(table),
        f"{table.block_kind}s",
        (independent_blocks(table), *scale),
        notes(table),
    )


def _judge_rows(rows: Array, by: Named | Statistic) -> Callable[..., NDArray[np.int8]]:
    """Judge pairs by rows; interquartile means have the degrees of freedom of the scores averaged."""
    return partial(separate, rows, dof=middle(len(rows)) - 1 if by == "iqm" else None)


def influence(
    values: Array, by: Named | Statistic, *, higher_is_better: bool
) -> tuple[Array, Array]:
    """Return rows whose means are what is ranked, higher is better, and the estimates to show.

    Parameters
    ----------
    values
        (N, k) scores.
    by
        A name, or a function of an algorithm's scores (N,); it is linearised by the jackknife.
    """
    sign = 1.0 if higher_is_better else -1.0
    if callable(by):
        rows, estimates = _jackknife(values, by)
        return sign * rows, estimates
    if by == "mean":
        return sign * values, values.mean(axis=0)
    if by == "iqm":
        rows, estimates = _interquartile(values)
        return sign * rows, estimates
    ranks = block_ranks(values, higher_is_better=higher_is_better)
    mean, k = ranks.mean(axis=0), values.shape[1]
    return -ranks, mean if by == "mean_rank" else (k - mean) / (k - 1)


def _interquartile(values: Array) -> tuple[Array, Array]:
    """Linearise interquartile means: their errors are those of Winsorised scores (Yuen, 1974)."""
    n, left = len(values), middle(len(values))
    cut = (n - left) // 2
    ordered = np.sort(values, axis=0)
    estimates = ordered[cut : n - cut].mean(axis=0)
    clipped = np.clip(values, ordered[cut], ordered[n - cut - 1])
    # squares add up to Winsorised ones over left · (left − 1)
    scale = np.sqrt(n * (n - 1) / (left * max(left - 1, 1)))
    return estimates + scale * (clipped - clipped.mean(axis=0)), estimates


def middle(n: int) -> int:
    """Return how many of n scores are left, a quarter cut off at each end, rounded down."""
    return n - 2 * (n // QUARTER)


def _jackknife(values: Array, by: Statistic) -> tuple[Array, Array]:
    """Return the jackknife's pseudo-values, shifted to the estimates."""
    n = len(values)
    estimates = np.array([_compute(by, column) for column in values.T])
    without = np.array(
        [[_compute(by, np.delete(column, row)) for column in values.T] for row in range(n)]
    )
    return estimates + (n - 1) * (without.mean(axis=0) - without), estimates


def _compute(by: Statistic, scores: Array) -> float:
    value = np.asarray(by(scores), dtype=object)
    try:
        number = float(value.item()) if value.size == 1 else np.nan
    except (TypeError, ValueError):
        number = np.nan
    if np.isfinite(number):
        return number
    raise OptionError(
        f"by must return a finite number for the {len(scores)} scores of an algorithm; got "
        f"{str(value)[:60]}.",
        hint=option(by="mean") + ", or a function such as lambda scores: scores.mean()",
    )


def _of_predictions(table: Predictions, by: Named | Statistic, resample: Resample) -> RankRows:
    require_several(table)
    require_unweighted(table, "rank_sets", hint=call("metric_bootstrap", metric="accuracy"))
    table.require_examples("rank_sets")
    scored = example_values(table, "auto")
    kind = _kind(table) if resample == "auto" else resample
    design = Design.of_predictions(
        table, scored.name, higher_is_better=scored.higher_is_better, averaged=True
    )
    apart, values = examples_apart(table, averaged=True), scored.values
    if kind == "datasets":
        values = means_of_datasets(table, values)
        apart = Assumption.of(
            (wording.INDEPENDENT.format(block="dataset"), wording.BLOCKS["datasets"])
        )
    rows, estimates = influence(values, by, higher_is_better=scored.higher_is_better)
    judge = _judge_rows(rows, by)
    if kind == "examples" and table.clustered:
        apart = Assumption.of(wording.EXAMPLES_OF_CLUSTERS, "violated", column=table.cluster_column)
    if kind == "clusters":
        judge = _judge_clusters(table, rows, scored.block)
    return RankRows(
        rows.mean(axis=0), judge, estimates, design, kind, (apart,), note_averages(table)
    )


def _kind(table: Predictions) -> Resample:
    if table.clustered:
        return "clusters"
    return "datasets" if len(table.datasets) > 1 else "examples"


def _judge_clusters(
    table: Predictions, rows: Array, block: NDArray[np.intp]
) -> Callable[..., NDArray[np.int8]]:
    """Judge pairs by the largest t of clustered means (CR2), or each model alone with Holm's correction."""
    if not table.clustered:
        raise DesignError(
            "resample='clusters' needs a column of what examples come in; none is read as one.",
            hint=bench(cluster=...),
        )
    clusters = sum_clusters(rows, block)
    k = rows.shape[1]
    first, second = np.divmod(np.arange(k * k), k)
    error = (clusters.errors_of(first, second) * clusters.unit).reshape(k, k)

    def judge(*, alpha: float, simultaneous: bool, n_resamples: int, rng: int) -> NDArray[np.int8]:
        if simultaneous:
            return separate_clusters(clusters, alpha=alpha, n_draws=n_resamples, rng=rng)
        means = rows.mean(axis=0)
        return separate_by_t(means, error, clusters.dof, alpha=alpha, simultaneous=False)

    return judge


def means_of_datasets(table: Predictions, values: Array) -> Array:
    """Average the rows of different examples by their datasets, (datasets, k)."""
    if len(table.datasets) == 1:
        raise DesignError(
            "resample='datasets' needs predictions for several datasets; these are for one.",
            hint=option(resample="examples"),
        )
    codes = table.dataset
    if table.repeated:
        codes = codes[np.unique(table.unit, return_index=True)[1]]
    return _means(values, codes, len(table.datasets))


def _means(values: Array, codes: NDArray[np.intp], n: int) -> Array:
    """Average rows by their codes, (n, k)."""
    sums = np.zeros((n, values.shape[1]))
    np.add.at(sums, codes, values)
    means: Array = sums / np.bincount(codes, minlength=n)[:, None]
    return means


def list_sets(
    names: Sequence[str], centres: Array, estimates: Array, shown: NDArray[np.int8]
) -> dict[str, Any]:
    """Return the sets of ranks, best first, and the pairs that can be ordered, as fields of a result.

    Parameters
    ----------
    centres, estimates
        (k,), what ranks, higher is better, and what is shown of it.
    shown
        (k, k): 1 where the row is shown to be better than the column, −1 where it is shown to be worse.
    """
    k = len(names)
    noise = 1e-12 * np.abs(centres).max()
    rank = 1 + (centres > centres[:, None] + noise).sum(axis=1)
    low, high = 1 + (shown < 0).sum(axis=1), k - (shown > 0).sum(axis=1)
    with collector_held():
        pairs = np.argwhere((shown > 0) & (shown.T < 0)).tolist()
        separated = tuple((names[one], names[other]) for one, other in pairs)
    rows = tuple(
        RankSet(names[at], float(estimates[at]), int(rank[at]), int(low[at]), int(high[at]))
        for at in np.argsort(-centres, kind="stable").tolist()
    )
    return {"rows": rows, "separated": separated}


def check_resampling(alpha: float, n_resamples: int, rng: int) -> None:
    """Raise `OptionError` unless the resamples are enough for the confidence."""
    check_fraction("alpha", alpha)
    check_seed(rng)
    check_number("n_resamples", n_resamples, above=0, whole=True, hint=option(n_resamples=2_000))
    least = math.ceil(1 / alpha)
    if n_resamples < least:
        raise OptionError(
            f"sets with {100 * (1 - alpha):g} % confidence need at least {least} resamples; got "
            f"n_resamples={n_resamples}.",
            hint=option(n_resamples=2_000),
        )
