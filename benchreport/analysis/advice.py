"""Advice on which procedures suit a table, and why; `analyze` follows it."""

from benchreport.analysis.rules import RULES
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.results.advice import AdviceResult
from benchreport.results.base import Design
from benchreport.stats._assumptions import notes
from benchreport.stats._block_independence import SEEDS
from benchreport.stats._folds import MOST_FOLDS, count_folds
from benchreport.stats.one_dataset._cv5x2 import is_five_by_two

TWO = 2


def advise(scores: Scores, *, control: str | None = None) -> AdviceResult:
    """Suggest procedures that suit this table, alternatives, and procedures to avoid.

    The rules look at the design alone (how many algorithms and datasets, folds, gaps), never at the
    scores: a test that was chosen after seeing the scores does not keep its error rate.

    Parameters
    ----------
    scores
        Any table of k algorithms, with or without gaps.
    control
        The algorithm with which the others will be compared; None for all pairs.

    Returns
    -------
    AdviceResult
        The design; the recommended path, which `analyze` runs; alternatives; procedures to avoid.
        Each has its reason and its sources.

    Raises
    ------
    DesignError
        The control is not among the algorithms.

    References
    ----------
    Dietterich (1998); Demšar (2006); García & Herrera (2008); Raschka (2018); Benavoli et al. (2016,
    2017); Nadeau & Bengio (2003).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5]})
    >>> print(frame.bench(score="accuracy").advise().summary)
    Advice for 2 algorithms on 4 datasets: wilcoxon(), effect_sizes() and outliers()
    """
    versus = None if control is None else scores.algorithms[scores.index_of(control)]
    setting = setting_of(scores)
    suggestions = RULES[setting](scores, versus)
    cited = {key for suggestion in suggestions for key in suggestion.references}
    return AdviceResult(
        procedure="advise",
        method="Advice",
        variant=setting,
        design=Design.of(scores),
        warnings=notes(scores),
        references=tuple(sorted(cited)),
        setting=setting,
        seen=_describe_design(scores, setting),
        suggestions=tuple(suggestions),
    )


def setting_of(scores: Scores) -> str:
    """Name the design."""
    if scores.block_kind == "run":
        return "runs"
    if scores.block_kind == "repeat":
        return _repeats_setting(scores)
    if not scores.complete:
        return "gaps"
    return "two on datasets" if len(scores.algorithms) == TWO else "datasets"


def _repeats_setting(scores: Scores) -> str:
    """Tell folds, seeds and splits of unknown kind apart by the names of their columns."""
    names = [name.casefold() for name in scores.runs.repeat_columns]
    if is_five_by_two(scores):
        return "5x2"
    if "fold" in names:
        # folds numbered over all repetitions do not show how many folds a repetition has
        return "folds" if len(names) > 1 or count_folds(scores) <= MOST_FOLDS else "splits"
    return "seeds" if set(names) <= SEEDS else "splits"


def _describe_design(scores: Scores, setting: str) -> str:
    many = format_count(len(scores.algorithms), "algorithm")
    blocks = format_count(len(scores.blocks), scores.block_kind)
    where = f"of {scores.dataset}" if scores.dataset else "of one dataset"
    return {
        "datasets": f"{many} on {blocks}",
        "two on datasets": f"{many} on {blocks}",
        "folds": f"{many} on {format_count(len(scores.blocks), 'fold')} {where}",
        "5x2": f"{many} on 5 × 2 folds {where}",
        "seeds": f"{many} on {format_count(len(scores.blocks), 'seed')} {where}",
        "splits": f"{many} on {format_count(len(scores.blocks), 'split')} {where}",
        "runs": f"{many} with independent runs",
        "gaps": f"{many} on {blocks}, {scores.missing_runs.counted}",
    }[setting]
