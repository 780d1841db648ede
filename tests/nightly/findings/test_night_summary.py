"""The summary of a night names the most pressing thing about it."""

import dataclasses

from benchreport.nightly.findings.night_summary import NightSummary, summarize_night
from benchreport.nightly.night_facts import Key, NightFacts, SeriesNight


def test_summaries_rank_what_is_most_pressing():
    night = NightFacts(name="n", night="2026-01-01")
    rows = [SeriesNight(key=Key("f1", "a"), state=state) for state in ("ok", "unconfirmed")]
    assert summarize_night(night).outcome == "unjudged"
    assert summarize_night(dataclasses.replace(night, series=tuple(rows[:1]))).outcome == "ok"
    assert summarize_night(dataclasses.replace(night, series=tuple(rows))).outcome == "unconfirmed"
    assert summarize_night(dataclasses.replace(night, incomplete=("x",))).outcome == "incomplete"
    assert NightSummary(night="2026-01-01").letter == "–"
