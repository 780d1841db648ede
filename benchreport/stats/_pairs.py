"""How pairs are listed, tested and put together as one result."""

import itertools
import math
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, OptionError, check_choice, examples
from benchreport.hints import call, option
from benchreport.numerics.effects.standardization import ratio
from benchreport.numerics.effects.superiority import probability_of_superiority
from benchreport.numerics.multiplicity import logical_relations as partitions
from benchreport.numerics.multiplicity.adjust import ALL_PAIRS, METHODS, adjust
from benchreport.numerics.nulls.block_anova import block_anova
from benchreport.numerics.tails import p_of_t, p_of_z
from benchreport.results.base import Design, Interval
from benchreport.results.pairwise import CORRECTIONS, Comparison, PairwiseResult
from benchreport.stats._assumptions import independent_blocks, notes, pool_of_ranks
from benchreport.stats._progress import waiting

__all__ = [
    "Correction",
    "RankTest",
    "attainable",
    "compare_ranks",
    "compare_transformed",
    "comparisons",
    "corrected",
    "of_signs",
    "pairs",
    "several",
    "source",
]

Array = NDArray[np.float64]
Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]
Correction = Literal[
    "none",
    "bonferroni",
    "sidak",
    "holm",
    "hochberg",
    "hommel",
    "finner",
    "li",
    "holland",
    "rom",
    "bh",
    "by",
    "shaffer",
    "bergmann_hommel",
]


WORTH_SAYING = 1.0
"""Seconds from which on a wait is announced."""


def corrected(p_values: Array, correction: str, control: str | None) -> Array:
    """Adjust the p-values of all pairs, or of all comparisons with the control.

    Raises
    ------
    OptionError
        No such correction, or one for all pairs where there is a control, or Bergmann and Hommel's
        of more than 20 algorithms.

    Warns
    -----
    BenchreportWarning
        Bergmann and Hommel's correction takes more than a second.
    """
    check_choice("correction", correction, METHODS, usual="holm")
    if control is not None and correction in ALL_PAIRS:
        raise OptionError(
            f"correction={correction!r} uses how the hypotheses of all pairs hang together; with "
            f"control={control!r} there are none to use.",
            hint=option(correction="holm") + ", or no control",
        )
    if correction == "bergmann_hommel":
        return _bergmann_hommel(p_values)
    return adjust(p_values, correction)


def _bergmann_hommel(p_values: Array) -> Array:
    """Adjust by Bergmann and Hommel; of many algorithms that takes time, or cannot be done."""
    seconds = partitions.seconds_for(p_values)
    if seconds < WORTH_SAYING:
        return adjust(p_values, "bergmann_hommel")
    if math.isinf(seconds):
        raise OptionError(
            f"correction='bergmann_hommel' is computed for up to {partitions.MOST_ALGORITHMS} "
            f"algorithms; these {len(p_values)} pairs are of more. Its time triples with each.",
            hint=option(correction="shaffer") | option(correction="holm"),
        )
    what = f"Bergmann and Hommel's correction of {len(p_values)} pairs"
    with waiting(
        what, seconds, hint=option(correction="shaffer") | option(correction="holm")
    ) as progress:
        return adjust(p_values, "bergmann_hommel", progress=progress)


class Named(Protocol):
    """A table of named algorithms: scores, or predictions."""

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Their names."""

    def index_of(self, algorithm: Hashable, *, role: str = "control") -> int:
        """Return one's column."""


class RankTest(NamedTuple):
    """A test of differences of mean ranks, one number a pair."""

    differences: Array
    statistic: Array
    p_value: Array
    p_adjusted: Array


