"""The shape of each algorithm's scores: a half violin with its quartiles and points."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.end_labels import POINTS
from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.score_axis import score_label
from benchreport.plots.base.series_looks import Highlight, Series, explain_grey
from benchreport.plots.base.style import (
    ACCENT,
    INK,
    MUTED,
    PASSIVE,
    Width,
    available_width,
    golden_shares,
    make_axes,
)
from benchreport.plots.scores.box import MOST_POINTS
from benchreport.plots.scores.median_rows import (
    PAGE,
    column_medians,
    is_crowded,
    name_rows,
    sort_rows,
)
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import common as figures
from benchreport.wording.figures import scores as wording

Floats = NDArray[np.float64]
FEWEST = 5
"""The fewest values for a density."""
GRID_POINTS, THIN_GRID_POINTS = 121, 41
MOST_KERNELS = 10_000  # of a sample are held at a time
SAME = 1e-10  # of the size of scores: those this close are one value, up to rounding
PEAK, BASE = 0.56, -0.12  # of a row: the height of a violin, and where it stands
HIGHEST = 1.7  # rows of violins are this much higher than rows of boxes
FILL, GREY = "#a9cbe6", "#d9dcdf"


class _Violin(NamedTuple):
    """One algorithm's violin."""

    sample: Floats
    quartiles: Floats
    x: Floats
    height: Floats
    """(m,) of the row, at most `PEAK`; of no points where there are too few values."""


