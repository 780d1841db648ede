"""The JUnit channel: an XML file with a suite for each metric and a test case for each series."""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchreport.errors import ConfigError
from benchreport.nightly.night_facts import Key, NightFacts, SeriesNight
from benchreport.nightly.notify import wording as words
from benchreport.nightly.notify.files import write_whole
from benchreport.nightly.notify.metric_format import metric_formats
from benchreport.report.rendering.clean_text import clean
from benchreport.report.rendering.junit_xml import (
    Case,
    Suite,
    as_file,
    name_in_full,
    write_junit,
)
from benchreport.wording.nights import verdicts as night_verdicts

SKIPPED = ("missing", "no evidence", "not comparable")


@dataclass(frozen=True, slots=True, kw_only=True)
class Junit:
    """``[notify.junit]``: a file with a test case for each series.

    Parameters
    ----------
    path
        The path of the file, relative to the configuration file.
    """

    path: str

    def check(self) -> None:
        """Raise `ConfigError` if ``path`` is empty."""
        if not self.path.strip() or "\0" in self.path:
            raise ConfigError("notify.junit.path names no file.", hint='path = "nights/junit.xml"')

    def write(self, facts: NightFacts, link: str) -> dict[str, Any]:
        """Write the content of the file.

        A series with an open regression or drift that tonight shows is a failure, once for each change. A
        series is skipped if its finding was acknowledged, is not shown or is told of another series, or if it
        is missing, without evidence or not comparable. A failed run is an error.
        """
        formats = metric_formats(facts)
        alerts: dict[Key, list[tuple[str, bool, str]]] = defaultdict(list)
        for finding in facts.alerts:
            sentence = words.finding_line(facts.estimate_now(finding), formats)
            alerts[finding.key].append((finding.kind, finding in facts.red, sentence))
            elsewhere = night_verdicts.PART_OF.format(finding=sentence)
            for part in facts.parts_of(finding):
                if part.key != finding.key and not part.closed:
                    alerts[part.key].append((finding.kind, False, elsewhere))
        series = {night.key: night for night in facts.series}
        metrics: dict[str, list[Key]] = defaultdict(list)
        for key in dict.fromkeys([*series, *alerts]):
            metrics[key.metric].append(key)
        named = {name: getattr(facts, name) for name in ("night", "label", "code")}
        suites = [
            Suite(
                metric,
                facts.name,
                words.recorded_at(facts),
                [_case(key, series.get(key), alerts.get(key, [])) for key in keys],
                {name: value for name, value in named.items() if value},
                # the first suite is about the night as a whole
                "" if number else words.text(facts, link),
            )
            for number, (metric, keys) in enumerate(metrics.items())
        ]
        return {"xml": write_junit(suites)}

    def send(self, payload: dict[str, Any], place: Path) -> None:
        """Write the file to the path in the settings."""
        write_whole(place / self.path, as_file(payload["xml"]), where="notify.junit")


def _case(key: Key, night: SeriesNight | None, alerts: list[tuple[str, bool, str]]) -> Case:
    """Return the test case of a series: an error, the open findings, or the reason for skipping it."""
    where = f" on {name_in_full(key.dataset)}" if key.dataset else ""
    case = Case(name_in_full(key.algorithm) + where, key.metric)
    reason = clean(night.reason) if night and night.reason else ""
    failing = [alert for alert in alerts if alert[1]]
    if night and night.state == "failed":
        return case._replace(
            outcome="error", kind="failed run", message=reason or night_verdicts.RUN_FAILED
        )
    if failing:
        text = "\n".join(alert[2] for alert in failing)
        return case._replace(
            outcome="failure", kind=failing[0][0], message=failing[0][2], text=text
        )
    if alerts:
        return case._replace(outcome="skipped", message=alerts[0][2])
    if night and night.state in SKIPPED:
        message = f"{night.state}: {reason}" if reason else night.state
        return case._replace(outcome="skipped", message=message)
    return case
