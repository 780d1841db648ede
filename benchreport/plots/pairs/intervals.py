"""Intervals of differences."""

import math
from collections.abc import Sequence
from typing import Protocol

from matplotlib.axes import Axes
from matplotlib.markers import CARETLEFT, CARETRIGHT

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import OptionError, format_count
from benchreport.hints import call
from benchreport.plots.base.cell_picture import choose_limits
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.row_names import count_pairs, fit_pairs, pair_pitch
from benchreport.plots.base.score_axis import NARROW
from benchreport.plots.base.short_names import display_width, elide
from benchreport.plots.base.style import (
    ACCENT,
    INK,
    MUTED,
    Width,
    available_width,
    inches,
    make_axes,
    set_row_axes,
)
from benchreport.plots.base.text_sizes import measure_width
from benchreport.plots.pairs.pair_tables import orient_pairs, select_rows
from benchreport.results import Comparison, Interval, PairwiseResult
from benchreport.results.base import Result
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import captions
from benchreport.wording.figures import pairs as wording

MOST_LETTERS = 45  # of a label in one line
FAR = 6.0  # times as far from zero as all nearer ends: beyond the axis
MARGIN = 0.05  # of the axis, beside intervals that are longer than it


class DrawnRow(Protocol):
    """A difference with its interval and its adjusted p-value."""

    @property
    def difference(self) -> float:
        """The difference."""

    @property
    def interval(self) -> Interval | None:
        """Its interval, if it has one."""

    @property
    def p_adjusted(self) -> float:
        """Its adjusted p-value."""


@as_figure
def tukey_plot(
    result: PairwiseResult,
    *,
    ax: Axes | None = None,
    width: Width = "page",
    most: int | None = None,
) -> Axes:
    """Draw the difference of every pair with its simultaneous interval.

    The better algorithm of a pair, by the ranking, comes first, and a positive difference means that
    it is better. Pairs are sorted by difference; significant ones are filled and coloured.

    Parameters
    ----------
    result
        A pairwise result whose comparisons have intervals, as from ``tukey``.
    most
        How many pairs are drawn: those whose differences are largest for their precision; None: as many
        as a page holds with whole names, at most 45. The caption says how many are left out.

    Raises
    ------
    OptionError
        The comparisons have no intervals.
    """
    rows = [row for row in result.oriented() if row.interval is not None]
    if not rows:
        raise OptionError(
            f"{result.method} gives no intervals to draw.",
            hint=call("tukey_plot") | call("cd_plot") + " for this result",
        )
    surest = sorted(rows, key=lambda row: (row.p_adjusted, -abs(row.difference)))
    wide = available_width(ax, width)
    room = 0.48 * wide - 0.3
    pairs = [(row.first, row.second) for row in surest]
    comparisons = surest[: count_pairs(pairs, room, measure_width) if most is None else most]
    comparisons.sort(key=lambda row: row.difference)
    pairs = [(row.first, row.second) for row in comparisons]
    shown = {name for pair in pairs for name in pair}
    labels, size, n_lines = fit_pairs(pairs, room, wide, measure_width)
    n = len(comparisons)
    axes = ax or make_axes(width, 0.9 + pair_pitch(n, size, n_lines) * n)
    for place, row in enumerate(comparisons):
        draw_interval(axes, place, row, significant=row.p_adjusted <= result.claim_alpha)
    _keep_in_view(axes, comparisons, result.claim_alpha)
    axes.axvline(0, color=INK, linewidth=0.9, zorder=0)
    narrow = inches(width) < NARROW
    axes.set_yticks(range(len(comparisons)), labels, fontsize=size, linespacing=1.0)
    set_row_axes(axes, len(comparisons))
    # the axes are the right part of the figure: a longer label ends where they end
    long = narrow or display_width(result.difference_name) > MOST_LETTERS
    axes.set_xlabel(
        f"{elide(result.difference_name, 66)}{chr(10) if long else ', '}first better →",
        loc="right" if long else "center",
    )
    axes.locator_params(axis="x", nbins=4 if narrow else 7)
    describe(
        axes,
        alt=_alt(result, comparisons),
        caption=_caption(result, comparisons, len(rows) - len(comparisons)),
        data=lambda: select_rows(orient_pairs(result, shown).table, comparisons),
    )
    return axes


@from_table(tukey_plot, stats.tukey)
def tukey_plot_from_table(
    scores: Scores,
    *,
    alpha: float = 0.05,
    ax: Axes | None = None,
    width: Width = "page",
    most: int | None = None,
) -> Axes:
    """Draw Tukey's family-wise intervals of all differences of means."""
    return tukey_plot(stats.tukey(scores, alpha=alpha), ax=ax, width=width, most=most)


def draw_interval(axes: Axes, place: int, row: DrawnRow, *, significant: bool) -> None:
    """Draw the difference of a pair in a row, with its interval if it has one."""
    colour = ACCENT if significant else MUTED
    if row.interval is not None:
        _draw_ends(axes, place, row, colour, 1.7 if significant else 1.2)
    axes.plot(
        [row.difference], [place], "o", markersize=4.8, color=colour, gid="difference",
        markerfacecolor=colour if significant else "white",
    )  # fmt: skip


