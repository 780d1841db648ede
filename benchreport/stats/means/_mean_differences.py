"""What tests of mean differences share: t, intervals and standardised differences."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, OptionError
from benchreport.hints import bench, call, code, option
from benchreport.numerics.effects.standardization import moments, ratio
from benchreport.numerics.nulls.block_anova import BlockAnova
from benchreport.numerics.nulls.noncentral_t import noncentrality_interval
from benchreport.numerics.nulls.normality import shapiro_p
from benchreport.numerics.tails import Alternative, interval, p_of_t
from benchreport.numerics.ties import snap_differences
from benchreport.results.base import Assumption, Design
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats._assumptions import graded, notes
from benchreport.stats._pairs import Correction, Pairs, comparisons, corrected, source

__all__ = [
    "MOST_FOLDS",
    "Options",
    "TTest",
    "compare_means",
    "count_folds",
    "fold_fraction",
    "normal_differences",
    "on_one_dataset",
    "paired_differences",
    "standardised",
]

Array = NDArray[np.float64]


MOST_FOLDS = 20
"""Above this, a single column's labels may be a running number over repetitions."""


class TTest(NamedTuple):
    """Mean differences of pairs with their standard errors, and the spread they are measured by."""

    difference: Array
    error: Array
    dof: float
    deviation: Array


class Options(NamedTuple):
    """What every such test lets its caller choose."""

    alpha: float
    correction: Correction
    control: str | None
    alternative: Alternative


def paired_differences(values: Array, columns: Pairs, *, inflation: float = 1.0) -> TTest:
    """Take the differences of pairs on each block.

    Parameters
    ----------
    values
        Array (N, k).
    inflation
        What the variance of their mean is multiplied by, as blocks are correlated.
    """
    first, second = values.T[columns[0]], values.T[columns[1]]
    n_blocks = values.shape[0]
    difference, deviation = moments(first - second, np.abs(values).max())
    error = deviation * np.sqrt(inflation / n_blocks)
    return TTest(difference, error, n_blocks - 1, deviation)


CONSTANT = (
    "some differences are the same everywhere: without a spread p is the sign test's, and an interval "
    "without width says more than is known."
)


