"""Columns of a run of an algorithm each: ``ppo_seed0``, ``ppo_seed1``, ``sac_seed0``, ``sac_seed1``."""

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from benchreport.data.cells.score_cells import holds_numbers
from benchreport.data.columns.layout import hint_with_direction
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles
from benchreport.data.columns.words.direction import METRIC, direction_of
from benchreport.data.columns.words.kinds_of_names import (
    are_benchmarks,
    is_average,
    says_size,
    share_of_algorithms,
)
from benchreport.data.columns.words.measures import is_measure
from benchreport.data.columns.words.names import Strength, strength_of
from benchreport.data.columns.words.numbered import NUMBERED
from benchreport.errors import RoleError, examples
from benchreport.hints import bench

if TYPE_CHECKING:
    import pandas as pd

FEWEST = 2
# ppo_s0
LETTER = re.compile(r"(?P<before>.*[^\W\d_])[\W_]+(?P<repeat>[rs])(?P<number>\d+)(?P<after>)")
# ppo.1, which pandas makes of ppo where that occurs again
AGAIN = re.compile(r"(?P<before>.*[^\W_])(?P<repeat>)\.(?P<number>\d+)(?P<after>)")
# ppo_1, ppo (1), ppo #1
NUMBER = re.compile(r"(?P<before>.*[^\W\d_])(?P<repeat>)(?:[\W_]+)(?P<number>\d+)(?P<after>[)\]]?)")
VERSION = re.compile(r"v?[\d.]+", re.IGNORECASE)
KINDS = {"s": "seed", "r": "run", "": "repeat"}


class RunsInNames(NamedTuple):
    """Columns of the runs of several algorithms.

    Parameters
    ----------
    columns
        The algorithm and the number of each column's run, by column.
    repeat
        What is numbered: ``seed``.
    sure
        Whether the names say that runs are numbered, and not variants.
    """

    columns: dict[Hashable, tuple[str, int]]
    repeat: str
    sure: bool


def runs_in_names(names: Sequence[Hashable]) -> RunsInNames | None:
    """Return the columns that number the runs of several algorithms, which all have the same.

    >>> runs_in_names(["task", "ppo_s0", "ppo_s1", "sac_s0", "sac_s1"]).columns["sac_s1"]
    ('sac', 1)
    >>> runs_in_names(["svm", "svm.1", "knn", "knn.1"]).columns["svm"]
    ('svm', 0)
    >>> runs_in_names(["acc_run1", "acc_run2", "f1_run1", "f1_run2"]), runs_in_names(["a1", "a2", "b1", "b2"])
    (None, None)
    >>> runs_in_names(["ppo_1", "ppo_2", "sac_1", "sac_2"]).sure
    False
    >>> runs_in_names(["v1.0", "v1.1", "v2.0", "v2.1"]) is None
    True
    """
    texts = [str(name) for name in names]
    for pattern in (NUMBERED, LETTER, AGAIN, NUMBER):
        found = {
            name: match
            for name, match in zip(names, map(pattern.fullmatch, texts), strict=True)
            if match
        }
        if len(found) < FEWEST:
            continue
        columns = {
            name: (
                f"{match['before']} {match['after']}".strip(" -_.~|:/()[]#"),
                int(match["number"]),
            )
            for name, match in found.items()
        }
        heads = {head for head, _ in columns.values()}
        if pattern is AGAIN:
            columns |= {
                name: (text, 0) for name, text in zip(names, texts, strict=True) if text in heads
            }
        kinds = {match["repeat"].lower() for match in found.values()}
        if len(kinds) == 1 and _are_runs(columns):
            kind = kinds.pop()
            ordered = {name: columns[name] for name in names if name in columns}
            return RunsInNames(ordered, KINDS.get(kind, kind), bool(kind))
    return None


def number_again(names: Sequence[str]) -> list[str] | None:
    """Return names with numbers where they come again, as pandas does, if algorithms have runs so.

    >>> number_again(["task", "svm", "svm", "knn", "knn"])
    ['task', 'svm', 'svm.1', 'knn', 'knn.1']
    >>> number_again(["task", "svm", "svm", "knn"]) is None
    True
    """
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        numbered.append(f"{name}.{seen[name]}" if seen[name] else name)
        seen[name] += 1
    again = {name for name, count in seen.items() if count > 1}
    found = runs_in_names(numbered)
    known = found is not None and {head for head, _ in found.columns.values()} == again
    return numbered if known and len({*numbered}) == len(names) else None


