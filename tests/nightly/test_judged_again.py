"""Nights that are judged again: what people said of findings holds from the night on which they said it."""

import dataclasses
import datetime as dt

import pytest
from needs import LONG, longer
from nights_tables import night_name
from nights_walk import Nights, scores

from benchreport.nightly.config.settings import Baseline
from benchreport.nightly.evaluate_nights import reevaluate
from benchreport.nightly.findings.triage import refresh_facts, triage
from benchreport.nightly.history import History
from benchreport.nightly.history.export_import import import_history
from benchreport.nightly.history.export_json_lines import write_json_lines
from benchreport.nightly.history.export_records import add_end, history_lines

pytestmark = pytest.mark.usefixtures("plain_figures")

NOW = dt.datetime(2027, 1, 1, tzinfo=dt.UTC)
SVM = "accuracy/svm"


@pytest.fixture
def nights(tmp_path):
    nights = Nights(tmp_path)
    yield nights
    nights.history.__exit__(None, None, None)


def say(nights, action, series=SVM, **options):
    triage(nights.history, series, action, why="said so", now=NOW, **options)
    nights.facts = refresh_facts(nights.history, nights.history.result(nights.facts.night))


def judge_again(nights, number):
    """Judge the nights from this one on again; return the facts of the last."""
    first = nights.history.night(night_name(number))
    return reevaluate(nights.history, nights.config, first, lambda _: None, queue_messages=False)[
        -1
    ]


def after_a_fall(nights):
    """Two nights of a fall, which the second confirms."""
    nights.quiet(11).night()
    assert nights.shifted(-0.1, 2).exit_code == 1


@pytest.mark.parametrize("begin", [13, longer(14), longer(15)])
def test_what_was_fixed_by_hand_stays_fixed(nights, begin):
    after_a_fall(nights)
    nights.shifted(-0.1, 2)
    say(nights, "fixed")
    before = nights.history.findings()
    facts = nights.history.result(night_name(15))
    assert (facts.exit_code, before[0].closed) == (0, night_name(15))
    again = judge_again(nights, begin)
    assert nights.history.findings() == before
    assert dataclasses.replace(again, pages=facts.pages) == facts
    # until somebody said so, it was open
    assert nights.history.result(night_name(14)).exit_code == 1


def test_what_was_fixed_too_early_is_found_by_the_next_night(nights):
    after_a_fall(nights)
    say(nights, "fixed")
    assert nights.shifted(-0.1, 2).exit_code == 1
    before = nights.history.findings()
    assert [finding.closed for finding in before] == [night_name(13), ""]
    judge_again(nights, 13)
    assert nights.history.findings() == before


def test_a_series_that_was_marked_as_flaky_stays_marked_until_it_is_not(nights):
    for _ in range(12):
        nights.night()
    say(nights, "flaky")
    marked = nights.history.findings()
    assert judge_again(nights, 11).findings == tuple(marked)
    assert nights.history.findings() == marked
    assert nights.shifted(-0.1, 2).exit_code == 0
    say(nights, "fixed")
    before = nights.history.findings()
    assert nights.history.result(night_name(13)).new == ()
    for number in (13, 12, 11):
        judge_again(nights, number)
        assert nights.history.findings() == before


def summary(nights):
    return [
        (each.kind, each.status, each.opened, each.closed, each.why)
        for each in nights.history.findings()
    ]


@LONG
def test_a_mark_that_ended_in_time_has_ended_when_its_nights_are_judged_again(nights):
    for _ in range(14):
        nights.night()
    say(nights, "flaky", until=night_name(20))
    nights.shifted(-0.1, 3)
    for _ in range(8):
        nights.night()
    before = summary(nights)
    assert [(status, closed) for _, status, _, closed, _ in before] == [("flaky", night_name(20))]
    for number in (20, 15, 13, 13):
        judge_again(nights, number)
        assert summary(nights) == before, number
    assert nights.shifted(-0.3, 2).exit_code == 1


def test_a_mark_hides_no_earlier_night_that_is_judged_again(nights):
    nights.quiet(11).night()
    assert nights.shifted(-0.1, 3).exit_code == 1
    for _ in range(6):
        nights.night()
    say(nights, "flaky")
    before = summary(nights)
    red = [nights.history.result(night_name(number)).exit_code for number in range(12, 21)]
    assert any(red)
    judge_again(nights, 11)
    assert sorted(summary(nights)) == sorted(before)
    assert [nights.history.result(night_name(number)).exit_code for number in range(12, 21)] == red


@LONG
@pytest.mark.parametrize(
    ("then", "begin"), [(0.0, 11), (-0.3, 13), longer(0.0, 14), longer(-0.3, 15)]
)
def test_an_acknowledgement_is_kept_of_what_went_back_or_fell_further(nights, then, begin):
    nights.quiet(11).night()
    nights.shifted(-0.1, 3)
    say(nights, "ack")
    nights.shifted(-0.1, 2)
    for _ in range(6):
        nights.night(scores(nights.number, shift=then))
    before = summary(nights)
    assert before[0][3]
    assert before[0][4].startswith("said so")
    judge_again(nights, begin)
    assert summary(nights) == before


