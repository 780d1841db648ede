"""What a comparison depends on: choices and datasets."""

from collections.abc import Sequence
from typing import Literal, get_args

from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_choice, check_fraction, check_number
from benchreport.hints import option
from benchreport.results.base import Assumption, Design
from benchreport.results.checks.multiverse import AXES, MultiverseResult
from benchreport.stats._assumptions import notes
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._corrections import Correction
from benchreport.stats._predictions.example_values import example_values
from benchreport.stats._predictions.prediction_pairs import examples_apart, note_averages
from benchreport.stats.studies import _multiverse_predictions as predictions_
from benchreport.stats.studies import _multiverse_scores as scores_
from benchreport.stats.studies._multiverse import Choices, study

Aggregation = scores_.Aggregation | predictions_.Aggregation
Test = scores_.Test | predictions_.Test
OPTIONS = "aggregations", "tests", "corrections"
USUAL = (
    ("mean_rank", "win_rate", "mean", "median", "iqm"),
    ("wilcoxon", "paired_t", "sign"),
    ("holm", "none"),
)


def multiverse(  # noqa: PLR0913 - each is one choice, all have defaults
    scores: Scores | Predictions,
    *,
    metrics: Sequence[str] = ("auto",),
    aggregations: Sequence[Aggregation] | None = None,
    tests: Sequence[Test] | None = None,
    corrections: Sequence[Literal["max_t", Correction]] | None = None,
    leave_out: bool = True,
    rival: str | None = None,
    alpha: float = 0.05,
    most: int = 64,
) -> MultiverseResult:
    """Repeat the comparison under all choices that a careful analyst could have made.

    There is no H0 and no H1 of its own: each analysis has those of its test of pairs. It shows which
    claims hold whatever is chosen and which choices reverse a claim; it is no search for a small p-value.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks, with or without gaps; or predictions of k models, with their
        samples and clusters.
    metrics
        Of predictions: metrics that are means over examples, as in `paired_difference`.
    aggregations
        What ranks the algorithms over blocks: ``"mean_rank"``, ``"win_rate"``, ``"mean"``, ``"median"`` and
        ``"iqm"``. Of predictions: ``"mean"`` over examples, ``"dataset_mean"``, in which each dataset counts
        the same, and ``"mean_rank"`` and ``"win_rate"`` over datasets, or else over examples.
    tests
        The tests of all pairs, by default ``"wilcoxon"``, ``"paired_t"`` and ``"sign"``; those by the
        studentized range have their own correction. Of predictions ``"paired_difference"``, and
        ``"mcnemar"`` where answers are independent.
    corrections
        How p-values are adjusted over all pairs, by default by Holm; ``"none"`` shows what depends on it.
        ``"max_t"`` is of `paired_difference` alone, and comes first for predictions.
    leave_out
        Whether single datasets and algorithms are left out, too.
    rival
        The algorithm that the leader's p-values and figure are about; by default the second of the first
        analysis.
    alpha
        The level of decisions.
    most
        How many analyses there are at most.

    Returns
    -------
    MultiverseResult
        All analyses, and for each claim about the leader of the first one in how many it holds, and which
        choices alone reverse it. The first analysis has the first of each choice.

    Raises
    ------
    DesignError
        Runs are independent, or gaps leave no complete table; or examples are weighted or counted.
    OptionError
        A choice is unknown for such a table, or named twice; or the rival is the leader.

    Notes
    -----
    All combinations of aggregations, tests, corrections and treatments of gaps are there, as far as
    ``most`` allows: choices are crossed in this order, and those for which there is no room differ one at
    a time from the first analysis. Gaps are dropped, filled with the worst score, or averaged over, as by
    `gap_sensitivity`. Then single datasets and algorithms are left out of the first analysis, as by
    `stability`; where there are too many, those that favour the leader over its rival most, so that what is
    not shown changes less. Of predictions, datasets are clusters by choice, too, if there are at least 6 and
    each holds whole clusters: the claim is then about other datasets. Where models have different samples of
    an example, those that all have are another choice. Of one dataset single clusters are left out. P-values
    of pairs are the test's: what ranks the algorithms changes who leads, not
    them.

    References
    ----------
    Steegen, Tuerlinckx, Gelman & Vanpaemel (2016), Perspectives on Psychological Science 11: 702-712;
    Simonsohn, Simmons & Nelson (2020), Nature Human Behaviour 4: 1208-1214; Benavoli et al. (2016),
    JMLR 17(5).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7, 8, 9], "b": [7, 9, 8, 5, 7, 8], "c": [5, 4, 4, 2, 4, 1]})
    >>> result = frame.bench(score="accuracy").multiverse()
    >>> len(result.rows), result.leader, result.claims[0].holds, result.claims[0].of
    (37, 'a', 37, 37)
    """
    check_fraction("alpha", alpha)
    check_number("most", most, above=0, whole=True, hint=option(most=64))
    choices = _choices(scores, metrics, (aggregations, tests, corrections), alpha)
    if rival is not None:
        rival = scores.algorithms[scores.index_of(rival, role="rival")]
    studied = study(choices, alpha=alpha, most=most, leave_out=leave_out, rival=rival)
    design, assumptions, warnings = _facts_of(scores, metrics[0])
    varied = [name for name, levels in zip(AXES, choices.axes, strict=True) if len(levels) > 1]
    every = len(studied.crossed) == len(varied)
    return MultiverseResult(
        procedure="multiverse",
        method="Multiverse analysis",
        variant="crossed" if every else f"crossed: {', '.join(studied.crossed)}",
        alpha=alpha,
        design=design,
        assumptions=assumptions,
        warnings=warnings,
        references=("steegen2016", "simonsohn2020", "benavoli2016"),
        **studied._asdict(),
    )


