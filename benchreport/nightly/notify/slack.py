"""A night as text in a Slack channel."""

from typing import Any
from urllib.parse import urlsplit

from benchreport.errors import ConfigError
from benchreport.nightly.config.settings import ENV, Config, Slack
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.notify import http
from benchreport.nightly.notify import wording as words

__all__ = ["check", "sent", "written"]

# a section of Slack's holds 3,000 characters, and longer messages are not read
MOST, KEPT_FOR_END = 3000, 100
WHERE = "notify.slack.url"


def check(settings: Slack) -> None:
    """Raise `ConfigError` unless the address may be used; who knows it can post, so it is a secret."""
    http.check_url(settings.url, where=WHERE)
    if not ENV.fullmatch(settings.url) and urlsplit(settings.url).hostname not in http.LOCAL:
        raise ConfigError(
            f"{WHERE} stands in the file; whoever reads it could post as you.",
            hint='url = "env:SLACK_URL", and SLACK_URL=https://… in the environment',
        )


def written(facts: NightFacts, settings: Slack, config: Config) -> dict[str, Any]:  # noqa: ARG001
    """Write what Slack is posted: at most 3,000 characters, and how many lines there are more.

    Parameters
    ----------
    facts
        Of the night.
    settings
        Not needed for it.
    config
        Says where the pages are.
    """
    lines = [f"*{escaped(words.headline(facts))}*", *map(_sentence, facts.verdict)]
    for part in words.parts(facts, config):
        lines += [f"*{part.title}*", *(f"• {escaped(line)}" for line in part.lines)]
        lines += [f"and {part.left} more"] * bool(part.left)
    address = words.link(facts, config)
    end = f"<{address.replace('&', '&amp;')}|The report>" if len(address) < MOST // 2 else ""
    room = MOST - len(end) - KEPT_FOR_END
    shown = _fitting(lines, room)
    left = len(lines) - len(shown)
    more = [f"… {left} lines more are in the report."] if left else []
    text = "\n".join([*shown, *more, *([end] if end else [])])
    return {"text": text, "unfurl_links": False, "unfurl_media": False}


def sent(payload: dict[str, Any], settings: Slack, config: Config) -> None:  # noqa: ARG001
    """Post the text."""
    http.post(settings.url, payload, where=WHERE)


def escaped(text: str) -> str:
    """Write a text so that Slack finds no mention, link or command in it.

    >>> escaped("<!channel> & <@U1>")
    '&lt;!channel&gt; &amp; &lt;@\u200bU1&gt;'
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # older workspaces link names, and all link addresses: a space without width stops that
    return text.replace("@", "@\u200b").replace("://", ":\u200b//")


def _sentence(told: str) -> str:
    return escaped(words.clean(told))


def _fitting(lines: list[str], room: int) -> list[str]:
    """Take lines from the beginning as long as there is room."""
    used = 0
    for place, line in enumerate(lines):
        used += len(line) + 1
        if used > room:
            return lines[:place]
    return lines
