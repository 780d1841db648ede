"""How often each procedure rejects hypotheses that are true, at the nominal level .05.

    python tests/benchmarks/calibration.py [--draws N] [--markdown FILE]

Type I error of tests, and family-wise error of procedures for several pairs: the share of tables on
which any pair is declared different. Bold is above .06, on one dataset above .07. † marks procedures
that ran on every fourth table only; cells are empty where a procedure was not run.

- Datasets: each has its own level; noise is normal, log-normal (skewed), rounded to whole standard
  deviations (tied), or of another spread on each dataset. In "3 of 4" each dataset lacks one
  algorithm; in "3 repeats" algorithms interact with datasets. Equivalence and non-inferiority are
  tested where the difference is just the margin.
- Independent runs: 12 of each algorithm, or 24 and 8 (24, 18, 12 and 6); standard deviations 1 and 4
  (1, 1, 2 and 4) at equal means, so that tests of equal distributions may rightly reject.
- 4 to 20 independent runs: sizes go in equal steps, and standard deviations are 1 or, where they are
  unequal, go from 4 for the fewest runs to 1. Noise is normal, t with 3 dof (t3), or exponential.
- Ablation: settings "size" with three levels and "part" with two, without effects on average; where
  "effects vary", they differ from dataset to dataset. In "gaps" a sixth of the cells is missing. In
  "covariate" scores also rise by 1 with a measured normal covariate. Of ablation(), the share of tables
  with any significant component.
- One dataset: 200 examples of two normal classes. The algorithms are one learner on disjoint sets of
  ten features that are distributed alike, so by symmetry their expected accuracies are equal
  whatever is trained on. A nearest centroid is hardly moved by single examples, a nearest neighbour
  by each. One split trains on the rest, or on 200 examples where 1000 are tested on.

Seeded: the same number of draws gives the same table on any number of cores.
"""

import argparse
import ast
import itertools
import math
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist
from scipy.special import erfc

from benchreport.data import Roles, Scores
from benchreport.numerics.multiplicity.adjust import METHODS
from benchreport.results import FactorialResult
from benchreport.stats import CATALOGUE

Rng = np.random.Generator
Cell = tuple[str, str, str]
SEED, LEVEL, CHUNK = 1998, 0.05, 200
# these integrate numerically, iterate or shuffle: tens of milliseconds a table
SLOW, SLOW_SHARE = (
    ("ablation(c", "dunnett", "games_howell", "mixed_model", "permutation(paired", "steel_dwass"),
    4,
)
NAMES = list("ABCDEFGH")

