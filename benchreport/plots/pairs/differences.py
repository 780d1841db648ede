"""The differences of all algorithms to the best, or to the control."""

import math
from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes

from benchreport.errors import check_number, format_count
from benchreport.hints import option
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.row_names import WIDE, fit_names, row_pitch
from benchreport.plots.base.short_names import elide, escape_unprintable, list_first
from benchreport.plots.base.style import (
    Width,
    available_width,
    make_axes,
)
from benchreport.plots.base.text_sizes import join_lines, measure_width
from benchreport.plots.pairs.cd_facts import find_reference
from benchreport.plots.pairs.intervals import draw_rows, explain_arrows
from benchreport.results import Comparison, PairwiseResult
from benchreport.results.pairs.pairwise import reverse_interval
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import pairs as wording

MOST = 48
AXIS, ASIDE = (
    0.52,
    0.3,
)  # of the width, and inches between the names and the axis and at the borders
AROUND, LINE = 0.4, 0.16  # inches above and below the rows, and of a line of the axis' name


@as_figure
def difference_plot(
    result: PairwiseResult, *, ax: Axes | None = None, width: Width = "page", most: int = MOST
) -> Axes:
    """Draw how far each algorithm is from the best, or from the control, with its interval.

    Parameters
    ----------
    result
        Any pairwise result.
    most
        How many algorithms are drawn, the best. The caption says how many are left out.

    Returns
    -------
    matplotlib.axes.Axes
        One row for each other algorithm, the best on top. Right of zero the best is better than the row,
        or the row better than the control. Filled: the difference is significant.
    """
    check_number("most", most, above=0, whole=True, hint=option(most=MOST))
    every = compare_with_reference(result)
    rows = every[:most]
    wide = available_width(ax, width)
    names = [escape_unprintable(" ".join(_other(result, row).split())) for row in rows]
    names, size, n_lines = fit_names(names, (1 - AXIS) * wide - ASIDE, wide, measure_width)
    axis_name = _axis_name(result, wide)
    around = AROUND + LINE * len(axis_name.splitlines())
    axes = ax or make_axes(width, around + row_pitch(len(rows), size, n_lines) * len(rows))
    draw_rows(axes, rows, result, names, size, wide=wide >= WIDE)
    axes.set_xlabel(axis_name, fontsize=8)
    describe(
        axes,
        alt=_alt(result, rows),
        caption=_caption(result, rows, len(every) - len(rows)),
        data=lambda: _tabulate(result, rows),
    )
    return axes


def compare_with_reference(result: PairwiseResult) -> tuple[Comparison, ...]:
    """Return the comparisons with the best, which comes first, or with the control, which comes second.

    A positive difference means that the first is better, whether high or low scores are good. The rows go
    from the best of the others to the worst.
    """
    names = result.design.algorithms
    place = {names[index]: rank for rank, index in enumerate(result.order)}
    best = names[result.order[0]]
    if result.control is None:
        rows = list(result.oriented(rows=[row for row in result.comparisons if best in row[:2]]))
    else:
        rows = [_against(row, result.control) for row in result.oriented()]
    return tuple(sorted(rows, key=lambda row: place[_other(result, row)]))


def _against(row: Comparison, control: str) -> Comparison:
    if row.first != control:
        return row
    return row._replace(
        first=row.second,
        second=row.first,
        difference=-row.difference,
        interval=reverse_interval(row.interval, lambda value: -value),
    )


def _other(result: PairwiseResult, row: Comparison) -> str:
    return row.second if result.control is None else row.first


def _shares_first_place(result: PairwiseResult) -> bool:
    first, second = (result.centres[place] for place in result.order[:2])
    return first == second


def _axis_name(result: PairwiseResult, width: float) -> str:
    """Name the difference, and the side of the better, in one line or in several that fit."""
    reference = find_reference(result)
    side = f"worse than {reference}" if result.control is None else f"better than {reference}"
    return join_lines([elide(result.difference_name, 66), f"{elide(side, 66)} →"], AXIS * width, 8)