def _are_runs(columns: dict[Hashable, tuple[str, int]]) -> bool:
    """Tell whether all algorithms have the same numbers, from 0 or 1 on, and no name is a measure's."""
    heads = {head for head, _ in columns.values()}
    numbers = {number for _, number in columns.values()}
    first, last = min(numbers), max(numbers)
    whole = len({*columns.values()}) == len(columns) == len(heads) * len(numbers)
    counted = last - first < len(numbers) > max(first, 1)
    if not (whole and counted and len(heads) >= FEWEST and first < FEWEST):
        return False
    return not any(
        # v1.0 is a version
        VERSION.fullmatch(head)
        or not any(map(str.isalpha, head))
        or is_measure(head)
        or direction_of(head) is not None
        or strength_of(head, "dataset")
        or says_size(head)
        for head in heads
    )


def split_runs(frame: "pd.DataFrame", roles: Roles) -> "pd.DataFrame | None":
    """Return one row per score of a table with a column for each run of an algorithm, or on a dataset.

    Raises
    ------
    RoleError
        Numbers alone tell the columns of an algorithm apart, which may be variants.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame([["ant", 1.0, 2.0, 3.0, 4.0]])
    >>> frame.columns = ["task", "ppo_seed0", "ppo_seed1", "sac_seed0", "sac_seed1"]
    >>> split_runs(frame, Roles()).iloc[-1].to_dict()
    {'task': 'ant', 'algorithm': 'sac', 'seed': 1, 'score': 4.0}
    """
    found = runs_in_names([*frame.columns])
    if found is None:
        return None
    kept = [name for name in frame.columns if name not in found.columns and name != WRITTEN_INDEX]
    kept = [name for name in kept if not (is_average(name) and holds_numbers(frame[name]))]
    # beside the scores of another algorithm these are not all
    others = [name for name in kept if holds_numbers(frame[name])]
    heads = [*dict.fromkeys(head for head, _ in found.columns.values())]
    rows = [name for name in kept if _names_algorithms(frame, name, heads)]
    frame = frame.rename(columns={"dataset": "algorithm"}) if rows == ["dataset"] else frame
    kept = ["algorithm" if name in rows == ["dataset"] else name for name in kept]
    what = "dataset" if rows else "algorithm"
    taken = {what, found.repeat} & {*frame.columns}
    if taken or not all(strength_of(name, "dataset") or says_size(name) for name in others):
        return None
    if not found.sure and roles.columns is None:
        raise RoleError(
            f"are the columns {examples(found.columns)} repeats of {examples(heads)}?",
            hint=hint_with_direction(roles, frame.attrs.get(METRIC), columns="repeat")
            + "; if all are algorithms: "
            + bench(columns="algorithm"),
        )
    score = str(frame.attrs.get(METRIC, "score") if roles.score is None else roles.score)
    keys = (
        frame[kept]
        if kept or len(frame) == 1
        else frame[kept].assign(dataset=range(1, len(frame) + 1))
    )
    named, numbers = zip(*found.columns.values(), strict=True)
    n = len(found.columns)
    long = keys.loc[keys.index.repeat(n)].reset_index(drop=True)
    long[what] = [*named] * len(frame)
    long[found.repeat] = [*numbers] * len(frame)
    long[score] = frame[[*found.columns]].to_numpy().ravel()
    long.attrs = dict(frame.attrs)
    return long


def _names_algorithms(frame: "pd.DataFrame", name: Hashable, heads: Sequence[str]) -> bool:
    """Tell whether a column names algorithms, by its name or where an index without one holds them."""
    if name != "dataset":
        return strength_of(name, "algorithm") > Strength.AGENT
    known = share_of_algorithms(frame[name]) > share_of_algorithms(heads)
    return known or (are_benchmarks(heads) and not are_benchmarks([*frame[name]]))