def test_what_was_fixed_twice_and_then_accepted_is_so_again(nights):
    after_a_fall(nights)
    for action in ("fixed", "fixed", "accept"):
        say(nights, action)
        nights.shifted(-0.1, 2)
    before = summary(nights)
    assert [status for _, status, *_ in before] == ["fixed", "fixed", "accepted"]
    judge_again(nights, 12)
    assert summary(nights) == before


@LONG
def test_judging_again_changes_nothing(nights):
    """A fall that was acknowledged and went back, one that was marked, and one that grew."""
    after_a_fall(nights)
    say(nights, "ack")
    for _ in range(6):
        nights.night()
    nights.shifted(-0.05, 2)
    say(nights, "ack", until=night_name(26))
    nights.shifted(-0.3, 6)
    before = nights.history.findings()
    assert [(finding.status, bool(finding.closed)) for finding in before] == [
        ("fixed", True),
        ("acknowledged", True),
        ("open", False),
    ]
    # on its first of three nights back the fall was not over yet, although it is said to be over since
    over = int(before[0].closed[-2:]) - 1
    for number in (27, 23, 21, over + 2, over + 1, over, 14):
        judge_again(nights, number)
        assert nights.history.findings() == before, number


def test_a_mark_of_another_label_that_has_ended_takes_no_night_from_the_baseline(tmp_path):
    rules = Baseline(kind="label", label="main", nights=40)
    nights = Nights(tmp_path, baseline=rules)
    for number in range(24):
        nights.night(scores(number), name=night_name(number), label="main")
        if number == 11:
            options = {"why": "its host", "until": night_name(18), "label": "main", "now": NOW}
            triage(nights.history, SVM, "flaky", **options)
        if number == 14:
            live = nights.night(scores(100), name=night_name(number), label="dev")
    record = nights.history.night(night_name(14), "dev")
    (again,) = reevaluate(nights.history, nights.config, record, print, queue_messages=False)
    assert again.series == live.series
    nights.history.__exit__(None, None, None)


def test_replaced_results_of_a_finding_that_people_know_alert_nobody(nights):
    after_a_fall(nights)
    say(nights, "ack")
    facts = judge_again(nights, 13)
    assert (facts.exit_code, len(facts.new)) == (0, 1)
    assert facts.findings[0].status == "acknowledged"
    assert facts.red == ()


def test_a_late_night_gives_what_it_would_have_given_in_time(tmp_path):
    """One night comes late, on which a fall was on its way back."""
    frames = [scores(number, shift=-0.1 if 12 <= number < 15 else None) for number in range(22)]
    names = [night_name(number) for number in range(len(frames))]
    histories = []
    for late in (len(frames), 16):
        place = tmp_path / str(late)
        place.mkdir()
        nights = Nights(place)
        order = [number for number in range(len(frames)) if number != late]
        for number in order:
            nights.night(frames[number], name=names[number])
        if late < len(frames):
            nights.night(frames[late], name=names[late], compared=False)
            judge_again(nights, late)
        histories.append((nights.history.findings(), nights.history.result(names[-1])))
        nights.history.__exit__(None, None, None)
    assert histories[0][0] == histories[1][0]
    assert histories[0][1].verdict == histories[1][1].verdict


def test_an_acknowledgement_that_ends_by_judging_again_is_told(nights):
    """A fall of two nights was acknowledged; without the first, nothing confirms the second."""
    after_a_fall(nights)
    say(nights, "ack")
    first = nights.history.night(night_name(12))
    nights.history.remove(first)
    (facts,) = reevaluate(
        nights.history, nights.config, first, lambda _: None, queue_messages=False
    )
    assert nights.history.findings() == []
    (told,) = facts.news
    assert "An acknowledged regression of svm by accuracy (said so) is over" in told
    assert told in facts.verdict


def forget_who_closed(nights):
    """Write the findings as versions did that did not know who closed them."""
    store = nights.history._store
    with store.transaction():
        for key, doc in store.records("findings"):
            store.put("findings", key, {name: doc[name] for name in doc if name != "by_hand"})


def without_who_closed(line):
    doc = {name: value for name, value in line.doc.items() if name != "by_hand"}
    return dataclasses.replace(line, doc=doc)


@LONG
@pytest.mark.parametrize("action", ["accept", "fixed"])
def test_older_histories_keep_what_people_said(nights, action, tmp_path):
    """Findings of older versions do not say whether somebody ended them; what was done then says it."""
    after_a_fall(nights)
    nights.shifted(-0.1, 2)
    say(nights, action)
    for _ in range(3):
        nights.night(scores(nights.number, shift=-0.1 if action == "accept" else 0.0))
    before = nights.history.findings()
    assert before[0].by_hand
    forget_who_closed(nights)
    assert nights.history.findings() == before
    old = [without_who_closed(line) for line in history_lines(nights.history)]
    judge_again(nights, 13)
    assert nights.history.findings() == before
    with (tmp_path / "old.jsonl").open("wb") as file:
        write_json_lines(add_end(old), file)
    with History("other.db", tmp_path, create=True) as other:
        import_history(other, tmp_path / "old.jsonl")
        assert other.findings() == before
