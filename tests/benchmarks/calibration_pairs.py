"""How often any pair of equally good models differs at .05, where all pairs are compared on clusters.

    python tests/benchmarks/calibration_pairs.py [--draws N] [--markdown FILE]

Bold is above .065. Models are right with chances of their own for each question, which also depend on the
cluster, as in `calibration_clusters.md`; the intracluster correlation of log-odds is .3. One sample of each
question, or five. All models are equally good, so that each rejection is an error of the whole family.

- Holm, normal: Miller's clustered error (2024) of each pair, the normal distribution, Holm's correction.
- Holm, CR2: CR2 with Satterthwaite's degrees of freedom, Holm's correction.
- one variance: the largest t of all pairs if one drawn variance served all of them.
- intervals: the intervals of `paired_difference()`, the largest t with each pair's own variance, of which one
  leaves out 0.
- p: the adjusted p-values of `paired_difference()`, which are at least those of signs of clusters, too.
- width: how wide the intervals are, relative to those of CR2 with Bonferroni's correction.

Seeded: the same number of draws gives the same table.
"""

import argparse
import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
from calibration_clusters import LEVEL, SEED, SIZES, Design, answers
from scipy import stats

import benchreport
from benchreport.numerics.predictions.clustered_means import Clusters, sum_clusters
from benchreport.results import PairedDifferenceResult

DRAWN, MOST = 10_000, 0.065
MODELS = (3, 8, 20)
CLUSTERS = (8, 15, 30, 60)
SAMPLES = (1, 5)
CORRELATION = 0.3
METHODS = ("Holm, normal", "Holm, CR2", "one variance", "intervals", "p", "width")


def compare(answered: np.ndarray, cluster: np.ndarray) -> PairedDifferenceResult:
    """Compare all pairs as users do, from a long table."""
    samples, n, models = answered.shape
    sample, question, model = (place.ravel() for place in np.indices((samples, n, models)))
    frame = pd.DataFrame(
        {
            "model": np.array([f"m{number}" for number in range(models)])[model],
            "example": question,
            "passage": cluster[question],
            "correct": answered.ravel().astype(int),
        }
    )
    if samples > 1:
        frame["sample"] = sample
    return benchreport.bench(frame).paired_difference()


def judge(rng: np.random.Generator, design: Design, models: int) -> list[float]:
    """Tell which methods find a difference in one drawn evaluation, and how wide intervals are."""
    answered = answers(rng, design, models)
    clusters = sum_clusters(answered.mean(axis=0), design.cluster)
    first, second = np.triu_indices(models, 1)
    mean = np.abs(clusters.mean[first] - clusters.mean[second])
    plain = clusters._replace(deviation=clusters.deviation * np.sqrt(1 - clusters.share)[:, None])
    miller = mean / plain.errors_of(first, second)
    t = mean / clusters.errors_of(first, second)
    result = compare(answered, design.cluster)
    ends = np.array([row.interval[:2] for row in result.comparisons])
    error = np.array([row.standard_error for row in result.precision])
    bonferroni = stats.t.isf(LEVEL / 2 / len(t), result.dof)
    width = (ends[:, 1] - ends[:, 0]) / 2 / error / bonferroni
    return [
        float(2 * stats.norm.sf(miller.max()) * len(t) <= LEVEL),
        float(2 * stats.t.sf(t.max(), result.dof) * len(t) <= LEVEL),
        float(t.max() > one_variance(rng, clusters, first, second)),
        float(((ends[:, 0] > 0) | (ends[:, 1] < 0)).any()),
        float(min(row.p_adjusted for row in result.comparisons) <= LEVEL),
        float(np.nanmean(width)),
    ]


def one_variance(
    rng: np.random.Generator, clusters: Clusters, first: np.ndarray, second: np.ndarray
) -> float:
    """Return the critical value of the usual multivariate t."""
    scaled = clusters.adjusted
    drawn = rng.standard_normal((DRAWN, len(scaled))) @ scaled
    known = clusters.errors_of(first, second)
    largest = (np.abs(drawn[:, first] - drawn[:, second]) / known).max(axis=1)
    return float(
        np.quantile(largest / np.sqrt(rng.chisquare(clusters.dof, DRAWN) / clusters.dof), 1 - LEVEL)
    )


def table(draws: int) -> Iterator[str]:
    """Write the table line by line."""
    yield "| models | clusters | sizes | samples | " + " | ".join(METHODS) + " |"
    yield "|---:|---:|---|---:|" + "---:|" * len(METHODS)
    for models, clusters, sizes, samples in itertools.product(MODELS, CLUSTERS, SIZES, SAMPLES):
        design = Design(clusters, CORRELATION, sizes, samples)
        rng = np.random.default_rng([SEED, models, clusters, SIZES.index(sizes), samples])
        *shares, width = np.mean([judge(rng, design, models) for _ in range(draws)], axis=0)
        cells = [f"{share:.3f}".lstrip("0") for share in shares]
        cells = [f"**{cell}**" if float(cell) > MOST else cell for cell in cells]
        row = " | ".join([*cells, f"{width:.2f}"])
        yield f"| {models} | {clusters} | {sizes} | {samples} | {row} |"


def main() -> None:
    """Print the table, and write it where asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--markdown", type=Path)
    arguments = parser.parse_args()
    lines = []
    for line in table(arguments.draws):
        print(line, flush=True)
        lines.append(line)
    if arguments.markdown:
        head = "# Errors of the whole family on examples in clusters\n\n" + __doc__.strip()
        drawn = f"{arguments.draws} draws a row; the standard error of .05 is "
        drawn += f"{np.sqrt(0.05 * 0.95 / arguments.draws):.4f}.".replace("0.", ".", 1)
        text = "\n".join([head, "", drawn, "", *lines])
        arguments.markdown.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
