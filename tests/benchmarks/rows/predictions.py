"""Tests of predictions, from the frame."""

import numpy as np
import pandas as pd

from tests.benchmarks.rows.row import FLOOR, Work, peer, row


def labels(n: int) -> pd.DataFrame:
    """Make predictions of 10 models of about 75 % accuracy."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, n)
    right = rng.random((n, 10)) < 0.75
    models = np.where(right, truth[:, None], 1 - truth[:, None])
    frame = pd.DataFrame(models, columns=[f"model {place}" for place in range(10)])
    return frame.assign(y_true=truth)


@row("Cochran's Q, 10⁶ × 10 predictions", runs=3)
def cochran() -> dict[str, Work]:
    """Compare all models by which examples they get right."""
    frame = labels(10**6)
    models = frame.drop(columns="y_true")
    return {
        "ours": lambda: frame.bench(truth="y_true").cochran_q(),
        **peer(
            "statsmodels.stats.contingency_tables",
            lambda its: (
                lambda: its.cochrans_q(models.eq(frame["y_true"], axis=0).to_numpy(dtype=float))
            ),
        ),
    }


@row("McNemar, all pairs, 10⁶ × 10 predictions", runs=3)
def mcnemar() -> dict[str, Work]:
    """Compare all pairs of models by which examples they get right."""
    frame = labels(10**6)
    truth, *models = (frame[name].to_numpy() for name in ("y_true", *frame.columns[:-1]))
    pairs = [(i, j) for i in range(10) for j in range(i)]
    return {
        "ours": lambda: frame.bench(truth="y_true").mcnemar(),
        **peer(
            "mlxtend.evaluate",
            lambda its: (
                lambda: [
                    its.mcnemar(its.mcnemar_table(truth, models[i], models[j])) for i, j in pairs
                ]
            ),
        ),
    }


@row("DeLong, all pairs, 10⁵ × 10 scores", runs=3)
def delong() -> dict[str, Work]:
    """Compare the areas of all pairs, beside scikit-learn's bare areas."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 10**5)
    values = rng.normal(size=(10**5, 10)) + truth[:, None]
    frame = pd.DataFrame(values, columns=[f"m{place}_score" for place in range(10)])
    frame = frame.assign(y_true=truth)
    return {
        "ours": lambda: frame.bench(positive="1").delong(),
        **peer(
            "sklearn.metrics",
            lambda its: lambda: [its.roc_auc_score(truth, column) for column in values.T],
        ),
    }


@row("release gate, 50 tasks × 20,000 examples", 20_000, False, runs=3)  # noqa: FBT003
@row("release gate of what was read, 50 tasks × 20,000 examples", 20_000, True, runs=3)  # noqa: FBT003
def gate(n: int, read: bool) -> dict[str, Work]:  # noqa: FBT001
    """Tell whether a new version is worse than an old one, beside the means of the tasks alone."""
    rng = np.random.default_rng(0)
    ease = rng.normal(size=50 * n)
    frame = pd.DataFrame(
        {name: (rng.normal(size=50 * n) + ease > 0).astype(np.int8) for name in ("old", "new")}
    ).assign(task=np.repeat([f"task {place}" for place in range(50)], n))
    bound = frame.bench(task="correctness", dataset="task")
    bound = bound.read() if read else bound
    return {
        "ours": lambda: bound.degradation(baseline="old", margin="1pp"),
        f"{FLOOR}group-by": frame.groupby("task")[["old", "new"]].mean,
    }


@row("paired differences, all pairs, 10⁵ × 20 models", 1, runs=3)
@row(
    "paired differences, all pairs, 10⁵ × 20 models × 5 samples, 2000 clusters",
    5,
    runs=3,
    large=True,
)
def paired_difference(samples: int) -> dict[str, Work]:
    """Compare the mean answers of all pairs; of samples in clusters, the peer takes averages alone."""
    rng = np.random.default_rng(0)
    n, models = 10**5, 20
    ease = rng.normal(size=(n, 1))
    right = np.stack(
        [(rng.normal(size=(n, models)) + ease > 0).astype(np.int8) for _ in range(samples)]
    )
    names = [f"model {place}" for place in range(models)]
    frame = pd.DataFrame(right.reshape(-1, models), columns=names).assign(
        id=np.tile(np.arange(n), samples)
    )
    if samples > 1:
        frame = frame.assign(
            passage=np.tile(np.arange(n) // 50, samples), sample=np.repeat(np.arange(samples), n)
        )
    theirs = peer(
        "evalstats",
        lambda its: (
            lambda: its.all_pairwise(
                right.mean(axis=0), names, method="t_interval", rng=np.random.default_rng(0)
            )
        ),
    )
    if samples > 1:
        theirs = {f"{FLOOR}{name} without clusters": work for name, work in theirs.items()}
    return {"ours": lambda: frame.bench(task="correctness").paired_difference(), **theirs}