@as_figure
def violin_plot(
    scores: Scores,
    *,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the distribution of each algorithm's scores as a half violin, best median on top.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; cells may be empty.
    highlight
        How many of the best are in colour, or the names of those that are; by default all, of more
        than 64 the best 8, and only those are named.

    Raises
    ------
    OptionError
        ``highlight`` names an unknown algorithm.

    Notes
    -----
    Gaussian kernel density with Scott's bandwidth, cut at the lowest and the highest value, each
    violin as high as the next; the bar is the quartiles, the white dot the median. Fewer than five
    values are drawn as points alone, and equal values as a line.

    References
    ----------
    Hintze & Nelson (1998), The American Statistician 52(2); Scott (1992), Multivariate Density
    Estimation.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7, 6], "b": [7, 6, 8, 5, 5], "c": [5, 4, 4, 2, 1]})
    >>> axes = frame.bench(score="accuracy").violin_plot()
    >>> [tick.get_text() for tick in axes.get_yticklabels()]
    ['c', 'b', 'a']
    """
    medians = column_medians(scores.values)
    rows = sort_rows(
        scores.algorithms, medians, highlight,
        higher=scores.higher_is_better, width=available_width(ax, width),
    )  # fmt: skip
    series, n = rows.series, len(rows.series)
    samples = scores.samples
    violins = [_estimate_violin(samples[entry.place], n) for entry in series]
    high = rows.height * (1 if rows.crowded else min(HIGHEST, max(1.0, PAGE / rows.height / n)))
    axes = ax or make_axes(width, 0.85 + n * high)
    _draw_violins(axes, violins, series, row=high)
    if _has_dots(scores, n):
        _draw_points(axes, violins, series)
    axes.set_xlabel(score_label(scores))
    name_rows(axes, rows, medians)
    describe(
        axes,
        alt=_alt(scores, violins, series),
        caption=_caption(scores, violins, series),
        data=lambda: _data(violins, series),
    )
    return axes


def _estimate_violin(sample: Floats, n: int) -> _Violin:
    quartiles = np.quantile(sample, [0.25, 0.5, 0.75])
    low, high = float(sample.min()), float(sample.max())
    if high - low <= SAME * max(abs(low), abs(high)):
        return _Violin(sample, quartiles, np.array([low, low]), np.array([0.0, PEAK]))
    if len(sample) < FEWEST:
        return _Violin(sample, quartiles, np.empty(0), np.empty(0))
    # scaled to 0 to 1: densities of scores near 1e-200 or 1e200 would overflow
    at = np.linspace(0, 1, THIN_GRID_POINTS if is_crowded(n) else GRID_POINTS)
    density = _estimate_density((sample - low) / (high - low), at)
    return _Violin(sample, quartiles, low + at * (high - low), PEAK * density / density.max())


def _estimate_density(sample: Floats, at: Floats) -> Floats:
    """Return the Gaussian kernel density by Scott's rule, up to a factor.

    Ours because scipy.stats is slow to load, and its threads take ten times as long for small samples.
    """
    bandwidth = sample.std(ddof=1) * len(sample) ** -0.2
    density: Floats = np.zeros(len(at))
    for part in np.array_split(sample, -(-len(sample) // MOST_KERNELS)):
        density += np.exp(-(((at[:, None] - part) / bandwidth) ** 2) / 2).sum(axis=1)
    return density


def _has_dots(scores: Scores, n: int) -> bool:
    return not is_crowded(n) and int((~np.isnan(scores.values)).sum()) <= MOST_POINTS


def _draw_violins(
    axes: Axes, violins: Sequence[_Violin], series: Sequence[Series], *, row: float
) -> None:
    """Draw all in few artists; ``row`` is the height of one in inches."""
    bases = len(series) - 1 - np.arange(len(series)) + BASE
    thin = row < 0.1  # noqa: PLR2004 - inches
    # a row's height in points: bar and dot stand on the violin's foot
    points = row * POINTS
    shapes = [place for place, violin in enumerate(violins) if len(violin.x) > 2]  # noqa: PLR2004
    lines = [place for place, violin in enumerate(violins) if len(violin.x) == 2]  # noqa: PLR2004
    edges = [ACCENT if entry.strong else PASSIVE for entry in series]
    outlines = PolyCollection(
        [_outline(violins[place], bases[place]) for place in shapes], gid="violin", zorder=2,
        facecolors=[FILL if series[place].strong else GREY for place in shapes],
        edgecolors=[edges[place] for place in shapes],
        linewidths=0.25 if thin else min(0.8, 0.045 * points),
    )  # fmt: skip
    axes.add_collection(outlines)
    at = [violins[place].x[0] for place in lines]
    axes.vlines(
        at, bases[lines], bases[lines] + PEAK, colors=[edges[place] for place in lines],
        linewidth=1.6, zorder=2, gid="line",
    )  # fmt: skip
    low, middle, high = np.array([violin.quartiles for violin in violins]).T
    axes.hlines(
        bases, low, high, colors=INK, linewidth=min(2.6, 0.16 * points), zorder=4, gid="quartiles"
    )
    axes.plot(
        middle, bases, linestyle="none", marker="|" if thin else "o", color=INK, gid="median",
        markersize=min(4.6, 0.4 * points), markerfacecolor="white", markeredgewidth=0.8, zorder=5,
    )  # fmt: skip
    axes.autoscale_view()


def _outline(violin: _Violin, base: float) -> Floats:
    foot = np.full(2, base)
    x = np.concatenate([violin.x[[-1, 0]], violin.x])
    return np.column_stack([x, np.concatenate([foot, base + violin.height])])


def _draw_points(axes: Axes, violins: Sequence[_Violin], series: Sequence[Series]) -> None:
    n = len(series)
    for row, (violin, entry) in enumerate(zip(violins, series, strict=True)):
        # below the violin
        spread = golden_shares(len(violin.sample)) * 0.16
        axes.plot(
            violin.sample, n - 1 - row + BASE - 0.11 - spread, "o", markersize=2.4, alpha=0.55,
            color=ACCENT if entry.strong else MUTED, markeredgewidth=0, zorder=3, gid="block",
        )  # fmt: skip


def _data(violins: Sequence[_Violin], series: Sequence[Series]) -> pd.DataFrame:
    """Return the outlines, a row a point, the highest density 1; without a density the values."""
    outlines = [
        violin
        if len(violin.x)
        else violin._replace(x=np.sort(violin.sample), height=np.full(len(violin.sample), np.nan))
        for violin in violins
    ]
    sizes = [len(violin.x) for violin in outlines]
    quartiles = np.repeat([violin.quartiles for violin in violins], sizes, axis=0)
    return pd.DataFrame(
        {
            "algorithm": np.repeat([entry.name for entry in series], sizes),
            "score": np.concatenate([violin.x for violin in outlines]),
            "density": np.concatenate([violin.height for violin in outlines]) / PEAK,
            "lower_quartile": quartiles[:, 0],
            "median": quartiles[:, 1],
            "upper_quartile": quartiles[:, 2],
        }
    )


def _alt(scores: Scores, violins: Sequence[_Violin], series: Sequence[Series]) -> str:
    write = fmt.writer([violin.quartiles[1] for violin in violins])
    rows = [
        wording.QUARTILES.format(
            name=entry.name,
            lower=write(violin.quartiles[0]),
            median=write(violin.quartiles[1]),
            upper=write(violin.quartiles[2]),
        )
        for violin, entry in zip(violins, series, strict=True)
    ]
    return wording.VIOLINS.format(score=scores.score, listed=fmt.join(rows, most=8))


def _caption(scores: Scores, violins: Sequence[_Violin], series: Sequence[Series]) -> str:
    n = len(series)
    few = sum(len(violin.x) == 0 for violin in violins)
    lines = sum(len(violin.x) == 2 for violin in violins)  # noqa: PLR2004 - see above
    noun = "run" if scores.block_kind == "run" else "value"
    middles = [violin.quartiles[1] for violin in violins]
    spreads = [violin.quartiles[2] - violin.quartiles[0] for violin in violins]
    write = fmt.writer([*middles, *spreads])
    blocks = format_count(scores.n_scored, scores.block_kind)
    spread = write(float(np.median(spreads)))
    return fmt.paragraph(
        wording.DENSITIES.format(
            score=scores.score,
            direction=scores.direction,
            over="runs" if scores.block_kind == "run" else blocks,
        ),
        wording.SPANS.format(low=write(min(middles)), high=write(max(middles)), spread=spread),
        wording.EVERY_DOT.format(noun=noun) if _has_dots(scores, n) else "",
        _count_violins(wording.TOO_FEW, few, n),
        _count_violins(wording.ONE_VALUE, lines, n),
        figures.CROWDED.format(n=n) if is_crowded(n) else "",
        explain_grey(series),
    )


def _count_violins(template: str, n: int, of_all: int) -> str:
    """Say of how many violins something is true; empty if it is of none."""
    if not n:
        return ""
    who = wording.ALL if n == of_all else wording.SOME.format(n=n, all=of_all)
    have = "has" if n == 1 else "have"
    return template.format(who=who, have=have, are=fmt.are(n), least=FEWEST)
