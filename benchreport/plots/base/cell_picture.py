"""A small picture of an estimate and its interval for a cell of a table, as SVG text."""

import math
from collections.abc import Iterable
from html import escape

from benchreport.errors import OptionError
from benchreport.hints import option
from benchreport.plots.base.ticks import nice_ticks
from benchreport.results.writing import number_format as fmt

FAMILY = "Benchreport Sans, DejaVu Sans, sans-serif"
WIDTH, HEIGHT, MARGIN = 110.0, 14.0, 5.0
MIDDLE = HEIGHT / 2
ARROW = 4.0
FAR = 3.0  # times as far from the reference as the next: beyond the limits
LETTER, TICK = 6.0, 3.0  # pixels, of a digit and of a tick
STRONG, WEAK, REFERENCE = "#00598c", "#8a9096", "#c9cdd2"
"""The colours where no style sheet sets the class's ``color``, as in a PDF."""


def interval_picture(
    low: float,
    value: float,
    high: float,
    limits: tuple[float, float],
    reference: float = 0.0,
    *,
    strong: bool = True,
    title: str = "",
) -> str:
    """Draw an estimate as a dot and its interval as a line, to be read down the column of a table.

    Screen readers skip the picture, because the cells beside it hold its numbers. A style sheet may set
    ``color`` for the classes ``interval-picture``, ``weak`` and ``reference``.

    Parameters
    ----------
    low, value, high
        The interval's ends and the estimate. An infinite or unknown (NaN) end reaches the edge with an
        arrow, like one beyond the limits. Without an estimate (NaN) there is no dot.
    limits
        The values at the left and right edges, the same for all rows of the column.
    reference
        The value of the thin vertical line; not drawn outside the limits.
    strong
        Whether the row stands out: in the accent colour, otherwise grey.
    title
        What the picture shows, as PDF files need it of every figure; empty for none.

    Returns
    -------
    str
        An ``<svg>`` element of 110 × 14 px; the same text for the same numbers.

    Raises
    ------
    OptionError
        The limits are infinite or in the wrong order, or the interval's ends are.

    Examples
    --------
    >>> picture = interval_picture(-0.1, 0.0, 0.2, (-0.2, 0.2))
    >>> picture[:43], picture.count("<circle")
    ('<svg class="interval-picture" width="110" h', 1)
    """
    _check(low, high, limits)
    left, right = (_draw_end(end, limits, side) for end, side in ((low, -1), (high, 1)))
    line = f"M{_round(left[0])} {_round(MIDDLE)}H{_round(right[0])}{left[1]}{right[1]}"
    parts = [
        _draw_reference(reference, limits),
        f'<path d="{line}" fill="none" stroke="currentColor" stroke-width="1.5"/>',
        _draw_dot(value, limits),
    ]
    names, colour = ("", STRONG) if strong else (" weak", WEAK)
    if title:
        parts.insert(0, f"<title>{escape(title)}</title>")
    return (
        f'<svg class="interval-picture{names}" width="{WIDTH:.0f}" height="{HEIGHT:.0f}" '
        f'viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" color="{colour}" aria-hidden="true" '
        f'focusable="false">{"".join(parts)}</svg>'
    )


