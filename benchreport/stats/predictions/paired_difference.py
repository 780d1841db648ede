"""Paired differences of means, in clusters or not."""

import math
from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple, cast

import numpy as np
from scipy import special

from benchreport.data.predictions import Predictions
from benchreport.errors import check_fraction, check_seed, format_count
from benchreport.numerics.moments import ratio
from benchreport.numerics.predictions.clustered_means import (
    Clusters,
    all_signs,
    draw_signs,
    sign_flip_p,
)
from benchreport.numerics.predictions.largest_t import KNOWN, draw_largest_t, flip_largest_t
from benchreport.numerics.tails import p_of_t
from benchreport.results.base import Assumption, Outcome
from benchreport.results.predictions.design_effect import write_range
from benchreport.results.predictions.paired_difference import PairedDifferenceResult, Precision
from benchreport.results.writing import number_format as fmt
from benchreport.stats._arrays import Array, Booleans
from benchreport.stats._corrections import Correction, adjust_p
from benchreport.stats._pairs import Pairs, pairs
from benchreport.stats._predictions.example_values import ExampleValues, example_values
from benchreport.stats._predictions.prediction_pairs import compare_predictions
from benchreport.wording.results import clusters as texts
from benchreport.wording.verdicts import assumptions as wording

# all signs of this many clusters are tried, too, and drawn ones of more
ALL_SIGNS = 12
DRAWN_SIGNS = 5_000
# with fewer, no test of clusters can tell much
ENOUGH_CLUSTERS = 6
# wanted for the normal distribution of their mean
MANY_CLUSTERS = 30
DRAWS = 10_000
PLAIN, CLUSTERED = "Paired t test of {metric}", "Clustered t test of {metric}"
HELD: Outcome = "held"
DOUBTFUL: Outcome = "doubtful"
NOT_CHECKED: Outcome = "not checked"


class _Test(NamedTuple):
    """The tests of pairs, (m,) each, and the clusters that they rest on."""

    clusters: Clusters
    difference: Array
    error: Array
    t: Array
    p_value: Array
    same: Booleans
    flips: "_Flips | None"


class _Flips(NamedTuple):
    """The differences summed over each of a few clusters, (g, m), and signs that these may have, (s, g)."""

    sums: Array
    signs: Array


