"""What the history keeps of a night beside its scores, and the messages that are still to be sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from benchreport.nightly.history.night_scores import Night
from benchreport.nightly.night_facts import Finding, Key, NightFacts
from benchreport.nightly.notify.message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRecord:
    """What is known of a night without its scores.

    Parameters
    ----------
    night, label
        The night, and the branch or variant.
    recorded
        When it was taken in, ISO with the zone.
    sha256, n_scores, code, context, metrics
        The same as in `Night`, but of the metrics their names only.
    thinned
        Whether its scores were given up to save room; its facts are kept.
    replaced
        The sha256 of results that stood here before.
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
        The history's key for it.
    message
        What to send.
    attempts, error
        How often sending failed, and how it failed the last time.
    """

    key: str
    message: Message
    attempts: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """All that a history knows of a night.

    Parameters
    ----------
    record
        The night without its scores.
    night
        Its scores; ``None`` where they were given up.
    facts
        Its facts; ``None`` where it was not compared yet.
    """

    record: NightRecord
    night: Night | None = None
    facts: NightFacts | None = None


def record_from(doc: Mapping[str, Any]) -> NightRecord:
    """Return the night's record that a document of plain values holds."""
    lists = {name: tuple(doc[name]) for name in ("metrics", "replaced")}
    return NightRecord(**{**doc, **lists})


def finding_from(doc: Mapping[str, Any]) -> Finding:
    """Return the finding that a document of plain values holds."""
    return Finding(**{**doc, "key": Key(**doc["key"])})