def choose_limits(
    intervals: Iterable[tuple[float, float, float]], far: float = FAR
) -> tuple[float, float]:
    """Choose the limits of a column from its intervals, as (low, value, high), and 0.

    Intervals several times as far from 0 as all others would shrink these to dots. They lie beyond the
    limits, as long as more than half of the intervals lie within.

    Parameters
    ----------
    intervals
        The intervals; infinite ends do not count.
    far
        How many times as far the nearest of those beyond the limits is.

    Examples
    --------
    >>> choose_limits([(0.1, 0.2, 0.3), (0.2, 0.4, 0.6), (8.0, 9.0, 10.0)])
    (0.0, 0.6)
    """
    ends = [[end for end in row if math.isfinite(end)] for row in intervals]
    rows = sorted(filter(None, ends), key=_reach)
    reaches = [*map(_reach, rows)]
    gaps = (
        place
        for place in range(len(rows) // 2 + 1, len(rows))
        if reaches[place] > far * reaches[place - 1] > 0
    )
    within = next(gaps, len(rows))
    drawn = [0.0, *(end for row in rows[:within] for end in row)]
    return min(drawn), max(drawn)


def _reach(ends: Iterable[float]) -> float:
    """Return how far the farther end is from 0."""
    return max(map(abs, ends))


def scale_picture(limits: tuple[float, float], *, title: str = "") -> str:
    """Draw the scale of a column of interval pictures for its head: zero and a round number at each side.

    Examples
    --------
    >>> import re
    >>> re.findall(">([^<]+)</text>", scale_picture((-0.013, 0.17)))
    ['0', '0.15']
    """
    numbers = "".join(
        f'<text x="{_round(_place(tick, limits))}" y="9" text-anchor="middle" fill="currentColor" '
        f'font-size="11" font-weight="400">{fmt.number(tick)}</text>'
        f'<path d="M{_round(_place(tick, limits))} {HEIGHT - TICK:.0f}V{HEIGHT:.0f}" '
        'stroke="currentColor" stroke-width="1"/>'
        for tick in _choose_ticks(limits)
    )
    name = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<svg class="interval-picture weak" width="{WIDTH:.0f}" height="{HEIGHT:.0f}" '
        f'viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" color="{WEAK}" font-family="{FAMILY}" aria-hidden="true" '
        f'focusable="false">{name}{numbers}</svg>'
    )


def _choose_ticks(limits: tuple[float, float]) -> list[float]:
    """Return zero and the outermost round numbers whose texts are inside and apart."""
    low, high = limits
    if not low < high or math.isinf(high - low):
        return []
    ticks = nice_ticks(low, high, ranks=False)
    chosen: list[float] = []
    for tick in (0.0, *sorted(ticks, key=abs, reverse=True)):
        half = _half_width(tick)
        inside = half <= _place(tick, limits) <= WIDTH - half
        apart = all(
            abs(_place(tick, limits) - _place(other, limits)) > half + _half_width(other) + LETTER
            for other in chosen
        )
        sides = {math.copysign(1, other) for other in chosen if other}
        if tick in ticks and inside and apart and math.copysign(1, tick) not in sides:
            chosen.append(tick)
    return sorted(chosen)


def _half_width(tick: float) -> float:
    return LETTER * len(fmt.number(tick)) / 2


def _check(low: float, high: float, limits: tuple[float, float]) -> None:
    if not (math.isfinite(limits[0]) and math.isfinite(limits[1]) and limits[0] <= limits[1]):
        raise OptionError(
            f"limits are the finite values at the left and right edges, not {limits}.",
            hint=option(limits=(-1.0, 1.0)),
        )
    if low > high:
        raise OptionError(
            f"the interval's low end {low} is above its high end {high}.",
            hint=option(low=high, high=low),
        )


def _place(value: float, limits: tuple[float, float]) -> float:
    """Return where a value is drawn, in pixels from the left."""
    # halves: the span of huge limits would overflow
    span = limits[1] / 2 - limits[0] / 2
    share = (value / 2 - limits[0] / 2) / span if span > 0 else 0.5
    return MARGIN + (WIDTH - 2 * MARGIN) * share


def _draw_end(end: float, limits: tuple[float, float], side: int) -> tuple[float, str]:
    """Return the place of an end, and the path of an arrow if the end lies beyond the limits."""
    edge = limits[0] if side < 0 else limits[1]
    # NaN is beyond, too
    if end * side <= edge * side:
        return _place(max(limits[0], min(limits[1], end)), limits), ""
    tip = WIDTH - 1 if side > 0 else 1.0
    back = _round(tip - side * ARROW)
    return tip, (
        f"M{back} {_round(MIDDLE - ARROW)}L{_round(tip)} {_round(MIDDLE)}L{back} {_round(MIDDLE + ARROW)}"
    )


def _draw_reference(value: float, limits: tuple[float, float]) -> str:
    if not limits[0] <= value <= limits[1]:
        return ""
    return (
        f'<path class="reference" d="M{_round(_place(value, limits))} 0V{HEIGHT:.0f}" '
        f'color="{REFERENCE}" stroke="currentColor" stroke-width="1"/>'
    )


def _draw_dot(value: float, limits: tuple[float, float]) -> str:
    if not limits[0] <= value <= limits[1]:
        return ""
    return f'<circle cx="{_round(_place(value, limits))}" cy="{_round(MIDDLE)}" r="3" fill="currentColor"/>'


def _round(place: float) -> str:
    return f"{place:.1f}".removesuffix(".0")
