"""Columns that number the repeats of one score: ``Fold 1`` to ``Fold 5``, ``acc_seed0`` to ``acc_seed2``."""

import re
from collections.abc import Collection, Hashable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from benchreport.data.columns.words.kinds_of_names import is_summary
from benchreport.data.columns.words.measures import is_cost
from benchreport.data.columns.words.names import strength_of, words_of

if TYPE_CHECKING:
    import pandas as pd

REPEATS = (
    r"fold|split|seed|run|rep|repeat|resample|cv|iter|iteration|trial|attempt|replicate|tentativa|intento|essai|"
    r"versuch|lauf|corrida|repeticao|repetição|repeticion|repetición|execucao|execução|ejecucion|ejecución|semilla"
)
NUMBERED = re.compile(
    rf"(?P<before>(?:.*[\W_])?)(?P<repeat>{REPEATS})[\W_]*(?P<number>\d+)(?P<after>\D*)",
    re.IGNORECASE,
)
COUNTED = re.compile(
    r"(?P<before>.*[^\W\d_])(?P<repeat>)[\W_]*(?P<number>\d+)(?P<after>\s*(?:[\W_]\D*)?)",
    re.IGNORECASE,
)
FEWEST = 2


# Fold01.Rep2 of caret, repeat_1_fold_3
NUMBERED_TWICE = re.compile(
    rf"(?P<first>{REPEATS})[\W_]*(?P<number>\d+)[\W_]+(?P<second>{REPEATS})[\W_]*(?P<other>\d+)",
    re.IGNORECASE,
)


# gw_r0 to gw_r9, svm-seed1 to svm-seed5
OF_RUN = re.compile(rf"(?P<name>.*[^\W_])[\W_]+(?:r|{REPEATS})[\W_]?(?P<number>\d+)", re.IGNORECASE)
FEWEST_RUNS = 3


class Numbered(NamedTuple):
    """Columns that hold one score in numbered repeats.

    Parameters
    ----------
    columns
        The number of each column's repeat, by column.
    repeat
        What is numbered: ``fold``.
    score
        What the names say beside that: ``acc``; empty if nothing.
    """

    columns: dict[Hashable, int]
    repeat: str
    score: str


def numbered_groups(names: Iterable[Hashable]) -> list[Numbered]:
    """Return the columns that number repeats, by score; a single number is part of a name.

    >>> [each.score for each in numbered_groups(["acc_run1", "acc_run2", "f1_run1", "f1_run2", "g_run1"])]
    ['acc', 'f1']
    """
    groups: dict[tuple[str, ...], Numbered] = {}
    for name in names:
        match = NUMBERED.fullmatch(str(name)) or COUNTED.fullmatch(str(name))
        if match is None or not (match["repeat"] or is_cost(match["before"])):
            continue
        repeat = match["repeat"].lower()
        score = "_".join(words_of(f"{match['before']} {match['after']}"))
        group = groups.setdefault((repeat, score), Numbered({}, repeat or "run", score))
        group.columns[name] = int(match["number"])
    return [
        group
        for (repeat, _), group in groups.items()
        if FEWEST <= len(group.columns) == len(numbers := {*group.columns.values()})
        # time_1 and time_2 are runs; time_10 and time_100 may be anything
        and (repeat or max(numbers) - min(numbers) < len(numbers) > min(numbers) < FEWEST)
    ]


def counted_columns(names: Iterable[Hashable]) -> Numbered | None:
    """Return columns that numbers name, as pandas names those of a list of scores for each algorithm.

    >>> counted_columns(["model", 0, 1, 2]).columns, counted_columns([1, 10]), counted_columns(["0", "1"])
    ({0: 0, 1: 1, 2: 2}, None, None)
    """
    numbers = [name for name in names if isinstance(name, int)]
    counted = len(numbers) >= FEWEST and numbers[0] < FEWEST
    if not counted or numbers != [*range(numbers[0], numbers[0] + len(numbers))]:
        return None
    return Numbered({name: name for name in numbers}, "repeat", "")


