"""Names that join an algorithm and a dataset in one column, such as ``svm-iris`` or ``runs/iris/svm``.

Their parts are columns called by the name and a number in brackets, if a role asks for them.
"""

import ast
import itertools
import re
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.cells.cell_values import is_number
from benchreport.data.cells.score_cells import holds_numbers
from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.words.ablation_names import adds_part
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.kinds_of_names import share_of_algorithms
from benchreport.data.columns.words.names import strength_of
from benchreport.errors import DataError, RoleError, examples
from benchreport.hints import Hint, bench

SEPARATORS = ("/", "::", "|", "__", ";", ",", " ", ".", "-", "_", ":")
# between two words of a name: a sign, or nothing where an upper-case letter follows
WORD = re.compile(r"(?<=.)(?:[/:|_;, .-]+|(?<=[a-z0-9])(?=[A-Z]))(?=.)")
PART = re.compile(r"(?P<name>.+) \((?P<number>\d)\)")
# mean squared and mean absolute errors, matched and mismatched sets, or the ends of a range
TWO_NUMBERS = re.compile(
    r"\W*(?P<first>\d+(?:\.\d+)?)\W*(?P<sign>[-/|;–])\W*(?P<second>\d+(?:\.\d+)?)\W*"
)
# 100MB, 64 bytes, 1KiB; not 7B, as models have so many parameters
SIZE_OF_DATA = re.compile(r"\d+(?:\.\d+)?[_ ]?(?:bytes?|[kmgt]i?b)", re.IGNORECASE)
FEWEST = 2
# names whose words alone show that they join parts
MANY = 6
FIRST_ROWS = 100
MOST_PARTS = 4
MOST_NAMES = 5000

Parts = tuple[tuple[str, ...], ...]
"""The different parts of each name."""


def split_names(names: Sequence[str]) -> Parts | None:
    """Split names that join parts of which each occurs with each; ``None`` for any others.

    >>> split_names(["svm-iris", "svm-wine", "knn-iris", "knn-wine"])
    (('svm', 'iris'), ('svm', 'wine'), ('knn', 'iris'), ('knn', 'wine'))
    >>> split_names(["out/iris/a b/svm.csv", "out/wine/a b/svm.csv", "out/iris/a b/knn.csv"]) is None
    True
    """
    if not FEWEST * FEWEST <= len(names) <= MOST_NAMES:
        return None
    for separator in SEPARATORS:
        if not all(separator in name for name in names):
            continue
        whole = [tuple(name.split(separator)) for name in names]
        ways: list[list[tuple[str, ...]]] = [whole] if len({*map(len, whole)}) == 1 else []
        ways += [[tuple(name.rsplit(separator, 1)) for name in names]]
        ways += [[tuple(name.split(separator, 1)) for name in names]]
        for way in ways:
            parts = _varying(way)
            if parts is not None:
                return parts
    return _split_words(names)


def _split_words(names: Sequence[str]) -> Parts | None:
    """Split names of which each begins as several others do, and ends as others do, behind one of its words.

    >>> acts = ("Add", "Get.all", "Pop")
    >>> _split_words([f"b.{kind}{act}" for kind in ("ArrayList", "Deque") for act in acts])
    ... # doctest: +ELLIPSIS
    (('ArrayList', 'Add'), ('ArrayList', 'Get.all'), ('ArrayList', 'Pop'), ('Deque', 'Add'), ...)
    """
    if len(names) < MANY:
        return None
    ways = [
        [(name[: at.start()], name[at.end() :]) for at in WORD.finditer(name)] for name in names
    ]
    ends: dict[str, set[str]] = {}
    for head, tail in itertools.chain(*ways):
        ends.setdefault(head, set()).add(tail)
    alike: dict[frozenset[str], list[str]] = {}
    for head, tails in ends.items():
        alike.setdefault(frozenset(tails), []).append(head)
    for tails_of_all, heads in alike.items():
        crossed = len(heads) * len(tails_of_all) == len(names)
        if not crossed or len(heads) < FEWEST or len(tails_of_all) < FEWEST:
            continue
        words = [0, *(place.end() for place in WORD.finditer(heads[0]))]
        begin = max(end for end in words if all(head.startswith(heads[0][:end]) for head in heads))
        found = [[pair for pair in pairs if pair[0] in heads] for pairs in ways]
        if all(len(pairs) == 1 for pairs in found):
            return tuple((head[begin:], tail) for ((head, tail),) in found)
    return None


