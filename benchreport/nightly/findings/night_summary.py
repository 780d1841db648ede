"""Short summaries of nights for the calendar, the list of nights and the feed."""

from dataclasses import dataclass
from typing import Literal

from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.notify.wording import count_findings
from benchreport.report.rendering.clean_text import clean
from benchreport.wording.nights import verdicts as night_verdicts

Outcome = Literal[
    "regressed", "incomplete", "open", "unconfirmed", "improved", "unjudged", "ok", "uncompared"
]
"""The outcomes of a night, the most urgent first."""

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
MEANINGS = night_verdicts.OUTCOMES
MOST_SENTENCES = 4  # of a verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class NightSummary:
    """A short summary of a night.

    Parameters
    ----------
    night, label, recorded, code
        The same as in the night's facts.
    outcome, text
        The most urgent outcome, and the same in words with counts.
    changed
        Whether the night opened or ended findings, or lacked runs.
    verdict
        The first sentences of the verdict.
    leaders
        The leading algorithms, by metric.
    """

    night: str
    label: str = ""
    recorded: str = ""
    code: str = ""
    outcome: Outcome = "uncompared"
    text: str = MEANINGS["uncompared"]
    changed: bool = False
    verdict: tuple[str, ...] = ()
    leaders: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def letter(self) -> str:
        """The letter that stands for the outcome."""
        return LETTERS[self.outcome]


def summarize_night(facts: NightFacts) -> NightSummary:
    """Summarize a night, with the first sentences of its verdict.

    Examples
    --------
    >>> summarize_night(NightFacts(name="n", night="2026-02-14", incomplete=("f1: 3 of 9 …",))).letter
    'I'
    """
    over = sum(bool(finding.closed) for finding in facts.told)
    outcome = _outcome(facts)
    return NightSummary(
        night=facts.night,
        label=facts.label,
        recorded=facts.recorded,
        code=facts.code,
        outcome=outcome,
        text=_count_events(facts) or MEANINGS[outcome],
        changed=bool(facts.new or over or facts.incomplete),
        verdict=tuple(clean(sentence) for sentence in facts.verdict[:MOST_SENTENCES]),
        leaders=tuple(
            (leader.metric, leader.algorithms) for leader in facts.leaders if leader.algorithms
        ),
    )


def _outcome(facts: NightFacts) -> Outcome:
    # the first condition that holds is the most urgent
    holds: dict[Outcome, bool] = {
        "regressed": bool(facts.new_findings("regression") or facts.new_findings("drift")),
        "incomplete": bool(facts.incomplete),
        "open": bool(facts.alerts),
        "unconfirmed": bool(facts.with_state("unconfirmed")),
        "improved": bool(facts.new_findings("improvement")),
        "unjudged": all(row.state == "no evidence" for row in facts.series),
    }
    return next((outcome for outcome, true in holds.items() if true), "ok")


def _count_events(facts: NightFacts) -> str:
    over = sum(bool(finding.closed) and not finding.is_mark for finding in facts.told)
    doubtful = len(facts.with_state("unconfirmed"))
    parts = count_findings(facts)
    parts += [night_verdicts.CLOSED_COUNT.format(n=over)] * bool(over)
    parts += [night_verdicts.UNCONFIRMED_COUNT.format(n=doubtful)] * bool(doubtful)
    return ", ".join(parts)
