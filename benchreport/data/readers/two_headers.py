"""Two or three lines of names above the numbers, as spreadsheets have with metrics below each algorithm."""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

import pandas as pd

from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.content.sections import split_sections
from benchreport.data.columns.joined_names import fill_down
from benchreport.data.columns.score_candidates import is_spread
from benchreport.data.columns.two_levels import melt_two_levels
from benchreport.data.columns.words.measures import is_measure
from benchreport.data.columns.words.names import Strength, strength_of

FEWEST = 2
SHORT_BOUNDS = {"l": "lo", "h": "hi", "lo": "lo", "hi": "hi"}
ROLES = ("algorithm", "dataset")


class Headers(NamedTuple):
    """Lines of names, as two.

    Parameters
    ----------
    names
        The name of each column in both lines; of those that name rows, the second is empty. Of three lines,
        the names of the first two are joined.
    lines
        How many lines hold names, with one that only names the columns before the scores.
    above, below
        What the names of the first line, and of the second, are of, as the corner says; empty where it
        names a column.
    """

    names: list[tuple[str, str]]
    lines: int
    above: str = ""
    below: str = ""


def two_headers(lines: Sequence[Sequence[str]]) -> Headers | None:
    """Return the names of two or three lines that cross, each below each; ``None`` where they do not.

    Parameters
    ----------
    lines
        The cells of the first lines, at least two. Above the last line of names, a name may stand for the
        blank cells after it.

    Examples
    --------
    >>> two_headers([["", "svm", "", "knn", ""], ["data", "acc", "f1", "acc", "f1"]]).names[:3]
    [('data', ''), ('svm', 'acc'), ('svm', 'f1')]
    >>> print(two_headers([["data", "svm", "knn"], ["iris", "0.5", "0.6"]]))
    None
    >>> lines = [["", "a", "", "", ""], ["", "96", "", "192", ""], ["model", "mse", "mae", "mse", "mae"]]
    >>> two_headers(lines).names
    [('model', ''), ('a / 96', 'mse'), ('a / 96', 'mae'), ('a / 192', 'mse'), ('a / 192', 'mae')]
    >>> two_headers([["tool", "a", "", "b", ""], ["size", "1", "2", "1", "2"], ["task", "", "", "", ""]])[1:]
    (3, 'tool', 'size')
    >>> two_headers([["data", "svm", "", "knn", "", "Δ"], ["", "acc", "f1", "acc", "f1", ""]]).names[-2:]
    [('knn', 'f1'), ('Δ', '')]
    """
    width = max(map(len, lines))
    rows = [[cell.strip() for cell in line] + [""] * (width - len(line)) for line in lines]
    if pivoted := _pivoted(rows):
        return pivoted
    # behind the last of them, differences and averages have no second name
    alone = [bool(cell) and not rows[1][place] for place, cell in enumerate(rows[0])]
    if behind := sum(1 for _ in takewhile(bool, alone[:0:-1])):
        single = [(name, "") for name in rows[0][-behind:]]
        found = two_headers([row[:-behind] for row in rows])
        if found is not None and found.lines == FEWEST:
            return found._replace(names=[*found.names, *single])
    for heads in (1, 2)[: len(rows) - 1]:
        if before := _crossing_from(rows[:heads], rows[heads]):
            last = rows[heads + 1] if len(rows) > heads + 1 else []
            # below columns that have names stands the title of a part
            named = all(map(any, zip(*(row[:before] for row in rows[: heads + 1]), strict=True)))
            below = not named and any(last[:before]) and not any(last[before:])
            said = [row[:before] for row in rows[heads + below :: -1]]
            above_metrics = _say_what_lines_are_of(rows[: heads + 1], before)
            if above_metrics:
                said = [[""] * before, *said[:below]]
            keys = [next(filter(None, cells), "") for cells in zip(*said, strict=True)]
            above = [_filled(row[before:]) for row in rows[:heads]]
            tops = [" / ".join(names) for names in zip(*above, strict=True)]
            pairs = list(zip(tops, rows[heads][before:], strict=True))
            if len(_shared(pairs)) < FEWEST:
                continue  # the line of three has a name to the left that is not that of these columns
            return Headers(
                [*((name, "") for name in keys), *pairs], heads + 1 + below, above_metrics
            )
    return _spanned(*rows[:2])


