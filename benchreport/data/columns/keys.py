"""The columns that say what a row's score is of, and which columns could be such ones."""

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.factors import is_switch
from benchreport.data.columns.role_columns import has_gaps
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.measures import is_measure
from benchreport.data.columns.words.names import Strength, speak_of_parts, strength_of, words_of
from benchreport.errors import examples
from benchreport.wording.shell import reading

FEWEST_DATASETS = 3
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
    stata cpp cython pypy node.js nodejs""".split()
)
# more texts of one column are no names of metrics
MOST_METRICS = 30
# words of columns that say how and where something ran, and what was noted
BESIDE = frozenset(
    """status state verdict outcome worker gpu cpu host hostname machine node owner notes note comment
    comments remark remarks info message log rank ranks ranking""".split()
)
# words of what something compared does, one after another, and of what datasets are sorted by
# who takes part in studies, not in contests
SUBJECTS = frozenset(("participant", "participants"))
ACTS = frozenset(
    """operation operations op phase step stage etape étape etapa fase group category domain difficulty
    suite""".split()
)
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


def find_labels(roles: Roles, keys: Keys, evidence: Evidence, role: str) -> list[Hashable]:
    """Return the columns without a role that could name algorithms or datasets."""
    taken = {*keys.columns, *roles.bound_columns(), roles.score}
    if role == "algorithm" or WRITTEN_INDEX not in evidence.texts:
        # beside algorithms, the texts of a column without a name may be datasets; numbers count rows
        taken.add(WRITTEN_INDEX)
    names = [name for name, kind in evidence.types.items() if may_name(name, kind, role)]
    names = [name for name in names if name not in taken and not _has_other_role(name, role)]
    return [name for name in names if is_label(name, role, evidence)]


def may_name(name: Hashable, kind: object, *roles: str) -> bool:
    """Tell whether a column may name something; floats do if they are called so, in thousands of columns."""
    return getattr(kind, "kind", "") != "f" or any(strength_of(name, role) for role in roles)


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


def is_label(name: Hashable, role: str, evidence: Evidence) -> bool:
    """Tell whether what a column holds could be names, or usual numbers, of algorithms or datasets."""
    facts = evidence.facts(name)
    if facts.why_not or facts.unique or BESIDE & set(words_of(name)):
        return False
    if not strength_of(name, role) and _names_metrics(name, evidence):
        return False
    if role == "algorithm":
        column, noun = evidence.column(name), strength_of(name, role) == Strength.AGENT
        if SUBJECTS & {*words_of(name)} and _are_numbers(column.dropna().unique()):
            return False
        if has_gaps(name, evidence) or ACTS & {*words_of(name)} or (noun and is_switch(column)):
            return False
        if speak_of_parts(column.head(FIRST_ROWS)):
            return False
    # numbers may measure; a usual name says that they number datasets
    least = Strength.ALIKE if role == "algorithm" else Strength.FIELD
    return facts.kind == "text" or strength_of(name, role) >= least


def _are_numbers(labels: Iterable[Hashable]) -> bool:
    """Tell whether all have numbers for names, such as P07, as subjects of a study do and entrants do not."""
    return all(re.fullmatch(r"[A-Za-z]{0,2}[ _-]?\d+", str(label)) for label in labels)


def names_programming_languages(labels: Iterable[Hashable]) -> bool:
    """Tell whether most texts are names of programming languages, with or without a compiler."""
    names = [str(name).casefold() for name in labels]
    known = [bool(PROGRAMMING & {*re.split(r"[\s(/,]+", name)}) for name in names]
    return 2 * sum(known) > len(names)


def say_values(columns: Sequence[Hashable], evidence: Evidence) -> str:
    """Say what columns hold, for a question.

    >>> import pandas as pd
    >>> say_values(["head"], Evidence(pd.DataFrame({"head": ["ridge", "mlp", "ridge"]})))
    "'head' holds ridge, mlp."
    """
    # of an array, numbers would be those of numpy
    held = ((name, dict.fromkeys(evidence.column(name).dropna())) for name in columns)
    return "; ".join(f"{name!r} holds {examples(values, most=3)}" for name, values in held) + "."


def tell_apart(columns: Sequence[Hashable], evidence: Evidence) -> bool:
    """Tell whether no two rows have the same cells in some columns."""
    return not evidence.frame.duplicated([*columns]).any()


def numeric_columns(taken: set[object], evidence: Evidence) -> list[Hashable]:
    """Return the other columns of numbers."""
    return [
        name
        for name in evidence.frame.columns
        if name not in taken and evidence.facts(name).kind in ("whole", "number")
    ]


def crossing(
    labels: Sequence[Hashable], key: Hashable | None, evidence: Evidence
) -> list[Hashable]:
    """Return the columns that cross another nearly completely; what describes the other does not."""
    return [name for name in labels if evidence.crossing(name, key) >= NEARLY_ALL]


def best_named(labels: Sequence[Hashable], role: str) -> list[Hashable]:
    """Return the columns whose names say a role most clearly; none if no name says it."""
    best = max((strength_of(name, role) for name in labels), default=Strength.NONE)
    return [name for name in labels if best and strength_of(name, role) == best]


def give_reason(name: Hashable, role: str, crossed: bool) -> str:  # noqa: FBT001 - a fact
    """Return why a column plays a role: its name, what it crosses, or both."""
    if not strength_of(name, role):
        return reading.CROSSED[role] if crossed else ""
    if not crossed:
        return reading.BY_NAME
    return reading.BY_NAME_AND.format(reason=reading.CROSSED[role])
