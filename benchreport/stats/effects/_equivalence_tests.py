"""One-sided tests of pairs against a margin: equivalence and non-inferiority."""

import math
from typing import Any, Literal, NamedTuple

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import (
    OptionError,
    check_choice,
    check_fraction,
    check_number,
    format_count,
)
from benchreport.hints import option
from benchreport.numerics.effects.paired import d_z
from benchreport.numerics.effects.shifts import hodges_lehmann
from benchreport.numerics.effects.unpaired import hedges_g
from benchreport.numerics.moments import least_extreme_t, moments, ratio
from benchreport.numerics.multiplicity.adjust import ALL_PAIRS
from benchreport.numerics.nulls.signed_rank import signed_rank_p, signed_ranks
from benchreport.numerics.nulls.welch import welch
from benchreport.numerics.tails import Alternative, interval, p_of_t
from benchreport.numerics.ties import snap_differences
from benchreport.results.base import Assumption, Design, Interval
from benchreport.results.later import later
from benchreport.results.pairs.equivalence import Closeness, EquivalenceResult
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import (
    NORMAL_RUNS,
    independent_runs,
    notes,
    symmetric_differences,
)
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._corrections import Correction, adjust_p, correction_references
from benchreport.stats._independent_samples import apply_stacked
from benchreport.stats._mean_differences import normal_differences
from benchreport.stats._pairs import Pairs, by_pairs, column_pairs, control_name, pairs
from benchreport.stats._samples import samples_with_spread
from benchreport.wording.verdicts import assumptions as wording

Kind = Literal["t", "wilcoxon"]


class Options(NamedTuple):
    """The options of both procedures."""

    margin: float
    alpha: float
    correction: Correction
    control: str | None
    test: Kind
    paired: bool | None


class MarginTests(NamedTuple):
    """The tests of pairs, (m,) each: estimates, both one-sided p-values and effect sizes."""

    difference: Array
    low: Array
    high: Array
    p_lower: Array
    p_upper: Array
    effect: tuple[Array, Array, Array]
    confidence: float
    effect_confidence: float


def check_options(options: Options) -> None:
    """Refuse margins and corrections that these tests do not allow."""
    check_fraction("alpha", options.alpha)
    check_choice("test", options.test, ("t", "wilcoxon"))
    if options.alpha >= 0.5:  # noqa: PLR2004 - intervals of 1 − 2 alpha would be empty
        raise OptionError(
            f"alpha must be below 0.5 here; got {options.alpha!r}.", hint=option(alpha=0.05)
        )
    check_number("margin", options.margin, above=0, hint=option(margin=0.01) + ", in score units")
    if options.paired not in (None, True, False):
        raise OptionError(
            f"paired must be True, False or None; got {options.paired!r}.", hint=option(paired=True)
        )
    if options.correction in ALL_PAIRS:
        raise OptionError(
            f"correction={options.correction!r} uses the logical relations among hypotheses of equality; "
            "hypotheses about a margin have none.",
            hint=option(correction="holm"),
        )


def run_margin_tests(
    scores: Scores, procedure: str, options: Options, *, alternative: Alternative = "two-sided"
) -> tuple[Pairs, MarginTests, bool]:
    """Test each pair's difference against −margin from above and margin from below.

    Returns
    -------
    tuple
        The pairs, their tests, and whether scores of a block belong together.
    """
    paired = scores.block_kind != "run" if options.paired is None else options.paired
    columns = pairs(scores, options.control)
    if alternative != "two-sided" and options.control is None:
        # either one of a pair may be not inferior to the other
        columns = (np.concatenate(columns), np.concatenate(columns[::-1]))
    # two one-sided tests at alpha go with the two-sided interval at 1 − 2 alpha
    two_sided = alternative == "two-sided"
    confidence = 1 - 2 * options.alpha if two_sided else 1 - options.alpha
    if not paired:
        if options.test == "wilcoxon":
            raise OptionError(
                f"{procedure}(test='wilcoxon') is for scores that belong together.",
                hint=option(test="t") + " for independent runs",
            )
        samples = samples_with_spread(scores, procedure)
        return (
            columns,
            _welch_tests(samples, columns, options.margin, confidence, alternative),
            False,
        )
    values = scores.require_complete(procedure)
    run_tests = _t_tests if options.test == "t" else _signed_rank_tests
    return columns, run_tests(values, columns, options.margin, confidence, alternative), True


def _t_tests(
    values: Array, columns: Pairs, margin: float, confidence: float, alternative: Alternative
) -> MarginTests:
    n = len(values)
    mean, deviation, *effect = by_pairs(
        lambda each: (*moments(each), *d_z(each, confidence)), values, columns
    )
    error = deviation / math.sqrt(n)
    low, high = interval(mean, error, dof=n - 1, confidence=confidence, alternative=alternative)
    return MarginTests(
        mean,
        low,
        high,
        p_of_t(ratio(mean + margin, error, margin), n - 1, "greater"),
        p_of_t(ratio(mean - margin, error, margin), n - 1, "less"),
        tuple(effect),
        confidence,
        confidence,
    )


