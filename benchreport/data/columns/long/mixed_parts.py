"""Ask about columns that split a long table into several: parts of the data, or settings of algorithms."""

from collections.abc import Hashable, Sequence
from dataclasses import replace

from benchreport.data.columns.conditions import (
    leaves_one_score,
    may_be_part,
    numbers_of_data,
    was_set,
)
from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.factors import may_be_off
from benchreport.data.columns.keys import Keys
from benchreport.data.columns.long.long_columns import find_settings
from benchreport.data.columns.role_columns import joined_columns
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.score_candidates import is_spread
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.kinds_of_names import is_description
from benchreport.data.columns.words.names import is_called, strength_of, words_of
from benchreport.errors import DesignError, RoleError, examples
from benchreport.hints import Hint, bench

# words of columns that choose among examples, metrics or times, and set nothing of an algorithm
PARTS = frozenset(
    """split subset part set operation phase stage partition fold metric version year month date day group
    domain category language lang country site label class organ structure region roi tissue""".split()
)
# rows that repeat a cell, at most, as a share of one in so many of all
FEW_COPIES = 4
# words of columns with what was set of an algorithm
SETTINGS = frozenset(
    """parameters params param hyperparameters hyperparams hparams settings setting args arguments
    options""".split()
)


def refuse_mixed_parts(
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
            refuse_own_settings(name, values, keys, evidence)
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


def refuse_own_settings(
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


def _settings(
    name: Hashable, unused: Sequence[Hashable], keys: Keys, evidence: Evidence
) -> tuple[Hashable, ...]:
    """Return columns of few values that occur with every algorithm, as many as tell the rows apart."""
    others = [other for other in unused if evidence.crossing(keys.algorithm, other) >= NEARLY_ALL]
    set_of = [other for other in others if was_set(other, keys, evidence)]
    # what splits the table was set, whatever it is called
    also = [name, *set_of]
    return tuple(find_settings([name, *others], keys.columns, evidence, also=also)) or (name,)


def refuse_settings(roles: Roles, keys: Keys, rest: Sequence[Hashable], evidence: Evidence) -> None:
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
    # threads, and what counts up beside a column of repeats, were set
    counted = evidence.counts_up(name) and not (keys.repeat or is_description(name))
    if counted and keys.dataset is not None:
        return repeats | chosen | datasets
    if alone and len(joint) > 1:
        return datasets | chosen
    # one part has one score of each algorithm, which nothing tests
    ends = leaves_one_score(keys, [name], evidence)
    first = ends or PARTS.isdisjoint(words_of(name)) or strength_of(name, "dataset")
    ordered = [datasets, chosen] if first else [chosen, datasets]
    return ordered[0] | ordered[1] + "; if its values are repeats: " + repeats
