"""Find the columns that name algorithms, datasets and repeats: by their names, and else by their content."""

from dataclasses import replace

from benchreport.data.columns.algorithms_by_content import (
    algorithm_by_content,
    with_entrants,
    with_named_runs,
)
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.content.likeness import compares_times
from benchreport.data.columns.datasets_by_content import (
    dataset_by_content,
    examples_by_name,
    repeat_by_content,
    sizes_as_datasets,
)
from benchreport.data.columns.keys import (
    Keys,
    best_named,
    crossing,
    find_labels,
    may_name,
    say_values,
    tell_apart,
)
from benchreport.data.columns.role_columns import (
    algorithm_columns,
    column_of,
    distinct_names,
    refuse_parts_of_data,
    repeat_columns,
)
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.words.names import Strength, strength_of, words_of
from benchreport.errors import DesignError, RoleError
from benchreport.hints import bench
from benchreport.wording.shell import reading

ROLES = ("algorithm", "dataset", "repeat")
# what runs models; nouns such as compiler do, too
RUNNERS = frozenset("backend engine framework runtime library implementation".split())


def find_keys(roles: Roles, evidence: Evidence) -> Keys:
    """Find the columns of the keys.

    Raises
    ------
    RoleError
        A column that the caller set does not exist, or several columns could play a role.
    """
    if not roles.bound_columns() and not _any_may_name(evidence):
        return Keys()
    by_name = _by_name(roles, evidence)
    wide = roles.columns == "algorithm" or algorithm_columns(roles, evidence.frame)
    known = roles.algorithm or strength_of(by_name.algorithm, "algorithm") > Strength.FIELD
    if wide or (not known and compares_times(evidence)):
        return replace(by_name, algorithm=None)
    keys = _by_content(roles, by_name, evidence)
    if keys.dataset is None and not roles.bound_columns():
        _refuse_rival(roles, keys, evidence)
    return keys


def _by_name(roles: Roles, evidence: Evidence) -> Keys:
    algorithm = column_of("algorithm", roles, evidence.frame, evidence)
    dataset = column_of("dataset", roles, evidence.frame, evidence)
    if dataset is not None and roles.dataset is None:
        refuse_parts_of_data(evidence.column(dataset), "dataset", "datasets", DesignError)
    repeat = repeat_columns(roles, evidence.frame, (algorithm, dataset, roles.score), evidence)
    keys = Keys(algorithm=algorithm, dataset=dataset, repeat=repeat)
    bound = roles.bound_columns()
    return replace(
        keys,
        reasons={
            name: reading.AS_SPECIFIED if name in bound else reading.BY_NAME
            for name in keys.columns
        },
    )


def _by_content(roles: Roles, by_name: Keys, evidence: Evidence) -> Keys:
    keys = by_name
    if keys.dataset is not None and roles.dataset is None and evidence.facts(keys.dataset).constant:
        # one task, perhaps with several datasets in another column
        keys = replace(keys, dataset=None)
    if _names_one(roles, keys, evidence):
        others = {**keys.reasons, keys.algorithm: reading.CONSTANT}
        keys = replace(keys, algorithm=None, reasons=others)
    keys = with_named_runs(roles, with_entrants(roles, keys, evidence), evidence)
    if keys.algorithm is None:
        keys = algorithm_by_content(roles, keys, evidence)
    if keys.algorithm is not None:
        keys = examples_by_name(roles, keys, evidence)
    if keys.algorithm is not None and keys.dataset is None and roles.dataset is None:
        keys = dataset_by_content(roles, keys, evidence)
        if keys.dataset is None:
            # beside one task, whole numbers may tell its datasets apart, too
            kinds = ("number", "whole") if by_name.dataset is not None else ("number",)
            keys = sizes_as_datasets(roles, keys, evidence, kinds)
    if keys.dataset is None:
        keys = replace(keys, dataset=by_name.dataset)
    elif by_name.dataset not in (None, keys.dataset):
        keys = replace(keys, reasons={**keys.reasons, by_name.dataset: reading.CONSTANT})
    if keys.algorithm is not None:
        keys = repeat_by_content(roles, keys, evidence)
    return keys


def _refuse_rival(roles: Roles, keys: Keys, evidence: Evidence) -> None:
    """Ask about a column called like what is compared that crosses the models: compilers ran each of them."""
    if keys.algorithm is None or words_of(keys.algorithm)[-1] not in ("model", "models"):
        return
    labels = find_labels(roles, keys, evidence, "algorithm")
    labels = [
        name
        for name in labels
        if strength_of(name, "algorithm") == Strength.AGENT or RUNNERS & {*words_of(name)}
    ]
    rivals = crossing(distinct_names(labels, evidence), keys.algorithm, evidence)
    if len(rivals) != 1 or tell_apart([keys.algorithm], evidence):
        return
    both = [rivals[0], keys.algorithm]
    raise RoleError(
        f"columns {both[0]!r} and {both[1]!r} cross; which of them names the algorithms, and which the "
        f"datasets? {say_values(both, evidence)}",
        hint=(bench(algorithm=both[0], dataset=both[1]) | bench(algorithm=both[1], dataset=both[0]))
        + "; if their combinations are compared, as in an ablation study: "
        + bench(factors=both),
    )


def _names_one(roles: Roles, keys: Keys, evidence: Evidence) -> bool:
    """Tell whether the algorithm is the same in all rows: a number, or beside one called like algorithms."""
    if keys.algorithm is None or roles.algorithm is not None:
        return False
    facts = evidence.facts(keys.algorithm)
    if not facts.constant:
        return False
    # one number, such as d_model, was set
    return facts.kind in ("whole", "number") or bool(
        best_named(find_labels(roles, keys, evidence, "algorithm"), "algorithm")
    )


def _any_may_name(evidence: Evidence) -> bool:
    return any(may_name(name, kind, *ROLES) for name, kind in evidence.types.items())
