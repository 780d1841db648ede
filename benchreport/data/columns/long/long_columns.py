"""The hint that names the columns of a table which looks wide, and may be long."""

import itertools
from collections.abc import Hashable, Sequence
from typing import Any

import pandas as pd

from benchreport.data.cells.score_cells import holds_some_numbers
from benchreport.data.columns.conditions import MOST_LEVELS
from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.content.likeness import differ_in_size, rows_differ_in_size
from benchreport.data.columns.content.run_states import FAILURES, SUCCESSES, holds_states
from benchreport.data.columns.factors import is_switch
from benchreport.data.columns.keys import ACTS, BESIDE, EXAMPLES, FEWEST_DATASETS, SUBJECTS, Keys
from benchreport.data.columns.layout import leaderboard_hint
from benchreport.data.columns.orientation import RANKS, likely_datasets
from benchreport.data.columns.role_columns import has_gaps
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.score_candidates import STATES, is_identifier, numbers_rows
from benchreport.data.columns.words.ablation_names import is_variant
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.kinds_of_names import (
    are_benchmarks,
    compares_columns,
    is_description,
    says_size,
)
from benchreport.data.columns.words.measures import (
    common_metric,
    is_cost,
    is_measure,
    speaks_of_measures,
)
from benchreport.data.columns.words.names import (
    Strength,
    is_called,
    speak_of_parts,
    strength_of,
    words_of,
)
from benchreport.errors import RoleError, examples
from benchreport.hints import Hint, bench

RATIO = r"[`~≈ ]*\d[\d.,]*(?:\s?[-–]\s?\d[\d.,]*)?\s?[x×](?: \(?(?:faster|slower)\)?)?`?"
TURNS = frozenset(("iteration", "iterations", "iter"))
# how a run ended is no setting
OUTCOMES = SUCCESSES | FAILURES | frozenset(("optimal", "feasible", "infeasible"))


def name_long_columns(
    roles: Roles, names: Sequence[Hashable], rest: Sequence[Hashable], evidence: Evidence
) -> Hint | str:
    """Return the hint to name the columns of a long table, or those of forecasts beside what came true."""
    if "y" in rest and sum(evidence.facts(name).kind == "number" for name in rest) > 2:  # noqa: PLR2004 - y and two models
        return bench(truth="y")
    columns = [name for name in (*names, *rest) if name not in roles.bound_columns()]
    # a loss of 0 or 1 % is measured, or a condition
    switches = [
        name
        for name in dict.fromkeys(columns)
        if is_switch(evidence.frame[name])
        and direction_of(name) is None
        and OUTCOMES.isdisjoint(words_of(name))
        and not _counts(name, evidence)
    ]
    measured = [name for name in columns if name not in switches and _may_measure(name, evidence)]
    # a version that merged cells leave empty below the first is no switch, and a mark has none
    if measured and (switches := [n for n in switches if _is_set(evidence.frame[n])]):
        return bench(factors=switches)
    texts = [name for name in dict.fromkeys(names) if not evidence.facts(name).why_not]
    texts = [name for name in texts if not evidence.facts(name).unique]
    # how a run ended is no algorithm, and neither is a metric or a ratio such as 1.5x
    texts = [name for name in texts if (STATES | OUTCOMES).isdisjoint(words_of(name))]
    texts = [name for name in texts if not holds_states(evidence.column(name))]
    texts = [name for name in texts if strength_of(name, "metric") < Strength.KNOWN]
    texts = [name for name in texts if not (compares_columns(name) or holds_ratios(name, evidence))]
    # parts of the data, such as a validation set, were not compared either
    texts = [name for name in texts if not speak_of_parts(evidence.frame[name].dropna().unique())]
    texts.sort(key=lambda name: (has_gaps(name, evidence), _likely_dataset(name)))
    score: dict[str, Any] = {} if roles.score is None else {"score": roles.score}
    pair = None if roles.dataset is not None else name_pair(texts, rest, evidence, **score)
    if pair is not None:
        return pair
    rows = [name for name in names if evidence.facts(name).unique and not says_size(name)]
    rows = [name for name in rows if not is_cost(name) and RANKS.isdisjoint(words_of(name))]
    others = [name for name in rest if name not in names]
    benchmarks = likely_datasets(others, evidence)
    if rows and not any(strength_of(name, "algorithm") for name in texts):
        if len(benchmarks) >= max(2, sum(map(is_measure, others))):
            return leaderboard_hint(evidence.frame, roles, algorithm=rows[0], **score)
        # with one row each, which says that nothing can be tested; answers to examples are of one model
        answers = any(str(name).casefold() in EXAMPLES for name in rows)
        texts = texts or ([] if answers or roles.score is not None else rows)
    # beside the datasets, also what is called as datasets often are
    known = any(name not in rest and strength_of(name, "dataset") for name in evidence.texts)
    others = texts if known or roles.dataset is not None else texts[:-1]
    others = [name for name in others if not _is_act(name)]
    algorithms = [name for name in texts if _likely_dataset(name) <= 0] or others
    algorithms = [name for name in algorithms if not says_size(name)]
    if not algorithms:
        return (
            _name_benchmarks(rest, evidence, **score)
            or "add a column that says which algorithm each score is of"
        )
    return bench(algorithm=algorithms[0], **score)


