"""Records of the history: a night without its scores, a whole night, and a message still to be sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from benchreport.nightly.history.night_scores import Night
from benchreport.nightly.night_facts import Finding, Key, NightFacts
from benchreport.nightly.notify.message import Message


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


def finding_from(doc: Mapping[str, Any]) -> Finding:
    """Build a finding from its document of plain values."""
    return Finding(**{**doc, "key": Key(**doc["key"])})
