"""Figures: one per file, ``(result or data, *, ax=None) → Axes``.

What lives here: drawing. A figure reads a result and computes no statistics; ``from_scores`` runs
the procedure first. It may import ``stats``, ``results``, ``data`` and ``errors``.
To add one: a file with the function, which sets an alt text (what is seen), a caption (why it
matters) and its data by ``words.describe``; then look at it at 2, 10 and 60 algorithms.
"""

from collections.abc import Callable
from typing import Any

from matplotlib.axes import Axes

from benchreport.arguments import check_arguments
from benchreport.errors import OptionError
from benchreport.hints import call
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of
from benchreport.plots.base.hover import Point, points_of
from benchreport.plots.base.style import Format, picture_of, svg_of
from benchreport.plots.curves.curves import curves_plot
from benchreport.plots.curves.runtimes import runtimes_plot
from benchreport.plots.pairs.cd import cd_plot
from benchreport.plots.pairs.cd_tikz import cd_tikz
from benchreport.plots.pairs.effects import effect_plot
from benchreport.plots.pairs.intervals import tukey_plot
from benchreport.plots.pairs.matrix import matrix_plot
from benchreport.plots.pairs.posterior import posterior_plot
from benchreport.plots.pairs.significance import significance_plot
from benchreport.plots.predictions.calibration import calibration_plot
from benchreport.plots.predictions.confusion import confusion_plot
from benchreport.plots.predictions.mcnemar import mcnemar_plot
from benchreport.plots.predictions.precision_recall import precision_recall_plot
from benchreport.plots.predictions.roc import roc_plot
from benchreport.plots.scores.box import box_plot
from benchreport.plots.scores.ecdf import ecdf_plot
from benchreport.plots.scores.heatmap import heatmap_plot
from benchreport.plots.scores.meta_features import meta_feature_plot
from benchreport.plots.scores.one_standard_error import one_se_plot
from benchreport.plots.scores.outliers import outlier_plot
from benchreport.plots.scores.profiles import profile_plot
from benchreport.plots.scores.rank_lines import rank_plot
from benchreport.plots.scores.violin import violin_plot
from benchreport.plots.several.bump import bump_plot
from benchreport.plots.several.cd_sequence import cd_sequence_plot
from benchreport.plots.several.train_test import train_test_plot
from benchreport.results import (
    BayesResult,
    ConfusionResult,
    CurvesResult,
    EffectsResult,
    McNemarResult,
    MultiComparisonResult,
    OneStandardErrorResult,
    PairwiseResult,
    PrecisionRecallResult,
    ProfilesResult,
    RankChangesResult,
    RankingResult,
    ReliabilityResult,
    Result,
    RocResult,
    RuntimesResult,
    TrainTestResult,
)

__all__ = [
    "Format",
    "Point",
    "alt_of",
    "box_plot",
    "bump_plot",
    "calibration_plot",
    "caption_of",
    "cd_plot",
    "cd_sequence_plot",
    "cd_tikz",
    "confusion_plot",
    "curves_plot",
    "data_of",
    "draw",
    "ecdf_plot",
    "effect_plot",
    "heatmap_plot",
    "matrix_plot",
    "mcnemar_plot",
    "meta_feature_plot",
    "one_se_plot",
    "outlier_plot",
    "picture_of",
    "points_of",
    "posterior_plot",
    "precision_recall_plot",
    "profile_plot",
    "rank_plot",
    "roc_plot",
    "runtimes_plot",
    "significance_plot",
    "svg_of",
    "train_test_plot",
    "tukey_plot",
    "violin_plot",
]

FIGURES: dict[type[Result], Callable[..., Axes]] = {
    ConfusionResult: confusion_plot,
    CurvesResult: curves_plot,
    EffectsResult: effect_plot,
    MultiComparisonResult: matrix_plot,
    ProfilesResult: profile_plot,
    McNemarResult: mcnemar_plot,
    OneStandardErrorResult: one_se_plot,
    PrecisionRecallResult: precision_recall_plot,
    RankChangesResult: bump_plot,
    BayesResult: posterior_plot,
    RankingResult: rank_plot,
    ReliabilityResult: calibration_plot,
    RocResult: roc_plot,
    RuntimesResult: runtimes_plot,
    TrainTestResult: train_test_plot,
}


def draw(result: Result, *, ax: Axes | None = None, **style: Any) -> Axes:  # noqa: ANN401
    """Draw the figure that belongs to a result.

    Raises
    ------
    OptionError
        The result has no figure of its own, or the figure no such argument.
    """
    figure = _figure_of(result)
    check_arguments(figure, (), {"ax": ax, **style})
    return figure(result, ax=ax, **style)


def _figure_of(result: Result) -> Callable[..., Axes]:
    for kind, figure in FIGURES.items():
        if isinstance(result, kind):
            return figure
    if isinstance(result, PairwiseResult):
        # intervals in score units where there are some, else who is where
        intervals = not result.by_ranks and any(row.interval for row in result.comparisons)
        return tukey_plot if intervals else cd_plot
    raise OptionError(
        f"{result.method} has no figure of its own.",
        hint=call("roc_plot") + ", " + call("confusion_plot") + " or " + call("mcnemar_plot")
        if result.design.noun == "model"
        else call("box_plot") + ", " + call("rank_plot") + " or " + call("cd_plot"),
    )
