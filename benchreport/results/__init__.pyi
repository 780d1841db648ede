from benchreport.results.advice import AdviceResult as AdviceResult
from benchreport.results.advice import Suggestion as Suggestion
from benchreport.results.base import Assumption as Assumption
from benchreport.results.base import Design as Design
from benchreport.results.base import Interval as Interval
from benchreport.results.base import Result as Result
from benchreport.results.checks.assumption_check import CheckResult as CheckResult
from benchreport.results.checks.assumption_check import CheckRow as CheckRow
from benchreport.results.checks.description import Description as Description
from benchreport.results.checks.description import DescriptionResult as DescriptionResult
from benchreport.results.checks.multiverse import MultiverseResult as MultiverseResult
from benchreport.results.checks.one_se import Configuration as Configuration
from benchreport.results.checks.one_se import OneStandardErrorResult as OneStandardErrorResult
from benchreport.results.checks.sensitivity import SensitivityResult as SensitivityResult
from benchreport.results.checks.sensitivity import Variation as Variation
from benchreport.results.checks.suspect_cells import Finding as Finding
from benchreport.results.checks.suspect_cells import FindingsResult as FindingsResult
from benchreport.results.curves.budgets import Budget as Budget
from benchreport.results.curves.budgets import BudgetsResult as BudgetsResult
from benchreport.results.curves.lines import CurvesResult as CurvesResult
from benchreport.results.curves.lines import Line as Line
from benchreport.results.curves.profiles import Profile as Profile
from benchreport.results.curves.profiles import ProfilesResult as ProfilesResult
from benchreport.results.curves.runtimes import Runtime as Runtime
from benchreport.results.curves.runtimes import RuntimesResult as RuntimesResult
from benchreport.results.curves.runtimes import SolvedShare as SolvedShare
from benchreport.results.models.ablation import AblationResult as AblationResult
from benchreport.results.models.ablation import Component as Component
from benchreport.results.models.factorial import FactorialResult as FactorialResult
from benchreport.results.models.factorial import LevelMean as LevelMean
from benchreport.results.models.factorial import TermTest as TermTest
from benchreport.results.models.mixed import MixedResult as MixedResult
from benchreport.results.models.noise import PlanResult as PlanResult
from benchreport.results.models.noise import PlanRow as PlanRow
from benchreport.results.models.noise import PowerResult as PowerResult
from benchreport.results.models.noise import PowerRow as PowerRow
from benchreport.results.models.noise import Source as Source
from benchreport.results.models.noise import VarianceComponentsResult as VarianceComponentsResult
from benchreport.results.models.variance import Sphericity as Sphericity
from benchreport.results.models.variance import VarianceResult as VarianceResult
from benchreport.results.models.variance import VarianceRow as VarianceRow
from benchreport.results.pairs.bayes import BayesResult as BayesResult
from benchreport.results.pairs.bayes import Posterior as Posterior
from benchreport.results.pairs.effects import Effect as Effect
from benchreport.results.pairs.effects import EffectsResult as EffectsResult
from benchreport.results.pairs.equivalence import Closeness as Closeness
from benchreport.results.pairs.equivalence import EquivalenceResult as EquivalenceResult
from benchreport.results.pairs.multi_comparison import (
    MultiComparisonResult as MultiComparisonResult,
)
from benchreport.results.pairs.multi_comparison import WinTieLoss as WinTieLoss
from benchreport.results.pairs.pairwise import Comparison as Comparison
from benchreport.results.pairs.pairwise import PairwiseResult as PairwiseResult
from benchreport.results.pairs.speedups import MeanScore as MeanScore
from benchreport.results.pairs.speedups import Speedup as Speedup
from benchreport.results.pairs.speedups import SpeedupsResult as SpeedupsResult
from benchreport.results.predictions.confusion import ConfusionResult as ConfusionResult
from benchreport.results.predictions.dataset_differences import (
    DatasetDifference as DatasetDifference,
)
from benchreport.results.predictions.dataset_differences import (
    DatasetDifferencesResult as DatasetDifferencesResult,
)
from benchreport.results.predictions.degradation import DegradationResult as DegradationResult
from benchreport.results.predictions.degradation import TaskChange as TaskChange
from benchreport.results.predictions.design_effect import DesignEffect as DesignEffect
from benchreport.results.predictions.design_effect import DesignEffectResult as DesignEffectResult
from benchreport.results.predictions.disagreement import DisagreementResult as DisagreementResult
from benchreport.results.predictions.flips import Flip as Flip
from benchreport.results.predictions.flips import FlipCounts as FlipCounts
from benchreport.results.predictions.flips import FlipsResult as FlipsResult
from benchreport.results.predictions.items import Item as Item
from benchreport.results.predictions.items import ItemsResult as ItemsResult
from benchreport.results.predictions.mcnemar import McNemarResult as McNemarResult
from benchreport.results.predictions.metrics import Measured as Measured
from benchreport.results.predictions.metrics import MetricsResult as MetricsResult
from benchreport.results.predictions.paired_difference import (
    PairedDifferenceResult as PairedDifferenceResult,
)
from benchreport.results.predictions.paired_difference import Precision as Precision
from benchreport.results.predictions.reliability import ReliabilityResult as ReliabilityResult
from benchreport.results.predictions.roc import PrecisionRecallResult as PrecisionRecallResult
from benchreport.results.predictions.roc import RocResult as RocResult
from benchreport.results.predictions.train_test import TrainTestResult as TrainTestResult
from benchreport.results.ranks.location_result import Location as Location
from benchreport.results.ranks.location_result import LocationResult as LocationResult
from benchreport.results.ranks.omnibus import OmnibusResult as OmnibusResult
from benchreport.results.ranks.omnibus import OmnibusTest as OmnibusTest
from benchreport.results.ranks.rank_changes import RankChangesResult as RankChangesResult
from benchreport.results.ranks.rank_sets import RankSet as RankSet
from benchreport.results.ranks.rank_sets import RankSetsResult as RankSetsResult
from benchreport.results.ranks.ranking import RankingResult as RankingResult
