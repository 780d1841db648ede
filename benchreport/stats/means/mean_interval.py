"""Mean scores with t intervals."""

from typing import Literal

import numpy as np

from benchreport.data.columns.words.names import kind_of_repeat
from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_fraction, format_count
from benchreport.numerics.moments import moments
from benchreport.numerics.tails import interval
from benchreport.results.base import Assumption, Design, Interval
from benchreport.results.later import later
from benchreport.results.predictions.metrics import Measured, MetricsResult
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes
from benchreport.stats._block_independence import splits_no_data
from benchreport.stats._folds import correlated_splits, fold_fraction, require_one_dataset
from benchreport.wording.verdicts import assumptions as wording
from benchreport.wording.verdicts import notes as texts


def mean_interval(
    scores: Scores,
    *,
    alpha: float = 0.05,
    variant: Literal["auto", "t", "corrected_t"] = "auto",
    test_fraction: float | None = None,
) -> MetricsResult:
    """Average each algorithm's scores, such as those of a cross-validation's folds, with a t interval.

    There is no H0 and no H1: intervals of single means do not compare algorithms, tests of pairs on the
    same folds do.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N folds, repeats or datasets; or independent runs.
    alpha
        Intervals have confidence 1 − alpha, for each algorithm alone.
    variant
        ``"t"`` is mean ± t · sd/√N. Folds of one dataset share training data, which makes this
        interval too narrow, and far too narrow for repeated folds: a warning gives numbers.
        ``"corrected_t"`` uses Nadeau and Bengio's standard error sd · √(1/N + f/(1 − f)). ``"auto"``
        is ``"corrected_t"`` for repeated folds of one dataset, else ``"t"``.
    test_fraction
        The share f of the data that each split tests on, for ``"corrected_t"``; by default 1/k of k folds.

    Returns
    -------
    MetricsResult
        One mean per algorithm; sd has divisor N − 1, t has N − 1 dof.

    Raises
    ------
    DesignError
        Runs are missing, or the corrected variant is applied to datasets.
    OptionError
        The variant is invalid; the share that the corrected variant needs is unknown.

    Notes
    -----
    Without spread the interval is a point; a single independent run has no interval.

    References
    ----------
    Student (1908), Biometrika 6: 1-25; Nadeau & Bengio (2003), Machine Learning 52: 239-281.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"fold": [1, 2, 3, 4, 5], "a": [9, 8, 9, 7, 8], "b": [7, 6, 8, 5, 5]})
    >>> row = frame.bench(score="accuracy").mean_interval().rows[0]
    >>> row.estimate, [round(end, 3) for end in row.interval[:2]]
    (8.2, [7.161, 9.239])
    """
    check_fraction("alpha", alpha)
    check_choice("variant", variant, ("auto", "t", "corrected_t"))
    if variant == "auto":
        variant = "corrected_t" if _fold_warning(scores) == texts.REPEATED_FOLDS else "t"
    share = 0.0
    if variant == "corrected_t":
        require_one_dataset(scores, "mean_interval(variant='corrected_t')")
        share = fold_fraction(scores, test_fraction)
        check_fraction("test_fraction", share)
    rows = tuple(
        _row(scores, name, sample, 1 - alpha, share)
        for name, sample in zip(scores.algorithms, _samples(scores), strict=True)
    )
    return MetricsResult(
        procedure="mean_interval",
        method="Means with t intervals",
        variant=variant,
        alpha=alpha,
        design=Design.of(scores),
        assumptions=later(lambda: (_independent(scores, share),)),
        warnings=later(
            lambda: (
                *notes(scores),
                *([_fold_warning(scores)] if not share and _fold_warning(scores) else []),
            )
        ),
        references=("student1908", *(("nadeau2003",) if share else ())),
        rows=rows,
        claims=(
            texts.INTERVAL_IS_NO_TEST.format(value="mean", names="algorithms", blocks="blocks"),
        ),
    )


def _samples(scores: Scores) -> tuple[Array, ...]:
    if scores.block_kind == "run":
        return scores.samples
    return tuple(scores.require_complete("mean_interval").T)


def _row(scores: Scores, name: str, sample: Array, confidence: float, share: float) -> Measured:
    n = len(sample)
    mean, ends = np.asarray(sample.mean()), None
    if n > 1:
        mean, deviation = moments(sample)
        error = deviation * np.sqrt(1 / n + share / (1 - share))
        low, high = interval(mean, error, dof=n - 1, confidence=confidence)
        ends = Interval(float(low), float(high), confidence)
    return Measured(
        algorithm=name,
        metric=scores.score,
        estimate=float(mean),
        interval=ends,
        higher_is_better=scores.higher_is_better,
        definition=f"mean over {format_count(n, scores.block_kind)}",
        how="" if ends is None else "corrected t" if share else "t",
    )


def _fold_warning(scores: Scores) -> str:
    """Return a warning on the coverage of plain t intervals, where the blocks are folds of one dataset."""
    columns = [kind_of_repeat(name) for name in scores.runs.repeat_columns]
    if not scores.overlapping or "fold" not in columns:
        return ""
    place = columns.index("fold")
    repeated = len({parts[place] for parts in scores.runs.repeat_parts}) < len(scores.blocks)
    return texts.REPEATED_FOLDS if repeated else texts.FOLDS


def _independent(scores: Scores, share: float) -> Assumption:
    if share:
        return correlated_splits(share)
    if scores.overlapping and not splits_no_data(scores):
        return Assumption.of(wording.OVERLAPPING_REPEATS, "doubtful", block=scores.block_kind)
    return Assumption.of(wording.INDEPENDENT_BLOCKS, block=scores.block_kind)
