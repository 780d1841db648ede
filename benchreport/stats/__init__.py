"""The catalogue: one procedure per file, one line here.

What lives here: functions from a table to a result. They may import ``results``, ``data``,
``numerics`` and ``errors``, never one another.
To add one: a file named after it, with ``_check``, ``_statistic`` and the public function; a line
here and one in the accessor; a test with its oracle. The contract test tells what is missing.
"""

from collections.abc import Callable

from benchreport.results.base import Result
from benchreport.stats.bayes.bayes_correlated_t import bayes_correlated_t
from benchreport.stats.bayes.bayes_sign import bayes_sign
from benchreport.stats.bayes.bayes_signed_rank import bayes_signed_rank
from benchreport.stats.checks.equal_variances import equal_variances
from benchreport.stats.checks.gap_sensitivity import gap_sensitivity
from benchreport.stats.checks.independence import independence
from benchreport.stats.checks.normality import normality
from benchreport.stats.checks.outliers import outliers
from benchreport.stats.checks.sphericity import sphericity
from benchreport.stats.checks.stability import stability
from benchreport.stats.checks.synchronized_splits import synchronized_splits
from benchreport.stats.curves.anytime import anytime
from benchreport.stats.curves.curve_summary import curve_summary
from benchreport.stats.curves.rank_over_time import rank_over_time
from benchreport.stats.curves.runtimes import runtimes
from benchreport.stats.description.describe import describe
from benchreport.stats.description.multi_comparison import multi_comparison
from benchreport.stats.description.profiles import profiles
from benchreport.stats.description.rank_changes import rank_changes
from benchreport.stats.description.train_test import train_test
from benchreport.stats.effects.contrast_estimation import contrast_estimation
from benchreport.stats.effects.effect_sizes import effect_sizes
from benchreport.stats.effects.equivalence import equivalence
from benchreport.stats.effects.non_inferiority import non_inferiority
from benchreport.stats.means.anova import anova
from benchreport.stats.means.dunnett import dunnett
from benchreport.stats.means.games_howell import games_howell
from benchreport.stats.means.mean_interval import mean_interval
from benchreport.stats.means.paired_t import paired_t
from benchreport.stats.means.permutation import permutation
from benchreport.stats.means.tukey import tukey
from benchreport.stats.means.welch_t import welch_t
from benchreport.stats.means.z_test import z_test
from benchreport.stats.models.mixed_model import mixed_model
from benchreport.stats.one_dataset.corrected_t import corrected_t
from benchreport.stats.one_dataset.cv5x2_f import cv5x2_f
from benchreport.stats.one_dataset.cv5x2_t import cv5x2_t
from benchreport.stats.one_dataset.cv_t import cv_t
from benchreport.stats.one_dataset.one_standard_error import one_standard_error
from benchreport.stats.one_dataset.point_632 import point_632
from benchreport.stats.one_dataset.resampled_t import resampled_t
from benchreport.stats.predictions.accuracy_differences import accuracy_differences
from benchreport.stats.predictions.cochran_q import cochran_q
from benchreport.stats.predictions.confusion import confusion
from benchreport.stats.predictions.delong import delong
from benchreport.stats.predictions.disagreements import disagreements
from benchreport.stats.predictions.looney_f import looney_f
from benchreport.stats.predictions.loss_t import loss_t
from benchreport.stats.predictions.marginal_homogeneity import marginal_homogeneity
from benchreport.stats.predictions.mcnemar import mcnemar
from benchreport.stats.predictions.metric_bootstrap import metric_bootstrap
from benchreport.stats.predictions.metric_permutation import metric_permutation
from benchreport.stats.predictions.metrics import metrics
from benchreport.stats.predictions.precision_recall import precision_recall
from benchreport.stats.predictions.proportions_z import proportions_z
from benchreport.stats.predictions.reliability import reliability
from benchreport.stats.predictions.roc import roc
from benchreport.stats.ranks.aligned_post import aligned_post
from benchreport.stats.ranks.bonferroni_dunn import bonferroni_dunn
from benchreport.stats.ranks.conover import conover
from benchreport.stats.ranks.durbin import durbin
from benchreport.stats.ranks.eisinga import eisinga
from benchreport.stats.ranks.friedman import friedman
from benchreport.stats.ranks.friedman_aligned import friedman_aligned
from benchreport.stats.ranks.kruskal import kruskal
from benchreport.stats.ranks.nemenyi import nemenyi
from benchreport.stats.ranks.page import page
from benchreport.stats.ranks.quade import quade
from benchreport.stats.ranks.quade_post import quade_post
from benchreport.stats.ranks.rank_sum import rank_sum
from benchreport.stats.ranks.rank_z import rank_z
from benchreport.stats.ranks.ranks import ranks
from benchreport.stats.ranks.sign import sign
from benchreport.stats.ranks.skillings_mack import skillings_mack
from benchreport.stats.ranks.wilcoxon import wilcoxon

