"""Tests of models on the same examples: counts, assumptions and results."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchreport.data.predictions import Predictions
from benchreport.errors import DesignError, examples, format_count
from benchreport.hints import Hint
from benchreport.numerics.predictions.correctness_counts import (
    PairCounts,
    pair_counts,
    weight_unit,
    weighted_pair_counts,
)
from benchreport.results.base import Assumption, Design, Outcome
from benchreport.results.later import later
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.results.ranks.omnibus import OmnibusResult
from benchreport.results.writing import number_format as fmt
from benchreport.stats._arrays import Array, Booleans
from benchreport.stats._corrections import adjusts_intervals, correction_references
from benchreport.stats._pairs import Pairs, column_pairs, control_name, make_comparisons
from benchreport.wording.verdicts import assumptions as wording
from benchreport.wording.verdicts import notes as texts

# the bootstrap of fewer clusters rejects true hypotheses too often
RESAMPLED_CLUSTERS = 60
ONE_SPLIT = Assumption.of(wording.AS_TRAINED)


def counts_of(predictions: Predictions) -> tuple[PairCounts[Any], NDArray[Any] | None]:
    """Count the examples that one gets right and another wrong; if weighted, also with squared weights."""
    if not predictions.weighted:
        return pair_counts(predictions.correct, predictions.counts), None
    weights = predictions.weights / weight_unit(predictions.weights)
    counts = weighted_pair_counts(predictions.correct, weights)
    return counts, weighted_pair_counts(predictions.correct, weights**2).ahead


def require_unweighted(predictions: Predictions, procedure: str, *, hint: Hint | str) -> None:
    """Raise `DesignError` where examples are weighted."""
    if predictions.weighted:
        raise DesignError(f"{procedure} counts every example once; these are weighted.", hint=hint)


def p_if_any_differ(differ: Booleans, p_value: Array) -> Array:
    """Set p = 1 for pairs that do not differ on any example.

    They are no evidence for either side, but a one-sided test would give p = .5.
    """
    return np.where(differ, p_value, 1.0)


def p_at_least_of_signs(
    predictions: Predictions, degenerate: Booleans, p_value: Array, *, sides: int
) -> Array:
    """Where the estimated variance is 0, raise p to the p-value of n examples of one sign."""
    least = np.ldexp(float(sides), -predictions.n_drawn)
    return np.where(degenerate, np.maximum(p_value, least), p_value)


def name_pairs(predictions: Predictions, columns: Pairs, which: Booleans) -> str:
    """Name some of the pairs, five at most."""
    names = predictions.algorithms
    some = columns[0][which], columns[1][which]
    return examples([f"{names[i]} and {names[j]}" for i, j in column_pairs(some)])


def average_repeats(predictions: Predictions, values: Array) -> Array:
    """Average rows (n, …) that are repeats of one example, such as samples, within it."""
    unit = predictions.unit
    counts = np.bincount(unit)
    if len(counts) == len(values):
        return values
    means = np.zeros((len(counts), *values.shape[1:]))
    np.add.at(means, unit, values)
    means /= counts.reshape(-1, *(1,) * (values.ndim - 1))
    return means


def examples_apart(predictions: Predictions, *, averaged: bool = False) -> Assumption:
    """State the independence of examples, doubtful where some are alike.

    Parameters
    ----------
    averaged
        Whether repeats of an example were averaged within it, and clusters were allowed for.
    """
    if predictions.clustered:
        words = wording.INDEPENDENT_CLUSTERS if averaged else wording.CLUSTERED_EXAMPLES
        outcome: Outcome = "not checked" if averaged else "doubtful"
        slots = {"n": len(predictions.clusters), "column": predictions.cluster_column}
        return Assumption.of(words, outcome, **slots)
    if len(predictions.datasets) > 1:
        return Assumption.of(wording.EXAMPLES_OF_DATASETS, "doubtful", n=len(predictions.datasets))
    if predictions.repeated and not averaged:
        return Assumption.of(wording.REPEATED_EXAMPLES, "doubtful")
    return Assumption.of(wording.INDEPENDENT_EXAMPLES)


def clusters_enough_for_resampling(predictions: Predictions) -> tuple[Assumption, ...]:
    """State that resampled clusters vary as clusters do, which is doubtful for few; empty without any."""
    if not predictions.clustered:
        return ()
    n, column = len(predictions.clusters), predictions.cluster_column
    outcome: Outcome = "doubtful" if n < RESAMPLED_CLUSTERS else "not checked"
    return (Assumption.of(wording.RESAMPLED_CLUSTERS, outcome, n=str(n), column=column),)


def note_averages(predictions: Predictions) -> tuple[str, ...]:
    """Return a note that repeats of an example were averaged."""
    if not predictions.repeated:
        return ()
    examples_ = format_count(predictions.n_units, "example")
    if predictions.answered is not None:
        counts = predictions.count_samples()
        low, high = int(counts.min()), int(counts.max())
        return (texts.UNEVEN_ANSWERS.format(low=low, high=high, examples=examples_),)
    return (texts.AVERAGED_ANSWERS.format(answers=predictions.n, examples=examples_),)


def notes_of(predictions: Predictions) -> tuple[str, ...]:
    """Return notes on weights, on rounded scores, and on ranked lists that share no item with the truth."""
    notes: tuple[str, ...] = (
        (texts.WEIGHTED.format(weighting=predictions.weighting),) if predictions.weighted else ()
    )
    if predictions.rounded and predictions.scores is not None:
        notes += (_note_rounded(predictions, predictions.scores),)
    if predictions.task != "ranking":
        return notes
    empty = ~predictions.predicted.any(axis=(0, 2))
    names = [predictions.algorithms[place] for place in np.flatnonzero(empty).tolist()]
    if not names:
        return notes
    return (*notes, texts.NOTHING_RELEVANT.format(models=examples(names)))


def _note_rounded(predictions: Predictions, scores: Array) -> str:
    """Say how far areas may be off: each pair of the two classes that is tied counts one half."""
    positive, counts = predictions.is_positive, predictions.weights
    shares = []
    for column in scores.T:
        code = np.unique(column, return_inverse=True)[1]
        positives, negatives = (
            np.bincount(code[which], counts[which], code.max() + 1)
            for which in (positive, ~positive)
        )
        shares.append(float(positives @ negatives) / positives.sum() / negatives.sum())
    return texts.ROUNDED.format(
        step=fmt.number(predictions.rounded), most=fmt.number(max(shares) / 2)
    )


def compare_predictions(
    predictions: Predictions,
    columns: Pairs,
    numbers: tuple[Array, Array, Array, Array],
    *,
    kind: type[PairwiseResult] = PairwiseResult,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> PairwiseResult:
    """Make a result of a test of pairs of models.

    Parameters
    ----------
    numbers
        Difference, statistic, p-value and adjusted p-value, (m,) each.
    kind
        The class of the result.
    **facts
        ``interval``, ``effect`` and ``remarks`` as for `make_comparisons`; ``confidence`` too, where the
        intervals are adjusted as p is (1 − alpha by default); ``centres`` as an array; the measure as
        ``score`` with its ``higher_is_better``; and other fields of the result.
    """
    alpha, correction = facts["alpha"], facts["correction"]
    adjusted = "confidence" in facts and adjusts_intervals(correction, facts["confidence"])
    higher = facts.pop("higher_is_better", True)
    score = facts.pop("score", "accuracy")
    sign = facts.pop("sign", numbers[0])
    control = facts.pop("control", None)
    assumptions, warnings = facts.pop("assumptions", ()), facts.pop("warnings", ())
    return kind(
        design=Design.of_predictions(predictions, score, higher_is_better=higher, averaged=True),
        assumptions=later(
            lambda: (examples_apart(predictions, averaged=True), *assumptions, ONE_SPLIT)
        ),
        warnings=later(lambda: (*notes_of(predictions), *note_averages(predictions), *warnings)),
        references=(*facts.pop("references", ()), *_sources_of(correction, adjusted=adjusted)),
        comparisons=make_comparisons(
            predictions,
            columns,
            confidence=facts.pop("confidence", 1 - alpha),
            numbers=numbers,
            interval=facts.pop("interval", None),
            effect=facts.pop("effect"),
            sign=sign if higher else -sign,
            remarks=facts.pop("remarks", None),
        ),
        difference_name=facts.pop("difference_name", f"difference of {score}"),
        # an error of an example is compared by its mean; accuracy and AUC are of all examples
        centre_name=f"mean {score}" if score.endswith(" error") else score,
        centres=tuple(facts.pop("centres").tolist()),
        lower_centre_is_better=not higher,
        control=control_name(predictions, control),
        adjusted_intervals=adjusted,
        **facts,
    )


def _sources_of(correction: str, *, adjusted: bool) -> tuple[str, ...]:
    """Return the keys of a correction's papers; for the largest t of any means it is not Dunnett's."""
    if correction == "max_t":
        return ("hothorn2008",)
    return correction_references(correction, intervals=adjusted)


def claims_of(predictions: Predictions) -> tuple[str, str]:
    """Return the sentences on a test of all accuracies: if it is significant, and if it is not."""
    models = f"{len(predictions.algorithms)} models"
    rejected, not_rejected = (claim.format(models=models) for claim in texts.ACCURACIES)
    return rejected, not_rejected


def omnibus_of(predictions: Predictions, **facts: Any) -> OmnibusResult:  # noqa: ANN401 - fields
    """Make a result of a test of all models at once."""
    assumptions, warnings = facts.pop("assumptions", ()), facts.pop("warnings", ())
    return OmnibusResult(
        design=Design.of_predictions(predictions),
        assumptions=later(lambda: (examples_apart(predictions), *assumptions, ONE_SPLIT)),
        warnings=later(lambda: (*notes_of(predictions), *warnings)),
        claims=claims_of(predictions),
        **facts,
    )
