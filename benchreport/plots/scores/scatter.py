"""Two algorithms against each other: a point per dataset, and the diagonal between them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from numpy.typing import NDArray

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import OptionError, format_count
from benchreport.hints import option
from benchreport.numerics.moments import spans_decades
from benchreport.numerics.ranks import mid_ranks
from benchreport.numerics.ties import snap_differences
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.end_labels import POINTS
from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.score_axis import NARROW, log_limits, set_log_ticks
from benchreport.plots.base.short_names import elide, shorten_names
from benchreport.plots.base.style import INK, MUTED, PALETTE, Width, add_grid, inches, make_axes
from benchreport.plots.base.text_sizes import measure_width, wrap_text
from benchreport.results import PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import common as figures
from benchreport.wording.figures import scores as wording

Floats = NDArray[np.float64]
MOST_NAMED = 5
NAME_ROOM = 1.3  # inches of a line of a point's name
NAME_SIZE, COUNT_SIZE, LABEL_SIZE = 7.0, 8.0, 9.0  # points
AROUND, GAP = 1.1, 0.15  # inches of labels around the axes, and between counts
COLUMN_SIDE, PAGE_SIDE = 3.3, 4.6  # inches: the height of a figure
ROOM = 0.06  # of the range of scores, beyond the outermost


class Side(NamedTuple):
    """The look of points on which one algorithm is better, or neither."""

    colour: str
    marker: str


# blue and vermilion differ for the colour-blind, circles and squares in print
SIDES = (Side(PALETTE[0], "o"), Side(PALETTE[5], "s"), Side(MUTED, "D"))


class Pair(NamedTuple):
    """Two algorithms on the blocks where both have scores."""

    scores: Scores
    """The table of the two alone, without gaps."""
    first: str
    second: str
    gains: Floats
    """The advantage of the first on each block, (N,); negative where the second is better."""
    chosen_by: str
    """How the two were chosen, if the caller did not name them; else empty."""
    left_out: int
    """The number of blocks that lack one of the scores."""

    @property
    def outcomes(self) -> tuple[int, int, int]:
        """The numbers of blocks that favour the first, the second and neither."""
        ahead, behind = int(np.sum(self.gains > 0)), int(np.sum(self.gains < 0))
        return ahead, behind, len(self.gains) - ahead - behind

    @property
    def sides(self) -> NDArray[np.intp]:
        """(N,) 0 where the first is better, 1 where the second is, 2 where neither is."""
        return np.where(self.gains > 0, 0, np.where(self.gains < 0, 1, 2)).astype(np.intp)


def select_pair(scores: Scores, a: str | None, b: str | None, *, procedure: str) -> Pair:
    """Return two algorithms to compare; those that are not named are the best by mean rank.

    Raises
    ------
    DesignError
        No such algorithm, independent runs, or fewer than two blocks that both have scores on.
    OptionError
        ``a`` and ``b`` are the same.
    """
    values = scores.require_matched(procedure)
    places = [None if name is None else scores.index_of(name, role=role) for role, name in
              (("a", a), ("b", b))]  # fmt: skip
    if places[0] is not None and places[0] == places[1]:
        other = next(name for name in scores.algorithms if name != a)
        raise OptionError(f"a and b are both {a!r}; two are compared.", hint=option(b=other))
    free = iter([place for place in _sort_by_rank(scores) if place not in places])
    first, second = (next(free) if place is None else place for place in places)
    table = replace(
        scores,
        values=values[:, [first, second]],
        counts=scores.counts[:, [first, second]],
        algorithms=(scores.algorithms[first], scores.algorithms[second]),
    ).without_gaps()
    sign = 1.0 if scores.higher_is_better else -1.0
    return Pair(
        scores=table,
        first=scores.algorithms[first],
        second=scores.algorithms[second],
        gains=sign * snap_differences(table.values[:, 0], table.values[:, 1]),
        chosen_by=_describe_choice(scores, [first, second], [a, b]),
        left_out=len(values) - len(table.blocks),
    )


@as_figure
def scatter_plot(
    scores: Scores,
    *,
    a: str | None = None,
    b: str | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw two algorithms against each other: a point per block, and the diagonal between them.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; blocks without both scores are left out.
    a, b
        The algorithms on x and y; by default the two best by mean rank.

    Returns
    -------
    matplotlib.axes.Axes
        Points in a shaded half are blocks on which the algorithm named there is better. Both axes
        are logarithmic where scores are positive and span more than two decades.

    Raises
    ------
    DesignError
        No such algorithm, independent runs, or fewer than two blocks with both scores.
    OptionError
        ``a`` and ``b`` are the same.

    Notes
    -----
    The p-value in the caption is Wilcoxon's signed-rank test of this pair alone, two-sided. It makes
    no allowance for a pair that was chosen by its scores.

    References
    ----------
    Demšar (2006), JMLR 7, section 3.1.3.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> axes = frame.bench(score="accuracy").scatter_plot()
    >>> [text.get_text() for text in axes.texts if text.get_gid() == "count"]
    ['b better: 0', 'a better: 4']
    """
    pair = select_pair(scores, a, b, procedure="scatter_plot")
    result = stats.wilcoxon(pair.scores)
    narrow = inches(width) < NARROW
    height = COLUMN_SIDE if narrow else PAGE_SIDE
    side = height - AROUND
    axes = ax or make_axes(width, height)
    _set_axes(axes, pair, side, narrow=narrow)
    _shade_halves(axes, pair, side)
    _draw_points(axes, pair)
    _name_extremes(axes, pair, side)
    describe(
        axes,
        alt=_alt(pair),
        caption=_caption(result, pair),
        data=lambda: _data(pair),
    )
    return axes