def _signed_rank_tests(
    values: Array, columns: Pairs, margin: float, confidence: float, alternative: Alternative
) -> MarginTests:
    # a one-sided bound is the end of a two-sided interval of twice the error
    one_sided = alternative != "two-sided"
    level = 2 * confidence - 1 if one_sided else confidence

    def test(differences: Array) -> tuple[Array, ...]:
        shift = hodges_lehmann(differences, level)
        above = signed_ranks(snap_differences(differences, -margin))
        below = signed_ranks(snap_differences(differences, margin))
        return (
            *shift[:3],
            np.full(len(differences), shift.confidence),
            signed_rank_p(above, alternative="greater")[0],
            signed_rank_p(below, alternative="less")[0],
            *d_z(differences, confidence),
        )

    estimate, low, high, achieved, p_lower, p_upper, *effect = by_pairs(test, values, columns)
    reached = float(achieved[0])
    return MarginTests(
        estimate,
        np.full_like(low, -np.inf) if alternative == "less" else low,
        np.full_like(high, np.inf) if alternative == "greater" else high,
        p_lower,
        p_upper,
        tuple(effect),
        (1 + reached) / 2 if one_sided else reached,
        confidence,
    )


def _welch_tests(
    samples: tuple[Array, ...],
    columns: Pairs,
    margin: float,
    confidence: float,
    alternative: Alternative,
) -> MarginTests:
    level = confidence
    difference, error, dof, _ = apply_stacked(samples, columns, welch)
    low, high = interval(difference, error, dof=dof, confidence=level, alternative=alternative)
    estimate, effect_low, effect_high = apply_stacked(
        samples, columns, lambda x, y: hedges_g(x, y, level)
    )
    return MarginTests(
        difference,
        low,
        high,
        p_of_t(ratio(difference + margin, error, margin), dof, "greater"),
        p_of_t(ratio(difference - margin, error, margin), dof, "less"),
        (estimate, effect_low, effect_high),
        confidence,
        confidence,
    )


def compare_to_margin(
    scores: Scores,
    tests: tuple[Pairs, MarginTests, bool],
    p_value: Array,
    options: Options,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> EquivalenceResult:
    """Make a result of the tests of all pairs."""
    columns, margins, paired = tests
    names = scores.algorithms
    adjusted = adjust_p(p_value, options.correction, options.control)
    rows = []
    for place, (i, j) in enumerate(column_pairs(columns)):
        effect, low, high = (float(column[place]) for column in margins.effect)
        ends = float(margins.low[place]), float(margins.high[place])
        rows.append(
            Closeness(
                names[i],
                names[j],
                float(margins.difference[place]),
                Interval(*ends, margins.confidence),
                float(margins.p_lower[place]),
                float(margins.p_upper[place]),
                float(p_value[place]),
                float(adjusted[place]),
                effect,
                Interval(low, high, margins.effect_confidence),
            )
        )
    variant = {"t": "t" if paired else "Welch t", "wilcoxon": "signed-rank"}[options.test]
    return EquivalenceResult(
        variant=variant,
        correction=options.correction,
        alpha=options.alpha,
        design=Design.of(scores),
        assumptions=later(
            lambda: (
                independent_blocks(scores) if paired else independent_runs(scores),
                _shape(scores, columns, options.test, paired=paired),
                *([_skewness(scores, tests, p_value, options)] if variant == "t" else []),
                BEFOREHAND,
            )
        ),
        warnings=later(lambda: notes(scores)),
        references=(
            "schuirmann1987",
            "wellek2010",
            "cohen1988" if paired else "hedges1981",
            *correction_references(options.correction),
        ),
        rows=tuple(rows),
        margin=float(options.margin),
        effect_name="d_z" if paired else "Hedges' g",
        control=control_name(scores, options.control),
        **facts,
    )


def _shape(scores: Scores, columns: Pairs, test: Kind, *, paired: bool) -> Assumption:
    """State what differences, or runs, are like if means are to be tested."""
    if test == "wilcoxon":
        return symmetric_differences("mean difference")
    return normal_differences(scores.values, columns) if paired else NORMAL_RUNS


def _skewness(
    scores: Scores, tests: tuple[Pairs, MarginTests, bool], p_value: Array, options: Options
) -> Assumption:
    """Doubt decisions that do not hold by Hall's t (1992), with the unbiased third moment."""
    columns, margins, _ = tests
    n = len(scores.values)
    mean, deviation, cubes = by_pairs(_add_cubes, scores.values, columns)
    # over the root of n, of the mean
    skewness = cubes * math.sqrt(n) / ((n - 1) * max(n - 2, 1))
    above, below = (
        least_extreme_t(ratio(mean + end, deviation / math.sqrt(n), end), skewness)
        for end in (options.margin, -options.margin)
    )
    allowed = np.where(
        p_value == margins.p_lower, p_of_t(above, n - 1, "greater"), p_of_t(below, n - 1, "less")
    )
    adjusted, larger = (
        adjust_p(p, options.correction, options.control)
        for p in (p_value, np.maximum(p_value, allowed))
    )
    lost = int(((adjusted <= options.alpha) & (larger > options.alpha)).sum())
    return Assumption.of(
        wording.SKEWED_MEANS, "doubtful" if lost else "held", pairs=format_count(lost, "pair")
    )


def _add_cubes(differences: Array) -> tuple[Array, Array, Array]:
    """Return mean, deviation, and the sum of cubes in these units, of each pair's differences."""
    mean, deviation = moments(differences)
    standard = ratio(differences - mean[:, None], deviation[:, None], np.array(np.inf))
    return mean, deviation, np.einsum("ij,ij,ij->i", standard, standard, standard)


BEFOREHAND = Assumption.of(wording.MARGIN_BEFOREHAND)