def compare_means(
    scores: Scores,
    columns: Pairs,
    test: TTest,
    options: Options,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> PairwiseResult:
    """Put a t test of paired differences together, with d_z and its noncentral t interval."""
    alpha, correction, control, alternative = options
    # what rounding left of equal scores is no difference
    t = ratio(test.difference, test.error, np.abs(scores.values).max() * np.ones_like(test.error))
    p_value = np.where(np.isnan(t), 1.0, p_of_t(t, test.dof, alternative))
    # all that differences without a spread show is their sign: p is the sign test's
    least = np.ldexp(1.0, -len(scores.values) + (alternative == "two-sided"))
    p_value = np.where(np.isinf(t), np.maximum(p_value, least), p_value)
    # equal scores are no evidence for a side either
    p_value = np.where((test.difference == 0) & (test.deviation == 0), 1.0, p_value)
    ends = interval(
        test.difference,
        test.error,
        dof=test.dof,
        confidence=1 - alpha,
        alternative=alternative,
    )
    means = scores.values.mean(axis=0)
    sign = test.difference if scores.higher_is_better else -test.difference
    keys = facts.pop("references", ())
    return PairwiseResult(
        alpha=alpha,
        correction=correction,
        alternative=alternative,
        design=Design.of(scores),
        warnings=(
            *notes(scores),
            *facts.pop("warnings", ()),
            *([CONSTANT] if np.isinf(t).any() else []),
        ),
        references=(*keys, "cohen1988", *source(correction)),
        comparisons=comparisons(
            scores,
            columns,
            confidence=1 - alpha,
            numbers=(test.difference, t, p_value, corrected(p_value, correction, control)),
            interval=ends,
            effect=_d_z(test, t, 1 - alpha),
            sign=sign,
        ),
        difference_name=f"mean difference of {scores.score}",
        statistic_name="t",
        effect_name="d_z (mean difference / sd of differences)",
        centre_name=f"mean {scores.score}",
        centres=tuple(means.tolist()),
        lower_centre_is_better=not scores.higher_is_better,
        control=None if control is None else scores.algorithms[scores.index_of(control)],
        **facts,
    )


def _d_z(test: TTest, t: Array, confidence: float) -> tuple[Array, Array, Array]:
    """Standardise; the interval holds the noncentralities that the t statistic does not reject."""
    spread = test.deviation > 0
    deviation = np.where(spread, test.deviation, 1.0)
    # without a spread equal scores say nothing of d, and others that it is infinite
    without = np.where(t == 0, 0.0, t)
    low, high = noncentrality_interval(np.where(spread, t, 0.0), test.dof, confidence)
    scale = test.error / deviation
    return (
        np.where(spread, test.difference / deviation, without),
        np.where(spread, low * scale, np.where(without == 0, -np.inf, without)),
        np.where(spread, high * scale, np.where(without == 0, np.inf, without)),
    )


def standardised(
    differences: Array, parts: BlockAnova, n_blocks: int, confidence: float
) -> tuple[Array, Array, Array]:
    """Divide by the residual standard deviation, with the delta method's interval."""
    if parts.ms_error == 0:
        infinite = np.where(differences == 0, 0.0, np.copysign(np.inf, differences))
        return infinite, infinite, infinite
    d = differences / parts.root_mean_square
    spread = np.sqrt(2 / n_blocks + d**2 / (2 * parts.dof_error))
    half = float(special.stdtrit(parts.dof_error, (1 + confidence) / 2)) * spread
    return d, d - half, d + half


def normal_differences(values: Array, columns: Pairs) -> Assumption:
    """Check the pairs' differences with Shapiro and Wilk's test: the worst, corrected for all."""
    name = "the differences of each pair are normally distributed"
    p = shapiro_p(snap_differences(values.T[columns[0]], values.T[columns[1]]))
    tested = p[~np.isnan(p)]
    if not len(tested):
        return Assumption(
            name=name, outcome="not checked", evidence="too few blocks, or no differences"
        )
    least = min(1.0, float(tested.min()) * len(tested))
    evidence = f"Shapiro–Wilk, smallest of {len(tested)} p (times {len(tested)}): {least:.3f}"
    return Assumption(name=name, outcome=graded(least), evidence=evidence)


def on_one_dataset(scores: Scores, procedure: str) -> None:
    """Refuse tables whose blocks are datasets, which these tests are not about.

    Raises
    ------
    DesignError
        The blocks are no repeats on one dataset.
    """
    scores.matched(procedure)
    if scores.block_kind == "repeat":
        return
    if len(scores.runs.repeats) > 1:
        name = scores.blocks[0]
        hint = code(f"one dataset at a time: df[df['dataset'] == {name!r}].bench.{procedure}()")
    else:
        hint = bench(repeat="column with the folds") + "; over datasets " + call("wilcoxon")
    raise DesignError(
        f"{procedure} compares algorithms on one dataset, from repeated scores; "
        f"the blocks here are {len(scores.blocks)} datasets.",
        hint=hint,
    )


def _folds(scores: Scores) -> int:
    """Count the labels of the column called fold; 0 where there is none."""
    runs = scores.runs
    place = [place for place, name in enumerate(runs.repeat_columns) if name.casefold() == "fold"]
    return len({parts[place[0]] for parts in runs.repeat_parts}) if place else 0


def count_folds(scores: Scores) -> int:
    """Return the number of folds of a cross-validation.

    Raises
    ------
    OptionError
        No column is called fold, or it has one label.
    """
    folds = _folds(scores)
    if folds > 1:
        return folds
    raise OptionError(
        "dof='folds' needs a column that is called fold, with the folds of each repetition.",
        hint=bench(repeat=["repetition", "fold"]) | option(dof="splits"),
    )


def fold_fraction(scores: Scores, test_fraction: float | None) -> float:
    """Return the share of the data that each repeat tests on: 1/k where there are k folds.

    Raises
    ------
    OptionError
        No column is called fold, and the share is not given.
    """
    if test_fraction is not None:
        return test_fraction
    folds = _folds(scores)
    if 1 < folds <= MOST_FOLDS or (folds > 1 and len(scores.runs.repeat_columns) > 1):
        return 1 / folds
    if folds > MOST_FOLDS:
        raise OptionError(
            f"column fold has {folds} labels: folds of one cross-validation, or of several that are "
            "numbered through? That decides the share that each is tested on.",
            hint=option(test_fraction=0.1)
            + " for tenfold cross-validation, however often repeated",
        )
    raise OptionError(
        "the share of the data that each repeat is tested on is needed; no column is called "
        "fold, so it cannot be told.",
        hint=option(test_fraction=0.1)
        + " for tenfold cross-validation, 0.3 for random splits of 70 to 30",
    )
