"""Performance profiles: which share of problems or runs reaches each threshold."""

import math
from collections.abc import Sequence
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, NullLocator

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.legends import IN_ONE_COLUMN, count_columns
from benchreport.plots.base.series_looks import Highlight, Series, assign_looks, explain_grey
from benchreport.plots.base.short_names import list_first
from benchreport.plots.base.style import PASSIVE, Width, add_grid, available_width, make_axes
from benchreport.plots.base.ticks import nice_ticks, tick_digits
from benchreport.results.curves.profiles import Profile, ProfilesResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import scores as wording

MOST_BANDS, FEWER_BANDS = 6, 3
MARKED = 7  # marks along a line
NARROW = 5.0
MOST_TICKS = 8
LARGE, MOST_DOUBLED = 1e4, 1024.0
LINE = 0.165  # inches of a line of the legend


@as_figure
def profile_plot(
    result: ProfilesResult,
    *,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw each algorithm's performance profile with its bootstrap band.

    Parameters
    ----------
    highlight
        How many of the best are in colour, or the names of those that are; None: all up to 20, of
        more the best 8. The rest is grey and without bands.

    Returns
    -------
    matplotlib.axes.Axes
        Ratios on a log axis; the legend lists the largest area first. All lines end at the same
        height, so their names are in the legend.
    """
    names = result.design.algorithms
    wide = available_width(ax, width)
    series = assign_looks(
        names, result.order, highlight, longest=30 if wide >= NARROW else IN_ONE_COLUMN
    )
    strong = [entry for entry in series if entry.strong]
    banded = strong if len(strong) <= MOST_BANDS else strong[:FEWER_BANDS]
    entries = len(strong) + (len(strong) < len(series))
    axes = ax or make_axes(width, _figure_height(entries, wide, count_columns(series)))
    handles = []
    for place, entry in enumerate(series):
        row = result.rows[entry.place]
        if entry in banded:
            _draw_band(axes, result, row, entry)
        handles.append(_draw_line(axes, result, row, entry, place))
    _set_axes(axes, result, wide)
    _draw_legend(axes, series, handles, wide)
    describe(
        axes,
        alt=_alt(result),
        caption=_caption(result, series, len(banded)),
        data=lambda: result.curves,
    )
    return axes


@from_table(profile_plot, stats.profiles)
def profile_plot_from_table(
    scores: Scores,
    *,
    kind: Literal["auto", "ratio", "score"] = "auto",
    confidence: float = 0.95,
    n_resamples: int = 2_000,
    rng: int = 0,
    highlight: Highlight = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw performance profiles with bootstrap bands.

    References
    ----------
    Dolan & Moré (2002), Mathematical Programming 91: 201-213; Agarwal et al. (2021), NeurIPS 34.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [1.0, 2.0, 8.0], "b": [2.0, 2.0, 2.0]})
    >>> frame.bench(score="seconds").profile_plot().get_xlabel()
    'with seconds within τ × the best'
    """
    result = stats.profiles(
        scores, kind=kind, confidence=confidence, n_resamples=n_resamples, rng=rng
    )
    return profile_plot(result, highlight=highlight, ax=ax, width=width)


def _figure_height(entries: int, width: float, columns: int) -> float:
    if width < NARROW:
        # the legend is above the axes
        return 2.5 + LINE * math.ceil(entries / columns)
    return max(3.4, 0.6 + LINE * entries)


def _drawstyle(result: ProfilesResult) -> str:
    return "steps-post" if result.exact else "default"


def _draw_line(
    axes: Axes, result: ProfilesResult, row: Profile, entry: Series, place: int
) -> Line2D:
    n = len(result.thresholds)
    step = max(1, n // MARKED)
    marker = str(entry.look["marker"]) or "none"
    (line,) = axes.plot(
        result.thresholds, row.shares, drawstyle=_drawstyle(result), marker=marker,
        # lines on top of one another have their marks at different places
        markevery=((place * step) // 5 % step, step), markersize=4.2, markeredgewidth=0,
        gid="profile", **entry.line,
    )  # fmt: skip
    return line


def _draw_band(axes: Axes, result: ProfilesResult, row: Profile, entry: Series) -> None:
    axes.fill_between(
        result.thresholds, row.low, row.high, step="post" if result.exact else None,
        color=str(entry.look["color"]), alpha=0.14, linewidth=0, zorder=2, gid="band",
    )  # fmt: skip


def _set_axes(axes: Axes, result: ProfilesResult, width: float) -> None:
    low, high = result.thresholds[0], result.thresholds[-1]
    score, higher = result.design.score, result.design.higher_is_better
    axes.set_ylim(-0.02, 1.02)
    add_grid(axes)
    axes.set_ylabel(f"share of {result.resampled}s")
    if result.kind == "score":
        axes.set_xlim(low, high)
        axes.set_xlabel(f"with {score} {'above' if higher else 'below'} τ")
        return
    axes.set_xscale("log")
    axes.set_xlim(low, high * (high / low) ** 0.03)
    ticks = _ratio_ticks(low, high, MOST_TICKS if width >= NARROW else MOST_TICKS // 2)
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xticklabels([_format_power(tick, tick_digits(ticks)) for tick in ticks])
    axes.set_xlabel(wording.RATIO_AXIS[higher].format(score=score))


def _format_power(tick: float, digits: int = 4) -> str:
    """Write large powers of ten short.

    >>> _format_power(4.0), _format_power(1e6)
    ('4', '10⁶')
    """
    if tick < LARGE:
        return fmt.number(tick, digits)
    return "10" + str(round(math.log10(tick))).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _ratio_ticks(low: float, high: float, most: int) -> list[float]:
    """Return round ratios: of a narrow range evenly spaced, else powers of 2 or of 10.

    >>> _ratio_ticks(1.0, 20.0, 8), _ratio_ticks(1.0, 1.3, 8)
    ([1.0, 2.0, 4.0, 8.0, 16.0], [1.0, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3])
    """
    if high <= 3.0 * low:
        ticks = nice_ticks(low, high, ranks=False)
        return ticks[:: math.ceil(len(ticks) / most)]
    base = 2.0 if high / low <= MOST_DOUBLED else 10.0
    first = math.ceil(math.log(low, base) - 1e-9)
    last = math.floor(math.log(high, base) + 1e-9)
    step = max(1, math.ceil((last - first + 1) / most))
    return [base**power for power in range(first, last + 1, step)]


def _draw_legend(axes: Axes, series: Sequence[Series], lines: list[Line2D], width: float) -> None:
    both = list(zip(series, lines, strict=True))
    handles = [line for entry, line in both if entry.strong]
    labels = [entry.label for entry in series if entry.strong]
    grey = len(series) - len(labels)
    if grey:
        handles += axes.plot([], [], color=PASSIVE, linewidth=0.8)
        labels.append(f"{grey} others")
    narrow = width < NARROW
    axes.legend(
        handles, labels, frameon=False, fontsize=7.5, borderaxespad=0, handlelength=2.8,
        labelspacing=0.35, columnspacing=1.2, loc="lower left" if narrow else "upper left",
        bbox_to_anchor=(0.0, 1.02) if narrow else (1.01, 1.0), ncols=count_columns(series) if narrow else 1,
    )  # fmt: skip


def _alt(result: ProfilesResult) -> str:
    rows = [result.rows[place] for place in result.order]
    placed = [f"{row.algorithm} {fmt.fixed(row.area, 3)}" for row in rows]
    ratios = result.kind == "ratio"
    profiles = wording.PROFILES.format(
        n=len(result.rows),
        axis=wording.RATIOS if ratios else wording.THRESHOLDS.format(score=result.design.score),
        low=fmt.number(result.thresholds[0]),
        high=fmt.number(result.thresholds[-1]),
        listed=list_first(placed),
    )
    return fmt.paragraph(profiles, _describe_winner(result))


def _describe_winner(result: ProfilesResult) -> str:
    if result.kind == "score":
        return ""
    most = max(result.rows, key=lambda row: row.best)
    share = fmt.fixed(100 * most.best, 0)
    return wording.BEST_MOST_OFTEN.format(name=most.algorithm, share=share)


def _caption(result: ProfilesResult, series: Sequence[Series], banded: int) -> str:
    design, top = result.design, result.rows[result.order[0]]
    level = fmt.number(100 * result.confidence)
    resampling = wording.RESAMPLING[result.resampled].format(n=result.n_resamples)
    strong = sum(entry.strong for entry in series)
    whose = "" if banded == strong else wording.BANDS_OF_BEST.format(n=banded)
    return fmt.paragraph(
        _describe_profiles(result, format_count(design.n_blocks, design.block_kind)),
        _describe_best(result, top),
        wording.BANDS.format(whose=whose, level=level, resampling=resampling),
        explain_grey(series),
    )


def _describe_profiles(result: ProfilesResult, blocks: str) -> str:
    score = result.design.score
    if result.kind == "ratio":
        return wording.WITHIN_RATIO.format(blocks=blocks, score=score)
    side = "above" if result.design.higher_is_better else "below"
    units = wording.UNITS_ON.format(unit=result.resampled, blocks=blocks)
    if result.resampled == result.design.block_kind:
        units = f"the {blocks}"
    return wording.BEYOND_THRESHOLD.format(units=units, score=score, side=side)


def _describe_best(result: ProfilesResult, top: Profile) -> str:
    name, area = top.algorithm, fmt.fixed(top.area, 3)
    if result.kind == "score":
        return wording.LARGEST_AREA.format(name=name, area=area)
    ninety = top.ninety_percent
    within = wording.WITHIN_ON_MOST.format(ratio=fmt.number(ninety))
    return wording.BEST_AT_ONE.format(
        name=name, area=area, within=within if math.isfinite(ninety) else ""
    )
