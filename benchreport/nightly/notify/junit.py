"""A night as JUnit XML: a suite each metric, a test case each series."""

from collections import defaultdict
from typing import Any
from xml.etree import ElementTree as ET

from benchreport.errors import ConfigError
from benchreport.nightly.config.settings import Config, Junit
from benchreport.nightly.night_facts import Key, NightFacts, SeriesNight
from benchreport.nightly.notify import wording as words
from benchreport.nightly.notify.files import write_whole

__all__ = ["check", "sent", "written"]

SKIPPED = ("missing", "no evidence", "not comparable")
# CI servers cut names themselves where they must; a test case is known by its whole name
MOST_NAME = 10_000


def check(settings: Junit) -> None:
    """Raise `ConfigError` where no file is named."""
    if not settings.path.strip() or "\0" in settings.path:
        raise ConfigError("notify.junit.path names no file.", hint='path = "nights/junit.xml"')


def written(facts: NightFacts, settings: Junit, config: Config) -> dict[str, Any]:  # noqa: ARG001
    """Write the file.

    A series with an open regression or drift fails; where it was acknowledged, it is skipped, as are
    those that are missing, without evidence or not comparable; a failed run is an error.

    Parameters
    ----------
    facts
        Of the night.
    settings
        Not needed for it.
    config
        Knows what is compared by ratios.
    """
    alerts: dict[Key, list[tuple[str, str, str]]] = defaultdict(list)
    for each in facts.alerts:
        alerts[each.key].append((each.kind, each.status, words.told(each, facts, config)))
    series = {each.key: each for each in facts.series}
    metrics: dict[str, list[Key]] = defaultdict(list)
    for key in dict.fromkeys([*series, *alerts]):
        metrics[key.metric].append(key)
    root = ET.Element("testsuites")
    for number, (metric, keys) in enumerate(metrics.items()):
        suite = ET.SubElement(root, "testsuite")
        _properties(suite, facts)
        for key in keys:
            _case(suite, key, series.get(key), alerts.get(key, []))
        _close(suite, metric, number, facts)
        # of the night as a whole, once
        ET.SubElement(suite, "system-out").text = words.text(facts, config) if not number else ""
        ET.SubElement(suite, "system-err")
    ET.indent(root)
    return {"xml": ET.tostring(root, encoding="unicode")}


def sent(payload: dict[str, Any], settings: Junit, config: Config) -> None:
    """Write the file where the settings say, relative to the configuration.

    Parameters
    ----------
    payload
        As `written` made it.
    settings
        Its path.
    config
        The folder that it is relative to.
    """
    content = f'<?xml version="1.0" encoding="UTF-8"?>\n{payload["xml"]}\n'.encode()
    write_whole(config.place / settings.path, content, where="notify.junit")


def _case(
    suite: ET.Element, key: Key, night: SeriesNight | None, alerts: list[tuple[str, str, str]]
) -> None:
    """Add a series: its run failed, else what is open of it, else why there is nothing to say."""
    name = _name(key.algorithm) + (f" on {_name(key.dataset)}" if key.dataset else "")
    case = ET.SubElement(suite, "testcase", name=name, classname=_name(key.metric), time="0")
    reason = words.clean(night.reason) if night and night.reason else ""
    failing = [each for each in alerts if each[1] == "open"]
    if night and night.state == "failed":
        ET.SubElement(case, "error", type="failed run", message=reason or "the run failed")
    elif failing:
        said = "\n".join(each[2] for each in failing)
        failure = ET.SubElement(case, "failure", type=failing[0][0], message=failing[0][2])
        failure.text = said
    elif alerts:
        ET.SubElement(case, "skipped", message=alerts[0][2])
    elif night and night.state in SKIPPED:
        said = f"{night.state}: {reason}" if reason else night.state
        ET.SubElement(case, "skipped", message=said)


def _close(suite: ET.Element, metric: str, number: int, facts: NightFacts) -> None:
    """Count what is in a suite."""
    count = {
        kind: len(suite.findall(f"testcase/{kind}")) for kind in ("failure", "error", "skipped")
    }
    named = {
        "name": _name(metric),
        "package": _name(facts.name),
        "id": str(number),
        # the schema allows no zone
        "timestamp": words.moment(facts).strftime("%Y-%m-%dT%H:%M:%S"),
        "hostname": "localhost",
        "tests": str(len(suite.findall("testcase"))),
        "failures": str(count["failure"]),
        "errors": str(count["error"]),
        "skipped": str(count["skipped"]),
        "time": "0",
    }
    for name, value in named.items():
        suite.set(name, value)


def _properties(suite: ET.Element, facts: NightFacts) -> None:
    listed = ET.SubElement(suite, "properties")
    known = {"night": facts.night, "label": facts.label, "code": facts.code}
    for name, value in known.items():
        if value:
            ET.SubElement(listed, "property", name=name, value=_name(value))


def _name(text: str) -> str:
    return words.clean(text, most=MOST_NAME)