def _varying(rows: Sequence[tuple[str, ...]]) -> Parts | None:
    """Return the parts that differ, if each occurs with each of the others."""
    kept = [column for column in zip(*rows, strict=True) if len(set(column)) > 1]
    if not FEWEST <= len(kept) <= MOST_PARTS:
        return None
    parts = tuple(zip(*kept, strict=True))
    cells = int(np.prod([len(set(column)) for column in kept]))
    complete = len(set(parts)) == len(parts) >= NEARLY_ALL * cells
    return tuple(tuple(part.strip() for part in row) for row in parts) if complete else None


def refuse_joined(
    columns: Iterable[Hashable], evidence: Evidence, *, only_sizes: bool = False
) -> None:
    """Ask which part of joined names is the algorithm, where nothing else names algorithms and datasets.

    Amounts of data are what something ran on; with ``only_sizes``, other names are not asked about, as those
    of models of several families and sizes cross, too.

    Raises
    ------
    RoleError
        The names in one of the columns join parts.
    """
    for name in columns:
        facts = evidence.facts(name)
        if facts.kind != "text" or facts.constant:
            continue
        labels = [str(label) for label in evidence.column(name).dropna().unique()]
        parts = split_names(labels)
        if parts is None:
            continue
        found = [list(dict.fromkeys(column)) for column in zip(*parts, strict=True)]
        titles = [f"{name} ({number})" for number in range(1, len(found) + 1)]
        sizes = [all(map(SIZE_OF_DATA.fullmatch, labels)) for labels in found]
        if only_sizes and sum(sizes) != 1:
            continue
        # a part that is called like algorithms first, and there are mostly fewer of them
        order = sorted(
            range(len(found)),
            key=lambda at: (sizes[at], -share_of_algorithms(found[at]), len(found[at])),
        )
        further = _further_keys(name, evidence)
        ways = [_way(titles, algorithm, further) for algorithm in order]
        shown = "; ".join(f"{at}: {examples(labels)}" for at, labels in enumerate(found, 1))
        raise RoleError(
            f"the names in column {name!r} join {len(found)} parts that cross ({shown}). Which part names "
            "the algorithms?",
            hint=ways[0] | ways[1],
        )


def _further_keys(name: Hashable, evidence: Evidence) -> list[Hashable]:
    """Return the columns that tell apart the rows with the same joined name, such as sizes."""
    if evidence.facts(name).unique:
        return []
    columns: list[Hashable] = list(evidence.frame.columns)
    return [
        other
        for other in columns
        if other != name
        and evidence.facts(other).kind in ("text", "whole")
        and direction_of(other) is None
        and evidence.splits((name,), other)
    ][:1]


def _way(titles: Sequence[str], algorithm: int, further: Sequence[Hashable]) -> Hint:
    others: list[Hashable] = [title for at, title in enumerate(titles) if at != algorithm]
    others += [str(name) for name in further]
    return bench(algorithm=titles[algorithm], dataset=others[0] if len(others) == 1 else others)


