"""Posterior probabilities of pairs: checks of priors and regions, and the result."""

import math
import numbers
from typing import Any, Literal, NamedTuple

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_choice, check_fraction, check_number, format_count
from benchreport.hints import option
from benchreport.results.base import Design, Interval
from benchreport.results.later import later
from benchreport.results.pairs.bayes import BayesResult, Posterior
from benchreport.results.writing.number_format import number
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes
from benchreport.stats._pairs import Pairs, by_pairs, column_pairs, control_name
from benchreport.wording.results import measures
from benchreport.wording.verdicts import notes as texts

PriorAt = Literal["rope", "first", "second"]
LEVEL_DIGITS = 12


class PairPosteriors(NamedTuple):
    """The posterior of each pair."""

    difference: Array
    interval: tuple[Array, Array] | None
    shares: Array
    """Probabilities (m, 3): the second is better, neither is, the first is."""


def check_region(rope: Any, confidence: float) -> None:  # noqa: ANN401 - any value is checked
    """Raise `OptionError` for a negative region, or a confidence that is not between 0.5 and 1."""
    check_fraction("confidence", confidence)
    if confidence <= 0.5:  # noqa: PLR2004 - two answers could both be chosen
        raise OptionError(
            f"confidence must be above 0.5; got {confidence!r}.", hint=option(confidence=0.95)
        )
    real = isinstance(rope, numbers.Real) and not isinstance(rope, bool)
    if not (real and 0 <= rope < math.inf):
        raise OptionError(
            f"rope must be a number, at least 0, in score units; got {rope!r}.",
            hint=option(rope=0.01),
        )


def check_prior(strength: float, prior_at: str) -> None:
    """Raise `OptionError` for a prior without weight, or at an unknown place."""
    check_number("prior_strength", strength, above=0, hint=option(prior_strength=0.5))
    check_choice("prior_at", prior_at, ("rope", "first", "second"))


def pair_differences(values: Array, columns: Pairs) -> Array:
    """Return the differences of each pair on every block, (m, N), first − second."""
    differences: Array = by_pairs(lambda each: each, values, columns)
    return differences


def make_result(
    scores: Scores,
    columns: Pairs,
    posteriors: PairPosteriors,
    *,
    rope: float,
    confidence: float,
    control: str | None,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> BayesResult:
    """Make a result of the probabilities."""
    names, draws = scores.algorithms, facts.get("n_resamples")
    errors = np.zeros(len(posteriors.shares))
    if draws is not None:
        errors = np.sqrt(posteriors.shares * (1 - posteriors.shares) / draws).max(axis=1)
        # where no draw or every draw gives an answer, its probability is known to 1/draws only
        errors = np.maximum(errors, 1 / draws)
    ends = (
        [None] * len(errors)
        if posteriors.interval is None
        else zip(*posteriors.interval, strict=True)
    )
    rows = tuple(
        Posterior(
            names[i],
            names[j],
            float(difference),
            None if end is None else Interval(float(end[0]), float(end[1]), confidence),
            p_first=float(above),
            p_rope=float(within),
            p_second=float(below),
            error=float(error),
        )
        for (i, j), difference, end, (below, within, above), error in zip(
            column_pairs(columns),
            posteriors.difference,
            ends,
            posteriors.shares,
            errors,
            strict=True,
        )
    )
    warnings = facts.pop("warnings", ())
    return BayesResult(
        alpha=round(1 - confidence, LEVEL_DIGITS),
        design=Design.of(scores),
        warnings=later(lambda: (*notes(scores), *warnings)),
        rows=rows,
        rope=float(rope),
        confidence=float(confidence),
        control=control_name(scores, control),
        **facts,
    )


def note_one_sided(differences: Array, rope: float, prior_at: str) -> tuple[str, ...]:
    """Warn where a probability is near 1 because the prior has no weight on the other side."""
    outside = (differences > rope).any(axis=1) ^ (differences < -rope).any(axis=1)
    one_sided = outside & (rope == 0)
    if prior_at != "rope" or not one_sided.any():
        return ()
    return (texts.ONE_SIDED.format(pairs=format_count(int(one_sided.sum()), "pair")),)


def name_prior(process: str, strength: float, prior_at: PriorAt) -> str:
    """Describe a prior."""
    where = measures.PRIORS[prior_at]
    unit = "observation" if strength == 1 else "observations"
    return f"{process} worth {number(strength)} {unit} {where}"
