"""People acknowledge, accept and close findings, and the history remembers it."""

import datetime as dt
import shutil
from dataclasses import replace

import pytest
from nights_tables import config_of, night_name, scores_of, take_in

from benchreport.errors import InputError, OptionError
from benchreport.nightly.config.settings import Metric
from benchreport.nightly.findings.triage import refresh_facts, triage
from benchreport.nightly.history import History
from benchreport.nightly.night_facts import Finding, Key

NOW = dt.datetime(2026, 11, 21, 8, 30, tzinfo=dt.UTC)


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """Return the file of a history with findings, which each test has a copy of."""
    place = tmp_path_factory.mktemp("stored")
    config = config_of(place, metric=(Metric(name="accuracy"),))
    with History("history.db", place, create=True) as history:
        for number in range(2):
            facts = take_in(scores_of(number, seeds=1), night_name(number), history, config)
        take_in(scores_of(1, seeds=1), night_name(1), history, config, label="new")
        findings = [
            Finding(number=1, key=Key("accuracy", "svm"), kind="regression", since=night_name(1)),
            Finding(number=2, key=Key("accuracy", "svm"), kind="drift", since=night_name(0)),
            Finding(number=3, key=Key("accuracy", "knn"), kind="regression"),
            Finding(number=4, key=Key("accuracy", "ridge"), kind="improvement"),
            Finding(number=5, key=Key("accuracy", "svm"), kind="regression", label="new"),
            Finding(number=6, key=Key("accuracy", "a/b"), kind="regression"),
        ]
        history.conclude(replace(facts, findings=tuple(findings[:4])), findings, ())
    (file,) = place.iterdir()
    return file


@pytest.fixture
def store(stored, tmp_path):
    shutil.copy(stored, tmp_path)
    with History(stored.name, tmp_path) as history:
        yield history


@pytest.mark.parametrize(
    ("action", "status", "closed"),
    [
        ("ack", "acknowledged", ""),
        ("accept", "accepted", night_name(1)),
        ("fixed", "fixed", night_name(1)),
        ("flaky", "flaky", ""),
    ],
)
def test_actions_and_reasons_are_stored(store, action, status, closed):
    changed = triage(store, "accuracy/svm", action, why="  seed 3 ", now=NOW)
    assert [
        (finding.number, finding.status, finding.closed, finding.why) for finding in changed
    ] == [
        (1, status, closed, "seed 3"),
        (2, status, closed, "seed 3"),
    ]
    by_number = {finding.number: finding for finding in store.findings()}
    assert [by_number[1], by_number[2]] == changed
    assert {by_number[number].status for number in (3, 4, 5, 6)} == {"open"}
    first, second = store.events()
    assert first["who"]
    assert (first["action"], first["why"], first["finding"]) == (action, "seed 3", "1")
    assert (first["at"], second["series"]) == ("2026-11-21T08:30:00+00:00", "accuracy/svm")


def test_one_finding_by_its_number(store):
    assert [finding.number for finding in triage(store, "2", "fixed", why="x")] == [2]


@pytest.mark.parametrize("name", ["accuracy/a∕b", "accuracy/a/b", "a/b", "A/B"])
def test_names_with_slashes(store, name):
    assert [finding.number for finding in triage(store, name, "ack", why="x")] == [6]


@pytest.mark.parametrize(("part", "numbers"), [("svm", [1, 2]), ("acc", None), ("kn", [3])])
def test_a_part_of_a_name_that_no_other_has(store, part, numbers):
    if numbers:
        assert [finding.number for finding in triage(store, part, "ack", why="x")] == numbers
        return
    with pytest.raises(
        InputError, match="'acc' is part of several series: accuracy/a∕b, "
    ) as caught:
        triage(store, part, "ack", why="x")
    assert caught.value.hint == "name one of them, such as 'accuracy/a∕b'"
    assert not store.events()


@pytest.mark.parametrize("name", ["svm by accuracy", "svm/accuracy", "SVM by accuracy"])
def test_names_as_verdicts_write_them(store, name):
    assert [finding.number for finding in triage(store, name, "ack", why="x")] == [1, 2]


def test_a_series_with_a_part_of_the_name_is_suggested(store):
    with pytest.raises(InputError, match="has no open finding") as caught:
        triage(store, "runtime/knn", "ack", why="x")
    assert caught.value.hint == "did you mean 'accuracy/knn'?"


def test_a_whole_name_goes_before_parts_of_others(store):
    more = Finding(number=7, key=Key("accuracy", "svm", "iris"), kind="regression")
    store.conclude(store.result(night_name(1)), [more], ())
    assert [finding.number for finding in triage(store, "accuracy/svm", "ack", why="x")] == [1, 2]
    assert [finding.number for finding in triage(store, "svm/iris", "ack", why="x")] == [7]


