"""A night in GitHub Actions: the summary of the step, and annotations."""

import os
import sys
from pathlib import Path
from typing import Any

from benchreport.errors import NotifyError
from benchreport.nightly.config.settings import Config, Github
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.notify import wording as words
from benchreport.report.rendering.markdown_text import escape_markdown

__all__ = ["annotation", "check", "sent", "written"]

# of each kind a step shows ten, and drops the others
MOST = 10
# a step's summary is dropped above 1 MiB
SUMMARY_BYTES = 1024 * 1024


def check(settings: Github) -> None:
    """Accept the settings; there is nothing in them that could be wrong."""


def written(facts: NightFacts, settings: Github, config: Config) -> dict[str, Any]:
    """Write the summary as Markdown, and a line an annotation.

    Parameters
    ----------
    facts
        Of the night.
    settings
        Which of the two is wanted.
    config
        Says where the pages are.
    """
    return {
        "summary": _summary(facts, config) if settings.summary else "",
        "annotations": _annotations(facts, config) if settings.annotations else [],
    }


def sent(payload: dict[str, Any], settings: Github, config: Config) -> None:  # noqa: ARG001
    """Append the summary and print the annotations; nowhere but in Actions.

    Parameters
    ----------
    payload
        As `written` made it.
    settings, config
        Not needed for it.
    """
    if not os.environ.get("GITHUB_ACTIONS"):
        return
    if payload["summary"]:
        _append(payload["summary"].encode())
    if payload["annotations"]:
        # a command counts at the beginning of a line only, and is UTF-8 whatever the console is
        sys.stdout.flush()
        sys.stdout.buffer.write("\n".join(["", *payload["annotations"], ""]).encode())
        sys.stdout.buffer.flush()


def _append(content: bytes) -> None:
    place = os.environ.get("GITHUB_STEP_SUMMARY", "")
    if not place:
        return
    try:
        with Path(place).open("ab") as file:
            if file.tell() + len(content) >= SUMMARY_BYTES:
                raise NotifyError(
                    "notify.github: the summary of this step is full (1 MiB).",
                    hint="run benchreport nightly in a step of its own",
                )
            file.write(content)
    except OSError as error:
        raise NotifyError(
            f"notify.github: the summary of the step cannot be written: {error.strerror}.",
            hint="summary = false",
        ) from error


def _summary(facts: NightFacts, config: Config) -> str:
    blocks = [f"## {escape_markdown(words.headline(facts))}"]
    blocks += [f"> {escape_markdown(words.clean(sentence))}" for sentence in facts.verdict]
    for part in words.parts(facts, config):
        listed = [*part.lines, *([f"and {part.left} more"] if part.left else [])]
        blocks += [f"### {part.title}", "\n".join(f"- {escape_markdown(line)}" for line in listed)]
    address = words.link(facts, config)
    blocks += [f"[The report](<{address}>)"] * bool(address)
    return "\n\n".join(blocks) + "\n\n"


def _annotations(facts: NightFacts, config: Config) -> list[str]:
    """Write what is open as errors, those of tonight first, and what is not sure as warnings."""
    alerts = sorted(facts.alerts, key=lambda each: each.number not in facts.new)
    errors = [(each.kind.capitalize(), words.told(each, facts, config)) for each in alerts]
    parts = words.parts(facts, config, most=MOST)
    doubtful = [part for part in parts if part.title in words.DOUBTFUL]
    warnings = [(part.title.partition(":")[0], line) for part in doubtful for line in part.lines]
    left = sum(part.left for part in doubtful)
    return [*_first("error", errors), *_first("warning", warnings, left=left)]


def _first(kind: str, told: list[tuple[str, str]], *, left: int = 0) -> list[str]:
    """Write at most ten, the last of which counts those that are left out."""
    if len(told) + left > MOST:
        left += len(told) - (MOST - 1)
        told = [*told[: MOST - 1], ("And more", f"{left} more are in the report")]
    return [annotation(kind, title, said) for title, said in told]


def annotation(kind: str, title: str, said: str) -> str:
    r"""Write a workflow command in which nothing from the data is one.

    Parameters
    ----------
    kind
        ``"error"``, ``"warning"`` or ``"notice"``.
    title, said
        Any text.

    Examples
    --------
    >>> annotation("error", "a,b::c", "100 %\n::error::d")
    '::error title=a%2Cb%3A%3Ac::100 %25%0A::error::d'
    """
    data = said.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    named = title.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    named = named.replace(":", "%3A").replace(",", "%2C")
    return f"::{kind} title={named}::{data}"
