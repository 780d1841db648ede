"""Read a long table of scores: which column holds the scores, and what the others are."""

from collections.abc import Hashable, Mapping, Sequence

import pandas as pd

from benchreport.data.cells.score_cells import holds_mostly_numbers
from benchreport.data.columns.conditions import MOST_LEVELS, refuse_inputs, was_set
from benchreport.data.columns.content.best_known import direction_by_best
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.content.run_states import states_columns
from benchreport.data.columns.joined_names import refuse_two_numbers
from benchreport.data.columns.keys import Keys
from benchreport.data.columns.layout import (
    Layout,
    known_direction,
    refuse_double_roles,
    refuse_nameless,
    refuse_numbered,
)
from benchreport.data.columns.long.long_columns import refuse_wide
from benchreport.data.columns.long.mixed_parts import (
    refuse_mixed_parts,
    refuse_own_settings,
    refuse_settings,
)
from benchreport.data.columns.long.one_row_each import ask_for_conditions, refuse_one_row_each
from benchreport.data.columns.role_columns import present
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles
from benchreport.data.columns.score_candidates import (
    each_metric,
    is_size,
    is_success,
    name_score,
    rank_candidate,
    summaries_among,
    why_no_score,
    without_steps,
)
from benchreport.data.columns.words.direction import direction_of, direction_of_unit
from benchreport.data.columns.words.kinds_of_names import compares_columns, is_description
from benchreport.data.columns.words.measures import METRICS
from benchreport.data.columns.words.names import is_called, strength_of, words_of
from benchreport.errors import DesignError, RoleError, examples
from benchreport.hints import bench
from benchreport.wording.shell import reading

# whole numbers that number repeats are the same for most algorithms
SHARED = 0.5
# why a column of numbers is no score, even if there is no other
NEVER_SCORES = frozenset([reading.IDENTIFIER])


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
        refuse_one_row_each(roles, keys, rest, evidence)
    refuse_settings(roles, keys, rest, evidence)
    if score is None:
        score = _only_score(frame, roles, keys, rest, evidence, reasons)
    refuse_double_roles(
        {"algorithm": keys.algorithm, "dataset": keys.dataset, "score": score}, keys.repeat
    )
    unused = tuple(name for name in frame.columns if name not in {*keys.columns, score})
    refuse_inputs(roles, keys, unused, evidence)
    refuse_mixed_parts(roles, keys, unused, evidence)
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


def _may_be_setting(name: Hashable, keys: Keys, evidence: Evidence) -> bool:
    """Tell whether a column has a few texts or truths, one for each algorithm."""
    facts = evidence.facts(name)
    few = facts.kind in ("text", "bool") and 1 < facts.different <= MOST_LEVELS
    return few and keys.algorithm is not None and evidence.describes(keys.algorithm, name)


def _refuse_one_algorithm(keys: Keys, rest: Sequence[Hashable], evidence: Evidence) -> None:
    """Refuse a table of one algorithm before anything else is asked, unless its settings are compared."""
    named = evidence.column(keys.algorithm).dropna().unique().tolist()
    if len(named) == 1:
        for name in rest:
            few = 1 < evidence.facts(name).different <= MOST_LEVELS
            if few and keys.dataset is not None and evidence.splits(keys.columns, name):
                values = [str(value) for value in evidence.frame[name].dropna().unique()]
                refuse_own_settings(name, values, keys, evidence)
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
        numeric.sort(key=lambda name: rank_candidate(name, evidence, keys))
        one = name_score(roles, numeric, evidence) + each_metric(numeric)
        refuse_wide(roles, keys, numeric, one, evidence)
        ask_for_conditions(roles, keys, numeric, one, evidence)
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
