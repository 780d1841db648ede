"""How often tests of two equally good models reject at the nominal level .05, on examples in clusters.

    python tests/benchmarks/calibration_clusters.py [--draws N] [--markdown FILE]

Bold is above .06. Each model is right with a chance of its own for each question, which also depends on the
cluster: log-odds are normal, with the share ICC of their variance between clusters, independent for the two
models. Clusters have 8 questions, or sizes that grow geometrically from 1 to 64 (repeated beyond 7 clusters).
Each question has 1 or 10 samples, or each model 1 to 10 of its own (drawn evenly), whose mean is its score.
The hypothesis is true by symmetry.

- naive: the paired t test over examples, samples averaged.
- McNemar: mid-p, as if each answer were an example of its own; of those numbers that both models have.
- Miller: the clustered standard error of Miller (2024), CR0, with the normal distribution.
- bootstrap: percentiles of 399 resamples of clusters.
- CR1, t: the usual correction g/(g − 1), with g − 1 degrees of freedom.
- CR2, t: CR2 with Satterthwaite's degrees of freedom.
- paired_difference(): at least the p-value of signs of clusters besides, below 30 degrees of freedom.

Seeded: the same number of draws gives the same table.
"""

import argparse
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy import stats

from benchreport.numerics.predictions.clustered_means import (
    all_signs,
    draw_signs,
    sign_flip_p,
    sum_clusters,
)

SEED, LEVEL, RESAMPLES = 21, 0.05, 399
FEW, MANY, SIGNS = 12, 30, 2000
CLUSTERS = (8, 15, 30, 60, 200)
CORRELATIONS = (0.0, 0.2, 0.7)
SIZES = ("equal", "geometric")
UNEVEN = "1 to 10"
SAMPLES = (1, 10, UNEVEN)
METHODS = ("naive", "McNemar", "Miller", "bootstrap", "CR1, t", "CR2, t", "paired_difference()")


class Design(NamedTuple):
    """A kind of evaluation."""

    clusters: int
    correlation: float
    sizes: str
    samples: int | str

    @property
    def cluster(self) -> np.ndarray:
        """The code of each question's cluster."""
        steps = np.arange(self.clusters) % 7
        sizes = np.full(self.clusters, 8) if self.sizes == "equal" else 2**steps
        return np.repeat(np.arange(self.clusters), sizes)


def answers(rng: np.random.Generator, design: Design, models: int = 2) -> np.ndarray:
    """Draw whether models are right, (samples, questions, models)."""
    cluster = design.cluster
    between = rng.normal(size=(design.clusters, models)) * np.sqrt(design.correlation)
    within = rng.normal(size=(len(cluster), models)) * np.sqrt(1 - design.correlation)
    chance = 1 / (1 + np.exp(-2 * (between[cluster] + within)))
    samples = 10 if design.samples == UNEVEN else design.samples
    return rng.random((samples, *chance.shape)) < chance


def p_values(rng: np.random.Generator, design: Design) -> list[float]:
    """Test one drawn evaluation by each method."""
    right, cluster = answers(rng, design), design.cluster
    answered = np.ones_like(right)
    if design.samples == UNEVEN:
        counts = rng.integers(1, len(right) + 1, right.shape[1:])
        answered = np.arange(len(right))[:, None, None] < counts
    values = (right & answered).sum(axis=0) / answered.sum(axis=0)
    difference = values[:, 0] - values[:, 1]
    n, g = len(cluster), design.clusters
    mean = difference.mean()
    sums = np.bincount(cluster, difference - mean)
    counts = np.bincount(cluster)
    cr0 = np.sqrt(np.sum(sums**2)) / n
    naive = difference.std(ddof=1) / np.sqrt(n)
    both = answered.all(axis=2)
    b, c = (int((right[..., i] & ~right[..., 1 - i] & both).sum()) for i in (0, 1))
    return [
        2 * stats.t.sf(_ratio(mean, naive), n - 1),
        _mid_p(b, c),
        2 * stats.norm.sf(_ratio(mean, cr0)),
        _bootstrap(rng, np.bincount(cluster, difference), counts),
        2 * stats.t.sf(_ratio(mean, cr0 * np.sqrt(g / (g - 1))), g - 1),
        *_ours(rng, values, cluster),
    ]


