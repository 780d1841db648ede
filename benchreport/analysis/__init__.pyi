from benchreport.analysis.advice import advise as advise
from benchreport.analysis.analysis import Analysis as Analysis
from benchreport.analysis.analysis import analyze as analyze
from benchreport.analysis.budget_picks import best_at_budget as best_at_budget
from benchreport.analysis.curve_analysis import CurveAnalysis as CurveAnalysis
from benchreport.analysis.curve_analysis import analyze_curves as analyze_curves
from benchreport.analysis.curve_scores import area_under_curve as area_under_curve
from benchreport.analysis.curve_scores import scores_at as scores_at
from benchreport.analysis.predictions.prediction_analysis import (
    PredictionAnalysis as PredictionAnalysis,
)
from benchreport.analysis.predictions.prediction_analysis import (
    analyze_predictions as analyze_predictions,
)
from benchreport.analysis.predictions.predictions_to_scores import to_scores as to_scores
