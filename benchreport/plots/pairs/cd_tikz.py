"""The critical-difference diagram as a TikZ picture, which takes the fonts of its document."""

import math
from collections.abc import Iterator

from benchreport.errors import check_choice
from benchreport.plots.base.short_names import display_width, elide, shorten_names
from benchreport.plots.base.style import Width, inches
from benchreport.plots.base.ticks import nice_ticks, tick_digits
from benchreport.plots.pairs.cd_classic import (
    FIRST_BAR,
    LAYOUTS,
    MOST_BARS,
    NEXT_BAR,
    ROW,
    UNIT,
    WIDE,
    Layout,
    bars_depth,
    choose_layout,
    find_levels,
    place_labels,
)
from benchreport.plots.pairs.cd_facts import (
    axis_name,
    axis_span,
    choose_colours,
    find_bars,
    is_one_sided,
)
from benchreport.plots.pairs.cd_tikz_turned import draw_turned
from benchreport.plots.pairs.tikz_lines import (
    COLOURS,
    escape_text,
    format_line,
    format_look,
    format_node,
    format_point,
)
from benchreport.results import PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.latex_text import make_compilable

LETTER, NUMBER = 0.065, 0.55  # inches of an average letter of a label, and of its number
LONGEST, LONGEST_NARROW = 34, 14
MOST_ROOM, TICK_ROOM = 0.42, 0.12


class _Sheet:
    """The layout on paper: places of centres in inches from the left; the best is on the left."""

    def __init__(self, result: PairwiseResult, width: float) -> None:
        self.result = result
        self.width = width
        self.low, self.high = axis_span(result)
        places = place_labels(result)
        self.longest = LONGEST if width >= WIDE else LONGEST_NARROW
        short = shorten_names([place.name for place in places], self.longest)
        room = [
            max(
                (display_width(short[place.name]) for place in places if place.left == side),
                default=0,
            )
            * LETTER
            + NUMBER
            for side in (True, False)
        ]
        self.left, right = (min(MOST_ROOM * width, place) for place in room)
        self.right = width - right
        self.places, self.short = places, short

    def x(self, centre: float) -> float:
        share = (centre - self.low) / (self.high - self.low)
        if not self.result.lower_centre_is_better:
            share = 1 - share
        return self.left + share * (self.right - self.left)


def cd_tikz(result: PairwiseResult, *, width: Width = "page", layout: Layout = "auto") -> str:
    r"""Write the critical-difference diagram as a TikZ picture: ``\usepackage{tikz}`` is all it needs.

    It shows what `benchreport.plots.cd_plot` shows, in the same places. Names are escaped; letters
    beyond Latin need XeLaTeX or LuaLaTeX with a font that has them, which a comment on top says.

    Parameters
    ----------
    result
        Any pairwise result.
    width
        ``"column"``, ``"page"`` or inches.
    layout
        ``"auto"``, ``"classic"`` or ``"turned"``, as in `benchreport.plots.cd_plot`.

    Returns
    -------
    str
        ``\begin{tikzpicture}`` to ``\end{tikzpicture}``; the same result gives the same text.

    References
    ----------
    Demšar (2006), JMLR 7, section 3.2.4.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles, Scores
    >>> from benchreport.stats import nemenyi
    >>> frame = pd.DataFrame({"a_1": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> picture = cd_tikz(nemenyi(Scores.from_frame(frame, Roles(score="accuracy"))))
    >>> print(picture.splitlines()[0])
    \begin{tikzpicture}[x=1in, y=0.5556in, font=\footnotesize]
    >>> r"{a\_1\quad 1.00}" in picture
    True
    """
    check_choice("layout", layout, LAYOUTS)
    if choose_layout(result, inches(width), layout) == "turned":
        unit, commands = draw_turned(result, inches(width))
    else:
        sheet = _Sheet(result, inches(width))
        unit, commands = ROW / UNIT, [*_draw_all(sheet, find_bars(result)[:MOST_BARS])]
    lines = [
        rf"\begin{{tikzpicture}}[x=1in, y={unit:.4f}in, font=\footnotesize]",
        *(
            rf"  \definecolor{{{name}}}{{HTML}}{{{value.lstrip('#').upper()}}}"
            for name, value in COLOURS.items()
        ),
        *(f"  {line}" for line in commands),
        r"\end{tikzpicture}",
    ]
    return make_compilable("\n".join(lines) + "\n")


def _draw_all(sheet: _Sheet, groups: list[tuple[str, ...]]) -> Iterator[str]:
    levels = find_levels(sheet.result, groups)
    depth = bars_depth(levels)
    yield from _draw_leaders(sheet, depth)
    yield from _draw_axis(sheet)
    yield from _draw_critical_difference(sheet)
    for group, level in zip(groups, levels, strict=True):
        yield from _draw_bar(sheet, group, -FIRST_BAR - NEXT_BAR * level)
    yield from _draw_labels(sheet, depth)
    rows = max(place.row for place in sheet.places) + 1
    yield format_node(
        (sheet.left + sheet.right) / 2,
        -depth - UNIT * (rows + 0.6),
        escape_text(axis_name(sheet.result)),
        "text=cdmuted",
    )