def _ratio(mean: float, error: float) -> float:
    return abs(mean) / error if error > 0 else 0.0


def _mid_p(b: int, c: int) -> float:
    fewer, n = min(b, c), b + c
    if b == c:
        return 1.0
    return float(2 * stats.binom.cdf(fewer, n, 0.5) - stats.binom.pmf(fewer, n, 0.5))


def _bootstrap(rng: np.random.Generator, sums: np.ndarray, counts: np.ndarray) -> float:
    """Reject where the percentile interval of resampled clusters leaves out 0."""
    drawn = rng.integers(0, len(sums), (RESAMPLES, len(sums)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.quantile(means, [LEVEL / 2, 1 - LEVEL / 2])
    return 0.0 if low > 0 or high < 0 else 1.0


def _ours(rng: np.random.Generator, values: np.ndarray, cluster: np.ndarray) -> tuple[float, float]:
    """Compute the p-value of paired_difference without and with signs, by the functions that it calls."""
    clusters = sum_clusters(values, cluster)
    first, second = np.array([0]), np.array([1])
    error = clusters.errors_of(first, second)[0]
    mean = clusters.mean[0] - clusters.mean[1]
    p = float(2 * stats.t.sf(_ratio(mean, error), clusters.dof))
    if clusters.dof >= MANY:
        return p, p
    g = len(clusters.share)
    signs = all_signs(g) if g <= FEW else draw_signs(g, SIGNS, int(rng.integers(2**31)))
    sums = clusters.deviation[:, :1] - clusters.deviation[:, 1:] + clusters.share[:, None] * mean
    return p, max(p, float(sign_flip_p(sums, signs)[0]))


def rejected(design: Design, draws: int) -> np.ndarray:
    """Return the share of evaluations on which each method rejects."""
    key = list(map(int, (design.clusters, 10 * design.correlation, SIZES.index(design.sizes))))
    rng = np.random.default_rng([SEED, *key, 0 if design.samples == UNEVEN else design.samples])
    return np.mean([np.array(p_values(rng, design)) <= LEVEL for _ in range(draws)], axis=0)


def table(draws: int) -> Iterator[str]:
    """Write the table line by line."""
    yield "| clusters | sizes | ICC | samples | " + " | ".join(METHODS) + " |"
    yield "|---:|---|---:|---:|" + "---:|" * len(METHODS)
    for clusters, sizes, correlation, samples in itertools.product(
        CLUSTERS, SIZES, CORRELATIONS, SAMPLES
    ):
        design = Design(clusters, correlation, sizes, samples)
        cells = [f"{share:.3f}".lstrip("0") for share in rejected(design, draws)]
        bold = [f"**{cell}**" if float(cell) > 0.06 else cell for cell in cells]
        yield f"| {clusters} | {sizes} | {correlation:g} | {samples} | " + " | ".join(bold) + " |"


def main() -> None:
    """Print the table, and write it where asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--draws", type=int, default=4000)
    parser.add_argument("--markdown", type=Path)
    arguments = parser.parse_args()
    lines = []
    for line in table(arguments.draws):
        print(line, flush=True)
        lines.append(line)
    if arguments.markdown:
        head = "# Rejections of true hypotheses on examples in clusters\n\n" + __doc__.strip()
        drawn = f"{arguments.draws} draws a row; the standard error of .05 is "
        drawn += f"{np.sqrt(0.05 * 0.95 / arguments.draws):.4f}.".replace("0.", ".", 1)
        text = "\n".join([head, "", drawn, "", *lines])
        arguments.markdown.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
