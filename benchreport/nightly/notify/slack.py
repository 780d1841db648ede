"""The Slack channel, which posts the night as text."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchreport.errors import ConfigError, format_count
from benchreport.nightly.env_secrets import ENV
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.notify import http
from benchreport.nightly.notify import wording as words
from benchreport.nightly.notify.message import When
from benchreport.report.rendering.clean_text import clean
from benchreport.wording.nights import verdicts as night_verdicts

# a section in Slack holds at most 3,000 characters, and people do not read longer messages
MOST, KEPT_FOR_END = 3000, 100
WHERE = "notify.slack.url"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slack:
    """``[notify.slack]``: text to an incoming webhook."""

    url: str = field(repr=False)
    when: When = "change"

    def check(self) -> None:
        """Raise `ConfigError` unless the address is usable and secret: whoever knows it can post."""
        http.check_url(self.url, where=WHERE)
        if not ENV.fullmatch(self.url) and urlsplit(self.url).hostname not in http.LOCAL:
            raise ConfigError(
                f"{WHERE} is written in the file, and whoever reads it could post as you.",
                hint='url = "env:SLACK_URL", and SLACK_URL=https://… in the environment',
            )

    def write(self, facts: NightFacts, link: str) -> dict[str, Any]:
        """Write at most 3,000 characters, with the number of omitted lines."""
        lines = [
            f"*{escape(words.headline(facts))}*",
            *(escape(clean(sentence)) for sentence in facts.verdict),
        ]
        for part in words.parts(facts):
            lines += [f"*{part.title}*", *(f"• {escape(line)}" for line in part.lines)]
            lines += [part.more] * bool(part.left)
        address = link.replace("&", "&amp;")
        end = f"<{address}|{night_verdicts.REPORT}>" if 0 < len(link) < MOST // 2 else ""
        fitting = _fit(lines, MOST - len(end) - KEPT_FOR_END)
        omitted = len(lines) - len(fitting)
        left_out = format_count(omitted, "further line")
        more = [night_verdicts.LINES_LEFT_OUT.format(lines=left_out)] if omitted else []
        text = "\n".join([*fitting, *more, *([end] if end else [])])
        return {"text": text, "unfurl_links": False, "unfurl_media": False}

    def send(self, payload: dict[str, Any], place: Path) -> None:  # noqa: ARG002 - as other channels
        """Post the text."""
        http.post(self.url, payload, where=WHERE)


def escape(text: str) -> str:
    """Escape a text so that Slack finds no mention, link or command in it.

    >>> escape("<!channel> & <@U1>")
    '&lt;!channel&gt; &amp; &lt;@\u200bU1&gt;'
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # a zero-width space keeps Slack from linking addresses and, in older workspaces, names
    return text.replace("@", "@\u200b").replace("://", ":\u200b//")


def _fit(lines: list[str], room: int) -> list[str]:
    """Return the first lines that together fit into ``room`` characters."""
    used = 0
    for place, line in enumerate(lines):
        used += len(line) + 1
        if used > room:
            return lines[:place]
    return lines
