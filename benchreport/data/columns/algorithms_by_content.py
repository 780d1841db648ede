"""The column of algorithms that no usual name tells, or that tells less than another."""

from collections.abc import Hashable, Sequence
from dataclasses import replace

from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.factors import is_switch, refuse_switches
from benchreport.data.columns.keys import (
    Keys,
    best_named,
    crossing,
    find_labels,
    give_reason,
    is_label,
    names_programming_languages,
    numeric_columns,
    say_values,
)
from benchreport.data.columns.role_columns import distinct_names
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.kinds_of_names import share_of_algorithms
from benchreport.data.columns.words.measures import is_measure
from benchreport.data.columns.words.names import words_of
from benchreport.errors import RoleError, examples
from benchreport.hints import bench
from benchreport.wording.shell import reading

# names of algorithms, datasets and all else
ANYTHING = frozenset(("name", "id", "key"))
# who takes part with models of others
ENTRANTS = frozenset("team teams participant entrant competitor contestant submission".split())


def algorithm_by_content(roles: Roles, keys: Keys, evidence: Evidence) -> Keys:
    """Find the column that names the algorithms; ask where several could.

    Raises
    ------
    RoleError
        Several columns could name them, or two cross, and nothing tells which of them does.
    """
    labels = find_labels(roles, keys, evidence, "algorithm")
    dataset = _dataset_by_a_field_name(roles, keys, evidence)
    if dataset is not None:
        # what is called an algorithm need not have run on all of them
        labels = crossing(labels, dataset, evidence) or [
            name for name in best_named(labels, "algorithm") if name in evidence.texts
        ]
    if not labels and keys.dataset is not None:
        languages = [
            name
            for name in find_labels(roles, keys, evidence, "dataset")
            if names_programming_languages(evidence.frame[name].dropna().unique())
        ]
        labels = crossing(languages, keys.dataset, evidence)
    if not labels:
        keys, labels = _runs_as_algorithms(roles, keys, evidence)
    labels = distinct_names(labels, evidence)
    chosen = best_named(labels, "algorithm") or (labels if dataset is not None else [])
    if len(chosen) == 1 and dataset is None and set(words_of(chosen[0])) <= ANYTHING:
        # another column without a usual name could as well name the algorithms
        _refuse_two_readings([*chosen, *(name for name in labels if name not in chosen)], evidence)
    if len(chosen) == 1:
        crossed = dataset is not None
        return keys.with_role("algorithm", chosen[0], give_reason(chosen[0], "algorithm", crossed))
    if len(chosen) > 1 and dataset is None and not keys.repeat:
        named = _called_datasets(roles, keys, evidence)
        if not named and evidence.groups(chosen) == len(evidence.frame):
            # a model of each framework and backbone: one row each, which is refused below
            return keys.with_role("algorithm", chosen[0], reading.BY_NAME)
    if len(chosen) > 1:
        raise RoleError(
            f"{len(chosen)} columns could name the algorithms: {examples(chosen)}. Which does?",
            hint=bench(factors=chosen)
            if all(is_switch(evidence.frame[name]) for name in chosen)
            else (bench(algorithm=chosen[0]) | bench(algorithm=chosen[1]))
            + "; if their combinations are compared, as in an ablation study: "
            + bench(factors=chosen),
        )
    if keys.dataset is None:
        _refuse_two_readings(labels, evidence)
    return keys


def _dataset_by_a_field_name(roles: Roles, keys: Keys, evidence: Evidence) -> Hashable | None:
    """Return the column of the datasets, also where only a word of a field says it."""
    if keys.dataset is not None:
        return keys.dataset
    labels = distinct_names(find_labels(roles, keys, evidence, "dataset"), evidence)
    named = best_named(labels, "dataset")
    return named[0] if len(named) == 1 else None


def _called_datasets(roles: Roles, keys: Keys, evidence: Evidence) -> list[Hashable]:
    return best_named(find_labels(roles, keys, evidence, "dataset"), "dataset")


def _runs_as_algorithms(
    roles: Roles, keys: Keys, evidence: Evidence
) -> tuple[Keys, list[Hashable]]:
    """Take a column called run for the algorithms where it holds names, as in information retrieval."""
    runs = _named_runs(roles, keys, evidence)
    if len(runs) != 1:
        return keys, []
    others = find_labels(roles, keys, evidence, "dataset")
    others = others if keys.dataset is None else [keys.dataset]
    if not any(crossing(runs, other, evidence) for other in others):
        return keys, []
    return replace(keys, repeat=tuple(name for name in keys.repeat if name not in runs)), runs


