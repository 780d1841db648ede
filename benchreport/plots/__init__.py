"""The registry of figures: ``(result or data, *, ax=None, width="page", …) → Axes``.

What lives here: figures, one per file, in folders by family. A figure draws a result and computes no
statistics; ``…_from_table`` in its file runs the procedure on a table and draws the result. Two decorators
add what figures share. Figures may import ``stats``, ``results``, ``data`` and ``errors``.

To add one: write a file that calls ``base.descriptions.describe`` with the alt text, the caption and the
data; add a line to ``accessor.py`` and one to ``examples/gallery.py``. For a figure of a result, also add
a line here: ``Result.plot()`` finds it by the annotation of its first parameter. Then look at the figure
with 2, 10 and 60 algorithms.
"""

import inspect
import typing
from collections.abc import Callable, Iterator
from typing import Any

from matplotlib.axes import Axes

from benchreport.arguments import check_arguments
from benchreport.errors import OptionError
from benchreport.hints import call
from benchreport.plots.base.descriptions import alt_of as alt_of
from benchreport.plots.base.descriptions import caption_of as caption_of
from benchreport.plots.base.descriptions import data_of as data_of
from benchreport.plots.base.hover import Point as Point
from benchreport.plots.base.hover import points_of as points_of
from benchreport.plots.base.style import Format as Format
from benchreport.plots.base.style import picture_of as picture_of
from benchreport.plots.base.style import svg_of as svg_of
from benchreport.plots.curves.curves import curves_plot as curves_plot
from benchreport.plots.curves.runtimes import runtimes_plot as runtimes_plot
from benchreport.plots.pairs.cd import cd_plot as cd_plot
from benchreport.plots.pairs.cd_tikz import cd_tikz as cd_tikz
from benchreport.plots.pairs.deciding import deciding_plot as deciding_plot
from benchreport.plots.pairs.differences import difference_plot as difference_plot
from benchreport.plots.pairs.effects import effect_plot as effect_plot
from benchreport.plots.pairs.intervals import tukey_plot as tukey_plot
from benchreport.plots.pairs.matrix import matrix_plot as matrix_plot
from benchreport.plots.pairs.posterior import posterior_plot as posterior_plot
from benchreport.plots.pairs.significance import significance_plot as significance_plot
from benchreport.plots.predictions.calibration import calibration_plot as calibration_plot
from benchreport.plots.predictions.confusion import confusion_plot as confusion_plot
from benchreport.plots.predictions.mcnemar import mcnemar_plot as mcnemar_plot
from benchreport.plots.predictions.precision_recall import (
    precision_recall_plot as precision_recall_plot,
)
from benchreport.plots.predictions.roc import roc_plot as roc_plot
from benchreport.plots.scores.box import box_plot as box_plot
from benchreport.plots.scores.ecdf import ecdf_plot as ecdf_plot
from benchreport.plots.scores.heatmap import heatmap_plot as heatmap_plot
from benchreport.plots.scores.meta_features import meta_feature_plot as meta_feature_plot
from benchreport.plots.scores.one_standard_error import one_se_plot as one_se_plot
from benchreport.plots.scores.outliers import outlier_plot as outlier_plot
from benchreport.plots.scores.profiles import profile_plot as profile_plot
from benchreport.plots.scores.rank_lines import rank_plot as rank_plot
from benchreport.plots.scores.violin import violin_plot as violin_plot
from benchreport.plots.several.bump import bump_plot as bump_plot
from benchreport.plots.several.cd_sequence import cd_sequence_plot as cd_sequence_plot
from benchreport.plots.several.train_test import train_test_plot as train_test_plot
from benchreport.results import PairwiseResult, Result


def _find_figures() -> Iterator[tuple[type[Result], Callable[..., Axes]]]:
    """Yield each class of results with its figure, from the annotation of the figure's first parameter."""
    for figure in [*globals().values()]:
        if inspect.isfunction(figure) and inspect.unwrap(figure).__code__.co_argcount == 1:
            annotation = next(iter(figure.__annotations__.values()))
            kind = next(iter(typing.get_args(annotation)), annotation)
            # plain comparisons of pairs have several figures; the result decides between them
            if isinstance(kind, type) and issubclass(kind, Result) and kind not in _DECIDED:
                yield kind, figure


_DECIDED = (Result, PairwiseResult)
FIGURES = dict(_find_figures())


def draw(result: Result, *, ax: Axes | None = None, **style: Any) -> Axes:  # noqa: ANN401
    """Draw the figure that belongs to a result.

    Raises
    ------
    OptionError
        The result has no figure, or the figure has no such argument.
    """
    figure = _figure_of(result)
    check_arguments(figure, (), {"ax": ax, **style})
    return figure(result, ax=ax, **style)


def _figure_of(result: Result) -> Callable[..., Axes]:
    for kind, figure in FIGURES.items():
        if isinstance(result, kind):
            return figure
    if isinstance(result, PairwiseResult):
        # intervals in score units if the result has some, otherwise the diagram of centres
        intervals = not result.by_ranks and any(row.interval for row in result.comparisons)
        return tukey_plot if intervals else cd_plot
    raise OptionError(
        f"{result.method} has no figure of its own.",
        hint=call("roc_plot") + ", " + call("confusion_plot") + " or " + call("mcnemar_plot")
        if result.design.noun == "model"
        else call("box_plot") + ", " + call("rank_plot") + " or " + call("cd_plot"),
    )
