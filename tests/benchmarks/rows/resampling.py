"""Draws: posteriors, permutations and bootstraps."""

import itertools

import numpy as np
import pandas as pd

from tests.benchmarks.rows.row import Work, peer, row, runs_of, scores


@row("Bayesian signed-rank test, one pair, n = 50", 2, runs=3)
@row("Bayesian signed-rank test, all pairs of 10, n = 50", 10, runs=1, large=True)
def bayes(k: int) -> dict[str, Work]:
    """Draw 50,000 posteriors of each pair."""
    frame = scores(50, k)
    pairs = [*itertools.combinations(frame.to_numpy().T, 2)]
    return {
        "ours": lambda: frame.bench(score="accuracy").bayes_signed_rank(rope=0.01),
        **peer(
            "baycomp",
            lambda its: lambda: [its.SignedRankTest.probs(*pair, rope=0.01) for pair in pairs],
        ),
    }


@row("permutation test, 10,000 draws, one pair, n = 100", 2)
@row("permutation test, 10,000 draws, all pairs of 15, n = 100", 15, runs=3)
def permutation(k: int) -> dict[str, Work]:
    """Flip the signs of the differences of all pairs; scipy flips for one after the other."""
    frame = scores(100, k)
    pairs = [*itertools.combinations(frame.to_numpy().T, 2)]

    def difference(one: np.ndarray, other: np.ndarray, axis: int) -> np.ndarray:
        return np.mean(one - other, axis=axis)

    return {
        "ours": lambda: frame.bench(score="accuracy").permutation(),
        **peer(
            "scipy.stats",
            lambda its: (
                lambda: [
                    its.permutation_test(
                        pair,
                        difference,
                        permutation_type="samples",
                        n_resamples=9_999,
                        vectorized=True,
                    )
                    for pair in pairs
                ]
            ),
        ),
    }


def games() -> tuple[pd.DataFrame, dict[str, np.ndarray]]:
    """Make the runs of 5 algorithms, 10 on each of 26 games: as a frame, and as rliable takes them."""
    frame = runs_of(5, 26, 10)
    table = frame.pivot_table(index=["algorithm", "seed"], columns="dataset", values="accuracy")
    return frame, {name: part.to_numpy() for name, part in table.groupby(level="algorithm")}


@row("interquartile mean with intervals, 5 × (10 × 26), 2,000 draws", 2_000, runs=3, size=2e3)
@row(
    "interquartile mean with intervals, 5 × (10 × 26), 50,000 draws",
    50_000,
    runs=1,
    large=True,
    size=5e4,
)
def interquartile_mean(draws: int) -> dict[str, Work]:
    """Resample runs within games."""
    frame, runs = games()

    def theirs(its: object) -> Work:
        from rliable import metrics

        def statistic(values: np.ndarray) -> np.ndarray:
            return np.array([metrics.aggregate_iqm(values)])

        return lambda: its.get_interval_estimates(runs, statistic, reps=draws)

    return {
        "ours": lambda: frame.bench.aggregates(statistics="iqm", n_resamples=draws),
        **peer("rliable.library", theirs),
    }


@row("performance profiles with bands, 5 × (10 × 26), 101 thresholds, 2,000 draws", runs=1)
def profiles() -> dict[str, Work]:
    """Compute the shares of runs above thresholds, with bands."""
    frame, runs = games()
    values = frame["accuracy"]
    at = np.linspace(values.min(), values.max(), 101)
    return {
        "ours": lambda: frame.bench.profiles(kind="score", thresholds=at.tolist()),
        **peer(
            "rliable.library",
            lambda its: lambda: its.create_performance_profile(runs, at, reps=2_000),
        ),
    }


@row("probability of improvement, one pair, 10 × 26, 2,000 draws", runs=1)
def improvement() -> dict[str, Work]:
    """Compare runs within games."""
    frame, runs = games()
    first, second = [*runs][:2]
    pair = frame[frame["algorithm"].isin([first, second])]

    def theirs(its: object) -> Work:
        from rliable import metrics

        both = {"pair": (runs[first], runs[second])}
        return lambda: its.get_interval_estimates(
            both, metrics.probability_of_improvement, reps=2_000
        )

    return {"ours": pair.bench.improvement, **peer("rliable.library", theirs)}


@row("rank sets, 332 × 41, 1,000 draws", 332, 41, runs=3)
def rank_sets(k: int, n: int) -> dict[str, Work]:
    """Find the ranks that each of many models could have; no peer in Python has them."""
    frame = scores(n, k)
    return {"ours": lambda: frame.bench(score="accuracy").rank_sets(n_resamples=1_000)}
