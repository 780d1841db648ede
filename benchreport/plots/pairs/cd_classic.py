"""The critical-difference diagram as Demšar drew it: the axis on top, names on both sides below it."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from benchreport.plots.base.short_names import display_width, elide, shorten_names
from benchreport.plots.base.style import INK, MUTED, PASSIVE, Width, inches, make_axes
from benchreport.plots.base.ticks import nice_ticks, tick_digits
from benchreport.plots.pairs.cd_facts import (
    axis_name,
    axis_span,
    choose_colours,
    find_bars,
    format_centre,
    is_one_sided,
)
from benchreport.results import PairwiseResult
from benchreport.results.writing import number_format as fmt

ROW = 0.2  # inches between labels
WIDE = 5.0  # inches from which labels have their full size
MOST_ROOM = 0.42  # of the width, for the labels of one side
MOST_BARS = 40
TICK_LETTER, BETWEEN_TICKS = 0.065, 0.06  # inches
FIRST_BAR, NEXT_BAR, NO_BARS = 0.3, 0.24, 0.12  # below the axis, in its own units
UNIT = 0.36  # between labels, in the y axis' own units
MOST_CLASSIC = 12  # algorithms: more leaders are a tangle

Layout = Literal["auto", "classic", "turned"]
LAYOUTS = get_args(Layout)


class _LabelType(NamedTuple):
    """The type of labels: size in points, inches of a letter and of a number, and the most letters."""

    size: float
    letter: float
    number: float
    longest: int


class _Place(NamedTuple):
    """One algorithm: its centre, and the side and row of its label."""

    name: str
    centre: float
    left: bool
    row: int


def choose_layout(
    result: PairwiseResult, width: float, layout: Layout
) -> Literal["classic", "turned"]:
    """Choose the classic layout where whole names leave at least half of a width in inches to the axis."""
    if layout != "auto":
        return layout
    few = len(result.centres) <= MOST_CLASSIC
    return "classic" if few and leaves_half(result, width) else "turned"


def leaves_half(result: PairwiseResult, width: float) -> bool:
    """Tell whether whole names leave at least half of a width in inches to the axis of a classic diagram."""
    label_type = _label_type(width)
    names = place_labels(result)
    room = sum(
        max((display_width(place.name) for place in names if place.left == left), default=0)
        * label_type.letter
        + label_type.number
        for left in (True, False)
    )
    return room <= width / 2


def draw_classic(
    result: PairwiseResult,
    ax: Axes | None,
    width: Width,
    span: tuple[float, float] | None,
) -> tuple[Axes, int]:
    """Draw the classic diagram; return its axes, and how many groups have no bar."""
    places = place_labels(result)
    groups = find_bars(result)
    rows = max(place.row for place in places) + 1
    bars = min(len(groups), MOST_BARS)
    head = 0.6 if result.drawn_difference is not None else 0.3
    height = head + 0.5 + 0.13 * bars + ROW * (rows + 0.8)
    axes = ax or make_axes(width, height)
    ends = axis_span(result) if span is None else span
    # diagrams that share an axis leave the same room on both sides
    sides = (True, False) if span is None else (None, None)
    label_type = _label_type(inches(width))
    room = [_label_room(places, label_type, left=side) / inches(width) for side in sides]
    shares = (min(MOST_ROOM, room[0]), min(MOST_ROOM, room[1]))
    _draw_axis(axes, result, ends, shares, inches(width))
    depth = _draw_bars(axes, result, groups[:MOST_BARS])
    _draw_labels(axes, result, places, (depth, ends), label_type)
    _draw_critical_difference(axes, result, ends)
    axes.set_ylim(
        -depth - UNIT * (rows + 0.4), 1.15 if result.drawn_difference is not None else 0.5
    )
    return axes, len(groups) - bars


def place_labels(result: PairwiseResult) -> list[_Place]:
    """Place the labels: the better half on the left, the worse half on the right, outermost on top."""
    names, centres = result.design.algorithms, result.centres
    half = (len(names) + 1) // 2
    places = []
    for number, place in enumerate(result.order):
        left = number < half
        row = number if left else len(names) - 1 - number
        places.append(_Place(names[place], centres[place], left, row))
    return places


def find_levels(result: PairwiseResult, groups: list[tuple[str, ...]]) -> list[int]:
    """Return how many levels below the first each bar is drawn, so that no two overlap."""
    centre = dict(zip(result.design.algorithms, result.centres, strict=True))
    room = 0.02 * (max(result.centres) - min(result.centres) or 1.0)
    occupied: list[list[tuple[float, float]]] = []
    levels = []
    for group in groups:
        ends = [centre[name] for name in group]
        low, high = min(ends) - room, max(ends) + room
        free = (
            level
            for level, spans in enumerate(occupied)
            if all(high < span[0] or low > span[1] for span in spans)
        )
        level = next(free, len(occupied))
        if level == len(occupied):
            occupied.append([])
        occupied[level].append((low, high))
        levels.append(level)
    return levels


def bars_depth(levels: Sequence[int]) -> float:
    """Return how far below the axis the bars on these levels reach."""
    return FIRST_BAR + NEXT_BAR * max(levels) if levels else NO_BARS


def _draw_axis(
    axes: Axes,
    result: PairwiseResult,
    ends: tuple[float, float],
    shares: tuple[float, float],
    width: float,
) -> None:
    (low, high), (left, right) = ends, shares
    span = (high - low) / (1 - left - right)
    if result.lower_centre_is_better:
        axes.set_xlim(low - left * span, high + right * span)
    else:
        axes.set_xlim(high + left * span, low - right * span)
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.yaxis.set_visible(False)
    # invisible ticks would take a fifth of the time of ten algorithms; those of the ranks are drawn below
    axes.xaxis.set_major_locator(NullLocator())
    axes.yaxis.set_major_locator(NullLocator())
    axes.plot([low, high], [0, 0], color=INK, linewidth=1.0, zorder=1)
    ticks = nice_ticks(low, high, ranks=result.by_ranks)
    digits = tick_digits(ticks)
    letters = max(len(fmt.number(tick, digits)) for tick in ticks)
    needed = len(ticks) * (letters * TICK_LETTER + BETWEEN_TICKS)
    for tick in ticks[:: max(1, math.ceil(needed / (width * (1 - left - right))))]:
        axes.plot([tick, tick], [0, 0.12], color=INK, linewidth=0.8)
        axes.text(
            tick, 0.16, fmt.number(tick, digits), ha="center", va="bottom", fontsize=8, gid="tick"
        )
    axes.set_xlabel(axis_name(result), fontsize=8.5, color=MUTED)


def _label_type(width: float) -> _LabelType:
    """Return the type of labels in a figure of this width in inches."""
    if width >= WIDE:
        return _LabelType(8.5, 0.068, 0.644, 34)
    return _LabelType(7.2, 0.058, 0.47, max(8, int((0.36 * width - 0.47) / 0.058)))


def _label_room(places: list[_Place], label_type: _LabelType, *, left: bool | None) -> float:
    """Return how many inches the labels of one side need; of all labels for ``None``."""
    short = shorten_names([place.name for place in places], label_type.longest)
    names = [short[place.name] for place in places if left in (None, place.left)]
    return max(map(display_width, names), default=0) * label_type.letter + label_type.number


def _draw_bars(axes: Axes, result: PairwiseResult, groups: list[tuple[str, ...]]) -> float:
    """Draw a bar per group below the axis; return how deep they reach."""
    centre = dict(zip(result.design.algorithms, result.centres, strict=True))
    levels = find_levels(result, groups)
    for group, level in zip(groups, levels, strict=True):
        ends = [centre[name] for name in group]
        y = -FIRST_BAR - NEXT_BAR * level
        axes.plot(
            [min(ends), max(ends)], [y, y], color=INK, linewidth=2.2, solid_capstyle="round", gid="group",
        )  # fmt: skip
        if not is_one_sided(result):
            axes.plot(ends, [y] * len(ends), "o", color=INK, markersize=4.2, gid="member")
            continue
        better = result.lower_centre_is_better == (ends[0] < ends[1])
        # the best is on the left
        axes.plot([ends[0 if better else 1]], [y], "<", color=INK, markersize=7, gid="better")
    return bars_depth(levels)


def _draw_labels(
    axes: Axes,
    result: PairwiseResult,
    places: list[_Place],
    where: tuple[float, tuple[float, float]],
    label_type: _LabelType,
) -> None:
    depth, (low, high) = where
    colours = choose_colours(result)
    short = shorten_names(result.design.algorithms, label_type.longest)
    left, right = axes.get_xlim()
    inset = (right - left) * 0.004
    if not result.lower_centre_is_better:
        low, high = high, low
    leaders: list[tuple[float, float]] = []
    for place in places:
        y = -depth - UNIT * (place.row + 0.75)
        end = low if place.left else high
        # leaders stop at the axis' ends, where the labels begin
        leaders += [(place.centre, 0.0), (place.centre, y), (end, y), (math.nan, math.nan)]
        control = place.name == result.control
        edge, fill = colours[place.name]
        axes.plot(
            [place.centre], [0], "s" if control else "o", markersize=5, zorder=3,
            markeredgecolor=edge, markerfacecolor=fill, gid="centre", label=place.name,
        )  # fmt: skip
        number = format_centre(result, place.centre)
        name = short[place.name]
        text = f"{name}  {number}" if place.left else f"{number}  {name}"
        axes.text(
            end - inset if place.left else end + inset, y, text, va="center", fontsize=label_type.size,
            ha="right" if place.left else "left", gid="label",
            fontweight="bold" if control else "normal",
        )  # fmt: skip
    # one broken line: separate lines would take a fifth of a large diagram's time
    axes.plot(*zip(*leaders, strict=True), color=PASSIVE, linewidth=0.7, zorder=0)


def _draw_critical_difference(
    axes: Axes, result: PairwiseResult, span: tuple[float, float]
) -> None:
    cd = result.drawn_difference
    if cd is None:
        return
    low, high = span
    if result.control is None:
        axes.plot([low, low + cd], [0.78, 0.78], color=INK, linewidth=1.2, gid="cd")
        for end in (low, low + cd):
            axes.plot([end, end], [0.71, 0.85], color=INK, linewidth=1.2)
        text = f"CD = {fmt.fixed(cd, 3)}"
        axes.text(low + cd, 0.78, f"  {text}", va="center", ha="left", fontsize=8.5)
        return
    centre = result.centres[result.design.algorithms.index(result.control)]
    ends = max(centre - cd, low), min(centre + cd, high)
    axes.fill_between(ends, -0.1, 0.1, color=PASSIVE, alpha=0.3, linewidth=0, gid="control")
    axes.plot(ends, [0.78, 0.78], color=INK, linewidth=1.2, gid="cd")
    for end in ends:
        axes.plot([end, end], [0.71, 0.85], color=INK, linewidth=1.2)
        axes.plot([end, end], [-0.1, 0.71], color=PASSIVE, linewidth=0.7, linestyle=(0, (2, 2)))
    text = f"{elide(result.control, 24)} ± CD = {fmt.fixed(cd, 3)}"
    axes.text(sum(ends) / 2, 0.88, text, va="bottom", ha="center", fontsize=8.5)
