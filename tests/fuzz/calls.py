"""Draw a method of ``df.bench`` and arguments for it; most of them are sensible."""

import inspect
import typing
from random import Random
from typing import Any, Literal, NamedTuple

import matplotlib.figure
import numpy as np
import pandas as pd

from benchreport.accessor import Bench
from benchreport.binding import bind
from benchreport.data import Curves, Predictions, Scores
from benchreport.data.several import Several
from benchreport.paper.families import FramedScores

from .tables import NAMES, Table, draw_table

METHODS = {
    name: method.function for name, method in vars(Bench).items() if isinstance(method, bind)
}
# these take seconds each and are drawn less often
HEAVY = {
    "analyze",
    "analyze_predictions",
    "analyze_curves",
    "report",
    "report_metrics",
    "table",
    "numbers",
    "sentence",
}
OF_TABLE = {
    Scores: ("wide", "wide", "long", "folds", "samples"),
    Predictions: ("labels", "chances", "values", "log", "ranked", "language"),
    Curves: ("curves",),
    Several: ("several",),
    FramedScores: ("wide", "long", "folds", "samples"),
}
SENSIBLE: dict[str, tuple[Any, ...]] = {
    "alpha": (0.05, 0.1, 0.01, 0.5, 1e-9, 1 - 1e-9, 5e-324),
    "budget": (100, 0, 1e9),
    "budgets": ([10, 50], [1], []),
    "confidence": (0.95, 0.5, 1e-12, 1 - 1e-12),
    "highlight": (1, 0, 10**9, [], ["algorithm 0"], ["no such"]),
    "loss": ("auto", "absolute", "squared", "no such"),
    "margin": (0.01, 1e-300, 1e300, "1pp", "2%"),
    "metric": ("accuracy", "f1", "auc", "rmse", "ndcg", "no such"),
    "mu": (0.5, 0.0, 1e300),
    "n_draws": (1000, 10_000, None),
    "n_resamples": (1, 2, 40, 200),
    "names": (None, "accuracy", ["accuracy", "mcc"], ["rmse"], []),
    "no_information_rate": (None, 0.5, 0.0, 1.0, 2.0),
    "prior_strength": (0.5, 1e-300, 1e300),
    "rope": (0.0, 0.01, 1e300),
    "sigma": (1.0, 1e-300, 1e300),
    "targets": ([0.1, 0.5], [], [1e300]),
    "test": ("nemenyi", "wilcoxon", "tukey", "t", "conover", "no such"),
    "test_fraction": (None, 0.1, 0.5, 1e-12, 1 - 1e-12),
    "threshold": (3.5, 1e-300, 1e300),
    "thresholds": (None, [1.0, 2.0], [], [0.0]),
    "up_to": (None, 50, -1, 1e300),
    "width": ("page", "column", 2.5, 5.5, 100),
    "x": (None, "n_rows", "no such"),
    "y": (None, "n_rows", "no such"),
    "n_targets": (1, 20),
    "bins": (1, 2, 10),
}
NAMED = {"a", "algorithm", "b", "control", "dataset", "relative_to", "run"}
WRONG: tuple[Any, ...] = (
    None, "", "text", 0, -1, 3, 2.5, 1e300, float("nan"), float("inf"), 10**400, True, [], ["a"],
    [1], {}, {"a": True}, (), set(), b"x", object(), np.array([1.0]), np.nan, pd.NA, print, "x" * 500,
)  # fmt: skip


class Call(NamedTuple):
    """A method of ``df.bench``, the table that it is called on, and its arguments."""

    method: str
    table: Table
    arguments: dict[str, Any]

    def __call__(self) -> object:
        """Make the call."""
        return getattr(Bench(self.table.frame)(**self.table.roles), self.method)(**self.arguments)

    def __str__(self) -> str:
        frame = self.table.frame
        return (
            f"{self.method}({self.arguments!r:.300}) on {self.table.kind} {frame.shape} "
            f"{self.table.roles!r:.200}\n{frame.head(8)!r:.1500}"
        )


def draw_call(random: Random, method: str | None = None) -> Call:
    """Draw a method, a table that it reads (in most calls), and arguments."""
    name = method or random.choice(list(METHODS))
    if method is None and name in HEAVY and random.random() < 0.8:
        name = random.choice([candidate for candidate in METHODS if candidate not in HEAVY])
    function = METHODS[name]
    hints = typing.get_type_hints(function)
    first, *parameters = inspect.signature(function).parameters.values()
    kinds = [kind for type_ in _members(hints[first.name]) for kind in OF_TABLE[type_]]
    table = draw_table(random, random.choice(kinds) if random.random() < 0.95 else None)
    arguments = {
        parameter.name: _argument(random, parameter.name, hints[parameter.name], table)
        for parameter in parameters
        if parameter.default is parameter.empty or random.random() < 0.25
    }
    arguments.pop("path", None)  # arguments that write files belong to the tests of saving
    return Call(name, table, arguments)


def _members(hint: Any) -> tuple[Any, ...]:
    return (hint,) if hint in OF_TABLE else typing.get_args(hint)


def _argument(random: Random, name: str, hint: Any, table: Table) -> object:
    if random.random() < 0.1:
        return random.choice(WRONG)
    if name in SENSIBLE:
        return random.choice(SENSIBLE[name])
    labels = _labels(table)
    if name in NAMED:
        return random.choice([None, *labels]) if labels else random.choice(NAMES)
    if name in ("order", "complexity"):
        return random.sample(labels, len(labels))
    if name == "features":
        index = labels or ["iris"]
        return pd.DataFrame({"n_rows": range(len(index)), "x": "text"}, index=index)
    if name == "ax":
        return random.choice([None, matplotlib.figure.Figure().add_subplot()])
    return _of_hint(random, hint)


def _labels(table: Table) -> list[Any]:
    """List the names of the algorithms, where they are easy to see."""
    frame = table.frame
    for place, column in enumerate(map(str, frame.columns)):
        if column in {"algorithm", "model"}:
            return list(dict.fromkeys(str(name) for name in frame.iloc[:, place]))
    return list(frame.columns)


def _of_hint(random: Random, hint: Any) -> object:
    literals = [hint, *typing.get_args(hint)]
    choices = [value for literal in literals if typing.get_origin(literal) is Literal
               for value in typing.get_args(literal)]  # fmt: skip
    if choices:
        return random.choice(choices)
    if bool in literals:
        return random.choice([True, False])
    if int in literals:
        return random.choice([1, 2, 7])
    return random.choice(WRONG)