def _choices(
    scores: Scores | Predictions,
    metrics: Sequence[str],
    chosen: tuple[Sequence[str] | None, ...],
    alpha: float,
) -> Choices:
    """Return the choices that a table leaves, of those that the caller set."""
    of_predictions = isinstance(scores, Predictions)
    kinds = predictions_ if of_predictions else scores_
    corrections = get_args(Correction)
    known = get_args(kinds.Aggregation), get_args(kinds.Test), corrections
    if of_predictions:
        known = (*known[:2], ("max_t", *corrections))
    for name, levels, names in zip(OPTIONS, chosen, known, strict=True):
        if levels is not None:
            _check(name, levels, names)
    if isinstance(scores, Predictions):
        _check("metrics", metrics, metrics)
        return predictions_.PredictionChoices(scores, metrics, chosen, alpha)
    _check("metrics", metrics, ("auto",))
    usual = [one or other for one, other in zip(chosen, USUAL, strict=True)]
    return scores_.ScoreChoices(scores, usual, alpha)


def _check(name: str, chosen: Sequence[str], known: Sequence[str]) -> None:
    if isinstance(chosen, str) or not chosen or len({*chosen}) < len(chosen):
        raise OptionError(
            f"{name} must list different choices; got {chosen!r}.",
            hint=option(**{name: ("accuracy",) if name == "metrics" else tuple(known[:2])}),
        )
    for each in chosen:
        check_choice(name, each, known)


def _facts_of(
    scores: Scores | Predictions, metric: str
) -> tuple[Design, tuple[Assumption, ...], tuple[str, ...]]:
    """Return the design of a table, what its tests take for granted, and notes on it."""
    if isinstance(scores, Scores):
        return Design.of(scores), (independent_blocks(scores),), notes(scores)
    scored = example_values(scores, metric)
    design = Design.of_predictions(
        scores, scored.name, higher_is_better=scored.higher_is_better, averaged=True
    )
    return design, (examples_apart(scores, averaged=True),), note_averages(scores)
