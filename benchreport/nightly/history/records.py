"""What the history keeps of a night beside its scores, and what is still to be sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from benchreport.nightly.history.night_scores import Night
from benchreport.nightly.night_facts import Finding, Key, NightFacts
from benchreport.nightly.notify.message import Message

__all__ = ["NightRecord", "Remembered", "Waiting", "finding_of", "record_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRecord:
    """What is known of a night without its scores.

    Parameters
    ----------
    night, label
        Which.
    recorded
        When it was taken in, ISO with the zone.
    sha256, n_scores, code, context, metrics
        Of its results.
    thinned
        Whether its scores were given up to save room; what was found is kept.
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
        By which the history knows it.
    message
        What to send.
    attempts, error
        How often that failed, and how the last time.
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
        Of the night.
    night
        Its scores; ``None`` where they were given up.
    facts
        What was found; ``None`` where it was not compared yet.
    """

    record: NightRecord
    night: Night | None = None
    facts: NightFacts | None = None


def record_of(told: Mapping[str, Any]) -> NightRecord:
    """Make a night's record again from its plain form."""
    lists = {name: tuple(told[name]) for name in ("metrics", "replaced")}
    return NightRecord(**{**told, **lists})


def finding_of(told: Mapping[str, Any]) -> Finding:
    """Make a finding again from its plain form."""
    return Finding(**{**told, "key": Key(**told["key"])})
