"""Differences of pairs by dataset, and over all of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from benchreport import stats
from benchreport.data.predictions import Predictions
from benchreport.errors import check_number, format_count
from benchreport.hints import option
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.row_names import TALLEST, fit_names, pair_pitch
from benchreport.plots.base.score_axis import NARROW
from benchreport.plots.base.short_names import elide, list_first
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
from benchreport.results.predictions.dataset_differences import (
    DatasetDifference,
    DatasetDifferencesResult,
)
from benchreport.results.writing import number_format as fmt
from benchreport.wording.results import dataset_differences as wording

AXIS, ASIDE, AROUND = 0.64, 0.3, 0.8
LEAST_PITCH_SHOWN = 0.19
MOST_PAIRS = 3
SMALLEST, LARGEST = 2.6, 6.4
HEIGHT = 0.26
"""Half the height of a diamond, in rows."""
LONGEST_NAME = 34


class _Row(NamedTuple):
    """A row of the figure: a pair's heading, a dataset, or a diamond over datasets."""

    label: str
    found: DatasetDifference | None
    kind: str


@as_figure
def forest_plot(
    result: DatasetDifferencesResult,
    *,
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the differences of the leading pairs by dataset with their intervals, and over all datasets.

    Parameters
    ----------
    most
        How many pairs are drawn: the first of the ranking with those after it, or all with a control; None:
        as many as a page holds, at most 3. The caption says how many are left out.

    Returns
    -------
    matplotlib.axes.Axes
        A group of rows for each pair: datasets, then diamonds over all examples and over datasets. To the
        right of 0 the first of a pair is better.
    """
    pairs = result.leading_pairs()
    if most is None:
        room = int(TALLEST / LEAST_PITCH_SHOWN / (len(result.datasets) + 4))
        most = min(max(1, room), MOST_PAIRS)
    check_number("most", most, above=0, whole=True, hint=option(most=MOST_PAIRS))
    rows = [row for pair in pairs[:most] for row in _rows_of(result, pair)]
    wide = available_width(ax, width)
    labels, size, n_lines = fit_names(
        [row.label for row in rows if row.kind != "pair"],
        (1 - AXIS) * wide - ASIDE,
        wide,
        measure_width,
    )
    axes = ax or make_axes(width, AROUND + pair_pitch(len(rows), size, n_lines) * len(rows))
    largest = max(row.found.examples for row in rows if row.found and row.kind == "dataset")
    for place, row in enumerate(rows):
        _draw_row(axes, len(rows) - 1 - place, row, largest, size)
    axes.axvline(0, color=INK, linewidth=0.9, zorder=1, gid="no difference")
    named = [len(rows) - 1 - place for place, row in enumerate(rows) if row.kind != "pair"]
    axes.set_yticks(named, labels, fontsize=size, linespacing=1.0)
    set_row_axes(axes, len(rows))
    narrow = inches(width) < NARROW
    axes.locator_params(axis="x", nbins=4 if narrow else 7)
    axes.set_xlabel(wording.AXIS.format(score=elide(result.design.score, 40)))
    if not narrow:
        _write_numbers(axes, rows, size)
    describe(
        axes,
        alt=_alt(result, pairs[:most]),
        caption=_caption(result, len(pairs) - len(pairs[:most])),
        data=lambda: result.table,
    )
    return axes


@from_table(forest_plot, stats.dataset_differences)
def forest_plot_from_table(
    predictions: Predictions,
    *,
    metric: str = "auto",
    alpha: float = 0.05,
    control: str | None = None,
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the differences of models by dataset, such as benchmarks, and over all of them.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "benchmark": ["code"] * 8 + ["law"] * 8,
    ...     "large": [1, 1, 1, 1, 1, 1, 0, 0] * 2, "small": [1, 1, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 0],
    ... })
    >>> axes = frame.bench(task="correctness").forest_plot()
    """
    result = stats.dataset_differences(predictions, metric=metric, alpha=alpha, control=control)
    return forest_plot(result, most=most, ax=ax, width=width)


def _rows_of(result: DatasetDifferencesResult, pair: tuple[str, str]) -> list[_Row]:
    datasets, pooled, averaged = result.of_pair(*pair)
    first, second = (elide(name, LONGEST_NAME) for name in pair)
    rows = [_Row(wording.GROUP.format(first=first, second=second), None, "pair")]
    rows += [_Row(row.dataset, row, "dataset") for row in datasets]
    if pooled is not None:
        rows.append(_Row(wording.ALL_EXAMPLES, pooled, "pooled"))
    if averaged is not None:
        rows.append(_Row(wording.ALL_DATASETS, averaged, "averaged"))
    return rows


def _draw_row(axes: Axes, y: int, row: _Row, largest: int, size: float) -> None:
    if row.found is None:
        axes.annotate(
            row.label, xy=(0, y), xycoords=axes.get_yaxis_transform(), va="center", ha="left",
            fontsize=size, fontweight="bold", color=INK, gid="pair",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
        )  # fmt: skip
        return
    found = row.found
    colour = ACCENT if found.clear else MUTED
    if row.kind != "dataset":
        _draw_diamond(axes, y, found, filled=row.kind == "pooled")
        return
    if found.interval is not None:
        ends = found.interval[:2]
        axes.plot(
            ends, [y, y], color=colour, linewidth=1.5 if found.clear else 1.2, gid="interval",
            solid_capstyle="butt",
        )  # fmt: skip
    share = np.sqrt(found.examples / largest)
    axes.plot(
        [found.difference], [y], "s", color=colour, zorder=3, gid="dataset",
        markersize=SMALLEST + (LARGEST - SMALLEST) * share,
    )  # fmt: skip


def _draw_diamond(axes: Axes, y: int, found: DatasetDifference, *, filled: bool) -> None:
    colour = ACCENT if found.clear else INK
    low, high = found.interval[:2] if found.interval else (found.difference, found.difference)
    corners = [(low, y), (found.difference, y + HEIGHT), (high, y), (found.difference, y - HEIGHT)]
    axes.add_patch(
        Polygon(
            corners, closed=True, facecolor=colour if filled else "white", edgecolor=colour,
            linewidth=1.1, zorder=3, gid="pooled" if filled else "averaged",
        )
    )  # fmt: skip
    # a patch alone does not widen the axis
    axes.update_datalim(corners)
    axes.autoscale_view()


def _write_numbers(axes: Axes, rows: Sequence[_Row], size: float) -> None:
    """Write each difference with its interval beside its row."""
    found = [row.found for row in rows if row.found is not None]
    ends = [end for row in found if row.interval for end in row.interval[:2]]
    write = fmt.writer([*(row.difference for row in found), *ends])
    for place, row in enumerate(rows):
        if row.found is None:
            continue
        interval = fmt.interval(row.found.interval, write)
        axes.annotate(
            f"{write(row.found.difference)} {interval}".rstrip(),
            xy=(1, len(rows) - 1 - place),
            xycoords=axes.get_yaxis_transform(),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontsize=size,
            color=INK if row.found.clear else MUTED,
        )


def _alt(result: DatasetDifferencesResult, pairs: Sequence[tuple[str, str]]) -> str:
    listed = []
    for first, second in pairs:
        rows, pooled, _ = result.of_pair(first, second)
        values = [row.difference for row in rows]
        listed.append(
            wording.ONE_DRAWN.format(
                first=first,
                second=second,
                pooled=fmt.number(pooled.difference) if pooled else "–",
                low=fmt.number(min(values)),
                high=fmt.number(max(values)),
            )
        )
    return wording.DRAWN.format(score=result.design.score, listed=list_first(listed))


def _caption(result: DatasetDifferencesResult, hidden: int) -> str:
    diamond = wording.DIAMOND.format(together=wording.TOGETHER * result.simultaneous)
    left_out = wording.LEFT_OUT.format(pairs=format_count(hidden, "pair"), are=fmt.are(hidden))
    return fmt.paragraph(
        wording.CAPTION.format(
            score=result.design.score, confidence=fmt.number(100 * (1 - result.alpha))
        ),
        diamond + (wording.SECOND_DIAMOND if result.averaged else "."),
        left_out if hidden else "",
    )
