"""Time the tests of predictions beside their peers, in one run.

    python tests/benchmarks/bench_predictions.py

The aims: on one million examples × 10 models, McNemar for all pairs, Cochran's Q, and accuracies with
Wilson's intervals take 0.3 s and 1 GiB beyond the frame, from correctness to p-values. DeLong for all
pairs of 10 models on 100,000 examples takes 2 s. It prints medians of five runs and ratios, and marks
times that come from a sample. A peer that is not installed is left out with a message.
"""

import itertools
import statistics
import time
import tracemalloc
from collections.abc import Callable

import numpy as np
import pandas as pd

from benchreport import stats
from benchreport.data import Predictions, Roles
from benchreport.numerics.predictions.cochran import cochran_q
from benchreport.numerics.predictions.correctness_counts import pair_counts, pair_tables
from benchreport.numerics.predictions.delong import auc_differences, auc_intervals, delong_aucs
from benchreport.numerics.predictions.mcnemar import mcnemar
from benchreport.numerics.predictions.proportion_interval import proportion_interval

N, N_AUC, K = 1_000_000, 100_000, 10
PAIRS = list(itertools.combinations(range(K), 2))
SAMPLE = 3  # pairs that a slow peer is timed on
Work = Callable[[], object]


def median(work: Work, runs: int = 5) -> float:
    """Return the median seconds of some runs, after one that is not counted."""
    work()
    return statistics.median(once(work) for _ in range(runs))


def once(work: Work) -> float:
    """Return the seconds of one run."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def peak(work: Work) -> float:
    """Return the peak of allocated memory in MiB, beyond what was allocated before."""
    tracemalloc.start()
    work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 2**20


def line(label: str, ours: float, comparison: str = "") -> None:
    """Print one row."""
    print(f"{label:58} {ours:8.4f} s   {comparison}".rstrip())


def beside(peer: str, theirs: float, ours: float) -> None:
    """Print the time of a peer, under our row."""
    print(f"    {peer:54} {theirs:8.4f} s   {theirs / ours:8.0f} ×")


def labels(n: int) -> tuple[pd.DataFrame, np.ndarray]:
    """Make a frame of models with accuracies of about 75 %, whose errors share hard examples."""
    rng = np.random.default_rng(0)
    truth, ease = rng.integers(0, 2, n), rng.uniform(size=n)
    frame = pd.DataFrame({"y_true": truth})
    for place in range(K):
        right = 0.7 * ease + 0.3 * rng.uniform(size=n) > 0.28 - 0.004 * place
        frame[f"model {place}"] = np.where(right, truth, 1 - truth)
    return frame, frame.to_numpy()[:, 1:] == truth[:, None]


def scores(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Make correlated scores with AUCs from .76 to .80."""
    rng = np.random.default_rng(1)
    truth = rng.uniform(size=n) < 0.3
    noise = rng.normal(size=(n, 1)) + rng.normal(size=(n, K))
    return truth, noise + truth[:, None] * np.linspace(1.4, 1.7, K)


def together(correct: np.ndarray) -> object:
    """Compute everything that the first aim includes."""
    counts = pair_counts(correct)
    tables = pair_tables(counts, np.triu_indices(len(counts.right), 1))
    return (
        mcnemar(tables[:, 0, 1], tables[:, 1, 0]),
        cochran_q(counts.ahead),
        proportion_interval(counts.right, counts.total),
    )


def arrays(correct: np.ndarray) -> None:
    """Time the array code."""
    ours = median(lambda: together(correct))
    line("McNemar, Cochran's Q and Wilson, 10⁶ × 10", ours, "at most 0.3 s")
    print(
        f"{'    memory beyond the table':58} {peak(lambda: together(correct)):8.1f} MiB  at most 1024"
    )
    counts = pair_counts(correct)
    tables = pair_tables(counts, np.triu_indices(len(counts.right), 1))
    line("  counting all 45 pairs", median(lambda: pair_counts(correct)))
    for variant in ("auto", "exact"):
        work = median(lambda name=variant: mcnemar(tables[:, 0, 1], tables[:, 1, 0], name))
        line(f"  McNemar ({variant}) of 45 counted pairs", work)


def procedures(frame: pd.DataFrame) -> None:
    """Time the calls of users, on the same labels."""
    roles = Roles(truth="y_true")
    line("reading the frame of 10⁶ × 10 labels", once(lambda: Predictions.from_frame(frame, roles)))
    table = Predictions.from_frame(frame, roles)

    def both() -> object:
        return stats.mcnemar(table), stats.cochran_q(table)

    line("stats.mcnemar and stats.cochran_q on it", median(both))
    print(f"{'    memory beyond the predictions':58} {peak(both):8.1f} MiB")


def beside_statsmodels(correct: np.ndarray) -> None:
    """Time statsmodels, which takes tables that pandas counts."""
    try:
        from statsmodels.stats import contingency_tables
        from statsmodels.stats.proportion import proportion_confint
    except ImportError:
        print("    statsmodels is not installed")
        return
    tables = pair_tables(pair_counts(correct), np.triu_indices(correct.shape[1], 1))

    def cross() -> object:
        return [pd.crosstab(correct[:, i], correct[:, j]) for i, j in PAIRS[:SAMPLE]]

    parts = (
        once(cross) * len(PAIRS) / SAMPLE,
        once(lambda: [contingency_tables.mcnemar(table, exact=False) for table in tables]),
        once(lambda: contingency_tables.cochrans_q(correct.astype(float))),
        once(lambda: proportion_confint(correct.sum(axis=0), len(correct), method="wilson")),
    )
    ours = median(lambda: together(correct))
    line("the same, of which the peer", ours)
    beside(f"pandas.crosstab, from {SAMPLE} pairs, and statsmodels", sum(parts), ours)
    beside("  statsmodels alone, McNemar by χ²", sum(parts[1:]), ours)


def beside_mlxtend(frame: pd.DataFrame, correct: np.ndarray) -> None:
    """Time mlxtend, which takes labels."""
    try:
        from mlxtend import evaluate
    except ImportError:
        print("    mlxtend is not installed")
        return
    truth, *models = (frame[name].to_numpy() for name in frame.columns)

    def all_pairs() -> object:
        tables = [evaluate.mcnemar_table(truth, models[i], models[j]) for i, j in PAIRS[:SAMPLE]]
        return [evaluate.mcnemar(table) for table in tables]

    theirs = once(all_pairs) * len(PAIRS) / SAMPLE
    theirs += once(lambda: evaluate.cochrans_q(truth, *models))
    beside(
        f"mlxtend without intervals, McNemar from {SAMPLE} pairs",
        theirs,
        median(lambda: together(correct)),
    )


def delong() -> None:
    """Time all pairs of AUCs, beside scikit-learn's bare areas."""
    truth, table = scores(N_AUC)
    first, second = np.triu_indices(K, 1)

    def everything() -> object:
        aucs = delong_aucs(truth, table)
        return auc_intervals(aucs), auc_differences(aucs, first, second)

    ours = median(everything)
    line("DeLong, 10 models × 10⁵, all pairs and intervals", ours, "at most 2 s")
    try:
        from sklearn.metrics import roc_auc_score
    except ImportError:
        print("    scikit-learn is not installed")
        return
    theirs = median(lambda: [roc_auc_score(truth, table[:, place]) for place in range(K)], 3)
    beside("scikit-learn, the 10 areas alone", theirs, ours)


if __name__ == "__main__":
    FRAME, CORRECT = labels(N)
    arrays(CORRECT)
    beside_statsmodels(CORRECT)
    beside_mlxtend(FRAME, CORRECT)
    delong()
    procedures(FRAME)
