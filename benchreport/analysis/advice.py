"""Advice on which procedures suit a table, and why; `analyze` follows it."""

from collections.abc import Sequence
from typing import NamedTuple

from benchreport.analysis.rules.scores import RULES, of_factors, of_ratios
from benchreport.data.columns.words.names import kind_of_repeat
from benchreport.data.curves import Curves
from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.data.several import Several
from benchreport.errors import DesignError, examples, format_count
from benchreport.hints import option
from benchreport.results.advice import HEADS, AdviceResult, Suggestion
from benchreport.results.base import Design
from benchreport.stats._assumptions import notes
from benchreport.stats._block_independence import SEEDS, splits_no_data
from benchreport.stats._folds import MOST_FOLDS, count_folds
from benchreport.stats.description.rank_changes import design_of_tables
from benchreport.stats.one_dataset._cv5x2 import is_five_by_two

TWO = 2


def advise(
    table: Predictions | Curves | Several | Scores, *, control: str | None = None
) -> AdviceResult:
    """Suggest procedures that suit this table, alternatives, and procedures to avoid.

    The rules look at the design alone (how many algorithms and datasets, folds, gaps; of predictions the
    task, of curves the runs), never at the scores: a test that was chosen after seeing the scores does
    not keep its error rate.

    Parameters
    ----------
    table
        Scores of k algorithms, with or without gaps; predictions of k models; curves of runs; or a table
        of several metrics.
    control
        The algorithm with which the others will be compared; None for all pairs.

    Returns
    -------
    AdviceResult
        The design; the recommended path, which `analyze` and its twins for predictions and curves run;
        alternatives; procedures to avoid. Each has its reason and its sources.

    Raises
    ------
    DesignError
        The control is not among the algorithms.

    References
    ----------
    Dietterich (1998); Demšar (2006); García & Herrera (2008); Raschka (2018); Benavoli et al. (2016,
    2017); Nadeau & Bengio (2003); Lindauer & Hutter (2020).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5]})
    >>> print(frame.bench(score="accuracy").advise().summary)
    Advice for 2 algorithms on 4 datasets: wilcoxon(), effect_sizes() and outliers()
    >>> frame = pd.DataFrame({"y_true": list("aabb"), "m": list("aabb"), "n": list("abab")})
    >>> frame.bench.advise().suggestions[1].code
    'df.bench.mcnemar()'
    """
    advice = _of_table(table, control)
    cited = {key for suggestion in advice.suggestions for key in suggestion.references}
    return AdviceResult(
        procedure="advise",
        method="Advice",
        variant=advice.setting,
        design=advice.design,
        warnings=notes(table) if isinstance(table, Scores) else (),
        references=tuple(sorted(cited)),
        setting=advice.setting,
        seen=advice.seen,
        suggestions=tuple(advice.suggestions),
    )


class _Advice(NamedTuple):
    """What is said of one kind of table."""

    setting: str
    design: Design
    seen: str
    suggestions: list[Suggestion]


def _of_table(table: Predictions | Curves | Several | Scores, control: str | None) -> _Advice:
    # only what the table's kind needs is loaded
    if isinstance(table, Predictions):
        from benchreport.analysis.rules.predictions import predictions_rules

        versus = None if control is None else table.algorithms[table.index_of(control)]
        design = Design.of_predictions(table, averaged=True)
        return _Advice(table.task, design, str(table), predictions_rules(table, versus))
    if isinstance(table, Curves):
        from benchreport.analysis.rules.curves import curves_rules
        from benchreport.stats.curves._curve_lines import design_of

        check_control(control, table.algorithms)
        return _Advice("curves", design_of(table), str(table), curves_rules(table, control))
    if isinstance(table, Several):
        return _of_metrics(table, control)
    versus = None if control is None else table.algorithms[table.index_of(control)]
    setting = setting_of(table)
    seen = _describe_design(table, setting)
    settings = of_factors(table)
    known = {suggestion.code for suggestion in settings}
    rest = [*RULES[setting](table, versus), *of_ratios(table, versus)]
    suggestions = [*settings, *(each for each in rest if each.code not in known)]
    suggestions.sort(key=lambda suggestion: list(HEADS).index(suggestion.standing))
    return _Advice(setting, Design.of(table), seen, suggestions)


def _of_metrics(several: Several, control: str | None) -> _Advice:
    from benchreport.analysis.rules.curves import metrics_rules

    design = design_of_tables(several.by_scores())
    check_control(control, design.algorithms)
    algorithms = format_count(design.n_algorithms, "algorithm")
    seen = f"{algorithms} by {len(several.names)} metrics: {examples(several.names)}"
    return _Advice("metrics", design, seen, metrics_rules(several, control))


def check_control(control: str | None, algorithms: Sequence[str]) -> None:
    """Raise `DesignError` if the control is not among the algorithms."""
    if control is not None and control not in algorithms:
        raise DesignError(
            f"control={control!r} is not among the algorithms: {examples(algorithms, most=12)}.",
            hint=option(control=algorithms[0]),
        )


def setting_of(scores: Scores) -> str:
    """Name the design."""
    if scores.block_kind == "run":
        return "runs"
    if scores.overlapping:
        return _repeats_setting(scores)
    if not scores.complete:
        return "gaps"
    return "two on datasets" if len(scores.algorithms) == TWO else "datasets"


def _repeats_setting(scores: Scores) -> str:
    """Tell folds, seeds and splits of unknown kind apart by the names of their columns."""
    names = [kind_of_repeat(name) for name in scores.runs.repeat_columns]
    if is_five_by_two(scores):
        return "5x2"
    if "fold" in names:
        # folds numbered over all repetitions do not show how many folds a repetition has
        return "folds" if len(names) > 1 or count_folds(scores) <= MOST_FOLDS else "splits"
    return "seeds" if set(names) <= SEEDS or splits_no_data(scores) else "splits"


def _name_seeds(scores: Scores) -> str:
    return "seed" if {*map(kind_of_repeat, scores.runs.repeat_columns)} <= SEEDS else "repeat"


def _describe_design(scores: Scores, setting: str) -> str:
    many = format_count(len(scores.algorithms), "algorithm")
    blocks = format_count(len(scores.blocks), scores.block_kind)
    gap = "missing run" if scores.missing_runs.noun else "empty cell"
    where = f"of {scores.dataset}" if scores.dataset else "of one dataset"
    return {
        "datasets": f"{many} on {blocks}",
        "two on datasets": f"{many} on {blocks}",
        "folds": f"{many} on {format_count(len(scores.blocks), 'fold')} {where}",
        "5x2": f"{many} on 5 × 2 folds {where}",
        "seeds": f"{many} on {format_count(len(scores.blocks), _name_seeds(scores))} {where}",
        "splits": f"{many} on {format_count(len(scores.blocks), 'split')} {where}",
        "runs": f"{many} with independent runs",
        "gaps": f"{many} on {blocks} with {format_count(scores.missing_runs.count, gap)}",
    }[setting]
