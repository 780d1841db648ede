"""Time the studentized range, the tests and the report beside their peers, in one run.

    python tests/benchmarks/bench_comparison.py

It prints medians of five runs and ratios. A peer that is not installed is left out with a message.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
import pandas as pd
from scipy import stats as scipy_stats

import benchreport
from benchreport import stats
from benchreport.data import Roles, Scores
from benchreport.numerics.nulls import studentized_range
from benchreport.plots import cd_plot, svg_of
from benchreport.report import report


def median(work: Callable[[], object], runs: int = 5) -> float:
    """Return the median seconds of some runs, after one that is not counted."""
    work()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def line(label: str, ours: float, peer: str = "", theirs: float = 0.0) -> None:
    """Print one row."""
    comparison = f"{peer} {theirs:8.3f} s   {theirs / ours:8.0f} ×" if theirs else peer
    print(f"{label:58} {ours:8.3f} s   {comparison}")


def table(n_blocks: int, k: int) -> Scores:
    """Make a table of normal scores."""
    values = np.random.default_rng(0).normal(size=(n_blocks, k)) + np.linspace(0, 1, k)
    return Scores.from_frame(pd.DataFrame(values), Roles(score="accuracy"))


def cold(k: int, q: np.ndarray, dof: float) -> Callable[[], object]:
    """Time a call without the interpolant of an earlier one."""

    def work() -> object:
        studentized_range._shared_normal_range.cache_clear()
        return studentized_range.sf(q, k, dof)

    return work


def numerics() -> None:
    """Time the studentized range; scipy's time is scaled up from a sample."""
    rng = np.random.default_rng(0)
    for k, dof, count, sample in ((300, np.inf, 44_850, 200), (100, 2871, 4_950, 20)):
        q = rng.uniform(0, 30, count)
        start = time.perf_counter()
        scipy_stats.studentized_range.sf(q[:sample], k, dof)
        peer = (time.perf_counter() - start) * count / sample
        line(f"{count} p-values, k = {k}, dof {dof}", median(cold(k, q, dof)), "scipy", peer)


def procedures() -> None:
    """Time procedures for all pairs at large sizes."""
    large, wide = table(1000, 300), table(30, 100)
    line("Nemenyi, 300 algorithms × 1000 datasets", median(lambda: stats.nemenyi(large), 3))
    line(
        "Tukey with intervals, k = 100, N = 30", median(lambda: stats.tukey(wide), 3), *_tukey(wide)
    )
    for k in (100, 300):
        pairs = table(128, k)
        ours = median(lambda pairs=pairs: stats.wilcoxon(pairs), 3)
        line(f"Wilcoxon with Holm, all pairs, k = {k}, n = 128", ours, *_posthocs(pairs))
    runs = table(6, 300)
    for label, procedure in (("Games–Howell", stats.games_howell), ("rank sums", stats.rank_sum)):
        ours = median(lambda procedure=procedure: procedure(runs), 3)
        line(f"{label}, all pairs, k = 300, 6 runs each", ours)
    for k in (10, 50):
        result = stats.nemenyi(table(30, k))
        line(f"CD diagram to SVG, k = {k}", median(lambda result=result: svg_of(cd_plot(result))))


def _posthocs(scores: Scores) -> tuple[str, float]:
    """Time scikit-posthocs on the same pairs, where it is installed."""
    try:
        import scikit_posthocs
    except ImportError:
        return "scikit-posthocs is not installed", 0.0
    columns = list(scores.values.T)
    start = time.perf_counter()
    scikit_posthocs.posthoc_wilcoxon(columns, p_adjust="holm")
    return "scikit-posthocs", time.perf_counter() - start


def _tukey(scores: Scores) -> tuple[str, float]:
    """Time scipy's unblocked Tukey on a tenth of the algorithms; its cost grows with pairs."""
    columns = scores.values.T[:10]
    work = median(lambda: scipy_stats.tukey_hsd(*columns).confidence_interval(), 1)
    return "scipy, from k = 10,", work * 4950 / 45


def reports() -> None:
    """Time the report of 10 algorithms × 30 datasets × 10 folds."""
    rng = np.random.default_rng(0)
    index = pd.MultiIndex.from_product(
        [[f"algorithm {a}" for a in range(10)], [f"data {d}" for d in range(30)], range(10)],
        names=["algorithm", "dataset", "fold"],
    )
    scores = rng.normal(0.8, 0.05, len(index)) + index.codes[0] * 0.01
    frame = pd.DataFrame({"accuracy": scores}, index=index).reset_index()

    def html() -> str:
        return report(benchreport.bench(frame).scores).html

    def both() -> bytes:
        return report(benchreport.bench(frame).scores).pdf

    line("HTML report, 10 × 30 × 10", median(html, 3))
    line("PDF report, 10 × 30 × 10", median(both, 3))


def imports() -> None:
    """Time whole processes."""

    def whole(code: str) -> float:
        return median(lambda: subprocess.run([sys.executable, "-c", code], check=True))

    pandas = whole("import pandas")
    ours = whole("import pandas, benchreport")
    print(
        f"{'import benchreport, over import pandas':58} {ours - pandas:8.3f} s   pandas {pandas:.3f} s"
    )


if __name__ == "__main__":
    imports()
    numerics()
    procedures()
    reports()
