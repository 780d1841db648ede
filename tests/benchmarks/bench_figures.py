"""Time the figures beside their peers, in one run.

    python tests/benchmarks/bench_figures.py

It prints medians of five runs and ratios. A peer that is not installed is left out with a message.
"""

import contextlib
import importlib
import io
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from benchreport import stats
from benchreport.data import Roles, Scores
from benchreport.plots import cd_plot, svg_of

AIMS = {10: 0.05, 50: 0.2}


def median(work: Callable[[], object], runs: int = 5) -> float:
    """Return the median seconds of some runs, after one that is not counted."""
    work()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def row(label: str, seconds: float, ours: float | None = None) -> None:
    """Print one row: our time, or that of a peer with its ratio to ours."""
    ratio = "" if ours is None else f"{seconds / ours:8.1f} ×"
    print(f"{label:64} {seconds:8.3f} s {ratio}")


def peer(name: str) -> ModuleType | None:
    """Import a peer, or say that it is not there."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except Exception as error:  # noqa: BLE001 - some fail on the versions of what they import
        print(f"    {name} is left out: {type(error).__name__}: {error}")
        return None


def time_peer(name: str, label: str, work: Callable[[ModuleType], object], ours: float) -> None:
    """Time a peer if it is installed and does not fail."""
    module = peer(name)
    if module is None:
        return
    try:
        # autorank prints its table
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            seconds = median(lambda: work(module))
    except Exception as error:  # noqa: BLE001 - a peer's failure is not ours
        print(f"    {label} failed: {type(error).__name__}: {error}")
    else:
        row(f"    {label}", seconds, ours)


def table(n_blocks: int, k: int) -> Scores:
    """Make a table of normal scores."""
    values = np.random.default_rng(0).normal(size=(n_blocks, k)) + np.linspace(0, 1, k)
    columns = [f"algorithm {place}" for place in range(k)]
    return Scores.from_frame(pd.DataFrame(values, columns=columns), Roles(score="accuracy"))


def save_drawing() -> int:
    """Save the current pyplot figure as SVG, close it, and return the size in bytes."""
    out = io.BytesIO()
    plt.savefig(out, format="svg")
    plt.close("all")
    return out.tell()


def diagrams() -> None:
    """Time critical-difference diagrams from a ready comparison to SVG."""
    for k in (10, 50):
        scores = table(30, k)
        result = stats.nemenyi(scores)
        ours = median(lambda result=result: svg_of(cd_plot(result)))
        row(f"CD diagram to SVG, k = {k} (aim {AIMS[k]} s)", ours)
        ranks = dict(zip(result.design.algorithms, result.centres, strict=True))
        matrix = result.matrix()
        time_peer("scikit_posthocs", "scikit-posthocs", _posthocs(ranks, matrix), ours)
        time_peer("autorank", "autorank", _autorank(scores), ours)
        time_peer("aeon.visualisation", "aeon, tests of its own", _aeon(scores), ours)


def _posthocs(ranks: dict[str, float], matrix: pd.DataFrame) -> Callable[[ModuleType], object]:
    def work(module: ModuleType) -> object:
        plt.figure(figsize=(7, 4))
        module.critical_difference_diagram(ranks, matrix)
        return save_drawing()

    return work


def _autorank(scores: Scores) -> Callable[[ModuleType], object]:
    results: list[object] = []

    def work(module: ModuleType) -> object:
        if not results:
            # only the drawing is timed, not the tests
            results.append(
                module.autorank(scores.frame, force_mode="nonparametric", alpha=0.05, verbose=False)
            )
        module.plot_stats(results[0], allow_insignificant=True)
        return save_drawing()

    return work


def _aeon(scores: Scores) -> Callable[[ModuleType], object]:
    def work(module: ModuleType) -> object:
        module.plot_critical_difference(scores.values, list(scores.algorithms), test="nemenyi")
        return save_drawing()

    return work


def heat_map() -> None:
    """Time a heat map of 500 datasets and 200 algorithms."""
    try:
        heatmap = importlib.import_module("benchreport.plots.scores.heatmap")
    except ImportError as error:
        print(f"heat map is left out: {error}")
        return
    scores = table(500, 200)
    ours = median(lambda: svg_of(heatmap.heatmap_plot(scores)))
    row("heat map to SVG, 500 datasets × 200 algorithms", ours)

    def work(module: ModuleType) -> object:
        plt.figure(figsize=(7, 7))
        module.heatmap(scores.frame)
        return save_drawing()

    time_peer("seaborn", "seaborn.heatmap, as it is", work, ours)

    def sparse(module: ModuleType) -> object:
        plt.figure(figsize=(7, 7))
        module.heatmap(scores.frame, xticklabels=False, yticklabels=False, rasterized=True)
        return save_drawing()

    time_peer("seaborn", "seaborn.heatmap, no labels, rasterized", sparse, ours)


def profiles() -> None:
    """Time performance profiles of 5 algorithms with bands, from the runs to numbers and SVG."""
    frame = _games()
    try:
        procedure = importlib.import_module("benchreport.stats.description.profiles").profiles
        figure = importlib.import_module("benchreport.plots.scores.profiles").profile_plot
        scores = Scores.from_frame(frame)
        ours = median(lambda: svg_of(figure(procedure(scores, kind="score", n_resamples=2000))), 3)
    except (ImportError, AttributeError, TypeError) as error:
        print(f"profiles are left out: {type(error).__name__}: {error}")
        return
    row("profiles with bands to SVG, 5 × (26 × 10), 2,000 resamples", ours)
    games = frame.pivot_table(index=["algorithm", "seed"], columns="dataset", values="return")
    runs = {name: column.to_numpy() for name, column in games.groupby(level="algorithm")}
    thresholds = np.linspace(games.to_numpy().min(), games.to_numpy().max(), 101)

    def work(module: ModuleType) -> object:
        return module.create_performance_profile(runs, thresholds, reps=2000)

    time_peer("rliable.library", "rliable, numbers only", work, ours)


def _games() -> pd.DataFrame:
    index = pd.MultiIndex.from_product(
        [[f"algorithm {a}" for a in range(5)], [f"game {d}" for d in range(26)], range(10)],
        names=["algorithm", "dataset", "seed"],
    )
    values = np.random.default_rng(0).normal(0, 1, len(index)) + 0.2 * index.codes[0]
    return pd.DataFrame({"return": values}, index=index).reset_index()


def sequences() -> None:
    """Time figures of several tables: ranks over nights, a diagram per night, training against test."""
    rng = np.random.default_rng(0)
    index = pd.MultiIndex.from_product(
        [range(10), range(30), [f"algorithm {a}" for a in range(50)]],
        names=["night", "dataset", "algorithm"],
    )
    values = rng.normal(0.8, 0.05, len(index)) + 0.002 * index.codes[2]
    frame = pd.DataFrame({"accuracy": values, "train": values + 0.05}, index=index).reset_index()
    few = frame[frame["night"] < 4]
    row(
        "bump chart, 10 nights × 30 × 50",
        median(lambda: svg_of(frame.bench.bump_plot(over="night"))),
    )
    row(
        "4 CD diagrams, 30 × 50",
        median(lambda: svg_of(few.bench.cd_sequence_plot(over="night"))),
    )
    single = frame[frame["night"] == 0].drop(columns="night")
    row("training against test, 30 × 50", median(lambda: svg_of(single.bench.train_test_plot())))


if __name__ == "__main__":
    mpl.use("Agg")
    # numba looks for a module coverage; coverage.py in this folder is another one
    sys.path = [place for place in sys.path if place != str(Path(__file__).parent)]
    diagrams()
    heat_map()
    profiles()
    sequences()
