"""Helpers of the rules of advice: how to make a suggestion, and suggestions that several designs share."""

from benchreport.data.scores import Scores
from benchreport.hints import Hint
from benchreport.hints import call as call_method
from benchreport.results.advice import Standing, Suggestion
from benchreport.stats._independent_samples import least_p_of_arrangements
from benchreport.stats._pairs import pairs
from benchreport.wording.verdicts import advice

LEVEL = 0.05
TWO = 2


def decided_by_pairs(scores: Scores, control: str | None) -> bool:
    """Tell whether tests of pairs alone can decide: that the better one always wins is significant.

    With fewer blocks or runs Holm's correction takes every difference, and mean ranks, which have more
    values than the signs or the rank sums of one pair, decide.
    """
    columns = pairs(scores, control)
    if scores.block_kind == "run":
        least = float(least_p_of_arrangements(scores.samples, columns, mirrored=True).max())
    else:
        least = 2.0 ** (1 - len(scores.blocks))
    return len(columns[0]) * least <= LEVEL


def decided_by_ranks(complete: Scores, control: str | None) -> bool:
    """Tell whether mean ranks decide on the complete blocks of a table with gaps."""
    return len(complete.algorithms) > TWO and not decided_by_pairs(complete, control)


def call(name: str, control: str | None = None, /, **options: object) -> Hint:
    """Make the call of a procedure, against the control if there is one."""
    return call_method(name, **options, **({} if control is None else {"control": control}))


def treated(missing: str, name: str, control: str | None) -> Hint:
    """Make the call of a procedure on the table with another treatment of missing runs."""
    return call_method(
        name, {"missing": missing}, **({} if control is None else {"control": control})
    )


def recommend(step: Hint, reason: str, sources: str) -> Suggestion:
    """Suggest a step of the path that ``analyze`` runs; sources are keys of the bibliography."""
    return _suggest("recommended", step, reason, sources)


def offer(step: Hint, reason: str, sources: str) -> Suggestion:
    """Suggest an alternative."""
    return _suggest("alternative", step, reason, sources)


def avoid(step: Hint, reason: str, sources: str) -> Suggestion:
    """Warn of a procedure."""
    return _suggest("avoid", step, reason, sources)


def _suggest(standing: Standing, step: Hint, reason: str, sources: str) -> Suggestion:
    call_text = str(step).removeprefix("df.bench").removeprefix(".")
    return Suggestion(standing, call_text, reason, tuple(sources.split()))


EFFECTS = recommend(
    call("effect_sizes"),
    advice.EFFECT_SIZES,
    "cohen1988 grissom2012",
)
OUTLIERS = recommend(
    call("outliers"),
    advice.OUTLIERS,
    "iglewicz1993",
)


def equivalence(control: str | None) -> Suggestion:
    """Offer the test of practical equivalence."""
    return offer(
        call("equivalence", control, margin=...),
        advice.EQUIVALENCE,
        "benavoli2017 schuirmann1987",
    )