def paired_difference(
    predictions: Predictions,
    *,
    metric: str = "auto",
    alpha: float = 0.05,
    correction: Literal["max_t", Correction] = "max_t",
    control: str | None = None,
    cluster: Hashable | Sequence[Hashable] | None = None,  # noqa: ARG001 - a role, which the reader took
    rng: int = 0,
) -> PairedDifferenceResult:
    """Test H0 for each pair: both have the same mean on examples like these; and estimate the difference.

    H1: the means differ (two-sided). The test holds where examples come in clusters, such as questions on
    one passage, and where each was answered several times: a model's score of an example is then the mean of
    its samples, of which models may have different numbers.

    Parameters
    ----------
    predictions
        Predictions of k models for n examples, weighted or not.
    metric
        A metric that is a mean over examples, such as ``"accuracy"``, ``"mse"``, ``"log_loss"``,
        ``"ndcg@10"``, or ``"pass@5"`` of samples (see `metrics`), in its own direction. ``"auto"`` is
        accuracy where answers are right or wrong, else the usual loss of the task, as in `loss_t`.
    alpha
        The level of decisions; intervals have confidence 1 − alpha.
    correction
        How p-values are adjusted. ``"max_t"`` takes the distribution of the largest t of all pairs, and
        widens the intervals so that they hold together; with the others each interval is for its pair
        alone.
    control
        Compare the others with this model; by default, all pairs are compared.
    cluster
        The column of clusters, or several nested ones, of which the outermost counts; by default the
        column that is read as such.
    rng
        The seed of the signs, or draws, for ``"max_t"``; the same seed gives the same bytes.

    Returns
    -------
    PairedDifferenceResult
        Differences of means, first − second, which are the effect size too; t with CR2 standard errors and
        Satterthwaite's degrees of freedom; what the standard error would be without pairing; and the
        design effect.

    Raises
    ------
    DesignError
        The metric needs labels, probabilities or values that are not there; there is no such control, or
        one model only.
    OptionError
        The metric, or the correction, is invalid; or the metric is not a mean over examples.

    Notes
    -----
    The variance is Bell and McCaffrey's CR2, which is unbiased for independent examples of equal variance
    however unequal the clusters are, with the degrees of freedom that match its mean and its variance.
    Without clusters this is the paired t test over examples. Below 30 degrees of freedom p is at least that
    of the test in which the differences of each cluster may change their sign, by all signs of 12 clusters
    or fewer, else by 5,000 that are drawn; with 5 clusters or fewer no p is below .05 there, and nothing is
    called significant. In simulations of true hypotheses it rejects at most .059 at .05 with 8 to 200
    clusters, however unequal and alike, also where each model has 1 to 10 samples of its own.

    The largest t of all pairs has the distribution of the same where each cluster keeps or changes the signs
    of all its differences, every choice with standard errors of its own: 10,000 that are drawn, or all if
    these are no more. From 200 degrees of freedom on, and for rows that are counted, means are drawn as
    normal. Any of 3 to 190 pairs of equal models was significant at .05 in .046 of draws over 144 designs of
    8 to 200 clusters, and in none in more than .060 of 2,000 draws; by Holm's correction in .052 at most
    (``tests/benchmarks/calibration_pairs.md``).
    Models that never differ have p = 1. Where the
    difference is the same in every cluster t is infinite, p is that of as many signs, and there is no
    interval. Clusters are taken as a sample of many like them.

    References
    ----------
    Bell & McCaffrey (2002), Survey Methodology 28: 169-181, section 4; Pustejovsky & Tipton (2018), JBES
    36: 672-683, equations 9 and 11; Miller (2024) on evaluations; Hothorn, Bretz & Westfall (2008) for the
    largest t; Cameron, Gelbach & Miller (2008), Review of Economics and Statistics 90: 414-427, for signs.

    Examples
    --------
    Ten passages with four questions each, answered by two models:

    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "passage": [f"p{row // 4}" for row in range(40)],
    ...     "large": [1, 1, 1, 0] * 8 + [1, 0, 0, 0] * 2, "small": [1, 0] * 18 + [0] * 4,
    ... })
    >>> result = frame.bench(task="correctness").paired_difference()
    >>> pair = result.comparisons[0]
    >>> round(pair.difference, 2), [round(end, 2) for end in pair.interval[:2]], round(result.dof, 1)
    (0.2, [0.09, 0.31], 9.0)
    """
    check_fraction("alpha", alpha)
    check_seed(rng)
    columns = pairs(predictions, control)
    scored = example_values(predictions, metric)
    test = _test(scored, columns, rng if predictions.clustered else None)
    adjusted, width = _adjust(test, columns, correction, control, alpha, rng)
    low, high = test.difference - width * test.error, test.difference + width * test.error
    ends = tuple(np.where(test.same, np.nan, end) * test.clusters.unit for end in (low, high))
    difference = test.difference * test.clusters.unit
    precision = _precision(scored, test, columns)
    simultaneous = correction == "max_t" and len(difference) > 1
    result = compare_predictions(
        predictions,
        columns,
        (difference, test.t, test.p_value, adjusted),
        kind=PairedDifferenceResult,
        interval=ends,
        effect=(difference, *ends),
        assumptions=_assumptions(predictions, test),
        warnings=_notes(predictions, precision, test.clusters.n),
        score=scored.name,
        higher_is_better=scored.higher_is_better,
        centres=test.clusters.mean * test.clusters.unit,
        control=control,
        alpha=alpha,
        correction=correction,
        procedure="paired_difference",
        method=(CLUSTERED if predictions.clustered else PLAIN).format(metric=scored.name),
        variant="CR2" if predictions.clustered else "t",
        seed=rng if simultaneous else None,
        statistic_name="t",
        effect_name=f"difference of {scored.name}",
        references=(
            *(("bell2002", "pustejovsky2018") if predictions.clustered else ("student1908",)),
            "miller2024",
            *(("cameron2008",) if simultaneous and _flips_all(test.clusters) else ()),
        ),
        dof=test.clusters.dof,
        n_clusters=test.clusters.n,
        precision=precision,
    )
    return cast("PairedDifferenceResult", result)


def _test(scored: ExampleValues, columns: Pairs, rng: int | None) -> _Test:
    """Test pairs; a seed tries the signs of few clusters, too."""
    clusters = scored.sum_blocks()
    first, second = columns
    difference = clusters.differences_of(first, second)
    error = clusters.errors_of(first, second)
    t = ratio(difference, error)
    n_clusters = clusters.n
    same = np.isinf(t)
    least = np.ldexp(1.0, 1 - n_clusters)
    p_value = np.maximum(p_of_t(t, clusters.dof), np.where(same, least, 0.0))
    flips = None
    if rng is not None and clusters.dof < MANY_CLUSTERS:
        sums = clusters.deviation[:, first] - clusters.deviation[:, second]
        exact = n_clusters <= ALL_SIGNS
        flips = _Flips(
            sums + clusters.share[:, None] * difference,
            all_signs(n_clusters) if exact else draw_signs(n_clusters, DRAWN_SIGNS, rng),
        )
        p_value = np.maximum(p_value, sign_flip_p(*flips))
    p_value = np.where((difference == 0) & (error == 0), 1.0, p_value)
    return _Test(clusters, difference, error, t, p_value, same, flips)


