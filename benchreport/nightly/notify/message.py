"""What is to be sent, and what each way of sending offers."""

from dataclasses import dataclass
from typing import Any, Protocol

from benchreport.nightly.config.settings import Config
from benchreport.nightly.night_facts import NightFacts

__all__ = ["Message", "Way"]


@dataclass(frozen=True, slots=True)
class Message:
    """Something to send, as the history keeps it until it is sent.

    Parameters
    ----------
    channel
        The table of the configuration that says where to: ``"slack"``. Addresses and passwords are
        read from there when it is sent, so that none is ever stored.
    night
        Which night it tells of.
    payload
        Plain lists, dicts and scalars, for JSON.
    """

    channel: str
    night: str
    payload: dict[str, Any]


class Way(Protocol):
    """What a module of this folder offers; ``settings`` is its table of the configuration."""

    def check(self, settings: Any, /) -> None:  # noqa: ANN401 - each way has its own
        """Raise `ConfigError` where the settings cannot be used."""

    def written(self, facts: NightFacts, settings: Any, config: Config, /) -> dict[str, Any]:  # noqa: ANN401
        """Return the payload."""

    def sent(self, payload: dict[str, Any], settings: Any, config: Config, /) -> None:  # noqa: ANN401
        """Send a payload, or raise `NotifyError`."""
