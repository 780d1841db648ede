"""Repeats on one dataset: folds, the share of the data that each tests on, and their correlation."""

from benchreport.data.columns.words.names import kind_of_repeat
from benchreport.data.scores import Scores
from benchreport.errors import DesignError, OptionError, check_choice
from benchreport.hints import bench, call, code, option
from benchreport.results.base import Assumption
from benchreport.results.writing.number_format import level
from benchreport.stats._arrays import Array
from benchreport.stats._mean_differences import TTest, mean_differences
from benchreport.stats._pairs import Pairs
from benchreport.wording.verdicts import assumptions as wording

MOST_FOLDS = 10
"""Above this, a single column's labels may be a running number over repetitions."""


def require_one_dataset(scores: Scores, procedure: str) -> None:
    """Raise `DesignError` unless the blocks are repeats on one dataset.

    Raises
    ------
    DesignError
        The blocks are not repeats on one dataset.
    """
    scores.require_matched(procedure)
    if scores.overlapping:
        return
    if len(scores.runs.repeats) > 1:
        name = scores.blocks[0]
        hint = code(f"one dataset at a time: df[df['dataset'] == {name!r}].bench.{procedure}()")
    else:
        hint = bench(repeat=...) + "; over datasets " + call("wilcoxon")
    raise DesignError(
        f"{procedure} compares algorithms on one dataset, from repeated scores; "
        f"the blocks here are {len(scores.blocks)} datasets.",
        hint=hint,
    )


def _count_labels(scores: Scores) -> int:
    """Count the labels of the column named fold; 0 where there is none."""
    runs = scores.runs
    place = [
        place for place, name in enumerate(runs.repeat_columns) if kind_of_repeat(name) == "fold"
    ]
    return len({parts[place[0]] for parts in runs.repeat_parts}) if place else 0


def count_folds(scores: Scores) -> int:
    """Return the number of folds of a cross-validation.

    Raises
    ------
    OptionError
        No column is named fold, or it has one label.
    """
    folds = _count_labels(scores)
    if folds > 1:
        return folds
    raise OptionError(
        "dof='folds' needs a column that is called fold, with the folds of each repetition.",
        hint=bench(repeat=["repetition", "fold"]) | option(dof="splits"),
    )


def fold_fraction(scores: Scores, test_fraction: float | None) -> float:
    """Return the share of the data that each repeat tests on: what the frame's maker says, or 1/k of k folds.

    Raises
    ------
    OptionError
        No column is named fold, and the share is not given.
    """
    if test_fraction is None:
        test_fraction = scores.test_fraction
    if test_fraction is not None:
        return test_fraction
    folds = _count_labels(scores)
    if 1 < folds <= MOST_FOLDS or (folds > 1 and len(scores.runs.repeat_columns) > 1):
        return 1 / folds
    if folds > MOST_FOLDS:
        raise OptionError(
            f"column fold has {folds} labels: either one cross-validation has so many folds, or the folds of "
            "several are numbered through. The share of the data that each fold tests on depends on it.",
            hint=option(test_fraction=0.1)
            + " for tenfold cross-validation, however often repeated, or "
            + option(test_fraction=round(1 / folds, 4))
            + f" for one of {folds} folds",
        )
    raise OptionError(
        "the test needs the share of the data that each repeat is tested on, and no column named fold "
        "shows it.",
        hint=option(test_fraction=0.1)
        + " for tenfold cross-validation, 0.3 for random splits of 70 to 30",
    )


def correlated_differences(
    scores: Scores, values: Array, columns: Pairs, share: float, dof: str
) -> TTest:
    """Take the differences of pairs over splits whose training sets overlap (Nadeau & Bengio, 2003).

    Parameters
    ----------
    share
        The share f of the data that each split tests on: the variance of a mean of N differences is
        1/N + f/(1 − f) times theirs.
    dof
        ``"splits"`` for N − 1, ``"folds"`` for the number of folds − 1.
    """
    test = mean_differences(values, columns, inflation=1 + len(values) * share / (1 - share))
    check_choice("dof", dof, ("splits", "folds"))
    return test._replace(dof=count_folds(scores) - 1) if dof == "folds" else test


def correlated_splits(share: float) -> Assumption:
    """State the correlation between splits that the correction assumes."""
    return Assumption.of(wording.SPLIT_CORRELATION, share=level(share))
