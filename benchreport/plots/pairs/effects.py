"""Effect sizes of pairs with their intervals: a forest."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from matplotlib.axes import Axes

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import check_choice, check_number, format_count
from benchreport.hints import option
from benchreport.numerics.effects.magnitudes import MAGNITUDES
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.row_names import count_pairs, fit_pairs, pair_pitch
from benchreport.plots.base.style import (
    ACCENT,
    INK,
    MUTED,
    Width,
    available_width,
    make_axes,
    set_row_axes,
)
from benchreport.plots.base.text_sizes import measure_width
from benchreport.plots.pairs.pair_tables import select_rows
from benchreport.results import Effect, EffectsResult
from benchreport.results.citing.bibliography import BIBLIOGRAPHY
from benchreport.results.writing import number_format as fmt
from benchreport.stats.effects.effect_sizes import PAIRED, UNPAIRED
from benchreport.wording.figures import pairs as wording

PROBABILITIES = {"A": 0.5, "common language": 0.5, "superiority": 0.5}
"""Measures of which no effect is not 0."""
BANDS = ("#ffffff", "#eef2f6", "#dfe7ef", "#cedae6")
AXIS, ASIDE = 0.52, 0.3  # of the width, and inches between names and axis and at the borders
ROOM = 0.05  # of the axis, beyond what is drawn


class _Scale(NamedTuple):
    """The axis of a measure: no effect, and where words for sizes begin."""

    none: float
    edges: tuple[float, ...]
    words: tuple[str, ...]
    source: str


@as_figure
def effect_plot(
    result: EffectsResult,
    *,
    measure: str | None = None,
    ranking: Sequence[str] = (),
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw one effect size of every pair with its interval, sorted.

    Parameters
    ----------
    measure
        One of the result's; None takes its first.
    ranking
        The algorithms, best first: the better one of a pair comes first. By default those come first
        that the first measure favours in most pairs; a control comes last.
    most
        How many pairs are drawn, those farthest from no effect; None: as many as a page holds with whole
        names, at most 45. The caption says how many are left out.

    Returns
    -------
    matplotlib.axes.Axes
        A positive effect, or a probability above one half, means that the first is better, whether high
        or low scores are good. Filled: the interval excludes no effect. Shades are sizes in the words of
        a source, where there is one. Triangles at the edge stand for infinite values.

    Raises
    ------
    OptionError
        The result has no such measure.
    """
    names = [name for name, _ in result.definitions]
    chosen = names[0] if measure is None else measure
    check_choice("measure", chosen, names)
    # the ranking is by the first measure, whichever is drawn
    ranking = ranking or result.ranking
    result = replace(result, rows=result.of(chosen)).oriented(ranking)
    scale, wide = _find_scale(result, chosen), available_width(ax, width)
    rows = sorted(result.rows, key=lambda row: -_distance(row, scale))
    pairs = [(row.first, row.second) for row in rows]
    room = (1 - AXIS) * wide - ASIDE
    if most is None:
        most = count_pairs(pairs, room, measure_width)
    check_number("most", most, above=0, whole=True, hint=option(most=45))
    effects = rows[:most]
    effects.sort(key=lambda row: row.estimate if not math.isnan(row.estimate) else scale.none)
    pairs = [(row.first, row.second) for row in effects]
    labels, size, n_lines = fit_pairs(pairs, room, wide, measure_width)
    axes = ax or make_axes(width, 1.15 + pair_pitch(len(effects), size, n_lines) * len(effects))
    low, high = _find_limits(effects, scale)
    _shade_sizes(axes, scale, low, high)
    for place, row in enumerate(effects):
        _draw_effect(axes, place, row, scale, (low, high))
    _name_rows(axes, effects, labels, size)
    axes.axvline(scale.none, color=INK, linewidth=0.9, zorder=1, gid="no effect")
    axes.set_xlim(low, high)
    _label_axis(axes, chosen, wide - measure_width(labels, size) - ASIDE)
    describe(
        axes,
        alt=_alt(chosen, effects, scale),
        caption=_caption(result, chosen, len(rows) - len(effects), scale),
        data=lambda: select_rows(result.table, effects),
    )
    return axes


@from_table(effect_plot, stats.effect_sizes)
def effect_plot_from_table(
    scores: Scores,
    *,
    measure: str | None = None,
    control: str | None = None,
    paired: bool | None = None,
    alpha: float = 0.05,
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw an effect size of every pair with its interval.

    Parameters
    ----------
    measure
        Paired: ``"d_z"`` (default), ``"d_av"``, ``"g_z"``, ``"rank-biserial"`` or ``"common
        language"``. Unpaired: ``"d"`` (default), ``"g"``, ``"δ"``, ``"A"``, ``"γ"`` or ``"common
        language"``.

    Raises
    ------
    DesignError
        Runs are missing (paired), or the control is not among the algorithms.
    OptionError
        No such measure.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 3]})
    >>> axes = frame.bench(score="accuracy").effect_plot(measure="d_av")
    """
    result = stats.effect_sizes(scores, alpha=alpha, control=control, paired=paired)
    return effect_plot(result, measure=measure, most=most, ax=ax, width=width)


def _find_scale(result: EffectsResult, measure: str) -> _Scale:
    """Find the words for sizes, where the result's rows name a source for them."""
    source = next((row.source for row in result.of(measure) if row.source), "")
    none = PROBABILITIES.get(measure, 0.0)
    definition = {**PAIRED, **UNPAIRED}.get(measure)
    if not source or definition is None:
        return _Scale(none, (), (), "")
    edges, words, _ = MAGNITUDES[definition.function]
    return _Scale(none, edges, words, source)