def test_findings_of_another_label(store):
    assert [
        finding.number for finding in triage(store, "accuracy/svm", "ack", why="x", label="new")
    ] == [5]
    with pytest.raises(InputError, match="no finding is open") as caught:
        triage(store, "accuracy/svm", "ack", why="x", label="other")
    assert caught.value.hint


def test_a_reason_is_needed(store):
    with pytest.raises(OptionError, match="a reason is needed") as caught:
        triage(store, "accuracy/svm", "ack", why=" \n")
    assert "--why" in caught.value.hint
    assert store.events() == []


@pytest.mark.parametrize(
    ("series", "near"), [("accuracy/smv", "did you mean 'accuracy/svm'?"), ("7", "accuracy/")]
)
def test_series_that_are_not_open_name_the_nearest(store, series, near):
    with pytest.raises(InputError, match="has no open finding") as caught:
        triage(store, series, "ack", why="x")
    assert near in caught.value.hint
    assert "accuracy/knn" in caught.value.message
    # an improvement is not an alarm and closes by itself
    assert "ridge" not in caught.value.message


def test_a_closed_finding_cannot_be_triaged_again(store):
    triage(store, "accuracy/knn", "fixed", why="x")
    with pytest.raises(InputError, match="'accuracy/knn' has no open finding"):
        triage(store, "accuracy/knn", "ack", why="x")


def test_an_acknowledged_finding_may_be_accepted_later(store):
    triage(store, "accuracy/knn", "ack", why="looking")
    (changed,) = triage(store, "accuracy/knn", "accept", why="it is right")
    assert (changed.status, changed.why) == ("accepted", "it is right")
    assert [event["action"] for event in store.events()] == ["ack", "accept"]


def test_the_facts_of_the_night_are_refreshed_at_once(store):
    facts = store.result(night_name(1))
    before = refresh_facts(store, facts)
    assert before.exit_code == 1
    for name in ("accuracy/svm", "accuracy/knn"):
        triage(store, name, "ack", why="known")
    after = refresh_facts(store, facts)
    assert after.exit_code == 0
    assert {finding.status for finding in after.findings[:3]} == {"acknowledged"}
    assert any("acknowledged" in line for line in after.verdict)
    assert store.result(night_name(1)) == after
    assert refresh_facts(store, after) == after


def test_any_series_can_be_marked_as_flaky(store):
    (mark,) = triage(
        store, "accuracy/tree", "flaky", why="random seeds", until="2027-01-01", now=NOW
    )
    assert (mark.number, mark.status, mark.until, mark.change) == (7, "flaky", "2027-01-01", 0.0)
    facts = refresh_facts(store, store.result(night_name(1)))
    assert "1 series is marked as flaky and raises no alert: tree by accuracy." in facts.verdict
    assert mark.is_mark
    (over,) = triage(store, "tree", "fixed", why="seeds are fixed", now=NOW)
    assert (over.number, over.status, over.closed) == (7, "fixed", night_name(1))
    assert store.events()[0]["until"] == "2027-01-01"
    verdict = refresh_facts(store, facts).verdict
    assert "1 series is no longer marked as flaky: tree by accuracy." in verdict
    # it was never found, so that it cannot be back
    assert not any("earlier level: tree" in sentence for sentence in verdict)


@pytest.mark.parametrize("action", ["ack", "accept"])
def test_a_mark_has_no_change_to_acknowledge_or_accept(store, action):
    (mark,) = triage(store, "accuracy/tree", "flaky", why="random seeds", now=NOW)
    for name in ("accuracy/tree", str(mark.number)):
        with pytest.raises(InputError, match=f"'{name}' has no open finding"):
            triage(store, name, action, why="known", now=NOW)
    assert store.findings()[-1] == mark
    (longer,) = triage(store, "accuracy/tree", "flaky", why="seeds", until="2027-01-01", now=NOW)
    assert (longer.number, longer.until) == (mark.number, "2027-01-01")


def test_an_acknowledgement_is_of_the_size_of_now(store):
    facts = store.result(night_name(1))
    row = next(row for row in facts.series if row.key.algorithm == "knn")
    seen = replace(row, change=-0.05, low=-0.06, high=-0.04)
    rows = tuple(seen if each is row else each for each in facts.series)
    store.conclude(replace(facts, series=rows), [replace(store.findings()[2], change=-0.09)], ())
    (finding,) = triage(store, "knn", "ack", why="known", until="2027-01-01", now=NOW)
    assert (finding.known, finding.until) == (-0.06, "2027-01-01")


@pytest.mark.parametrize(
    ("action", "until", "message"),
    [
        ("accept", "2027-01-01", "accept does not end"),
        ("fixed", "2027-01-01", "fixed does not end"),
        ("ack", night_name(0), "is over: the newest night is"),
    ],
)
def test_an_end_belongs_to_what_ends_later(store, action, until, message):
    with pytest.raises(OptionError, match=message):
        triage(store, "knn", action, why="known", until=until)
