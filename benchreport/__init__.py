"""Compare algorithms on benchmarks: the right statistics, figures and reports from a DataFrame.

Importing this package registers ``df.bench`` on every pandas DataFrame and loads nothing heavy;
procedures, figures and reports load when first used.

>>> import benchreport
>>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
>>> print(frame.bench(score="accuracy").friedman().summary)
Friedman test: χ²(2) = 8.00, p = .005 (exact), Kendall's W = 1.00
"""

import importlib
from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
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

__version__ = "0.1.0"

# where the public names are; a module loads when one of its names is first asked for
_HOMES = {
    "benchreport.accessor": ("Bench", "bench"),
    "benchreport.analysis": (
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
    ),
    "benchreport.data": ("Curves", "Predictions", "Roles", "Scores", "Several"),
    "benchreport.data.readers": ("read",),
    "benchreport.numerics.multiplicity.adjust": ("adjust",),
    "benchreport.report": ("Report",),
    "benchreport.results": ("Result",),
    "benchreport.stats": (
        "CATALOGUE",
        "CURVE_CATALOGUE",
        "PREDICTION_CATALOGUE",
        "PROCEDURES",
        "SEVERAL_CATALOGUE",
    ),
}


def _accessor(frame: pd.DataFrame) -> "Bench":
    """Compare algorithms: ``df.bench.friedman()``, ``.cd_plot()``, ``.report(path)`` and more."""
    from benchreport.accessor import Bench

    return Bench(frame)


# pandas takes any callable; its annotation asks for a class
pd.api.extensions.register_dataframe_accessor("bench")(_accessor)  # type: ignore[type-var]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any public name
    if name == "__all__":
        return sorted(_public())
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(home), name)
    if not name.startswith("_"):
        procedures = importlib.import_module("benchreport.stats").PROCEDURES
        if name in procedures:
            return procedures[name]
    raise AttributeError(f"module 'benchreport' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_public()})


def _public() -> set[str]:
    procedures = importlib.import_module("benchreport.stats").PROCEDURES
    return {"__version__", *procedures, *(name for names in _HOMES.values() for name in names)}