def _draw_axis(sheet: _Sheet) -> Iterator[str]:
    yield format_line("cdink, line width=1pt", (sheet.left, 0.0), (sheet.right, 0.0))
    ticks = nice_ticks(sheet.low, sheet.high, ranks=sheet.result.by_ranks)
    digits = tick_digits(ticks)
    letters = max(len(fmt.number(tick, digits)) for tick in ticks)
    needed = len(ticks) * (letters * LETTER + TICK_ROOM)
    for tick in ticks[:: max(1, math.ceil(needed / (sheet.right - sheet.left)))]:
        x = sheet.x(tick)
        yield format_line("cdink, line width=0.8pt", (x, 0.0), (x, 0.12))
        yield format_node(x, 0.14, escape_text(fmt.number(tick, digits)), "anchor=south")


def _draw_bar(sheet: _Sheet, group: tuple[str, ...], y: float) -> Iterator[str]:
    centre = dict(zip(sheet.result.design.algorithms, sheet.result.centres, strict=True))
    ends = sorted(sheet.x(centre[name]) for name in group)
    yield format_line("cdink, line width=2pt, line cap=round", (ends[0], y), (ends[-1], y))
    if is_one_sided(sheet.result):
        # the best is on the left
        points = ((ends[0] - 0.05, y), (ends[0] + 0.04, y + 0.09), (ends[0] + 0.04, y - 0.09))
        yield rf"\fill[cdink] {' -- '.join(format_point(*point) for point in points)} -- cycle;"
        return
    for end in ends:
        yield rf"\fill[cdink] {format_point(end, y)} circle[radius=2pt];"


def _draw_leaders(sheet: _Sheet, depth: float) -> Iterator[str]:
    for place in sheet.places:
        x, y = sheet.x(place.centre), -depth - UNIT * (place.row + 0.75)
        end = sheet.left if place.left else sheet.right
        yield format_line("cdpassive, line width=0.6pt", (x, 0.0), (x, y), (end, y))


def _draw_labels(sheet: _Sheet, depth: float) -> Iterator[str]:
    result = sheet.result
    colours = choose_colours(result)
    for place in sheet.places:
        control = place.name == result.control
        x = sheet.x(place.centre)
        if control:
            corners = f"({x:.4f}in-2.4pt, -2.4pt) rectangle ({x:.4f}in+2.4pt, 2.4pt)"
            yield rf"\filldraw[draw=cdink, fill=cdink] {corners};"
        else:
            look = format_look(colours[place.name])
            yield rf"\filldraw[{look}] {format_point(x, 0.0)} circle[radius=2.4pt];"
        number = escape_text(
            fmt.fixed(place.centre, 2) if result.by_ranks else fmt.number(place.centre, 4)
        )
        name = escape_text(sheet.short[place.name])
        name = rf"\textbf{{{name}}}" if control else name
        text = rf"{name}\quad {number}" if place.left else rf"{number}\quad {name}"
        yield format_node(
            sheet.left if place.left else sheet.right,
            -depth - UNIT * (place.row + 0.75),
            text,
            f"anchor={'east' if place.left else 'west'}",
        )


def _draw_critical_difference(sheet: _Sheet) -> Iterator[str]:
    result = sheet.result
    cd = result.drawn_difference
    if cd is None:
        return
    words = f"CD = {fmt.fixed(cd, 3)}"
    if result.control is None:
        ends = sheet.x(sheet.low), sheet.x(sheet.low + cd)
        yield from _draw_brace(ends)
        yield format_node(max(ends), 0.86, escape_text(words), "anchor=west, xshift=4pt")
        return
    centre = result.centres[result.design.algorithms.index(result.control)]
    near = sheet.x(max(centre - cd, sheet.low)), sheet.x(min(centre + cd, sheet.high))
    band = f"{format_point(min(near), -0.1)} rectangle {format_point(max(near), 0.1)}"
    yield rf"\fill[cdpassive, opacity=0.3] {band};"
    yield from _draw_brace(near)
    for end in near:
        yield format_line("cdpassive, dashed, line width=0.6pt", (end, -0.1), (end, 0.79))
    text = escape_text(f"{elide(result.control, 24)} ± {words}")
    yield format_node(sum(near) / 2, 0.94, text, "anchor=south")


def _draw_brace(ends: tuple[float, float]) -> Iterator[str]:
    yield format_line("cdink, line width=1pt", (ends[0], 0.86), (ends[1], 0.86))
    for end in ends:
        yield format_line("cdink, line width=1pt", (end, 0.79), (end, 0.93))
