from benchreport.stats.description.describe import describe as describe
from benchreport.stats.description.profiles import profiles as profiles
from benchreport.stats.rank_tests.ranks import ranks as ranks
from benchreport.stats.rank_tests.friedman import friedman as friedman
from benchreport.stats.rank_tests.friedman_aligned import friedman_aligned as friedman_aligned
from benchreport.stats.rank_tests.quade import quade as quade
from benchreport.stats.rank_tests.skillings_mack import skillings_mack as skillings_mack
from benchreport.stats.rank_tests.durbin import durbin as durbin
from benchreport.stats.rank_tests.page import page as page
from benchreport.stats.rank_tests.kruskal import kruskal as kruskal
from benchreport.stats.means.anova import anova as anova
from benchreport.stats.models.ablation import ablation as ablation
from benchreport.stats.models.mixed_model import mixed_model as mixed_model
from benchreport.stats.rank_tests.nemenyi import nemenyi as nemenyi
from benchreport.stats.rank_tests.bonferroni_dunn import bonferroni_dunn as bonferroni_dunn
from benchreport.stats.rank_tests.eisinga import eisinga as eisinga
from benchreport.stats.rank_tests.rank_z import rank_z as rank_z
from benchreport.stats.rank_tests.conover import conover as conover
from benchreport.stats.rank_tests.quade_post import quade_post as quade_post
from benchreport.stats.rank_tests.aligned_post import aligned_post as aligned_post
from benchreport.stats.rank_tests.wilcoxon import wilcoxon as wilcoxon
from benchreport.stats.description.multi_comparison import multi_comparison as multi_comparison
from benchreport.stats.rank_tests.sign import sign as sign
from benchreport.stats.means.permutation import permutation as permutation
from benchreport.stats.rank_tests.rank_sum import rank_sum as rank_sum
from benchreport.stats.rank_tests.brunner_munzel import brunner_munzel as brunner_munzel
from benchreport.stats.rank_tests.steel_dwass import steel_dwass as steel_dwass
from benchreport.stats.rank_tests.dunn import dunn as dunn
from benchreport.stats.rank_tests.conover_iman import conover_iman as conover_iman
from benchreport.stats.rank_tests.kruskal_nemenyi import kruskal_nemenyi as kruskal_nemenyi
from benchreport.stats.means.tukey import tukey as tukey
from benchreport.stats.means.dunnett import dunnett as dunnett
from benchreport.stats.means.games_howell import games_howell as games_howell
from benchreport.stats.means.welch_t import welch_t as welch_t
from benchreport.stats.means.paired_t import paired_t as paired_t
from benchreport.stats.one_dataset.cv_t import cv_t as cv_t
from benchreport.stats.one_dataset.resampled_t import resampled_t as resampled_t
from benchreport.stats.one_dataset.corrected_t import corrected_t as corrected_t
from benchreport.stats.one_dataset.cv5x2_t import cv5x2_t as cv5x2_t
from benchreport.stats.one_dataset.cv5x2_f import cv5x2_f as cv5x2_f
from benchreport.stats.means.z_test import z_test as z_test
from benchreport.stats.bayes.bayes_signed_rank import bayes_signed_rank as bayes_signed_rank
from benchreport.stats.bayes.bayes_sign import bayes_sign as bayes_sign
from benchreport.stats.bayes.bayes_correlated_t import bayes_correlated_t as bayes_correlated_t
from benchreport.stats.effects.effect_sizes import effect_sizes as effect_sizes
from benchreport.stats.effects.contrast_estimation import contrast_estimation as contrast_estimation
from benchreport.stats.effects.equivalence import equivalence as equivalence
from benchreport.stats.effects.non_inferiority import non_inferiority as non_inferiority
from benchreport.stats.means.mean_interval import mean_interval as mean_interval
from benchreport.stats.description.aggregates import aggregates as aggregates
from benchreport.stats.effects.improvement import improvement as improvement
from benchreport.stats.effects.speedup import speedup as speedup
from benchreport.stats.one_dataset.one_standard_error import (
    one_standard_error as one_standard_error,
)
from benchreport.stats.checks.normality import normality as normality
from benchreport.stats.checks.equal_variances import equal_variances as equal_variances
from benchreport.stats.checks.sphericity import sphericity as sphericity
from benchreport.stats.checks.independence import independence as independence
from benchreport.stats.checks.outliers import outliers as outliers
from benchreport.stats.checks.synchronized_splits import synchronized_splits as synchronized_splits
from benchreport.stats.checks.stability import stability as stability
from benchreport.stats.checks.gap_sensitivity import gap_sensitivity as gap_sensitivity
from benchreport.stats.studies.rank_sets import rank_sets as rank_sets
from benchreport.stats.studies.multiverse import multiverse as multiverse
from benchreport.stats.studies.variance_components import variance_components as variance_components
from benchreport.stats.studies.plan import plan as plan
from benchreport.stats.studies.power import power as power
from benchreport.stats.studies.n_needed import n_needed as n_needed
from benchreport.stats.predictions.metrics import metrics as metrics
from benchreport.stats.predictions.point_632 import point_632 as point_632
from benchreport.stats.predictions.accuracy_differences import (
    accuracy_differences as accuracy_differences,
)
from benchreport.stats.predictions.paired_difference import paired_difference as paired_difference
from benchreport.stats.predictions.degradation import degradation as degradation
from benchreport.stats.predictions.dataset_differences import (
    dataset_differences as dataset_differences,
)
from benchreport.stats.predictions.flips import flips as flips
from benchreport.stats.predictions.item_analysis import item_analysis as item_analysis
from benchreport.stats.predictions.design_effect import design_effect as design_effect
from benchreport.stats.predictions.mcnemar import mcnemar as mcnemar
from benchreport.stats.predictions.cochran_q import cochran_q as cochran_q
from benchreport.stats.predictions.looney_f import looney_f as looney_f
from benchreport.stats.predictions.proportions_z import proportions_z as proportions_z
from benchreport.stats.predictions.loss_t import loss_t as loss_t
from benchreport.stats.predictions.delong import delong as delong
from benchreport.stats.predictions.metric_bootstrap import metric_bootstrap as metric_bootstrap
from benchreport.stats.predictions.metric_permutation import (
    metric_permutation as metric_permutation,
)
from benchreport.stats.predictions.marginal_homogeneity import (
    marginal_homogeneity as marginal_homogeneity,
)
from benchreport.stats.predictions.roc import roc as roc
from benchreport.stats.predictions.precision_recall import precision_recall as precision_recall
from benchreport.stats.predictions.reliability import reliability as reliability
from benchreport.stats.predictions.confusion import confusion as confusion
from benchreport.stats.predictions.disagreements import disagreements as disagreements
from benchreport.stats.curves.curve_summary import curve_summary as curve_summary
from benchreport.stats.curves.anytime import anytime as anytime
from benchreport.stats.curves.rank_over_time import rank_over_time as rank_over_time
from benchreport.stats.curves.runtimes import runtimes as runtimes
from benchreport.stats.description.rank_changes import rank_changes as rank_changes
from benchreport.stats.description.train_test import train_test as train_test
from benchreport.stats.catalogue import CATALOGUE as CATALOGUE
from benchreport.stats.catalogue import CURVE_CATALOGUE as CURVE_CATALOGUE
from benchreport.stats.catalogue import PREDICTION_CATALOGUE as PREDICTION_CATALOGUE
from benchreport.stats.catalogue import PROCEDURES as PROCEDURES
from benchreport.stats.catalogue import SEVERAL_CATALOGUE as SEVERAL_CATALOGUE
