"""Residuals of a linear model: against fitted values, or against normal quantiles."""

from collections.abc import Hashable, Sequence
from typing import Literal

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from scipy import special

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import check_choice
from benchreport.numerics.moments import common_unit
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.style import ACCENT, INK, Width, add_grid, make_axes
from benchreport.results import Result
from benchreport.results.base import fitted_and_residuals
from benchreport.results.writing import number_format as fmt
from benchreport.stats._factorial.fit import largest_order
from benchreport.wording.results import factorial as wording

Kind = Literal["fitted", "quantiles"]
HEIGHT, MANY = 3.0, 400


@as_figure
def residual_plot(
    result: Result, *, kind: Kind = "fitted", ax: Axes | None = None, width: Width = "page"
) -> Axes:
    """Draw the residuals of a result's linear model, to see what its assumptions miss.

    Parameters
    ----------
    result
        A result that has a ``model()``, as of `anova`, `tukey` and `ablation`.
    kind
        ``"fitted"``: against fitted values, where curves and funnels show. ``"quantiles"``: ordered, against
        quantiles of the normal distribution.

    Raises
    ------
    OptionError
        The procedure has no linear model.
    DesignError
        The result was copied or read from a file, without its scores.
    """
    check_choice("kind", kind, ("fitted", "quantiles"))
    across, residuals = fitted_and_residuals(result)
    if kind == "quantiles":
        order = np.argsort(residuals, kind="stable")
        residuals = residuals[order]
        # Blom's positions
        across = special.ndtri((np.arange(1, len(order) + 1) - 0.375) / (len(order) + 0.25))
    axes = ax or make_axes(width, HEIGHT)
    many = len(residuals) > MANY
    axes.plot(
        across,
        residuals,
        "o",
        markersize=2 if many else 3.5,
        alpha=0.5 if many else 0.8,
        color=ACCENT,
        markeredgewidth=0,
        gid="residual",
        rasterized=len(residuals) > 10 * MANY,
    )
    if kind == "fitted":
        axes.axhline(0, color=INK, linewidth=0.9, zorder=1)
    else:
        # two ends, as matplotlib cannot draw an endless line of a slope near 0
        ends = across[[0, -1]]
        unit = common_unit(residuals)
        spread = float((residuals / unit).std(ddof=1)) * unit
        axes.plot(ends, ends * spread, color=INK, linewidth=0.9, zorder=1)
    add_grid(axes)
    fitted = wording.FITTED.format(score=result.design.score)
    axes.set_xlabel(fitted if kind == "fitted" else wording.QUANTILE)
    axes.set_ylabel(wording.RESIDUAL)
    what, how = {
        "fitted": (wording.RESIDUALS_BY_FIT, wording.NO_PATTERN),
        "quantiles": (wording.RESIDUALS_BY_QUANTILE, wording.ON_THE_LINE),
    }[kind]
    formula = getattr(result, "formula", result.method)
    describe(
        axes,
        alt=wording.RESIDUALS_ALT.format(
            n=len(residuals),
            low=fmt.number(float(residuals.min())),
            high=fmt.number(float(residuals.max())),
        ),
        caption=fmt.paragraph(what.format(formula=formula), how),
        data=lambda: pd.DataFrame({axes.get_xlabel(): across, "residual": residuals}),
    )
    return axes


@from_table(residual_plot, stats.anova)
def residual_plot_from_table(
    scores: Scores,
    *,
    kind: Kind = "fitted",
    blocks: bool = True,
    factors: Hashable | Sequence[Hashable] | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw the residuals of the analysis of variance, to see what its assumptions miss.

    With factors, the model has all interactions that can be told apart.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 3]})
    >>> frame.bench(score="accuracy").residual_plot(kind="quantiles").get_ylabel()
    'residual'
    """
    order = largest_order(scores, blocks=blocks)
    result = stats.anova(scores, blocks=blocks, factors=factors, interactions=order)
    return residual_plot(result, kind=kind, ax=ax, width=width)
