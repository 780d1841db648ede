"""A map of shades, datasets × algorithms, both sorted: who is good where."""

from typing import Literal, NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, LogNorm, Normalize
from matplotlib.image import AxesImage
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.errors import check_choice, format_count
from benchreport.numerics.moments import spans_decades
from benchreport.numerics.nulls.block_anova import block_anova
from benchreport.numerics.ranks import mid_ranks
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.score_axis import NARROW, set_log_ticks
from benchreport.plots.base.short_names import elide
from benchreport.plots.base.style import GRID, INK, PASSIVE, Width, inches, make_axes
from benchreport.plots.scores.heatmap_names import plan_names, write_names
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import scores as wording

Floats = NDArray[np.float64]
Values = Literal["score", "rank", "regret"]
Scale = Literal["table", "dataset"]
SHADES = LinearSegmentedColormap.from_list("light to dark", ["#f3f7fb", "#6aa5cf", "#0b3c63"])
DARK = 0.55  # of the shades: letters are white from here on
DECADES = 3.0
AROUND = 0.65  # inches of the colour bar
LETTER = 0.62  # of its size, how wide a letter is at most
SIZES = (7.5, 6.8, 6.2)  # of numbers: smaller ones are not legible in print


class _Map(NamedTuple):
    """The map that is drawn: rows and columns are sorted, NaN where there is no score."""

    values: Floats
    """(N, k) that are printed."""
    shades: Floats
    """(N, k) that are coloured; higher is darker and better."""
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    label: str
    log: bool
    better_high: bool
    by_dataset: bool
    by_score: bool


class _Shares(NamedTuple):
    """Shares of the sum of squares about the mean: between datasets, between algorithms, and the rest."""

    datasets: float
    algorithms: float
    rest: float
    rows: int


@as_figure
def heatmap_plot(
    scores: Scores,
    *,
    values: Values = "score",
    scale: Scale = "table",
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the table as shades, strong where scores are good: easy datasets on top, good algorithms left.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; cells may be empty.
    values
        ``"score"``, ``"rank"`` within the block (1 is best), or ``"regret"``: how far behind the best
        of the block.
    scale
        Shades from the worst to the best of the whole ``"table"``, or of each ``"dataset"``, which
        shows who is good where datasets differ much.

    Returns
    -------
    matplotlib.axes.Axes
        Rows are sorted by their mean score and columns by the mean of what is drawn; of shades on a
        log scale (positive values over more than three decades) by the mean logarithm. Values and
        names are written where there is room.

    Raises
    ------
    DesignError
        Runs are independent, so that a row has no meaning.
    OptionError
        No such values or scale.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [7, 8, 9, 9], "b": [9, 6, 8, 9], "c": [5, 2, 4, 4]})
    >>> axes = frame.bench(score="accuracy").heatmap_plot(values="rank")
    >>> [tick.get_text() for tick in axes.get_xticklabels()]
    ['a', 'b', 'c']
    """
    check_choice("values", values, ("score", "rank", "regret"))
    check_choice("scale", scale, ("table", "dataset"))
    scores.require_matched("heatmap_plot")
    grid = _sort_map(scores, values, scale)
    names = plan_names(grid.rows, grid.columns, inches(width))
    axes = ax or make_axes(width, names.height + names.above + AROUND)
    image = _shade(axes, grid)
    write_names(axes, names)
    printed = _write_values(axes, grid, names.cell)
    _draw_colour_bar(axes, image, grid, narrow=inches(width) < NARROW)
    describe(
        axes,
        alt=_alt(scores, grid),
        caption=_caption(scores, grid, names.every, printed=printed),
        data=lambda: pd.DataFrame(
            grid.values.copy(),
            index=pd.Index(grid.rows, name=scores.block_kind),
            columns=pd.Index(grid.columns, name="algorithm"),
        ).reset_index(names=scores.block_kind),
    )
    return axes


def _sort_map(scores: Scores, values: Values, scale: Scale) -> _Map:
    table = scores.values
    higher = scores.higher_is_better
    numbers = table
    label = f"{elide(scores.score, 30)} ({scores.direction})"
    if values == "rank":
        ranks = mid_ranks(-table if higher else table)
        numbers, higher, label = ranks, False, "rank (1 is best)"
    elif values == "regret":
        best = _row_extremes(table, best=higher)
        numbers, label = np.abs(best[:, None] - table), f"{elide(scores.score, 24)}, from the best"
        higher = False
    log = spans_decades(numbers, DECADES)
    goodness = np.log10(numbers) if log else numbers.astype(float)
    goodness = goodness if higher else -goodness
    if scale == "dataset":
        low, high = _row_extremes(goodness, best=False), _row_extremes(goodness, best=True)
        spread = np.where(high > low, high - low, 1.0)
        goodness = (
            np.where(high > low, 0.0, 1.0)[:, None] + (goodness - low[:, None]) / spread[:, None]
        )
    rows = np.argsort(-_column_means(_easiness(scores).T), kind="stable")
    columns = np.argsort(-_column_means(goodness), kind="stable")
    return _Map(
        values=numbers[np.ix_(rows, columns)],
        shades=goodness[np.ix_(rows, columns)],
        rows=tuple(scores.blocks[row] for row in rows),
        columns=tuple(scores.algorithms[column] for column in columns),
        label=label,
        log=log,
        better_high=higher,
        by_dataset=scale == "dataset",
        by_score=values == "score",
    )


def _easiness(scores: Scores) -> Floats:
    """Return scores by which rows are sorted: higher is easier."""
    values = np.log10(scores.values) if spans_decades(scores.values, DECADES) else scores.values
    return values if scores.higher_is_better else -values


def _column_means(values: Floats) -> Floats:
    """Average columns without their gaps; −∞ for a column of gaps."""
    count = (~np.isnan(values)).sum(axis=0)
    # divide before adding: sums of huge scores would overflow
    parts = np.nan_to_num(values) / np.maximum(count, 1)
    return np.where(count > 0, parts.sum(axis=0), -np.inf)


def _row_extremes(values: Floats, *, best: bool) -> Floats:
    """Return each row's highest or lowest value; NaN where it has none."""
    away = -np.inf if best else np.inf
    filled = np.where(np.isnan(values), away, values)
    extremes = filled.max(axis=1) if best else filled.min(axis=1)
    return np.where(np.isinf(extremes), np.nan, extremes)