def compare_ranks(
    scores: Scores,
    columns: Pairs,
    test: RankTest,
    *,
    alpha: float,
    mean_ranks: Array,
    control: str | None = None,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> PairwiseResult:
    """Put a test of mean ranks together, with the probability of superiority as effect size.

    Parameters
    ----------
    mean_ranks
        Of the algorithms, 1 is best; of transformed ranks too, as long as low is good.
    **facts
        What else the result says: procedure, method, correction, statistic_name, references, …
    """
    effects = probability_of_superiority(
        scores.values, *columns, higher_is_better=scores.higher_is_better, confidence=1 - alpha
    )
    own = facts.pop("assumptions", ())
    keys = facts.pop("references", ())
    return PairwiseResult(
        alpha=alpha,
        design=Design.of(scores),
        assumptions=(independent_blocks(scores), *own, pool_of_ranks(len(scores.algorithms))),
        warnings=notes(scores),
        references=(*keys, "benavoli2016", "grissom2012", "wilson1927"),
        comparisons=comparisons(
            scores,
            columns,
            confidence=1 - alpha,
            numbers=test,
            interval=None,
            effect=effects,
            sign=-test.differences,
        ),
        effect_name="probability of superiority",
        centres=tuple(mean_ranks.tolist()),
        lower_centre_is_better=True,
        control=None if control is None else scores.algorithms[scores.index_of(control)],
        **{
            "difference_name": "difference of mean ranks",
            "centre_name": "mean rank",
            **facts,
        },
    )


def attainable(least: Array, correction: str) -> float:
    """Return the smallest adjusted p-value that pairs with these smallest p-values can have.

    Parameters
    ----------
    least
        Of each pair, (m,): what its test gives where all blocks agree.
    correction
        As of `corrected`. Step-down corrections multiply the smallest of m p-values by m, whatever
        the others are.
    """
    if correction in STEP_DOWN:
        return min(1.0, float(least.min()) * len(least))
    return float(adjust(least, correction).min())


STEP_DOWN = {"bonferroni", "holm", "shaffer", "bergmann_hommel"}


def of_signs(differences: Array, alternative: str = "two-sided") -> Array:
    """Return the smallest p-value of n signs, n the differences of each pair (m, N) that are not 0."""
    sides = 2.0 if alternative == "two-sided" else 1.0
    least: Array = np.minimum(1.0, np.ldexp(sides, -np.count_nonzero(differences, axis=-1)))
    return least


def pairs(scores: Named, control: str | None = None) -> Pairs:
    """Return the columns of all pairs i < j, or of every algorithm with the control (second).

    Raises
    ------
    DesignError
        There is one model only, or no such control.
    """
    several(scores)
    n_algorithms = len(scores.algorithms)
    if control is None:
        first, second = np.triu_indices(n_algorithms, 1)
        return first.astype(np.intp), second.astype(np.intp)
    place = scores.index_of(control)
    others = np.delete(np.arange(n_algorithms), place)
    return others, np.full_like(others, place)


def several(scores: Named) -> None:
    """Raise `DesignError` unless there are models to compare."""
    if len(scores.algorithms) < 2:  # noqa: PLR2004 - a pair
        # tables of scores with one algorithm are never made, so that these are predictions
        raise DesignError(
            f"a comparison needs at least 2 models; found {examples(scores.algorithms)} only.",
            hint=call("metrics") + ", which describes one model too",
        )


def compare_transformed(
    scores: Scores,
    ranks: Array,
    *,
    alpha: float,
    correction: Correction,
    control: str | None,
    published: float | None = None,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> PairwiseResult:
    """Compare the column means of (transformed) ranks by t, on their residual mean square.

    Parameters
    ----------
    ranks
        Array (N, k), low is good.
    published
        A standard error of the differences to use instead, with the normal distribution.
    """
    columns = pairs(scores, control)
    parts = block_anova(ranks)
    means = ranks.mean(axis=0)
    differences = means[columns[0]] - means[columns[1]]
    if published is None:
        statistic = ratio(differences, math.sqrt(2 * parts.ms_error / len(ranks)))
        # unanimous blocks leave no error; they are no more than one of all rankings
        chance = math.exp(-(len(ranks) - 1) * math.lgamma(ranks.shape[1] + 1))
        p_value = np.maximum(
            p_of_t(statistic, parts.dof_error), np.where(np.isinf(statistic), chance, 0.0)
        )
    else:
        statistic = differences / published
        p_value = p_of_z(statistic)
    return compare_ranks(
        scores,
        columns,
        RankTest(differences, statistic, p_value, corrected(p_value, correction, control)),
        alpha=alpha,
        mean_ranks=means,
        control=control,
        correction=correction,
        variant="t" if published is None else "published_z",
        statistic_name="t" if published is None else "z",
        **{**facts, "references": (*facts["references"], *source(correction))},
    )


def source(correction: str) -> tuple[str, ...]:
    """Return the key of what a correction is cited by."""
    if correction not in CORRECTIONS:
        check_choice("correction", correction, METHODS, usual="holm")
    key = CORRECTIONS[correction].reference
    return (key,) if key else ()


def comparisons(
    scores: Named,
    columns: Pairs,
    *,
    confidence: float | tuple[float, float],
    numbers: tuple[Array, Array, Array, Array],
    interval: tuple[Array, Array] | None,
    effect: tuple[Array, Array, Array],
    sign: Array,
    remarks: Sequence[str] | None = None,
) -> tuple[Comparison, ...]:
    """Put columns of numbers together as one record per pair.

    Parameters
    ----------
    confidence
        Of the difference's interval; and of the effect size's, where it is another.
    numbers
        Difference, statistic, p-value and adjusted p-value, each of length m.
    interval, effect
        Ends of the difference's interval; effect size with its ends. NaN is no interval.
    sign
        Positive where the first of the pair is better.
    """
    difference, statistic, p_value, p_adjusted = (column.tolist() for column in numbers)
    nothing = itertools.repeat(None)
    level, effect_level = confidence if isinstance(confidence, tuple) else (confidence,) * 2
    names = scores.algorithms
    rows = zip(
        (names[column] for column in columns[0].tolist()),
        (names[column] for column in columns[1].tolist()),
        difference,
        nothing if interval is None else _intervals(*interval, level),
        statistic,
        p_value,
        p_adjusted,
        effect[0].tolist(),
        _intervals(*effect[1:], effect_level),
        _favoured(scores, columns, sign),
        itertools.repeat("") if remarks is None else remarks,
        strict=False,
    )
    return tuple(map(Comparison._make, rows))


def _favoured(scores: Named, columns: Pairs, sign: Array) -> Iterable[str]:
    """Name the better one of each pair: the first where sign > 0, the second where < 0."""
    names = (*scores.algorithms, "")
    place = np.where(sign > 0, columns[0], np.where(sign < 0, columns[1], len(scores.algorithms)))
    return (names[each] for each in place.tolist())


def _intervals(low: Array, high: Array, confidence: float) -> Iterable[Interval | None]:
    ends = zip(low.tolist(), high.tolist(), itertools.repeat(confidence), strict=False)
    if not (np.isnan(low) | np.isnan(high)).any():
        return map(Interval._make, ends)
    return (None if math.isnan(each[0]) else Interval._make(each) for each in ends)
