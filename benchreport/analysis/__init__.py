"""From a table to the comparison a paper needs: which procedures, why, and what they say together.

What lives here: ``advise`` with its ``rules``, ``analyze``, which runs what they recommend, and
``Analysis``, what it found. It may import ``stats`` and everything below; it draws nothing.
To add a step: a line in ``rules``, a field of ``Analysis``, filled in ``analyze``.
"""

from benchreport.analysis.advice import advise
from benchreport.analysis.analysis import Analysis, analyze
from benchreport.analysis.budget_picks import best_at_budget
from benchreport.analysis.curve_analysis import CurveAnalysis, analyze_curves
from benchreport.analysis.curve_scores import area_under_curve, scores_at
from benchreport.analysis.prediction_analysis import PredictionAnalysis, analyze_predictions
from benchreport.analysis.predictions_to_scores import to_scores

__all__ = [
    "Analysis",
    "CurveAnalysis",
    "PredictionAnalysis",
    "advise",
    "analyze",
    "analyze_curves",
    "analyze_predictions",
    "area_under_curve",
    "best_at_budget",
    "scores_at",
    "to_scores",
]
