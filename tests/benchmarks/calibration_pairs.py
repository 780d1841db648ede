"""How often any pair of equally good models differs at .05, where all pairs are compared on clusters.

    python tests/benchmarks/calibration_pairs.py [--draws N] [--markdown FILE]

Bold is above .065. Models are right with chances of their own for each question, which also depend on the
cluster, as in `calibration_clusters.md`; ICC is the intracluster correlation of log-odds. One sample of each
question, or ten. All models are equally good, so that each rejection is an error of the whole family.

- Holm, normal: Miller's clustered error (2024) of each pair, the normal distribution, Holm's correction.
- Holm: `paired_difference(correction="holm")`.
- max_t: `paired_difference()`, whose p-values are of the largest t of all pairs; 2,000 choices of signs.
- at .01 and at .001: the same, where these are wanted.
- width: how wide its intervals are, relative to those of CR2 with Bonferroni's correction.

The largest of 144 rows is large by chance, too. Where the first draws of a row have Holm or max_t above .06,
the row is drawn again, by other seeds and ten times as often (marked by *), and only these draws are in the
table. 20 models are tried on 8 and 15 clusters only: more would take hours.
Seeded: the same number of draws gives the same table.
"""

import argparse
import importlib
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from calibration_clusters import LEVEL, SEED, SIZES, Design, answers
from scipy import stats

from benchreport.stats._predictions.example_values import ExampleValues

# the procedure itself hides its module
procedure = importlib.import_module("benchreport.stats.predictions.paired_difference")
SIGNS, MOST, AGAIN, TIMES = 2_000, 0.065, 0.06, 10
FEW_CLUSTERS = 15
LEVELS = (LEVEL, 0.01, 0.001)
MODELS = (3, 8, 20)
CLUSTERS = (8, 15, 30, 60, 200)
CORRELATIONS = (0.0, 0.3, 0.7)
SAMPLES = (1, 10)
METHODS = ("Holm, normal", "Holm", "max_t", "at .01", "at .001", "width")


def judge(rng: np.random.Generator, design: Design, models: int) -> list[float]:
    """Tell which methods find a difference in one drawn evaluation, and how wide intervals are."""
    values = answers(rng, design, models).mean(axis=0)
    scored = ExampleValues(
        values,
        "accuracy",
        higher_is_better=True,
        weights=None,
        block=design.cluster,
        clustered=True,
    )
    columns = np.triu_indices(models, 1)
    test = procedure._test(scored, columns, int(rng.integers(2**31)))
    seed = int(rng.integers(2**31))
    holm = procedure._adjust(test, columns, "holm", None, LEVEL, seed)[0].min()
    p_value, width = procedure._adjust(test, columns, "max_t", None, LEVEL, seed)
    bonferroni = stats.t.isf(LEVEL / 2 / len(test.t), test.clusters.dof)
    found = (float(p_value.min() <= level) for level in LEVELS)
    return [_miller(test, columns), float(holm <= LEVEL), *found, width / bonferroni]


def _miller(test: NamedTuple, columns: tuple[np.ndarray, np.ndarray]) -> float:
    clusters = test.clusters
    plain = clusters._replace(deviation=clusters.deviation * np.sqrt(1 - clusters.share)[:, None])
    error = plain.errors_of(*columns)
    z = np.divide(np.abs(test.difference), error, where=error > 0, out=np.zeros_like(error))
    return float(2 * stats.norm.sf(z.max()) * len(z) <= LEVEL)


def rejected(design: Design, models: int, draws: int) -> tuple[np.ndarray, bool]:
    """Return the shares of draws in which each method errs and the mean width, and if it was drawn again."""
    key = [SEED, models, design.clusters, SIZES.index(design.sizes), design.samples]
    key.append(int(10 * design.correlation))
    for again in (False, True):
        rng = np.random.default_rng([*key, int(again)])
        number = draws * TIMES if again else draws
        shares = np.mean([judge(rng, design, models) for _ in range(number)], axis=0)
        if max(shares[1:3]) <= AGAIN:
            break
    return shares, again


def table(draws: int) -> Iterator[str]:
    """Write the table line by line."""
    yield "| models | clusters | sizes | ICC | samples | " + " | ".join(METHODS) + " |"
    yield "|---:|---:|---|---:|---:|" + "---:|" * len(METHODS)
    for models, clusters, sizes, correlation, samples in itertools.product(
        MODELS, CLUSTERS, SIZES, CORRELATIONS, SAMPLES
    ):
        if models == MODELS[-1] and clusters > FEW_CLUSTERS:
            continue
        design = Design(clusters, correlation, sizes, samples)
        (*shares, width), again = rejected(design, models, draws)
        mark = "*" if again else ""
        row = " | ".join([*_cells(shares), f"{width:.2f}{mark}"])
        yield f"| {models} | {clusters} | {sizes} | {correlation:g} | {samples} | {row} |"


def _cells(shares: list[float]) -> list[str]:
    *at_level, strict, strictest = shares
    cells = [f"{share:.3f}".lstrip("0") for share in at_level]
    bold = [f"**{cell}**" if float(cell) > MOST else cell for cell in cells]
    return [*bold, f"{strict:.4f}".lstrip("0"), f"{strictest:.4f}".lstrip("0")]


def main() -> None:
    """Print the table, and write it where asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--draws", type=int, default=2000)
    parser.add_argument("--markdown", type=Path)
    arguments = parser.parse_args()
    # as many signs as tell levels apart, so that many draws take minutes
    procedure.DRAWS = procedure.DRAWN_SIGNS = SIGNS
    lines = []
    for line in table(arguments.draws):
        print(line, flush=True)
        lines.append(line)
    if arguments.markdown:
        head = "# Errors of the whole family on examples in clusters\n\n" + __doc__.strip()
        error = f"{np.sqrt(0.05 * 0.95 / arguments.draws):.4f}".lstrip("0")
        drawn = f"{arguments.draws:,} draws a row; the standard error of .05 is {error}."
        text = "\n".join([head, "", drawn, "", *lines])
        arguments.markdown.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
