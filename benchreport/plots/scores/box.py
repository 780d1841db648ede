"""A box per algorithm of its scores, or of its scores relative to a baseline's."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
import pandas as pd
from matplotlib import cbook
from matplotlib.axes import Axes
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_choice, format_count
from benchreport.hints import option
from benchreport.numerics.moments import spans_decades
from benchreport.numerics.ties import snap_differences
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.end_labels import LINE, POINTS
from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.score_axis import NARROW, score_label, set_log_ticks
from benchreport.plots.base.series_looks import Highlight, Series, explain_grey
from benchreport.plots.base.short_names import elide, list_first
from benchreport.plots.base.style import (
    ACCENT,
    INK,
    MUTED,
    Width,
    available_width,
    golden_shares,
    inches,
    make_axes,
)
from benchreport.plots.scores.median_rows import (
    Rows,
    column_medians,
    is_crowded,
    name_rows,
    sort_rows,
)
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import common as figures
from benchreport.wording.figures import scores as wording

Floats = NDArray[np.float64]
Relative = Literal["ratio", "difference"]
MOST_POINTS, FEW_POINTS = 2_000, 20
BOX, GREY = "#dbe9f4", "#eceef0"
THIN_GREY = "#c3c8cd"


class _Content(NamedTuple):
    """The values that are drawn: a column an algorithm, NaN where there is none."""

    names: tuple[str, ...]
    values: Floats
    higher_is_better: bool
    label: str
    baseline: str = ""
    relative: Relative = "difference"
    outcomes: tuple[tuple[int, int, int], ...] = ()
    """How often each algorithm is better than the baseline, equal and worse."""

    @property
    def ratios(self) -> bool:
        """Whether values are ratios to the baseline, on a log axis."""
        return bool(self.baseline) and self.relative == "ratio"

    @property
    def log(self) -> bool:
        """Whether the axis is logarithmic: scores of several sizes would be a line at zero.

        Shares, such as accuracies, are of one size, however small the worst are.
        """
        shares = self.higher_is_better and bool(np.nanmax(self.values, initial=0) <= 1)
        return self.ratios or (not self.baseline and not shares and spans_decades(self.values))


@as_figure
def box_plot(
    scores: Scores,
    *,
    relative_to: str | None = None,
    relative: Relative = "ratio",
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
    most: int | None = None,
) -> Axes:
    """Draw a horizontal box per algorithm over its blocks, best median on top.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; cells may be empty.
    relative_to
        The baseline: boxes show the other algorithms' scores relative to its score on the same block.
    relative
        ``"ratio"`` (on a log axis; scores must be positive) or ``"difference"``.
    highlight
        How many of the best are in colour, or the names of those that are; by default all, of more
        than 64 the best 8, and only those are named.
    most
        How many algorithms are drawn, those with the best medians; ``None`` draws all. The caption says how
        many are left out.

    Raises
    ------
    DesignError
        The baseline is unknown, or runs are independent and have no common baseline.
    OptionError
        Ratios need positive scores.

    Notes
    -----
    The box is the quartiles, the line the median, the diamond the mean (of ratios the geometric
    mean), whiskers reach to the last point within 1.5 interquartile ranges (on a log axis, of
    logarithms); every block is a dot. The axis of scores that are positive and span more than two
    decades is logarithmic, unless they are shares, of which more is better.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> bench = frame.bench(score="accuracy")
    >>> bench.box_plot().get_xlabel()
    'accuracy (higher is better)'
    >>> bench.box_plot(relative_to="c").get_xlabel()
    'accuracy ÷ that of c (right of 1 is better)'
    """
    check_choice("relative", relative, ("ratio", "difference"))
    narrow = inches(width) < NARROW
    whole = _select_values(scores, relative_to, relative, narrow=narrow)
    content = _keep_best(whole, most)
    medians = column_medians(content.values)
    rows = sort_rows(
        content.names, medians, highlight,
        higher=content.higher_is_better, width=available_width(ax, width),
    )  # fmt: skip
    series = rows.series
    axes = ax or make_axes(width, 0.85 + len(series) * rows.height)
    _draw_boxes(axes, content, rows)
    _draw_baseline(axes, content, rows)
    if content.log:
        _set_log_axis(axes, content)
    axes.set_xlabel(content.label)
    name_rows(axes, rows, medians)
    describe(
        axes,
        alt=_alt(scores, content, medians, series),
        caption=fmt.paragraph(
            _caption(scores, content, series), _count_hidden(len(whole.names) - len(content.names))
        ),
        data=lambda: _data(scores, content),
    )
    return axes


def _keep_best(content: _Content, most: int | None) -> _Content:
    """Leave out all but the best by median."""
    if most is None or most >= len(content.names):
        return content
    medians = column_medians(content.values)
    order = np.argsort(-medians if content.higher_is_better else medians, kind="stable")
    kept = sorted(order[:most].tolist())
    return content._replace(
        names=tuple(content.names[place] for place in kept),
        values=content.values[:, kept],
        outcomes=tuple(content.outcomes[place] for place in kept if content.outcomes),
    )


def _count_hidden(hidden: int) -> str:
    rows = format_count(hidden, "algorithm")
    return wording.LOWER_NOT_DRAWN.format(rows=rows, are=fmt.are(hidden)) if hidden else ""


def _select_values(
    scores: Scores, relative_to: str | None, relative: Relative, *, narrow: bool
) -> _Content:
    higher = scores.higher_is_better
    if relative_to is None:
        return _Content(scores.algorithms, scores.values, higher, score_label(scores))
    place = scores.index_of(relative_to, role="relative_to")
    # a column may be called by a number
    baseline = scores.algorithms[place]
    values = scores.require_matched("box_plot(relative_to=…)")
    others = [column for column in range(values.shape[1]) if column != place]
    gaps = np.isnan(values[:, others]) | np.isnan(values[:, [place]])
    full = np.nan_to_num(values)
    differences = np.where(gaps, np.nan, snap_differences(full[:, others], full[:, [place]]))
    content = (
        differences
        if relative == "difference"
        else _compute_ratios(scores, others, place, differences)
    )
    gains = differences if higher else -differences
    sums = [np.sum(side, axis=0) for side in (gains > 0, gains == 0, gains < 0)]
    sign, line = ("÷", 1) if relative == "ratio" else ("−", 0)
    gap = "\n" if narrow else " "
    side = "right" if higher else "left"
    return _Content(
        names=tuple(scores.algorithms[column] for column in others),
        values=content,
        higher_is_better=higher,
        label=wording.RELATIVE_AXIS.format(
            score=elide(scores.score, 30),
            sign=sign,
            baseline=elide(baseline, 16 if narrow else 30),
            gap=gap,
            side=side,
            line=line,
        ),
        baseline=baseline,
        relative=relative,
        outcomes=tuple(zip(*(entry.tolist() for entry in sums), strict=True)),
    )


def _compute_ratios(scores: Scores, others: list[int], place: int, differences: Floats) -> Floats:
    values = scores.values
    lowest = float(np.nanmin(values))
    if lowest <= 0:
        raise OptionError(
            f"ratios need positive scores; the lowest {scores.score} is {lowest:g}.",
            hint=option(relative="difference"),
        )
    with np.errstate(over="ignore", under="ignore"):
        ratios = values[:, others] / values[:, [place]]
    if not np.all(np.isnan(ratios) | (np.isfinite(ratios) & (ratios > 0))):
        raise OptionError(
            "scores differ by more than numbers hold, so they have no ratios.",
            hint=option(relative="difference"),
        )
    return np.where(differences == 0, 1.0, ratios)


def _draw_boxes(axes: Axes, content: _Content, rows: Rows) -> None:
    series, thin = rows.series, rows.crowded
    n = len(series)
    # rows count from below, and the best is on top
    columns = [content.values[:, entry.place] for entry in series[::-1]]
    columns = [column[~np.isnan(column)] for column in columns]
    line = {"color": MUTED, "linewidth": 0.35 if thin else 0.9}
    log = content.log
    box = axes.bxp(
        [_box_statistics(column, log=log, ratios=content.ratios) for column in columns],
        positions=range(n),
        orientation="horizontal", widths=0.56, patch_artist=True, showfliers=False, manage_ticks=False,
        showmeans=not thin, showcaps=not thin, whiskerprops=line, capprops=line,
        boxprops={"edgecolor": MUTED, "linewidth": 0.0 if thin else 0.9},
        medianprops={"color": INK, "linewidth": 0.9 if thin else 1.6},
        meanprops={"marker": "D", "markerfacecolor": "white", "markeredgecolor": INK,
                   "markersize": min(4.2, rows.height * POINTS * 0.28), "zorder": 5},
    )  # fmt: skip
    looks = ((ACCENT, THIN_GREY), (BOX, GREY))[not thin]
    for patch, entry in zip(box["boxes"], series[::-1], strict=True):
        patch.set(facecolor=looks[not entry.strong], gid="box")
    if sum(len(column) for column in columns) <= MOST_POINTS and not thin:
        _draw_points(axes, columns, series[::-1])


def _box_statistics(column: Floats, *, log: bool, ratios: bool) -> dict[str, Any]:
    """Return the places of a box's parts; on a log axis, whiskers are by logarithms, and all of ratios is."""
    parts = ("med", "q1", "q3", "mean", "whislo", "whishi")
    plain: dict[str, Any] = cbook.boxplot_stats(column)[0]
    if not log:
        return {part: plain[part] for part in parts}
    logarithms: dict[str, Any] = cbook.boxplot_stats(np.log(column))[0]
    whiskers = parts if ratios else parts[-2:]
    return {part: np.exp(logarithms[part]) if part in whiskers else plain[part] for part in parts}


