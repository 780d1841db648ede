"""How often intervals of linear models hold the truth, at the nominal 95 %.

    python tests/benchmarks/coverage_linear.py [--draws N] [--markdown FILE]

Bold is below .93.

- Independent runs: k algorithms of n runs each, or of 4 to 20 runs (uneven), whose means go in equal steps.
  The truth of η² is λ/(λ + dof of the error), and of ω² λ/(λ + number of runs), where λ is the noncentrality
  of F. Noise is normal, t with 3 dof, exponential, or of unequal standard deviations, from 4 for the first
  algorithm (of uneven numbers: the fewest runs) to 1; λ then has the mean of the variances, as the error has.
  Where all means are equal, an interval can only be too high: .975 is right. Errors of t(3) have no fourth
  moment, so the mean square of the error has no variance. Three times as many draws.
- Settings: "size" with three levels and "part" with two, both with an effect, on 12 datasets.
  "Skewed" noise is log-normal, with a deviation of 1 of its logarithm: its kurtosis is 114, where that of
  normal errors is 3. No interval of η² can hold its truth for all tails, as Bahadur and Savage (1956) show of
  means, here of squared errors: a sample may lack those that make the variance. Results say where tails look
  heavy. Where "effects vary", they differ from dataset to dataset, and that is part of the error; in "gaps" a
  sixth of the cells is missing. Rows of η² and ω² are of anova(). They have no truth in "gaps", where λ
  depends on which cells are missing, nor for one error where effects vary, which that model denies.
- Effects of components, differences of tukey(factor=) and estimated marginal means: of all intervals where
  each is for itself, and of tables where they hold all at once. Means of anova() are of other
  datasets like these, but in gaps of these datasets.

Intervals of all pairs of runs (Tukey–Kramer, Dunnett, Games–Howell) hold all differences in as many tables as
their tests reject nothing where all are equal, as shifts do not change them: see calibration.md.

Seeded: the same number of draws gives the same tables.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from calibration import noise

from benchreport.data import Roles, Scores
from benchreport.numerics.effects.f_spreads import sample_spread
from benchreport.numerics.effects.partial_shares import Share, partial_shares
from benchreport.stats import CATALOGUE

SEED, LOW, N = 2019, 0.93, 12
KINDS = {"normal": "normal", "t(3)": "t3", "exponential": "exponential", "unequal": "normal"}
SHARES = (0.0, 0.1, 0.5)
ON_SETTINGS = ("normal", "skewed", "effects vary", "gaps")
SIZE, PART = np.array([-0.5, 0.0, 0.5]), np.array([-0.3, 0.3])


class Claim(NamedTuple):
    """A row and column of a table, and whether an interval held the truth there."""

    section: str
    row: str
    column: str
    held: bool


def holds(interval: Any, truth: float) -> bool:
    """Tell whether an interval has the truth between its ends, up to rounding."""
    return bool(interval.low - 1e-12 <= truth <= interval.high + 1e-12)


def shares(row: Any, lam: float, dof_error: float, n: int) -> Iterator[tuple[str, bool]]:
    """Yield whether the intervals of η² and ω² hold their truths."""
    yield "η²", holds(row.eta_interval, lam / (lam + dof_error))
    yield "ω²", holds(row.omega_interval, lam / (lam + n))


def runs(rng: np.random.Generator, draws: int) -> Iterator[Claim]:
    """Draw independent runs."""
    designs = [(k, str(n), [n] * k) for k in (3, 8) for n in (5, 10, 30)]
    designs += [(k, "4 to 20", np.linspace(4, 20, k).round().astype(int).tolist()) for k in (3, 8)]
    for (k, n, sizes), share, (column, kind) in (
        (design, share, item) for design in designs for share in SHARES for item in KINDS.items()
    ):
        total, dof_error = sum(sizes), sum(sizes) - k
        spread = np.linspace(4 if column == "unequal" else 1, 1, k)
        variance = float(((np.array(sizes) - 1) * spread**2).sum() / dof_error)
        means = np.repeat(np.arange(k, dtype=float), sizes)
        means -= means.mean()
        lam = share / (1 - share) * dof_error
        means *= math.sqrt(lam * variance / float(means @ means))
        for _ in range(draws):
            values = means + noise(rng, kind, (total,)) * np.repeat(spread, sizes)
            both = shares_of_runs(tuple(np.split(values, np.cumsum(sizes)[:-1])))
            truths = lam / (lam + dof_error), lam / (lam + total)
            for size, found, truth in zip(("η²", "ω²"), both, truths, strict=True):
                yield Claim(
                    f"{size} of independent runs",
                    f"k = {k}, n = {n}, η² = {share}",
                    column,
                    holds(found, truth),
                )


def shares_of_runs(samples: tuple[np.ndarray, ...]) -> tuple[Share, Share]:
    """Return η² and ω² as anova(blocks=False) does."""
    together, dof = (
        np.concatenate(samples),
        (len(samples) - 1, sum(map(len, samples)) - len(samples)),
    )
    within = sum(float(((sample - sample.mean()) ** 2).sum()) for sample in samples)
    between = float(((together - together.mean()) ** 2).sum()) - within
    f = between / dof[0] / (within / dof[1])
    return partial_shares(f, *dof, len(together), 0.95, sample_spread(samples, 0.05))


def settings(rng: np.random.Generator, kind: str) -> tuple[Scores, float]:
    """Draw scores of combinations of two settings on datasets, and the mean level of the datasets."""
    easy = rng.normal(size=(N, 1, 1))
    cells = noise(rng, kind, (N, 3, 2)) + easy + SIZE[:, None] + PART
    if kind == "effects vary":
        cells += rng.normal(size=(N, 3, 1)) + rng.normal(size=(N, 1, 2))
    names = pd.MultiIndex.from_product(
        [range(N), ["S", "M", "L"], ["off", "on"]], names=["dataset", "size", "part"]
    )
    frame = pd.DataFrame({"accuracy": cells.ravel()}, index=names).reset_index()
    if kind == "gaps":
        frame = frame.drop(index=rng.choice(len(frame), len(frame) // 6, replace=False))
    frame["size"] = pd.Categorical(frame["size"], ["S", "M", "L"])
    return Scores.from_frame(frame, Roles(factors=["size", "part"])), float(easy.mean())


def ablations(rng: np.random.Generator, draws: int) -> Iterator[Claim]:
    """Draw ablation studies."""
    for kind in ON_SETTINGS:
        for _ in range(draws):
            scores, easy = settings(rng, kind)
            # with gaps the datasets of anova() are fixed
            level = easy if kind == "gaps" else 0.0
            for claim in (*effects(scores, kind, level), *factor_shares(scores, kind)):
                yield claim._replace(column=kind)


def effects(scores: Scores, kind: str, level: float) -> Iterator[Claim]:
    """Judge intervals of effects, differences and means."""
    truth = {"M": 0.5, "L": 1.0, "on": 0.6}
    for covariance in ("nonrobust", "HC3", "cluster"):
        if kind == "gaps" and covariance == "HC3":
            continue
        call = "ablation()" if covariance == "nonrobust" else f"ablation(covariance={covariance!r})"
        found = CATALOGUE["ablation"](scores, covariance=covariance, baseline=["S", "off"])
        for row in found.components:
            yield Claim(
                "Effects and means of settings", call, "", holds(row.interval, truth[row.level])
            )
    place = dict(zip("SML", SIZE, strict=True))
    pairs = CATALOGUE["tukey"](scores, factor="size").comparisons
    yield Claim(
        "Effects and means of settings",
        "tukey(factor='size'), all at once",
        "",
        all(holds(pair.interval, place[pair.first] - place[pair.second]) for pair in pairs),
    )
    levels = place | dict(zip(("off", "on"), PART, strict=True))
    for variant in ("auto", "random"):
        call = "anova()" if variant == "auto" else f"anova(variant={variant!r})"
        for mean in CATALOGUE["anova"](scores, variant=variant).means:
            there = level if variant == "auto" else 0.0
            held = holds(mean.interval, there + sum(levels[name] for name in mean.levels))
            yield Claim("Effects and means of settings", f"{call}, marginal means", "", held)


def factor_shares(scores: Scores, kind: str) -> Iterator[Claim]:
    """Judge intervals of partial η² and ω²."""
    if kind == "gaps":
        return
    varying = kind == "effects vary"
    squares = {"size": 2 * N * float(SIZE @ SIZE), "part": 3 * N * float(PART @ PART)}
    squares["size × part"] = 0.0
    noises = {"size": 1 + 2 * varying, "part": 1 + 3 * varying, "size × part": 1}
    for variant in ("auto",) if varying else ("auto", "pooled", "random"):
        call = "anova()" if variant == "auto" else f"anova(variant={variant!r})"
        for term in CATALOGUE["anova"](scores, variant=variant).terms:
            lam = squares[term.source] / noises[term.source]
            dof = 11 * term.dof if variant == "auto" else 55
            for size, held in shares(term, lam, dof, 6 * N):
                yield Claim(f"Partial {size} of settings", f"{call}, {term.source}", "", held)


def to_markdown(claims: Iterator[Claim], draws: int) -> str:
    """Write a table for each section."""
    counts: dict[str, dict[str, dict[str, list[int]]]] = {}
    for section, row, column, held in claims:
        cells = counts.setdefault(section, {}).setdefault(row, defaultdict(lambda: [0, 0]))
        cells[column][0] += held
        cells[column][1] += 1
    lines = ["# Coverage of linear models", "", *(__doc__ or "").splitlines(), ""]
    error = f"{math.sqrt(0.95 * 0.05 / draws):.4f}"[1:]
    lines.append(f"{draws} draws: the standard error of a coverage of .95 is at most {error}.")
    for section, rows in counts.items():
        columns = dict.fromkeys(column for cells in rows.values() for column in cells)
        lines += ["", f"## {section}", "", f"| | {' | '.join(columns)} |"]
        lines.append("|---|" + "---:|" * len(columns))
        for row, cells in rows.items():
            texts = [write(*cells[column]) for column in columns]
            lines.append(f"| {row} | {' | '.join(texts)} |")
    return "\n".join(lines) + "\n"


def write(held: int, drawn: int) -> str:
    """Write a rate as .949; bold where it is low."""
    if not drawn:
        return ""
    text = f"{held / drawn:.3f}".removeprefix("0")
    return f"**{text}**" if round(held / drawn, 3) < LOW else text


def study(draws: int) -> Iterator[Claim]:
    """Run both designs."""
    yield from runs(np.random.default_rng(SEED), 3 * draws)
    yield from ablations(np.random.default_rng(SEED), draws)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--markdown", type=Path)
    arguments = parser.parse_args()
    written = to_markdown(study(arguments.draws), arguments.draws)
    print(written)
    if arguments.markdown:
        arguments.markdown.write_text(written, encoding="utf-8")
