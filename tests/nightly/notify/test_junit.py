import dataclasses
from pathlib import Path

import pytest
from lxml import etree

from benchreport.errors import ConfigError, NotifyError
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight
from benchreport.nightly.notify import wording as words
from benchreport.nightly.notify.junit import Junit

SCHEMA = etree.XMLSchema(etree.parse(Path(__file__).with_name("junit.xsd")))
SETTINGS = Junit(path="out/junit.xml")


def write_report(facts, folder):
    SETTINGS.check()
    SETTINGS.send(SETTINGS.write(facts, ""), folder)
    tree = etree.parse(folder / "out" / "junit.xml")
    SCHEMA.assertValid(tree)
    return tree.getroot()


def read_outcomes(root):
    """Return the outcomes of each test case by algorithm."""
    return {
        case.get("name"): [(child.tag, child.get("type"), child.get("message")) for child in case]
        for case in root.iter("testcase")
    }


def test_each_series_is_a_test_case(night, tmp_path):
    root = write_report(night, tmp_path)
    size = "−0.031 points [−0.045, −0.017] from 0.900 points"
    assert read_outcomes(root) == {
        "svm": [("failure", "regression", f"svm by f1: {size}, since 2026-02-12")],
        "knn": [("failure", "drift", f"knn by f1: {size}, since 2026-01-02")],
        "cnn": [],
        "tree": [("skipped", None, "missing: of missing")],
        "mlp": [("error", "failed run", "of failed")],
        "rf": [("skipped", None, "not comparable: of not comparable")],
        "nb": [("skipped", None, "no evidence: of no evidence")],
    }
    (suite,) = root
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "7", "failures": "2", "errors": "1", "skipped": "3"}
    assert (suite.get("name"), suite.get("package")) == ("f1", "bench")
    assert suite.get("timestamp") == "2026-02-15T02:30:00"
    assert suite.findtext("system-out") == words.text(night, "")
    assert {case.get("classname") for case in root.iter("testcase")} == {"f1"}


def test_each_metric_is_a_test_suite(tmp_path):
    keys = [Key("f1", "a", "iris"), Key("time", "a"), Key("f1", "b")]
    series = tuple(SeriesNight(key=key, state="ok") for key in keys)
    root = write_report(NightFacts(name="n", night="2026-02-14", series=series), tmp_path)
    suites = {
        suite.get("name"): [case.get("name") for case in suite.iter("testcase")] for suite in root
    }
    assert suites == {"f1": ["a on iris", "b"], "time": ["a"]}
    assert [suite.get("id") for suite in root] == ["0", "1"]
    # messages about the whole night appear once
    assert [bool(suite.findtext("system-out")) for suite in root] == [True, False]


def test_acknowledged_findings_are_skipped_and_closed_ones_pass(night, tmp_path):
    acknowledged = dataclasses.replace(night.findings[1], status="acknowledged", why="known")
    facts = dataclasses.replace(night, findings=(acknowledged, night.findings[3]))
    outcomes = read_outcomes(write_report(facts, tmp_path))
    assert outcomes["svm"][0][0] == "skipped"
    assert outcomes["svm"][0][2].endswith("acknowledged, known")
    assert outcomes["cnn"] == []


def test_two_findings_of_a_series_are_one_failure(tmp_path):
    key = Key("f1", "a")
    findings = tuple(
        Finding(number=number, key=key, kind=kind, change=-1.0)
        for number, kind in enumerate(("regression", "drift"), 1)
    )
    root = write_report(NightFacts(name="n", night="2026-02-14", findings=findings), tmp_path)
    (failure,) = root.iter("failure")
    assert len(failure.text.splitlines()) == 2
    # a series that vanished tonight still fails
    assert read_outcomes(root)["a"][0][1] == "regression"


def test_an_empty_night(tmp_path):
    assert len(write_report(NightFacts(name="n", night="2026-02-14"), tmp_path)) == 0


def test_hostile_names(hostile_night, hostile, tmp_path):
    root = write_report(hostile_night, tmp_path)
    assert len(root) == len(hostile)
    for name, suite in zip(hostile, root, strict=True):
        (case,) = suite.iter("testcase")
        cleaned = words.clean(name, most=1000)
        assert suite.get("name") == f"f1 {cleaned}".strip()
        assert case.get("name") == f"{cleaned} on {cleaned}"
    # names stay unchanged where XML can carry them
    for name in ("]]>", "決定木", "🐈", "=cmd()", "x" * 500, "<script>alert(1)</script>"):
        assert f"{name} on {name}" in read_outcomes(root)


def test_an_old_file_is_replaced_as_a_whole_or_kept(night, tmp_path, monkeypatch):
    write_report(night, tmp_path)
    before = (tmp_path / "out" / "junit.xml").read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(NotifyError, match="No space left on device"):
        write_report(NightFacts(name="n", night="2026-02-15"), tmp_path)
    assert (tmp_path / "out" / "junit.xml").read_bytes() == before
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["junit.xml"]


def test_a_path_is_needed():
    with pytest.raises(ConfigError, match="names no file"):
        Junit(path=" ").check()


def test_a_change_on_several_datasets_is_one_failure(tmp_path):
    average = Key("f1", "svm")
    keys = [average, *(dataclasses.replace(average, dataset=name) for name in ("iris", "wine"))]
    findings = tuple(
        Finding(number=n, key=key, kind="regression", change=-0.1, part_of=1 if n > 1 else 0)
        for n, key in enumerate(keys, start=1)
    )
    series = tuple(SeriesNight(key=key, state="regressed") for key in keys)
    facts = NightFacts(
        name="n", night="2026-02-14", series=series, findings=findings, new=(1, 2, 3)
    )
    outcomes = read_outcomes(write_report(facts, tmp_path))
    assert {name: parts[0][0] for name, parts in outcomes.items()} == {
        "svm": "failure",
        "svm on iris": "skipped",
        "svm on wine": "skipped",
    }
    assert outcomes["svm on iris"][0][2].startswith("part of another finding: svm by f1: ")
    assert words.headline(facts).endswith("1 new regression")
