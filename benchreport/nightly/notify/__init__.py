"""Notifications: one channel a module.

A channel is a frozen dataclass, the table of its settings, that checks itself, writes a payload from
`NightFacts` and sends it (`message.Channel`). It may import ``night_facts``, ``env_secrets``, ``errors``,
and from ``report`` and ``results`` what escapes texts and formats numbers.
To add one: a module here, its import, and a line in `Notify`; the name there is that of its table.
"""

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchreport.errors import ConfigError, NotifyError, examples
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.notify import wording as words
from benchreport.nightly.notify.github import Github
from benchreport.nightly.notify.junit import Junit
from benchreport.nightly.notify.mail import Mail
from benchreport.nightly.notify.message import Channel, Message
from benchreport.nightly.notify.slack import Slack
from benchreport.nightly.notify.webhook import Webhook

__all__ = ["Message", "Notify", "check", "send", "write_messages"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notify:
    """``[notify]``: the channels, in the order in which they are told.

    Those that stay on this machine come first: they cannot keep the others waiting.

    Parameters
    ----------
    link
        The address under which the folder of pages is published.
    """

    link: str = ""
    github: Github | None = None
    junit: Junit | None = None
    webhook: Webhook | None = None
    slack: Slack | None = None
    mail: Mail | None = None

    @property
    def channels(self) -> dict[str, Channel]:
        """The channels that are configured, by their names."""
        names = [field.name for field in dataclasses.fields(self) if field.name != "link"]
        settings = {name: getattr(self, name) for name in names}
        return {name: channel for name, channel in settings.items() if channel is not None}

    def outputs(self, setting: Literal["path", "folder"]) -> list[str]:
        """Return the files, or the folders, that channels write."""
        values = (getattr(channel, setting, "") for channel in self.channels.values())
        return [value for value in values if value]


def check(notify: Notify) -> None:
    """Check the settings of every channel, without the environment.

    Raises
    ------
    ConfigError
        An address cannot be used, or a secret stands in the file.
    """
    if notify.link and not notify.link.startswith(("https://", "http://")):
        raise ConfigError(
            "notify.link should be the address under which the pages are read.",
            hint='link = "https://example.org/nights"',
        )
    for channel in notify.channels.values():
        channel.check()


def write_messages(facts: NightFacts, notify: Notify, *, changed: bool) -> list[Message]:
    """Write the messages about a night.

    Parameters
    ----------
    facts
        The night.
    notify
        The channels, and when each is told.
    changed
        Whether a finding was opened, or is over since tonight.

    Returns
    -------
    list of Message
        Those of GitHub and JUnit always; others as their ``when`` says: ``"always"``, on a
        ``"change"`` (or when the night is incomplete), or on a ``"regression"`` or drift that
        tonight opened.
    """
    worse = bool(facts.new_findings("regression") or facts.new_findings("drift"))
    applies = {
        "always": True,
        "change": changed or worse or bool(facts.incomplete),
        "regression": worse,
    }
    link = words.report_link(facts, notify.link)
    return [
        Message(name, facts.night, channel.write(facts, link))
        for name, channel in notify.channels.items()
        if applies[getattr(channel, "when", "always")]
    ]


def send(message: Message, notify: Notify, place: Path) -> None:
    """Send a message to where the configuration says now.

    Parameters
    ----------
    message
        One of `write_messages`, of tonight or of an earlier night.
    notify
        The present settings: an address that was corrected since then counts.
    place
        The configuration's folder, to which paths are relative.

    Raises
    ------
    NotifyError
        It was not sent; the message may be kept, and sent with the next night.
    """
    channel = notify.channels.get(message.channel)
    if channel is None:
        raise NotifyError(
            f"the configuration does not say how to send to {message.channel!r}; it knows "
            f"{examples(notify.channels) or 'nobody'}.",
            hint=f"[notify.{message.channel}]",
        )
    try:
        channel.check()
        channel.send(message.payload, place)
    except ConfigError as error:
        raise NotifyError(error.message, hint=error.way_out) from None
