"""Frozen answers, one class per shape.

The results of procedures live here as facts, one module per shape, built on ``base``; so does the
writing of numbers and LaTeX (``number_format``, ``latex_text``, ``latex_table``, ``csv_text``);
the bibliography (``references``, ``bibliography``); the way back from JSON (``from_dict``). It may
import pandas, numpy, ``data``, ``numerics`` and ``errors``; it computes no test. To add a shape: a
frozen dataclass on ``Result`` in a module of its own, and its line here.
"""

from benchreport.results.advice import AdviceResult as AdviceResult
from benchreport.results.advice import Suggestion as Suggestion
from benchreport.results.assumption_check import CheckResult as CheckResult
from benchreport.results.assumption_check import CheckRow as CheckRow
from benchreport.results.base import Assumption as Assumption
from benchreport.results.base import Design as Design
from benchreport.results.base import Interval as Interval
from benchreport.results.base import Result as Result
from benchreport.results.bayes import BayesResult as BayesResult
from benchreport.results.bayes import Posterior as Posterior
from benchreport.results.budgets import Budget as Budget
from benchreport.results.budgets import BudgetsResult as BudgetsResult
from benchreport.results.confusion import ConfusionResult as ConfusionResult
from benchreport.results.curves import CurvesResult as CurvesResult
from benchreport.results.curves import Line as Line
from benchreport.results.description import Description as Description
from benchreport.results.description import DescriptionResult as DescriptionResult
from benchreport.results.disagreement import DisagreementResult as DisagreementResult
from benchreport.results.effects import Effect as Effect
from benchreport.results.effects import EffectsResult as EffectsResult
from benchreport.results.equivalence import Closeness as Closeness
from benchreport.results.equivalence import EquivalenceResult as EquivalenceResult
from benchreport.results.location_result import Location as Location
from benchreport.results.location_result import LocationResult as LocationResult
from benchreport.results.mcnemar import McNemarResult as McNemarResult
from benchreport.results.metrics import Measured as Measured
from benchreport.results.metrics import MetricsResult as MetricsResult
from benchreport.results.mixed import MixedResult as MixedResult
from benchreport.results.multi_comparison import MultiComparisonResult as MultiComparisonResult
from benchreport.results.multi_comparison import WinTieLoss as WinTieLoss
from benchreport.results.omnibus import OmnibusResult as OmnibusResult
from benchreport.results.omnibus import OmnibusTest as OmnibusTest
from benchreport.results.one_se import Configuration as Configuration
from benchreport.results.one_se import OneStandardErrorResult as OneStandardErrorResult
from benchreport.results.pairwise import Comparison as Comparison
from benchreport.results.pairwise import PairwiseResult as PairwiseResult
from benchreport.results.profiles import Profile as Profile
from benchreport.results.profiles import ProfilesResult as ProfilesResult
from benchreport.results.rank_changes import RankChangesResult as RankChangesResult
from benchreport.results.ranking import RankingResult as RankingResult
from benchreport.results.reliability import ReliabilityResult as ReliabilityResult
from benchreport.results.roc import PrecisionRecallResult as PrecisionRecallResult
from benchreport.results.roc import RocResult as RocResult
from benchreport.results.runtimes import Runtime as Runtime
from benchreport.results.runtimes import RuntimesResult as RuntimesResult
from benchreport.results.runtimes import SolvedShare as SolvedShare
from benchreport.results.sensitivity import SensitivityResult as SensitivityResult
from benchreport.results.sensitivity import Variation as Variation
from benchreport.results.suspect_cells import Finding as Finding
from benchreport.results.suspect_cells import FindingsResult as FindingsResult
from benchreport.results.train_test import TrainTestResult as TrainTestResult
from benchreport.results.variance import Sphericity as Sphericity
from benchreport.results.variance import VarianceResult as VarianceResult
from benchreport.results.variance import VarianceRow as VarianceRow
