"""Records of the history: a night without its scores, a whole night, and a message still to be sent."""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchreport.nightly.history.night_scores import Night
from benchreport.nightly.night_facts import Finding, NightFacts
from benchreport.nightly.notify.message import Message
from benchreport.wording.nights import shell as night_shell


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRecord:
    """The record of a night, without its scores.

    Parameters
    ----------
    night, label
        The name of the night, and the branch or variant.
    recorded
        When the night was recorded, as an ISO time with its zone.
    sha256, n_scores, code, context, metrics
        The same as in `Night`, but only the names of the metrics.
    thinned
        Whether the scores were deleted to save space; the facts remain.
    replaced
        The sha256 of earlier results that these replaced.
    """

    night: str
    label: str
    recorded: str
    sha256: str
    n_scores: int
    code: str = ""
    context: Mapping[str, str] = field(default_factory=dict)
    metrics: tuple[str, ...] = ()
    thinned: bool = False
    replaced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """The removal of a night by somebody.

    Parameters
    ----------
    night, label
        The name of the night, and the branch or variant.
    sha256, digests
        The sha256 of all scores, and of those of each metric; no metric if they had been deleted.
    at, who, why
        When somebody removed it, as an ISO time; who did so, and the reason.
    """

    night: str
    label: str
    sha256: str
    at: str
    who: str
    why: str
    digests: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, event: Mapping[str, Any]) -> "Removal":
        """Read it from the record of what somebody did."""
        return cls(**{name: value for name, value in event.items() if name != "action"})

    @property
    def text(self) -> str:
        """Who removed the night, when and why."""
        return night_shell.NIGHT_WAS_REMOVED.format(who=self.who, day=self.at[:10], why=self.why)

    def has_scores_of(self, night: Night) -> bool:
        """Return whether a night has the removed scores, of the metrics that both have."""
        if night.sha256 == self.sha256:
            return True
        digests = night.digests
        both = self.digests.keys() & digests.keys()
        return bool(both) and all(self.digests[metric] == digests[metric] for metric in both)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A message that is still to be sent.

    Parameters
    ----------
    key
        The key of the message in the history.
    message
        The message to send.
    attempts, error
        The number of failed attempts to send it, and the last error.
    """

    key: str
    message: Message
    attempts: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """All that a history holds of a night.

    Parameters
    ----------
    record
        The record of the night, without its scores.
    night
        The night with its scores; ``None`` if they were deleted.
    facts
        The facts of the night; ``None`` if it was not compared yet.
    """

    record: NightRecord
    night: Night | None = None
    facts: NightFacts | None = None


def record_from(doc: Mapping[str, Any]) -> NightRecord:
    """Build a night's record from its document of plain values."""
    lists = {name: tuple(doc[name]) for name in ("metrics", "replaced")}
    return NightRecord(**{**doc, **lists})


def message_from(doc: Mapping[str, Any]) -> Message:
    """Build a message from its document of plain values."""
    return Message(**{**doc, "earlier": tuple(doc.get("earlier", ()))})


def tells_who_closed(doc: Mapping[str, Any]) -> bool:
    """Return whether a finding's document says if somebody closed it; older versions wrote none that does."""
    return "by_hand" in doc


def with_who_closed(finding: Finding, events: Iterable[Mapping[str, Any]]) -> Finding:
    """Return a finding as closed by hand if somebody ended it so, for the same reason.

    Its number may be another one since, and so may the name of its series, but not both.
    """
    ends = {"accepted": "accept", "fixed": "fixed"}
    by_hand = bool(finding.closed) and any(
        event["action"] == ends.get(finding.status)
        and event["why"] in finding.why
        and (event.get("finding") == str(finding.number) or event.get("series") == str(finding.key))
        for event in events
    )
    return dataclasses.replace(finding, by_hand=True) if by_hand else finding