def _draw_points(axes: Axes, columns: Sequence[Floats], series: Sequence[Series]) -> None:
    for place, (column, entry) in enumerate(zip(columns, series, strict=True)):
        spread = (golden_shares(len(column)) - 0.5) * 0.4
        # the quartiles of few values are values, whose dots lie on the lines
        size, alpha = (4.2, 0.9) if len(column) <= FEW_POINTS else (2.6, 0.55)
        axes.plot(
            column, place + spread, "o", markersize=size, color=ACCENT if entry.strong else MUTED,
            alpha=alpha, markeredgewidth=0, zorder=3, gid="block",
        )  # fmt: skip


def _draw_baseline(axes: Axes, content: _Content, rows: Rows) -> None:
    """Draw the baseline as a line, and on how many blocks each is better, equal and worse."""
    if not content.baseline:
        return
    axes.axvline(
        1.0 if content.ratios else 0.0, color=INK, linewidth=1.0, zorder=0.9, gid="baseline"
    )
    if rows.crowded:
        return
    size = min(8.0, rows.height * POINTS / LINE)
    top = len(rows.series) - 1
    for row, entry in enumerate(rows.series):
        outcome = "/".join(map(str, content.outcomes[entry.place]))
        axes.text(
            1.01, top - row, outcome, transform=axes.get_yaxis_transform(),
            va="center", fontsize=size, color=MUTED, gid="outcome",
        )  # fmt: skip
    axes.annotate(
        "better/equal/worse", (1.0, 1.0), xycoords="axes fraction", xytext=(0, 1), ha="right",
        textcoords="offset points", va="bottom", fontsize=7, color=MUTED,
    )  # fmt: skip


