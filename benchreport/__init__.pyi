from benchreport.accessor import Bench as Bench
from benchreport.accessor import bench as bench
from benchreport.analysis import Analysis as Analysis
from benchreport.analysis import CurveAnalysis as CurveAnalysis
from benchreport.analysis import PredictionAnalysis as PredictionAnalysis
from benchreport.analysis import advise as advise
from benchreport.analysis import analyze as analyze
from benchreport.analysis import analyze_curves as analyze_curves
from benchreport.analysis import analyze_predictions as analyze_predictions
from benchreport.analysis import area_under_curve as area_under_curve
from benchreport.analysis import best_at_budget as best_at_budget
from benchreport.analysis import scores_at as scores_at
from benchreport.analysis import to_scores as to_scores
from benchreport.data import Curves as Curves
from benchreport.data import Predictions as Predictions
from benchreport.data import Roles as Roles
from benchreport.data import Scores as Scores
from benchreport.data import Several as Several
from benchreport.data.readers import read as read
from benchreport.numerics.multiplicity.adjust import adjust as adjust
from benchreport.report import Report as Report
from benchreport.results import Result as Result
from benchreport.stats import *  # noqa: F403 - it names each procedure
from benchreport.stats.studies._rank_estimates import rank_estimates as rank_estimates
from benchreport.stats.studies._rank_estimates import rank_sets as rank_sets

__version__: str
