"""Notifications, with one module for each channel.

A channel is a frozen dataclass with the settings of its table (`message.Channel`). It checks them, writes
a payload from `NightFacts` and sends it. It may import ``night_facts``, ``env_secrets``, ``errors``, and
the escaping of texts and the formats of numbers from ``report`` and ``results``.
To add a channel, write its module here, import it, and add a field to `Notify` with its table's name.
"""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
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
    """``[notify]``: the channels, in the order in which they get their messages.

    Channels that stay on this machine come first, because they cannot delay the others.

    Parameters
    ----------
    link
        The URL under which the folder of pages is published.
    """

    link: str = ""
    github: Github | None = None
    junit: Junit | None = None
    webhook: Webhook | None = None
    slack: Slack | None = None
    mail: Mail | None = None

    @property
    def channels(self) -> dict[str, Channel]:
        """The configured channels, by name."""
        names = [field.name for field in dataclasses.fields(self) if field.name != "link"]
        settings = {name: getattr(self, name) for name in names}
        return {name: channel for name, channel in settings.items() if channel is not None}

    def outputs(self, setting: Literal["path", "folder"]) -> list[str]:
        """Return the files or the folders that channels write, as their settings name them."""
        values = (getattr(channel, setting, "") for channel in self.channels.values())
        return [value for value in values if value]


def check(notify: Notify) -> None:
    """Check the settings of every channel, without reading the environment.

    Raises
    ------
    ConfigError
        An address cannot be used, or the file holds a secret.
    """
    if notify.link and not notify.link.startswith(("https://", "http://")):
        raise ConfigError(
            "notify.link should be the address under which the pages are read.",
            hint='link = "https://example.org/nights"',
        )
    for channel in notify.channels.values():
        channel.check()


def write_messages(
    facts: NightFacts,
    notify: Notify,
    *,
    changed: bool,
    remarks: Mapping[str, Sequence[str]] = MappingProxyType({}),
    only: Collection[str] = (),
) -> list[Message]:
    """Write the messages about a night.

    Parameters
    ----------
    facts
        The facts of the night.
    notify
        The settings of the channels, with the nights on which each gets messages.
    changed
        Whether tonight opened or ended a finding.
    remarks
        Sentences for each channel, which follow the verdict.
    only
        Channels to write to, whatever their ``when``, and to no other; if empty, their ``when`` decides.

    Returns
    -------
    list of Message
        GitHub and JUnit always get a message. The ``when`` of other channels decides: ``"always"``;
        ``"change"``, also for an incomplete night; or ``"regression"``, for a regression or drift
        that tonight opened.
    """
    worse = bool(facts.new_findings("regression") or facts.new_findings("drift"))
    applies = {
        "always": True,
        "change": changed or worse or bool(facts.incomplete),
        "regression": worse,
    }
    link = words.report_link(facts, notify.link)
    told = {
        name: dataclasses.replace(facts, verdict=(*facts.verdict, *remarks.get(name, ())))
        for name in notify.channels
    }
    return [
        Message(name, facts.night, channel.write(told[name], link))
        for name, channel in notify.channels.items()
        if (name in only if only else applies[getattr(channel, "when", "always")])
    ]


def send(message: Message, notify: Notify, place: Path) -> None:
    """Send a message by the present settings of its channel.

    Parameters
    ----------
    message
        A message from `write_messages`, about tonight or an earlier night.
    notify
        The present settings, so that a corrected address is used.
    place
        The folder of the configuration file, to which paths are relative.

    Raises
    ------
    NotifyError
        The message was not sent; the caller may keep it and send it with the next night.
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
