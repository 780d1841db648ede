"""What figures of curves say of themselves."""

import math
from collections.abc import Sequence

from benchreport.errors import format_count, name_steps
from benchreport.plots.base.series_looks import Series, explain_grey
from benchreport.results.curves.lines import CurvesResult, last
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import curves as wording

MOST_BANDS = 8


def has_bands(series: Sequence[Series]) -> bool:
    """Tell whether the bands of so many algorithms can be told apart."""
    return sum(entry.strong for entry in series) <= MOST_BANDS


def describe_curves(result: CurvesResult) -> str:
    """Say what the figure looks like."""
    ends = fmt.number(result.steps[0]), fmt.number(result.steps[-1])
    return wording.CURVES.format(
        center=result.center,
        quantity=result.quantity,
        steps=name_steps(result.step, *ends),
        axis=wording.LOG_AXIS if result.log else "",
        algorithms=format_count(result.design.n_algorithms, "algorithm"),
        summary=result.summary,
    )


def explain_curves(result: CurvesResult, series: Sequence[Series], n_drawn: int) -> str:
    """Say what lines and bands are, who leads, and what is not drawn."""
    best_already = result.quantity.startswith("best ")
    lines = wording.LINES.format(
        center=result.center.capitalize(),
        quantity=result.quantity,
        incumbent=wording.INCUMBENT if result.best_so_far and not best_already else "",
        over=_count_averaged(result),
        band=_describe_bands(result, series),
    )
    early = any(line.ended < result.steps[-1] for line in result.lines)
    undrawn = len(result.datasets) - n_drawn
    datasets = format_count(undrawn, "further dataset")
    hidden = wording.HIDDEN.format(datasets=datasets, are=fmt.are(undrawn))
    return fmt.paragraph(
        lines,
        _name_leaders(result) if len(result.datasets) == 1 else "",
        wording.ENDED if early else "",
        explain_grey(series),
        hidden if undrawn > 0 else "",
    )


def _count_averaged(result: CurvesResult) -> str:
    """Say over what the lines are averaged."""
    if result.over == "draw":
        return result.variant or "draws"
    counts = sorted({line.n for line in result.lines})
    if counts[0] == counts[-1]:
        return format_count(counts[0], result.over)
    return f"{counts[0]} to {format_count(counts[-1], result.over)}"


def _describe_bands(result: CurvesResult, series: Sequence[Series]) -> str:
    if all(math.isnan(value) for line in result.lines for value in line.low):
        return ""
    if not has_bands(series):
        return wording.NO_BANDS.format(n=MOST_BANDS)
    return wording.BANDS.format(band=result.band)


def _name_leaders(result: CurvesResult) -> str:
    leaders = result.leaders
    value = next(last(line) for line in result.lines if line.algorithm == leaders[0])
    write = result.choose_writer([last(line) for line in result.lines])
    return wording.END.format(
        names=fmt.join(leaders, most=5),
        lead=wording.LEADS if len(leaders) == 1 else wording.ARE_LEVEL,
        value=write(value),
    )
