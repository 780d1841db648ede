"""The channel for GitHub Actions: a summary of the step, and annotations."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchreport.errors import NotifyError
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.notify import wording as words
from benchreport.nightly.notify.metric_format import metric_formats
from benchreport.report.rendering.clean_text import clean
from benchreport.report.rendering.markdown_text import escape_markdown
from benchreport.wording.nights import verdicts as night_verdicts

# GitHub shows ten annotations of each kind a step, and drops the others
MOST = 10
# GitHub drops a step's summary above 1 MiB
SUMMARY_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Github:
    """``[notify.github]``: a summary of an Actions step, and annotations."""

    summary: bool = True
    annotations: bool = True

    def check(self) -> None:
        """Accept all settings, because no value can be wrong."""

    def write(self, facts: NightFacts, link: str) -> dict[str, Any]:
        """Write the summary as Markdown, and one line for each annotation."""
        return {
            "summary": _summary(facts, link) if self.summary else "",
            "annotations": _annotations(facts) if self.annotations else [],
        }

    def send(self, payload: dict[str, Any], place: Path) -> None:  # noqa: ARG002 - as other channels
        """Append the summary and print the annotations; outside of Actions, do nothing."""
        if not os.environ.get("GITHUB_ACTIONS"):
            return
        if payload["summary"]:
            _append(payload["summary"].encode())
        if payload["annotations"]:
            # a command must begin a line, and must be UTF-8 whatever the encoding of the console
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


def _summary(facts: NightFacts, link: str) -> str:
    blocks = [f"## {escape_markdown(words.headline(facts))}"]
    blocks += [f"> {escape_markdown(clean(sentence))}" for sentence in facts.verdict]
    for part in words.parts(facts):
        lines = [*part.lines, *([part.more] if part.left else [])]
        blocks += [f"### {part.title}", "\n".join(f"- {escape_markdown(line)}" for line in lines)]
    blocks += [f"[{night_verdicts.REPORT}](<{link}>)"] * bool(link)
    return "\n\n".join(blocks) + "\n\n"


def _annotations(facts: NightFacts) -> list[str]:
    """Write open findings as errors, tonight's first, and uncertain changes as warnings."""
    alerts = sorted(facts.alerts, key=lambda finding: finding.number not in facts.new)
    formats = metric_formats(facts)
    errors = [
        (finding.kind.capitalize(), words.finding_line(facts.estimate_now(finding), formats))
        for finding in alerts
    ]
    doubtful = [part for part in words.parts(facts, most=MOST) if part.title in words.DOUBTFUL]
    warnings = [(part.title, line) for part in doubtful for line in part.lines]
    omitted = sum(part.left for part in doubtful)
    return [*_first("error", errors), *_first("warning", warnings, omitted=omitted)]


def _first(kind: str, rows: list[tuple[str, str]], *, omitted: int = 0) -> list[str]:
    """Write at most ten annotations; if there are more, the last one counts the omitted ones."""
    if len(rows) + omitted > MOST:
        omitted += len(rows) - (MOST - 1)
        more = night_verdicts.MORE_IN_REPORT.format(n=omitted)
        rows = [*rows[: MOST - 1], (night_verdicts.MORE_TITLE, more)]
    return [annotation(kind, title, message) for title, message in rows]


def annotation(kind: str, title: str, message: str) -> str:
    r"""Write a workflow command, escaped so that the data cannot add another command.

    Parameters
    ----------
    kind
        ``"error"``, ``"warning"`` or ``"notice"``.
    title, message
        Any text.

    Examples
    --------
    >>> annotation("error", "a,b::c", "100 %\n::error::d")
    '::error title=a%2Cb%3A%3Ac::100 %25%0A::error::d'
    """
    title, message = (
        text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
        for text in (title, message)
    )
    return f"::{kind} title={title.replace(':', '%3A').replace(',', '%2C')}::{message}"