OMNIBUS = """
friedman() friedman_aligned() quade() skillings_mack() durbin() page(order=['A','B','C','D'])
anova() anova(variant='huynh_feldt') anova(variant='uncorrected')
""".split()
POST_HOC = """
nemenyi() eisinga() conover() conover(correction='none') quade_post()
quade_post(variant='published_z') aligned_post() aligned_post(variant='published_z') wilcoxon()
sign() permutation() paired_t() tukey() mixed_model() bonferroni_dunn(control='A')
rank_z(control='A') wilcoxon(control='A') dunnett(control='A')
""".split()
POST_HOC += [f"rank_z(correction='{name}')" for name in METHODS]
PAIR = """
paired_t() wilcoxon() wilcoxon(zeros='pratt') wilcoxon(zeros='zsplit') wilcoxon(variant='normal')
sign() sign(ties='split') permutation() permutation(statistic='median')
permutation(statistic='trimmed_mean') permutation(statistic='t')
""".split()
CLOSE = """
equivalence(margin=2) equivalence(margin=2,test='wilcoxon')
non_inferiority(margin=2) non_inferiority(margin=2,test='wilcoxon')
""".split()
TWO_SAMPLES = """
welch_t() rank_sum() rank_sum(variant='normal') brunner_munzel()
permutation(paired=False,n_resamples=999)
permutation(paired=False,n_resamples=999,statistic='t')
""".split()
SAMPLES = "kruskal() anova(blocks=False) anova(blocks=False,variant='uncorrected')".split()
SAMPLES += ["games_howell()", *TWO_SAMPLES]
ON_POOLED_VARIANCE = ["tukey(blocks=False)", "dunnett(control='A',blocks=False)"]
SAMPLES += (
    "steel_dwass() kruskal_nemenyi() dunn() conover_iman() conover_iman(correction='none')".split()
)
SAMPLES += ON_POOLED_VARIANCE
FEW_AND_MANY = [*ON_POOLED_VARIANCE, "games_howell()"]
WITH_GAPS = ["skillings_mack()", "durbin()", "mixed_model()", "anova(variant='pooled')"]
WITH_GAPS += ["tukey(factor='algorithm')"]
ABLATION = """
ablation() ablation(covariance='HC3') ablation(covariance='cluster') anova() anova(variant='uncorrected')
anova(variant='pooled') anova(covariance='HC3') anova(covariance='cluster') tukey(factor='size')
anova(variant='random') anova(variant='pooled',typ=3)
""".split()
# by design: repeats, parts of the examples, parts that are tested on, and calls
DESIGNS = {
    "10 folds": (1, 10, 10, "cv_t() corrected_t() wilcoxon() permutation()"),
    "10 × 10 folds": (10, 10, 10, "cv_t() corrected_t() corrected_t(dof='folds') wilcoxon()"),
    "5 × 2 folds": (5, 2, 2, "cv_t() corrected_t() cv5x2_t() cv5x2_f()"),
    "30 splits": (30, 3, 1, "resampled_t() corrected_t(test_fraction=0.335) wilcoxon()"),
}
KINDS = ("normal", "skewed", "tied", "unequal spread")
UNEQUAL = ("unequal n", "unequal variances", "unequal n and variances")


def noise(rng: Rng, kind: str, shape: tuple[int, ...]) -> np.ndarray:
    """Draw with mean 0 and standard deviation 1, log-normal where skewed."""
    if kind == "skewed":
        return (rng.lognormal(size=shape) - math.exp(0.5)) / math.sqrt(math.e * (math.e - 1))
    if kind == "t3":
        return rng.standard_t(3, size=shape) / math.sqrt(3)
    if kind == "exponential":
        return rng.exponential(size=shape) - 1
    return rng.normal(size=shape)


def datasets(rng: Rng, kind: str, k: int, n: int, shift: float = 0.0) -> Scores:
    """Draw scores with a level for each dataset; only the last algorithm's may be shifted."""
    cells = noise(rng, kind, (n, k))
    if kind == "unequal spread":
        cells *= rng.lognormal(size=(n, 1))
    values = rng.normal(size=(n, 1)) + cells
    values = np.round(values) if kind == "tied" else values
    if kind == "3 of 4":
        # each dataset lacks one algorithm, each equally often: balanced incomplete blocks
        values[np.arange(n), np.arange(n) % k] = np.nan
    values[:, -1] += shift
    repeats = 3 if kind == "3 repeats" else 1
    values = np.repeat(values, repeats, axis=0)
    frame = pd.DataFrame(values, columns=NAMES[:k])
    if repeats > 1:
        frame += rng.normal(size=values.shape)
        frame["dataset"] = [f"data {row // repeats}" for row in range(n * repeats)]
        frame["seed"] = np.arange(n * repeats) % repeats
    return Scores.from_frame(frame, Roles(score="accuracy"))


def runs(rng: Rng, kind: str, k: int) -> Scores:
    """Draw independent runs of equal means; where sizes and spreads differ, smaller samples are wider."""
    sizes, spread = [12] * k, np.ones(k)
    if kind.startswith("unequal n"):
        sizes = [24, 8] if k == 2 else [24, 18, 12, 6]
    if kind.endswith("variances"):
        spread = np.array([1.0, 4.0] if k == 2 else [1.0, 1.0, 2.0, 4.0])
    return independent(rng, kind, sizes, spread)


