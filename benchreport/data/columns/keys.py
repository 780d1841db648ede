"""Find the columns that name algorithms, datasets and repeats: by their names, and else by their content."""

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.content.likeness import compares_times
from benchreport.data.columns.factors import is_switch
from benchreport.data.columns.role_columns import (
    algorithm_columns,
    column_of,
    distinct_names,
    has_gaps,
    refuse_parts_of_data,
    repeat_columns,
)
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.kinds_of_names import is_description, share_of_algorithms
from benchreport.data.columns.words.measures import is_measure
from benchreport.data.columns.words.names import (
    PARTS_OF_DATA,
    Strength,
    speak_of_parts,
    strength_of,
    words_of,
)
from benchreport.data.columns.words.numbered import numbers_repeats
from benchreport.errors import DesignError, RoleError, examples
from benchreport.hints import bench
from benchreport.wording.shell import reading

ROLES = ("algorithm", "dataset", "repeat")
FEWEST_DATASETS = 3
# share of the pairs of algorithms and what is called a dataset, beside others that tell rows apart
MOST_PAIRS = 0.5
# what was set, and not measured: a model with several learning rates has runs of several settings
PARAMETERS = frozenset(
    """lr learning alpha beta gamma lambda dropout momentum decay temperature epsilon eps tolerance tol
    threshold""".split()
)
FIRST_ROWS = 100
# a column called language names datasets, or what is compared
PROGRAMMING = frozenset(
    """c c++ c# f# java javascript js typescript python ruby php perl go golang rust julia r lua fortran scala
    kotlin swift haskell ocaml erlang elixir clojure lisp scheme racket d nim zig crystal dart matlab octave
    stata cpp
    cython pypy node.js nodejs""".split()
)
# more texts of one column are no names of metrics
MOST_METRICS = 30
# words of columns that say how and where something ran, and what was noted
BESIDE = frozenset(
    """status state verdict outcome worker gpu cpu host hostname machine node owner notes note comment
    comments remark remarks info message log""".split()
)
# words of what something compared does, one after another, and of what datasets are sorted by
ACTS = frozenset(
    """operation operations op phase step stage etape étape etapa fase group category domain difficulty
    suite""".split()
)
# what runs models; nouns such as compiler do, too
RUNNERS = frozenset("backend engine framework runtime library implementation".split())
# who takes part with models of others
ENTRANTS = frozenset("team teams participant entrant competitor contestant submission".split())
# names of algorithms, datasets and all else
ANYTHING = frozenset(("name", "id", "key"))
# how scores by example name the examples; other usual names may mean datasets or rows
EXAMPLES = tuple("example example_id item item_id prompt prompt_id question_id sample_id".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """The columns that say what a row's score is of.

    Parameters
    ----------
    algorithm, dataset, repeat
        The columns; ``algorithm`` is ``None`` in a wide frame.
    reasons
        Why they are, by column.
    """

    algorithm: Hashable | None = None
    dataset: Hashable | None = None
    repeat: tuple[Hashable, ...] = ()
    reasons: dict[Hashable, str] = field(default_factory=dict)

    @property
    def columns(self) -> tuple[Hashable, ...]:
        """All columns that play a role."""
        return tuple(
            name for name in (self.algorithm, self.dataset, *self.repeat) if name is not None
        )

    def with_role(self, role: str, column: Hashable, reason: str) -> "Keys":
        """Return the keys with one more column."""
        value: Any = (*self.repeat, column) if role == "repeat" else column
        return replace(self, **{role: value, "reasons": {**self.reasons, column: reason}})


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


def _by_content(roles: Roles, by_name: Keys, evidence: Evidence) -> Keys:
    keys = by_name
    if keys.dataset is not None and roles.dataset is None and evidence.facts(keys.dataset).constant:
        # one task, perhaps with several datasets in another column
        keys = replace(keys, dataset=None)
    if _names_one(roles, keys, evidence):
        others = {**keys.reasons, keys.algorithm: reading.CONSTANT}
        keys = replace(keys, algorithm=None, reasons=others)
    keys = _with_named_runs(roles, _with_entrants(roles, keys, evidence), evidence)
    if keys.algorithm is None:
        keys = _algorithm_by_content(roles, keys, evidence)
    if keys.algorithm is not None:
        keys = _examples_by_name(roles, keys, evidence)
    if keys.algorithm is not None and keys.dataset is None and roles.dataset is None:
        keys = _dataset_by_content(roles, keys, evidence)
        if keys.dataset is None:
            # beside one task, whole numbers may tell its datasets apart, too
            kinds = ("number", "whole") if by_name.dataset is not None else ("number",)
            keys = _sizes_as_datasets(roles, keys, evidence, kinds)
    if keys.dataset is None:
        keys = replace(keys, dataset=by_name.dataset)
    elif by_name.dataset not in (None, keys.dataset):
        keys = replace(keys, reasons={**keys.reasons, by_name.dataset: reading.CONSTANT})
    if keys.algorithm is not None:
        keys = _repeat_by_content(roles, keys, evidence)
    return keys


def _refuse_rival(roles: Roles, keys: Keys, evidence: Evidence) -> None:
    """Ask about a column called like what is compared that crosses the models: compilers ran each of them."""
    if keys.algorithm is None or words_of(keys.algorithm)[-1] not in ("model", "models"):
        return
    labels = _labels(roles, keys, evidence, "algorithm")
    labels = [
        name
        for name in labels
        if strength_of(name, "algorithm") == Strength.AGENT or RUNNERS & {*words_of(name)}
    ]
    rivals = _crossing(distinct_names(labels, evidence), keys.algorithm, evidence)
    if len(rivals) != 1 or _tell_apart([keys.algorithm], evidence):
        return
    both = [rivals[0], keys.algorithm]
    raise RoleError(
        f"columns {both[0]!r} and {both[1]!r} cross; which of them names the algorithms, and which the "
        f"datasets? {_say_values(both, evidence)}",
        hint=(bench(algorithm=both[0], dataset=both[1]) | bench(algorithm=both[1], dataset=both[0]))
        + "; if their combinations are compared, as in an ablation study: "
        + bench(factors=both),
    )


def _with_entrants(roles: Roles, keys: Keys, evidence: Evidence) -> Keys:
    """Take the teams of a leaderboard, a row each, for the algorithms, and not the models that they use."""
    if roles.algorithm is not None or keys.dataset is not None or keys.algorithm is None:
        return keys
    named = [n for n in evidence.texts if ENTRANTS & {*words_of(n)} and evidence.facts(n).unique]
    if len(named) != 1 or evidence.facts(keys.algorithm).unique:
        return keys
    keys = Keys(repeat=() if roles.repeat is None else keys.repeat, reasons=keys.reasons)
    return keys.with_role("algorithm", named[0], reading.BY_NAME)


def _with_named_runs(roles: Roles, keys: Keys, evidence: Evidence) -> Keys:
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
            if name not in (run, keys.algorithm) and _crossing([run], name, evidence)
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


def _names_one(roles: Roles, keys: Keys, evidence: Evidence) -> bool:
    """Tell whether the algorithm is the same in all rows: a number, or beside one called like algorithms."""
    if keys.algorithm is None or roles.algorithm is not None:
        return False
    facts = evidence.facts(keys.algorithm)
    if not facts.constant:
        return False
    # one number, such as d_model, was set
    return facts.kind in ("whole", "number") or bool(
        _named(_labels(roles, keys, evidence, "algorithm"), "algorithm")
    )


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


def _labels(roles: Roles, keys: Keys, evidence: Evidence, role: str) -> list[Hashable]:
    """Return the columns without a role that could name algorithms or datasets."""
    taken = {*keys.columns, *roles.bound_columns(), roles.score}
    if role == "algorithm" or WRITTEN_INDEX not in evidence.texts:
        # beside algorithms, the texts of a column without a name may be datasets; numbers count rows
        taken.add(WRITTEN_INDEX)
    names = [name for name, kind in evidence.types.items() if _may_name(name, kind, role)]
    names = [name for name in names if name not in taken and not _has_other_role(name, role)]
    return [name for name in names if _is_label(name, role, evidence)]


def _may_name(name: Hashable, kind: object, *roles: str) -> bool:
    """Tell whether a column may name something; floats do if they are called so, in thousands of columns."""
    return getattr(kind, "kind", "") != "f" or any(strength_of(name, role) for role in roles)


def _any_may_name(evidence: Evidence) -> bool:
    return any(_may_name(name, kind, *ROLES) for name, kind in evidence.types.items())


def _has_other_role(name: Hashable, role: str) -> bool:
    """Tell whether a name says another role, or a metric."""
    others = {"algorithm": "dataset", "dataset": "algorithm"}
    taken = strength_of(name, "metric") or strength_of(name, others.get(role, "metric"))
    return bool(taken) and not strength_of(name, role)


def _names_metrics(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether the texts of a column are names of metrics, whatever it is called."""
    facts = evidence.facts(name)
    if facts.kind != "text" or not 1 < facts.different <= MOST_METRICS:
        return False
    texts = evidence.column(name).dropna().unique()
    return all(map(is_measure, texts)) and any(direction_of(text) is not None for text in texts)


def _is_label(name: Hashable, role: str, evidence: Evidence) -> bool:
    facts = evidence.facts(name)
    if facts.why_not or facts.unique or BESIDE & set(words_of(name)):
        return False
    if not strength_of(name, role) and _names_metrics(name, evidence):
        return False
    if role == "algorithm":
        column, noun = evidence.column(name), strength_of(name, role) == Strength.AGENT
        if has_gaps(name, evidence) or ACTS & {*words_of(name)} or (noun and is_switch(column)):
            return False
        if speak_of_parts(column.head(FIRST_ROWS)):
            return False
    # numbers may measure; a usual name says that they number datasets
    least = Strength.ALIKE if role == "algorithm" else Strength.FIELD
    return facts.kind == "text" or strength_of(name, role) >= least


def _algorithm_by_content(roles: Roles, keys: Keys, evidence: Evidence) -> Keys:
    labels = _labels(roles, keys, evidence, "algorithm")
    dataset = _dataset_by_a_field_name(roles, keys, evidence)
    if dataset is not None:
        # what is called an algorithm need not have run on all of them
        labels = _crossing(labels, dataset, evidence) or [
            name for name in _named(labels, "algorithm") if name in evidence.texts
        ]
    if not labels and keys.dataset is not None:
        languages = [
            name
            for name in _labels(roles, keys, evidence, "dataset")
            if names_programming_languages(evidence.frame[name].dropna().unique())
        ]
        labels = _crossing(languages, keys.dataset, evidence)
    if not labels:
        keys, labels = _runs_as_algorithms(roles, keys, evidence)
    labels = distinct_names(labels, evidence)
    chosen = _named(labels, "algorithm") or (labels if dataset is not None else [])
    if len(chosen) == 1 and dataset is None and set(words_of(chosen[0])) <= ANYTHING:
        # another column without a usual name could as well name the algorithms
        _refuse_two_readings([*chosen, *(name for name in labels if name not in chosen)], evidence)
    if len(chosen) == 1:
        crossed = dataset is not None
        return keys.with_role("algorithm", chosen[0], _reason(chosen[0], "algorithm", crossed))
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


def names_programming_languages(labels: Iterable[Hashable]) -> bool:
    """Tell whether most texts are names of programming languages, with or without a compiler."""
    names = [str(name).casefold() for name in labels]
    known = [bool(PROGRAMMING & {*re.split(r"[\s(/,]+", name)}) for name in names]
    return 2 * sum(known) > len(names)


def _dataset_by_a_field_name(roles: Roles, keys: Keys, evidence: Evidence) -> Hashable | None:
    """Return the column of the datasets, also where only a word of a field says it."""
    if keys.dataset is not None:
        return keys.dataset
    labels = distinct_names(_labels(roles, keys, evidence, "dataset"), evidence)
    named = _named(labels, "dataset")
    return named[0] if len(named) == 1 else None


def _called_datasets(roles: Roles, keys: Keys, evidence: Evidence) -> list[Hashable]:
    return _named(_labels(roles, keys, evidence, "dataset"), "dataset")


def _runs_as_algorithms(
    roles: Roles, keys: Keys, evidence: Evidence
) -> tuple[Keys, list[Hashable]]:
    """Take a column called run for the algorithms where it holds names, as in information retrieval."""
    runs = _named_runs(roles, keys, evidence)
    if len(runs) != 1:
        return keys, []
    others = _labels(roles, keys, evidence, "dataset")
    others = others if keys.dataset is None else [keys.dataset]
    if not any(_crossing(runs, other, evidence) for other in others):
        return keys, []
    return replace(keys, repeat=tuple(name for name in keys.repeat if name not in runs)), runs


def _named_runs(roles: Roles, keys: Keys, evidence: Evidence) -> list[Hashable]:
    return [
        name
        for name in keys.repeat
        if roles.repeat is None
        and evidence.facts(name).kind == "text"
        and _is_label(name, "repeat", evidence)
    ]


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
        f"datasets? {_say_values([first, second], evidence)}",
        hint=bench(algorithm=first, dataset=second)
        | bench(algorithm=second, dataset=first)
        + "; if all rows are of one algorithm, read the results of several together",
    )


def _say_values(columns: Sequence[Hashable], evidence: Evidence) -> str:
    """Say what columns hold, for a question.

    >>> _say_values(["head"], Evidence(pd.DataFrame({"head": ["ridge", "mlp", "ridge"]})))
    "'head' holds ridge, mlp."
    """
    held = ((name, evidence.column(name).dropna().unique()) for name in columns)
    return "; ".join(f"{name!r} holds {examples(values, most=3)}" for name, values in held) + "."


def _has_columns_of_algorithms(evidence: Evidence) -> bool:
    """Tell whether each row has a name of its own, and each column of numbers one that is no measure's.

    Other texts then describe the rows.
    """
    numbers = _numeric(set(), evidence)
    measured = (is_measure(name) or direction_of(name) is not None for name in numbers)
    return (
        len(numbers) > 1
        and any(facts.unique for facts in map(evidence.facts, evidence.texts))
        and all(evidence.facts(name).kind == "number" for name in numbers)
        and not any(measured)
    )


def _dataset_by_content(roles: Roles, keys: Keys, evidence: Evidence) -> Keys:
    if evidence.facts(keys.algorithm).constant:
        # everything crosses one algorithm, with which nothing is compared
        return keys
    labels = _labels(roles, keys, evidence, "dataset")
    labels = [name for name in labels if not names_parts(evidence.frame[name])]
    folds = [name for name in labels if numbers_repeats(evidence.column(name))]
    if len(folds) == 1 and not keys.repeat:
        labels.remove(folds[0])
        keys = keys.with_role("repeat", folds[0], reading.NUMBERED)
    called = distinct_names(_named(labels, "dataset"), evidence)
    labels = _crossing(labels, keys.algorithm, evidence)
    labels = distinct_names(labels, evidence)
    named = _named(labels, "dataset")
    chosen = named or labels
    # what each algorithm has one of describes it
    called = [name for name in called if not evidence.describes(keys.algorithm, name)]
    if (
        not named
        and len(called) == 1
        and (
            _tell_apart([*keys.columns, *called], evidence)
            or evidence.crossing(called[0], keys.algorithm) >= MOST_PAIRS
        )
    ):
        # not every algorithm ran on every environment
        return keys.with_role("dataset", called[0], reading.BY_NAME)
    if not chosen:
        return keys
    few = evidence.facts(chosen[0]).different < FEWEST_DATASETS
    if len(chosen) == 1 and (named or not few):
        return keys.with_role("dataset", chosen[0], _reason(chosen[0], "dataset", crossed=True))
    # the runs of each vendor at each site have names of their own
    nested = keys.repeat and all(evidence.determines(keys.repeat[0], name) for name in chosen)
    if not (named or nested or _tell_apart([*keys.columns, *chosen], evidence)):
        # which columns do is asked when the scores are known
        return keys
    value = str(evidence.frame[chosen[0]].dropna().iloc[0])
    other = bench(dataset=chosen[1]) if len(chosen) > 1 else bench(where={str(chosen[0]): value})
    raise RoleError(
        f"which column names the datasets? {examples(chosen)} could. {_say_values(chosen, evidence)}",
        hint=bench(dataset=chosen[0]) | other,
    )


def _tell_apart(columns: Sequence[Hashable], evidence: Evidence) -> bool:
    return not evidence.frame.duplicated([*columns]).any()


def _examples_by_name(roles: Roles, keys: Keys, evidence: Evidence) -> Keys:
    """Take examples that all algorithms answered for blocks: as datasets, or as repeats of several."""
    bound = roles.bound_columns()
    names = [
        name
        for name in evidence.frame.columns
        if str(name).casefold() in EXAMPLES
        and name not in (*keys.columns, *bound)
        and evidence.crossing(name, keys.algorithm) >= NEARLY_ALL
    ]
    if len(names) != 1:
        return keys
    if keys.dataset is None:
        return keys.with_role("dataset", names[0], reading.EXAMPLES_AS_BLOCKS)
    return keys.with_role("repeat", names[0], reading.EXAMPLES_OF_DATASET)


def _sizes_as_datasets(roles: Roles, keys: Keys, evidence: Evidence, kinds: Sequence[str]) -> Keys:
    """Take numbers that all algorithms share for datasets, as sizes are; what is measured differs."""
    taken = {*keys.columns, *roles.bound_columns(), roles.score, WRITTEN_INDEX}
    sizes = [
        name
        for name in evidence.frame.columns
        if name not in taken
        and evidence.facts(name).kind in kinds
        and evidence.facts(name).different >= FEWEST_DATASETS
        and direction_of(name) is None
        and PARAMETERS.isdisjoint(words_of(name))
        and not (strength_of(name, "step") or strength_of(name, "repeat"))
        and evidence.repeats_within((keys.algorithm, *keys.repeat), name)
    ]
    distinct = distinct_names(sizes, evidence)
    if len(distinct) != 1:
        return keys
    return keys.with_role("dataset", distinct[0], reading.SHARED_VALUES)


def _repeat_by_content(roles: Roles, keys: Keys, evidence: Evidence) -> Keys:
    """Take whole numbers that count up within cells for repeats."""
    if keys.repeat or roles.repeat is not None:
        return keys
    # an index that was written into the file counts up, too, where tables of each algorithm were joined
    taken = {*keys.columns, *roles.bound_columns(), roles.score}
    counters = [
        name
        for name in evidence.frame.columns
        if name not in taken
        and evidence.counts_up(name)
        and not evidence.facts(name).why_not
        and direction_of(name) is None
        and not is_description(name)
        and not strength_of(name, "step")
        and evidence.repeats_within((keys.algorithm, *_given(keys.dataset)), name)
    ]
    if len(counters) != 1 or len(_numeric(taken - {roles.score}, evidence)) < 2:  # noqa: PLR2004 - the counter and a score
        return keys
    return keys.with_role("repeat", counters[0], reading.COUNTS_REPEATS)


def _numeric(taken: set[object], evidence: Evidence) -> list[Hashable]:
    return [
        name
        for name in evidence.frame.columns
        if name not in taken and evidence.facts(name).kind in ("whole", "number")
    ]


def _given(name: Hashable | None) -> tuple[Hashable, ...]:
    return () if name is None else (name,)


def names_parts(column: "pd.Series[Any]") -> bool:
    """Tell whether a column says which part of the data was scored: train or test."""
    parts = {str(value).casefold() for value in column.dropna().unique()}
    return len(parts) > 1 and parts <= PARTS_OF_DATA


def _crossing(
    labels: Sequence[Hashable], key: Hashable | None, evidence: Evidence
) -> list[Hashable]:
    """Return the columns that cross another nearly completely; what describes the other does not."""
    return [name for name in labels if evidence.crossing(name, key) >= NEARLY_ALL]


def _named(labels: Sequence[Hashable], role: str) -> list[Hashable]:
    best = max((strength_of(name, role) for name in labels), default=Strength.NONE)
    return [name for name in labels if best and strength_of(name, role) == best]


def _reason(name: Hashable, role: str, crossed: bool) -> str:  # noqa: FBT001 - a fact
    if not strength_of(name, role):
        return reading.CROSSED[role] if crossed else ""
    if not crossed:
        return reading.BY_NAME
    return reading.BY_NAME_AND.format(reason=reading.CROSSED[role])