def _shade(axes: Axes, grid: _Map) -> AxesImage:
    n, k = grid.values.shape
    # gaps are holes in the image that show the hatched background
    axes.set_facecolor("#fafafa")
    axes.patch.set(hatch="////", edgecolor=PASSIVE, linewidth=0)
    colours = SHADES if grid.better_high or grid.by_dataset else SHADES.reversed()
    content = grid.shades if grid.by_dataset else grid.values
    known = content[~np.isnan(content)]
    low, high = (0.0, 1.0) if grid.by_dataset else (float(known.min()), float(known.max()))
    norm = LogNorm(low, high) if grid.log and not grid.by_dataset else Normalize(low, high)
    image = axes.imshow(
        np.ma.masked_invalid(content), cmap=colours, norm=norm, aspect="auto",
        interpolation="none", extent=(-0.5, k - 0.5, n - 0.5, -0.5), gid="map",
    )  # fmt: skip
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.tick_params(length=0)
    return image


def _write_values(axes: Axes, grid: _Map, cell: tuple[float, float]) -> bool:
    """Write the values into their cells where they fit, the best of each row bold."""
    known = grid.values[~np.isnan(grid.values)]
    write = _format_values if grid.by_score else _format_ranks
    texts = write(known) if known.size <= MOST_CELLS else {}
    letters = max(map(len, texts.values()), default=99)
    size = next(
        (
            points
            for points in SIZES
            if letters * LETTER * points < 0.9 * cell[0] and points * 1.1 < cell[1]
        ),
        None,
    )
    if size is None:
        return False
    span = np.ptp(grid.shades[~np.isnan(grid.shades)]) or 1.0
    tone = (grid.shades - np.nanmin(grid.shades)) / span
    if grid.by_dataset:
        tone = grid.shades  # 0 to 1 already, also where all are alike
    best = grid.shades == _row_extremes(grid.shades, best=True)[:, None]
    for row, column in np.argwhere(~np.isnan(grid.values)).tolist():
        axes.text(
            column, row, texts[float(grid.values[row, column])], ha="center", va="center",
            color="white" if tone[row, column] > DARK else INK, fontsize=size, gid="value",
            fontweight="bold" if best[row, column] else "normal",
            in_layout=False,
        )  # fmt: skip
    return True


MOST_CELLS = 1_500
MOST_DECIMALS = 3


