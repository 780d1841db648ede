"""Reading a frame, beside what bare pandas needs for the same rows."""

import numpy as np
import pandas as pd

from benchreport.data import Predictions
from tests.benchmarks.rows.row import FLOOR, Work, row, runs_of


@row("reading a long frame, 10⁵ rows", 10**5, "str", size=1e5)
@row("reading a long frame, 10⁶ rows", 10**6, "str", size=1e6)
@row("reading a long frame, 10⁷ rows", 10**7, "str", runs=3, large=True, size=1e7)
@row("reading a long frame of objects, 10⁶ rows", 10**6, "object")
@row("reading a long frame of categories, 10⁶ rows", 10**6, "category")
@row("reading a long frame of objects in order, as of a CSV file, 10⁶ rows", 10**6, "csv")
@row("reading a long frame without numbers of runs, 10⁶ rows", 10**6, "unnumbered")
def reading(rows: int, labels: str) -> dict[str, Work]:
    """Read a long frame, beside pandas' group-by mean of the same rows."""
    keys = ["algorithm", "dataset"]
    frame = runs_of(20, 50, rows // 1000)
    if labels in ("csv", "unnumbered"):
        # pandas' reader of CSV makes one text of equal ones, which are found in a tenth of the time
        frame = frame.astype(dict.fromkeys(keys, "category")).astype(dict.fromkeys(keys, object))
    else:
        frame = frame.astype(dict.fromkeys(keys, labels))
        frame = frame.sample(frac=1.0, random_state=0, ignore_index=True)
    frame = frame.drop(columns="seed") if labels == "unnumbered" else frame
    return {
        "ours": lambda: frame.bench.scores,
        f"{FLOOR}group-by": lambda: frame.groupby(keys, observed=True)["accuracy"].agg("mean"),
    }


@row("reading a long frame with two columns of repeats, 10⁶ rows", "error", runs=5)
@row("reading a long frame with gaps, missing='paired', 10⁶ rows", "paired", runs=3)
@row("reading a long frame with gaps, missing='worst', 10⁶ rows", "worst", runs=3)
def reading_repeats(missing: str) -> dict[str, Work]:
    """Read repeats of two columns, or runs of which some are missing, beside pandas' group-by mean."""
    frame = runs_of(20, 50, 1000)
    if missing == "error":
        frame = frame.assign(fold=frame["seed"] % 10, seed=frame["seed"] // 10)
    else:
        frame = frame.sample(frac=0.999, random_state=0, ignore_index=True)
    keys = ["algorithm", "dataset"]
    return {
        "ours": lambda: frame.bench(missing=None if missing == "error" else missing).scores,
        f"{FLOOR}group-by": lambda: frame.groupby(keys, observed=True)["accuracy"].agg("mean"),
    }


@row("reading predictions, 10⁶ × 10 labels", "labels")
@row("reading predictions, 10⁶ × 10 words", "words")
@row("reading predictions, 10⁵ × 10 scores", "scores")
def reading_predictions(kind: str) -> dict[str, Work]:
    """Read predictions, beside the comparison of columns that is all a test needs."""
    rng = np.random.default_rng(0)
    truth, right = rng.integers(0, 2, 10**6), rng.random((10**6, 10)) < 0.8
    names = [f"model {place}" for place in range(10)]
    frame = pd.DataFrame(np.where(right, truth[:, None], 1 - truth[:, None]), columns=names)
    frame.insert(0, "y_true", truth)
    if kind == "words":
        frame = frame.replace({0: "no", 1: "yes"}).astype("str")
    if kind == "scores":
        frame = pd.DataFrame(rng.random((10**5, 10)), columns=names).assign(y_true=truth[: 10**5])
    return {
        "ours": lambda: Predictions.from_frame(frame),
        f"{FLOOR}ten comparisons": lambda: [
            (frame[name] == frame["y_true"]).sum() for name in names
        ],
    }


@row("reading predictions, 10⁵ × 10 words, a row each")
def reading_rows() -> dict[str, Work]:
    """Read a long table of predictions, beside the codes that its columns need anyway."""
    rng = np.random.default_rng(0)
    labels = np.array(["cat", "dog", "bird"], dtype=object)
    example = np.repeat(np.arange(10**5), 10)
    frame = pd.DataFrame(
        {
            "example": example,
            "model": np.array([f"model {place}" for place in range(10)] * 10**5, dtype=object),
            "label": labels[example % 3],
            "prediction": labels[(example + (rng.random(10**6) < 0.2)) % 3],
        }
    )
    return {
        "ours": lambda: Predictions.from_frame(frame),
        f"{FLOOR}codes": lambda: [pd.factorize(column) for _, column in frame.items()],
    }
