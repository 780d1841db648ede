"""The retention rule decides which nights keep their scores."""

import datetime as dt
from dataclasses import replace

from benchreport.nightly.config.settings import Baseline, Config, HistorySettings
from benchreport.nightly.history import NightRecord
from benchreport.nightly.history.retention import retention_rule
from benchreport.nightly.night_facts import Finding, Key

FIRST = dt.date(2025, 12, 24)
BASE = Baseline(nights=5, hold_back=3)


class StoredRecords:
    """A stand-in for a history: it has nights and findings only."""

    def __init__(self, records, findings=()):
        self._records, self._findings = records, list(findings)

    def nights(self, label=None):
        return [record for record in self._records if label in (None, record.label)]

    def findings(self):
        return self._findings


def night_name(number):
    return (FIRST + dt.timedelta(days=number)).isoformat()


def records(count, *, label="", names=None):
    return [
        NightRecord(night=night, label=label, recorded="", sha256="", n_scores=1)
        for night in (names or map(night_name, range(count)))
    ]


def list_kept(records, findings=(), *, keep_all=20, **baseline):
    config = Config(history=HistorySettings(keep_all=keep_all), baseline=replace(BASE, **baseline))
    keep = retention_rule(StoredRecords(records, findings), config)
    return [record.night for record in records if keep(record)]


def test_everything_is_kept_by_default():
    assert len(list_kept(records(400), keep_all=0)) == 400


def test_the_last_nights_and_the_first_of_each_week():
    nights = records(100)
    remaining = list_kept(nights)
    assert remaining[-20:] == [record.night for record in nights[-20:]]
    old = [dt.date.fromisoformat(night) for night in remaining[:-20]]
    assert {day.weekday() for day in old[1:]} == {0}
    assert old[0] == FIRST
    # in ISO weeks, the first days of January belong to the week that began in December
    weeks = {
        day.isocalendar()[:2] for day in map(dt.date.fromisoformat, map(night_name, range(80)))
    }
    assert len(old) == len(weeks)
    assert dt.date(2026, 1, 1) not in old


def test_never_fewer_than_baselines_and_trends_need():
    remaining = list_kept(records(100), keep_all=1)
    assert remaining[-14:] == [night_name(number) for number in range(86, 100)]
    assert night_name(83) not in remaining


def test_pinned_nights_and_those_of_findings_are_kept():
    finding = Finding(
        number=1,
        key=Key("m", "a"),
        kind="regression",
        opened=night_name(31),
        since=night_name(30),
        closed=night_name(38),
    )
    everything = records(100)
    without = set(list_kept(everything))
    remaining = set(list_kept(everything, [finding], kind="pinned", night=night_name(10)))
    expected = {night_name(10), night_name(30), night_name(31), night_name(38)}
    assert remaining - without == expected - without
    assert expected <= remaining


def test_each_label_keeps_its_own():
    both = records(60, label="main") + records(60, label="new")
    finding = Finding(number=1, key=Key("m", "a"), kind="drift", since=night_name(9), label="new")
    config = Config(history=HistorySettings(keep_all=20), baseline=BASE)
    keep = retention_rule(StoredRecords(both, [finding]), config)
    of = {
        label: {record.night for record in both if record.label == label and keep(record)}
        for label in ("main", "new")
    }
    assert of["new"] - of["main"] == {night_name(9)}
    assert of["main"] >= {night_name(number) for number in range(40, 60)}


def test_several_nights_a_day_are_one_week():
    names = [f"{night_name(number // 3)}T{8 * (number % 3):02d}:00" for number in range(90)]
    remaining = list_kept(records(0, names=names))
    assert remaining[-20:] == names[-20:]
    assert all(night.endswith("T00:00") for night in remaining[:-20])


def test_an_empty_history_keeps_nothing():
    assert list_kept([]) == []