def _set_log_axis(axes: Axes, content: _Content) -> None:
    axes.set_xscale("log")
    values = content.values.ravel()
    if content.ratios:
        if np.nanmin(values) == np.nanmax(values) == 1.0:
            axes.set_xlim(0.9, 1.1)
        values = np.append(values, 1.0)
    set_log_ticks(axes.xaxis, values, most=5)


def _data(scores: Scores, content: _Content) -> pd.DataFrame:
    frame = pd.DataFrame(content.values.copy(), columns=pd.Index(content.names))
    # an algorithm may have the same name as the blocks
    frame.insert(0, scores.block_kind, list(scores.blocks), allow_duplicates=True)
    return frame


def _alt(scores: Scores, content: _Content, medians: Floats, series: Sequence[Series]) -> str:
    placed = [f"{row.name} {fmt.number(medians[row.place], 4)}" for row in series]
    relation = wording.RELATION.format(relative=content.relative, baseline=content.baseline)
    return wording.BOXES.format(
        score=scores.score,
        relation=relation if content.baseline else "",
        listed=list_first(placed),
    )


def _caption(scores: Scores, content: _Content, series: Sequence[Series]) -> str:
    crowded = figures.CROWDED.format(n=len(series)) if is_crowded(len(series)) else ""
    grey = explain_grey(series)
    axis = wording.LOG_AXIS if content.log and not content.ratios else ""
    marks = fmt.join(_list_marks(scores, content, len(series)))
    if scores.block_kind == "run":
        boxes = wording.BOXES_OF_RUNS.format(
            score=scores.score, direction=scores.direction, marks=marks
        )
        return fmt.paragraph(boxes, axis, crowded, grey)
    template = wording.BOXES_RELATIVE if content.baseline else wording.BOXES_OVER_BLOCKS
    boxes = template.format(
        score=scores.score,
        direction=scores.direction,
        how=wording.DIVIDED_BY if content.ratios else wording.MINUS,
        baseline=content.baseline,
        block=scores.block_kind,
        axis=wording.ON_LOG_AXIS if content.ratios else "",
        blocks=format_count(scores.n_scored, scores.block_kind),
        averaged=wording.AVERAGED if scores.counts.max() > 1 else "",
        marks=marks,
    )
    if not content.baseline:
        overlap = wording.OVERLAP.format(block=scores.block_kind)
        return fmt.paragraph(boxes, axis, overlap, crowded, grey)
    return fmt.paragraph(boxes, *_compare_with_baseline(content, series), crowded, grey)


def _list_marks(scores: Scores, content: _Content, n: int) -> list[str]:
    """Say what is drawn of each algorithm."""
    if is_crowded(n):
        return list(wording.MARKS)
    mean = "geometric mean" if content.ratios else "mean"
    marks = [*wording.MARKS, wording.MEAN_MARK.format(mean=mean)]
    if int((~np.isnan(content.values)).sum()) <= MOST_POINTS:
        noun = "run" if scores.block_kind == "run" else "value"
        marks.append(wording.DOTS.format(noun=noun))
    return marks


def _compare_with_baseline(content: _Content, series: Sequence[Series]) -> tuple[str, str]:
    """Say on which side values are better, and how often."""
    better, equal, worse = content.outcomes[series[0].place]
    ahead = sum(outcome[0] > outcome[2] for outcome in content.outcomes)
    side = "right" if content.higher_is_better else "left"
    outcomes = wording.AGAINST_BASELINE.format(
        name=series[0].name,
        baseline=content.baseline,
        better=better,
        equal=equal,
        worse=worse,
        ahead=ahead,
        n=len(series),
        are=fmt.are(ahead),
    )
    return wording.BETTER_SIDE.format(side=side, baseline=content.baseline), outcomes
