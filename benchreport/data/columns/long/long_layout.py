"""Read a long table of scores: which column holds the scores, and what the others are."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from benchreport.data.cells.score_cells import holds_mostly_numbers
from benchreport.data.columns.conditions import (
    MOST_LEVELS,
    leaves_one_score,
    may_be_part,
    numbers_of_data,
    refuse_inputs,
    was_set,
)
from benchreport.data.columns.content.best_known import direction_by_best
from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.content.run_states import states_columns
from benchreport.data.columns.factors import may_be_off
from benchreport.data.columns.joined_names import refuse_joined, refuse_two_numbers
from benchreport.data.columns.keys import Keys
from benchreport.data.columns.layout import (
    Layout,
    known_direction,
    leaderboard_hint,
    refuse_double_roles,
    refuse_nameless,
    refuse_numbered,
    refuse_odd_cells,
    refuse_units,
)
from benchreport.data.columns.long.long_columns import (
    ask_for_columns,
    find_settings,
    name_compared,
    refuse_wide,
)
from benchreport.data.columns.orientation import are_sizes, benchmark_columns, likely_datasets
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles, joined_columns, present
from benchreport.data.columns.score_candidates import (
    each_metric,
    is_size,
    is_spread,
    is_success,
    name_score,
    rank_candidate,
    summaries_among,
    why_no_score,
    without_steps,
)
from benchreport.data.columns.words.direction import direction_of, direction_of_unit
from benchreport.data.columns.words.measures import (
    METRICS,
    common_metric,
    is_cost,
    is_measure,
    metric_in,
)
from benchreport.data.columns.words.names import (
    Strength,
    compares_columns,
    is_average,
    is_called,
    is_description,
    strength_of,
    words_of,
)
from benchreport.data.columns.words.numbered import counted_columns, numbered_groups
from benchreport.errors import DesignError, RoleError, examples
from benchreport.hints import Hint, bench
from benchreport.wording.shell import reading

# whole numbers that number repeats are the same for most algorithms
SHARED = 0.5


# words of columns that choose among examples, metrics or times, and set nothing of an algorithm
PARTS = frozenset(
    """split subset part set operation phase stage partition fold metric version year month date day group
    domain category language lang country site label class organ structure region roi tissue""".split()
)

# rows that repeat a cell, at most, as a share of one in so many of all
FEW_COPIES = 4

# why a column of numbers is no score, even if there is no other
NEVER_SCORES = frozenset([reading.IDENTIFIER])

# columns beside repeats that may be datasets; two may be anything
FEWEST_BENCHMARKS = 3
# columns beside two that name each row: fewer may be whatever was measured
MANY = 6

MACHINES = frozenset("gpu cpu machine host hostname node device hardware server".split())
# words of columns with what was set of an algorithm
SETTINGS = frozenset(
    """parameters params param hyperparameters hyperparams hparams settings setting args arguments
    options""".split()
)


def long_layout(
    frame: pd.DataFrame,
    roles: Roles,
    keys: Keys,
    rest: Sequence[Hashable],
    evidence: Evidence,
    *,
    one_score: bool,
) -> Layout:
    """Find the column of the scores of a long table, and ask where the rest leaves it open."""
    reasons = dict(keys.reasons)
    score = present("score", roles.score, frame) if roles.score is not None else None
    if score is None:
        refuse_two_numbers(rest, evidence)
    if not one_score:
        _refuse_one_row_each(roles, keys, rest, evidence)
    _refuse_settings(roles, keys, rest, evidence)
    if score is None:
        score = _only_score(frame, roles, keys, rest, evidence, reasons)
    refuse_double_roles(
        {"algorithm": keys.algorithm, "dataset": keys.dataset, "score": score}, keys.repeat
    )
    unused = tuple(name for name in frame.columns if name not in {*keys.columns, score})
    refuse_inputs(roles, keys, unused, evidence)
    _refuse_mixed_parts(roles, keys, unused, evidence)
    return Layout(
        form="long",
        algorithm=keys.algorithm,
        dataset=keys.dataset,
        repeat=keys.repeat,
        score=score,
        algorithms=(),
        direction=_direction(roles, score, unused, evidence),
        unused=unused,
        steps=tuple(name for name in unused if _may_be_step(name, keys, evidence)),
        spare=tuple(name for name in unused if _could_repeat(name, keys, evidence)),
        settings=tuple(name for name in unused if _may_be_setting(name, keys, evidence)),
        reasons={score: _why_score(roles, rest), **reasons},
        states=states_columns(score, unused, evidence),
        uneven=roles.missing == "available",
    )


def _direction(
    roles: Roles, score: Hashable, unused: Sequence[Hashable], evidence: Evidence
) -> bool | None:
    """Return whether higher scores are better: as is said, by the unit, or by best known scores."""
    known = known_direction(evidence.frame, roles, score)
    if known is not None:
        return known
    units = [name for name in unused if words_of(name) in (["unit"], ["units"])]
    if len(units) == 1:
        directions = {direction_of_unit(str(unit)) for unit in evidence.column(units[0]).unique()}
        return directions.pop() if len(directions) == 1 else None
    return direction_by_best(score, unused, evidence)


def _why_score(roles: Roles, rest: Sequence[Hashable]) -> str:
    """Return why a column holds the scores."""
    if roles.score is not None:
        return reading.AS_SPECIFIED
    return reading.ONLY_COLUMN if len(rest) == 1 else reading.LIKELIEST_SCORE


def _refuse_one_row_each(
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


def _ask_for_conditions(
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


def _may_be_step(name: Hashable, keys: Keys, evidence: Evidence) -> bool:
    """Tell whether a column may be the steps of curves; times that runs share are, and others a measure."""
    facts = evidence.facts(name)
    if not is_called(name, "step") or facts.constant or facts.kind == "text":
        return False
    shared = facts.kind == "whole" and evidence.crossing(keys.algorithm, name) > SHARED
    return shared or direction_of(name) is None


def _could_repeat(name: Hashable, keys: Keys, evidence: Evidence) -> bool:
    """Tell whether a column could number the repeats: it names something, and differs within cells."""
    facts = evidence.facts(name)
    if facts.why_not or facts.unique or facts.kind == "number" or name == WRITTEN_INDEX:
        return False
    if compares_columns(name) or "speedup" in words_of(name) or is_size(name, evidence):
        return False
    if direction_of(name) is not None and not was_set(name, keys, evidence):
        return False
    described = (key for key in keys.columns if evidence.determines(key, name))
    shared = facts.kind == "text" or evidence.crossing(keys.algorithm, name) > SHARED
    return shared and not any(described) and not strength_of(name, "metric")


def _refuse_mixed_parts(
    roles: Roles, keys: Keys, unused: Sequence[Hashable], evidence: Evidence
) -> None:
    """Ask about a column of texts that splits the table into complete tables, such as ``split``."""
    if len(keys.repeat) == 1 and roles.repeat is None and evidence.facts(keys.repeat[0]).unique:
        # a name of each run, or its random seed, tells all rows apart and numbers nothing
        keys = replace(keys, repeat=())
    for name in unused:
        facts = evidence.facts(name)
        if not may_be_part(facts) or facts.unique:
            continue
        # a map that is text is a place, and no mean average precision
        measured = direction_of(name) is not None and not (facts.kind == "text" and name == "map")
        if is_spread(name) or (measured and not was_set(name, keys, evidence)):
            continue
        if name in roles.bound_columns() or strength_of(name, "repeat") or is_called(name, "step"):
            continue
        if _splits(name, keys, evidence):
            values = [str(value) for value in evidence.frame[name].dropna().unique()]
            settings = _settings(name, unused, keys, evidence)
            joint: Sequence[Hashable] = settings
            if keys.dataset is None and facts.kind != "text" and len(settings) == 1:
                joint = numbers_of_data(name, unused, keys, evidence)
            part = _part_or_dataset(name, values, keys, joint, evidence)
            if leaves_one_score(keys, settings, evidence):
                raise _ask_for_datasets(settings, part)
            _refuse_own_settings(name, values, keys, evidence)
            ablation = bench(factors=[*joined_columns(keys.algorithm, evidence.frame), *settings])
            # what may be off was set; under other conditions all algorithms ran
            if all(may_be_off(evidence.frame[other]) for other in settings):
                raise RoleError(
                    f"column {name!r} splits the table into {len(values)} tables ({examples(values)}); is it "
                    "a setting, as in an ablation study, or which of them is compared?",
                    hint=ablation + "; if it is no setting: " + part,
                )
            raise RoleError(
                f"column {name!r} splits the table into {len(values)} tables ({examples(values)}); which one "
                "is compared, or are they different datasets?",
                hint=part + "; if these are settings, as in an ablation study: " + ablation,
            )


def _refuse_own_settings(
    name: Hashable, values: Sequence[str], keys: Keys, evidence: Evidence
) -> None:
    """Ask about texts that say more than the algorithm, of which each has its own."""
    if evidence.facts(name).kind == "text" and evidence.describes(name, keys.algorithm):
        raise RoleError(
            f"column {name!r} holds {len(values)} settings ({examples(values)}), each of one "
            f"{keys.algorithm}; are these compared?",
            # what has no such setting is compared, too
            hint=bench(factors=[keys.algorithm, name])
            if evidence.has_gaps(name)
            else bench(algorithm=name),
        )


def _ask_for_datasets(columns: Sequence[Hashable], hint: Hint) -> RoleError:
    """Return the question whether columns that tell the scores of each algorithm apart name the datasets."""
    asked = (
        f"are the combinations of {examples(columns)} the datasets?"
        if len(columns) > 1
        else f"does column {columns[0]!r} name the datasets?"
    )
    return RoleError(f"no column is called dataset; {asked}", hint=hint)


def _splits(name: Hashable, keys: Keys, evidence: Evidence) -> bool:
    """Tell whether a column makes nearly complete tables, or its few names tell all rows apart."""
    if evidence.splits(keys.columns, name):
        return True
    if evidence.facts(name).kind not in ("text", "bool"):
        return False
    # a few cells with several rows may be copies
    rows, groups = len(evidence.frame), evidence.groups(keys.columns)
    return FEW_COPIES * (rows - groups) >= rows and bool(
        find_settings([name], keys.columns, evidence, also=[name])
    )


def _may_be_setting(name: Hashable, keys: Keys, evidence: Evidence) -> bool:
    """Tell whether a column has a few texts or truths, one for each algorithm."""
    facts = evidence.facts(name)
    few = facts.kind in ("text", "bool") and 1 < facts.different <= MOST_LEVELS
    return few and keys.algorithm is not None and evidence.describes(keys.algorithm, name)


def _settings(
    name: Hashable, unused: Sequence[Hashable], keys: Keys, evidence: Evidence
) -> tuple[Hashable, ...]:
    """Return columns of few values that occur with every algorithm, as many as tell the rows apart."""
    others = [other for other in unused if evidence.crossing(keys.algorithm, other) >= NEARLY_ALL]
    set_of = [other for other in others if evidence.balances(keys.columns, other)]
    # what splits the table was set, whatever it is called
    also = [name, *set_of]
    return tuple(find_settings([name, *others], keys.columns, evidence, also=also)) or (name,)


def _refuse_settings(
    roles: Roles, keys: Keys, rest: Sequence[Hashable], evidence: Evidence
) -> None:
    """Refuse several settings of each algorithm: the best of them is no single run."""
    for name in rest:
        named = SETTINGS & set(words_of(name)) and name not in roles.bound_columns()
        if not named or evidence.facts(name).constant or not evidence.splits(keys.columns, name):
            continue
        number = evidence.facts(name).different
        of_problems = Hint()
        if keys.dataset is None and evidence.crossing(keys.algorithm, name) == 1:
            # params.n may be the size of a problem
            of_problems = bench(dataset=name) + " if these are of the problem, such as sizes; else "
        raise DesignError(
            f"column {name!r} holds {number} settings, and the table has scores of each {keys.algorithm} "
            "with several of them.",
            hint=of_problems
            + "choose one setting of each algorithm on other data, and keep its rows; or make each "
            "setting an algorithm, in a column of its own",
        )


def _part_or_dataset(
    name: Hashable,
    values: Sequence[str],
    keys: Keys,
    joint: Sequence[Hashable],
    evidence: Evidence,
) -> Hint:
    """Return the hint to choose one part of the table, or to take the parts for datasets or repeats."""
    chosen = bench(where={str(name): values[0]})
    alone = keys.dataset is None and (
        leaves_one_score(keys, joint, evidence) or evidence.facts(name).kind != "text"
    )
    named = [*joined_columns(keys.dataset, evidence.frame), *joint]
    datasets = bench(dataset=named if len(named) > 1 else name)
    repeats = bench(repeat=[*keys.repeat, name] if keys.repeat else name)
    if evidence.counts_up(name) and keys.dataset is not None:
        return repeats | chosen | datasets
    if alone and len(joint) > 1:
        return datasets | chosen
    # one part has one score of each algorithm, which nothing tests
    ends = leaves_one_score(keys, [name], evidence)
    first = ends or PARTS.isdisjoint(words_of(name)) or strength_of(name, "dataset")
    ordered = [datasets, chosen] if first else [chosen, datasets]
    return ordered[0] | ordered[1] + "; if its values are repeats: " + repeats


def _refuse_one_algorithm(keys: Keys, rest: Sequence[Hashable], evidence: Evidence) -> None:
    """Refuse a table of one algorithm before anything else is asked, unless its settings are compared."""
    named = evidence.column(keys.algorithm).dropna().unique().tolist()
    if len(named) == 1:
        for name in rest:
            few = 1 < evidence.facts(name).different <= MOST_LEVELS
            if few and keys.dataset is not None and evidence.splits(keys.columns, name):
                values = [str(value) for value in evidence.frame[name].dropna().unique()]
                _refuse_own_settings(name, values, keys, evidence)
        raise DesignError(
            f"there is nothing to compare: column {keys.algorithm!r} names one algorithm only, {named[0]!r}.",
            hint="read the results of several algorithms together, as one table",
        )


def _likeliest(numeric: list[Hashable], why_not: Mapping[Hashable, str]) -> list[Hashable]:
    """Return the columns that nothing speaks against, else those against which the least does, or all."""
    shared = [
        name for name in numeric if why_not[name] in (reading.SHARED_VALUES, reading.FEW_VALUES)
    ]
    ways = (
        [name for name in numeric if not why_not[name]],
        [name for name in shared if not is_description(name)],
        [name for name in numeric if why_not[name] == reading.DESCRIPTION],
        shared,
    )
    return next(filter(None, ways), numeric)


def _only_score(
    frame: pd.DataFrame,
    roles: Roles,
    keys: Keys,
    rest: Sequence[Hashable],
    evidence: Evidence,
    reasons: dict[Hashable, str],
) -> Hashable:
    numeric = [name for name in rest if evidence.has_values(name)]
    numeric = [name for name in numeric or rest if holds_mostly_numbers(frame[name])]
    # whether a run succeeded; alone, the error on cells says what to do
    numeric += [name for name in rest if numeric and is_success(name, evidence)]
    if len(numeric) > 1:
        # if there are training and test scores, the test scores are compared
        train = [name for name in numeric if name == roles.train or is_called(name, "train")]
        numeric = [name for name in numeric if name not in train] or numeric
    if len(numeric) > 1:
        numeric = without_steps(numeric, evidence)
        summaries = summaries_among(numeric, evidence)
        reasons |= dict.fromkeys(summaries, reading.SUMMARY)
        numeric = [name for name in numeric if name not in summaries] or numeric
    if len(numeric) > 1:
        # what each algorithm has equally often was set, and not measured
        measured = [name for name in numeric if not evidence.balances(keys.columns, name)]
        numeric = measured or numeric
    if len(numeric) > 1:
        why_not = {name: why_no_score(name, numeric, keys, evidence) for name in numeric}
        reasons |= {name: reason for name, reason in why_not.items() if reason}
        numeric = _likeliest(numeric, why_not)
    elif (
        numeric
        and str(numeric[0]).lower() not in METRICS
        and why_no_score(numeric[0], numeric, keys, evidence) in NEVER_SCORES
    ):
        # what stands for things measures nothing, even where it is the only number
        rest = [name for name in rest if name != numeric[0]]
        numeric = []
    if len(numeric) > 1:
        refuse_numbered(roles, numeric, None)
        refuse_nameless(numeric)
        _refuse_one_algorithm(keys, rest, evidence)
        numeric.sort(key=lambda name: rank_candidate(name, evidence, keys.algorithm))
        one = name_score(roles, numeric, evidence) + each_metric(numeric)
        refuse_wide(roles, keys, numeric, one, evidence)
        _ask_for_conditions(roles, keys, numeric, one, evidence)
        raise RoleError(
            f"{len(numeric)} columns could be the score: {examples(numeric, most=8)}.",
            hint=one,
        )
    # the only candidate is returned even if it has bad cells: the error on reading lists them
    if numeric:
        return numeric[0]
    meant = [n for n in rest if direction_of(n) is not None and not evidence.facts(n).constant]
    for candidates in (meant, rest):
        if len(candidates) == 1:
            return candidates[0]
    raise RoleError(
        f"no numeric column is left to be the score; the columns are {examples(frame.columns)}.",
        hint=bench(score=meant[0]) if meant else "add a column with the measured values",
    )