def _format_values(values: Floats) -> dict[float, str]:
    """Write each value with the same decimals, or significant digits where these show zeros."""
    decimals = min(fmt.decimals_for(values), fmt.decimals_of(values, most=MOST_DECIMALS))
    texts = {value: fmt.fixed(value, decimals) for value in set(values.tolist())}
    if any(value != 0 and not text.strip("0.") for value, text in texts.items()):
        return {value: fmt.number(value, 2) for value in texts}
    return texts


def _format_ranks(values: Floats) -> dict[float, str]:
    """Write ranks, of which only ties have decimals; other values as scores."""
    if (values * 2 % 1 == 0).all():
        return {value: fmt.number(value) for value in set(values.tolist())}
    return _format_values(values)


def _draw_colour_bar(axes: Axes, image: AxesImage, grid: _Map, *, narrow: bool) -> None:
    figure = axes.get_figure(root=True)
    if figure is None:
        return
    bar = figure.colorbar(
        image, ax=axes, orientation="horizontal", shrink=0.6, pad=0.02,
        aspect=24 if narrow else 40,
    )  # fmt: skip
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=7, color=GRID, pad=2)
    if grid.by_dataset:
        bar.set_ticks([0, 1], labels=[wording.WORST_ON_DATASET, wording.BEST_ON_DATASET])
        bar.set_label(grid.label, fontsize=8)
        return
    if grid.log:
        set_log_ticks(bar.ax.xaxis, grid.values, most=5)
    if not grid.better_high:
        # the best is at the right, whatever the direction
        bar.ax.invert_xaxis()
    bar.set_label(f"{grid.label}, strong is good", fontsize=8)


def _split_variance(scores: Scores) -> _Shares | None:
    """Split the spread of complete rows; None where fewer than two are complete, or all is equal."""
    values = _easiness(scores)
    complete = values[~np.isnan(values).any(axis=1)]
    if len(complete) < 2:  # noqa: PLR2004 - one row has no spread between rows
        return None
    # block_anova scales by the largest score: squares of scores near 1e200 would overflow
    parts = block_anova(complete)
    total = parts.ss_total
    if total == 0:
        return None
    return _Shares(
        parts.ss_blocks / total, parts.ss_treatments / total, parts.ss_error / total, len(complete)
    )


def _alt(scores: Scores, grid: _Map) -> str:
    n, k = grid.values.shape
    known = grid.values[~np.isnan(grid.values)]
    return wording.MAP.format(
        blocks=format_count(n, scores.block_kind),
        algorithms=format_count(k, "algorithm"),
        label=grid.label,
        low=fmt.number(known.min(), 4),
        high=fmt.number(known.max(), 4),
        best=fmt.join(grid.columns[:3]),
        easiest=grid.rows[0],
        hardest=grid.rows[-1],
    )


def _caption(scores: Scores, grid: _Map, named: tuple[int, int], *, printed: bool) -> str:
    block = scores.block_kind
    hatched = wording.HATCHED.format(n=len(scores.gaps), cells=grid.values.size)
    some_named = [
        wording.NAMED.format(ordinal=_format_ordinal(every), n=number, noun=noun)
        for every, number, noun in zip(named, grid.values.shape, (block, "algorithm"), strict=True)
        if every > 1
    ]
    return fmt.paragraph(
        wording.SHADES.format(label=grid.label, block=block),
        wording.WITHIN_BLOCKS.format(block=block) if grid.by_dataset else "",
        wording.LOG_SHADES if grid.log else "",
        hatched if scores.gaps else "",
        *some_named,
        wording.BOLD.format(block=block) if printed else "",
        _describe_structure(scores, plain=grid.by_score and not grid.by_dataset),
    )


def _format_ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def _describe_structure(scores: Scores, *, plain: bool) -> str:
    shares = _split_variance(scores)
    what = scores.block_kind
    if shares is None:
        return ""
    percents = [fmt.fixed(100 * share, 0) for share in shares[:3]]
    log = "log " if spans_decades(scores.values, DECADES) else ""
    complete = wording.OF_COMPLETE.format(n=shares.rows, block=what)
    reading = wording.READINGS[int(np.argmax(shares[:3]))].format(block=what)
    return wording.VARIANCE.format(
        log=log,
        score=scores.score,
        complete=complete if shares.rows < len(scores.blocks) else "",
        block=what,
        by_block=percents[0],
        by_algorithm=percents[1],
        rest=percents[2],
        reading=reading if plain else "",
    )