def _may_measure(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column has numbers that do not stand for its rows."""
    numbers = evidence.facts(name).kind in ("whole", "number")
    return numbers and not (numbers_rows(name, evidence) or is_identifier(name))


def _is_set(column: "pd.Series[Any]") -> bool:
    """Tell whether numbers are set in each row; of marks, an empty cell says that there is none."""
    return not pd.api.types.is_numeric_dtype(column.dtype) or bool(column.notna().all())


def _name_benchmarks(
    rest: Sequence[Hashable], evidence: Evidence, **score: Hashable
) -> Hint | None:
    """Return the hint that what is called a benchmark is compared, where it crosses sizes of its input."""
    for name in evidence.texts:
        facts = evidence.facts(name)
        # instances, scenarios and files are what something ran on, and never compared
        words = {*words_of(name)}
        ran_on = strength_of(name, "dataset") and "benchmark" not in words
        if facts.unique or facts.constant or ran_on or words & (ACTS | STATES):
            continue
        numbers = ((number, evidence.facts(number)) for number in rest)
        sizes = [n for n, f in numbers if f.kind == "whole" and not (f.unique or f.constant)]
        crossed = [size for size in sizes if evidence.crossing(name, size) >= NEARLY_ALL]
        if crossed:
            return bench(algorithm=name, dataset=crossed[0], **score)
    return None


def name_pair(
    texts: Sequence[Hashable], rest: Sequence[Hashable], evidence: Evidence, **score: Hashable
) -> Hint | None:
    """Return the hint that two columns which cross name algorithms and datasets; ``None`` without any."""
    # numbers may name what they cross, too, but the steps of curves do not
    numbers = [name for name in rest if may_number(name, evidence)]
    numbers = [name for name in numbers if not (is_measure(name) or is_called(name, "step"))]
    labels = [name for name in (*texts, *numbers) if name not in score.values()]
    pairs = [
        (first, second)
        for first, second in itertools.combinations(labels, 2)
        # two numbers are sizes and settings
        if {first, second} & {name for name in texts if not _is_act(name)}
        and evidence.crossing(first, second) >= NEARLY_ALL
        # groups of datasets and their sizes name no algorithms
        and not all(says_size(name) or _is_act(name) for name in (first, second))
    ]
    if not pairs:
        return None
    pair = max(pairs, key=lambda names: sum(abs(_likely_dataset(name)) for name in names))
    first, second = sorted(pair, key=_likely_dataset)
    one = bench(algorithm=first, dataset=second, **score)
    same = _likely_dataset(first) == _likely_dataset(second)
    return one | bench(algorithm=second, dataset=first, **score) if same else one


def find_settings(
    columns: Sequence[Hashable],
    keys: Sequence[Hashable],
    evidence: Evidence,
    *,
    also: Sequence[Hashable] = (),
) -> list[Hashable]:
    """Return columns of few values, as many as tell the rows with the same keys apart; else none.

    Those in ``also`` may be called like measures.
    """
    also = [*also, *(name for name in evidence.texts if name == "map")]
    few = [name for name in columns if name not in keys and (is_setting(name) or name in also)]
    few = [name for name in few if _has_levels(name, evidence) and not _counts(name, evidence)]
    # numbers may be measured, and truths say how a run ended
    numbers = [name for name in few if evidence.facts(name).kind in ("whole", "number")]
    few.sort(key=lambda name: (evidence.facts(name).kind == "bool", name in numbers))
    chosen: list[Hashable] = []
    groups, rows = evidence.groups(keys), len(evidence.frame)
    for name in few:
        more = evidence.groups([*keys, *chosen, name]) if groups < rows else groups
        # each number that was set tells rows apart, and not only one of two runs by chance
        if more - groups >= max(1, (name in numbers) * (evidence.facts(name).different - 1)):
            chosen.append(name)
            groups = more
    return chosen if groups == rows else []


def is_setting(name: Hashable) -> bool:
    """Tell whether a column may be what was set of an algorithm, by its name: nothing else is said there."""
    words = set(words_of(name))
    said = is_measure(name) or direction_of(name) is not None or strength_of(name, "dataset")
    return not said and BESIDE.isdisjoint(words) and STATES.isdisjoint(words)


def name_compared(named: Sequence[Hashable], evidence: Evidence) -> Hint:
    """Return the hint to compare a text column that crosses the others that name rows, or one of them."""
    rest = [(name, [other for other in named if other != name]) for name in named[1:]]
    # the role of each model on a dataset, where each model has a name of its own
    others = [name for name in evidence.texts if name not in named and is_setting(name)]
    for name, datasets in [*rest, *((name, [of]) for name in others for of in named[1:])]:
        rows, different = evidence.groups([name, *datasets]), evidence.facts(name).different
        crossed = rows >= NEARLY_ALL * different * evidence.groups(datasets)
        if name in evidence.texts and rows == len(evidence.frame) and different > 1 and crossed:
            dataset = datasets if len(datasets) > 1 else datasets[0]
            return "; or name what is compared: " + bench(algorithm=name, dataset=dataset)
    return Hint()


def _has_levels(name: Hashable, evidence: Evidence) -> bool:
    facts = evidence.facts(name)
    # numbers of which few are alike are measured, and other texts of each row are notes
    alike = facts.names or 2 * facts.different <= len(evidence.frame)
    own = facts.unique and strength_of(name, "algorithm") < Strength.FIELD
    return alike and not facts.constant and not own and facts.different <= MOST_LEVELS


def _counts(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column counts iterations one by one, which sets nothing of an algorithm."""
    return not TURNS.isdisjoint(words_of(name)) and evidence.counts_up(name)


def holds_ratios(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether all cells of a column are ratios, such as 68.35x or 1.07× faster."""
    if name not in evidence.texts:
        return False
    cells = evidence.column(name).dropna().astype(str)
    return len(cells) > 0 and bool(cells.str.fullmatch(RATIO).all())


def _likely_dataset(name: Hashable) -> int:
    """Return how much more a name says dataset than algorithm; what is done is never compared."""
    if _is_act(name):
        return Strength.EXACT
    if not SUBJECTS.isdisjoint(words_of(name)):
        # participants that are called like entrants name the algorithms by themselves
        return Strength.FIELD
    return strength_of(name, "dataset") - strength_of(name, "algorithm")


def _is_act(name: Hashable) -> bool:
    return not ACTS.isdisjoint(words_of(name))


def may_number(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether whole numbers may be names, as those of datasets are."""
    facts = evidence.facts(name)
    named = facts.kind == "whole" and not facts.constant and not facts.unique
    return named and direction_of(name) is None and not is_description(name)


def holds_no_names(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column of text names nothing: it numbers rows as 01 and 02 do, or compares columns."""
    if name not in evidence.texts:
        return False
    compared = compares_columns(name) and not holds_some_numbers(evidence.column(name))
    if compared or holds_ratios(name, evidence):
        return True
    facts = evidence.facts(name)
    if facts.kind != "whole" or not facts.unique:
        return False
    return bool(evidence.column(name).astype(str).str.match(r"0\d").any())


def ask_for_columns(
    named: Sequence[Hashable], benchmarks: Sequence[Hashable], turned: Hint, evidence: Evidence
) -> RoleError:
    """Return the question whether columns of scores, one row for each name, are datasets or algorithms."""
    each, number = " and ".join(map(repr, named)), len(benchmarks)
    columns = f"{number} columns of scores ({examples(benchmarks)})"
    sizes = len(named) == 1 and rows_differ_in_size(benchmarks, evidence)
    if not sizes and not any(map(is_variant, benchmarks)):
        measures = (
            "if they are measures or parts of one problem, there is nothing to test without scores on "
            "several datasets"
        )
        ways = [turned, Hint.of(f"; {measures}")]
        if are_benchmarks(benchmarks) or common_metric(benchmarks):
            ways = [turned]
        elif number < FEWEST_DATASETS:
            # two may be anything
            ways = [Hint.of(f"{measures}; if they are datasets: "), turned]
        return RoleError(
            f"the table has one row for each {each}; are its {number} columns ({examples(benchmarks)}) "
            "datasets, with a score each?",
            hint=sum(ways, Hint()),
        )
    why = (
        " Rows differ by orders of magnitude and columns do not, as is usual where rows are datasets."
        if sizes
        else ""
    )
    return RoleError(
        f"the table has one row for each {each}, and {columns}; which are the algorithms?{why}",
        hint=bench(dataset=named if len(named) > 1 else named[0])
        + "; if the rows are the algorithms: "
        + turned,
    )


def refuse_wide(
    roles: Roles, keys: Keys, numeric: Sequence[Hashable], one: Hint, evidence: Evidence
) -> None:
    """Ask whether columns of one size are algorithms, where no name tells, and two columns name the rows."""
    names = [keys.dataset, keys.algorithm]
    if roles.algorithm is not None or keys.repeat or strength_of(keys.algorithm, "algorithm"):
        return
    said = any(speaks_of_measures(str(n)) or direction_of(n) is not None for n in numeric)
    if keys.dataset is None or said or evidence.groups(names) < len(evidence.frame):
        return
    if not differ_in_size(numeric, evidence):
        raise RoleError(
            f"{names[0]!r} and {names[1]!r} name the rows; are the {len(numeric)} columns of numbers "
            f"({examples(numeric)}) algorithms, and the rows datasets?",
            hint=bench(columns="algorithm", dataset=names)
            + "; if the columns are measures: "
            + one,
        )
