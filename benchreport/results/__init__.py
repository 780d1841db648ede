"""Frozen answers, one class per shape.

What lives here: what a procedure found, as facts (``base``, ``omnibus``, ``variance``,
``pairwise``, ``effects``, ``check`` and so on), how numbers are written (``format``) and what is
cited (``references``, ``bibliography``).
It may import pandas, numpy, ``data``, ``numerics`` and ``errors``; it computes no test.
To add a shape: a frozen dataclass on ``Result`` in a module of its own.
"""

from benchreport.results.advice import AdviceResult, Suggestion
from benchreport.results.assumption_check import CheckResult, CheckRow
from benchreport.results.base import Assumption, Design, Interval, Result
from benchreport.results.bayes import BayesResult, Posterior
from benchreport.results.budgets import Budget, BudgetsResult
from benchreport.results.confusion import ConfusionResult
from benchreport.results.curves import CurvesResult, Line
from benchreport.results.description import Description, DescriptionResult
from benchreport.results.disagreement import DisagreementResult
from benchreport.results.effects import Effect, EffectsResult
from benchreport.results.equivalence import Closeness, EquivalenceResult
from benchreport.results.location_result import Location, LocationResult
from benchreport.results.mcnemar import McNemarResult
from benchreport.results.metrics import Measured, MetricsResult
from benchreport.results.mixed import MixedResult
from benchreport.results.multi_comparison import MultiComparisonResult, WinTieLoss
from benchreport.results.omnibus import OmnibusResult, OmnibusTest
from benchreport.results.one_se import Configuration, OneStandardErrorResult
from benchreport.results.pairwise import Comparison, PairwiseResult
from benchreport.results.profiles import Profile, ProfilesResult
from benchreport.results.rank_changes import RankChangesResult
from benchreport.results.ranking import RankingResult
from benchreport.results.reliability import ReliabilityResult
from benchreport.results.roc import PrecisionRecallResult, RocResult
from benchreport.results.runtimes import Runtime, RuntimesResult, SolvedShare
from benchreport.results.sensitivity import SensitivityResult, Variation
from benchreport.results.suspect_cells import Finding, FindingsResult
from benchreport.results.train_test import TrainTestResult
from benchreport.results.variance import Sphericity, VarianceResult, VarianceRow

__all__ = [
    "AdviceResult",
    "Assumption",
    "BayesResult",
    "Budget",
    "BudgetsResult",
    "CheckResult",
    "CheckRow",
    "Closeness",
    "Comparison",
    "Configuration",
    "ConfusionResult",
    "CurvesResult",
    "Description",
    "DescriptionResult",
    "Design",
    "DisagreementResult",
    "Effect",
    "EffectsResult",
    "EquivalenceResult",
    "Finding",
    "FindingsResult",
    "Interval",
    "Line",
    "Location",
    "LocationResult",
    "McNemarResult",
    "Measured",
    "MetricsResult",
    "MixedResult",
    "MultiComparisonResult",
    "OmnibusResult",
    "OmnibusTest",
    "OneStandardErrorResult",
    "PairwiseResult",
    "Posterior",
    "PrecisionRecallResult",
    "Profile",
    "ProfilesResult",
    "RankChangesResult",
    "RankingResult",
    "ReliabilityResult",
    "Result",
    "RocResult",
    "Runtime",
    "RuntimesResult",
    "SensitivityResult",
    "SolvedShare",
    "Sphericity",
    "Suggestion",
    "TrainTestResult",
    "VarianceResult",
    "VarianceRow",
    "Variation",
    "WinTieLoss",
]
