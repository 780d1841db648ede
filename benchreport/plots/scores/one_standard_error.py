"""Means against complexity, and one standard error below the best."""

import math

from matplotlib.axes import Axes

from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.score_axis import NARROW
from benchreport.plots.base.short_names import shorten_names
from benchreport.plots.base.style import ACCENT, INK, MUTED, PALETTE, Width, inches, make_axes
from benchreport.results import number_format as fmt
from benchreport.results.one_se import Configuration, OneStandardErrorResult
from benchreport.wording import score_figures as wording

MOST_TICKS = 40
TICK = 0.15  # inches, of a slanted name
BAND = "#dbe9f4"


@as_figure
def one_se_plot(
    result: OneStandardErrorResult, *, ax: Axes | None = None, width: Width = "page"
) -> Axes:
    """Draw each configuration's mean ± one standard error in the order of complexity.

    Returns
    -------
    matplotlib.axes.Axes
        The band holds the means that are within one standard error of the best.
    """
    rows = result.rows
    best = result.row_of(result.best)
    narrow = ax is None and inches(width) < NARROW
    short = shorten_names([row.name for row in rows], 16 if narrow else 22)
    axes = ax or make_axes(width, 3.4)
    axes.axhspan(
        *sorted((result.limit, best.mean)), color=BAND, linewidth=0, zorder=0, gid="band",
        label=wording.BAND,
    )  # fmt: skip
    axes.axhline(result.limit, color=ACCENT, linewidth=0.9, linestyle=(0, (5, 2)), zorder=1)
    axes.plot(range(len(rows)), [row.mean for row in rows], color=MUTED, linewidth=0.8, zorder=2)
    for place, row in enumerate(rows):
        _draw_mean(axes, place, row, result, short[row.name])
    room = MOST_TICKS if ax is not None else int((inches(width) - 0.8) / TICK)
    _name_ticks(axes, [short[row.name] for row in rows], min(MOST_TICKS, max(2, room)))
    axes.set_ylabel(f"mean {result.design.score} ± SE")
    axes.set_xlabel(wording.COMPLEXITY_AXIS)
    axes.legend(
        loc="lower left", bbox_to_anchor=(0, 1.01), ncols=1, frameon=False, fontsize=8,
        borderaxespad=0,
    )  # fmt: skip
    describe(axes, alt=_alt(result), caption=_caption(result), data=lambda: result.table)
    return axes


def _draw_mean(
    axes: Axes, place: int, row: Configuration, result: OneStandardErrorResult, name: str
) -> None:
    strong = row.name in (result.best, result.chosen)
    chosen = row.name == result.chosen
    colour = ACCENT if chosen else PALETTE[5] if strong else MUTED
    if not math.isnan(row.standard_error):
        ends = [row.mean - row.standard_error, row.mean + row.standard_error]
        axes.plot([place] * 2, ends, color=colour, linewidth=1.5 if strong else 0.9, gid="error")
    # the chosen mark is filled, so that the two also differ without colour
    axes.plot(
        [place], [row.mean], "s" if chosen else "D" if strong else "o",
        markersize=7 if strong else 4.2, color=colour, gid="mean", zorder=4,
        markerfacecolor=colour if chosen else "white", linestyle="none",
        label=_label_role(row, result, name) if strong else None,
    )  # fmt: skip


def _label_role(row: Configuration, result: OneStandardErrorResult, name: str) -> str:
    roles = [role for role in ("best", "chosen") if row.name == getattr(result, role)]
    return f"{' and '.join(roles)}: {name}"


def _name_ticks(axes: Axes, names: list[str], most: int) -> None:
    step = math.ceil(len(names) / most)
    places = range(0, len(names), step)
    long = max(map(len, names)) * len(names) > 1.8 * most  # letters in a row that wide
    axes.set_xticks(
        list(places), [names[place] for place in places], rotation=55 if long else 0,
        ha="right" if long else "center", rotation_mode="anchor", fontsize=7.5, color=INK,
    )  # fmt: skip
    pad = max(0.6, 0.015 * len(names))
    axes.set_xlim(-pad, len(names) - 1 + pad)


def _format_numbers(result: OneStandardErrorResult) -> tuple[str, str, str]:
    best, chosen = result.row_of(result.best), result.row_of(result.chosen)
    write = fmt.writer([row.mean for row in result.rows])
    return write(best.mean), write(best.standard_error), write(chosen.mean)


def _alt(result: OneStandardErrorResult) -> str:
    best, error, mean = _format_numbers(result)
    within = len(result.within)
    return wording.CONFIGURATIONS.format(
        score=result.design.score,
        n=len(result.rows),
        best=result.best,
        mean=best,
        error=error,
        within=wording.SOME_WITHIN.format(n=within) if within > 1 else wording.NONE_WITHIN,
        chosen=result.chosen,
        value=mean,
    )


def _caption(result: OneStandardErrorResult) -> str:
    direction = "higher" if result.design.higher_is_better else "lower"
    is_best = result.chosen == result.best
    return wording.ONE_STANDARD_ERROR.format(
        score=result.design.score,
        direction=direction,
        chosen=result.chosen,
        which=wording.BEST_AND_SIMPLEST if is_best else wording.SIMPLEST,
    )
