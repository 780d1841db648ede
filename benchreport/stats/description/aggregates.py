"""Interquartile means, means and medians of all runs."""

from collections.abc import Sequence

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import (
    OptionError,
    check_choice,
    check_fraction,
    check_number,
    check_seed,
)
from benchreport.hints import option
from benchreport.numerics.resampling import run_statistics
from benchreport.numerics.resampling.bootstrap import percentile_interval
from benchreport.numerics.resampling.run_statistics import Sample, Statistic
from benchreport.results.base import Assumption, Design, Interval
from benchreport.results.later import later
from benchreport.results.predictions.metrics import Measured, MetricsResult
from benchreport.results.writing import number_format as fmt
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes
from benchreport.stats._run_samples import enough_runs, note_datasets, run_samples
from benchreport.wording.results import measures
from benchreport.wording.verdicts import assumptions as wording
from benchreport.wording.verdicts import notes as texts

GAP = "optimality_gap"
STATISTICS: dict[str, Statistic] = {
    "iqm": run_statistics.interquartile_mean,
    "mean": run_statistics.mean,
    "median": run_statistics.median,
}


def aggregates(
    scores: Scores,
    *,
    statistics: Sequence[str] | str = ("iqm", "mean", "median"),
    target: float | None = None,
    alpha: float = 0.05,
    n_resamples: int = 10_000,
    rng: int = 0,
) -> MetricsResult:
    """Aggregate each algorithm's runs on all datasets, with stratified bootstrap intervals.

    There is no H0 and no H1: intervals of single algorithms do not compare them;
    ``improvement`` and tests of pairs do.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N datasets with several runs each, or of one dataset's runs.
        Scores of all datasets must share a scale, as normalised scores do.
    statistics
        ``"iqm"``, the mean of the middle half of all runs, which outliers and single datasets move less
        than they move the mean; ``"mean"`` of all runs; ``"median"`` of the datasets' means.
    target
        The score that counts as solved, in score units: adds ``"optimality_gap"``, the mean amount by
        which runs fall short of it; lower is better.
    alpha
        Intervals have confidence 1 − alpha, for each algorithm and statistic alone.
    n_resamples
        The number of bootstrap resamples.
    rng
        The seed of the resamples.

    Returns
    -------
    MetricsResult
        One row per statistic and algorithm, in score units, with percentile intervals.

    Raises
    ------
    DesignError
        Runs are missing.
    OptionError
        A statistic or the target is invalid, or there are too few resamples for the confidence.

    Notes
    -----
    Runs are drawn with replacement within each dataset, so that the intervals are about these datasets
    with other seeds; where no dataset has several runs the datasets are drawn. Every dataset counts alike,
    however many runs it has. With three runs per dataset the intervals are too narrow. Those of the median of
    five datasets' means held the median of the true means in 88 % of tables, with five runs of each or with
    twenty.

    References
    ----------
    Agarwal, Schwarzer, Castro, Courville & Bellemare (2021), Deep reinforcement learning at the edge of
    the statistical precipice, NeurIPS 34, section 4.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> runs = pd.DataFrame({"a": [9, 8, 9, 1], "b": [7, 6, 8, 5]}, index=pd.Index([1, 2, 3, 4], name="seed"))
    >>> result = runs.bench(score="return").aggregates(statistics="iqm")
    >>> [(row.algorithm, row.estimate) for row in result.rows]
    [('a', 8.5), ('b', 6.5)]
    """
    names = _check_names(statistics)
    check_fraction("alpha", alpha)
    check_seed(rng)
    check_number("n_resamples", n_resamples, above=0, whole=True, hint=option(n_resamples=10_000))
    if scores.block_kind != "run":
        scores.require_complete("aggregates")
    samples, unit = run_samples(scores)
    functions = {name: STATISTICS[name] for name in names}
    if target is not None:
        check_number("target", target, hint=option(target=1.0))
        functions[GAP] = _gap(target, higher_is_better=scores.higher_is_better)
    values = run_statistics.resample_statistics(
        samples, [*functions.values()], n_resamples=n_resamples, rng=rng
    )
    ends = np.stack([values.estimate, *percentile_interval(values, 1 - alpha)], axis=-1)
    several = scores.block_kind == "dataset" and unit == "run"
    return MetricsResult(
        procedure="aggregates",
        method="Aggregates with bootstrap intervals",
        variant="stratified bootstrap" if several else "bootstrap",
        alpha=alpha,
        design=Design.of(scores),
        assumptions=later(
            lambda: (
                Assumption.of(wording.COMPARABLE_BLOCKS, quantities="scores of"),
                enough_runs(samples, several=several),
            )
        ),
        warnings=later(lambda: (*notes(scores), *(note_datasets(scores) if several else ()))),
        references=("agarwal2021", "efron1993"),
        seed=rng,
        rows=tuple(
            Measured(
                algorithm=algorithm,
                metric=name,
                estimate=float(estimate),
                interval=Interval(float(low), float(high), 1 - alpha),
                higher_is_better=scores.higher_is_better and name != GAP,
                definition=measures.AGGREGATES[name].format(target=fmt.number(target or 0.0)),
                how="percentile",
            )
            for place, name in enumerate(functions)
            for algorithm, (estimate, low, high) in zip(
                scores.algorithms, ends[:, place], strict=True
            )
        ),
        claims=(
            texts.INTERVAL_IS_NO_TEST.format(value="aggregate", names="algorithms", blocks="runs"),
        ),
    )


def _check_names(statistics: Sequence[str] | str) -> tuple[str, ...]:
    names = (statistics,) if isinstance(statistics, str) else tuple(statistics)
    for name in names:
        check_choice("statistics", name, STATISTICS)
    if not names:
        raise OptionError("statistics names none.", hint=option(statistics="iqm"))
    return tuple(dict.fromkeys(names))


def _gap(target: float, *, higher_is_better: bool) -> Statistic:
    """Return the statistic of how far runs fall short of the target."""

    def statistic(sample: Sample, drawn: Array) -> Array:
        short = target - sample.values if higher_is_better else sample.values - target
        return run_statistics.mean(sample._replace(values=np.maximum(short, 0.0)), drawn)

    return statistic