def _alt(result: PairwiseResult, rows: Sequence[Comparison]) -> str:
    listed = [f"{_other(result, row)} {fmt.number(row.difference)}" for row in rows]
    difference = result.difference_name
    intervals = wording.INTERVALS_OF.format(difference=difference)
    with_intervals = any(row.interval for row in rows)
    return wording.DIFFERENCES.format(
        what=intervals if with_intervals else _begin(difference),
        sense=wording.LEAD_OF if result.control is None else wording.ADVANTAGE_OVER,
        reference=find_reference(result),
        listed=list_first(listed),
        n=fmt.or_none(sum(row.p_adjusted <= result.alpha for row in rows)),
        p=wording.P_VALUE[result.adjusts_p],
        level=fmt.level(result.alpha),
    )


def _begin(text: str) -> str:
    """Write a text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def _caption(result: PairwiseResult, rows: Sequence[Comparison], hidden: int) -> str:
    reference, noun = find_reference(result), result.design.noun
    sense = wording.LEAD if result.control is None else wording.ADVANTAGE
    many = result.design.blocks
    test = fmt.add_in_brackets(fmt.lower(result.method), many)
    left_out = wording.HIDDEN.format(
        hidden=format_count(hidden, f"further {noun}"), are=fmt.are(hidden)
    )
    return fmt.paragraph(
        sense.format(
            difference=_begin(result.difference_name),
            reference=reference,
            noun=noun,
            others=(
                _other(result, rows[0])
                if len(result.comparisons) == 1
                else wording.EACH_OTHER.format(noun=noun)
            ),
            first=wording.ONE_OF_THE_FIRST if _shares_first_place(result) else wording.FIRST,
        ),
        _describe_intervals(result, rows),
        wording.TEST_OF_P.format(test=test)
        if result.in_doubt
        else wording.FILLED_BY.format(
            p=wording.P[result.adjusts_p], level=fmt.level(result.alpha), test=test
        ),
        explain_arrows(rows),
        _explain_open_intervals(result, rows),
        result.caution,
        left_out if hidden else "",
    )


def _explain_open_intervals(result: PairwiseResult, rows: Sequence[Comparison]) -> str:
    """Say why intervals exclude 0 although p is large, if any does because it is of one pair alone."""
    together = result.simultaneous_intervals or result.adjusted_intervals
    excludes = any(
        row.p_adjusted > result.alpha and not row.interval.low <= 0 <= row.interval.high
        for row in rows
        if row.interval
    )
    unadjusted = not together and len(result.comparisons) > 1
    if not (unadjusted and excludes):
        return ""
    asked = 1 - result.alpha
    if result.level_of(*(row.interval for row in rows if row.interval)) < asked:
        return wording.SHORT_BARS.format(asked=fmt.number(100 * asked))
    return wording.ONLY_P_ADJUSTED


def _describe_intervals(result: PairwiseResult, rows: Sequence[Comparison]) -> str:
    intervals = [row.interval for row in rows if row.interval is not None]
    if not intervals:
        return ""
    level = fmt.number(100 * result.level_of(*intervals), 3)
    if len(result.comparisons) == 1:
        bars = wording.BARS_OF_ONE_PAIR
    elif result.simultaneous_intervals:
        bars = wording.SIMULTANEOUS_BARS
    elif result.adjusted_intervals:
        bars = wording.ADJUSTED_BARS
    else:
        bars = wording.SEPARATE_BARS
    return bars.format(level=level)


def _tabulate(result: PairwiseResult, rows: Sequence[Comparison]) -> pd.DataFrame:
    """Return the drawn numbers, the best on top."""
    ends = [row.interval or (math.nan, math.nan) for row in rows]
    return pd.DataFrame(
        {
            result.design.noun: [_other(result, row) for row in rows],
            "difference": [row.difference for row in rows],
            "low": [end[0] for end in ends],
            "high": [end[1] for end in ends],
            "p_adjusted": [row.p_adjusted for row in rows],
        }
    )
