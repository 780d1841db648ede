"""Simulate sixty nights of six classifiers on ten datasets, three runs each, from real scores.

Every score of a night is one of the ten that the classifier really had on the dataset in
``../sklearn/results.csv``, drawn anew each night with a fixed seed. What happens to them is made up:

- 2026-10-04: the night is cut off, half of the runs are there
- 2026-10-12: one night only, the decision tree is worse by 0.06 (a spike, no regression)
- from 2026-10-16: the random forest is worse by 0.03 everywhere
- from 2026-10-20: logistic regression is better by 0.03
- from 2026-10-24: one dataset is another version
- 2026-10-26: naive Bayes fails on every dataset
"""

import gzip
from pathlib import Path

import numpy as np
import pandas as pd

HERE = Path(__file__).parent
FIRST, NIGHTS, RUNS, SEED = "2026-09-01", 60, 3, 20260901
DATASETS = 10
CLASSIFIERS = (
    "random forest",
    "gradient boosting",
    "SVM (RBF)",
    "logistic regression",
    "decision tree",
    "naive Bayes",
)


def simulate_nights() -> pd.DataFrame:
    """Return the scores of all nights, one row per score."""
    real = pd.read_csv(HERE.parent / "sklearn" / "results.csv")
    datasets = list(real["dataset"].unique())[:DATASETS]
    draw = np.random.default_rng(SEED)
    rows = []
    for day in pd.date_range(FIRST, periods=NIGHTS):
        night = day.date().isoformat()
        for classifier in CLASSIFIERS:
            for place, dataset in enumerate(datasets):
                cell = real[(real["classifier"] == classifier) & (real["dataset"] == dataset)]
                scores = draw.choice(cell["accuracy"].to_numpy(), size=RUNS)
                for run, score in enumerate(scores, start=1):
                    version = "v2" if place == 0 and night >= "2026-10-24" else "v1"
                    rows.append((night, classifier, dataset, version, run, score))
    frame = pd.DataFrame(
        rows, columns=["night", "classifier", "dataset", "version", "run", "accuracy"]
    )
    return _with_events(frame)


def _with_events(frame: pd.DataFrame) -> pd.DataFrame:
    night, classifier = frame["night"], frame["classifier"]
    changes = (
        ((night == "2026-10-12") & (classifier == "decision tree"), -0.06),
        ((night >= "2026-10-16") & (classifier == "random forest"), -0.03),
        ((night >= "2026-10-20") & (classifier == "logistic regression"), 0.03),
    )
    for rows, change in changes:
        frame.loc[rows, "accuracy"] += change
    frame.loc[(night == "2026-10-26") & (classifier == "naive Bayes"), "accuracy"] = np.nan
    cut_off = (night == "2026-10-04") & frame["dataset"].isin(frame["dataset"].unique()[5:])
    frame["accuracy"] = frame["accuracy"].round(4)
    return frame[~cut_off]


if __name__ == "__main__":
    content = simulate_nights().to_csv(index=False, lineterminator="\n").encode()
    # the archive has no time in its head, so that its bytes are the same each time
    (HERE / "nights.csv.gz").write_bytes(gzip.compress(content, mtime=0))
    print(f"written: {HERE / 'nights.csv.gz'}")
