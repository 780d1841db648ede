"""Telling people of a night, one way a module.

A way is a pure function from `NightFacts` to what is sent, and a small one that sends it. It may import
``facts``, ``config``, ``errors``, and of ``report`` and ``results`` what escapes texts and writes numbers.
To add one: a module here, a table in ``config``, a line in ``WAYS``.
"""

from collections.abc import Mapping

from benchreport.errors import ConfigError, NotifyError, examples
from benchreport.nightly.config.settings import Config
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.notify import github, junit, mail, slack, webhook
from benchreport.nightly.notify.message import Message, Way

__all__ = ["WAYS", "Message", "check", "messages", "send"]

# what stays on this machine first: it cannot keep the others waiting
WAYS: Mapping[str, Way] = {
    "github": github,
    "junit": junit,
    "slack": slack,
    "webhook": webhook,
    "mail": mail,
}


def check(config: Config) -> None:
    """Check the settings of every way, without the environment.

    Parameters
    ----------
    config
        As it was read.

    Raises
    ------
    ConfigError
        An address cannot be used, or a secret stands in the file.
    """
    link = config.notify.link
    if link and not link.startswith(("https://", "http://")):
        raise ConfigError(
            "notify.link should be the address under which the pages are read.",
            hint='link = "https://example.org/nights"',
        )
    for channel, way in WAYS.items():
        settings = getattr(config.notify, channel)
        if settings is not None:
            way.check(settings)


def messages(facts: NightFacts, config: Config, *, changed: bool) -> list[Message]:
    """Write what is to be sent of a night.

    Parameters
    ----------
    facts
        Of the night.
    config
        Says who is told, and when.
    changed
        Whether a finding was opened, or is over since tonight.

    Returns
    -------
    list of Message
        Those of GitHub and JUnit always; others as their ``when`` says: ``"always"``, on a
        ``"change"`` (or when the night is incomplete), or on a ``"regression"`` or drift that
        tonight opened.
    """
    worse = bool(facts.opened("regression") or facts.opened("drift"))
    fits = {
        "always": True,
        "change": changed or worse or bool(facts.incomplete),
        "regression": worse,
    }
    return [
        Message(channel, facts.night, way.written(facts, settings, config))
        for channel, way in WAYS.items()
        if (settings := getattr(config.notify, channel)) is not None
        and fits[getattr(settings, "when", "always")]
    ]


def send(message: Message, config: Config) -> None:
    """Send a message to where the configuration says now.

    Parameters
    ----------
    message
        Of `messages`, tonight or on a night before.
    config
        As it is now: an address that was put right since counts.

    Raises
    ------
    NotifyError
        It was not sent; the message may be kept, and sent with the next night.
    """
    settings = getattr(config.notify, message.channel, None) if message.channel in WAYS else None
    if settings is None:
        raise NotifyError(
            f"nothing in the configuration says how to send to {message.channel!r}; it knows "
            f"{examples(channel for channel in WAYS if getattr(config.notify, channel)) or 'nobody'}.",
            hint=f"[notify.{message.channel}]",
        )
    way = WAYS[message.channel]
    try:
        way.check(settings)
        way.sent(message.payload, settings, config)
    except ConfigError as error:
        raise NotifyError(error.message, hint=error.way_out) from None
