"""Fit four scikit-learn classifiers to half of the breast cancer data, and predict the other half.

Writes ``predictions.csv`` beside this file: one row a held-out tumour, the truth, and for each model
its label and its probability of ``malignant``. The data (Wisconsin diagnostic, 569 tumours) come with
scikit-learn::

    pip install '.[examples]'
    python examples/predictions/fit_models.py
"""

from pathlib import Path

import pandas as pd
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

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
    labels = pd.Series(data.target_names[data.target], name="y_true")
    train, test = train_test_split(labels.index, test_size=0.5, stratify=labels, random_state=SEED)
    test = sorted(test)
    table = pd.DataFrame({"example": test, "y_true": labels[test].to_numpy()})
    for name, model in MODELS.items():
        model.fit(data.data[train], labels[train])
        table[name] = model.predict(data.data[test])
        chances = model.predict_proba(data.data[test])
        # all digits are written: rounded probabilities would tie and change the AUC
        table[f"{name}_probability"] = chances[:, list(model.classes_).index(POSITIVE)]
        print(f"{name}: {(table[name] == table['y_true']).mean():.3f} right")
    table.to_csv(HERE / "predictions.csv", index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