def names_of_rows(rows: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Return the place of the line with the names of an index alone, as pandas writes it, and their number.

    It stands below one or two lines with the names of all columns behind it; else ``(0, 0)``.

    >>> names_of_rows([["", "tool", "a", "b"], ["data", "size", "", ""], ["iris", "1", "0.5", "0.6"]])
    (1, 2)
    >>> names_of_rows([["model", "acc", "f1"], ["Supervised", "", ""], ["svm", "0.5", "0.6"]])
    (0, 0)
    """
    for place, row in enumerate(rows[1:3], 1):
        keys = sum(1 for _ in takewhile(bool, row))
        above = [_filled(line[keys:]) for line in rows[:place]]
        alone = keys and not any(row[keys:]) and not any(map(_is_number, row[:keys]))
        if not alone or not all(map(all, above)) or len(row) - keys < FEWEST:
            continue
        # the title of a part stands below the name of the first column
        known = keys > 1 and not any(rows[0][: keys - 1])
        least = Strength.FIELD if " " in row[0] else Strength.NONE
        if known or any(strength_of(row[0], role) > least for role in ROLES):
            return place, keys
    return 0, 0


def _pivoted(rows: Sequence[Sequence[str]]) -> Headers | None:
    """Return two lines of names above one with the names of an index."""
    place, keys = names_of_rows(rows)
    if place != FEWEST:
        return None
    pairs = list(zip(*(_filled(line[keys:]) for line in rows[:FEWEST]), strict=True))
    if len(_shared(pairs)) < FEWEST:
        return None
    names = [*((name, "") for name in rows[FEWEST][:keys]), *pairs]
    return Headers(names, FEWEST + 1, rows[0][keys - 1], rows[1][keys - 1])


def _say_what_lines_are_of(lines: Sequence[Sequence[str]], before: int) -> str:
    """Return what the names of the first of two lines are of, where the second has metrics; else empty.

    >>> _say_what_lines_are_of([["Methods", "A", ""], ["Metric", "MSE", "MAE"]], 1)
    'algorithm'
    """
    first, second = lines[0], lines[-1]
    metrics = strength_of(second[0], "metric") and all(map(is_measure, second[before:]))
    roles = (role for role in ROLES if strength_of(first[0], role))
    return next(roles, "") if metrics and len(lines) == FEWEST else ""


def _spanned(first: Sequence[str], second: Sequence[str]) -> Headers | None:
    """Return two lines of names where some span others, and the second is empty below those of the rows.

    >>> lines = [["Method", "CUB", "", "SOP", ""], ["", "R@1", "R@2", "R@1", "R@10"]]
    >>> two_headers(lines).names
    [('Method', ''), ('CUB', 'R@1'), ('CUB', 'R@2'), ('SOP', 'R@1'), ('SOP', 'R@10')]
    >>> two_headers([["Method", "CUB", "", "SOP", ""], ["", "0.2", "0.4", "0.2", "0.4"]]).names[-1]
    ('SOP', '0.4')
    """
    before = next((place for place, label in enumerate(second) if label), 0)
    labels = second[before:]
    pairs = list(zip(_filled(first[before:]), labels, strict=True))
    # scores of a row without a name do not come again below each name
    below: dict[str, list[str]] = {}
    for top, label in pairs:
        below.setdefault(top, []).append(label)
    labelled = [*below.values()]
    same = all(len({*each}) >= FEWEST and each == labelled[0] for each in labelled)
    named = before > 0 and all(first[: before + 1]) and (same or not any(map(_is_number, labels)))
    spans = not all(first[before:]) and len(below) >= FEWEST
    if not (named and spans and all(labels)) or len({*pairs}) < len(pairs):
        return None
    # a name that stands below several others is no part of theirs
    if max(Counter(labels).values()) < FEWEST:
        return None
    return Headers([*((name, "") for name in first[:before]), *pairs], 2)


def _crossing_from(above: Sequence[Sequence[str]], second: Sequence[str]) -> int | None:
    """Return the first column from which each name above stands with some names of the second line, once.

    At least two names of the second line stand below each; an algorithm may have a further metric. It goes
    from the last column to the first, so that a table of thousands of columns is seen once.
    """
    filled = list(zip(*map(_filled, above), strict=True))
    tops: set[tuple[str, ...]] = set()
    counts: Counter[str] = Counter()
    # how many names have each count
    counted: Counter[int] = Counter()
    pairs: set[tuple[tuple[str, ...], str]] = set()
    found = None
    for place in range(len(second) - 1, 0, -1):
        top, label = filled[place], second[place]
        if not (label and top[-1]) or _is_number(label) or (top, label) in pairs:
            break
        tops.add(top)
        counted[counts[label]] -= 1
        counts[label] += 1
        counted[counts[label]] += 1
        pairs.add((top, label))
        if above[-1][place] and len(tops) >= FEWEST and counted[len(tops)] >= FEWEST:
            found = place
    return found


def _shared(pairs: Sequence[tuple[str, str]]) -> set[str]:
    """Return the second names that stand with each of the first, if no pair occurs twice.

    >>> sorted(_shared([("a", "mse"), ("a", "mae"), ("b", "mse"), ("b", "mae"), ("b", "time")]))
    ['mae', 'mse']
    """
    if len({*pairs}) < len(pairs):
        return set()
    counts = Counter(second for _, second in pairs)
    tops = len({first for first, _ in pairs})
    return {name for name, count in counts.items() if count == tops}


def _filled(line: Sequence[str]) -> list[str]:
    """Write names into the blank cells after them."""
    filled: list[str] = []
    for name in line:
        filled.append(name or (filled[-1] if filled else ""))
    return filled


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", "."))
    except ValueError:
        return False
    return True


def long_of(frame: pd.DataFrame, headers: Headers) -> pd.DataFrame:
    """Give the columns of a frame their two names, and make one row per score of it."""
    frame = frame.dropna(how="all")
    names = headers.names
    nameless = [place for place, pair in enumerate(names) if pair == ("", "")]
    if len(nameless) > 1:
        # together they say what each row is
        keys = frame.iloc[:, nameless].astype(str)
        frame = frame.drop(columns=keys.columns[1:])
        frame[keys.columns[0]] = keys.agg("/".join, axis=1)
        names = [pair for place, pair in enumerate(names) if place not in nameless[1:]]
    flat = frame.set_axis(["\n".join(filter(None, pair)) for pair in names], axis=1)
    flat = fill_down(flat, Evidence(flat))
    frame = split_sections(flat, Evidence(flat))
    names = [(str(name), "") for name in frame if name not in flat] + names
    frame.columns = pd.MultiIndex.from_tuples(
        names, names=(headers.above or None, headers.below or None)
    )
    return melt_two_levels(frame)


def bounds_by_means(names: Sequence[str]) -> list[str]:
    """Name spreads and bounds that come again behind each mean after it; empty of other names."""
    counts = Counter(names)
    repeated = {name for name in names if counts[name] > 1}
    if not all(name in SHORT_BOUNDS or is_spread(name) for name in repeated):
        return []
    found, mean = [], ""
    for name in names:
        mean = mean if name in repeated else name
        found.append(f"{mean} {SHORT_BOUNDS.get(name, name)}" if name in repeated else name)
    return found if repeated and len({*found}) == len(found) else []
