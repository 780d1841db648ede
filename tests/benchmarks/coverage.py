"""How often each interval of a metric holds the truth, at the nominal 95 %.

    python tests/benchmarks/coverage.py [--draws N] [--markdown FILE]

Coverage, and the mean width in brackets. Bold is coverage below .93. What procedures do unless asked
for another interval is marked as the default.

- Proportions: an accuracy p on n examples. Summed over the binomial distribution, not drawn.
- F1 and AUC: 40 % of n examples are positive. Scores are normal; the classes' means are 1, 2.5 or 3.3
  standard deviations apart, and what is predicted is the nearer mean. Both classes keep their sizes,
  in draws and in resamples, of which there are 1000. A draw that separates the classes is the same in
  every resample and has a variance of 0: its bootstrap and plain DeLong intervals are the point 1,
  which counts as a miss; its logit interval is Newcombe's.
- Differences: accuracies .85 and .80 of two models on the same n examples, whose errors correlate by φ.
- Cross-validation: mean ± t standard errors of the accuracies of 10 folds, or of 10 times 10, on n
  examples of two normal classes. A nearest centroid is hardly moved by single examples, a nearest
  neighbour by each. The truth is the expected accuracy of a model fitted to nine tenths of n; the mean
  over all draws is taken for it. Folds share training data: nothing promises 95 %. The corrected
  standard error is Nadeau and Bengio's.
- Bootstrap .632: percentiles over 200 rounds of the accuracy out of bag, of .632 and of .632+ with a
  no-information rate of .5, of the same learners and classes. The truth is the expected accuracy of a
  model fitted to n; 1000 new examples a draw measure it. Rounds are of one dataset: nothing promises
  95 % here either.
- Bootstrap .632, delta method: the intervals of experiments, from the same learners and classes, with the
  no-information rate of the fitted model. A quarter of the draws.
- Contrasts of medians: the first and the last of k algorithms on n datasets, percentiles over 1000
  resamples of datasets. Errors are normal, of Student's t with 3 dof, or normal and rounded to halves,
  which makes ties.
- Partial η²: k algorithms on n datasets. The truth is λ/(λ + dof of the error), where λ is n times the sum
  of the algorithms' squared effects over the variance of the errors. Effects of datasets cancel out, so they
  may be fixed or drawn; how much an algorithm's effect differs between datasets is part of the error. Errors
  are normal; of Student's t with 3 dof; normal with three times the deviation for the first algorithm, which
  is not spherical; or normal with a deviation of each dataset, whose logarithm is normal with a deviation of
  .5. Intervals are by the noncentral F distribution with the dof of F, as of ``variant="uncorrected"``, or
  with dof that are estimated, as of the others. Without an effect the interval can only be too high: .975 is
  right, and somewhat more where tails are heavy; the same holds on 5 and 10 datasets for an effect so small
  that most intervals begin at 0. Errors of t(3) have no fourth moment: the mean square of the error has no
  variance that blocks could show, and the lower end allows for that. The interval of partial ω² = λ/(λ + nk)
  has the ends of the same λ, and thus the same coverage.
- Kendall's W of k algorithms, which are equally far apart, on n datasets. The truth is W of 200,000 datasets.
  Scores are normal, of Student's t with 3 dof, rounded to whole standard deviations, or one half of the
  algorithms has an error in common. The percentile bootstrap resamples datasets, of normal scores.
  Half of the draws. Tails are of 2.5 % each. With three algorithms on 6 or 10 datasets and W = .7, 4 to 15 %
  of the tables are unanimous, which is more than a tail: no such interval can be too high there, and .975 is
  right. So it is of ten algorithms with W = .02 on 6 datasets, where intervals begin at 0.
- ε² of n independent runs of each of k algorithms; the truth is that of 200,000. The last algorithm's
  standard deviation is 3 times the first's where they are not equal. Two times five runs do not overlap in
  13 to 21 % of draws at ε² = .3 and in 78 to 86 % at .7, so there, too, only one side can miss; at .3 the
  lowest ε² is as rare as a tail, and neither side can.
- Ratios of means: times of two programs, of n invocations with 5 iterations each. What an invocation adds
  is lognormal with a deviation of 5 % or 15 %, or 1 % but for one invocation in ten, which takes half as
  long again; iterations within vary by a third as much, or by 1 %. "Unequal": 5 % for the first, 15 % for
  the second, which has half as many. As if all iterations were independent, beside. The truth is the ratio of
  the expected times.
- Geometric means of ratios over n datasets: logarithms of ratios are normal, or of Student's t with 3 dof,
  about a common value.
- Rank sets: all true ranks of k algorithms on N datasets in sets of 95 %, and the mean number of ranks in a
  set. Means are equal, or in steps of .3 standard deviations. Errors are normal, of Student's t with 3 dof,
  or normal but for the first algorithm's, which are lognormal. Beside, t tests of all pairs with Bonferroni's
  correction. Half of the draws, of 500 resamples each.
- Rank sets by other values: the same where all are equal, by interquartile means, mean ranks and, of
  positive scores, geometric means, a function that the jackknife linearises; and the share of sets of single
  algorithms by means that hold their rank. A fifth of the draws.
- Rank sets of clusters: of k equal models on questions in clusters with an intracluster correlation of .3
  before answers are right or wrong, 10 in each cluster or from 40 down to 1, geometrically. By default the
  largest t by signs of clusters, each choice with errors (CR2) of its own; beside, t tests (CR2) with Holm's
  correction, signs with the same errors for all choices, and draws of multivariate t. Half of the draws.

Seeded: the same number of draws gives the same tables.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
from scipy import special, stats
from scipy.spatial.distance import cdist
from statsmodels.stats.proportion import confint_proportions_2indep

from benchreport.numerics.effects.contrast_medians import resampled_effects
from benchreport.numerics.effects.f_spreads import block_spread
from benchreport.numerics.effects.mean_ratio import mean_ratio_interval
from benchreport.numerics.effects.partial_shares import partial_shares
from benchreport.numerics.effects.rank_shares import (
    ShareSpread,
    agreement_spread,
    run_spread,
    share_interval,
)
from benchreport.numerics.nulls.block_anova import block_anova
from benchreport.numerics.predictions.clustered_means import sum_clusters
from benchreport.numerics.predictions.delong import METHODS, auc_intervals, delong_aucs
from benchreport.numerics.predictions.largest_t import separate_clusters
from benchreport.numerics.predictions.metrics_classification import score_positive_class
from benchreport.numerics.predictions.metrics_score import area_under_roc
from benchreport.numerics.predictions.out_of_bag import (
    leave_one_out_bootstrap,
    no_information_rate,
    point_632,
    point_632_plus,
)
from benchreport.numerics.predictions.proportion_differences import newcombe_paired
from benchreport.numerics.predictions.proportion_interval import (
    PROPORTION_METHODS,
    proportion_interval,
)
from benchreport.numerics.ranks import block_ranks
from benchreport.numerics.resampling import bootstrap as resampled
from benchreport.numerics.resampling.jackknife import acceleration
from benchreport.numerics.resampling.rank_sets import separate, separate_by_t
from benchreport.numerics.roots import find_root
from benchreport.stats._omnibus import agreement as share_of_sums
from benchreport.stats._omnibus import kendall_w
from benchreport.stats.studies._rank_rows import influence, middle
from benchreport.stats.studies.rank_sets import By

Rng = np.random.Generator
Ends = tuple[np.ndarray, np.ndarray]
Errors = Callable[[Rng, tuple[int, int]], np.ndarray]
Cell = tuple[float, float]
Table = dict[str, dict[str, Cell]]  # coverage and width by method and setting
SEED, LOW, Z = 1997, 0.93, -float(special.ndtri(0.025))
POSITIVES, RESAMPLES, ROUNDS, NEW, SLOW = 0.4, 1000, 200, 1000, 0.1
BLOCKED = ("normal", "t(3)", "ties", "in halves"), (3, 5, 10), (6, 10, 30, 100)
FREE = ("normal", "t(3)", "ties", "unequal"), (2, 5), (5, 10, 30)
OF_FOLDS = ("nearest centroid, t", "nearest neighbour, t")
DEFAULT = {
    "Proportions": ("wilson",),
    "F1": ("bootstrap, BCa",),
    "AUC": ("DeLong, logit",),
    "Differences of two accuracies": ("Newcombe, paired",),
    "Mean of 10 folds": OF_FOLDS,
    "Ratios of means": ("invocations",),
    "Rank sets": ("step-down",),
    "Rank sets of clusters": ("largest t",),
    "Mean of 10 folds, 10 times": tuple(name.replace(", t", ", corrected t") for name in OF_FOLDS),
}


def coverage_of(
    low: np.ndarray, high: np.ndarray, truth: float, weights: np.ndarray | None
) -> Cell:
    """Return coverage and mean width; an end that equals the truth up to rounding covers it."""
    covered = (low <= truth + 1e-12) & (truth - 1e-12 <= high)
    return float(np.average(covered, weights=weights)), float(
        np.average(high - low, weights=weights)
    )


def proportions() -> Table:
    """Compute coverage by a sum over all numbers of right predictions."""
    table: Table = {method: {} for method in PROPORTION_METHODS}
    for p in (0.5, 0.8, 0.95):
        for n in (20, 50, 100, 500):
            right = np.arange(n + 1)
            chance = stats.binom.pmf(right, n, p)
            for method in PROPORTION_METHODS:
                ends = proportion_interval(right, n, method=method)
                table[method][f"p = {p}, n = {n}"] = coverage_of(*ends, p, chance)
    return table


def bootstrap_intervals(
    statistic: Callable[[np.ndarray], np.ndarray], n: int, **options: object
) -> Iterator:
    """Yield the name and the ends of each bootstrap interval."""
    counts, strata, rng = options["counts"], options["strata"], options["rng"]
    values = resampled.bootstrap(statistic, counts, strata=strata, n_resamples=RESAMPLES, rng=rng)
    moved = acceleration(statistic, counts, strata=strata)
    yield "bootstrap, percentile", resampled.percentile_interval(values)
    yield "bootstrap, t", resampled.t_interval(values, n - 1)
    yield "bootstrap, BCa", resampled.bca_interval(values, moved)


def f1(rng: Rng, n: int, distance: float) -> Iterator[tuple[str, Ends]]:
    """Draw predictions, and yield the intervals of F1."""
    positives = round(POSITIVES * n)
    hit = special.ndtr(distance / 2)
    hits, false = rng.binomial(positives, hit), rng.binomial(n - positives, 1 - hit)
    counts = np.array([hits, positives - hits, false, n - positives - false])
    truth, predicted = np.array([1, 1, 0, 0]), np.array([1, 0, 1, 0])
    statistic = partial(score_positive_class, truth, predicted, score="f1")
    yield from bootstrap_intervals(statistic, n, counts=counts, strata=truth, rng=rng)


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
    for method in METHODS:
        low, high = auc_intervals(aucs, method=method)
        yield "Newcombe" if method == "newcombe" else f"DeLong, {method}", (low[0], high[0])
    strata = truth.astype(int)
    yield from bootstrap_intervals(statistic, n, counts=np.ones(n, int), strata=strata, rng=rng)


def auc_truth(distance: float) -> float:
    """Return the probability that a positive outranks a negative."""
    return float(special.ndtr(distance / math.sqrt(2)))


def metric(
    draw: Callable[..., Iterator[tuple[str, Ends]]],
    truth: Callable[[float], float],
    distances: tuple[float, ...],
    draws: int,
) -> Table:
    """Draw test sets of two sizes and some difficulties."""
    table: Table = {}
    for distance in distances:
        for n in (50, 200):
            rng = np.random.default_rng([SEED, n, round(10 * distance)])
            ends: dict[str, list[Ends]] = {}
            for _ in range(draws):
                for name, pair in draw(rng, n, distance):
                    ends.setdefault(name, []).append(pair)
            for name, pairs in ends.items():
                low, high = np.array(pairs, dtype=float).reshape(-1, 2).T
                # an undefined interval covers nothing and has no width
                defined = ~np.isnan(low)
                share, width = coverage_of(low[defined], high[defined], truth(distance), None)
                setting = f"{draw.__name__.upper()} = {truth(distance):.3f}, n = {n}"
                table.setdefault(name, {})[setting] = share * float(defined.mean()), width
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
                "Newcombe, as if unpaired": confint_proportions_2indep(
                    right[0], n, right[1], n, method="newcomb", compare="diff"
                ),
                "normal, paired (Wald)": ((b - c) / n - half, (b - c) / n + half),
            }.items():
                rates = coverage_of(low, high, first - second, None)
                table.setdefault(name, {})[f"φ = {phi}, n = {n}"] = rates
    return table


def nearest_centroid(x: np.ndarray, y: np.ndarray, new: np.ndarray) -> np.ndarray:
    """Predict the class whose mean is nearest."""
    centroids = np.stack([x[~y].mean(axis=0), x[y].mean(axis=0)])
    return cdist(new, centroids).argmin(axis=1) == 1


def nearest_neighbour(x: np.ndarray, y: np.ndarray, new: np.ndarray) -> np.ndarray:
    """Predict the class of the nearest example."""
    return y[cdist(new, x).argmin(axis=1)]


def classes(rng: Rng, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw examples of two normal classes."""
    y = np.arange(n) % 2 == 0
    return rng.normal(size=(n, 5)) + 0.8 * y[:, None], y