def _flips_all(clusters: Clusters) -> bool:
    """Tell whether signs of clusters give the largest t: otherwise their variances are as good as known."""
    return clusters.dof < KNOWN and not clusters.counted


def _adjust(
    test: _Test, columns: Pairs, correction: str, control: str | None, alpha: float, rng: int
) -> tuple[Array, float]:
    """Return adjusted p-values, and the half width of intervals in standard errors."""
    dof, n_pairs = test.clusters.dof, len(test.t)
    alone = -float(special.stdtrit(dof, alpha / 2))
    if correction != "max_t":
        return adjust_p(test.p_value, correction, control), alone
    if n_pairs == 1:
        return test.p_value, alone
    t = np.where(test.same, np.inf, test.t)
    few = _flips_all(test.clusters)
    width, p_value = math.inf, np.zeros(n_pairs)
    if few:
        flipped = flip_largest_t(test.clusters, *columns, test.error, n_draws=DRAWS, rng=rng)
        width = max(alone, flipped.quantile(1 - alpha))
        p_value = np.where(test.same, 0.0, flipped.p_of(t))
    if math.isinf(width):
        largest = draw_largest_t(test.clusters, *columns, test.error, n_draws=DRAWS, rng=rng)
        width = largest.quantile(1 - alpha)
        p_value = p_value if few else largest.p_of(t)
    # those of equal differences are at least those of signs
    return np.maximum(p_value, test.p_value), width


def _precision(scored: ExampleValues, test: _Test, columns: Pairs) -> tuple[Precision, ...]:
    clusters = test.clusters
    spread = scored.spread(clusters, columns)
    apart = np.hypot(*clusters.errors[np.array(columns)]) * clusters.unit
    # without variation there is nothing that clusters could change
    effect = np.full(len(test.error), np.nan)
    np.divide(test.error**2, spread.naive**2, where=spread.naive > 0, out=effect)
    numbers = (test.error * clusters.unit, apart, effect, spread.correlation)
    return tuple(
        Precision(*row) for row in zip(*(column.tolist() for column in numbers), strict=True)
    )


def _assumptions(predictions: Predictions, test: _Test) -> tuple[Assumption, ...]:
    n_clusters, dof = test.clusters.n, test.clusters.dof
    if not predictions.clustered:
        return (Assumption.of(wording.ENOUGH_LOSSES),)
    words, outcome = wording.ENOUGH_CLUSTERS, HELD
    if n_clusters < ENOUGH_CLUSTERS:
        words, outcome = wording.TOO_FEW_CLUSTERS, DOUBTFUL
    elif dof < MANY_CLUSTERS:
        words, outcome = wording.FEW_CLUSTERS, NOT_CHECKED
    slots = {"column": predictions.cluster_column, "dof": fmt.fixed(dof, 1)}
    return (Assumption.of(words, outcome, n=n_clusters, **slots),)


def _say_alike(correlations: Sequence[float]) -> str:
    """Say whether the differences in a cluster are alike, by the correlations as they are written."""
    alike = [round(each, 2) > 0 for each in correlations]
    if all(alike):
        return texts.ALIKE
    return texts.SOME_ALIKE if any(alike) else texts.NOT_ALIKE


def _notes(
    predictions: Predictions, precision: tuple[Precision, ...], n_clusters: int
) -> tuple[str, ...]:
    """Say what pairing gains, and what clusters cost."""
    notes = []
    gains = [row.unpaired_error / row.standard_error for row in precision if row.standard_error > 0]
    if gains:
        notes.append(texts.PAIRING.format(times=write_range(gains, 1)))
    effects = [row.design_effect for row in precision if row.design_effect > 0]
    alike = [row.correlation for row in precision if not math.isnan(row.correlation)]
    if predictions.clustered and effects and alike:
        n = predictions.n_units
        notes.append(
            texts.DESIGN_EFFECT.format(
                alike=_say_alike(alike),
                column=predictions.cluster_column,
                correlation=write_range(alike, 2),
                examples=format_count(n, "example"),
                n=n_clusters,
                effective=write_range([n / effect for effect in effects], 0),
                effect=write_range(effects, 1),
            )
        )
    return tuple(notes)