__all__ = [
    "CATALOGUE",
    "CURVE_CATALOGUE",
    "PREDICTION_CATALOGUE",
    "PROCEDURES",
    "SEVERAL_CATALOGUE",
    "accuracy_differences",
    "aligned_post",
    "anova",
    "anytime",
    "bayes_correlated_t",
    "bayes_sign",
    "bayes_signed_rank",
    "bonferroni_dunn",
    "cochran_q",
    "confusion",
    "conover",
    "contrast_estimation",
    "corrected_t",
    "curve_summary",
    "cv5x2_f",
    "cv5x2_t",
    "cv_t",
    "delong",
    "describe",
    "disagreements",
    "dunnett",
    "durbin",
    "effect_sizes",
    "eisinga",
    "equal_variances",
    "equivalence",
    "friedman",
    "friedman_aligned",
    "games_howell",
    "gap_sensitivity",
    "independence",
    "kruskal",
    "looney_f",
    "loss_t",
    "marginal_homogeneity",
    "mcnemar",
    "mean_interval",
    "metric_bootstrap",
    "metric_permutation",
    "metrics",
    "mixed_model",
    "multi_comparison",
    "nemenyi",
    "non_inferiority",
    "normality",
    "one_standard_error",
    "outliers",
    "page",
    "paired_t",
    "permutation",
    "point_632",
    "precision_recall",
    "profiles",
    "proportions_z",
    "quade",
    "quade_post",
    "rank_changes",
    "rank_over_time",
    "rank_sum",
    "rank_z",
    "ranks",
    "reliability",
    "resampled_t",
    "roc",
    "runtimes",
    "sign",
    "skillings_mack",
    "sphericity",
    "stability",
    "synchronized_splits",
    "train_test",
    "tukey",
    "welch_t",
    "wilcoxon",
    "z_test",
]

CATALOGUE: dict[str, Callable[..., Result]] = {
    procedure.__name__: procedure
    for procedure in (
        describe,
        profiles,
        ranks,
        friedman,
        friedman_aligned,
        quade,
        skillings_mack,
        durbin,
        page,
        kruskal,
        anova,
        mixed_model,
        nemenyi,
        bonferroni_dunn,
        eisinga,
        rank_z,
        conover,
        quade_post,
        aligned_post,
        wilcoxon,
        multi_comparison,
        sign,
        permutation,
        rank_sum,
        tukey,
        dunnett,
        games_howell,
        welch_t,
        paired_t,
        cv_t,
        resampled_t,
        corrected_t,
        cv5x2_t,
        cv5x2_f,
        z_test,
        bayes_signed_rank,
        bayes_sign,
        bayes_correlated_t,
        effect_sizes,
        contrast_estimation,
        equivalence,
        non_inferiority,
        mean_interval,
        one_standard_error,
        normality,
        equal_variances,
        sphericity,
        independence,
        outliers,
        synchronized_splits,
        stability,
        gap_sensitivity,
    )
}
PREDICTION_CATALOGUE: dict[str, Callable[..., Result]] = {
    procedure.__name__: procedure
    for procedure in (
        metrics,
        point_632,
        accuracy_differences,
        mcnemar,
        cochran_q,
        looney_f,
        proportions_z,
        loss_t,
        delong,
        metric_bootstrap,
        metric_permutation,
        marginal_homogeneity,
        roc,
        precision_recall,
        reliability,
        confusion,
        disagreements,
    )
}
CURVE_CATALOGUE: dict[str, Callable[..., Result]] = {
    procedure.__name__: procedure
    for procedure in (curve_summary, anytime, rank_over_time, runtimes)
}
SEVERAL_CATALOGUE: dict[str, Callable[..., Result]] = {
    procedure.__name__: procedure for procedure in (rank_changes, train_test)
}
PROCEDURES = {**CATALOGUE, **PREDICTION_CATALOGUE, **CURVE_CATALOGUE, **SEVERAL_CATALOGUE}
