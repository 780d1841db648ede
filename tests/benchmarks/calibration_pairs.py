"""How often any pair of equally good models differs at .05, where all pairs are compared on clusters.

    python tests/benchmarks/calibration_pairs.py [--draws N] [--markdown FILE]

Bold is above .065. Models are right with chances of their own for each question, which also depend on the
cluster, as in `calibration_clusters.md`; the intracluster correlation of log-odds is .3. One sample of each
question, or five. All models are equally good, so that each rejection is an error of the whole family.

- Holm, normal: Miller's clustered error (2024) of each pair, the normal distribution, Holm's correction.
- Holm, CR2: CR2 with Satterthwaite's degrees of freedom, Holm's correction.
- signs: the largest t where clusters keep or change the signs of all their differences, each choice with
  errors (CR2) of its own, as in `paired_difference()`; 2,000 choices.
- at .01: the same, where .01 is wanted.
- width: how wide the intervals by signs are, relative to those of CR2 with Bonferroni's correction.

Seeded: the same number of draws gives the same table.
"""

import argparse
import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from calibration_clusters import LEVEL, SEED, SIZES, Design, answers
from scipy import stats

from benchreport.numerics.predictions.clustered_means import sum_clusters
from benchreport.numerics.predictions.largest_t import flip_largest_t

SIGNS, MOST, STRICT = 2_000, 0.065, 0.01
MODELS = (3, 8, 20)
CLUSTERS = (8, 15, 30, 60)
SAMPLES = (1, 5)
CORRELATION = 0.3
METHODS = ("Holm, normal", "Holm, CR2", "signs", "at .01", "width")


def judge(rng: np.random.Generator, design: Design, models: int) -> list[float]:
    """Tell which methods find a difference in one drawn evaluation, and how wide intervals are."""
    answered = answers(rng, design, models)
    clusters = sum_clusters(answered.mean(axis=0), design.cluster)
    first, second = np.triu_indices(models, 1)
    mean = np.abs(clusters.mean[first] - clusters.mean[second])
    plain = clusters._replace(deviation=clusters.deviation * np.sqrt(1 - clusters.share)[:, None])
    miller = mean / plain.errors_of(first, second)
    error = clusters.errors_of(first, second)
    t = np.divide(mean, error, where=error > 0, out=np.zeros_like(mean))
    flipped = flip_largest_t(
        clusters, first, second, error, n_draws=SIGNS, rng=int(rng.integers(2**31))
    )
    p_value = float(flipped.p_of(t).min())
    bonferroni = stats.t.isf(LEVEL / 2 / len(t), clusters.dof)
    return [
        float(2 * stats.norm.sf(miller.max()) * len(t) <= LEVEL),
        float(2 * stats.t.sf(t.max(), clusters.dof) * len(t) <= LEVEL),
        float(p_value <= LEVEL),
        float(p_value <= STRICT),
        flipped.quantile(1 - LEVEL) / bonferroni,
    ]


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
