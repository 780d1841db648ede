"""How often degradation() finds a model worse, or not worse, where its true loss is exactly the margin.

    python tests/benchmarks/calibration_gate.py [--draws N] [--markdown FILE]

At the margin either decision is wrong, and each is held to alpha = .05. Bold is above .06.

First table: independent examples, by enumeration of all tables; the largest probability over the shares of
examples that change, from the margin (no example gets better) to .8. Second table: clusters of 8 questions,
or of 1 to 64 (growing geometrically), by simulation. Changes come to all clusters alike, or to half of them.

Seeded: the same number of draws gives the same table.
"""

import argparse
import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy import special

from benchreport.numerics.predictions.margin_tests import measure_changes
from benchreport.numerics.predictions.proportion_differences import newcombe_paired
from benchreport.numerics.predictions.score_margins import Discordant, score_z

SEED, LEVEL, BOLD = 21, 0.05, 0.06
EXAMPLES, MARGINS = (15, 30, 60, 100, 200, 500, 1000), (0.01, 0.02, 0.05, 0.1)
CLUSTERS, SIZES, AFFECTED = (8, 15, 30, 60), ("equal", "geometric"), ("all", "half")
CHANGED, MARGINS_OF_CLUSTERS = (0.06, 0.2), (0.02, 0.05)


def enumerated(n: int, margin: float) -> np.ndarray:
    """Return the largest probabilities of both decisions: corrected and plain score test, Newcombe."""
    gains, losses = (side.ravel() for side in np.indices((n + 1, n + 1)))
    gains, losses = (side[gains + losses <= n] for side in (gains, losses))
    same = n - gains - losses
    table = Discordant(gains.astype(float), losses.astype(float), np.full(len(gains), float(n)))
    decided = []
    for correction in (0.5, 0.0):
        below, above = score_z(table, -margin, correction=correction)
        decided.append((special.ndtr(below) <= LEVEL, special.ndtr(-above) <= LEVEL))
    cells = np.stack([same // 2, gains, losses, same - same // 2], axis=-1).reshape(-1, 2, 2)
    _, low, high = newcombe_paired(cells, 1 - 2 * LEVEL)
    decided.append((high < -margin, low > -margin))
    ways = special.gammaln(n + 1) - sum(special.gammaln(k + 1) for k in (gains, losses, same))
    worst = np.zeros((3, 2))
    for changed in np.unique([*np.linspace(margin, 3 * margin, 25), *np.linspace(margin, 0.8, 20)]):
        shares = (changed - margin) / 2, (changed + margin) / 2, 1 - changed
        parts = zip((gains, losses, same), shares, strict=True)
        chance = np.exp(ways + sum(special.xlogy(k, p) for k, p in parts))
        found = [[chance[side].sum() for side in sides] for sides in decided]
        worst = np.maximum(worst, found)
    return worst.ravel()


def clustered(design: tuple[int, str, str, float, float], draws: int) -> np.ndarray:
    """Return how often both decisions are made on drawn evaluations in clusters."""
    clusters, sizes, affected, changed, margin = design
    counts = np.full(clusters, 8) if sizes == "equal" else 2 ** (np.arange(clusters) % 7)
    cluster = np.repeat(np.arange(clusters), counts)
    key = [SEED, clusters, SIZES.index(sizes), AFFECTED.index(affected), int(1000 * changed)]
    rng = np.random.default_rng([*key, int(1000 * margin)])
    found = np.zeros(2)
    for _ in range(draws):
        factor = rng.integers(0, 2, clusters) * 2.0 if affected == "half" else np.ones(clusters)
        lost, gained = (factor[cluster] * (changed + side * margin) / 2 for side in (1, -1))
        drawn = rng.random(len(cluster))
        loss, gain = drawn < lost, (drawn >= lost) & (drawn < lost + gained)
        changes = measure_changes(
            (~gain).astype(float),
            (~loss).astype(float),
            np.zeros(len(cluster), np.intp),
            shares=True,
            block=cluster,
        )
        found += [tail[0] <= LEVEL for tail in changes.tails_at(-margin)]
    return found / draws


def _cells(values: np.ndarray) -> str:
    cells = [f"{value:.3f}".lstrip("0") for value in values]
    bold = [
        f"**{cell}**" if value > BOLD else cell for cell, value in zip(cells, values, strict=True)
    ]
    return " | ".join(bold)


def tables(draws: int) -> Iterator[str]:
    """Write both tables line by line."""
    yield "| examples | margin | worse | not worse | without correction | | Newcombe | |"
    yield "|---:|---:|---:|---:|---:|---:|---:|---:|"
    for n, margin in itertools.product(EXAMPLES, MARGINS):
        yield f"| {n} | {margin:g} | {_cells(enumerated(n, margin))} |"
    yield ""
    yield f"{draws} draws a row; the standard error of .05 is {np.sqrt(0.0475 / draws):.4f}.\n"
    yield "| clusters | sizes | changes in | changed | margin | worse | not worse |"
    yield "|---:|---|---|---:|---:|---:|---:|"
    for design in itertools.product(CLUSTERS, SIZES, AFFECTED, CHANGED, MARGINS_OF_CLUSTERS):
        names = " | ".join(map(str, design))
        yield f"| {names} | {_cells(clustered(design, draws))} |"


def main() -> None:
    """Print the tables, and write them where asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--draws", type=int, default=2000)
    parser.add_argument("--markdown", type=Path)
    options = parser.parse_args()
    lines = []
    for line in tables(options.draws):
        print(line, flush=True)
        lines.append(line)
    if options.markdown:
        head = "# The release gate at its margin\n\n" + __doc__
        options.markdown.write_text(head + "\n" + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