def few_and_many_runs(rng: Rng, kind: str, k: int) -> Scores:
    """Draw 4 to 20 independent runs of equal means; where spreads differ, smaller samples are wider."""
    sizes = np.linspace(4, 20, k).round().astype(int).tolist()
    errors, _, unequal = kind.partition(", ")
    return independent(rng, errors, sizes, np.linspace(4 if unequal else 1, 1, k))


def independent(rng: Rng, kind: str, sizes: list[int], spread: np.ndarray) -> Scores:
    """Draw runs of each algorithm."""
    k = len(sizes)
    values = noise(rng, kind, (sum(sizes),)) * np.repeat(spread, sizes)
    values = np.round(values) if kind == "tied" else values
    frame = pd.DataFrame({"algorithm": np.repeat(NAMES[:k], sizes), "accuracy": values})
    return Scores.from_frame(frame)


def settings(rng: Rng, kind: str, n: int = 12) -> Scores:
    """Draw scores of the combinations of two settings that have no effect on average."""
    cells = noise(rng, kind, (n, 3, 2)) + rng.normal(size=(n, 1, 1))
    if kind == "effects vary":
        cells += rng.normal(size=(n, 3, 1)) + rng.normal(size=(n, 1, 2))
    names = pd.MultiIndex.from_product(
        [range(n), ["S", "M", "L"], ["off", "on"]], names=["dataset", "size", "part"]
    )
    frame = pd.DataFrame({"accuracy": cells.ravel()}, index=names).reset_index()
    if kind == "gaps":
        frame = frame.drop(index=rng.choice(len(frame), len(frame) // 6, replace=False))
    if kind == "covariate":
        frame["load"] = rng.normal(size=len(frame))
        frame["accuracy"] += frame["load"]
        return Scores.from_frame(frame, Roles(factors=["size", "part"], covariates="load"))
    return Scores.from_frame(frame, Roles(factors=["size", "part"]))


def nearest_centroid(x: np.ndarray, y: np.ndarray, new: np.ndarray) -> np.ndarray:
    """Predict the class whose mean is nearest; single examples hardly change it."""
    centroids = np.stack([x[~y].mean(axis=0), x[y].mean(axis=0)])
    return cdist(new, centroids).argmin(axis=1) == 1


def nearest_neighbour(x: np.ndarray, y: np.ndarray, new: np.ndarray) -> np.ndarray:
    """Predict the class of the nearest example; any example may change it."""
    return y[cdist(new, x).argmin(axis=1)]


LEARNERS = {"nearest centroid": nearest_centroid, "nearest neighbour": nearest_neighbour}
EXAMPLES, FEATURES, DISTANCE = 200, 10, 0.5


def accuracies(rng: Rng, learner: str, k: int, tests: list[np.ndarray], n: int) -> np.ndarray:
    """Draw a dataset and return accuracies, (splits, k), on the given test sets."""
    y = rng.random(n) < 0.5
    x = rng.normal(size=(k, n, FEATURES)) + DISTANCE * y[:, None]
    shares = np.empty((len(tests), k))
    for row, test in enumerate(tests):
        train = np.ones(n, dtype=bool)
        train[test] = False
        guesses = [LEARNERS[learner](features[train], y[train], features[test]) for features in x]
        shares[row] = (guesses == y[test]).mean(axis=1)
    return shares


def splits(rng: Rng, kind: str, k: int, repeats: int, parts: int, tested: int) -> Scores:
    """Draw scores where each repeat cuts the examples into parts, and tests on some of them."""
    orders = [rng.permutation(EXAMPLES) for _ in range(repeats)]
    tests = [test for order in orders for test in np.array_split(order, parts)[:tested]]
    frame = pd.DataFrame(accuracies(rng, kind, k, tests, EXAMPLES), columns=NAMES[:k])
    frame["repeat"], frame["fold"] = np.divmod(np.arange(repeats * tested), tested)
    return Scores.from_frame(frame, Roles(repeat=("repeat", "fold"), score="accuracy"))


def proportions(rng: Rng, kind: str, n_test: int) -> float:
    """Draw two accuracies on one test set; return the p-value of the pooled z test."""
    n = EXAMPLES if n_test < EXAMPLES else EXAMPLES + n_test
    first, second = accuracies(rng, kind, 2, [np.arange(n_test)], n)[0]
    pooled = (first + second) / 2
    error = math.sqrt(2 * pooled * (1 - pooled) / n_test)
    return float(erfc(abs(first - second) / error / math.sqrt(2))) if error else 1.0


class Scenario(NamedTuple):
    """A column of the results: how its tables are drawn, and the calls on them."""

    section: str
    column: str
    draw: Callable[..., Any]
    calls: list[str]
    design: str = ""


def scenarios() -> Iterator[Scenario]:
    """List all columns of all sections."""
    for kind in KINDS:
        where = "2 algorithms on 12 datasets"
        yield Scenario(where, kind, partial(datasets, k=2, n=12), PAIR)
        # the first is worse by exactly the margin, which is the edge of H0
        yield Scenario(where, kind, partial(datasets, k=2, n=12, shift=2.0), CLOSE)
    where, draw = "4 algorithms on 12 datasets", partial(datasets, k=4, n=12)
    for kind in KINDS:
        yield Scenario(where, kind, draw, OMNIBUS + POST_HOC)
    yield Scenario(where, "3 of 4", draw, WITH_GAPS)
    yield Scenario(where, "3 repeats", draw, ["friedman()", "tukey()", "mixed_model()"])
    for kind in ("normal", "tied"):
        calls = [call for call in POST_HOC if call != "mixed_model()"]
        yield Scenario("8 algorithms on 20 datasets", kind, partial(datasets, k=8, n=20), calls)
    for k, calls in ((2, TWO_SAMPLES), (4, SAMPLES)):
        for kind in (*KINDS[:3], *UNEQUAL):
            yield Scenario(f"Independent runs of {k} algorithms", kind, partial(runs, k=k), calls)
    for k in (2, 4):
        for kind in LEARNERS:
            yield from on_one_dataset(kind, k)
    for kind in ("normal", "skewed", "effects vary", "gaps"):
        # without gaps each score has others of its kind, which HC3 needs
        undefined = ("uncorrected", "HC3") if kind == "gaps" else ()
        calls = [call for call in ABLATION if not any(word in call for word in undefined)]
        yield Scenario("Ablation of two settings on 12 datasets", kind, settings, calls)
    for k, errors, spread in itertools.product(
        (3, 8), ("normal", "t3", "exponential"), ("", ", unequal variances")
    ):
        where, draw = f"4 to 20 independent runs of {k} algorithms", partial(few_and_many_runs, k=k)
        yield Scenario(where, errors + spread, draw, FEW_AND_MANY)
    calls = [call for call in ABLATION if "uncorrected" not in call]
    yield Scenario("Ablation of two settings on 12 datasets", "covariate", settings, calls)


def on_one_dataset(kind: str, k: int) -> Iterator[Scenario]:
    """List the designs of one learner's scores."""
    where = f"{k} algorithms on one dataset"
    for design, (repeats, parts, tested, calls) in DESIGNS.items():
        more = "friedman() anova() nemenyi() rank_z() tukey()" if parts == 10 and k > 2 else ""
        if k == 2 or repeats < 10:
            draw = partial(splits, k=k, repeats=repeats, parts=parts, tested=tested)
            yield Scenario(where, kind, draw, f"{calls} {more}".split(), design)
    for n_test in (EXAMPLES // 3, 1000) if k == 2 else ():
        draw, design = partial(proportions, n_test=n_test), f"one split of {n_test}"
        yield Scenario(where, kind, draw, ["difference of proportions"], design)


def decisions(call: str, table: Any, draw: int) -> Iterator[tuple[str, bool]]:
    """Yield whether a call rejects H0, for all variants that it computes anyway."""
    if isinstance(table, float):
        yield call, table <= LEVEL
        return
    parsed: Any = ast.parse(call, mode="eval").body
    options = {keyword.arg: ast.literal_eval(keyword.value) for keyword in parsed.keywords}
    # new arrangements for each table, as one set of them has a level of its own
    options |= {"rng": draw} if parsed.func.id == "permutation" else {}
    result = CATALOGUE[parsed.func.id](table, alpha=LEVEL, **options)
    if isinstance(result, FactorialResult):
        # H0 is true of the settings, and not of the covariate
        for term in result.terms:
            if term.source not in table.covariates:
                yield f"{call},{term.source}", term.p_value <= LEVEL
        return
    yield call, bool(result.close if call in CLOSE else result.significant)
    for test in getattr(result, "tests", ()):
        if test.variant != result.variant:
            yield f"{call},{test.variant}", test.p_value <= LEVEL
    if call == "mixed_model()":
        yield f"{call},all at once", result.omnibus.p_value <= LEVEL


def chunk(job: tuple[int, int, int]) -> Counter[tuple[Cell, str]]:
    """Count rejections and draws of one scenario, from the job's first draw on."""
    place, first, draws = job
    scenario = list(scenarios())[place]
    rng = np.random.default_rng([SEED, place, first])
    counts: Counter[tuple[Cell, str]] = Counter()
    for draw in range(first, first + draws):
        table = scenario.draw(rng, scenario.column)
        for call in scenario.calls:
            if draw % SLOW_SHARE == 0 or not call.startswith(SLOW):
                for label, rejected in decisions(call, table, draw):
                    row = f"{scenario.design}: {label}" if scenario.design else label
                    where = scenario.section, row, scenario.column
                    counts.update({(where, "drawn"): 1, (where, "rejected"): int(rejected)})
    return counts


def study(draws: int) -> Counter[tuple[Cell, str]]:
    """Run all scenarios on all cores."""
    starts = itertools.product(range(len(list(scenarios()))), range(0, draws, CHUNK))
    jobs = [(place, first, min(CHUNK, draws - first)) for place, first in starts]
    # threads of linear algebra would fight over the cores; new processes read this
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    with multiprocessing.get_context("spawn").Pool() as pool:
        return sum(pool.imap(chunk, jobs), Counter())


def to_markdown(counts: Counter[tuple[Cell, str]], draws: int) -> str:
    """Write a table for each section, in Markdown; rates above their limit are bold."""
    error, slow = (
        f"{math.sqrt(LEVEL * (1 - LEVEL) * factor / draws):.4f}"[1:] for factor in (1, 4)
    )
    lines = ["# Calibration", "", *(__doc__ or "").splitlines(), ""]
    lines.append(f"{draws} draws: the standard error of a rate of .05 is {error}, or {slow} (†).")
    for section in dict.fromkeys(where[0] for where, _ in counts):
        places = [where for where, _ in counts if where[0] == section]
        rows, columns = (dict.fromkeys(where[place] for where in places) for place in (1, 2))
        lines += ["", f"## {section}", "", f"| | {' | '.join(columns)} |"]
        lines.append("|---|" + "---:|" * len(columns))
        for row in rows:
            cells = [cell(counts, (section, row, column), draws) for column in columns]
            lines.append(f"| {row.replace(',', ', ')} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def cell(counts: Counter[tuple[Cell, str]], where: Cell, draws: int) -> str:
    """Write a rate as .049."""
    n = counts[where, "drawn"]
    if not n:
        return ""
    rate = counts[where, "rejected"] / n
    text = f"{rate:.3f}".removeprefix("0") + "†" * (n < draws)
    return f"**{text}**" if round(rate, 3) > (0.07 if "one" in where[0] else 0.06) else text


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--markdown", type=Path)
    arguments = parser.parse_args()
    text = to_markdown(study(arguments.draws), arguments.draws)
    print(text)
    if arguments.markdown:
        arguments.markdown.write_text(text, encoding="utf-8")
