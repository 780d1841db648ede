"""Comparisons of pairs, and corrections for many of them."""

import math
from types import ModuleType

import numpy as np

from benchreport.numerics.multiplicity.adjust import adjust
from benchreport.numerics.multiplicity.logical_relations import true_counts
from tests.benchmarks.rows.row import Work, peer, row, scores


@row("Nemenyi, 10 × 30", 30, 10, runs=50)
@row("Nemenyi, 300 × 1000", 1000, 300, runs=3)
def nemenyi(n: int, k: int) -> dict[str, Work]:
    """Compare all pairs by ranks."""
    frame = scores(n, k)
    return {
        "ours": lambda: frame.bench(score="accuracy").nemenyi(),
        **peer("scikit_posthocs", lambda its: lambda: its.posthoc_nemenyi_friedman(frame)),
    }


@row("what a notebook shows of Nemenyi, 10 × 30", 30, 10, runs=50)
@row("what a notebook shows of Nemenyi, 300 × 1000", 1000, 300, runs=3)
def shown(n: int, k: int) -> dict[str, Work]:
    """Write what a cell of a notebook shows of a result, beside what the peer's result shows."""
    frame = scores(n, k)
    result = frame.bench(score="accuracy").nemenyi()

    def theirs(module: ModuleType) -> Work:
        return module.posthoc_nemenyi_friedman(frame)._repr_html_

    return {"ours": result._repr_html_, **peer("scikit_posthocs", theirs)}


@row("Wilcoxon, one pair, n = 30", 2, 30, runs=50)
@row("Wilcoxon, one pair, n = 10,000", 2, 10_000, runs=10)
@row("Wilcoxon with Holm, all pairs, k = 44, n = 128", 44, 128, runs=3, size=946)
@row("Wilcoxon with Holm, all pairs, k = 100, n = 128", 100, 128, runs=3, size=4950)
@row("Wilcoxon with Holm, all pairs, k = 300, n = 128", 300, 128, runs=1, size=44850, large=True)
def wilcoxon(k: int, n: int) -> dict[str, Work]:
    """Compare all pairs by signed ranks, with estimates; the peer has p-values alone."""
    frame = scores(n, k)
    columns = list(frame.to_numpy().T)
    return {
        "ours": lambda: frame.bench(score="accuracy").wilcoxon(),
        **peer(
            "scikit_posthocs", lambda its: lambda: its.posthoc_wilcoxon(columns, p_adjust="holm")
        ),
    }


@row("Tukey with intervals, k = 20, N = 30", 20, runs=3, size=190)
@row("Tukey with intervals, k = 50, N = 30", 50, runs=1, large=True, size=1225)
@row("Tukey with intervals, k = 100, N = 30", 100, runs=1, large=True, size=4950)
def tukey(k: int) -> dict[str, Work]:
    """Compare all pairs by means; the peers ignore that rows are blocks."""
    frame = scores(30, k)
    long = frame.melt()
    return {
        "ours": lambda: frame.bench(score="accuracy").tukey(),
        **peer(
            "statsmodels.stats.multicomp",
            lambda its: lambda: its.pairwise_tukeyhsd(long["value"], long["variable"]).summary(),
        ),
        **peer(
            "pingouin",
            lambda its: lambda: its.pairwise_tukey(long, dv="value", between="variable"),
        ),
    }


@row("Hommel's correction, 44,850 p-values", runs=3)
def hommel() -> dict[str, Work]:
    """Adjust the p-values of all pairs of 300 algorithms."""
    p = np.random.default_rng(0).random(44_850) ** 3
    return {
        "ours": lambda: adjust(p, "hommel"),
        **peer(
            "statsmodels.stats.multitest",
            lambda its: lambda: its.multipletests(p, method="hommel"),
        ),
    }


@row("Bergmann–Hommel, k = 8", 8, size=4140)
@row("Bergmann–Hommel, k = 9", 9, size=21147)
@row("Bergmann–Hommel, k = 12", 12, size=4213597)
@row("Bergmann–Hommel, k = 15", 15, runs=1, large=True, size=1382958545)
def bergmann_hommel(k: int) -> dict[str, Work]:
    """Adjust the p-values of all pairs of k; its size is the number of partitions that scmamp lists."""
    p = np.random.default_rng(k).random(math.comb(k, 2)) ** 2
    return {"ours": lambda: adjust(p, "bergmann_hommel")}


@row("Shaffer, k = 30", 30)
@row("Shaffer, k = 300", 300)
def shaffer(k: int) -> dict[str, Work]:
    """Adjust the p-values of all pairs of k, with the counts of true hypotheses computed anew."""
    p = np.random.default_rng(k).random(math.comb(k, 2))

    def ours() -> object:
        true_counts.cache_clear()
        return adjust(p, "shaffer")

    return {"ours": ours}
