"""The effect of each component of an ablation study."""

from collections.abc import Hashable, Sequence

import pandas as pd
from matplotlib.axes import Axes

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.row_names import WIDE, fit_names, row_pitch
from benchreport.plots.base.short_names import escape_unprintable, list_first
from benchreport.plots.base.style import Width, available_width, make_axes
from benchreport.plots.base.text_sizes import join_lines, measure_width
from benchreport.plots.pairs.intervals import draw_rows, explain_arrows
from benchreport.results import AblationResult, Component
from benchreport.results.writing import number_format as fmt
from benchreport.stats._corrections import Correction
from benchreport.wording.results import factorial as wording

AXIS, ASIDE, AROUND = 0.52, 0.3, 0.72


@as_figure
def ablation_plot(result: AblationResult, *, ax: Axes | None = None, width: Width = "page") -> Axes:
    """Draw what each component adds, with its interval, the most helpful on top.

    Returns
    -------
    matplotlib.axes.Axes
        One row for each level against its factor's baseline, in score units. Filled: its adjusted p
        is at most alpha.
    """
    rows = result.sorted_components
    wide = available_width(ax, width)
    names = [escape_unprintable(name_row(row)) for row in rows]
    labels, size, n_lines = fit_names(names, (1 - AXIS) * wide - ASIDE, wide, measure_width)
    axes = ax or make_axes(width, AROUND + row_pitch(len(rows), size, n_lines) * len(rows))
    draw_rows(axes, rows, result, labels, size, wide=wide >= WIDE)
    direction = wording.BETTER if result.design.higher_is_better else wording.WORSE
    effect = wording.EFFECT_ON.format(mean=fmt.mean_of(result.design.score))
    axes.set_xlabel(join_lines((effect, direction), AXIS * wide, 8), fontsize=8)
    describe(
        axes,
        alt=_alt(result, rows),
        caption=_caption(result, rows),
        data=lambda: _tabulate(rows),
    )
    return axes


@from_table(ablation_plot, stats.ablation)
def ablation_plot_from_table(
    scores: Scores,
    *,
    factors: Hashable | Sequence[Hashable] | None = None,
    alpha: float = 0.05,
    correction: Correction = "holm",
    baseline: Sequence[str] | str | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw what each component of an ablation study adds.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> rows = [(d, w, e, 70 + d + 2 * (w == "on") + (0.5 + d / 10) * (e == "on"))
    ...         for d in range(4) for w in ("off", "on") for e in ("off", "on")]
    >>> frame = pd.DataFrame(rows, columns=["dataset", "warm-up", "ema", "accuracy"])
    >>> axes = frame.bench.ablation_plot(factors=["warm-up", "ema"])
    >>> axes.figure.savefig("ablation.pdf")  # doctest: +SKIP

    One column may name the variants; the others are compared with what no part is removed from:

    >>> rows = [(d, v, 70 + d + (2 + d / 10) * (v == "full")) for d in range(4) for v in ("full", "w/o EMA")]
    >>> frame = pd.DataFrame(rows, columns=["dataset", "variant", "accuracy"])
    >>> axes = frame.bench.ablation_plot(factors="variant")
    >>> [label.get_text() for label in axes.get_yticklabels()]
    ['w/o EMA instead of full']
    """
    result = stats.ablation(
        scores, factors=factors, alpha=alpha, correction=correction, baseline=baseline
    )
    return ablation_plot(result, ax=ax, width=width)


def name_row(row: Component) -> str:
    """Name a component, with its baseline unless that is the part being off."""
    if row.switch:
        return row.name
    return wording.INSTEAD.format(component=row.name, baseline=row.baseline)


def _alt(result: AblationResult, rows: Sequence[Component]) -> str:
    return wording.EFFECTS_DRAWN.format(
        mean=fmt.mean_of(result.design.score),
        listed=list_first([f"{name_row(row)} {fmt.number(row.difference)}" for row in rows]),
        n=fmt.or_none(sum(row.p_adjusted <= result.alpha for row in rows)),
        level=fmt.level(result.alpha),
    )


def _caption(result: AblationResult, rows: Sequence[Component]) -> str:
    blocks = format_count(result.design.n_blocks, result.design.block_kind)
    return fmt.paragraph(
        wording.EFFECTS_CAPTION.format(
            how=wording.EFFECT_OF[result.crossed],
            mean=fmt.mean_of(result.design.score),
            over=wording.OVER_BLOCKS.format(blocks=blocks)
            if result.design.block_kind != "run"
            else "",
        ),
        wording.BARS.format(confidence=fmt.number(100 * rows[0].interval.confidence)),
        "" if result.in_doubt else wording.FILLED.format(level=fmt.level(result.alpha)),
        explain_arrows(rows),
        result.caution,
    )


def _tabulate(rows: Sequence[Component]) -> pd.DataFrame:
    """Return the drawn numbers, the most helpful on top."""
    return pd.DataFrame(
        {
            "component": [name_row(row) for row in rows],
            "difference": [row.difference for row in rows],
            "low": [row.interval.low for row in rows],
            "high": [row.interval.high for row in rows],
            "p_adjusted": [row.p_adjusted for row in rows],
        }
    )
