"""JUnit's XML: what servers of continuous integration read as test cases."""

import datetime as dt
from collections.abc import Sequence
from typing import Literal, NamedTuple
from xml.etree import ElementTree as ET

from benchreport.report.rendering.clean_text import clean

# do not shorten names: the whole name identifies a test case, and CI servers shorten it if they must
MOST_NAME = 10_000


class Case(NamedTuple):
    """One test case.

    Parameters
    ----------
    name, class_name
        Its name, and that of its class.
    outcome
        How it ended.
    message
        Why it did not pass, on one line.
    kind
        The kind of failure or error.
    text
        What else there is to say about a failure.
    """

    name: str
    class_name: str
    outcome: Literal["passed", "failure", "error", "skipped"] = "passed"
    message: str = ""
    kind: str = ""
    text: str = ""


class Suite(NamedTuple):
    """A suite of test cases; ``output`` is what it prints."""

    name: str
    package: str
    when: dt.datetime
    cases: Sequence[Case]
    properties: dict[str, str]
    output: str = ""


def write_junit(suites: Sequence[Suite]) -> str:
    """Write suites as XML, without its first line.

    Examples
    --------
    >>> case = Case("arc", "accuracy", "failure", "worse by 3 points", "worse")
    >>> text = write_junit([Suite("gate", "v2", dt.datetime(2026, 1, 2), [case], {})])
    >>> '<failure type="worse" message="worse by 3 points" />' in text, 'failures="1"' in text
    (True, True)
    """
    root = ET.Element("testsuites")
    for number, suite in enumerate(suites):
        part = ET.SubElement(root, "testsuite")
        properties = ET.SubElement(part, "properties")
        for name, value in suite.properties.items():
            ET.SubElement(properties, "property", name=name, value=name_in_full(value))
        for case in suite.cases:
            _add_case(part, case)
        _set_attributes(part, suite, number)
        ET.SubElement(part, "system-out").text = suite.output
        ET.SubElement(part, "system-err")
    ET.indent(root)
    return ET.tostring(root, encoding="unicode")


def as_file(xml: str) -> bytes:
    """Return the bytes of a file with this XML."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{xml}\n'.encode()


def name_in_full(text: str) -> str:
    """Write a name on one line, as long as it is."""
    return clean(text, most=MOST_NAME)


def _add_case(suite: ET.Element, case: Case) -> None:
    element = ET.SubElement(
        suite,
        "testcase",
        name=name_in_full(case.name),
        classname=name_in_full(case.class_name),
        time="0",
    )
    if case.outcome == "passed":
        return
    kind = {"type": case.kind} if case.kind else {}
    reason = ET.SubElement(element, case.outcome, {**kind, "message": case.message})
    reason.text = case.text or None


def _set_attributes(suite: ET.Element, facts: Suite, number: int) -> None:
    """Set the name of a suite and the counts of its test cases."""
    cases = {"tests": "", "failures": "/failure", "errors": "/error", "skipped": "/skipped"}
    attributes = {
        "name": name_in_full(facts.name),
        "package": name_in_full(facts.package),
        "id": str(number),
        # JUnit's schema does not allow a time zone
        "timestamp": facts.when.strftime("%Y-%m-%dT%H:%M:%S"),
        "hostname": "localhost",
        **{name: str(len(suite.findall(f"testcase{kind}"))) for name, kind in cases.items()},
        "time": "0",
    }
    for name, value in attributes.items():
        suite.set(name, value)
