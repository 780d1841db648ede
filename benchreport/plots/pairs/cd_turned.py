"""The turned critical-difference diagram: names down the left in order, the axis across, bars beside."""

from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from benchreport.plots.base.row_names import SIZES
from benchreport.plots.base.style import (
    GRID,
    INK,
    MUTED,
    Width,
    inches,
    make_axes,
)
from benchreport.plots.base.text_sizes import measure_width
from benchreport.plots.pairs.cd_facts import axis_name, choose_colours, is_one_sided
from benchreport.plots.pairs.cd_plan import DOT, GAP, Bar, Plan, plan_rows
from benchreport.results import PairwiseResult
from benchreport.results.writing import number_format as fmt

HEAD, FOOT, WORD = 0.3, 0.42, 0.15  # inches above and below the rows, and of a line of words
BAND = "#f1f2f3"


def draw_turned(
    result: PairwiseResult,
    ax: Axes | None,
    width: Width,
    span: tuple[float, float] | None = None,
    places: tuple[int, ...] = (),
) -> tuple[Axes, int]:
    """Draw the turned diagram, of these places only; return its axes, and how many groups have no bar."""
    figure = ax.get_figure(root=True) if ax is not None else None
    wide = ax.get_position().width * figure.get_figwidth() if ax and figure else inches(width)
    plan = plan_rows(result, wide, measure_width, span, places)
    axes = ax or _make_page(width, plan)
    _set_scales(axes, plan)
    _draw_axis(axes, result, plan)
    _draw_rows(axes, result, plan)
    for bar in plan.bars:
        _draw_bar(axes, result, plan, bar)
    return axes, plan.hidden


def _make_page(width: Width, plan: Plan) -> Axes:
    """Make axes that fill their figure: all texts stand inside, at places that the plan has."""
    axes = make_axes(width, HEAD + plan.pitch * len(plan.order) + FOOT)
    figure = axes.get_figure(root=True)
    if figure is not None:
        figure.set_layout_engine("none")
    axes.set_position((0, 0, 1, 1))
    return axes


def _set_scales(axes: Axes, plan: Plan) -> None:
    n, pitch = len(plan.order), plan.pitch
    axes.set_xlim(_at(plan, 0), _at(plan, plan.width))
    axes.set_ylim(n - 0.5 + FOOT / pitch, -0.5 - HEAD / pitch)
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.yaxis.set_visible(False)
    axes.xaxis.set_major_locator(NullLocator())
    axes.yaxis.set_major_locator(NullLocator())


def _at(plan: Plan, inch: float) -> float:
    """Return the centre that stands at a place in inches from the left."""
    return plan.low + (inch - plan.left) / (plan.right - plan.left) * (plan.high - plan.low)


def _draw_axis(axes: Axes, result: PairwiseResult, plan: Plan) -> None:
    top, bottom = -0.5, len(plan.order) - 0.5
    if plan.band is not None:
        low, high = plan.band
        axes.fill(
            [low, high, high, low], [top, top, bottom, bottom], color=BAND, linewidth=0, zorder=0,
            gid="band",
        )  # fmt: skip
        _write_below(axes, plan, _cd_text(result), plan.place((low + high) / 2))
    for tick, text in plan.ticks:
        axes.plot([tick, tick], [top, bottom], color=GRID, linewidth=0.7, zorder=0.5)
        axes.text(
            tick, top - 0.05 / plan.pitch, text, ha="center", va="bottom", fontsize=SIZES[1],
            color=MUTED, gid="tick",
        )  # fmt: skip
    axes.plot([plan.low, plan.high], [top, top], color=MUTED, linewidth=0.8)
    if plan.bars and not is_one_sided(result):
        middle = (plan.bars[0].x + max(bar.x for bar in plan.bars)) / 2
        _write_below(axes, plan, "groups", middle)
    name = axis_name(result)
    axes.set_xlabel(name, fontsize=SIZES[0], color=MUTED, va="top")
    middle = _keep_inside(plan, (plan.left + plan.right) / 2, measure_width([name], SIZES[0]))
    below = bottom + (0.06 + WORD * (plan.band is not None)) / plan.pitch
    axes.xaxis.set_label_coords(_at(plan, middle), below, transform=axes.transData)


def _cd_text(result: PairwiseResult) -> str:
    return f"CD = {fmt.fixed(result.drawn_difference or 0.0, 3)}"


def _write_below(axes: Axes, plan: Plan, text: str, x: float) -> None:
    """Write a line below the rows, as near to a place as the figure's borders allow."""
    x = _keep_inside(plan, x, measure_width([text], SIZES[1]))
    y = len(plan.order) - 0.5 + 0.04 / plan.pitch
    axes.text(
        _at(plan, x), y, text, ha="center", va="top", fontsize=SIZES[1], color=MUTED, gid="below"
    )


def _keep_inside(plan: Plan, middle: float, length: float) -> float:
    half = length / 2 + 0.02
    return max(half, min(middle, plan.width - half))


def _draw_rows(axes: Axes, result: PairwiseResult, plan: Plan) -> None:
    colours = choose_colours(result)
    for row, place in enumerate(plan.order):
        name, centre = result.design.algorithms[place], result.centres[place]
        edge, fill = colours[name]
        axes.plot(
            [centre], [row], "s" if name == result.control else "o", zorder=3, gid="centre",
            markersize=5 if plan.size > SIZES[-1] else 4, markeredgecolor=edge, markerfacecolor=fill,
            label=name,
        )  # fmt: skip
        axes.text(
            _at(plan, plan.left - GAP), row, plan.names[row], ha="right", va="center", gid="label",
            fontsize=plan.size, linespacing=0.88, color=INK,
        )  # fmt: skip
        left = plan.number_is_left(row, centre, measure_width)
        axes.text(
            _at(plan, plan.place(centre) + (-DOT if left else DOT)), row, plan.numbers[row],
            ha="right" if left else "left", va="center", fontsize=plan.number_size, color=MUTED,
            gid="number",
        )  # fmt: skip


def _draw_bar(axes: Axes, result: PairwiseResult, plan: Plan, bar: Bar) -> None:
    x, (first, last) = _at(plan, bar.x), (bar.rows[0], bar.rows[-1])
    if is_one_sided(result):
        axes.plot([x, x], [first, last], color=INK, linewidth=1.0, gid="group")
        axes.plot([x], [first], "^", color=INK, markersize=4, gid="better")
        return
    axes.plot([x, x], [first, last], color=INK, linewidth=0.8, gid="group")
    for start, end in list_runs(bar.rows):
        axes.plot(
            [x, x], [start - 0.3, end + 0.3], color=INK, linewidth=2.0, solid_capstyle="butt",
            gid="member",
        )  # fmt: skip
    axes.text(
        x, first - 0.36, bar.letter, ha="center", va="bottom", fontsize=SIZES[-1], color=MUTED,
        gid="letter",
    )  # fmt: skip


def list_runs(rows: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the first and the last of each run of neighbours.

    >>> list_runs((0, 1, 2, 5, 7, 8))
    [(0, 2), (5, 5), (7, 8)]
    """
    starts = [row for row in rows if row - 1 not in rows]
    ends = [row for row in rows if row + 1 not in rows]
    return list(zip(starts, ends, strict=True))
