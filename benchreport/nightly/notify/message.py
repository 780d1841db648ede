"""A message to send, and the protocol of every channel."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from benchreport.nightly.night_facts import NightFacts

When = Literal["always", "change", "regression"]
"""The nights that a channel reports. A channel without this setting reports each run, at once or never."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message; the history stores it until it is sent.

    Parameters
    ----------
    channel
        The channel's name in the configuration: ``"slack"``. Addresses and passwords are read from
        the configuration when the message is sent, so that they are never stored.
    night
        The night that the message is about.
    payload
        Plain lists, dicts and scalars, for JSON.
    label
        The branch or variant of the night.
    earlier
        Earlier nights whose messages were not sent, and which this one tells of.
    """

    channel: str
    night: str
    payload: dict[str, Any]
    label: str = ""
    earlier: tuple[str, ...] = ()


class Channel(Protocol):
    """A channel: a frozen dataclass with the settings of its table in the configuration.

    It may have the settings ``when``, and ``path`` or ``folder``: the file or the folder to write to,
    relative to the configuration file.
    """

    def check(self) -> None:
        """Raise `ConfigError` if the settings cannot be used, without reading the environment."""

    def write(self, facts: NightFacts, link: str) -> dict[str, Any]:
        """Return the payload; ``link`` is the address of the night's report, or empty."""

    def send(self, payload: dict[str, Any], place: Path) -> None:
        """Send a payload, or raise `NotifyError`; ``place`` is the configuration's folder."""
