"""Experiments: what an experiment costs above the fits."""

import tempfile

from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.metrics import accuracy_score
from sklearn.model_selection import StratifiedKFold, cross_validate
from sklearn.tree import DecisionTreeClassifier

from benchreport.experiments import KFold, run
from tests.benchmarks.rows.row import FLOOR, Work, row


@row("experiment, 100 fits of 10 ms", runs=7)
def fits() -> dict[str, Work]:
    """Fit a tree a hundred times; a bare loop clones, fits, predicts and scores."""
    features, target = make_classification(1000, 20, random_state=0)
    tree = DecisionTreeClassifier(random_state=0)
    folds = StratifiedKFold(100, shuffle=True, random_state=0)

    def experiment(folder: str | None = None) -> None:
        data = {"data": (features, target)}
        run({"tree": tree}, data, resampling=KFold(100), folder=folder)

    def experiment_in_a_folder() -> None:
        with tempfile.TemporaryDirectory() as folder:
            experiment(folder)

    def loop() -> None:
        for train, test in folds.split(features, target):
            fitted = clone(tree).fit(features[train], target[train])
            accuracy_score(target[test], fitted.predict(features[test]))

    return {
        "ours": experiment,
        f"{FLOOR}bare loop": loop,
        "ours, kept in a folder": experiment_in_a_folder,
        "cross_validate": lambda: cross_validate(
            tree, features, target, cv=folds, scoring="accuracy"
        ),
    }
