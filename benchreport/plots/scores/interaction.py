"""Mean scores of the combinations of two factors: whether the effect of one depends on the other."""

import math
from collections.abc import Hashable, Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from scipy import special

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import DesignError, OptionError, check_choice, examples
from benchreport.hints import call, option
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.short_names import escape_unprintable, list_first
from benchreport.plots.base.style import Width, add_grid, available_width, make_axes, series_look
from benchreport.results import FactorialResult, LevelMean, TermTest
from benchreport.results.models.factorial import write_term
from benchreport.results.writing import number_format as fmt
from benchreport.stats._factorial.fit import largest_order
from benchreport.wording.results import factorial as wording

HEIGHT, ASIDE = 3.2, 0.06
LEGEND_ROW, MOST_ROOM = 0.08, 0.4  # shares of the height of the axes
CROSS, PAIR = " × ", 2


@as_figure
def interaction_plot(
    result: FactorialResult,
    *,
    factors: Hashable | Sequence[Hashable] | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the estimated mean of each combination of two factors; parallel lines do not interact.

    Parameters
    ----------
    factors
        The two factors: along the axis, and as lines. By default, those of the interaction with the smallest
        p-value, the one with more levels along the axis.

    Returns
    -------
    matplotlib.axes.Axes
        One line for each level of the second factor. Bars are intervals that leave out what all
        combinations share, such as how hard a dataset is.

    Raises
    ------
    DesignError
        The model has no interactions of two factors.
    OptionError
        There is no such interaction.

    References
    ----------
    Loftus & Masson (1994), Psychonomic Bulletin & Review 1: 476-490, for the intervals.
    """
    term = _choose_term(result, factors)
    first, second = _order_factors(result, term, factors)
    levels = dict(result.levels)
    means = {row.levels: row for row in result.means if row.source == term.source}
    swapped = term.source != CROSS.join((first, second))
    half = _half_width(result, term)
    axes = ax or make_axes(width, HEIGHT)
    n = len(levels[second])
    rows = []
    for number, level in enumerate(levels[second]):
        line = [means[(level, at) if swapped else (at, level)] for at in levels[first]]
        shift = ASIDE * (number - (n - 1) / 2)
        _draw_line(axes, level, line, shift, number, half)
        rows += [
            (at, level, row.estimate, *_ends(row, half))
            for at, row in zip(levels[first], line, strict=True)
        ]
    axes.set_xticks(range(len(levels[first])), [*map(escape_unprintable, levels[first])])
    axes.set_xlim(-0.4, len(levels[first]) - 0.6)
    axes.set_xlabel(escape_unprintable(first))
    axes.set_ylabel(fmt.mean_of(result.design.score))
    add_grid(axes, "y")
    columns = 1 if available_width(axes, width) < HEIGHT + 1 else min(n, 3)
    _leave_room_for_legend(axes, math.ceil(n / columns))
    axes.legend(title=escape_unprintable(second), loc="best", ncols=columns, frameon=False)
    describe(
        axes,
        alt=_alt(result, term, rows),
        caption=_caption(result, term, first, second),
        data=lambda: pd.DataFrame(rows, columns=[first, second, "mean", "low", "high"]),
    )
    return axes


def _leave_room_for_legend(axes: Axes, n_rows: int) -> None:
    """Raise the upper limit, so that a legend of some rows and a title is clear of the intervals."""
    low, high = axes.get_ylim()
    share = min(LEGEND_ROW * (n_rows + 1), MOST_ROOM)
    axes.set_ylim(low, low + (high - low) / (1 - share))


@from_table(interaction_plot, stats.anova)
def interaction_plot_from_table(
    scores: Scores,
    *,
    factors: Hashable | Sequence[Hashable] | None = None,
    blocks: bool = True,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the mean of each combination of two factors; parallel lines do not interact.

    Parameters
    ----------
    factors
        The columns of settings; of more than two, the pair with the smallest p-value is drawn.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> rows = [(d, w, e, 70 + d + 2 * (w == "on") * (e == "on") + d % 3 * (e == "on"))
    ...         for d in range(4) for w in ("off", "on") for e in ("off", "on")]
    >>> frame = pd.DataFrame(rows, columns=["dataset", "warm-up", "ema", "accuracy"])
    >>> frame.bench.interaction_plot(factors=["warm-up", "ema"]).get_xlabel()
    'warm-up'
    """
    order = largest_order(scores, blocks=blocks)
    if order < PAIR <= len(scores.factors):
        raise DesignError(
            wording.NO_COMBINATIONS,
            hint=call("ablation_plot", factors=[factor.name for factor in scores.factors])
            + wording.DRAWS_EFFECTS,
        )
    result = stats.anova(scores, factors=factors, blocks=blocks, interactions=order)
    if not isinstance(result, FactorialResult):
        columns = [*scores.runs.setting_columns]
        raise DesignError(
            wording.NO_FACTORS,
            hint=call("interaction_plot", factors=columns)
            if len(columns) >= PAIR
            else wording.NAME_SETTINGS,
        )
    return interaction_plot(result, ax=ax, width=width)


def _choose_term(
    result: FactorialResult, factors: Hashable | Sequence[Hashable] | None
) -> TermTest:
    """Return the interaction to draw."""
    pairs = [term for term in result.terms if term.source.count(CROSS) == 1]
    if not pairs:
        raise DesignError(
            wording.NO_INTERACTION,
            hint=call("anova", factors=[name for name, _ in result.levels])
            + " has all interactions by default"
            if len(result.levels) >= PAIR
            else wording.NAME_SETTINGS,
        )
    if factors is None:
        return min(pairs, key=lambda term: term.p_value)
    named = [str(name) for name in (factors if isinstance(factors, list | tuple) else [factors])]
    known = [name for name, _ in result.levels]
    for name in named:
        check_choice("factors", name, known)
    wanted = [term for term in pairs if set(term.source.split(CROSS)) == set(named)]
    if not wanted:
        raise OptionError(
            f"factors must name two different factors; got {examples(named)}.",
            hint=option(factors=pairs[0].source.split(CROSS)),
        )
    return wanted[0]


def _order_factors(
    result: FactorialResult, term: TermTest, factors: Hashable | Sequence[Hashable] | None
) -> tuple[str, str]:
    """Return the factor along the axis and that of the lines."""
    if isinstance(factors, list | tuple):
        first, second = (str(name) for name in factors)
        return first, second
    count = {name: len(levels) for name, levels in result.levels}
    first, second = sorted(term.source.split(CROSS), key=lambda name: -count[name])
    return first, second


def _half_width(result: FactorialResult, term: TermTest) -> float | None:
    """Return half the width of the intervals; ``None`` where each mean has its own."""
    if not result.per_block:
        return None
    levels = dict(result.levels)
    combinations = math.prod(len(levels[name]) for name in term.source.split(CROSS))
    n_scores = result.design.n_blocks * result.design.n_algorithms / combinations
    quantile = float(special.stdtrit(term.dof_error, 1 - result.alpha / 2))
    return quantile * math.sqrt(term.error / term.dof_error / n_scores)


def _ends(row: LevelMean, half: float | None) -> tuple[float, float]:
    if half is None:
        return row.interval.low, row.interval.high
    return row.estimate - half, row.estimate + half


def _draw_line(
    axes: Axes,
    level: str,
    line: Sequence[LevelMean],
    shift: float,
    number: int,
    half: float | None,
) -> None:
    look: dict[str, Any] = series_look(number)
    ends = [_ends(row, half) for row in line]
    values = [row.estimate for row in line]
    around = [
        [value - low for value, (low, _) in zip(values, ends, strict=True)],
        [high - value for value, (_, high) in zip(values, ends, strict=True)],
    ]
    axes.errorbar(
        [place + shift for place in range(len(line))],
        values,
        yerr=around,
        label=escape_unprintable(level),
        capsize=2.5,
        elinewidth=1.1,
        **look,
    )


def _alt(
    result: FactorialResult, term: TermTest, rows: Sequence[tuple[str, str, float, float, float]]
) -> str:
    listed = [f"{first}, {second} {fmt.number(mean, 4)}" for first, second, mean, *_ in rows]
    return wording.INTERACTION_DRAWN.format(
        mean=fmt.mean_of(result.design.score), names=term.source, listed=list_first(listed)
    )


def _caption(result: FactorialResult, term: TermTest, first: str, second: str) -> str:
    bars = wording.BARS_WITHIN if result.per_block else wording.BARS_OF_MEANS
    blocks = f"{result.design.block_kind}s"
    return fmt.paragraph(
        wording.INTERACTION_CAPTION.format(
            mean=fmt.mean_of(result.design.score), first=first, second=second
        ),
        bars.format(confidence=fmt.number(100 * (1 - result.alpha)), blocks=blocks),
        wording.INTERACTION_TEST.format(test=write_term(term, result.alpha)),
    )
