"""The plan of a turned critical-difference diagram: what stands where, in inches."""

import math
from typing import NamedTuple

import numpy as np

from benchreport.numerics.multiplicity.cliques import letters
from benchreport.plots.base.row_names import SIZES, Measure, fit_names, row_pitch
from benchreport.plots.base.short_names import escape_unprintable
from benchreport.plots.base.ticks import nice_ticks, tick_digits
from benchreport.plots.pairs.cd_facts import find_bars, format_centre, has_all_ranks, is_one_sided
from benchreport.results import PairwiseResult
from benchreport.results.writing import number_format as fmt

SHARED_BARS = 4  # columns of bars
LEAST_AXIS = 0.505  # of the width
EDGE, GAP = 0.05, 0.1  # inches at the borders, and between names, axis and bars
BAR, NARROWEST_BAR = 0.16, 0.055  # inches
BAR_ROOM = 0.15  # of the width, for all bars
DOT = 0.07  # inches from the middle of a dot to its number


class Bar(NamedTuple):
    """A group: its letter, the rows of its members, and its place from the left in inches."""

    letter: str
    rows: tuple[int, ...]
    x: float


class Plan(NamedTuple):
    """A turned diagram: one row for each algorithm, the best on top; lengths are in inches."""

    width: float
    size: int
    """Size of the names in points."""
    pitch: float
    """Distance between rows."""
    order: tuple[int, ...]
    """The algorithms' places in the design, from the first row."""
    names: tuple[str, ...]
    """The names of the rows, in one or two lines."""
    numbers: tuple[str, ...]
    left: float
    """Where the axis begins, from the left."""
    right: float
    low: float
    """The centre at the left end of the axis: the best, whether high or low is good."""
    high: float
    band: tuple[float, float] | None
    """The centres between which no algorithm differs from the first, or from the control."""
    ticks: tuple[tuple[float, str], ...]
    bars: tuple[Bar, ...]
    hidden: int
    """How many groups have no bar."""

    def place(self, centre: float) -> float:
        """Return the place of a centre in inches from the left."""
        return self.left + (centre - self.low) / (self.high - self.low) * (self.right - self.left)

    def number_is_left(self, row: int, centre: float, measure: Measure) -> bool:
        """Tell whether a number stands left of its dot, as it has no room on the right."""
        end = self.place(centre) + DOT + measure([self.numbers[row]], self.number_size)
        return end > self.right + GAP / 2

    @property
    def number_size(self) -> int:
        """The size of numbers and ticks in points."""
        return max(SIZES[-1], self.size - 1)


def plan_rows(
    result: PairwiseResult,
    width: float,
    measure: Measure,
    span: tuple[float, float] | None = None,
    places: tuple[int, ...] = (),
) -> Plan:
    """Plan a turned diagram: the axis has at least half of the width, names and bars what is left.

    Parameters
    ----------
    result
        Any pairwise result.
    width
        The width in inches.
    measure
        The width of texts in the fonts that will be drawn.
    span
        The centres at the ends of the axis, the lower one first, where several diagrams share one.
    places
        The algorithms' places in the design, from the first row; all of them by default.
    """
    order = places or result.order
    columns, step, bars, hidden = _plan_bars(result, width, order)
    # diagrams that share an axis leave the same room to bars, unless one has many
    alike = max(columns, SHARED_BARS) if span is not None else columns
    room = max(columns * step, min(alike * BAR, BAR_ROOM * width))
    aside = 2 * EDGE + 2 * GAP + room
    names = [
        escape_unprintable(" ".join(result.design.algorithms[place].split())) for place in order
    ]
    names, size, n_lines = fit_names(names, (1 - LEAST_AXIS) * width - aside, width, measure)
    left = EDGE + measure(names, size) + GAP
    right = width - (aside - EDGE - GAP)
    low, high = _row_span(result, order) if span is None else span
    if span is not None and not result.lower_centre_is_better:
        low, high = high, low
    return Plan(
        width=width,
        size=size,
        pitch=row_pitch(len(order), size, n_lines),
        order=order,
        names=tuple(names),
        numbers=tuple(format_centre(result, result.centres[place]) for place in order),
        left=left,
        right=right,
        low=low,
        high=high,
        band=_find_band(result, low, high),
        ticks=_choose_ticks(result, (low, high), right - left, measure),
        bars=tuple(
            bar._replace(x=right + GAP + (bar.x + 0.5) * step) for bar in bars if bar.x < columns
        ),
        hidden=hidden,
    )


