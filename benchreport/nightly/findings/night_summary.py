"""A night in a few words: what a calendar, a list of nights and a feed need of it."""

from dataclasses import dataclass
from typing import Literal

from benchreport.errors import counted
from benchreport.nightly.night_facts import Finding, NightFacts
from benchreport.nightly.notify.wording import clean

__all__ = ["LETTERS", "MEANINGS", "NightSummary", "Outcome", "summarize_night"]

Outcome = Literal[
    "regressed", "incomplete", "open", "unconfirmed", "improved", "unjudged", "ok", "uncompared"
]
"""Of a night, most pressing first."""

LETTERS: dict[Outcome, str] = {
    "regressed": "R",
    "incomplete": "I",
    "open": "o",
    "unconfirmed": "u",
    "improved": "+",
    "unjudged": "?",
    "ok": "✓",
    "uncompared": "–",
}
MEANINGS: dict[Outcome, str] = {
    "regressed": "a new regression or drift",
    "incomplete": "runs are missing or failed",
    "open": "findings of earlier nights are open",
    "unconfirmed": "worse that night alone",
    "improved": "a new improvement",
    "unjudged": "too few nights before it",
    "ok": "nothing was found",
    "uncompared": "taken in, not compared",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NightSummary:
    """A night in a few words.

    Parameters
    ----------
    night, label, recorded, code
        As of its facts.
    outcome
        The most pressing thing about it.
    said
        The same in words, with counts.
    changed
        Whether findings were opened or ended, or runs were missing.
    verdict
        Its first sentences.
    leaders
        Who led, by metric.
    """

    night: str
    label: str = ""
    recorded: str = ""
    code: str = ""
    outcome: Outcome = "uncompared"
    said: str = MEANINGS["uncompared"]
    changed: bool = False
    verdict: tuple[str, ...] = ()
    leaders: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def letter(self) -> str:
        """That stands for its outcome."""
        return LETTERS[self.outcome]


def summarize_night(facts: NightFacts, *, most: int = 4) -> NightSummary:
    """Put a night in a few words.

    Parameters
    ----------
    facts
        Of the night.
    most
        Sentences of its verdict that are kept.

    Examples
    --------
    >>> summarize_night(NightFacts(name="n", night="2026-02-14", incomplete=("f1: 3 of 9 …",))).letter
    'I'
    """
    over = [each for each in facts.findings if each.closed]
    return NightSummary(
        night=facts.night,
        label=facts.label,
        recorded=facts.recorded,
        code=facts.code,
        outcome=_outcome(facts),
        said=_said(facts, over),
        changed=bool(facts.new or over or facts.incomplete),
        verdict=tuple(clean(each) for each in facts.verdict[:most]),
        leaders=tuple((each.metric, each.algorithms) for each in facts.leaders if each.algorithms),
    )


def _outcome(facts: NightFacts) -> Outcome:
    # the first that holds is the most pressing
    unjudged = all(each.state == "no evidence" for each in facts.series)
    holds: dict[Outcome, bool] = {
        "regressed": bool(facts.new_findings("regression") or facts.new_findings("drift")),
        "incomplete": bool(facts.incomplete),
        "open": bool(facts.alerts),
        "unconfirmed": bool(facts.with_state("unconfirmed")),
        "improved": bool(facts.new_findings("improvement")),
        "unjudged": unjudged,
    }
    return next((outcome for outcome, there in holds.items() if there), "ok")


def _said(facts: NightFacts, over: list[Finding]) -> str:
    before = sum(each.number not in facts.new for each in facts.alerts)
    fresh = {
        "new regression": len(facts.new_findings("regression")),
        "new drift": len(facts.new_findings("drift")),
        "new improvement": len(facts.new_findings("improvement")),
    }
    parts = [counted(number, what) for what, number in fresh.items() if number]
    parts += [f"{before} still open"] * bool(before)
    parts += [f"{len(over)} over"] * bool(over)
    parts += ["incomplete"] * bool(facts.incomplete)
    doubtful = len(facts.with_state("unconfirmed"))
    parts += [f"{doubtful} unconfirmed"] * bool(doubtful)
    outcome = _outcome(facts)
    return ", ".join(parts) or MEANINGS[outcome]
