"""Write the files of ``aeon``: predictions of classifiers of aeon, and tsml-eval's tables of their scores.

With aeon 1.6.0, tsml-eval 0.6.0 and scikit-learn 1.9.1::

    pip install aeon && pip install --no-deps tsml tsml-eval
    python tests/data/tool_files/generate_aeon.py
"""

import shutil
import tempfile
from pathlib import Path

import numpy as np
from aeon.classification.distance_based import KNeighborsTimeSeriesClassifier
from aeon.classification.feature_based import SummaryClassifier
from aeon.testing.data_generation import make_example_3d_numpy
from tsml_eval.evaluation import evaluate_classifiers_from_file
from tsml_eval.utils.results_writing import (
    write_classification_results,
    write_clustering_results,
    write_regression_results,
)

HERE = Path(__file__).parent / "aeon"
DATASETS = {"Waves": 2, "Steps": 2, "Bumps": 3}
ESTIMATORS = {
    "1NN-DTW": lambda _: KNeighborsTimeSeriesClassifier(),
    "Summary": lambda seed: SummaryClassifier(random_state=seed),
}
RESAMPLES = 3


def write_predictions() -> list[str]:
    """Fit each classifier on each resample, and return the paths of its predictions."""
    for number, (dataset, n_classes) in enumerate(DATASETS.items()):
        X, y = make_example_3d_numpy(
            n_cases=40, n_timepoints=12, n_labels=n_classes, random_state=number
        )
        X = X + np.random.default_rng(number).normal(0, 1.5, X.shape)
        for resample in range(RESAMPLES):
            order = np.random.default_rng(resample).permutation(40)
            train, test = order[:25], order[25:]
            for name, make in ESTIMATORS.items():
                model = make(resample).fit(X[train], y[train])
                predicted = model.predict(X[test])
                write_classification_results(
                    predicted,
                    model.predict_proba(X[test]).round(4),
                    y[test],
                    name,
                    dataset,
                    str(HERE / "predictions"),
                    full_path=False,
                    split="TEST",
                    resample_id=resample,
                    time_unit="MILLISECONDS",
                    first_line_comment="Written by tsml-eval",
                    accuracy=float((predicted == y[test]).mean()),
                    fit_time=12,
                    predict_time=3,
                    n_classes=n_classes,
                )
    return [str(path) for path in sorted(HERE.glob("predictions/*/*/*/*.csv"))]


def write_tables(paths: list[str]) -> None:
    """Keep what tsml-eval writes of accuracies and balanced accuracies."""
    with tempfile.TemporaryDirectory() as folder:
        evaluate_classifiers_from_file(paths, folder, error_on_missing=True)
        (results,) = Path(folder).iterdir()
        for statistic in ("Accuracy", "BalAcc"):
            target = HERE / "tables" / statistic
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(
                results / statistic, target, ignore=shutil.ignore_patterns("figures", "*.pdf")
            )


def write_others() -> None:
    """Write one file of a regressor and one of a clusterer."""
    rng = np.random.default_rng(0)
    target = rng.normal(size=10).round(3)
    write_regression_results(
        (target + 0.1).round(3),
        target,
        "Ridge",
        "Flow",
        str(HERE / "regression"),
        full_path=False,
        split="TEST",
        resample_id=0,
        mse=0.01,
    )
    write_clustering_results(
        np.array([1, 1, 0, 0]),
        np.eye(2)[[1, 1, 0, 0]],
        np.array([0, 0, 1, 1]),
        "kmeans",
        "Flow",
        str(HERE / "clusters"),
        full_path=False,
        split="TEST",
        resample_id=0,
        clustering_accuracy=1.0,
        n_classes=2,
        n_clusters=2,
    )


if __name__ == "__main__":
    write_tables(write_predictions())
    write_others()