def draw_rows(
    axes: Axes,
    rows: Sequence[DrawnRow],
    result: Result,
    labels: Sequence[str],
    size: float,
    *,
    wide: bool,
) -> None:
    """Draw a row for each difference, the first on top; a wide figure has the p-values beside them."""
    found = result.claim_alpha
    for place, row in enumerate(rows):
        draw_interval(axes, len(rows) - 1 - place, row, significant=row.p_adjusted <= found)
    _keep_in_view(axes, rows[::-1], found)
    axes.axvline(0, color=INK, linewidth=0.9, zorder=1)
    axes.set_yticks(range(len(rows))[::-1], labels, fontsize=size)
    set_row_axes(axes, len(rows))
    if wide:
        _write_p(axes, rows, result, size)
    axes.locator_params(axis="x", nbins=7 if wide else 4)


def _write_p(axes: Axes, rows: Sequence[DrawnRow], result: Result, size: float) -> None:
    """Write each row's adjusted p-value beside it, the first on top; its interval does not show it."""
    for place, row in enumerate(rows):
        axes.annotate(
            fmt.p_equals(row.p_adjusted, result.alpha),
            xy=(1, len(rows) - 1 - place),
            xycoords=axes.get_yaxis_transform(),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=size,
            color=INK if row.p_adjusted <= result.claim_alpha else MUTED,
        )


def explain_arrows(rows: Sequence[DrawnRow]) -> str:
    """Say what arrows at intervals mean, which end on one side only or beyond the axis; empty without any."""
    ends = [end for row in rows if row.interval is not None for end in row.interval[:2]]
    left, right = _limits(rows)
    beyond = any(any(_go_on(row, left, right)) for row in rows)
    open_side = wording.OPEN_SIDE if any(map(math.isinf, ends)) else ""
    return fmt.paragraph(open_side, captions.ARROW if beyond else "")


def _finite(row: DrawnRow) -> tuple[float, float, float]:
    """Return the ends that are drawn, and the difference between them."""
    low, high, *_ = row.interval or (row.difference, row.difference)
    ends = [end if math.isfinite(end) else row.difference for end in (low, high)]
    return ends[0], row.difference, ends[1]


def _go_on(row: DrawnRow, left: float, right: float) -> tuple[bool, bool]:
    """Return whether an interval goes on to the left and to the right of these limits."""
    low, _, high = _finite(row)
    return low < left, high > right


def _limits(rows: Sequence[DrawnRow]) -> tuple[float, float]:
    return choose_limits(map(_finite, rows), FAR)


def _keep_in_view(axes: Axes, rows: Sequence[DrawnRow], found: float) -> None:
    """End the axis before intervals that would shrink all others, with arrows to where they go on."""
    left, right = _limits(rows)
    margin = MARGIN * (right - left)
    edges = {CARETLEFT: left - margin, CARETRIGHT: right + margin}
    beyond = [
        (place, row, sign)
        for place, row in enumerate(rows)
        for sign, goes_on in zip(edges, _go_on(row, left, right), strict=True)
        if goes_on
    ]
    if not beyond:
        return
    axes.set_xlim(*edges.values())
    for place, row, sign in beyond:
        colour = ACCENT if row.p_adjusted <= found else MUTED
        axes.plot(
            edges[sign], place, marker=sign, markersize=6, color=colour, clip_on=False, gid="beyond"
        )


def _draw_ends(axes: Axes, place: int, row: DrawnRow, colour: str, width: float) -> None:
    low, high, *_ = row.interval or (math.nan, math.nan)
    ends = [end for end in (low, high) if math.isfinite(end)]
    line = [*ends, row.difference] if len(ends) < 2 else ends  # noqa: PLR2004 - both
    axes.plot(line, [place] * len(line), color=colour, linewidth=width, gid="interval")
    axes.plot(ends, [place] * len(ends), "|", color=colour, markersize=5)
    if len(ends) < 2:  # noqa: PLR2004 - one-sided: the open side has no end
        open_end = "<" if math.isinf(low) else ">"
        axes.plot([row.difference], [place], open_end, color=colour, markersize=9, zorder=1)


def _format_pair(row: Comparison) -> str:
    value = fmt.number(row.difference)
    return wording.PAIR_WITH_VALUE.format(first=row.first, second=row.second, value=value)


def _alt(result: PairwiseResult, comparisons: list[Comparison]) -> str:
    clear = [row for row in comparisons if row.p_adjusted <= result.alpha]
    return wording.INTERVALS.format(
        difference=result.difference_name,
        pairs=format_count(len(comparisons), "pair"),
        low=_format_pair(comparisons[0]),
        high=_format_pair(comparisons[-1]),
        n=fmt.or_none(len(clear)),
        p=wording.P_VALUE[result.adjusts_p],
        level=fmt.level(result.alpha),
    )


def _caption(result: PairwiseResult, drawn: Sequence[Comparison], hidden: int) -> str:
    together = result.simultaneous_intervals
    alone = wording.ADJUSTED_INTERVALS if result.adjusted_intervals else wording.SEPARATE
    intervals = wording.SIMULTANEOUS if together else alone
    difference = wording.DIFFERENCE.format(
        difference=result.difference_name[:1].upper() + result.difference_name[1:],
        intervals=intervals.format(level=fmt.number(100 * result.level_of(*result.intervals), 3)),
        test=fmt.lower(result.method.partition(" (")[0]),
    )
    filled = wording.FILLED_INTERVAL if together else wording.FILLED_P
    pairs = format_count(hidden, "pair")
    left_out = wording.LARGEST_P_LEFT_OUT.format(pairs=pairs, are=fmt.are(hidden))
    return fmt.paragraph(
        difference,
        ""
        if result.in_doubt
        else filled.format(p=wording.P[result.adjusts_p], level=fmt.level(result.alpha)),
        explain_arrows(drawn),
        left_out if hidden else "",
        result.caution,
    )