def _sort_by_rank(scores: Scores) -> list[int]:
    """Return the places of algorithms by mean rank on the blocks they have scores on."""
    values = -scores.values if scores.higher_is_better else scores.values
    ranks = mid_ranks(values)
    known = ~np.isnan(ranks)
    means = np.where(known, ranks, 0).sum(axis=0) / known.sum(axis=0)
    return [int(place) for place in np.argsort(means, kind="stable")]


def _describe_choice(scores: Scores, places: Sequence[int], given: Sequence[str | None]) -> str:
    """Say how the algorithms that were not given were chosen; empty without a choice."""
    k = len(scores.algorithms)
    chosen = [
        scores.algorithms[place] for place, name in zip(places, given, strict=True) if name is None
    ]
    if k == 2 or not chosen:  # noqa: PLR2004 - no choice
        return ""
    if len(chosen) == 2:  # noqa: PLR2004 - both
        return wording.TWO_BEST.format(n=k)
    return wording.BEST_OF_OTHERS.format(name=chosen[0], n=k - 1)


def _use_log(pair: Pair) -> bool:
    return spans_decades(pair.scores.values)


def _set_axes(axes: Axes, pair: Pair, side: float, *, narrow: bool) -> None:
    values = pair.scores.values
    if _use_log(pair):
        axes.set_xscale("log")
        axes.set_yscale("log")
        limits = log_limits(values.min(), values.max(), ROOM)
        for axis in (axes.xaxis, axes.yaxis):
            set_log_ticks(axis, values, most=5)
    else:
        low, high = float(values.min()), float(values.max())
        room = ROOM * (high - low) or 0.05 * abs(high) or 1.0
        limits = (low - room, high + room)
    axes.set_xlim(*limits)
    axes.set_ylim(*limits)
    if not _use_log(pair):
        axes.locator_params(nbins=5 if narrow else 7)
    axes.set_aspect("equal", adjustable="box")
    axes.plot(limits, limits, color=INK, linewidth=0.9, zorder=1.5, gid="diagonal")
    for name, axis in ((pair.first, axes.xaxis), (pair.second, axes.yaxis)):
        label = f"{elide(pair.scores.score)} of {elide(name)}"
        direction = f"({pair.scores.direction})"
        text = wrap_text(f"{label} {direction}", side, LABEL_SIZE)
        if "\n" in text:
            text = f"{wrap_text(label, side, LABEL_SIZE)}\n{direction}"
        axis.set_label_text(text, fontsize=LABEL_SIZE)


def _shade_halves(axes: Axes, pair: Pair, side: float) -> None:
    """Shade where each is better, and count the points there."""
    low, high = axes.get_xlim()
    # below the diagonal the first has the higher score
    lower = 0 if pair.scores.higher_is_better else 1
    ends = [low, high]
    axes.fill_between(
        ends, low, ends, color=SIDES[lower].colour, alpha=0.07, linewidth=0, gid="half"
    )
    axes.fill_between(
        ends, ends, high, color=SIDES[1 - lower].colour, alpha=0.07, linewidth=0, gid="half"
    )
    add_grid(axes, linewidth=0.6)
    names = [*shorten_names([pair.first, pair.second]).values()]
    equal = f"equal: {pair.outcomes[2]}"
    beside = side - 2 * GAP  # labels of many lines leave the axes less than `side`
    above = beside - (measure_width([equal], COUNT_SIZE) if pair.outcomes[2] else 0.0)
    rooms = (beside, above) if lower == 0 else (above, beside)
    texts = [
        wrap_text(f"{name} better: {count}", room, COUNT_SIZE)
        for name, count, room in zip(names, pair.outcomes, rooms, strict=False)
    ]
    # counts stand outside, where no point can be: over the upper half and beside the lower one
    place: dict[str, Any] = {"transform": axes.transAxes, "fontsize": COUNT_SIZE, "gid": "count"}
    axes.text(0, 1.015, texts[1 - lower], color=SIDES[1 - lower].colour, va="bottom", **place)
    axes.text(1.015, 0, texts[lower], color=SIDES[lower].colour, va="bottom", rotation=270, **place)
    if pair.outcomes[2]:
        axes.text(1, 1.015, equal, color=MUTED, ha="right", va="bottom", **place)


