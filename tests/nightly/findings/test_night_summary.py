"""The summary of a night names the most pressing thing about it."""

import dataclasses

from benchreport.nightly.findings.night_summary import NightSummary, summarize_night
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight


def test_summaries_rank_what_is_most_pressing():
    night = NightFacts(name="n", night="2026-01-01")
    rows = [SeriesNight(key=Key("f1", "a"), state=state) for state in ("ok", "unconfirmed")]
    assert summarize_night(night).outcome == "unjudged"
    assert summarize_night(dataclasses.replace(night, series=tuple(rows[:1]))).outcome == "ok"
    assert summarize_night(dataclasses.replace(night, series=tuple(rows))).outcome == "unconfirmed"
    assert summarize_night(dataclasses.replace(night, incomplete=("x",))).outcome == "incomplete"
    assert NightSummary(night="2026-01-01").letter == "–"


def test_the_end_of_a_mark_is_not_counted_as_a_closed_finding():
    mark = Finding(number=1, key=Key("f1", "a"), kind="regression", closed="2026-01-01")
    row = SeriesNight(key=mark.key, state="ok")
    night = NightFacts(name="n", night="2026-01-01", series=(row,), findings=(mark,))
    summary = summarize_night(night)
    assert (summary.text, summary.changed) == ("no change found", True)
    found = dataclasses.replace(mark, number=2, change=-0.1)
    assert summarize_night(dataclasses.replace(night, findings=(mark, found))).text == "1 closed"