def folds(rng: Rng, n: int, learner: Callable[..., np.ndarray], repeats: int) -> np.ndarray:
    """Draw a dataset, and return the accuracies of its ten folds, or of several ways to make them."""
    x, y = classes(rng, n)
    accuracies = []
    for test in [part for _ in range(repeats) for part in np.array_split(rng.permutation(n), 10)]:
        train = np.ones(n, dtype=bool)
        train[test] = False
        accuracies.append((learner(x[train], y[train], x[test]) == y[test]).mean())
    return np.array(accuracies)


def cross_validation(draws: int, sizes: tuple[int, ...], repeats: int = 1) -> Table:
    """Compare mean ± t standard errors of ten folds with the mean over all draws."""
    table: Table = {}
    several = 10 * repeats
    for learner in (nearest_centroid, nearest_neighbour):
        for n in sizes:
            rng = np.random.default_rng([SEED, n])
            scores = np.stack([folds(rng, n, learner, repeats) for _ in range(draws)])
            mean, deviation = scores.mean(axis=1), scores.std(axis=1, ddof=1)
            for name, factor in (("t", 1 / several), ("corrected t", 1 / several + 1 / 9)):
                half = stats.t.isf(0.025, several - 1) * deviation * math.sqrt(factor)
                rates = coverage_of(mean - half, mean + half, float(mean.mean()), None)
                table.setdefault(f"{name_of(learner)}, {name}", {})[f"n = {n}"] = rates
    return table