def _draw_points(axes: Axes, pair: Pair) -> None:
    x, y = pair.scores.values.T
    size = 5.2 if len(x) <= 60 else 4.0 if len(x) <= 300 else 3.0  # noqa: PLR2004 - by eye
    for side, look in enumerate(SIDES):
        on_side = pair.sides == side
        if on_side.any():
            axes.plot(
                x[on_side], y[on_side], linestyle="none", marker=look.marker,
                markersize=size if look.marker == "o" else 0.86 * size,
                color=look.colour, markeredgecolor="white", markeredgewidth=0.5, alpha=0.9,
                zorder=4, gid="block",
            )  # fmt: skip


def _name_extremes(axes: Axes, pair: Pair, side: float) -> None:
    """Name the points farthest from the diagonal, each where it covers nothing, nor the diagonal."""
    figure = axes.get_figure(root=True)
    if figure is None:
        return
    # the layout decides later how large the axes are; this estimate is a little less
    given = float(np.min(figure.get_size_inches() * axes.get_position().size))
    side = min(given, side) * POINTS
    to_axes = axes.transData + axes.transAxes.inverted()
    points = to_axes.transform(pair.scores.values) * side
    away = np.abs(points[:, 0] - points[:, 1])
    order = np.argsort(-away, kind="stable")[:MOST_NAMED]
    chosen = [int(place) for place in order if pair.gains[place] != 0]
    short = shorten_names(pair.scores.blocks)
    occupied: list[Rectangle] = []
    for place in chosen:
        text = wrap_text(short[pair.scores.blocks[place]], NAME_ROOM, NAME_SIZE)
        lines = 1 + text.count("\n")
        size = (POINTS * measure_width([text], NAME_SIZE), NAME_SIZE * 1.25 * lines)
        for right, up in PLACES:
            box = _place_box(points[place], size, (right, up))
            if _is_free(box, occupied, side) and not _covers(box, points):
                occupied.append(box)
                axes.annotate(
                    text, tuple(pair.scores.values[place]), xytext=(right * 4.5, up * 4.5),
                    textcoords="offset points", ha=ACROSS[right], va=UP[up], fontsize=NAME_SIZE,
                    color=INK, gid="label", zorder=7,
                )  # fmt: skip
                break


Rectangle = tuple[float, float, float, float]
PLACES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
ACROSS = {1: "left", 0: "center", -1: "right"}
UP = {1: "bottom", 0: "center_baseline", -1: "top"}


def _place_box(point: Floats, size: tuple[float, float], to: tuple[int, int]) -> Rectangle:
    (x, y), (wide, high) = point.tolist(), size
    left = x + 4.5 * to[0] - wide * (1 - to[0]) / 2
    low = y + 4.5 * to[1] - high * (1 - to[1]) / 2
    return left, low, left + wide, low + high


def _is_free(box: Rectangle, occupied: list[Rectangle], side: float) -> bool:
    left, low, right, high = box
    crosses_diagonal = max(left, low) < min(right, high)
    if crosses_diagonal or min(box) < 0 or max(box) > side:
        return False
    return not any(
        left < other[2] and other[0] < right and low < other[3] and other[1] < high
        for other in occupied
    )


def _covers(box: Rectangle, points: Floats) -> bool:
    x, y = points.T
    inside = (x > box[0] - 2) & (x < box[2] + 2) & (y > box[1] - 2) & (y < box[3] + 2)
    return bool(inside.any())


def _data(pair: Pair) -> pd.DataFrame:
    names = np.array([pair.first, pair.second, ""])
    frame = pair.scores.frame.reset_index(names=pair.scores.block_kind, allow_duplicates=True)
    return frame.rename_axis(columns=None).assign(difference=pair.gains, better=names[pair.sides])


def _alt(pair: Pair) -> str:
    return wording.SCATTER.format(
        score=pair.scores.score,
        first=pair.first,
        second=pair.second,
        blocks=format_count(len(pair.gains), pair.scores.block_kind),
        outcomes=count_outcomes(pair),
    )


def count_outcomes(pair: Pair) -> str:
    """Say in a clause on how many blocks each of the two is better."""
    ahead, behind, equal = pair.outcomes
    return figures.OUTCOMES.format(
        first=pair.first, ahead=ahead, second=pair.second, behind=behind, equal=equal
    )


def explain_left_out(pair: Pair) -> str:
    """Count the blocks without both scores; empty if there are none."""
    blocks = format_count(pair.left_out, pair.scores.block_kind)
    left_out = figures.LEFT_OUT.format(blocks=blocks, are=fmt.are(pair.left_out))
    return left_out if pair.left_out else ""


def _caption(result: PairwiseResult, pair: Pair) -> str:
    block = pair.scores.block_kind
    row = result.comparisons[0]
    median = fmt.number(float(np.median(np.abs(pair.gains))))
    p = fmt.p_equals(row.p_value, result.alpha)
    # a pair that was chosen by its scores has small p-values too easily
    chosen = wording.CHOSEN_BY_SCORES.format(choice=pair.chosen_by)
    return fmt.paragraph(
        wording.POINTS.format(block=block, outcomes=count_outcomes(pair), median=median),
        wording.TEST_ALONE.format(method=fmt.lower(result.method), p=p),
        chosen if pair.chosen_by else "",
        explain_left_out(pair),
        wording.LOG_AXES if _use_log(pair) else "",
    )
