"""Fit four scikit-learn classifiers to half of the breast cancer data, and predict the other half.

Writes ``predictions.csv`` beside this file: one row a held-out tumour, the truth, and for each model
its label and its probability of ``malignant``. The data (Wisconsin diagnostic, 569 tumours) come with
scikit-learn::

    pip install '.[examples]'
    python examples/predictions/fit_models.py
"""

from pathlib import Path

from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from benchreport.experiments import run

HERE = Path(__file__).parent
SEED = 1995
POSITIVE = "malignant"

MODELS = {
    # scales are learnt from the training half alone, so that test rows stay unseen
    "logistic regression": make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)),
    "nearest neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier(n_neighbors=15)),
    "naive Bayes": GaussianNB(),
    "decision tree": DecisionTreeClassifier(min_samples_leaf=5, random_state=SEED),
}


def main() -> None:
    """Fit all models and write their predictions."""
    data = load_breast_cancer()
    labels = data.target_names[data.target]
    result = run(
        MODELS,
        {"breast cancer": (data.data, labels)},
        resampling=StratifiedShuffleSplit(1, test_size=0.5, random_state=SEED),
        positive=POSITIVE,
    )
    print(result.estimates())
    rows = result.predictions.set_index(["example", "y_true", "algorithm"])
    table = rows["prediction"].unstack()
    for name in MODELS:
        # all digits are written: rounded probabilities would tie and change the AUC
        table[f"{name}_probability"] = rows["probability"].unstack()[name]
    columns = [f"{name}{part}" for name in MODELS for part in ("", "_probability")]
    table.reset_index()[["example", "y_true", *columns]].to_csv(
        HERE / "predictions.csv", index=False, lineterminator="\n"
    )


if __name__ == "__main__":
    main()