def list_drawn(result: PairwiseResult, most: int | None) -> tuple[int, ...]:
    """List the places of the best, and of the control, as many as are drawn."""
    first = result.order[:most]
    if result.control is None:
        return first
    control = result.design.algorithms.index(result.control)
    return first if control in first else (*first, control)


def _plan_bars(
    result: PairwiseResult, width: float, order: tuple[int, ...]
) -> tuple[int, float, list[Bar], int]:
    """Return the number of columns of bars, their width, bars with their columns, and how many are hidden.

    Groups keep their letters where some of their members are not drawn; less than a pair has no bar.
    """
    groups = find_bars(result)
    row = {result.design.algorithms[place]: number for number, place in enumerate(order)}
    names = _name_groups(result, groups)
    bars: list[Bar] = []
    ends: list[int] = []
    for letter, group in zip(names, groups, strict=True):
        rows = tuple(sorted(row[name] for name in group if name in row))
        if len(rows) < 2:  # noqa: PLR2004 - a pair
            continue
        # a row between two bars of a column keeps them, and their letters, apart
        free = (number for number, end in enumerate(ends) if end + 1 < rows[0])
        column = next(free, len(ends))
        ends[column : column + 1] = [rows[-1]]
        bars.append(Bar(letter, rows, column))
    most = int(BAR_ROOM * width / NARROWEST_BAR)
    columns = min(len(ends), most)
    step = min(BAR, BAR_ROOM * width / columns) if columns else BAR
    return columns, step, bars, sum(bar.x >= columns for bar in bars)


def _name_groups(result: PairwiseResult, groups: list[tuple[str, ...]]) -> list[str]:
    """Return the letter of each bar, as `PairwiseResult.letters` has them; empty for one-sided pairs."""
    if not groups or is_one_sided(result):
        return [""] * len(groups)
    every = result.groups()
    names = letters([(place,) for place in range(len(every))], len(every))
    return [name for name, group in zip(names, every, strict=True) if len(group) > 1]


def _row_span(result: PairwiseResult, order: tuple[int, ...]) -> tuple[float, float]:
    """Return the centres at the left and the right end: whole ranks, or scores with a little room."""
    if has_all_ranks(result):
        return 1.0, float(math.ceil(max(len(result.centres), *result.centres) - 1e-9))
    centres = [result.centres[place] for place in order]
    low, high = min(centres), max(centres)
    if result.by_ranks:
        reach = [min(max(end, 1.0), len(result.centres)) for end in _band_ends(result)]
        low, high = min(low, *reach, high), max(low, *reach, high)
        low, high = math.floor(low + 1e-9), math.ceil(high - 1e-9)
        return float(low), float(max(high, low + 1))
    room = 0.03 * (high - low) or 0.5
    ends = low - room, high + room
    return ends if result.lower_centre_is_better else ends[::-1]


def _find_band(result: PairwiseResult, low: float, high: float) -> tuple[float, float] | None:
    """Return what is within the critical difference of the first, or of the control, on the axis."""
    ends = _band_ends(result)
    if not ends:
        return None
    begin, end = np.clip(ends, min(low, high), max(low, high)).tolist()
    return begin, end


def _band_ends(result: PairwiseResult) -> list[float]:
    """Return the centres at the critical difference from the first, or on both sides of the control."""
    cd = result.drawn_difference
    if cd is None:
        return []
    worse = cd if result.lower_centre_is_better else -cd
    if result.control is None:
        first = result.centres[result.order[0]]
        return [first, first + worse]
    middle = result.centres[result.design.algorithms.index(result.control)]
    return [middle - worse, middle + worse]


def _choose_ticks(
    result: PairwiseResult, span: tuple[float, float], length: float, measure: Measure
) -> tuple[tuple[float, str], ...]:
    ticks = nice_ticks(min(span), max(span), ranks=result.by_ranks)
    digits = tick_digits(ticks)
    texts = [fmt.number(tick, digits) for tick in ticks]
    needed = len(ticks) * (measure(texts, SIZES[1]) + GAP)
    step = max(1, math.ceil(needed / length))
    return tuple(zip(ticks, texts, strict=True))[::step]