def with_parts(frame: pd.DataFrame, roles: Roles) -> pd.DataFrame:
    """Add the parts of joined names as columns, where the caller's roles name them.

    >>> frame = pd.DataFrame({"run": ["svm-a", "svm-b", "knn-a", "knn-b"], "acc": [1, 2, 3, 4]})
    >>> with_parts(frame, Roles(algorithm="run (1)")).columns.tolist()
    ['run (1)', 'run (2)', 'acc']
    """
    asked = {name for name in roles.bound_columns() if isinstance(name, str)} - {*frame.columns}
    found = [match for name in asked if (match := PART.fullmatch(name))]
    by_text = {str(name): name for name in frame.columns}
    for title in dict.fromkeys(match["name"] for match in found):
        if title not in by_text:
            continue
        column = frame[by_text[title]]
        labels = column.dropna().unique()
        parts = split_names([str(label) for label in labels])
        if parts is None:
            continue
        place = list(frame.columns).index(by_text[title])
        attrs = frame.attrs
        frame = frame.drop(columns=by_text[title])
        for number, values in enumerate(zip(*parts, strict=True), 1):
            one = column.map(dict(zip(labels, values, strict=True)))
            frame.insert(place + number - 1, f"{title} ({number})", one)
        frame.attrs = dict(attrs)
    return frame


def split_tuples(frame: pd.DataFrame, evidence: Evidence) -> pd.DataFrame | None:
    """Return the table with a column for each part of names that are tuples, as pandas writes an index.

    Whole numbers are repeats, what is the same everywhere is left out, and so are rows without a score.

    >>> frame = pd.DataFrame({"": ["('iris', 0)", "('iris', 1)", "('wine', 0)", "('wine', 1)"], "svm": 0.5})
    >>> split_tuples(frame, Evidence(frame)).columns.tolist()
    ['dataset', 'repeat', 'svm']
    """
    for name in evidence.texts:
        rows = _tuples(evidence.column(name))
        if rows is None:
            continue
        parts = pd.DataFrame(rows, index=frame.index)
        texts = [
            part for part in parts if parts[part].map(lambda cell: isinstance(cell, str)).all()
        ]
        counters = [
            part
            for part in parts
            if part not in texts and pd.api.types.is_integer_dtype(parts[part].dtype)
        ]
        if len(texts) != 1 or len(counters) > 1 or {"dataset", "repeat"} & {*frame.columns}:
            return None
        table = frame.drop(columns=name)
        # a setting of which no row has scores tells nothing
        scored = table.notna().any(axis=1)
        table, parts = table[scored], parts[scored]
        names = parts[texts[0]].astype(str)
        for part in parts:
            if part not in (*texts, *counters) and (parts[part] != parts[part].iloc[0]).any():
                names = names + "/" + parts[part].astype(str)
        if counters:
            table.insert(0, "repeat", parts[counters[0]])
        table.insert(0, "dataset", names)
        table.attrs = dict(frame.attrs)
        return table
    return None


def refuse_two_numbers(columns: Sequence[Hashable], evidence: Evidence) -> None:
    """Refuse cells with two numbers, such as ``0.312 / 0.451``, where no others have one.

    Raises
    ------
    DataError
        Most cells of two columns or more hold two numbers.
    """
    found = {}
    for name in columns:
        if name not in evidence.texts or evidence.facts(name).kind != "text":
            continue
        cells = evidence.rows[name].dropna().astype(str)
        pairs = cells[cells.str.fullmatch(TWO_NUMBERS.pattern)]
        if 2 * len(pairs) > len(cells):
            found[name] = pairs.iloc[0]
    whole = [name for name in columns if name not in found and holds_numbers(evidence.column(name))]
    if len(found) < FEWEST or len(whole) >= FEWEST:
        return
    raise DataError(
        f"the cells of {examples(found)} hold two numbers each, such as {next(iter(found.values()))!r}.",
        hint="write one number into each cell, and give each metric a table of its own",
    )


