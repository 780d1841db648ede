"""Helpers of the rules of advice: how to make a suggestion, and suggestions that several designs share."""

from benchreport.results.advice import Suggestion


def call(name: str, control: str | None, *options: str) -> str:
    """Write the call of a procedure, against the control if there is one."""
    arguments = [*options, *([f"control={control!r}"] if control is not None else [])]
    return f"{name}({', '.join(arguments)})"


def recommend(call: str, reason: str, sources: str) -> Suggestion:
    """Suggest a step of the path that ``analyze`` runs; sources are keys of the bibliography."""
    return Suggestion("recommended", call, reason, tuple(sources.split()))


def offer(call: str, reason: str, sources: str) -> Suggestion:
    """Suggest an alternative."""
    return Suggestion("alternative", call, reason, tuple(sources.split()))


def avoid(call: str, reason: str, sources: str) -> Suggestion:
    """Warn of a procedure."""
    return Suggestion("avoid", call, reason, tuple(sources.split()))


EFFECTS = recommend(
    "effect_sizes()",
    "a p-value says how surely two differ, an effect size how much.",
    "cohen1988 grissom2012",
)
OUTLIERS = recommend(
    "outliers()",
    "scores far from what the rest makes one expect are looked at, never removed.",
    "iglewicz1993",
)


def equivalence(control: str | None) -> Suggestion:
    """Offer the test of practical equivalence."""
    return offer(
        call("equivalence", control, "margin=…"),
        "shows that two are practically the same, which no large p-value does; a Bayesian analysis "
        "with a region of practical equivalence answers the same question.",
        "benavoli2017 schuirmann1987",
    )
