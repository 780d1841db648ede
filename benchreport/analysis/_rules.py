"""Helpers of the rules of advice: how to make a suggestion, and suggestions that several designs share."""

from benchreport.hints import Hint
from benchreport.hints import call as call_method
from benchreport.results.advice import Standing, Suggestion
from benchreport.wording import advice


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
