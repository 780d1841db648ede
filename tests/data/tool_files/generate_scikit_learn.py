"""Write ``cv_results_`` of searches, as users save them: as CSV.

With scikit-learn 1.9.1 and pandas 3.0.6::

    pip install scikit-learn pandas
    python tests/data/tool_files/generate_scikit_learn.py
"""

import json
from pathlib import Path

import pandas as pd
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

HERE = Path(__file__).parent / "scikit_learn"


def main() -> None:
    """Search on iris and save each search."""
    X, y = load_iris(return_X_y=True)
    pipeline = make_pipeline(StandardScaler(), SVC())
    grid = [
        {"svc__kernel": ["linear"], "svc__C": [0.01, 1]},
        {"svc__kernel": ["rbf"], "svc__C": [0.01, 1], "svc__gamma": [0.1, 1.0]},
    ]
    one = GridSearchCV(pipeline, grid, cv=5).fit(X, y)
    pd.DataFrame(one.cv_results_).round(6).to_csv(HERE / "grid_search.csv")
    several = GridSearchCV(
        KNeighborsClassifier(),
        {"n_neighbors": [1, 3, 5]},
        cv=4,
        scoring=["accuracy", "f1_macro", "neg_log_loss"],
        refit="accuracy",
        return_train_score=True,
    ).fit(X, y)
    pd.DataFrame(several.cv_results_).round(6).to_csv(HERE / "several_metrics.csv", index=False)
    results = {
        name: cross_validate(model, X, y, cv=5, scoring="accuracy")
        for name, model in {"knn": KNeighborsClassifier(), "dummy": DummyClassifier()}.items()
    }
    lists = {
        name: {key: values.round(6).tolist() for key, values in result.items()}
        for name, result in results.items()
    }
    (HERE / "cross_validate.json").write_text(json.dumps(lists, indent=1) + "\n")


if __name__ == "__main__":
    main()
