"""Tests of all algorithms at once, and what looks at a whole table."""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tests.benchmarks.rows.row import Work, peer, row, runs_of, scores

NAMED, UNNAMED = {"score": "accuracy"}, {"higher_is_better": True}


@row("Friedman, 5 × 30", 30, 5, NAMED, runs=50)
@row("Friedman, 10 × 30", 30, 10, NAMED, runs=50)
@row("Friedman, 10 × 30, score not named", 30, 10, UNNAMED, runs=50)
@row("Friedman, 5 × 10,000", 10_000, 5, NAMED, runs=20)
@row("Friedman, 100 × 1000", 1000, 100, NAMED)
@row("Friedman, 300 × 1000", 1000, 300, NAMED)
def friedman(n: int, k: int, roles: dict[str, Any]) -> dict[str, Work]:
    """Test all algorithms of one table by ranks, again and again; it is read when its cells have changed."""
    frame = scores(n, k)
    return {
        "ours": lambda: frame.bench(**roles).friedman(),
        **peer("scipy.stats", lambda its: lambda: its.friedmanchisquare(*frame.to_numpy().T)),
    }


@row("100 × Friedman, 10 × 30, new tables", 30, 10, "wide")
@row("100 × Friedman, 5 × 30, new tables with named rows", 30, 5, "named")
@row("100 × Friedman, 5 × 30, new long tables", 30, 5, "long")
def friedman_of_new_tables(n: int, k: int, form: str) -> dict[str, Work]:
    """Test tables that were not read before, as simulations do; of long ones SciPy needs a pivot."""
    long = form == "long"
    frame = runs_of(k, n, 1).drop(columns="seed") if long else scores(n, k)
    if form == "named":
        frame.index = pd.Index([f"dataset {place}" for place in range(n)], name="dataset")

    def take() -> NDArray[np.float64]:
        new = frame.copy()
        wide = new.pivot(index="dataset", columns="algorithm", values="accuracy") if long else new  # noqa: PD010 - the faster
        return wide.to_numpy().T

    return {
        "ours": _a_hundred(lambda: frame.copy().bench(score="accuracy").friedman()),
        **peer(
            "scipy.stats",
            lambda its: _a_hundred(lambda: its.friedmanchisquare(*take())),
        ),
    }


@row("100 × Friedman, 10 × 30, a column of datasets", "friedman", "friedmanchisquare", 10)
@row("100 × Wilcoxon, one pair, a column of datasets", "wilcoxon", "wilcoxon", 2)
def in_a_row(method: str, theirs: str, k: int) -> dict[str, Work]:
    """Test a table with a column of names again and again: all is in the cache, and the layout is known.

    SciPy takes arrays, so its work has the step from the frame to them, as ours has it.
    """
    # a column that is called an algorithm could number them: its cells would decide
    frame = scores(30, k).set_axis([f"a{place}" for place in range(k)], axis=1)
    frame.insert(0, "dataset", [f"dataset {place}" for place in range(30)])
    test = getattr(frame.bench(score="accuracy"), method)

    def take() -> NDArray[np.float64]:
        return frame.drop(columns="dataset").to_numpy().T

    return {
        "ours": _a_hundred(test),
        **peer("scipy.stats", lambda its: _a_hundred(lambda: getattr(its, theirs)(*take()))),
    }


def _a_hundred(work: Work) -> Work:
    def works() -> None:
        for _ in range(100):
            work()

    return works


@row("exact Friedman, 5 × 30", 30, 5, 0.0, runs=20)
@row("exact Friedman, 4 × 30, strong effects", 30, 4, 0.5, runs=10)
def exact_friedman(n: int, k: int, step: float) -> dict[str, Work]:
    """Compute the exact distribution anew; strong effects make it worth trying."""
    from benchreport.numerics.nulls import friedman as null

    frame = (scores(n, k) + step * np.arange(k)).bench(score="accuracy")

    def ours() -> object:
        for value in vars(null).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
        return frame.friedman()

    return {"ours": ours}


@row("factorial ANOVA of 10⁵ runs, 4 × 5", runs=3)
def factorial_anova() -> dict[str, Work]:
    """Test two factors and their interaction, of type II."""
    places = np.indices((4, 5, 5000)).reshape(3, -1)
    frame = pd.DataFrame(
        {
            "optimizer": np.array([*"abcd"])[places[0]],
            "size": np.array([*"vwxyz"])[places[1]],
            "accuracy": np.random.default_rng(0).normal(places[0] / 100, 1),
        }
    )
    formula = "accuracy ~ C(optimizer, Sum) * C(size, Sum)"
    return {
        "ours": lambda: frame.bench(score="accuracy", factors=["optimizer", "size"]).anova(),
        **peer(
            "statsmodels.api",
            lambda its: lambda: its.stats.anova_lm(its.formula.ols(formula, frame).fit(), typ=2),
        ),
    }


@row("stability, 10 × 10,000", 10_000, 10, "stability", size=1e4)
@row("stability, 10 × 40,000", 40_000, 10, "stability", size=4e4)
@row("analysis, 300 × 100", 100, 300, "analyze", runs=1)
def whole_table(n: int, k: int, method: str) -> dict[str, Work]:
    """Leave out each dataset in turn, or answer every question that a table of scores allows."""
    frame = scores(n, k)
    return {"ours": getattr(frame.bench(score="accuracy"), method)}


@row("speedups, 20 × 30 × 10 invocations", 20, 30, 10)
@row("speedups, 60 × 100 × 10 invocations", 60, 100, 10, runs=3)
def speedups(k: int, n: int, invocations: int) -> dict[str, Work]:
    """Compare the mean times of all pairs, on each dataset and over all."""
    frame = runs_of(k, n, invocations).rename(columns={"seed": "invocation", "accuracy": "seconds"})
    return {"ours": frame.bench.speedup}


@row("multiverse of 64 analyses, 20 × 100", 20, 100, runs=3)
def multiverse(k: int, n: int) -> dict[str, Work]:
    """Repeat a comparison under all choices."""
    frame = scores(n, k)
    return {"ours": lambda: frame.bench(score="accuracy").multiverse()}