def name_of(learner: Callable[..., np.ndarray]) -> str:
    """Write a learner's name."""
    return learner.__name__.replace("_", " ")


def rounds(rng: Rng, n: int, learner: Callable[..., np.ndarray]) -> tuple[np.ndarray, float]:
    """Draw a dataset, and return the errors of its rounds, (2, rounds), and on new examples."""
    x, y = classes(rng, n)
    errors = np.empty((2, ROUNDS))
    for place in range(ROUNDS):
        train = rng.integers(n, size=n)
        wrong = learner(x[train], y[train], x) != y
        outside = np.bincount(train, minlength=n) == 0
        errors[:, place] = wrong[train].mean(), wrong[outside].mean()
    new, true = classes(rng, NEW)
    return errors, float((learner(x, y, new) != true).mean())


def bootstrap_632(draws: int) -> Table:
    """Compare percentiles over rounds with the mean error on new examples."""
    table: Table = {}
    for learner in (nearest_centroid, nearest_neighbour):
        for n in (50, 100, 200):
            rng = np.random.default_rng([SEED, n])
            errors, truths = zip(*(rounds(rng, n, learner) for _ in range(draws)), strict=True)
            inside, outside = np.stack(errors, axis=1)
            for name, errors_of_rounds in {
                "out of bag": outside,
                ".632": point_632(inside, outside),
                ".632+": point_632_plus(inside, outside, 0.5).estimate,
            }.items():
                ends = np.quantile(errors_of_rounds, [0.025, 0.975], axis=1)
                rates = coverage_of(*ends, float(np.mean(truths)), None)
                table.setdefault(f"{name_of(learner)}, {name}", {})[f"n = {n}"] = rates
    return table


