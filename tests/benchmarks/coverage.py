"""How often each interval of a metric holds the truth, at the nominal 95 %.

    python tests/benchmarks/coverage.py [--draws N] [--markdown FILE]

Coverage, and the mean width in brackets. Bold is coverage below .93.

- Proportions: an accuracy p on n examples. Summed over the binomial distribution, not drawn.
- F1 and AUC: 40 % of n examples are positive. Scores are normal; the classes' means are one standard
  deviation apart, or 2.5, and what is predicted is the nearer mean. Both classes keep their sizes, in
  draws and in resamples, of which there are 1000. A draw that separates the classes has a variance of
  0 and an interval that is the point 1, which counts as a miss.
- Differences: accuracies .85 and .80 of two models on the same n examples, whose errors correlate by φ.
- Cross-validation: mean ± t standard errors of 10 folds' accuracies, on n examples of two normal
  classes. A nearest centroid is hardly moved by single examples, a nearest neighbour by each. The truth
  is the expected accuracy of a model fitted to nine tenths of n; the mean over all draws is taken for
  it. Folds share training data: nothing promises 95 %.

Seeded: the same number of draws gives the same tables.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
from scipy import special, stats
from scipy.spatial.distance import cdist

from benchreport.numerics import bootstrap as resampled
from benchreport.numerics.delong import auc_intervals, delong_aucs
from benchreport.numerics.jackknife import acceleration
from benchreport.numerics.metrics_classification import of_positive
from benchreport.numerics.metrics_score import area_under_roc
from benchreport.numerics.proportion import PROPORTION_METHODS, proportion_interval
from benchreport.numerics.proportion_differences import newcombe_paired, newcombe_unpaired

Rng = np.random.Generator
Ends = tuple[np.ndarray, np.ndarray]
Cell = tuple[float, float]
Table = dict[str, dict[str, Cell]]  # coverage and width by method and setting
SEED, LOW, Z = 1997, 0.93, -float(special.ndtri(0.025))
POSITIVES, RESAMPLES = 0.4, 1000


def judged(low: np.ndarray, high: np.ndarray, truth: float, weights: np.ndarray | None) -> Cell:
    """Return coverage and mean width; an end that is the truth up to rounding holds it."""
    held = (low <= truth + 1e-12) & (truth - 1e-12 <= high)
    return float(np.average(held, weights=weights)), float(np.average(high - low, weights=weights))


def proportions() -> Table:
    """Sum over all numbers of right predictions."""
    table: Table = {method: {} for method in PROPORTION_METHODS}
    for p in (0.5, 0.8, 0.95):
        for n in (20, 50, 100, 500):
            right = np.arange(n + 1)
            chance = stats.binom.pmf(right, n, p)
            for method in PROPORTION_METHODS:
                ends = proportion_interval(right, n, method=method)
                table[method][f"p = {p}, n = {n}"] = judged(*ends, p, chance)
    return table


def bootstrapped(
    statistic: Callable[[np.ndarray], np.ndarray], n: int, **drawn: object
) -> Iterator:
    """Yield the name and the ends of each bootstrap interval."""
    counts, strata, rng = drawn["counts"], drawn["strata"], drawn["rng"]
    found = resampled.bootstrap(statistic, counts, strata=strata, n_resamples=RESAMPLES, rng=rng)
    moved = acceleration(statistic, counts, strata=strata)
    yield "bootstrap, percentile", resampled.percentile_interval(found)
    yield "bootstrap, t", resampled.t_interval(found, n - 1)
    yield "bootstrap, BCa", resampled.bca_interval(found, moved)


def f1(rng: Rng, n: int, distance: float) -> Iterator[tuple[str, Ends]]:
    """Draw predictions, and yield the intervals of F1."""
    positives = round(POSITIVES * n)
    hit = special.ndtr(distance / 2)
    found, false = rng.binomial(positives, hit), rng.binomial(n - positives, 1 - hit)
    counts = np.array([found, positives - found, false, n - positives - false])
    truth, predicted = np.array([1, 1, 0, 0]), np.array([1, 0, 1, 0])
    statistic = partial(of_positive, truth, predicted, score="f1")
    yield from bootstrapped(statistic, n, counts=counts, strata=truth, rng=rng)


def f1_truth(distance: float) -> float:
    """Return F1 at the expected numbers."""
    hit, false = special.ndtr(distance / 2), special.ndtr(-distance / 2)
    return float(2 * POSITIVES * hit / (POSITIVES * (1 + hit) + (1 - POSITIVES) * false))


def auc(rng: Rng, n: int, distance: float) -> Iterator[tuple[str, Ends]]:
    """Draw scores, and yield the intervals of the AUC."""
    truth = np.arange(n) < round(POSITIVES * n)
    scores = rng.normal(size=n) + distance * truth
    statistic = partial(area_under_roc, truth.astype(int), scores)
    aucs = delong_aucs(truth, scores)
    for method in ("plain", "logit"):
        low, high = auc_intervals(aucs, method=method)
        yield f"DeLong, {method}", (low[0], high[0])
    strata = truth.astype(int)
    yield from bootstrapped(statistic, n, counts=np.ones(n, int), strata=strata, rng=rng)


def auc_truth(distance: float) -> float:
    """Return the probability that a positive outranks a negative."""
    return float(special.ndtr(distance / math.sqrt(2)))


def metric(
    draw: Callable[..., Iterator[tuple[str, Ends]]], truth: Callable[[float], float], draws: int
) -> Table:
    """Draw test sets of two sizes and two difficulties."""
    table: Table = {}
    for distance in (1.0, 2.5):
        for n in (50, 200):
            rng = np.random.default_rng([SEED, n, round(10 * distance)])
            ends: dict[str, list[Ends]] = {}
            for _ in range(draws):
                for name, pair in draw(rng, n, distance):
                    ends.setdefault(name, []).append(pair)
            for name, pairs in ends.items():
                low, high = np.array(pairs, dtype=float).reshape(-1, 2).T
                # an interval that is undefined holds nothing, and has no width
                known = ~np.isnan(low)
                held, width = judged(low[known], high[known], truth(distance), None)
                setting = f"{draw.__name__.upper()} = {truth(distance):.3f}, n = {n}"
                table.setdefault(name, {})[setting] = held * float(known.mean()), width
    return table


def differences(draws: int) -> Table:
    """Draw 2 × 2 tables of two models on the same examples."""
    first, second = 0.85, 0.8
    table: Table = {}
    for phi in (0.0, 0.5):
        both = first * second
        both += phi * math.sqrt(first * (1 - first) * second * (1 - second))
        cells = [both, first - both, second - both, 1 - first - second + both]
        for n in (20, 50, 100, 500):
            rng = np.random.default_rng([SEED, n, round(10 * phi)])
            counts = rng.multinomial(n, cells, size=10 * draws)
            b, c = counts[:, 1], counts[:, 2]
            half = Z * np.sqrt((b + c) / n - ((b - c) / n) ** 2) / math.sqrt(n)
            right = counts[:, 0] + b, counts[:, 0] + c
            for name, (low, high) in {
                "Newcombe, paired": newcombe_paired(counts.reshape(-1, 2, 2))[1:],
                "Newcombe, as if unpaired": newcombe_unpaired(right[0], n, right[1], n)[1:],
                "normal, paired (Wald)": ((b - c) / n - half, (b - c) / n + half),
            }.items():
                found = judged(low, high, first - second, None)
                table.setdefault(name, {})[f"φ = {phi}, n = {n}"] = found
    return table


def nearest_centroid(x: np.ndarray, y: np.ndarray, new: np.ndarray) -> np.ndarray:
    """Predict the class whose mean is nearest."""
    centroids = np.stack([x[~y].mean(axis=0), x[y].mean(axis=0)])
    return cdist(new, centroids).argmin(axis=1) == 1


def nearest_neighbour(x: np.ndarray, y: np.ndarray, new: np.ndarray) -> np.ndarray:
    """Predict the class of the nearest example."""
    return y[cdist(new, x).argmin(axis=1)]


def folds(rng: Rng, n: int, learner: Callable[..., np.ndarray]) -> np.ndarray:
    """Draw a dataset, and return the accuracies of its ten folds."""
    y = np.arange(n) % 2 == 0
    x = rng.normal(size=(n, 5)) + 0.8 * y[:, None]
    found = []
    for test in np.array_split(rng.permutation(n), 10):
        train = np.ones(n, dtype=bool)
        train[test] = False
        found.append((learner(x[train], y[train], x[test]) == y[test]).mean())
    return np.array(found)


def cross_validation(draws: int) -> Table:
    """Hold mean ± t standard errors of ten folds against the mean over all draws."""
    table: Table = {}
    for learner in (nearest_centroid, nearest_neighbour):
        for n in (50, 100, 200, 500):
            rng = np.random.default_rng([SEED, n])
            scores = np.stack([folds(rng, n, learner) for _ in range(draws)])
            mean = scores.mean(axis=1)
            half = stats.t.isf(0.025, 9) * scores.std(axis=1, ddof=1) / math.sqrt(10)
            found = judged(mean - half, mean + half, float(mean.mean()), None)
            table.setdefault(learner.__name__.replace("_", " "), {})[f"n = {n}"] = found
    return table


def rendered(sections: dict[str, Table], draws: int) -> str:
    """Write a table for each section, in Markdown."""
    each, many = (f"{math.sqrt(0.95 * 0.05 / n):.4f}"[1:] for n in (draws, 10 * draws))
    lines = ["# Coverage", "", *(__doc__ or "").splitlines(), ""]
    lines.append(f"{draws} draws: the standard error of a coverage of .95 is {each};")
    lines.append(f"{many} for differences, with {10 * draws} draws.")
    for section, table in sections.items():
        settings = list(next(iter(table.values())))
        # settings are rows: there are more of them than methods
        lines += ["", f"## {section}", "", f"| | {' | '.join(table)} |"]
        lines.append("|---|" + "---:|" * len(table))
        for setting in settings:
            cells = [cell(*table[method][setting]) for method in table]
            lines.append(f"| {setting} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def cell(held: float, width: float) -> str:
    """Write a coverage as .949 (.21)."""
    text = f"{held:.3f}".removeprefix("0")
    shown = f"**{text}**" if round(held, 3) < LOW else text
    return f"{shown} ({f'{width:.2f}'.removeprefix('0')})"


def study(draws: int) -> dict[str, Table]:
    """Run all sections."""
    return {
        "Proportions": proportions(),
        "F1": metric(f1, f1_truth, draws),
        "AUC": metric(auc, auc_truth, draws),
        "Differences of two accuracies": differences(draws),
        "Mean of 10 folds with Student's t": cross_validation(draws),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--draws", type=int, default=2000)
    parser.add_argument("--markdown", type=Path)
    arguments = parser.parse_args()
    text = rendered(study(arguments.draws), arguments.draws)
    print(text)
    if arguments.markdown:
        arguments.markdown.write_text(text, encoding="utf-8")
