"""Fit names of rows into the room beside them: smaller, over lines, and only then cut at their ends."""

import bisect
import math
import re
from collections.abc import Callable, Sequence

from benchreport.plots.base.name_lines import WORD, break_name
from benchreport.plots.base.short_names import display_width, escape_unprintable, shorten_names

Measure = Callable[[Sequence[str], float], float]
"""The width in inches of the widest of some texts in a size in points."""

WIDE = 5.0  # inches from which letters have their full size
SIZES = (8, 7, 6)  # points
# sizes, and lines of a name
TRIALS = ((8, 1), (7, 1), (8, 2), (7, 2), (6, 1), (6, 2), (7, 3), (6, 3))
LAST_TRIAL = (5, 2)  # whole names in small letters rather than names without their ends
FINE_TRIALS = (*TRIALS, (5, 1), (5, 2), (5, 3))
"""Sizes and lines of names at a given distance, which may be small."""
FLAT_SIZES = (8, 7)
LINE = 1.02  # of the size
POINTS = 72
ROUNDING = 1e-6  # points
MOST_PAIRS, MOST_LINES = 45, 3
AXIS = 0.9  # inches of the axis and the words around the rows of pairs
TALLEST = 9.0  # inches of all rows, so that the figure fits on a page
LEAST_PITCH = 0.17  # inches, of rows with marks or numbers
BETWEEN_ROWS = ((12, 6.0), (25, 3.5), (math.inf, 1.2))  # points, for up to so many rows

Fit = tuple[list[str], int, int]
"""Labels that fit, their size in points, and how many lines they take."""


def fit_names(names: Sequence[str], room: float, width: float, measure: Measure) -> Fit:
    """Return names that fit, their size and how many lines they take; cut only where nothing else helps.

    Parameters
    ----------
    names
        The names of all rows.
    room
        The width in inches beside the rows.
    width
        The width in inches of the figure: letters of a narrow one are smaller.
    measure
        The width of texts in the fonts that will be drawn.
    """

    def write(longest: int) -> list[str]:
        short = shorten_names(names, longest)
        # names of nothing but spaces are alike
        return [short[name] for name in names]

    return _fit(_show_whole(names), write, room, width, measure)


def fit_pairs(
    pairs: Sequence[tuple[str, str]],
    room: float,
    width: float,
    measure: Measure,
    *,
    between: str = "−",
) -> Fit:
    """Return "first − second" of pairs that fit, as `fit_names` does of names."""

    def write(longest: int) -> list[str]:
        short = shorten_names(names, longest)
        return [f"{short[first]} {between} {short[second]}" for first, second in pairs]

    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    return _fit(write(max(map(display_width, names))), write, room, width, measure)


def fit_between(names: Sequence[str], room: float, pitch: float, measure: Measure) -> Fit:
    """Return names at a distance in inches of one another, as rows or as columns turned upright.

    Parameters
    ----------
    names
        The names of all rows or columns.
    room
        Their greatest length in inches.
    pitch
        The distance of rows or columns in inches.
    measure
        The width of texts in the fonts that will be drawn.
    """

    def write(longest: int) -> list[str]:
        short = shorten_names(names, longest)
        # names of nothing but spaces are alike
        return [short[name] for name in names]

    size = SIZES[-1] if pitch * POINTS >= SIZES[-1] * LINE else FINE_TRIALS[-1][0]
    lines = min(MOST_LINES, max(1, int(pitch * POINTS / (size * LINE))))
    return wrap_between(names, room, pitch, measure) or _cut(
        _show_whole(names), write, room, (size, lines), measure
    )


def wrap_between(names: Sequence[str], room: float, pitch: float, measure: Measure) -> Fit | None:
    """Return whole names as `fit_between` does; None where they do not fit."""
    trials = [
        trial for trial in FINE_TRIALS if math.prod(trial) * LINE <= pitch * POINTS + ROUNDING
    ]
    return _wrap(_show_whole(names), room, trials, measure)