def delta_method(
    rng: Rng, n: int, learner: Callable[..., np.ndarray], samples: int
) -> tuple[list[tuple[float, float]], float]:
    """Draw a dataset; return the ends out of bag, of .632 and .632+, and the error on new examples."""
    x, y = classes(rng, n)
    drawn, wrong = np.zeros((2, samples, n))
    for place in range(samples):
        train = rng.integers(n, size=n)
        drawn[place] = np.bincount(train, minlength=n)
        wrong[place] = learner(x[train], y[train], x) != y
    error, spread = leave_one_out_bootstrap(drawn, wrong)
    fitted = learner(x, y, x)
    inside = (fitted != y).mean()
    none = no_information_rate(y.astype(int), fitted.astype(int))
    plus = point_632_plus(inside, error, none).estimate
    half = [1.96 * spread * float(each) / error for each in (error, point_632(inside, error), plus)]
    middle = (error, float(point_632(inside, error)), float(plus))
    new, true = classes(rng, NEW)
    ends = [(m - h, m + h) for m, h in zip(middle, half, strict=True)]
    return ends, float((learner(x, y, new) != true).mean())


def bootstrap_by_delta_method(draws: int) -> Table:
    """Compare the intervals of experiments with the mean error on new examples."""
    table: Table = {}
    for learner in (nearest_centroid, nearest_neighbour):
        for n, samples in product((50, 100, 200), (50, 100, 200)):
            rng = np.random.default_rng([SEED, n, samples])
            found = [delta_method(rng, n, learner, samples) for _ in range(draws // 4)]
            truth = float(np.mean([error for _, error in found]))
            ends = np.array([ends for ends, _ in found])
            for place, name in enumerate(("out of bag", ".632", ".632+")):
                rates = coverage_of(ends[:, place, 0], ends[:, place, 1], truth, None)
                setting = f"n = {n}, {samples} rounds"
                table.setdefault(f"{name_of(learner)}, {name}", {})[setting] = rates
    return table


def normal(rng: Rng, shape: tuple[int, int]) -> np.ndarray:
    """Draw normal errors."""
    return rng.normal(size=shape)


def heavy(rng: Rng, shape: tuple[int, int]) -> np.ndarray:
    """Draw errors of Student's t with 3 dof, of variance 1."""
    return rng.standard_t(3, size=shape) / math.sqrt(3)


def contrasts(draws: int) -> Table:
    """Draw datasets, and compare the first algorithm with the last by contrasts of medians."""
    kinds: dict[str, Errors] = {
        "normal": normal,
        "t(3)": heavy,
        "ties": lambda rng, shape: np.round(2 * rng.normal(size=shape)) / 2,
    }
    table: Table = {}
    for k, n, (kind, errors) in product((2, 5), (5, 10, 30), kinds.items()):
        rng = np.random.default_rng([SEED, k, n])
        ends = []
        for _ in range(draws):
            seed = int(rng.integers(2**31))
            effects = resampled_effects(errors(rng, (n, k)), n_resamples=RESAMPLES, rng=seed)
            ends.append(np.quantile(effects[-1] - effects[0], [0.025, 0.975]))
        rates = coverage_of(*np.transpose(ends), 0.0, None)
        table.setdefault(kind, {})[f"k = {k}, n = {n}"] = rates
    return table


def variance_shares(draws: int, *, estimated: bool) -> Table:
    """Draw scores of algorithms that are equally far apart, and analyse their variance."""
    kinds: dict[str, Errors] = {
        "normal": normal,
        "t(3)": heavy,
        "not spherical": not_spherical,
        "unequal datasets": unequal_datasets,
    }
    table: Table = {}
    for k, n, share, (kind, errors) in product(
        (3, 10), (5, 10, 30, 100), (0.0, 0.1, 0.5), kinds.items()
    ):
        rng = np.random.default_rng([SEED, k, n, round(10 * share)])
        dof = k - 1, (k - 1) * (n - 1)
        effects = np.arange(k) - (k - 1) / 2
        effects *= math.sqrt(share / (1 - share) * dof[1] / n / (effects @ effects))
        ends = []
        for _ in range(draws):
            scores = errors(rng, (n, k)) + effects
            parts = block_anova(scores)
            f = parts.ss_treatments / dof[0] / parts.ms_error
            spread = block_spread(scores - scores.mean(axis=1, keepdims=True), dof[0], 0.05)
            how = spread if estimated else None
            ends.append(partial_shares(f, *dof, n * k, 0.95, how)[0][1:])
        rates = coverage_of(*np.transpose(ends), share, None)
        table.setdefault(kind, {})[f"k = {k}, n = {n}, η² = {share}"] = rates
    return table


def not_spherical(rng: Rng, shape: tuple[int, int]) -> np.ndarray:
    """Draw normal errors, those of the first algorithm from afar, of mean variance 1."""
    deviations = np.array([3.0, *[1.0] * (shape[1] - 1)])
    return rng.normal(size=shape) * deviations / math.sqrt((deviations**2).mean())


def unequal_datasets(rng: Rng, shape: tuple[int, int]) -> np.ndarray:
    """Draw normal errors with a lognormal deviation of each dataset, of mean variance 1."""
    return rng.normal(size=shape) * np.exp(rng.normal(size=(shape[0], 1)) / 2 - 0.25)


Share = tuple[float, ShareSpread | None]
Designs = tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]  # kinds of scores, k and n


def scores_of(kind: str, rng: Rng, effects: np.ndarray, n: int) -> np.ndarray:
    """Draw n scores of each algorithm."""
    k = len(effects)
    errors = (heavy if kind == "t(3)" else normal)(rng, (n, k))
    if kind == "in halves":
        errors[:, : k // 2] += rng.normal(size=(n, 1))
    if kind == "unequal":
        errors *= np.linspace(1, 3, k)
    return np.round(errors + effects) if kind == "ties" else errors + effects


def agreement(scores: np.ndarray) -> Share:
    """Compute Kendall's W."""
    ranks = block_ranks(scores, higher_is_better=True)
    return kendall_w(ranks), agreement_spread(ranks, 0.05)


def epsilon(scores: np.ndarray) -> Share:
    """Compute ε² of columns."""
    ranks = stats.rankdata(scores.T)
    centred = ranks.reshape(scores.T.shape) - ranks.mean()
    share = (centred.mean(axis=1) ** 2).mean() / (centred**2).mean()
    return float(share), run_spread(ranks, np.full(scores.shape[1], len(scores)), 0.05)


def space(
    measure: Callable[[np.ndarray], Share], kind: str, k: int, share: float
) -> tuple[np.ndarray, float]:
    """Return effects under which a share is about as wanted, and what it is."""
    steps = np.linspace(-1, 1, k)

    def miss(distance: float) -> float:
        scores = scores_of(kind, np.random.default_rng(SEED), distance * steps, 20_000)
        return measure(scores)[0] - share

    effects = find_root(miss, 0.0, 20.0, xtol=1e-2) * steps
    many = scores_of(kind, np.random.default_rng([SEED, k]), effects, 200_000)
    return effects, measure(many)[0]


def rank_shares(
    symbol: str, measure: Callable[[np.ndarray], Share], designs: Designs, draws: int
) -> Table:
    """Draw scores of algorithms that are equally far apart, and compute a share of the ranks' spread."""
    table: Table = {}
    kinds, ks, ns = designs
    for k, share, kind in product(ks, (0.02, 0.3, 0.7), kinds):
        effects, truth = space(measure, kind, k, share)
        for n in ns:
            rng = np.random.default_rng([SEED, k, n])
            drawn = (measure(scores_of(kind, rng, effects, n)) for _ in range(draws))
            ends = [(0.0, 1.0) if how is None else share_interval(w, how, 0.05) for w, how in drawn]
            rates = coverage_of(*np.transpose(ends), truth, None)
            table.setdefault(kind, {})[f"k = {k}, {symbol} = {share}, n = {n}"] = rates
    return table


def bootstrap_w(draws: int) -> Table:
    """Resample datasets, and take percentiles of Kendall's W."""
    table: Table = {}
    for share, n in product((0.02, 0.3, 0.7), (6, 30)):
        effects, truth = space(agreement, "normal", 5, share)
        rng = np.random.default_rng([SEED, n])
        ends = []
        for _ in range(draws):
            ranks = block_ranks(scores_of("normal", rng, effects, n), higher_is_better=True)
            sums = ranks[rng.integers(n, size=(RESAMPLES, n))].sum(axis=1)
            ends.append(np.quantile(share_of_sums(sums, np.zeros(RESAMPLES), n), [0.025, 0.975]))
        rates = coverage_of(*np.transpose(ends), truth, None)
        table.setdefault("percentile", {})[f"k = 5, W = {share}, n = {n}"] = rates
    return table


def invocations(rng: Rng, kind: str, shape: tuple[int, int]) -> np.ndarray:
    """Draw the times (draws, n, 5) of invocations and their iterations, of expectation 1."""
    deviation = {"sd 5 %": 0.05, "sd 15 %": 0.15}.get(kind, 0.01)
    effect = np.exp(rng.normal(-(deviation**2) / 2, deviation, shape))
    if kind == "slow ones":
        effect *= np.where(rng.random(shape) < SLOW, 1.5, 1.0) / (1 + SLOW / 2)
    within = max(deviation / 3, 0.01)
    return effect[:, :, None] * np.exp(rng.normal(-(within**2) / 2, within, (*shape, 5)))


def mean_ratios(draws: int) -> Table:
    """Compute coverage of ratios of two means."""
    table: Table = {}
    for kind, n in product(("sd 5 %", "sd 15 %", "slow ones", "unequal"), (3, 5, 10, 30)):
        rng = np.random.default_rng(SEED)
        kinds = ("sd 5 %", "sd 15 %") if kind == "unequal" else (kind, kind)
        sizes = n, max(2, n // 2) if kind == "unequal" else n
        one, other = (
            invocations(rng, *each) for each in zip(kinds, [(draws, k) for k in sizes], strict=True)
        )
        ways = {
            "invocations": [times.mean(axis=2) for times in (one, other)],
            "all iterations": [times.reshape(draws, -1) for times in (one, other)],
        }
        for way, samples in ways.items():
            means = [sample.mean(axis=1) for sample in samples]
            counts = [np.full(draws, float(sample.shape[1])) for sample in samples]
            errors = [
                sample.std(axis=1, ddof=1) / np.sqrt(k) / mean
                for sample, k, mean in zip(samples, counts, means, strict=True)
            ]
            ends = np.stack(mean_ratio_interval(tuple(errors), tuple(counts)))
            low, high = ends * means[0] / means[1]
            table.setdefault(way, {})[f"{kind}, n = {n}"] = coverage_of(low, high, 1.0, None)
    return table


def geometric_means(draws: int) -> Table:
    """Compute coverage of the geometric mean of ratios over datasets."""
    table: Table = {}
    for errors, n in product((normal, heavy), (3, 5, 10, 30)):
        logs = 0.3 * errors(np.random.default_rng(SEED), (draws, n))
        half = special.stdtrit(n - 1, 0.975) * logs.std(axis=1, ddof=1) / math.sqrt(n)
        ends = np.exp(logs.mean(axis=1) + np.stack([-half, half]))
        table.setdefault(errors.__name__, {})[f"n = {n}"] = coverage_of(*ends, 1.0, None)
    return table


def one_skewed(rng: Rng, shape: tuple[int, int]) -> np.ndarray:
    """Draw errors, of which those of the first algorithm are skewed."""
    errors = rng.normal(size=shape)
    errors[:, 0] = (np.exp(errors[:, 0]) - math.exp(0.5)) / math.sqrt((math.e - 1) * math.e)
    return errors


def bonferroni(values: np.ndarray) -> np.ndarray:
    """Return which means are higher by paired t tests at .05 over the number of ordered pairs."""
    n, k = values.shape
    differences = values[:, :, None] - values[:, None]
    with np.errstate(invalid="ignore"):
        t = differences.mean(axis=0) / differences.std(axis=0, ddof=1) * math.sqrt(n)
    return t > special.stdtrit(n - 1, 1 - 0.05 / (k * (k - 1)))


def rank_sets(draws: int) -> Table:
    """Compute how often sets of ranks hold all true ranks."""
    table: Table = {}
    ways = {
        "step-down": lambda values: separate(values, alpha=0.05, n_resamples=500, rng=0) > 0,
        "Bonferroni": bonferroni,
    }
    kinds = {"normal": normal, "t(3)": heavy, "one skewed": one_skewed}
    for (kind, errors), k, n in product(kinds.items(), (5, 10, 30), (15, 30, 60)):
        for step in (0.0, 0.3):
            rng, means = np.random.default_rng((SEED, len(kind), k, n)), step * np.arange(k)
            tables = [errors(rng, (n, k)) + means for _ in range(draws // 2)]
            truly = means[:, None] > means
            for way, judge in ways.items():
                found = [judge(values) for values in tables]
                right = np.mean([not (higher & ~truly).any() for higher in found])
                size = np.mean([k - (higher.sum() * 2) / k for higher in found])
                setting = f"{kind}, k = {k}, N = {n}, {'steps' if step else 'equal'}"
                table.setdefault(way, {})[setting] = float(right), float(size)
    return table


def geometric_mean(scores: np.ndarray) -> float:
    """Return the geometric mean of positive scores."""
    return float(np.exp(np.log(scores).mean()))


def rank_sets_by_other_values(draws: int) -> Table:
    """Compute how often sets hold all ranks of equal algorithms, or their own."""
    table: Table = {}
    for (kind, errors), k, n in product(
        {"normal": normal, "t(3)": heavy}.items(), (5, 10), (15, 30, 60)
    ):
        rng = np.random.default_rng((SEED, len(kind), k, n, 1))
        setting = f"{kind}, k = {k}, N = {n}"
        for way in ("interquartile means", "mean ranks", "geometric means", "each alone"):
            found = [judge_equal(way, errors(rng, (n, k))) for _ in range(draws // 5)]
            right = [~(shown != 0).any(axis=1) for shown in found]
            size = np.mean([k - (shown != 0).sum() / k for shown in found])
            share = np.mean(right if way == "each alone" else [row.all() for row in right])
            table.setdefault(way, {})[setting] = float(share), float(size)
    return table


def judge_equal(way: str, values: np.ndarray) -> np.ndarray:
    """Judge pairs of algorithms by a statistic of their scores."""
    names = {"interquartile means": "iqm", "mean ranks": "mean_rank", "each alone": "mean"}
    by: By = names.get(way, geometric_mean)  # type: ignore[assignment]
    scores = np.exp(values / 2) if callable(by) else values
    rows, _ = influence(scores, by, higher_is_better=True)
    return separate(
        rows,
        alpha=0.05,
        n_resamples=500,
        rng=0,
        simultaneous=way != "each alone",
        dof=middle(len(values)) - 1 if by == "iqm" else None,
    )


def rank_sets_of_clusters(draws: int) -> Table:
    """Compute how often sets of clustered answers hold all ranks of equal models."""
    table: Table = {}
    for n, even, k in product((8, 15, 30, 60), (True, False), (3, 8)):
        rng = np.random.default_rng((SEED, n, even, k))
        steep = np.maximum(1, np.round(40 * 0.85 ** np.arange(n))).astype(int)
        block = np.repeat(np.arange(n), np.full(n, 10) if even else steep)
        setting = f"k = {k}, {n} clusters, {'even' if even else 'geometric'}"
        shown: dict[str, list[np.ndarray]] = {}
        for _ in range(draws // 2):
            shared = math.sqrt(0.3) * rng.normal(size=(n, k))[block]
            right = (shared + math.sqrt(0.7) * rng.normal(size=(len(block), k)) > 0).astype(float)
            for way, judged in judge_clusters(right, block, rng).items():
                shown.setdefault(way, []).append(judged)
        for way, found in shown.items():
            share = np.mean([not judged.any() for judged in found])
            size = np.mean([k - (judged != 0).sum() / k for judged in found])
            table.setdefault(way, {})[setting] = float(share), float(size)
    return table


def judge_clusters(right: np.ndarray, block: np.ndarray, rng: Rng) -> dict[str, np.ndarray]:
    """Judge pairs of models in four ways."""
    clusters, k = sum_clusters(right, block), right.shape[1]
    first, second = np.divmod(np.arange(k * k), k)
    error = (clusters.errors_of(first, second) * clusters.unit).reshape(k, k)
    means, n = right.mean(axis=0), len(clusters.adjusted)
    rows = means + clusters.adjusted * (clusters.unit * math.sqrt(n * (n - 1)))
    weights = rng.standard_normal((500, n)) / np.sqrt(
        rng.chisquare(clusters.dof, (500, 1)) / clusters.dof
    )
    drawn = weights @ clusters.adjusted * clusters.unit
    apart = np.abs(drawn[:, :, None] - drawn[:, None])
    tops = np.divide(apart, error, where=error > 0, out=np.zeros_like(apart)).max(axis=(1, 2))
    t = np.divide(np.abs(means[:, None] - means), error, where=error > 0, out=np.zeros_like(error))
    return {
        "largest t": separate_clusters(clusters, alpha=0.05, n_draws=2_000, rng=0),
        "CR2, Holm": separate_by_t(means, error, clusters.dof, alpha=0.05),
        "signs, one error": separate(rows, alpha=0.05, n_resamples=500, rng=0),
        "multivariate t": (t > np.sort(tops)[475]).astype(np.int8),
    }


def to_markdown(sections: dict[str, Table], draws: int) -> str:
    """Write a table for each section, in Markdown."""
    few, many = (f"{math.sqrt(0.95 * 0.05 / n):.4f}"[1:] for n in (draws, 10 * draws))
    lines = ["# Coverage", "", *(__doc__ or "").splitlines(), ""]
    lines.append(f"{draws} draws: the standard error of a coverage of .95 is {few};")
    lines.append(f"{many} for differences, with {10 * draws} draws.")
    for section, table in sections.items():
        settings = list(next(iter(table.values())))
        # settings are rows: there are more of them than methods
        usual = DEFAULT.get(section, ())
        names = [f"{name} (default)" if name in usual else name for name in table]
        lines += ["", f"## {section}", "", f"| | {' | '.join(names)} |"]
        lines.append("|---|" + "---:|" * len(table))
        for setting in settings:
            cells = [cell(*table[method][setting]) for method in table]
            lines.append(f"| {setting} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def cell(share: float, width: float) -> str:
    """Write a coverage as .949 (.21)."""
    text = f"{share:.3f}".removeprefix("0")
    marked = f"**{text}**" if round(share, 3) < LOW else text
    return f"{marked} ({f'{width:.2f}'.removeprefix('0')})"


def study(draws: int) -> dict[str, Table]:
    """Run all sections."""
    return {
        "Proportions": proportions(),
        "F1": metric(f1, f1_truth, (1.0, 2.5), draws),
        "AUC": metric(auc, auc_truth, (1.0, 2.5, 3.3), draws),
        "Differences of two accuracies": differences(draws),
        "Mean of 10 folds": cross_validation(draws, (50, 100, 200, 500)),
        "Mean of 10 folds, 10 times": cross_validation(draws, (50, 100, 200), 10),
        "Bootstrap .632": bootstrap_632(draws),
        "Bootstrap .632, delta method": bootstrap_by_delta_method(draws),
        "Contrasts of medians": contrasts(draws),
        "Partial η²": variance_shares(draws, estimated=True),
        "Partial η², dof of F": variance_shares(draws, estimated=False),
        "Kendall's W": rank_shares("W", agreement, BLOCKED, draws // 2),
        "Kendall's W, bootstrap": bootstrap_w(draws),
        "ε²": rank_shares("ε²", epsilon, FREE, draws),
        "Ratios of means": mean_ratios(draws),
        "Geometric means of ratios": geometric_means(draws),
        "Rank sets": rank_sets(draws),
        "Rank sets by other values": rank_sets_by_other_values(draws),
        "Rank sets of clusters": rank_sets_of_clusters(draws),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--draws", type=int, default=2000)
    parser.add_argument("--markdown", type=Path)
    arguments = parser.parse_args()
    text = to_markdown(study(arguments.draws), arguments.draws)
    print(text)
    if arguments.markdown:
        arguments.markdown.write_text(text, encoding="utf-8")
