"""The JUnit channel: an XML file with a suite for each metric and a test case for each series."""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from benchreport.errors import ConfigError
from benchreport.nightly.night_facts import Key, NightFacts, SeriesNight
from benchreport.nightly.notify import wording as words
from benchreport.nightly.notify.clean_text import clean
from benchreport.nightly.notify.files import write_whole
from benchreport.nightly.notify.metric_format import metric_formats
from benchreport.wording import night_verdicts

SKIPPED = ("missing", "no evidence", "not comparable")
# do not shorten names: the whole name identifies a test case, and CI servers shorten it if they must
MOST_NAME = 10_000


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

        A series with an open regression or drift that tonight shows is a failure. A series is skipped if its
        finding was acknowledged or is not shown, or if it is missing, without evidence or not comparable. A
        failed run is an error.
        """
        formats = metric_formats(facts)
        alerts: dict[Key, list[tuple[str, bool, str]]] = defaultdict(list)
        for finding in facts.alerts:
            sentence = words.finding_line(facts.estimate_now(finding), formats)
            alerts[finding.key].append((finding.kind, finding in facts.red, sentence))
        series = {night.key: night for night in facts.series}
        metrics: dict[str, list[Key]] = defaultdict(list)
        for key in dict.fromkeys([*series, *alerts]):
            metrics[key.metric].append(key)
        root = ET.Element("testsuites")
        for number, (metric, keys) in enumerate(metrics.items()):
            suite = ET.SubElement(root, "testsuite")
            _add_properties(suite, facts)
            for key in keys:
                _add_case(suite, key, series.get(key), alerts.get(key, []))
            _count(suite, metric, number, facts)
            # the first suite is about the night as a whole
            ET.SubElement(suite, "system-out").text = "" if number else words.text(facts, link)
            ET.SubElement(suite, "system-err")
        ET.indent(root)
        return {"xml": ET.tostring(root, encoding="unicode")}

    def send(self, payload: dict[str, Any], place: Path) -> None:
        """Write the file to the path in the settings."""
        content = f'<?xml version="1.0" encoding="UTF-8"?>\n{payload["xml"]}\n'.encode()
        write_whole(place / self.path, content, where="notify.junit")


def _add_case(
    suite: ET.Element, key: Key, night: SeriesNight | None, alerts: list[tuple[str, bool, str]]
) -> None:
    """Add the test case of a series, with an error, the open findings, or the reason for skipping it."""
    name = _name(key.algorithm) + (f" on {_name(key.dataset)}" if key.dataset else "")
    case = ET.SubElement(suite, "testcase", name=name, classname=_name(key.metric), time="0")
    reason = clean(night.reason) if night and night.reason else ""
    failing = [alert for alert in alerts if alert[1]]
    if night and night.state == "failed":
        ET.SubElement(case, "error", type="failed run", message=reason or night_verdicts.RUN_FAILED)
    elif failing:
        failure = ET.SubElement(case, "failure", type=failing[0][0], message=failing[0][2])
        failure.text = "\n".join(alert[2] for alert in failing)
    elif alerts:
        ET.SubElement(case, "skipped", message=alerts[0][2])
    elif night and night.state in SKIPPED:
        message = f"{night.state}: {reason}" if reason else night.state
        ET.SubElement(case, "skipped", message=message)


def _count(suite: ET.Element, metric: str, number: int, facts: NightFacts) -> None:
    """Set the name of a suite and the counts of its test cases."""
    cases = {"tests": "", "failures": "/failure", "errors": "/error", "skipped": "/skipped"}
    attributes = {
        "name": _name(metric),
        "package": _name(facts.name),
        "id": str(number),
        # JUnit's schema does not allow a time zone
        "timestamp": words.recorded_at(facts).strftime("%Y-%m-%dT%H:%M:%S"),
        "hostname": "localhost",
        **{name: str(len(suite.findall(f"testcase{kind}"))) for name, kind in cases.items()},
        "time": "0",
    }
    for name, value in attributes.items():
        suite.set(name, value)


def _add_properties(suite: ET.Element, facts: NightFacts) -> None:
    properties = ET.SubElement(suite, "properties")
    for name in ("night", "label", "code"):
        if value := getattr(facts, name):
            ET.SubElement(properties, "property", name=name, value=_name(value))


def _name(text: str) -> str:
    return clean(text, most=MOST_NAME)