def repeat_in_cells(cells: Iterable[Hashable]) -> str:
    """Return what all cells but summaries number, repeats of one kind; empty of other cells.

    >>> repeat_in_cells(["Fold01", "Fold02", "Mean"]), repeat_in_cells(["fold 1", "iris"])
    ('fold', '')
    """
    names = [name for name in dict.fromkeys(cells) if not is_summary(name)]
    found = numbered_repeats(names)
    return found.repeat if found is not None and len(found.columns) == len(names) else ""


def split_repeats(frame: "pd.DataFrame", taken: Collection[Hashable]) -> "pd.DataFrame":
    """Write folds and repetitions into columns of their own, where a column that is not taken numbers both.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"Resample": ["Fold1.Rep1", "Fold2.Rep1"], "svm": [0.5, 0.6]})
    >>> split_repeats(frame, ()).to_dict("list")
    {'svm': [0.5, 0.6], 'fold': [1, 2], 'rep': [1, 1]}
    """
    for name in frame.columns:
        numbers = None
        if strength_of(name, "repeat") and name not in taken:
            numbers = _numbered_twice(frame[name])
        if numbers is not None and numbers.keys().isdisjoint(frame.columns):
            attrs = frame.attrs
            frame = frame.drop(columns=name).assign(**numbers)
            frame.attrs = dict(attrs)
    return frame


def split_numbered_names(
    frame: "pd.DataFrame", column: Hashable, labels: Iterable[Hashable]
) -> "pd.DataFrame":
    """Take the numbers of runs off the names of several algorithms; where each name has one, keep it."""
    found = {label: match for label in labels if (match := OF_RUN.fullmatch(str(label)))}
    names = {label: match["name"] for label, match in found.items()}
    numbers = {label: int(match["number"]) for label, match in found.items()}
    runs = [
        {numbers[label] for label in found if names[label] == name} for name in {*names.values()}
    ]
    counted = all(max(each) - min(each) < len(each) > min(each) < FEWEST for each in runs)
    if len(runs) < FEWEST or len(found) < FEWEST_RUNS * len(runs) or not counted:
        return frame
    split = frame.assign(**{str(column): frame[column].replace(names)})
    if frame[column].isin(found).all() and "repeat" not in frame:
        split["repeat"] = frame[column].map(numbers)
    split.attrs = dict(frame.attrs)
    return split


def _numbered_twice(column: "pd.Series[Any]") -> dict[str, list[int]] | None:
    """Return the numbers of two kinds of repeats in each cell, by kind; ``None`` of other cells."""
    found: list[re.Match[str]] = []
    for cell in column:
        # the first cell settles most columns
        match = NUMBERED_TWICE.fullmatch(cell) if isinstance(cell, str) else None
        if match is None:
            return None
        found.append(match)
    kinds = {(match["first"].lower(), match["second"].lower()) for match in found}
    if len(kinds) != 1 or len({*next(iter(kinds))}) == 1:
        return None
    numbers = (("first", "number"), ("second", "other"))
    return {found[0][kind].lower(): [int(match[at]) for match in found] for kind, at in numbers}


def numbers_repeats(column: "pd.Series[Any]") -> bool:
    """Tell whether all cells number repeats of one kind; the first cell of most columns does not."""
    if not len(column) or NUMBERED.fullmatch(str(column.iloc[0])) is None:
        return False
    return bool(repeat_in_cells(column.dropna().unique()))


def numbered_repeats(names: Iterable[Hashable]) -> Numbered | None:
    """Return the columns that number the repeats of one score; ``None`` without, or with several scores.

    Examples
    --------
    >>> numbered_repeats(["model", "Fold 1", "Fold 2", "Mean"])
    Numbered(columns={'Fold 1': 1, 'Fold 2': 2}, repeat='fold', score='')
    >>> numbered_repeats(["split0_test_score", "split1_test_score"]).score
    'test_score'
    >>> print(numbered_repeats(["manifold1", "manifold2"]))
    None
    """
    groups = numbered_groups(names)
    return groups[0] if len(groups) == 1 else None