def _named_runs(roles: Roles, keys: Keys, evidence: Evidence) -> list[Hashable]:
    return [
        name
        for name in keys.repeat
        if roles.repeat is None
        and evidence.facts(name).kind == "text"
        and is_label(name, "repeat", evidence)
    ]


def with_entrants(roles: Roles, keys: Keys, evidence: Evidence) -> Keys:
    """Take the teams of a leaderboard, a row each, for the algorithms, and not the models that they use."""
    if roles.algorithm is not None or keys.dataset is not None or keys.algorithm is None:
        return keys
    named = [n for n in evidence.texts if ENTRANTS & {*words_of(n)} and evidence.facts(n).unique]
    if len(named) != 1 or evidence.facts(keys.algorithm).unique:
        return keys
    keys = Keys(repeat=() if roles.repeat is None else keys.repeat, reasons=keys.reasons)
    return keys.with_role("algorithm", named[0], reading.BY_NAME)


def with_named_runs(roles: Roles, keys: Keys, evidence: Evidence) -> Keys:
    """Take runs with names of their own for the algorithms, where some are of one kind of model.

    Runs of kinds such as "baseline", each once on several tables, are no repeats of these if another kind has
    one run, and the names are no numbers of runs but speak of algorithms.
    """
    if roles.algorithm is not None or keys.algorithm is None:
        return keys
    others = [keys.dataset] if keys.dataset is not None else evidence.texts
    for run in _named_runs(roles, keys, evidence):
        once = any(
            evidence.groups([run, name]) == evidence.length
            for name in others
            if name not in (run, keys.algorithm) and crossing([run], name, evidence)
        )
        if once and _are_finer(run, keys.algorithm, evidence):
            repeat = tuple(name for name in keys.repeat if name != run)
            reasons = {name: why for name, why in keys.reasons.items() if name != keys.algorithm}
            keys = replace(keys, algorithm=None, repeat=repeat, reasons=reasons)
            return keys.with_role("algorithm", run, reading.BY_NAME)
    return keys


def _are_finer(runs: Hashable, kinds: Hashable, evidence: Evidence) -> bool:
    """Tell whether names of runs are of one kind each, and say more than numbers of its repeats."""
    pairs = evidence.columns([runs, kinds]).drop_duplicates().astype(str)
    if pairs[runs].duplicated().any() or not share_of_algorithms(pairs[runs]):
        return False
    of_kind = pairs[kinds].value_counts()
    without_numbers = pairs[runs].str.replace(r"\d+", "", regex=True)
    return of_kind.min() == 1 and without_numbers.nunique() > len(of_kind)


def _refuse_two_readings(labels: Sequence[Hashable], evidence: Evidence) -> None:
    """Ask which of two columns names the algorithms, where they cross and nothing else tells."""
    names = distinct_names(labels, evidence) if len(labels) > 1 else []
    pairs = [
        (first, second)
        for place, first in enumerate(names)
        for second in names[place + 1 :]
        if evidence.crossing(first, second) >= NEARLY_ALL
    ]
    if not pairs or _has_columns_of_algorithms(evidence):
        return
    refuse_switches(names, evidence.frame)
    # what holds a baseline names algorithms, and there are mostly fewer of them than datasets
    first, second = sorted(
        pairs[0],
        key=lambda name: (
            -share_of_algorithms(evidence.column(name).dropna().unique()),
            evidence.facts(name).different,
        ),
    )
    raise RoleError(
        f"columns {first!r} and {second!r} cross; which of them names the algorithms, and which the "
        f"datasets? {say_values([first, second], evidence)}",
        hint=bench(algorithm=first, dataset=second)
        | bench(algorithm=second, dataset=first)
        + "; if all rows are of one algorithm, read the results of several together",
    )


def _has_columns_of_algorithms(evidence: Evidence) -> bool:
    """Tell whether each row has a name of its own, and each column of numbers one that is no measure's.

    Other texts then describe the rows.
    """
    numbers = numeric_columns(set(), evidence)
    measured = (is_measure(name) or direction_of(name) is not None for name in numbers)
    return (
        len(numbers) > 1
        and any(facts.unique for facts in map(evidence.facts, evidence.texts))
        and all(evidence.facts(name).kind == "number" for name in numbers)
        and not any(measured)
    )
