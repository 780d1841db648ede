"""Learn from ever more examples: four classifiers on three datasets, twenty splits each.

Writes ``learning.parquet`` beside this file: algorithm, dataset, split, train_size, accuracy on the held-out
third and train_accuracy. A minute on one core. The data come with scikit-learn::

    pip install '.[examples]'
    python examples/curves/learn.py
"""

from pathlib import Path

from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from benchreport.experiments import Holdout, run

HERE = Path(__file__).parent
SEED = 1993

MODELS = {
    "logistic regression": make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)),
    "nearest neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier()),
    "naive Bayes": GaussianNB(),
    "random forest": RandomForestClassifier(50),
}


def main() -> None:
    """Run all classifiers on all sizes and write their learning curves."""
    result = run(
        MODELS,
        ["breast cancer", "digits", "wine"],
        resampling=Holdout(1 / 3, repeats=20),
        train_sizes=[0.05, 0.1, 0.2, 0.4, 0.7, 1],
        seed=SEED,
        n_jobs=-1,
    )
    print(result)
    table = result.curves.round(5)
    table.attrs.clear()  # Parquet would keep what the names of the columns say
    ends = table.groupby(["dataset", "algorithm"])["accuracy"].agg(["min", "max"])
    print(ends.round(3))
    table.to_parquet(HERE / "learning.parquet", index=False, compression="zstd")


if __name__ == "__main__":
    main()
