"""The catalogue: one procedure per file, one line here.

What lives here: functions from a table to a result. They may import ``results``, ``data``,
``numerics`` and ``errors``, never one another.
To add one: a file named after it, with ``_check``, ``_statistic`` and the public function; a line
here and one in the accessor; a test with its oracle. The contract test tells what is missing.
"""

from collections.abc import Callable

from benchreport.results.base import Result
from benchreport.stats.accuracy_differences import accuracy_differences
from benchreport.stats.aligned_post import aligned_post
from benchreport.stats.anova import anova
from benchreport.stats.anytime import anytime
from benchreport.stats.bayes_correlated_t import bayes_correlated_t
from benchreport.stats.bayes_sign import bayes_sign
from benchreport.stats.bayes_signed_rank import bayes_signed_rank
from benchreport.stats.bonferroni_dunn import bonferroni_dunn
from benchreport.stats.cochran_q import cochran_q
from benchreport.stats.confusion import confusion
from benchreport.stats.conover import conover
from benchreport.stats.contrast_estimation import contrast_estimation
from benchreport.stats.corrected_t import corrected_t
from benchreport.stats.curve_summary import curve_summary
from benchreport.stats.cv5x2_f import cv5x2_f
from benchreport.stats.cv5x2_t import cv5x2_t
from benchreport.stats.cv_t import cv_t
from benchreport.stats.delong import delong
from benchreport.stats.describe import describe
from benchreport.stats.disagreements import disagreements
from benchreport.stats.dunnett import dunnett
from benchreport.stats.durbin import durbin
from benchreport.stats.effect_sizes import effect_sizes
from benchreport.stats.eisinga import eisinga
from benchreport.stats.equal_variances import equal_variances
from benchreport.stats.equivalence import equivalence
from benchreport.stats.friedman import friedman
from benchreport.stats.friedman_aligned import friedman_aligned
from benchreport.stats.games_howell import games_howell
from benchreport.stats.gap_sensitivity import gap_sensitivity
from benchreport.stats.independence import independence
from benchreport.stats.kruskal import kruskal
from benchreport.stats.looney_f import looney_f
from benchreport.stats.loss_t import loss_t
from benchreport.stats.marginal_homogeneity import marginal_homogeneity
from benchreport.stats.mcnemar import mcnemar
from benchreport.stats.mean_interval import mean_interval
from benchreport.stats.metric_bootstrap import metric_bootstrap
from benchreport.stats.metric_permutation import metric_permutation
from benchreport.stats.metrics import metrics
from benchreport.stats.mixed_model import mixed_model
from benchreport.stats.multi_comparison import multi_comparison
from benchreport.stats.nemenyi import nemenyi
from benchreport.stats.non_inferiority import non_inferiority
from benchreport.stats.normality import normality
from benchreport.stats.one_standard_error import one_standard_error
from benchreport.stats.outliers import outliers
from benchreport.stats.page import page
from benchreport.stats.paired_t import paired_t
from benchreport.stats.permutation import permutation
from benchreport.stats.point_632 import point_632
from benchreport.stats.precision_recall import precision_recall
from benchreport.stats.profiles import profiles
from benchreport.stats.proportions_z import proportions_z
from benchreport.stats.quade import quade
from benchreport.stats.quade_post import quade_post
from benchreport.stats.rank_changes import rank_changes
from benchreport.stats.rank_over_time import rank_over_time
from benchreport.stats.rank_sum import rank_sum
from benchreport.stats.rank_z import rank_z
from benchreport.stats.ranks import ranks
from benchreport.stats.reliability import reliability
from benchreport.stats.resampled_t import resampled_t
from benchreport.stats.roc import roc
from benchreport.stats.runtimes import runtimes
from benchreport.stats.sign import sign
from benchreport.stats.skillings_mack import skillings_mack
from benchreport.stats.sphericity import sphericity
from benchreport.stats.stability import stability
from benchreport.stats.synchronized_splits import synchronized_splits
from benchreport.stats.train_test import train_test
from benchreport.stats.tukey import tukey
from benchreport.stats.welch_t import welch_t
from benchreport.stats.wilcoxon import wilcoxon
from benchreport.stats.z_test import z_test

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
