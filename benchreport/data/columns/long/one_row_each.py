"""Ask of a long table with one row for each algorithm, or for each of its repeats, what its columns are."""

from collections.abc import Hashable, Sequence
from typing import Any

from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.joined_names import refuse_joined, refuse_two_numbers
from benchreport.data.columns.keys import Keys
from benchreport.data.columns.layout import (
    leaderboard_hint,
    refuse_numbered,
    refuse_odd_cells,
    refuse_units,
)
from benchreport.data.columns.long.long_columns import ask_for_columns, find_settings, name_compared
from benchreport.data.columns.long.mixed_parts import PARTS
from benchreport.data.columns.orientation import are_sizes, benchmark_columns, likely_datasets
from benchreport.data.columns.role_columns import joined_columns
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.kinds_of_names import is_average
from benchreport.data.columns.words.measures import common_metric, is_cost, is_measure, metric_in
from benchreport.data.columns.words.names import Strength, strength_of, words_of
from benchreport.data.columns.words.numbered import counted_columns, numbered_groups
from benchreport.errors import DesignError, RoleError, examples
from benchreport.hints import Hint, bench

# columns beside repeats that may be datasets; two may be anything
FEWEST_BENCHMARKS = 3
# columns beside two that name each row: fewer may be whatever was measured
MANY = 6
MACHINES = frozenset("gpu cpu machine host hostname node device hardware server".split())


def refuse_one_row_each(
    roles: Roles, keys: Keys, rest: Sequence[Hashable], evidence: Evidence
) -> None:
    """Refuse a table with one row per algorithm, and ask whether its columns are datasets."""
    if keys.dataset is not None or roles.step is not None:
        return
    rows, different = len(evidence.frame), evidence.facts(keys.algorithm).different
    if keys.repeat:
        _refuse_repeats_in_rows(roles, keys, rest, evidence)
        return
    named = [keys.algorithm]
    if different < 2:  # noqa: PLR2004 - two algorithms make a comparison
        return
    if different < NEARLY_ALL * rows:
        ran_on = [
            name for name in evidence.texts if name in rest and _ran_on(name, named, evidence)
        ]
        named += find_settings(rest, named, evidence, also=ran_on)
        # what all algorithms ran with may be the datasets, and so may numbers alone
        shared = [n for n in named[1:] if evidence.crossing(keys.algorithm, n) >= NEARLY_ALL]
        parts = any(not PARTS.isdisjoint(words_of(name)) for name in shared)
        if shared == named[1:] or parts or not {*named[1:]} & {*evidence.texts}:
            _ask_for_many_datasets(roles, named, rest, evidence)
            return
        rest = [name for name in rest if name not in named]
    benchmarks = likely_datasets(rest, evidence)
    numbered = [name for group in numbered_groups(rest) for name in group.columns]
    if set(benchmarks) <= set(numbered):
        refuse_numbered(roles, numbered, None)
    if counted_columns(benchmarks) is not None:
        refuse_numbered(roles, benchmarks, keys.algorithm, counted=True)
    metric = common_metric(benchmarks) or _metric_of_averages(rest)
    settings: dict[str, Any] = {"factors": named} if len(named) > 1 else {}
    rows_of = [name for key in named for name in joined_columns(key, evidence.frame)]
    each = " and ".join(map(repr, rows_of))
    measures = [name for name in rest if is_measure(name) and not is_average(name)]
    # beside settings stand measures, and beside these whatever else was counted
    several = len(benchmarks) > max(1, 0 if settings else len(measures))
    if len(benchmarks) < FEWEST_BENCHMARKS:
        # two beside more other numbers are what else was counted
        varied = [name for name in rest if evidence.facts(name).kind in ("whole", "number")]
        # beside a metric, two other columns are rather metrics
        several = several and 2 * len(benchmarks) >= len(varied)
        several = several and bool(metric or all(map(is_cost, measures)))
    if several and not (settings and measures) and roles.score is None:
        turned = leaderboard_hint(evidence.frame, roles, metric, **settings)
        raise ask_for_columns(rows_of, benchmarks, turned, evidence)
    clear = strength_of(keys.algorithm, "algorithm") > Strength.FIELD
    refuse_joined([keys.algorithm], evidence, only_sizes=clear)
    refuse_two_numbers(rest, evidence)
    refuse_units([name for name in rest if _holds_pairs(name, evidence)], evidence)
    refuse_odd_cells(rest, evidence)
    few = "" if different == rows else "hardly more than "
    raise DesignError(
        f"there is nothing to test: the table has {few}one row for each {each}, so one score an "
        "algorithm, and no column of datasets, folds or seeds.",
        hint="add the scores on each dataset (or fold, seed, example), one row for each"
        + name_compared(named, evidence),
    )


def _ran_on(name: Hashable, named: Sequence[Hashable], evidence: Evidence) -> bool:
    """Tell whether a column is of machines on which all algorithms ran, which are conditions."""
    alone = evidence.groups([*named, name]) == len(evidence.frame)
    shared = alone and evidence.crossing(named[0], name) >= NEARLY_ALL
    return shared and not MACHINES.isdisjoint(words_of(name))