def wrap_flat(columns: Sequence[str], room: float, measure: Measure) -> Fit | None:
    """Return names in lines above columns of a width; None where a word is longer or lines are many."""
    columns = _show_whole(columns)
    words = [word.rstrip() for name in columns for word in WORD.findall(name)]
    for size in FLAT_SIZES:
        if measure(words, size) <= room:
            labels = _break(columns, size, room, measure)
            n_lines = _count_lines(labels)
            if n_lines <= MOST_LINES:
                return labels, size, n_lines
    return None


def pair_pitch(n: int, size: int, n_lines: int) -> float:
    """Return the distance in inches of n rows that hold more than a name."""
    return max(LEAST_PITCH, row_pitch(n, size, n_lines))


def count_pairs(pairs: Sequence[tuple[str, str]], room: float, measure: Measure) -> int:
    """Return how many of the pairs, at most 45, fit on a page with whole names, or with three lines each."""
    size, labels = SIZES[-1], [f"{first} − {second}" for first, second in pairs[:MOST_PAIRS]]
    lines = min(MOST_LINES, _count_lines(_break(labels, size, room, measure)))
    fitting = (
        n for n in range(len(labels), 1, -1) if n * row_pitch(n, size, lines) <= TALLEST - AXIS
    )
    return next(fitting, 1)


def row_pitch(n: int, size: int, n_lines: int) -> float:
    """Return the distance of n rows in inches."""
    between = next(points for most, points in BETWEEN_ROWS if n <= most)
    return (size * LINE * n_lines + between) / POINTS


def _show_whole(names: Sequence[str]) -> list[str]:
    """Return names as figures can show them; the gap before a number beside a name stays."""
    return [escape_unprintable(re.sub(r"[\t\n\r]+", " ", name)) for name in names]


def _fit(
    whole: list[str], write: Callable[[int], list[str]], room: float, width: float, measure: Measure
) -> Fit:
    n = len(whole)
    largest = SIZES[1] if width < WIDE else SIZES[0]
    trials = [
        trial
        for trial in (*TRIALS, LAST_TRIAL)
        if trial[0] <= largest and n * row_pitch(n, *trial) <= TALLEST
    ]
    size = SIZES[-1]
    lines = next((lines for lines in (3, 2) if n * row_pitch(n, size, lines) <= TALLEST), 1)
    return _wrap(whole, room, trials, measure) or _cut(whole, write, room, (size, lines), measure)


def _wrap(
    whole: list[str], room: float, trials: Sequence[tuple[int, int]], measure: Measure
) -> Fit | None:
    """Return whole names by the first trial of a size and a number of lines that is enough."""
    for size, n_lines in trials:
        fitting = _break(whole, size, room, measure)
        if _count_lines(fitting) <= n_lines:
            return fitting, size, n_lines
    return None


def _cut(
    whole: list[str],
    write: Callable[[int], list[str]],
    room: float,
    trial: tuple[int, int],
    measure: Measure,
) -> Fit:
    """Cut the names so that they fit letters of a size in so many lines."""
    size, n_lines = trial

    def cut(longest: int) -> list[str]:
        return _break(write(longest), size, room, measure, most=n_lines)

    lengths = range(4, max(map(display_width, whole)) + 1)
    fitting = bisect.bisect_right(lengths, n_lines, key=lambda longest: _count_lines(cut(longest)))
    return cut(lengths[max(0, fitting - 1)]), size, n_lines


def _count_lines(labels: list[str]) -> int:
    return 1 + max(label.count("\n") for label in labels)


def _break(
    labels: Sequence[str], size: int, room: float, measure: Measure, *, most: int | None = None
) -> list[str]:
    def width_of(text: str) -> float:
        return measure([text], size)

    return [break_name(label, room, width_of, most=most) for label in labels]
