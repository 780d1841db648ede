"""Advice and analyses: which procedures suit a table, why, and what their results say together.

These live here: ``advise`` with its rules; ``analyze`` and its twins for predictions and curves,
which run the recommended procedures and keep their results; the sentences of the verdict. These
modules may import ``stats`` and the layers below it; they draw nothing. To add a step: a suggestion
in ``rules`` or ``rules_one_dataset``, a field of ``Analysis``, and the call in ``analyze`` that
fills it.
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
