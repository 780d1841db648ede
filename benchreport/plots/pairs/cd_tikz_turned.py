"""The turned critical-difference diagram as a TikZ picture; y counts rows, down from the best."""

from collections.abc import Iterator, Sequence

from benchreport.plots.base.row_names import SIZES
from benchreport.plots.base.short_names import display_width
from benchreport.plots.pairs.cd_facts import axis_name, choose_colours, is_one_sided
from benchreport.plots.pairs.cd_plan import DOT, GAP, Plan, plan_rows
from benchreport.plots.pairs.cd_turned import list_runs
from benchreport.plots.pairs.tikz_lines import (
    escape_text,
    format_line,
    format_look,
    format_node,
    format_point,
)
from benchreport.results import PairwiseResult
from benchreport.results.writing import number_format as fmt

LETTER = 0.55 / 72  # inches of an average letter for each point of its size


def estimate_width(texts: Sequence[str], size: float) -> float:
    """Estimate the width of the widest line in inches: the document chooses the fonts."""
    lines = [line for text in texts for line in text.splitlines()]
    return max(map(display_width, lines), default=0) * LETTER * size


def draw_turned(result: PairwiseResult, width: float) -> tuple[float, list[str]]:
    """Return the distance of rows in inches, and the commands that draw them."""
    plan = plan_rows(result, width, estimate_width)
    lines = [*_draw_axis(result, plan), *_draw_rows(result, plan), *_draw_bars(result, plan)]
    return plan.pitch, lines


def _font(size: int) -> str:
    return rf"font=\fontsize{{{size}}}{{{size + 1}}}\selectfont"


def _draw_axis(result: PairwiseResult, plan: Plan) -> Iterator[str]:
    top, bottom = 0.5, 0.5 - len(plan.order)
    if plan.band is not None:
        ends = [plan.place(end) for end in plan.band]
        corners = f"{format_point(ends[0], bottom)} rectangle {format_point(ends[1], top)}"
        yield rf"\fill[cdpassive, opacity=0.2] {corners};"
        text = f"CD = {fmt.fixed(result.drawn_difference or 0.0, 3)}"
        yield _write_below(plan, text, sum(ends) / 2, 0.08)
    for tick, text in plan.ticks:
        x = plan.place(tick)
        yield format_line("cdpassive!50, line width=0.3pt", (x, top), (x, bottom))
        style = f"anchor=south, text=cdmuted, {_font(SIZES[1])}"
        yield format_node(x, top, escape_text(text), style)
    yield format_line("cdmuted, line width=0.6pt", (plan.left, top), (plan.right, top))
    yield _write_below(plan, axis_name(result), (plan.left + plan.right) / 2, 0.23)


def _write_below(plan: Plan, text: str, x: float, below: float) -> str:
    y = 0.5 - len(plan.order) - below / plan.pitch
    return format_node(x, y, escape_text(text), f"text=cdmuted, {_font(SIZES[1])}")


def _draw_rows(result: PairwiseResult, plan: Plan) -> Iterator[str]:
    colours = choose_colours(result)
    for row, place in enumerate(plan.order):
        name, centre = result.design.algorithms[place], result.centres[place]
        x, control = plan.place(centre), name == result.control
        yield _draw_dot(x, -row, colours[name], square=control)
        text = r"\\".join(escape_text(line) for line in plan.names[row].splitlines())
        text = rf"\textbf{{{text}}}" if control and r"\\" not in text else text
        style = f"anchor=east, align=right, {_font(plan.size)}"
        yield format_node(plan.left - GAP, -row, text, style)
        left = plan.number_is_left(row, centre, estimate_width)
        side = "east" if left else "west"
        style = f"anchor={side}, text=cdmuted, {_font(plan.number_size)}"
        yield format_node(x + (-DOT if left else DOT), -row, escape_text(plan.numbers[row]), style)


def _draw_dot(x: float, y: float, colours: tuple[str, str], *, square: bool) -> str:
    if square:
        return rf"\node[fill=cdink, inner sep=2pt] at {format_point(x, y)} {{}};"
    return rf"\filldraw[{format_look(colours)}] {format_point(x, y)} circle[radius=2pt];"


def _draw_bars(result: PairwiseResult, plan: Plan) -> Iterator[str]:
    for bar in plan.bars:
        first, last = -bar.rows[0], -bar.rows[-1]
        if is_one_sided(result):
            yield format_line("cdink, line width=0.8pt, ->", (bar.x, last), (bar.x, first))
            continue
        yield format_line("cdink, line width=0.6pt", (bar.x, first), (bar.x, last))
        for start, end in list_runs(bar.rows):
            ends = (bar.x, 0.3 - start), (bar.x, -0.3 - end)
            yield format_line("cdink, line width=1.8pt", *ends)
        style = f"anchor=south, text=cdmuted, {_font(SIZES[-1])}"
        yield format_node(bar.x, first + 0.34, bar.letter, style)