def _distance(row: Effect, scale: _Scale) -> float:
    return -1.0 if math.isnan(row.estimate) else abs(row.estimate - scale.none)


def _find_limits(effects: list[Effect], scale: _Scale) -> tuple[float, float]:
    """Return limits that hold all finite ends and no effect; infinite values are drawn at the edges."""
    ends = [scale.none]
    for row in effects:
        values = (row.estimate, *(row.interval[:2] if row.interval else ()))
        ends += [end for end in values if math.isfinite(end)]
    low, high = min(ends), max(ends)
    if high - low < 1e-9:  # noqa: PLR2004 - nothing but no effect
        low, high = low - 0.5, high + 0.5
    room = ROOM * (high - low)
    return low - room, high + room


def _shade_sizes(axes: Axes, scale: _Scale, low: float, high: float) -> None:
    """Shade what a source calls small, medium and large, on both sides."""
    ends = (*scale.edges, math.inf)
    for place, (start, end) in enumerate(itertools.pairwise(ends)):
        for side in (1, -1):
            near, far = scale.none + side * start, scale.none + side * end
            left, right = max(low, min(near, far)), min(high, max(near, far))
            if left < right:
                axes.axvspan(left, right, color=BANDS[place + 1], linewidth=0, zorder=0, gid="band")
                _write_size(axes, (left, right), scale.words[place + 1], high - low)


def _write_size(axes: Axes, ends: tuple[float, float], word: str, span: float) -> None:
    """Write a size above its band, where it fits."""
    figure = axes.get_figure(root=True)
    inches = 0.6 * (figure.get_figwidth() if figure is not None else 6.4) / span
    if (ends[1] - ends[0]) * inches > 0.062 * len(word):
        axes.text(
            sum(ends) / 2, 1.0, word, transform=axes.get_xaxis_transform(), ha="center",
            va="bottom", fontsize=7, color=MUTED, gid="size",
        )  # fmt: skip


def _draw_effect(
    axes: Axes, place: int, row: Effect, scale: _Scale, limits: tuple[float, float]
) -> None:
    clear = _is_clear(row, scale)
    colour = ACCENT if clear else MUTED
    if row.interval is not None:
        ends = [min(max(end, limits[0]), limits[1]) for end in row.interval[:2]]
        if not any(math.isnan(end) for end in ends):
            axes.plot(
                ends, [place] * 2, color=colour, linewidth=1.7 if clear else 1.2, gid="interval",
                solid_capstyle="butt",
            )  # fmt: skip
            inside = [end for end in row.interval[:2] if math.isfinite(end)]
            axes.plot(inside, [place] * len(inside), "|", color=colour, markersize=5)
    if math.isnan(row.estimate):
        return
    beyond = math.isinf(row.estimate)
    edge = limits[int(row.estimate > 0)]
    axes.plot(
        [edge if beyond else row.estimate], [place],
        (">" if row.estimate > 0 else "<") if beyond else "o", markersize=7 if beyond else 4.8,
        color=colour, markerfacecolor=colour if clear else "white", clip_on=False, zorder=4,
        gid="infinite" if beyond else "estimate",
    )  # fmt: skip


def _is_clear(row: Effect, scale: _Scale) -> bool:
    """Tell whether the interval excludes no effect."""
    interval = row.interval
    return interval is not None and (interval.low > scale.none or interval.high < scale.none)


def _name_rows(axes: Axes, effects: list[Effect], labels: list[str], size: int) -> None:
    axes.set_yticks(range(len(effects)), labels, fontsize=size, linespacing=1.0)
    set_row_axes(axes, len(effects))
    # triangles at the edge must not cover the names
    infinite = any(math.isinf(row.estimate) for row in effects)
    axes.tick_params(axis="y", pad=8 if infinite else 3.5)


def _label_axis(axes: Axes, measure: str, room: float) -> None:
    """Label the axis with its sides, as far as the words fit below it."""
    texts = (
        f"← second better   {measure}   first better →",
        f"← second   {measure}   first →",
        f"{measure}, first − second",
    )
    fitting = (text for text in texts if measure_width([text], 9) < room)
    axes.set_xlabel(next(fitting, measure))


def _alt(measure: str, effects: list[Effect], scale: _Scale) -> str:
    return wording.EFFECTS.format(
        measure=measure,
        pairs=format_count(len(effects), "pair"),
        low=_format_effect(effects[0]),
        high=_format_effect(effects[-1]),
        n=sum(_is_clear(row, scale) for row in effects),
        none=fmt.number(scale.none),
    )


def _format_effect(row: Effect) -> str:
    value = fmt.number(row.estimate)
    return wording.PAIR_WITH_VALUE.format(first=row.first, second=row.second, value=value)


def _caption(result: EffectsResult, measure: str, hidden: int, scale: _Scale) -> str:
    definition, none = dict(result.definitions)[measure], fmt.number(scale.none)
    effect = wording.EFFECT.format(
        definition=f"{definition[:1].upper()}{definition[1:]}",
        measure=measure,
        none=none,
        level=fmt.number(100 * (1 - result.alpha)),
    )
    source = BIBLIOGRAPHY[scale.source].short if scale.source else ""
    pairs = format_count(hidden, "pair")
    left_out = wording.SMALLEST_LEFT_OUT.format(pairs=pairs, are=fmt.are(hidden))
    return fmt.paragraph(
        effect,
        wording.FILLED_EFFECT.format(none=none),
        wording.SIZES.format(source=source) if source else "",
        left_out if hidden else "",
    )
