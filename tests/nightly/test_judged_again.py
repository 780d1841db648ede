"""Nights that are judged again: what people said of findings holds from the night on which they said it."""

import dataclasses
import datetime as dt

import pytest
from nights_tables import night_name
from nights_walk import Nights, scores

from benchreport.nightly.evaluate_nights import reevaluate
from benchreport.nightly.findings.triage import refresh_facts, triage

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
    for _ in range(12):
        nights.night()
    assert nights.shifted(-0.1, 2).exit_code == 1


@pytest.mark.parametrize("begin", [13, 14, 15])
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
