from benchreport.plots.base.descriptions import alt_of as alt_of
from benchreport.plots.base.descriptions import caption_of as caption_of
from benchreport.plots.base.descriptions import data_of as data_of
from benchreport.plots.base.hover import Point as Point
from benchreport.plots.base.hover import points_of as points_of
from benchreport.plots.base.style import Format as Format
from benchreport.plots.base.style import picture_of as picture_of
from benchreport.plots.base.style import svg_of as svg_of
from benchreport.plots.curves.curves import anytime_plot as anytime_plot
from benchreport.plots.curves.curves import curve_plot as curve_plot
from benchreport.plots.curves.curves import curves_plot as curves_plot
from benchreport.plots.curves.curves import rank_over_time_plot as rank_over_time_plot
from benchreport.plots.curves.runtimes import ecdf_runtime_plot as ecdf_runtime_plot
from benchreport.plots.curves.runtimes import runtimes_plot as runtimes_plot
from benchreport.plots.drawing import FIGURES as FIGURES
from benchreport.plots.drawing import draw as draw
from benchreport.plots.pairs.ablation import ablation_plot as ablation_plot
from benchreport.plots.pairs.ablation import ablation_plot_from_table as ablation_plot_from_table
from benchreport.plots.pairs.cd import cd_plot as cd_plot
from benchreport.plots.pairs.cd import cd_plot_from_table as cd_plot_from_table
from benchreport.plots.pairs.cd_tikz import cd_tikz as cd_tikz
from benchreport.plots.pairs.deciding import deciding_plot as deciding_plot
from benchreport.plots.pairs.deciding import shows_ranks as shows_ranks
from benchreport.plots.pairs.differences import difference_plot as difference_plot
from benchreport.plots.pairs.effects import effect_plot as effect_plot
from benchreport.plots.pairs.effects import effect_plot_from_table as effect_plot_from_table
from benchreport.plots.pairs.intervals import tukey_plot as tukey_plot
from benchreport.plots.pairs.intervals import tukey_plot_from_table as tukey_plot_from_table
from benchreport.plots.pairs.matrix import matrix_plot as matrix_plot
from benchreport.plots.pairs.matrix import matrix_plot_from_table as matrix_plot_from_table
from benchreport.plots.pairs.multiverse import multiverse_plot as multiverse_plot
from benchreport.plots.pairs.multiverse import (
    multiverse_plot_from_table as multiverse_plot_from_table,
)
from benchreport.plots.pairs.posterior import posterior_plot as posterior_plot
from benchreport.plots.pairs.significance import significance_plot as significance_plot
from benchreport.plots.pairs.significance import (
    significance_plot_from_table as significance_plot_from_table,
)
from benchreport.plots.pairs.speedups import speedup_plot as speedup_plot
from benchreport.plots.pairs.speedups import speedup_plot_from_table as speedup_plot_from_table
from benchreport.plots.predictions.calibration import calibration_plot as calibration_plot
from benchreport.plots.predictions.calibration import (
    calibration_plot_from_table as calibration_plot_from_table,
)
from benchreport.plots.predictions.confusion import confusion_plot as confusion_plot
from benchreport.plots.predictions.confusion import (
    confusion_plot_from_table as confusion_plot_from_table,
)
from benchreport.plots.predictions.forest import forest_plot as forest_plot
from benchreport.plots.predictions.forest import forest_plot_from_table as forest_plot_from_table
from benchreport.plots.predictions.mcnemar import mcnemar_plot as mcnemar_plot
from benchreport.plots.predictions.mcnemar import (
    mcnemar_plot_from_table as mcnemar_plot_from_table,
)
from benchreport.plots.predictions.precision_recall import (
    precision_recall_plot as precision_recall_plot,
)
from benchreport.plots.predictions.precision_recall import (
    precision_recall_plot_from_table as precision_recall_plot_from_table,
)
from benchreport.plots.predictions.roc import roc_plot as roc_plot
from benchreport.plots.predictions.roc import roc_plot_from_table as roc_plot_from_table
from benchreport.plots.scores.box import box_plot as box_plot
from benchreport.plots.scores.ecdf import ecdf_plot as ecdf_plot
from benchreport.plots.scores.heatmap import heatmap_plot as heatmap_plot
from benchreport.plots.scores.interaction import interaction_plot as interaction_plot
from benchreport.plots.scores.interaction import (
    interaction_plot_from_table as interaction_plot_from_table,
)
from benchreport.plots.scores.meta_features import meta_feature_plot as meta_feature_plot
from benchreport.plots.scores.one_standard_error import one_se_plot as one_se_plot
from benchreport.plots.scores.outliers import outlier_plot as outlier_plot
from benchreport.plots.scores.outliers import outlier_plot_from_table as outlier_plot_from_table
from benchreport.plots.scores.profiles import profile_plot as profile_plot
from benchreport.plots.scores.profiles import profile_plot_from_table as profile_plot_from_table
from benchreport.plots.scores.rank_counts import rank_count_plot as rank_count_plot
from benchreport.plots.scores.rank_lines import rank_plot as rank_plot
from benchreport.plots.scores.rank_lines import rank_plot_from_table as rank_plot_from_table
from benchreport.plots.scores.rank_sets import rank_set_plot as rank_set_plot
from benchreport.plots.scores.rank_sets import rank_set_plot_from_table as rank_set_plot_from_table
from benchreport.plots.scores.residuals import residual_plot as residual_plot
from benchreport.plots.scores.residuals import residual_plot_from_table as residual_plot_from_table
from benchreport.plots.scores.scatter import scatter_plot as scatter_plot
from benchreport.plots.scores.violin import violin_plot as violin_plot
from benchreport.plots.several.bump import bump_plot as bump_plot
from benchreport.plots.several.bump import bump_plot_from_table as bump_plot_from_table
from benchreport.plots.several.cd_sequence import cd_sequence_plot as cd_sequence_plot
from benchreport.plots.several.cd_sequence import (
    cd_sequence_plot_from_table as cd_sequence_plot_from_table,
)
from benchreport.plots.several.train_test import train_test_plot as train_test_plot
from benchreport.plots.several.train_test import (
    train_test_plot_from_table as train_test_plot_from_table,
)