def fill_down(frame: pd.DataFrame, evidence: Evidence) -> pd.DataFrame:
    """Write what stands above into the empty cells of columns at the left, as merged cells leave them.

    What is behind them tells the rows of each name apart: texts, metrics, or the same whole numbers.
    Texts may also be the same, as often, below each name.

    >>> frame = pd.DataFrame({"task": ["a", None, "b", None], "metric": ["acc", "f1"] * 2, "svm": 0.5})
    >>> fill_down(frame, Evidence(frame))["task"].tolist()
    ['a', 'a', 'b', 'b']
    """
    # below the first name is an empty cell, which settles most columns
    texts = [name for name in evidence.texts if name in frame.columns and len(frame) > FEWEST]
    texts = [name for name in texts if not isinstance(frame[name].array[1], str)]
    merged: dict[Hashable, pd.Series[Any]] = {}
    starts = np.zeros(len(frame), dtype=bool)
    behind = itertools.dropwhile(lambda name: name != texts[0], frame.columns) if texts else ()
    for name in behind:
        column = frame[name]
        named = column.notna().to_numpy()
        if named.all():
            break
        # what is written again begins again in the columns behind it
        if not named[:1].all() or (starts & ~named).any():
            return frame
        filled, starts = column.ffill(), starts | named
        # sizes above gaps are floats
        merged[name] = pd.to_numeric(filled, downcast="integer") if is_number(column) else filled
    sizes = np.diff([*np.flatnonzero(starts), len(starts)])
    several = FEWEST <= (sizes > 1).sum() >= len(sizes) / 2
    if not merged or not several:
        return frame
    under = starts.cumsum()
    sizes_of_rows = [name for name in evidence.names if evidence.facts(name).kind == "whole"]
    for other in dict.fromkeys([*evidence.texts, *sizes_of_rows]):
        if other in merged or other not in frame.columns or frame[other].hasnans:
            continue
        counts = pd.crosstab(under, frame[other]).to_numpy()
        told, even = counts.max() == 1, (counts == counts[:1]).all()
        if other not in evidence.texts:
            told, even = told and counts.min() == 1, False
        if even or (told and (not frame[other].is_unique or strength_of(other, "metric"))):
            return frame.assign(**{str(name): column for name, column in merged.items()})
    return frame


def name_variants(frame: pd.DataFrame, evidence: Evidence) -> pd.DataFrame:
    """Write the name above before names such as "+ tuning", where these stand below several names.

    >>> frame = pd.DataFrame({"method": ["A", "+ x", "B", "+ x"], "acc": [0.5, 0.6, 0.7, 0.8]})
    >>> name_variants(frame, Evidence(frame))["method"].tolist()
    ['A', 'A + x', 'B', 'B + x']
    """
    name = next((name for name in evidence.texts if name in frame.columns), None)
    if name is None or not any(map(adds_part, frame[name].array[:FIRST_ROWS])):
        return frame
    added = frame[name].map(adds_part).to_numpy(bool)
    above = frame[name].mask(added).ffill()
    below = pd.DataFrame({"above": above, "name": frame[name]})[added].drop_duplicates()
    if added[0] or not below["name"].duplicated().any():
        return frame
    return frame.assign(**{str(name): frame[name].mask(added, above + " " + frame[name])})


def _in_brackets(cell: object) -> bool:
    return isinstance(cell, str) and cell[:1] + cell[-1:] == "()"


def _tuples(column: "pd.Series[Any]") -> list[tuple[object, ...]] | None:
    """Return the tuples that all texts of a column are, each as long; else ``None``."""
    # the first cell settles most columns
    if not len(column) or not _in_brackets(column.iloc[0]):
        return None
    texts = column.tolist()
    if not all(map(_in_brackets, texts)):
        return None
    try:
        rows = [ast.literal_eval(text) for text in texts]
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    # (1+2j) is a number
    if not all(isinstance(row, tuple) for row in rows) or len({len(row) for row in rows}) > 1:
        return None
    plain = all(isinstance(part, str | int | float) for row in rows for part in row)
    return rows if plain and len(rows[0]) > 1 else None
