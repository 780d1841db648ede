"""Tune eight models by four optimizers, ten seeds each, and keep every evaluation.

Writes ``tuning.parquet`` beside this file: optimizer, problem, seed, evaluation (1 to 80) and error,
the five-fold cross-validated error of the settings tried then (not the best so far): the share of
wrong predictions, and for diabetes, a regression, 1 − R². Every number is of models really fitted;
the settings lie on a fine grid, so that those met again need no second fit. A quarter of an hour on
one core. The data come with scikit-learn, two of the optimizers with optuna::

    pip install '.[examples,parquet]' optuna cmaes
    python examples/tuning/tune.py
"""

import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import optuna
import pandas as pd
from scipy.stats import norm
from sklearn import datasets
from sklearn.base import is_classifier
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, SVR

HERE = Path(__file__).parent
FOLD_SEED = 2012
SEEDS = 10
BUDGET = 80
LEVELS = 41  # points of the grid along each setting
START = 8  # random evaluations before the Gaussian process chooses

# each setting: the lowest and highest power of ten
SVM = {"C": (-3, 4), "gamma": (-7, 2)}
SGD = {"alpha": (-7, 1), "eta0": (-5, 2), "l1_ratio": (-3, 0)}
MLP = {"learning_rate_init": (-4, 0), "alpha": (-5, 1), "batch_size": (1.2, 2)}
BOOSTING = {"learning_rate": (-3, 0), "n_estimators": (0.5, 1.6), "subsample": (-1, 0)}
WHOLE_NUMBERS = ("batch_size", "n_estimators")
sgd = SGDClassifier(penalty="elasticnet", learning_rate="adaptive", max_iter=10, random_state=0)
mlp = MLPClassifier((8,), max_iter=10, random_state=0)
PROBLEMS = {
    "SVM on breast cancer": (SVC(), SVM),
    "SVM on digits": (SVC(), SVM),
    "SVM on diabetes": (SVR(), SVM | {"epsilon": (-1, 2)}),
    # steep polynomials may never converge: training stops, and the last state is scored
    "SVM on iris": (SVC(kernel="poly", max_iter=20_000), SVM | {"coef0": (-3, 1)}),
    "linear on breast cancer": (sgd, SGD),
    "linear on digits": (sgd, SGD),
    "network on wine": (mlp, MLP),
    "boosting on diabetes": (GradientBoostingRegressor(max_depth=2, random_state=0), BOOSTING),
}
Objective = Callable[[np.ndarray], float]


def snap_to_grid(points: np.ndarray) -> np.ndarray:
    """Move points of the unit cube to the grid."""
    return np.round(points * (LEVELS - 1)) / (LEVELS - 1)


class Problem:
    """A model to tune: the error at points of the unit cube, each fitted once."""

    def __init__(self, name: str) -> None:
        dataset = name.partition(" on ")[2]
        load = getattr(datasets, "load_" + dataset.replace(" ", "_"))
        # a quarter of the digits is enough, and much faster
        every = slice(None, None, 4 if dataset == "digits" else 1)
        self.data, self.target = (part[every] for part in load(return_X_y=True))
        self.model, self.space = PROBLEMS[name]
        self.known: dict[tuple, float] = {}
        self.trace: list[float] = []
        folds = StratifiedKFold if is_classifier(self.model) else KFold
        self.folds = folds(5, shuffle=True, random_state=FOLD_SEED)

    def error(self, point: np.ndarray) -> float:
        """Return the cross-validated error of the settings at a point, and note it in the trace."""
        key = tuple(snap_to_grid(np.asarray(point)))
        if key not in self.known:
            settings = {
                name: 10 ** (low + at * (high - low))
                for at, (name, (low, high)) in zip(key, self.space.items(), strict=True)
            }
            settings |= {name: round(settings[name]) for name in WHOLE_NUMBERS if name in settings}
            model = make_pipeline(StandardScaler(), self.model.set_params(**settings))
            scores = cross_val_score(
                model, self.data, self.target, cv=self.folds, error_score="raise"
            )
            self.known[key] = 1 - float(scores.mean())
        self.trace.append(self.known[key])
        return self.known[key]


def random_search(error: Objective, size: int, seed: int) -> None:
    """Try points drawn uniformly."""
    for point in np.random.default_rng(seed).random((BUDGET, size)):
        error(point)


def gaussian_process(error: Objective, size: int, seed: int) -> None:
    """Try next where a Gaussian process expects the greatest improvement."""
    rng = np.random.default_rng(seed)
    kernel = ConstantKernel() * Matern([0.3] * size, (0.05, 3), nu=2.5) + WhiteKernel(0.01)
    model = GaussianProcessRegressor(kernel, normalize_y=True, random_state=seed)
    points = snap_to_grid(rng.random((START, size)))
    # on a log scale, where differences among the best settings still show
    errors = [np.log(error(point) + 0.01) for point in points]
    while len(errors) < BUDGET:
        model.fit(points, errors)
        best = points[np.argmin(errors)]
        near = np.clip(best + rng.normal(0, 0.1, (300, size)), 0, 1)
        candidates = snap_to_grid(np.vstack([rng.random((700, size)), near]))
        tried = (candidates[:, None] == points).all(axis=2).any(axis=1)
        candidates = candidates[~tried]
        mean, sd = model.predict(candidates, return_std=True)
        gain = min(errors) - mean
        expected = gain * norm.cdf(gain / sd) + sd * norm.pdf(gain / sd)
        chosen = candidates[np.argmax(expected)]
        points = np.vstack([points, chosen])
        errors.append(np.log(error(chosen) + 0.01))


def by_optuna(sampler: type, error: Objective, size: int, seed: int) -> None:
    """Let a sampler of optuna choose the points."""
    study = optuna.create_study(sampler=sampler(seed=seed))
    names = [f"x{axis}" for axis in range(size)]
    study.optimize(lambda t: error([t.suggest_float(x, 0, 1) for x in names]), n_trials=BUDGET)


OPTIMIZERS = {
    "random search": random_search,
    "TPE": partial(by_optuna, optuna.samplers.TPESampler),
    "CMA-ES": partial(by_optuna, optuna.samplers.CmaEsSampler),
    "Gaussian process": gaussian_process,
}


def main() -> None:
    """Run all optimizers and write every evaluation."""
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    # some settings train too little, and their high error shows it
    warnings.simplefilter("ignore", ConvergenceWarning)
    rows = []
    for name in PROBLEMS:
        problem = Problem(name)
        for label, optimizer in OPTIMIZERS.items():
            start = time.perf_counter()
            for seed in range(SEEDS):
                problem.trace = []
                optimizer(problem.error, len(problem.space), seed)
                rows += [
                    (label, name, seed, i, round(e, 5)) for i, e in enumerate(problem.trace, 1)
                ]
            print(f"{name}, {label}: {time.perf_counter() - start:.0f} s", flush=True)
    columns = ["optimizer", "problem", "seed", "evaluation", "error"]
    table = pd.DataFrame(rows, columns=columns)
    best = table.groupby(["problem", "optimizer", "seed"], as_index=False)["error"].min()
    print(best.pivot_table(index="problem", columns="optimizer", values="error").round(4))
    table.to_parquet(HERE / "tuning.parquet", index=False, compression="zstd")


if __name__ == "__main__":
    main()
