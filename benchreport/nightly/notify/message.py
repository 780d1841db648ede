"""A message to send, and what every channel offers."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from benchreport.nightly.night_facts import NightFacts

When = Literal["always", "change", "regression"]
"""The nights that a channel is told of. One without this setting is told of each run, and never later."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message, as the history keeps it until it is sent.

    Parameters
    ----------
    channel
        The channel's name in the configuration: ``"slack"``. Addresses and passwords are read from
        there when the message is sent, so that none is ever stored.
    night
        The night that the message is about.
    payload
        Plain lists, dicts and scalars, for JSON.
    """

    channel: str
    night: str
    payload: dict[str, Any]


class Channel(Protocol):
    """A channel: the frozen dataclass of its table in the configuration.

    It may have the settings ``when``, and ``path`` or ``folder``: a file that it writes, or a folder that it
    writes files into, relative to the configuration file.
    """

    def check(self) -> None:
        """Raise `ConfigError` where the settings cannot be used; the environment is not read."""

    def write(self, facts: NightFacts, link: str) -> dict[str, Any]:
        """Return the payload; ``link`` is the address of the night's report, or empty."""

    def send(self, payload: dict[str, Any], place: Path) -> None:
        """Send a payload, or raise `NotifyError`; ``place`` is the configuration's folder."""
