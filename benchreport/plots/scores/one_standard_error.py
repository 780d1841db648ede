"""Means against complexity, and one standard error below the best."""

import math

from matplotlib.axes import Axes

from benchreport.plots.base.column_names import fit_columns, write_columns
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.short_names import shorten_names
from benchreport.plots.base.style import ACCENT, MUTED, PALETTE, Width, available_width, make_axes
from benchreport.plots.base.text_sizes import wrap_text
from benchreport.results.checks.one_se import Configuration, OneStandardErrorResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import scores as wording

LONGEST, LEGEND = 80, 8.0  # letters of a name in the legend, and points
HEIGHT, ASIDE = 2.6, 1.1  # inches without the names below the axis, and beside it
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
    wide = available_width(ax, width)
    names = fit_columns([row.name for row in rows], wide - ASIDE)
    short = shorten_names([row.name for row in rows], LONGEST)
    axes = ax or make_axes(width, HEIGHT + names.below)
    axes.axhspan(
        *sorted((result.limit, best.mean)), color=BAND, linewidth=0, zorder=0, gid="band",
        label=wording.BAND,
    )  # fmt: skip
    axes.axhline(result.limit, color=ACCENT, linewidth=0.9, linestyle=(0, (5, 2)), zorder=1)
    axes.plot(range(len(rows)), [row.mean for row in rows], color=MUTED, linewidth=0.8, zorder=2)
    for place, row in enumerate(rows):
        _draw_mean(axes, place, row, result, short[row.name])
    write_columns(axes, len(rows), names)
    pad = max(0.6, 0.015 * len(rows))
    axes.set_xlim(-pad, len(rows) - 1 + pad)
    axes.set_ylabel(f"mean {result.design.score} ± SE")
    axes.set_xlabel(wording.COMPLEXITY_AXIS)
    handles, roles = axes.get_legend_handles_labels()
    lines = [wrap_text(role, wide - ASIDE, LEGEND) for role in roles]
    axes.legend(
        handles, lines, loc="lower left", bbox_to_anchor=(0, 1.01), ncols=1, frameon=False, fontsize=LEGEND,
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