def _ask_for_many_datasets(
    roles: Roles, named: Sequence[Hashable], rest: Sequence[Hashable], evidence: Evidence
) -> None:
    """Ask about columns of scores whose rows a condition, or a text such as a learner, tells apart."""
    others = [name for name in rest if name not in named]
    benchmarks = likely_datasets(others, evidence)
    if not benchmarks and len(every := benchmark_columns(others, evidence)) >= 2 * MANY:
        # scores on very many datasets may differ in size
        benchmarks = every
    if roles.score is not None or len(benchmarks) < FEWEST_BENCHMARKS or len(named) == 1:
        return
    texts = [name for name in named[1:] if name in evidence.texts]
    measured = any(is_measure(name) or direction_of(name) is not None for name in others)
    rivals = any(strength_of(name, "algorithm") for name in texts)
    way = f"; if {examples(named[1:])} is set of each {named[0]}: " + bench(
        factors=[*named], columns="dataset"
    )
    if are_sizes(benchmarks) and not texts:
        raise _ask_of_levels(roles, named[0], named[1:], benchmarks, way, evidence)
    if not measured and not (texts and (rivals or len(benchmarks) >= MANY)):
        turned = _turned_with(roles, named[0], named[1:], evidence)
        raise ask_for_columns(named, benchmarks, turned + way, evidence)
    if len(named) > 2 or not texts or len(benchmarks) < MANY or any(map(is_measure, others)):  # noqa: PLR2004 - both are texts
        return
    metric = common_metric(benchmarks)
    ways = [leaderboard_hint(evidence.frame, roles, metric, algorithm=name) for name in named]
    first, other = named
    raise RoleError(
        f"the table has one row for each {first!r} and {other!r}, and {len(benchmarks)} columns of scores "
        f"({examples(benchmarks)}), which seem to be datasets; what is compared?",
        hint=leaderboard_hint(evidence.frame, roles, metric, factors=[*named])
        + f", each {first} with each {other}; {first} alone, averaged over each {other}: "
        + ways[0]
        + f"; {other} alone: "
        + ways[1],
    )


def _ask_of_levels(
    roles: Roles,
    algorithm: Hashable,
    others: Sequence[Hashable],
    columns: Sequence[Hashable],
    otherwise: Hint,
    evidence: Evidence,
) -> RoleError:
    """Return the question whether columns are datasets, each with what else tells the rows apart."""
    turned = _turned_with(roles, algorithm, others, evidence)
    if are_sizes(columns):
        return RoleError(
            f"the columns {examples(columns)} are called by numbers, so they hold one score each; with each "
            f"{examples(others)}, are they datasets, on which {algorithm!r} is compared?",
            hint=turned + otherwise,
        )
    return RoleError(
        f"{len(columns)} columns could be the score: {examples(columns, most=8)}. Are they different "
        f"measures, or one under different conditions, which are datasets with each {examples(others)}?",
        # beside numbers that are called like no dataset they are rather datasets
        hint=otherwise + "; if they are datasets: " + turned
        if any(strength_of(name, "dataset") > Strength.FIELD for name in others)
        else turned + "; if each is a measure of its own: " + otherwise,
    )


def _turned_with(
    roles: Roles, algorithm: Hashable, others: Sequence[Hashable], evidence: Evidence
) -> Hint:
    """Return the hint that columns are datasets, each with what else tells the rows apart."""
    dataset = list(others) if len(others) > 1 else others[0]
    return leaderboard_hint(evidence.frame, roles, dataset=dataset, algorithm=algorithm)


def ask_for_conditions(
    roles: Roles, keys: Keys, columns: Sequence[Hashable], one: Hint, evidence: Evidence
) -> None:
    """Ask whether columns of one size, none of which is called like a measure, are parts of each dataset."""
    alone = keys.dataset is not None and evidence.groups(keys.columns) == len(evidence.frame)
    known = roles.columns is not None or any(direction_of(name) is not None for name in columns)
    if known or not alone or len(columns) < FEWEST_BENCHMARKS:
        return
    if {*likely_datasets(columns, evidence)} < {*columns}:
        return
    columns = [name for name in evidence.names if name in columns]
    datasets = joined_columns(keys.dataset, evidence.frame)
    way = Hint.of("; if each is a measure of its own: ") + one if are_sizes(columns) else one
    raise _ask_of_levels(roles, keys.algorithm, datasets, columns, way, evidence)


def _holds_pairs(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether all cells of a column are two measures, such as 0.8 ms / 0.93."""
    if name not in evidence.texts or is_measure(name):
        return False
    return bool(evidence.column(name).astype(str).str.contains(" / ", regex=False).all())


def _metric_of_averages(columns: Sequence[Hashable]) -> str:
    """Return the metric that the only average of a leaderboard is of, as in ``Avg. MAE``; empty without one.

    >>> _metric_of_averages(["Cora", "PubMed", "Avg. MAE"]), _metric_of_averages(["Cora", "Average"])
    ('mae', '')
    >>> _metric_of_averages(["Rank", "CoLA", "RTE"])
    ''
    """
    # a rank is one among the rows, of whatever was scored
    metrics = {metric_in(name) for name in columns if is_average(name)} - {"rank"}
    return metrics.pop() if len(metrics) == 1 else ""


def _refuse_repeats_in_rows(
    roles: Roles, keys: Keys, rest: Sequence[Hashable], evidence: Evidence
) -> None:
    """Ask whether columns of scores, with one row for each repeat of an algorithm, are datasets."""
    benchmarks = likely_datasets(rest, evidence)
    measures = [name for name in rest if is_measure(name) and not is_average(name)]
    told_apart = evidence.groups([keys.algorithm, *keys.repeat]) == len(evidence.frame)
    given = roles.score is not None or roles.columns is not None
    if given or not told_apart or measures or len(benchmarks) < FEWEST_BENCHMARKS:
        return
    repeats = {} if roles.repeat is not None else {"repeat": keys.repeat[0]}
    turned = leaderboard_hint(evidence.frame, roles, common_metric(benchmarks), **repeats)
    raise ask_for_columns([keys.algorithm, *keys.repeat], benchmarks, turned, evidence)
